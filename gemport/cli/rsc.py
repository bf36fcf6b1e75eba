"""``gemport rsc FILE``: print the trees of a GEM resource, or draw one as a picture."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gemport.cli import arguments
from gemport.cli.arguments import UsageError
from gemport.cli.files import Sources, read_file
from gemport.cli.terminal import say
from gemport.gem.aes.constants import HBOX, WCHAR
from gemport.gem.aes.draw import extent
from gemport.gem.aes.machine import HEIGHT, WIDTH, Machine
from gemport.gem.aes.menu import MAX_TITLES
from gemport.gem.aes.objects import MAX_DEPTH, NIL, children, object_rect
from gemport.gem.aes.rect import GRect, bounds
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.errors import FormatError
from gemport.gem.formats.artwork import SystemArtwork
from gemport.gem.formats.objects import STRING_TYPES, ObFlag, ObState, ObType, Tree, object_type
from gemport.gem.formats.rsc import MAX_RSC_SIZE, Resource, read_rsc
from gemport.gem.formats.rsctext import rsc_text
from gemport.gem.vdi.raster import Raster

LARGEST = 4096
"""A picture is not made wider or higher than this, in pixels; what lies beyond is cut off."""

MOST_DRAWN = 64 * LARGEST * LARGEST
"""The most pixels drawn for a picture, each as often as it is drawn: no dialog covers itself thousands of times."""
MOST_SHOWN = 4 * LARGEST * LARGEST
"""A picture of menus has no more pixels."""

_GAP = 8
_MARGIN = 16


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
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
    command.set_defaults(run=lambda given: rsc(given.file, given.tree, given.png, given.system))


def rsc(file: Path, tree: int | None, png: Path | None, system: Path | None) -> int:
    """Run the command; the exit status. ``tree``: only this one; ``png``: draw it into this file."""
    # Imported here: it needs Pillow.
    from gemport.gem.formats.png import write_png

    resource, name = read_file(file, read_rsc, MAX_RSC_SIZE), file.name
    number = tree
    sources = Sources(system=system)
    outputs = sources.outputs(file)
    if png is not None:
        outputs.check(png)
    if number is None and png is not None:
        number = _only_tree(resource, name)
    if number is not None and not 0 <= number < len(resource.trees):
        raise UsageError(f"{name}: there is no tree {number}; the resource has {_have(resource)}")
    if png is not None and number is not None:
        picture = draw_tree(resource, number, sources.artwork(), name)
        outputs.write(png, write_png(*picture))
    text = rsc_text(resource) if tree is None else tree_text(resource, tree)
    say(text.rstrip("\n"))
    return 0


def _only_tree(resource: Resource, name: str) -> int:
    if len(resource.trees) != 1:
        raise UsageError(f"{name}: which tree? The resource has {_have(resource)}; choose one with --tree N")
    return 0


def _have(resource: Resource) -> str:
    count = len(resource.trees)
    return f"trees 0 to {count - 1}" if count > 1 else "tree 0 only" if count else "no trees"


# ---- pictures of trees


class TreePicture(NamedTuple):
    """A drawn tree: size in pixels, and its rows as integers of ``width`` bits, the leftmost pixel highest."""

    width: int
    height: int
    rows: list[int]


def tree_text(resource: Resource, number: int) -> str:
    """The text of one tree, with its own number."""
    alone = rsc_text(Resource(trees=[resource.trees[number]]))
    return alone.lstrip("\n").replace("tree 0", f"tree {number}", 1)


def draw_tree(resource: Resource, number: int, artwork: SystemArtwork, name: str = "resource") -> TreePicture:
    """One tree as the AES draws it on the screen of 640x400, where form_center puts it; cut to what it covers.

    Of a menu tree each menu is shown dropped down from the bar, one below the other. FormatError for a tree without
    any size, or with an object that cannot be drawn.
    """
    tree = rsrc_load(resource, WIDTH).tree(number)
    try:
        _check_work(tree)
        menus = _menus(tree)
        _check_menus(tree, menus)
        pictures = [_menu(tree, artwork, *pair, _bar_width(tree)) for pair in menus] or [_dialog(tree, artwork)]
    except ValueError as error:
        raise FormatError(name, f"tree {number}: {error}") from None
    return _below_each_other(pictures)


def _check_work(tree: Tree) -> None:
    """Raises ValueError for a tree that would take minutes to draw."""
    area = sum(min(rect.w, LARGEST) * min(rect.h, LARGEST) for _, rect in _rects(tree, 0) if not rect.empty)
    if area > MOST_DRAWN:
        raise ValueError(f"its objects cover {area} pixels, one above the other; the most are {MOST_DRAWN}")


def _check_menus(tree: Tree, menus: list[tuple[int, int]]) -> None:
    """Raises ValueError for menus that would make too large a picture."""
    width = _bar_width(tree) if menus else 0
    area = width * sum(min(_extent(tree, menu).bottom, LARGEST) for _, menu in menus)
    if area > MOST_SHOWN:
        raise ValueError(f"its menus cover {area} pixels, one below the other; the most are {MOST_SHOWN}")


# ---- dialogs and other trees


def _dialog(tree: Tree, artwork: SystemArtwork) -> TreePicture:
    tree[0].ob_flags &= ~ObFlag.HIDETREE
    extent = _extent(tree)
    size = GRect(0, 0, min(extent.w, LARGEST), min(extent.h, LARGEST))
    if size.empty:
        raise ValueError("it has no size")
    machine = Machine(artwork, max(size.w, WIDTH), max(size.h, HEIGHT))
    gem = machine.gem()
    gem.form_center(tree)
    covered = _extent(tree)
    screen = GRect(0, 0, gem.width, gem.height)
    inside = covered.constrained(screen)
    if covered.w <= screen.w and covered.h <= screen.h:
        shift_x, shift_y = inside.x - covered.x, inside.y - covered.y
    else:
        shift_x, shift_y = -covered.x, -covered.y
    tree[0].ob_x += shift_x
    tree[0].ob_y += shift_y
    gem.objc_draw(tree, 0, MAX_DEPTH, screen)
    return _cut(machine.screen, _extent(tree).intersection(screen))


def _extent(tree: Tree, start: int = 0) -> GRect:
    """Return the area of an object and those below it: with borders, shadows, and texts that stick out."""
    return bounds(around for obj, rect in _rects(tree, start) if not (around := _covered(tree, obj, rect)).empty)


def _rects(tree: Tree, start: int) -> Iterator[tuple[int, GRect]]:
    """The objects from one on down, each with its rectangle on the screen."""
    waiting = [(start, object_rect(tree, start))]
    while waiting:
        obj, rect = waiting.pop()
        yield obj, rect
        for child in children(tree, obj):
            inside = tree[child]
            place = GRect(rect.x + inside.ob_x, rect.y + inside.ob_y, inside.ob_width, inside.ob_height)
            waiting.append((child, place))


def _covered(tree: Tree, obj: int, rect: GRect) -> GRect:
    spec = tree[obj].ob_spec
    if spec is None:
        return rect
    around = extent(tree[obj], rect)
    if object_type(tree[obj]) in STRING_TYPES and isinstance(spec, str):
        around = around.union(_text_rect(tree, obj, spec, rect))
    return around


def _text_rect(tree: Tree, obj: int, text: str, rect: GRect) -> GRect:
    width = WCHAR * len(text)
    left = (rect.w - width) // 2 if object_type(tree[obj]) == ObType.G_BUTTON else 0
    return GRect(rect.x + left, rect.y, width, max(rect.h, 1))


# ---- menus


def _menus(tree: Tree) -> list[tuple[int, int]]:
    """Each title of a menu tree with its menu; nothing if it is not a menu tree."""
    parts = list(children(tree, 0))
    if len(parts) != 2 or tree[parts[0]].ob_head == NIL:
        return []
    titles = list(children(tree, tree[parts[0]].ob_head))
    menus = list(children(tree, parts[1]))
    is_menu = titles and all(object_type(tree[title]) == ObType.G_TITLE for title in titles)
    if is_menu and len(titles) > MAX_TITLES:
        raise ValueError(f"a menu bar has room for {MAX_TITLES} titles, not {len(titles)}")
    return list(zip(titles, menus, strict=False)) if is_menu else []


def _bar_width(tree: Tree) -> int:
    """As wide as titles and menus need."""
    names = object_rect(tree, tree[tree[0].ob_head].ob_head).right
    return min(max(names, HBOX, *(_extent(tree, menu).right for _, menu in _menus(tree))) + _MARGIN, LARGEST)


def _menu(tree: Tree, artwork: SystemArtwork, title: int, menu: int, width: int) -> TreePicture:
    """The bar with one of its menus."""
    bar = tree[0].ob_head
    area = GRect(0, 0, width, min(max(_extent(tree, menu).bottom, HBOX), LARGEST))
    machine = Machine(artwork, max(area.w, WIDTH), max(area.h, HEIGHT))
    gem = machine.gem()
    screen = GRect(0, 0, gem.width, gem.height)
    tree[bar].ob_width = screen.w
    gem.objc_draw(tree, bar, MAX_DEPTH, screen)
    ws = gem.v_opnvwk()
    ws.vr_recfl(0, HBOX - 1, screen.w - 1, HBOX - 1)
    gem.objc_change(tree, title, screen, tree[title].ob_state | ObState.SELECTED)
    gem.objc_draw(tree, menu, MAX_DEPTH, screen)
    tree[title].ob_state &= ~ObState.SELECTED
    return _cut(machine.screen, area)


# ---- cut and stacked


def _cut(raster: Raster, rect: GRect) -> TreePicture:
    keep = (1 << rect.w) - 1
    shift = raster.stride - rect.right
    return TreePicture(rect.w, rect.h, [raster.rows[y] >> shift & keep for y in range(rect.y, rect.bottom)])


def _below_each_other(pictures: list[TreePicture]) -> TreePicture:
    width = max(picture.width for picture in pictures)
    rows = [row for picture in pictures for row in _padded(picture, width)][:-_GAP]
    return TreePicture(width, len(rows), rows)


def _padded(picture: TreePicture, width: int) -> Iterator[int]:
    for row in picture.rows:
        yield row << (width - picture.width)
    yield from [0] * _GAP
