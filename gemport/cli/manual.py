"""What the accessory Help shows: the manual in the language of the screen, and the player's cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import PurePosixPath

from gemport.cli.arguments import PictureOptions
from gemport.desktop import program as desktop
from gemport.desktop.host import Openable
from gemport.desktop.pages import Section, read_pages
from gemport.gem.formats.img import read_img
from gemport.gem.vdi.modes import RasterOp
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.workstation import Workstation
from gemport.patience.kit.art import CARD_HEIGHT, CARD_WIDTH, CardArt

_DESKTOP = {"en": "The desktop", "de": "Der Desktop"}
"""The title of the desktop's chapter."""


class Pictures:
    """Pictures of cards; see :class:`gemport.desktop.help.CardPictures`."""

    width, height = CARD_WIDTH, CARD_HEIGHT

    def __init__(self, art: CardArt) -> None:
        self._art = art

    def draw(self, workstation: Workstation, picture: int, x: int, y: int) -> None:
        """Put the picture of a card on the screen, its top left corner at (x, y) pixels."""
        self._art.draw(workstation, picture, x, y)


class Screens:
    """Pictures of screens; see :class:`gemport.desktop.help.ScreenPictures`. Each is read once."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        """``read``: gives a built-in file, by its path below the data folder."""
        self._read = read
        self._pictures: dict[str, Raster] = {}

    def size(self, source: str) -> tuple[int, int]:
        """Width and height in pixels."""
        picture = self._picture(source)
        return picture.width, picture.height

    def draw(self, workstation: Workstation, source: str, x: int, y: int) -> None:
        """Put a picture on the screen, its top left corner at (x, y) pixels."""
        picture = self._picture(source)
        right, bottom = picture.width - 1, picture.height - 1
        workstation.vro_cpyfm(RasterOp.S_ONLY, (0, 0, right, bottom, x, y, x + right, y + bottom), picture, None)

    def _picture(self, source: str) -> Raster:
        if source not in self._pictures:
            name = picture_file(source)
            image = read_img(self._read(name), name)
            raster = Raster(image.width, image.height)
            # A raster's rows are whole words, the picture at their left.
            raster.rows = [row << (raster.stride - image.width) for row in image.rows]
            self._pictures[source] = raster
        return self._pictures[source]


def picture_file(source: str) -> str:
    """The built-in file of a picture that the manual names, by its path below the data folder."""
    return str(PurePosixPath("desktop", source).with_suffix(".img"))


def screen_pictures(options: PictureOptions) -> Screens:
    """The pictures of screens that the manual shows."""
    return Screens(options.sources.built_in)


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
