"""The ways from a game to another one, and the alerts about the store that keeps them."""

from __future__ import annotations

import textwrap
from typing import Any

from gemport.games import resource as shared
from gemport.games.files import say
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rsrc import LoadedResource
from gemport.store.records import Salvaged
from gemport.store.session import Session

_KEEP, _FORFEIT = 1, 2
_RESUME, _START_OVER = 1, 2
"""Buttons of the two questions; the third one cancels."""
_REASON_WIDTH, _REASON_LINES = 36, 3


class Leaving:
    """Leaves a session's game for another one."""

    def __init__(self, gem: Gem, trees: LoadedResource, session: Session[Any], asks: bool) -> None:
        """``asks``: a game at stake is asked about, else it stays in the records."""
        self._gem = gem
        self._trees = trees
        self._session = session
        self._asks = asks

    async def may_leave(self) -> bool:
        """Return whether the game may be left; one that is at stake is kept or forfeited, as the player says."""
        if not self._asks or not self._session.at_stake:
            return True
        question = say(self._trees, shared.ASK_FORFEIT, number=self._session.number)
        answer = await self._gem.form_alert(_KEEP, question)
        if answer == _FORFEIT:
            self._session.forfeit()
        return answer in (_KEEP, _FORFEIT)

    async def begin(self, number: int) -> bool:
        """Begin the game of a number, or go on with it; return whether there is another one on the table then.

        Raises NumberError, and nothing has happened then.
        """
        self._session.game.check(number)
        found = self._session.unfinished_of(number)
        if found is not None:
            question = say(self._trees, shared.ASK_TAKE_UP, number=number, moves=found.progress.made)
            answer = await self._gem.form_alert(_RESUME, question)
            if answer != _START_OVER:
                return answer == _RESUME and await self._resume(found.key)
        return await self.deal(number)

    async def deal(self, number: int) -> bool:
        """Begin the game of a number; return whether the one on the table could be left. Raises NumberError."""
        if not await self.may_leave():
            return False
        self._session.deal(number)
        return True

    async def choose(self) -> bool:
        """Show the unfinished games; return whether there is another one on the table then."""
        # Imported here: the list is not needed before it is asked for.
        from gemport.games.unfinished import UnfinishedBox

        key = await UnfinishedBox(self._gem, self._trees, self._session).ask()
        return key is not None and await self._resume(key)

    async def _resume(self, key: int) -> bool:
        if self._session.is_on_table(key) or not await self.may_leave():
            return False
        self._session.resume(key)
        return True


class StoreAlerts:
    """Alerts about a session's records, each shown once."""

    def __init__(self, gem: Gem, trees: LoadedResource, session: Session[Any]) -> None:
        self._gem = gem
        self._trees = trees
        self._session = session
        self._failure_told = False
        self._spoilt_told: int | None = None

    async def beginning(self) -> None:
        """Tell what became of the records and of a game that was to be resumed."""
        records = self._session.records
        if records.store.set_aside is not None:
            read = records.store.salvaged or Salvaged()
            await self._tell(shared.SET_ASIDE, file=records.store.set_aside, **read._asdict())
        await self.spoilt()
        await self.failure()

    async def spoilt(self) -> None:
        """Tell of a resumed game only the first moves of which were possible."""
        spoilt = self._session.resume_error
        if spoilt is None or spoilt == self._spoilt_told:
            return
        self._spoilt_told = spoilt
        await self._tell(shared.NOT_RESUMED, number=spoilt)

    async def failure(self) -> None:
        """Tell the first time that something can't be kept."""
        reason = self._session.records.failure
        if reason is None or self._failure_told:
            return
        self._failure_told = True
        lines = textwrap.wrap(reason.replace("|", "/").replace("]", ")"), _REASON_WIDTH)
        await self._tell(shared.NOT_KEPT, reason="|".join(lines[:_REASON_LINES]))

    async def _tell(self, string: int, **words: object) -> None:
        await self._gem.form_alert(1, say(self._trees, string, **words))
