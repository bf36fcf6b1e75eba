"""Lists in dialogs: rows that show a part of many lines, with arrows and a slider next to them."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gemport.gem.aes.constants import HBOX, LEFT, MU_BUTTON, MU_TIMER, TICK, WHEEL_LINES
from gemport.gem.aes.events import EventLibrary
from gemport.gem.aes.frames import Slider
from gemport.gem.aes.graf import GrafLibrary
from gemport.gem.aes.keys import ARROW_DOWN, ARROW_UP, CLR_HOME, SHIFT_DOWN, SHIFT_HOME, SHIFT_UP, WHEEL_DOWN, WHEEL_UP
from gemport.gem.aes.objects import object_rect
from gemport.gem.formats.structures import ObState, Tree


class ListParts(NamedTuple):
    """The objects of a list in a dialog: its box, its rows, the arrows and the slider."""

    box: int
    row: int
    """The first row; the other rows follow."""
    rows: int
    up: int
    down: int
    track: int
    elevator: int


class Scroller:
    """The rows of a list, showing its lines from ``first`` on.

    ``lines`` are the text and the state of each line; ``draw`` draws an object of the tree with its children.
    """

    def __init__(
        self, events: EventLibrary, graf: GrafLibrary, tree: Tree, parts: ListParts, draw: Callable[[int], None]
    ) -> None:
        self._events, self._graf = events, graf
        self._tree, self._parts, self._draw = tree, parts, draw
        self.lines: Sequence[tuple[str, ObState]] = ()
        self.first = 0

    def scrolls(self, tree: Tree, x: int, y: int) -> bool:
        """Return whether a point of a tree is in this list."""
        return tree is self._tree and object_rect(tree, self._parts.box).contains(x, y)

    @property
    def _hidden(self) -> int:
        return max(len(self.lines) - self._parts.rows, 0)

    def write(self) -> None:
        """Update the objects without drawing them."""
        tree, parts = self._tree, self._parts
        self.first = min(self.first, self._hidden)
        for row in range(parts.rows):
            at, target = self.first + row, tree[parts.row + row]
            target.ob_spec, target.ob_state = self.lines[at] if at < len(self.lines) else ("", ObState.NORMAL)
        count = max(len(self.lines), parts.rows)
        slider = Slider(1000 * self.first // max(self._hidden, 1), 1000 * parts.rows // count)
        elevator = tree[parts.elevator]
        elevator.ob_y, elevator.ob_height = slider.elevator(tree[parts.track].ob_height, HBOX)

    def show(self) -> None:
        self.write()
        self._draw(self._parts.box)
        self._draw(self._parts.track)

    def line_of(self, part: int) -> int | None:
        """Return the number of the line shown by an object, or None if it is not a row with a line."""
        row = part - self._parts.row
        return self.first + row if 0 <= row < self._parts.rows and self.first + row < len(self.lines) else None

    def turn(self, key: int) -> bool:
        """Scroll if ``key`` is from the mouse wheel; return whether it is."""
        if key not in (WHEEL_UP, WHEEL_DOWN):
            return False
        self._scroll(WHEEL_LINES if key == WHEEL_DOWN else -WHEEL_LINES)
        return True

    def step_of(self, key: int) -> int:
        """Return the number of lines that a key moves the choice; 0 for other keys."""
        page, end = self._parts.rows, len(self.lines)
        steps = {ARROW_UP: -1, ARROW_DOWN: 1, SHIFT_UP: -page, SHIFT_DOWN: page, CLR_HOME: -end, SHIFT_HOME: end}
        return steps.get(key, 0)

    def reveal(self, line: int) -> None:
        """Scroll a line into view without drawing."""
        self.first = min(max(self.first, line - self._parts.rows + 1), line)

    async def press(self, part: int) -> bool:
        """Scroll while an arrow, the track or the elevator is pressed; return whether ``part`` is one of them.

        Arrow and track scroll one step immediately and repeat after the double-click time.
        """
        parts = self._parts
        if part == parts.elevator:
            position = await self._graf.graf_slidebox(self._tree, parts.track, part, True)
            self._scroll((position * self._hidden + 500) // 1000 - self.first)
            return True
        if part not in (parts.up, parts.down, parts.track):
            return False
        rect, wait = object_rect(self._tree, part), self._events.dclick_ms
        self._scroll(self._step(part))
        while True:
            event = await self._events.evnt_multi(MU_BUTTON | MU_TIMER, mask=LEFT, state=0, ms=wait)
            if MU_BUTTON in event.events:
                return True
            if rect.contains(event.x, event.y):
                self._scroll(self._step(part))
            wait = 2 * TICK

    def _step(self, part: int) -> int:
        """Return the lines to scroll: one for an arrow, a page towards the pointer for the track, 0 at the elevator."""
        if part != self._parts.track:
            return -1 if part == self._parts.up else 1
        y, elevator = self._events.mouse.y, object_rect(self._tree, self._parts.elevator)
        if elevator.y <= y < elevator.bottom:
            return 0
        return -self._parts.rows if y < elevator.y else self._parts.rows

    def _scroll(self, by: int) -> None:
        first = min(max(self.first + by, 0), self._hidden)
        if first != self.first:
            self.first = first
            self.show()
