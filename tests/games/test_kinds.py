"""The dialog for a number says how hard that game is, and looks for games of a kind, while nobody waits."""

from __future__ import annotations

import pytest

from gemport.cli.files import Impossible, Sources
from gemport.gem.aes.keys import key_press
from gemport.gem.formats.objects import ObFlag
from gemport.play.choosing import OriginalSelect
from gemport.solver import Position
from gemport.solver.difficulty import Difficulty, difficulty
from tests.games import shared
from tests.games.freecell.player import Player
from tests.games.grossfamilien.player import Familien
from tests.games.vierfrei.player import Game, plain_files

GETNUM = 1
"""VIERFREI's own dialog."""
KINDS = {"easy": "leicht", "medium": "mittel", "hard": "schwer", "very hard": "sehr schwer", "impossible": "unlösbar"}


def asked(lang: str = "en") -> Game:
    """A game whose dialog for a number is shown. A hand waits after each key until nothing is worked on any more."""
    game = Game(42, lang=lang, impossible=Impossible(Sources(builtin=True), "vierfrei"))
    game.key("F2")
    return game


def kind(game: Game) -> str:
    return game.said(GETNUM, shared.GETNUM_KIND)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("number", ["45659", "7", "31415", "720125", "8700"])
def test_it_says_how_hard_the_typed_game_is(number: str, lang: str) -> None:
    game = asked(lang)
    game.key(*number)
    expected = "impossible" if number == "8700" else difficulty(Position.vierfrei(int(number))).value
    assert kind(game) == (expected if lang == "en" else KINDS[expected])
    shown = game.picture()
    # The word is on the screen, not only in the tree.
    game.machine.key(*key_press("Backspace"))
    game.machine.key(*key_press(number[-1]))
    assert kind(game) == "?"
    assert game.picture() != shown
    game.machine.settle()
    assert game.picture() == shown


def test_no_number_and_none_of_the_games_have_no_kind() -> None:
    game = asked()
    game.key("Esc")
    assert kind(game) == "?"


def test_a_click_looks_for_the_next_kind_and_ok_plays_it() -> None:
    game = asked()
    found = []
    for _ in range(5):
        game.button(GETNUM, shared.GETNUM_KIND)
        number = int(game.text(GETNUM, shared.GETNUM_FIELD))
        assert difficulty(Position.vierfrei(number)).value == kind(game)
        found.append(kind(game))
    first = list(KINDS).index(difficulty(Position.vierfrei(45659)).value) + 1
    assert found == [list(KINDS)[(first + step) % 4] for step in range(5)]
    game.key("Return")
    assert game.session.number == number


def test_what_is_typed_meanwhile_ends_the_search() -> None:
    game = asked()
    game.key("Up")
    game.machine.key(*key_press("Space"))
    game.machine.advance(20)
    game.machine.key(*key_press("5"))
    game.machine.settle()
    assert game.text(GETNUM, shared.GETNUM_FIELD) == "5"
    assert kind(game) == difficulty(Position.vierfrei(5)).value


def test_the_dialog_answers_while_it_searches() -> None:
    game = asked()
    game.key("Up")
    game.machine.key(*key_press("Space"))
    assert game.machine.working
    game.machine.key(*key_press("Undo"))
    assert not game.machine.working
    assert game.session.number == 42
    game.key("F1")
    assert game.session.number == 45659


def test_by_keys_the_button_is_reached_and_pushed() -> None:
    game = asked()
    before = kind(game)
    game.key("Up", "Space")
    assert kind(game) != before


def test_freecell_draws_games_of_a_kind_by_chance() -> None:
    player = Player(1, impossible=Impossible(Sources(builtin=True), "microsoft"))
    player.key("F3")
    tree = player.program.feature(OriginalSelect).number_box
    assert tree[shared.GETNUM_KIND].ob_spec == "?"
    player.button(shared.GETNUM, shared.GETNUM_KIND)
    assert tree[shared.GETNUM_KIND].ob_spec == Difficulty.EASY.value
    player.key("Return")
    assert player.session.number in range(2, 32_001)
    assert difficulty(Position.microsoft(player.session.number)) is Difficulty.EASY


def test_where_there_is_no_measure_there_is_no_button() -> None:
    game = Familien(1)
    game.key("F2")
    tree = game.program.feature(OriginalSelect).number_box
    assert ObFlag.HIDETREE in tree[shared.GETNUM_KIND].ob_flags
    assert ObFlag.HIDETREE in tree[shared.GETNUM_DIFFICULTY].ob_flags
    plain = Game(42, used=plain_files())
    plain.key("F2")
    assert not plain.machine.working
