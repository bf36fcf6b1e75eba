"""VIERFREI's statistics: a dialog that shows moves too, of all games that were won and of the number on the table."""

from __future__ import annotations

from typing import Any

from gemport.games.files import say
from gemport.games.statistics import StatisticsBox
from gemport.games.vierfrei import resource as rsc
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rsrc import LoadedResource
from gemport.store.session import Session
from gemport.store.statistics import summarize


class MovesBox(StatisticsBox):
    """The dialog. Objects that the shared one has, too, have the same numbers."""

    def __init__(self, gem: Gem, shared: LoadedResource, own: LoadedResource, session: Session[Any]) -> None:
        super().__init__(gem, shared, session, own.tree(rsc.STATISTICS))
        self._own = own

    def fill(self) -> None:
        """Write the figures into the dialog."""
        super().fill()
        ended, number = self._session.records.ended(), self._session.number
        all_games, of_number = summarize(ended), summarize(game for game in ended if game.number == number)
        self._tree[rsc.STATISTICS_NUMBER].ob_spec = say(self._own, rsc.NUMBER_LINE, number=number)
        self.write(rsc.STATISTICS_NUMBER_UNAIDED, self.unaided(of_number))
        for line, figure in (
            (rsc.STATISTICS_BEST, all_games.best),
            (rsc.STATISTICS_AVERAGE, None if all_games.average is None else round(all_games.average)),
            (rsc.STATISTICS_UNDOS, all_games.undos),
            (rsc.STATISTICS_NUMBER_WON, of_number.won),
            (rsc.STATISTICS_NUMBER_BEST, of_number.best),
            (rsc.STATISTICS_NUMBER_UNDOS, of_number.best_undos),
        ):
            self.write(line, say(self._own, rsc.UNKNOWN) if figure is None else str(figure))
