"""A game's statistics as a dialog."""

from __future__ import annotations

from typing import Any

from gemport.games import resource as n
from gemport.games.boxes import write_centred
from gemport.games.files import say
from gemport.gem.aes.constants import WCHAR
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rsrc import LoadedResource
from gemport.gem.formats.objects import Tree
from gemport.store.session import Session
from gemport.store.statistics import Statistics
from gemport.toolkit.dialog import Dialog, alert

_CLEAR_BUTTON, _KEEP_BUTTON = 1, 2
"""Of the question whether to clear."""


class StatisticsBox:
    """Shows the statistics of a session's records, and clears them if the player says so twice."""

    def __init__(self, gem: Gem, trees: LoadedResource, session: Session[Any], own: Tree | None = None) -> None:
        """``trees``: the shared resource; ``own``: a dialog of the game's instead of the one there."""
        self._trees = trees
        self._session = session
        if own is None:
            own = trees.tree(n.STATISTICS)
            write_centred(own, n.STATISTICS_TITLE, say(trees, n.STATISTICS_OF, game=session.game.title))
        self._tree = own
        self._dialog = Dialog(gem, own)

    async def show(self) -> None:
        """Show the dialog until OK."""
        self.fill()
        async with self._dialog as dialog:
            while await dialog.do() == n.STATISTICS_CLEAR:
                if await alert(dialog.gem, self._trees.string(n.ASK_CLEAR), _KEEP_BUTTON) == _CLEAR_BUTTON:
                    self._session.records.clear()
                self.fill()
                dialog.draw()

    def fill(self) -> None:
        """Write the figures into the dialog."""
        statistics = self._session.records.statistics()
        self.write(n.STATISTICS_WON, str(statistics.won))
        self.write(n.STATISTICS_UNAIDED, self.unaided(statistics))
        self.write(n.STATISTICS_LOST, str(statistics.lost))
        self.write(n.STATISTICS_PERCENTAGE, f"{statistics.percentage}%")
        self.write(n.STATISTICS_STREAK, self._streak(statistics.streak))
        self.write(n.STATISTICS_LONGEST_WON, str(statistics.longest_won))
        self.write(n.STATISTICS_LONGEST_LOST, str(statistics.longest_lost))

    def write(self, obj: int, text: str) -> None:
        """Have a line show a text at its right end."""
        self._tree[obj].ob_spec = text.rjust(self._tree[obj].ob_width // WCHAR)

    def unaided(self, won: Statistics) -> str:
        """Return how many games were won without help, and of how many that is not known."""
        if not won.unknown:
            return str(won.unaided)
        return say(self._trees, n.HELP_UNKNOWN, count=won.unaided, unknown=won.unknown)

    def _streak(self, streak: int) -> str:
        if streak == 0:
            return say(self._trees, n.NO_STREAK)
        return say(self._trees, n.STREAK_WON if streak > 0 else n.STREAK_LOST, count=abs(streak))
