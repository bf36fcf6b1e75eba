"""The Select game dialog: the player's results with a game, its difficulty, and the search for the next unsolved game.

Difficulties are computed while the dialog waits. They apply to deals with all cells, so challenges have none. After a
choice of the number of cells, the dialog also searches for the minimum number that the deal needs.
"""

from collections.abc import Generator
from contextlib import suppress
from typing import Any, Final

from gemport.cards.boardtext import BoardTextError
from gemport.cards.challenge import MAX_CELLS, cell_count, challenge_number, deal_number, parse_number
from gemport.cards.deals import how_many
from gemport.cards.notation import number_text
from gemport.gem import (
    MU_BUTTON,
    MU_KEYBD,
    MU_MESAG,
    MU_WORK,
    GemportError,
    Message,
    Msg,
    MultiEvent,
    ObFlag,
    Tree,
    Work,
    keys,
    object_rect,
)
from gemport.play import games_rsc as n
from gemport.play.analysis import FOREGROUND_LIMITS
from gemport.play.boxes import NumberDialog, next_cells
from gemport.play.feature import Play
from gemport.play.items import Item
from gemport.solver import Position
from gemport.solver.difficulty import Difficulty, find_difficulty
from gemport.solver.ladder import Ladder, find_ladder
from gemport.store.rows import RecordsError
from gemport.store.statistics import Outcome, summarize

_KINDS: Final = list(Difficulty)
_CHOICES: Final = [None, *_KINDS[: _KINDS.index(Difficulty.IMPOSSIBLE)]]
"""The difficulties that the button cycles through; None for any."""
_NUMBERS_PER_YIELD: Final = 1000


