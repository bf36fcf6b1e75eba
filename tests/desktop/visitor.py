"""The desktop on a machine without a window, with two small programs to open."""

from __future__ import annotations

from collections.abc import Mapping

from gemport.desktop import desktop_rsc as rsc
from gemport.desktop.desktop_app import NAME, Desktop
from gemport.desktop.games import NAME as GAMES_NAME
from gemport.desktop.games import Games
from gemport.desktop.programs import Openable, Tally
from gemport.gem import (
    MU_MESAG,
    Gem,
    GemportError,
    GRect,
    Kind,
    Machine,
    Msg,
    ObState,
    Raster,
    Resource,
    Tree,
    Wf,
    read_rsc,
)
from tests.desktop.hand import Hand, Kept
from tests.gem.aes.desk import artwork, menu_tree
from tests.places import DATA

VIERFREI, CLOCK = "vierfrei", "clock"
ONE = Openable(VIERFREI, "VIERFREI", "VIERFREI.PRG", range(1_000_000))
TWO = Openable(CLOCK, "Clock", "CLOCK.PRG", range(1, 13))
NOWHERE = (320, 200)


def resource(lang: str = "en") -> Resource:
    name = f"desktop_{lang}.rsc"
    return read_rsc((DATA / "desktop" / name).read_bytes(), name)


class Toy:
    """A program with one window that ends when the window is closed or on AP_TERM, and raises an error on BREAK."""

    def __init__(self, visitor: Visitor, place: GRect) -> None:
        self._visitor = visitor
        self.place = place
        self.messages: list[int] = []

    async def run(self, gem: Gem) -> None:
        self._visitor.alive[gem.appl_init()] = gem.shel_read()[0]
        gem.menu_bar(menu_tree(), True)
        window = gem.wind_create(Kind.NAME | Kind.CLOSER, self.place)
        gem.wind_open(window, self.place)
        try:
            while True:
                message = (await gem.evnt_multi(MU_MESAG)).message
                assert message is not None
                self.messages.append(message.type)
                if message.type in (Msg.WM_CLOSED, Msg.AP_TERM):
                    return
                if message.type == Msg.WM_TOPPED:
                    gem.wind_set(window, Wf.WF_TOP)
                if message.type == BREAK:
                    raise RuntimeError("broken")
        finally:
            del self._visitor.alive[gem.appl_init()]


BREAK = 1000


class Visitor(Hand):
    """A running desktop, and input to it."""

    def __init__(
        self, kept: Kept | None = None, size: tuple[int, int] = (640, 400), lang: str = "en", accessory: bool = False
    ) -> None:
        self.kept = Kept() if kept is None else kept
        self.machine = Machine(artwork(), *size)
        self.openable = [ONE, TWO]
        self.alive: dict[int, str] = {}
        self.desktop: Desktop
        self.toys = {ONE.command: Toy(self, GRect(20, 40, 200, 120)), TWO.command: Toy(self, GRect(80, 80, 200, 120))}
        for command, toy in self.toys.items():
            self.machine.programs[command] = toy.run
        if accessory:
            self.machine.start(self._games, GAMES_NAME)
        self.ap_id = self.machine.start(self._run, NAME)
        self._resource = resource(lang)

    async def _games(self, gem: Gem) -> None:
        await Games(gem, resource(), self).run()

    async def _run(self, gem: Gem) -> None:
        self.desktop = Desktop(gem, resource(), self, self.kept)
        await self.desktop.run()

    # ---- the host of the desktop

    def running(self) -> Mapping[int, str]:
        return {ap_id: f"{command} #1" for ap_id, command in self.alive.items()}

    def tally(self, name: str) -> Tally:
        if name == CLOCK:
            raise GemportError("the disk is gone")
        return Tally(3, 22, 11)

    # ---- state

    @property
    def selected(self) -> list[str]:
        return self.desktop.surface.selected

    def place(self, name: str) -> tuple[int, int]:
        return self.desktop.surface.places()[name]

    def on(self, name: str) -> tuple[int, int]:
        """Return the middle of an icon's picture."""
        rect = self.desktop.surface.picture(name)
        return rect.x + rect.w // 2, rect.y + rect.h // 2

    def picture(self) -> Raster:
        return self.machine.frame(pointer=False)

    def rows(self) -> list[int]:
        return list(self.picture().rows)

    @property
    def menu(self) -> Tree:
        return self.desktop.trees.tree(rsc.MENU)

    def disabled(self) -> set[int]:
        return {item for item in self.desktop.commands if self.menu[item].ob_state & ObState.DISABLED}

    def checked(self) -> set[int]:
        return {item for item in self.desktop.commands if self.menu[item].ob_state & ObState.CHECKED}

    # ---- input

    def choose(self, title: int, item: int) -> None:
        gem, menu = self.desktop.gem, self.menu
        for obj in (title, item):
            x, y = gem.objc_offset(menu, obj)
            self.to((x + 8, y + 8))
        self.click((x + 8, y + 8))

    def open_games(self) -> None:
        """Choose the accessory from the Desk menu."""
        self.to((40, 8))
        self.click((60, 19 + 2 * 16 + 8))


FILE, VIEW, OPTIONS = rsc.MENU_FILE_TITLE, rsc.MENU_VIEW_TITLE, rsc.MENU_OPTIONS_TITLE
