"""Select game: information about a number, the search for numbers, and challenges with fewer cells."""

from pathlib import Path
from typing import Any

import pytest

from gemport.cards.card import parse_cards
from gemport.cards.cells import CELLS
from gemport.cards.challenge import challenge_number
from gemport.cards.vierfrei import VierfreiBoard
from gemport.cli.sources import Impossible
from gemport.games.vierfrei import vierfrei_rsc
from gemport.gem import ObFlag
from gemport.gem.aes.keys import key_press
from gemport.gem.formats.structures import ObState
from gemport.hosts.file_dialogs import DiskExchange
from gemport.hosts.files import Outputs
from gemport.play import select_dialog
from gemport.play.choosing import OriginalSelect
from gemport.solver import Limits, Position
from gemport.solver.difficulty import Difficulty, difficulty
from gemport.store.collection import Progress
from gemport.store.sqlite import Store
from gemport.store.statistics import Help, Outcome
from tests.games import shared
from tests.games.players import Familien, Game, Hand, Hands, Player, cell_games, plain_files
from tests.games.sessions import Book, Saved, save

GETNUM = 1
"""Tree of VIERFREI's own dialog."""
KINDS = {"easy": "leicht", "medium": "mittel", "hard": "schwer", "very hard": "sehr schwer", "impossible": "unlösbar"}


def asked(lang: str = "en", records: Book | None = None) -> Game:
    """Return a game with the number dialog open. Each key waits until all computation is done."""
    game = Game(42, lang=lang, impossible=Impossible("vierfrei"), records=records)
    game.key("F2")
    return game


def kind(game: Game) -> str:
    return game.said(GETNUM, shared.GETNUM_DIFFICULTY).split(": ")[1]


def field(game: Game) -> str:
    return game.text(GETNUM, shared.GETNUM_FIELD)


def box_line(game: Hand[Any], obj: int) -> str:
    return str(game.feature(OriginalSelect).number_box[obj].ob_spec)


@pytest.mark.parametrize(
    ("typed", "number", "cells"),
    [("#617", 617, 4), ("617c2", 617, 2), ("#617C0", 617, 0), ("617c", 617, 4), ("617c9", 6179, 4)],
)
def test_the_field_takes_a_number_as_people_write_it(typed: str, number: int, cells: int) -> None:
    game = asked()
    game.key(*typed, "Return")
    assert game.session.number == challenge_number(number, cells)


@pytest.mark.parametrize(
    ("text", "number", "cells"),
    [
        *(("617", 617, 4), (" #617\n", 617, 4), ("617c2", 617, 2), ("#vierfrei/617c1/1a", 617, 1)),
        (VierfreiBoard.deal(617).text(), 617, 4),
        (VierfreiBoard.deal(challenge_number(617, 2)).text(), 617, 2),
        *(("", 42, 4), ("Eggs", 42, 4), ("1000000", 42, 4), ("#freecell/617/", 42, 4)),
    ],
)
def test_control_v_pastes_a_number_into_the_field(text: str, number: int, cells: int, tmp_path: Path) -> None:
    game = Game(42, lang="en", folder=tmp_path)
    game.program.play.exchange = DiskExchange(game.machine, tmp_path, Outputs(), paste=lambda: text)
    game.key("F2", "4", "2")
    assert game.key("Ctrl+v") == (number == 42)
    game.key("Return")
    assert game.session.number == challenge_number(number, cells)


def test_control_v_shows_a_position_without_a_number(tmp_path: Path) -> None:
    game = Game(42, lang="en", folder=tmp_path)
    board = VierfreiBoard.deal(617)
    board.play_word("1a")
    game.program.play.exchange = DiskExchange(game.machine, tmp_path, Outputs(), paste=board.text)
    game.key("F2", "Ctrl+v")
    assert (game.session.start is None, game.board.position()) == (False, board.position())


@pytest.mark.parametrize(("lang", "letters"), [("en", "ofnlcax"), ("de", "ofnsax")])
def test_no_letter_presses_a_button_while_the_field_has_text(lang: str, letters: str) -> None:
    """It would lose the typed text."""
    game = asked(lang)
    game.key("6", "1", "7")
    before = game.picture()
    game.key(*letters, *letters.upper())
    assert (game.picture(), field(game)) == (before, "617")


