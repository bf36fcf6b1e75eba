"""The ribbon of a game: a column for each position, one of which is on the table.

A column is white where the game can be won, black where it is lost, which is proven, grey where neither is known yet.
A mark above it is on the first column that is lost, one below it on the position that is on the table.
"""

from abc import abstractmethod
from collections.abc import Generator, Sequence
from typing import Final, Generic, TypeVar

from gemport.cards.board import Board
from gemport.gem import (
    MU_BUTTON,
    MU_KEYBD,
    MU_MESAG,
    MU_TIMER,
    MU_WORK,
    OUTLINE,
    FillInterior,
    GRect,
    MultiEvent,
    Tree,
    Work,
    WritingMode,
    cut,
    keys,
    object_rect,
)
from gemport.play import games_rsc as n
from gemport.play.analysis import ASKED
from gemport.play.boxes import Box
from gemport.play.play import Play
from gemport.solver.review import Review

B = TypeVar("B", bound=Board)

_REFRESH: Final = 100
"""Milliseconds between two drawings while the analysis goes on."""
_BELOW: Final = 4
"""Pixels between the box and the lower edge of the table."""
_WIDEST: Final = 16
"""Pixels of a column; less where there are many."""
_MARK: Final = 5
"""Height of a mark in pixels."""
_GREY, _BLACK = (FillInterior.FIS_PATTERN, 4), (FillInterior.FIS_SOLID, 0)


class Ribbon(Box, Generic[B]):
    """The box at the lower edge of a table that shows a game's positions on it, one at a time.

    Its tree has the line of text and the ribbon where LOOKBACK has them.
    """

    def __init__(
        self, play: Play[B], tree: Tree, buttons: tuple[int, int], boards: Sequence[B], review: Review
    ) -> None:
        """Make the box; ``buttons``: the one that plays on from the position, and the one that closes the box."""
        super().__init__(play.table, tree, play.ends, buttons[1])
        self._play = play
        self._buttons_to_end = buttons
        self._boards = boards
        """The positions; each but the last can redo the step to the next one."""
        self._review = review
        self._work: Work[None] = Work(self._find_out())
        self._chosen: int | None = None
        """The position that the player has chosen."""
        self._above = False
        """The box is at the upper edge."""
        self._shown: object = None
        """The knowledge that was drawn last."""

    def _find_out(self) -> Generator[int, None, None]:
        for looked in self._review.work():
            if looked >= ASKED.exhaustive:
                return
            yield looked

    async def ask(self) -> int | None:
        """Show the box until it is closed; return after how many moves the player wants to play on, None for nowhere.

        The table shows the game as it stands again, but for what the box has covered.
        """
        play_on, _ = self._buttons_to_end
        await self.show()
        button = -1
        while button not in self._buttons_to_end and (event := await self.event()) is not None:
            button = self.pressed(event) if not self._leaf(event) else -1
            if button == n.LOOKBACK_RIBBON and MU_BUTTON in event.events:
                self._chosen = self._position_at(event.x)
            self._use(button)
            await self._show_position()
            if MU_BUTTON in event.events:
                await self._pressed()
                await self.release()
        at = self._at
        self.table.past = self.table.marks.hint = None
        await self.table.redraw()
        await self.hide()
        return at if button == play_on and not self.quitting else None

    def _use(self, button: int) -> None:
        """Answer another button of the box."""

    async def _pressed(self) -> None:
        """Act after a press has been answered, the button being down."""

    async def wait(self) -> MultiEvent:
        flags, ms = MU_KEYBD | MU_BUTTON | MU_MESAG, self._due()
        if not self._work.done:
            flags, ms = flags | MU_WORK, _REFRESH if ms is None else min(ms, _REFRESH)
        if ms is not None:
            flags |= MU_TIMER
        event = await self.gem.evnt_multi(flags, ms=ms or 0, work=self._work)
        if MU_WORK in event.events:
            # Reading the result raises an error of the work.
            _ = self._work.result
        await self._show_position()
        return event

    def _due(self) -> int | None:
        """Return after how many milliseconds an event is wanted; None for never."""
        return None

    # ---- positions

    @property
    def _at(self) -> int:
        """The position that is shown, by the number of moves that led there."""
        return self._chosen or 0

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

    def _state(self) -> object:
        """Return everything that the box shows, to see if it has changed."""
        return self._at, self._review.last_open, self._review.first_lost, self._work.done

    async def _show_position(self) -> None:
        state = self._state()
        if state == self._shown:
            return
        self._shown = state
        self.table.past = self._boards[self._at]
        await self._redraw(self.table.work)
        await self._draw()

    async def _redraw(self, area: GRect) -> None:
        """Paint a part of the table, but for what the box covers."""
        for part in cut(area, self.area):
            await self.table.redraw(part)

    # ---- the box

    async def show(self) -> None:
        self.place()
        await self._show_position()

    def place(self) -> None:
        root, work = self.tree[0], self.table.work
        middle = work.x + (min(work.right, self.gem.width) - work.x - root.ob_width) // 2
        # Where little of the window is seen the box still is, with its buttons.
        root.ob_x = max(min(middle, self.gem.width - root.ob_width - OUTLINE), OUTLINE)
        root.ob_y = min(work.bottom, self.gem.height) - root.ob_height - _BELOW
        if self._above:
            root.ob_y = work.y + _BELOW
        self.area = object_rect(self.tree, 0).inset(-OUTLINE)

    async def _draw(self) -> None:
        text, line = self._text(), object_rect(self.tree, n.LOOKBACK_TEXT)
        self.tree[n.LOOKBACK_TEXT].ob_spec = text
        await super()._draw()
        self.table.ws.vs_clip(True, 0, 0, self.gem.width - 1, self.gem.height - 1)
        self.table.art.draw_signs(self.table.ws, text, line.x, line.y)
        self._draw_ribbon()

    @abstractmethod
    def _text(self) -> str:
        """Return what is said of the position."""

    def _say(self, string: int, **words: object) -> str:
        """Return a string with the position's number, the last one's, and the step that led here."""
        at, before = self._at, self._boards[self._at - 1]
        word = self._play.step_text(before, before.next_step) if at else ""
        return self._play.say(string, at=at, last=len(self._boards) - 1, word=word, **words)

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
