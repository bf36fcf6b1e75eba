"""Errors that a user can cause. Any other exception is a bug in a program."""

MAX_QUOTED_CHARS = 80


class GemportError(ValueError):
    """The base class of errors that a user can cause; the message is one line that names the thing and the problem."""


class FormatError(GemportError):
    """A file is unusable; the message gives file, place and reason in one line.

    ``at`` is a byte offset from 0, or None; ``line`` is the line number from 1 in a text, or None.
    """

    def __init__(self, name: str, reason: str, *, at: int | None = None, line: int | None = None) -> None:
        self.name = name
        self.reason = reason
        self.at = at
        self.line = line
        place = f" line {line}:" if line is not None else f" at byte {at}:" if at is not None else ""
        super().__init__(f"{name}:{place} {reason}")


class FileError(GemportError):
    """A file chosen by the player cannot be read or written; ``errno`` is the system's error number, or None."""

    def __init__(self, name: str, reason: str, errno: int | None = None) -> None:
        self.name = name
        self.errno = errno
        super().__init__(f"{name}: {reason}")


def clipped_text(text: str) -> str:
    """Return a text shortened for an error message: at most MAX_QUOTED_CHARS characters."""
    return text if len(text) <= MAX_QUOTED_CHARS else f"{text[:MAX_QUOTED_CHARS]}..."
