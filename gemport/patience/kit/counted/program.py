"""What the card games with statistics have in common as GEM programs: outcomes that count, steps, undo and redo."""

from __future__ import annotations

import textwrap
from abc import abstractmethod
from functools import partial
from typing import Any, Generic, TypeVar

from gemport.cards.freecell import board as freecell
from gemport.cards.grossfamilien import board as grossfamilien
from gemport.cards.moves import UndoError
from gemport.cards.steps import Step
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.kernel.events import MultiEvent
from gemport.gem.aes.rsrc import LoadedResource
from gemport.patience.kit.counted.statistics import STATISTICS, StatisticsBox
from gemport.patience.kit.counted.texts import CountedText, CountedTexts
from gemport.patience.kit.replay import Replayable, Watch
from gemport.patience.session.counted import CountedGame
from gemport.patience.session.records import ForgivingRecords, Outcome, Records

B = TypeVar("B", freecell.Board, grossfamilien.Board)

_YES = 1
_REASON_WIDTH, _REASON_LINES = 36, 3


class CountedProgram(Replayable, Generic[B]):
    """A card game whose outcomes are kept. Subclasses set ``game``, and play by ``make``."""

    game: CountedGame[B]

    def __init__(self, gem: Gem, trees: LoadedResource, records: Records, first_text: int, watch: Watch | None) -> None:
        """``first_text``: the number of that free string of the resource which is CountedText's first."""
        super().__init__(gem, trees, watch)
        self.records = ForgivingRecords(records)
        self._texts = CountedTexts(trees, first_text)
        self.statistics = StatisticsBox(gem, trees.tree(STATISTICS), self._texts, self.records)
        self._failure_told = False

    @abstractmethod
    async def show_deal(self) -> None:
        """Show a board that has just been dealt."""

    @abstractmethod
    def moves_made(self) -> int:
        """What the congratulation gives as the number of moves."""

    async def run(self) -> None:
        """Play until the user quits; the game that is left then is forfeited."""
        await super().run()
        self.game.leave()

    async def opened(self) -> None:
        """Tell what became of the records, and how a game that is gone on with stands."""
        await self.table.window.redraw()
        if self.records.set_aside is not None:
            await self._tell(CountedText.SET_ASIDE, file=self.records.set_aside)
        if self.game.not_resumed is not None:
            await self._tell(CountedText.NOT_RESUMED, number=self.game.not_resumed)
        await self._tell_failure()
        await self.end_of_step()

    async def answer(self, event: MultiEvent) -> None:
        """Do what an event asks for; tell the first time that something can't be kept."""
        await super().answer(event)
        await self._tell_failure()

    async def deal(self, number: int) -> None:
        """Leave the game and begin another."""
        self.game.deal(number)
        await self.show_deal()

    async def restart(self) -> None:
        """Deal the same game again."""
        self.game.restart()
        await self.show_deal()

    async def end_of_step(self) -> None:
        """Tell if the game is won or lost; a lost one may be tried again."""
        outcome = self.game.outcome()
        if outcome is Outcome.WON:
            await self.congratulate(self.moves_made())
        elif outcome is Outcome.LOST and await self._tell(CountedText.LOST, number=self.game.number) == _YES:
            await self.restart()

    # ---- steps

    async def make(self, step: Step[Any], animated: bool = True) -> None:
        """Make a step and show it; the first of its moves with a moving box only if ``animated``, the others always."""
        self.game.board.begin(step)
        self.game.keep()
        for count, move in enumerate(step.moves):
            show = self.table.animate if count or animated else self.table.change
            await show(move.source, move.target, partial(self._push, move.source, move.target))
        self.enable_items()
        await self.end_of_step()

    async def take_back(self) -> None:
        """Take back the last step; the bell if there is none."""
        try:
            step = self.game.board.last_step
        except UndoError:
            self.gem.bell()
            return
        for move in reversed(step.moves):
            await self.table.animate(move.target, move.source, self._pull)
        self.game.keep()
        self.enable_items()

    async def make_again(self) -> None:
        """Make the step again that was taken back last; the bell if there is none."""
        try:
            step = self.game.board.next_step
        except UndoError:
            self.gem.bell()
            return
        await self.make(step)

    async def play_word(self, word: str) -> None:
        """Make a step given in the game's notation. Raises IllegalMove, PlaceError."""
        trial = self.game.board.copy()
        trial.play_word(word)
        await self.make(trial.last_step)

    def _push(self, source: int, target: int) -> None:
        self.game.board.push(source, target)
        self.changed(self.game.board)

    def _pull(self) -> None:
        self.game.board.pull()
        self.changed(self.game.board)

    # ---- what is told

    async def _tell(self, text: CountedText, **words: object) -> int:
        return await self.gem.form_alert(1, self._texts.say(text, **words))

    async def _tell_failure(self) -> None:
        reason = self.records.failure
        if reason is None or self._failure_told:
            return
        self._failure_told = True
        lines = textwrap.wrap(reason.replace("|", "/").replace("]", ")"), _REASON_WIDTH)
        await self._tell(CountedText.NOT_KEPT, reason="|".join(lines[:_REASON_LINES]))
