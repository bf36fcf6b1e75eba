"""The terminal: output of the commands, and the signals of Ctrl-C, SIGTERM and SIGHUP.

The signals either end the process immediately, or raise an exception so that the program cleans up. During imports and
the final cleanup of libraries they end the process, because an exception would then be swallowed or printed with a
traceback.
"""

import errno
import os
import re
import signal
import sys
from types import FrameType
from typing import NoReturn, TextIO

from gemport.gem.errors import clipped_text

# In quotation marks of repr and JSON, not apostrophes inside words.
_QUOTED = re.compile(r"""(?<!\w)(['"])((?:\\.|(?!\1)[^\\])*)\1(?!\w)""")
# Longer than any file name.
_NO_NAME = re.compile(r"[^\s/\\:]{256,}")
_LONGEST_LINE = 1000

# Flags of MessageBox.
_ERROR, _INFORMATION, _IN_FRONT = 0x10, 0x40, 0x10000

INTERRUPTED = 130
"""The exit status after Ctrl-C."""
if sys.platform == "win32":
    _TERMINATING = [signal.SIGTERM]
else:
    _TERMINATING = [signal.SIGTERM, signal.SIGHUP]
"""Signals that end the program in order, with the exit status 128 plus their number."""


def say(text: str) -> None:
    """Print a text on standard output, or show it as ``complain`` does. Raises OSError that names standard output."""
    if sys.stdout is None and _show(text, "gemport", _INFORMATION):
        return
    if sys.stdout is None:
        # If the caller closed it, Python has none, and print() would silently succeed.
        raise OSError(errno.EBADF, "is closed", "standard output")
    try:
        print(text, flush=True)
    except OSError as error:
        _abandon(sys.stdout)
        # The reader closed the pipe: this is not an error.
        if not isinstance(error, BrokenPipeError):
            error.filename = "standard output"
            raise


def complain(message: str, program: str = "gemport") -> None:
    """Print an error in one line on standard error, if possible.

    On Windows a program without a console shows it in a box.
    """
    if sys.stderr is None:
        _show(one_line(message), program, _ERROR)
        return
    try:
        print(f"{program}: {one_line(message)}", file=sys.stderr, flush=True)
    except OSError:
        _abandon(sys.stderr)


def _show(text: str, title: str, sign: int) -> bool:
    """Show a text in a box on Windows; return False on other systems."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, text[:_LONGEST_LINE], title, _IN_FRONT | sign)
        return True
    return False


def one_line(message: str) -> str:
    """Return a message as one line of limited length; quoted texts are shortened, possible file names are not.

    Every message passes through this function, so callers need not limit quoted input.
    """
    line = _QUOTED.sub(lambda found: f"{found[1]}{clipped_text(found[2])}{found[1]}", " ".join(message.split()))
    line = _NO_NAME.sub(lambda found: clipped_text(found[0]), line)
    return line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}..."


def _abandon(stream: TextIO) -> None:
    """Discard a stream's pending output; otherwise Python would retry at exit and print an error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def raise_on_interrupt() -> None:
    """Raise an exception on a signal from now on, except for signals ignored from the start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in _TERMINATING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _terminate)


def end_on_interrupt() -> None:
    """End the process on a signal from now on."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    for number in _TERMINATING:
        if signal.getsignal(number) is _terminate:
            signal.signal(number, signal.SIG_DFL)


def _terminate(number: int, _frame: FrameType | None) -> NoReturn:
    # A second signal ends the process without waiting for the cleanup.
    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)
