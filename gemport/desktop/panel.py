"""The accessory *Control panel*: a dialog whose buttons act at once; OK keeps what was chosen, Cancel takes it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gemport.desktop import panel_resource as rsc
from gemport.desktop.board import FIELDS, Board
from gemport.desktop.controls import FIT, SCREENS, Colours, Controls, Ring
from gemport.gem.aes.constants import LEFT, Fmd, MouseNumber, Msg, Update
from gemport.gem.aes.forms import DOUBLE_CLICK
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.graf import BoxSpeed
from gemport.gem.aes.objects import MAX_DEPTH
from gemport.gem.aes.rect import GRect
from gemport.gem.errors import GemportError
from gemport.gem.formats.objects import ObState
from gemport.gem.formats.rsc import Resource
from gemport.toolkit.dialog import alert

NAME = "CONTROL.ACC"
"""What a machine calls the accessory."""

CHOICES: Mapping[str, Mapping[int, Any]] = {
    "screen": {
        rsc.PANEL_ST_HIGH: SCREENS["st-high"],
        rsc.PANEL_TT_MEDIUM: SCREENS["tt-medium"],
        rsc.PANEL_TT_HIGH: SCREENS["tt-high"],
    },
    "scale": {
        rsc.PANEL_AUTO: None,
        rsc.PANEL_FIT: FIT,
        rsc.PANEL_SCALE_1: 1,
        rsc.PANEL_SCALE_2: 2,
        rsc.PANEL_SCALE_3: 3,
        rsc.PANEL_SCALE_4: 4,
        rsc.PANEL_SCALE_5: 5,
    },
    "fullscreen": {rsc.PANEL_WINDOW: False, rsc.PANEL_FULL_SCREEN: True},
    "colours": {
        rsc.PANEL_BLACK_ON_WHITE: Colours.BLACK_ON_WHITE,
        rsc.PANEL_WHITE_ON_BLACK: Colours.WHITE_ON_BLACK,
        rsc.PANEL_AMBER: Colours.AMBER,
        rsc.PANEL_GREEN: Colours.GREEN,
        rsc.PANEL_SM124: Colours.SM124,
    },
    "ring": {rsc.PANEL_TONE: Ring.TONE, rsc.PANEL_FLASH: Ring.FLASH, rsc.PANEL_SILENT: Ring.OFF},
    "loudness": {
        rsc.PANEL_LOUDNESS_25: 25,
        rsc.PANEL_LOUDNESS_50: 50,
        rsc.PANEL_LOUDNESS_75: 75,
        rsc.PANEL_LOUDNESS_100: 100,
    },
    "boxes": {
        rsc.PANEL_BOXES_MACHINE: BoxSpeed.MACHINE,
        rsc.PANEL_BOXES_FAST: BoxSpeed.FAST,
        rsc.PANEL_BOXES_OFF: BoxSpeed.OFF,
    },
    "double_click": {
        rsc.PANEL_CLICK_0: 0,
        rsc.PANEL_CLICK_1: 1,
        rsc.PANEL_CLICK_2: 2,
        rsc.PANEL_CLICK_3: 3,
        rsc.PANEL_CLICK_4: 4,
    },
    "language": {rsc.PANEL_SYSTEM_LANGUAGE: None, rsc.PANEL_GERMAN: "de", rsc.PANEL_ENGLISH: "en"},
    "celebration": {rsc.PANEL_CELEBRATION_ON: True, rsc.PANEL_CELEBRATION_OFF: False},
}
"""What each button of the dialog chooses, by field and object."""

_NOTHING = GRect(0, 0, 0, 0)
_HEARD = ("ring", "loudness")


class Panel:
    """One run of the accessory."""

    def __init__(self, gem: Gem, resource: Resource, board: Board) -> None:
        self._gem = gem
        self._trees = gem.rsrc_load(resource)
        self._tree = self._trees.tree(rsc.PANEL)
        self._board = board

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
        before = self._board.shown
        area = self._gem.form_center(self._tree)
        self._mark(before)
        await self._gem.wind_update(Update.BEG_UPDATE)
        await self._gem.form_dial(Fmd.FMD_START, _NOTHING, area)
        self._gem.objc_draw(self._tree, 0, MAX_DEPTH, area)
        chosen = await self._choose(before)
        await self._gem.form_dial(Fmd.FMD_FINISH, _NOTHING, area)
        await self._gem.wind_update(Update.END_UPDATE)
        try:
            self._board.keep(chosen)
        except GemportError as error:
            await alert(self._gem, self._trees.string(rsc.NOT_KEPT), reason=str(error))

    async def _choose(self, before: Controls) -> set[str]:
        """Let the user choose until the dialog is left; the fields that are to be kept."""
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
                self._board.change(before)
                return set()
            if button == rsc.PANEL_DEFAULTS:
                self._gem.objc_change(self._tree, button, self._area(), self._state(button, on=False))
                self._board.change(Controls())
                self._show(Controls())
                chosen = set(FIELDS)
            else:
                chosen.add(self._choose_one(button))

    def _choose_one(self, button: int) -> str:
        """Have a button's value take effect; its field."""
        field = next(field for field, values in CHOICES.items() if button in values)
        self._board.change(replace(self._board.shown, **{field: CHOICES[field][button]}))
        if field in _HEARD:
            self._gem.bell()
        return field

    # ---- the buttons

    def _release(self, button: int) -> None:
        self._tree[button].ob_state = self._state(button, on=False)

    def _mark(self, controls: Controls) -> None:
        """Select the buttons of the values, none where no button stands for one."""
        for button, on in self._marks(controls).items():
            self._tree[button].ob_state = self._state(button, on)

    def _show(self, controls: Controls) -> None:
        """The same on the screen."""
        for button, on in self._marks(controls).items():
            self._gem.objc_change(self._tree, button, self._area(), self._state(button, on))

    def _marks(self, controls: Controls) -> dict[int, bool]:
        """Whether each button's value is the present one."""
        present = replace(controls, double_click=self._board.rate(controls))
        return {
            button: value == getattr(present, field)
            for field, values in CHOICES.items()
            for button, value in values.items()
        }

    def _state(self, button: int, on: bool) -> ObState:
        state = self._tree[button].ob_state
        return state | ObState.SELECTED if on else state & ~ObState.SELECTED

    def _area(self) -> GRect:
        return self._gem.form_center(self._tree)
