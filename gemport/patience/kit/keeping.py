"""What is asked before a game is left, and which unfinished game is taken up, where the resource has words for it.

Without them a game is left without a question, and stays in the records all the same.
"""

from __future__ import annotations

from typing import Any

from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rsrc import LoadedResource
from gemport.patience.kit.needs import ForfeitNumbers, UnfinishedNumbers
from gemport.patience.kit.texts import Texts
from gemport.store.session import Session

_KEEP, _FORFEIT = 1, 2
_TAKE_UP, _BEGIN_ANEW = 1, 2
"""Buttons of the two questions; the third one cancels."""


class Keeping:
    """The ways from a session's game to another one."""

    def __init__(
        self,
        gem: Gem,
        trees: LoadedResource,
        session: Session[Any],
        unfinished: UnfinishedNumbers | None = None,
        forfeit: ForfeitNumbers | None = None,
    ) -> None:
        """``unfinished``, ``forfeit``: what the resource has, None where it has not."""
        self._gem = gem
        self._trees = trees
        self._texts = Texts(trees)
        self._session = session
        self._unfinished = unfinished
        self._forfeit = forfeit

    async def may_leave(self) -> bool:
        """Whether the game may be left; one that is at stake is kept or forfeited, as the player says."""
        if self._forfeit is None or not self._session.at_stake:
            return True
        question = self._texts.say(self._forfeit.ASK_FORFEIT, number=self._session.number)
        answer = await self._gem.form_alert(_KEEP, question)
        if answer == _FORFEIT:
            self._session.forfeit()
        return answer in (_KEEP, _FORFEIT)

    async def begin(self, number: int) -> bool:
        """Begin the game of a number, or go on with it; whether there is another one on the table then.

        Raises NumberError, and nothing has happened then.
        """
        self._session.game.check(number)
        if self._unfinished is not None:
            found = self._session.unfinished_of(number)
            if found is not None:
                question = self._texts.say(self._unfinished.ASK_TAKE_UP, number=number, moves=found.progress.made)
                answer = await self._gem.form_alert(_TAKE_UP, question)
                if answer != _BEGIN_ANEW:
                    return answer == _TAKE_UP and await self._take_up(found.key)
        if not await self.may_leave():
            return False
        self._session.deal(number)
        return True

    async def choose(self) -> bool:
        """Show the unfinished games; whether there is another one on the table then."""
        if self._unfinished is None:
            return False
        # Late, as the list is not there before it is asked for.
        from gemport.patience.kit.unfinished import UnfinishedBox

        key = await UnfinishedBox(self._gem, self._trees, self._unfinished, self._session).ask()
        return key is not None and await self._take_up(key)

    async def _take_up(self, key: int) -> bool:
        if self._session.is_on_table(key) or not await self.may_leave():
            return False
        self._session.resume(key)
        return True
