"""Build the man page, docs/man/gemport.1, from the help of the commands and chapters of the documents.

``build_man.py`` writes the page if it has changed. ``build_man.py --check`` writes nothing and exits with 1 if it has.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator

from checkout import ROOT
from compilers.pages import read_pages
from source import update

from gemport import __version__
from gemport.cli.main import command_parsers
from gemport.cli.terminal import Parser, report_bad_input
from gemport.desktop.pages import Block, Code, Listing, Paragraph, Section, Spans, Style, Table
from gemport.gem import FormatError

PAGE = ROOT / "docs" / "man" / "gemport.1"
DOCUMENTS = ROOT / "docs" / "manual.md", ROOT / "docs" / "commands.md"
CHAPTERS = ("Which game you get", "Files", "Exit status")
"""Headings of the chapters that the page includes, in this order."""
_EXAMPLES = "examples:\n"
_FONTS = {Style.BOLD: "B", Style.CODE: "B", Style.EMPHASIS: "I"}


def page() -> str:
    """Return the text of the man page. Raises FormatError if the documents lack a chapter."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    main, commands = command_parsers()
    yield '.\\" Made by tools/build_man.py.'
    yield f'.TH GEMPORT 1 "" "gemport {__version__}" "User Commands"'
    yield ".SH NAME"
    yield "gemport \\- VIERFREI, FreeCell and Großfamilien on a thin, faithful GEM"
    yield ".SH SYNOPSIS"
    for parser in (main, *commands.values()):
        yield from _synopsis(parser)
    yield ".SH DESCRIPTION"
    yield plain(str(main.description))
    counted = Counter(map(_key, (action for parser in commands.values() for action in _options(parser))))
    common = {_key(action): action for parser in commands.values() for action in _options(parser)}
    yield ".SH COMMANDS"
    for name, parser in commands.items():
        yield f".SS {plain(f'gemport {name}')}"
        yield plain(str(parser.description))
        for action in _shown(parser):
            if not action.option_strings or (action.dest != "help" and counted[_key(action)] == 1):
                yield from _argument(action)
        yield from _epilog(parser)
    yield ".SH COMMON OPTIONS"
    yield "Options of more than one command; each command's own help says whether it has them."
    for key, action in common.items():
        if counted[key] > 1 and action.dest != "help":
            yield from _argument(action)
    yield from _epilog(main)
    sections = {
        section.title: section
        for path in DOCUMENTS
        for section in read_pages(path.read_text(encoding="utf-8"), path.name)
    }
    for title in CHAPTERS:
        if title not in sections:
            raise FormatError(DOCUMENTS[-1].name, f"there is no chapter {title!r}")
        yield from _chapter(sections[title])
    yield ".SH SEE ALSO"
    yield "The manual is the program's own Help: the key F11 opens it."


def _options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in _shown(parser) if action.option_strings]


def _shown(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if action.help != argparse.SUPPRESS]


def _key(action: argparse.Action) -> tuple[str, str]:
    return action.option_strings[0], str(action.help)


def _synopsis(parser: argparse.ArgumentParser) -> Iterator[str]:
    usage = " ".join(parser.format_usage().removeprefix("usage:").split())
    words = re.match(r"gemport( [a-z-]+)?", usage)
    name = words[0] if words else "gemport"
    yield f".TP\n.B {plain(name)}"
    yield plain(usage.removeprefix(name).strip())


def _argument(action: argparse.Action) -> Iterator[str]:
    value = "" if action.nargs == 0 else str(action.metavar or "|".join(map(str, action.choices or ())))
    named = ", ".join(f"\\fB{plain(name)}\\fP" for name in action.option_strings)
    yield ".TP"
    yield " ".join(filter(None, (named, f"\\fI{plain(value)}\\fP" if value else "")))
    yield plain(str(action.help))


def _epilog(parser: argparse.ArgumentParser) -> Iterator[str]:
    late = getattr(parser, "late", None)
    texts = [parser.epilog or "", late() if late is not None else ""]
    for part in filter(None, "\n\n".join(texts).split("\n\n")):
        title, _, lines = part.partition("\n")
        yield f".PP\n.B {plain(title.capitalize())}"
        yield f".nf\n{plain(lines)}\n.fi"


def _chapter(section: Section) -> Iterator[str]:
    yield f".SH {plain(section.title.upper())}"
    for block in section.blocks:
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph():
            yield f".PP\n{_text(block.spans)}"
        case Listing():
            for item in block.items:
                yield f".IP \\(bu 2\n{_text(item.spans)}"
        case Table():
            for row in block.rows[1:]:
                yield f".TP\n{_text(row[0])}\n{' '.join(map(_text, row[1:]))}"
        case Code():
            yield f".PP\n.nf\n{plain(chr(10).join(block.lines))}\n.fi"
        case _:
            raise FormatError(DOCUMENTS[-1].name, "a man page shows no pictures")


def _text(spans: Spans) -> str:
    return "".join(f"\\f{_FONTS[s.style]}{plain(s.text)}\\fP" if s.style in _FONTS else plain(s.text) for s in spans)


def plain(text: str) -> str:
    """Escape text for roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Exit status: 0 page built (or current), 1 out of date with --check, 2 invalid documents."""
    parser = Parser(description="Make the man page.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if something would be written")
    check = parser.parse_args(arguments).check
    try:
        return update(PAGE, page().encode(), ROOT, check)
    except (FormatError, OSError) as error:
        return report_bad_input(error, "build_man")


if __name__ == "__main__":
    sys.exit(main())
