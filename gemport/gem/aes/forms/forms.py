"""The form library: dialogs (docs/machine.md 3.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_KEYBD, Fmd, Update
from gemport.gem.aes.graf.graf import GrafLibrary
from gemport.gem.aes.kernel.dispatch import Dispatcher, Terminated
from gemport.gem.aes.kernel.events import EventLibrary
from gemport.gem.aes.kernel.lock import UpdateLock
from gemport.gem.aes.keys import ARROW_DOWN, ARROW_UP, BACKTAB, ENTER, RETURN, TAB
from gemport.gem.aes.objects.edit import EdKind, objc_edit
from gemport.gem.aes.objects.tree import MAX_DEPTH, NIL, children, get_parent, objc_find, object_rect
from gemport.gem.aes.objects.types import OUTLINE, thickness
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.screen import Screen
from gemport.gem.aes.windows.windows import WindowLibrary
from gemport.gem.formats.objects import ObFlag, ObState, Tree

DOUBLE_CLICK = 0x8000
"""Set in form_do's result when a TOUCHEXIT object was double-clicked."""


class Step(NamedTuple):
    """What form_keybd and form_button say: whether the form goes on, and the next field or the object that ended it."""

    go_on: bool
    obj: int
    key: int = 0
    """The key, 0 if it was used up."""


