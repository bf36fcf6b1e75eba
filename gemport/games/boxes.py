"""Boxes over the game: About, congratulations, and the dialog that asks for a game's number (docs/vierfrei.md 8).

They are drawn over the board without form_dial; a press on a button acts at once, the mouse button still down, and so
does one that slides onto it; menus and the window's parts stay alive and can do nothing but end the program.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from gemport.games.resource import GETNUM_CANCEL, GETNUM_FIELD, GETNUM_OK
from gemport.games.window import GameWindow
from gemport.gem.aes import keys
from gemport.gem.aes.constants import HCHAR, MU_BUTTON, MU_KEYBD, MU_M1, MU_MESAG, WCHAR, Fmd, Msg, Update
from gemport.gem.aes.events import MouseRect, MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.objects import objc_find, object_rect
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect, cut
from gemport.gem.formats.objects import TedInfo, Tree
from gemport.gem.vdi.modes import WritingMode

RETURN, ESCAPE, BACKSPACE = (word & 0xFF for word in (keys.RETURN, keys.ESCAPE, keys.BACKSPACE))
"""Characters, the low bytes of key words: control and a letter do as well as the key, and Enter is Return."""
_DIGITS = "0123456789"
_FIT = 10
_OUTLINE = 3


class Answer(Enum):
    """How a box was left."""

    OK = auto()
    CANCEL = auto()
    QUIT = auto()
    """The program is to end: the closer, or Quit."""


def box_fits(tree: Tree, work: GRect, screen: GRect) -> bool:
    """Whether there is room for a box between the work area's corner and the screen's edge."""
    root = tree[0]
    _, _, right, bottom = screen.corners()
    return work.x + root.ob_width + _FIT <= right and work.y + root.ob_height + _FIT <= bottom


def place_box(tree: Tree, work: GRect, screen: GRect) -> GRect:
    """Centre a box over the work area, or over what of it is on the screen; its rectangle with the outline."""
    root = tree[0]
    # The original reckons with the screen's last pixels, not with its size.
    _, _, right, bottom = screen.corners()
    root.ob_x = min(work.x + (work.w - root.ob_width) // 2, (right + work.x - root.ob_width) // 2)
    root.ob_y = min(work.y + (work.h - root.ob_height) // 2, (bottom + work.y - root.ob_height) // 2)
    return object_rect(tree, 0).inset(-_OUTLINE)


def write_centred(tree: Tree, obj: int, text: str) -> None:
    """Have a line of a box show a text in the middle."""
    line = tree[obj]
    line.ob_spec, line.ob_width = text, WCHAR * len(text)
    line.ob_x = (tree[0].ob_width - line.ob_width) // 2


class Box:
    """One box over a game's window. ``is_quit`` tells which menu entries and keys end the program."""

    def __init__(self, window: GameWindow, tree: Tree, is_quit: Callable[[MultiEvent], bool]) -> None:
        self._window = window
        self._gem: Gem = window.gem
        self._tree = tree
        self._is_quit = is_quit
        self._area = GRect(0, 0, 0, 0)

    async def show(self) -> None:
        """Draw the box, its root and the root's children only."""
        screen = GRect(0, 0, self._gem.width, self._gem.height)
        self._area = place_box(self._tree, self._window.work, screen)
        await self._draw()

    async def hide(self) -> None:
        """Paint the board where the box was; the desktop and the window's frame too, if the box reached there."""
        await self._window.redraw(self._area)
        for beyond in cut(self._area, self._window.work):
            await self._gem.form_dial(Fmd.FMD_FINISH, beyond, beyond)

    async def _draw(self) -> None:
        await self._gem.wind_update(Update.BEG_UPDATE)
        self._gem.objc_draw(self._tree, 0, 1, self._area)
        await self._gem.wind_update(Update.END_UPDATE)

    async def event(self) -> MultiEvent | Answer:
        """The next press, key or message that concerns the box; Answer.QUIT when the program is to end."""
        while True:
            event = await self._wait()
            if self._is_quit(event):
                return Answer.QUIT
            if event.message is not None:
                await self._message(event.message)
            if event.events & (MU_KEYBD | MU_BUTTON):
                return event

    async def _wait(self) -> MultiEvent:
        return await self._gem.evnt_multi(MU_KEYBD | MU_BUTTON | MU_MESAG)

    async def _message(self, message: Message) -> None:
        if message.type == Msg.WM_REDRAW:
            await self._window.redraw(message.rect)
            await self._draw()

    def pressed(self, event: MultiEvent) -> int:
        """The object under a press, -1 for none."""
        return objc_find(self._tree, 0, 1, event.x, event.y) if MU_BUTTON in event.events else -1

    async def slide(self, *ends: int) -> int:
        """Follow a press until it comes to one of these objects, the button down; return it, -1 if it is let go."""
        while True:
            mouse = self._gem.graf_mkstate()
            here = MouseRect(True, GRect(mouse.x, mouse.y, 1, 1))
            event = await self._gem.evnt_multi(MU_BUTTON | MU_M1, state=0, m1=here)
            if MU_BUTTON in event.events:
                return -1
            hit = objc_find(self._tree, 0, 1, event.x, event.y)
            if hit in ends:
                return hit

    async def release(self) -> None:
        """Wait until the left button is up."""
        await self._gem.evnt_button(1, 1, 0)


