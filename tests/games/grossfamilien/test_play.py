"""Playing Großfamilien: what clicks, drags and keys do (docs/grossfamilien.md, Moves, Playing)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from gemport.cards.card import parse_card
from gemport.cards.grossfamilien import STOCK, TURNED, WASTE, FamilyBoard
from gemport.games.grossfamilien.grossfamilien_table import heap_pictures
from gemport.gem.aes.graf import SHOW_MS
from gemport.gem.aes.keys import key_word
from gemport.gem.vdi.raster import Raster
from tests.games.grossfamilien.player import NOWHERE, Familien, pile_board

CLUBS, HEARTS = 52, 53


def full(
    piles: str, talon: str = "", turned: str = "", waste: str = "", families: Sequence[int] = (0, 0, 0, 0)
) -> Familien:
    """A position; piles that are not named hold a king of spades."""
    named = piles.split(",")
    game = Familien()
    game.put(pile_board(",".join([*named, *["KS"] * (16 - len(named))]), talon, turned, waste, families))
    return game


def moved(game: Familien) -> list[str]:
    return [str(play) for play in game.board.history]


# ---- talon, turned card, waste


def test_a_click_on_the_talon_turns_its_next_card() -> None:
    game = full("5H", talon="2C 9D")
    assert game.click(game.at(STOCK)) == 0
    assert moved(game) == ["t-o"]
    assert (game.board.turned, len(game.board.stock)) == (parse_card("2C"), 1)


def test_the_next_click_lays_that_card_off_and_turns_another() -> None:
    game = full("5H", talon="2C 9D")
    game.click(game.at(STOCK))
    game.click(game.at(STOCK))
    assert moved(game) == ["t-o", "o-w", "t-o"]
    game.click(game.at(STOCK))
    assert moved(game)[3:] == ["o-w"]
    assert game.board.moves_made == 4


def test_each_of_these_steps_is_taken_back_by_itself() -> None:
    game = full("5H", talon="2C 9D")
    game.click(game.at(STOCK))
    game.click(game.at(STOCK))
    game.key("Undo")
    assert moved(game) == ["t-o", "o-w"]
    game.key("Undo", "Undo")
    assert game.board.history == []


def test_an_empty_talon_rings() -> None:
    game = full("5H,6H", waste="9D")
    assert game.click(game.at(STOCK)) == 1
    assert moved(game) == []


def test_a_click_on_the_turned_card_lays_it_off() -> None:
    game = full("5H", talon="9D", turned="2C")
    assert game.click(game.at(TURNED)) == 0
    assert moved(game) == ["o-w"]


def test_a_click_on_the_waste_does_nothing_while_no_place_is_free() -> None:
    game = full("5H", talon="9D", waste="2C")
    assert game.click(game.at(WASTE)) == 0
    assert moved(game) == []


def test_the_talon_stays_while_a_card_is_turned() -> None:
    game = full("5H,", talon="9D", turned="2C", waste="3C")
    assert game.drag(game.at(STOCK), game.at(1)) == 0
    assert moved(game) == []


@pytest.mark.parametrize(("source", "turned", "waste"), [(TURNED, 1, 0), (WASTE, 0, 1)])
def test_turned_card_and_waste_are_dragged_onto_piles_and_families(source: int, turned: int, waste: int) -> None:
    game = full("5H", talon="9D", turned="6H" * turned, waste="6H" * waste)
    assert game.drag(game.at(source), game.at(0)) == 0
    assert game.board.piles[0] == [17, 21]
    game.put(full("5H", talon="9D", turned="AC" * turned, waste="AC" * waste).board)
    assert game.drag(game.at(source), game.at(CLUBS)) == 0
    assert game.board.foundations == [1, 0, 0, 0]


def test_the_turned_card_is_dragged_onto_the_waste() -> None:
    game = full("5H", talon="9D", turned="2C")
    assert game.drag(game.at(TURNED), game.at(WASTE)) == 0
    assert moved(game) == ["o-w"]


def test_the_talons_card_is_turned_by_dragging_too() -> None:
    game = full("5H", talon="9D", waste="2C")
    assert game.drag(game.at(STOCK), game.at(TURNED)) == 0
    assert moved(game) == ["t-o"]


# ---- the tableau


def test_a_card_goes_onto_one_of_its_suit_one_higher_or_lower() -> None:
    game = full("5H,6H,7H,5H", talon="9D 9D 9D", waste="2C")
    assert game.drag(game.at(0), game.at(1)) == 0
    assert game.drag(game.at(2), game.at(1)) == 1
    assert game.drag(game.at(1), game.at(2)) == 1
    assert moved(game) == ["a1-a2"]


@pytest.mark.parametrize("target", [4, HEARTS, CLUBS, TURNED, WASTE, STOCK])
def test_a_wrong_move_rings_and_changes_nothing(target: int) -> None:
    game = full("5H", talon="9D", turned="2C")
    before = game.full_picture()
    assert game.drag(game.at(0), game.at(target)) == 1
    game.move(NOWHERE)
    assert (moved(game), game.picture()) == ([], before)


def test_a_card_put_back_or_dropped_beside_rings_not() -> None:
    game = full("5H", talon="9D")
    x, y = game.at(0)
    assert game.drag((x, y), (x + 5, y + 40)) == 0
    assert game.drag((x, y), (x + 70, y)) == 0
    assert moved(game) == []


def test_cards_of_a_family_stay() -> None:
    game = full("2C", talon="9D", families=(1, 0, 0, 0))
    assert game.drag(game.at(CLUBS), game.at(0)) == 0
    assert game.both(game.at(CLUBS)) == 1
    assert moved(game) == []


def test_covered_cards_cannot_be_taken_but_dropped_on() -> None:
    game = full("6H 5H,4H", talon="9D", waste="2C")
    corner = game.program.table.layout.slots[0][:2]
    work = game.program.table.work
    covered = work.x + corner[0] + 5, work.y + corner[1] + 40
    assert game.drag(covered, game.at(1)) == 0
    assert moved(game) == []
    assert game.drag(game.at(1), covered) == 0
    assert moved(game) == ["a2-a1"]


def test_an_outline_as_large_as_the_card_is_dragged() -> None:
    game = full("5H", talon="9D")
    x, y = game.corner(0)
    game.press((x + 20, y + 20))
    game.move((x + 120, y + 70))
    held = game.machine.frame(pointer=False)
    game.release()
    changed = changed_area(held, game.machine.frame(pointer=False))
    assert changed == (x + 2 + 100, y + 50, x + 61 + 100, y + 92 + 50)


def changed_area(one: Raster, other: Raster) -> tuple[int, int, int, int]:
    """Where two pictures differ: the first and last column and row."""
    rows = [(row, a ^ b) for row, (a, b) in enumerate(zip(one.rows, other.rows, strict=True)) if a != b]
    bits = 0
    for _, difference in rows:
        bits |= difference
    last = one.stride - 1
    return last - bits.bit_length() + 1, rows[0][0], last - (bits & -bits).bit_length() + 1, rows[-1][0]


# ---- free places


def test_a_free_place_is_filled_at_once_while_the_waste_is_empty() -> None:
    game = full("5H,6H", talon="9D 8D")
    game.drag(game.at(0), game.at(1))
    assert moved(game) == ["a1-a2", "t-a1"]
    assert game.board.moves_made == 1
    game.key("Undo")
    assert moved(game) == []
    assert game.board.piles[0] == [17]


def test_then_the_turned_card_is_the_talons_next() -> None:
    game = full("5H,6H", talon="9D 8D", turned="2C")
    game.drag(game.at(0), game.at(1))
    assert moved(game) == ["a1-a2", "o-a1"]


@pytest.mark.parametrize(("click", "word"), [(STOCK, "t-a1"), (WASTE, "w-a1")])
def test_with_a_waste_a_click_on_talon_or_waste_fills_the_place(click: int, word: str) -> None:
    game = full("5H,6H", talon="9D 8D", waste="2C")
    game.drag(game.at(0), game.at(1))
    assert moved(game) == ["a1-a2"]
    assert game.click(game.at(click)) == 0
    assert moved(game)[1:] == [word]


@pytest.mark.parametrize("click", [STOCK, TURNED])
def test_a_turned_card_fills_the_place_by_a_click_on_talon_or_on_itself(click: int) -> None:
    game = full(",6H", talon="9D 8D", turned="2C", waste="3C")
    game.click(game.at(click))
    assert moved(game) == ["o-a1"]


@pytest.mark.parametrize("source", [STOCK, TURNED, WASTE])
def test_a_chosen_free_place_is_filled_by_dragging(source: int) -> None:
    game = full(",6H,", talon="9D 8D", turned="2C" if source == TURNED else "", waste="3C 4C")
    assert game.drag(game.at(source), game.at(2)) == 0
    assert moved(game) == [{STOCK: "t", TURNED: "o", WASTE: "w"}[source] + "-a3"]


def test_a_free_place_takes_no_card_of_the_tableau() -> None:
    game = full(",6H", talon="9D 8D", waste="2C")
    assert game.drag(game.at(1), game.at(0)) == 1
    assert moved(game) == []


def test_with_talon_and_waste_used_up_a_place_stays_free() -> None:
    game = full("5H,6H,9D,8D")
    game.drag(game.at(0), game.at(1))
    assert moved(game) == ["a1-a2"]
    assert game.click(game.at(STOCK)) == 1
    assert game.click(game.at(WASTE)) == 0


@pytest.mark.parametrize(
    "tried",
    [
        lambda g: g.drag(g.at(1), g.at(2)),
        lambda g: g.both(g.at(3)),
        lambda g: g.drag(g.at(WASTE), g.at(4)),
        lambda g: g.drag(g.at(STOCK), g.at(TURNED)),
        lambda g: g.key("Delete"),
    ],
)
@pytest.mark.parametrize(("lang", "said"), [("de", "Erst muss der freie Platz"), ("en", "The free place has to be")])
def test_before_a_free_place_is_filled_nothing_else_goes_and_that_is_said(
    tried: Callable[[Familien], int], lang: str, said: str
) -> None:
    game = Familien(lang=lang)
    piles = ",".join([",6H,7H,AS,3C", *["KS"] * 11])
    game.put(pile_board(piles, talon="9D 8D", waste="2C"))
    before = game.board.position()
    assert tried(game) == 1
    assert said in (game.asked or "")
    game.answer(1)
    assert game.board.position() == before
    assert game.picture() == game.full_picture()
    game.click(game.at(WASTE))
    assert moved(game) == ["w-a1"]


def test_a_move_that_breaks_another_rule_only_rings_while_a_place_is_free() -> None:
    game = full(",6H,9H", talon="9D 8D", waste="2C")
    assert game.drag(game.at(1), game.at(2)) == 1
    assert game.asked is None


# ---- right button, Delete, Undo


@pytest.mark.parametrize(
    ("place", "pile", "turned", "waste"),
    [(0, "AC", "", ""), (TURNED, "5H", "AC", ""), (WASTE, "5H", "", "AC")],
)
def test_right_and_left_send_a_card_to_its_family(place: int, pile: str, turned: str, waste: str) -> None:
    game = full(pile, talon="9D", turned=turned, waste=waste)
    assert game.both(game.at(place)) == 0
    assert game.board.foundations == [1, 0, 0, 0]


@pytest.mark.parametrize("place", [0, STOCK, WASTE, CLUBS])
def test_right_and_left_ring_where_no_card_can_go(place: int) -> None:
    game = full("5H", talon="AC", waste="2C", families=(1, 0, 0, 0) if place == CLUBS else (0, 0, 0, 0))
    assert game.both(game.at(place)) == 1
    assert moved(game) == []


def test_right_and_left_beside_the_cards_do_nothing() -> None:
    game = full("5H", talon="AC")
    assert game.both(NOWHERE) == 0


HEAP = "5H 6H 7H 8H 9H TH JH QH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H,7C"
"""A heap of twenty cards, and one of a single card."""


def seen(game: Familien, place: int) -> bool:
    """Return whether all cards of a heap are on the screen, each with its rank and suit, and nothing over them."""
    table, picture = game.program.table, game.machine.frame(pointer=False)
    _, pictures = heap_pictures(table.layout, game.board, place, table.size)
    work, cards = table.work, [*game.board.piles[place]]
    assert [shown.picture for shown in pictures] == cards
    for card, x, y, *_ in pictures:
        art = table.art._usual[card]
        for row in range(3, 9):
            index = art.rows[row] >> art.stride - 20 & 0xFFFF
            if picture.rows[work.y + y + row] >> picture.stride - (work.x + x) - 20 & 0xFFFF != index:
                return False
    return True


@pytest.mark.parametrize(("place", "waste"), [(0, ""), (WASTE, " ".join(["2C 3D TS KH"] * 22))])
@pytest.mark.parametrize("size", [(640, 400), (1280, 960)])
def test_the_right_button_held_shows_a_whole_heap(place: int, waste: str, size: tuple[int, int]) -> None:
    game = Familien(size=size)
    game.put(pile_board(HEAP + ",KS" * 14, talon="9D", waste=waste))
    before, position = game.picture(), game.board.position()
    game.press(game.at(place), "right")
    assert seen(game, place)
    assert game.picture() == game.full_picture()
    game.release(button="right")
    assert (game.picture(), game.board.position()) == (before, position)


def test_a_single_card_the_talon_and_a_family_are_no_heaps() -> None:
    game = full("5H", talon="9D AC", families=(3, 0, 0, 0))
    before = game.picture()
    for place in (0, STOCK, CLUBS):
        game.press(game.at(place), "right")
        assert game.picture() == before
        game.release(button="right")
        assert game.key("Insert") == 1


def test_while_a_heap_is_shown_a_left_click_sends_its_top_card_home_and_more_may_follow() -> None:
    game = full("4C 3C 2C AC,7H", talon="9D")
    game.press(game.at(0), "right")
    for _ in range(2):
        game.click(game.at(0))
    assert game.board.foundations == [2, 0, 0, 0]
    game.release(button="right")
    assert game.picture() == game.full_picture()
    game.drag(game.at(0), game.at(1))
    assert moved(game) == ["a1-h", "a1-h"]


def test_insert_shows_the_heap_under_the_pointer_until_the_next_input() -> None:
    game = full(HEAP + ",6C", talon="9D")
    game.move(game.at(0))
    before = game.picture()
    for key in ("Insert", "Esc"):
        assert game.key("Insert") == 0
        assert seen(game, 0)
        game.key(key)
        assert game.picture() == before
    game.key("Insert")
    game.drag(game.at(2), game.at(1))
    assert moved(game) == ["a3-a2", "t-a3"]
    assert game.picture() == game.full_picture()


def test_delete_plays_all_cards_of_no_further_use() -> None:
    game = full("3C,2C,AC,5H", families=(23, 0, 0, 0))
    assert game.key("Delete") == 0
    assert game.board.foundations == [26, 0, 0, 0]
    assert game.board.moves_made == 3


def test_delete_leaves_what_may_be_of_use() -> None:
    game = full("AC,AC", talon="9D")
    assert game.key("Delete") == 0
    assert moved(game) == []


def test_undo_and_redo_go_through_a_whole_game() -> None:
    game = Familien(1)
    for _ in range(200):
        game.click(game.at(STOCK))
    end, count = game.board.position(), game.board.moves_made
    assert count == 176
    while game.board.history:
        assert game.key("Undo") == 0
    assert game.board.position() == FamilyBoard.deal(1).position()
    assert "undo" in game.disabled()
    for _ in range(count):
        assert game.key("Ctrl+y") == 0
    assert game.board.position() == end
    assert "redo" in game.disabled()


def boxes_shown(game: Familien, key: str) -> int:
    """How many positions of moving boxes a key brings to the screen."""
    game.machine.key(key_word(key))
    seen = 0
    while (ms := game.machine.next_wakeup()) is not None:
        seen += ms == SHOW_MS
        game.machine.advance(ms)
    return seen


def test_moves_that_the_program_makes_are_shown_by_moving_boxes() -> None:
    game = full("5H,6H", talon="9D 8D")
    game.drag(game.at(0), game.at(1))
    assert boxes_shown(game, "Undo") > 10
    game.put(full("3C,2C,AC,5H", talon="9D", families=(23, 0, 0, 0)).board)
    assert boxes_shown(game, "Delete") == 0
    game.put(full("3C,2C,AC,5H,6H", families=(23, 0, 0, 0)).board)
    assert boxes_shown(game, "Delete") > 10


def test_the_talon_can_be_gone_through_with_clicks_as_quick_as_can_be() -> None:
    game = full("5H", talon="2C 9D 3C 7D")
    game.machine.mouse_to(*game.at(STOCK))
    for _ in range(4):
        game.machine.mouse_button(1, True)
        game.machine.mouse_button(1, False)
    assert len(game.board.waste) == 3


def test_a_dropped_card_moves_without_a_box_and_the_filling_with_one() -> None:
    game = full("5H,6H", talon="9D 8D")
    game.machine.mouse_to(*game.at(0))
    game.machine.mouse_button(1, True)
    game.machine.mouse_to(*game.at(1))
    game.machine.mouse_button(1, False)
    assert game.board.history[0].target == 1
    assert game.machine.next_wakeup() == SHOW_MS
    assert len(game.board.history) == 2
