"""The desktop as a GEM program: menu, dialogs, and actions on programs."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from string import Template

from gemport import gem as api
from gemport.cards.deals import bounds
from gemport.desktop import desktop_rsc as rsc
from gemport.desktop.icons import Surface, artwork
from gemport.desktop.preferences import DesktopSettings
from gemport.desktop.programs import Openable, Programs
from gemport.gem import keys
from gemport.settings import Preferences
from gemport.toolkit.app import App, Command
from gemport.toolkit.dialog import Dialog, alert
from gemport.toolkit.window import applications

NAME = "DESKTOP.APP"  # file name of the program

_QUIT_BUTTON = 1
_ARROWS = {keys.ARROW_LEFT: (-1, 0), keys.ARROW_RIGHT: (1, 0), keys.ARROW_UP: (0, -1), keys.ARROW_DOWN: (0, 1)}


class Desktop(App):
    """A running instance of the desktop."""

    clicks = 2

    def __init__(self, gem: api.Gem, resource: api.Resource, programs: Programs, preferences: Preferences) -> None:
        self.trees = gem.rsrc_load(resource)
        super().__init__(gem, self.trees.tree(rsc.MENU))
        self.programs = programs
        self.settings = DesktopSettings(preferences, lambda: (gem.width, gem.height))
        self.surface = Surface(gem, self.trees, programs.openable, self.settings)
        self._opened: dict[int, str] = {}
        self._failure_told = False

        def any_selected() -> bool:
            return bool(self.surface.selected)

        self.commands = {
            rsc.MENU_ABOUT: Command(self._about),
            rsc.MENU_OPEN: Command(partial(self._selected, self._open), keys.control_word("o"), any_selected),
            rsc.MENU_INFO: Command(partial(self._selected, self._inform), keys.control_word("i"), any_selected),
            rsc.MENU_SELECT_ALL: Command(partial(self.surface.select, self.surface.names), keys.control_word("a")),
            rsc.MENU_QUIT: Command(self._quit, keys.control_word("q")),
            rsc.MENU_LARGE: Command(partial(self._show_icons, small=False)),
            rsc.MENU_SMALL: Command(partial(self._show_icons, small=True)),
            rsc.MENU_ARRANGE: Command(self.surface.arrange, keys.control_word("r")),
            rsc.MENU_GRID: Command(partial(self._switch, "grid")),
            rsc.MENU_BOXES: Command(partial(self._switch, "boxes")),
        }

    # ---- event loop

    async def start(self) -> None:
        self._check_entries()
        await self.surface.show()

    def end(self) -> None:
        self.gem.wind_set(api.DESKTOP, api.Wf.WF_NEWDESK, None)

    async def answer(self, event: api.MultiEvent) -> None:
        await super().answer(event)
        if self.settings.failure is not None and not self._failure_told:
            self._failure_told = True
            await alert(self.gem, self.trees.string(rsc.NOT_KEPT), reason=self.settings.failure)

    async def message(self, message: api.Message) -> None:
        if message.type == api.Msg.CH_EXIT:
            await self._ended(message)
        elif message.type == api.Msg.WM_REDRAW and message.handle == api.DESKTOP:
            # The size of the screen has changed.
            await self.surface.show()
        else:
            await super().message(message)

    async def press(self, event: api.MultiEvent) -> None:
        if event.clicks == 2:
            name = self.surface.find(event.x, event.y)
            await self.surface.select(() if name is None else (name,))
            await self._selected(self._open)
        elif await self.surface.press(event):
            await self._say(rsc.NOT_THROWN_AWAY)
        await self.gem.evnt_button(1, api.LEFT, 0)

    async def key(self, word: int, shift: int) -> None:
        if word in _ARROWS:
            await self.surface.step(*_ARROWS[word])
        elif word in (keys.RETURN, keys.ENTER):
            await self._selected(self._open)
        elif word == keys.ESCAPE:
            await self.surface.select(())
        elif word == keys.HELP:
            await self.help()
        else:
            await super().key(word, shift)

    async def _say(self, string: int) -> None:
        await alert(self.gem, self.trees.string(string))

    # ---- menu

    def _check_entries(self) -> None:
        for item, on in (
            (rsc.MENU_LARGE, not self.settings.small),
            (rsc.MENU_SMALL, self.settings.small),
            (rsc.MENU_GRID, self.settings.grid),
            (rsc.MENU_BOXES, self.settings.boxes),
        ):
            self.gem.menu_icheck(self.trees.tree(rsc.MENU), item, on)

    async def _about(self) -> None:
        await Dialog(self.gem, self.trees.tree(rsc.ABOUT_BOX)).show()

    async def _show_icons(self, small: bool) -> None:
        if self.settings.small != small:
            self.settings.small = small
            self._save_settings()
            await self.surface.show()

    async def _switch(self, name: str) -> None:
        setattr(self.settings, name, not getattr(self.settings, name))
        self._save_settings()

    def _save_settings(self) -> None:
        self.settings.save()
        self._check_entries()

    async def _quit(self) -> None:
        """Quit this and all other programs; ask first if others are running."""
        others = self._other_programs()
        if others and await alert(self.gem, self.trees.string(rsc.ASK_QUIT), _QUIT_BUTTON) != _QUIT_BUTTON:
            return
        for program in others:
            self.gem.appl_write(program.ap_id, api.Message(api.Msg.AP_TERM, self.gem.appl_init()))
        self.quitting = True

    def _other_programs(self) -> list[api.AppInfo]:
        programs = (application for application in applications(self.gem) if application.kind == api.AppKind.PROGRAM)
        return [program for program in programs if program.ap_id != self.gem.appl_init()]

    # ---- programs

    async def _selected(self, action: Callable[[Openable], Awaitable[None]]) -> None:
        """Apply an action to each selected program; if only the trash is selected, show its description."""
        programs = {program.name: program for program in self.programs.openable}
        for name in self.surface.selected:
            if name in programs:
                await action(programs[name])
            elif len(self.surface.selected) == 1:
                await self._say(rsc.TRASH_INFO)

    async def _open(self, program: Openable) -> None:
        if self.settings.boxes:
            await self.gem.form_dial(api.Fmd.FMD_GROW, self.surface.picture(program.name), self.surface.desk())
        ap_id = self.gem.shel_write(program.command)
        if ap_id:
            self._opened[ap_id] = program.name

    async def _ended(self, message: api.Message) -> None:
        """Draw a box shrinking into the icon of a program opened from here, if the icon is visible."""
        name = self._opened.pop(message.w3, None)
        if name is not None and self.settings.boxes and not self._other_programs():
            await self.gem.form_dial(api.Fmd.FMD_SHRINK, self.surface.picture(name), self.surface.desk())
        if message.w4 < 0:
            await self._say(rsc.BROKEN)

    async def _inform(self, program: Openable) -> None:
        try:
            tally = self.programs.tally(program.name)
        except api.GemportError as error:
            await alert(self.gem, self.trees.string(rsc.NOT_READ), reason=str(error))
            return
        numbers = "-"
        if program.numbers:
            words = Template(self.trees.string(rsc.NUMBERS))
            first, last = bounds(program.numbers)
            numbers = words.substitute(first=first, last=last)
        running = sum(application.name == api.short_name(program.command) for application in self._other_programs())
        dialog = Dialog(self.gem, self.trees.tree(rsc.INFO_BOX))
        icon = api.spec_of(artwork(self.trees.trees, program.name, small=False), api.IconBlk)
        dialog.tree[rsc.INFO_BOX_ICON].ob_spec = replace(icon, ib_xicon=0, ib_yicon=0, ib_ptext="")
        for line, text in (
            (rsc.INFO_BOX_TITLE, program.title),
            (rsc.INFO_BOX_PROGRAM, program.command),
            (rsc.INFO_BOX_NUMBERS, numbers),
            (rsc.INFO_BOX_RUNNING, str(running)),
            (rsc.INFO_BOX_UNFINISHED, str(tally.unfinished)),
            (rsc.INFO_BOX_WON, str(tally.won)),
            (rsc.INFO_BOX_LOST, str(tally.lost)),
        ):
            dialog.set_text(line, text)
        await dialog.show()
