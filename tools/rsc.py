"""Resources to text and back: ``rsc.py unpack FILE.RSC [FILE.txt]``, ``rsc.py build FILE.txt [FILE.rsc]``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from oneline import Parser, complain
from source import read_source

from gemport.gem.errors import GemportError
from gemport.gem.formats.rsc import read_rsc, write_rsc
from gemport.gem.formats.rsc.text import parse_rsc_text, rsc_text
from gemport.gem.formats.sizes import LARGEST_RSC
from gemport.gem.host.input import read_input
from gemport.gem.host.output.files import Outputs


def unpack(source: Path, target: Path) -> None:
    """Write the text of a resource file."""
    resource = read_rsc(read_input(source, LARGEST_RSC), source.name)
    Outputs((source,)).write(target, rsc_text(resource).encode())


def build(source: Path, target: Path) -> None:
    """Write the resource file of a text."""
    resource = parse_rsc_text(read_source(source), source.name)
    Outputs((source,)).write(target, write_rsc(resource, source.name))


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 done, 2 wrong usage or bad input (one line on standard error)."""
    parser = Parser(description="Turn a GEM resource into text that can be edited, and back.")
    parser.add_argument("command", choices=("unpack", "build"), help="unpack: .RSC to text; build: text to .RSC")
    parser.add_argument("source", type=Path, help="a resource (.RSC), or its text")
    parser.add_argument("target", type=Path, nargs="?", help="default: the source's name with .txt or .rsc")
    options = parser.parse_args(arguments)
    work, suffix = (unpack, ".txt") if options.command == "unpack" else (build, ".rsc")
    target = options.target or options.source.with_suffix(suffix)
    try:
        work(options.source, target)
    except (GemportError, OSError) as error:
        return complain("rsc", error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
