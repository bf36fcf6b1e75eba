"""``gemport rsc FILE``: print the trees of a GEM resource; draw a tree, a picture, an icon or a font."""

import argparse
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from gemport import gem
from gemport.cli import arguments
from gemport.cli.arguments import UsageError
from gemport.cli.sources import Sources, read_file
from gemport.cli.terminal import print_error, print_out
from gemport.gem.aes.draw import branch_rects, extent
from gemport.hosts.files import STANDARD, file_name

MAX_SIDE = 4096  # maximum width and height of a picture in pixels; larger pictures are cut off

MAX_DRAWN_PIXELS = 64 * MAX_SIDE * MAX_SIDE  # maximum number of pixels drawn for a picture, including overdrawn pixels
MAX_MENU_PIXELS = 4 * MAX_SIDE * MAX_SIDE  # maximum number of pixels of a picture of menus

_COLUMNS = 16  # number of characters per row in the picture of a font
_GAP = 8
_MARGIN = 16


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.add_argument(
        "file", type=Path, metavar="FILE", help="a resource (.RSC), a picture (.IMG), an icon (.ICN) or a font (.FNT)"
    )
    number = partial(arguments.integer, 0, 99_999, "a tree number from 0 to 99999")
    command.add_argument("--tree", type=number, metavar="N", help="only this tree, counted from 0 (default: all trees)")
    command.add_argument(
        "--png",
        type=arguments.png_file,
        metavar="OUT.png",
        help="draw the tree or the file to a picture (default: only print)",
    )
    system = "a folder of fonts, mouse forms and icons (default: the built-in ones)"
    command.add_argument("--system", type=Path, metavar="DIR", help=system)
    command.epilog = """examples:
  gemport rsc VIERFREI.RSC
  gemport rsc VIERFREI.RSC --tree 1 --png box.png
  gemport rsc TITLE.IMG --png title.png"""
    command.set_defaults(run=lambda given: rsc(given.file, given.tree, given.png, given.system))


def rsc(file: Path, tree: int | None, png: Path | None, system: Path | None) -> int:
    """Run the command; return the exit status. ``tree`` selects one tree; ``png`` is the file to draw it to."""
    name, sources = file_name(Path(file.name)), Sources(system=system)
    outputs = sources.outputs(file)
    if png is not None:
        outputs.check(png)
    reader = _READERS.get(file.suffix.lower())
    if reader is not None:
        if tree is not None:
            raise UsageError(f"--tree: {name} is not a resource")
        description, (width, rows) = read_file(file, reader, gem.MAX_RSC_SIZE)
        if png is not None:
            outputs.write(png, gem.write_png(width, len(rows), rows))
        if png != STANDARD:
            print_out(description)
        return 0
    cut_off: list[gem.FormatError] = []
    resource = read_file(file, partial(gem.read_rsc, cut_off=cut_off), gem.MAX_RSC_SIZE)
    if cut_off:
        more = f", and {len(cut_off) - 1} more parts are cut off" if len(cut_off) > 1 else ""
        print_error(f"{cut_off[0]}{more}; the rest is read")
    count = len(resource.trees)
    have = f"trees 0 to {count - 1}" if count > 1 else "tree 0 only" if count else "no trees"
    if tree is None and png is not None and count != 1:
        raise UsageError(f"--png: the resource {name} has {have}; choose one with --tree N")
    if tree is not None and tree >= count:
        raise UsageError(f"--tree {tree}: the resource {name} has {have}")
    if png is not None:
        width, rows = draw_tree(resource, tree or 0, sources.artwork(), name)
        outputs.write(png, gem.write_png(width, len(rows), rows))
    if png == STANDARD:
        return 0
    text = gem.rsc_text(resource) if tree is None else tree_text(resource, tree)
    print_out(text.rstrip("\n"))
    return 0


# ---- pictures, icons and fonts

_Drawn: TypeAlias = tuple[int, list[int]]
"""A width in pixels, and rows of that number of bits, the leftmost pixel highest."""


