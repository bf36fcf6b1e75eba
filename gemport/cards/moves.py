"""Moves of single cards, the steps they form, and reasons for refusing a move."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple

from gemport.cards.card import Card, card_name, suit_of

FOUNDATIONS = range(52, 56)
"""Foundations of all games that have them: 52 + suit."""
_FOUNDATION_NAME = "h"  # in every notation; the card determines which foundation


class PlaceError(ValueError):
    """The number or name of a place does not exist."""


def foundation_of(card: Card) -> int:
    """Return the foundation of a card's suit."""
    return FOUNDATIONS[suit_of(card)]


class PlaceNames:
    """The places of a game by number, and their names in its notation."""

    def __init__(self, names: Mapping[int, str], description: str) -> None:
        """Name the places; each foundation is ``h``. ``description`` lists the places in error messages."""
        self._names = {**names, **dict.fromkeys(FOUNDATIONS, _FOUNDATION_NAME)}
        self._places = {name: place for place, name in names.items()}
        self._description = description

    def name(self, place: int) -> str:
        """Return the name of a place. Raises PlaceError."""
        if place not in self._names:
            raise PlaceError(f"{place} is not a place ({self._description})")
        return self._names[place]

    def parse(self, name: str, card: Card | None = None) -> int:
        """Return the place with a name, ignoring case. Raises PlaceError.

        ``card`` is the card that moves there; ``h`` is only valid with it.
        """
        word = name.lower()
        if word == _FOUNDATION_NAME and card is not None:
            return foundation_of(card)
        if word not in self._places:
            raise PlaceError(f"{name!r} is not a place ({self._description})")
        return self._places[word]


class Move(NamedTuple):
    """A move of one card. Each game has a subclass that writes it in the game's notation (``str``)."""

    card: Card
    source: int
    target: int


class Step(NamedTuple):
    """One action of the player: its word in the game's notation, and all its single moves in order."""

    word: str
    moves: tuple[Move, ...]


class Rule(Enum):
    """A rule that a refused move breaks; subclasses define the rules of all games and of each game."""


class PileRule(Rule):
    """Rules of all games."""

    NO_CARD = auto()
    """The source has no card to move."""
    SAME_PLACE = auto()
    """The card is already at this place."""
    FOUNDATION_STAYS = auto()
    """Cards cannot leave a foundation."""
    OTHER_SUIT = auto()
    """The foundation or pile belongs to another suit."""
    NOT_NEXT = auto()
    """The foundation needs another card next."""
    NO_SUCH_WAY = auto()
    """Cards never move this way (for example, onto the stock)."""


class Refusal(NamedTuple):
    """The reason for refusing a move: rule, card, number of cards to move, and maximum number that fits."""

    rule: Rule
    card: Card | None = None
    wanted: int = 1
    room: int | None = None

    def __str__(self) -> str:
        rule = self.rule.name.lower().replace("_", " ")
        card = "" if self.card is None else f"{card_name(self.card)}: "
        return f"{card}{rule}" + ("" if self.room is None else f" ({self.wanted} wanted, {self.room} at most)")


class IllegalMove(ValueError):  # noqa: N818 - a player knows it by this name
    """The rules do not allow the move; ``refusal`` holds the reason."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal


class UndoError(ValueError):
    """No move is left to undo (or to redo)."""
