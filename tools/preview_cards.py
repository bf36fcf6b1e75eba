"""Draw a card source as on the screen, to judge it by eye: all 58 pictures, or a dealt board with --columns."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from oneline import Parser, complain, png_file

# isort: split

from compilers.decks import read_back_text, read_cards_text
from PIL import Image
from source import read_source

from gemport.hosts.files import Outputs
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH, EMPTY_FINAL, MASK, Rows, assemble

ACROSS, DOWN = CARD_WIDTH + 10, CARD_HEIGHT + 10
"""Pixels from one card to the next."""
COVERED = 15
"""Visible pixels of a covered card."""
CARDS = 4 * 13
PAPER, INK = 255, 0


def spread(pictures: tuple[Rows, ...], back: Rows | None) -> Iterator[tuple[int, int, Rows]]:
    """Place every picture: a row of cards for each suit, then the empty places and the back."""
    for number in range(CARDS):
        yield number // 4, DOWN * (number % 4), pictures[number]
    for column, picture in enumerate([*pictures[EMPTY_FINAL:MASK], *([back] if back else [])]):
        yield column, DOWN * 4, picture


def columns(pictures: tuple[Rows, ...], seed: int) -> Iterator[tuple[int, int, Rows]]:
    """Place the 52 cards, shuffled into eight columns, each card covering the one above."""
    cards = list(range(CARDS))
    random.Random(seed).shuffle(cards)
    for place, card in enumerate(cards):
        yield place % 8, COVERED * (place // 8), pictures[card]


def draw(placed: list[tuple[int, int, Rows]], mask: Rows, scale: int) -> Image.Image:
    """Draw the pictures at (column, y) on a half-tone ground, enlarged by ``scale``."""
    margin = ACROSS - CARD_WIDTH
    width = margin + ACROSS * (1 + max(column for column, _, _ in placed))
    height = 2 * margin + CARD_HEIGHT + max(y for _, y, _ in placed)
    image = Image.new("L", (width, height))
    image.putdata([PAPER if (x + y) % 2 else INK for y in range(height) for x in range(width)])
    for column, top, rows in placed:
        for y, (bits, outside) in enumerate(zip(rows, mask, strict=True), margin + top):
            for x in range(CARD_WIDTH):
                bit = 1 << (CARD_WIDTH - 1 - x)
                if not outside & bit:
                    image.putpixel((margin + column * ACROSS + x, y), INK if bits & bit else PAPER)
    return image.resize((width * scale, height * scale), Image.Resampling.NEAREST)


def main(arguments: list[str] | None = None) -> int:
    """Run the command: 0 if the picture was written, 2 for wrong usage or a bad source (one line on standard error)."""
    parser = Parser(description="Draw a card source as on the screen, to judge it by eye.")
    parser.add_argument("cards", type=Path, help="the cards' text")
    parser.add_argument("picture", type=png_file, help="the PNG to write")
    parser.add_argument("--lang", choices=("de", "en"), default="de", help="which letters (default: de)")
    parser.add_argument("--back", type=Path, help="the text of a card's back, shown with the empty places")
    parser.add_argument("--columns", type=int, metavar="SEED", help="a shuffled board instead of all pictures")
    parser.add_argument("--scale", type=int, default=2, help="enlarged so many times (default: 2)")
    options = parser.parse_args(arguments)
    try:
        deck = read_cards_text(read_source(options.cards), options.lang, options.cards.name)
        back = read_back_text(read_source(options.back), options.back.name) if options.back else None
        pictures = assemble(deck)
        placed = spread(pictures, back) if options.columns is None else columns(pictures, options.columns)
        with Outputs(tuple(filter(None, (options.cards, options.back)))).writing(options.picture) as out:
            draw(list(placed), pictures[MASK], options.scale).save(out, "PNG")
    except (OSError, ValueError) as error:
        return complain("preview_cards", error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
