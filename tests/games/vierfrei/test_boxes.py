"""The number dialog key by key, About, and what still works while a box is shown (docs/vierfrei.md 8)."""

from __future__ import annotations

import pytest

from gemport.cards.vierfrei import VierfreiBoard
from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.objects import object_rect
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.objects import ObState
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH
from tests.games import shared
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


def test_the_dialog_offers_the_next_games_number(dialog: Game) -> None:
    assert typed(dialog) == str(NEXT)
    assert dialog.key("Return") == 0
    assert dialog.board.number == NEXT


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (["Backspace"], "4565"),
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


def test_keys_of_the_keypad_type_digits_too(dialog: Game) -> None:
    dialog.key("Esc")
    for word in (0x6D31, 0x6733):
        dialog.machine.key(word)
        dialog.machine.settle()
    assert typed(dialog) == "13"


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


def test_ok_of_the_number_box_acts_on_the_press(dialog: Game) -> None:
    dialog.press(on_button(dialog, rsc.GETNUM_OK))
    assert dialog.board.number == NEXT


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


def test_a_button_that_stays_down_takes_the_card_beneath_the_box(dialog: Game) -> None:
    x, y = on_button(dialog, rsc.GETNUM_CANCEL)
    column = next(c for c in range(8) if GRect(*dialog.corner(c), CARD_WIDTH, CARD_HEIGHT).contains(x, y))
    card = dialog.board.columns[column][-1]
    dialog.press((x, y))
    dialog.move(dialog.at(56))
    dialog.release()
    assert (dialog.board.number, dialog.board.cells[0]) == (42, card)


@pytest.mark.parametrize(("key", "text"), [("Ctrl+h", "4565"), ("Ctrl+[", "")])
def test_in_the_number_box_the_low_byte_of_a_key_counts(dialog: Game, key: str, text: str) -> None:
    dialog.key(key)
    assert typed(dialog) == text


@pytest.mark.parametrize("opener", ["F2", "F4"])
def test_control_m_is_return(game: Game, opener: str) -> None:
    before = game.picture()
    game.key(opener)
    shown = game.picture()
    game.key("Ctrl+m")
    assert shown != before
    assert game.picture() != shown
    assert game.board.number == (NEXT if opener == "F2" else 42)


@pytest.mark.parametrize(("opener", "tree", "ok"), [("F4", rsc.ABOUT, rsc.ABOUT_OK)])
def test_about_closes_with_ok_return_and_enter_only(game: Game, opener: str, tree: int, ok: int) -> None:
    before = game.picture()
    for close in ("button", "Return", "Enter"):
        game.key(opener)
        shown = game.picture()
        assert shown != before
        game.key("Space", "F1", "F2", "F3", "F4", "Delete", "a")
        assert game.picture() == shown
        _ = game.button(tree, ok) if close == "button" else game.key(close)
        assert game.picture() == before, close
    assert game.player.machine.bells == 0
    assert game.board.number == 42


def win(game: Game) -> None:
    """One card before the end, and the last one."""
    board = VierfreiBoard([[51], *[[]] * 7], foundations=(13, 13, 13, 12), number=42)
    game.put(board)
    game.key("Delete")


def open_about(game: Game) -> None:
    game.key("F4")


def open_number(game: Game) -> None:
    game.key("F2")


BOXES = pytest.mark.parametrize("opener", [open_about, open_number, win])


@BOXES
def test_f10_ends_the_program_in_every_box(game: Game, opener: object) -> None:
    opener(game)  # type: ignore[operator]
    game.key("F10")
    assert game.machine.finished


@BOXES
def test_the_closer_ends_the_program_in_every_box(game: Game, opener: object) -> None:
    opener(game)  # type: ignore[operator]
    game.closer()
    assert game.machine.finished


@BOXES
def test_quit_in_the_menu_ends_the_program_in_every_box(game: Game, opener: object) -> None:
    opener(game)  # type: ignore[operator]
    game.choose(GAME_TITLE, rsc.ENTRIES["quit"])
    assert game.machine.finished


@BOXES
def test_the_hosts_request_ends_the_program_in_every_box(game: Game, opener: object) -> None:
    opener(game)  # type: ignore[operator]
    game.machine.request_quit()
    game.machine.settle()
    assert game.machine.finished


@BOXES
def test_other_entries_do_nothing_in_a_box_and_their_title_becomes_normal(game: Game, opener: object) -> None:
    opener(game)  # type: ignore[operator]
    position, number = game.board.position(), game.board.number
    for item in (rsc.ENTRIES["new"], rsc.ENTRIES["restart"], rsc.ENTRIES["remove"], rsc.ENTRIES["undo"]):
        game.choose(GAME_TITLE, item)
        assert not game.tree(rsc.MENU)[GAME_TITLE].ob_state & ObState.SELECTED
    game.choose(DESK_TITLE, rsc.ENTRIES["about"])
    assert not game.tree(rsc.MENU)[DESK_TITLE].ob_state & ObState.SELECTED
    assert (game.board.position(), game.board.number) == (position, number)
    assert not game.machine.finished


@BOXES
def test_the_fuller_and_the_mover_do_nothing_in_a_box(game: Game, opener: object) -> None:
    opener(game)  # type: ignore[operator]
    before, work = game.picture(), game.program.table.work
    game.fuller()
    game.drag_window(20, 30)
    assert game.picture() == before
    assert game.program.table.work == work


def test_the_congratulation_closes_with_return(game: Game) -> None:
    win(game)
    shown = game.picture()
    assert game.said(shared.WON, shared.WON_MOVES) == "1"
    game.key("Return")
    assert game.picture() != shown
    game.key("F1")
    assert game.board.number == NEXT


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


def test_every_entry_does_what_its_key_does() -> None:
    for item, key in (
        (rsc.ENTRIES["new"], "F1"),
        (rsc.ENTRIES["restart"], "F3"),
        (rsc.ENTRIES["remove"], "Delete"),
        (rsc.ENTRIES["undo"], "Undo"),
    ):
        by_menu, by_key = Game(42), Game(42)
        for game in (by_menu, by_key):
            game.drag(game.at(0), game.at(56))
        assert by_menu.choose(GAME_TITLE, item) == by_key.key(key)
        by_menu.move((320, 399))
        by_key.move((320, 399))
        assert by_menu.picture() == by_key.picture(), key
    for title, item, key in ((DESK_TITLE, rsc.ENTRIES["about"], "F4"), (GAME_TITLE, rsc.ENTRIES["select"], "F2")):
        by_menu, by_key = Game(42), Game(42)
        by_menu.choose(title, item)
        by_key.key(key)
        assert by_menu.picture() == by_key.picture(), key


def test_new_game_takes_the_numbers_of_the_generator_and_restart_the_same_again(game: Game) -> None:
    numbers = []
    for key in ("F1", "F1", "F3"):
        game.key(key)
        numbers.append(game.board.number)
    after = VierfreiBoard.deal(NEXT or 0).next_number
    assert numbers == [NEXT, after, after]
    assert game.board.history == []
