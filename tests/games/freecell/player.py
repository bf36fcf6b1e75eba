"""A hand on FreeCell: the program on a Gem without a window, played with keys or with the mouse."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from gemport.cards.cells import CELLS, COLUMNS
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.moves import FOUNDATIONS
from gemport.games.freecell import GAME
from gemport.gem.aes.forms import parse_alert
from gemport.gem.aes.objects import object_rect
from gemport.hosts.events import parse_events
from gemport.play.layout import Spot
from gemport.play.loop import CardProgram
from gemport.store.records import Records
from tests.cards.cells.strategies import cell_board
from tests.games import hand
from tests.games.shared import SharedTree

files = partial(hand.files, "freecell")


class Player(hand.Run[FreeCellBoard]):
    """Plays by places; the options are those of a run."""

    game = GAME
    program: CardProgram[Any]

    def __init__(
        self, number: int | None = 1, records: Records | None = None, lang: str = "en", **options: Any
    ) -> None:
        super().__init__(number, records, lang, **options)

    # ---- what is there

    @property
    def selected(self) -> Spot | None:
        return self.program.table.selected

    @property
    def words(self) -> list[str]:
        return self.board.words()

    @property
    def asks_how_many(self) -> bool:
        """Return whether the question before an empty column is open: the only one with three buttons."""
        return self.asked is not None and len(parse_alert(self.asked).buttons) == 3

    def lay(self, columns: Sequence[str], cells: str = "", foundations: Sequence[int] = (0, 0, 0, 0)) -> None:
        """Put a position on the table in place of the dealt one."""
        board = cell_board(FreeCellBoard, columns, cells, foundations)
        board.number, board.count_columns = self.session.number, self.board.count_columns
        self.session.board = board

    # ---- keys

    def do(self, *events: dict[str, object]) -> None:
        self.player.play(parse_events("\n".join(json.dumps(event) for event in events), "test"))

    def keys(self, *names: str) -> None:
        for name in names:
            self.do({"do": "key", "key": name})

    def key_word(self, word: str) -> None:
        """Make a step by keys alone; of several cards to an empty column the whole run."""
        source, target = tuple(word)
        if source.isdigit():
            self.keys(source)
        else:
            self.keys("0")
            while self.selected is None or self.selected.place != CELLS["abcd".index(source)]:
                self.keys("0")
        self.keys({"h": "9", "a": "0", "b": "0", "c": "0", "d": "0"}.get(target, target))
        if self.asks_how_many:
            self.keys("Return")

    def key_words(self, words: str) -> None:
        for word in words.split():
            self.key_word(word)

    # ---- the mouse

    def middle(self, place: int, index: int | None = None) -> tuple[int, int]:
        """A pixel of a card that is seen: of its upper edge, or of a place's last card or the empty place."""
        table = self.program.table
        work = table.work
        x, y = table.layout.end(self.board, place)
        if index is not None:
            _, y = table.layout.position(self.board, Spot(place, index))
        return work.x + x + 30, work.y + y + 6

    def click(self, place: int, index: int | None = None, do: str = "click", button: str = "left") -> None:
        x, y = self.middle(place, index)
        self.do({"do": do, "x": x, "y": y, "button": button})

    def press(self, place: int, index: int | None = None, button: str = "left") -> None:
        self.click(place, index, "press", button)

    def release(self, button: str = "left") -> None:
        self.do({"do": "release", "button": button})

    def drag(self, place: int, index: int | None, target: int) -> None:
        self.press(place, index)
        x, y = self.middle(target)
        self.do({"do": "move", "x": x, "y": y}, {"do": "release", "button": "left"})

    def answer(self, button: int) -> None:
        """Click a button of the open alert."""
        x, y = self.alert_button(button)
        self.do({"do": "click", "x": x, "y": y})

    def press_button(self, tree: int, obj: int) -> None:
        """Click an object of a dialog that is open now."""
        trees = self.program.shared if isinstance(tree, SharedTree) else self.program.trees
        rect = object_rect(trees.tree(tree), obj)
        self.do({"do": "click", "x": rect.x + rect.w // 2, "y": rect.y + rect.h // 2})

    def click_word(self, word: str) -> None:
        """Make a step by clicks alone; of several cards to an empty column the whole run."""
        source, target = tuple(word)
        place = COLUMNS[int(source) - 1] if source.isdigit() else CELLS["abcd".index(source)]
        card = self.board.top(place)
        assert card is not None
        self.click(place)
        if target.isdigit():
            self.click(COLUMNS[int(target) - 1])
        else:
            self.click(FOUNDATIONS[card % 4] if target == "h" else CELLS["abcd".index(target)])
        if self.asks_how_many:
            self.answer(2)

    def drag_word(self, word: str) -> None:
        """Make a step by dragging: as many cards as fit."""
        source, target = tuple(word)
        place = COLUMNS[int(source) - 1] if source.isdigit() else CELLS["abcd".index(source)]
        card = self.board.top(place)
        assert card is not None
        to = CELLS["abcd".index(target)] if target in "abcd" else FOUNDATIONS[card % 4]
        if target.isdigit():
            to = COLUMNS[int(target) - 1]
        index = len(self.board.columns[place]) - self.board.fitting_count(place, to) if place in COLUMNS else None
        self.drag(place, index, to)