class SelectDialog(NumberDialog):
    """The dialog for a number of the session's game; with ``rates`` the difficulty of its deals can be measured."""

    def __init__(self, play: Play[Any], tree: Tree, rates: bool) -> None:
        super().__init__(play, tree)
        self._say, self._session, self._store = play.say, play.session, play.session.records.store
        self._cells_follow = False  # true after a c: the next digit is the number of cells
        self._rates = rates
        self.characters += "-" if self._session.game.numbers[0] < 0 else ""
        self._cells = MAX_CELLS
        self._wanted: Difficulty | None = None  # the difficulty that the player looks for
        self._looked_at = ""  # the text of the field that the lines below it describe
        self._work: Work[tuple[int, Difficulty | None]] | None = None
        self._ladder: Ladder | None = None  # the numbers of cells that the deal needs, as far as known
        self._climb: Work[Ladder] | None = None  # the search for them
        self._pasting = False  # true if the dialog ends because Paste position takes over

    async def ask(self, number: int | None) -> str | None:
        self._want(None)
        self._choose_cells(cell_count(self._session.number if number is None else number))
        try:
            text = await super().ask(None if number is None else deal_number(number))
        finally:
            self._think(None)
            self._end_climb()
        return f"{text}c{self._cells}" if text and text[-1].isdigit() else text

    async def wait(self) -> MultiEvent:
        if self.typed != self._looked_at:
            self._look()
        event = await self.gem.evnt_multi(MU_KEYBD | MU_BUTTON | MU_MESAG | MU_WORK, work=self._work or self._climb)
        if event.message is not None and event.message.type == Msg.VA_START and self.play.exchange is not None:
            pasted = self.play.exchange.pasted()
            if pasted is not None:
                self._take(pasted)
        if self._work is not None and self._work.done:
            number, kind = self._work.result
            self._work = None
            if number == self._number:
                self._show_kind(kind)
            else:
                self.offer(deal_number(number))
                self._look(kind)
        if self._climb is not None and self._climb.done:
            self._ladder, self._climb = self._climb.result, None
            self._write_cells()
            if self._ladder.proven and self._ladder.winnable is not None:
                with suppress(RecordsError):
                    self._store.save_least_cells(self._session.game.name, int(self.typed), self._ladder.winnable)
        return event

    def ends_program(self, event: MultiEvent) -> bool:
        return super().ends_program(event) or self._pasting

    async def _answer(self, event: MultiEvent) -> bool | None:
        if MU_KEYBD in event.events and event.key == keys.CONTROL_V:
            self._paste()
            return False if self._pasting else None
        return await super()._answer(event)

    def _type(self, character: int) -> None:
        typed, follow = chr(character).lower(), self._cells_follow
        has_cells = ObFlag.HIDETREE not in self.tree[n.GETNUM_CELLS].ob_flags
        self._cells_follow = typed == "c" and has_cells and bool(self.typed)
        if follow and typed in "01234":
            self._choose_cells(int(typed))
            self._begin_climb()
        else:
            super()._type(character)

    def _paste(self) -> None:
        """Paste the number from the clipboard; a browser delivers it later."""
        try:
            text = "" if self.play.exchange is None else self.play.exchange.paste(self.gem)
        except (GemportError, UnicodeError):
            text = ""
        if text is not None:
            self._take(text)

    def _take(self, text: str) -> None:
        """Put the number of a text, a link or a position into the field; ring the bell for other texts.

        A position without a number ends the dialog, and Paste position shows it.
        """
        # Imported here: rarely needed.
        from gemport.cards.foreign import MAX_PASTED_CHARS, position_of, read_foreign_text

        game, paste = self._session.game, self.play.items.get(Item.PASTE_POSITION)
        number: int | None = None
        try:
            number = parse_number(number_text(text, game.name), game.board.microsoft)
        except ValueError:
            with suppress(BoardTextError):
                if paste is not None:
                    found = read_foreign_text(text[:MAX_PASTED_CHARS])
                    columns, cells, _ = position_of(found, game.board)
                    number = game.number_of(columns, len(cells))
                    self._pasting = number is None
        if self._pasting and paste is not None:
            title = self.play.title_of(Item.PASTE_POSITION)
            self.gem.appl_write(self.gem.appl_init(), Message(Msg.MN_SELECTED, w3=title, w4=paste))
        elif number is None or number not in game.numbers:
            self.gem.bell()
        else:
            self._choose_cells(cell_count(number))
            self.offer(deal_number(number))

    def use(self, button: int) -> None:
        if button == n.GETNUM_KIND:
            self._want(_CHOICES[(_CHOICES.index(self._wanted) + 1) % len(_CHOICES)])
        elif button == n.GETNUM_CELLS:
            self._choose_cells(next_cells(self._cells))
            self._begin_climb()
        elif button == n.GETNUM_NEXT:
            self._show_kind(None)
            self._think(self._seek(self._number))

    @property
    def _number(self) -> int | None:
        """Return the number in the field with the chosen cells, or None if it does not exist."""
        if not self.typed.removeprefix("-"):
            return None
        number = challenge_number(int(self.typed), self._cells)
        return number if number in self._session.game.numbers else None

    @property
    def _rates_now(self) -> bool:
        return self._rates and self._cells == MAX_CELLS

    def _choose_cells(self, cells: int) -> None:
        self._cells = cells
        self._write_cells()
        self.enable(n.GETNUM_KIND, self._rates_now, self._rates and self.play.box_open)
        self._look()

    def _want(self, kind: Difficulty | None) -> None:
        self._wanted = kind
        name = self._say(n.ANY_KIND) if kind is None else self._say_kind(kind)
        self._write_line(n.GETNUM_KIND, self._say(n.WANTED_KIND, kind=name))

    # ---- the lines below the field

    def _look(self, kind: Difficulty | None = None) -> None:
        """Show the results with the number in the field, and compute the difficulty unless ``kind`` is given."""
        if self.typed != self._looked_at:
            self._end_climb()
            self._write_cells()
        self._looked_at, number = self.typed, self._number
        self._write_line(n.GETNUM_KNOWN, "" if number is None else self._known(number))
        self._show_kind(kind)
        self._think(self._rate(number) if self._rates_now and kind is None and number is not None else None)

    def _known(self, number: int) -> str:
        if self._session.unfinished_of(number) is not None:
            return self._say(n.KNOWN_UNFINISHED)
        of_number = summarize(self._session.records.ended(number))
        if not of_number.won:
            return self._say(n.KNOWN_NOT_WON)
        won = self._say(n.KNOWN_WON_ONCE if of_number.won == 1 else n.KNOWN_WON, count=of_number.won)
        return won if of_number.best is None else won + self._say(n.KNOWN_BEST, best=of_number.best)

    def _show_kind(self, kind: Difficulty | None) -> None:
        self._write_line(n.GETNUM_DIFFICULTY, self._say(n.DIFFICULTY, kind=self._say_kind(kind)))

    def _say_kind(self, kind: Difficulty | None) -> str:
        return self._say(n.NO_KIND if kind is None else n.KIND + _KINDS.index(kind))

    def _write_line(self, line: int, text: str) -> None:
        self.tree[line].ob_spec = text
        self.repaint(object_rect(self.tree, line))

    # ---- the minimum number of cells

    def _begin_climb(self) -> None:
        """Search for the minimum number of cells, unless it is known or the search is running."""
        if self._ladder is None and self._climb is None and self._number is not None:
            deal = int(self.typed)
            cells = self._store.least_cells(self._session.game.name).get(deal)
            if cells is not None:
                self._ladder = Ladder(cells, cells - 1)
            elif deal in self.play.impossible:
                self._ladder = Ladder(None, MAX_CELLS)
            else:
                self._climb = Work(self.gem.compute(find_ladder, self._position(deal), FOREGROUND_LIMITS))
            self._write_cells()

    def _end_climb(self) -> None:
        if self._climb is not None:
            self._climb.close()
        self._ladder = self._climb = None

    def _write_cells(self) -> None:
        ladder, needed = self._ladder, "..."
        if ladder is not None:
            needed = "?" if ladder.winnable is None else f"{ladder.lost + 1}-{ladder.winnable}"
            if ladder.proven:
                needed = f">{MAX_CELLS}" if ladder.winnable is None else str(ladder.winnable)
        name = str(self.tree[n.GETNUM_CELLS].ob_spec).partition(":")[0]
        known = ladder is not None or self._climb is not None
        text = f"{name}: {self._cells}" + (self._say(n.NEEDED, cells=needed) if known else "")
        self._write_line(n.GETNUM_CELLS, text)

    # ---- the work

    def _think(self, steps: Generator[int, None, tuple[int, Difficulty | None]] | None) -> None:
        if self._work is not None:
            self._work.close()
        self._work = None if steps is None else Work(steps)

    def _rate(self, number: int) -> Generator[int, None, tuple[int, Difficulty | None]]:
        known = True if number in self.play.impossible else None
        kind = yield from self.gem.compute(find_difficulty, self._position(number), known)
        return number, kind

    def _position(self, number: int) -> Position:
        return Position.of(self._session.game.deal(number).columns or ())

    def _seek(self, number: int | None) -> Generator[int, None, tuple[int, Difficulty | None]]:
        """Search for the next winnable game that is not won, with the wanted difficulty if one is set."""
        numbers, wanted = self._session.game.numbers, self._wanted if self._rates_now else None
        won = {game.number for game in self._session.records.ended() if game.outcome is Outcome.WON}
        start = -1 if number is None else numbers.index(deal_number(number))
        total = how_many(numbers)
        for step in range(1, total + 1):
            if step % _NUMBERS_PER_YIELD == 0:
                yield step
            following = challenge_number(numbers[(start + step) % total], self._cells)
            if following in won or following in self.play.impossible:
                continue
            if wanted is None:
                return following, None
            rated = yield from self._rate(following)
            if rated[1] is wanted:
                return rated
        return challenge_number(numbers[start], self._cells), None
