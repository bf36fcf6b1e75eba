"""Which cards may go home at once without a chance being lost.

A card c of value v that is next in its suit is *safe* when

- v is 0 or 1 (ace or two), or
- both suits of the other colour have v cards home: everything that could be laid on c is home, or
- both suits of the other colour have v - 1 cards home, and the other suit of c's own colour has at least v - 2.

Why a safe card may be sent home at once, whatever else is to be done: take any way to win from here and play it with c
home from the start. Only laying cards on c is then impossible. What could be laid on c is x, of the other colour and
value v - 1. In the first two cases there is none, or it is an ace or another card that is next itself (v = 1: x is an
ace; aces have no use but to go home). In the third, x is next in its suit, for v - 1 cards of it are home: instead of
being laid on c it goes home itself. That forbids laying on x only y, of c's colour and value v - 2: it is home (c's own
suit has v cards home, the other v - 1 at least), or, when the other suit has just v - 2, it is y itself that is next:
it goes home instead of being laid on x. On y, of value v - 2, could be laid only cards of the other colour and value
v - 3: with v - 1 home they are home. So every move of the way to win is either possible as before, or its card goes
home instead, or has gone already; a card that has left a place gives room and never takes any.

A move of c itself is left out. So a position is winnable if and only if it is with c home.
"""

from __future__ import annotations

from collections.abc import Sequence


class HomeTable(dict[int, tuple[int, int]]):
    """Finals (4 bits a suit, clubs lowest) -> (safe cards, next cards), both as 52-bit sets; worked out when asked."""

    def __missing__(self, foundations: int) -> tuple[int, int]:
        counts = [foundations >> 4 * suit & 15 for suit in range(4)]
        safe = following = 0
        for suit, value in enumerate(counts):
            if value > 12:
                continue
            bit = 1 << value * 4 + suit
            following |= bit
            others = min(counts[suit ^ 1], counts[suit ^ 3])
            if value < 2 or others >= value or (others == value - 1 and counts[suit ^ 2] >= value - 2):
                safe |= bit
        self[foundations] = safe, following
        return safe, following


HOME = HomeTable()
"""The one table; it holds 14 ** 4 entries at most, in a game some twenty."""


def pack_foundations(counts: Sequence[int]) -> int:
    """Four numbers of cards home (C H S D) in one number, 4 bits each."""
    return counts[0] | counts[1] << 4 | counts[2] << 8 | counts[3] << 12
