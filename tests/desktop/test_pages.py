"""The manuals are read whole, and say the same in both languages."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

from gemport.cards.card import parse_card, parse_cards
from gemport.desktop.help import picture_file
from gemport.desktop.pages import (
    Cards,
    Code,
    Item,
    Listing,
    Paragraph,
    Picture,
    Section,
    Span,
    Style,
    Table,
    read_pages,
    read_spans,
)
from gemport.gem import FormatError
from tests.desktop.reader import MANUALS, manual
from tests.places import DATA, ROOT


def words_of(section: Section) -> Iterator[str]:
    yield section.title
    for block in section.blocks:
        match block:
            case Paragraph(spans):
                yield from (span.text for span in spans)
            case Listing(items):
                yield from (span.text for item in items for span in item.spans)
            case Table(rows):
                yield from (span.text for row in rows for cell in row for span in cell)
            case Code(lines):
                yield from lines
            case Cards() | Picture():
                yield f"{block.words}{block.source}"


def letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text)


@pytest.mark.parametrize("lang", MANUALS)
def test_no_word_of_a_manual_is_lost(lang: str) -> None:
    text = (ROOT / "docs" / MANUALS[lang]).read_text(encoding="utf-8")
    without_links = re.sub(r"(?<!!)\[([^]]*)\]\([^)]*\)", r"\1", text)
    read = "".join(letters(words) for section in manual(lang) for words in words_of(section))
    wanted = re.sub(r"(?m)^(```.*|\d+\. )", "", without_links)
    assert read == letters(wanted)


@pytest.mark.parametrize("lang", MANUALS)
def test_no_mark_of_the_source_is_left_in_the_text(lang: str) -> None:
    texts = [
        span.text
        for section in manual(lang)
        for block in section.blocks
        if isinstance(block, Paragraph)
        for span in block.spans
        if span.style != Style.CODE
    ]
    assert [text for text in texts if re.search(r"\*\*|`|\]\(|^\|", text)] == []


def shape(section: Section) -> tuple[object, ...]:
    tables = [(len(block.rows), len(block.rows[0])) for block in section.blocks if isinstance(block, Table)]
    lists = [len(block.items) for block in section.blocks if isinstance(block, Listing)]
    pictures: list[object] = [block.columns for block in section.blocks if isinstance(block, Cards)]
    pictures += [PurePosixPath(block.source).name for block in section.blocks if isinstance(block, Picture)]
    return section.level, [type(block) for block in section.blocks], tables, lists, pictures


def test_both_languages_have_the_same_sections() -> None:
    english, german = manual("en"), manual("de")
    assert [section.level for section in english] == [section.level for section in german]
    assert [shape(section) for section in english] == [shape(section) for section in german]


def test_each_kind_of_block_is_read() -> None:
    text = """# Title

First line
and second.

- one
  goes on
- two

1. first

| a | b |
| --- | --- |
| x \\| y | `z` |

```sh
  code | as it is

more
```

![Three columns](cards/KC.10H-5D-0.png)

![The menu](pictures/de/menu.png)
## Next
"""
    first, second = read_pages(text)
    assert first.blocks == (
        Paragraph((Span("First line and second."),)),
        Listing((Item("-", (Span("one goes on"),)), Item("-", (Span("two"),)))),
        Listing((Item("1.", (Span("first"),)),)),
        Table((((Span("a"),), (Span("b"),)), ((Span("x | y"),), (Span("z", Style.CODE),)))),
        Code(("  code | as it is", "", "more")),
        Cards("Three columns", "cards/KC.10H-5D-0.png", (tuple(parse_cards(["KC", "TH"])), (parse_card("5D"),), ())),
        Picture("The menu", "pictures/de/menu.png"),
    )
    assert second == Section(2, "Next", ())


def test_styles_within_a_text() -> None:
    assert read_spans("a **b c** *d* `e*f*` [g](h.md) 2 * 3 * 4") == (
        Span("a "),
        Span("b c", Style.BOLD),
        Span(" "),
        Span("d", Style.EMPHASIS),
        Span(" "),
        Span("e*f*", Style.CODE),
        Span(" "),
        Span("g", Style.PLAIN),
        Span(" 2 * 3 * 4"),
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("words", "line 1: a text without a heading above it"),
        ("# T\n\n```\ncode", "line 3: the code that begins here does not end"),
        ("# T\n| a | b |\n| - | - |\n| c |", "line 4: 1 cells; the table's head has 2"),
        ("# T\n\n![x](vierfrei.png)", "line 3: vierfrei.png: 'vierfrei' is not a card"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=re.escape(reason)):
        read_pages(text, "m.md")


def test_the_pictures_are_those_that_the_manuals_name() -> None:
    named = {
        block.source
        for lang in MANUALS
        for section in manual(lang)
        for block in section.blocks
        if isinstance(block, Cards)
    }
    docs = ROOT / "docs"
    assert named
    assert {path.relative_to(docs).as_posix() for path in (docs / "cards").rglob("*.png")} == named


@pytest.mark.parametrize("lang", MANUALS)
def test_each_language_shows_the_screens_in_its_own_words(lang: str) -> None:
    """All that are made, each once, and each is there for the program, too."""
    named = [block.source for section in manual(lang) for block in section.blocks if isinstance(block, Picture)]
    folder = "pictures" if lang == "en" else f"pictures/{lang}"
    made = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs" / folder).glob("*.png")]
    assert len(made) >= 8
    assert sorted(named) == sorted(made)
    assert [source for source in named if not (DATA / picture_file(source)).is_file()] == []
