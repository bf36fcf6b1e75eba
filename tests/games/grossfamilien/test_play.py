"""Playing Großfamilien: what clicks, drags and keys do (docs/grossfamilien.md, Moves, Playing)."""

import pytest

from gemport.cards.grossfamilien import STOCK, WASTE, FamilyBoard
from gemport.games.grossfamilien.grossfamilien_table import heap_pictures
from gemport.gem import SHOW_MS, Raster, key_word
from tests.games.grossfamilien.player import NOWHERE, Familien, pile_board

CLUBS = 52


def position(text: str) -> FamilyBoard:
    """Piles / talon / turned card / waste / clubs at home; piles that are not named hold a king of spades."""
    piles, talon, turned, waste, clubs = ([part.strip() for part in text.split("/")] + [""] * 5)[:5]
    named = piles.split(",")
    filled = ",".join([*named, *["KS"] * (16 - len(named))])
    return pile_board(filled, talon, turned, waste, (int(clubs or 0), 0, 0, 0))


def laid(text: str, lang: str = "de") -> Familien:
    game = Familien(lang=lang)
    game.put(position(text))
    return game


def moved(game: Familien) -> str:
    return " ".join(map(str, game.board.history))


@pytest.mark.parametrize(
    ("laid_out", "acts", "moves", "bells"),
    [
        # talon, turned card and waste
        ("5H / 2C 9D", "@t", "t-o", 0),
        ("5H / 2C 9D", "@t @t", "t-o o-w t-o", 0),
        ("5H,6H / 2C 9D", "@t @t @t", "t-o o-w t-o o-w", 0),
        ("5H / 2C 9D", "@t @t Undo", "t-o o-w", 0),
        ("5H / 2C 9D", "@t @t Undo Undo Undo", "", 0),
        ("5H,6H / / / 9D", "@t", "", 1),
        ("5H / 9D / 2C", "@o", "o-w", 0),
        ("5H / 9D / / 2C", "@w", "", 0),
        ("5H, / 9D / 2C / 3C", "t>a2", "", 0),
        ("5H / 9D / 6H", "o>a1", "o-a1", 0),
        ("5H / 9D / / 6H", "w>a1", "w-a1", 0),
        ("5H / 9D / AC", "o>clubs", "o-h", 0),
        ("5H / 9D / / AC", "w>clubs", "w-h", 0),
        ("5H / 9D / 2C", "o>w", "o-w", 0),
        ("5H / 9D / / 2C", "t>o", "t-o", 0),
        # piles and families
        ("5H,6H,7H,5H / 9D 9D 9D / / 2C", "a1>a2 a3>a2 a2>a3", "a1-a2", 2),
        *(("5H / 9D / 2C", f"a1>{target}", "", 1) for target in ("b1", "hearts", "clubs", "o", "w", "t")),
        ("2C / 9D / / / 1", "clubs>a1", "", 0),
        ("2C / 9D / / / 1", "+clubs", "", 1),
        # free places: filled at once while the waste is empty, else as the player likes
        ("5H,6H / 9D 8D", "a1>a2", "a1-a2 t-a1", 0),
        ("5H,6H / 9D 8D", "a1>a2 Undo", "", 0),
        ("5H,6H / 9D 8D / 2C", "a1>a2", "a1-a2 o-a1", 0),
        ("5H,6H / 9D 8D / / 2C", "a1>a2 @t", "a1-a2 t-a1", 0),
        ("5H,6H / 9D 8D / / 2C", "a1>a2 @w", "a1-a2 w-a1", 0),
        (",6H / 9D 8D / 2C / 3C", "@t", "o-a1", 0),
        (",6H / 9D 8D / 2C / 3C", "@o", "o-a1", 0),
        (",6H, / 9D 8D / / 3C 4C", "t>a3", "t-a3", 0),
        (",6H, / 9D 8D / 2C / 3C 4C", "o>a3", "o-a3", 0),
        (",6H, / 9D 8D / / 3C 4C", "w>a3", "w-a3", 0),
        (",6H / 9D 8D / / 2C", "a2>a1", "", 1),
        ("5H,6H,9D,8D", "a1>a2 @t @w", "a1-a2", 1),
        # right and left, Delete
        ("AC,6H / 9D 8D", "+a1", "a1-h t-a1", 0),
        ("5H / 9D / AC", "+o", "o-h", 0),
        ("5H / 9D / / AC", "+w", "w-h", 0),
        *(("5H / AC / / 2C", f"+{source}", "", 1) for source in ("a1", "t", "w")),
        ("3C,2C,AC,5H,6H / / / / 23", "Delete", "a1-h a2-h a3-h", 0),
        ("AC,AC / 9D", "Delete", "", 0),
    ],
)
def test_what_is_done_makes_these_moves_and_rings_so_often(laid_out: str, acts: str, moves: str, bells: int) -> None:
    game = laid(laid_out)
    assert (game.act(acts), moved(game), game.asked) == (bells, moves, "")
    game.move(NOWHERE)
    assert game.picture() == game.full_picture()


