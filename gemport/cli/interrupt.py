"""What Ctrl-C and SIGTERM do: at once end the process, or raise an exception so that everything is put away first.

At the start and at the very end both end the process, for an exception would come up in the middle of imports and of
what the libraries tidy up, where it is swallowed or printed with a traceback.
"""

from __future__ import annotations

import signal
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
"""The exit status after Ctrl-C."""
TERMINATED = 143
"""The exit status after SIGTERM."""


def raise_on_interrupt() -> None:
    """From now on there is something to put away. Where the program was started with either ignored, so it stays."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminate)


def end_on_interrupt() -> None:
    """From now on there is nothing to put away any more."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if signal.getsignal(signal.SIGTERM) is _terminate:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
    # Whoever does not want to wait for what is put away asks a second time.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    raise SystemExit(TERMINATED)