def won(*games: tuple[int, int, Help]) -> Book:
    """Return records with wins, each with number, moves and help."""
    book = Book("vierfrei")
    for number, moves, help_ in games:
        book.count(number, Outcome.WON, Progress(moves), 0, help_)
    return book


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("number", ["45659", "7", "31415", "720125", "8700"])
def test_it_says_how_hard_the_typed_game_is(number: str, lang: str) -> None:
    game = asked(lang)
    game.key(*number)
    expected = "impossible" if number == "8700" else difficulty(Position.vierfrei(int(number))).value
    assert kind(game) == (expected if lang == "en" else KINDS[expected])
    shown = game.picture()
    # The difficulty is drawn on the screen, not only set in the tree.
    for key in ("Backspace", number[-1]):
        game.machine.key(*key_press(key))
    assert (kind(game), game.picture() == shown) == ("?", False)
    game.machine.settle()
    assert game.picture() == shown
    game.key("Esc")
    assert kind(game) == "?"


@pytest.mark.parametrize(
    ("lang", "wins", "line"),
    [
        ("en", [], "not won yet"),
        ("en", [(7, 90, Help.NONE)], "won once, best 90"),
        ("en", [(7, 90, Help.NONE), (7, 80, Help.HELPED), (7, 87, Help.NONE)], "won 3 times, best 87"),
        ("en", [(7, 80, Help.HELPED), (8, 70, Help.NONE)], "won once"),
        ("de", [], "noch nicht gewonnen"),
        ("de", [(7, 90, Help.NONE), (7, 87, Help.NONE)], "2 Siege, bester 87 Züge"),
    ],
)
def test_it_says_what_the_player_made_of_the_number(lang: str, wins: list[tuple[int, int, Help]], line: str) -> None:
    game = asked(lang, won(*wins))
    game.key("7")
    assert game.said(GETNUM, shared.GETNUM_KNOWN) == line
    shown = game.picture()
    game.key("Backspace")
    assert game.said(GETNUM, shared.GETNUM_KNOWN) == ""
    assert game.picture() != shown


def test_it_says_that_a_game_is_unfinished() -> None:
    book = won((7, 90, Help.NONE))
    save(book, Saved(7, ("1a",)))
    game = asked(records=book)
    game.key("7")
    assert game.said(GETNUM, shared.GETNUM_KNOWN) == "unfinished"


def test_the_next_not_won_goes_into_the_field() -> None:
    game = asked(records=won((8, 90, Help.NONE), (9, 90, Help.HELPED), (999_999, 90, Help.NONE)))
    # Impossible games are skipped, and the search continues from the last number with the first.
    for typed, found in ((["Esc"], "0"), ("7", "10"), ("", "11"), ("8699", "8701"), ("999998", "0")):
        game.key(*typed)
        game.button(GETNUM, shared.GETNUM_NEXT)
        assert field(game) == found
    assert game.said(GETNUM, shared.GETNUM_KNOWN) == "not won yet"
    game.key("Return")
    assert game.session.number == 0


def test_the_button_chooses_a_kind_and_leaves_what_was_typed() -> None:
    game = asked()
    game.key(*"123")
    words = []
    for _ in range(5):
        game.button(GETNUM, shared.GETNUM_KIND)
        words.append(game.said(GETNUM, shared.GETNUM_KIND))
    assert words == [f"Level: {word}" for word in (*list(KINDS)[:4], "any")]
    assert field(game) == "123"
    for _ in range(3):
        game.button(GETNUM, shared.GETNUM_KIND)
    game.button(GETNUM, shared.GETNUM_NEXT)
    number = int(field(game))
    assert number > 123
    assert kind(game) == difficulty(Position.vierfrei(number)).value == "hard"
    assert all(difficulty(Position.vierfrei(other)) is not Difficulty.HARD for other in range(124, number))


def test_what_is_typed_meanwhile_ends_the_search() -> None:
    game = asked()
    for _ in range(4):
        game.button(GETNUM, shared.GETNUM_KIND)
    game.key("n")
    game.machine.key(*key_press("n"))
    game.machine.advance(20)
    game.key("5")
    assert field(game) == "5"
    assert kind(game) == difficulty(Position.vierfrei(5)).value


def test_freecell_finds_games_of_a_kind_from_an_empty_field_on() -> None:
    player = Player(1, impossible=Impossible("microsoft"))
    player.key("F2")
    assert box_line(player, shared.GETNUM_DIFFICULTY) == "Difficulty: ?"
    player.button(shared.GETNUM, shared.GETNUM_KIND)
    player.button(shared.GETNUM, shared.GETNUM_NEXT)
    player.key("Return")
    kinds = [difficulty(Position.microsoft(number)) for number in range(1, player.session.number + 1)]
    assert kinds.index(Difficulty.EASY) == len(kinds) - 1


