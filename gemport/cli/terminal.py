"""The terminal: what the commands print, and Ctrl-C and SIGTERM.

Both signals either end the process at once, or raise an exception so that everything is put away first. At the start
and at the very end they end it, for an exception would come up in the middle of imports and of what the libraries tidy
up, where it is swallowed or printed with a traceback.
"""

import errno
import os
import re
import signal
import sys
from types import FrameType
from typing import NoReturn, TextIO

from gemport.gem import clipped_text

# In quotation marks, as repr and JSON write them: an apostrophe inside a word is none.
_QUOTED = re.compile(r"""(?<!\w)(['"])((?:\\.|(?!\1)[^\\])*)\1(?!\w)""")
# No file has so long a name.
_NO_NAME = re.compile(r"[^\s/\\:]{256,}")
_LONGEST_LINE = 1000

# Of MessageBox.
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
        # Python opens none where the caller has closed it, and would print nothing and find that well.
        raise OSError(errno.EBADF, "is closed", "standard output")
    try:
        print(text, flush=True)
    except OSError as error:
        _abandon(sys.stdout)
        # Of a broken pipe's end the reader has enough: nothing is wrong.
        if not isinstance(error, BrokenPipeError):
            error.filename = "standard output"
            raise


def complain(message: str, program: str = "gemport") -> None:
    """Say in one line on standard error what is wrong, if that can be written at all.

    On Windows a program without a console has no standard error: it says so in a box.
    """
    if sys.stderr is None:
        _show(one_line(message), program, _ERROR)
        return
    try:
        print(f"{program}: {one_line(message)}", file=sys.stderr, flush=True)
    except OSError:
        _abandon(sys.stderr)


def _show(text: str, title: str, sign: int) -> bool:
    """Show a text in a box in front of what is there, on Windows; False where streams are missing by mistake alone."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, text[:_LONGEST_LINE], title, _IN_FRONT | sign)
        return True
    return False


def one_line(message: str) -> str:
    """Return a message as one line of bounded length; what it quotes is cut, names of files that there may be are not.

    Every message passes here, so none of those who make them need bound what a user wrote.
    """
    line = _QUOTED.sub(lambda found: f"{found[1]}{clipped_text(found[2])}{found[1]}", " ".join(message.split()))
    line = _NO_NAME.sub(lambda found: clipped_text(found[0]), line)
    return line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}..."


def _abandon(stream: TextIO) -> None:
    """Drop what a stream cannot take: Python would try again, and complain, at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def raise_on_interrupt() -> None:
    """Raise an exception on a signal from now on. A signal that is ignored from the start stays so."""
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
