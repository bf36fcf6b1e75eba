"""What the solver knows of a column is what counting its cards gives; what the weights hold against it, likewise."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.cards.card import PACK_SIZE, suit_of, value_of
from gemport.cards.cells import fits_below
from gemport.solver.columns import TOP_BIT, ColumnTree
from gemport.solver.weights import BOLD, CAREFUL, EVEN, KINGS_FIRST, PATIENT, QUICK, THOROUGH, Weights

# Each sort of points has decimal places of its own, so that none can stand for another.
TOLD_APART = Weights(
    broken=1,
    covering=100,
    covering_own=10_000,
    buried=tuple(10**8 + value for value in range(13)),
    king=1_000_000,
    cell=0,
    step=0,
    home=5,
    free=(0, 1, 2, 3, 4),
    empty=(0, 10, 20, 30, 40),
    both=-3,
)


@st.composite
def grown_columns(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """The cards of a column as the search began with it, and those that came to lie on them since."""
    began = draw(st.lists(st.integers(0, PACK_SIZE - 1), max_size=9, unique=True))
    grown = list(began)
    for choice in draw(st.lists(st.integers(0, PACK_SIZE - 1), max_size=6)):
        fitting = [card for card in range(PACK_SIZE) if card not in grown and _may_lie_on(card, grown)]
        if fitting:
            grown.append(fitting[choice % len(fitting)])
    return began, grown


def _may_lie_on(card: int, column: list[int]) -> bool:
    return not column or fits_below(card, column[-1])


def plain_points(cards: list[int], weights: Weights) -> int:
    """As ``Weights`` describes them, one sort after the other."""
    new_runs = [at for at in range(1, len(cards)) if not fits_below(cards[at], cards[at - 1])]
    lower = [[under for under in cards[:at] if value_of(under) < value_of(card)] for at, card in enumerate(cards)]
    own = [[under for under in lower[at] if suit_of(under) == suit_of(card)] for at, card in enumerate(cards)]
    return (
        weights.broken * len(new_runs)
        + weights.covering * len([cards for cards in lower if cards])
        + weights.covering_own * len([cards for cards in own if cards])
        + sum(weights.buried[value_of(card)] for at in new_runs for card in cards[:at])
        + sum(weights.king * (12 - value_of(card)) for card in cards[:1])
    )


@settings(deadline=None)
@given(grown_columns())
def test_a_column_is_known_as_counting_gives_it(case: tuple[list[int], list[int]]) -> None:
    began, cards = case
    tree = ColumnTree([began], TOLD_APART)
    column = tree.column(cards)
    run = 1
    while run < len(cards) and fits_below(cards[-run], cards[-run - 1]):
        run += 1
    held = cards[-run:]
    assert (column.size, column.run, column.last) == (len(cards), run if cards else 0, cards[-1] if cards else -1)
    assert column.cards == sum(1 << card for card in cards)
    assert column.wants == sum(4 * TOP_BIT[card] for card in held)
    assert (column.bit, column.top) == ((1 << cards[-1], TOP_BIT[cards[-1]]) if cards else (0, 0))
    assert column.buried == sum(TOLD_APART.buried[value_of(card)] for card in cards)
    assert column.points == plain_points(cards, TOLD_APART)
    assert tree.column(cards) is column
    assert column.parent is tree.column(cards[:-1])


@settings(deadline=None)
@given(grown_columns())
def test_the_number_tells_what_each_card_lies_on(case: tuple[list[int], list[int]]) -> None:
    began, cards = case
    number = ColumnTree([began], TOLD_APART).column(cards).number
    pairs = set(pairwise(began))
    for at, card in enumerate(cards):
        below = cards[at - 1]
        lies_on = 2 if at == 0 else 7 if (below, card) in pairs else 3 + suit_of(below)
        assert number >> 3 * card & 7 == lies_on
        number -= lies_on << 3 * card
    assert number == 0


def test_a_card_fits_on_the_bit_two_places_higher() -> None:
    for card in range(PACK_SIZE):
        for above in range(PACK_SIZE):
            assert (TOP_BIT[card] << 2 == TOP_BIT[above]) == fits_below(card, above)


def test_room_is_worth_what_is_taken_off_for_it() -> None:
    room = TOLD_APART.room
    assert [len(row) for row in room] == [9] * 5
    assert room[0][0] - room[3][0] == 3
    assert room[0][0] - room[0][2] == 20
    assert room[0][4] == room[0][8]
    assert room[0][0] - room[2][5] == 2 + 40 - 3 * 2 * 5


def test_points_never_fall_below_zero() -> None:
    for weights in (QUICK, EVEN, CAREFUL, PATIENT, KINGS_FIRST, BOLD, THOROUGH, TOLD_APART):
        assert min(map(min, weights.room)) == PACK_SIZE * weights.home
