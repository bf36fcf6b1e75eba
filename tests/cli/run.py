"""Running the command line in this process."""

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from gemport.cli.main import main
from gemport.hosts import files
from tests.places import ROOT


class Result(NamedTuple):
    status: int
    out: str
    err: str


def run(*arguments: object) -> Result:
    out, err = io.StringIO(), io.StringIO()
    # A process caches its standard input until its end.
    files._standard_input.cache_clear()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as exit_:
            status = int(exit_.code or 0)
    return Result(status, out.getvalue(), err.getvalue())


def refused(*arguments: object) -> str:
    """Run a command with bad input or usage; return its error line."""
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err[:-1]


def script(path: Path, *events: Mapping[str, object]) -> Path:
    path.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
    return path


def shot(folder: Path, *arguments: object) -> bytes:
    """Return the first picture of a start without messages."""
    path = folder / "shot.png"
    assert run(*arguments, "--screenshot", path) == (0, "", "")
    return path.read_bytes()


def shell(command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a bash command that can call ``gemport``, with buffered output as outside of tests."""
    code = f'gemport() {{ "{sys.executable}" -m gemport "$@"; }}; {command}'
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    environment |= {"PYTHONPATH": str(ROOT), **settings}
    words = ["bash", "-o", "pipefail", "-c", code]
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
