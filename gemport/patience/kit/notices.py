"""What the player is told about the records, where the resource has words for it."""

from __future__ import annotations

import textwrap
from typing import Any

from gemport.gem.aes.gem import Gem
from gemport.patience.kit.texts import KeptTexts
from gemport.store.records import Salvaged
from gemport.store.session import Session

_REASON_WIDTH, _REASON_LINES = 36, 3


class Notices:
    """Alerts about a session's records; without texts nothing is shown, and the host alone says it."""

    def __init__(self, gem: Gem, texts: KeptTexts | None, session: Session[Any]) -> None:
        self._gem = gem
        self._texts = texts
        self._session = session
        self._failure_told = False
        self._spoilt_told: int | None = None

    async def beginning(self) -> None:
        """Tell what became of the records and of a game that was to be resumed."""
        if self._texts is None:
            return
        session, numbers = self._session, self._texts.numbers
        if session.records.store.set_aside is not None:
            read = session.records.store.salvaged or Salvaged()
            await self._tell(self._texts, numbers.SET_ASIDE, file=session.records.store.set_aside, **read._asdict())
        await self.spoilt()
        await self.failure()

    async def spoilt(self) -> None:
        """Tell once of a game taken up only the first moves of which were possible."""
        spoilt = self._session.resume_error
        if self._texts is None or spoilt is None or spoilt == self._spoilt_told:
            return
        self._spoilt_told = spoilt
        await self._tell(self._texts, self._texts.numbers.NOT_RESUMED, number=spoilt)

    async def failure(self) -> None:
        """Tell the first time that something can't be kept."""
        reason = self._session.records.failure
        if self._texts is None or reason is None or self._failure_told:
            return
        self._failure_told = True
        lines = textwrap.wrap(reason.replace("|", "/").replace("]", ")"), _REASON_WIDTH)
        await self._tell(self._texts, self._texts.numbers.NOT_KEPT, reason="|".join(lines[:_REASON_LINES]))

    async def _tell(self, texts: KeptTexts, string: int, **words: object) -> None:
        await self._gem.form_alert(1, texts.say(string, **words))
