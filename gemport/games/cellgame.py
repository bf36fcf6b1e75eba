"""A cell game as a GEM program: what VIERFREI, FreeCell and their kin share beyond other card games, the analysis.

A player can ask for a hint, if the game can be won, how, and for the way back before the mistake. The oracle says in
the window's info line after each move whether the game can still be won. All of it is loaded, and the solver with it,
when it is asked for the first time.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

from gemport.cards.board import Position
from gemport.cards.card import KING, Card, value_of
from gemport.cards.cells import CELLS, COLUMNS, CellBoard
from gemport.cards.moves import FOUNDATIONS, foundation_of
from gemport.games import resource as shared
from gemport.games.boxes import NumberDialog
from gemport.games.files import Files
from gemport.games.layout import Spot
from gemport.games.program import Action, CardProgram
from gemport.gem.aes.constants import TICK
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.keys import ESCAPE
from gemport.gem.aes.process import Work
from gemport.store.session import Session
from gemport.store.statistics import Help
from gemport.toolkit.dialog import alert

if TYPE_CHECKING:
    from gemport.games.analysis import Analysis, Finding, Par

C = TypeVar("C", bound=CellBoard)

STEP_PAUSE: Final = 300
"""Milliseconds between the moves of a solution that is shown."""
BOXES: Final = 12
"""So many steps are taken back with moving boxes; more at once."""
ORACLE: Final = "oracle"
_PLAY_ANYWAY = 1
_COLUMN_KEYS, _HOME_KEY, _CELL_KEY = "12345678", "9", "0"
_ONE, _RUN = 1, 2
"""Buttons of the question how many cards are to go to an empty column."""


class CellProgram(CardProgram[C]):
    """One run of a cell game. Each command answers with what it shows, or with an alert."""

    defaults: Mapping[str, bool] = {**CardProgram.defaults, ORACLE: False}
    cell_name, foundation_name = shared.CELL_NAME, shared.HOME_NAME
    """The strings with the names of places, as they are said."""

    def __init__(self, gem: Gem, files: Files, session: Session[C]) -> None:
        self._position: Position | None = None
        """The position that the oracle thinks about, or did last."""
        self._finding: Finding | None = None
        self._par_work: Work[None] | None = None
        self._par_moment: tuple[Par, int, int] | None = None
        """The par that was worked on last, and the moves and undos made by then."""
        super().__init__(gem, files, session)

    @cached_property
    def analysis(self) -> Analysis[C]:
        """The analysis of the game."""
        from gemport.games.analysis import Analysis

        return Analysis(self.session, self.impossible)

    def actions(self) -> dict[str, Action]:
        """Return what the entries of the menu do, by their names."""
        return {
            **super().actions(),
            "hint": self._hint,
            "winnable": self._winnable,
            "solution": self._solution,
            "back": self._back,
            "look back": self._look_back,
        }

    async def start(self) -> None:
        """Open the window; a number that the player has asked for may be one that cannot be won."""
        await super().start()
        session = self.session
        if self.extras and session.chosen and not session.begun and not self.replaying:
            await self.table.redraw()
            # The census is read after the first picture.
            await self.gem.pause(TICK)
            if not await self.accepts(session.number):
                await self.select()

    async def accepts(self, number: int) -> bool:
        """Return whether the game of a number is to be dealt; asked if it cannot be won."""
        if not await super().accepts(number):
            return False
        if not self.extras or number not in self.impossible:
            return True
        return await alert(self.gem, self.say(shared.IMPOSSIBLE, number=number)) == _PLAY_ANYWAY

    def number_dialog(self) -> NumberDialog:
        """Make the dialog that asks for a number; where the solver knows the rules, it says how hard that game is."""
        if "winnable" not in self.items:
            return super().number_dialog()
        # Imported here: the solver comes with it.
        from gemport.games.kinds import KindDialog

        return KindDialog(self.table, self.number_box, self.ends, self.shared, self.impossible)

    # ---- the keyboard: a place is selected, then another to which its cards go

    async def typed(self, word: int) -> None:
        """Answer a key that is not a menu entry's: digits for the places, Esc. The original has none of them."""
        character = chr(word & 0xFF)
        if not self.extras:
            return
        if word == ESCAPE:
            await self.let_go()
        elif character in _COLUMN_KEYS:
            await self.click_place(_COLUMN_KEYS.index(character))
        elif character == _CELL_KEY:
            await self._cell_key()
        elif character == _HOME_KEY and self.table.selected is not None:
            card = self.board.top(self.table.selected.place)
            if card is not None:
                await self._move_selected(foundation_of(card))

    async def _cell_key(self) -> None:
        """Select the free cells' cards one after the other; with a column selected, its last card goes there."""
        selected = self.table.selected
        if selected is not None and selected.place in COLUMNS:
            await self.to_free_cell(selected.place)
            return
        before = selected.place if selected is not None else CELLS[-1]
        taken = [cell for cell in CELLS if self.board.top(cell) is not None]
        if taken:
            await self.select_place(next((cell for cell in taken if cell > before), taken[0]))

    async def click_place(self, place: int) -> None:
        """Select a place, let it go again, or move to it what is selected."""
        selected = self.table.selected
        if selected is None:
            await self.select_place(place)
        elif selected.place == place:
            await self.let_go()
        else:
            await self._move_selected(place)

    async def select_place(self, place: int) -> None:
        """Select a cell's card, or the run at the end of a column."""
        if place in FOUNDATIONS or self.board.top(place) is None:
            return
        top = 0
        if place in COLUMNS:
            top = len(self.board.columns[place]) - self.board.run_length(place)
        await self.table.select(Spot(place, top))

    async def move_clicked(self, spot: Spot) -> bool:
        """Move a card, and those on it, to the best place that takes it; return whether there is one."""
        target = self._best_target(spot)
        if target is None:
            return False
        cards = len(self.board.piles[spot.place]) - spot.index
        await self.move_cards(spot.place, target, cards)
        return True

    def _best_target(self, spot: Spot) -> int | None:
        """Return the best place for a card and those on it: home, on a card, then in a free cell or an empty column."""
        board, place = self.board, spot.place
        if not board.may_touch(place, spot.index):
            return None
        cards = board.piles[place][spot.index :]
        king, begins = value_of(cards[0]) == KING, place in COLUMNS and spot.index == 0
        cells, empty = [] if place in CELLS else [*CELLS], board.empty_columns()
        if begins:
            # In another empty column it would lie as here; a king also better than in a cell.
            cells, empty = [] if king else cells, []
        targets = [column for column in COLUMNS if board.piles[column]]
        targets += [*empty, *cells] if king else [*cells, *empty]
        if len(cards) == 1:
            targets.insert(0, foundation_of(cards[0]))
        return next((target for target in targets if board.run_refusal(place, len(cards), target) is None), None)

    async def to_free_cell(self, place: int) -> None:
        """Send a place's last card to the first free cell."""
        card = self.board.top(place)
        cell = next((cell for cell in CELLS if self.board.top(cell) is None), None)
        if card is None:
            return
        if cell is None:
            await self.no_free_cell(card)
        else:
            await self.move_cards(place, cell, 1)

    async def _move_selected(self, target: int) -> None:
        """Move as many of the selected cards as fit the target; the player is asked if that is not clear."""
        selected = self.table.selected
        assert selected is not None
        count = None
        room = self.board.fitting_count(selected.place, target)
        if target in COLUMNS and self.board.top(target) is None and room > 1:
            count = await self._ask_how_many(selected.place, room)
            if count == 0:
                await self.let_go()
                return
        await self.move_cards(selected.place, target, count)

    async def _ask_how_many(self, source: int, room: int) -> int:
        """Ask: one card, as many of the run as there is room for, or none?"""
        cards = self.board.columns[source]
        words = {"room": room, "last": self.card_name(cards[-1]), "card": self.card_name(cards[-room])}
        answer = await alert(self.gem, self.say(shared.ASK_HOW_MANY, **words), _RUN)
        return {_ONE: 1, _RUN: room}.get(answer, 0)

    @abstractmethod
    async def move_cards(self, source: int, target: int, count: int | None, animated: bool = True) -> None:
        """Move cards from place to place, None for as many as fit, and let go; or answer that they cannot.

        animated: also the first of the moves is shown by a box
        """

    @abstractmethod
    async def no_free_cell(self, card: Card) -> None:
        """Answer that there is no free cell for a card."""

    def place_name(self, place: int) -> str:
        """Return a place's name, as it is said."""
        if place in FOUNDATIONS:
            return self.say(self.foundation_name, suit=self.say(shared.SUIT + place - FOUNDATIONS[0]))
        if place in COLUMNS:
            return self.say(shared.COLUMN_NAME, number=place + 1)
        return self.say(self.cell_name, number=place - CELLS[0] + 1)

    # ---- commands

    async def _hint(self) -> None:
        """Show the next move of a way to win."""
        if await self._find_way("hint"):
            step = self.analysis.next_step()
            if step is not None:
                source, target = step.moves[0].source, step.moves[0].target
                self.narrator.hint(source, target)
                await self.table.point_out(source, target)

    async def _winnable(self) -> None:
        """Say whether the game can be won from here."""
        finding = await self._find("winnable")
        if finding is None:
            return
        if finding.winnable:
            await self._tell(shared.CAN_BE_WON, moves=finding.steps)
        else:
            await self._tell_no_way(finding)

    async def _solution(self) -> None:
        """Play a way to win, step by step, until a key or a press."""
        if not await self._find_way("solution"):
            return
        from gemport.games.analysis import TO_SHOW

        if not await self.think("solution", self.analysis.shorten(TO_SHOW)) or self.quitting:
            return
        self.session.note_help(Help.SOLVED)
        while (step := self.analysis.next_step()) is not None:
            await self.make(step)
            if self.quitting or self.board.won or await self.rest("solution", STEP_PAUSE):
                return

    async def _back(self) -> None:
        """Take back as many moves as needed for the game to be winnable again."""
        if not await self._can_analyse():
            return
        way = await self.think("back", self.analysis.way_back())
        if way is None or self.quitting:
            return
        if way.steps is not None or way.proven:
            self.session.note_help(Help.HELPED)
        if way.steps is None:
            await self._tell(shared.NEVER_WINNABLE if way.proven else shared.NO_WAY_BACK, states=way.states)
        elif not way.steps:
            await self._tell(shared.NO_MISTAKE)
        elif await self._take_steps_back(way.steps):
            await self._tell(shared.TAKEN_BACK if way.proven else shared.TAKEN_BACK_FAR, count=way.steps)

    async def _take_steps_back(self, steps: int) -> bool:
        """Take steps back; return whether that was not stopped."""
        if steps <= BOXES:
            for left in range(steps, 0, -1):
                await self.take_back()
                if left > 1 and await self.rest("back", 0):
                    return False
            return True
        for _ in range(steps):
            for _ in self.board.last_step.moves:
                self.session.pull()
        await self.table.redraw()
        self.enable_commands()
        self.narrator.board()
        return True

    async def _look_back(self) -> None:
        """Show where the game could still be won, and go on from another of its positions if the player wants that."""
        from gemport.games.lookback import LookBack

        await self.let_go()
        won, made = self.board.won, self.board.moves_made
        if not won:
            self.session.note_help(Help.HELPED)
        box = LookBack(self.table, self.shared, self.ends, self.analysis)
        at = await box.ask()
        self.quitting = box.quitting
        if at is not None and at != made:
            self.session.branch(at)
            self.session.note_help(Help.HELPED)
            await self.show_deal()

    def enabled(self, item: int) -> bool:
        """Return whether an entry can be used now: to look back there must be moves, and room for the box."""
        usable = super().enabled(item)
        if item == self.items.get("look back"):
            moved = self.board.can_undo or self.board.can_redo
            usable = usable and moved and self.has_room(self.shared.tree(shared.LOOKBACK))
        return usable

    # ---- finding out

    async def _can_analyse(self) -> bool:
        """Return whether there is something to think about, else ring the bell; nothing is selected then."""
        if self.board.won:
            self.gem.bell()
            return False
        await self.let_go()
        return True

    async def _find(self, name: str) -> Finding | None:
        """Return the finding for the position, after some thought if need be; None if that was stopped."""
        if not await self._can_analyse():
            return None
        finding = self.analysis.known() or await self.think(name, self.analysis.think())
        if finding is not None and (finding.winnable or finding.impossible):
            self.session.note_help(Help.HELPED)
        return finding

    async def _find_way(self, name: str) -> bool:
        """Return whether a way to win is known; if not, tell so, unless the player stopped the search."""
        finding = await self._find(name)
        if finding is None:
            return False
        if not finding.winnable:
            await self._tell_no_way(finding)
        return finding.winnable

    async def _tell_no_way(self, finding: Finding) -> None:
        if self.analysis.never_winnable:
            await self._tell(shared.NEVER_WINNABLE)
        else:
            await self._tell(shared.CANNOT_BE_WON if finding.impossible else shared.NOT_KNOWN, states=finding.states)

    async def _tell(self, string: int, **words: object) -> None:
        await alert(self.gem, self.say(string, **words))

    # ---- the oracle thinks while the player does, and gives a thought up when he moves on

    async def switch(self, name: str) -> None:
        """Switch an option of the menu on or off; an oracle that is switched off gives its thought up."""
        if name == ORACLE:
            self._give_up()
        await super().switch(name)

    @property
    def has_info(self) -> bool:
        """Something is said in the line."""
        return self.options[ORACLE] or super().has_info

    def _attend(self) -> None:
        """Think about the position that is there now."""
        if self.replaying:
            self._give_up()
            return
        if self.work is not None and self.work.done:
            self._finding, self.work = self.work.result, None
        position = self.board.position()
        if position != self._position:
            # Imported here: the solver comes with it.
            from gemport.games.analysis import ON_THE_WAY

            self._give_up()
            self._position, self._finding = position, self.analysis.known()
            if self._finding is None:
                self.work = Work(self.analysis.think(ON_THE_WAY, looks=0))
        known = self._finding is not None and (self._finding.winnable or self._finding.impossible)
        if known and not self.board.won:
            self.session.note_help(Help.HELPED)

    # ---- the par is worked out while the player plays

    def next_work(self) -> Work[Any] | None:
        """Return the oracle's thought, or after each move some work on the par, of a game that can be won."""
        session, board = self.session, self.board
        played = "winnable" in self.items and session.begun and not board.won and session.help is not Help.SOLVED
        if self.work is not None or not played or board.number is None or board.number in self.impossible:
            return self.work
        moment = self.analysis.par, board.moves_made, session.progress.undos
        if self._par_work is None or self._par_moment != moment:
            self._par_moment = moment
            self._par_work = Work(self.analysis.par.work(), background=True)
        # The result is None; reading it raises an error of the work.
        return self._par_work.result if self._par_work.done else self._par_work

    def par_text(self) -> str:
        """Return how the moves made compare with the best solution known, and with the fewest possible."""
        if self._par_work is None or self.session.help is Help.SOLVED:
            return ""
        par, made = self.analysis.par, self.board.moves_made
        if par.best is None:
            return ""
        if par.least is not None and made <= par.least:
            text = shared.PAR_LEAST
        elif made <= par.best:
            text = shared.PAR_EQUAL if made == par.best else shared.PAR_BEATEN
        else:
            text = shared.PAR if par.least is None else shared.PAR_BOUNDED
        return self.say(text, best=par.best, least=par.least)

    def _give_up(self) -> None:
        if self.work is not None:
            self.work.close()
        self.work = self._position = None

    def remark(self) -> str:
        """Return what the oracle knows of the position, and have it think."""
        if not self.options[ORACLE]:
            return ""
        self._attend()
        if self.board.won or self._position is None:
            return ""
        if self._finding is None:
            return self.say(shared.ORACLE_THINKS)
        if self._finding.winnable:
            return self.say(shared.ORACLE_YES)
        if not self._finding.impossible:
            return self.say(shared.ORACLE_OPEN)
        return self.say(shared.ORACLE_NEVER if self.analysis.never_winnable else shared.ORACLE_NO)
