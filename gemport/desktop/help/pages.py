"""The manual's text, read from its source: the part of Markdown that the manuals use.

Headings (``#`` to ``###``), paragraphs, bullet and numbered lists, tables, code between fences, and a picture that
stands alone on a line: ``![words](cards/KC-QH.png)``, cards side by side, named rank and suit, or
``![words](pictures/name.png)``, a part of the screen. Within a text
``**bold**``, ``*emphasis*``, code between backquotes, and links, of which the words stay. All else is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePosixPath
from typing import NamedTuple, TypeAlias

from gemport.cards.card import Card, CardError, parse_card
from gemport.gem.errors import FormatError


class Style(Enum):
    """How a piece of text is set."""

    PLAIN = "plain"
    BOLD = "bold"
    EMPHASIS = "emphasis"
    CODE = "code"


class Span(NamedTuple):
    """A piece of text in one style."""

    text: str
    style: Style = Style.PLAIN


Spans: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True)
class Paragraph:
    """A text that runs over as many lines as it needs."""

    spans: Spans


@dataclass(frozen=True)
class Item:
    """An entry of a list. ``marker``: what stands before it, a bullet's ``-`` or a number with its full stop."""

    marker: str
    spans: Spans


@dataclass(frozen=True)
class Listing:
    """The entries of a list."""

    items: tuple[Item, ...]


@dataclass(frozen=True)
class Table:
    """A table; all rows, the head first, have as many cells."""

    rows: tuple[tuple[Spans, ...], ...]


@dataclass(frozen=True)
class Code:
    """Lines that stay as they are."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Cards:
    """A row of cards. ``source``: the picture of it that other readers of the text show, a path beside the manual."""

    words: str
    source: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Picture:
    """A picture of the screen. ``source``: its path beside the manual; ``words`` say what is to be seen."""

    words: str
    source: str


Block: TypeAlias = Paragraph | Listing | Table | Code | Cards | Picture


@dataclass(frozen=True)
class Section:
    """A heading (``level`` 1 to 3) and what stands below it up to the next one."""

    level: int
    title: str
    blocks: tuple[Block, ...]


_HEADING = re.compile(r"(#{1,3}) +(.*?) *#*$")
_ITEM = re.compile(r"([-*]|\d+\.) +(.*)$")
_PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]*)\)$")
_TABLE_RULE = re.compile(r"\|[-: |]+\|?$")
_CELLS = re.compile(r"(?<!\\)\|")
_FENCE = "```"
_SCREENS = "pictures/"
"""Where the pictures of screens are, beside the manual."""
_SPAN = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)")
_STYLES = (Style.CODE, Style.BOLD, Style.EMPHASIS, Style.PLAIN)


def read_pages(text: str, name: str = "manual") -> tuple[Section, ...]:
    """The sections of a manual, in their order; the first begins with its first line, whose heading is the title.

    Raises FormatError for a text before the first heading, a fence that is not closed, a table's row with other cells
    than its head, and a picture that shows no cards.
    """
    return tuple(_Reader(text, name).sections())


def read_spans(text: str) -> Spans:
    """A line's pieces of text."""
    spans, at = [], 0
    for match in _SPAN.finditer(text):
        number = match.lastindex or 0
        spans += [Span(text[at : match.start()]), Span(match[number], _STYLES[number - 1])]
        at = match.end()
    spans.append(Span(text[at:]))
    return tuple(span for span in spans if span.text)


class _Reader:
    """Goes through the lines once; every method takes what is its own."""

    def __init__(self, text: str, name: str) -> None:
        self._lines = [line.rstrip() for line in text.splitlines()]
        self._name = name
        self._at = 0

    def sections(self) -> Iterator[Section]:
        self._skip_empty()
        while self._line is not None:
            heading = _HEADING.match(self._line)
            if heading is None:
                raise self._error("a text without a heading above it")
            self._at += 1
            blocks = tuple(self._blocks())
            yield Section(len(heading[1]), "".join(span.text for span in read_spans(heading[2])), blocks)

    @property
    def _line(self) -> str | None:
        return self._lines[self._at] if self._at < len(self._lines) else None

    def _error(self, reason: str) -> FormatError:
        return FormatError(self._name, f"line {self._at + 1}: {reason}")

    def _skip_empty(self) -> None:
        while self._line == "":
            self._at += 1

    def _blocks(self) -> Iterator[Block]:
        """All up to the next heading."""
        self._skip_empty()
        while self._line is not None and not _HEADING.match(self._line):
            yield self._block(self._line)
            self._skip_empty()

    def _block(self, line: str) -> Block:
        if line.startswith(_FENCE):
            return self._code()
        if line.startswith("|"):
            return self._table()
        if picture := _PICTURE.match(line):
            shown = self._picture(picture[1], picture[2])
            self._at += 1
            return shown
        if _ITEM.match(line):
            return Listing(tuple(self._items()))
        return Paragraph(read_spans(self._running()))

    def _code(self) -> Code:
        first = self._at + 1
        try:
            end = self._lines.index(_FENCE, first)
        except ValueError:
            raise self._error("the code that begins here does not end") from None
        self._at = end + 1
        return Code(tuple(self._lines[first:end]))

    def _table(self) -> Table:
        rows: list[tuple[Spans, ...]] = []
        while (line := self._line) is not None and line.startswith("|"):
            if not _TABLE_RULE.match(line):
                cells = _CELLS.split(line.removeprefix("|").removesuffix("|"))
                rows.append(tuple(read_spans(cell.strip().replace("\\|", "|")) for cell in cells))
                if len(rows[-1]) != len(rows[0]):
                    raise self._error(f"{len(rows[-1])} cells; the table's head has {len(rows[0])}")
            self._at += 1
        return Table(tuple(rows))

    def _items(self) -> Iterator[Item]:
        while (line := self._line) is not None and (match := _ITEM.match(line)):
            self._at += 1
            further = self._running() if self._goes_on() else ""
            yield Item(match[1], read_spans(f"{match[2]} {further}".rstrip()))

    def _picture(self, words: str, source: str) -> Cards | Picture:
        if source.startswith(_SCREENS):
            return Picture(words, source)
        return Cards(words, source, self._cards(source))

    def _cards(self, source: str) -> tuple[Card, ...]:
        try:
            return tuple(map(parse_card, PurePosixPath(source).stem.split("-")))
        except CardError as error:
            raise self._error(f"{source}: {error}") from None

    def _running(self) -> str:
        """The lines of a text that goes on until something else begins, as one."""
        found = []
        while True:
            found.append((self._line or "").strip())
            self._at += 1
            if not self._goes_on():
                return " ".join(found)

    def _goes_on(self) -> bool:
        line = self._line
        others = (_HEADING, _ITEM, _PICTURE)
        return bool(line) and not str(line).startswith(("|", _FENCE)) and not any(o.match(str(line)) for o in others)
