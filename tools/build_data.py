"""Build the files that the program loads, binaries and modules of resource constants, from their editable sources.

``build_data.py`` writes the files that have changed. ``build_data.py --check`` writes nothing, names the files that
would change, and exits with 1 if any would. The resources of a program, ``data/NAME/src/NAME_de.txt`` and
``NAME_en.txt``, are found by name; other data needs a line in ``products``.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from checkout import ROOT
from compilers.artwork import read_icons_text, read_mouse_text, write_icons, write_mouse
from compilers.decks import read_back_text, read_cards_text, read_large_text, write_dat, write_large
from compilers.fonts import read_font_text
from compilers.images import write_img
from compilers.menus import menu_tree
from compilers.pages import read_pages, write_pages
from compilers.sheet import lay_card
from source import read_source, update

from gemport import gem
from gemport.cards.card import Card
from gemport.cli import registry
from gemport.cli.terminal import Parser, report_bad_input
from gemport.desktop.pages import Cards
from gemport.play import deck
from gemport.play.gamefiles import MENU

T = TypeVar("T")
DATA = ROOT / "data"
_CARD_GAP = 8
"""Pixels between two columns."""


LANGUAGES = ("de", "en")
FURTHER_RESOURCES = {"desktop": ("panel",)}
"""Additional resources of a folder. As for all resources, the constants are in ``NAME_rsc.py``."""


@dataclass(frozen=True)
class Source:
    """The text of a source file, and its name for messages."""

    name: str
    text: str


def compiled(read: Callable[[str, str], T], write: Callable[[T], bytes]) -> Callable[[Source], bytes]:
    """Return a function that compiles a source with ``read`` and ``write``."""
    return lambda source: write(read(source.text, source.name))


def build_cards(source: Source, language: str) -> bytes:
    """Compile the cards' text to the card data file of a language."""
    return write_dat(read_cards_text(source.text, language, source.name))


def build_large(large: Source, cards: Source, language: str) -> bytes:
    """Compile the pictures of the deck with large indices for a language."""
    return write_large(read_large_text(large.text, cards.text, language, (large.name, cards.name)))


def build_back(source: Source) -> bytes:
    """Compile the text of a card's back to .img."""
    return write_img(gem.Bitmap(deck.CARD_WIDTH, deck.CARD_HEIGHT, tuple(read_back_text(source.text, source.name))))


def build_position(source: Source, columns: Sequence[Sequence[Card]], language: str) -> bytes:
    """Return a PNG of columns of cards side by side, as Help shows them; ``source`` is the cards' text."""
    pictures = deck.assemble(read_cards_text(source.text, language, source.name))
    width = len(columns) * (deck.CARD_WIDTH + _CARD_GAP) - _CARD_GAP
    rows = [0] * (deck.CARD_HEIGHT + gem.HCHAR * (max(1, *map(len, columns)) - 1))
    for number, column in enumerate(columns):
        for top, card in enumerate(column or (deck.EMPTY_FREE,)):
            x = number * (deck.CARD_WIDTH + _CARD_GAP)
            lay_card(rows, width, x, top * gem.HCHAR, pictures[card], pictures[deck.MASK])
    return gem.write_png(width, len(rows), rows)


def build_resource(source: Source, game: str | None = None, language: str = "") -> bytes:
    """Compile the text of a resource to .rsc; a game's first tree is the menu of its features."""
    resource = gem.parse_rsc_text(source.text, source.name)
    if game is not None:
        resource.trees[MENU] = menu_tree(registry.find(game), language)
    return gem.write_rsc(resource, source.name)


def build_constants(*sources: Source) -> bytes:
    """Return the Python module with the numbers of all named objects. Raises FormatError if the languages differ."""
    tables = [constants(gem.parse_rsc_text(source.text, source.name), source.name) for source in sources]
    for source, table in zip(sources, tables, strict=True):
        differing = sorted(name for name, _ in table.items() ^ tables[0].items())
        if differing:
            name = differing[0]
            here, there = _number(table.get(name)), _number(tables[0].get(name))
            raise gem.FormatError(source.name, f"{name} is {here}, in {sources[0].name} it is {there}")
    made_from = f"# Made by tools/build_data.py from {' and '.join(source.name for source in sources)}."
    lines = [made_from, '"""The numbers of trees, objects and free strings in the resource, by their names."""', ""]
    lines += [f"{name} = {number}" for name, number in tables[0].items()]
    return ("\n".join(lines) + "\n").encode()


def build_stub(source: Source) -> bytes:
    """Return the public names of ``gemport.gem`` as explicit imports, for type checkers."""
    homes = vars(gem)["_HOMES"].items()
    lines = [f"from gemport.gem.{home} import {name} as {name}\n" for name, home in homes]
    return f"# Made by tools/build_data.py from {source.name}.\n{''.join(lines)}".encode()


def constants(resource: gem.Resource, name: str) -> dict[str, int]:
    """Return the numbers of all named objects: TREE, TREE_OBJECT, STRING, in the order of the resource.

    Raises FormatError if a name is not unique or a named object is in a tree without a name.
    """
    nameless = next((tree for tree, _ in resource.object_names if tree not in resource.tree_names), None)
    if nameless is not None:
        raise gem.FormatError(name, f"tree {nameless} needs a name, as it has objects with names")
    found: list[tuple[str, int]] = []
    for tree, title in sorted(resource.tree_names.items()):
        found.append((title, tree))
        words = sorted(resource.object_names.items())
        found += [(f"{title}_{word}", number) for (of, number), word in words if of == tree]
    found += [(word, number) for number, word in sorted(resource.string_names.items())]
    numbers: dict[str, int] = {}
    for constant, number in found:
        if constant in numbers:
            raise gem.FormatError(name, f"two things are called {constant}")
        numbers[constant] = number
    return numbers


