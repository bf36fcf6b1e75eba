"""What Ctrl-C does: at once ends the process, or raises KeyboardInterrupt so that everything is put away first.

At the start and at the very end it ends the process, for an exception would come up in the middle of imports and of
what the libraries tidy up, where it is swallowed or printed with a traceback.
"""

from __future__ import annotations

import signal

INTERRUPTED = 130
"""The exit status."""


def raise_on_interrupt() -> None:
    """From now on there is something to put away. Whoever starts this program may have had Ctrl-C ignored: so it is."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def end_on_interrupt() -> None:
    """From now on there is nothing to put away any more."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
