"""Numbered deals: VIERFREI's generator over one pack and over two, and the Microsoft deals."""

from __future__ import annotations

from gemport.cards.pack import PACK_SIZE, Card

NUMBERS = 1_000_000
"""VIERFREI and Grossfamilien have the games 0..999999."""
MICROSOFT_NUMBERS = range(1, 32_001)
TABLEAU_SIZE = 16
"""Grossfamilien: so many cards lie open at the start, the rest is the talon."""


class NumberError(ValueError):
    """A game number that does not exist."""


def check_number(number: int) -> int:
    """The number, if VIERFREI and Grossfamilien have such a game; else raises NumberError."""
    if not 0 <= number < NUMBERS:
        raise NumberError(f"game number {number} is not in 0..{NUMBERS - 1}")
    return number


def check_microsoft_number(number: int) -> int:
    """The number, if FreeCell has such a game; else raises NumberError."""
    if number not in MICROSOFT_NUMBERS:
        raise NumberError(f"game number {number} is not in {MICROSOFT_NUMBERS[0]}..{MICROSOFT_NUMBERS[-1]}")
    return number


def next_number(number: int) -> int:
    """One step of VIERFREI's generator, whose state is a game number (spec: VIERFREI 2)."""
    return (9821 * number + 211327) % NUMBERS


def _shuffle(pack: list[int], state: int) -> int:
    """Shuffle in place; the state that the generator is left in."""
    # floor(2x) - floor(x) of the original is floor(x + 1/2); integers, because floats go wrong in 38 games.
    for i in range(len(pack) - 1, 0, -1):
        state = (9821 * state + 211327) % 1_000_000
        j = (i * state + 500_000) // 1_000_000
        pack[i], pack[j] = pack[j], pack[i]
    return state


def deal_order(number: int) -> list[Card]:
    """The 52 cards of a VIERFREI game in the order in which they fill the columns. Raises NumberError."""
    pack = list(range(PACK_SIZE))
    _shuffle(pack, check_number(number))
    return pack


def number_after(number: int, cards: int = PACK_SIZE) -> int:
    """The number of the next game: the generator's state after dealing ``cards`` cards. Raises NumberError."""
    state = check_number(number)
    for _ in range(cards - 1):
        state = next_number(state)
    return state


def vierfrei_columns(number: int) -> list[list[Card]]:
    """The eight columns of a VIERFREI game, each from its top down. Raises NumberError."""
    order = deal_order(number)
    return [order[7 * i : 7 * i + 7] for i in range(4)] + [order[28 + 6 * i : 34 + 6 * i] for i in range(4)]


def microsoft_columns(number: int) -> list[list[Card]]:
    """The eight columns of a Microsoft FreeCell deal, each from its top down. Raises NumberError (spec: FreeCell)."""
    state = check_microsoft_number(number)
    # Microsoft's pack runs clubs, diamonds, hearts, spades within a rank.
    pack = [value * 4 + suit for value in range(13) for suit in (0, 3, 1, 2)]
    columns: list[list[Card]] = [[] for _ in range(8)]
    for dealt in range(PACK_SIZE):
        state = (state * 214013 + 2531011) % (1 << 31)
        chosen = (state >> 16) % len(pack)
        columns[dealt % 8].append(pack[chosen])
        pack[chosen] = pack[-1]
        pack.pop()
    return columns


def grossfamilien_order(number: int) -> list[Card]:
    """The 104 cards of a Grossfamilien game: 16 of the tableau row by row, then the talon, top card first.

    Raises NumberError.
    """
    pack = list(range(2 * PACK_SIZE))
    _shuffle(pack, check_number(number))
    return [card % PACK_SIZE for card in pack]
