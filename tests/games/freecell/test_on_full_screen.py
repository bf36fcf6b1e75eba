"""FreeCell on a full screen whose pixels are no multiple of the game's: what is clicked is what is shown."""

from pathlib import Path

import pytest
from PIL import Image

from gemport.gem import Raster
from gemport.hosts.desktop.geometry import fit
from tests.cli.run import run, script
from tests.hosts.xvfb import Program, is_exact, window_manager, xvfb
from tests.needs import need_display

pytestmark = pytest.mark.window

TITLE = "FreeCell"
OPTIONS = ("--lang", "en")
TWO_OF_HEARTS, FREE_CELL, NOWHERE = (199, 260), (40, 90), (300, 380)


class Shot:
    """A picture that a script took, as a machine that shows it."""

    def __init__(self, path: Path) -> None:
        with Image.open(path) as picture:
            self.width, self.height = picture.size
            inverted = picture.point(lambda value: 255 - value if value else 255)
            self._raster = Raster.from_bytes(self.width, self.height, inverted.tobytes())

    def frame(self) -> Raster:
        return self._raster


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_a_card_goes_where_it_is_clicked(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_display()
    clicks = (TWO_OF_HEARTS, FREE_CELL, NOWHERE)
    events = [{"do": "click", "x": x, "y": y} for x, y in clicks]
    wanted = script(
        tmp_path / "events", {"do": "shot", "file": "before.png"}, *events, {"do": "shot", "file": "after.png"}
    )
    monkeypatch.setenv("GEMPORT_HOME", str(tmp_path / "home"))
    assert run("script", "freecell", wanted, "--number", 1, "--shots", tmp_path, *OPTIONS) == (0, "", "")
    assert (tmp_path / "before.png").read_bytes() != (tmp_path / "after.png").read_bytes()
    box = fit(size, (640, 400), whole=False)
    home = {"GEMPORT_HOME": str(tmp_path / "other")}
    command = ["-m", "gemport", "freecell", "1", "--fullscreen", "--mute", *OPTIONS]
    with xvfb(*size) as display, window_manager(display), Program.python(command, display, TITLE, home) as game:
        assert game.has_size(TITLE, size)
        for x, y in clicks:
            middle = box.left + (2 * x + 1) * box.across // 1280, box.top + (2 * y + 1) * box.down // 800
            assert box.to_gem(*middle) == (x, y)
            game.click(*middle)
        assert is_exact(game, Shot(tmp_path / "after.png"), size)
