"""A fake spd-say on a separate PATH, which records its input and can be slow."""

import json
import sys
from pathlib import Path

from tests.hosts.xvfb import wait_for

_PROGRAM = """#!{python}
import json, os, sys, time
folder = {folder!r}
read = "" if "--wait" in sys.argv or "--cancel" in sys.argv else sys.stdin.buffer.read().decode()
with open(folder + "/calls", "a", encoding="utf-8") as file:
    file.write(json.dumps([os.getpid(), sys.argv[1:], read]) + "\\n")
while "--cancel" not in sys.argv and os.path.exists(folder + "/slow"):
    time.sleep(0.02)
"""


class Speaker:
    """The fake program; ``path`` is the PATH that finds it first."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        program = folder / "spd-say"
        program.write_text(_PROGRAM.format(python=sys.executable, folder=str(folder)), encoding="utf-8")
        program.chmod(0o755)
        self.path = f"{folder}:/usr/bin:/bin"

    def slow(self) -> None:
        (self.folder / "slow").touch()

    def quick(self) -> None:
        (self.folder / "slow").unlink()

    def _noted(self) -> list[tuple[int, list[str], str]]:
        file = self.folder / "calls"
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        return [json.loads(line) for line in lines]

    @property
    def calls(self) -> list[list[str]]:
        return [arguments for _, arguments, _ in self._noted()]

    @property
    def read(self) -> list[str]:
        return [text for _, _, text in self._noted() if text]

    @property
    def texts(self) -> list[str]:
        return [arguments[-1] for arguments in self.calls if arguments[0] == "--wait"]

    def running(self) -> bool:
        return any(Path(f"/proc/{process}").exists() for process, _, _ in self._noted())

    def wait_for(self, sentence: str) -> None:
        """Wait until a sentence, or several together, was spoken."""
        wait_for(lambda: sentence in ". ".join(self.texts), f"never spoken: {sentence}")

    def wait_for_texts(self, *texts: str) -> None:
        wait_for(lambda: self.texts == list(texts), f"never spoken: {texts}")
