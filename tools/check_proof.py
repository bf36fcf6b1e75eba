"""Check proofs that numbered deals can be won, or cannot: ``python3 check_proof.py FILE...``; exit status 0: all hold.

This program shares no code with gemport. docs/proofs.md describes the format and why the reductions below lose no win.
A card is value * 4 + suit, with the ace as 0 and the suits clubs, hearts, spades, diamonds: odd suits are red.
"""

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path


def vierfrei(number: int) -> list[list[int]]:
    """Return the columns of a VIERFREI deal, open card last."""
    pack = list(range(52))
    for i in range(51, 0, -1):
        number = (9821 * number + 211327) % 1_000_000
        j = (i * number + 500_000) // 1_000_000
        pack[i], pack[j] = pack[j], pack[i]
    return [pack[i : i + 7] for i in (0, 7, 14, 21)] + [pack[i : i + 6] for i in (28, 34, 40, 46)]


def freecell(number: int) -> list[list[int]]:
    """Return the columns of a Microsoft deal below 2 ** 33, open card last; -1 and -2 are boards that cannot be won."""
    pack = [value * 4 + suit for value in range(13) for suit in (0, 3, 1, 2)]
    if number < 0:
        ranks = [*range(0, 13, 2), *range(11, 0, -2)] if number == -1 else [0, *range(12, 0, -1)]
        piles = [[pack[4 * rank + suit] for rank in ranks] for suit in ((0, 1, 2, 3) if number == -1 else (3, 2, 1, 0))]
        return [pile[:7] for pile in piles] + [pile[7:] for pile in piles]
    state, columns = number % 2**32, [list[int]() for _ in range(8)]
    for i in range(52):
        state = (214013 * state + 2531011) % 2**32
        j = ((state >> 16) % 2**15 + 2**15 * (number >= 2**31) if number < 2**32 else (state >> 16) + 1) % len(pack)
        pack[j], pack[-1] = pack[-1], pack[j]
        columns[i % 8].append(pack.pop())
    return columns


NUMBERS = {"vierfrei": range(1_000_000), "freecell": range(-2, 2**33)}
FITS_ON = [[on for on in range(52) if on // 4 == card // 4 + 1 and (on ^ card) & 1] for card in range(52)]


def play(columns: list[list[int]], cells: int, moves: Sequence[str]) -> None:
    """Make single-card moves. Raises ValueError, KeyError or IndexError if one is illegal or they do not win."""
    home, piles = [0, 0, 0, 0], {str(i + 1): pile for i, pile in enumerate(columns)} | {c: [] for c in "abcd"[:cells]}
    for source, target in map(tuple, moves):
        card = piles[source].pop()
        if target == "h" and card // 4 == home[card % 4]:
            home[card % 4] += 1
        elif target == "h" or (piles[target] and (target in "abcd" or piles[target][-1] not in FITS_ON[card])):
            raise ValueError(f"illegal move {source}{target}")
        else:
            piles[target].append(card)
    if home != [13] * 4:
        raise ValueError(f"not won: {sum(home)} cards are home")


@cache
def safe_cards(home: tuple[int, ...]) -> bytes:
    """Return the cards that can go home immediately without losing a win; ``home`` counts the cards of each suit."""
    other = [min(home[suit ^ 1], home[suit ^ 3]) + (home[suit ^ 2] >= home[suit] - 2) for suit in range(4)]
    return bytes(n * 4 + suit for suit, n in enumerate(home) if n < 13 and (n < 2 or other[suit] >= n))


def settled(columns: list[bytes], cells: bytes, home: tuple[int, ...]) -> bytes:
    """Send safe cards home; return the position as bytes. The order of columns and cells does not matter."""
    while safe := set(safe_cards(home)) & {*cells, *(pile[-1] for pile in columns if pile)}:
        cells = bytes(card for card in cells if card not in safe)
        columns = [pile[:-1] if pile and pile[-1] in safe else pile for pile in columns]
        home = tuple(n + any(card % 4 == suit for card in safe) for suit, n in enumerate(home))
    return bytes(home) + b"\xff".join([bytes(sorted(cells)), *sorted(filter(None, columns))])


def following(position: bytes, places: int) -> Iterator[bytes]:
    """Yield the positions after each move of one card; all empty columns are alike."""
    home, (cells, *columns) = tuple(position[:4]), position[4:].split(b"\xff")
    at = {pile[-1]: i for i, pile in enumerate(columns)}
    for card in [*at, *cells]:
        left = [pile[:-1] if pile[-1] == card else pile for pile in columns]
        rest, one = bytes(other for other in cells if other != card), bytes([card])
        if card // 4 == home[card % 4]:
            yield settled(left, rest, tuple(n + (suit == card % 4) for suit, n in enumerate(home)))
        for i in [at[on] for on in FITS_ON[card] if on in at]:
            yield settled([*left[:i], left[i] + one, *left[i + 1 :]], rest, home)
        if len(columns) < 8:
            yield settled([*left, one], rest, home)
        if card in at and len(cells) < places:
            yield settled(left, rest + one, home)


def check(text: str) -> str:
    """Return the proven statement. Raises ValueError, KeyError or IndexError if it does not hold."""
    first, *lines = text.splitlines()
    given = dict(line.split(": ", 1) for line in lines)
    game, number, cells = given["game"], int(given["number"]), int(given["cells"])
    if first != "gemport proof 1" or cells not in range(5) or number not in NUMBERS[game]:
        raise ValueError("another format, or not a deal with 0 to 4 cells")
    name, columns = f"{game} {number} with {cells} cells", (vierfrei if game == "vierfrei" else freecell)(number)
    if given["result"] == "won":
        play(columns, cells, moves := given["moves"].split())
        return f"{name} can be won: {len(moves)} legal moves"
    reached, new, most = set[bytes](), {settled(list(map(bytes, columns)), b"", (0, 0, 0, 0))}, int(given["positions"])
    while new and len(reached) <= most:
        reached |= new
        new = {after for position in new for after in following(position, cells)} - reached
    result = "a win" if bytes([13] * 4) in {position[:4] for position in reached} else "impossible"
    found = result, len(reached), sha256(b"\xff\xff".join(sorted(reached))).hexdigest()
    if new or (given["result"], most, given["sha256"]) != found:
        raise ValueError(f"a search finds {result}, {len(reached)} positions, {found[2]}")
    return f"{name} cannot be won: none of the {len(reached)} positions that can be reached is won"


if __name__ == "__main__":
    for path in sys.argv[1:] or sys.exit(__doc__):
        try:
            print(check(Path(path).read_text(encoding="ascii")))
        except (OSError, ValueError, KeyError, IndexError) as error:
            reason = f"unknown or missing: {error}" if isinstance(error, KeyError) else error
            sys.exit(f"{path}: the proof does not hold: {reason}")