def test_freecells_unwinnable_boards_have_negative_numbers() -> None:
    player = Player(1, impossible=Impossible("microsoft"))
    player.key("F2", "-", "2", "-", "Return")
    assert player.alerts[-1].startswith("[2][Game -2 cannot be won.")
    player.key("Return")
    assert (player.session.number, player.session.title) == (-2, "FreeCell #-2")
    player.drag(player.at(4), player.at(56))
    again = Player(-2, records=player.records)
    assert again.words == ["5a"]
    again.key("F2", "-", "Return")
    assert again.alerts[-1].startswith("[1][No number was typed.")
    # Numbers of other games have no sign.
    game = asked()
    game.key("-", "7")
    assert field(game) == "7"


# ---- challenges


FAMOUS = 1150
"""A game of FreeCell that can be won without cells."""


def test_select_game_deals_with_the_chosen_cells() -> None:
    player = Player(1)
    # The next game has as many cells, but New game has all.
    for keys, title, cells in (
        ("F2 6 1 7 c 2 Return", "FreeCell #617c2", 2),
        ("F3", "FreeCell #617c2", 2),
        ("F2 7 Return", "FreeCell #7c2", 2),
        ("F1", "", 4),
    ):
        player.key(*keys.split())
        assert player.session.title.startswith(title)
        assert player.board.cells == [None] * cells


def test_the_button_goes_round_and_the_mouse_does_it_too() -> None:
    game = Game(42, lang="en")
    game.key("F2")
    said = []
    for _ in range(5):
        game.button(vierfrei_rsc.GETNUM, shared.GETNUM_CELLS)
        said.append(game.said(vierfrei_rsc.GETNUM, shared.GETNUM_CELLS))
    assert said == [f"Free places: {cells}, needed: 2" for cells in (3, 2, 1, 0, 4)]
    game.key("Return")
    assert game.session.number == 45659


def needed(player: Player) -> str:
    return box_line(player, shared.GETNUM_CELLS).partition("needed: ")[2]


def test_the_number_of_cells_tells_how_many_the_deal_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(1, impossible={11982})
    player.key("F2", *str(FAMOUS))
    assert needed(player) == ""
    player.button(shared.GETNUM, shared.GETNUM_CELLS)
    assert box_line(player, shared.GETNUM_CELLS) == "Free cells: 3, needed: 0"
    assert player.records.store.least_cells("freecell") == {FAMOUS: 0}
    # Another number is not searched for until the row is used again.
    player.key("Backspace")
    assert needed(player) == ""
    monkeypatch.setattr(select_dialog, "find_ladder", None)
    player.key("0", "c", "2")
    assert box_line(player, shared.GETNUM_CELLS) == "Free cells: 2, needed: 0"
    player.key("Esc", *"11982", "c", "4")
    assert needed(player) == ">4"


def test_the_search_for_the_cells_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(1)
    player.key("F2", *"617")
    player.machine.key(*key_press("c"))
    for cells in "23":
        # Another choice continues the search.
        player.machine.key(*key_press(cells))
        player.machine.key(*key_press("c"))
        player.machine.advance(20)
        assert (needed(player), player.machine.working) == ("...", True)
    player.machine.key(*key_press("8"))
    player.machine.advance(20)
    assert needed(player) == ""
    player.key("Undo")
    monkeypatch.setattr(select_dialog, "FOREGROUND_LIMITS", Limits((), exhaustive=10))
    player.key("F2", *"617", "c", "3")
    assert needed(player) == "?"
    assert not player.records.store.least_cells("freecell")


def test_wins_count_by_cells_and_challenges_have_no_level() -> None:
    book = Book("freecell", [(challenge_number(7, 1), Outcome.WON), (challenge_number(8, 1), Outcome.WON)])
    player = Player(1, records=book, impossible=Impossible("microsoft"))
    player.key("F2", "7")
    assert box_line(player, shared.GETNUM_KNOWN) == "not won yet"
    rated = box_line(player, shared.GETNUM_DIFFICULTY)
    player.key("c", "1")
    assert box_line(player, shared.GETNUM_KNOWN) == "won once, best 0"
    assert box_line(player, shared.GETNUM_DIFFICULTY) == "Difficulty: ?" != rated
    assert ObState.DISABLED in player.tree(shared.GETNUM)[shared.GETNUM_KIND].ob_state
    player.button(shared.GETNUM, shared.GETNUM_KIND)
    assert box_line(player, shared.GETNUM_KIND) == "Level: any"
    player.button(shared.GETNUM, shared.GETNUM_NEXT)
    player.key("Return")
    assert player.session.title == "FreeCell #9c1"
    # For a game that cannot be won with all cells, the usual question follows.
    player.key("F2", *"11982", "Return")
    assert player.alerts[-1].startswith("[2][Game 11982c1 cannot be won.")
    # The dialog offers the same number and cells again.
    player.answer(2)
    player.key("Return")
    assert len(player.alerts) == 2


