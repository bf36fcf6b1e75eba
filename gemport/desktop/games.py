"""The accessory *Games*: goes to a program that runs, or starts one; in the Desk menu of every program."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from gemport.desktop import resource as rsc
from gemport.desktop.alerts import Alerts
from gemport.desktop.boxes import show_dialog
from gemport.desktop.host import Programs
from gemport.gem.aes.constants import DESKTOP, HCHAR, MouseNumber, Msg, Wf
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.objects import NIL
from gemport.gem.aes.process import Message
from gemport.gem.formats.objects import Object, Tree
from gemport.gem.formats.rsc import Resource

NAME = "GAMES.ACC"
"""What a machine calls the accessory."""

_PITCH = HCHAR * 3 // 2
"""From one button to the one below, in pixels."""


class Games:
    """One run of the accessory."""

    def __init__(self, gem: Gem, resource: Resource, programs: Programs) -> None:
        self._gem = gem
        self._trees = gem.rsrc_load(resource)
        self._programs = programs
        self._alerts = Alerts(gem, self._trees)

    async def run(self) -> None:
        """Wait in the Desk menu until the machine ends."""
        self._gem.graf_mouse(MouseNumber.ARROW)
        self._gem.menu_register(self._gem.appl_init(), self._trees.string(rsc.GAMES_ENTRY))
        while True:
            message = await self._gem.evnt_mesag()
            if message.type == Msg.AP_TERM:
                return
            if message.type == Msg.AC_OPEN:
                await self._choose()
            await self._alerts.program_ended(message)

    async def _choose(self) -> None:
        running, openable = self._programs.running(), self._programs.openable
        has_desktop = self._gem.wind_get(DESKTOP, Wf.WF_OWNER).x != NIL
        to = [*([self._trees.string(rsc.DESKTOP)] if has_desktop else []), *running.values()]
        box = _Box(self._trees.tree(rsc.GAMES), to, [program.title for program in openable])
        button = await show_dialog(self._gem, box.tree)
        if button in box.go:
            number = box.go.index(button) - has_desktop
            if number < 0:
                self._go_to_desktop()
            else:
                self._go(list(running)[number])
        elif button in box.begin:
            self._gem.shel_write(openable[box.begin.index(button)].command)

    def _windows(self) -> list[tuple[int, int]]:
        """All open windows from the top down, and the ids of their owners."""
        gem = self._gem
        found: list[tuple[int, int]] = []
        handle = gem.wind_get(DESKTOP, Wf.WF_BOTTOM).x
        while handle != DESKTOP:
            owner = gem.wind_get(handle, Wf.WF_OWNER)
            found.insert(0, (handle, owner.x))
            handle = owner.w
        return found

    def _go(self, ap_id: int) -> None:
        """Bring a program's window up, and have it blown up again if it was shrunk."""
        handle = next((handle for handle, owner in self._windows() if owner == ap_id), None)
        if handle is not None:
            self._gem.wind_set(handle, Wf.WF_TOP)
            self._gem.appl_write(ap_id, Message(Msg.WM_UNICONIFY, self._gem.appl_init(), 0, handle))

    def _go_to_desktop(self) -> None:
        """Have the games shrink their windows, so that there is something to be seen of the desktop."""
        running = self._programs.running()
        for handle, owner in self._windows():
            if owner in running:
                self._gem.appl_write(owner, Message(Msg.WM_ICONIFY, self._gem.appl_init(), 0, handle))
        self._gem.wind_set(DESKTOP, Wf.WF_TOP)


class _Box:
    """The dialog: a button for each program, in two columns. ``go`` and ``begin`` are their object numbers."""

    def __init__(self, tree: Tree, go: Sequence[str], begin: Sequence[str]) -> None:
        self.tree = copy.deepcopy(tree)
        self._top = tree[rsc.GAMES_GO].ob_y
        models = self.tree[rsc.GAMES_GO], self.tree[rsc.GAMES_BEGIN]
        self._drop(rsc.GAMES_GO, rsc.GAMES_BEGIN)
        self.go = [self._add(models[0], text, row) for row, text in enumerate(go)]
        self.begin = [self._add(models[1], text, row) for row, text in enumerate(begin)]
        further = (max(len(go), len(begin)) - 1) * _PITCH
        self.tree[rsc.GAMES_CANCEL].ob_y += further
        self.tree[0].ob_height += further

    def _drop(self, *objects: int) -> None:
        for number in objects:
            Gem.objc_delete(self.tree, number)

    def _add(self, model: Object, text: str, row: int) -> int:
        button = copy.copy(model)
        button.ob_next = button.ob_head = button.ob_tail = NIL
        button.ob_spec, button.ob_y = text, self._top + row * _PITCH
        self.tree.append(button)
        Gem.objc_add(self.tree, 0, len(self.tree) - 1)
        return len(self.tree) - 1
