"""The contents beside the page: all chapters, and the sections of the one that is read."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from gemport.desktop.help.layout import screen_text
from gemport.desktop.help.pages import Section

CHAPTER = 2
"""The level of a chapter's heading; sections within it have higher ones."""

_INDENT = "  "


class Entry(NamedTuple):
    """A line of the contents: the section that it leads to, its text, and whether that section is the one read."""

    section: int
    text: str
    current: bool


def contents(sections: Sequence[Section], current: int, columns: int) -> list[Entry]:
    """The lines of the contents while the section ``current`` is read; long titles take several."""
    read = _chapter(sections, current)
    found: list[Entry] = []
    for number, section in enumerate(sections):
        within = section.level > CHAPTER
        if within and _chapter(sections, number) != read:
            continue
        first = _INDENT if within else ""
        lines = textwrap.wrap(screen_text(section.title), columns, initial_indent=first, subsequent_indent=first + " ")
        found += [Entry(number, line, number == current) for line in lines]
    return found


def shown_part(entries: Sequence[Entry], rows: int) -> Sequence[Entry]:
    """As many lines as there is room for, that of the section read among them."""
    last = max((number for number, entry in enumerate(entries) if entry.current), default=0)
    first = min(max(last - rows // 2, 0), max(len(entries) - rows, 0))
    return entries[first : first + rows]


def _chapter(sections: Sequence[Section], number: int) -> int:
    """The chapter to which a section belongs: itself, or the last one before."""
    return max((n for n in range(number + 1) if sections[n].level <= CHAPTER), default=0)