def test_a_card_put_back_or_dropped_beside_rings_not() -> None:
    game = laid("5H / 9D")
    x, y = game.at(0)
    assert game.drag((x, y), (x + 5, y + 40)) == 0
    assert game.drag((x, y), (x + 70, y)) == 0
    assert game.both(NOWHERE) == 0
    assert moved(game) == ""


def test_covered_cards_cannot_be_taken_but_dropped_on() -> None:
    game = laid("6H 5H,4H / 9D / / 2C")
    corner, work = game.program.table.layout.slots[0][:2], game.program.table.work
    covered = work.x + corner[0] + 5, work.y + corner[1] + 40
    assert game.drag(covered, game.at(1)) == 0
    assert moved(game) == ""
    assert game.drag(game.at(1), covered) == 0
    assert moved(game) == "a2-a1"


def test_an_outline_as_large_as_the_card_is_dragged() -> None:
    game = laid("5H / 9D")
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


@pytest.mark.parametrize("tried", ["a2>a3", "+a4", "w>b1", "t>o", "Delete"])
@pytest.mark.parametrize(("lang", "said"), [("de", "Erst muss der freie Platz"), ("en", "The free place has to be")])
def test_before_a_free_place_is_filled_nothing_else_goes_and_that_is_said(tried: str, lang: str, said: str) -> None:
    game = laid(",6H,7H,AS,3C / 9D 8D / / 2C", lang)
    before = game.board.position()
    assert game.act(tried) == 1
    assert said in game.asked
    game.answer(1)
    assert game.board.position() == before
    assert game.picture() == game.full_picture()
    game.act("@w")
    assert moved(game) == "w-a1"


def test_a_move_that_breaks_another_rule_only_rings_while_a_place_is_free() -> None:
    game = laid(",6H,9H / 9D 8D / / 2C")
    assert (game.act("a2>a3"), game.asked) == (1, "")


# ---- heaps


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
    game = laid("5H / 9D AC / / / 3")
    before = game.picture()
    for place in (0, STOCK, CLUBS):
        game.press(game.at(place), "right")
        assert game.picture() == before
        game.release(button="right")
        assert game.key("Insert") == 1


def test_while_a_heap_is_shown_a_left_click_sends_its_top_card_home_and_more_may_follow() -> None:
    game = laid("4C 3C 2C AC,7H / 9D")
    game.press(game.at(0), "right")
    for _ in range(2):
        game.click(game.at(0))
    assert game.board.foundations == [2, 0, 0, 0]
    game.release(button="right")
    assert game.picture() == game.full_picture()
    game.drag(game.at(0), game.at(1))
    assert moved(game) == "a1-h a1-h"


def test_insert_shows_the_heap_under_the_pointer_until_the_next_input() -> None:
    game = laid(HEAP + ",6C / 9D")
    x, y = game.corner(0)
    game.move((x + 5, y + 80))
    before = game.picture()
    for key in ("Insert", "Esc"):
        assert game.key("Insert") == 0
        assert seen(game, 0)
        game.key(key)
        assert game.picture() == before
    game.key("Insert")
    game.drag(game.at(2), game.at(1))
    assert moved(game) == "a3-a2 t-a3"
    assert game.picture() == game.full_picture()


def boxes_shown(game: Familien, key: str) -> int:
    """How many positions of moving boxes a key brings to the screen."""
    game.machine.key(key_word(key))
    seen = 0
    while (ms := game.machine.next_wakeup()) is not None:
        seen += ms == SHOW_MS
        game.machine.advance(ms)
    return seen


def test_moves_that_the_program_makes_are_shown_by_moving_boxes() -> None:
    game = laid("5H,6H / 9D 8D")
    game.drag(game.at(0), game.at(1))
    assert boxes_shown(game, "Undo") > 10
    game.put(position("3C,2C,AC,5H / 9D / / / 23"))
    assert boxes_shown(game, "Delete") == 0
    game.put(position("3C,2C,AC,5H,6H / / / / 23"))
    assert boxes_shown(game, "Delete") > 10


def test_the_talon_can_be_gone_through_with_clicks_as_quick_as_can_be() -> None:
    game = laid("5H / 2C 9D 3C 7D")
    game.machine.mouse_to(*game.at(STOCK))
    for _ in range(4):
        game.machine.mouse_button(1, True)
        game.machine.mouse_button(1, False)
    assert len(game.board.waste) == 3


def test_a_dropped_card_moves_without_a_box_and_the_filling_with_one() -> None:
    game = laid("5H,6H / 9D 8D")
    game.machine.mouse_to(*game.at(0))
    game.machine.mouse_button(1, True)
    game.machine.mouse_to(*game.at(1))
    game.machine.mouse_button(1, False)
    assert game.board.history[0].target == 1
    assert game.machine.next_wakeup() == SHOW_MS
    assert len(game.board.history) == 2
