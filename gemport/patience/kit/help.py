"""The Help key: what answers it is the accessory Help, where it is there."""

from __future__ import annotations

from gemport.gem.aes.constants import Msg
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.process import Message

_NAME = "HELP    "


def ask_for_help(gem: Gem) -> None:
    """Have the accessory show the caller's chapter; nothing where it does not run."""
    gem.appl_write(gem.appl_find(_NAME), Message(Msg.AC_OPEN, gem.appl_init()))
