"""A reader for solutions of fc-solve (Debian: freecell-solver-bin) that checks them on this project's board."""

import re
from collections.abc import Iterator

from gemport.cards.cells import CELLS, PLACES
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.moves import IllegalMove, Move
from gemport.solver.position import Position, played

_SENTENCE = re.compile(
    r"Move (?P<count>a|\d+) cards? from (?P<source>stack|freecell) (?P<from>[0-7])"
    r" to (?P<target>stack (?=[0-7])|freecell (?=[0-3])|the foundations)(?P<to>[0-9]?)",
    re.ASCII,
)
_WORD = re.compile(r"(?P<source>[1-8a-d])(?P<target>[1-8a-dh])(?:v(?P<count>[0-9a-f]))?")


def read_fc_solve(text: str, position: Position) -> list[Move]:
    """Parse the single-card moves of a solution printed by fc-solve, and check them on VIERFREI's board.

    Accepts the sentences of ``fc-solve -p -t -sam -m``, the words of ``-snx``, and plain words. (The words of
    ``-sn`` lack the number of cards for an empty column.) Moves of several cards are converted to single-card moves.
    Raises IllegalMove, PlaceError.
    """
    moves: list[Move] = []
    for line in text.splitlines():
        for source, target, count in _moves_of(line):
            singles = _singles(position, source, target, count)
            position = played(position, singles)
            moves += singles
    return moves


def _moves_of(line: str) -> Iterator[tuple[int, str, int | None]]:
    """Yield source, target name and number of cards of a line's moves; None means one, or as many as fit on a card."""
    sentence = _SENTENCE.match(line)
    if sentence is not None:
        source = int(sentence["from"]) + (CELLS[0] if sentence["source"] == "freecell" else 0)
        names = {"stack ": "12345678", "freecell ": "abcd"}.get(sentence["target"])
        target = "h" if names is None else names[int(sentence["to"])]
        yield source, target, 1 if sentence["count"] == "a" else int(sentence["count"])
        return
    words = line.removeprefix("Move:").split()
    matches = [_WORD.fullmatch(word) for word in words]
    for match in matches if all(matches) else ():
        assert match is not None
        yield PLACES.parse(match["source"]), match["target"], int(match["count"], 16) if match["count"] else None


def _singles(position: Position, source: int, target_name: str, count: int | None) -> list[Move]:
    """Return the single-card moves for a move of one or several cards. Raises IllegalMove, PlaceError."""
    board = FreeCellBoard(position.columns, position.cells, position.foundations)
    card = board.top(source)
    target = PLACES.parse(target_name, card)
    # Use the FreeCell board, which moves as many cards as fc-solve does; VIERFREI's board allows fewer.
    if count is None:
        count = 1 if board.top(target) is None else board.fitting_count(source, target)
    refusal = board.run_refusal(source, count, target)
    if refusal is not None:
        raise IllegalMove(refusal)
    board.carry(source, count, target)
    return board.history
