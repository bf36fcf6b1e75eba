"""Which cards Delete may send to a family in Grossfamilien: those that are certainly of no further use.

A card in the tableau can be of use only as a card that another of its suit is laid on.

While a family is built downwards, every value from the awaited one on is left once: those above it lie in the family
twice, those below it once. The only card that could still be laid on the awaited one is the next lower, and as soon
as the awaited one is in the family, that one is awaited itself: instead of being laid on it, it goes to the family
too, and so does the next lower one that could be laid on it, and so on. Whatever could be done with the card on the
tableau can be done without it, with the same cards uncovered or more; and a place that becomes free is only one more
place for a card of the talon or the waste. So such a card may always go.

While a family is built upwards that does not hold, not even for an ace. Of every value from the awaited one on, two are
left, and it matters which of the two goes: the other may lie on a card that the family needs later, and then find no
place to go to. The tests play a game that is won with the open ace kept until the other one comes to light, and that is
lost whatever is tried once the open one has gone. So cards of a rising family stay, with two exceptions: both kings
together when both are open (only the queen could be laid on them, and then she is awaited), and everything when the
families can be finished with nothing but plays to families, for then the game is won.
"""

from __future__ import annotations

from gemport.cards.grossfamilien import PILES, TURNED, WASTE, Board, Play, is_rising
from gemport.cards.pack import KING, Card, suit_of, value_of

_SOURCES = (TURNED, WASTE, *PILES)


def is_of_no_use(board: Board, card: Card) -> bool:
    """Whether an open card that its family waits for is certainly of no further use in the tableau."""
    if not is_rising(board.families[suit_of(card)]):
        return True
    return value_of(card) == KING and [board.top(place) for place in _SOURCES].count(card) == 2


def _family_plays(board: Board, everything: bool) -> list[Play]:
    """Send cards to the families in passes over turned card, waste and piles, until a pass moves nothing."""
    plays: list[Play] = []
    moved = True
    while moved:
        moved = False
        for place in _SOURCES:
            play = board.to_family(place)
            if play is not None and (everything or is_of_no_use(board, play.card)):
                board.move(play.source, play.target)
                plays.append(play)
                moved = True
    return plays


def removals(board: Board) -> list[Play]:
    """The plays of Delete, in order; each is to be made by the board's ``move``. The board stays as it is."""
    trial = board.bare_copy()
    finish = _family_plays(trial, everything=True)
    return finish if trial.won else _family_plays(board.bare_copy(), everything=False)
