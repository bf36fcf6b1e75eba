"""``gemport which CARDS...|PICTURE.png``: find a numbered deal by its first cards or a picture."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path
from typing import NamedTuple

from gemport.cards.card import Card, CardError, card_name, parse_card
from gemport.cards.deal_search import Columns, Dealing, find_numbers
from gemport.cards.game import AnyGame
from gemport.cli import registry
from gemport.cli.arguments import UsageError
from gemport.cli.solve import in_words
from gemport.cli.sources import Sources, census, read_file
from gemport.cli.terminal import Parser, print_json, print_out
from gemport.hosts.files import STANDARD, file_name
from gemport.play.deck import assemble
from gemport.settings import LANGUAGES
from gemport.solver import Verdict

UNKNOWN_CARD = "?"
NEXT_COLUMN = "/"
NOT_FOUND = 1
MAX_LISTED = 10  # maximum number of deals printed in full per game
_MIN_CARDS_WITH_ERROR, _MIN_CARDS_UNIQUE = 5, 7
"""Minimum numbers of cards to tolerate a wrong card, and to identify a single deal despite it."""
_GERMAN_RANKS = str.maketrans("BbDd", "JJQQ")
"""Ranks Bube and Dame; a card's name starts with the rank, so D is not a suit there."""
_MIN_PICTURE = 320, 200  # minimum size of a picture with a table
_PICTURES = ".png", ".jpg", ".jpeg"
_ROW, _NO_CARD = 8, -1


class _Wanted(NamedTuple):
    """A game that can start with the cards."""

    game: AnyGame
    dealing: Dealing
    named: Mapping[int, Card | None]  # the cards by draw number; None for an unknown card
    places: Mapping[int, tuple[int, int]]  # column and position, from 1, by draw number
    part: str  # the game's word for a column
    turned: bool = False  # whether the cards were typed by rows

    def numbers(self, wrong: int = 0) -> list[int]:
        """Return the numbers that start with these cards, except for ``wrong`` cards."""
        return find_numbers(self.dealing, {draw: card for draw, card in self.named.items() if card is not None}, wrong)


def add(command: Parser) -> None:
    """Add the command's arguments."""
    parts = ((game.title, game.finder.part) for game in registry.every() if game.finder is not None)
    others = "".join(f", in {title} of the first {part}" for title, part in parts if part != "column")
    what = (
        f"the first cards of the first column from its top{others}; after {NEXT_COLUMN} the"
        f" next column; {UNKNOWN_CARD} for an unknown card. Or a PNG or JPEG picture of the start (- is stdin)"
    )
    command.add_argument("cards", nargs="+", metavar="CARD", help=what)
    own = "default: from the user folder, or built in"
    command.add_argument("--dat", type=Path, metavar="FILE", help=f"the deck in the picture ({own})")
    command.add_argument(
        "--builtin", action="store_true", help="ignore the files in the user folder (default: use them)"
    )
    formats = "text for reading, or a line of JSON for each number (default: text)"
    command.add_argument("--format", choices=("text", "json"), default="text", help=formats)
    command.epilog = f"""cards:
  Without {NEXT_COLUMN} the cards continue in the next column or row.
  The cards of VIERFREI and FreeCell can also be listed by rows.
  B and D are the German jack and queen: BD is JD.
  Four or five cards are usually enough. With {_MIN_CARDS_WITH_ERROR} or more, one may be wrong: matching deals are
  listed with the actual card. With {_MIN_CARDS_UNIQUE} or more, only one deal matches.

exit status:
  0 found, {NOT_FOUND} no such number

examples:
  gemport which JD 2D 9H JC 5D 7H
  gemport which JD KD 2S {NEXT_COLUMN} 2D KC KS
  gemport which picture.png"""
    command.set_defaults(
        run=lambda given: which(given.cards, Sources(dat=given.dat, builtin=given.builtin), given.format)
    )


def which(words: Sequence[str], sources: Sources, form: str = "text") -> int:
    """Run the command; return the exit status."""
    if len(words) == 1 and (words[0] == str(STANDARD) or words[0].lower().endswith(_PICTURES)):
        # The readings of a picture are costly: try everything with one before the next.
        attempts = (
            (_games(columns), wrong)
            for columns in _pictured(Path(words[0]), sources)
            for wrong in range(1 + (_known(columns) >= _MIN_CARDS_UNIQUE))
        )
    else:
        columns = _named(words)
        games = _games(columns) + [one._replace(turned=True) for one in _games(_turned(columns))]
        if not games:
            raise UsageError("no game has that many cards in a column")
        if not _known(columns):
            raise UsageError("at least one card must be known")
        attempts = ((games, wrong) for wrong in range(1 + (_known(columns) >= _MIN_CARDS_WITH_ERROR)))
    for games, wrong in attempts:
        matches = [(one, numbers) for one in games if (numbers := one.numbers(wrong))]
        # With few cards both readings have many numbers.
        matches = [(one, numbers) for one, numbers in matches if not one.turned or len(numbers) <= MAX_LISTED]
        if matches:
            for one, numbers in matches:
                _print_numbers(one, numbers, form)
            return 0
    if form == "text":
        print_out("no deal starts with these cards")
    return NOT_FOUND


