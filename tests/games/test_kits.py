"""Kits: what is made of a game's features, and in which order these act."""

from typing import Any

import pytest

from gemport.games.vierfrei import GAME
from gemport.gem import NAMED, WCHAR, ObType, key_press, menu_entries, object_type
from gemport.play.loop import make_program
from gemport.play.recordings import OpenRecording, Replay
from tests.games import hand
from tests.games.players import Familien, Game, Player, cell_games, every_game, plain_files


def entry_texts(game: hand.Run[Any]) -> list[str]:
    menu = game.program.menu
    entries = [entry for _, entry in menu_entries(menu) if object_type(menu[entry]) == ObType.G_STRING]
    return [
        str(menu[entry].ob_spec)
        for entry in sorted(entries, key=lambda entry: (menu[entry].ob_width, menu[entry].ob_y))
    ]


@pytest.mark.parametrize(
    ("lang", "back", "look"),
    [
        ("de", "  Fehler zurücknehmen     Strg+B ", "  Rückblick ...           Strg+E "),
        ("en", "  Take back the mistake  Ctrl+B ", "  Look back ...          Ctrl+E "),
    ],
)
@cell_games
def test_an_entry_that_no_resource_has_stands_below_the_one_its_feature_names(
    kind: type[Game | Player], lang: str, back: str, look: str
) -> None:
    texts = entry_texts(kind(42, lang=lang))
    assert texts[texts.index(back) + 1] == look


@pytest.mark.parametrize("lang", ["de", "en"])
@every_game
def test_an_entry_fills_its_menu_and_names_its_key(kind: type[hand.Hand[Any]], lang: str) -> None:
    game = kind(1, lang=lang)
    menu = game.program.menu
    for item, command in game.program.commands.items():
        text = str(menu[item].ob_spec)
        assert WCHAR * len(text) == menu[item].ob_width
        if command.key is not None:
            for german, name in (("Strg", "Ctrl"), ("Entf", "Delete"), ("F11", "Help"), (",", "")):
                text = text.replace(german, name)
            names = [name for name in text.split() if name in NAMED or "+" in name]
            assert command.key in [key_press(name).word for name in names], text


def test_a_game_without_the_feature_has_no_such_entry() -> None:
    assert {"copy position", "look back"}.isdisjoint(Familien(42).program.items)
    assert {"copy position", "look back"}.isdisjoint(Game(42, used=plain_files()).program.items)


def test_a_kit_that_asks_a_solver_is_refused_for_a_game_without_one() -> None:
    game = Game(42)
    without = GAME._replace(solver=None)
    with pytest.raises(ValueError, match="vierfrei has no solver for VierfreiSelect, Advice, LookingBack, Oracle"):
        make_program(without, game.gem, hand.files("vierfrei", "de"), game.session)


def test_a_replay_is_shown_by_the_original_without_its_entry() -> None:
    original = Game(42, used=plain_files()).program
    assert "open recording" not in original.items
    assert not any(isinstance(feature, OpenRecording) for feature in original.features)
    assert any(isinstance(feature, Replay) for feature in original.features)
