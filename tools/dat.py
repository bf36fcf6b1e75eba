"""Convert card data to a sheet for painting, or to text, and back.

``dat.py unpack FILE.DAT SHEET.png``, ``dat.py build SHEET.png FILE.DAT``; with .txt instead of .png, the text format of
:mod:`compilers.decks`. ``--preview PNG`` also writes a picture of all 58 assembled cards.
"""

import sys
from pathlib import Path

import checkout  # noqa: F401
from compilers.decks import LANGUAGES, read_cards_text, write_cards_text, write_dat
from compilers.sheet import SHEET_HEIGHT, SHEET_WIDTH, cards_to_sheet, sheet_to_cards, table
from source import read_source

from gemport.cli.terminal import Parser, report_bad_input
from gemport.gem import MAX_PICTURE_SIZE, FormatError, GemportError, read_png, write_png
from gemport.hosts.files import ANYWHERE, Outputs, read_input
from gemport.play import deck


def load(path: Path, language: str) -> deck.CardData:
    """Read card data from a sheet (.png), text (.txt) or binary file. Raises FormatError, OSError."""
    if path.suffix.lower() == ".png":
        picture = read_png(read_input(path, MAX_PICTURE_SIZE), path.name)
        return sheet_to_cards(picture.width, picture.height, picture.rows, path.name)
    if path.suffix.lower() == ".txt":
        return read_cards_text(read_source(path), language, path.name)
    _check_data(path)
    return deck.read_dat(read_input(path, deck.MAX_DAT_BYTES), path.name)


def _check_data(path: Path) -> None:
    if path.suffix.lower() not in (".dat", ""):
        raise FormatError(path.name, "card data are .dat, a sheet to paint on .png, a text .txt")


def save(cards: deck.CardData, path: Path, outputs: Outputs = ANYWHERE) -> None:
    """Write card data in the format of the file name."""
    if path.suffix.lower() == ".png":
        outputs.write(path, write_png(SHEET_WIDTH, SHEET_HEIGHT, cards_to_sheet(cards)))
    elif path.suffix.lower() == ".txt":
        outputs.write(path, write_cards_text(cards).encode())
    else:
        _check_data(path)
        outputs.write(path, write_dat(cards))


def preview(cards: deck.CardData) -> bytes:
    """Return a PNG of all cards by suit, with the empty places below them, on the game's background."""
    image = table(deck.assemble(cards))
    return write_png(image.width, image.height, image.rows)


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Exit status: 0 done, 2 wrong usage or invalid input (one line on standard error)."""
    parser = Parser(description="Turn VIERFREI's card data into a sheet to paint on, and back.")
    parser.add_argument("command", choices=("unpack", "build"), help="unpack: data to sheet; build: sheet to data")
    parser.add_argument("source", type=Path, help="card data, .png sheet or .txt")
    parser.add_argument("target", type=Path, nargs="?", help="may be left out with --preview")
    parser.add_argument("--preview", type=Path, metavar="PNG", help="write a picture of all assembled cards")
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help="which letters to take from a text")
    options = parser.parse_args(arguments)
    if options.target is None and options.preview is None:
        parser.error("a target or --preview is needed")
    try:
        outputs = Outputs((options.source,))
        cards = load(options.source, options.lang)
        if options.target is not None:
            save(cards, options.target, outputs)
        if options.preview is not None:
            outputs.write(options.preview, preview(cards))
    except (GemportError, OSError) as error:
        return report_bad_input(error, "dat")
    return 0


if __name__ == "__main__":
    sys.exit(main())
