"""Boxes over the game: About, congratulations, and the dialog for a game's number (docs/vierfrei.md 8).

They are drawn over the board without form_dial. A button acts as soon as it is pressed, or when the pointer slides onto
it with the mouse button down. Menus and window gadgets stay active, but can only quit the program. With the built-in
resource the other menu entries are grey.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeVar

from gemport.cards.challenge import MAX_CELLS, challenge_number
from gemport.gem import (
    HCHAR,
    MU_BUTTON,
    MU_KEYBD,
    MU_M1,
    MU_MESAG,
    MU_TIMER,
    MU_WORK,
    OUTLINE,
    WCHAR,
    Fmd,
    GRect,
    MouseNumber,
    MouseRect,
    Msg,
    MultiEvent,
    ObFlag,
    ObState,
    ObType,
    TedInfo,
    Tree,
    Update,
    Work,
    WritingMode,
    cut,
    keys,
    objc_find,
    object_rect,
    object_type,
    spec_of,
)
from gemport.play.cardwindow import MIN_WIDTH
from gemport.play.feature import Play
from gemport.play.games_rsc import GETNUM_CANCEL, GETNUM_FIELD, GETNUM_OK, SEARCH, SEARCH_CANCEL, SEARCH_TEXT, SEARCHING
from gemport.toolkit.dialog import Form

T = TypeVar("T")
RETURN, ESCAPE, BACKSPACE = (word & 0xFF for word in (keys.RETURN, keys.ESCAPE, keys.BACKSPACE))
"""Characters: the low bytes of key words, so that Ctrl with a letter works like the key, and Enter like Return."""
_DIGITS = "0123456789"
_EDGE_MARGIN = 4  # distance in pixels between a box and the lower edge of the table
_FINGER_WIDTH, _FINGER_GAP = 52, 2  # minimum width in pixels of a button for fingers, and the distance of two
_FINGER_HEIGHT, _NARROW_FINGER_HEIGHT = 52, 63  # at least 40 CSS pixels, on the narrow screen of upright phones too
_SEARCH_BOX_MS = 200  # milliseconds of a search before its box appears, about 300 for the player: slices take time too
_REFRESH_MS = 250  # milliseconds between two updates of a search's progress


def write_centred(tree: Tree, obj: int, text: str) -> None:
    """Set the text of a line in a box and centre it."""
    line = tree[obj]
    line.ob_spec, line.ob_width = text, WCHAR * len(text)
    line.ob_x = (tree[0].ob_width - line.ob_width) // 2


def fit_cells(tree: Tree, obj: int, numbers: Sequence[int]) -> None:
    """Remove the button for the number of cells, and its space, from a box if the game has no challenges."""
    button = tree[obj]
    if challenge_number(numbers[0], 0) in numbers or ObFlag.HIDETREE in button.ob_flags:
        return
    button.ob_flags |= ObFlag.HIDETREE
    for below in (other for other in tree[1:] if other.ob_y > button.ob_y):
        below.ob_y -= 2 * HCHAR
    tree[0].ob_height -= 2 * HCHAR


def write_cells(tree: Tree, obj: int, cells: int) -> None:
    """Show a number of cells as the final digit of a button's text."""
    tree[obj].ob_spec = f"{str(tree[obj].ob_spec)[:-1]}{cells}"


def next_cells(cells: int) -> int:
    """Return the number of cells after a press of that button."""
    return (cells or MAX_CELLS + 1) - 1


