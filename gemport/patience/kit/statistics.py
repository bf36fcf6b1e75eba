"""A game's statistics as a dialog."""

from __future__ import annotations

from typing import Any

from gemport.gem.aes.constants import WCHAR, Fmd, Update
from gemport.gem.aes.forms import DOUBLE_CLICK
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import LoadedResource
from gemport.gem.formats.objects import ObState
from gemport.patience.kit.needs import MovesNumbers, StatisticsNumbers
from gemport.patience.kit.texts import KeptTexts
from gemport.store.session import Session
from gemport.store.statistics import Figures, Statistics, figures

_CLEAR_BUTTON, _KEEP_BUTTON = 1, 2
"""Of the question whether to clear."""


class StatisticsBox:
    """Shows the statistics of a session's records, and clears them if the player says so twice."""

    def __init__(
        self, gem: Gem, trees: LoadedResource, numbers: StatisticsNumbers, texts: KeptTexts, session: Session[Any]
    ) -> None:
        self._gem = gem
        self._tree = trees.tree(numbers.STATISTICS)
        self._numbers = numbers
        self._texts = texts
        self._session = session

    async def show(self) -> None:
        """Show the dialog until OK."""
        gem, tree = self._gem, self._tree
        area = gem.form_center(tree)
        nothing = GRect(0, 0, 0, 0)
        await gem.wind_update(Update.BEG_UPDATE)
        await gem.form_dial(Fmd.FMD_START, nothing, area)
        while await self._clear_chosen(area):
            if await gem.form_alert(_KEEP_BUTTON, self._texts.say(self._texts.numbers.ASK_CLEAR)) == _CLEAR_BUTTON:
                self._session.records.clear()
        await gem.form_dial(Fmd.FMD_FINISH, nothing, area)
        await gem.wind_update(Update.END_UPDATE)

    async def _clear_chosen(self, area: GRect) -> bool:
        """Draw the dialog and wait for a button; whether it was Clear."""
        self._fill()
        self._gem.objc_draw(self._tree, 0, 8, area)
        button = await self._gem.form_do(self._tree) & ~DOUBLE_CLICK
        self._tree[button].ob_state &= ~ObState.SELECTED
        return button == self._numbers.STATISTICS_CLEAR

    def _fill(self) -> None:
        """Write the figures into the dialog."""
        n, statistics = self._numbers, self._session.records.statistics()
        self._write(n.STATISTICS_WON, str(statistics.won))
        self._write(n.STATISTICS_UNAIDED, self._unaided(statistics))
        self._write(n.STATISTICS_LOST, str(statistics.lost))
        self._write(n.STATISTICS_PERCENTAGE, f"{statistics.percentage}%")
        self._write(n.STATISTICS_STREAK, self._streak(statistics.streak))
        self._write(n.STATISTICS_LONGEST_WON, str(statistics.longest_won))
        self._write(n.STATISTICS_LONGEST_LOST, str(statistics.longest_lost))

    def _write(self, obj: int, text: str) -> None:
        """Have a line show a text at its right end."""
        self._tree[obj].ob_spec = text.rjust(self._tree[obj].ob_width // WCHAR)

    def _unaided(self, won: Statistics | Figures) -> str:
        if not won.unknown:
            return str(won.unaided)
        return self._texts.say(self._texts.numbers.HELP_UNKNOWN, count=won.unaided, unknown=won.unknown)

    def _streak(self, streak: int) -> str:
        n = self._texts.numbers
        if streak == 0:
            return self._texts.say(n.NO_STREAK)
        return self._texts.say(n.STREAK_WON if streak > 0 else n.STREAK_LOST, count=abs(streak))


class MovesBox(StatisticsBox):
    """Shows moves too, of all games that were won and of those of the number on the table."""

    def __init__(
        self, gem: Gem, trees: LoadedResource, numbers: MovesNumbers, texts: KeptTexts, session: Session[Any]
    ) -> None:
        super().__init__(gem, trees, numbers, texts, session)
        self._moves = numbers

    def _fill(self) -> None:
        super()._fill()
        n, session = self._moves, self._session
        ended = session.records.ended()
        all_games = figures(ended)
        of_number = figures(game for game in ended if game.number == session.number)
        self._tree[n.STATISTICS_NUMBER].ob_spec = self._texts.say(n.NUMBER_LINE, number=session.number)
        self._write(n.STATISTICS_NUMBER_UNAIDED, self._unaided(of_number))
        for line, figure in (
            (n.STATISTICS_BEST, all_games.best),
            (n.STATISTICS_AVERAGE, None if all_games.average is None else round(all_games.average)),
            (n.STATISTICS_UNDOS, all_games.undos),
            (n.STATISTICS_NUMBER_WON, of_number.won),
            (n.STATISTICS_NUMBER_BEST, of_number.best),
            (n.STATISTICS_NUMBER_UNDOS, of_number.best_undos),
        ):
            self._write(line, self._texts.say(n.UNKNOWN) if figure is None else str(figure))
