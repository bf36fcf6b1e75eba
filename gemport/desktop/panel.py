"""The *Control panel* accessory: a dialog with immediate effect; OK saves the choices, Cancel undoes them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gemport.desktop import panel_rsc as rsc
from gemport.gem import DESKTOP, LEFT, Gem, GemportError, ObFlag, ObState, Resource, Wf, children, get_parent
from gemport.settings import MIN_TUBE_SCALE, ROWS, BellMode, LiveSettings, Settings
from gemport.toolkit.app import App
from gemport.toolkit.dialog import Dialog, alert

NAME = "CONTROL.ACC"  # file name of the accessory

CHOICES: Mapping[str, Mapping[int, Any]] = {
    name: dict(enumerate(row.buttons, getattr(rsc, f"PANEL_{name.upper()}"))) for name, row in ROWS.items()
}
"""Values for the buttons of the dialog, by setting and object; a row's first button has the setting's name."""


class Panel(App):
    """A running instance of the accessory."""

    def __init__(self, gem: Gem, resource: Resource, settings: LiveSettings) -> None:
        self._trees = gem.rsrc_load(resource)
        super().__init__(gem, entry=self._trees.string(rsc.ENTRY))
        self._dialog = Dialog(gem, self._trees.tree(rsc.PANEL), rsc.PANEL_CANCEL)
        self._settings = settings
        self._tube, self._tone = (self._dialog.tree[obj].ob_spec for obj in (rsc.PANEL_TUBE_ON, rsc.PANEL_RING))
        if settings.looks.touch:
            self._remove_screen()

    def _remove_screen(self) -> None:
        """Remove the row for the screen, because the host chooses it."""
        tree = self._dialog.tree
        row, following = (tree[get_parent(tree, button)].ob_y for button in (rsc.PANEL_SCREEN, rsc.PANEL_SCALE))
        for obj in children(tree, 0):
            if tree[obj].ob_y == row:
                tree[obj].ob_flags |= ObFlag.HIDETREE
            elif tree[obj].ob_y > row:
                tree[obj].ob_y -= following - row
        tree[0].ob_height -= following - row

    async def open(self, sender: int) -> None:
        window, before = self._settings.window, self._settings.shown
        sounds = window.sounds()
        for button, on in self._marks(before).items():
            self._dialog.tree[button].ob_state = self._state(button, on)
        largest = window.largest_scale()
        least = {button: scale for button, scale in CHOICES["scale"].items() if isinstance(scale, int)}
        tube = largest >= MIN_TUBE_SCALE and window.shows_tube
        offers = {button: scale <= largest for button, scale in least.items()} | {rsc.PANEL_TUBE_ON: tube}
        for button in (rsc.PANEL_RING, *CHOICES["loudness"], *CHOICES["key_click"]):
            offers[button] = sounds
        for button, offered in offers.items():
            state = self._dialog.tree[button].ob_state & ~ObState.DISABLED
            self._dialog.tree[button].ob_state = state if offered else state | ObState.DISABLED
        # The text of the grey button explains the reason.
        reason = rsc.TUBE_NEEDS_ROOM if window.shows_tube else rsc.TUBE_NOT_HERE
        self._dialog.tree[rsc.PANEL_TUBE_ON].ob_spec = self._tube if tube else self._trees.string(reason)
        self._dialog.tree[rsc.PANEL_RING].ob_spec = self._tone if sounds else self._trees.string(rsc.NO_SOUND)
        async with self._dialog:
            chosen = await self._choose(before)
            if self._settings.shown.large_cards != before.large_cards:
                # Redraw the entire desktop, because cards are also visible around the dialog.
                self._dialog.area = self.gem.wind_get(DESKTOP, Wf.WF_WORKXYWH)
        try:
            self._settings.save(chosen)
        except GemportError as error:
            await alert(self.gem, self._trees.string(rsc.NOT_KEPT), reason=str(error))

    async def _choose(self, before: Settings) -> set[str]:
        """Apply the user's choices until the dialog is closed; return the names of the settings to save."""
        chosen: set[str] = set()
        while True:
            button = await self._dialog.do()
            # Wait for the release first: a change may replace the host window, which would never receive it.
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
            # TOUCHEXIT buttons respond even when disabled.
            elif ObState.DISABLED not in self._dialog.tree[button].ob_state:
                name = next(name for name, values in CHOICES.items() if button in values)
                self._settings.change(replace(self._settings.shown, **{name: CHOICES[name][button]}))
                if name in ("ring", "loudness"):
                    self.gem.bell()
                chosen.add(name)

    # ---- the buttons

    def _marks(self, settings: Settings) -> dict[int, bool]:
        present = replace(settings, double_click=self._settings.rate(settings))
        if present.ring is BellMode.TONE and not self._settings.window.sounds():
            # The host flashes instead.
            present = replace(present, ring=BellMode.FLASH)
        return {
            button: value == getattr(present, name)
            for name, values in CHOICES.items()
            for button, value in values.items()
        }

    def _state(self, button: int, on: bool) -> ObState:
        state = self._dialog.tree[button].ob_state
        return state | ObState.SELECTED if on else state & ~ObState.SELECTED
