"""Preview a card source as on the screen: all 58 pictures, or with --columns a dealt board."""

import random
import sys
from pathlib import Path

import checkout  # noqa: F401
from compilers.decks import read_back_text, read_cards_text
from compilers.sheet import spread, table
from PIL import Image
from source import read_source

from gemport.cli.arguments import png_file
from gemport.cli.terminal import Parser, report_bad_input
from gemport.gem import Raster
from gemport.hosts.files import Outputs
from gemport.hosts.pictures import to_image
from gemport.play.deck import EMPTY_FINAL, MASK, Rows, assemble

COVERED = 15
"""Visible pixels of a covered card."""


def columns(pictures: tuple[Rows, ...], seed: int) -> list[tuple[int, int, Rows]]:
    """Shuffle the 52 cards into eight columns; each card covers the one above."""
    cards = list(range(EMPTY_FINAL))
    random.Random(seed).shuffle(cards)
    return [(place % 8, COVERED * (place // 8), pictures[card]) for place, card in enumerate(cards)]


def draw(placed: list[tuple[int, int, Rows]], mask: Rows, scale: int) -> Image.Image:
    """Draw the pictures at (column, y) on a half-tone background, enlarged by ``scale``."""
    picture = table(placed, mask)
    raster = Raster(picture.width, picture.height)
    raster.rows = [row << raster.stride - raster.width for row in picture.rows]
    size = (picture.width * scale, picture.height * scale)
    return to_image(raster).convert("L").resize(size, Image.Resampling.NEAREST)


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Exit status: 0 picture written, 2 wrong usage or invalid source (one line on standard error)."""
    parser = Parser(description="Draw a card source as on the screen, to judge it by eye.")
    parser.add_argument("cards", type=Path, help="the cards' text")
    parser.add_argument("picture", type=png_file, help="the PNG to write")
    parser.add_argument("--lang", choices=("de", "en"), default="de", help="which letters (default: de)")
    parser.add_argument("--back", type=Path, help="the text of a card's back, shown with the empty places")
    parser.add_argument("--columns", type=int, metavar="SEED", help="a shuffled board instead of all pictures")
    parser.add_argument("--scale", type=int, default=2, help="enlargement (default: 2)")
    options = parser.parse_args(arguments)
    try:
        deck = read_cards_text(read_source(options.cards), options.lang, options.cards.name)
        back = read_back_text(read_source(options.back), options.back.name) if options.back else None
        pictures = assemble(deck)
        placed = list(spread(pictures, back)) if options.columns is None else columns(pictures, options.columns)
        with Outputs(tuple(filter(None, (options.cards, options.back)))).writing(options.picture) as out:
            draw(placed, pictures[MASK], options.scale).save(out, "PNG")
    except (OSError, ValueError) as error:
        return report_bad_input(error, "preview_cards")
    return 0


if __name__ == "__main__":
    sys.exit(main())
