"""A recording saved from the menu of the real window is on the disk, reads back, and is shown again."""

from pathlib import Path

import pytest

from gemport.cards.cells import CELLS
from gemport.cli.registry import GameBoards
from gemport.gem import menu_entries, object_rect
from gemport.play.recordings import PAUSE
from gemport.store.recordings import read_recording
from tests.games.display import Both, start
from tests.games.vierfrei.player import Game
from tests.hosts.xvfb import wait_for

pytestmark = pytest.mark.window


def choose(both: Both, name: str) -> None:
    """Choose an entry of the menu with the mouse, in the window and without one."""
    program = both.run.program
    item, menu = program.items[name], program.menu
    for part in (next(title for title, entry in menu_entries(menu) if entry == item), item):
        rect = object_rect(menu, part)
        both.move(rect.x + 20, rect.y + 8)
    both.click(rect.x + 20, rect.y + 8)


def test_the_file_is_on_the_disk_and_reads_back(display: str, tmp_path: Path) -> None:
    game = Game(42, folder=tmp_path / "without")
    with start(display, tmp_path / "home", "VIERFREI", "vierfrei", "42") as window:
        both = Both(window, game)
        moved = game.board.top(0)
        both.drag(game.at(0), (40, 90))
        choose(both, "save recording")
        assert both.same()
        both.keys("Esc", "a", "Return")
        path = tmp_path / "home" / "saved" / "a.txt"
        wait_for(path.exists, "nothing was saved")
        (read,) = read_recording(path.read_bytes(), path.name, GameBoards())
        assert (read.number, list(read.words)) == (42, game.board.words()) == (42, ["1a"])
        # It is told where, until a key is pressed; the two have other folders.
        both.keys("Esc")
        both.move(600, 390)
        assert both.same()
        choose(both, "open recording")
        both.keys("a", "Return")
        game.machine.advance(2 * PAUSE)
        game.machine.settle()
        shown = game.program.table.board
        assert [shown.top(cell) for cell in CELLS] == [moved, None, None, None]
        assert both.same()
