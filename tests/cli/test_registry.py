"""The games that the command line finds by itself."""

from __future__ import annotations

import unicodedata
from typing import Literal

import pytest

from gemport.cards.deals import NumberError
from gemport.cli import registry
from gemport.gem.aes.keys import key_name


def test_vierfrei_comes_first_then_the_others_by_name() -> None:
    assert registry.names() == ("vierfrei", "freecell", "grossfamilien")


@pytest.mark.parametrize("name", registry.names())
def test_a_games_record_says_what_its_package_and_its_board_say(name: str) -> None:
    game = registry.find(name)
    assert game.name == game.board.game == name
    assert registry.GameBoards()[name] is game.board
    first, last = game.numbers[0], game.numbers[-1]
    for number in (first, last):
        assert game.check(number) == game.deal(number).number == game.board.deal(number).number == number
    for number in (first - 1, last + 1):
        for ask in (game.check, game.deal, game.board.deal):
            with pytest.raises(NumberError):
                ask(number)


@pytest.mark.parametrize("name", registry.names())
def test_no_two_actions_of_a_game_have_the_same_key_and_each_key_has_a_name(name: str) -> None:
    keys = registry.find(name).keys
    assert len(set(keys.values())) == len(keys)
    assert all(key_name(word, 0) or key_name(word, 4) for word in keys.values())


def test_names_of_programs_are_those_of_the_machine() -> None:
    assert [registry.find(name).program_name for name in registry.names()] == [
        "VIERFREI.PRG",
        "FREECELL.PRG",
        "GROSSFAM.PRG",
    ]


@pytest.mark.parametrize("name", ["kit", "session", "chess", "", "game", "../vierfrei"])
def test_what_is_not_a_game_is_not_found(name: str) -> None:
    with pytest.raises(KeyError):
        registry.find(name)
    assert name not in registry.GameBoards()


def test_boards_are_counted_and_listed_like_the_games() -> None:
    boards = registry.GameBoards()
    assert (len(boards), tuple(boards)) == (3, registry.names())


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("großfamilien", "grossfamilien"),
        ("GROẞFAMILIEN", "grossfamilien"),
        ("großfamilie", None),
        ("gro\u0308ssfamilien", None),
        ("desktop", None),
        ("", None),
    ],
)
def test_a_game_is_known_however_its_name_is_written(typed: str, name: str | None) -> None:
    assert registry.named(typed) == name


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_letters_in_pieces_are_the_same_letters(form: Literal["NFC", "NFD"], monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose name has an umlaut: a terminal of macOS hands its letters over in pieces."""
    monkeypatch.setattr(registry, "names", lambda: ("mühle",))
    assert registry.named(unicodedata.normalize(form, "MÜHLE")) == "mühle"
