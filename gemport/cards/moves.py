"""What the cell games and Großfamilien say about moves: places, single-card moves, and why one is refused."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from gemport.cards.pack import Card, card_name, suit_of

COLUMNS = range(8)
"""Places of the cell games: columns, left to right (docs/vierfrei.md 1)."""
FINALS = range(52, 56)
"""Final places (home cells): 52 + suit."""
CELLS = range(56, 60)
"""Free places (free cells), left to right."""

_COLUMN_NAMES = "12345678"
_CELL_NAMES = "abcd"
HOME_NAME = "h"


class PlaceError(ValueError):
    """A number or a word that names no place."""


def final_of(card: Card) -> int:
    """The final place that a card ends on."""
    return 52 + suit_of(card)


def place_name(place: int) -> str:
    """The place's letter in standard notation: columns 1-8, free places a-d, final places h. Raises PlaceError."""
    if place in COLUMNS:
        return _COLUMN_NAMES[place]
    if place in CELLS:
        return _CELL_NAMES[place - CELLS[0]]
    if place in FINALS:
        return HOME_NAME
    raise PlaceError(f"{place} is not a place (columns 0..7, final places 52..55, free places 56..59)")


def parse_place(name: str, card: Card | None = None) -> int:
    """The place of a letter; ``h`` needs the card that is to go there. Raises PlaceError."""
    letter = name.lower()
    if len(letter) == 1:
        if letter in _COLUMN_NAMES:
            return _COLUMN_NAMES.index(letter)
        if letter in _CELL_NAMES:
            return CELLS[_CELL_NAMES.index(letter)]
        if letter == HOME_NAME and card is not None:
            return final_of(card)
    raise PlaceError(f"{name!r} is not a place (columns 1-8, free places a-d, final places h)")


class Move(NamedTuple):
    """One card from one place of a cell game to another."""

    card: Card
    source: int
    target: int

    def __str__(self) -> str:
        """Standard notation: ``3a``, ``a5``, ``7h``. A board's ``parse_move`` reads it."""
        return place_name(self.source) + place_name(self.target)


class Rule(Enum):
    """The rule that a refused move breaks."""

    NO_CARD = auto()
    """There is nothing to move."""
    SAME_PLACE = auto()
    """The card lies there already."""
    FINAL_STAYS = auto()
    """Cards on a final place or in a family stay there."""
    CELL_TAKEN = auto()
    """The free place holds a card."""
    CELL_TO_CELL = auto()
    """FreeCell: a card in a free cell does not go to another free cell."""
    SAME_COLOUR = auto()
    """A column takes a card of the other colour."""
    NOT_ONE_LOWER = auto()
    """A column takes a card one lower than its last."""
    OTHER_SUIT = auto()
    """The final place or pile belongs to another suit."""
    NOT_NEXT = auto()
    """The final place or family does not wait for this card."""
    NOT_A_RUN = auto()
    """The cards do not form a run."""
    ONE_CARD_ONLY = auto()
    """Several cards go onto columns only."""
    NO_ROOM = auto()
    """There are too few free places and columns for so many cards."""
    NOT_A_STEP = auto()
    """Großfamilien: a pile takes a card one higher or one lower."""
    NOT_FROM_TABLEAU = auto()
    """Großfamilien: a free place of the tableau takes no card of the tableau."""
    FILL_FIRST = auto()
    """Großfamilien: a free place is to be filled from talon or waste before anything else is done."""
    CARD_IS_TURNED = auto()
    """Großfamilien: the turned card is to be played first."""
    NO_SUCH_WAY = auto()
    """Großfamilien: cards never go this way (onto the talon, say)."""


class Refusal(NamedTuple):
    """Why a move is not allowed: the rule, the card it was about, how many cards were wanted and had room."""

    rule: Rule
    card: Card | None = None
    wanted: int = 1
    room: int = 1

    def __str__(self) -> str:
        word = self.rule.name.lower().replace("_", " ")
        card = "" if self.card is None else f"{card_name(self.card)}: "
        return f"{card}{word}" + (f" ({self.wanted} wanted, {self.room} at most)" if self.rule is Rule.NO_ROOM else "")


class IllegalMove(ValueError):  # noqa: N818 - a player knows it by this name
    """A move that the rules do not allow; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class UndoError(ValueError):
    """No move is left to take back (or to play again)."""
