"""A board from a file in the real window: played, copied to the clipboard of X, closed, and gone on with."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gemport.cards.boardtext import named
from gemport.cards.freecell import FreeCellBoard
from tests.games.display import Both, start
from tests.games.freecell.player import Player
from tests.games.test_exchange_on_display import choose
from tests.hosts.xvfb import wait_for

pytestmark = pytest.mark.window

_PASTE = "import pyglet; print(pyglet.window.Window(visible=False).get_clipboard_text(), end='')"


def pasted(display: str) -> str:
    """What another program gets from the clipboard."""
    command, env = [sys.executable, "-c", _PASTE], {**os.environ, "DISPLAY": display}
    return subprocess.run(command, env=env, check=True, capture_output=True, text=True, timeout=60).stdout


def test_it_is_played_copied_and_gone_on_with(display: str, tmp_path: Path) -> None:
    path, home = tmp_path / "hard one.txt", tmp_path / "home"
    path.write_text(FreeCellBoard.deal(617).text())
    game = Player(None, lang="de", start=named(path.name, path.read_text()), folder=tmp_path / "without")
    with start(display, home, "FreeCell hard one.txt", "freecell", "--board", str(path)) as window:
        both = Both(window, game)
        both.drag(game.at(0), game.at(57))
        assert both.same()
        # Without a window there is no clipboard: an alert says so there.
        position = game.board.text()
        choose(both, "copy position")
        assert len(game.alerts) == 1
        wait_for(lambda: pasted(display) == position, "nothing was copied")
        both.do("key", key="Return")
        both.move(600, 390)
        assert both.same()
        window.close()
        assert window.wait() == 0
    with start(display, home, "FreeCell hard one.txt", "freecell") as window:
        again = Both(window, game)
        again.move(600, 390)
        assert again.same()
        window.close()
