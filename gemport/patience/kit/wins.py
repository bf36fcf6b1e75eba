"""The statistics of a game that counts no losses, as a dialog: what was won, in all and of the number on the table."""

from __future__ import annotations

from typing import Any

from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rsrc import LoadedResource
from gemport.patience.kit.needs import WinsNumbers
from gemport.patience.kit.statistics import FiguresBox
from gemport.patience.kit.texts import Texts
from gemport.patience.session.figures import figures
from gemport.patience.session.session import Session


class WinsBox(FiguresBox):
    """Shows what a session's records say of won games, and clears it if the player says so twice."""

    def __init__(self, gem: Gem, trees: LoadedResource, numbers: WinsNumbers, session: Session[Any]) -> None:
        tree = trees.tree(numbers.STATISTICS)
        super().__init__(gem, tree, numbers.STATISTICS_CLEAR, trees.string(numbers.ASK_CLEAR), session.records)
        self._numbers = numbers
        self._texts = Texts(trees)
        self._session = session

    def _fill(self) -> None:
        n, session = self._numbers, self._session
        ended = session.records.ended()
        all_games = figures(ended)
        of_number = figures(game for game in ended if game.number == session.number)
        self._tree[n.STATISTICS_NUMBER].ob_spec = self._texts.say(n.NUMBER_LINE, number=session.number)
        average = None if all_games.average is None else round(all_games.average)
        self._show(n.STATISTICS_WON, all_games.won)
        self._show(n.STATISTICS_BEST, all_games.best)
        self._show(n.STATISTICS_AVERAGE, average)
        self._show(n.STATISTICS_UNDOS, all_games.undos)
        self._show(n.STATISTICS_NUMBER_WON, of_number.won)
        self._show(n.STATISTICS_NUMBER_BEST, of_number.best)
        self._show(n.STATISTICS_NUMBER_UNDOS, of_number.best_undos)

    def _show(self, obj: int, figure: int | None) -> None:
        self._write(obj, self._texts.say(self._numbers.UNKNOWN) if figure is None else str(figure))
