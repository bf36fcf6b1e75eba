"""The manual laid out for a width: lines of characters of the system font, rows of cards and pictures between them.

Pure: columns and lines only, no screen. A card row or picture takes as many lines as it is high.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import groupby
from typing import NamedTuple, TypeAlias

from gemport.cards.card import Card
from gemport.desktop.help.pages import (
    Block,
    Cards,
    Code,
    Item,
    Listing,
    Paragraph,
    Picture,
    Section,
    Span,
    Spans,
    Style,
    Table,
)
from gemport.gem.formats import charset

LEAST_COLUMNS = 24
"""A narrower layout is not made."""

_INDENT = 2
_GAP = 2
"""Columns between two cells of a table."""
_LOOKALIKES = str.maketrans(
    {"×": "x", "–": "-", "—": "-", "…": "...", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "\xa0": " "}
)


class Rule(Enum):
    """What is drawn besides a line's characters."""

    NONE = "none"
    BELOW = "below"
    """A line below it, as wide as the page."""
    LEFT = "left"
    """A bar at its left."""


class Run(NamedTuple):
    """Characters of one style from a column on."""

    column: int
    text: str
    style: Style


class Strip(NamedTuple):
    """The part of a row of cards that lies on one line: the ``part``-th from above."""

    cards: tuple[Card, ...]
    part: int


class Slice(NamedTuple):
    """The part of a picture that lies on one line: the ``part``-th from above. ``source``: its name."""

    source: str
    part: int


class Line(NamedTuple):
    """One line of the page."""

    runs: tuple[Run, ...] = ()
    rule: Rule = Rule.NONE
    strip: Strip | Slice | None = None

    @property
    def text(self) -> str:
        """Its characters, each in its column."""
        text = ""
        for run in self.runs:
            text = text.ljust(run.column) + run.text
        return text


class Mark(NamedTuple):
    """A stretch of a line, the end not included."""

    line: int
    first: int
    end: int


class Layout(NamedTuple):
    """A manual laid out. ``starts``: the first line of each section."""

    columns: int
    lines: tuple[Line, ...]
    starts: tuple[int, ...]

    def section_at(self, line: int) -> int:
        """The number of the section to which a line belongs."""
        return max((number for number, start in enumerate(self.starts) if start <= line), default=0)

    def find(self, wanted: str) -> list[tuple[Mark, ...]]:
        """Where a text stands, large and small letters alike; one that runs on in the next line has two marks."""
        words = screen_text(wanted).split()
        if not words:
            return []
        texts = [line.text for line in self.lines]
        begins, length = [], 0
        for text in texts:
            begins.append(length)
            length += len(text) + 1
        pattern = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE)
        found = pattern.finditer("\n".join(texts))
        return [tuple(_marks(match.span(), texts, begins)) for match in found]


def _marks(span: tuple[int, int], texts: Sequence[str], begins: Sequence[int]) -> Iterator[Mark]:
    for number, (text, begin) in enumerate(zip(texts, begins, strict=True)):
        first, end = max(span[0] - begin, 0), min(span[1] - begin, len(text))
        first += len(text[first:]) - len(text[first:].lstrip())
        if first < end:
            yield Mark(number, first, end)


Sizes: TypeAlias = Callable[[str], tuple[int, int]]
"""Gives the columns and lines that a picture takes, by its source."""


def lay_out(sections: Sequence[Section], columns: int, card_lines: int, sizes: Sizes | None = None) -> Layout:
    """Lay sections out for a width in columns; a row of cards takes ``card_lines`` lines.

    In the place of a picture that is wider than the page, or of all without ``sizes``, stand its words.
    """
    page = _Page(max(columns, LEAST_COLUMNS), card_lines, sizes)
    starts = []
    for section in sections:
        page.blank()
        starts.append(len(page.lines))
        page.heading(section)
        for block in section.blocks:
            page.blank()
            page.block(block)
    return Layout(page.columns, tuple(page.lines), tuple(starts))


def wrap(spans: Spans, columns: int) -> list[tuple[Run, ...]]:
    """Break a text at blanks into lines of so many columns; a longer word is broken too. At least one line."""
    lines: list[list[tuple[str, Style]]] = [[]]
    for word in _words(spans):
        gap = 1 if lines[-1] else 0
        if lines[-1] and len(lines[-1]) + gap + len(word) > columns:
            lines.append([])
            gap = 0
        if gap:
            # A blank between two words of one style belongs to both.
            lines[-1].append((" ", word[0][1] if lines[-1][-1][1] == word[0][1] else Style.PLAIN))
        lines[-1] += word
        while len(lines[-1]) > columns:
            lines.append(lines[-1][columns:])
            del lines[-2][columns:]
    return [tuple(_runs(line)) for line in lines]


