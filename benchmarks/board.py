"""Drawing operations of a game without a window."""

from collections.abc import Callable
from functools import partial

from gemport.games.vierfrei import GAME
from gemport.gem import HEIGHT, WIDTH, Gem, GRect, Machine, Message, Msg, Raster, Workstation
from gemport.gem.vdi.font import Font
from gemport.play.deck import CardArt
from gemport.play.loop import CardProgram
from tests.games.hand import artwork, files
from tests.games.sessions import session_of

NUMBER = 123456


async def _run(gem: Gem) -> None:
    await CardProgram(gem, files("vierfrei", "en"), session_of(GAME, NUMBER)).run()


def table() -> Machine:
    machine = Machine(artwork())
    machine.start(_run, "VIERFREI")
    machine.settle()
    return machine


def full_redraw() -> Callable[[], None]:
    """Return a function that paints the work area of a new game's window."""
    # send() returns after the program has painted, because the program does not wait before.
    return partial(table().send, Message.redraw(1, GRect(0, 0, WIDTH, HEIGHT)))


def five_windows() -> Callable[[], None]:
    """Return a function that paints five windows that largely overlap on a screen of 1280x960."""
    machine = Machine(artwork(), 1280, 960)
    whole, redraws = GRect(0, 0, machine.width, machine.height), []
    for handle in range(1, 6):
        application = machine.start(_run, "VIERFREI")
        machine.send(Message(Msg.WM_MOVED, 0, 0, handle, 40 * handle, 40 * handle, 638, 442), application)
        redraws.append((Message.redraw(handle, whole), application))
    machine.settle()

    def redraw() -> None:
        for message, application in redraws:
            machine.send(message, application)

    return redraw


def card_blit() -> Callable[[], None]:
    """Return a function that draws one card with its mask."""
    workstation = Workstation(Raster(WIDTH, HEIGHT), [Font(artwork().font_8x16)])
    return partial(CardArt(files("vierfrei", "en").cards).draw, workstation, 10, 101, 150)
