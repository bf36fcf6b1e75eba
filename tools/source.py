"""Reading of the tools' editable source texts."""

from pathlib import Path

from gemport.gem.errors import FormatError
from gemport.hosts.files import read_input

MAX_TEXT_SIZE = 16 << 20
"""Maximum size of a source in bytes: the text of the largest resource."""


def read_source(path: Path) -> str:
    """Return the text of a file. Raises FormatError if it is not UTF-8, InputError and OSError."""
    try:
        return read_input(path, MAX_TEXT_SIZE).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise FormatError(path.name, "not UTF-8", at=error.start) from None
