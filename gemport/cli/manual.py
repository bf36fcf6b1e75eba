"""What the accessory Help shows: the manual in the language of the screen, and the player's cards."""

from __future__ import annotations

from collections.abc import Iterable

from gemport.cli.arguments import PictureOptions
from gemport.desktop import program as desktop
from gemport.desktop.help.pages import Section, read_pages
from gemport.desktop.host import Openable
from gemport.gem.vdi.workstation import Workstation
from gemport.patience.kit.art import CARD_HEIGHT, CARD_WIDTH, CardArt

_DESKTOP = {"en": "The desktop", "de": "Der Desktop"}
"""The title of the desktop's chapter."""


class Pictures:
    """Pictures of cards; see :class:`gemport.desktop.help.drawing.CardPictures`."""

    width, height = CARD_WIDTH, CARD_HEIGHT

    def __init__(self, art: CardArt) -> None:
        self._art = art

    def draw(self, workstation: Workstation, picture: int, x: int, y: int) -> None:
        """Put the picture of a card on the screen, its top left corner at (x, y) pixels."""
        self._art.draw(workstation, picture, x, y)


def card_pictures(options: PictureOptions) -> Pictures:
    """The cards that the games show."""
    return Pictures(CardArt(options.sources.cards(options.lang)))


def manual(options: PictureOptions) -> tuple[Section, ...]:
    """The manual."""
    name = f"desktop/manual_{options.lang}.md"
    return read_pages(options.sources.built_in(name).decode("utf-8"), name)


def chapters(options: PictureOptions, programs: Iterable[Openable]) -> dict[str, str]:
    """By the name of a program that runs, eight characters at most, the title of its chapter."""
    found = {program.command.split(".")[0]: program.title for program in programs}
    found[desktop.NAME.split(".")[0]] = _DESKTOP[options.lang]
    return found