async def show_message(box: Box, ok: int) -> Answer:
    """Show a box until its OK button, Return or Enter."""
    await box.show()
    while not isinstance(event := await box.event(), Answer):
        if MU_BUTTON in event.events and (box.pressed(event) == ok or await box.slide(ok) == ok):
            break
        if MU_KEYBD in event.events and event.key & 0xFF == RETURN:
            break
    await box.hide()
    return event if isinstance(event, Answer) else Answer.OK


class NumberDialog:
    """The dialog with one field of digits. The field's text is what was typed; its template says how many fit.
    The objects have the same numbers in every game's dialog.

    ``easy``, an extra: the first digit takes the place of the number that is offered; Undo cancels, and so does Esc in
    an empty field.
    """

    def __init__(
        self, window: GameWindow, tree: Tree, is_quit: Callable[[MultiEvent], bool], easy: bool = False
    ) -> None:
        self._window = window
        self._tree = tree
        self._box = Box(window, tree, is_quit)
        self._easy = easy
        self._untouched = False
        """The field holds what was offered."""
        spec = tree[GETNUM_FIELD].ob_spec
        if not isinstance(spec, TedInfo):
            raise ValueError(f"object {GETNUM_FIELD} of the number dialog is not a text field")
        self._ted = spec
        self._places = spec.te_ptmplt.count("_")

    async def ask(self, number: int | None) -> tuple[Answer, int | None]:
        """Ask for a number, one being offered or none; the answer, and the number, None for an empty field."""
        self._ted.te_ptext = "" if number is None else str(number)[: self._places]
        self._untouched = True
        await self._box.show()
        self._draw_cursor()
        while True:
            event = await self._box.event()
            answer = event if isinstance(event, Answer) else await self._answer(event)
            if answer is not None:
                break
        await self._box.hide()
        return answer, int(self._ted.te_ptext) if self._ted.te_ptext else None

    async def _answer(self, event: MultiEvent) -> Answer | None:
        if MU_KEYBD in event.events:
            if event.key & 0xFF == RETURN:
                return Answer.OK
            if self._easy and self._cancels(event.key):
                return Answer.CANCEL
            self._type(event.key & 0xFF)
        if MU_BUTTON in event.events:
            hit = self._box.pressed(event)
            if hit not in (GETNUM_OK, GETNUM_CANCEL):
                hit = await self._box.slide(GETNUM_OK, GETNUM_CANCEL)
            if hit != -1:
                return Answer.OK if hit == GETNUM_OK else Answer.CANCEL
        return None

    def _cancels(self, key: int) -> bool:
        return key == keys.UNDO or (key & 0xFF == ESCAPE and not self._ted.te_ptext)

    def _type(self, character: int) -> None:
        text = self._ted.te_ptext
        if self._easy and self._untouched and chr(character) in _DIGITS:
            text = ""
        if character == ESCAPE:
            text = ""
        elif character == BACKSPACE:
            text = text[:-1]
        elif chr(character) in _DIGITS and len(text) < self._places:
            text += chr(character)
        self._untouched = self._untouched and character not in (ESCAPE, BACKSPACE) and chr(character) not in _DIGITS
        if text != self._ted.te_ptext:
            self._ted.te_ptext = text
            self._draw_field()

    def _draw_field(self) -> None:
        # One column more than the field: the cursor behind the last digit stands there.
        rect = object_rect(self._tree, GETNUM_FIELD)
        self._window.gem.objc_draw(self._tree, 0, 1, GRect(rect.x, rect.y, rect.w + 1, rect.h))
        self._draw_cursor()

    def _draw_cursor(self) -> None:
        rect = object_rect(self._tree, GETNUM_FIELD)
        x = rect.x + WCHAR * len(self._ted.te_ptext)
        workstation = self._window.workstation
        workstation.vs_clip(True, 0, 0, self._window.gem.width - 1, self._window.gem.height - 1)
        workstation.vswr_mode(WritingMode.MD_REPLACE)
        workstation.v_pline([(x, rect.y), (x, rect.y + HCHAR - 1)])
