"""Moves of single cards, the steps they make up, and why a move is refused."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple

from gemport.cards.card import Card, card_name, suit_of

FOUNDATIONS = range(52, 56)
"""The foundations of every game that has them: 52 + suit."""
_HOME = "h"
"""All foundations in every game's notation: a card knows its own."""


class PlaceError(ValueError):
    """A number or a word that names no place."""


def foundation_of(card: Card) -> int:
    """Return the foundation of the card's suit."""
    return FOUNDATIONS[suit_of(card)]


class Places:
    """The places of a game, by number, and their names in its notation."""

    def __init__(self, names: Mapping[int, str], description: str) -> None:
        """Name the places, each foundation ``h``; ``description`` lists them in errors, as a player writes them."""
        self._names = {**names, **dict.fromkeys(FOUNDATIONS, _HOME)}
        self._places = {name: place for place, name in names.items()}
        self._description = description

    def name(self, place: int) -> str:
        """Return a place's name. Raises PlaceError."""
        if place not in self._names:
            raise PlaceError(f"{place} is not a place ({self._description})")
        return self._names[place]

    def parse(self, name: str, card: Card | None = None) -> int:
        """Return the place of a name, in large or small letters. Raises PlaceError.

        card: the card that goes there, without which ``h`` names no place
        """
        word = name.lower()
        if word == _HOME and card is not None:
            return foundation_of(card)
        if word not in self._places:
            raise PlaceError(f"{name!r} is not a place ({self._description})")
        return self._places[word]


class Move(NamedTuple):
    """One card from one place to another. A game's own subclass writes it in the game's notation (``str``)."""

    card: Card
    source: int
    target: int


class Step(NamedTuple):
    """One action of the player: its word in the game's notation, and all single moves in order."""

    word: str
    moves: tuple[Move, ...]


class Rule(Enum):
    """A rule that a refused move breaks. The members are those of the subclasses: of all games, and of one."""


class PileRule(Rule):
    """The rules of all games."""

    NO_CARD = auto()
    """There is nothing to move."""
    SAME_PLACE = auto()
    """The card lies there already."""
    FOUNDATION_STAYS = auto()
    """Cards on a foundation stay there."""
    OTHER_SUIT = auto()
    """The foundation or pile belongs to another suit."""
    NOT_NEXT = auto()
    """The foundation does not wait for this card."""
    NO_SUCH_WAY = auto()
    """Cards never go this way (onto the stock, say)."""


class Refusal(NamedTuple):
    """The reason against a move: the rule, the card it was about, how many cards were wanted and had room."""

    rule: Rule
    card: Card | None = None
    wanted: int = 1
    room: int | None = None

    def __str__(self) -> str:
        rule = self.rule.name.lower().replace("_", " ")
        card = "" if self.card is None else f"{card_name(self.card)}: "
        return f"{card}{rule}" + ("" if self.room is None else f" ({self.wanted} wanted, {self.room} at most)")


class IllegalMove(ValueError):  # noqa: N818 - a player knows it by this name
    """A move that the rules do not allow; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class UndoError(ValueError):
    """No move is left to take back (or to play again)."""