def test_a_number_that_there_is_not_is_told_without_its_cells() -> None:
    player = Player(1)
    player.key("F2", "0", "c", "3", "Return")
    assert player.alerts[-1].startswith("[1][There is no game 0,")


@cell_games
def test_a_closed_cell_is_bare_felt_and_takes_no_card(kind: Hands) -> None:
    game = kind(1)
    places = [game.at(cell) for cell in CELLS]

    def bare() -> list[bool]:
        return [len(set(game.pixels(x, y, 16, 16))) == 2 for x, y in places]

    assert not any(bare())
    game.session.deal(challenge_number(1, 2))
    game.full_picture()
    assert bare() == [False, False, True, True]
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
    for number, said in ((FAMOUS, "[1][Yes, this game can be won."), (2, "could never be won")):
        player = Player(challenge_number(number, 0))
        # An alert about the game without a move is open.
        player.key("Return", "Ctrl+g")
        assert said in player.alerts[-1]


@pytest.mark.parametrize(
    ("kind", "lang", "words"),
    [
        (Player, "en", "without free cells,with one free cell,with two free cells,with three free cells"),
        (Game, "de", "ohne freien Platz,mit einem freien Platz,mit zwei freien Plätzen,mit drei freien Plätzen"),
    ],
)
@pytest.mark.parametrize("cells", range(4))
def test_a_victory_is_told_with_its_cells(kind: Hands, lang: str, words: str, cells: int) -> None:
    game = kind(1, lang=lang)
    number = challenge_number(1, cells)
    game.session.deal(number)
    # The king of clubs is still in a column.
    columns = [parse_cards(["KC"]), *[[]] * 7]
    game.put(kind.game.board(columns, (None,) * cells, (12, 13, 13, 13), number))
    game.act("1>C wait Space")
    told = words.split(",")[cells]
    title = {"en": f"Congratulations, won {told}!", "de": f"Glückwunsch, {told} gelöst!"}[lang]
    assert (game.board.won, game.said(shared.WON, shared.WON_TITLE)) == (True, title)
    assert game.outcomes == [(number, Outcome.WON)]
    assert (game.records.statistics().won, game.records.statistics(cells).won) == (0, 1)


def test_statistics_are_separate_for_each_number_of_cells() -> None:
    one = challenge_number(7, 1)
    book = Book("freecell", [(7, Outcome.WON), (8, Outcome.LOST), (one, Outcome.WON), (one, Outcome.WON)])
    player = Player(1, records=book)
    player.key("F5")
    none = "0", "none"
    for cells, figures in ((4, ("1", "1 lost")), (3, none), (2, none), (1, ("2", "2 won")), (0, none)):
        objects = shared.STATISTICS_CELLS, shared.STATISTICS_WON, shared.STATISTICS_STREAK
        found = [player.said(shared.STATISTICS, obj) for obj in objects]
        assert found == [f"Free cells: {cells}", *figures]
        player.key("f")
    player.key("c")
    player.answer(1)
    player.key("Return")
    assert player.outcomes == [(one, Outcome.WON), (one, Outcome.WON)]
    # In VIERFREI the button has another place, and all figures change with it.
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


def test_challenges_and_levels_need_cells_and_extras() -> None:
    plain = Game(42, used=plain_files())
    plain.key("F2", "f", "Return")
    assert len(plain.board.cells) == 4
    other = Familien(1)
    other.key("F2", "3")
    other.button(shared.GETNUM, shared.GETNUM_NEXT)
    assert other.text(shared.GETNUM, shared.GETNUM_FIELD) == "4"
    for obj in (shared.GETNUM_CELLS, shared.GETNUM_KIND, shared.GETNUM_DIFFICULTY):
        assert ObFlag.HIDETREE in other.tree(shared.GETNUM)[obj].ob_flags
    other.key("Undo", "F5")
    assert ObFlag.HIDETREE in other.tree(shared.STATISTICS)[shared.STATISTICS_CELLS].ob_flags
