"""``?`` opens the help as the Help key does, and Shift+Undo makes again; not with the original's resource."""

from typing import Any

import pytest

from gemport import __version__
from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.gem import Gem, Msg
from tests.games.players import Familien, Game, Hand, Hands, Player, plain_files


def asked(game: Hand[Any], *keys: str) -> int:
    """How often keys ask the accessory Help to open."""
    opened = 0

    async def helper(gem: Gem) -> None:
        nonlocal opened
        while True:
            message = await gem.evnt_mesag()
            if message.type != Msg.AC_OPEN:
                return
            opened += 1

    game.machine.start(helper, "HELP.ACC")
    game.machine.settle()
    game.key(*keys)
    return opened


@pytest.mark.parametrize("game", [Game, Familien, Player])
def test_both_keys_open_the_help(game: Hands) -> None:
    assert asked(game(1), "?", "Help") == 2


@pytest.mark.parametrize("key", ["Shift+Undo", "Ctrl+y"])
def test_two_keys_make_again_what_was_taken_back(key: str) -> None:
    game = Game(42)
    game.play(["1a", "2b"])
    game.key("Undo", "Undo")
    assert game.key(key) == 0
    assert game.board.words() == ["1a"]
    game.key(key, key)
    assert game.board.words() == ["1a", "2b"]
    player = Player(1)
    player.key_words("8a 7b")
    player.key("Undo", key)
    assert player.words == ["8a", "7b"]
    families = Familien(1)
    families.click(families.at(60))
    families.key("Undo", key)
    assert families.board.moves_made == 1


@pytest.mark.parametrize("lang", ["de", "en"])
def test_about_says_version_and_licence_and_where_the_manual_is(lang: str) -> None:
    game = Game(42, lang=lang)
    line = game.tree(rsc.ABOUT)[rsc.ABOUT_VERSION]
    text = game.said(rsc.ABOUT, rsc.ABOUT_VERSION)
    assert __version__ in text
    assert "MIT" in text
    assert "$" not in text
    assert line.ob_width == 8 * len(text)
    assert abs(2 * line.ob_x + line.ob_width - game.tree(rsc.ABOUT)[0].ob_width) <= 1
    assert "F11" in game.said(rsc.ABOUT, rsc.ABOUT_MANUAL)


@pytest.mark.parametrize("key", ["Undo", "Ctrl+y", "Ctrl+e"])
def test_the_key_of_a_greyed_entry_rings_the_bell(key: str) -> None:
    """It was silent; the original's Undo rang."""
    game = Game(42)
    before = game.picture()
    assert (game.key(key), game.picture()) == (1, before)


@pytest.mark.parametrize("game", [Game, Familien, Player])
def test_a_key_opens_the_menu_bar_and_the_arrows_choose(game: Hands) -> None:
    """The second entry of the second menu asks for a number."""
    player = game(1)
    before = player.picture()
    player.key("Shift+F10", "Right", "Down", "Down")
    assert player.picture() != before
    player.key("Return", "7", "Return")
    assert player.session.number == 7


def test_with_the_originals_resource_no_key_opens_the_menu_bar() -> None:
    game = Game(1, used=plain_files())
    before = game.picture()
    game.key("Shift+F10", "Right", "Down", "Return")
    assert (game.picture(), game.session.number) == (before, 1)
