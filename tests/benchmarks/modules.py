"""Count the modules of gemport that a start in a window loads: python tests/benchmarks/modules.py [COMMAND ...]

COMMAND are the arguments of gemport, by default 1. Prints the modules by package and two sums: at the first picture,
and after the start of the desktop and the accessories. The window opens on a separate Xvfb.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.hosts.xvfb import xvfb
from tests.places import ROOT

_LATER = 1.0
"""Seconds from the first picture until all programs have started."""
_START = f"""
import json, os, sys
from gemport.cli.main import main
from gemport.hosts import desktop

def own():
    return sorted(name for name in sys.modules if name.partition(".")[0] == "gemport")

run_window = desktop.run_window

def counted(*machine_and_title, on_shown, **how):
    def note():
        from pyglet import clock
        first = own()
        on_shown()
        clock.schedule_once(lambda _: (print(json.dumps([first, own()]), flush=True), os._exit(0)), {_LATER})
    run_window(*machine_and_title, on_shown=note, **how)

desktop.run_window = counted
main(sys.argv[1:])
"""


def loaded(command: list[str], display: str) -> tuple[list[str], list[str]]:
    """Return gemport's modules at the first picture and after the start of all programs."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "DISPLAY": display, "GEMPORT_HOME": home}
        process = [sys.executable, "-c", _START, *command, "--mute"]
        result = subprocess.run(process, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE)
    first, later = json.loads(result.stdout)
    return first, later


def main() -> None:
    command = sys.argv[1:] or ["1"]
    with xvfb() as display:
        first, later = loaded(command, display)
    packages = Counter(name.rpartition(".")[0] or name for name in later)
    for package, count in sorted(packages.items()):
        print(f"{count:4}  {package}")
    print(f"{len(first):4}  own modules at the first picture of gemport {' '.join(command)}")
    print(f"{len(later):4}  own modules with the desktop and the accessories, which start after it")


if __name__ == "__main__":
    main()
