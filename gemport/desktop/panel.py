"""The accessory *Control panel*: a dialog whose buttons act at once; OK keeps what was chosen, Cancel takes it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gemport.desktop import panel_resource as rsc
from gemport.gem.aes.constants import LEFT, Fmd, MouseNumber, Msg, Update
from gemport.gem.aes.forms import DOUBLE_CLICK
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.objects import MAX_DEPTH
from gemport.gem.aes.rect import GRect
from gemport.gem.errors import GemportError
from gemport.gem.formats.objects import ObState
from gemport.gem.formats.rsc import Resource
from gemport.settings import ROWS, LiveSettings, Settings
from gemport.toolkit.dialog import alert

NAME = "CONTROL.ACC"
"""What a machine calls the accessory."""

CHOICES: Mapping[str, Mapping[int, Any]] = {
    name: {getattr(rsc, f"PANEL_{button}"): value for button, value in row.buttons.items()}
    for name, row in ROWS.items()
}
"""The values that the dialog's buttons choose, by setting and object."""

_NOTHING = GRect(0, 0, 0, 0)
_HEARD = ("ring", "loudness")


class Panel:
    """One run of the accessory."""

    def __init__(self, gem: Gem, resource: Resource, settings: LiveSettings) -> None:
        self._gem = gem
        self._trees = gem.rsrc_load(resource)
        self._tree = self._trees.tree(rsc.PANEL)
        self._settings = settings

    async def run(self) -> None:
        """Wait in the Desk menu until the machine ends."""
        self._gem.graf_mouse(MouseNumber.ARROW)
        self._gem.menu_register(self._gem.appl_init(), self._trees.string(rsc.ENTRY))
        while True:
            message = await self._gem.evnt_mesag()
            if message.type == Msg.AP_TERM:
                return
            if message.type == Msg.AC_OPEN:
                await self._open()

    async def _open(self) -> None:
        before = self._settings.shown
        area = self._gem.form_center(self._tree)
        self._mark(before)
        await self._gem.wind_update(Update.BEG_UPDATE)
        await self._gem.form_dial(Fmd.FMD_START, _NOTHING, area)
        self._gem.objc_draw(self._tree, 0, MAX_DEPTH, area)
        chosen = await self._choose(before)
        await self._gem.form_dial(Fmd.FMD_FINISH, _NOTHING, area)
        await self._gem.wind_update(Update.END_UPDATE)
        try:
            self._settings.keep(chosen)
        except GemportError as error:
            await alert(self._gem, self._trees.string(rsc.NOT_KEPT), reason=str(error))

    async def _choose(self, before: Settings) -> set[str]:
        """Let the user choose until the dialog is left; the settings to keep."""
        chosen: set[str] = set()
        while True:
            button = await self._gem.form_do(self._tree) & ~DOUBLE_CLICK
            # Before anything happens: the window may be replaced by another that would never see the button go up.
            await self._gem.evnt_button(1, LEFT, 0)
            if button == rsc.PANEL_OK:
                self._release(button)
                return chosen
            if button == rsc.PANEL_CANCEL:
                self._release(button)
                self._settings.change(before)
                return set()
            if button == rsc.PANEL_DEFAULTS:
                self._gem.objc_change(self._tree, button, self._area(), self._state(button, on=False))
                self._settings.change(Settings())
                self._show(Settings())
                chosen = set(ROWS)
            else:
                chosen.add(self._choose_one(button))

    def _choose_one(self, button: int) -> str:
        """Have a button's value take effect; its setting."""
        name = next(name for name, values in CHOICES.items() if button in values)
        self._settings.change(replace(self._settings.shown, **{name: CHOICES[name][button]}))
        if name in _HEARD:
            self._gem.bell()
        return name

    # ---- the buttons

    def _release(self, button: int) -> None:
        self._tree[button].ob_state = self._state(button, on=False)

    def _mark(self, settings: Settings) -> None:
        """Select the buttons of the values, none where no button stands for one."""
        for button, on in self._marks(settings).items():
            self._tree[button].ob_state = self._state(button, on)

    def _show(self, settings: Settings) -> None:
        """The same on the screen."""
        for button, on in self._marks(settings).items():
            self._gem.objc_change(self._tree, button, self._area(), self._state(button, on))

    def _marks(self, settings: Settings) -> dict[int, bool]:
        """Return for each button if its value is the present one."""
        present = replace(settings, double_click=self._settings.rate(settings))
        return {
            button: value == getattr(present, name)
            for name, values in CHOICES.items()
            for button, value in values.items()
        }

    def _state(self, button: int, on: bool) -> ObState:
        state = self._tree[button].ob_state
        return state | ObState.SELECTED if on else state & ~ObState.SELECTED

    def _area(self) -> GRect:
        return self._gem.form_center(self._tree)
