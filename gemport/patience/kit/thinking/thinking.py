"""All that a cell game can think, as its program uses it: commands of the menu, and a word about impossible numbers."""

from __future__ import annotations

from collections.abc import Container
from typing import Generic, Self, TypeVar

from gemport.cards.cells.board import CellBoard
from gemport.patience.kit.check import has
from gemport.patience.kit.program import CardProgram, Command
from gemport.patience.kit.texts import Texts
from gemport.patience.kit.thinking.advice import Advice
from gemport.patience.kit.thinking.knowledge import OneCard
from gemport.patience.kit.thinking.needs import ThinkingNumbers, thinking_needs
from gemport.patience.kit.thinking.thinker import Thinker

B = TypeVar("B", bound=CellBoard)

_PLAY_ANYWAY = 1


class Thinking(Generic[B]):
    """An extra: what the program can do besides where its resource has entries and words for it."""

    def __init__(
        self, program: CardProgram[B], numbers: ThinkingNumbers, one_card: OneCard[B], impossible: Container[int]
    ) -> None:
        self._program = program
        self._numbers = numbers
        self._impossible = impossible
        self._texts = Texts(program.trees)
        self._advice = Advice(program, Thinker(program.session, one_card, impossible), self._texts, numbers)

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
        n, advice, keys = self._numbers, self._advice, self._program.session.game.keys
        return {
            n.MENU_HINT: Command(advice.hint, keys["hint"]),
            n.MENU_WINNABLE: Command(advice.winnable, keys["winnable"]),
            n.MENU_SOLUTION: Command(advice.solution, keys["solution"]),
            n.MENU_BACK: Command(advice.back, keys["back"]),
        }

    async def wanted(self, number: int) -> bool:
        """Whether the player wants the game of that number: asked only if it cannot be won."""
        if number not in self._impossible:
            return True
        alert = self._texts.say(self._numbers.IMPOSSIBLE, number=number)
        return await self._program.gem.form_alert(_PLAY_ANYWAY, alert) == _PLAY_ANYWAY
