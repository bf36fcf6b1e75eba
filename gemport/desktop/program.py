"""The desktop as a GEM program: its event loop, its menu, and what is done with programs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from gemport.desktop import resource as rsc
from gemport.desktop.alerts import Alerts
from gemport.desktop.boxes import show_dialog, show_information
from gemport.desktop.host import Openable, Preferences, Programs
from gemport.desktop.settings import Settings
from gemport.desktop.surface import Surface
from gemport.gem.aes import keys
from gemport.gem.aes.appl import AppInfo, AppKind, Search, short_name
from gemport.gem.aes.constants import DESKTOP, LEFT, MU_BUTTON, MU_KEYBD, MU_MESAG, Fmd, MouseNumber, Msg, Wf
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.menu import menu_entries
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from gemport.gem.errors import GemportError
from gemport.gem.formats.rsc import Resource

NAME = "DESKTOP.APP"
"""What a machine calls the program."""

_QUIT = 1
_HELP = "HELP    "
_ARROWS = {keys.ARROW_LEFT: (-1, 0), keys.ARROW_RIGHT: (1, 0), keys.ARROW_UP: (0, -1), keys.ARROW_DOWN: (0, 1)}


class _Entry(NamedTuple):
    """An entry of the menu: what it does, the key that stands for it, whether it needs a selected icon."""

    action: Callable[[], Awaitable[None]]
    key: int | None = None
    selected: bool = False


class Desktop:
    """One run of the desktop."""

    def __init__(self, gem: Gem, resource: Resource, programs: Programs, preferences: Preferences) -> None:
        self.gem = gem
        self.trees = gem.rsrc_load(resource)
        self.menu = self.trees.tree(rsc.MENU)
        self.programs = programs
        self.settings = Settings(preferences, (gem.width, gem.height))
        self.alerts = Alerts(gem, self.trees)
        self.surface = Surface(gem, self.trees, programs.openable, self.settings)
        self.quitting = False
        self._opened: dict[int, str] = {}
        self._failure_told = False
        self._entries = {
            rsc.MENU_ABOUT: _Entry(self._about),
            rsc.MENU_OPEN: _Entry(self._open_selected, keys.control_word("o"), selected=True),
            rsc.MENU_INFO: _Entry(self._inform, keys.control_word("i"), selected=True),
            rsc.MENU_SELECT_ALL: _Entry(self._select_all, keys.control_word("a")),
            rsc.MENU_QUIT: _Entry(self._quit, keys.control_word("q")),
            rsc.MENU_LARGE: _Entry(self._show_large),
            rsc.MENU_SMALL: _Entry(self._show_small),
            rsc.MENU_ARRANGE: _Entry(self.surface.arrange, keys.control_word("r")),
            rsc.MENU_GRID: _Entry(self._change_grid),
            rsc.MENU_BOXES: _Entry(self._change_boxes),
        }

    # ---- the loop

    async def run(self) -> None:
        """Show the desktop until it is quit or the host asks for the end."""
        gem = self.gem
        gem.graf_mouse(MouseNumber.ARROW)
        gem.menu_bar(self.menu, True)
        await self.surface.show()
        while not self.quitting:
            self._show_state()
            event = await gem.evnt_multi(MU_MESAG | MU_BUTTON | MU_KEYBD, clicks=2, mask=LEFT, state=LEFT)
            await self._answer(event)
            await self._tell_failure()
        gem.menu_bar(self.menu, False)
        gem.wind_set(DESKTOP, Wf.WF_NEWDESK, None)

    async def _answer(self, event: MultiEvent) -> None:
        if event.message is not None:
            await self._message(event.message)
        if MU_KEYBD in event.events and not self.quitting:
            await self._key(event.key)
        if MU_BUTTON in event.events and not self.quitting:
            await self._press(event)
            await self.gem.evnt_button(1, LEFT, 0)

    async def _message(self, message: Message) -> None:
        match message.type:
            case Msg.AP_TERM:
                self.quitting = True
            case Msg.CH_EXIT:
                await self._ended(message)
            case Msg.MN_SELECTED:
                await self._choose(message.item)
                self.gem.menu_tnormal(self.menu, message.title, True)

    async def _press(self, event: MultiEvent) -> None:
        if event.clicks == 2:
            await self._open_at(event.x, event.y)
        elif await self.surface.press(event):
            await self.alerts.ask(rsc.NOT_THROWN_AWAY)

    async def _key(self, word: int) -> None:
        item = next((item for item, entry in self._entries.items() if entry.key == word), None)
        if item is not None:
            await self._choose(item)
        elif word in _ARROWS:
            await self.surface.step(*_ARROWS[word])
        elif word in (keys.RETURN, keys.ENTER):
            await self._open_selected()
        elif word == keys.ESCAPE:
            await self.surface.ground.select(())
        elif word == keys.HELP:
            self.gem.appl_write(self.gem.appl_find(_HELP), Message(Msg.AC_OPEN, self.gem.appl_init()))

    async def _tell_failure(self) -> None:
        """Say the first time that something can't be kept."""
        if self.settings.failure is not None and not self._failure_told:
            self._failure_told = True
            await self.alerts.tell(rsc.NOT_KEPT, self.settings.failure)

    # ---- the menu

    async def _choose(self, item: int) -> None:
        """Carry an entry out, its title inverted meanwhile; a disabled one does nothing."""
        if item not in self._entries or not self._enabled(item):
            return
        title = next(title for title, entry in menu_entries(self.menu) if entry == item)
        self.gem.menu_tnormal(self.menu, title, False)
        await self._entries[item].action()
        self.gem.menu_tnormal(self.menu, title, True)

    def _enabled(self, item: int) -> bool:
        return bool(self.surface.ground.selected) or not self._entries[item].selected

    def _show_state(self) -> None:
        """Show in the menu what can be chosen, and what is set."""
        for item in self._entries:
            self.gem.menu_ienable(self.menu, item, self._enabled(item))
        for item, on in (
            (rsc.MENU_LARGE, not self.settings.small),
            (rsc.MENU_SMALL, self.settings.small),
            (rsc.MENU_GRID, self.settings.grid),
            (rsc.MENU_BOXES, self.settings.boxes),
        ):
            self.gem.menu_icheck(self.menu, item, on)

    async def _about(self) -> None:
        await show_dialog(self.gem, self.trees.tree(rsc.ABOUT_BOX))

    async def _select_all(self) -> None:
        await self.surface.ground.select(self.surface.ground.names)

    async def _show_large(self) -> None:
        await self._show_icons(small=False)

    async def _show_small(self) -> None:
        await self._show_icons(small=True)

    async def _show_icons(self, small: bool) -> None:
        if self.settings.small != small:
            self.settings.small = small
            self.settings.keep()
            await self.surface.show()

    async def _change_grid(self) -> None:
        self.settings.grid = not self.settings.grid
        self.settings.keep()

    async def _change_boxes(self) -> None:
        self.settings.boxes = not self.settings.boxes
        self.settings.keep()

    async def _quit(self) -> None:
        """End, and have all other programs end too; asks if there are any."""
        others = self._other_programs()
        if others and await self.alerts.ask(rsc.ASK_QUIT, _QUIT) != _QUIT:
            return
        for program in others:
            self.gem.appl_write(program.ap_id, Message(Msg.AP_TERM, self.gem.appl_init()))
        self.quitting = True

    def _other_programs(self) -> list[AppInfo]:
        found, others = self.gem.appl_search(Search.APP_FIRST), []
        while found is not None:
            if found.kind == AppKind.PROGRAM and found.ap_id != self.gem.appl_init():
                others.append(found)
            found = self.gem.appl_search(Search.APP_NEXT)
        return others

    # ---- programs

    def _program(self, name: str) -> Openable | None:
        return next((program for program in self.programs.openable if program.name == name), None)

    async def _open_at(self, x: int, y: int) -> None:
        name = self.surface.ground.find(x, y)
        await self.surface.ground.select(() if name is None else (name,))
        await self._open_selected()

    async def _open_selected(self) -> None:
        for name in self.surface.ground.selected:
            program = self._program(name)
            if program is None:
                await self.alerts.ask(rsc.TRASH_INFO)
            else:
                await self._open(program)

    async def _open(self, program: Openable) -> None:
        if self.settings.boxes:
            await self.gem.form_dial(Fmd.FMD_GROW, self.surface.ground.picture(program.name), self._desk())
        ap_id = self.gem.shel_write(program.command)
        if ap_id:
            self._opened[ap_id] = program.name

    async def _ended(self, message: Message) -> None:
        """A program that was opened here has ended: its box shrinks back into the icon, if that can be seen."""
        name = self._opened.pop(message.w3, None)
        if name is not None and self.settings.boxes and not self._other_programs():
            await self.gem.form_dial(Fmd.FMD_SHRINK, self.surface.ground.picture(name), self._desk())
        await self.alerts.program_ended(message)

    async def _inform(self) -> None:
        for name in self.surface.ground.selected:
            program = self._program(name)
            if program is None:
                await self.alerts.ask(rsc.TRASH_INFO)
                continue
            try:
                tally = self.programs.tally(name)
            except GemportError as error:
                await self.alerts.tell(rsc.NOT_READ, str(error))
                continue
            running = sum(found.name == short_name(program.command) for found in self._other_programs())
            await show_information(self.gem, self.trees, program, tally, running)

    def _desk(self) -> GRect:
        return self.gem.wind_get(DESKTOP, Wf.WF_WORKXYWH)
