"""Command lines of the tools: an error is one line on standard error, with exit status 2."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NoReturn

WRONG = 2
"""The exit status for wrong usage and bad input."""


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong usage in one line."""

    def error(self, message: str) -> NoReturn:
        """End the process with the message."""
        self.exit(WRONG, f"{self.prog}: {message}\n")


def png_file(text: str) -> Path:
    """Return the path of a picture to write."""
    path = Path(text)
    if path.suffix.lower() != ".png":
        raise argparse.ArgumentTypeError(f"{text}: pictures are PNG files, so the name ends in .png")
    return path


def complain(tool: str, error: OSError | ValueError) -> int:
    """Print an error after the tool's name; return the exit status."""
    reason = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    print(f"{tool}: {reason}", file=sys.stderr)
    return WRONG
