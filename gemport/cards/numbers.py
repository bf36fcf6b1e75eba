"""Game numbers, and the generator of VIERFREI whose state is one."""

from __future__ import annotations

from gemport.cards.pack import PACK_SIZE

NUMBERS = range(1_000_000)
"""The games that the generator can deal: VIERFREI's and Großfamilien's."""


class NumberError(ValueError):
    """A game number that does not exist."""


def check_number(number: int, numbers: range = NUMBERS) -> int:
    """The number, if it is one of the game's; else raises NumberError."""
    if number not in numbers:
        raise NumberError(f"game number {number} is not in {numbers[0]}..{numbers[-1]}")
    return number


def next_number(number: int) -> int:
    """One step of VIERFREI's generator, whose state is a game number (docs/vierfrei.md 2)."""
    return (9821 * number + 211327) % len(NUMBERS)


def shuffle(pack: list[int], state: int) -> int:
    """Shuffle in place; the state that the generator is left in."""
    # floor(2x) - floor(x) of the original is floor(x + 1/2); integers, because floats go wrong in 38 games.
    for i in range(len(pack) - 1, 0, -1):
        state = (9821 * state + 211327) % 1_000_000
        j = (i * state + 500_000) // 1_000_000
        pack[i], pack[j] = pack[j], pack[i]
    return state


def number_after(number: int, cards: int = PACK_SIZE) -> int:
    """The number of the next game: the generator's state after dealing ``cards`` cards. Raises NumberError."""
    state = check_number(number)
    for _ in range(cards - 1):
        state = next_number(state)
    return state
