"""VIERFREI on a Gem, played with mouse and keys only."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import cache

from gemport.cards.cells import COLUMNS, CellBoard
from gemport.cards.vierfrei import VierfreiBoard
from gemport.cli.files import Sources
from gemport.games.files import Files
from gemport.games.layout import Spot
from gemport.games.vierfrei import GAME
from gemport.games.vierfrei.program import Vierfrei
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.gem.formats.rsc import read_rsc
from gemport.hosts.headless import HeadlessPlayer
from gemport.store.records import Records
from gemport.store.session import AnySession, Change
from tests.games.hand import Hand, artwork
from tests.games.sessions import Book, session_of
from tests.places import RECORDED


@cache
def files(lang: str) -> Files:
    return GAME.files(Sources(builtin=True), lang)


@cache
def plain_files() -> Files:
    """With a resource that has no more than the original's."""
    path = RECORDED / "own/vierfrei_de.rsc"
    return files("de")._replace(resource=read_rsc(path.read_bytes(), path.name), extras=False)


class Game(Hand):
    """A running game."""

    program: Vierfrei

    def __init__(
        self,
        number: int | None = 42,
        size: tuple[int, int] = (640, 400),
        lang: str = "de",
        records: Records | None = None,
        watch: Callable[[AnySession, Change], None] | None = None,
        afresh: bool = False,
        used: Files | None = None,
        impossible: Container[int] = (),
    ) -> None:
        self.machine = Machine(artwork(), *size)
        self.records: Records = Book("vierfrei") if records is None else records
        self.session = session_of(GAME, number, self.records, afresh=afresh)
        if watch is not None:
            self.session.watch(watch)
        programs: list[Vierfrei] = []

        async def main(gem: Gem) -> None:
            self.gem = gem
            loaded = (files(lang) if used is None else used)._replace(impossible=impossible)
            programs.append(Vierfrei(gem, loaded, self.session))
            await programs[0].run()

        self.machine.start(main, "VIERFREI.PRG")
        self.program = programs[0]
        self.player = HeadlessPlayer(self.machine)

    # ---- what is there

    @property
    def board(self) -> VierfreiBoard:
        return self.session.board

    def put(self, board: VierfreiBoard) -> None:
        """Another position in place of the one that was dealt."""
        self.session.board = board
        self.picture()

    def corner(self, place: int, index: int = -1) -> tuple[int, int]:
        board: CellBoard = self.board
        count = len(board.columns[place]) if place in COLUMNS else 0
        x, y = self.program.table.layout.position(board, Spot(place, max(index % count if count else 0, 0)))
        work = self.program.table.work
        return work.x + x, work.y + y

    # ---- what is done

    def play(self, words: Sequence[str]) -> int:
        """Drag single cards as standard notation says."""
        bells = 0
        for word in words:
            move = self.board.parse_move(word)
            bells += self.drag(self.at(move.source), self.at(move.target))
        return bells
