"""The drawing that a game is made of, without a window."""

from collections.abc import Callable
from typing import Any

from gemport.games.vierfrei import GAME
from gemport.gem import HEIGHT, WIDTH, Gem, GRect, Machine, Message, Msg, Raster, Workstation, load_artwork, read_rsc
from gemport.gem.vdi.font import Font
from gemport.hosts.files import data_folder
from gemport.play.deck import CardArt, CardData, read_dat
from gemport.play.gamefiles import Files
from gemport.play.loop import CardProgram, make_program
from tests.games.sessions import session_of

NUMBER = 123456
_DATA = data_folder()


def cards() -> CardData:
    """The project's own deck."""
    return read_dat(_DATA.joinpath("vierfrei", "cards_en.dat").read_bytes(), "cards_en.dat")


def table() -> Machine:
    """A machine with a fresh game on it, at rest."""
    machine = Machine(load_artwork(_DATA.joinpath("system")))
    resource = read_rsc(_DATA.joinpath("vierfrei", "vierfrei_en.rsc").read_bytes(), "vierfrei_en.rsc")
    shared = read_rsc(_DATA.joinpath("games", "games_en.rsc").read_bytes(), "games_en.rsc")
    machine.start(
        lambda gem: make_program(GAME, gem, Files(cards(), resource, shared), session_of(GAME, NUMBER)).run(),
        "VIERFREI",
    )
    machine.settle()
    return machine


def full_redraw() -> Callable[[], None]:
    """A call that paints the whole work area of a fresh game's window once."""
    machine = table()
    # The program paints before send returns: nothing in between waits.
    message = Message.redraw(1, GRect(0, 0, machine.width, machine.height))
    return lambda: machine.send(message)


def five_windows() -> Callable[[], None]:
    """A call that paints five games' windows once, each lying over most of the one before, on a screen of 1280x960."""
    machine = Machine(load_artwork(_DATA.joinpath("system")), 1280, 960)
    resource = read_rsc(_DATA.joinpath("vierfrei", "vierfrei_en.rsc").read_bytes(), "vierfrei_en.rsc")
    shared = read_rsc(_DATA.joinpath("games", "games_en.rsc").read_bytes(), "games_en.rsc")
    running: list[tuple[int, CardProgram[Any]]] = []

    async def run(gem: Gem) -> None:
        program = make_program(GAME, gem, Files(cards(), resource, shared), session_of(GAME, NUMBER))
        running.append((gem.appl_init(), program))
        await program.run()

    handles = range(1, 6)
    for handle in handles:
        application = machine.start(run, "VIERFREI")
        work = running[-1][1].table.work
        moved = GRect(40 * handle, 40 * handle, work.w, work.h)
        machine.send(Message(Msg.WM_MOVED, 0, 0, handle, *moved), application)
    machine.settle()
    whole = GRect(0, 0, machine.width, machine.height)

    def redraw() -> None:
        for handle, (application, _) in zip(handles, running, strict=True):
            machine.send(Message.redraw(handle, whole), application)

    return redraw


def card_blit() -> Callable[[], None]:
    """A call that draws one card: its mask and its picture."""
    artwork = load_artwork(_DATA.joinpath("system"))
    workstation = Workstation(Raster(WIDTH, HEIGHT), [Font(artwork.font_8x16)])
    art = CardArt(cards())
    return lambda: art.draw(workstation, 10, 101, 150)
