"""``gemport desktop``, and the desktop below every game: several real games with the player's store."""

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from gemport.cli import registry
from gemport.cli.accessories import chapters, start_accessories, start_desktop
from gemport.cli.arguments import Job
from gemport.cli.launch import Launch
from gemport.cli.main import main
from gemport.cli.sessions import GamePrograms
from gemport.cli.sources import Sources
from gemport.desktop.desktop_app import NAME as PROGRAM
from gemport.desktop.programs import Tally
from gemport.gem import DESKTOP, Gem, GRect, Message, Msg, Wf, read_png
from gemport.gem.aes.keys import key_press
from gemport.settings import SCREENS
from gemport.store.collection import Progress
from gemport.store.session import Session
from gemport.store.sqlite import Store
from gemport.store.statistics import Outcome
from tests.cli.run import run, script
from tests.desktop.reader import MANUALS, manual
from tests.games.sessions import begin
from tests.hosts.xvfb import Program, wait_for, window_manager, xvfb
from tests.needs import need_display

VIERFREI, FREECELL = (46, 360), (137, 360)
"""Icons on the screen of 640x400."""


Builder = Callable[..., "House"]


class House:
    """A machine with accessories and the desktop, and optionally a game from the command line."""

    def __init__(self, store: Store, game: str | None = None, size: tuple[int, int] = SCREENS["st-high"]) -> None:
        run = Launch(Job(Sources(builtin=True), {"screen": size, "language": "en"}), store)
        self.run, self.machine, self.programs = run, run.machine, GamePrograms(run, store, count().__next__)
        start_accessories(run, self.programs, run.live_settings(store))
        desktop = start_desktop(run, self.programs, store)
        if game is not None:
            self.programs.last_of_all = desktop
            record = registry.find(game)
            session = Session(record, store.records(game), Random(1), 1)
            run.start_game(record, session, around=self.programs.open)
        self.machine.settle()

    @property
    def titles(self) -> list[str]:
        return list(self.programs.running().values())

    def windows(self) -> list[GRect]:
        """Return the open windows from bottom to top."""
        gem: Gem = self.machine.gem()
        found, handle = [], gem.wind_get(DESKTOP, Wf.WF_BOTTOM).x
        while handle != DESKTOP:
            found.append(gem.wind_get(handle, Wf.WF_CURRXYWH))
            handle = gem.wind_get(handle, Wf.WF_OWNER).w
        return found

    def command(self, *names: str) -> None:
        for name in names:
            self.machine.start(self.machine.programs[name], name)
            self.machine.settle()

    def key(self, *names: str) -> None:
        for name in names:
            self.machine.key(*key_press(name))
            self.machine.settle()

    def double_click(self, at: tuple[int, int]) -> None:
        self.machine.mouse_to(*at)
        for _ in range(2):
            self.machine.mouse_button(1, True)
            self.machine.mouse_button(1, False)
        self.machine.settle()

    def rows(self) -> list[int]:
        return list(self.machine.frame(pointer=False).rows)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "kept") as opened:
        yield opened


@pytest.fixture
def built(store: Store) -> Iterator[Builder]:
    """A factory of machines with the store, which ends them before it closes the store."""
    houses: list[House] = []

    def build(game: str | None = None, size: tuple[int, int] = SCREENS["st-high"]) -> House:
        houses.append(House(store, game, size))
        return houses[-1]

    yield build
    for house in houses:
        house.machine.close()


def test_a_screenshot_and_a_script_show_the_same_desktop(tmp_path: Path) -> None:
    path = tmp_path / "desktop.png"
    assert run("desktop", "--lang", "en", "--screenshot", path).status == 0
    events = script(tmp_path / "events.jsonl", {"do": "shot", "file": "shot.png"})
    assert run("script", "desktop", events, "--shots", tmp_path, "--lang", "en").status == 0
    assert read_png(path.read_bytes()) == read_png((tmp_path / "shot.png").read_bytes())


