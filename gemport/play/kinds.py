"""The dialog for a game's number where deals have a measure of difficulty: its button says how hard the game is.

A press on the button looks for a game that is one kind harder, after the hardest for an easy one. All of it is worked
out while the dialog waits.
"""

from collections.abc import Callable, Container, Generator
from typing import Any, Final

from gemport.gem import MU_BUTTON, MU_KEYBD, MU_MESAG, MU_WORK, LoadedResource, MultiEvent, Tree, Work, object_rect
from gemport.play.boxes import NumberDialog
from gemport.play.gamefiles import say
from gemport.play.games_rsc import GETNUM_KIND, KIND, NO_KIND
from gemport.play.table import CardTable
from gemport.solver import Position
from gemport.solver.difficulty import Difficulty, find_difficulty

_KINDS: Final = list(Difficulty)
_WINNABLE: Final = _KINDS[: _KINDS.index(Difficulty.IMPOSSIBLE)]


class KindDialog(NumberDialog):
    """Asks for a number of the session's game."""

    def __init__(
        self,
        table: CardTable[Any],
        tree: Tree,
        is_quit: Callable[[MultiEvent], bool],
        trees: LoadedResource,
        impossible: Container[int],
    ) -> None:
        super().__init__(table, tree, is_quit, easy=True)
        self._trees = trees
        self._session = table.session
        self._impossible = impossible
        self._known: tuple[str, Difficulty | None] = "", None
        """The text of the field that was looked at last, and the kind of that game."""
        self._work: Work[tuple[int, Difficulty]] | None = None

    async def ask(self, number: int | None) -> str | None:
        self._note("", None)
        try:
            return await super().ask(number)
        finally:
            self._think(None)

    async def wait(self) -> MultiEvent:
        if self.typed != self._known[0]:
            self._note(self.typed, None, draw=True)
            number = int(self.typed or -1)
            self._think(self._rate(number) if number in self._session.game.numbers else None)
        event = await self.gem.evnt_multi(MU_KEYBD | MU_BUTTON | MU_MESAG | MU_WORK, work=self._work)
        if self._work is not None and self._work.done:
            number, kind = self._work.result
            self._work = None
            if number != int(self.typed or -1):
                self.offer(number)
            self._note(self.typed, kind, draw=True)
        return event

    def use(self, button: int) -> None:
        if button == GETNUM_KIND:
            text, kind = self._known
            at = _WINNABLE.index(kind) + 1 if kind in _WINNABLE else 0
            self._note(text, None, draw=True)
            self._think(self._seek(int(text or -1), _WINNABLE[at % len(_WINNABLE)]))

    def _think(self, steps: Generator[int, None, tuple[int, Difficulty]] | None) -> None:
        if self._work is not None:
            self._work.close()
        self._work = None if steps is None else Work(steps)

    def _note(self, text: str, kind: Difficulty | None, draw: bool = False) -> None:
        self._known = text, kind
        self.tree[GETNUM_KIND].ob_spec = say(self._trees, NO_KIND if kind is None else KIND + _KINDS.index(kind))
        if draw:
            self.gem.objc_draw(self.tree, 0, 1, object_rect(self.tree, GETNUM_KIND))

    def _rate(self, number: int) -> Generator[int, None, tuple[int, Difficulty]]:
        columns = self._session.game.deal(number).columns
        known = True if number in self._impossible else None
        kind = yield from find_difficulty(Position.of(columns or ()), known)
        return number, kind

    def _seek(self, number: int, kind: Difficulty) -> Generator[int, None, tuple[int, Difficulty]]:
        """Go on from a number to the next game of a kind, as New game does."""
        session = self._session
        while True:
            # The game on the table may have no number itself.
            dealt = number in session.game.numbers
            number = session.number_after(session.game.board.deal(number) if dealt else session.board)
            found = yield from self._rate(number)
            if found[1] is kind:
                return found
