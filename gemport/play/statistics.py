"""The dialog with the statistics of a game."""

from typing import Any

from gemport.cards.challenge import MAX_CELLS, cell_count
from gemport.gem import WCHAR, Tree
from gemport.play import games_rsc as shared
from gemport.play.boxes import fit_cells, next_cells, write_cells, write_centred
from gemport.play.feature import Feature, Play, entry
from gemport.play.items import Item
from gemport.store.session import clock_text
from gemport.store.statistics import Statistics
from gemport.toolkit.dialog import Dialog, alert

_CLEAR_BUTTON, _KEEP_BUTTON = 1, 2  # the button of the question whether to clear


class StatisticsBox(Feature[Any]):
    """Statistics: shown until OK, and cleared after a confirmation.

    Challenges have separate statistics: a button cycles through the numbers of cells. ``cells`` is the number shown;
    ``cells_button``, ``fastest_line`` and ``average_line`` are objects of the box.
    """

    cells_button = shared.STATISTICS_CELLS
    fastest_line, average_line = shared.STATISTICS_FASTEST, shared.STATISTICS_AVERAGE_TIME

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play)
        self.cells = MAX_CELLS

    def tree(self) -> Tree:
        """Return the dialog; a game's own dialog uses the same object numbers."""
        tree = self.play.shared.tree(shared.STATISTICS)
        title = self.play.say(shared.STATISTICS_OF, game=self.play.session.game.title)
        write_centred(tree, shared.STATISTICS_TITLE, title)
        return tree

    def texts(self) -> dict[int, str]:
        results = self.play.session.records.statistics(self.cells)
        streak = (
            shared.NO_STREAK if results.streak == 0 else shared.STREAK_WON if results.streak > 0 else shared.STREAK_LOST
        )
        return {
            shared.STATISTICS_WON: str(results.won),
            shared.STATISTICS_UNAIDED: self.unaided(results),
            shared.STATISTICS_LOST: str(results.lost),
            shared.STATISTICS_PERCENTAGE: f"{results.percentage}%",
            shared.STATISTICS_STREAK: self.play.say(streak, count=abs(results.streak)),
            shared.STATISTICS_LONGEST_WON: str(results.longest_won),
            shared.STATISTICS_LONGEST_LOST: str(results.longest_lost),
            self.fastest_line: self.time(results.fastest),
            self.average_line: self.time(results.average_seconds),
        }

    def time(self, seconds: float | None) -> str:
        """Return a time in clock form, or the text for an unknown time."""
        return self.play.say(shared.UNKNOWN) if seconds is None else clock_text(round(seconds))

    def unaided(self, won: Statistics) -> str:
        """Return the number of wins without help, and the number of wins with unknown help."""
        if not won.unknown:
            return str(won.unaided)
        return self.play.say(shared.HELP_UNKNOWN, count=won.unaided, unknown=won.unknown)

    @entry(Item.STATISTICS)
    async def _show(self) -> None:
        play, tree = self.play, self.tree()
        fit_cells(tree, self.cells_button, play.session.game.numbers)
        self.cells = cell_count(play.session.number)
        self._fill(tree)
        async with Dialog(play.gem, tree) as dialog:
            while (button := await dialog.do()) != shared.STATISTICS_OK:
                if button == self.cells_button:
                    self.cells = next_cells(self.cells)
                elif await alert(play.gem, play.shared.string(shared.ASK_CLEAR), _KEEP_BUTTON) == _CLEAR_BUTTON:
                    play.session.records.clear(self.cells)
                self._fill(tree)
                dialog.draw()

    def _fill(self, tree: Tree) -> None:
        write_cells(tree, self.cells_button, self.cells)
        for obj, text in self.texts().items():
            tree[obj].ob_spec = text.rjust(tree[obj].ob_width // WCHAR)