def test_a_script_moves_an_icon_in_a_named_folder(tmp_path: Path) -> None:
    x, y = VIERFREI
    events = script(
        tmp_path / "events.jsonl",
        {"do": "shot", "file": "first.png", "pointer": False},
        {"do": "press", "button": "left", "x": x, "y": y},
        {"do": "move", "x": 300, "y": 100},
        {"do": "release", "button": "left"},
    )

    def first() -> bytes:
        assert run("script", "desktop", events, "--shots", tmp_path, "--lang", "en").status == 0
        return (tmp_path / "first.png").read_bytes()

    # GEMPORT_HOME names a folder, so the place is saved.
    assert first() != first()


def test_a_game_opened_twice_has_two_sessions(store: Store, built: Builder) -> None:
    house = built()
    house.command("VIERFREI.PRG")
    first = next(iter(house.programs._running.values()))
    step = first.board.read_word("1a")
    first.begin(step)
    for move in step.moves:
        first.board.push(move.source, move.target)
    assert len(store.records("vierfrei").unfinished()) == 1
    house.command("VIERFREI.PRG")
    one, two = house.titles
    assert one != two
    _, second = house.programs._running.values()
    assert [game.elsewhere for game in first.records.unfinished()] == [False]
    assert [game.elsewhere for game in second.records.unfinished()] == [True]
    house.machine.send(Message(Msg.AP_TERM), next(iter(house.programs.running())))
    house.machine.settle()
    house.command("VIERFREI.PRG")
    assert one in house.titles, "left to whoever takes it up next"


def test_the_desktop_below_games_ends_with_the_last(built: Builder) -> None:
    house = built("vierfrei")
    assert house.titles == ["VIERFREI #1"]
    (vierfrei,) = house.programs.running()
    assert [bool(house.programs.entries(ap_id)) for ap_id in (vierfrei, vierfrei + 1, None)] == [True, False, False]
    assert house.programs.title() == "VIERFREI #1 - gemport"
    house.machine.send(Message(Msg.WM_FULLED), vierfrei)
    house.machine.settle()
    house.double_click(FREECELL)
    assert [title.split()[0] for title in house.titles] == ["VIERFREI", "FreeCell"]
    house.machine.send(Message(Msg.AP_TERM), vierfrei)
    house.machine.settle()
    assert not house.machine.finished
    house.key("F10")
    assert (house.titles, house.programs.title()) == ([], "gemport")
    assert house.machine.finished


def test_the_alert_fits_a_screen_too_small_for_a_game(built: Builder) -> None:
    house = built(size=(320, 200))
    before = house.rows()
    house.command("VIERFREI.PRG")
    changed = [row ^ other for row, other in zip(before[19:], house.rows()[19:], strict=True)]
    assert any(changed)
    assert not any(row & 1 for row in changed), "the last column is the desktop's still"
    assert house.titles == []
    house.key("Return")
    assert (house.rows(), house.machine.faults) == (before, [])


