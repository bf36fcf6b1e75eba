"""Files that are written: what goes wrong names them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """An OSError from within names the file; that the disk is full does not say so by itself."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise
