"""Boxes that step through the positions of a game: demonstrations, and looking back.

The ribbon has one column per position, and one position is on the table. A column is white if the game can be won,
black if it is proven lost, and grey if this is unknown. A mark above the ribbon is at the first lost column, a mark
below it at the position on the table. In Look back, the ribbon has a second line below the moves: its white part is the
share of the possible moves that still won.
"""

from abc import abstractmethod
from collections.abc import Generator, Sequence
from typing import Any, Final, Generic, TypeVar

from gemport.cards.board import Board
from gemport.cards.cells import CellBoard
from gemport.cards.moves import Move, Step
from gemport.gem import (
    MU_BUTTON,
    MU_KEYBD,
    MU_MESAG,
    MU_TIMER,
    MU_WORK,
    WCHAR,
    FillInterior,
    GRect,
    MultiEvent,
    ObState,
    Tree,
    Update,
    Work,
    WritingMode,
    cut,
    keys,
    object_rect,
)
from gemport.play import games_rsc as n
from gemport.play.analysis import DEMO_STATES, FOREGROUND_LIMITS, Analysis
from gemport.play.boxes import EdgeBox
from gemport.play.cellplay import CellPlay
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH
from gemport.play.feature import Play
from gemport.play.margin import Margin, Margins
from gemport.solver.review import Review
from gemport.toolkit.dialog import alert

B = TypeVar("B", bound=Board)

_REFRESH_MS: Final = 100  # milliseconds between two updates during the analysis
_MAX_COLUMN_WIDTH: Final = 16
_MARK_HEIGHT: Final = 4
_BAND_HEIGHT: Final = 9
_MARGIN_HEIGHT: Final = 10
_STRIP_GAP: Final = 2  # distance in pixels between the cards and the box
_GREY, _BLACK = (FillInterior.FIS_PATTERN, 4), (FillInterior.FIS_SOLID, 0)


