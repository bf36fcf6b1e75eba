"""The keyboard: menu entries and their keys, boxes, and playing without a mouse."""

from typing import Any

import pytest

from gemport import __version__
from gemport.cards.grossfamilien import PILES, PLACES, STOCK, TURNED, WASTE
from gemport.cards.vierfrei import VierfreiBoard
from gemport.games.freecell.freecell import GuideKeys
from gemport.games.grossfamilien import GAME as GROSSFAMILIEN
from gemport.games.vierfrei import GAME
from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.gem import WCHAR, Gem, Msg
from gemport.gem.aes.keys import NAMED, key_press
from gemport.hosts.events import Event
from gemport.play.items import Item, Menu, menus_of
from gemport.play.layout import Spot
from gemport.play.loop import CardProgram, kit_of
from tests.cards.cells.strategies import cell_board
from tests.games.hand import files
from tests.games.players import Familien, Game, Hands, Player, every_game, pile_board, plain_files
from tests.games.sessions import session_of
from tests.games.shared import GETNUM_FIELD

# ---- menu entries


@pytest.mark.parametrize("lang", ["de", "en"])
@every_game
def test_an_entry_fills_its_menu_and_names_its_key(kind: Hands, lang: str) -> None:
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


def test_kit_that_needs_a_solver_is_refused_without_one() -> None:
    session = session_of(GAME._replace(solver=None), 42)
    with pytest.raises(ValueError, match=r"vierfrei has no solver for .*Advice"):
        CardProgram(Game(42).gem, files("vierfrei", "de"), session)


def test_item_without_a_menu_entry_is_an_error_at_start(monkeypatch: pytest.MonkeyPatch) -> None:
    game, kit = Familien(42), kit_of(GROSSFAMILIEN)
    kit = kit._replace(features=[*kit.features, GuideKeys])
    monkeypatch.setattr("gemport.play.loop.kit_of", lambda _: kit)
    with pytest.raises(ValueError, match=r"the menu of grossfamilien has no .*: run tools/build_data\.py"):
        CardProgram(game.gem, files("grossfamilien", "de"), game.session)


# ---- held keys


@pytest.mark.parametrize("name", ["4", "F1", "F8", "Ctrl+g", "Space"])
@every_game
def test_a_held_key_acts_once(kind: Hands, name: str) -> None:
    game, held = kind(42), kind(42)
    for hand in (game, held):
        hand.key(name)
    for _ in range(11):
        held.do(Event(0, "key", keys=(key_press(name),), repeat=True))
    assert (held.picture(), held.session.number) == (game.picture(), game.session.number)


@pytest.mark.parametrize("name", ["Undo", "Ctrl+y"])
def test_undo_and_redo_repeat(name: str) -> None:
    game = Game(42)
    game.act("1>a 2>b 3>c")
    if name == "Ctrl+y":
        game.act("Undo Undo Undo")
    game.key(name)
    game.do(Event(0, "key", keys=(key_press(name),), repeat=True))
    assert len(game.words) == (2 if name == "Ctrl+y" else 1)


def test_in_a_field_a_held_key_types_and_deletes() -> None:
    game = Game(42)
    game.key("F2", "7")
    for name, text in (("7", "777"), ("Backspace", "7")):
        for _ in range(2):
            game.do(Event(0, "key", keys=(key_press(name),), repeat=True))
        assert game.text(1, GETNUM_FIELD) == text


def test_upper_row_types_digits_except_in_a_field() -> None:
    game = Game(42)
    assert game.machine.digit_row
    game.key("F2")
    assert not game.machine.digit_row
    assert not Game(42, used=plain_files()).machine.digit_row


def test_with_the_originals_resource_every_held_key_repeats() -> None:
    game = Game(42, used=plain_files(), chance=1)
    numbers = {game.session.number}
    for repeat in (False, True, True):
        game.do(Event(0, "key", keys=(key_press("F1"),), repeat=repeat))
        numbers.add(game.session.number)
    assert len(numbers) == 4


# ---- keys that the originals did not have


@every_game
def test_both_keys_ask_the_accessory_help_to_open(kind: Hands) -> None:
    game, opened = kind(1), 0

    async def helper(gem: Gem) -> None:
        nonlocal opened
        while (await gem.evnt_mesag()).type == Msg.AC_OPEN:
            opened += 1

    game.machine.start(helper, "HELP.ACC")
    game.machine.settle()
    game.key("?", "Help")
    assert opened == 2


@pytest.mark.parametrize("key", ["Shift+Undo", "Ctrl+y"])
@pytest.mark.parametrize(("kind", "acts"), [(Game, "1>a 2>b"), (Player, "8 0 7 0"), (Familien, "@t @o")])
def test_two_keys_make_again_what_was_taken_back(kind: Hands, acts: str, key: str) -> None:
    game = kind(1)
    game.act(acts)
    words = game.words
    game.key("Undo", "Undo")
    assert game.key(key) == 0
    assert game.words == words[:1]
    game.key(key, key)
    assert game.words == words


@pytest.mark.parametrize("lang", ["de", "en"])
def test_about_says_version_and_licence_and_where_the_manual_is(lang: str) -> None:
    game = Game(42, lang=lang)
    line = game.tree(rsc.ABOUT)[rsc.ABOUT_VERSION]
    text = game.said(rsc.ABOUT, rsc.ABOUT_VERSION)
    assert [part in text for part in (__version__, "MIT", "$")] == [True, True, False]
    assert line.ob_width == 8 * len(text)
    assert abs(2 * line.ob_x + line.ob_width - game.tree(rsc.ABOUT)[0].ob_width) <= 1
    assert "F11" in game.said(rsc.ABOUT, rsc.ABOUT_MANUAL)


