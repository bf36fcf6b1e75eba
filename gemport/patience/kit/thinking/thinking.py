"""All that a cell game can think, as its program uses it: commands of the menu, and a word about impossible numbers."""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from gemport.cards.cells import CellBoard
from gemport.patience.kit.check import has
from gemport.patience.kit.program import CardProgram, Command
from gemport.patience.kit.texts import Texts
from gemport.patience.kit.thinking.needs import ORACLE, ThinkingNumbers, thinking_needs

if TYPE_CHECKING:
    from gemport.patience.kit.thinking.advice import Advice
    from gemport.patience.kit.thinking.knowledge import OneCard
    from gemport.patience.kit.thinking.oracle import Oracle
    from gemport.patience.kit.thinking.thinker import Thinker

B = TypeVar("B", bound=CellBoard)

_PLAY_ANYWAY = 1


class Thinking(Generic[B]):
    """An extra: what the program can do besides where its resource has entries and words for it.

    Who thinks is loaded, and the solver with him, when he is asked for the first time.
    """

    def __init__(
        self, program: CardProgram[B], numbers: ThinkingNumbers, one_card: OneCard[B], impossible: Container[int]
    ) -> None:
        self._program = program
        self._numbers = numbers
        self._one_card = one_card
        self._impossible = impossible
        self._texts = Texts(program.trees)
        if program.session.records.setting(ORACLE, False):
            program.info.add(self._oracle)

    @cached_property
    def _thinker(self) -> Thinker[B]:
        from gemport.patience.kit.thinking.thinker import Thinker

        return Thinker(self._program.session, self._one_card, self._impossible)

    @cached_property
    def _advice(self) -> Advice[B]:
        from gemport.patience.kit.thinking.advice import Advice

        return Advice(self._program, self._thinker, self._texts, self._numbers)

    @cached_property
    def _oracle(self) -> Oracle[B]:
        from gemport.patience.kit.thinking.oracle import Oracle

        return Oracle(self._program, self._thinker, self._texts, self._numbers)

    @classmethod
    def of(
        cls, program: CardProgram[B], numbers: ThinkingNumbers, one_card: OneCard[B], impossible: Container[int]
    ) -> Self | None:
        """What the program's resource has; None where something is missing.

        one_card: the game's step for a single card
        impossible: the numbers of the games that cannot be won
        """
        return cls(program, numbers, one_card, impossible) if has(program.trees, thinking_needs(numbers)) else None

    def commands(self) -> dict[int, Command]:
        """The entries of the menu, under the keys of the game."""
        n, keys = self._numbers, self._program.session.game.keys
        return {
            n.MENU_HINT: Command(lambda: self._advice.hint(), keys["hint"]),
            n.MENU_WINNABLE: Command(lambda: self._advice.winnable(), keys["winnable"]),
            n.MENU_SOLUTION: Command(lambda: self._advice.solution(), keys["solution"]),
            n.MENU_BACK: Command(lambda: self._advice.back(), keys["back"]),
            n.MENU_ORACLE: Command(self._switch_oracle, keys["oracle"]),
        }

    async def _switch_oracle(self) -> None:
        self._program.info.add(self._oracle)
        await self._oracle.switch()

    async def wanted(self, number: int) -> bool:
        """Whether the player wants the game of that number: asked only if it cannot be won."""
        if number not in self._impossible:
            return True
        alert = self._texts.say(self._numbers.IMPOSSIBLE, number=number)
        return await self._program.gem.form_alert(_PLAY_ANYWAY, alert) == _PLAY_ANYWAY
