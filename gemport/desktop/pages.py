"""The manual's text, and its layout for a given width.

A layout consists of lines of characters in the system font. Rows of cards and pictures occupy as many lines as their
height needs. This module measures in columns and lines only and does not draw.
"""

import json
import re
import textwrap
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from enum import Enum
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from gemport.cards.card import Card
from gemport.gem import HCHAR, charset
from gemport.play.deck import CARD_HEIGHT

MIN_COLUMNS = 24

_CARD_LINES = -(-CARD_HEIGHT // HCHAR)
_INDENT = 2
_COLUMN_GAP = 2  # number of columns between two cells of a table
_LOOKALIKES = str.maketrans(
    {"×": "x", "–": "-", "—": "-", "…": "...", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "\xa0": " "}
)
CHAPTER_LEVEL = 2  # heading level of chapters; sections within a chapter have higher levels


class Style(Enum):
    """The style of a piece of text."""

    PLAIN = "plain"
    BOLD = "bold"
    EMPHASIS = "emphasis"
    CODE = "code"


class Span(NamedTuple):
    """A piece of text in one style."""

    text: str
    style: Style = Style.PLAIN


Spans: TypeAlias = tuple[Span, ...]
_Piece: TypeAlias = tuple[str, Style]


class Paragraph(NamedTuple):
    """Text wrapped to any number of lines."""

    spans: Spans


class ListItem(NamedTuple):
    """An entry of a list. ``marker`` is the text before it, a bullet ``-`` or a number with a full stop."""

    marker: str
    spans: Spans


class Listing(NamedTuple):
    """The entries of a list."""

    items: tuple[ListItem, ...]


class Table(NamedTuple):
    """A table; all rows, the header row first, have the same number of cells."""

    rows: tuple[tuple[Spans, ...], ...]


class Code(NamedTuple):
    """Preformatted lines."""

    lines: tuple[str, ...]


class Cards(NamedTuple):
    """Columns of cards."""

    words: str
    source: str  # path, relative to the manual, of the picture that other viewers of the text show
    columns: tuple[tuple[Card, ...], ...]  # cards of each column, open card last; an empty column is an empty place


class Screenshot(NamedTuple):
    """A picture of the screen. ``source`` is its path relative to the manual; ``words`` describe it."""

    words: str
    source: str


Block: TypeAlias = Paragraph | Listing | Table | Code | Cards | Screenshot


class Section(NamedTuple):
    """A heading (``level`` 1 to 3) and its content up to the next heading."""

    level: int
    title: str
    blocks: tuple[Block, ...]


def load_pages(data: bytes) -> tuple[Section, ...]:
    """Return the sections of a manual that ``tools/build_data.py`` has compiled; the first section is the title."""
    return tuple(Section(level, title, tuple(map(_block, blocks))) for level, title, blocks in json.loads(data))


def _block(parts: list[Any]) -> Block:
    match parts:
        case ["Listing", items]:
            return Listing(tuple(ListItem(marker, _spans(spans)) for marker, spans in items))
        case ["Table", rows]:
            return Table(tuple(tuple(map(_spans, cells)) for cells in rows))
        case ["Code", lines]:
            return Code(tuple(lines))
        case ["Cards", words, source, columns]:
            return Cards(words, source, tuple(map(tuple, columns)))
        case ["Screenshot", words, source]:
            return Screenshot(words, source)
    return Paragraph(_spans(parts[1]))


def _spans(spans: list[list[str]]) -> Spans:
    return tuple(Span(text, Style(style)) for text, style in spans)


# ---- layout for a width


class LineRule(Enum):
    """A rule drawn in addition to the characters of a line."""

    NONE = "none"
    BELOW = "below"  # a line below, as wide as the page
    LEFT = "left"  # a bar on the left


class Run(NamedTuple):
    """Characters in one style, starting at a column."""

    column: int
    text: str
    style: Style


class PageLine(NamedTuple):
    """A line of the page. ``strip`` is its part of a picture or of columns of cards, with its number from the top."""

    runs: tuple[Run, ...] = ()
    rule: LineRule = LineRule.NONE
    strip: tuple[Cards | Screenshot, int] | None = None

    @property
    def text(self) -> str:
        text = ""
        for run in self.runs:
            text = text.ljust(run.column) + run.text
        return text


class Mark(NamedTuple):
    """A part of a line, excluding ``end``."""

    line: int
    first: int
    end: int


Sizes: TypeAlias = Callable[[str], tuple[int, int]]
"""Function from the source of a picture to the columns and lines it occupies."""


class PageLayout:
    """Sections laid out for a width of at least MIN_COLUMNS columns.

    Attributes:
        starts: the first line of each section
    """

    def __init__(self, columns: int, sizes: Sizes) -> None:
        """Create an empty page. A picture wider than the page will be replaced by its description."""
        self.columns = columns
        self.lines: list[PageLine] = []
        self.starts: list[int] = []
        self._sizes = sizes

    def section_at(self, line: int) -> int:
        return max(number for number, start in enumerate(self.starts) if start <= line)

    def find(self, wanted: str) -> list[tuple[Mark, ...]]:
        """Return the places of a text, ignoring case; a match that continues on the next line has two marks."""
        words = screen_text(wanted).split()
        if not words:
            return []
        texts = [line.text for line in self.lines]
        begins, length = [], 0
        for text in texts:
            begins.append(length)
            length += len(text) + 1
        pattern = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE)
        matches = pattern.finditer("\n".join(texts))
        return [tuple(_marks(match.span(), texts, begins)) for match in matches]

    def fill(self, sections: Sequence[Section]) -> Generator[None, None, None]:
        """Lay out sections in slices: yield after each paragraph, list item or table row."""
        for section in sections:
            self._blank()
            self.starts.append(len(self.lines))
            self._bold((Span(section.title),))
            self.lines[-1] = self.lines[-1]._replace(rule=LineRule.BELOW if section.level < 3 else LineRule.NONE)
            for block in section.blocks:
                self._blank()
                yield from self._block(block)

    def _blank(self) -> None:
        if self.lines:
            self.lines.append(PageLine())

    def _block(self, block: Block) -> Iterator[None]:
        match block:
            case Paragraph():
                self.lines += [PageLine(runs) for runs in wrap(block.spans, self.columns)]
            case Listing():
                for item in block.items:
                    self._item(item)
                    yield
            case Table():
                yield from self._table(block)
            case Code():
                self._code(block)
            case Cards():
                lines = _CARD_LINES + max(1, *map(len, block.columns)) - 1
                self.lines += [PageLine(strip=(block, part)) for part in range(lines)]
            case Screenshot():
                self._picture(block)
        yield

    def _picture(self, block: Screenshot) -> None:
        columns, lines = self._sizes(block.source)
        if columns <= self.columns:
            self.lines += [PageLine(strip=(block, part)) for part in range(lines)]
        else:
            # Its style and a bar distinguish the description from the following text.
            words = wrap((Span(block.words, Style.EMPHASIS),), self.columns - _INDENT)
            self.lines += [PageLine(_moved(runs, _INDENT), LineRule.LEFT) for runs in words]

    def _item(self, item: ListItem) -> None:
        marker = "\u2219" if item.marker in "-*" else item.marker
        indent = len(marker) + 1
        first, *others = [_moved(runs, indent) for runs in wrap(item.spans, self.columns - indent)]
        self.lines.append(PageLine((Run(0, marker, Style.PLAIN), *first)))
        self.lines += [PageLine(runs) for runs in others]

    def _code(self, block: Code) -> None:
        width = self.columns - _INDENT
        for text in map(screen_text, block.lines):
            for at in range(0, max(len(text), 1), width):
                part = text[at : at + width]
                self.lines.append(PageLine((Run(_INDENT, part, Style.CODE),) if part.strip() else (), LineRule.LEFT))

    def _table(self, table: Table) -> Iterator[None]:
        widths = _column_widths(table, self.columns)
        yield
        if widths is None:
            yield from self._entries(table)
            return
        head = [tuple(span._replace(style=Style.BOLD) for span in cell) for cell in table.rows[0]]
        rows = [head, *table.rows[1:]]
        wrapped = []
        for row in rows:
            wrapped.append([wrap(cell, width) for cell, width in zip(row, widths, strict=True)])
            yield
        # If any cell has several lines, separate all rows, so that their ends are visible.
        apart = any(len(cell) > 1 for row in wrapped[1:] for cell in row)
        starts = [sum(widths[:column]) + _COLUMN_GAP * column for column in range(len(widths))]
        for number, cells in enumerate(wrapped):
            if apart and number > 1:
                self.lines.append(PageLine())
            for at in range(max(map(len, cells))):
                parts = [_moved(cell[at], start) for cell, start in zip(cells, starts, strict=True) if at < len(cell)]
                self.lines.append(PageLine(sum(parts, ())))
            if number == 0:
                self.lines[-1] = self.lines[-1]._replace(rule=LineRule.BELOW)

    def _entries(self, table: Table) -> Iterator[None]:
        """Lay out a table that is too wide for columns: each row separately, its cells below each other."""
        (name, *heads), *rows = table.rows
        single = len(heads) == 1
        self._bold((*name, Span(": "), *heads[0]) if single else name)
        self.lines[-1] = self.lines[-1]._replace(rule=LineRule.BELOW)
        for number, (first, *others) in enumerate(rows):
            if number:
                self.lines.append(PageLine())
            self._bold(first)
            for head, cell in zip(heads, others, strict=True):
                named = cell if single else (*head, Span(": "), *cell)
                self.lines += [PageLine(_moved(runs, _INDENT)) for runs in wrap(named, self.columns - _INDENT)]
            yield

    def _bold(self, spans: Spans) -> None:
        bold = tuple(span._replace(style=Style.BOLD) for span in spans)
        self.lines += [PageLine(runs) for runs in wrap(bold, self.columns)]


