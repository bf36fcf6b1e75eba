"""The accessory Help on a machine without a window, with another program running."""

import struct
from functools import cache
from typing import Any

from compilers.pages import read_pages

from gemport.cli.sources import Sources
from gemport.desktop.help import NAME, HelpAccessory, Manual, Screens
from gemport.desktop.pages import Section
from gemport.gem import MU_KEYBD, MU_MESAG, Fmd, Gem, GRect, Kind, Machine, Message, Msg, Wf, read_rsc
from gemport.play.deck import CardArt
from gemport.toolkit import App
from tests.desktop.hand import Hand
from tests.gem.aes.desk import artwork
from tests.places import DATA, ROOT

MANUALS = {"en": "manual.md", "de": "manual_de.md"}
PROGRAM = "VIERFREI"
_DRAW_AGAIN = 1000


@cache
def manual(lang: str = "en") -> tuple[Section, ...]:
    return read_pages((ROOT / "docs" / MANUALS[lang]).read_text(encoding="utf-8"))


class Reader(Hand):
    """The window with the manual, and input to it."""

    def __init__(
        self, size: tuple[int, int] = (640, 400), lang: str = "en", beside: GRect | None = None, text: str = ""
    ) -> None:
        """Start Help; ``beside`` is the place of the other program's window, ``text`` another manual."""
        self.sections = read_pages(text) if text else manual(lang)
        self.machine = Machine(artwork(), *size)
        self.bells = 0
        self.machine.on_bell = self._count
        self._lang = lang
        self._beside = beside
        self.keys: list[int] = []
        self.help: HelpAccessory
        self.id = self.machine.start(self._help, NAME)
        self.program_id = self.machine.start(self._program, f"{PROGRAM}.PRG")
        self.machine.settle()

    def _count(self) -> None:
        self.bells += 1

    async def _help(self, gem: Gem) -> None:
        name = f"desktop_{self._lang}.rsc"
        resource = read_rsc((DATA / "desktop" / name).read_bytes(), name)
        screens = Screens(Sources(builtin=True).built_in)
        if self.sections is not manual(self._lang):
            # An image of 60 by 40 pixels, which no change of a screen text changes.
            screens = Screens(lambda _: struct.pack(">8H", 1, 8, 1, 1, 85, 85, 60, 40) + b"\x80\x08\xff123456\x81" * 40)
        cards = CardArt(Sources(builtin=True).cards(self._lang))
        self.help = HelpAccessory(gem, Manual(gem, resource, self.sections, cards, screens), {PROGRAM: PROGRAM})
        await self.help.run()

    async def _program(self, gem: Gem) -> None:
        if self._beside is not None:
            window = gem.wind_create(Kind.NAME, self._beside)
            gem.wind_open(window, self._beside)
        while True:
            event = await gem.evnt_multi(MU_MESAG | MU_KEYBD)
            if MU_KEYBD in event.events:
                self.keys.append(event.key)
                await App(gem).help()
            match event.message:
                case Message(type=Msg.WM_REDRAW):
                    self._fill(gem, window, 0)
                case Message(type=Msg.AP_TERM):
                    return
                case Message(type=Msg.WM_TOPPED):
                    gem.wind_set(window, Wf.WF_TOP)
                case Message(type=type_) if type_ == _DRAW_AGAIN:
                    self._fill(gem, self.window, 1)
                    work = gem.wind_get(self.window, Wf.WF_WORKXYWH)
                    await gem.form_dial(Fmd.FMD_FINISH, work, work)

    @staticmethod
    def _fill(gem: Gem, window: int, interior: int) -> None:
        """Fill the visible part of a window's work area: 0 white, 1 black."""
        ws = gem.v_opnvwk()
        ws.vsf_interior(interior)
        rect = gem.wind_get(window, Wf.WF_FIRSTXYWH)
        while not rect.empty:
            ws.vr_recfl(*rect.corners())
            rect = gem.wind_get(window, Wf.WF_NEXTXYWH)

    # ---- state

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the manual's window, public or private."""
        return getattr(self.help.manual, name if hasattr(self.help.manual, name) else "_" + name)

    @property
    def window(self) -> int:
        return self.help.manual.handle

    @property
    def section(self) -> str:
        return self.sections[self.help.manual.section].title

    @property
    def info(self) -> str:
        return str(self.machine._libraries.windows.window(self.window).info)

    def slider(self) -> tuple[int, int]:
        gem = self.machine.gem()
        return gem.wind_get(self.window, Wf.WF_VSLIDE).x, gem.wind_get(self.window, Wf.WF_VSLSIZE).x

    def picture(self) -> list[int]:
        """Return the visible pixels of the manual's work area, row by row."""
        raster, work = self.machine.frame(pointer=False), self.work.intersection(GRect(0, 19, 1280, 960))
        keep = ((1 << work.w) - 1) << max(raster.stride - work.right, 0) >> max(work.right - raster.stride, 0)
        return [row & keep for row in raster.rows[work.y : work.bottom]]

    def picture_drawn_again(self) -> list[int]:
        """Return the picture after drawing the manual from scratch."""
        self.machine.send(Message(_DRAW_AGAIN), self.program_id)
        self.machine.settle()
        return self.picture()

    # ---- input

    def tell(self, type_: Msg, *words: int) -> None:
        padded = (*words, 0, 0, 0, 0)[:4]
        self.machine.send(Message(type_, 0, 0, self.window, *padded), self.id)
        self.machine.settle()

    def open(self) -> None:
        self.machine.send(Message(Msg.AC_OPEN, 0, 0, 0, 0), self.id)
        self.machine.settle()
