"""Errors that a user can cause. Whatever else is raised is a fault of a program."""

LONGEST_QUOTE = 80
"""Characters of what a user wrote that an error shows."""


class GemportError(ValueError):
    """The root of every error a user can cause; the message is one line that names the thing and what is wrong."""


class FormatError(GemportError):
    """A file cannot be used: which file, where in it, and why, in one line.

    ``at`` is a byte offset (0 = first byte), ``line`` a line number (1 = first line) for texts.
    """

    def __init__(self, name: str, reason: str, *, at: int | None = None, line: int | None = None) -> None:
        self.name = name
        self.reason = reason
        self.at = at
        self.line = line
        place = f" line {line}:" if line is not None else f" at byte {at}:" if at is not None else ""
        super().__init__(f"{name}:{place} {reason}")


class FileError(GemportError):
    """A file that a player has chosen cannot be read or written; ``errno``: the system's number for that, if any."""

    def __init__(self, name: str, reason: str, errno: int | None = None) -> None:
        self.name = name
        self.errno = errno
        super().__init__(f"{name}: {reason}")


def clipped_text(text: str) -> str:
    """Return a text as errors quote it: of a long one the beginning."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."
