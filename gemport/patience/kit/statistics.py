"""A game's statistics as a dialog."""

from __future__ import annotations

from abc import ABC, abstractmethod

from gemport.gem.aes.constants import Fmd, Update
from gemport.gem.aes.forms import DOUBLE_CLICK
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import LoadedResource
from gemport.gem.formats.rsc.objects import ObState, Tree
from gemport.patience.kit.needs import StatisticsNumbers
from gemport.patience.kit.texts import KeptTexts
from gemport.patience.session.records import ForgivingRecords

_CLEAR_BUTTON, _KEEP_BUTTON = 1, 2
"""Of the question whether to clear."""


class FiguresBox(ABC):
    """A dialog that shows figures of records, and clears them if the player says so twice."""

    def __init__(self, gem: Gem, tree: Tree, clear: int, question: str, records: ForgivingRecords) -> None:
        """``clear``: the button that does, after the alert ``question``."""
        self._gem = gem
        self._tree = tree
        self._clear = clear
        self._question = question
        self._records = records

    @abstractmethod
    def _fill(self) -> None:
        """Write the figures into the dialog."""

    async def show(self) -> None:
        """Show the dialog until OK."""
        gem, tree = self._gem, self._tree
        area = gem.form_center(tree)
        nothing = GRect(0, 0, 0, 0)
        await gem.wind_update(Update.BEG_UPDATE)
        await gem.form_dial(Fmd.FMD_START, nothing, area)
        while await self._clear_chosen(area):
            if await gem.form_alert(_KEEP_BUTTON, self._question) == _CLEAR_BUTTON:
                self._records.clear()
        await gem.form_dial(Fmd.FMD_FINISH, nothing, area)
        await gem.wind_update(Update.END_UPDATE)

    async def _clear_chosen(self, area: GRect) -> bool:
        """Draw the dialog and wait for a button; whether it was Clear."""
        self._fill()
        self._gem.objc_draw(self._tree, 0, 8, area)
        button = await self._gem.form_do(self._tree) & ~DOUBLE_CLICK
        self._tree[button].ob_state &= ~ObState.SELECTED
        return button == self._clear

    def _write(self, obj: int, text: str) -> None:
        """Have a line show a text at its right end."""
        self._tree[obj].ob_spec = text.rjust(self._tree[obj].ob_width // 8)


class StatisticsBox(FiguresBox):
    """Shows the statistics of records."""

    def __init__(
        self, gem: Gem, trees: LoadedResource, numbers: StatisticsNumbers, texts: KeptTexts, records: ForgivingRecords
    ) -> None:
        tree, question = trees.tree(numbers.STATISTICS), texts.say(texts.numbers.ASK_CLEAR)
        super().__init__(gem, tree, numbers.STATISTICS_CLEAR, question, records)
        self._numbers = numbers
        self._texts = texts

    def _fill(self) -> None:
        n, statistics = self._numbers, self._records.statistics()
        for line, value in (
            (n.STATISTICS_WON, str(statistics.won)),
            (n.STATISTICS_LOST, str(statistics.lost)),
            (n.STATISTICS_PERCENTAGE, f"{statistics.percentage}%"),
            (n.STATISTICS_STREAK, self._streak(statistics.streak)),
            (n.STATISTICS_LONGEST_WON, str(statistics.longest_won)),
            (n.STATISTICS_LONGEST_LOST, str(statistics.longest_lost)),
        ):
            self._write(line, value)

    def _streak(self, streak: int) -> str:
        n = self._texts.numbers
        if streak == 0:
            return self._texts.say(n.NO_STREAK)
        return self._texts.say(n.STREAK_WON if streak > 0 else n.STREAK_LOST, count=abs(streak))