class FormLibrary:
    """The form_ calls for whichever process makes them."""

    def __init__(
        self,
        screen: Screen,
        dispatcher: Dispatcher,
        events: EventLibrary,
        lock: UpdateLock,
        windows: WindowLibrary,
        graf: GrafLibrary,
        bell: Callable[[], None],
    ) -> None:
        self._screen = screen
        self._dispatcher = dispatcher
        self._events = events
        self._lock = lock
        self._windows = windows
        self._graf = graf
        self._bell = bell

    def form_center(self, tree: Tree) -> GRect:
        """Put a tree's root into the middle below the menu bar; the rectangle it covers with outline and shadow."""
        root, desk = tree[0], self._screen.desk
        root.ob_x = max((desk.w - root.ob_width) // 2, 0)
        root.ob_y = desk.y + max((desk.h - root.ob_height) // 2, 0)
        x, y, w, h = root.ob_x, root.ob_y, root.ob_width, root.ob_height
        if ObState.OUTLINED in root.ob_state:
            x, y, w, h = max(x - OUTLINE, 0), max(y - OUTLINE, 0), w + 2 * OUTLINE, h + 2 * OUTLINE
        if ObState.SHADOWED in root.ob_state:
            shadow = 2 * abs(thickness(root))
            w, h = w + shadow, h + shadow
        return GRect(x, y, w, h)

    async def form_dial(self, flag: Fmd, small: GRect, big: GRect) -> None:
        """FMD_GROW and FMD_SHRINK show boxes between the rectangles; FMD_FINISH has all in ``big`` drawn again."""
        match flag:
            case Fmd.FMD_GROW:
                await self._graf.graf_growbox(small, big)
            case Fmd.FMD_SHRINK:
                await self._graf.graf_shrinkbox(small, big)
            case Fmd.FMD_FINISH:
                self._windows.redraw_area(big)

    async def form_do(self, tree: Tree, start: int = 0) -> int:
        """Let the user fill a drawn dialog in, until an exit object is used; its number.

        ``start``: the first field to edit, 0 for the first EDITABLE one. A double click on a TOUCHEXIT object sets bit
        15 (DOUBLE_CLICK). The object stays SELECTED; the program resets it. Raises Terminated if the program is to end.
        """
        await self._lock.wind_update(Update.BEG_MCTRL)
        process = self._dispatcher.current
        process.press = None
        process.keys.clear()
        try:
            return await self._do(tree, start or self._neighbour(tree, 0, 1))
        except Terminated:
            # Who ends here does not draw again what is under the dialog.
            self._windows.redraw_area(object_rect(tree, 0).inset(-OUTLINE))
            raise
        finally:
            await self._lock.wind_update(Update.END_MCTRL)

    async def _do(self, tree: Tree, field: int) -> int:
        index = self._edit(tree, field, EdKind.EDINIT)
        while True:
            event = await self._events.form_event()
            step = Step(True, field)
            if MU_KEYBD in event.events:
                step = self.form_keybd(tree, field, event.key)
                if step.key and field:
                    index = self._edit(tree, field, EdKind.EDCHAR, index, step.key)
            if step.go_on and MU_BUTTON in event.events:
                step = await self._clicked(tree, step.obj, event.x, event.y, event.clicks)
            if not step.go_on or step.obj != field:
                self._edit(tree, field, EdKind.EDEND, index)
            if not step.go_on:
                return step.obj
            if step.obj != field:
                field = step.obj
                index = self._edit(tree, field, EdKind.EDINIT)
            if MU_BUTTON in event.events:
                # Held on what does nothing the button would be reported again and again.
                await self._events.evnt_button(1, LEFT, 0)

    def _edit(self, tree: Tree, field: int, kind: EdKind, index: int = 0, key: int = 0) -> int:
        with self._screen.pen.clipped(self._screen.desk):
            return objc_edit(self._screen.pen, tree, field, key, index, kind) if field else 0

    async def _clicked(self, tree: Tree, field: int, x: int, y: int, clicks: int) -> Step:
        obj = objc_find(tree, 0, MAX_DEPTH, x, y)
        if obj == NIL:
            self._bell()
            return Step(True, field)
        step = await self.form_button(tree, obj, clicks)
        return step if not step.go_on or step.obj else Step(True, field)

    def form_keybd(self, tree: Tree, field: int, key: int) -> Step:
        """What a key means to a form: Return and Enter its default object, Tab and the arrows another field."""
        if key in (RETURN, ENTER):
            default = self._find(tree, ObFlag.DEFAULT)
            if default is None:
                return Step(True, field)
            self._show_state(tree, default, tree[default].ob_state | ObState.SELECTED)
            return Step(False, default)
        if key in (TAB, ARROW_DOWN):
            return Step(True, self._neighbour(tree, field, 1))
        if key in (BACKTAB, ARROW_UP):
            return Step(True, self._neighbour(tree, field, -1))
        return Step(True, field, key)

    async def form_button(self, tree: Tree, obj: int, clicks: int) -> Step:
        """What a press on an object does, the button being down still; ``obj`` of the step is a field to edit, or 0."""
        target = tree[obj]
        flags = target.ob_flags
        if ObFlag.TOUCHEXIT in flags:
            # The state changes first, so that radio buttons may be TOUCHEXIT too.
            if ObFlag.SELECTABLE in flags and ObState.DISABLED not in target.ob_state:
                await self._select(tree, obj, wait=False)
            return Step(False, obj | (DOUBLE_CLICK if clicks == 2 else 0))
        if ObFlag.SELECTABLE in flags and ObState.DISABLED not in target.ob_state:
            await self._select(tree, obj, wait=True)
            if ObFlag.EXIT in flags and ObState.SELECTED in target.ob_state:
                return Step(False, obj)
        if ObFlag.EDITABLE in flags:
            return Step(True, obj)
        return Step(True, 0)

    async def _select(self, tree: Tree, obj: int, wait: bool) -> None:
        target = tree[obj]
        if ObFlag.RBUTTON in target.ob_flags:
            self._push_radio_button(tree, obj)
        else:
            toggled = target.ob_state ^ ObState.SELECTED
            if wait:
                await self._graf.graf_watchbox(tree, obj, toggled, target.ob_state)
            else:
                self._show_state(tree, obj, toggled)
        if wait:
            await self._events.evnt_button(1, LEFT, 0)

    def _push_radio_button(self, tree: Tree, obj: int) -> None:
        parent = get_parent(tree, obj)
        siblings = list(children(tree, parent)) if parent != NIL else [obj]
        for sibling in siblings:
            if ObFlag.RBUTTON in tree[sibling].ob_flags:
                state = tree[sibling].ob_state & ~ObState.SELECTED
                self._show_state(tree, sibling, state | ObState.SELECTED if sibling == obj else state)

    def _show_state(self, tree: Tree, obj: int, state: ObState) -> None:
        self._screen.objc_change(tree, obj, self._screen.desk, state)

    @staticmethod
    def _usable(tree: Tree, obj: int) -> bool:
        return ObFlag.HIDETREE not in tree[obj].ob_flags and ObState.DISABLED not in tree[obj].ob_state

    def _find(self, tree: Tree, flag: ObFlag) -> int | None:
        return next((i for i, obj in enumerate(tree) if flag in obj.ob_flags and self._usable(tree, i)), None)

    def _neighbour(self, tree: Tree, field: int, step: int) -> int:
        """The next editable field in a direction; the same one at the end."""
        obj = field + step
        while 0 <= obj < len(tree):
            if ObFlag.EDITABLE in tree[obj].ob_flags and self._usable(tree, obj):
                return obj
            obj += step
        return field
