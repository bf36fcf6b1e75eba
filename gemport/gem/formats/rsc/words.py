"""The words that the text form of resources is made of: numbers, strings, coordinates."""

from __future__ import annotations

import re
from typing import NoReturn

from gemport.gem.errors import FormatError
from gemport.gem.formats.charset import CHARACTERS, CharsetError, encode

# A string that nothing ends is taken to the end of its line, so that its end is not sought again and again.
_TOKEN = re.compile(r'("(?:[^"\\]|\\.)*"|[^\s"]+)|("(?:[^"\\]|\\.)*)')
_ESCAPE = re.compile(r'\\(x[0-9A-Fa-f]{2}|["\\])?')
_COORDINATE = re.compile(r"(\d{1,3})(?:([+-])(\d{1,3}))?", re.ASCII)


class Words:
    """Reads words of a text; what is wrong is told with the file's name and the number of the present ``line``."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.line = 0

    def fail(self, reason: str, line: int | None = None) -> NoReturn:
        """Give up with the place of the present line (or the one given)."""
        raise FormatError(self.name, reason, line=self.line if line is None else line)

    def tokens(self, line: str) -> list[str]:
        """The words and quoted strings of a line."""
        found: list[tuple[str, str]] = _TOKEN.findall(line)
        if any(unended for _, unended in found):
            self.fail("a string must end on its line")
        return [token for token, _ in found]

    def string(self, token: str) -> str:
        """A quoted string, with its escapes resolved and in the characters that the Atari has."""
        if len(token) < 2 or token[0] != '"':
            self.fail(f"{token[:40]!r} must be a string in quotation marks")
        text = _ESCAPE.sub(self._escape, token[1:-1])
        try:
            codes = encode(text)
        except CharsetError as error:
            self.fail(str(error))
        if 0 in codes:
            self.fail("a string cannot hold the code 0")
        return "".join(CHARACTERS[code] for code in codes)

    def _escape(self, match: re.Match[str]) -> str:
        what = match[1]
        if what is None:
            self.fail('a backslash in a string is followed by ", \\ or xNN')
        return CHARACTERS[int(what[1:], 16)] if what[0] == "x" else what

    def char(self, token: str) -> int:
        """A character code: a number, or one character in quotation marks."""
        if token[0] != '"':
            return self.number(token, 0, 255)
        text = self.string(token)
        if len(text) != 1:
            self.fail("char must be followed by one character")
        return encode(text)[0]

    def number(self, word: str, low: int, high: int) -> int:
        """A whole number in decimal or 0x hex, within limits (both inclusive)."""
        try:
            value = int(word, 0)
        except ValueError:
            self.fail(f"{word[:40]!r} must be a number")
        if not low <= value <= high:
            self.fail(f"{word[:40]} is not possible here ({low}..{high})")
        return value

    def numbers(self, word: str, count: int) -> list[int]:
        """So many words of 16 bits with commas between."""
        parts = word.split(",")
        if len(parts) != count:
            self.fail(f"{word[:40]!r} must be {count} numbers with commas between them")
        return [self.number(part, -0x8000, 0x7FFF) for part in parts]

    def coordinates(self, word: str) -> tuple[int, int]:
        """Two coordinate words with a comma between."""
        parts = word.split(",")
        if len(parts) != 2:
            self.fail(f"{word[:40]!r} must be two coordinates with a comma between them")
        return self.coordinate(parts[0]), self.coordinate(parts[1])

    def coordinate(self, word: str) -> int:
        """A coordinate word: ``2``, ``2+3``, ``2-3``."""
        match = _COORDINATE.fullmatch(word)
        if match is None:
            self.fail(f"{word[:40]!r} is not a coordinate (characters, or characters+pixels)")
        chars, extra = int(match[1]), int((match[2] or "") + (match[3] or "0"))
        if chars > 255 or not -127 <= extra <= 128:
            self.fail(f"{word[:40]} is not possible: up to 255 characters, -127 to +128 pixels")
        return (extra & 0xFF) << 8 | chars
