"""A game's statistics as a dialog."""

from __future__ import annotations

from gemport.gem.aes.constants import Fmd, Update
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.rsc.objects import ObState, Tree
from gemport.patience.kit.check import Part
from gemport.patience.kit.texts import KeptText, KeptTexts
from gemport.patience.session.records import ForgivingRecords, Statistics

STATISTICS = 5
"""The dialog's tree."""
WON, LOST, PERCENTAGE, STREAK, LONGEST_WON, LONGEST_LOST, CLEAR, OK = range(10, 18)
"""Its objects."""
NEEDS = {**dict.fromkeys(range(WON, CLEAR), Part.ENTRY), CLEAR: Part.ANY, OK: Part.ANY}
"""What the dialog's tree must hold."""
_CLEAR_BUTTON, _KEEP_BUTTON = 1, 2
"""Of the question whether to clear."""


class StatisticsBox:
    """Shows the statistics of records, and clears them if the player says so twice."""

    def __init__(self, gem: Gem, tree: Tree, texts: KeptTexts, records: ForgivingRecords) -> None:
        self._gem = gem
        self._tree = tree
        self._texts = texts
        self._records = records

    async def show(self) -> None:
        """Show the dialog until OK."""
        gem, tree = self._gem, self._tree
        area = gem.form_center(tree)
        nothing = GRect(0, 0, 0, 0)
        await gem.wind_update(Update.BEG_UPDATE)
        await gem.form_dial(Fmd.FMD_START, nothing, area)
        while await self._clear_chosen(area):
            if await gem.form_alert(_KEEP_BUTTON, self._texts.say(KeptText.ASK_CLEAR)) == _CLEAR_BUTTON:
                self._records.clear()
        await gem.form_dial(Fmd.FMD_FINISH, nothing, area)
        await gem.wind_update(Update.END_UPDATE)

    async def _clear_chosen(self, area: GRect) -> bool:
        """Draw the dialog and wait for a button; whether it was Clear."""
        self._fill(self._records.statistics())
        self._gem.objc_draw(self._tree, 0, 8, area)
        button = await self._gem.form_do(self._tree)
        self._tree[button].ob_state &= ~ObState.SELECTED
        return button == CLEAR

    def _fill(self, statistics: Statistics) -> None:
        for field, value in (
            (WON, str(statistics.won)),
            (LOST, str(statistics.lost)),
            (PERCENTAGE, f"{statistics.percentage}%"),
            (STREAK, self._streak(statistics.streak)),
            (LONGEST_WON, str(statistics.longest_won)),
            (LONGEST_LOST, str(statistics.longest_lost)),
        ):
            self._tree[field].ob_spec = value.rjust(self._tree[field].ob_width // 8)

    def _streak(self, streak: int) -> str:
        if streak == 0:
            return self._texts.say(KeptText.NO_STREAK)
        return self._texts.say(KeptText.STREAK_WON if streak > 0 else KeptText.STREAK_LOST, count=abs(streak))
