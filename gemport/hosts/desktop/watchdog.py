"""The end of the process if its main thread hangs when the window is to close.

Moves are saved as they are made, so at most some seconds of playing time are lost.
"""

import os
import select
import signal
import sys
import threading
from collections.abc import Callable

_LIMIT_SECONDS = 0.3  # from a request to the end of the main thread's loop
_READING_SECONDS = 0.05  # in which a loop that runs reads its events
_CLOSED = 0  # byte in the pipe after the closer; a signal is its number
_END_SIGNALS = [signal.SIGINT, signal.SIGTERM]
if sys.platform != "win32":
    _END_SIGNALS.append(signal.SIGHUP)


class Watchdog:
    """Ends the process if the loop in its body does not end after a request.

    The requests are ``note_closer``, and signals that end the program. The exit status is that of an orderly end.
    """

    def __init__(self) -> None:
        self._over = threading.Event()
        self._read, self._write = os.pipe()
        self._before = -1

    def __enter__(self) -> None:
        if sys.platform != "win32":
            # Python's own handler writes here, whatever the main thread does.
            os.set_blocking(self._write, False)
            self._before = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        threading.Thread(target=self._end_late, daemon=True).start()

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        if sys.platform != "win32":
            signal.set_wakeup_fd(self._before)
        self.note_closer()

    def note_closer(self) -> None:
        """Request the end, as after a click on the closer."""
        os.write(self._write, bytes([_CLOSED]))

    def _end_late(self) -> None:
        request = -1
        while request != _CLOSED and request not in _END_SIGNALS:
            request = os.read(self._read, 1)[0]
        if not self._over.wait(_LIMIT_SECONDS):
            os._exit(0 if request == _CLOSED else 128 + request)

    def watch_events(self, descriptor: int, asks_to_close: Callable[[], bool]) -> None:
        """Request the end also if the main thread does not handle the closer's event, on Linux.

        ``asks_to_close`` is called in a thread and returns whether an unhandled event asks to close the window.
        """
        if sys.platform.startswith("linux"):
            # Edge-triggered: at rest the thread does not wake.
            arrivals = select.epoll()
            arrivals.register(descriptor, select.EPOLLIN | select.EPOLLET)

            def watch() -> None:
                while not self._over.is_set():
                    arrivals.poll()
                    self._over.wait(_READING_SECONDS)
                    if not self._over.is_set() and asks_to_close():
                        self.note_closer()
                        return

            threading.Thread(target=watch, daemon=True).start()
