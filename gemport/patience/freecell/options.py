"""What a player of FreeCell can choose, and which places and how many cards are meant."""

from __future__ import annotations

from gemport.cards.card import ACE, value_of
from gemport.cards.cells import COLUMNS
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.moves import FOUNDATIONS, foundation_of
from gemport.store.session import Change, Session

_MESSAGES, _COUNT_COLUMNS, _ONLY_WINNABLE = "messages", "count_columns", "only_winnable"


class Options:
    """The options of a session, kept from start to start."""

    def __init__(self, session: Session[FreeCellBoard]) -> None:
        self._session = session
        self._messages = session.records.setting(_MESSAGES, True)
        self._count_columns = session.records.setting(_COUNT_COLUMNS, True)
        self._only_winnable = session.records.setting(_ONLY_WINNABLE, False)
        # Only a board that is there: what was kept is played again as it was, whatever counts today.
        session.watch(self._set_up)

    def _set_up(self, session: Session[FreeCellBoard], change: Change) -> None:
        if change is Change.DEALT:
            session.board.count_columns = self._count_columns

    @property
    def board(self) -> FreeCellBoard:
        """The session's board."""
        return self._session.board

    @property
    def messages(self) -> bool:
        """Whether a wrong move is answered with a message."""
        return self._messages

    @messages.setter
    def messages(self, value: bool) -> None:
        self._messages = value
        self._session.records.change_setting(_MESSAGES, value)

    @property
    def count_columns(self) -> bool:
        """Whether empty columns are counted when several cards move at once."""
        return self._count_columns

    @count_columns.setter
    def count_columns(self, value: bool) -> None:
        self._count_columns = self._session.board.count_columns = value
        self._session.records.change_setting(_COUNT_COLUMNS, value)

    @property
    def only_winnable(self) -> bool:
        """Whether a new game is never one that cannot be won."""
        return self._only_winnable

    @only_winnable.setter
    def only_winnable(self, value: bool) -> None:
        self._only_winnable = value
        self._session.records.change_setting(_ONLY_WINNABLE, value)


def home_for(board: FreeCellBoard, source: int, target: int) -> int:
    """The place that is meant: an ace may be put on any empty home cell, and goes to that of its suit."""
    card = board.top(source)
    if card is None or target not in FOUNDATIONS or value_of(card) != ACE or board.top(target) is not None:
        return target
    return foundation_of(card)


def asks_how_many(board: FreeCellBoard, source: int, target: int) -> bool:
    """Whether a run goes to an empty column where there is room for more than one of its cards."""
    return target in COLUMNS and board.top(target) is None and board.fitting_count(source, target) > 1
