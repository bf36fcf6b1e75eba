"""Großfamilien on a Gem, played with mouse and keys only."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import cache

from gemport.cards.card import parse_card, parse_cards
from gemport.cards.grossfamilien import PILES, PLACES, STOCK, TURNED, FamilyBoard
from gemport.cards.notation import Record, parse_record
from gemport.cli.files import Sources
from gemport.cli.registry import GameBoards
from gemport.games.files import Files
from gemport.games.grossfamilien import GAME
from gemport.games.grossfamilien.program import Grossfamilien
from gemport.gem.aes.forms import alert_tree, parse_alert
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.gem.aes.objects import object_rect
from gemport.gem.aes.process import Message
from gemport.hosts.headless import HeadlessPlayer
from gemport.store.records import Records
from gemport.store.session import AnySession, Change
from gemport.store.statistics import Outcome
from tests.games.hand import Hand, artwork
from tests.games.sessions import Book, Saved, session_of
from tests.places import RECORDED

GAMES = RECORDED / "grossfamilien"
NOWHERE = 1, 380
"""A point where nothing lies, on a screen of 640x400."""


@cache
def files(lang: str = "de") -> Files:
    return GAME.files(Sources(builtin=True), lang)


def recorded(name: str) -> Record:
    return parse_record((GAMES / f"{name}.txt").read_text(encoding="utf-8"), GameBoards())


def pile_board(
    piles: str, talon: str = "", turned: str = "", waste: str = "", families: Sequence[int] = (0, 0, 0, 0)
) -> FamilyBoard:
    """Piles separated by commas (the rest free, so the waste is empty only with the talon); the talon's next first."""
    heaps = [parse_cards(pile.split()) for pile in piles.split(",")]
    heaps += [[] for _ in range(len(PILES) - len(heaps))]
    card = parse_card(turned) if turned else None
    return FamilyBoard(heaps, parse_cards(talon.split())[::-1], card, parse_cards(waste.split()), families, 7)


class Familien(Hand):
    """A running game; ``alerts`` are the texts of all alerts so far."""

    program: Grossfamilien

    def __init__(
        self,
        number: int | None = 1,
        size: tuple[int, int] = (640, 400),
        lang: str = "de",
        records: Records | None = None,
        chance: int = 0,
        watch: Callable[[AnySession, Change], None] | None = None,
        afresh: bool = False,
    ) -> None:
        self.records: Records = Book("grossfamilien") if records is None else records
        self.session = session_of(GAME, number, self.records, chance, afresh)
        if watch is not None:
            self.session.watch(watch)
        self.machine = Machine(artwork(), *size)
        self.alerts: list[str] = []
        self._open: tuple[int, str] | None = None
        show: Callable[[int, str], Awaitable[int]]

        async def form_alert(default: int, text: str) -> int:
            self.alerts.append(text)
            self._open = default, text
            answer = await show(default, text)
            self._open = None
            return answer

        async def main(gem: Gem) -> None:
            nonlocal show
            self.gem, show = gem, gem.form_alert
            gem.form_alert = form_alert
            self.program = Grossfamilien(gem, files(lang), self.session)
            await self.program.run()

        self.machine.start(main, "GROSSFAM.PRG")
        self.player = HeadlessPlayer(self.machine)

    # ---- what is there

    @property
    def asked(self) -> str | None:
        """The alert that is open now."""
        return self._open[1] if self._open else None

    @property
    def board(self) -> FamilyBoard:
        return self.session.board

    @property
    def outcomes(self) -> list[tuple[int, Outcome]]:
        """What was counted; for records in memory only."""
        assert isinstance(self.records, Book)
        return self.records.outcomes

    @property
    def saved(self) -> list[Saved]:
        """The unfinished games; for records in memory only."""
        assert isinstance(self.records, Book)
        return self.records.games

    def put(self, board: FamilyBoard) -> None:
        """Another position in place of the one that was dealt."""
        self.session.board = board
        self.full_picture()

    def full_picture(self) -> bytes:
        """What is seen once everything has been painted anew."""
        self.machine.send(Message.redraw(1, self.program.table.work))
        self.machine.settle()
        return self.picture()

    def corner(self, place: int, index: int = -1) -> tuple[int, int]:
        return self.program.table.corner(place)

    # ---- what is done

    def answer(self, button: int) -> int:
        """Click a button of the open alert."""
        assert self._open is not None
        default, text = self._open
        alert = parse_alert(text)
        tree = alert_tree(alert, default, artwork().icons)
        self.gem.form_center(tree)
        rect = object_rect(tree, len(tree) - len(alert.buttons) + button - 1)
        return self.click((rect.x + rect.w // 2, rect.y + rect.h // 2))

    def play(self, words: Sequence[str]) -> int:
        """Make steps as a player would: clicks on talon and turned card, right+left clicks, drags."""
        return sum(self._play(word) for word in words)

    def _play(self, word: str) -> int:
        source_name, _, target_name = word.partition("-")
        board = self.board
        source = PLACES.parse(source_name)
        free = board.free_places()
        if target_name == "h":
            return self.both(self.at(source))
        target = PLACES.parse(target_name)
        if source in (STOCK, TURNED) and (target == free[0] if free else target not in PILES):
            return self.click(self.at(source))
        return self.drag(self.at(source), self.at(target))