def _words(spans: Spans) -> Iterator[list[tuple[str, Style]]]:
    characters = [(character, span.style) for span in spans for character in screen_text(span.text)]
    for blank, word in groupby(characters, lambda pair: pair[0] == " "):
        if not blank:
            yield list(word)


def _runs(characters: Sequence[tuple[str, Style]]) -> Iterator[Run]:
    column = 0
    for style, group in groupby(characters, lambda pair: pair[1]):
        text = "".join(character for character, _ in group)
        yield Run(column, text, style)
        column += len(text)


def screen_text(text: str) -> str:
    """A text in characters that the system font has."""
    return charset.decode(charset.encode(text.translate(_LOOKALIKES), "replace"))


class _Page:
    """Collects lines."""

    def __init__(self, columns: int, card_lines: int, sizes: Sizes | None) -> None:
        self.columns = columns
        self.lines: list[Line] = []
        self._card_lines = card_lines
        self._sizes = sizes

    def blank(self) -> None:
        if self.lines:
            self.lines.append(Line())

    def heading(self, section: Section) -> None:
        *above, last = wrap((Span(section.title, Style.BOLD),), self.columns)
        self.lines += [Line(runs) for runs in above]
        self.lines.append(Line(last, Rule.BELOW if section.level < 3 else Rule.NONE))

    def block(self, block: Block) -> None:
        match block:
            case Paragraph():
                self.lines += [Line(runs) for runs in wrap(block.spans, self.columns)]
            case Listing():
                for item in block.items:
                    self._item(item)
            case Table():
                self._table(block)
            case Code():
                self._code(block)
            case Cards():
                self.lines += [Line(strip=Strip(block.cards, part)) for part in range(self._card_lines)]
            case Picture():
                self._picture(block)

    def _picture(self, block: Picture) -> None:
        columns, lines = (0, 0) if self._sizes is None else self._sizes(block.source)
        if lines and columns <= self.columns:
            self.lines += [Line(strip=Slice(block.source, part)) for part in range(lines)]
        else:
            self.lines += [Line(runs) for runs in wrap((Span(block.words, Style.EMPHASIS),), self.columns)]

    def _item(self, item: Item) -> None:
        marker = "\u2219" if item.marker in "-*" else item.marker
        indent = len(marker) + 1
        first, *others = [_moved(runs, indent) for runs in wrap(item.spans, self.columns - indent)]
        self.lines.append(Line((Run(0, marker, Style.PLAIN), *first)))
        self.lines += [Line(runs) for runs in others]

    def _code(self, block: Code) -> None:
        width = self.columns - _INDENT
        for text in map(screen_text, block.lines):
            for at in range(0, max(len(text), 1), width):
                part = text[at : at + width]
                runs = (Run(_INDENT, part, Style.CODE),) if part.strip() else ()
                self.lines.append(Line(runs, Rule.LEFT))

    def _table(self, table: Table) -> None:
        widths = _column_widths(table, self.columns)
        rows = [_bold_row(table.rows[0]), *table.rows[1:]]
        wrapped = [[wrap(cell, width) for cell, width in zip(row, widths, strict=True)] for row in rows]
        # Where rows have several lines all are set apart, or nobody could tell where one ends.
        apart = any(len(cell) > 1 for row in wrapped[1:] for cell in row)
        for number, row in enumerate(wrapped):
            if apart and number > 1:
                self.lines.append(Line())
            self._row(row, widths, Rule.BELOW if number == 0 else Rule.NONE)

    def _row(self, cells: Sequence[Sequence[tuple[Run, ...]]], widths: Sequence[int], rule: Rule) -> None:
        height = max(map(len, cells))
        for number in range(height):
            runs: list[Run] = []
            column = 0
            for cell, width in zip(cells, widths, strict=True):
                runs += _moved(cell[number], column) if number < len(cell) else ()
                column += width + _GAP
            self.lines.append(Line(tuple(runs), rule if number == height - 1 else Rule.NONE))


def _bold_row(row: Sequence[Spans]) -> list[Spans]:
    return [tuple(span._replace(style=Style.BOLD) for span in cell) for cell in row]


def _moved(runs: Sequence[Run], columns: int) -> tuple[Run, ...]:
    return tuple(run._replace(column=run.column + columns) for run in runs)


def _column_widths(table: Table, columns: int) -> list[int]:
    """Each column as wide as its longest cell, but the last one has at least three fifths of what there is."""
    columns_of = zip(*table.rows, strict=True)
    natural = [max(sum(len(screen_text(span.text)) for span in cell) for cell in column) for column in columns_of]
    *first, last = natural
    gaps = _GAP * len(first)
    room = columns - gaps - min(last, columns * 3 // 5)
    while sum(first) > room and max(first) > 1:
        first[first.index(max(first))] -= 1
    return [*first, max(columns - gaps - sum(first), 1)]
