"""Proofs that another program can check: docs/proofs.md describes the format, tools/check_proof.py checks it.

A deal that can be won is proven by its moves. A deal that cannot is proven by the set of all positions that can be
reached from it: none is won. The text has only the number of these positions and their digest, since every program can
find them again.
"""

from collections.abc import Generator, Sequence
from hashlib import sha256

from gemport.solver.position import Position
from gemport.solver.successors import Reached, Successors, arrived, is_won
from gemport.solver.weights import SHORT

_HEAD = "gemport proof 1"
_END = b"\xff"  # after each pile of a position; two between positions
_SLICE_POSITIONS = 8


def proof_text(
    game: str, number: int, position: Position, moves: Sequence[str] | None
) -> Generator[int, None, str | None]:
    """Return the proof that a deal can be won by single-card ``moves``, or cannot be won if they are None.

    Returns None if the deal can be won although ``moves`` are None. Yields the number of positions.
    """
    head = f"{_HEAD}\ngame: {game}\nnumber: {number}\ncells: {len(position.cells)}\n"
    if moves is not None:
        return f"{head}result: won\nmoves: {' '.join(moves)}\n"
    # The points only order a search, and here all positions are visited.
    following = Successors(position, SHORT, runs=False, priced=False)
    waiting, texts = [arrived(following.start)], list[bytes]()
    while waiting:
        here = waiting.pop()
        if is_won(here):
            return None
        texts.append(_position_bytes(here))
        for reached in following.after(here):
            columns, cells, foundations, *_ = arrived(reached)
            waiting.append((columns, cells, foundations, 0, None, None))
        if not len(texts) % _SLICE_POSITIONS:
            yield len(texts)
    digest = sha256((_END * 2).join(sorted(texts))).hexdigest()
    return f"{head}result: impossible\npositions: {len(texts)}\nsha256: {digest}\n"


def _position_bytes(here: Reached) -> bytes:
    """Return a position as bytes: the cards home by suit, the cells sorted, the columns sorted."""
    columns, cells, foundations, *_ = here
    piles = []
    for column in columns:
        cards = bytearray()
        while column.size:
            cards.append(column.last)
            column = column.parent
        if cards:
            piles.append(bytes(reversed(cards)))
    home = bytes(foundations >> 4 * suit & 15 for suit in range(4))
    return home + _END.join([bytes(sorted(cells)), *sorted(piles)])
