"""FreeCell without a window, played by keys and mouse."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from gemport.cards.cells import CELLS
from gemport.cards.freecell import FreeCellBoard
from gemport.games.freecell import GAME
from gemport.gem import parse_alert
from gemport.play.layout import Spot
from gemport.play.loop import CardProgram
from gemport.store.records import Records
from tests.cards.cells.strategies import cell_board
from tests.games import hand

files = partial(hand.files, "freecell")


class Player(hand.Hand[FreeCellBoard]):
    """A player of FreeCell; see Run for the options."""

    game = GAME
    places = hand.CELL_PLACES
    program: CardProgram[Any]

    def __init__(
        self, number: int | None = 1, records: Records | None = None, lang: str = "en", **options: Any
    ) -> None:
        super().__init__(number, records=records, lang=lang, **options)

    @property
    def selected(self) -> Spot | None:
        return self.program.table.selected

    @property
    def asks_how_many(self) -> bool:
        """Return whether the question before an empty column is open: the only alert with three buttons."""
        return self.asked != "" and len(parse_alert(self.asked).buttons) == 3

    def lay(self, columns: Sequence[str], cells: str = "", foundations: Sequence[int] = (0, 0, 0, 0)) -> None:
        """Replace the dealt position without painting it."""
        board = cell_board(FreeCellBoard, columns, cells, foundations)
        board.number, board.count_columns = self.session.number, self.board.count_columns
        self.session.board = board

    # ---- words of a game; a move to an empty column takes the full run

    def key_word(self, word: str) -> None:
        source, target = tuple(word)
        if source.isdigit():
            self.key(source)
        else:
            self.key("0")
            while self.selected is None or self.selected.place != CELLS["abcd".index(source)]:
                self.key("0")
        self.key({"h": "9", "a": "0", "b": "0", "c": "0", "d": "0"}.get(target, target))
        if self.asks_how_many:
            self.key("Return")

    def key_words(self, words: str) -> None:
        for word in words.split():
            self.key_word(word)

    def click_word(self, word: str) -> None:
        source, target = self._ends(word)
        self.act(f"@{source} @{target}")
        if self.asks_how_many:
            self.answer(2)

    def drag_word(self, word: str) -> None:
        """Make a step by dragging as many cards as fit."""
        source, target = self._ends(word)
        place, to = self.places[source], self.places[target]
        last = f".{len(self.board.piles[place]) - self.board.fitting_count(place, to)}" if source.isdigit() else ""
        self.act(f"{source}{last}>{target}")

    def _ends(self, word: str) -> tuple[str, str]:
        source, target = tuple(word)
        card = self.board.top(self.places[source])
        assert card is not None
        return source, "CHSD"[card % 4] if target == "h" else target
