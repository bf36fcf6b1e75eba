"""The number dialog key by key, About, and what still works while a box is shown (docs/vierfrei.md 8)."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from gemport.cards.vierfrei import VierfreiBoard
from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.gem import Gem, ObState, object_rect
from tests.games.test_exchange import choose
from tests.games.vierfrei.player import Game

DESK_TITLE, GAME_TITLE = 3, 4
NEXT = VierfreiBoard.deal(42).next_number


@pytest.fixture
def game() -> Game:
    return Game(42)


@pytest.fixture
def dialog(game: Game) -> Game:
    game.key("F2")
    return game


def typed(game: Game) -> str:
    return game.text(rsc.GETNUM, rsc.GETNUM_FIELD)


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ([], "45659"),
        (["Backspace"], "4565"),
        (["Ctrl+h"], "4565"),
        (["Ctrl+[", "1"], "1"),
        (["7"], "7"),
        (["4", "5"], "45"),
        (["Backspace", "7"], "45657"),
        (["x", "Left", "Right", "7"], "7"),
        (["Esc", *"1234567"], "123456"),
        (["Esc", *"0012"], "0012"),
        (["Esc", "x", "Z", "-", ".", "Space", "ü", "5"], "5"),
        (["Esc", "Left", "Right", "Up", "Down", "ClrHome", "Insert", "Delete", "3"], "3"),
        (["Esc", "Shift+1", "2"], "2"),
        (["Esc", "F1", "F2", "F3", "F4", "Help", "9"], "9"),
    ],
)
def test_keys_in_the_number_field(dialog: Game, keys: list[str], text: str) -> None:
    assert NEXT == 45659
    assert dialog.key(*keys) == 0
    assert typed(dialog) == text
    dialog.key("Return")
    assert dialog.board.number == int(text)


@pytest.mark.parametrize("keys", [["Undo"], ["7", "Undo"], ["Esc", "Esc"], ["7", "Esc", "Esc"]])
def test_keys_that_cancel(game: Game, keys: list[str]) -> None:
    before = game.picture()
    game.key("F2", *keys)
    assert game.picture() == before
    # The keys are the game's again.
    game.key("F1")
    assert game.board.number == NEXT


@pytest.mark.parametrize("keys", [["Esc"], ["Backspace"] * 9])
@pytest.mark.parametrize("key", ["Return", "Enter"])
def test_an_empty_field_is_no_number_and_the_box_says_so(dialog: Game, keys: list[str], key: str) -> None:
    shown = dialog.picture()
    dialog.key(*keys)
    assert typed(dialog) == ""
    dialog.key(key)
    assert dialog.board.number == 42
    dialog.key("Return")
    # The same box again, with what it offered at first.
    assert dialog.picture() == shown
    dialog.key("Return")
    assert dialog.board.number == NEXT


def test_a_digit_more_or_less_changes_the_field_and_nothing_else(dialog: Game) -> None:
    before = dialog.picture()
    dialog.key("Backspace")
    shorter = dialog.picture()
    assert shorter != before
    dialog.key("9")
    assert dialog.picture() == before
    rect = object_rect(dialog.tree(rsc.GETNUM), rsc.GETNUM_FIELD)
    octets = dialog.machine.frame().stride // 8
    rows = {n // octets for n, (a, b) in enumerate(zip(before, shorter, strict=True)) if a != b}
    assert rows <= set(range(rect.y, rect.y + rect.h))


def on_button(game: Game, button: int, tree: int = rsc.GETNUM) -> tuple[int, int]:
    x, y = game.gem.objc_offset(game.tree(tree), button)
    return x + 4, y + 4


def test_a_press_that_slides_onto_a_button_acts_there(dialog: Game) -> None:
    dialog.press((20, 390))
    dialog.move(on_button(dialog, rsc.GETNUM_OK))
    assert dialog.board.number == NEXT
    dialog.release()


def test_a_press_that_is_let_go_beside_the_buttons_does_nothing(game: Game) -> None:
    game.key("F4")
    shown = game.picture()
    game.press((20, 390))
    game.release()
    game.move(on_button(game, rsc.ABOUT_OK, rsc.ABOUT))
    assert game.picture() == shown


def win(game: Game) -> None:
    """One card before the end, and the last one."""
    game.put(VierfreiBoard([[51], *[[]] * 7], foundations=(13, 13, 13, 12), number=42))
    game.key("Delete")


Act: TypeAlias = Callable[[Game], object]
OPENERS: dict[str, Act] = {"about": lambda game: game.key("F4"), "number": lambda game: game.key("F2"), "victory": win}
WAYS_OUT: dict[str, Act] = {
    "key": lambda game: game.key("F10"),
    "closer": lambda game: game.closer(),
    "menu": lambda game: choose(game, "quit"),
    "host": lambda game: game.machine.request_quit(),
}


@pytest.mark.parametrize("way", WAYS_OUT)
@pytest.mark.parametrize("where", [*OPENERS, "small"])
def test_the_program_can_be_left_in_every_box_and_while_the_window_is_small(game: Game, where: str, way: str) -> None:
    OPENERS.get(where, Game.fuller)(game)
    WAYS_OUT[way](game)
    game.machine.settle()
    assert game.machine.finished


@pytest.mark.parametrize("box", OPENERS)
def test_other_entries_the_fuller_and_the_mover_do_nothing_in_a_box(game: Game, box: str) -> None:
    """The entries' titles become normal."""
    OPENERS[box](game)
    before, position, work = game.picture(), game.board.position(), game.program.table.work
    game.fuller()
    game.drag_window(20, 30)
    assert (game.picture(), game.program.table.work) == (before, work)
    for title, name in ((GAME_TITLE, "new"), (GAME_TITLE, "restart"), (GAME_TITLE, "undo"), (DESK_TITLE, "about")):
        game.choose(title, rsc.ENTRIES[name])
        assert not game.tree(rsc.MENU)[title].ob_state & ObState.SELECTED
    assert (game.board.position(), game.board.number, game.machine.finished) == (position, 42, False)


def test_nothing_of_the_congratulation_stays_around_a_window_that_stands_too_low_for_it(game: Game) -> None:
    game.drag_window(0, 240)

    def around() -> bytes:
        return game.picture()[: game.program.table.work.y * 640 // 8]

    before = around()
    win(game)
    game.key("Return")
    assert around() != before
    game.key("Return")
    assert around() == before


def test_nothing_of_a_box_stays_when_the_program_ends_in_it(game: Game) -> None:
    async def silent(gem: Gem) -> None:
        await gem.evnt_mesag()

    game.machine.start(silent, "SILENT.ACC")
    game.drag_window(0, 240)

    def around() -> bytes:
        return game.picture()[20 * 80 : 240 * 80]

    before = around()
    win(game)
    game.key("x")
    assert around() != before
    game.key("F10")
    assert game.machine.finished
    assert around() == before


def test_the_titles_are_inverted_while_an_action_runs(game: Game) -> None:
    for key, title in (("F4", DESK_TITLE), ("F2", GAME_TITLE)):
        game.key(key)
        assert game.tree(rsc.MENU)[title].ob_state & ObState.SELECTED
        game.key("Return")
        assert not game.tree(rsc.MENU)[title].ob_state & ObState.SELECTED
