"""The *Games* accessory in every Desk menu: switches to a running program or starts one."""

import copy
from collections.abc import Sequence

from gemport.desktop import desktop_rsc as rsc
from gemport.desktop.programs import Programs
from gemport.gem import DESKTOP, HCHAR, NIL, Gem, Message, Msg, Resource, Tree, Wf
from gemport.toolkit.app import App
from gemport.toolkit.dialog import Dialog, alert
from gemport.toolkit.window import open_windows

NAME = "GAMES.ACC"  # file name of the accessory

_BUTTON_PITCH = HCHAR * 3 // 2


class Games(App):
    """A running instance of the accessory."""

    def __init__(self, gem: Gem, resource: Resource, programs: Programs) -> None:
        self._trees = gem.rsrc_load(resource)
        super().__init__(gem, entry=self._trees.string(rsc.GAMES_ENTRY))
        self._programs = programs

    async def message(self, message: Message) -> None:
        if message.type == Msg.CH_EXIT and message.w4 < 0:
            await alert(self.gem, self._trees.string(rsc.BROKEN))
        else:
            await super().message(message)

    async def open(self, sender: int) -> None:
        running = self._programs.running()
        openable = [program for program in self._programs.openable if program.numbers]
        has_desktop = self.gem.wind_get(DESKTOP, Wf.WF_OWNER).x != NIL
        to = [*([self._trees.string(rsc.DESKTOP)] if has_desktop else []), *running.values()]
        tree = copy.deepcopy(self._trees.tree(rsc.GAMES))
        go = _add_buttons(tree, rsc.GAMES_GO, to)
        begin = _add_buttons(tree, rsc.GAMES_BEGIN, [program.title for program in openable])
        further = (max(len(to), len(openable)) - 1) * _BUTTON_PITCH
        tree[rsc.GAMES_CANCEL].ob_y += further
        tree[0].ob_height += further
        button = await Dialog(self.gem, tree).show()
        if button in go:
            number = go.index(button) - has_desktop
            if number < 0:
                self._go_to_desktop()
            else:
                self._go(list(running)[number])
        elif button in begin:
            self.gem.shel_write(openable[begin.index(button)].command)

    def _go(self, ap_id: int) -> None:
        handle = next((handle for handle, owner in reversed(open_windows(self.gem)) if owner == ap_id), None)
        if handle is not None:
            self.gem.wind_set(handle, Wf.WF_TOP)
            self.gem.appl_write(ap_id, Message(Msg.WM_UNICONIFY, self.gem.appl_init(), 0, handle))

    def _go_to_desktop(self) -> None:
        """Make the games shrink their windows, so that the desktop is visible."""
        running = self._programs.running()
        for handle, owner in reversed(open_windows(self.gem)):
            if owner in running:
                self.gem.appl_write(owner, Message(Msg.WM_ICONIFY, self.gem.appl_init(), 0, handle))
        self.gem.wind_set(DESKTOP, Wf.WF_TOP)


def _add_buttons(tree: Tree, model: int, texts: Sequence[str]) -> list[int]:
    """Replace a button by copies, one below the other, with the given texts; return their object numbers."""
    Gem.objc_delete(tree, model)
    added = []
    for row, text in enumerate(texts):
        button = copy.copy(tree[model])
        button.ob_next = button.ob_head = button.ob_tail = NIL
        button.ob_spec, button.ob_y = text, tree[model].ob_y + row * _BUTTON_PITCH
        tree.append(button)
        added.append(len(tree) - 1)
        Gem.objc_add(tree, 0, added[-1])
    return added