def test_a_fault_ends_the_game_and_is_raised_in_the_end(built: Builder, monkeypatch: pytest.MonkeyPatch) -> None:
    house = built()
    house.command("VIERFREI.PRG")
    session = next(iter(house.programs._running.values()))
    monkeypatch.setattr(type(session), "restart", lambda _: 1 // 0)
    house.key("F3")
    assert house.titles == []
    assert not house.machine.finished
    with pytest.raises(ZeroDivisionError):
        house.run.raise_fault()


def test_the_tally_counts_saved_games(store: Store, built: Builder) -> None:
    records = store.records("freecell")
    records.count(1, Outcome.WON, Progress(9), 0)
    begin(records, 2)
    programs = built().programs
    assert [programs.tally(name) for name in ("freecell", "EDITOR.PRG")] == [Tally(1, 1, 0), Tally(0, 0, 0)]


# ---- the manual of the accessory Help


SOURCES = Sources(builtin=True)


@pytest.mark.parametrize("lang", MANUALS)
def test_every_program_has_a_chapter_of_its_own(lang: str) -> None:
    with Store(None) as store:
        titles = chapters(lang, GamePrograms(Launch(Job(SOURCES)), store, int).openable)
    games = {registry.find(name).program_name.split(".")[0] for name in registry.names()}
    assert set(titles) == games | {PROGRAM.split(".")[0]}
    assert set(titles.values()) <= {section.title for section in manual(lang) if section.level == 2}


# ---- in a window


SIZE = (640, 400)
OPTIONS = ["--lang", "en", "--builtin"]
WINDOW = ["--scale", "1", "--mute"]
ICON = (46, 360)
NOWHERE = (320, 200)
MENU_BAR = (0, 0, 640, 19)


def expected(folder: Path, do: str = "move") -> Image.Image:
    """Return the script's picture after an action on the first icon, with the pointer moved away."""
    events = [
        {"do": do, "x": ICON[0], "y": ICON[1], **({} if do == "move" else {"button": "left"})},
        {"do": "move", "x": NOWHERE[0], "y": NOWHERE[1]},
        {"do": "shot", "file": "shot.png"},
    ]
    path = folder / "events.jsonl"
    path.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
    assert main(["script", "desktop", str(path), "--shots", str(folder), *OPTIONS]) == 0
    with Image.open(folder / "shot.png") as shot:
        return shot.convert("RGB")


def comes_to_show(program: Program, wanted: Image.Image, part: tuple[int, int, int, int]) -> None:
    pixels = wanted.crop(part).tobytes()
    wait_for(lambda: program.picture().convert("RGB").crop(part).tobytes() == pixels, f"{part} does not look so")


@pytest.mark.window
def test_a_game_opens_and_ends_on_the_desktop(display: str, tmp_path: Path) -> None:
    plain, selected, game = (expected(tmp_path, do) for do in ("move", "click", "dclick"))
    with Program.python(["-m", "gemport", "desktop", *OPTIONS, *WINDOW], display, "gemport") as program:
        program.move(*NOWHERE)
        assert program.picture_when(plain.tobytes(), SIZE)
        program.move(*ICON)
        twice = ["xdotool", "click", "--repeat", "2", "--delay", "20", "1"]
        subprocess.run(twice, env={**os.environ, "DISPLAY": display}, check=True)
        program.move(*NOWHERE)
        comes_to_show(program, game, MENU_BAR)
        title = re.compile(r'"VIERFREI #[0-9]+ - gemport"')
        wait_for(lambda: title.search(program.property("_NET_WM_NAME")) is not None, "the title names no game")
        program.keys("F10")
        assert program.picture_when(selected.tobytes(), SIZE)
        wait_for(lambda: '"gemport"' in program.property("_NET_WM_NAME"), "the title stays")
        assert '"gemport", "gemport"' in program.property("WM_CLASS")
        program.keys("ctrl+q")
        assert program.wait() == 0


@pytest.mark.window
def test_a_window_names_its_game_and_a_second_opens_beside_it(tmp_path: Path) -> None:
    need_display()
    home = {"GEMPORT_HOME": str(tmp_path)}
    with xvfb(1366, 768) as display, window_manager(display):
        command = ["-m", "gemport", "freecell", "1", "--mute", "--lang", "en"]
        with Program.python(command, display, "FreeCell #1", home) as first:
            assert '"FreeCell #1 - gemport"' in first.property("_NET_WM_NAME")
            assert '"gemport-freecell", "gemport-freecell"' in first.property("WM_CLASS")
            first.drawn().put(100, 0)
            wait_for(lambda: first.inside() == (100, 0), "the window does not move")
            first.close()
            assert first.wait() == 0
        with Program.python(command, display, "FreeCell #1", home) as first:
            wait_for(lambda: first.drawn().inside() == (100, 0), "the window is not where it was left")
            command[3] = "2"
            with Program.python(command, display, "FreeCell #2", home) as second:
                wait_for(lambda: second.drawn().inside()[0] == 132, "the second window is not beside the first")
