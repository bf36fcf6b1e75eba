"""VIERFREI on a Gem, played with mouse and keys only."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from gemport.cards.cells.board import CellBoard
from gemport.cards.moves import COLUMNS
from gemport.cards.vierfrei.board import Board
from gemport.cli.files import Sources
from gemport.gem.aes.gem import Gem
from gemport.gem.host.headless import HeadlessPlayer
from gemport.patience.kit.cells.layout import Spot
from gemport.patience.kit.replay import Watch
from gemport.patience.vierfrei.program import Files, Vierfrei
from tests.patience.hand import Hand, artwork


@cache
def files(lang: str) -> Files:
    sources = Sources(builtin=True)
    return Files(sources.cards(lang), sources.resource("vierfrei", lang))


class Game(Hand):
    """A running game."""

    program: Vierfrei

    def __init__(
        self, number: int = 42, size: tuple[int, int] = (640, 400), lang: str = "de", watch: Watch | None = None
    ) -> None:
        self.gem = Gem(artwork(), *size)
        programs: list[Vierfrei] = []

        async def main(gem: Gem) -> None:
            programs.append(Vierfrei(gem, files(lang), Board.deal(number), watch))
            await programs[0].run()

        self.gem.start(main, "VIERFREI.PRG")
        self.program = programs[0]
        self.player = HeadlessPlayer(self.gem)

    # ---- what is there

    @property
    def board(self) -> Board:
        return self.program.board

    def put(self, board: Board) -> None:
        """Another position in place of the one that was dealt."""
        self.program.board = self.program.table.board = board
        self.picture()

    def corner(self, place: int, index: int = -1) -> tuple[int, int]:
        board: CellBoard = self.board
        count = len(board.columns[place]) if place in COLUMNS else 0
        x, y = self.program.table.layout.position(board, Spot(place, max(index % count if count else 0, 0)))
        work = self.program.table.window.work
        return work.x + x, work.y + y

    # ---- what is done

    def play(self, words: Sequence[str]) -> int:
        """Drag single cards as standard notation says."""
        bells = 0
        for word in words:
            move = self.board.parse_move(word)
            bells += self.drag(self.at(move.source), self.at(move.target))
        return bells
