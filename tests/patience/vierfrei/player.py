"""VIERFREI on a Gem, played with mouse and keys only."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from gemport.cards.cells.board import CellBoard
from gemport.cards.moves import COLUMNS
from gemport.cards.vierfrei.board import Board
from gemport.cli.files import Sources
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.keys import key_press
from gemport.gem.formats.rsc.objects import ObState, TedInfo, Tree
from gemport.gem.formats.system.artwork import SystemArtwork
from gemport.gem.host.events.parse import BUTTONS, Event
from gemport.gem.host.headless import HeadlessPlayer
from gemport.patience.kit.cells.layout import Spot
from gemport.patience.kit.program import MENU
from gemport.patience.kit.replay import Watch
from gemport.patience.vierfrei.program import Files, Vierfrei

SPOT = 20, 6
"""Where a card is pressed, from its corner: on the part that is seen of a covered one."""
ABOVE_TITLE = 8
"""Height of the title bar's middle, in pixels above the work area."""


@cache
def artwork() -> SystemArtwork:
    return Sources(builtin=True).artwork()


@cache
def files(lang: str) -> Files:
    sources = Sources(builtin=True)
    return Files(sources.cards(lang), sources.resource("vierfrei", lang))


class Game:
    """A running game. Points are screen pixels; every action settles, and gives how often the bell rang."""

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

    def tree(self, number: int) -> Tree:
        return self.program.trees.tree(number)

    def text(self, tree: int, obj: int) -> str:
        spec = self.tree(tree)[obj].ob_spec
        assert isinstance(spec, TedInfo)
        return spec.te_ptext

    def disabled(self) -> set[int]:
        """The game's menu entries that are shown as unusable."""
        menu = self.tree(MENU)
        return {item for item in self.program.commands if menu[item].ob_state & ObState.DISABLED}

    def picture(self) -> bytes:
        return self.gem.frame(pointer=False).to_bytes()

    def corner(self, place: int, index: int = -1) -> tuple[int, int]:
        """The corner of a card (by default the last one), or of an empty place."""
        board: CellBoard = self.board
        count = len(board.columns[place]) if place in COLUMNS else 0
        x, y = self.program.table.layout.position(board, Spot(place, max(index % count if count else 0, 0)))
        work = self.program.table.window.work
        return work.x + x, work.y + y

    def at(self, place: int, index: int = -1) -> tuple[int, int]:
        """A point on a card or an empty place."""
        x, y = self.corner(place, index)
        return x + SPOT[0], y + SPOT[1]

    # ---- what is done

    def do(self, event: Event) -> int:
        self.player.play([event])
        return self.player.log[-1].bells

    def move(self, at: tuple[int, int]) -> int:
        return self.do(Event(0, "move", *at))

    def press(self, at: tuple[int, int] | None = None, button: str = "left") -> int:
        return self.do(Event(0, "press", *(at or (None, None)), button=BUTTONS[button]))

    def release(self, at: tuple[int, int] | None = None, button: str = "left") -> int:
        return self.do(Event(0, "release", *(at or (None, None)), button=BUTTONS[button]))

    def click(self, at: tuple[int, int]) -> int:
        return self.press(at) + self.release()

    def drag(self, source: tuple[int, int], target: tuple[int, int]) -> int:
        return self.press(source) + self.move(target) + self.release()

    def both(self, at: tuple[int, int]) -> int:
        """Left click with the right button held."""
        return self.press(at, "right") + self.click(at) + self.release(button="right")

    def key(self, *names: str) -> int:
        return self.do(Event(0, "key", keys=tuple(key_press(name) for name in names)))

    def play(self, words: Sequence[str]) -> int:
        """Drag single cards as standard notation says."""
        bells = 0
        for word in words:
            move = self.board.parse_move(word)
            bells += self.drag(self.at(move.source), self.at(move.target))
        return bells

    def drag_window(self, dx: int, dy: int) -> None:
        """Drag the window by its title bar."""
        work = self.program.table.window.work
        x, y = work.x + 200, work.y - ABOVE_TITLE
        self.drag((x, y), (x + dx, y + dy))

    def closer(self) -> int:
        work = self.program.table.window.work
        return self.click((work.x + 8, work.y - ABOVE_TITLE))

    def fuller(self) -> int:
        work = self.program.table.window.work
        return self.click((work.x + work.w - 8, work.y - ABOVE_TITLE))

    def choose(self, title: int, item: int) -> int:
        """Choose an entry of a menu with the mouse."""
        return self.move(self._on(title)) + self.move(self._on(item)) + self.click(self._on(item))

    def button(self, tree: int, obj: int) -> int:
        """Click on a button of the box that is shown."""
        return self.click(self._on(obj, tree))

    def _on(self, obj: int, tree: int = MENU) -> tuple[int, int]:
        x, y = self.gem.objc_offset(self.tree(tree), obj)
        return x + 8, y + 8
