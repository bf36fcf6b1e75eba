"""Short solutions win, get shorter, are never longer than the known solution, and never shorter than the bound."""

from itertools import combinations, pairwise
from random import Random

import pytest

from gemport.cards.card import parse_cards
from gemport.cards.moves import FOUNDATIONS, IllegalMove
from gemport.solver import Position
from gemport.solver.bound import least_price
from gemport.solver.short import Shortening, beam_search, price_of
from gemport.solver.sliced_work import finish
from gemport.solver.solution import single_moves
from gemport.solver.weights import SHORT
from tests.solver.plain import board_of, key_of, way, wins

_ALL = 1 << 40
"""A beam width that keeps every position."""


def shortened(position: Position, looks: int) -> Shortening:
    shortening = Shortening(position, way(position))
    finish(shortening.work(looks))
    return shortening


@pytest.mark.parametrize(
    ("number", "least", "price"), [(1, 22, 46), (2, 16, 27), (3, 18, 27), (4, 21, 41), (5, 26, 62), (6, 21, 55)]
)
def test_solutions_get_short_at_once_and_win(number: int, least: int, price: int) -> None:
    position = Position.microsoft(number)
    shortening = shortened(position, 2_000)
    assert wins(position, shortening.moves)
    assert (shortening.least, shortening.price, price_of(shortening.moves)) == (least, price, price)
    assert least_price(position) == least


def test_more_time_never_makes_it_longer_and_the_same_time_gives_the_same() -> None:
    position = Position.microsoft(10)
    shortening = Shortening(position, way(position))
    prices, looks = [shortening.price], [0]
    for looked in shortening.work(2_000):
        looks.append(looked)
        prices.append(shortening.price)
    assert prices == sorted(prices, reverse=True)
    assert len(set(prices)) > 2
    assert all(0 <= after - before <= 64 for before, after in pairwise(looks))
    assert shortened(position, 2_000).moves == shortening.moves


def test_what_does_not_win_is_not_made_shorter() -> None:
    position = Position.vierfrei(1)
    with pytest.raises(ValueError, match="do not win"):
        Shortening(position, way(position)[:-1])
    with pytest.raises(IllegalMove):
        Shortening(position, way(position)[::-1])


def fewest(position: Position, most: int) -> int | None:
    """Return the minimum number of moves not home that wins, by a full search; None after ``most`` positions."""
    waiting, seen, price = [position], {key_of(board_of(position))}, 0
    while waiting and len(seen) < most:
        following: list[Position] = []
        for here in waiting:
            board = board_of(here)
            if board.won:
                return price
            for move in board.legal_moves():
                board.push(move.source, move.target)
                after, key = Position.on(board), key_of(board)
                board.pull()
                if key not in seen:
                    seen.add(key)
                    (waiting if move.target in FOUNDATIONS else following).append(after)
        waiting, price = following, price + 1
    return None


def last_cards(seed: int) -> Position:
    """Return a random position of the queens and kings in two columns and two jacks in their own columns."""
    cards = list(range(42, 52))
    Random(seed).shuffle(cards)
    return Position.of([cards[:4], cards[4:8], cards[8:9], cards[9:], *[[]] * 4], foundations=(11, 11, 10, 10))


@pytest.mark.parametrize("seed", [0, 4, 6, 11])
def test_with_nothing_left_out_the_way_is_the_shortest(seed: int) -> None:
    position = last_cards(seed)
    plain = fewest(position, 4_000)
    assert plain is not None
    assert least_price(position) <= plain
    _, complete, found = finish(beam_search(position, SHORT, _ALL, 99))
    assert (complete, found is not None) == (True, True)
    assert price_of(single_moves(position, found or [])) == plain
    assert finish(beam_search(position, SHORT, _ALL, plain + 1))[2] is not None
    assert finish(beam_search(position, SHORT, _ALL, plain))[1:] == (True, None)
    shortening = Shortening(position, way(position))
    finish(shortening.work())
    assert shortening.price == shortening.least == plain


@pytest.mark.parametrize(
    ("columns", "least"),
    [
        ("QC KC", 1),
        ("KC QC", 0),
        ("KC QH,KH QC", 0),
        ("QH KC,QC KH", 1),
        ("QH KC,QS KH,QC KS", 1),
        ("QC KC,QH KH", 2),
        ("QH KC,QC KH,QD KS,QS KD", 2),
    ],
)
def test_cards_in_each_others_way(columns: str, least: int) -> None:
    piles = [parse_cards(text.split()) for text in columns.split(",")]
    cards = sorted(card for pile in piles for card in pile)
    home = [min([card >> 2 for card in cards if card & 3 == suit], default=13) for suit in range(4)]
    rest = [card for card in range(52) if card >> 2 >= home[card & 3] and card not in cards]
    position = Position.of([*piles, *[[card] for card in rest], *[[]] * (8 - len(piles) - len(rest))], foundations=home)
    assert least_price(position) == least


def fewest_moved(position: Position) -> int:
    """Compute the bound from its definition: the minimum number of moved cards so that the others go home in order."""
    covered = {card: column[:at] for column in position.columns for at, card in enumerate(column)}

    def can_go_home(moved: set[int]) -> bool:
        left = set(covered)
        while left:
            # The next cards of their suits, unless an unmoved card covers them.
            free = [
                card
                for card in left
                if not any(other < card and other & 3 == card & 3 for other in left)
                and not any(card in covered[other] for other in left - moved)
            ]
            if not free:
                return False
            left -= set(free)
        return True

    return next(count for count in range(52) if any(can_go_home(set(moved)) for moved in combinations(covered, count)))


@pytest.mark.parametrize("seed", [*range(6), 31, 96, 101])
def test_the_bound_is_that_of_its_definition(seed: int) -> None:
    cards = list(range(36, 52))
    Random(seed).shuffle(cards)
    position = Position.of([*[cards[at : at + 4] for at in range(0, 16, 4)], *[[]] * 4], foundations=(9, 9, 9, 9))
    assert least_price(position) == fewest_moved(position)
