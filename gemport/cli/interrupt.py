"""What Ctrl-C does: at once ends the process, or raises KeyboardInterrupt so that everything is put away first.

What asks a process to end (SIGTERM) raises SystemExit then, with the status that a shell shows of it.

At the start and at the very end both end the process, for an exception would come up in the middle of imports and of
what the libraries tidy up, where it is swallowed or printed with a traceback.
"""

from __future__ import annotations

import signal
from types import FrameType

INTERRUPTED = 130
"""The exit status."""


def raise_on_interrupt() -> None:
    """From now on there is something to put away. Whoever starts this program may have had Ctrl-C ignored: so it is."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _exit)


def _exit(number: int, _frame: FrameType | None) -> None:
    # The second time nothing is waited for.
    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)


def end_on_interrupt() -> None:
    """From now on there is nothing to put away any more."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if signal.getsignal(signal.SIGTERM) is _exit:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
