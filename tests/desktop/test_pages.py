"""The manuals: complete, the same in both languages, and laid out without loss at every width."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import PurePosixPath
from typing import TypeVar

import pytest
from compilers.pages import read_pages, write_pages
from hypothesis import given
from hypothesis import strategies as st

from gemport.cards.card import parse_card, parse_cards
from gemport.desktop.help import picture_file
from gemport.desktop.pages import (
    MIN_COLUMNS,
    Block,
    Cards,
    Code,
    LineRule,
    Listing,
    ListItem,
    Mark,
    PageLayout,
    PageLine,
    Paragraph,
    Screenshot,
    Section,
    Sizes,
    Span,
    Style,
    Table,
    contents,
    load_pages,
    screen_text,
    shown_part,
    wrap,
)
from gemport.gem import FormatError
from tests.desktop.reader import MANUALS, manual
from tests.places import DATA, ROOT

B = TypeVar("B", bound=Block)


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
            case Cards() | Screenshot():
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


def blocks(lang: str, kind: type[B]) -> list[B]:
    return [block for section in manual(lang) for block in section.blocks if isinstance(block, kind)]


@pytest.mark.parametrize("lang", MANUALS)
def test_no_mark_of_the_source_is_left_in_the_text(lang: str) -> None:
    spans = [span for block in blocks(lang, Paragraph) for span in block.spans if span.style != Style.CODE]
    assert [span.text for span in spans if re.search(r"\*\*|`|\]\(|^\|", span.text)] == []


def shape(section: Section) -> tuple[object, ...]:
    tables = [(len(block.rows), len(block.rows[0])) for block in section.blocks if isinstance(block, Table)]
    lists = [len(block.items) for block in section.blocks if isinstance(block, Listing)]
    pictures: list[object] = [block.columns for block in section.blocks if isinstance(block, Cards)]
    pictures += [PurePosixPath(block.source).name for block in section.blocks if isinstance(block, Screenshot)]
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
        Listing((ListItem("-", (Span("one goes on"),)), ListItem("-", (Span("two"),)))),
        Listing((ListItem("1.", (Span("first"),)),)),
        Table((((Span("a"),), (Span("b"),)), ((Span("x | y"),), (Span("z", Style.CODE),)))),
        Code(("  code | as it is", "", "more")),
        Cards("Three columns", "cards/KC.10H-5D-0.png", (tuple(parse_cards(["KC", "TH"])), (parse_card("5D"),), ())),
        Screenshot("The menu", "pictures/de/menu.png"),
    )
    assert second == Section(2, "Next", ())
    assert load_pages(write_pages((first, second))) == (first, second)


def test_styles_within_a_text() -> None:
    (section,) = read_pages("# T\n\na **b c** *d* `e*f*` [g](h.md) 2 * 3 * 4")
    pieces = (
        Span("a "),
        Span("b c", Style.BOLD),
        Span(" "),
        Span("d", Style.EMPHASIS),
        Span(" "),
        Span("e*f*", Style.CODE),
        Span(" g 2 * 3 * 4"),
    )
    assert section.blocks == (Paragraph(pieces),)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("words", "line 1: a text without a heading above it"),
        ("# T\n\n> a quotation", "line 3: Help has no blockquote"),
        ("# T\n\n- a\n  - b", "line 3: a list item holds one paragraph"),
        ("# T\n\na <b>c</b>", "line 3: Help has no html_inline within a text"),
        ("# T\n\n![x](vierfrei.png)", "line 3: vierfrei.png: 'vierfrei' is not a card"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=re.escape(reason)):
        read_pages(text, "m.md")


def test_the_pictures_are_those_that_the_manuals_name() -> None:
    named = {block.source for lang in MANUALS for block in blocks(lang, Cards)}
    docs = ROOT / "docs"
    assert named
    assert {path.relative_to(docs).as_posix() for path in (docs / "cards").rglob("*.png")} == named


@pytest.mark.parametrize("lang", MANUALS)
def test_each_language_shows_the_screens_in_its_own_words(lang: str) -> None:
    """Every screenshot appears exactly once, and the program has a copy of each."""
    named = [block.source for block in blocks(lang, Screenshot)]
    folder = "pictures" if lang == "en" else f"pictures/{lang}"
    made = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs" / folder).glob("*.png")]
    assert len(made) >= 8
    assert sorted(named) == sorted(made)
    assert [source for source in named if not (DATA / picture_file(source)).is_file()] == []


# ---- the layout


def lay_out(sections: Sequence[Section], columns: int, sizes: Sizes = lambda _: (999, 1)) -> PageLayout:
    """Lay out sections; by default no picture fits, so that its words replace it."""
    layout = PageLayout(columns, sizes)
    for _ in layout.fill(sections):
        pass
    return layout


def laid(text: str, columns: int) -> PageLayout:
    return lay_out(read_pages(text), columns)


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("lang", MANUALS)
@pytest.mark.parametrize("columns", [MIN_COLUMNS, 33, 54, 80, 137])
def test_nothing_sticks_out_or_lies_on_something_else(lang: str, columns: int) -> None:
    layout = lay_out(manual(lang), columns)
    for line in layout.lines:
        ends = [0]
        for run in line.runs:
            assert run.text
            assert run.column >= ends[-1]
            ends.append(run.column + len(run.text))
        assert ends[-1] <= columns


@pytest.mark.parametrize("lang", MANUALS)
@pytest.mark.parametrize("columns", [MIN_COLUMNS, 54])
def test_all_characters_are_on_the_page(lang: str, columns: int) -> None:
    for section in manual(lang):
        page = "".join(line.text for line in lay_out([section], columns).lines)
        shown = [block for block in section.blocks if not isinstance(block, Cards)]
        blocks = [Paragraph((Span(block.words),)) if isinstance(block, Screenshot) else block for block in shown]
        without = Section(section.level, section.title, tuple(blocks))
        words = screen_text("".join(words_of(without)))
        # Table cells next to each other mix their lines; below each other, they repeat the heads.
        there, wanted = Counter(squeezed(page).replace("\u2219", "")), Counter(squeezed(words))
        assert not wanted - there
        tables = any(isinstance(block, Table) for block in section.blocks)
        assert tables or there == wanted or "1." in page


@pytest.mark.parametrize("lang", MANUALS)
def test_the_font_has_every_character_of_the_manual(lang: str) -> None:
    texts = {text for section in manual(lang) for text in words_of(section) if "?" not in text}
    assert [text for text in texts if "?" in screen_text(text)] == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        # A table has columns.
        (
            "| key | what it does |\n|-|-|\n| F1 | begins a new game of cards |\n| F10 | ends |",
            ["key  what it does", "F1   begins a new game", "     of cards", "", "F10  ends"],
        ),
        # Without blank lines if all rows have one line.
        ("| a | b |\n|-|-|\n| c | d |\n| e | f |", ["a  b", "c  d", "e  f"]),
        # The last column has at least three fifths of the page.
        (
            "| a | b |\n|-|-|\n| a long first column | 12345 12345 12345 12345 |",
            ["a         b", "a long    12345 12345", "first     12345 12345", "column"],
        ),
        (
            "| a | b | c |\n|-|-|-|\n| aaaa bbbb cccc | x | 1234567 123456 8 |",
            ["a      b  c", "aaaa   x  1234567 123456", "bbbb      8", "cccc"],
        ),
        *(
            (f"| a | b |\n|-|-|\n| {word} | 123456789012 |", lines)
            for word, lines in (
                (10 * "a", ["a           b", "aaaaaaaaaa  123456789012"]),
                (11 * "a", ["a: b", "aaaaaaaaaaa", "  123456789012"]),
            )
        ),
        # A table too narrow for its words lists its cells below each other.
        (
            "| key | VIERFREI | FreeCell |\n|-|-|-|\n| F1 | unfinished games | - |\n| ^Y | again | redo |",
            [
                "key",
                "F1",
                "  VIERFREI: unfinished",
                "  games",
                "  FreeCell: -",
                "",
                "^Y",
                "  VIERFREI: again",
                "  FreeCell: redo",
            ],
        ),
        (
            "| option | what it does |\n|-|-|\n| --a-long-option | something-or-other |",
            ["option: what it does", "--a-long-option", "  something-or-other"],
        ),
        # List items are indented, and code is unchanged.
        (
            "- a point of more words than fit\n\n```\n  x  =  1\n\n" + "y" * 30 + "\n```",
            ["\u2219 a point of more words", "  than fit", "", "    x  =  1", "", "  " + "y" * 22, "  " + "y" * 8],
        ),
    ],
)
def test_how_blocks_are_laid_out(text: str, lines: list[str]) -> None:
    page = laid(f"# T\n{text}", 24).lines[2:]
    assert [line.text for line in page] == lines
    assert (page[0].rule == LineRule.BELOW) is text.startswith("|")


@pytest.mark.parametrize("lang", MANUALS)
@pytest.mark.parametrize("columns", [40, 53, 61, 77, 137])
def test_no_word_of_a_table_is_broken(lang: str, columns: int) -> None:
    for table in blocks(lang, Table):
        page = lay_out([Section(1, "T", (table,))], columns)
        texts = [line.text for line in page.lines]
        seen = {word for text in texts for word in (*text.split(), *text.replace(":", " ").split())}
        cells = (screen_text("".join(span.text for span in cell)) for row in table.rows for cell in row)
        assert {word for cell in cells for word in cell.split() if len(word) <= columns - 2} <= seen


@pytest.mark.parametrize("lang", MANUALS)
def test_no_two_pictures_follow_each_other(lang: str) -> None:
    """If neither picture fits, the words of one would seem to belong to the other."""
    for section in manual(lang):
        for first, second in pairwise(section.blocks):
            assert not isinstance(first, Screenshot) or not isinstance(second, Cards | Screenshot), second


def test_a_picture_takes_its_lines_where_the_page_is_wide_enough() -> None:
    sections = read_pages("# T\n\n![The menu](pictures/menu.png)\n\nEnd")
    wide = lay_out(sections, 40, lambda source: (40, 3))
    assert [line.strip for line in wide.lines if line.strip] == [(sections[0].blocks[0], part) for part in range(3)]
    narrow = lay_out(sections, 39, lambda source: (40, 3))
    assert [line.text for line in narrow.lines] == ["T", "", "  The menu", "", "End"]
    assert (narrow.lines[2].rule, narrow.lines[2].runs[-1].style) == (LineRule.LEFT, Style.EMPHASIS)


def filled(words: list[str], columns: int) -> list[str]:
    """Return lines with as many words as fit; a word too long for a line continues below."""
    lines = [""]
    for word in words:
        if lines[-1] and len(f"{lines[-1]} {word}") > columns:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
        while len(lines[-1]) > columns:
            lines[-1:] = lines[-1][:columns], lines[-1][columns:]
    return lines


@given(
    st.lists(st.tuples(st.text("a é", max_size=9), st.sampled_from((Style.PLAIN, Style.BOLD))), max_size=6),
    st.integers(1, 9),
)
def test_wrapped_text_keeps_its_words_and_styles(pieces: list[tuple[str, Style]], columns: int) -> None:
    lines = wrap(tuple(Span(*piece) for piece in pieces), columns)
    wanted = [(character, style) for text, style in pieces for character in text if character != " "]
    got = [(character, run.style) for runs in lines for run in runs for character in run.text if character != " "]
    assert got == wanted
    texts = ["".join(run.text for run in runs) for runs in lines]
    assert texts == filled("".join(text for text, _ in pieces).split(), columns)
    assert texts == [PageLine(runs).text for runs in lines]
    assert all(run.text for runs in lines for run in runs)
    for runs in lines:
        places = [(character, run.style) for run in runs for character in run.text]
        for (_, before), (letter, style), (_, after) in zip(places, places[1:], places[2:], strict=False):
            assert letter != " " or style == (before if before == after else Style.PLAIN)


def test_the_commonest_letter_is_found_everywhere() -> None:
    layout = lay_out(manual(), 60)
    found = [(mark.line, mark.first, mark.end) for (mark,) in layout.find("e")]
    texts = enumerate(line.text.lower() for line in layout.lines)
    assert found == [(line, at, at + 1) for line, text in texts for at, letter in enumerate(text) if letter == "e"]


def test_what_is_not_there_is_not_found() -> None:
    layout = laid("# T\nab (c", 40)
    assert [len(layout.find(text)) for text in ("zebra", "  ", "(C")] == [0, 0, 1]


def test_the_marks_of_what_is_found_leave_out_indents_and_empty_lines() -> None:
    layout = laid("# T\n- a point of more words than fit\n\nthe end", 24)
    assert [line.text for line in layout.lines[2:]] == ["\u2219 a point of more words", "  than fit", "", "the end"]
    assert layout.find("Words  THAN") == [(Mark(2, 18, 23), Mark(3, 2, 6))]
    assert layout.find("fit the") == [(Mark(3, 7, 10), Mark(5, 0, 3))]


def test_contents_show_all_chapters_and_the_sections_of_the_one_read() -> None:
    sections = read_pages("# M\n## One\n### Under one\n## Two\n### Under two, with a long title\n## Three")
    assert [entry.text for entry in contents(sections, 0, 20)] == ["M", "One", "Two", "Three"]
    assert [entry.text for entry in contents(sections, 2, 20)] == ["M", "One", "  Under one", "Two", "Three"]
    entries = contents(sections, 4, 20)
    assert [entry.text for entry in entries] == ["M", "One", "Two", "  Under two, with a", "   long title", "Three"]
    assert [entry.section for entry in entries] == [0, 1, 3, 4, 4, 5]
    assert [entry.current for entry in entries] == [False, False, False, True, True, False]


@pytest.mark.parametrize(("current", "first"), list(enumerate([0, 0, 1, 2, 4, 4])))
def test_where_the_contents_are_too_long_the_section_read_is_in_the_middle(current: int, first: int) -> None:
    sections = read_pages("# M\n## C1\n## C2\n## C3\n## A long title of two lines\n## C5")
    entries = contents(sections, current, 20)
    assert shown_part(entries, 3) == entries[first : first + 3]
    assert shown_part(entries, 9) == entries
