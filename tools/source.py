"""Texts that a person edits, read by the tools."""

from pathlib import Path

from gemport.gem.errors import FormatError
from gemport.hosts.files import read_input

MAX_TEXT_SIZE = 16 << 20
"""The largest source in bytes: the text of the largest resource."""


def read_source(path: Path) -> str:
    """Return the text of a file. Raises FormatError if it is not UTF-8, InputError and OSError."""
    try:
        return read_input(path, MAX_TEXT_SIZE).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise FormatError(path.name, "not UTF-8", at=error.start) from None
