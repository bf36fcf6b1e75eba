"""Look back: a game's moves as a ribbon, up to where it could be won; each position is shown, and what wins from it.

The ribbon has a column for each position: white where the game can be won, black where it is lost, which is proven,
grey where neither is known yet. A mark above it is on the first column that is lost, one below it on the position that
is on the table. Until the player chooses another one that is the last which can be won, as soon as it is known.
"""

from collections.abc import Callable, Generator
from typing import Any, Final, TypeVar

from gemport.cards.cells import CellBoard
from gemport.cards.moves import Step
from gemport.gem import (
    MU_BUTTON,
    MU_KEYBD,
    MU_MESAG,
    MU_TIMER,
    MU_WORK,
    OUTLINE,
    WCHAR,
    FillInterior,
    LoadedResource,
    MultiEvent,
    Work,
    WritingMode,
    cut,
    keys,
    object_rect,
)
from gemport.play import games_rsc as n
from gemport.play.analysis import ASKED, Analysis
from gemport.play.boxes import Box
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH
from gemport.play.gamefiles import say
from gemport.play.table import CardTable
from gemport.solver.position import Position
from gemport.solver.review import Review
from gemport.solver.short import AT_ONCE

C = TypeVar("C", bound=CellBoard)

_REFRESH: Final = 100
"""Milliseconds between two drawings while the analysis goes on."""
_BELOW: Final = 4
"""Pixels between the box and the lower edge of the table."""
_WIDEST: Final = 16
"""Pixels of a column; less where there are many."""
_NEXT: Final = 8
"""So many steps of a way are looked up at most."""
_MARK: Final = 5
"""Height of a mark in pixels."""
_GREY, _BLACK = (FillInterior.FIS_PATTERN, 4), (FillInterior.FIS_SOLID, 0)


