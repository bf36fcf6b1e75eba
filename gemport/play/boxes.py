"""Boxes over the game: About, congratulations, and the dialog that asks for a game's number (docs/vierfrei.md 8).

They are drawn over the board without form_dial; a press on a button acts at once, the mouse button still down, and so
does one that slides onto it; menus and the window's parts stay alive and can do nothing but end the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gemport.cards.challenge import MAX_CELLS, challenge_number
from gemport.gem import (
    HCHAR,
    MU_BUTTON,
    MU_KEYBD,
    MU_M1,
    MU_MESAG,
    OUTLINE,
    WCHAR,
    Fmd,
    GRect,
    MouseRect,
    Msg,
    MultiEvent,
    ObFlag,
    TedInfo,
    Tree,
    Update,
    WritingMode,
    cut,
    keys,
    objc_find,
    object_rect,
)
from gemport.play.games_rsc import GETNUM_CANCEL, GETNUM_FIELD, GETNUM_OK
from gemport.play.table import CardTable
from gemport.toolkit.dialog import Form

RETURN, ESCAPE, BACKSPACE = (word & 0xFF for word in (keys.RETURN, keys.ESCAPE, keys.BACKSPACE))
"""Characters, the low bytes of key words: control and a letter do as well as the key, and Enter is Return."""
_DIGITS = "0123456789"


def write_centred(tree: Tree, obj: int, text: str) -> None:
    """Have a line of a box show a text in the middle."""
    line = tree[obj]
    line.ob_spec, line.ob_width = text, WCHAR * len(text)
    line.ob_x = (tree[0].ob_width - line.ob_width) // 2


def fit_cells(tree: Tree, obj: int, numbers: Sequence[int]) -> None:
    """Take the button for a number of cells out of a box where the game has no challenges; the box gets lower."""
    button = tree[obj]
    if challenge_number(numbers[0], 0) in numbers or ObFlag.HIDETREE in button.ob_flags:
        return
    button.ob_flags |= ObFlag.HIDETREE
    for below in (other for other in tree[1:] if other.ob_y > button.ob_y):
        below.ob_y -= 2 * HCHAR
    tree[0].ob_height -= 2 * HCHAR


def write_cells(tree: Tree, obj: int, cells: int) -> None:
    """Have a button of a box say another number of cells; a digit is the end of its words."""
    tree[obj].ob_spec = f"{str(tree[obj].ob_spec)[:-1]}{cells}"


def next_cells(cells: int) -> int:
    """Return what a press of such a button makes of a number of cells."""
    return (cells or MAX_CELLS + 1) - 1


class Box(Form):
    """One box over a game's window: a form in which a press acts at once and the window lives on.

    is_quit: tells which menu entries and keys end the program
    cancel: the button for Esc and Undo, by default that for Return
    extras: all buttons have keys; in the original Return ends a box
    """

    field: TedInfo | None = None
    """Takes the keys while the box is shown."""

    def __init__(
        self,
        table: CardTable[Any],
        tree: Tree,
        is_quit: Callable[[MultiEvent], bool],
        cancel: int | None = None,
        extras: bool = True,
    ) -> None:
        super().__init__(table.gem, tree, cancel, 1)
        self.table = table
        self.quitting = False
        """The program is to end: the closer, or Quit."""
        self._is_quit = is_quit
        self._extras = extras

    async def show(self) -> None:
        """Draw the box, its root and the root's children only."""
        self.gem.show_box(self.field)
        self.place()
        await self._draw()

    def place(self) -> None:
        """Put the box into the middle of what of the window is on the screen."""
        # The original reckons with the screen's last pixels, not with its size.
        root, work, right, bottom = self.tree[0], self.table.work, self.gem.width - 1, self.gem.height - 1
        root.ob_x = min(work.x + (work.w - root.ob_width) // 2, (right + work.x - root.ob_width) // 2)
        root.ob_y = min(work.y + (work.h - root.ob_height) // 2, (bottom + work.y - root.ob_height) // 2)
        self.area = object_rect(self.tree, 0).inset(-OUTLINE)

    async def hide(self) -> None:
        """Paint the board where the box was; the desktop and the window's frame too, if the box reached there."""
        self.gem.hide_box()
        self.leave()
        await self._uncover(self.area)

    async def _uncover(self, area: GRect) -> None:
        await self.table.redraw(area)
        for beyond in cut(area, self.table.work):
            await self.gem.form_dial(Fmd.FMD_FINISH, beyond, beyond)

    async def _draw(self) -> None:
        await self.gem.wind_update(Update.BEG_UPDATE)
        self.draw()
        await self.gem.wind_update(Update.END_UPDATE)

    async def event(self) -> MultiEvent | None:
        """Return the next press or key; None when the program is to end."""
        while True:
            self.gem.speech.form(self.tree)
            event = await self.wait()
            if self.ends_program(event):
                return None
            if event.message is not None and event.message.type == Msg.WM_REDRAW:
                await self.table.redraw(event.message.rect)
                # The screen may have another size.
                self.place()
                await self._draw()
            if event.events & (MU_KEYBD | MU_BUTTON):
                return event

    def ends_program(self, event: MultiEvent) -> bool:
        """Return whether an event ends the program: then ``quitting`` is set."""
        self.quitting = self._is_quit(event)
        return self.quitting

    async def wait(self) -> MultiEvent:
        """Return the next event; it may be none that the box answers."""
        return await self.gem.evnt_multi(MU_KEYBD | MU_BUTTON | MU_MESAG)

    def pressed(self, event: MultiEvent) -> int:
        """Return the object under a press, or the button that a key stands for; -1 for none."""
        if MU_BUTTON in event.events:
            return objc_find(self.tree, 0, 1, event.x, event.y)
        button = self.buttons.chosen(event) if self._extras else None
        return -1 if button is None else button

    async def slide(self, *ends: int) -> int:
        """Follow a press until it comes to one of these objects, the button down; return it, -1 if it is let go."""
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
        await self.show()
        while (event := await self.event()) is not None:
            if self.pressed(event) == ok or (MU_KEYBD in event.events and event.key & 0xFF == RETURN):
                break
            if MU_BUTTON in event.events and await self.slide(ok) == ok:
                break
        await self.hide()


class NumberDialog(Box):
    """The dialog with one field of digits. The field's text is what was typed; its template says how many fit.
    The objects have the same numbers in every game's dialog.

    ``easy``, an extra: the first digit takes the place of the number that is offered; the buttons have keys, Esc only
    while the field is empty.
    """

    def __init__(
        self, table: CardTable[Any], tree: Tree, is_quit: Callable[[MultiEvent], bool], easy: bool = False
    ) -> None:
        super().__init__(table, tree, is_quit, GETNUM_CANCEL, easy)
        self._easy = easy
        self._untouched = False
        """The field holds what was offered."""
        spec = tree[GETNUM_FIELD].ob_spec
        if not isinstance(spec, TedInfo):
            raise ValueError(f"object {GETNUM_FIELD} of the number dialog is not a text field")
        self._ted = self.field = spec
        self._places = spec.te_ptmplt.count("_")
        self.characters = _DIGITS
        """The characters that can be typed; a sign comes first."""

    async def ask(self, number: int | None) -> str | None:
        """Ask for a number, one being offered or none; return the field's text, None if that was cancelled."""
        self._ted.te_ptext = "" if number is None else str(number)[: self._places]
        self._untouched = True
        await self.show()
        wanted: bool | None = None
        while wanted is None and (event := await self.event()) is not None:
            wanted = await self._answer(event)
        await self.hide()
        return self._ted.te_ptext if wanted else None

    async def _draw(self) -> None:
        await super()._draw()
        self._draw_cursor()

    async def _answer(self, event: MultiEvent) -> bool | None:
        """Answer an event; return whether the number is wanted, None as long as that is open."""
        if MU_KEYBD in event.events:
            character = event.key & 0xFF
            if character == RETURN and not self._easy:
                return True
            if character == ESCAPE and self._ted.te_ptext:
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
        """Answer another button of a game's own dialog."""

    def offer(self, number: int) -> None:
        self._untouched = True
        self._write(str(number)[: self._places])

    def _type(self, character: int) -> None:
        text, is_digit = self._ted.te_ptext, chr(character) in self.characters
        if character == ESCAPE or (self._easy and self._untouched and is_digit):
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
            # One column more than the field: the cursor behind the last digit stands there.
            rect = object_rect(self.tree, GETNUM_FIELD)
            self.gem.objc_draw(self.tree, 0, 1, GRect(rect.x, rect.y, rect.w + 1, rect.h))
            self._draw_cursor()

    def _draw_cursor(self) -> None:
        rect, ws = object_rect(self.tree, GETNUM_FIELD), self.table.ws
        x = rect.x + WCHAR * len(self._ted.te_ptext)
        ws.vs_clip(True, 0, 0, self.gem.width - 1, self.gem.height - 1)
        ws.vswr_mode(WritingMode.MD_REPLACE)
        ws.v_pline([(x, rect.y), (x, rect.y + HCHAR - 1)])
