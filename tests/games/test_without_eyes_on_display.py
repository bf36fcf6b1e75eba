"""A game in a real window that speaks: a stand-in for spd-say notes what it is given."""

import shutil
from pathlib import Path

import pytest

from tests.hosts.speaker import Speaker
from tests.hosts.xvfb import Program, wait_for

pytestmark = pytest.mark.window


def test_a_window_speaks_and_the_voice_ends_with_it(display: str, tmp_path: Path) -> None:
    speaker = Speaker(tmp_path / "speaker")
    environment = {"GEMPORT_HOME": str(tmp_path / "home"), "PATH": speaker.path}
    arguments = ["-m", "gemport", "freecell", "42", "--lang", "en", "--mute", "--scale", "1", "--speak"]
    with Program.python(arguments, display, "FreeCell", environment) as window:
        speaker.wait_for("free cell 4: empty")
        assert speaker.texts[0].startswith("FreeCell #42")
        for key, sentence in (
            ("3", "chosen, column 3: ace of hearts"),
            ("0", "ace of hearts: from column 3 to free cell 1. ace of hearts: from free cell 1 to foundation hearts"),
            ("F12", "taken back. ace of hearts: from foundation hearts to column 3"),
        ):
            window.keys(key)
            speaker.wait_for(sentence)
        speaker.slow()
        window.keys("F5")
        wait_for(speaker.running, "the box was not spoken")
        window.keys("Escape", "F10", "Return")
        assert window.process.wait(60) == 0
    wait_for(lambda: not speaker.running(), "the voice goes on")


def test_where_nothing_speaks_a_line_says_so_and_the_game_goes_on(display: str, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "xdotool").symlink_to(str(shutil.which("xdotool")))
    environment = {"GEMPORT_HOME": str(tmp_path / "home"), "PATH": str(tmp_path / "bin")}
    arguments = ["-m", "gemport", "freecell", "42", "--lang", "en", "--mute", "--scale", "1", "--speak"]
    with Program.python(arguments, display, "FreeCell", environment) as window:
        missing = "the program spd-say is missing (package speech-dispatcher)"
        window.until(f"gemport: --speak: {missing}; nothing will be spoken")
        window.keys("F10")
        assert window.process.wait(60) == 0
