"""The accessory *Control panel*: a dialog whose buttons act at once; OK keeps what was chosen, Cancel takes it back."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gemport.desktop import panel_rsc as rsc
from gemport.gem import DESKTOP, LEFT, Gem, GemportError, ObState, Resource, Wf
from gemport.settings import ROWS, TUBE_SCALE, LiveSettings, Settings
from gemport.toolkit.app import App
from gemport.toolkit.dialog import Dialog, alert

NAME = "CONTROL.ACC"
"""The accessory's name on a machine."""

CHOICES: Mapping[str, Mapping[int, Any]] = {
    name: {getattr(rsc, f"PANEL_{button}"): value for button, value in row.buttons.items()}
    for name, row in ROWS.items()
}
"""The values that the dialog's buttons choose, by setting and object."""


class Panel(App):
    """One run of the accessory."""

    def __init__(self, gem: Gem, resource: Resource, settings: LiveSettings) -> None:
        self._trees = gem.rsrc_load(resource)
        super().__init__(gem, entry=self._trees.string(rsc.ENTRY))
        self._dialog = Dialog(gem, self._trees.tree(rsc.PANEL), rsc.PANEL_CANCEL)
        self._settings = settings
        self._tube = self._dialog.tree[rsc.PANEL_TUBE_ON].ob_spec

    async def open(self, sender: int) -> None:
        before = self._settings.shown
        for button, on in self._marks(before).items():
            self._dialog.tree[button].ob_state = self._state(button, on)
        largest = self._settings.largest_scale()
        least = {button: scale for button, scale in CHOICES["scale"].items() if isinstance(scale, int)}
        for button, scale in {**least, rsc.PANEL_TUBE_ON: TUBE_SCALE}.items():
            state = self._dialog.tree[button].ob_state & ~ObState.DISABLED
            offered = scale <= largest and (self._settings.shows_tube or button != rsc.PANEL_TUBE_ON)
            self._dialog.tree[button].ob_state = state if offered else state | ObState.DISABLED
        # Grey, it says why.
        reason = rsc.TUBE_NEEDS_ROOM if self._settings.shows_tube else rsc.TUBE_NOT_HERE
        offered = largest >= TUBE_SCALE and self._settings.shows_tube
        self._dialog.tree[rsc.PANEL_TUBE_ON].ob_spec = self._tube if offered else self._trees.string(reason)
        async with self._dialog:
            chosen = await self._choose(before)
            if self._settings.shown.large_cards != before.large_cards:
                # Not only what lay below the dialog is drawn again: cards lie beside it, too.
                self._dialog.area = self.gem.wind_get(DESKTOP, Wf.WF_WORKXYWH)
        try:
            self._settings.keep(chosen)
        except GemportError as error:
            await alert(self.gem, self._trees.string(rsc.NOT_KEPT), reason=str(error))

    async def _choose(self, before: Settings) -> set[str]:
        """Let the user choose until the dialog is left; the settings to keep."""
        chosen: set[str] = set()
        while True:
            button = await self._dialog.do()
            # Before anything happens: the window may be replaced by another that would never see the button go up.
            await self.gem.evnt_button(1, LEFT, 0)
            if button == rsc.PANEL_OK:
                return chosen
            if button == rsc.PANEL_CANCEL:
                self._settings.change(before)
                return set()
            if button == rsc.PANEL_DEFAULTS:
                self._dialog.draw(button)
                self._settings.change(Settings())
                for choice, on in self._marks(Settings()).items():
                    self.gem.objc_change(self._dialog.tree, choice, self._dialog.area, self._state(choice, on))
                chosen = set(ROWS)
            # A button that answers a touch does so in gray, too.
            elif ObState.DISABLED not in self._dialog.tree[button].ob_state:
                name = next(name for name, values in CHOICES.items() if button in values)
                self._settings.change(replace(self._settings.shown, **{name: CHOICES[name][button]}))
                if name in ("ring", "loudness"):
                    self.gem.bell()
                chosen.add(name)

    # ---- the buttons

    def _marks(self, settings: Settings) -> dict[int, bool]:
        present = replace(settings, double_click=self._settings.rate(settings))
        return {
            button: value == getattr(present, name)
            for name, values in CHOICES.items()
            for button, value in values.items()
        }

    def _state(self, button: int, on: bool) -> ObState:
        state = self._dialog.tree[button].ob_state
        return state | ObState.SELECTED if on else state & ~ObState.SELECTED