def _games(columns: Columns) -> list[_Wanted]:
    """Return the games that have that many cards in their columns."""
    wanted = []
    for game in registry.every():
        finder = game.finder
        if finder is None or (flowing := finder.flowing(columns)) is None:
            continue
        named, places = {}, {}
        for column, cards in enumerate(flowing):
            for row, card in enumerate(cards):
                named[finder.draw(column, row)] = card
                places[finder.draw(column, row)] = column + 1, row + 1
        wanted.append(_Wanted(game, finder.dealing(), named, places, finder.part))
    return wanted


def _known(columns: Columns) -> int:
    return sum(card is not None for card in chain(*columns))


def _turned(rows: Columns) -> Columns:
    """Return the columns of cards listed by rows; a single list has rows of eight."""
    if len(rows) == 1:
        rows = [rows[0][at : at + _ROW] for at in range(0, len(rows[0]), _ROW)]
    return [[card for card in column if card != _NO_CARD] for column in zip_longest(*rows, fillvalue=_NO_CARD)]


# ---- input


def _named(words: Sequence[str]) -> Columns:
    """Parse the columns in words. Raises UsageError."""
    columns: list[list[Card | None]] = [[]]
    for word in " ".join(words).replace(NEXT_COLUMN, f" {NEXT_COLUMN} ").split():
        if word == NEXT_COLUMN:
            columns.append([])
            continue
        try:
            card = word[0].translate(_GERMAN_RANKS) + word[1:]
            columns[-1].append(None if word == UNKNOWN_CARD else parse_card(card))
        except CardError as error:
            raise UsageError(str(error)) from None
    return columns


def _pictured(path: Path, sources: Sources) -> Iterator[Columns]:
    """Yield the possible columns in a picture, likeliest first. Raises GemportError."""
    # Imported here: it needs Pillow.
    from gemport.gem.formats.png import MAX_PICTURE_SIZE, read_greys
    from gemport.play.recognition import read_deals

    picture = read_file(path, partial(read_greys, least=_MIN_PICTURE), MAX_PICTURE_SIZE)
    # The decks of the languages differ only in jacks and queens.
    decks = [assemble(deck) for deck in {sources.cards(lang) for lang in LANGUAGES}]
    large = [read() for lang in LANGUAGES if (read := sources.large_cards(lang)) is not None]
    deals = read_deals(picture, [*decks, *large])
    first = next(deals, None)
    if first is None:
        raise UsageError(
            f"{file_name(path)}: no start of a game with the cards of this deck found"
            " (--dat selects another deck; pictures of a window smaller than 1:1 are not always readable,"
            " pictures saved with Save picture, Bild sichern, are)"
        )
    yield first
    yield from deals


# ---- output


def _print_numbers(wanted: _Wanted, numbers: Sequence[int], form: str) -> None:
    """Print the numbers of a game, their verdicts, and the wrong or unknown cards."""
    title, name = wanted.game.title, wanted.game.name
    if len(numbers) > MAX_LISTED:
        if form == "json":
            print_json({"game": name, "count": len(numbers), "numbers": numbers[:MAX_LISTED]})
            return
        listed = " ".join(map(str, numbers[:MAX_LISTED]))
        print_out(f"{title}: {len(numbers)} games start with these cards: {listed} ...")
        return
    known = wanted.game.census
    for number in numbers:
        verdict = None if known is None else census()[known].verdict(number) or Verdict.UNDECIDED
        drawn = wanted.dealing.drawn(number)
        others = [draw for draw, card in wanted.named.items() if card != drawn[draw]]
        cards: list[dict[str, object]] = []
        for draw in others:
            column, row = wanted.places[draw]
            given = wanted.named[draw]
            place = {wanted.part: column, "card": row, "is": card_name(drawn[draw])}
            cards.append({**place, "given": None if given is None else card_name(given)})
        if form == "json":
            print_json({"game": name, "number": number, "verdict": verdict and verdict.value, "cards": cards})
            continue
        print_out(
            f"{title} #{number}: {in_words(verdict) if verdict else f'unknown; try gemport solve {name} {number}'}"
        )
        for card in cards:
            instead = "" if card["given"] is None else f", not {card['given']}"
            print_out(f"  {wanted.part} {card[wanted.part]}, card {card['card']}: {card['is']}{instead}")
