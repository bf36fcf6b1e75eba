"""A game that is shown step by step: a solution, a recording. It can be paused, stepped and sped up, and played on."""

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from gemport.cards.board import Board
from gemport.cards.moves import Move
from gemport.gem import MU_KEYBD, MultiEvent, ObState, Update, keys
from gemport.play import games_rsc as n
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH
from gemport.play.play import Play
from gemport.play.ribbon import Ribbon
from gemport.solver.review import Review

B = TypeVar("B", bound=Board)

_SPEEDS: Final = (1, 2, 4, 8)
_NO_BOXES: Final = 4
"""From this speed on cards move without a box."""
_FASTER, _SLOWER = "+", "-"


class Showing(Ribbon[B], Generic[B]):
    """The box under a game that is shown, or above it where a card would move under it.

    ended: it has come to the end by itself, or on from there
    """

    def __init__(
        self,
        play: Play[B],
        boards: Sequence[B],
        first: int,
        pause: int,
        review: Review | None = None,
        stays: bool = True,
    ) -> None:
        """Make the box.

        first: the position to begin with
        pause: milliseconds between two moves
        review: finds out where the game was lost; None: it can be won to the end
        stays: the last position is shown until the player does something; else the showing ends with it
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
        self._next = self.gem.now + pause
        """The machine's time of the next move."""

    # ---- the time

    def _due(self) -> int | None:
        return max(self._next - self.gem.now, 0) if self._running else None

    async def wait(self) -> MultiEvent:
        event = await super().wait()
        if self._running and self.gem.now >= self._next and not event.events & MU_KEYBD:
            await self._go_on()
            self._next = self.gem.now + self._pause // self._speed
        return event

    async def _go_on(self) -> None:
        """Show the next move; at the end stop, or end the showing."""
        at = self._at
        if at == len(self._boards) - 1:
            self._running, self.ended = False, not self._stays
        elif self._speed < _NO_BOXES:
            for move in self._boards[at].next_step.moves:
                await self._make_room(self.table.board, move)
                await self._move(move)
        self._chosen = min(at + 1, len(self._boards) - 1)
        if self._stays and self._chosen == len(self._boards) - 1:
            self._running = False
        await self._show_position()

    async def _make_room(self, board: B, move: Move) -> None:
        """Go to the table's other edge if a move's ends lie under the box here and not there."""
        layout, work, old = self.table.layout, self.table.work, self.area
        ends = [layout.card(board, place).moved(work.x, work.y) for place in (move.source, move.target)]
        if all(end.intersection(old).empty for end in ends):
            return
        self._above = not self._above
        self.place()
        if all(end.intersection(self.area).empty for end in ends):
            await self._uncover(old)
            await self._draw()
        else:
            self._above = not self._above
            self.place()

    async def _move(self, move: Move) -> None:
        """Move a card of the position that is shown, with a box; the box under the table stays as it is."""
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
        elif character in (_FASTER, _SLOWER):
            self._change_speed(1 if character == _FASTER else -1)
        elif event.key == keys.ARROW_RIGHT:
            self._use(n.SHOWING_ON)
        elif super()._leaf(event):
            self._running = False
        else:
            return False
        return True

    def pressed(self, event: MultiEvent) -> int:
        button = super().pressed(event)
        return -1 if button >= 0 and ObState.DISABLED in self.tree[button].ob_state else button

    def _use(self, button: int) -> None:
        last = len(self._boards) - 1
        if button == n.SHOWING_RUN:
            self._running = not self._running
            self._next = self.gem.now
            if self._running and self._stays and self._at == last:
                self._chosen = 0
        elif button == n.SHOWING_ON and self._at == last and not self._stays:
            self.ended = True
        elif button in (n.SHOWING_BACK, n.SHOWING_ON):
            self._running = False
            self._chosen = min(max(self._at + (1 if button == n.SHOWING_ON else -1), 0), last)
        elif button == n.SHOWING_SPEED:
            self._change_speed(1)
        elif button == n.LOOKBACK_RIBBON:
            self._running = False

    def _change_speed(self, steps: int) -> None:
        self._speed = _SPEEDS[(_SPEEDS.index(self._speed) + steps) % len(_SPEEDS)]
        self._next = self.gem.now + self._pause // self._speed

    # ---- the box

    async def _show_position(self) -> None:
        if self._at and self._state() != self._shown:
            await self._make_room(self._boards[self._at], self._boards[self._at - 1].next_step.moves[0])
        await super()._show_position()

    def _state(self) -> object:
        return super()._state(), self._running, self._speed

    async def _draw(self) -> None:
        tree, board = self.tree, self._boards[self._at]
        tree[n.SHOWING_RUN].ob_spec = self._play.say(n.SHOWING_PAUSE if self._running else n.SHOWING_START)
        tree[n.SHOWING_SPEED].ob_spec = self._play.say(n.SHOWING_TEMPO, speed=self._speed)
        tree[n.SHOWING_PLAY].ob_state = ObState.DISABLED if board.won and self._stays else ObState.NORMAL
        await super()._draw()

    def _text(self) -> str:
        at, review = self._at, self._review
        if self._boards[at].won:
            return self._say(n.LOOKBACK_WON)
        if at and review.done and at == review.first_lost:
            return self._say(n.LOOKBACK_MISTAKE)
        return self._say(n.SHOWN_MOVE if at else n.SHOWN_START)