class Ribbon(EdgeBox, Generic[B]):
    """The box at the lower edge of a table that steps through a game's positions.

    Its tree has the line of text and the ribbon at the object numbers of LOOKBACK.

    Attributes:
        boards: the positions; each except the last can redo the step to the next
    """

    def __init__(
        self, play: Play[B], tree: Tree, buttons: tuple[int, int], boards: Sequence[B], review: Review
    ) -> None:
        """Create the box; ``buttons`` are the button that continues from the position and the button that closes."""
        super().__init__(play, tree, buttons[1])
        self.has_keys = True
        self._buttons_to_end = buttons
        self.boards = boards
        self._review = review
        self._work: Work[None] = Work(self._find_out())
        self._chosen: int | None = None  # the position chosen by the player
        self._shown: object = None  # the last drawn results

    def _find_out(self) -> Generator[int, None, None]:
        for looked in self._review.work(self.gem.compute):
            if looked >= FOREGROUND_LIMITS.exhaustive:
                return
            yield looked

    async def ask(self) -> int | None:
        """Show the box until it is closed; return the number of moves from which the player continues, or None.

        Afterwards the table shows the current game again, except below the box.
        """
        play_on, _ = self._buttons_to_end
        await self.show()
        button = -1
        while button not in self._buttons_to_end and (event := await self.event()) is not None:
            button = self.pressed(event) if not self._leaf(event) else -1
            if button == n.LOOKBACK_RIBBON and MU_BUTTON in event.events:
                last = len(self.boards) - 1
                self._chosen = next((at for at in range(last) if event.x < self._x(at + 1)), last)
            self._use(button)
            if button == play_on and not await self._may_play_on():
                button = -1
            await self._show_position()
            if MU_BUTTON in event.events:
                await self._pressed()
                await self.release()
        at = self._at
        self.table.past = self.table.marks.hint = None
        self.table.strip = 0
        self.table.resized()
        await self.hide()
        await self.table.redraw()
        return at if button == play_on else None

    def _use(self, button: int) -> None:
        """Handle another button of the box."""

    async def _may_play_on(self) -> bool:
        """Return whether the player may continue from the position shown."""
        return True

    async def _pressed(self) -> None:
        """Act after a press was handled, while the button is down."""

    async def wait(self) -> MultiEvent:
        flags, ms = MU_KEYBD | MU_BUTTON | MU_MESAG, self._due()
        if not self._work.done:
            flags, ms = flags | MU_WORK, _REFRESH_MS if ms is None else min(ms, _REFRESH_MS)
        if ms is not None:
            flags |= MU_TIMER
        event = await self.gem.evnt_multi(flags, ms=ms or 0, work=self._work)
        if MU_WORK in event.events:
            # Reading the result raises the work's exception.
            _ = self._work.result
        await self._show_position()
        return event

    def _due(self) -> int | None:
        """Return the milliseconds until the next event is needed, or None."""
        return None

    # ---- positions

    @property
    def _at(self) -> int:
        """Return the number of moves before the position shown."""
        return self._chosen or 0

    def _leaf(self, event: MultiEvent) -> bool:
        at, last = self._at, len(self.boards) - 1
        # Today's End key is Undo here, and not a key of the box's button.
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
        """Return all displayed values, to detect changes."""
        return self._at, self._review.last_open, self._review.first_lost, self._work.done

    async def _show_position(self) -> None:
        state = self._state()
        if state == self._shown:
            return
        self._shown = state
        self.table.past = self.boards[self._at]
        # The pauses let a slow host show the table first.
        await self.gem.pause(0)
        await self._redraw(self.table.work)
        await self.gem.pause(0)
        await self._draw()
        await self.gem.pause(0)

    async def _redraw(self, area: GRect) -> None:
        for part in cut(area, self.area):
            await self.table.redraw(part)

    # ---- the box

    async def show(self) -> None:
        self._note(True)
        self.place()
        await self._show_position()

    def place(self) -> None:
        super().place()
        self.table.strip = self.table.work.bottom - self.area.y + _STRIP_GAP
        self.table.resized()

    async def _draw(self) -> None:
        self.tree[n.LOOKBACK_TEXT].ob_spec = self._text()
        await super()._draw()

    def paint(self, part: GRect) -> None:
        super().paint(part)
        line = object_rect(self.tree, n.LOOKBACK_TEXT)
        self.table.ws.vs_clip(True, *part.corners())
        self.table.art.draw_signs(self.table.ws, str(self.tree[n.LOOKBACK_TEXT].ob_spec), line.x, line.y)
        self._draw_ribbon()

    @abstractmethod
    def _text(self) -> str:
        """Return the text about the position."""

    def _say(self, string: int, **words: object) -> str:
        """Return a string with the position's number, the last number, and the step to this position."""
        at, before = self._at, self.boards[self._at - 1]
        word = self.play.step_text(before, before.next_step) if at else ""
        return self.play.say(string, at=at, last=len(self.boards) - 1, word=word, **words)

    def _x(self, at: int) -> int:
        ribbon, count = object_rect(self.tree, n.LOOKBACK_RIBBON), len(self.boards)
        width = min(ribbon.w // count, _MAX_COLUMN_WIDTH)
        return ribbon.x + (at * width if width else at * ribbon.w // count)

    def _draw_ribbon(self) -> None:
        ws, review, count = self.table.ws, self._review, len(self.boards)
        ribbon = object_rect(self.tree, n.LOOKBACK_RIBBON)
        top = ribbon.y + _MARK_HEIGHT + 2
        bottom = top + _BAND_HEIGHT - 1
        ws.vswr_mode(WritingMode.MD_REPLACE)
        ws.vsf_color(1)
        self._fill(_GREY, review.last_open + 1, review.first_lost, top, bottom)
        self._fill(_BLACK, review.first_lost, count, top, bottom)
        left, right = self._x(0) - 1, self._x(count)
        ws.v_pline([(left, top - 1), (right, top - 1), (right, bottom + 1), (left, bottom + 1), (left, top - 1)])
        ws.vswr_mode(WritingMode.MD_XOR)
        if self._x(1) - self._x(0) > 3:
            for at in range(1, count):
                ws.v_pline([(self._x(at), top), (self._x(at), bottom)])
        if review.done and 0 < review.first_lost < count:
            self._draw_mark(review.first_lost, top - 3, -1)
        self._draw_mark(self._at, ribbon.bottom - _MARK_HEIGHT, 1)

    def _fill(self, pattern: tuple[FillInterior, int], first: int, end: int, top: int, bottom: int) -> None:
        """Fill columns from ``first`` up to but excluding ``end``, in the rows from ``top`` to ``bottom``."""
        if first < end and top <= bottom:
            ws = self.table.ws
            ws.vsf_interior(pattern[0])
            ws.vsf_style(pattern[1])
            ws.vr_recfl(self._x(first), top, self._x(end) - 1, bottom)

    def _draw_mark(self, at: int, y: int, way: int) -> None:
        x = (self._x(at) + self._x(at + 1)) // 2
        for row in range(_MARK_HEIGHT):
            self.table.ws.v_pline([(x - row, y + way * row), (x + row, y + way * row)])


# ---- demonstrations: a solution or a recording, step by step

_SPEEDS: Final = (1, 2, 4, 8)
_MIN_SPEED_WITHOUT_BOXES: Final = 4
_FASTER_KEY, _SLOWER_KEY = "+", "-"


class Showing(Ribbon[B], Generic[B]):
    """The box of a demonstration. The player can continue the game from any of its positions.

    ``ended`` is true if the demonstration reached its end.
    """

    plays_won = False  # true if the player can also continue from a won position

    def __init__(
        self,
        play: Play[B],
        boards: Sequence[B],
        first: int,
        pause: int,
        review: Review | None = None,
        stays: bool = True,
    ) -> None:
        """Create the box.

        Args:
            pause: milliseconds between two moves
            review: the search for the losing move; None if every position can be won
            stays: whether the last position stays until the player acts; otherwise it ends the demonstration
        """
        if review is None:
            review = Review(())
            review.last_open, review.first_lost = len(boards) - 1, len(boards)
        buttons = n.SHOWING_PLAY, n.SHOWING_CLOSE
        super().__init__(play, play.shared.tree(n.SHOWING), buttons, boards, review)
        self.ended = False
        self._chosen = first
        self._pause, self._stays = pause, stays
        self._speed = 1
        self._running = True
        self._next: int | None = self.gem.now + pause  # the machine's time of the next move in milliseconds, if known

    # ---- the time

    def _due(self) -> int | None:
        if not self._running or self._next is None or not self.table.is_topmost:
            return None
        return max(self._next - self.gem.now, 0)

    async def wait(self) -> MultiEvent:
        event = await super().wait()
        if self._due() == 0 and not event.events & MU_KEYBD:
            await self._go_on()
            self._next = self.gem.now + self._pause // self._speed
        return event

    async def _go_on(self) -> None:
        """Show the next move; at the end stop, or end the demonstration."""
        at = self._at
        if at == len(self.boards) - 1:
            self._running, self.ended = False, not self._stays
        elif self._speed < _MIN_SPEED_WITHOUT_BOXES:
            for move in self.boards[at].next_step.moves:
                await self._move(move)
        self._chosen = min(at + 1, len(self.boards) - 1)
        if self._stays and self._chosen == len(self.boards) - 1:
            self._running = False
        await self._show_position()

    async def _move(self, move: Move) -> None:
        """Move a card of the position shown with a moving box, without changing the box of the demonstration."""
        here, there = self.table.corner(move.source), self.table.corner(move.target)
        board, slots, work = self.table.board.copy(), self.table.layout.slots, self.table.work
        board.push(move.source, move.target)
        await self.gem.wind_update(Update.BEG_UPDATE)
        self.table.past = board
        await self._redraw(slots[move.source].area.moved(work.x, work.y))
        await self.gem.graf_movebox(CARD_WIDTH, CARD_HEIGHT, *here, *there)
        await self._redraw(slots[move.target].area.moved(work.x, work.y))
        await self.gem.wind_update(Update.END_UPDATE)

    # ---- the player

    def ends_program(self, event: MultiEvent) -> bool:
        return super().ends_program(event) or self.ended

    def _leaf(self, event: MultiEvent) -> bool:
        character = chr(event.key & 0xFF)
        if MU_KEYBD not in event.events:
            return False
        if event.key == keys.SPACE:
            self._use(n.SHOWING_RUN)
        elif character in (_FASTER_KEY, _SLOWER_KEY):
            self._change_speed(1 if character == _FASTER_KEY else -1)
        elif event.key == keys.ARROW_RIGHT:
            self._use(n.SHOWING_ON)
        elif super()._leaf(event):
            self._running = False
        else:
            return False
        return True

    def _use(self, button: int) -> None:
        last = len(self.boards) - 1
        if button == n.SHOWING_RUN:
            self._running = not self._running
            self._next = self.gem.now
            if self._running and self._stays and self._at == last:
                self._chosen = 0
        elif button == n.SHOWING_ON and self._at == last and not self._stays:
            # The next event ends it immediately.
            self._running, self._next = True, self.gem.now
        elif button in (n.SHOWING_BACK, n.SHOWING_ON):
            self._running = False
            self._chosen = min(max(self._at + (1 if button == n.SHOWING_ON else -1), 0), last)
        elif button == n.SHOWING_SPEED:
            self._change_speed(1)
        elif button in (n.LOOKBACK_RIBBON, n.SHOWING_PLAY):
            self._running = False

    def _change_speed(self, steps: int) -> None:
        self._speed = _SPEEDS[(_SPEEDS.index(self._speed) + steps) % len(_SPEEDS)]
        self._next = self.gem.now + self._pause // self._speed

    # ---- the box

    def _state(self) -> object:
        return super()._state(), self._running, self._speed

    async def _draw(self) -> None:
        tree, board = self.tree, self.boards[self._at]
        tree[n.SHOWING_RUN].ob_spec = self.play.say(n.SHOWING_PAUSE if self._running else n.SHOWING_START)
        tree[n.SHOWING_SPEED].ob_spec = self.play.say(n.SHOWING_TEMPO, speed=self._speed)
        tree[n.SHOWING_PLAY].ob_state = ObState.NORMAL
        if board.won and self._stays and not self.plays_won:
            tree[n.SHOWING_PLAY].ob_state = ObState.DISABLED
        await super()._draw()

    def _text(self) -> str:
        at, review = self._at, self._review
        if self.boards[at].won:
            return self._say(n.LOOKBACK_WON)
        if at and review.done and at == review.first_lost:
            return self._say(n.LOOKBACK_MISTAKE)
        return self._say(n.SHOWN_MOVE if at else n.SHOWN_START)


class SolutionDemo(Showing[CellBoard]):
    """The demonstration of a solution of the player's own game, which only *Play on from here* changes.

    It stays at its start during the search for a shorter solution, which any input ends.
    """

    plays_won = True
    play: CellPlay[Any]

    def __init__(self, play: CellPlay[Any], pause: int) -> None:
        super().__init__(play, _solved(play), play.board.moves_made, pause)
        self._next = None

    def _find_out(self) -> Generator[int, None, None]:
        yield from self.play.analysis.shorten(DEMO_STATES)

    async def wait(self) -> MultiEvent:
        event = await super().wait()
        if self._next is None and (self._work.done or event.events & (MU_KEYBD | MU_BUTTON)):
            self._work.close()
            self.boards = _solved(self.play)
            self._review.last_open, self._review.first_lost = len(self.boards) - 1, len(self.boards)
            self._next = self.gem.now + self._pause
        return event

    def _state(self) -> object:
        return super()._state(), self._next is None

    def _text(self) -> str:
        return self._say(n.SHOWN_SHORTENS) if self._next is None else super()._text()

    async def _may_play_on(self) -> bool:
        session = self.play.session
        if self._at <= session.board.moves_made or session.counted:
            return True
        return await alert(self.gem, self.play.say(n.ASK_SOLVED), 2) == 1


def _solved(play: CellPlay[Any]) -> list[CellBoard]:
    """Return the positions of a game continued by its known solution."""
    board: CellBoard = play.board.copy()
    while (step := play.analysis.next_step(board)) is not None:
        board.make(step)
    return board.positions()


# ---- Look back: a game's moves, and winning moves from each position

_MAX_WAY_STEPS: Final = 8


class LookBack(Ribbon[CellBoard]):
    """Look back at the game on the table.

    The mark above the ribbon is at the first lost column. Until the player chooses a position, the last winnable
    position is shown as soon as it is known.
    """

    def __init__(self, play: CellPlay[Any]) -> None:
        boards: list[CellBoard] = play.board.positions()
        self._analysis: Analysis[Any] = play.analysis
        solver = play.session.game.solver
        assert solver is not None
        review = solver.review(boards, self._analysis.never_winnable)
        buttons = n.LOOKBACK_PLAY, n.LOOKBACK_CLOSE
        super().__init__(play, play.shared.tree(n.LOOKBACK), buttons, boards, review)
        self._made: int = play.board.moves_made
        self._way: list[Step] = []  # winning steps from the position shown
        self._reviewed = False
        self._margins = Margins(boards, review, self._analysis)
        self._shown_margins: list[Margin | None] = []

    def _find_out(self) -> Generator[int, None, None]:
        yield from self._analysis.study(self._review, self.boards)
        self._reviewed = True
        yield from self._margins.work()

    async def wait(self) -> MultiEvent:
        event = await super().wait()
        if self._margins.of != self._shown_margins:
            self._write_margin()
            ribbon, line = object_rect(self.tree, n.LOOKBACK_RIBBON), object_rect(self.tree, n.LOOKBACK_MARGIN)
            self.repaint(GRect(ribbon.x, ribbon.y, ribbon.w, line.bottom - ribbon.y))
        return event

    @property
    def _at(self) -> int:
        if self._chosen is not None:
            return self._chosen
        last_open = self._review.last_open
        return min(last_open, self._made) if self._review.done and last_open >= 0 else self._made

    def _next_steps(self) -> list[Step]:
        """Return winning steps from the position, starting with the game's own steps while they win."""
        at, last_open = self._at, self._review.last_open
        steps = [board.next_step for board in self.boards[at:last_open]]
        board = self.boards[last_open].copy()
        while len(steps) < _MAX_WAY_STEPS and (step := self._analysis.next_step(board)) is not None:
            steps.append(board.make(step))
        return steps[:_MAX_WAY_STEPS]

    def _state(self) -> object:
        self._way = self._next_steps() if self._at <= self._review.last_open else []
        move = self._way[0].moves[0] if self._way else None
        self.table.marks.hint = None if move is None else (move.source, move.target)
        return super()._state(), self._way, self._reviewed

    async def _pressed(self) -> None:
        if self.table.marks.hint is not None:
            here, there = map(self.table.corner, self.table.marks.hint)
            await self.gem.graf_movebox(CARD_WIDTH, CARD_HEIGHT, *here, *there)

    def _text(self) -> str:
        at, review = self._at, self._review
        if at <= review.last_open:
            string = n.LOOKBACK_WON if self.boards[at].won else n.LOOKBACK_OPEN
        elif at < review.first_lost:
            string = n.LOOKBACK_UNKNOWN if self._reviewed else n.LOOKBACK_SEARCHES
        elif at == 0:
            string = n.LOOKBACK_NEVER
        else:
            string = n.LOOKBACK_MISTAKE if review.done and at == review.first_lost else n.LOOKBACK_LOST
        text, way, board = self._say(string, way="").rstrip(), "", self.boards[at].copy()
        for step in self._way:
            way += f"{', ' if way else ''}{self.play.step_text(board, step)}"
            longer = self._say(string, way=way)
            if len(longer) > self.tree[n.LOOKBACK_TEXT].ob_width // WCHAR:
                break
            text = longer
            board.make(step)
        return text

    # ---- the margins

    async def _draw(self) -> None:
        self._write_margin()
        await super()._draw()

    def _write_margin(self) -> None:
        self._shown_margins, at, text = self._margins.of.copy(), self._at, ""
        margin = self._shown_margins[at - 1] if at else None
        # A listener hears only the result of the count.
        if margin is not None and (self._work.done or not (margin.open and self.play.narrator.heard)):
            string = n.LOOKBACK_AT_LEAST if margin.open else n.LOOKBACK_EXACTLY
            text = self.play.say(string, at=at, won=margin.won, count=margin.moves)
        self.tree[n.LOOKBACK_MARGIN].ob_spec = text

    def _draw_ribbon(self) -> None:
        super()._draw_ribbon()
        self.table.ws.vswr_mode(WritingMode.MD_REPLACE)
        top = object_rect(self.tree, n.LOOKBACK_RIBBON).y + _MARK_HEIGHT + _BAND_HEIGHT + 3
        end = top + _MARGIN_HEIGHT
        for at, margin in enumerate(self._margins.of, 1):
            won = end - (0 if margin is None else _share(margin.won, margin.moves))
            open_ = top if margin is None else end - _share(margin.won + margin.open, margin.moves)
            self._fill(_BLACK, at, at + 1, top, open_ - 1)
            self._fill(_GREY, at, at + 1, open_, won - 1)
        left, right = self._x(1) - 1, self._x(len(self.boards))
        self.table.ws.v_pline([(left, top - 1), (left, end), (right, end), (right, top - 1)])


def _share(moves: int, count: int) -> int:
    """Return the height in pixels for a share of the moves; only no moves have none, and only all have the full one."""
    full = _MARGIN_HEIGHT
    return full * moves // max(count, 1) if moves in (0, count) else min(max(full * moves // count, 1), full - 1)
