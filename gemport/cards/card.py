"""Cards and packs: numbers, names, colours."""

from collections.abc import Iterable
from typing import TypeAlias

Card: TypeAlias = int
"""A card as the number value * 4 + suit, 0..51 (docs/vierfrei.md 1)."""

PACK_SIZE = 52
"""Number of cards in a pack."""
RANKS = "A23456789TJQK"
"""Letter of each value."""
SUITS = "CHSD"
"""Letter of each suit."""
_SYMBOLS = {**dict(zip(map(ord, "♣♥♠♦♧♡♤♢"), SUITS * 2, strict=True)), 0xFE0E: None, 0xFE0F: None}
"""Symbols of the suits; the last two choose how a symbol is drawn."""
ACE, TWO, KING = 0, 1, 12
"""A value, as ``value_of`` returns it."""


class CardError(ValueError):
    """The word is not the name of a card."""


def make_card(value: int, suit: int) -> Card:
    """Return the card with a value (0 ace .. 12 king) and a suit (0 clubs, 1 hearts, 2 spades, 3 diamonds)."""
    return value * 4 + suit


def value_of(card: Card) -> int:
    """Return the value: 0 ace, 1 two, .. 9 ten, 10 jack, 11 queen, 12 king."""
    return card >> 2


def suit_of(card: Card) -> int:
    """Return the suit: 0 clubs, 1 hearts, 2 spades, 3 diamonds."""
    return card & 3


def is_red(card: Card) -> bool:
    """Return whether a card is red: hearts and diamonds are the odd suits."""
    return bool(card & 1)


def card_name(card: Card) -> str:
    """Return the name, rank and suit: ``TD`` is the ten of diamonds. Raises CardError outside 0..51."""
    if not 0 <= card < PACK_SIZE:
        raise CardError(f"{card} is not a card number (0..{PACK_SIZE - 1})")
    return RANKS[card >> 2] + SUITS[card & 3]


def parse_card(name: str) -> Card:
    """Return the card with a name, ignoring case; ``10`` is accepted for ``T``, ``♦`` for ``D``. Raises CardError.

    >>> card_name(parse_card("10h")), parse_card("AC")
    ('TH', 0)
    """
    word = name.upper().translate(_SYMBOLS)
    rank = RANKS.find("T" if word[:-1] == "10" else word[:-1] or "?")
    suit = SUITS.find(word[-1:] or "?")
    if rank < 0 or suit < 0 or (len(word) != 2 and word[:-1] != "10"):
        raise CardError(f"{name!r} is not a card (a rank of {RANKS} and a suit of {SUITS}, such as TD)")
    return make_card(rank, suit)


def card_names(cards: Iterable[Card]) -> list[str]:
    """Return the names of several cards."""
    return [card_name(card) for card in cards]


def parse_cards(words: Iterable[str]) -> list[Card]:
    """Return the cards with the given names. Raises CardError."""
    return [parse_card(word) for word in words]