def _number(number: int | None) -> str:
    return "missing" if number is None else str(number)


@dataclass(frozen=True)
class Product:
    """A built file, its sources, and the function that builds it."""

    built: Path
    sources: tuple[Path, ...]
    build: Callable[..., bytes]


def products(data: Path) -> Iterator[Product]:
    """Yield everything built from a data folder, including the modules for the code next to it, if any."""
    for size in ("8x16", "8x8", "6x6"):
        yield _product(data, f"system/{size}.fnt", f"system/src/{size}.txt", compiled(read_font_text, gem.write_fnt))
    yield _product(data, "system/mouse.json", "system/src/mouse.txt", compiled(read_mouse_text, write_mouse))
    yield _product(data, "system/icons.json", "system/src/icons.txt", compiled(read_icons_text, write_icons))
    for language in LANGUAGES:
        own = f"vierfrei/src/cards_{language}.txt"
        source = own if (data / own).exists() else "vierfrei/src/cards.txt"
        yield _product(data, f"vierfrei/cards_{language}.dat", source, partial(build_cards, language=language))
        large = tuple(data / "vierfrei/src" / name for name in ("large.txt", Path(source).name))
        yield Product(data / f"vierfrei/large_{language}.dat", large, partial(build_large, language=language))
    yield _product(data, "grossfamilien/back.img", "grossfamilien/src/back.txt", build_back)
    if (data.parent / "docs").is_dir():
        yield from _of_manual(data)
    public = data.parent / "gemport" / "gem" / "__init__.py"
    if public.exists():
        yield Product(public.with_suffix(".pyi"), (public,), build_stub)
    names = {folder: (folder.name, *FURTHER_RESOURCES.get(folder.name, ())) for folder in sorted(data.iterdir())}
    resources = [(folder, name) for folder in names for name in names[folder] if _sources(folder, name)[0].exists()]
    # The constants first: the modules of a game's features import them, and its menu is made of the features.
    for folder, name in resources:
        yield from _constants(folder, name)
    for folder, name in resources:
        yield from _resource(folder, name)


def _product(data: Path, built: str, source: str, build: Callable[..., bytes]) -> Product:
    return Product(data / built, (data / source,), build)


def _of_manual(data: Path) -> Iterator[Product]:
    """Yield the products of the manuals: the files that Help loads, and pictures of cards."""
    docs = data.parent / "docs"
    for language, name in (("en", "manual.md"), ("de", "manual_de.md")):
        yield Product(data / f"desktop/manual_{language}.json", (docs / name,), compiled(read_pages, write_pages))
        deck = data / "vierfrei/src/cards.txt"
        for section in read_pages(_read(docs / name).text, name):
            for block in section.blocks:
                if isinstance(block, Cards):
                    build = partial(build_position, columns=block.columns, language=language)
                    yield Product(docs / block.source, (deck,), build)


def _sources(folder: Path, name: str) -> tuple[Path, ...]:
    return tuple(folder / "src" / f"{name}_{language}.txt" for language in LANGUAGES)


def _constants(folder: Path, name: str) -> Iterator[Product]:
    """Yield the module with the constants of a resource, if its program is next to the data folder."""
    code = folder.parents[1] / "gemport"
    packages = code / "games" / folder.name, code / ("play" if name == "games" else folder.name)
    for package in [package for package in packages if package.is_dir()][:1]:
        yield Product(package / f"{name}_rsc.py", _sources(folder, name), build_constants)


def _resource(folder: Path, name: str) -> Iterator[Product]:
    """Yield the resource of a program in each language."""
    game = name if name in registry.names() else None
    for language, source in zip(LANGUAGES, _sources(folder, name), strict=True):
        build = partial(build_resource, game=game, language=language)
        yield Product(folder / f"{name}_{language}.rsc", (source,), build)


def built_bytes(product: Product) -> bytes:
    """Return the contents of a built file. Raises FormatError if a source is missing or invalid."""
    return product.build(*map(_read, product.sources))


def _read(path: Path) -> Source:
    try:
        return Source(path.name, read_source(path))
    except FileNotFoundError:
        raise gem.FormatError(str(path), "the source is missing") from None


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Exit status: 0 all built (or current), 1 out of date with --check, 2 invalid source."""
    parser = Parser(description="Build the data that the program loads from their sources.")
    parser.add_argument("--check", action="store_true", help="write nothing; list differences and exit with status 1")
    parser.add_argument("--data", type=Path, default=DATA, help="the data folder (default: the package's)")
    options = parser.parse_args(arguments)
    data: Path = options.data.absolute()
    status = 0
    try:
        for product in products(data):
            root = data if data in product.built.parents else data.parent
            try:
                status = max(status, update(product.built, built_bytes(product), root, options.check))
            except (gem.GemportError, OSError, ImportError) as error:
                status = report_bad_input(error, "build_data")
    except (gem.GemportError, OSError) as error:
        status = report_bad_input(error, "build_data")
    return status


if __name__ == "__main__":
    sys.exit(main())
