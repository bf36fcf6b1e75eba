"""The terminal: output of the commands, and the signals of Ctrl-C, SIGTERM and SIGHUP.

The signals either end the process immediately, or raise an exception so that the program cleans up. During imports and
the final cleanup of libraries they end the process, because an exception would then be swallowed or printed with a
traceback.
"""

from __future__ import annotations

import argparse
import json
import re
import signal
import sys
from collections.abc import Callable, Iterable, Mapping
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from gemport.gem.errors import clipped_text
from gemport.hosts.files import abandon, standard_output

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

# In quotation marks of repr and JSON, not apostrophes inside words.
_QUOTED_TEXT = re.compile(r"""(?<!\w)(['"])((?:\\.|(?!\1)[^\\])*)\1(?!\w)""")
# Characters that a terminal obeys, except tabulators and line ends, and characters that reverse the direction of text.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
# Longer than any file name.
_LONG_WORD = re.compile(r"[^\s/\\:]{256,}")
_MAX_LINE_CHARS = 1000
# Flags of MessageBox.
_ERROR_ICON, _INFORMATION_ICON, _TOPMOST = 0x10, 0x40, 0x10000

BAD_INPUT, INTERRUPTED = 2, 130  # exit status after wrong usage or bad input, and after Ctrl-C
if sys.platform == "win32":
    _TERMINATION_SIGNALS = [signal.SIGTERM]
else:
    _TERMINATION_SIGNALS = [signal.SIGTERM, signal.SIGHUP]
"""Signals that end the program in order, with the exit status 128 plus their number."""


def print_out(text: str) -> None:
    """Print a text on standard output, or show it as an error is shown. Raises OSError that names standard output."""
    text = visible(text)
    if sys.stdout is None and _show(text, "gemport", _INFORMATION_ICON):
        return
    with standard_output() as out:
        print(text, file=out, flush=True)


def print_json(fields: Mapping[str, object]) -> None:
    """Print a line of JSON on standard output."""
    print_out(json.dumps(fields, separators=(",", ":")))


def print_error(message: str, program: str = "gemport") -> None:
    """Print an error in one line on standard error, if possible.

    On Windows a program without a console shows it in a box.
    """
    if sys.stderr is None:
        _show(one_line(message), program, _ERROR_ICON)
        return
    try:
        print(f"{program}: {one_line(message)}", file=sys.stderr, flush=True)
    except OSError:
        abandon(sys.stderr)


def report_bad_input(error: Exception, program: str = "gemport") -> int:
    """Print an error that the user can cause; return the exit status."""
    print_error(
        f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error), program
    )
    return BAD_INPUT


def _show(text: str, title: str, sign: int) -> bool:
    """Show a text in a box on Windows; return False on other systems."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, text, title, _TOPMOST | sign)
        return True
    return False


def visible(text: str) -> str:
    """Return a text without control characters: their codes, as in repr, replace them."""
    return _CONTROL.sub(lambda match: repr(match[0])[1:-1], text)


def one_line(message: str) -> str:
    """Return a message as one line of limited length; quoted texts are shortened, possible file names are not.

    Every message passes through this function, so callers need not limit quoted input.
    """
    line = _QUOTED_TEXT.sub(lambda match: f"{match[1]}{clipped_text(match[2])}{match[1]}", " ".join(message.split()))
    line = _LONG_WORD.sub(lambda match: clipped_text(match[0]), line)
    line = visible(line)
    return line if len(line) <= _MAX_LINE_CHARS else f"{line[:_MAX_LINE_CHARS]}..."


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return the end of an error message about an unknown word: the closest known word, if any is close."""
    # Imported here: only errors need it.
    from difflib import get_close_matches

    close = get_close_matches(word.lower(), known, 1)
    return f"; did you mean {close[0]}?" if close else ""


class Parser(argparse.ArgumentParser):
    """A parser with one-line errors, which prints help like all other output; -1c2 is a number, not an option.

    ``late`` returns the end of the help text; it is called only for help. ``intermixed`` allows options between
    positional arguments.
    """

    late: Callable[[], str] | None = None
    intermixed = False

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": argparse.RawDescriptionHelpFormatter, **settings})
        self._negative_number_matcher = re.compile(r"-\d+(c\d)?(-\d+)?$|-\d*\.\d+$", re.IGNORECASE)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if not self.intermixed:
            return super().parse_known_args(args, namespace)
        # The method calls this one, and a process parses once.
        self.intermixed = False
        return self.parse_known_intermixed_args(args, namespace)

    def format_help(self) -> str:
        """Return the help text; line breaks after the options are preserved."""
        if self.late is not None:
            self.epilog, self.late = "\n\n".join(filter(None, (self.epilog, self.late()))), None
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        print_error(message, self.prog)
        self.exit(BAD_INPUT)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if file is sys.stdout:
            print_out(message.rstrip("\n"))
        else:
            super()._print_message(message, file)


def raise_on_interrupt() -> None:
    """Raise an exception on a signal from now on, except for signals ignored from the start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in _TERMINATION_SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _terminate)


def end_on_interrupt() -> None:
    """End the process on a signal from now on."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    for number in _TERMINATION_SIGNALS:
        if signal.getsignal(number) is _terminate:
            signal.signal(number, signal.SIG_DFL)


def _terminate(number: int, _frame: FrameType | None) -> NoReturn:
    # A second signal ends the process without waiting for the cleanup.
    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)
