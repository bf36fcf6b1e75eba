"""The games in real windows, compared with the same input to a game without a window."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from gemport.cards.boardtext import named
from gemport.cards.cells import CELLS
from gemport.cards.challenge import challenge_number, write_number
from gemport.cards.freecell import FreeCellBoard
from gemport.cli.registry import boards
from gemport.gem import Raster
from gemport.hosts.desktop.geometry import fit
from gemport.play.recordings import PAUSE
from gemport.store.recordings import read_recording
from gemport.store.sqlite import Store
from gemport.store.statistics import Statistics
from tests.cli.run import run, script
from tests.games.display import LEFT, RIGHT, Both, start
from tests.games.players import Game, Player
from tests.games.sessions import Saved, saved_games, tally
from tests.hosts.speaker import Speaker
from tests.hosts.xvfb import WAIT_SECONDS, Program, copied, is_exact, pasted, wait_for, window_manager, xvfb
from tests.needs import need_display

pytestmark = pytest.mark.window

Begin = Callable[..., Program]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def begin(display: str, home: Path) -> Begin:
    """Return a function that starts a game from its title (a pattern for xdotool) and its arguments."""
    return partial(start, display, home)


def test_vierfreis_input_arrives_and_the_closer_ends_it(begin: Begin) -> None:
    with begin("VIERFREI", "vierfrei", "123456") as window:
        both = Both(window, Game(123456))
        both.look((133, 238))
        both.button(LEFT, True)
        both.move(207, 150)
        both.look((281, 180))
        both.button(LEFT, False)
        both.look((600, 390))
        both.look(("F2", "Esc", "4", "2"), ("Return",))
        both.look((120, 8), (130, 30))
        both.click(600, 390)
        assert both.same()
        # A game at rest uses no processor time.
        time.sleep(0.5)
        window.idle(3)
        both.look(("F4",))
        window.close()
        assert (window.wait(), window.rest()) == (0, [])


def test_a_held_key_acts_once_and_events_have_its_repeats(begin: Begin, tmp_path: Path) -> None:
    events = tmp_path / "events.jsonl"
    with begin("VIERFREI", "vierfrei", "123456", "--events", str(events)) as window:
        both = Both(window, Game(123456))
        both.look((600, 390))
        window.hold("4")
        both.do("key", key="4")
        wait_for(lambda: events.read_text(encoding="utf-8").count('"repeat": true') > 10, "the key is not repeated")
        assert both.same()
        window.let_go("4")
        # It is selected, and goes to no other place.
        both.look(("4",))


@pytest.mark.parametrize("layout", ["us", "fr", "cz"])
def test_upper_row_chooses_places_on_every_layout(begin: Begin, layout: str) -> None:
    with begin("VIERFREI", "vierfrei", "123456") as window:
        environment = {**os.environ, "DISPLAY": window.display}
        both = Both(window, Game(123456))
        both.look((600, 390))
        subprocess.run(["setxkbmap", layout], env=environment, check=True)
        try:
            # The codes of the keys 4 and 0, in the middle and at the end of the row.
            for code, name in (("13", "4"), ("19", "0")):
                window.keys(code)
                both.do("key", key=name)
                assert both.same()
        finally:
            subprocess.run(["setxkbmap", "us"], env=environment, check=True)


# ---- FreeCell

NOWHERE = 320, 380


def kept(home: Path) -> tuple[Statistics, list[Saved]]:
    with Store(home) as store:
        return tally(store.records("freecell")), saved_games(store, "freecell")


def test_freecells_mouse_input_plays_in_the_window(begin: Begin, display: str) -> None:
    with begin("FreeCell", "freecell", "1") as window:
        player = Player(1, lang="de")
        both = Both(window, player)
        both.move(*player.at(0, 2))
        both.button(RIGHT, True)
        assert player.program.table.revealed is not None
        assert both.same()
        both.button(RIGHT, False)
        assert both.same()
        for place in (7, CELLS[0]):
            both.click(*player.at(place))
            assert both.same()
        both.move(*player.at(6))
        command = ["xdotool", "click", "--repeat", "2", "--delay", "20", "1"]
        subprocess.run(command, env={**os.environ, "DISPLAY": display}, check=True)
        both.do("dclick")
        assert both.same()
        both.drag(player.at(4), player.at(CELLS[2]))
        both.look(NOWHERE)
        assert player.words == ["8a", "7b", "5c"]


def test_keys_play_undo_and_redo_also_faster_than_the_cards_fly(begin: Begin) -> None:
    with begin("FreeCell", "freecell", "1") as window:
        player = Player(1, lang="de")
        both = Both(window, player)
        both.move(*NOWHERE)
        both.look(("8", "0", "7", "0", "3", "Up", "Up"), ("Esc", "Undo", "Undo", "Ctrl+y", "4", "1"))
        assert (player.words, bool(player.asked)) == (["8a"], True)
        both.look(("Return", "F5"))
        both.keys("Return", "Undo")
        keys = "8", "0", "7", "0", "5", "0", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+y", "ctrl+y", "ctrl+z"
        window.keys(*keys, delay=1)
        player.key(*({"ctrl+z": "Undo", "ctrl+y": "Ctrl+y"}.get(key, key) for key in keys))
        assert player.words == ["8a"]
        assert both.same()


def test_a_killed_game_is_gone_on_with_and_so_is_a_left_one(begin: Begin, home: Path) -> None:
    player, saved = Player(1, lang="de"), Saved(1, ("8a", "7b", "5c"))
    with begin("FreeCell", "freecell", "1") as window:
        both = Both(window, player)
        both.move(*NOWHERE)
        both.look(("8", "0", "7", "0", "5", "0"))
        window.process.kill()
    assert kept(home) == (Statistics(), [saved])
    with begin("FreeCell", "freecell") as window:
        both = Both(window, player)
        both.look(NOWHERE, ("F10",))
        # Return answers the question with Keep.
        both.keys("Return")
        assert window.process.wait(WAIT_SECONDS) == 0
    assert kept(home) == (Statistics(), [saved])


class Shot:
    """A picture taken by a script, with the interface of a machine's screen."""

    def __init__(self, path: Path) -> None:
        with Image.open(path) as picture:
            self.width, self.height = picture.size
            inverted = picture.point(lambda value: 255 - value if value else 255)
            self._raster = Raster.from_bytes(self.width, self.height, inverted.tobytes())

    def frame(self) -> Raster:
        return self._raster


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_clicks_hit_cards_on_a_full_screen_of_uneven_scale(
    size: tuple[int, int], tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_display()
    # The two of hearts, a free cell, and a point outside all cards.
    clicks = (199, 260), (40, 90), (300, 380)
    events = [{"do": "click", "x": x, "y": y} for x, y in clicks]
    before, after = ({"do": "shot", "file": f"{name}.png"} for name in ("before", "after"))
    wanted = script(tmp_path / "events", before, *events, after)
    monkeypatch.setenv("GEMPORT_HOME", str(home))
    assert run("script", "freecell", wanted, "--number", 1, "--shots", tmp_path, "--lang", "en") == (0, "", "")
    assert (tmp_path / "before.png").read_bytes() != (tmp_path / "after.png").read_bytes()
    box = fit(size, (640, 400), whole=False)
    command = ["-m", "gemport", "freecell", "1", "--fullscreen", "--mute", "--lang", "en"]
    environment = {"GEMPORT_HOME": str(tmp_path / "other")}
    with (
        xvfb(*size) as display,
        window_manager(display),
        Program.python(command, display, "FreeCell", environment) as game,
    ):
        assert game.has_size("FreeCell", size)
        for x, y in clicks:
            middle = box.left + (2 * x + 1) * box.across // 1280, box.top + (2 * y + 1) * box.down // 800
            assert box.to_gem(*middle) == (x, y)
            game.click(*middle)
        assert is_exact(game, Shot(tmp_path / "after.png"), size)


# ---- during the search

LONG = challenge_number(6980, 2)
"""A game of FreeCell that takes seconds to analyse."""


def test_the_oracle_lets_play(begin: Begin) -> None:
    """While the oracle searches, the pointer is the arrow and cards can be selected."""
    with begin("FreeCell", "freecell", write_number(LONG)) as window:
        player = Player(LONG, lang="de")
        both = Both(window, player, settles=False)
        both.look((320, 350))
        both.keys("Ctrl+o")
        player.machine.advance(300)
        assert both.same()
        both.look(("3",))
        assert player.machine.working


# ---- files and the clipboard


def test_a_board_from_a_file_is_played_copied_and_gone_on_with(begin: Begin, display: str, tmp_path: Path) -> None:
    path = tmp_path / "hard one.txt"
    # Two exchanged columns: a numbered deal would be played under its number.
    *columns, seventh, eighth = FreeCellBoard.deal(617).text().splitlines()
    path.write_text("\n".join((*columns, eighth, seventh)))
    game = Player(None, lang="de", start=named(path.name, path.read_text()), folder=tmp_path / "without")
    with begin("FreeCell hard one.txt", "freecell", "--board", str(path)) as window:
        both = Both(window, game)
        both.drag(game.at(0), game.at(57))
        assert both.same()
        # The game without a window has no clipboard, and shows an alert instead.
        position = game.board.text()
        both.choose("copy position")
        assert len(game.alerts) == 1
        wait_for(lambda: pasted(display) == position, "nothing was copied")
        both.do("key", key="Return")
        both.look((600, 390))
        window.close()
        assert window.wait() == 0
    with begin("FreeCell hard one.txt", "freecell") as window:
        Both(window, game).look((600, 390))
        window.close()


def test_a_clipboard_that_does_not_answer_stops_no_game(begin: Begin, display: str, tmp_path: Path) -> None:
    game = Player(617, lang="de", folder=tmp_path / "without")
    with begin("FreeCell #617", "freecell", "617") as window, copied(display, "a text") as owner:
        owner.send_signal(signal.SIGSTOP)
        both = Both(window, game)
        # The game without a window has no clipboard, and shows another alert.
        both.choose("paste position")
        assert len(game.alerts) == 1
        time.sleep(2)
        both.keys("Return")
        both.drag(game.at(0), game.at(57))
        assert both.same()
        window.close()
        assert window.wait() == 0


def test_a_saved_recording_is_on_disk_and_opens_again(begin: Begin, home: Path, tmp_path: Path) -> None:
    game = Game(42, folder=tmp_path / "without")
    with begin("VIERFREI", "vierfrei", "42") as window:
        both = Both(window, game)
        moved = game.board.top(0)
        both.drag(game.at(0), (40, 90))
        both.choose("save recording")
        assert both.same()
        both.keys("Esc", "a", "Return")
        path = home / "saved" / "a.txt"
        wait_for(path.exists, "nothing was saved")
        (read,) = read_recording(path.read_bytes(), path.name, boards())
        assert (read.number, list(read.words)) == (42, game.words) == (42, ["1a"])
        # A message names the path until a key is pressed; the paths of the two games differ.
        both.keys("Esc")
        both.look((600, 390))
        both.choose("open recording")
        both.keys("a", "Return")
        game.machine.advance(2 * PAUSE)
        game.machine.settle()
        shown = game.program.table.board
        assert [shown.top(cell) for cell in CELLS] == [moved, None, None, None]
        assert both.same()


# ---- speech

SPEAKING = ["-m", "gemport", "freecell", "42", "--lang", "en", "--mute", "--scale", "1", "--speak"]


def test_a_window_speaks_and_the_voice_ends_with_it(display: str, home: Path, tmp_path: Path) -> None:
    speaker = Speaker(tmp_path / "speaker")
    environment = {"GEMPORT_HOME": str(home), "PATH": speaker.path}
    with Program.python(SPEAKING, display, "FreeCell", environment) as window:
        speaker.wait_for("free cell 4: empty")
        assert speaker.texts[0].startswith("FreeCell #42")
        for key, sentence in (
            ("3", "chosen, column 3: ace of hearts"),
            ("0", "ace of hearts: from column 3 to free cell 1. ace of hearts: from free cell 1 to foundation hearts"),
            ("F12", "undone. ace of hearts: from foundation hearts to column 3"),
        ):
            window.keys(key)
            speaker.wait_for(sentence)
        speaker.slow()
        window.keys("F5")
        wait_for(speaker.running, "the box was not spoken")
        window.keys("Escape", "F10", "Return")
        assert window.process.wait(60) == 0
    wait_for(lambda: not speaker.running(), "the voice goes on")


def test_without_a_voice_a_line_is_printed(display: str, home: Path, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "xdotool").symlink_to(str(shutil.which("xdotool")))
    environment = {"GEMPORT_HOME": str(home), "PATH": str(tmp_path / "bin")}
    with Program.python(SPEAKING, display, "FreeCell", environment) as window:
        missing = "the program spd-say is missing (package speech-dispatcher)"
        window.until(f"gemport: --speak: {missing}; nothing will be spoken")
        window.keys("F10")
        assert window.process.wait(60) == 0
