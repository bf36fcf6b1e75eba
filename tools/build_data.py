"""Build the binaries that the program loads from the sources that a person edits.

``build_data.py`` writes what has changed, ``build_data.py --check`` writes nothing and exits with 1 if something
would, naming it. To add data: one line in PRODUCTS.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from oneline import Parser, complain  # noqa: E402

from gemport.gem.errors import FormatError  # noqa: E402
from gemport.gem.formats.font.fnt import write_fnt  # noqa: E402
from gemport.gem.formats.font.source import read_font_text  # noqa: E402
from gemport.gem.formats.img import GemImage, write_img  # noqa: E402
from gemport.gem.formats.rsc import write_rsc  # noqa: E402
from gemport.gem.formats.rsc.text import parse_rsc_text  # noqa: E402
from gemport.gem.formats.system.artwork import write_icons, write_mouse  # noqa: E402
from gemport.gem.formats.system.source import read_icons_text, read_mouse_text  # noqa: E402  # noqa: E402
from gemport.patience.kit.deck.dat import CARD_HEIGHT, CARD_WIDTH, write_dat  # noqa: E402
from gemport.patience.kit.deck.drawn import read_back_text  # noqa: E402
from gemport.patience.kit.deck.source import read_cards_text  # noqa: E402

DATA = ROOT / "data"


def build_font(text: str, name: str) -> bytes:
    """A .fnt from a glyph text."""
    return write_fnt(read_font_text(text, name))


def build_mouse(text: str, name: str) -> bytes:
    """A mouse.json from its text."""
    return write_mouse(read_mouse_text(text, name))


def build_icons(text: str, name: str) -> bytes:
    """An icons.json from its text."""
    return write_icons(read_icons_text(text, name))


def build_cards(text: str, name: str, language: str) -> bytes:
    """A card data file for a language from the cards' text."""
    return write_dat(read_cards_text(text, language, name))


def build_back(text: str, name: str) -> bytes:
    """A card's back as .img from its text."""
    return write_img(GemImage(CARD_WIDTH, CARD_HEIGHT, tuple(read_back_text(text, name))))


def build_resource(text: str, name: str) -> bytes:
    """A .rsc from its text."""
    return write_rsc(parse_rsc_text(text, name), name)


@dataclass(frozen=True)
class Product:
    """A built file, its source (the first of those named that exists), and what makes the one from the other."""

    built: str
    sources: tuple[str, ...]
    build: Callable[[str, str], bytes]


PRODUCTS = (
    Product("system/8x16.fnt", ("system/src/8x16.txt",), build_font),
    Product("system/8x8.fnt", ("system/src/8x8.txt",), build_font),
    Product("system/6x6.fnt", ("system/src/6x6.txt",), build_font),
    Product("system/mouse.json", ("system/src/mouse.txt",), build_mouse),
    Product("system/icons.json", ("system/src/icons.txt",), build_icons),
    *(
        Product(
            f"vierfrei/cards_{language}.dat",
            (f"vierfrei/src/cards_{language}.txt", "vierfrei/src/cards.txt"),
            partial(build_cards, language=language),
        )
        for language in ("de", "en")
    ),
    Product("vierfrei/vierfrei_de.rsc", ("vierfrei/src/vierfrei_de.txt",), build_resource),
    Product("vierfrei/vierfrei_en.rsc", ("vierfrei/src/vierfrei_en.txt",), build_resource),
    Product("freecell/freecell_de.rsc", ("freecell/src/freecell_de.txt",), build_resource),
    Product("freecell/freecell_en.rsc", ("freecell/src/freecell_en.txt",), build_resource),
    Product("grossfamilien/grossfamilien_de.rsc", ("grossfamilien/src/grossfamilien_de.txt",), build_resource),
    Product("grossfamilien/grossfamilien_en.rsc", ("grossfamilien/src/grossfamilien_en.txt",), build_resource),
    Product("grossfamilien/back.img", ("grossfamilien/src/back.txt",), build_back),
)


def built_bytes(product: Product, data: Path) -> bytes:
    """What the built file is to hold; FormatError names a source that is missing or wrong."""
    source = next((data / source for source in product.sources if (data / source).exists()), data / product.sources[0])
    try:
        return product.build(source.read_text(encoding="utf-8"), source.name)
    except FileNotFoundError:
        raise FormatError(str(source), "the source is missing") from None
    except UnicodeDecodeError as error:
        raise FormatError(source.name, "not UTF-8", at=error.start) from None


def main(arguments: list[str] | None = None) -> int:
    """Run the command: 0 all is built (or up to date), 1 with --check something is not, 2 a source is wrong."""
    parser = Parser(description="Build the data that the program loads from their sources.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 naming what differs")
    parser.add_argument("--data", type=Path, default=DATA, help="the data folder (default: that of the package)")
    options = parser.parse_args(arguments)
    status = 0
    for product in PRODUCTS:
        target = options.data / product.built
        try:
            wanted = built_bytes(product, options.data)
            if target.exists() and target.read_bytes() == wanted:
                continue
            if options.check:
                print(f"{product.built}: {'differs from its source' if target.exists() else 'is not built'}")
                status = max(status, 1)
            else:
                target.write_bytes(wanted)
                print(f"{product.built}: written, {len(wanted)} bytes")
        except (FormatError, OSError) as error:
            status = complain("build_data", error)
    return status


if __name__ == "__main__":
    sys.exit(main())
