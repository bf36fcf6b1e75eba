"""The drawing that a game is made of, without a window."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

from gemport.aes.gem import HEIGHT, WIDTH, Gem
from gemport.aes.message import Message
from gemport.aes.rect import GRect
from gemport.cards.vierfrei import Board
from gemport.formats.artwork import load_artwork
from gemport.formats.dat import CardData, read_dat
from gemport.formats.rsc import read_rsc
from gemport.programs.cardart import CardArt
from gemport.programs.vierfrei import Files, vierfrei
from gemport.vdi.font import Font
from gemport.vdi.raster import Raster
from gemport.vdi.workstation import Workstation

NUMBER = 123456
_DATA = files("gemport") / "data"


def cards() -> CardData:
    """The project's own deck."""
    return read_dat(_DATA.joinpath("vierfrei", "cards_en.dat").read_bytes(), "cards_en.dat")


def full_redraw() -> Callable[[], None]:
    """A call that paints the whole work area of a fresh game's window once."""
    gem = Gem(load_artwork(_DATA.joinpath("system")))
    resource = read_rsc(_DATA.joinpath("vierfrei", "vierfrei_en.rsc").read_bytes(), "vierfrei_en.rsc")
    gem.start(vierfrei(Files(cards(), resource), Board.deal(NUMBER)), "VIERFREI")
    gem.settle()
    # The program paints before send returns: nothing in between waits.
    message = Message.redraw(1, GRect(0, 0, gem.width, gem.height))
    return lambda: gem.send(message)


def card_blit() -> Callable[[], None]:
    """A call that draws one card: its mask and its picture."""
    artwork = load_artwork(_DATA.joinpath("system"))
    workstation = Workstation(Raster(WIDTH, HEIGHT), [Font(artwork.font_8x16)])
    art = CardArt(cards())
    return lambda: art.draw(workstation, 10, 101, 150)
