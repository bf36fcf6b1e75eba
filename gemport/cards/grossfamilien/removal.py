"""Which cards Delete may send to a family in Großfamilien: those that are certainly of no further use.

An open card can be of use in three ways: another of its suit can be laid on it; it keeps its twin waiting, and it may
have to be the twin that goes first; and as long as cards come from the talon, it holds its place (a place that becomes
free is filled at once while the waste is empty, perhaps with the wrong card) or keeps the waste from being empty.

While a family is built downwards, every value from the awaited one down is left once: there is no twin, and only the
next lower card could be laid on the awaited one. As soon as that is in the family, the next lower one is awaited
itself: instead of being laid on it, it goes to the family too, and so on down. So an awaited card that lies on another
one may always go, and any awaited card once the talon is used up: whatever could be done with it can be done without
it, move for move, with the same places free and the same cards uncovered or more. If it leaves a place free, the top
card of the waste has to go there, and is as open there as it was: whatever could be done from the waste can be done
from that place, which the next card of the waste then fills.

While a family is built upwards all three uses remain, even for an ace: it may have to stay until the other ace has gone
that lies on a card the family needs. So cards of a rising family stay, with two exceptions: both kings together when
both are open (only the queen could be laid on them, and then she is awaited), and everything when the families can be
finished with nothing but plays to families, for then the game is won.
"""

from __future__ import annotations

from gemport.cards.grossfamilien.board import PILES, TURNED, WASTE, FamilyBoard, Play, is_rising
from gemport.cards.pack import KING, suit_of, value_of

_SOURCES = (TURNED, WASTE, *PILES)


def _talon_lasts(board: FamilyBoard, place: int | None = None) -> bool:
    """Whether the talon has a card, the turned one included unless ``place`` is where it lies."""
    return bool(board.talon) or (board.turned is not None and place != TURNED)


def _leaves_nothing_open(board: FamilyBoard, place: int) -> bool:
    """Whether the top card of ``place`` can go without a place becoming free for the talon or the waste shrinking."""
    if not _talon_lasts(board, place):
        return True
    return place in PILES and len(board.piles[place]) > 1


def is_of_no_use(board: FamilyBoard, place: int) -> bool:
    """Whether the top card of ``place``, which its family waits for, is certainly of no further use there.

    Raises PlaceError.
    """
    card = board.top(place)
    if card is None:
        return False
    if not is_rising(board.families[suit_of(card)]):
        return _leaves_nothing_open(board, place)
    twins = [source for source in _SOURCES if board.top(source) == card]
    return value_of(card) == KING and len(twins) == 2 and all(_leaves_nothing_open(board, twin) for twin in twins)


def _family_plays(board: FamilyBoard, everything: bool) -> list[Play]:
    """Send cards to the families in passes over turned card, waste and piles, until a pass moves nothing.

    Free places are filled from the waste where there is no choice, or with ``everything``.
    """
    plays: list[Play] = []
    before = None
    while before != len(plays):
        before = len(plays)
        for place in _SOURCES:
            if board.waste and board.fill_first and (everything or not _talon_lasts(board)):
                plays.append(_moved(board, WASTE, board.free_places()[0]))
            play = board.to_family(place)
            if play is not None and (everything or is_of_no_use(board, place)):
                plays.append(_moved(board, play.source, play.target))
    return plays


def _moved(board: FamilyBoard, source: int, target: int) -> Play:
    return board.move(source, target).moves[0]


def removals(board: FamilyBoard) -> list[Play]:
    """The plays of Delete, in order; each is to be made by the board's ``move``. The board stays as it is."""
    trial = board.bare_copy()
    finish = _family_plays(trial, everything=True)
    return finish if trial.won else _family_plays(board.bare_copy(), everything=False)