def _marks(span: tuple[int, int], texts: Sequence[str], begins: Sequence[int]) -> Iterator[Mark]:
    for number in range(bisect_right(begins, span[0]) - 1, bisect_left(begins, span[1])):
        text, begin = texts[number], begins[number]
        first, end = max(span[0] - begin, 0), min(span[1] - begin, len(text))
        first += len(text[first:]) - len(text[first:].lstrip())
        if first < end:
            yield Mark(number, first, end)


def wrap(spans: Spans, columns: int) -> list[tuple[Run, ...]]:
    """Wrap text at blanks to ``columns``, also breaking words that are too long. Return at least one line."""
    lines: list[list[_Piece]] = [[]]
    width = 0
    for word in _words(spans):
        length = sum(len(text) for text, _ in word)
        if lines[-1] and width + 1 + length > columns:
            lines.append([])
            width = 0
        if lines[-1]:
            # A blank between two words of one style has that style.
            lines[-1].append((" ", word[0][1] if lines[-1][-1][1] == word[0][1] else Style.PLAIN))
            width += 1
        lines[-1] += word
        width += length
        while width > columns:
            lines[-1:] = _broken(lines[-1], columns)
            width -= columns
    return [tuple(_runs(line)) for line in lines]


def _words(spans: Spans) -> Iterator[list[_Piece]]:
    word: list[_Piece] = []
    for span in spans:
        for place, text in enumerate(screen_text(span.text).split(" ")):
            if place and word:
                yield word
                word = []
            if text:
                word.append((text, span.style))
    if word:
        yield word


