"""Challenges: Select game deals with fewer cells, and what the game then shows, plays, says and counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gemport.cards.card import parse_cards
from gemport.cards.cells import CELLS, CellBoard
from gemport.cards.challenge import challenge_number
from gemport.cli.files import Impossible, Sources
from gemport.games.vierfrei import vierfrei_rsc
from gemport.gem.formats.objects import ObFlag, ObState
from gemport.play.choosing import OriginalSelect
from gemport.store.sqlite import Store
from gemport.store.statistics import Outcome
from tests.games import shared
from tests.games.freecell.player import Player
from tests.games.grossfamilien.player import Familien
from tests.games.hand import Hand
from tests.games.sessions import Book
from tests.games.vierfrei.player import Game, plain_files

FAMOUS = 1150
"""FreeCell's game that can be won without cells."""


def box_line(player: Player, obj: int) -> str:
    return str(player.program.feature(OriginalSelect).number_box[obj].ob_spec)


def before_the_win(game: Hand[Any], cells: int) -> None:
    """The king of clubs still lies in a column, in a challenge of the game on the table."""
    game.session.deal(challenge_number(game.session.number, cells))
    columns = [parse_cards(["KC"]), *[[]] * 7]
    game.put(type(game.board)(columns, (None,) * cells, (12, 13, 13, 13), game.session.number))
    game.drag(game.at(0), game.at(52))
    assert game.board.won
    game.act("wait Space")


def test_select_game_deals_a_number_with_the_cells_that_are_chosen() -> None:
    player = Player(1)
    player.key("F2", "6", "1", "7", "f", "f", "Return")
    assert player.session.number == challenge_number(617, 2)
    assert player.session.title == "FreeCell #617c2"
    assert player.board.cells == [None, None]
    player.key("F3")
    assert player.board.cells == [None, None]
    # The next one has as many; New game has all.
    player.key("F2", "7", "Return")
    assert player.session.title == "FreeCell #7c2"
    player.key("F1")
    assert player.board.cells == [None] * 4


def test_the_button_goes_round_and_the_mouse_does_it_too() -> None:
    game = Game(42, lang="en")
    game.key("F2")
    said = []
    for _ in range(5):
        game.button(vierfrei_rsc.GETNUM, vierfrei_rsc.GETNUM_CELLS)
        said.append(game.said(vierfrei_rsc.GETNUM, vierfrei_rsc.GETNUM_CELLS))
    assert said == [f"Free places: {cells}" for cells in (3, 2, 1, 0, 4)]
    game.key("Return")
    assert game.session.number == 45659


def test_wins_are_told_apart_and_the_difficulty_is_that_of_all_cells() -> None:
    book = Book("freecell", [(challenge_number(7, 1), Outcome.WON), (challenge_number(8, 1), Outcome.WON)])
    player = Player(1, records=book, impossible=Impossible(Sources(builtin=True), "microsoft"))
    player.key("F2", "7")
    assert box_line(player, shared.GETNUM_KNOWN) == "not won yet"
    rated = box_line(player, shared.GETNUM_DIFFICULTY)
    player.key("f", "f", "f")
    assert box_line(player, shared.GETNUM_KNOWN) == "won once, best 0"
    assert box_line(player, shared.GETNUM_DIFFICULTY) == "Difficulty: ?" != rated
    assert ObState.DISABLED in player.tree(shared.GETNUM)[shared.GETNUM_KIND].ob_state
    player.key("n", "Return")
    assert player.session.title == "FreeCell #9c1"
    # What cannot be won with all cells is asked for as ever.
    player.key("F2", *"11982", "Return")
    assert player.alerts[-1].startswith("[2][Game 11982c1 cannot be won.")
    # The same number and cells are offered again.
    player.answer(2)
    player.key("Return")
    assert len(player.alerts) == 2


def test_a_number_that_there_is_not_is_told_without_its_cells() -> None:
    player = Player(1)
    player.key("F2", "0", "f", "Return")
    assert player.alerts[-1].startswith("[1][There is no game 0,")


@pytest.mark.parametrize("kind", [Game, Player])
def test_a_closed_cell_is_bare_felt_and_takes_no_card(kind: type[Game | Player]) -> None:
    game = kind(1)
    places = [game.at(cell) for cell in CELLS]

    def pixels() -> list[bool]:
        rows = game.machine.frame(pointer=False).rows
        width = game.machine.frame(pointer=False).stride
        return [len({row >> width - x - 16 & 0xFFFF for row in rows[y : y + 16]}) == 2 for x, y in places]

    assert not any(pixels())
    game.session.deal(challenge_number(1, 2))
    game.full_picture()
    assert pixels() == [False, False, True, True]
    before = game.picture()
    game.drag(game.at(0), places[3])
    game.drag(places[3], game.at(0))
    assert not game.board.can_undo
    game.key("Esc")
    assert game.full_picture() == before
    game.key("1", "0", "2", "0", "3", "0")
    assert [cell is not None for cell in game.board.cells] == [True, True]
    assert game.board.moves_made == 2


