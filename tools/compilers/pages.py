"""Reader of the manuals, and writer of the files that Help loads.

A manual is Markdown: headings of three levels, paragraphs, lists of paragraphs, tables, fenced code, and pictures on
lines of their own. ``![words](cards/KC.QH-5S-0.png)`` shows columns of cards side by side: cards are rank and suit,
separated by ``.`` within a column, open card last, and ``0`` is an empty place. ``![words](pictures/name.png)`` shows a
part of the screen. Of links, only the words remain.
"""

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import PurePosixPath

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from gemport.cards.card import CardError, parse_card
from gemport.desktop.pages import (
    Block,
    Cards,
    Code,
    Listing,
    ListItem,
    Paragraph,
    Screenshot,
    Section,
    Span,
    Spans,
    Style,
    Table,
)
from gemport.gem import FormatError

_EMPTY_PLACE = "0"
_SCREENSHOT_FOLDER = "pictures/"
_STYLES = {"strong": Style.BOLD, "em": Style.EMPHASIS}


def read_pages(text: str, name: str = "manual") -> tuple[Section, ...]:
    """Parse a manual into its sections, in order; the first heading is the title.

    Raises FormatError for text before the first heading, and for anything else than the subset above.
    """
    sections: list[tuple[int, str, list[Block]]] = []
    for node in SyntaxTreeNode(MarkdownIt().enable("table").parse(text)).children:
        try:
            if node.type == "heading":
                title = "".join(span.text for span in _spans(node.children[0]))
                sections.append((int(node.tag.removeprefix("h")), title, []))
            elif sections:
                sections[-1][2].append(_block(node))
            else:
                raise ValueError("a text without a heading above it")
        except ValueError as error:
            raise FormatError(name, str(error), line=1 + (node.map or (0, 0))[0]) from None
    return tuple(Section(level, title, tuple(blocks)) for level, title, blocks in sections)


def write_pages(sections: tuple[Section, ...]) -> bytes:
    """Return the file of a manual: JSON with a line per section."""
    encode = json.JSONEncoder(default=lambda style: style.value, ensure_ascii=False, separators=(",", ":")).encode
    named = ([level, title, [[type(block).__name__, *block] for block in blocks]] for level, title, blocks in sections)
    return ("[" + ",\n".join(map(encode, named)) + "]\n").encode()


def _block(node: SyntaxTreeNode) -> Block:
    match node.type:
        case "paragraph":
            first, *others = node.children[0].children
            return _picture(first) if first.type == "image" and not others else Paragraph(_spans(node.children[0]))
        case "bullet_list" | "ordered_list":
            return Listing(tuple(ListItem(item.info + item.markup, _item(item)) for item in node.children))
        case "table":
            rows = (row for part in node.children for row in part.children)
            return Table(tuple(tuple(_spans(cell.children[0]) for cell in row.children) for row in rows))
        case "fence":
            return Code(tuple(line.rstrip() for line in node.content.splitlines()))
    raise ValueError(f"Help has no {node.type}")


def _item(item: SyntaxTreeNode) -> Spans:
    if [child.type for child in item.children] != ["paragraph"]:
        raise ValueError("a list item holds one paragraph")
    return _spans(item.children[0].children[0])


def _picture(node: SyntaxTreeNode) -> Cards | Screenshot:
    words, source = node.content, str(node.attrs["src"])
    if source.startswith(_SCREENSHOT_FOLDER):
        return Screenshot(words, source)
    try:
        columns = PurePosixPath(source).stem.split("-")
        cards = (tuple(map(parse_card, column.split(".") if column != _EMPTY_PLACE else ())) for column in columns)
        return Cards(words, source, tuple(cards))
    except CardError as error:
        raise ValueError(f"{source}: {error}") from None


def _spans(inline: SyntaxTreeNode) -> Spans:
    """Return the text of a block, with neighbouring pieces of one style joined."""
    pieces = (span for span in _pieces(inline, Style.PLAIN) if span.text)
    styles = groupby(pieces, lambda span: span.style)
    return tuple(Span("".join(span.text for span in spans), style) for style, spans in styles)


def _pieces(parent: SyntaxTreeNode, style: Style) -> Iterator[Span]:
    for node in parent.children:
        match node.type:
            case "text":
                yield Span(node.content, style)
            case "softbreak":
                yield Span(" ", style)
            case "code_inline":
                yield Span(node.content, Style.CODE)
            case "strong" | "em" | "link":
                yield from _pieces(node, _STYLES.get(node.type, style))
            case _:
                raise ValueError(f"Help has no {node.type} within a text")
