"""Command lines of the tools: errors are one line on standard error, with exit status 2.

Tools import this module before any third-party module. Then a missing module leads to one line that names the right
Python, and the packages of the checkout can be imported.
"""

import argparse
import sys
from pathlib import Path
from types import TracebackType
from typing import NoReturn

from setup_venv import ROOT as ROOT
from setup_venv import VENV, venv_python

sys.path.insert(0, str(ROOT))
WRONG = 2
"""Exit status for wrong usage and invalid input."""


def _say_which_python(kind: type[BaseException], error: BaseException, at: TracebackType | None) -> None:
    """Report a missing module in one line, and other exceptions as usual."""
    if not isinstance(error, ModuleNotFoundError):
        sys.__excepthook__(kind, error, at)
        return
    tool, python = Path(sys.argv[0]).name, venv_python(VENV).relative_to(ROOT)
    print(f"{tool}: this Python has no {error.name}; use {python}, which tools/test.py makes", file=sys.stderr)


sys.excepthook = _say_which_python


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong usage in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"{self.prog}: {message}\n")


def png_file(text: str) -> Path:
    """Return the path of a picture to write."""
    path = Path(text)
    if text != "-" and path.suffix.lower() != ".png":
        raise argparse.ArgumentTypeError(f"{text}: the name of a PNG file must end in .png")
    return path


def complain(tool: str, error: OSError | ValueError) -> int:
    """Print an error after the tool's name and return the exit status."""
    reason = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    print(f"{tool}: {reason}", file=sys.stderr)
    return WRONG
