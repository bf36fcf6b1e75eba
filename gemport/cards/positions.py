"""Positions as text: the lines that all games' positions are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from gemport.cards.pack import PACK_SIZE, Card, CardError, card_name, parse_card

NO_CARD = "-"


class PositionError(ValueError):
    """A text that is not a position; the message names the line."""


class PositionReader:
    """Lines one after the other; empty ones and what stands behind a ``#`` do not count."""

    def __init__(self, text: str) -> None:
        bare = [(number, line.partition("#")[0].split()) for number, line in enumerate(text.splitlines(), 1)]
        self.lines = [(number, words) for number, words in bare if words]
        self.number = 0

    def words(self, head: str, count: int | None = None) -> list[str]:
        """The words behind ``head`` in the next line, which must be ``count``."""
        if not self.lines:
            raise PositionError(f"line {self.number + 1}: the text ends where {head!r} should stand")
        self.number, words = self.lines.pop(0)
        if words[0] != head:
            raise PositionError(f"line {self.number}: {words[0]!r} where {head!r} should stand")
        if count is not None and len(words) != count + 1:
            raise PositionError(f"line {self.number}: {len(words) - 1} words behind {head!r}, not {count}")
        return words[1:]

    def card(self, word: str) -> Card:
        """The card of a word."""
        try:
            return parse_card(word)
        except CardError as error:
            raise PositionError(f"line {self.number}: {error}") from None

    def end(self) -> None:
        """Nothing may follow."""
        if self.lines:
            number, words = self.lines[0]
            raise PositionError(f"line {number}: {words[0]!r} stands behind the end of the position")


def headed(head: str, words: Iterable[str]) -> str:
    """A line: its head and its words."""
    return " ".join([head, *words])


def name_or_none(card: Card | None) -> str:
    """A card's name, or what stands for none."""
    return NO_CARD if card is None else card_name(card)


def check_cards(copies: int, *piles: Sequence[Card]) -> None:
    """Every card must be there so many times. Raises PositionError."""
    counts = Counter(card for pile in piles for card in pile)
    for card in range(PACK_SIZE):
        if counts[card] != copies:
            raise PositionError(f"the position has {card_name(card)} {counts[card]} times, not {copies}")
