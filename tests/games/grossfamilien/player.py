"""Großfamilien without a window, played by keys and mouse."""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from gemport.cards.grossfamilien import PILES, PLACES, STOCK, TURNED, WASTE, FamilyBoard
from gemport.cards.moves import FOUNDATIONS
from gemport.cards.notation import Record, parse_record
from gemport.cli.registry import boards
from gemport.games.grossfamilien import GAME
from gemport.play.loop import CardProgram
from tests.cards import test_grossfamilien as cards
from tests.games import hand
from tests.places import RECORDED

GAMES = RECORDED / "grossfamilien"
NOWHERE = 1, 380
"""A point outside all cards on a 640x400 screen."""
files = partial(hand.files, "grossfamilien", "de")


def recorded(name: str) -> Record:
    return parse_record((GAMES / f"{name}.txt").read_text(encoding="utf-8"), boards())


pile_board = partial(cards.pile_board, rest="", number=7)
"""Return a board; piles that are not named are empty, so the waste may only be empty if the talon is."""


class Familien(hand.Hand[FamilyBoard]):
    game = GAME
    places: ClassVar = {
        **{PLACES.name(place): place for place in (*PILES, STOCK, TURNED, WASTE)},
        "clubs": FOUNDATIONS[0],
        "hearts": FOUNDATIONS[1],
    }
    program: CardProgram[Any]

    def __init__(self, number: int | None = 1, size: tuple[int, int] = (640, 400), **options: Any) -> None:
        super().__init__(number, size, **options)

    def play(self, words: Sequence[str]) -> int:
        """Make steps like a player: click the talon and the turned card, right+left click, or drag."""
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
