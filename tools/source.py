"""Reading of the tools' editable source texts, and writing of the files built from them."""

from pathlib import Path

from gemport.gem.errors import FormatError
from gemport.hosts.files import ANYWHERE, read_input

MAX_TEXT_SIZE = 16 << 20
"""Maximum size of a source in bytes: the text of the largest resource."""


def read_source(path: Path) -> str:
    """Return the text of a file. Raises FormatError if it is not UTF-8, InputError and OSError."""
    try:
        return read_input(path, MAX_TEXT_SIZE).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise FormatError(path.name, "not UTF-8", at=error.start) from None


def update(path: Path, content: bytes, root: Path, check: bool) -> int:
    """Write a built file if it has changed, or with ``check`` only report it; return the exit status."""
    name = path.relative_to(root).as_posix()
    if path.exists() and path.read_bytes() == content:
        return 0
    if check:
        print(f"{name}: {'differs from its source' if path.exists() else 'is not built'}")
        return 1
    path.parent.mkdir(parents=True, exist_ok=True)
    ANYWHERE.write(path, content)
    print(f"{name}: written, {len(content)} bytes")
    return 0
