"""Standard output and standard error that never wait for their readers, so that a window does not freeze."""

from __future__ import annotations

import io
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from gemport.cli.terminal import print_error
from gemport.hosts.files import naming

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_MAX_WAITING_BYTES = 1 << 18
_CHUNK_BYTES = 1 << 12
_READER_SECONDS = 0.1  # wait for a reader when the process ends


class _Outlet(io.BufferedIOBase):
    """Output that a thread writes to a descriptor; the excess is dropped."""

    def __init__(self, descriptor: int, report: Callable[[], None]) -> None:
        """Create the output; ``report`` is called when output is dropped for the first time."""
        self._descriptor, self._report = descriptor, report
        self._waiting = bytearray()
        self._changed = threading.Condition()
        self._error: OSError | None = None
        self._has_dropped = False
        threading.Thread(target=self._write_waiting, daemon=True).start()

    def fileno(self) -> int:
        return self._descriptor

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer) -> int:
        """Queue bytes for the thread. Raises the error of an earlier write."""
        added = bytes(data)
        self.check()
        with self._changed:
            fits = len(self._waiting) + len(added) <= _MAX_WAITING_BYTES
            if fits:
                self._waiting += added
                self._changed.notify_all()
        if not fits:
            self._drop()
        return len(added)

    def check(self) -> None:
        """Raise the error of an earlier write, once."""
        error, self._error = self._error, None
        if error is not None:
            raise error

    def finish(self) -> None:
        """Wait as long as the reader reads; then drop the rest, and all later output to the descriptor."""
        with self._changed:
            while self._waiting and self._changed.wait(_READER_SECONDS):
                pass
        if self._waiting:
            self._drop()
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._descriptor)

    def _drop(self) -> None:
        if not self._has_dropped:
            self._has_dropped = True
            self._report()

    def _write_waiting(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                part = bytes(self._waiting[:_CHUNK_BYTES])
            try:
                written = os.write(self._descriptor, part)
            except OSError as error:
                self._error, written = error, _MAX_WAITING_BYTES
            with self._changed:
                del self._waiting[:written]
                self._changed.notify_all()


@contextmanager
def unblocked_output() -> Iterator[None]:
    """Make output in the body not wait for its readers. Raises OSError that names standard output."""
    before, outlets = (sys.stdout, sys.stderr), {}

    def report() -> None:
        print_error("standard output: nobody reads it, so output is dropped")

    for name, on_drop in (("stderr", lambda: None), ("stdout", report)):
        stream = getattr(sys, name)
        # Without a descriptor nothing waits.
        with suppress(AttributeError, OSError):
            outlets[name] = _Outlet(stream.fileno(), on_drop)
            setattr(sys, name, io.TextIOWrapper(outlets[name], stream.encoding, stream.errors, write_through=True))
    try:
        yield
    finally:
        for outlet in reversed(outlets.values()):
            outlet.finish()
        sys.stdout, sys.stderr = before
    if "stdout" in outlets:
        # A closed pipe is not an error.
        with suppress(BrokenPipeError), naming(Path("standard output")):
            outlets["stdout"].check()