class Box(Form):
    """A box over a game's window: a form with buttons that act when pressed, while the window stays active."""

    field: TedInfo | None = None  # the text field that receives keys while the box is shown
    beside = False  # whether the player also looks at the cards

    def __init__(self, play: Play[Any], tree: Tree, cancel: int | None = None) -> None:
        """``cancel`` is the button for Esc and Undo, by default the button for Return."""
        super().__init__(play.gem, tree, cancel, 1)
        self.play, self.table = play, play.table
        self.has_keys = play.extras  # true if all buttons have keys; the original only has Return for OK

    async def show(self) -> None:
        """Draw the box: its root and the root's children only."""
        self._note(True)
        self.place()
        await self._draw()

    def _note(self, is_open: bool) -> None:
        """Report to the host and the menu that a box is open or closed."""
        self.gem.show_box(self.field, self.beside) if is_open else self.gem.hide_box()
        self.play.box_open = is_open
        if self.play.extras:
            self.play.app.enable_commands()

    def place(self) -> None:
        """Centre the box in the visible part of the window."""
        # The original uses the coordinates of the screen's last pixel, not the screen's size.
        root, work, right, bottom = self.tree[0], self.table.work, self.gem.width - 1, self.gem.height - 1
        root.ob_x = min(work.x + (work.w - root.ob_width) // 2, (right + work.x - root.ob_width) // 2)
        root.ob_y = min(work.y + (work.h - root.ob_height) // 2, (bottom + work.y - root.ob_height) // 2)
        self.area = object_rect(self.tree, 0).inset(-OUTLINE)

    async def hide(self) -> None:
        """Redraw the board under the box, and the desktop and the window's frame if the box covered them."""
        self._note(False)
        self.leave()
        await self._uncover(self.area)

    async def leave_window(self) -> None:
        """Hide the box, and wait until its pressed button is up."""
        await self.hide()
        if self.play.awaits_release and not self.play.app.quitting:
            await self.release()

    async def _uncover(self, area: GRect) -> None:
        await self.table.redraw(area)
        for beyond in cut(area, self.table.work):
            await self.gem.form_dial(Fmd.FMD_FINISH, beyond, beyond)

    async def _draw(self) -> None:
        await self.gem.wind_update(Update.BEG_UPDATE)
        if self.table.is_topmost:
            self.paint(self.area)
        else:
            # Another window may cover the box.
            await self.table.redraw(self.area, self.paint)
        await self.gem.wind_update(Update.END_UPDATE)

    def paint(self, part: GRect) -> None:
        """Draw a part of the box."""
        self.gem.objc_draw(self.tree, 0, 1, part)

    def repaint(self, part: GRect) -> None:
        """Draw a changed part of the box, unless it is not open yet or another window may cover it."""
        if self.play.box_open and self.table.is_topmost:
            self.paint(part)

    async def event(self) -> MultiEvent | None:
        """Wait for the next press or key, or the end of work; return None if the program must quit."""
        while True:
            self.gem.speech.form(self.tree)
            event = await self.wait()
            if self.ends_program(event):
                return None
            if event.message is not None and event.message.type in (Msg.WM_REDRAW, Msg.WM_TOPPED):
                await self.table.message(event.message)
                # The screen size may have changed.
                self.place()
                await self._draw()
            if event.events & (MU_KEYBD | MU_BUTTON | MU_WORK):
                return event

    def ends_program(self, event: MultiEvent) -> bool:
        """Return whether an event quits the program; restore the titles of other entries."""
        app, message = self.play.app, event.message
        if message is not None and message.type == Msg.MN_SELECTED:
            app.quitting = self.play.quits(message.item)
            if not app.quitting:
                self.gem.menu_tnormal(self.play.menu, message.title, True)
        elif message is not None and message.type in (Msg.WM_CLOSED, Msg.AP_TERM):
            app.quitting = True
        else:
            app.quitting = MU_KEYBD in event.events and self.play.quits(app.item_of(event.key))
        return app.quitting

    async def wait(self) -> MultiEvent:
        """Wait for the next event and return it, even if it is irrelevant to the box."""
        return await self.gem.evnt_multi(MU_KEYBD | MU_BUTTON | MU_MESAG)

    def pressed(self, event: MultiEvent) -> int:
        """Return the object under a press, or the button for a key; -1 for none or a disabled one."""
        if MU_BUTTON in event.events:
            obj = objc_find(self.tree, 0, 1, event.x, event.y)
            return -1 if obj >= 0 and ObState.DISABLED in self.tree[obj].ob_state else obj
        button = self.buttons.chosen(event) if self.has_keys else None
        return -1 if button is None else button

    async def slide(self, *ends: int) -> int:
        """Follow the pointer while the mouse button is down; return the first of ``ends`` reached, or -1 on release."""
        while True:
            mouse = self.gem.graf_mkstate()
            here = MouseRect(True, GRect(mouse.x, mouse.y, 1, 1))
            event = await self.gem.evnt_multi(MU_BUTTON | MU_M1, state=0, m1=here)
            if MU_BUTTON in event.events:
                return -1
            hit = objc_find(self.tree, 0, 1, event.x, event.y)
            if hit in ends:
                return hit

    async def release(self) -> None:
        await self.gem.evnt_button(1, 1, 0)

    async def confirm(self, ok: int) -> None:
        """Show the box until its OK button is pressed or the program quits."""
        await self.show()
        while (event := await self.event()) is not None:
            if self.pressed(event) == ok or (MU_KEYBD in event.events and event.key & 0xFF == RETURN):
                break
            if MU_BUTTON in event.events and await self.slide(ok) == ok:
                break
        await self.leave_window()


class EdgeBox(Box):
    """A box at the lower edge of the table, which leaves most cards in view. Its buttons are in its last row."""

    beside = True

    def _fit_fingers(self) -> None:
        """Enlarge the buttons. The page does not zoom to this box, because the player looks at the cards."""
        root, *others = self.tree
        buttons = [obj for obj in others if object_type(obj) == ObType.G_BUTTON]
        y, end, height = buttons[0].ob_y, 0, _FINGER_HEIGHT if self.gem.width >= MIN_WIDTH else _NARROW_FINGER_HEIGHT
        taller = height - buttons[0].ob_height
        for obj in others:
            obj.ob_y += taller // 2 if obj.ob_y >= y and obj not in buttons else 0
        for button in sorted(buttons, key=lambda obj: obj.ob_x):
            button.ob_x, button.ob_width = max(button.ob_x, end), max(button.ob_width, _FINGER_WIDTH)
            button.ob_height, end = height, button.ob_x + button.ob_width + _FINGER_GAP
        root.ob_height += taller

    def place(self) -> None:
        if self.table.looks.touch:
            self._fit_fingers()
        root, work = self.tree[0], self.table.work
        middle = work.x + (min(work.right, self.gem.width) - work.x - root.ob_width) // 2
        # Keep the box with its buttons visible even if little of the window is.
        root.ob_x = max(min(middle, self.gem.width - root.ob_width - OUTLINE), OUTLINE)
        root.ob_y = min(work.bottom, self.gem.height) - root.ob_height - _EDGE_MARGIN
        self.area = object_rect(self.tree, 0).inset(-OUTLINE)


async def think(play: Play[Any], steps: Generator[Any, None, T]) -> T | None:
    """Do long work under the bee; return its result, or None if the player cancelled it or quits the program.

    Input waits for a moment. Then a box with the progress appears, which takes all input.
    """
    work, gem = Work(steps), play.gem
    gem.graf_mouse(MouseNumber.BUSY_BEE)
    try:
        event = await gem.evnt_multi(MU_TIMER | MU_MESAG | MU_WORK, ms=_SEARCH_BOX_MS, work=work)
        if event.message is not None:
            # The box handles it immediately: it may ask the program to quit.
            gem.appl_write(gem.appl_init(), event.message)
        if not work.done:
            await SearchBox(play, work).ask()
        return work.result if work.done else None
    finally:
        work.close()
        gem.graf_mouse(MouseNumber.ARROW)


class SearchBox(EdgeBox):
    """The box during a long search: its progress, and the button that cancels it."""

    def __init__(self, play: Play[Any], work: Work[Any]) -> None:
        super().__init__(play, play.shared.tree(SEARCH), SEARCH_CANCEL)
        self._work = work

    async def ask(self) -> None:
        """Show the box until the search ends, or the player cancels it or quits the program."""
        self._write()
        await self.show()
        button = -1
        while button != SEARCH_CANCEL and not self._work.done and (event := await self.event()) is not None:
            button = self.pressed(event)
            if MU_BUTTON in event.events:
                await self.release()
        await self.hide()

    async def wait(self) -> MultiEvent:
        flags = MU_KEYBD | MU_BUTTON | MU_MESAG | MU_TIMER | MU_WORK
        event = await self.gem.evnt_multi(flags, ms=_REFRESH_MS, work=self._work)
        self._write()
        self.repaint(object_rect(self.tree, SEARCH_TEXT))
        return event

    def _write(self) -> None:
        self.tree[SEARCH_TEXT].ob_spec = self.play.say(SEARCHING, states=self._work.progress or 0)


class NumberDialog(Box):
    """The dialog for a number, with one field of digits; the template of the field limits their number.

    The object numbers are the same in every game's dialog. Extensions of the original: the first digit replaces the
    offered number, the buttons have keys, and Esc clears the field, or cancels if the field is empty. No
    letter presses a button while the field has text that was typed.
    """

    def __init__(self, play: Play[Any], tree: Tree) -> None:
        super().__init__(play, tree, GETNUM_CANCEL)
        self._untouched = False  # true while the field has the offered number
        self._ted = self.field = spec_of(tree[GETNUM_FIELD], TedInfo)
        self._places = self._ted.te_ptmplt.count("_")
        self.characters = _DIGITS  # characters that can be typed; signs only at the start

    async def ask(self, number: int | None) -> str | None:
        """Ask for a number, offering ``number``; return the text of the field, or None if cancelled."""
        self._ted.te_ptext = "" if number is None else str(number)[: self._places]
        self._untouched = True
        await self.show()
        wanted: bool | None = None
        while wanted is None and (event := await self.event()) is not None:
            wanted = await self._answer(event)
        await self.leave_window()
        return self._ted.te_ptext if wanted else None

    def paint(self, part: GRect) -> None:
        super().paint(part)
        rect, ws = object_rect(self.tree, GETNUM_FIELD), self.table.ws
        x = rect.x + WCHAR * len(self._ted.te_ptext)
        ws.vs_clip(True, *part.corners())
        ws.vswr_mode(WritingMode.MD_REPLACE)
        ws.v_pline([(x, rect.y), (x, rect.y + HCHAR - 1)])

    async def _answer(self, event: MultiEvent) -> bool | None:
        """Handle an event; return True for OK, False for Cancel, and None otherwise."""
        if MU_KEYBD in event.events:
            character = event.key & 0xFF
            if character == RETURN and not self.play.extras:
                return True
            letter = chr(character).lower() if self.play.extras and chr(character).isalpha() else ""
            # Letters such as the c of 617c2 press no button while the field has the player's text.
            if self._ted.te_ptext and (character == ESCAPE or letter == "c" or (letter and not self._untouched)):
                self._type(character)
                return None
            self._type(character)
        hit = self.pressed(event)
        self.use(hit)
        if MU_BUTTON in event.events and hit not in (GETNUM_OK, GETNUM_CANCEL):
            hit = await self.slide(GETNUM_OK, GETNUM_CANCEL)
        return hit == GETNUM_OK if hit in (GETNUM_OK, GETNUM_CANCEL) else None

    @property
    def typed(self) -> str:
        return self._ted.te_ptext

    def use(self, button: int) -> None:
        """Handle a pressed object; dialogs with more buttons override this."""

    def offer(self, number: int) -> None:
        self._untouched = True
        self._write(str(number)[: self._places])

    def _type(self, character: int) -> None:
        text, is_digit = self._ted.te_ptext, chr(character) in self.characters
        if character == ESCAPE or (self.play.extras and self._untouched and is_digit):
            text = ""
        if character == BACKSPACE:
            text = text[:-1]
        elif is_digit and len(text) < self._places and (chr(character) in _DIGITS or not text):
            text += chr(character)
        self._untouched = self._untouched and character not in (ESCAPE, BACKSPACE) and not is_digit
        self._write(text)

    def _write(self, text: str) -> None:
        if text != self._ted.te_ptext:
            self._ted.te_ptext = text
            # One pixel wider than the field, for the cursor after the last digit.
            rect = object_rect(self.tree, GETNUM_FIELD)
            self.repaint(GRect(rect.x, rect.y, rect.w + 1, rect.h))