def _broken(line: Sequence[_Piece], columns: int) -> tuple[list[_Piece], list[_Piece]]:
    """Return the part of a line that fits in ``columns``, and the rest."""
    first: list[_Piece] = []
    rest: list[_Piece] = []
    for text, style in line:
        first += [(text[:columns], style)] if columns > 0 else []
        rest += [(text[max(columns, 0) :], style)] if len(text) > columns else []
        columns -= len(text)
    return first, rest


def _runs(pieces: Iterable[_Piece]) -> Iterator[Run]:
    column = 0
    for style, group in groupby(pieces, lambda piece: piece[1]):
        text = "".join(text for text, _ in group)
        yield Run(column, text, style)
        column += len(text)


def screen_text(text: str) -> str:
    """Return text with only characters of the system font."""
    return charset.decode(charset.encode(text.translate(_LOOKALIKES), "replace"))


def _moved(runs: Sequence[Run], columns: int) -> tuple[Run, ...]:
    return tuple(run._replace(column=run.column + columns) for run in runs)


def _column_widths(table: Table, columns: int) -> list[int] | None:
    """Return the widths of the columns, or None if some column cannot hold its longest word.

    Columns are as wide as their longest cell if possible, but the last column gets at least three fifths of the page.
    """
    cells = [
        [screen_text("".join(span.text for span in cell)) for cell in column]
        for column in zip(*table.rows, strict=True)
    ]
    *first, last = [max(map(len, column)) for column in cells]
    *words, last_word = [max(map(len, " ".join(column).split(" "))) for column in cells]
    room = columns - _COLUMN_GAP * len(first)
    if sum(words) + last_word > room:
        return None
    most = room - max(min(last, columns * 3 // 5), last_word)
    while sum(first) > most and first != words:
        spare = [width if width > word else 0 for width, word in zip(first, words, strict=True)]
        first[spare.index(max(spare))] -= 1
    return [*first, room - sum(first)]


# ---- table of contents


class ContentsEntry(NamedTuple):
    """A line of the contents: the section it leads to, its text, and whether that section is being read."""

    section: int
    text: str
    current: bool


def contents(sections: Sequence[Section], current: int, columns: int) -> list[ContentsEntry]:
    """Return the lines of the contents while section ``current`` is being read; long titles are wrapped."""
    read = _chapter(sections, current)
    entries: list[ContentsEntry] = []
    for number, section in enumerate(sections):
        within = section.level > CHAPTER_LEVEL
        if within and _chapter(sections, number) != read:
            continue
        first = "  " if within else ""
        lines = textwrap.wrap(screen_text(section.title), columns, initial_indent=first, subsequent_indent=first + " ")
        entries += [ContentsEntry(number, line, number == current) for line in lines]
    return entries


def shown_part(entries: Sequence[ContentsEntry], rows: int) -> Sequence[ContentsEntry]:
    """Return at most ``rows`` lines of the contents, including the current section."""
    last = max(number for number, entry in enumerate(entries) if entry.current)
    first = min(max(last - rows // 2, 0), max(len(entries) - rows, 0))
    return entries[first : first + rows]


def _chapter(sections: Sequence[Section], number: int) -> int:
    """Return the chapter of a section: itself, or the last chapter before it."""
    return max(n for n in range(number + 1) if sections[n].level <= CHAPTER_LEVEL)
