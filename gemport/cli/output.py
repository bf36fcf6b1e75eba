"""What the commands print."""

from __future__ import annotations

import errno
import os
import sys


def say(text: str) -> None:
    """Print a text on standard output. Raises OSError that names it."""
    if sys.stdout is None:
        # Python opens none where the caller has closed it, and would print nothing and find that well.
        raise OSError(errno.EBADF, "is closed", "standard output")
    try:
        print(text, flush=True)
    except OSError as error:
        # Python would try again, and complain, when it closes what it could not write to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        # Of a broken pipe's end the reader has enough: nothing is wrong.
        if not isinstance(error, BrokenPipeError):
            error.filename = "standard output"
            raise


def complain(message: str) -> None:
    """Say in one line on standard error what is wrong."""
    if sys.stderr is not None:
        print(f"gemport: {' '.join(message.split())}", file=sys.stderr)
