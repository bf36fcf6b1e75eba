"""A game of FreeCell and what is kept of it beyond a counted game: how new numbers are chosen, and the settings."""

from __future__ import annotations

from random import Random

from gemport.cards.freecell.board import Board
from gemport.cards.moves import COLUMNS, FINALS, final_of
from gemport.cards.numbers import MICROSOFT_NUMBERS
from gemport.cards.pack import ACE, value_of
from gemport.patience.session.counted import CountedGame
from gemport.patience.session.records import Records

_MESSAGES, _COUNT_COLUMNS = "messages", "count_columns"


class FreeCellGame(CountedGame[Board]):
    """The game that is played, and how it is recorded. The records are to be such that never fail."""

    def __init__(self, records: Records, number: int | None, chance: Random) -> None:
        """Begin with ``number``; if that is None with the game in progress, or one by chance. Raises NumberError."""
        self._chance = chance
        self._messages = records.setting(_MESSAGES, True)
        self._count_columns = records.setting(_COUNT_COLUMNS, True)
        super().__init__(records, Board.deal, number, self.random_number())
        self._set_up()

    def _set_up(self) -> None:
        # Only now: what was kept is played again as it was, whatever counts today.
        self.board.count_columns = self._count_columns

    def random_number(self) -> int:
        """A number that chance chooses."""
        return self._chance.choice(MICROSOFT_NUMBERS)

    def deal(self, number: int) -> None:
        """Leave the game and begin another. Raises NumberError."""
        super().deal(number)
        self._set_up()

    def restart(self) -> None:
        """Deal the same cards again. This is no other game: if it has not counted yet, it still will."""
        super().restart()
        self._set_up()

    # ---- settings

    @property
    def messages(self) -> bool:
        """Whether a wrong move is answered with a message."""
        return self._messages

    @messages.setter
    def messages(self, value: bool) -> None:
        self._messages = value
        self.records.change_setting(_MESSAGES, value)

    @property
    def count_columns(self) -> bool:
        """Whether empty columns are counted when several cards move at once."""
        return self._count_columns

    @count_columns.setter
    def count_columns(self, value: bool) -> None:
        self._count_columns = self.board.count_columns = value
        self.records.change_setting(_COUNT_COLUMNS, value)


def home_for(board: Board, source: int, target: int) -> int:
    """The place that is meant: an ace may be put on any empty home cell, and goes to that of its suit."""
    card = board.top(source)
    if card is None or target not in FINALS or value_of(card) != ACE or board.top(target) is not None:
        return target
    return final_of(card)


def asks_how_many(board: Board, source: int, target: int) -> bool:
    """Whether a run goes to an empty column where there is room for more than one of its cards."""
    return target in COLUMNS and board.top(target) is None and board.fitting_count(source, target) > 1