class LookBack(Box):
    """The box at the lower edge of a table, on which it shows the positions of a game."""

    def __init__(
        self,
        table: CardTable[Any],
        trees: LoadedResource,
        is_quit: Callable[[MultiEvent], bool],
        analysis: Analysis[Any],
        describe: Callable[[CellBoard, Step], str],
    ) -> None:
        """Make the box.

        trees: the shared resource
        analysis: learns the ways to win that are found
        describe: says a step that a board can make, in cards
        """
        super().__init__(table, trees.tree(n.LOOKBACK), is_quit, n.LOOKBACK_CLOSE)
        self._trees = trees
        self._analysis = analysis
        self._made: int = table.board.moves_made
        self._boards: list[CellBoard] = _positions(table.board)
        self._describe = describe
        self._review = Review([Position.on(board) for board in self._boards], analysis.never_winnable)
        self._work = Work(self._find_out())
        self._chosen: int | None = None
        """The position that the player has chosen."""
        self._way: list[Step] = []
        """Steps that win from the position that is shown."""
        self._shown: object = None
        """The knowledge that was drawn last."""

    def _find_out(self) -> Generator[int, None, None]:
        learned = -1
        for looked in self._review.work():
            if self._review.last_open > learned:
                learned = self._review.last_open
                yield from self._analysis.learn(self._boards[learned], self._review.way, AT_ONCE)
            if looked >= ASKED.exhaustive:
                return
            yield looked
        if self._review.last_open > learned:
            yield from self._analysis.learn(self._boards[self._review.last_open], self._review.way, AT_ONCE)

    async def ask(self) -> int | None:
        """Show the box until it is closed; return after how many moves the player wants to play on, None for nowhere.

        The table shows the game as it stands again, but for what the box has covered.
        """
        await self.show()
        button = -1
        while button not in (n.LOOKBACK_PLAY, n.LOOKBACK_CLOSE) and (event := await self.event()) is not None:
            button = self.pressed(event) if not self._leaf(event) else -1
            if button == n.LOOKBACK_RIBBON and MU_BUTTON in event.events:
                self._chosen = self._position_at(event.x)
            await self._show_position()
            if MU_BUTTON in event.events:
                await self._point_out()
                await self.release()
        at = self._at
        self.table.past = self.table.hint = None
        await self.table.redraw()
        await self.hide()
        return at if button == n.LOOKBACK_PLAY and not self.quitting else None

    async def wait(self) -> MultiEvent:
        flags = MU_KEYBD | MU_BUTTON | MU_MESAG
        if not self._work.done:
            flags |= MU_WORK | MU_TIMER
        event = await self.gem.evnt_multi(flags, ms=_REFRESH, work=self._work)
        if MU_WORK in event.events:
            # Reading the result raises an error of the work.
            _ = self._work.result
        await self._show_position()
        return event

    # ---- positions

    @property
    def _at(self) -> int:
        """The position that is shown, by the number of moves that led there."""
        if self._chosen is not None:
            return self._chosen
        last_open = self._review.last_open
        return min(last_open, self._made) if self._review.done and last_open >= 0 else self._made

    def _leaf(self, event: MultiEvent) -> bool:
        at, last = self._at, len(self._boards) - 1
        # What is End on today's keyboards is Undo here, and no key of the box's button.
        positions = {
            keys.ARROW_LEFT: at - 1,
            keys.ARROW_RIGHT: at + 1,
            keys.CLR_HOME: 0,
            keys.SHIFT_HOME: last,
            keys.UNDO: last,
        }
        chosen = positions.get(event.key)
        if MU_KEYBD not in event.events or chosen is None:
            return False
        self._chosen = min(max(chosen, 0), last)
        return True

    def _next_steps(self) -> list[Step]:
        """Return steps that win from the position: first those that were made, as far as that goes."""
        at, last_open = self._at, self._review.last_open
        steps = [board.next_step for board in self._boards[at:last_open]]
        board = self._boards[last_open].copy()
        while len(steps) < _NEXT and (step := self._analysis.next_step(board)) is not None:
            steps.append(board.make(step))
        return steps[:_NEXT]

    async def _show_position(self) -> None:
        review, board = self._review, self._boards[self._at]
        self._way = self._next_steps() if self._at <= review.last_open else []
        step = self._way[0] if self._way else None
        shown = (self._at, review.last_open, review.first_lost, self._work.done, self._way)
        if shown == self._shown:
            return
        self._shown = shown
        self.table.past = board
        self.table.hint = None if step is None else (step.moves[0].source, step.moves[0].target)
        for part in cut(self.table.work, self.area):
            await self.table.redraw(part)
        await self._draw()

    async def _point_out(self) -> None:
        if self.table.hint is not None:
            here, there = map(self.table.corner, self.table.hint)
            await self.gem.graf_movebox(CARD_WIDTH, CARD_HEIGHT, *here, *there)

    # ---- the box

    async def show(self) -> None:
        self.place()
        await self._show_position()

    def place(self) -> None:
        root, work = self.tree[0], self.table.work
        root.ob_x = work.x + (min(work.right, self.gem.width) - work.x - root.ob_width) // 2
        root.ob_y = min(work.bottom, self.gem.height) - root.ob_height - _BELOW
        self.area = object_rect(self.tree, 0).inset(-OUTLINE)

    async def _draw(self) -> None:
        text, line = self._text(), object_rect(self.tree, n.LOOKBACK_TEXT)
        self.tree[n.LOOKBACK_TEXT].ob_spec = text
        await super()._draw()
        self.table.ws.vs_clip(True, 0, 0, self.gem.width - 1, self.gem.height - 1)
        self.table.art.draw_signs(self.table.ws, text, line.x, line.y)
        self._draw_ribbon()

    def _text(self) -> str:
        at, review = self._at, self._review
        if at <= review.last_open:
            string = n.LOOKBACK_WON if self._boards[at].won else n.LOOKBACK_OPEN
        elif at < review.first_lost:
            string = n.LOOKBACK_UNKNOWN if self._work.done else n.LOOKBACK_SEARCHES
        elif at == 0:
            string = n.ORACLE_NEVER
        else:
            string = n.LOOKBACK_MISTAKE if review.done and at == review.first_lost else n.LOOKBACK_LOST
        word = self._describe(self._boards[at - 1], self._boards[at - 1].next_step) if at else ""
        words = {"at": at, "last": len(self._boards) - 1, "word": word}
        text, way, board = say(self._trees, string, **words, way="").rstrip(), "", self._boards[at].copy()
        for step in self._way:
            way += f"{', ' if way else ''}{self._describe(board, step)}"
            longer = say(self._trees, string, **words, way=way)
            if len(longer) > self.tree[n.LOOKBACK_TEXT].ob_width // WCHAR:
                break
            text = longer
            board.make(step)
        return text

    def _x(self, at: int) -> int:
        ribbon, count = object_rect(self.tree, n.LOOKBACK_RIBBON), len(self._boards)
        return ribbon.x + (at * min(ribbon.w // count, _WIDEST) if count <= ribbon.w else at * ribbon.w // count)

    def _position_at(self, x: int) -> int:
        return next((at for at in range(len(self._boards)) if x < self._x(at + 1)), len(self._boards) - 1)

    def _draw_ribbon(self) -> None:
        ws, review, count = self.table.ws, self._review, len(self._boards)
        _, top, _, bottom = object_rect(self.tree, n.LOOKBACK_RIBBON).corners()
        top, bottom = top + _MARK + 2, bottom - _MARK - 2
        ws.vswr_mode(WritingMode.MD_REPLACE)
        ws.vsf_color(1)
        for (interior, style), first, end in (
            (_GREY, review.last_open + 1, review.first_lost),
            (_BLACK, review.first_lost, count),
        ):
            if first < end:
                ws.vsf_interior(interior)
                ws.vsf_style(style)
                ws.vr_recfl(self._x(first), top, self._x(end) - 1, bottom)
        left, right = self._x(0) - 1, self._x(count)
        ws.v_pline([(left, top - 1), (right, top - 1), (right, bottom + 1), (left, bottom + 1), (left, top - 1)])
        ws.vswr_mode(WritingMode.MD_XOR)
        if self._x(1) - self._x(0) > 3:
            for at in range(1, count):
                ws.v_pline([(self._x(at), top), (self._x(at), bottom)])
        ws.vswr_mode(WritingMode.MD_REPLACE)
        if review.done and 0 < review.first_lost < count:
            self._draw_mark(review.first_lost, top - 3, -1)
        self._draw_mark(self._at, bottom + 3, 1)

    def _draw_mark(self, at: int, y: int, way: int) -> None:
        x = (self._x(at) + self._x(at + 1)) // 2
        for row in range(_MARK):
            self.table.ws.v_pline([(x - row, y + way * row), (x + row, y + way * row)])


def _positions(board: C) -> list[C]:
    """Return the positions of a game from the first, moves that were taken back and can be made again included."""
    board = board.copy()
    while board.can_undo:
        board.undo()
    positions = [board.copy()]
    while board.can_redo:
        board.make(board.next_step)
        positions.append(board.copy())
    return positions
