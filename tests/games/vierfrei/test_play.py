"""Playing VIERFREI with the mouse: what a press, a drag and a drop do, and when the bell rings (docs/vierfrei.md 5)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gemport.cards.card import parse_card
from gemport.cards.notation import parse_record
from gemport.cards.vierfrei import VierfreiBoard
from gemport.cli.registry import GameBoards
from tests.games import shared
from tests.games.vierfrei.player import Game, plain_files
from tests.places import RECORDED

GAMES = RECORDED / "games"
CELL_A, CELL_B, CELL_C, CELL_D = range(56, 60)
CLUBS = 52


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def board(*columns: str, cells: str = "", foundations: tuple[int, int, int, int] = (0, 0, 0, 0)) -> VierfreiBoard:
    """A position; the bell and the moves do not care that cards are missing."""
    lying = [cards(column) for column in columns] + [[]] * (8 - len(columns))
    held = cards(cells)
    return VierfreiBoard(lying, [*held, *[None] * (4 - len(held))], foundations)


@pytest.fixture
def game() -> Game:
    return Game(42)


def test_a_whole_game_is_won_with_the_mouse_alone() -> None:
    words = list(parse_record((GAMES / "000042.txt").read_text(), GameBoards()).words)
    game = Game(42)
    assert game.play(words) == 0
    assert game.board.won
    assert game.board.words() == words
    assert game.said(shared.WON, shared.WON_MOVES) == str(len(words))
    # A press is enough of the falling cards.
    game.click((4, 390))
    congratulated = game.picture()
    game.button(shared.WON, shared.WON_OK)
    assert game.picture() != congratulated
    # The game goes on: even the last move can be taken back.
    assert game.key("Undo") == 0
    assert not game.board.won


def test_the_congratulation_counts_what_was_not_taken_back() -> None:
    words = list(parse_record((GAMES / "001566.txt").read_text(), GameBoards()).words)
    game = Game(1566)
    game.play(words[:10])
    game.key("Undo", "Undo")
    game.play(words[8:])
    assert game.said(shared.WON, shared.WON_MOVES) == str(len(words))


def test_a_run_is_dragged_by_its_first_card_and_goes_in_the_order_of_the_original(game: Game) -> None:
    game.put(board("KC 9H 8S 7D", "TS", "2C", "3C", "4C", "6C", "8C", "KD"))
    assert game.drag(game.at(0, 1), game.at(1)) == 0
    assert game.board.words() == ["1d", "1c", "12", "c2", "d2"]


def test_a_drop_on_the_own_place_changes_nothing_silently(game: Game) -> None:
    x, y = game.at(0)
    assert game.drag((x, y), (x + 10, y + 30)) == 0
    assert game.board.history == []


@pytest.mark.parametrize("column", [1, 2, 4, 5, 6, 7])
def test_a_drop_that_the_rules_forbid_rings(game: Game, column: int) -> None:
    assert game.drag(game.at(3), game.at(column)) == 1
    assert game.board.history == []


def test_a_drop_on_another_suits_final_place_rings(game: Game) -> None:
    for final in range(CLUBS + 1, CLUBS + 4):
        assert game.drag(game.at(3), game.at(final)) == 1
    assert game.drag(game.at(3), game.at(CLUBS)) == 0


def test_a_taken_free_place_refuses_with_the_bell(game: Game) -> None:
    assert game.drag(game.at(0), game.at(CELL_B)) == 0
    assert game.drag(game.at(1), game.at(CELL_B)) == 1
    assert game.board.words() == ["1b"]


def test_drops_in_the_gaps_are_not_heard(game: Game) -> None:
    x, y = game.corner(1)
    cell_x, cell_y = game.corner(CELL_D)
    for target in ((x - 5, y), (x + 64, y), (cell_x + 64, cell_y + 20), (cell_x, cell_y + 95), (3, 300)):
        assert game.drag(game.at(0), target) == 0
    assert game.board.history == []


def test_the_edges_of_a_target_are_the_cards(game: Game) -> None:
    x, y = game.corner(CELL_A)
    source = game.corner(0)
    pressed = game.at(0)
    for target, words in (((x, y), ["1a"]), ((x + 63, y + 92), ["1a"]), ((x + 64, y), []), ((x, y + 93), [])):
        game.drag(pressed, target)
        assert game.board.words() == words, target
        if words:
            game.key("Undo")
    assert game.corner(0) == source


def test_several_cards_onto_a_free_or_final_place_ring(game: Game) -> None:
    game.put(board("9H 8S", "TS"))
    assert game.drag(game.at(0, 0), game.at(CELL_A)) == 1
    assert game.drag(game.at(0, 0), game.at(CLUBS)) == 1
    assert game.board.history == []


def test_several_cards_without_room_ring(game: Game) -> None:
    full = ("2C", "3C", "4C", "6C", "8C", "KD")
    game.put(board("9H 8S 7D", "TS", *full, cells="AD AH AS"))
    assert game.drag(game.at(0, 0), game.at(1)) == 1
    game.put(board("9H 8S 7D", "TS", *full, cells="AD AH"))
    assert game.drag(game.at(0, 0), game.at(1)) == 0


def test_with_three_empty_columns_the_originals_smaller_limit_rules(game: Game) -> None:
    # (0 + 1) * (1 + 3 * 4 / 2) = 7, where the usual rule would move 8.
    run = "TS 9H 8S 7D 6S 5D 4S 3D"
    for moved, bells in ((8, 1), (7, 0)):
        first = 8 - moved
        above = {8: "JD", 7: "TC"}[moved]
        game.put(board(run, above, "2C", "3C", "", "", "", "KD", cells="AD AH AS AC"))
        assert game.drag(game.at(0, first), game.at(1)) == bells
        assert len(game.board.columns[1]) == (1 if bells else 8)


@pytest.mark.parametrize("press", ["click", "both"])
def test_a_press_where_nothing_lies_is_not_heard(game: Game, press: str) -> None:
    x, y = game.corner(0)
    cell_x, cell_y = game.corner(CELL_D)
    game.drag(game.at(1), game.at(CELL_D))
    beside = (x - 1, y + 5), (x + 64, y + 5), (cell_x + 64, cell_y + 5), (cell_x + 5, cell_y + 93)
    for at in (*beside, game.at(CELL_A), (4, 390), (x + 3, y + 93)):
        assert getattr(game, press)(at) == 0
    assert game.board.words() == ["2d"]


def test_a_card_that_is_no_end_of_a_run_stays_silently(game: Game) -> None:
    assert game.drag(game.at(0, 0), game.at(CELL_A)) == 0
    assert game.board.history == []


def test_a_card_on_a_final_place_stays_silently(game: Game) -> None:
    game.drag(game.at(3), game.at(CLUBS))
    assert game.drag(game.at(CLUBS), game.at(CELL_A)) == 0
    assert game.board.words() == ["4h"]


def test_left_with_right_held_sends_the_card_and_all_below_to_free_places(game: Game) -> None:
    # 9S and what lies above it are no run: that does not matter.
    assert game.both(game.at(0, 4)) == 0
    assert game.board.words() == ["1d", "1c", "1b"]


def test_left_with_right_held_rings_without_room(game: Game) -> None:
    game.drag(game.at(1), game.at(CELL_A))
    assert game.both(game.at(0, 3)) == 1
    assert game.board.words() == ["2a"]


def test_left_with_right_held_rings_on_final_and_free_places_that_hold_a_card(game: Game) -> None:
    game.drag(game.at(3), game.at(CLUBS))
    game.drag(game.at(0), game.at(CELL_C))
    assert game.both(game.at(CLUBS)) == 1
    assert game.both(game.at(CELL_C)) == 1
    assert game.both(game.at(CELL_B)) == 0
    assert game.board.words() == ["4h", "1c"]


def test_a_right_click_alone_does_nothing(game: Game) -> None:
    assert game.press(game.at(0), "right") + game.release(button="right") == 0
    assert game.board.history == []


def test_a_drag_goes_on_while_the_other_button_is_held(game: Game) -> None:
    game.press(game.at(0))
    game.press(button="right")
    game.move(game.at(CELL_A))
    assert game.release() == 0
    assert game.board.history == []
    game.move(game.at(CELL_B))
    assert game.release(button="right") == 0
    assert game.board.words() == ["1b"]


def test_a_drag_above_the_window_ends_where_the_outline_was_held_back(game: Game) -> None:
    x, _ = game.at(CELL_C)
    assert game.drag(game.at(0), (x, 0)) == 0
    assert game.board.words() == ["1c"]


def test_a_drag_below_the_window_ends_in_the_column(game: Game) -> None:
    game.put(board("9H", "TS"))
    x, _ = game.at(1)
    assert game.drag(game.at(0), (x, 399)) == 0
    assert game.board.words() == ["12"]


def test_the_originals_undo_rings_when_nothing_is_left() -> None:
    game = Game(42, used=plain_files())
    assert game.key("Undo") == 1
    game.both(game.at(0, 5))
    assert [game.key("Undo") for _ in range(3)] == [0, 0, 1]
    assert game.board.position() == VierfreiBoard.deal(42).position()
    assert game.disabled() == set()


def test_undo_and_redo_are_disabled_when_there_is_nothing_for_them(game: Game) -> None:
    assert game.disabled() == {"undo", "redo", "look back"}
    game.both(game.at(0, 5))
    assert game.disabled() == {"redo"}
    game.key("Undo")
    assert game.disabled() == set()
    assert game.key("Undo", "Undo") == 1, "nothing is left for the second"
    assert game.disabled() == {"undo"}


def test_delete_puts_away_what_it_can_and_never_rings(game: Game) -> None:
    assert game.key("Delete") == 0
    assert game.board.words() == ["4h"]
    assert game.key("Delete") == 0
    assert game.board.words() == ["4h"]


def test_only_moves_of_several_cards_are_shown_by_boxes(game: Game) -> None:
    game.put(board("9H 8S", "TS"))
    for first, moving in ((0, True), (1, False)):
        game.press(game.at(0 if first == 0 else 1, -2 if first == 0 else -1))
        game.move(game.at(1) if first == 0 else game.at(CELL_A))
        game.machine.mouse_button(1, False)
        assert (game.machine.next_wakeup() is not None) is moving
        game.machine.settle()
    assert game.board.words() == ["1d", "12", "d2", "2a"]


def test_the_outline_is_as_high_as_what_is_dragged(game: Game) -> None:
    game.put(board("9H 8S 7D", "TS"))
    before = game.picture()
    _, top = game.corner(0, 1)
    _, bottom = game.corner(0, 2)
    game.press(game.at(0, 1))
    octets = game.machine.frame().stride // 8
    rows = [n // octets for n, (old, new) in enumerate(zip(before, game.picture(), strict=True)) if old != new]
    assert (rows[0], rows[-1]) == (top, bottom + 92)
    game.release()
    assert game.picture() == before


def test_the_same_actions_give_the_same_pictures() -> None:
    def pictures() -> list[bytes]:
        game = Game(42)
        taken = []
        acts: list[Callable[[], int]] = [
            lambda: game.drag(game.at(0), game.at(CELL_A)),
            lambda: game.press(game.at(1)),
            lambda: game.release(game.at(CELL_B)),
            lambda: game.key("F2"),
            lambda: game.key("1", "Return"),
            lambda: game.both(game.at(5)),
        ]
        for act in acts:
            act()
            taken.append(game.machine.frame().to_bytes())
        return taken

    assert pictures() == pictures()
