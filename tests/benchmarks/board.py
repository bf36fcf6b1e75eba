"""Drawing operations of a game without a window."""

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
    """Return the project's own deck."""
    return read_dat(_DATA.joinpath("vierfrei", "cards_en.dat").read_bytes(), "cards_en.dat")


def table() -> Machine:
    """Return a machine with a new game at rest."""
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
    """Return a function that paints the work area of a new game's window."""
    machine = table()
    # send() returns after the program has painted, because the program does not wait before.
    message = Message.redraw(1, GRect(0, 0, machine.width, machine.height))
    return lambda: machine.send(message)


def five_windows() -> Callable[[], None]:
    """Return a function that paints five windows that largely overlap on a screen of 1280x960."""
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
    """Return a function that draws one card with its mask."""
    artwork = load_artwork(_DATA.joinpath("system"))
    workstation = Workstation(Raster(WIDTH, HEIGHT), [Font(artwork.font_8x16)])
    art = CardArt(cards())
    return lambda: art.draw(workstation, 10, 101, 150)