def _shown_bitmap(data: bytes, name: str, read: Callable[[bytes, str], gem.Bitmap], what: str) -> tuple[str, _Drawn]:
    bitmap = read(data, name)
    width = min(bitmap.width, MAX_SIDE)
    rows = [row >> (bitmap.width - width) for row in bitmap.rows[:MAX_SIDE]]
    return f"{what} {bitmap.width}x{bitmap.height}", (width, rows)


def _shown_font(data: bytes, name: str) -> tuple[str, _Drawn]:
    """Return a line about a font, and the picture of its characters in the order of their codes, 16 in a row."""
    font = gem.read_fnt(data, name)
    cell = min(max(right - left for left, right in pairwise(font.offsets)), MAX_SIDE)
    if not cell:
        raise gem.FormatError(name, "all characters of the font have zero width")
    width = min(_COLUMNS * cell, MAX_SIDE)
    rows: list[int] = []
    for first in range(font.first // _COLUMNS * _COLUMNS, font.last + 1, _COLUMNS):
        lines = [0] * font.form_height
        for code in range(first, first + _COLUMNS):
            glyph = font.glyph(code)
            lines = [line << cell | row << cell >> glyph.width for line, row in zip(lines, glyph.rows, strict=True)]
        rows += [line >> (_COLUMNS * cell - width) for line in lines]
        if len(rows) >= MAX_SIDE:
            break
    size = f"{font.point} points, {cell}x{font.form_height}"
    return f"font {font.face_id}, {font.name!r}: {size}, characters {font.first} to {font.last}", (
        width,
        rows[:MAX_SIDE],
    )


_READERS: dict[str, Callable[[bytes, str], tuple[str, _Drawn]]] = {
    ".img": partial(_shown_bitmap, read=gem.read_img, what="picture"),
    ".icn": partial(_shown_bitmap, read=gem.read_icn, what="icon"),
    ".fnt": _shown_font,
}
"""The readers of the other files, by the suffix of the name."""


# ---- pictures of trees


def tree_text(resource: gem.Resource, number: int) -> str:
    """Return the text of one tree with its number."""
    alone = gem.rsc_text(gem.Resource(trees=[resource.trees[number]]))
    return alone.lstrip("\n").replace("tree 0", f"tree {number}", 1)


def draw_tree(
    resource: gem.Resource, number: int, artwork: gem.SystemArtwork, name: str = "resource"
) -> tuple[int, list[int]]:
    """Draw a tree with the AES on a screen of 640x400, centred by form_center, and cut to its area.

    Returns the width in pixels, and rows of that number of bits, the leftmost pixel highest. A menu tree shows all
    menus dropped, below each other. Raises FormatError if the tree has no size or an object cannot be drawn.
    """
    tree = gem.rsrc_load(resource, gem.WIDTH).tree(number)
    tree[0].ob_flags &= ~gem.ObFlag.HIDETREE
    try:
        rects = (rect for _, rect in branch_rects(tree, 0) if not rect.empty)
        area = sum(min(rect.w, MAX_SIDE) * min(rect.h, MAX_SIDE) for rect in rects)
        if area > MAX_DRAWN_PIXELS:
            raise ValueError(f"its objects cover {area} pixels in total, the maximum is {MAX_DRAWN_PIXELS}")
        menus = _menus(tree)
        return _draw_menus(tree, artwork, menus) if menus else _draw_dialog(tree, artwork)
    except ValueError as error:
        raise gem.FormatError(name, f"tree {number}: {error}") from None


# ---- dialogs and other trees


def _draw_dialog(tree: gem.Tree, artwork: gem.SystemArtwork) -> tuple[int, list[int]]:
    full = _extent(tree)
    size = gem.GRect(0, 0, min(full.w, MAX_SIDE), min(full.h, MAX_SIDE))
    if size.empty:
        raise ValueError("it has no size")
    machine = gem.Machine(artwork, max(size.w, gem.WIDTH), max(size.h, gem.HEIGHT))
    drawer = machine.gem()
    drawer.form_center(tree)
    covered = _extent(tree)
    screen = gem.GRect(0, 0, drawer.width, drawer.height)
    inside = covered.constrained(screen)
    # A tree that is larger than the screen starts at its edge.
    tree[0].ob_x += max(inside.x, 0) - covered.x
    tree[0].ob_y += max(inside.y, 0) - covered.y
    drawer.objc_draw(tree, 0, gem.MAX_DEPTH, screen)
    shown = _extent(tree).intersection(screen)
    return shown.w, _cut(machine.screen, shown)


def _cut(raster: gem.Raster, rect: gem.GRect) -> list[int]:
    keep = (1 << rect.w) - 1
    shift = raster.stride - rect.right
    return [raster.rows[y] >> shift & keep for y in range(rect.y, rect.bottom)]


def _extent(tree: gem.Tree, start: int = 0) -> gem.GRect:
    """Return the area of an object and its children, including borders, shadows and protruding texts."""
    areas = (_covered(tree, obj, rect) for obj, rect in branch_rects(tree, start))
    return gem.bounds(area for area in areas if not area.empty)


def _covered(tree: gem.Tree, obj: int, rect: gem.GRect) -> gem.GRect:
    spec, kind = tree[obj].ob_spec, gem.object_type(tree[obj])
    if spec is None:
        return rect
    around = extent(tree[obj], rect)
    if kind in gem.STRING_TYPES and isinstance(spec, str):
        width = gem.WCHAR * len(spec)
        left = (rect.w - width) // 2 if kind == gem.ObType.G_BUTTON else 0
        around = around.union(gem.GRect(rect.x + left, rect.y, width, max(rect.h, 1)))
    return around


# ---- menus


def _menus(tree: gem.Tree) -> list[tuple[int, int]]:
    parts = list(gem.children(tree, 0))
    if len(parts) != 2 or tree[parts[0]].ob_head == gem.NIL:
        return []
    titles = list(gem.children(tree, tree[parts[0]].ob_head))
    menus = list(gem.children(tree, parts[1]))
    is_menu = titles and all(gem.object_type(tree[title]) == gem.ObType.G_TITLE for title in titles)
    if is_menu and len(titles) > gem.MAX_TITLES:
        raise ValueError(f"a menu bar has at most {gem.MAX_TITLES} titles, not {len(titles)}")
    return list(zip(titles, menus, strict=False)) if is_menu else []


def _draw_menus(tree: gem.Tree, artwork: gem.SystemArtwork, menus: list[tuple[int, int]]) -> tuple[int, list[int]]:
    bar = tree[0].ob_head
    names = gem.object_rect(tree, tree[bar].ob_head).right
    width = min(max(names, gem.HBOX, *(_extent(tree, menu).right for _, menu in menus)) + _MARGIN, MAX_SIDE)
    area = width * sum(min(_extent(tree, menu).bottom, MAX_SIDE) for _, menu in menus)
    if area > MAX_MENU_PIXELS:
        raise ValueError(f"its menus cover {area} pixels, the maximum is {MAX_MENU_PIXELS}")
    rows: list[int] = []
    for title, menu in menus:
        height = min(max(_extent(tree, menu).bottom, gem.HBOX), MAX_SIDE)
        machine = gem.Machine(artwork, max(width, gem.WIDTH), max(height, gem.HEIGHT))
        drawer = machine.gem()
        screen = gem.GRect(0, 0, drawer.width, drawer.height)
        tree[bar].ob_width = screen.w
        drawer.objc_draw(tree, bar, gem.MAX_DEPTH, screen)
        drawer.v_opnvwk().vr_recfl(*gem.GRect(0, gem.HBOX - 1, screen.w, 1).corners())
        drawer.objc_change(tree, title, screen, tree[title].ob_state | gem.ObState.SELECTED)
        drawer.objc_draw(tree, menu, gem.MAX_DEPTH, screen)
        tree[title].ob_state &= ~gem.ObState.SELECTED
        rows += [*([0] * _GAP if rows else []), *_cut(machine.screen, gem.GRect(0, 0, width, height))]
    return width, rows
