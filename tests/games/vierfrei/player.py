"""VIERFREI without a window, played by keys and mouse."""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from gemport.cards.vierfrei import VierfreiBoard
from gemport.games.vierfrei import GAME
from gemport.gem import read_rsc
from gemport.play.gamefiles import Files
from gemport.play.loop import CardProgram
from tests.games import hand
from tests.places import RECORDED

files = partial(hand.files, "vierfrei")


@cache
def plain_files() -> Files:
    """Return the files with the resource of the original, without any additions."""
    path = RECORDED / "own/vierfrei_de.rsc"
    return files("de")._replace(resource=read_rsc(path.read_bytes(), path.name), extras=False)


class Game(hand.Hand[VierfreiBoard]):
    game = GAME
    places = hand.CELL_PLACES
    program: CardProgram[Any]

    def play(self, words: Sequence[str]) -> int:
        """Drag single cards according to words in standard notation."""
        bells = 0
        for word in words:
            move = self.board.parse_move(word)
            bells += self.drag(self.at(move.source), self.at(move.target))
        return bells
