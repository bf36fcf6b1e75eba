"""Mouse and keyboard input for games that run without a window."""

from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from gemport.cards.board import Board
from gemport.cards.cells import CELLS, COLUMNS
from gemport.cards.game import Game
from gemport.cards.moves import FOUNDATIONS
from gemport.cards.notation import Record
from gemport.cli import registry
from gemport.cli.sources import Sources
from gemport.games.vierfrei.vierfrei_rsc import MENU
from gemport.gem import (
    Gem,
    Machine,
    Message,
    MouseForm,
    ObState,
    SystemArtwork,
    TedInfo,
    Tree,
    menu_entries,
    object_rect,
    parse_alert,
)
from gemport.gem.aes.constants import LANGUAGE
from gemport.gem.aes.forms import alert_tree
from gemport.gem.aes.keys import key_press
from gemport.hosts.events import BUTTONS, Event
from gemport.hosts.file_dialogs import DiskExchange
from gemport.hosts.files import Outputs
from gemport.hosts.headless import HeadlessPlayer
from gemport.play.gamefiles import Files
from gemport.play.layout import Spot
from gemport.play.loop import CardProgram
from gemport.settings import Looks
from gemport.store.records import Records
from gemport.store.session import AnySession, Change
from gemport.store.statistics import Outcome
from tests.games.sessions import Book, Saved, session_of
from tests.games.shared import SharedTree

B = TypeVar("B", bound=Board)
F = TypeVar("F")

SPOT = 20, 6
"""Offset of a press from a card's corner: within the visible part of a covered card."""
ABOVE_TITLE = 8
"""Height of the title bar's middle above the work area, in pixels."""


@cache
def artwork() -> SystemArtwork:
    return Sources(builtin=True).artwork()


@cache
def files(game: str, lang: str) -> Files:
    return Sources(builtin=True).load(registry.find(game), lang)


def _button(do: str, at: tuple[int, int] | None, button: str) -> Event:
    x, y = at or (None, None)
    return Event(0, do, x, y, button=BUTTONS[button])


CELL_PLACES = dict(zip("12345678CHSDabcd", [*COLUMNS, *FOUNDATIONS, *CELLS], strict=True))
"""Places of VIERFREI and FreeCell: columns, foundations and free cells."""
FILE_ENTRIES = {"save recording", "open recording", "save picture", "copy position", "paste position", "copy link"}


def entries_of(program: CardProgram[Any]) -> dict[str, int]:
    """Return the objects of a program's menu entries by name, such as ``go home``."""
    return {item.label.replace("_", " "): obj for item, obj in program.items.items()}


