"""Why a position is lost: cards that block each other.

A chain of cards explains it to a player: ♣A lies under ♥7, which needs ♥2, which lies under ♠J, which needs ♣A. A card
needs a lower card of its suit, which goes home first. If there is no free cell and no empty column, it can also need a
card to lie on.
"""

from collections.abc import Callable
from typing import NamedTuple

from gemport.cards.cells import fits_below
from gemport.solver.bound import Rings, later_cards
from gemport.solver.position import Position


class Link(NamedTuple):
    """A link of a chain: ``card`` lies under ``above``, which needs the next link's card, and the last the first's."""

    card: int
    above: int


def blocking_cards(position: Position) -> list[Link]:
    """Return a chain of cards that block each other, or [] without one."""
    return _stuck_chain(position) or _bound_chain(position)


def chain_text(chain: list[Link], name: Callable[[int], str], lies: str, needs: str, under: str) -> str:
    """Return a chain as a sentence; $card and $above in the templates stand for cards."""
    card, above = chain[0]
    text = lies.replace("$card", name(card)).replace("$above", name(above))
    for link in chain[1:]:
        if link.card != above:
            text += needs.replace("$card", name(link.card))
        above = link.above
        text += under.replace("$above", name(above))
    return text if card == above else text + needs.replace("$card", name(card))


def _bound_chain(position: Position) -> list[Link]:
    """Return the ring of the bound whose needed cards are lowest."""
    covered = {card: column[:at] for column in position.columns for at, card in enumerate(column) if at}
    for value in range(13):
        later = later_cards(covered, value)
        ring = Rings(later).shortest(sum(1 << card for card, bits in later.items() if not bits >> card & 1))
        if ring:
            # Each card of the ring covers a card that the next card needs.
            pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
            return [Link(min(c for c in covered[d] if c & 3 == e & 3 and c <= e), d) for d, e in pairs][::-1]
    return []


def _stuck_chain(position: Position) -> list[Link]:
    """Return a chain of cards that can never move; [] unless all cells are taken and no column is empty.

    A card can move if all cards above it in its column can, and the next card of its suit is at home or can go home, or
    a card that it fits on can be uncovered.
    """
    if not all(position.columns) or None in position.cells:
        return []
    moving = set[int]()
    going = {card for suit, count in enumerate(position.foundations) for card in range(suit, 4 * count, 4)}
    before = -1
    while before < len(moving) + len(going):
        before = len(moving) + len(going)
        # Every card down to the first of a column that cannot move, and that card.
        open_cards = {card for column in position.columns for card in _reached(column, moving)}
        loose = {*open_cards, *(card for card in position.cells if card is not None)}
        going.update(card for card in sorted(loose) if card < 4 or card - 4 in going)
        moving.update(card for card in loose if card in going or any(fits_below(card, under) for under in open_cards))
        if any(card in moving for card in position.cells) or any(moving.issuperset(c) for c in position.columns):
            return []
    return _chain_of(position, moving, going)


def _reached(column: tuple[int, ...], moving: set[int]) -> list[int]:
    stuck = next((at for at in range(len(column) - 1, -1, -1) if column[at] not in moving), 0)
    return list(column[stuck:])


def _chain_of(position: Position, moving: set[int], going: set[int]) -> list[Link]:
    """Return a short chain of cards that cannot move, given the cards that can move and the cards that can go home."""
    above: dict[int, int] = {}
    for column in position.columns:
        *hidden, stuck = column[: len(column) - len(_reached(column, moving)) + 1]
        above |= dict.fromkeys(hidden, stuck)
    needs: dict[int, list[int]] = {}
    for stuck in {*above.values(), *(card for card in position.cells if card is not None)}:
        lower = next((card for card in range(stuck & 3, stuck, 4) if card not in going), None)
        lies_on = {
            column[at - 1] for column in position.columns for at, card in enumerate(column) if at and card == stuck
        }
        needs[stuck] = [c for c in above if c == lower or (fits_below(stuck, c) and c not in lies_on)]
    later = {card: sum(1 << over for over in {above[c] for c in lower}) for card, lower in needs.items()}
    ring = Rings(later).shortest(sum(1 << card for card in needs))
    pairs = zip([*ring[-1:], *ring[:-1]], ring, strict=True)
    return [Link(next(c for c in needs[card] if above[c] == over), over) for card, over in pairs]
