"""Keyboard control of the buttons in a box, in addition to form_do: a feature of gemport, not of the original GEM."""

from gemport import gem as api
from gemport.gem import charset, keys

_BORDER = 3  # maximum width in pixels of a button's border or outline outside its rectangle
_RETURN_CHAR, _ESCAPE_CHAR = keys.RETURN & 0xFF, keys.ESCAPE & 0xFF
"""Characters, so that Control with a letter works like the key, and Enter like Return."""
_KEY_STEPS = {keys.TAB: 1, keys.ARROW_RIGHT: 1, keys.ARROW_LEFT: -1}


class Buttons:
    """The keys of a visible box.

    Return pushes the button with the thick border, Esc and Undo the button that cancels or closes. Tab and the arrow
    keys move the thick border from button to button. A button that does not end the box gets an outline instead; the
    space bar pushes it. The first letter of a button that ends the box pushes that button, or moves to the next one if
    several share the letter.
    """

    def __init__(self, gem: api.Gem, tree: api.Tree, cancel: int | None = None, depth: int = api.MAX_DEPTH) -> None:
        """``cancel`` is the button for Esc and Undo, by default Return's; ``depth`` is the depth of drawing."""
        self._gem = gem
        self._tree = tree
        self._depth = depth
        self._resource = [obj.ob_flags & api.ObFlag.DEFAULT for obj in tree]
        self.usual: int | None = None
        """The button for Return before any use of Tab and the arrow keys."""
        self.usual = self.default
        self._cancel = self.usual if cancel is None else cancel
        self._focus: int | None = None  # the button reached by Tab or an arrow key, or None

    @property
    def default(self) -> int | None:
        ending = (obj for obj in self._usable() if self._ends(obj))
        return next((obj for obj in ending if api.ObFlag.DEFAULT in self._tree[obj].ob_flags), self.usual)

    def make_default(self, obj: int, draw: bool = True) -> None:
        self.usual, self._focus = obj, None
        self._mark(obj, None, draw)

    def restore(self) -> None:
        """Reset the borders in the tree to its resource without drawing; call it after the box is gone."""
        self._focus = None
        self._mark(None, None, False)
        for obj, flag in zip(self._tree, self._resource, strict=True):
            obj.ob_flags |= flag
        self.usual = self.default

    def chosen(self, event: api.MultiEvent) -> int | None:
        """Handle the key of an event; return the button it stands for, or None."""
        if api.MU_KEYBD not in event.events:
            return None
        word = event.key
        character = word & 0xFF
        if character == _RETURN_CHAR:
            return self.default
        if character == _ESCAPE_CHAR or word == keys.UNDO:
            return self._cancel
        usable = self._usable()
        if word == keys.SPACE:
            return self._focus
        step = -1 if word == keys.TAB and event.shift & keys.SHIFT else _KEY_STEPS.get(word)
        if step is not None:
            self._go(self._beside(usable, step))
        elif word in (keys.ARROW_UP, keys.ARROW_DOWN):
            self._go(self._in_next_row(usable, -1 if word == keys.ARROW_UP else 1))
        else:
            return self._lettered(usable, charset.decode(bytes([character])).casefold())
        return None

    async def keybd(self, tree: api.Tree, field: int, event: api.MultiEvent) -> api.FormStep:
        """Handle a key instead of form_keybd, and push the button it stands for.

        With a field, letters, the sideways arrows and the first Esc belong to the field, and Tab visits all fields
        before the buttons. The space bar belongs to a button with an outline, otherwise to the field.
        """
        if field:
            spec = tree[field].ob_spec
            is_filled = isinstance(spec, api.TedInfo) and bool(spec.te_ptext)
            step = self._gem.form_keybd(tree, field, event.key)
            is_last = event.key in (keys.TAB, keys.ARROW_UP, keys.ARROW_DOWN) and step.obj == field
            if not (
                is_last
                or event.key in (keys.RETURN, keys.ENTER, keys.UNDO)
                or (event.key == keys.ESCAPE and not is_filled)
                or (event.key == keys.SPACE and self._focus is not None and not self._ends(self._focus))
            ):
                return step
        obj = self.chosen(event)
        if obj is None or obj not in self._usable():
            return api.FormStep(True, field)
        flags, state = tree[obj].ob_flags, tree[obj].ob_state
        if api.ObFlag.TOUCHEXIT in flags or api.ObFlag.RBUTTON in flags:
            pushed = await self._gem.form_button(tree, obj, 1)
            return pushed if not pushed.go_on else api.FormStep(True, field)
        self._gem.objc_change(tree, obj, api.object_rect(tree, 0), state ^ api.ObState.SELECTED)
        return api.FormStep(api.ObFlag.EXIT not in flags, obj if api.ObFlag.EXIT in flags else field)

    # ---- buttons

    def _usable(self) -> list[int]:
        """Return the enabled buttons in reading order, row by row."""
        usable = [
            number
            for number, obj in enumerate(self._tree)
            if api.object_type(obj) == api.ObType.G_BUTTON
            and api.ObFlag.SELECTABLE in obj.ob_flags
            and api.ObFlag.HIDETREE not in obj.ob_flags
            and api.ObState.DISABLED not in obj.ob_state
        ]
        return sorted(usable, key=lambda obj: (api.object_rect(self._tree, obj).y, api.object_rect(self._tree, obj).x))

    def _ends(self, obj: int) -> bool:
        return api.ObFlag.EXIT in self._tree[obj].ob_flags

    def _here(self, usable: list[int]) -> int | None:
        here = self._focus if self._focus in usable else self.default
        return here if here in usable else None

    def _beside(self, usable: list[int], step: int) -> int | None:
        here = self._here(usable)
        if here is None:
            return usable[0 if step > 0 else -1] if usable else None
        return usable[(usable.index(here) + step) % len(usable)]

    def _in_next_row(self, usable: list[int], step: int) -> int | None:
        """Return the nearest button in the row above or below, or the adjacent button if only one row exists."""
        here = self._here(usable)
        rows = sorted({api.object_rect(self._tree, obj).y for obj in usable})
        if here is None or len(rows) == 1:
            return self._beside(usable, step)
        x, y, _, _ = api.object_rect(self._tree, here)
        row = rows[(rows.index(y) + step) % len(rows)]
        there = [obj for obj in usable if api.object_rect(self._tree, obj).y == row]
        return min(there, key=lambda obj: abs(api.object_rect(self._tree, obj).x - x))

    def _lettered(self, usable: list[int], letter: str) -> int | None:
        """Return the button that ends the box and starts with ``letter``; with several, move the border instead."""
        names = {obj: str(self._tree[obj].ob_spec).strip().casefold() for obj in usable if self._ends(obj)}
        matches = [obj for obj, name in names.items() if name.startswith(letter)]
        if len(matches) > 1:
            here = self._here(usable)
            self._go(matches[(matches.index(here) + 1) % len(matches)] if here in matches else matches[0])
            return None
        return matches[0] if matches else None

    def _go(self, obj: int | None) -> None:
        if obj is not None:
            self._focus, ends = obj, self._ends(obj)
            self._mark(obj if ends else self.usual, None if ends else obj, True)

    def _mark(self, default: int | None, outlined: int | None, draw: bool) -> None:
        for number, obj in enumerate(self._tree):
            if api.object_type(obj) != api.ObType.G_BUTTON:
                continue
            flags = obj.ob_flags & ~api.ObFlag.DEFAULT | (api.ObFlag.DEFAULT if number == default else 0)
            state = obj.ob_state & ~api.ObState.OUTLINED | (api.ObState.OUTLINED if number == outlined else 0)
            if (flags, state) != (obj.ob_flags, obj.ob_state):
                obj.ob_flags, obj.ob_state = api.ObFlag(flags), api.ObState(state)
                if draw:
                    self._gem.objc_draw(self._tree, 0, self._depth, api.object_rect(self._tree, number).inset(-_BORDER))
