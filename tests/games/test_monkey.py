"""Whatever is done to a game, its cards and its picture stay whole: random input, the same at every run."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from gemport.cards.notation import parse_record
from gemport.cli.registry import GameBoards
from gemport.gem.aes.constants import LEFT, RIGHT, MouseNumber
from gemport.gem.aes.keys import NAMED, key_press
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.windows import WindowLibrary
from gemport.gem.formats.objects import ObState, Tree
from tests.games.freecell.lines import WINS
from tests.games.freecell.player import Player
from tests.games.grossfamilien.player import Familien
from tests.games.sessions import Book, Saved
from tests.games.vierfrei.player import Game
from tests.places import RECORDED

AnyGame = Game | Familien | Player

SIZES = (602, 339), (640, 400), (1280, 960)
EVENTS, SEEDS = 160, 6
LEFT_OF_GAME = 1, 2, 5, 30
"""How many steps a game is still away from its win at first."""
TITLE_HEIGHT = 19
QUIT = "F10"
KEYS = (*sorted(NAMED.keys() - {QUIT}), *"0123456789axß", "Ctrl+y", "Ctrl+z", *["Return"] * 8, *["Undo", "Delete"] * 2)


@cache
def won(path: str) -> tuple[int, tuple[str, ...]]:
    record = parse_record((RECORDED / path).read_text(encoding="utf-8"), GameBoards())
    return record.number, record.words


def kept(game: str, number: int, words: tuple[str, ...], left: int) -> Book:
    return Book(game, saved=Saved(number, words[: len(words) - left]))


def vierfrei(size: tuple[int, int], left: int) -> Game:
    number, words = won("games/000007.txt")
    return Game(None, size, records=kept("vierfrei", number, words, left))


def freecell(size: tuple[int, int], left: int) -> Player:
    number, words = 617, tuple(WINS[617].split())
    return Player(None, kept("freecell", number, words, left), size=size)


def grossfamilien(size: tuple[int, int], left: int) -> Familien:
    number, words = won("grossfamilien/won.txt")
    return Familien(None, size, records=kept("grossfamilien", number, words, left))


class Monkey:
    """Plays on a game with random input, and looks at it whenever it waits for the player."""

    def __init__(self, game: AnyGame, random: Random) -> None:
        self.gem, self.machine, self.program = game.gem, game.machine, game.program
        self._random = random
        # The game waits already, but of the end of this waiting nothing is heard.
        self._waits = False
        self.looks = 0
        wait = self.program.wait

        async def watched() -> object:
            self._waits = True
            event = await wait()
            self._waits = False
            return event

        self.program.wait = watched  # type: ignore[method-assign,assignment]
        self._acts: tuple[Callable[[], None], ...] = (
            *[self._click] * 5,
            *[self._drag] * 4,
            *[self._type] * 4,
            *[self._go] * 4,
            *[self._press] * 2,
            *[self._release] * 3,
            self._pass,
        )

    def play(self) -> None:
        for _ in range(EVENTS):
            self._random.choice(self._acts)()
            if self._random.random() < 0.5:
                self.machine.settle()
            if self.machine.finished:
                break
            if self._random.random() < 0.3:
                self._look()
        self._quit()

    # ---- what is done

    def _point(self) -> tuple[int, int]:
        if self.machine.finished:
            return 0, 0
        work = self.program.table.work
        return self._random.choice((self._on_card, self._in_window, self._in_menu, self._in_box, self._anywhere))(work)

    def _on_card(self, _work: GRect) -> tuple[int, int]:
        x, y = self.program.table.corner(self._random.choice([*self.program.table.layout.slots]))
        return x + self._random.randrange(60), y + self._random.randrange(90)

    def _in_window(self, work: GRect) -> tuple[int, int]:
        side = self._random.choice((8, work.w - 8, self._random.randrange(work.w)))
        return work.x + side, work.y + self._random.randrange(-TITLE_HEIGHT, work.h)

    def _in_menu(self, _work: GRect) -> tuple[int, int]:
        return self._object(self.program.menu)

    def _in_box(self, _work: GRect) -> tuple[int, int]:
        program = self.program
        return self._object(self._random.choice([program.trees.trees[-1], *program.shared.trees]))

    def _object(self, tree: Tree) -> tuple[int, int]:
        x, y = self.gem.objc_offset(tree, self._random.randrange(len(tree)))
        return x + 6, y + 6

    def _anywhere(self, _work: GRect) -> tuple[int, int]:
        return self._random.randrange(-40, self.gem.width + 40), self._random.randrange(-40, self.gem.height + 40)

    def _go(self) -> None:
        self.machine.mouse_to(*self._point())

    def _press(self) -> None:
        self.machine.mouse_button(self._random.choice((LEFT, LEFT, RIGHT)), True)

    def _release(self) -> None:
        self.machine.mouse_button(self._random.choice((LEFT, LEFT, RIGHT)), False)

    def _click(self) -> None:
        self._go()
        self.machine.mouse_button(LEFT, True)
        self.machine.mouse_button(LEFT, False)

    def _drag(self) -> None:
        self._go()
        self.machine.mouse_button(LEFT, True)
        self.machine.advance(self._random.choice((0, 10, 500)))
        self._go()
        self.machine.mouse_button(LEFT, False)

    def _type(self) -> None:
        key = key_press(self._random.choice(KEYS))
        self.machine.key(key.word, key.shift)

    def _pass(self) -> None:
        self.machine.advance(self._random.choice((0, 5, 20, 300, 1000)))

    # ---- what must be

    def _look(self) -> None:
        """Only while the game waits for the player: not in boxes and drags; menus are closed by a click."""
        self.machine.mouse_button(RIGHT, False)
        self.machine.mouse_button(LEFT, False)
        self.machine.mouse_to(0, self.gem.height - 1)
        self.machine.mouse_button(LEFT, True)
        self.machine.mouse_button(LEFT, False)
        self.machine.settle()
        if not self._waits or self.machine.finished:
            return
        self.looks += 1
        assert self._cards() in (52, 104)
        assert not [obj for obj in self.program.menu if ObState.SELECTED in obj.ob_state]
        pointer = self.gem.v_opnvwk().pointer
        assert (pointer.form, pointer.hidden) == (self.machine._libraries.screen.artwork.mouse[MouseNumber.ARROW], 0)
        seen = self._without_edges()
        self.machine._libraries.windows.redraw_area(GRect(0, 0, self.gem.width, self.gem.height))
        self.machine.send(Message.redraw(1, self.program.table.work))
        assert self._without_edges() == seen

    def _without_edges(self) -> list[int]:
        """The picture but for the last column and row, where VIERFREI leaves strips of felt as the original does."""
        frame = self.machine.frame()
        return [row >> (frame.stride - frame.width + 1) for row in frame.rows[:-1]]

    def _cards(self) -> int:
        return sum(map(len, self.program.play.board.piles.values()))

    def _quit(self) -> None:
        """Every box is left by closing the program or by Return; both together reach the end."""
        for _ in range(10):
            self._look()
            self.machine.request_quit()
            self.machine.key(NAMED["Return"])
            self.machine.settle()
            self.machine.advance(1000)
        assert self.machine.finished


@pytest.fixture(autouse=True)
def _no_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that was moved by copying keeps its patterns as they were; drawn again they may differ by a pixel."""
    monkeypatch.setattr(WindowLibrary, "_can_be_copied", lambda *_: False)


@pytest.mark.parametrize("start", [vierfrei, freecell, grossfamilien])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_input_breaks_a_game(start: Callable[[tuple[int, int], int], AnyGame], size: tuple[int, int]) -> None:
    looks = 0
    for seed in range(SEEDS):
        random = Random(seed)
        monkey = Monkey(start(size, random.choice(LEFT_OF_GAME)), random)
        monkey.play()
        looks += monkey.looks
    assert looks > SEEDS
