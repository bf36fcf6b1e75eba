"""Settings saved by the control panel, and options that override them for one run."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from gemport.cli import launch
from gemport.cli.sources import user_folder
from gemport.gem import BoxSpeed, Machine, SystemArtwork
from gemport.gem.aes.constants import LANGUAGE
from gemport.hosts import desktop as show
from gemport.hosts.window_controls import WindowControls
from gemport.settings import ANYWHERE, ROWS, SCREENS, BellMode, Colours, Placement, Settings, read_settings
from gemport.store.sqlite import Store
from tests.cli.run import run, shot
from tests.places import RECORDED

AMBER = Settings(colours=Colours.AMBER)
GAME = ("freecell", "1")


class Opened:
    """The opened windows.

    ``moves`` has for each window its placement after opening, and its placement and state before closing.
    """

    def __init__(self) -> None:
        self.moves: tuple[Placement, Placement, bool] | None = None
        self.meanwhile: Callable[[], None] = lambda: None
        """The events while a window is open."""
        self.settings: list[Settings] = []
        self.placements: list[Placement] = []
        self.flags: list[tuple[bool, bool]] = []
        """For each window whether it insists on its scale and explains full screen."""
        self.others: list[int] = []
        """For each window the number of older ones."""
        self.machines: list[Machine] = []

    def machine(self, artwork: SystemArtwork, width: int, height: int) -> Machine:
        self.machines.append(Machine(artwork, width, height))
        return self.machines[-1]

    def window(
        self,
        _machine: Machine,
        _title: str,
        controls: WindowControls,
        on_shown: Callable[[], None] = lambda: None,
        keep: Callable[[], bool] | None = None,
        speed: float = 1.0,
    ) -> None:
        assert keep is not None
        self.settings.append(controls.settings)
        self.placements.append(controls.placement)
        self.flags.append((controls.insist, controls.explain))
        self.others.append(controls.others)
        on_shown()
        if self.machines[-1].on_input is None:
            # Only the host advances the time of a recorded machine.
            self.machines[-1].settle()
        self.meanwhile()
        if self.moves is not None:
            opened, left, fullscreen = self.moves
            controls.note_placement(opened)
            controls.note_placement(left)
            controls.note_fullscreen(fullscreen)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    opened = Opened()
    monkeypatch.setattr(show, "run_window", opened.window)
    monkeypatch.setattr(launch, "Machine", opened.machine)
    return opened


def keep(**texts: str) -> None:
    with Store(user_folder(), time.time) as store:
        for name, text in texts.items():
            store.set(f"panel.{name}", text)


def texts() -> dict[str, str | None]:
    with Store(user_folder(), time.time) as store:
        names = ("scale", "screen", "language", "ring", "fullscreen")
        return {name: text for name in names if (text := store.get(f"panel.{name}")) is not None}


@pytest.mark.parametrize("command", [GAME, ("desktop",)], ids=str)
def test_a_start_uses_the_saved_settings(opened: Opened, command: tuple[str, ...]) -> None:
    keep(screen="640x480", scale="3", colours="amber", ring="flash", loudness="50", boxes="nothing", double_click="1")
    assert run(*command) == (0, "", "")
    (shown,) = opened.settings
    assert (shown.scale, shown.colours, shown.ring, shown.loudness) == (3, Colours.AMBER, BellMode.FLASH, 50)
    machine = opened.machines[0]
    assert (machine.width, machine.height) == (640, 480)
    assert (machine.box_speed, machine.double_click) == (BoxSpeed.OFF, 1)


@pytest.mark.parametrize("command", [GAME, ("desktop",)], ids=str)
def test_options_hold_for_one_run(opened: Opened, command: tuple[str, ...]) -> None:
    kept = {"scale": "3", "screen": "640x480", "language": "de", "ring": "flash", "fullscreen": "on"}
    keep(**kept)
    assert run(*command, "--scale", "2", "--mute", "--screen", "st-high", "--lang", "en") == (0, "", "")
    assert run(*command) == (0, "", "")
    shown = [(settings.scale, settings.fullscreen, settings.ring) for settings in opened.settings]
    assert shown == [(2, False, BellMode.OFF), (3, True, BellMode.FLASH)]
    assert opened.flags == [(True, False), (False, False)]
    languages = [machine.environment[LANGUAGE] for machine in opened.machines]
    assert ([machine.height for machine in opened.machines], languages) == ([400, 480], ["en", "de"])
    assert texts() == kept


def test_screens_and_colours_are_those_of_the_machines() -> None:
    sizes = [*SCREENS.values()]
    assert sizes == [(640, 400), (640, 480), (1280, 960), *[(640, 512)] * 2, (640, 480), *[(640, 400)] * 2]
    bits = [" ".join(bytes(colour).hex() for colour in colours.value) for colours in Colours]
    assert bits == ["000000 ffffff", "ffffff 000000", "1c0e00 ffb000", "001606 40ff70", "12141c e2ecf8"]


def test_option_then_panel_then_system_language(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def pictures(*options: str) -> bytes:
        assert run(*GAME, *options) == (0, "", "")
        return opened.machines[-1].frame(pointer=False).to_bytes()

    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    english, german = pictures(), pictures("--lang", "de")
    assert english != german
    keep(language="de")
    assert pictures() == german
    assert pictures("--lang", "en") == english
    keep(language="system")
    assert pictures() == english


def test_an_unreadable_setting_is_reported_and_skipped(opened: Opened) -> None:
    keep(scale="huge", colours="amber")
    status, _, err = run(*GAME)
    assert status == 0
    assert err == "gemport: control panel: saved scale: expected auto, fit or 1 to 99, got 'huge'\n"
    assert opened.settings == [AMBER]
    closed, told = Store(None), list[str]()
    closed.close()
    assert read_settings(closed, told.append) == Settings()
    assert len(told) == 1, "once, not for each setting"


def test_pictures_and_recorded_runs_ignore_the_panel(opened: Opened, tmp_path: Path) -> None:
    """A screenshot ignores the panel; a recorded run has the machine's speed, but the window's appearance."""
    before = shot(tmp_path, *GAME)
    keep(screen="1280x960", boxes="nothing", double_click="0", colours="amber", language="de")
    assert shot(tmp_path, *GAME) == before
    assert run(*GAME, "--events", tmp_path / "events") == (0, "", "")
    machine = opened.machines[-1]
    assert (machine.width, machine.box_speed, machine.double_click) == (1280, BoxSpeed.MACHINE, 3)
    assert opened.settings[0].colours is Colours.AMBER


@pytest.mark.parametrize(
    ("command", "usual", "fastest"),
    [
        (GAME, 400, 200),
        (("desktop",), 400, 200),
        (("vierfrei", "1"), 400, 200),
        (("vierfrei", "1", "--rsc", RECORDED / "own/vierfrei_de.rsc"), 220, 165),
    ],
    ids=("freecell", "desktop", "vierfrei", "original"),
)
def test_the_original_has_the_machines_double_click(
    opened: Opened, tmp_path: Path, command: tuple[object, ...], usual: int, fastest: int
) -> None:
    def ms() -> int:
        assert run(*command) == (0, "", "")
        machine = opened.machines[-1]
        return machine.double_click_times[machine.double_click]

    assert ms() == usual
    keep(double_click="4")
    assert ms() == fastest
    assert run(*command, "--screenshot", tmp_path / "a.png").status == 0
    if command[0] != "desktop":
        assert run(*command, "--events", tmp_path / "events").status == 0
    for machine in opened.machines[2:]:
        assert machine.double_click_times[machine.double_click] == 220


@pytest.mark.parametrize("command", [GAME, ("desktop",)], ids=str)
def test_a_game_can_be_saved_wherever_it_was_started(opened: Opened, command: tuple[str, ...]) -> None:
    def save() -> None:
        machine = opened.machines[-1]
        if command != GAME:
            machine.start(machine.programs["FREECELL.PRG"], "FREECELL.PRG")
            machine.settle()
        entries.update({row.text: row.enabled for row in machine.menu() if "recording" in row.text})

    entries: dict[str, bool] = {}
    opened.meanwhile = save
    assert run(*command, "--lang", "en") == (0, "", "")
    assert entries == {"Save recording ...": True, "Open recording ...": True}


@pytest.mark.parametrize("command", [GAME, ("desktop",)], ids=str)
def test_a_window_opens_where_it_was_left(opened: Opened, command: tuple[str, ...]) -> None:
    left = Placement((900, 700), (-20, 30))
    opened.moves = Placement((640, 400), (5, 5)), left, True
    assert run(*command) == (0, "", "")
    opened.moves = left, left, True
    assert run(*command) == (0, "", "")
    assert (opened.placements[1], opened.settings[1].fullscreen) == (left, True)
    # A screen of another size has its own window placement.
    assert run(*command, "--screen", "VGA") == (0, "", "")
    assert opened.placements[2] == ANYWHERE


def test_a_window_knows_how_many_are_open(opened: Opened) -> None:
    for number in range(3):
        with ExitStack() as stack:
            for _ in range(number):
                assert stack.enter_context(Store(user_folder())).holder
            assert run("desktop") == (0, "", "")
    assert opened.others == [0, 1, 2]


def test_a_maximised_window_remembers_its_former_size(opened: Opened) -> None:
    before = Placement((900, 700), (20, 30))
    for moves in ((Placement((640, 400), (5, 5)), before), (before, before._replace(maximised=True))):
        opened.moves = *moves, False
        assert run(*GAME) == (0, "", "")
    assert run(*GAME) == (0, "", "")
    assert opened.placements[-1] == before._replace(maximised=True)


def test_placement_due_to_an_option_is_not_saved(opened: Opened) -> None:
    left = Placement((900, 700), (20, 30))
    opened.moves = Placement((640, 400), (5, 5)), left, False
    assert run(*GAME) == (0, "", "")
    tripled = Placement((1920, 1200), (20, 30))
    opened.moves = tripled, tripled._replace(place=(70, 80)), True
    assert run(*GAME, "--scale", "3", "--fullscreen") == (0, "", "")
    opened.moves = None
    assert run(*GAME) == (0, "", "")
    assert opened.flags == [(False, False), (True, True), (False, False)]
    assert opened.settings[1:] == [Settings(scale=3, fullscreen=True), Settings()]
    assert opened.placements[1:] == [Placement(place=(20, 30)), Placement((900, 700), (70, 80))]


def test_full_screen_is_remembered(opened: Opened) -> None:
    def left(fullscreen: bool, *options: str) -> Settings:
        opened.moves = Placement(place=(0, 0)), Placement(place=(0, 0)), fullscreen
        assert run(*GAME, *options) == (0, "", "")
        return opened.settings[-1]

    assert not left(True).fullscreen
    assert left(True).fullscreen
    assert not left(False, "--scale", "2").fullscreen
    assert left(False).fullscreen
    # Chosen and saved in the panel, then left with the key.
    opened.meanwhile = lambda: keep(fullscreen="on")
    left(False)
    opened.meanwhile = lambda: None
    assert left(True, "--fullscreen").fullscreen
    assert opened.flags[-1] == (False, True)
    assert not left(False).fullscreen


def test_an_unreadable_placement_is_reported(opened: Opened) -> None:
    with Store(user_folder(), time.time) as store:
        # A text of version 1.0.
        store.set("window.640x480", "1280x800+100-50 maximised")
        store.set("window.640x400", "there")
    status, _, err = run(*GAME)
    assert status == 0
    assert err.startswith("gemport: saved window.640x400: expected a size and a place")
    run(*GAME, "--screen", "VGA")
    assert opened.placements == [ANYWHERE, Placement((1280, 800), (100, -50), True)]


@pytest.mark.parametrize(
    ("name", "valid", "invalid"),
    [
        (
            "screen",
            "1:640x512 PALLACE:640x512 2:640x512 DblPalFF:640x512 tt-medium:640x480 3:640x480 vga:640x480 "
            "4:640x400 NTSCLACE:640x400 5:640x400 DBLNTSCFF:640x400 TT-High:1280x960 1x8192:1x8192 8192x1:8192x1",
            "0 6 8193x1 1x0 0x1 x 640",
        ),
        ("scale", "auto:auto fit:fit 1:1 99:99", "0 100 01 -1 ² Fit"),
        ("loudness", "0:0 100:100", "101 auto"),
        ("double_click", "0:0 4:4 auto:auto", "5 -1 fit"),
        ("colours", "sm124:sm124 black-on-white:black-on-white", "SM124"),
        ("ring", "flash:flash", "FLASH"),
        ("boxes", "nothing:nothing", "slow"),
        ("language", "de:de system:system", "fr"),
        ("tube", "on:on off:off", "yes"),
    ],
)
def test_a_saved_text_is_read_or_refused(name: str, valid: str, invalid: str) -> None:
    saved, told = Store(None), list[str]()
    saved.set("panel.key_click", "on")
    for text, written in (pair.split(":") for pair in valid.split()):
        saved.set(f"panel.{name}", text)
        assert ROWS[name].text(getattr(read_settings(saved, told.append), name)) == written
        assert told == []
    for text in invalid.split():
        saved.set(f"panel.{name}", text)
        assert read_settings(saved, told.append) == Settings(key_click=True)
        (line,) = told
        assert (line.startswith(f"control panel: saved {name}: expected "), line.endswith(f", got {text!r}")) == (
            True,
            True,
        )
        told.clear()
    saved.close()