class Run(Generic[B]):
    """A running game program.

    Attributes:
        alerts: texts of all alerts so far
        pointers: mouse forms chosen so far
        boxes: paths of all moving boxes so far
    """

    game: Game[B]
    program: CardProgram[Any]
    gem: Gem

    def __init__(
        self,
        number: int | None,
        records: Records | None = None,
        lang: str = "de",
        size: tuple[int, int] = (640, 400),
        chance: int = 0,
        watch: Callable[[AnySession, Change], None] | None = None,
        afresh: bool = False,
        used: Files | None = None,
        impossible: Container[int] = (),
        games: Sequence[Record] = (),
        folder: Path | None = None,
        start: str | None = None,
        say: Callable[[str], None] | None = None,
        stepped: bool = True,
        looks: Looks | None = None,
    ) -> None:
        """Start the program; ``chance`` is the seed of the random numbers, and ``used`` replaces the built-in files.

        ``watch`` is called after each change of the session, ``say`` with each spoken text. ``folder`` is the player's.
        """
        self.records: Records = Book(self.game.name) if records is None else records
        self.session = session_of(self.game, number, self.records, chance, afresh, start)
        if watch is not None:
            self.session.watch(watch)
        self.machine = Machine(artwork(), *size)
        self.machine.environment[LANGUAGE] = lang
        self.machine.speech.on_say = say
        self.alerts: list[str] = []
        self.pointers: list[int] = []
        self.boxes: list[tuple[int, ...]] = []
        self._open: tuple[int, str] | None = None
        show: Callable[[int, str, Callable[[Tree], Awaitable[int]] | None], Awaitable[int]]

        async def form_alert(default: int, text: str, do: Callable[[Tree], Awaitable[int]] | None = None) -> int:
            self.alerts.append(text)
            self._open = default, text
            answer = await show(default, text, do)
            self._open = None
            return answer

        async def main(gem: Gem) -> None:
            nonlocal show
            self.gem, show = gem, gem.form_alert
            gem.form_alert = form_alert
            self._note(gem)
            loaded = (used or files(self.game.name, lang))._replace(impossible=impossible)
            exchange = None if folder is None else DiskExchange(self.machine, folder, Outputs(protected=(folder,)))
            self.program = CardProgram(gem, loaded, self.session, looks, exchange, games, stepped)
            await self.program.run()

        self.machine.start(main, self.game.program_name)
        self.player = HeadlessPlayer(self.machine)

    def _note(self, gem: Gem) -> None:
        choose, move = gem.graf_mouse, gem.graf_movebox

        def graf_mouse(number: int, form: MouseForm | None = None) -> None:
            self.pointers.append(number)
            choose(number, form)

        async def graf_movebox(w: int, h: int, *way: int) -> None:
            self.boxes.append(way)
            await move(w, h, *way)

        gem.graf_mouse = graf_mouse
        gem.graf_movebox = graf_movebox  # type: ignore[assignment]

    @property
    def board(self) -> B:
        return self.session.board

    def feature(self, kind: type[F]) -> F:
        """Return the feature of a class."""
        return next(feature for feature in self.program.play.features if isinstance(feature, kind))

    @property
    def words(self) -> list[str]:
        return self.board.words()

    @property
    def outcomes(self) -> list[tuple[int, Outcome]]:
        """Counted games in order; only for records in memory."""
        assert isinstance(self.records, Book)
        return self.records.outcomes

    @property
    def saved(self) -> list[Saved]:
        """Unfinished games; only for records in memory."""
        assert isinstance(self.records, Book)
        return self.records.games

    @property
    def asked(self) -> str:
        """Text of the open alert, or an empty string."""
        return self._open[1] if self._open else ""

    def alert_button(self, button: int) -> tuple[int, int]:
        assert self._open is not None
        default, text = self._open
        alert = parse_alert(text)
        tree = alert_tree(alert, default, artwork().icons)
        self.gem.form_center(tree)
        rect = object_rect(tree, len(tree) - len(alert.buttons) + button - 1)
        return rect.x + rect.w // 2, rect.y + rect.h // 2


