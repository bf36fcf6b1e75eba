"""The control panel on a machine without a window."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

import pytest

from gemport.cli.sources import Sources
from gemport.desktop import panel_rsc as rsc
from gemport.desktop.desktop_rsc import MENU
from gemport.desktop.panel import CHOICES, NAME, Panel
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.gem import BoxSpeed, Gem, GRect, Machine, Message, Msg, ObFlag, children, get_parent, object_rect, read_rsc
from gemport.hosts.window_controls import WindowControls
from gemport.play.loop import CardProgram
from gemport.settings import (
    ROWS,
    BellMode,
    Colours,
    Dragging,
    LiveSettings,
    Looks,
    Settings,
    read_setting,
    read_settings,
)
from gemport.store.session import AnySession
from tests.desktop.hand import Hand, Kept, button_for
from tests.games.sessions import session_of
from tests.gem.aes.desk import artwork
from tests.places import DATA

RESOURCE = read_rsc((DATA / "desktop/panel_de.rsc").read_bytes(), "panel_de.rsc")
DESKTOP = read_rsc((DATA / "desktop/desktop_de.rsc").read_bytes(), "desktop_de.rsc")
DESK_MENU, ENTRY = (40, 8), (60, 60)


class Setting(Hand):
    """A machine with the panel and another program, and input to them."""

    def __init__(self, kept: Kept, now: Settings | None = None) -> None:
        self.kept = kept
        self.host = WindowControls(sounds=lambda: True)
        self.machine = Machine(artwork())
        before = read_settings(kept, pytest.fail)
        self.board = LiveSettings(self.machine, kept, before, now or before, self.host)
        self.ap_id = self.machine.start(lambda gem: Panel(gem, RESOURCE, self.board).run(), NAME)
        self.machine.start(self._program, "OTHER.PRG")
        gem = self.machine.gem()
        self.tree = gem.rsrc_load(RESOURCE).tree(rsc.PANEL)
        gem.form_center(self.tree)
        self.machine.settle()

    async def _program(self, gem: Gem) -> None:
        gem.graf_mouse(0)
        gem.menu_bar(gem.rsrc_load(DESKTOP).tree(MENU), True)
        while (await gem.evnt_mesag()).type != Msg.AP_TERM:
            pass

    @property
    def controls(self) -> Settings:
        return self.host.settings

    def push(self, *buttons: int) -> None:
        for button in buttons:
            rect = object_rect(self.tree, button)
            self.press((rect.x + rect.w // 2, rect.y + rect.h // 2))
            self.release()

    def open(self, *buttons: int) -> None:
        """Choose the panel in the Desk menu, and click buttons."""
        self.to(DESK_MENU)
        self.press(ENTRY)
        self.release()
        self.push(*buttons)

    def picture(self) -> bytes:
        return self.machine.frame(pointer=False).to_bytes()


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def setting(kept: Kept) -> Iterator[Setting]:
    setting = Setting(kept)
    yield setting
    setting.machine.close()


EVERY_BUTTON = [
    pytest.param(field, button, value, id=f"{field} {value}")
    for field, values in CHOICES.items()
    for button, value in values.items()
]


@pytest.mark.parametrize(("field", "button", "value"), EVERY_BUTTON)
def test_each_button_sets_its_field_at_once_and_ok_keeps_it(
    setting: Setting, field: str, button: int, value: Any
) -> None:
    others = [other for other in CHOICES[field] if other != button]
    setting.open(others[0], button)
    assert setting.controls == replace(Settings(), **{field: value})
    assert setting.kept == {}
    setting.push(rsc.PANEL_OK)
    assert setting.kept == {f"panel.{field}": ROWS[field].text(value)}
    assert read_settings(setting.kept, pytest.fail) == setting.controls
    assert read_setting(field, ROWS[field].text(value)) == value


def test_a_pixel_size_without_room_cannot_be_chosen_until_it_has_room(setting: Setting) -> None:
    setting.host.largest_scale = lambda: 2
    setting.open(button_for("scale", 2))
    picture = setting.picture()
    setting.push(button_for("scale", 3), button_for("scale", 5))
    assert (setting.controls, setting.picture()) == (replace(Settings(), scale=2), picture)
    setting.push(rsc.PANEL_CANCEL)
    setting.host.largest_scale = lambda: 3
    setting.open(button_for("scale", 5), button_for("scale", 3))
    assert setting.controls == replace(Settings(), scale=3)


@pytest.fixture
def heard(setting: Setting) -> list[str]:
    """The spoken texts."""
    texts: list[str] = []
    setting.machine.speech.on_say = texts.append
    return texts


def test_the_tube_is_gray_where_it_could_not_be_seen_and_says_why(setting: Setting, heard: list[str]) -> None:
    needs_room, not_here = (f"{RESOURCE.strings[at]}, not available" for at in (rsc.TUBE_NEEDS_ROOM, rsc.TUBE_NOT_HERE))
    for largest, shows, tube, text in (
        (1.5, True, True, "Wie auf der Röhre"),
        (1.4, True, False, needs_room),
        (2, False, False, not_here),
    ):
        setting.host.largest_scale, setting.host.shows_tube = partial(float, largest), shows
        setting.open()
        assert f", Glatt, selected, {text}, Ton" in heard[-2]
        setting.push(rsc.PANEL_TUBE_ON)
        assert setting.controls.tube is tube
        setting.push(rsc.PANEL_CANCEL)


def test_without_a_sound_device_the_bell_is_a_flash(setting: Setting, heard: list[str]) -> None:
    def look(button: int) -> list[int]:
        x, y, right, bottom = object_rect(setting.tree, button).corners()
        rows = setting.machine.frame(pointer=False).rows[y : bottom + 1]
        return [row >> setting.machine.width - 1 - right & (1 << right - x) - 1 for row in rows]

    setting.open(button_for("ring", BellMode.FLASH))
    flash, tone = look(button_for("ring", BellMode.FLASH)), look(button_for("ring", BellMode.TONE))
    setting.push(rsc.PANEL_CANCEL)
    setting.host.sounds = lambda: False
    setting.open(button_for("ring", BellMode.TONE), button_for("loudness", 25), button_for("key_click", True))
    assert look(button_for("ring", BellMode.FLASH)) == flash
    assert look(button_for("ring", BellMode.TONE)) != tone
    assert any(f", {RESOURCE.strings[rsc.NO_SOUND]}, not available" in text for text in heard)
    setting.push(rsc.PANEL_OK)
    assert (setting.controls, setting.kept) == (Settings(), {})


def test_every_radio_button_of_the_dialog_chooses_something() -> None:
    """The buttons of each field share a parent that no other field has, so that they exclude each other."""
    tree = RESOURCE.trees[rsc.PANEL]
    flagged = {number for number, found in enumerate(tree) if ObFlag.RBUTTON in found.ob_flags}
    assert flagged == set(chain(*CHOICES.values()))
    parents = [{get_parent(tree, button) for button in values} for values in CHOICES.values()]
    assert [len(of_field) for of_field in parents] == [1] * len(CHOICES)
    assert len(set().union(*parents)) == len(CHOICES)
    assert set(CHOICES) == set(ROWS)


def test_on_a_touch_screen_the_row_of_the_screen_is_missing(setting: Setting) -> None:
    setting.board.looks = Looks(touch=True)
    tree = Panel(setting.machine.gem(), RESOURCE, setting.board)._dialog.tree
    row = get_parent(tree, rsc.PANEL_SCREEN)
    moved = {number: setting.tree[number].ob_y - tree[number].ob_y for number in children(tree, 0)}
    hidden = {number for number in moved if ObFlag.HIDETREE in tree[number].ob_flags}
    assert row in hidden
    assert {setting.tree[number].ob_y for number in hidden} == {tree[row].ob_y}
    pitch = setting.tree[0].ob_height - tree[0].ob_height
    assert tree[get_parent(tree, rsc.PANEL_SCALE)].ob_y == tree[row].ob_y
    assert moved == {number: pitch * (setting.tree[number].ob_y > tree[row].ob_y) for number in moved}


def test_large_cards_are_seen_in_an_open_game_when_the_dialog_is_left(setting: Setting) -> None:
    """The cards also change next to the open dialog, and Cancel restores them."""
    session: AnySession = session_of(VIERFREI, 42)
    files, looks = Sources(builtin=True).load(VIERFREI, "de"), setting.board.looks
    setting.machine.start(lambda gem: CardProgram(gem, files, session, looks).run(), VIERFREI.program_name)
    setting.machine.settle()
    usual = setting.picture()
    setting.open(button_for("large_cards", True), rsc.PANEL_CANCEL)
    assert setting.picture() == usual
    setting.open(button_for("large_cards", True), rsc.PANEL_OK)
    large = setting.picture()
    assert large != usual
    setting.machine.send(Message.redraw(1, GRect(0, 19, 640, 381)))
    setting.machine.settle()
    assert setting.picture() == large, "all of the game was drawn again"
    setting.open(rsc.PANEL_DEFAULTS, rsc.PANEL_OK)
    assert setting.picture() == usual


def double_click(setting: Setting) -> tuple[int, list[int]]:
    """Return the double-click time in milliseconds, and the levels selected in the open dialog."""
    machine, frame = setting.machine, setting.machine.frame(pointer=False)
    rects = {rate: object_rect(setting.tree, button) for button, rate in CHOICES["double_click"].items()}
    inside = {rate: frame.rows[rect.y + 2] >> (frame.stride - 1 - rect.x - 2) & 1 for rate, rect in rects.items()}
    return machine.double_click_times[machine.double_click], [rate for rate, ink in inside.items() if ink]


@pytest.mark.parametrize(
    ("original", "chosen", "times"),
    [
        (False, (400, [2]), (800, 560, 400, 280, 200)),
        # With the original's resource the machine's own double-click times apply.
        (True, (220, [3]), (450, 330, 275, 220, 165)),
    ],
)
def test_the_levels_of_the_double_click(
    setting: Setting, original: bool, chosen: tuple[int, list[int]], times: tuple[int, ...]
) -> None:
    if original:
        setting.board.be_original()
    setting.open()
    assert double_click(setting) == chosen
    for button, rate in CHOICES["double_click"].items():
        setting.push(button)
        assert double_click(setting) == (times[rate], [rate])
    setting.push(rsc.PANEL_CANCEL if original else rsc.PANEL_DEFAULTS)
    assert setting.machine.double_click == chosen[1][0]


def test_nothing_happens_before_the_button_is_up(setting: Setting) -> None:
    """A window replaced by a full screen would never see the release of the button."""
    setting.open()
    rect = object_rect(setting.tree, button_for("fullscreen", True))
    setting.press((rect.x + 4, rect.y + 4))
    assert setting.controls == Settings()
    setting.release()
    assert setting.controls == replace(Settings(), fullscreen=True)


def test_the_bell_is_heard_as_it_is_chosen_and_cancel_takes_everything_back(setting: Setting) -> None:
    setting.open(button_for("loudness", 25), button_for("ring", BellMode.FLASH), button_for("colours", Colours.GREEN))
    assert setting.machine.bells == 2
    setting.push(
        button_for("boxes", Dragging.NOTHING), button_for("fullscreen", True), button_for("celebration", False)
    )
    assert (setting.machine.box_speed, setting.board.looks.celebration) == (BoxSpeed.OFF, False)
    setting.push(rsc.PANEL_CANCEL)
    assert (setting.controls, setting.board.looks.celebration) == (Settings(), True)
    assert (setting.machine.box_speed, setting.kept) == (BoxSpeed.MACHINE, {})


def test_defaults_are_shown_take_effect_and_are_kept() -> None:
    kept = Kept({"panel.colours": "amber", "panel.boxes": "nothing", "panel.screen": "1280x960"})
    setting, plain = Setting(kept), Setting(Kept())
    for one in (setting, plain):
        one.open()
    assert setting.picture() != plain.picture()
    setting.push(rsc.PANEL_DEFAULTS)
    assert (setting.picture(), setting.controls) == (plain.picture(), Settings())
    setting.push(rsc.PANEL_OK)
    assert kept == {f"panel.{field}": ROWS[field].text(getattr(Settings(), field)) for field in ROWS}


def test_what_an_option_overrides_for_one_run_is_shown_but_not_kept() -> None:
    """The screen and the language of this run do not apply to the next start, so the panel shows the saved values."""
    kept = Kept({"panel.scale": "2", "panel.language": "de"})
    now = replace(Settings(), scale=4, ring=BellMode.OFF, screen=(1280, 960), language="en")
    setting = Setting(kept, now)
    assert setting.controls == replace(Settings(), scale=4, ring=BellMode.OFF, language="de")
    setting.open(button_for("colours", Colours.AMBER), rsc.PANEL_OK)
    assert kept == {"panel.scale": "2", "panel.language": "de", "panel.colours": "amber"}


def test_a_screen_filled_by_the_keyboard_meanwhile_stays_filled(setting: Setting) -> None:
    setting.host.note_fullscreen(True)
    setting.open(button_for("colours", Colours.AMBER))
    assert setting.controls == replace(Settings(), fullscreen=True, colours=Colours.AMBER)


def test_what_cannot_be_kept_counts_and_is_said(setting: Setting) -> None:
    setting.kept.broken = True
    before = setting.picture()
    setting.open(button_for("colours", Colours.AMBER), rsc.PANEL_OK)
    assert setting.picture() != before
    setting.key("Return")
    assert (setting.picture(), setting.controls.colours) == (before, Colours.AMBER)


def test_the_panel_is_worked_by_keys_alone(setting: Setting) -> None:
    setting.open()
    setting.key("Up", "Space")
    assert setting.controls.language == "en"
    setting.key("Esc")
    assert setting.controls == Settings()
    setting.open()
    setting.key("Down", "Left", "Space", "Return")
    assert setting.kept == {"panel.screen": ROWS["screen"].text((640, 480))}
