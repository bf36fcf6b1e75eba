"""What the desktop says in alerts."""

from __future__ import annotations

import textwrap
from string import Template

from gemport.desktop import resource as rsc
from gemport.gem.aes.constants import Msg
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.process import Message
from gemport.gem.aes.rsrc import LoadedResource

_REASON_WIDTH, _REASON_LINES = 36, 3


class Alerts:
    """The alerts of a loaded resource."""

    def __init__(self, gem: Gem, trees: LoadedResource) -> None:
        self._gem = gem
        self._trees = trees

    async def ask(self, string: int, default: int = 1) -> int:
        """Show an alert; the button."""
        return await self._gem.form_alert(default, self._trees.string(string))

    async def tell(self, string: int, reason: str) -> None:
        """Show an alert that has room for a reason."""
        await tell(self._gem, self._trees.string(string), reason)

    async def program_ended(self, message: Message) -> None:
        """CH_EXIT came: say so if the program has broken down."""
        if message.type == Msg.CH_EXIT and message.w4 < 0:
            await self.ask(rsc.BROKEN)


async def tell(gem: Gem, alert: str, reason: str) -> None:
    """Show an alert with a reason in the place of its ``$reason``."""
    lines = textwrap.wrap(reason.replace("|", "/").replace("[", "(").replace("]", ")"), _REASON_WIDTH)
    await gem.form_alert(1, Template(alert).substitute(reason="|".join(lines[:_REASON_LINES])))