@pytest.mark.parametrize("key", ["Undo", "Ctrl+y", "Ctrl+e"])
def test_the_key_of_a_greyed_entry_rings_the_bell(key: str) -> None:
    """It was once silent, although Undo rang in the original."""
    game = Game(42)
    before = game.picture()
    assert (game.key(key), game.picture()) == (1, before)


@every_game
def test_a_key_opens_the_menu_bar_and_the_arrows_choose(kind: Hands) -> None:
    game = kind(1)
    before, rows = game.picture(), menus_of(game.program.items)[Menu.GAME]
    game.key("Shift+F10", "Right", *["Down"] * (rows.index(Item.SELECT) + 1))
    assert game.picture() != before
    game.key("Return", "7", "Return")
    assert game.session.number == 7


# ---- boxes


@pytest.mark.parametrize(
    ("keys", "number"), [("a", 42), ("Tab Tab Tab Tab Return", 42), ("o", 45659), ("Left Up Down Right Return", 45659)]
)
def test_the_number_box_has_keys_for_its_buttons(keys: str, number: int) -> None:
    game = Game(42)
    before = game.picture()
    game.key("F2", *keys.split())
    assert game.session.number == number
    assert (game.picture() == before) == (number == 42)


# ---- places

PILE_KEYS = "1234qwerasdfzxcv"


def play_families(game: Familien, word: str) -> None:
    """Make a step with the keys of its places."""
    source, _, target = word.partition("-")
    keys = {STOCK: "0", TURNED: "0", WASTE: "8", **dict(zip(PILES, PILE_KEYS, strict=True))}
    game.key(keys[PLACES.parse(source)])
    if target == "h":
        game.key("9")
    elif PLACES.parse(source) != STOCK:
        game.key(keys[PLACES.parse(target)])


@pytest.mark.parametrize(("kind", "key", "spot"), [(Game, "3", Spot(2, 6)), (Familien, "e", Spot(6, 0))])
def test_what_is_chosen_is_shown_and_esc_or_its_key_lets_it_go(kind: Hands, key: str, spot: Spot) -> None:
    game = kind(42)
    before = game.picture()
    for end in ("Esc", key):
        game.key(key)
        assert game.program.table.selected == spot
        assert before != game.picture() == game.full_picture()
        game.key(end)
        assert game.picture() == before
    assert game.board.moves_made == 0


@pytest.mark.parametrize("key", ["F3", "F8", "Delete", "Undo", "mouse"])
@pytest.mark.parametrize(("kind", "step"), [(Game, "1>a"), (Familien, "@t")])
def test_whatever_else_is_done_lets_it_go(kind: Hands, step: str, key: str) -> None:
    game = kind(42)
    game.act(f"{step} 1" if key == "Undo" else "1")
    assert game.program.table.selected is not None
    if key == "mouse":
        game.click((300, 390))
    else:
        game.key(key)
    assert game.program.table.selected is None
    assert game.picture() == game.full_picture()


RUN = cell_board(VierfreiBoard, ("9H 8S", "TS", ""))
FULL = cell_board(VierfreiBoard, ("9H 8S", "TS"), cells="2C 3C 4C 5C")
FREE = pile_board("AC,3D,,5H", "7S 8S")


@pytest.mark.parametrize(
    ("kind", "position", "keys", "words", "selected", "bells"),
    [
        # Several cards go to a column; to an empty column, as many as the player asks for.
        (Game, RUN, "1 2", "1d 12 d2", None, 0),
        (Game, RUN, "1 2 2 1 3", "1d 12 d2 2d 2c 21 c1 d1", None, 0),
        # A wrong move rings the bell, and the card stays selected.
        (Game, None, "1 9", "", (0, 5), 1),
        (Game, FULL, "1 0", "", (0, 0), 1),
        (Game, FULL, "0 0 9", "", (57, 0), 1),
        (Familien, None, "1 2", "", (0, 0), 1),
        # 9 sends a selected ace to its foundation; without a selection it does nothing.
        (Game, cell_board(VierfreiBoard, ("AC", "TS")), "9", "", None, 0),
        (Game, cell_board(VierfreiBoard, ("AC", "TS")), "1 9", "1h", None, 0),
        # Talon, turned card and waste; an empty pile is filled.
        (Familien, None, "0", "t-o", None, 0),
        (Familien, None, "0 0 8", "t-o o-w", None, 0),
        (Familien, None, "Space Space", "t-o o-w t-o", None, 0),
        (Familien, None, "0 0 8 8", "t-o o-w", (WASTE, 0), 0),
        (Familien, FREE, "0", "t-a3", None, 0),
        # Y and Z mean the same pile, because German keyboards swap them.
        *((Familien, None, key, "", (12, 0), 0) for key in "yzZ"),
    ],
)
def test_keys_of_places(
    kind: Hands, position: Any, keys: str, words: str, selected: tuple[int, int] | None, bells: int
) -> None:
    game = kind(1 if kind is Familien else 42)
    if position is not None:
        game.put(position.copy())
    assert game.key(*keys.split()) == bells
    spot = None if selected is None else Spot(*selected)
    assert (" ".join(game.words), game.program.table.selected) == (words, spot)
