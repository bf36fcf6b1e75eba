"""``gemport rsc FILE``: print the trees of a GEM resource, or draw one as a picture."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from gemport.cli import arguments
from gemport.cli.arguments import UsageError
from gemport.cli.files import Sources, read_file
from gemport.cli.output import say
from gemport.gem.formats.rsc import MAX_RSC_SIZE, Resource, read_rsc
from gemport.gem.formats.rsctext import rsc_text


@dataclass(frozen=True)
class RscOptions:
    """What the command is told. ``tree``: only this one; ``png``: draw it into this file."""

    file: Path
    tree: int | None
    png: Path | None
    system: Path | None


def add(command: argparse.ArgumentParser, _language: str) -> None:
    """The command's arguments."""
    command.add_argument("file", type=Path, metavar="FILE", help="a resource (.RSC)")
    command.add_argument(
        "--tree", type=arguments.tree, metavar="N", help="only this tree, from 0 on (default: all trees)"
    )
    command.add_argument(
        "--png", type=arguments.png_file, metavar="OUT.png", help="draw the tree into a picture (default: only print)"
    )
    system = "a folder of fonts, mouse forms and icons (default: the built-in ones)"
    command.add_argument("--system", type=Path, metavar="DIR", help=system)
    command.epilog = """examples:
  gemport rsc VIERFREI.RSC
  gemport rsc VIERFREI.RSC --tree 1 --png box.png"""
    command.set_defaults(run=lambda given: rsc(RscOptions(given.file, given.tree, given.png, given.system)))


def rsc(options: RscOptions) -> int:
    """Run the command; the exit status."""
    # Late, as they need Pillow.
    from gemport.cli.drawing import draw_tree, tree_text
    from gemport.gem.formats.png import write_png

    resource, name = read_file(options.file, read_rsc, MAX_RSC_SIZE), options.file.name
    number = options.tree
    sources = Sources(system=options.system)
    outputs = sources.outputs(options.file)
    if options.png is not None:
        outputs.check(options.png)
    if number is None and options.png is not None:
        number = _only_tree(resource, name)
    if number is not None and not 0 <= number < len(resource.trees):
        raise UsageError(f"{name}: there is no tree {number}; the resource has {_have(resource)}")
    if options.png is not None and number is not None:
        picture = draw_tree(resource, number, sources.artwork(), name)
        outputs.write(options.png, write_png(*picture))
    text = rsc_text(resource) if options.tree is None else tree_text(resource, options.tree)
    say(text.rstrip("\n"))
    return 0


def _only_tree(resource: Resource, name: str) -> int:
    if len(resource.trees) != 1:
        raise UsageError(f"{name}: which tree? The resource has {_have(resource)}; choose one with --tree N")
    return 0


def _have(resource: Resource) -> str:
    count = len(resource.trees)
    return f"trees 0 to {count - 1}" if count > 1 else "tree 0 only" if count else "no trees"