def test_hints_and_answers_know_how_many_cells_there_are() -> None:
    won = Player(challenge_number(FAMOUS, 0))
    won.key("Ctrl+g")
    assert won.alerts[-1].startswith("[1][Yes, this game can be won.")
    lost = Player(challenge_number(1, 0))
    lost.key("Ctrl+g")
    assert "cannot be won" in lost.alerts[-1]


@pytest.mark.parametrize(
    ("kind", "lang", "title"),
    [
        (Player, "en", ["without free cells", "with one free cell", "with two free cells", "with three free cells"]),
        (
            Game,
            "de",
            ["ohne freien Platz", "mit einem freien Platz", "mit zwei freien Plätzen", "mit drei freien Plätzen"],
        ),
    ],
)
@pytest.mark.parametrize("cells", range(4))
def test_a_victory_is_told_with_its_cells(kind: type[Game | Player], lang: str, title: list[str], cells: int) -> None:
    game = kind(1, lang=lang)
    before_the_win(game, cells)
    words = {"en": f"Congratulations, won {title[cells]}!", "de": f"Glückwunsch, {title[cells]} gelöst!"}
    assert game.said(shared.WON, shared.WON_TITLE) == words[lang]
    assert game.outcomes == [(challenge_number(1, cells), Outcome.WON)]
    assert (game.records.statistics().won, game.records.statistics(cells).won) == (0, 1)


def test_the_statistics_show_and_clear_each_number_of_cells_apart() -> None:
    one = challenge_number(7, 1)
    book = Book("freecell", [(7, Outcome.WON), (8, Outcome.LOST), (one, Outcome.WON), (one, Outcome.WON)])
    player = Player(1, records=book)
    player.key("F5")
    found = []
    for _ in range(5):
        objects = shared.STATISTICS_CELLS, shared.STATISTICS_WON, shared.STATISTICS_STREAK
        found.append([player.said(shared.STATISTICS, obj) for obj in objects])
        player.key("f")
    assert found == [
        ["Free cells: 4", "1", "1 lost"],
        ["Free cells: 3", "0", "none"],
        ["Free cells: 2", "0", "none"],
        ["Free cells: 1", "2", "2 won"],
        ["Free cells: 0", "0", "none"],
    ]
    player.key("c")
    player.answer(1)
    player.key("Return")
    assert player.outcomes == [(one, Outcome.WON), (one, Outcome.WON)]
    # In VIERFREI the button stands elsewhere, and all figures follow it.
    game = Game(42, records=Book("vierfrei", [(challenge_number(7, 0), Outcome.WON)]))
    game.key("F5", "f", "f", "f", "f")
    assert game.said(vierfrei_rsc.STATISTICS, vierfrei_rsc.STATISTICS_CELLS) == "Freie Plätze: 0"
    assert game.said(vierfrei_rsc.STATISTICS, vierfrei_rsc.STATISTICS_BEST) == "0"


def test_a_challenge_is_resumed_with_its_cells(tmp_path: Path) -> None:
    number = challenge_number(FAMOUS, 1)
    with Store(tmp_path) as store:
        player = Player(number, records=store.records("freecell"))
        player.key("1", "0")
        assert player.words == ["1a"]
    with Store(tmp_path) as store:
        again = Player(None, records=store.records("freecell"))
        assert (again.session.number, again.words) == (number, ["1a"])
        again.key("2", "0")
        assert again.alerts[-1].endswith("all free cells are taken.][ OK ]")
        again.key("Return", "F9")
        assert "1150c1" in again.said(shared.UNFINISHED, shared.UNFINISHED_ROW)
        assert again.session.records.unfinished()[0].name == "1150c1"


def test_neither_the_original_nor_a_game_without_cells_has_challenges() -> None:
    plain = Game(42, used=plain_files())
    plain.key("F2", "f", "Return")
    assert len(plain.board.cells) == 4
    other = Familien(1)
    other.key("F2")
    assert ObFlag.HIDETREE in other.tree(shared.GETNUM)[shared.GETNUM_CELLS].ob_flags
    other.key("Undo", "F5")
    assert ObFlag.HIDETREE in other.tree(shared.STATISTICS)[shared.STATISTICS_CELLS].ob_flags


def test_a_closed_cell_is_said_neither() -> None:
    said: list[str] = []
    game = Game(challenge_number(42, 1), lang="en", say=said.append)
    assert isinstance(game.board, CellBoard)
    places = [line for line in said if line.startswith("free place")]
    assert places == ["free place 1: empty"]