class Hand(Run[B]):
    """The player of a running game.

    Points are screen pixels. Each action waits until the program has settled and returns how often the bell rang.
    ``places`` has the names that ``act`` knows.
    """

    places: ClassVar[Mapping[str, int]]

    def __init__(self, number: int | None = 42, size: tuple[int, int] = (640, 400), **options: Any) -> None:
        super().__init__(number, size=size, **options)

    # ---- the current state

    def corner(self, place: int, index: int = -1) -> tuple[int, int]:
        """Return the corner of a card (by default of the last) or of an empty place."""
        count, table = len(self.board.piles[place]), self.program.table
        x, y = table.layout.position(self.board, Spot(place, index % count if count else 0))
        return table.work.x + x, table.work.y + y

    def put(self, board: B) -> None:
        """Replace the position and paint it; a board with a number becomes that game."""
        self.session.board = board
        self.session.number = board.number or self.session.number
        self.full_picture()

    def full_picture(self) -> bytes:
        """Return the picture after painting everything again."""
        self.machine.send(Message.redraw(1, self.program.table.work))
        self.machine.settle()
        return self.picture()

    def at(self, place: int, index: int = -1) -> tuple[int, int]:
        """Return a point on a card (by default the last) or on an empty place."""
        x, y = self.corner(place, index)
        return x + SPOT[0], y + SPOT[1]

    def tree(self, number: int) -> Tree:
        program = self.program
        return (program.play.shared if isinstance(number, SharedTree) else program.play.trees).tree(number)

    def text(self, tree: int, obj: int) -> str:
        spec = self.tree(tree)[obj].ob_spec
        assert isinstance(spec, TedInfo)
        return spec.te_ptext

    def said(self, tree: int, obj: int) -> str:
        """Return the text of an object without surrounding spaces."""
        spec = self.tree(tree)[obj].ob_spec
        assert isinstance(spec, str)
        return spec.strip()

    def state(self, name: str) -> ObState:
        """Return the state of a menu entry."""
        return self.program.menu[self.item(name)].ob_state

    def item(self, name: str) -> int:
        """Return the object of a menu entry."""
        return entries_of(self.program)[name]

    def disabled(self) -> set[str]:
        """Return the names of the disabled menu entries, except entries for files and the clipboard."""
        return {name for name in entries_of(self.program) if ObState.DISABLED in self.state(name)} - FILE_ENTRIES

    def picture(self) -> bytes:
        return self.machine.frame(pointer=False).to_bytes()

    def pixels(self, x: int, y: int, w: int, h: int) -> list[int]:
        """Return the rows of a part of the screen, without the pointer."""
        raster = self.machine.frame(pointer=False)
        return [row >> raster.stride - x - w & (1 << w) - 1 for row in raster.rows[y : y + h]]

    # ---- input

    def act(self, acts: str) -> int:
        """Carry out the words of ``acts``.

        A place may be followed by the index of a card, as in 1.2, by default the last card. @1 clicks, @@1
        double-clicks, +1 clicks with the right button held, -1 right-clicks, v1 presses, ^ releases, 1>2 drags, wait
        waits for a second, wait100 for 100 ms, and !2 clicks the second button of an alert. Other words are keys.
        """
        return sum(map(self._act, acts.split()))

    def _act(self, word: str) -> int:
        if ">" in word:
            source, target = word.split(">")
            return self.drag(self.spot(source), self.spot(target))
        match word[0], word[1:]:
            case "^", "":
                return self.release()
            case "!", button:
                return self.answer(int(button))
            case "@", place if place[0] == "@":
                return self.double_click(self.spot(place[1:]))
            case "@", place:
                return self.click(self.spot(place))
            case "+", place:
                return self.both(self.spot(place))
            case "-", place:
                return self.press(self.spot(place), "right") + self.release(button="right")
            case "v", place if place:
                return self.press(self.spot(place))
        return self.wait(int(word[4:] or 1000)) if word.startswith("wait") else self.key(word)

    def spot(self, text: str) -> tuple[int, int]:
        """Return a point on what ``act`` calls 3, 1.2, a or C."""
        place, _, index = text.partition(".")
        return self.at(self.places[place], int(index) if index else -1)

    def wait(self, ms: int = 1000) -> int:
        return self.do(Event(0, "wait", ms=ms))

    def double_click(self, at: tuple[int, int]) -> int:
        return self.do(Event(0, "dclick", *at))

    def do(self, event: Event) -> int:
        self.player.play([event])
        return self.player.log[-1][1]

    def move(self, at: tuple[int, int]) -> int:
        return self.do(Event(0, "move", *at))

    def answer(self, button: int) -> int:
        return self.click(self.alert_button(button))

    def press(self, at: tuple[int, int] | None = None, button: str = "left") -> int:
        return self.do(_button("press", at, button))

    def release(self, at: tuple[int, int] | None = None, button: str = "left") -> int:
        return self.do(_button("release", at, button))

    def click(self, at: tuple[int, int]) -> int:
        return self.press(at) + self.release()

    def drag(self, source: tuple[int, int], target: tuple[int, int]) -> int:
        return self.press(source) + self.move(target) + self.release()

    def both(self, at: tuple[int, int]) -> int:
        """Click with the right button held down."""
        return self.press(at, "right") + self.click(at) + self.release(button="right")

    def key(self, *names: str) -> int:
        return self.do(Event(0, "key", keys=tuple(key_press(name) for name in names)))

    def make(self, words: str) -> None:
        """Make steps in the session only, without painting them or counting an outcome."""
        for word in words.split():
            step = self.board.read_word(word)
            self.session.begin(step)
            for move in step.moves:
                self.session.board.push(move.source, move.target)

    def drag_window(self, dx: int, dy: int) -> None:
        """Drag the window by its title bar."""
        work = self.program.table.work
        x, y = work.x + 200, work.y - ABOVE_TITLE
        self.drag((x, y), (x + dx, y + dy))

    def closer(self) -> int:
        work = self.program.table.work
        return self.click((work.x + 8, work.y - ABOVE_TITLE))

    def fuller(self) -> int:
        work = self.program.table.work
        return self.click((work.x + work.w - 8, work.y - ABOVE_TITLE))

    def choose(self, name: str) -> int:
        """Choose a menu entry with the mouse."""
        item = self.item(name)
        title = next(title for title, entry in menu_entries(self.program.menu) if entry == item)
        return self.move(self._on(title)) + self.move(self._on(item)) + self.click(self._on(item))

    def button(self, tree: int, obj: int) -> int:
        """Click a button of the open box."""
        return self.click(self._on(obj, tree))

    def _on(self, obj: int, tree: int = MENU) -> tuple[int, int]:
        x, y = self.gem.objc_offset(self.tree(tree), obj)
        return x + 8, y + 8
