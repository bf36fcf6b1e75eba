"""A game in a real window: thinking counts as playing time, and a game can end without its player."""

import json
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gemport.cards.cells import CELLS
from gemport.store.sqlite import Store
from tests.cli.run import run
from tests.cli.test_interrupt import catches_interrupts
from tests.games.freecell.player import Player
from tests.games.sessions import saved_games
from tests.games.vierfrei.player import Game
from tests.hosts.xvfb import Program, wait_for, window_manager, xvfb

pytestmark = pytest.mark.window

THOUGHT = 12
"""Seconds, more than the time between two saves."""
PAR_STEPS_PER_MOVE = 2.5
"""Maximum seconds of background work after a move."""


@contextmanager
def playing(display: str, home: Path, *arguments: str) -> Iterator[Program]:
    """A game of FreeCell (or another command) with a drawn window that accepts input."""
    command = ["-m", "gemport", *(arguments or ("freecell", "1")), "--mute", "--scale", "1", "--lang", "en"]
    with Program.python(command, display, "#", {"GEMPORT_HOME": str(home)}) as program:
        program.drawn().move(320, 380)
        # Modules loaded after the first picture are loaded.
        time.sleep(1.5)
        yield program


def kept(home: Path) -> tuple[int, int]:
    """Return the moves and the playing time in seconds of the only saved FreeCell game."""
    with Store(home) as store:
        (game,) = store.records("freecell").unfinished()
        return game.progress.made, game.progress.seconds


def step(program: Program, home: Path, *keys: str) -> tuple[float, float]:
    """Play by keys; return the times before and after."""
    before, sent = _made(home), time.monotonic()
    program.keys(*keys)
    wait_for(lambda: _made(home) > before, "no move is kept")
    return sent, time.monotonic()


def _made(home: Path) -> int:
    with Store(home) as store:
        return sum(game.progress.made for game in store.records("freecell").unfinished())


@pytest.mark.slow
def test_thinking_counts_as_playing_time(display: str, home: Path) -> None:
    with playing(display, home) as program:
        sent, done = step(program, home, "8", "0")
        # Wait until the search for a short solution after a move has finished.
        time.sleep(PAR_STEPS_PER_MOVE)
        program.idle(THOUGHT - PAR_STEPS_PER_MOVE)
        again, _ = step(program, home, "7", "0")
        program.close()
        assert program.wait() == 0
    seconds = kept(home)[1]
    assert again - done - 1 < seconds <= time.monotonic() - sent
    (exported,) = json.loads(run("stats", "freecell", "--format", "json").out)["freecell"]["unfinished"]
    assert exported["seconds"] == seconds


@pytest.mark.slow
def test_time_while_minimised_is_not_played(home: Path) -> None:
    with xvfb() as display, window_manager(display), playing(display, home) as program:
        sent, _ = step(program, home, "8", "0")
        program.minimise()
        hidden = time.monotonic()
        time.sleep(THOUGHT / 2)
        program.restore()
        away = time.monotonic() - hidden
        _, end = step(program, home, "7", "0")
        program.close()
        assert program.wait() == 0
    # A busy computer may hide it late.
    assert kept(home)[1] <= end - sent - away / 2


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True])
def test_leaving_saves_the_time_since_the_last_move(display: str, home: Path, killed: bool) -> None:
    with playing(display, home) as program:
        sent, done = step(program, home, "8", "0")
        time.sleep(4)
        least = time.monotonic() - done
        if killed:
            program.process.send_signal(signal.SIGTERM)
        else:
            program.close()
        assert program.wait() == (143 if killed else 0)
        assert program.rest() == []
    made, seconds = kept(home)
    assert made == 1
    assert least - 1 < seconds <= time.monotonic() - sent


def words(path: Path) -> str:
    return path.read_text(encoding="utf-8").split("\n\n", 1)[1].strip()


