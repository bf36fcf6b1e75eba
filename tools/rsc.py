"""Convert resources to text and back: ``rsc.py unpack FILE.RSC [FILE.txt]``, ``rsc.py build FILE.txt [FILE.rsc]``."""

import sys
from pathlib import Path

import checkout  # noqa: F401
from source import read_source

from gemport.cli.terminal import Parser, report_bad_input
from gemport.gem import MAX_RSC_SIZE, FormatError, GemportError, parse_rsc_text, read_rsc, rsc_text, write_rsc
from gemport.hosts.files import STANDARD, Outputs, read_input


def unpack(source: Path, target: Path) -> None:
    """Write a resource file as text; warn if the file cannot be rebuilt from it exactly."""
    data = read_input(source, MAX_RSC_SIZE)
    text = rsc_text(read_rsc(data, source.name))
    Outputs((source,)).write(target, text.encode())
    try:
        same = write_rsc(parse_rsc_text(text)) == data
    except FormatError:
        same = False  # Without sharing, the resource exceeds the maximum file size.
    if not same:
        reason = "the text shows the same, but a file built from it differs"
        print(
            f"rsc: {source.name}: {reason}: shared and unused parts, and the order of some, are not kept",
            file=sys.stderr,
        )


def build(source: Path, target: Path) -> None:
    """Build the resource file from text."""
    resource = parse_rsc_text(read_source(source), source.name)
    Outputs((source,)).write(target, write_rsc(resource, source.name))


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Exit status: 0 done, 2 wrong usage or invalid input (one line on standard error)."""
    parser = Parser(description="Turn a GEM resource into text that can be edited, and back.")
    parser.add_argument("command", choices=("unpack", "build"), help="unpack: .RSC to text; build: text to .RSC")
    parser.add_argument("source", type=Path, help="a resource (.RSC), or its text")
    parser.add_argument("target", type=Path, nargs="?", help="default: the source's name with .txt or .rsc")
    options = parser.parse_args(arguments)
    work, suffix = (unpack, ".txt") if options.command == "unpack" else (build, ".rsc")
    target = options.target or (STANDARD if options.source == STANDARD else options.source.with_suffix(suffix))
    try:
        work(options.source, target)
    except (GemportError, OSError) as error:
        return report_bad_input(error, "rsc")
    return 0


if __name__ == "__main__":
    sys.exit(main())
