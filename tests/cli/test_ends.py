"""How a game ends that its player did not end: by a signal, or by another program that takes its window away."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from gemport.cards.cells import CELLS
from gemport.store.sqlite import Store
from tests.cli.test_interrupt import catches_interrupts
from tests.games.freecell.player import Player
from tests.games.sessions import saved_games
from tests.hosts.xvfb import Program, wait_for, window_manager, xvfb

pytestmark = pytest.mark.window

TITLE = "FreeCell"


def start(display: str, home: Path, *options: str) -> Program:
    """The game in a window that can be ended in every way."""
    command = ["-m", "gemport", "freecell", "1", "--mute", "--builtin", *options]
    program = Program.python(command, display, TITLE, {"GEMPORT_HOME": str(home)}).drawn()
    wait_for(lambda: catches_interrupts(program.process.pid, signal.SIGTERM), "SIGTERM is not heard")
    return program


@pytest.fixture
def managed() -> Iterator[str]:
    with xvfb() as display, window_manager(display):
        yield display


def play(game: Program) -> None:
    """Make the first move, which is in the store then; the window shows two pixels for one."""
    player = Player(1)
    for place in (7, CELLS[0]):
        x, y = player.at(place)
        game.click(2 * x, 2 * y)


def words(home: Path) -> list[tuple[str, ...]]:
    """The steps of the games that are kept."""
    with Store(home) as store:
        return [game.words for game in saved_games(store, "freecell")]


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_keeps_the_windows_place_and_size(managed: str, tmp_path: Path, number: int, status: int) -> None:
    with start(managed, tmp_path, "--scale", "2") as game:
        play(game)
        wait_for(lambda: words(tmp_path) == [("8a",)], "the move is not kept")
        game.put(123, 87)
        game.resize(1000, 700)
        wait_for(lambda: game.inside() == (123, 87), "the window does not move")
        game.process.send_signal(number)
        assert game.wait() == status
        assert game.rest() == []
    assert words(tmp_path) == [("8a",)]
    with start(managed, tmp_path) as game:
        wait_for(lambda: game.geometry()[2:] == (1000, 700), "the window has another size")
        wait_for(lambda: game.inside() == (123, 87), "the window is elsewhere")


@pytest.mark.parametrize(("way", "full"), [("windowclose", True), ("windowkill", False)])
def test_a_window_that_another_program_takes_away_ends_the_game_like_its_closer(
    managed: str, tmp_path: Path, way: str, full: bool
) -> None:
    with start(managed, tmp_path, "--scale", "2") as game:
        play(game)
        wait_for(lambda: words(tmp_path) == [("8a",)], "the move is not kept")
        if full:
            game.keys("alt+Return")
            assert game.has_size(TITLE, (1600, 1000))
        game.destroy(way)
        assert game.wait() == 0
        assert game.rest() == []
    assert words(tmp_path) == [("8a",)]