@pytest.mark.slow
@pytest.mark.parametrize("apart", [0.6, 0.05], ids=("two clicks", "a double click"))
def test_a_recorded_run_with_pauses_plays_back_the_same(display: str, tmp_path: Path, apart: float) -> None:
    events, record, again = tmp_path / "events", tmp_path / "game", tmp_path / "again"
    outputs = ("--events", str(events), "--record", str(record))
    begun = time.monotonic()
    with playing(display, tmp_path / "home", "vierfrei", "42", *outputs) as program:
        _click_twice(program, apart)
        time.sleep(1.5)
        program.keys("F3")
        time.sleep(0.5)
        program.close()
        assert program.wait() == 0
    took = time.monotonic() - begun
    sent = words(record)
    lines = [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()]
    presses = [line["at"] for line in lines if line["do"] == "press"]
    key = next(line["at"] for line in lines if line["do"] == "key")
    assert sent == ("" if presses[1] - presses[0] > 220 else "4h")
    assert 2_000 <= key - presses[1] <= 1000 * took
    assert run("script", "vierfrei", events, "--shots", tmp_path, "--record", again) == (0, "", "")
    assert words(again) == sent


def _click_twice(program: Program, apart: float) -> None:
    x, y = Game(42).at(3)
    program.move(x, y)
    program.click_twice(apart)
    # The card is moving.
    time.sleep(1)


# ---- ends not caused by the player


TITLE = "FreeCell"


def begun(display: str, home: Path, *options: str) -> Program:
    """A game in a window that can be ended in every way."""
    command = ["-m", "gemport", "freecell", "1", "--mute", "--builtin", *options]
    program = Program.python(command, display, TITLE, {"GEMPORT_HOME": str(home)}).drawn()
    wait_for(lambda: catches_interrupts(program.process.pid, signal.SIGTERM), "SIGTERM is not heard")
    return program


@pytest.fixture
def managed() -> Iterator[str]:
    with xvfb() as display, window_manager(display):
        yield display


def play(game: Program) -> None:
    """Make the first move, so that the store has the game; the window has scale 2."""
    player = Player(1)
    for place in (7, CELLS[0]):
        x, y = player.at(place)
        game.click(2 * x, 2 * y)


def steps_of(home: Path) -> list[tuple[str, ...]]:
    with Store(home) as store:
        return [game.words for game in saved_games(store, "freecell")]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_saves_the_windows_place_and_size(managed: str, tmp_path: Path, number: signal.Signals) -> None:
    with begun(managed, tmp_path, "--scale", "2") as game:
        play(game)
        wait_for(lambda: steps_of(tmp_path) == [("8a",)], "the move is not kept")
        game.put(123, 87)
        game.resize(1000, 700)
        wait_for(lambda: game.inside() == (123, 87), "the window does not move")
        game.process.send_signal(number)
        status = game.wait()
        # After a Ctrl-C in an eval, as of a named tuple, Python repeats the signal at its end. Shells show 130 too.
        assert status == 128 + number or (number, status) == (signal.SIGINT, -signal.SIGINT)
        assert game.rest() == []
    assert steps_of(tmp_path) == [("8a",)]
    with begun(managed, tmp_path) as game:
        wait_for(lambda: game.geometry()[2:] == (1000, 700), "the window has another size")
        wait_for(lambda: game.inside() == (123, 87), "the window is elsewhere")


@pytest.mark.parametrize(("way", "full"), [("windowclose", True), ("windowkill", False)])
def test_a_destroyed_window_ends_the_game_properly(managed: str, tmp_path: Path, way: str, full: bool) -> None:
    with begun(managed, tmp_path, "--scale", "2") as game:
        play(game)
        wait_for(lambda: steps_of(tmp_path) == [("8a",)], "the move is not kept")
        if full:
            game.keys("alt+Return")
            assert game.has_size(TITLE, (1600, 1000))
        game.destroy(way)
        assert game.wait() == 0
        assert game.rest() == []
    assert steps_of(tmp_path) == [("8a",)]
