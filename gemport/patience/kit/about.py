"""What About says of the program beyond the original's box: its version, where the resource has a line for that."""

from __future__ import annotations

from string import Template

from gemport import __version__
from gemport.gem.aes.constants import WCHAR
from gemport.gem.aes.rsrc import LoadedResource
from gemport.gem.formats.objects import Tree
from gemport.patience.kit.check import Needs, has, line
from gemport.patience.kit.needs import ExtraNumbers


def fill_about(trees: LoadedResource, numbers: ExtraNumbers) -> None:
    """Put the version into its line, and the line into the middle of the box."""
    if not has(trees, Needs({numbers.ABOUT: {numbers.ABOUT_VERSION: _version_line}})):
        return
    tree = trees.tree(numbers.ABOUT)
    target = tree[numbers.ABOUT_VERSION]
    text = Template(str(target.ob_spec)).safe_substitute(version=__version__)
    target.ob_spec, target.ob_width = text, WCHAR * len(text)
    target.ob_x = (tree[0].ob_width - target.ob_width) // 2


def _version_line(tree: Tree, obj: int) -> str | None:
    """A text with a place for the version."""
    return line(tree, obj) if "$version" in str(tree[obj].ob_spec) else "a text with $version"
