"""Programs for random tests: each obeys the rules, redraws on request, and records messages not meant for it."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial

from gemport.gem import BoxSpec, Gem, GRect, Machine, Message, ObFlag, ObType, Raster, Tree, Workstation
from gemport.gem.aes.constants import MU_BUTTON, MU_KEYBD, MU_MESAG, Fmd, Kind, Msg, Update, Wc, Wf
from gemport.gem.aes.frames import wind_calc
from gemport.toolkit import redraw
from tests.gem.aes.desk import GO_ON, Caller, artwork, menu_tree, obj, tree_of

WIDTH, HEIGHT = 240, 160
DESK = GRect(0, 19, WIDTH, HEIGHT - 19)
MOST = 5
"""Maximum number of concurrent programs."""
SLIDING = Kind.NAME | Kind.MOVER | Kind.VSLIDE | Kind.UPARROW | Kind.DNARROW
SLIDERS = Kind.VSLIDE | Kind.HSLIDE
TITLE = Kind.NAME | Kind.CLOSER | Kind.FULLER | Kind.MOVER
STEPS = (-250, 250, -50, 50)
"""Change of a slider by an arrow's page or line, in the order of WM_ARROWED."""
ARROWS = (Kind.VSLIDE, Kind.VSLIDE, Kind.UPARROW, Kind.DNARROW, Kind.HSLIDE, Kind.HSLIDE, Kind.LFARROW, Kind.RTARROW)
"""The window part that sends each WM_ARROWED."""
GADGETS = {
    Msg.WM_CLOSED: Kind.CLOSER,
    Msg.WM_FULLED: Kind.FULLER,
    Msg.WM_HSLID: Kind.HSLIDE,
    Msg.WM_VSLID: Kind.VSLIDE,
    Msg.WM_SIZED: Kind.SIZER,
}
"""The window part that sends each message; every iconified window has a mover."""
FOLLOWING = (Msg.WM_REDRAW, Msg.WM_UNTOPPED, Msg.WM_ONTOP)
"""Messages that a click causes for other programs."""
PING = 0x1970
ABOUT_A_WINDOW = range(Msg.WM_REDRAW, Msg.WM_UNICONIFY + 1)

Deed = Callable[["Citizen"], Awaitable[None] | None]


class BrokenError(Exception):
    """The error that makes these programs fail."""


class Citizen(Caller):
    def __init__(self, machine: Machine, name: str) -> None:
        super().__init__()
        self.machine = machine
        self.windows: list[int] = []
        self.kinds: dict[int, Kind] = {}
        self.late: list[Message] = []
        """Queued messages about closed windows, whose handles another program may have by now."""
        self.strange: list[Message] = []
        """Messages not meant for this program."""
        self.told: list[Message] = []
        self.presses: list[tuple[int, int]] = []
        self.keys: list[int] = []
        self.idle = False
        self.alive = True
        self.locks: list[Update] = []
        self.accessory = name.endswith(".ACC")
        self.menu_id = -1
        self._ws: Workstation
        self._tree = menu_tree()
        self.ap_id = machine.start(self._run, name)

    async def _run(self, gem: Gem) -> None:
        self.gem, self._ws = gem, gem.v_opnvwk()
        if self.accessory:
            self.menu_id = gem.menu_register(gem.appl_init(), "  Entry")
        try:
            while self.alive:
                self.idle = True
                event = await gem.evnt_multi(MU_MESAG | MU_KEYBD | MU_BUTTON)
                self.idle = False
                if MU_KEYBD in event.events:
                    self.keys.append(event.key)
                if MU_BUTTON in event.events:
                    self.presses.append((event.x, event.y))
                    await gem.evnt_button(1, 1, 0)
                if event.message is not None:
                    await self._answer(event.message)
        finally:
            self.alive = False

    async def _answer(self, message: Message) -> None:
        gem, handle = self.gem, message.handle
        if message.type != GO_ON:
            self.told.append(message)
        if not self._meant(message):
            self.strange.append(message)
        if message.type in ABOUT_A_WINDOW and handle not in self.windows:
            return
        match message.type:
            case Msg.AC_OPEN if self.windows:
                gem.wind_set(self.windows[-1], Wf.WF_TOP)
            case Msg.AC_OPEN:
                self.add(SLIDING, GRect(30, 40, 120, 114))
            case Msg.WM_ARROWED:
                await self._slide(handle, Wf.WF_HSLIDE if message.w4 > 3 else Wf.WF_VSLIDE, STEPS[message.w4 % 4])
            case Msg.WM_HSLID:
                await self._slide(handle, Wf.WF_HSLIDE, place=message.w4)
            case Msg.WM_VSLID:
                await self._slide(handle, Wf.WF_VSLIDE, place=message.w4)
            case Msg.WM_REDRAW:
                await self._redraw(message)
            case Msg.WM_TOPPED:
                gem.wind_set(handle, Wf.WF_TOP)
            case Msg.WM_MOVED | Msg.WM_SIZED:
                self.place(handle, message.rect)
            case Msg.WM_CLOSED:
                self.drop(handle)
            case Msg.WM_ICONIFY:
                gem.wind_set(handle, Wf.WF_ICONIFY, message.rect)
            case Msg.WM_UNICONIFY:
                gem.wind_set(handle, Wf.WF_UNICONIFY, message.rect)
            case Msg.MN_SELECTED:
                gem.menu_tnormal(self._tree, message.title, True)
        await self.make_calls()

    def _meant(self, message: Message) -> bool:
        """Return whether the program may receive a message: about its windows and their parts, its menu, its entry."""
        handle = message.handle
        match message.type:
            case Msg.AC_OPEN:
                return self.accessory and message.w4 == self.menu_id
            case Msg.AC_CLOSE:
                return self.accessory and message.w3 == self.menu_id
            case Msg.MN_SELECTED:
                return not self.accessory
            case type_ if type_ in ABOUT_A_WINDOW and (handle not in self.windows or message in self.late):
                return message in self.late
            case Msg.WM_ARROWED:
                return bool(self.kinds[handle] & ARROWS[message.w4])
            case type_ if type_ in GADGETS:
                return bool(self.kinds[handle] & GADGETS[Msg(type_)])
        return True

    async def _slide(self, handle: int, field: Wf, by: int = 0, place: int | None = None) -> None:
        """Move the contents of a window and its slider."""
        if place is None:
            place = self.gem.wind_get(handle, field)[0] + by
        self.gem.wind_set(handle, field, max(1, min(place, 1000)))
        await self._redraw(Message.redraw(handle, DESK))

    async def _redraw(self, message: Message) -> None:
        handle, gem = message.handle, self.gem

        def draw(part: GRect) -> None:
            paint(self._ws, handle, gem.wind_get(handle, Wf.WF_WORKXYWH), part, self._slides(handle))

        await redraw(gem, handle, message.rect, draw)

    def _slides(self, handle: int) -> tuple[int, int]:
        return self.gem.wind_get(handle, Wf.WF_HSLIDE)[0], self.gem.wind_get(handle, Wf.WF_VSLIDE)[0]

    # ---- actions

    def add(self, kind: Kind, rect: GRect) -> None:
        handle = self.gem.wind_create(kind, DESK)
        if handle > 0:
            self.windows.append(handle)
            self.kinds[handle] = kind
            self.gem.wind_set(handle, Wf.WF_NAME, f" W{handle} ")
            self.gem.wind_open(handle, rect)

    def drop(self, handle: int) -> None:
        self.gem.wind_close(handle)
        process = self.machine._libraries.applications.by_id(self.ap_id)
        self.late += [message for message in (process.messages if process else ()) if message.handle == handle]
        self.gem.wind_delete(handle)
        self.windows.remove(handle)

    def place(self, handle: int, wanted: GRect) -> None:
        """Move a window by the period of its frame's pattern, since copying preserves it.

        Never make a window smaller than its frame. Do not move a window that extends beyond the left edge: GEM copies
        its visible part to the new corner.
        """
        x, y, w, h = self.gem.wind_get(handle, Wf.WF_CURRXYWH)
        if not self.gem.wind_get(handle, Wf.WF_ICONIFY).x:
            least_w, least_h = least(self.kinds[handle])
            w, h = max(wanted.w, least_w), max(wanted.h, least_h)
        if x < 0:
            wanted = GRect(x, y, w, h)
        self.gem.wind_set(handle, Wf.WF_CURRXYWH, x + (wanted.x - x) // 4 * 4, y + (wanted.y - y) // 4 * 4, w, h)

    async def lock(self, code: Update) -> None:
        await self.gem.wind_update(code)
        self.locks.append(Update.END_UPDATE if code == Update.BEG_UPDATE else Update.END_MCTRL)

    async def unlock(self) -> None:
        while self.locks:
            await self.gem.wind_update(self.locks.pop())

    async def alert(self) -> None:
        await self.gem.form_alert(1, "[1][Text][OK]")

    async def dialog(self, rect: GRect) -> None:
        """Show a box with a button over windows, wherever their menus are, then redraw the area below it."""
        tree = tree_of(
            obj(ObType.G_BOX, BoxSpec(0, 1, 0x1100), rect),
            obj(ObType.G_BUTTON, "OK", (4, 4, 30, 16), ObFlag.SELECTABLE | ObFlag.EXIT | ObFlag.DEFAULT),
        )
        await self.gem.wind_update(Update.BEG_UPDATE)
        self.gem.objc_draw(tree, 0, 8, rect)
        await self.gem.form_do(tree)
        await self.gem.form_dial(Fmd.FMD_FINISH, rect, rect)
        await self.gem.wind_update(Update.END_UPDATE)

    def top(self, handle: int) -> None:
        self.gem.wind_set(handle, Wf.WF_TOP)

    async def grow(self, rect: GRect) -> None:
        await self.gem.graf_growbox(GRect(10, 30, 5, 5), rect)

    async def drag(self) -> None:
        await self.gem.graf_dragbox(20, 20, 40, 40, DESK)

    async def rest(self) -> None:
        await self.gem.pause(70)

    def menu(self, show: bool) -> None:
        self.gem.menu_bar(self._tree, show)
        # GEM does not erase the strip when a bar is removed.
        self.machine._libraries.menu.draw()

    def desktop(self, pattern: int) -> None:
        tree: Tree = [obj(ObType.G_BOX, BoxSpec(0, 0, 0x1101 | pattern << 4), (0, 0, WIDTH, HEIGHT))]
        self.gem.wind_set(0, Wf.WF_NEWDESK, tree if pattern else None, 0)
        self.machine._libraries.draw_everything()

    def end(self) -> None:
        self.alive = False
        self._todo.clear()

    def fail(self) -> None:
        raise BrokenError


def least(kind: Kind) -> tuple[int, int]:
    """Return the minimum size of a window: some work area, and the sizer's limit for windows with gadgets.

    If smaller, gadgets overlap, and the picture depends on the order of drawing.
    """
    border = wind_calc(Wc.WC_BORDER, kind, GRect(0, 0, 1, 1))
    return max(border.w, 76 if kind & (TITLE | SLIDERS) else 24), max(border.h, 114 if kind & SLIDERS else 24)


def paint(ws: Workstation, handle: int, work: GRect, part: GRect, slides: tuple[int, int]) -> None:
    """Return a window's pattern, which depends on its unique handle and on its sliders."""
    right, down = (slide // 25 for slide in slides)
    ws.vs_clip(True, *part.corners())
    ws.vsf_interior(1)
    for color, rect in (
        (0, work),
        (1, GRect(work.x + handle + right, work.y + 3, 7, 90)),
        (1, GRect(work.x + 2, work.y + 4 * handle + down, 150, 2)),
    ):
        ws.vsf_color(color)
        ws.vr_recfl(*rect.corners())


class Town:
    """A machine and all its programs."""

    def __init__(self) -> None:
        self.machine = Machine(artwork(), WIDTH, HEIGHT)
        self.windows = self.machine._libraries.windows
        self.citizens: list[Citizen] = []
        self._born = 0
        self._drawn = False
        """True if a program has started since all had ended."""

    @property
    def alive(self) -> list[Citizen]:
        return [citizen for citizen in self.citizens if citizen.alive]

    def settle_down(self, accessory: bool = False) -> None:
        """Start a program if the maximum is not reached."""
        if len(self.alive) < MOST:
            self._born += 1
            self._drawn = not accessory or (self._drawn and bool(self.alive))
            self.citizens.append(Citizen(self.machine, f"P{self._born}.{'ACC' if accessory else 'PRG'}"))

    def choose(self, entry: int) -> None:
        """Choose an entry of the first menu; accessories' entries start at 2."""
        self.machine.mouse_to(30, 8)
        self.machine.mouse_to(60, 19 + 16 * entry + 8)
        self.machine.mouse_button(1, True)
        self.machine.mouse_button(1, False)
        self.machine.settle()

    def tell(self, who: int, deed: Deed) -> None:
        """Queue an action for one of the running programs."""
        if self.alive:
            self._tell(self.alive[who % len(self.alive)], deed)

    def _tell(self, citizen: Citizen, deed: Deed) -> None:
        with self.bearing():
            citizen.call(partial(deed, citizen))

    @contextmanager
    def bearing(self) -> Iterator[None]:
        """Catch a program's error, raised by the call that runs it."""
        try:
            yield
        except BrokenError:
            assert all(citizen.accessory for citizen in self.alive), "one that broke took others along"

    def calm_down(self) -> None:
        """Make all programs release everything; the user answers alerts and closes menus."""
        for _ in range(15):
            with self.bearing():
                self._answer_everything()
            told = False
            while not told:
                # A program's error is raised before the others receive redraw messages.
                with self.bearing():
                    self.machine._dispatcher.run()
                    told = True
            if all(citizen.idle for citizen in self.alive) and self.machine._libraries.dispatcher.lock_owner is None:
                return

    def _answer_everything(self) -> None:
        machine = self.machine
        for button in (1, 2):
            machine.mouse_button(button, False)
        for citizen in self.alive:
            self._tell(citizen, Citizen.unlock)
        machine.settle()
        machine.key(0x1C0D)
        machine.mouse_to(WIDTH - 1, HEIGHT - 1)
        machine.mouse_to(WIDTH - 1, 8)
        if self._menu_open():
            machine.mouse_button(1, True)
            machine.mouse_button(1, False)
        machine.settle()
        machine.advance(1000)

    def _menu_open(self) -> bool:
        return self.machine._libraries.dispatcher.lock_owner is self.machine._libraries.manager

    # ---- invariants when nothing is pending

    def check_pixels(self) -> None:
        """Check that each pixel equals a complete redraw, and that work areas have their windows' pictures.

        After all programs have ended, the last picture stays until a program starts, even with accessories.
        """
        if not self.alive or not self._drawn:
            return
        picture = self.picture()
        wanted, where = self.painted_alone()
        corners = self.machine.screen.copy()
        corners.rows[:] = [0] * HEIGHT
        for x, y in self.shadow_corners():
            corners.rows[y] |= 1 << (corners.stride - 1 - x)
        for y in range(DESK.y, HEIGHT):
            seen = where[y] & ~corners.rows[y]
            assert picture[y] & seen == wanted[y] & seen, f"row {y} of a work area is not its window's"
        again = self.drawn_again()
        assert [y for y in range(HEIGHT) if picture[y] != again[y]] == []

    def check_told(self) -> None:
        """Check that messages went to their receivers, nothing waits forever, and a key goes to the active program."""
        libraries, dispatcher = self.machine._libraries, self.machine._dispatcher
        assert [citizen.strange for citizen in self.citizens] == [[]] * len(self.citizens)
        assert all(citizen.idle for citizen in self.alive), "a program is stuck"
        assert (libraries.dispatcher.lock_owner, dispatcher.mctrl, dispatcher.screen_holder) == (None, None, None)
        if dispatcher.active is None:
            assert all(citizen.accessory for citizen in self.alive)
        for citizen in self.alive:
            citizen.keys.clear()
        self.machine.key(PING)
        self.machine.advance(1000)
        heard = [citizen.ap_id for citizen in self.alive if citizen.keys == [PING]]
        active = dispatcher.active
        assert heard == ([] if active is None else [active.ap_id]), "a key goes to the active one"
        top = self.windows.topped
        if top and self.windows.desktop_owner is not None:
            assert self.windows.owner(top) is dispatcher.active

    def check_click(self, x: int, y: int) -> None:
        """Check that a click is reported only to its window's owner or to the desktop's owner.

        The click tops its window.
        """
        windows, machine = self.windows, self.machine
        over = [handle for handle in windows._order if windows.window(handle).curr.contains(x, y)]
        handle, top = (over[-1] if over else 0), windows.topped
        owner = windows.owner(handle)
        state = windows.window(handle) if handle else None
        in_work = state is not None and state.work.contains(x, y) and not state.iconified
        for citizen in self.alive:
            citizen.told.clear()
            citizen.presses.clear()
        machine.mouse_to(x, y)
        machine.mouse_button(1, True)
        machine.mouse_button(1, False)
        machine.settle()
        machine.advance(1000)
        pressed = [citizen.ap_id for citizen in self.alive if citizen.presses]
        asked = {
            (message.type, message.handle)
            for citizen in self.alive
            for message in citizen.told
            if message.type not in FOLLOWING
        }
        if handle == 0:
            shown = windows.desktop_owner or machine._libraries.menu.shown or machine._dispatcher.active
            assert (pressed, asked) == ([getattr(shown, "ap_id", None)] * (shown is not None), set())
        elif handle != top:
            assert (pressed, asked) == ([], {(Msg.WM_TOPPED, handle)})
            assert windows.topped == handle
        elif in_work:
            assert (pressed, asked) == ([getattr(owner, "ap_id", None)], set())
        else:
            assert pressed == []
            assert {about for _, about in asked} <= {handle}

    # ---- visible results

    def shadow_corners(self) -> list[tuple[int, int]]:
        """Return the pixels of windows' rectangles that a shadow does not cover."""
        corners = []
        for handle in self.windows._order:
            rect = self.windows.window(handle).curr
            corners += [
                (rect.right, rect.y),
                (rect.right + 1, rect.y),
                (rect.x, rect.bottom),
                (rect.x, rect.bottom + 1),
            ]
        return [(x, y) for x, y in corners if 0 <= x < WIDTH and 0 <= y < HEIGHT]

    def picture(self) -> list[int]:
        """Return the screen with white at the shadows' corners."""
        screen = self.machine.frame(pointer=False)
        rows = list(screen.rows)
        for x, y in self.shadow_corners():
            rows[y] &= ~(1 << (screen.stride - 1 - x))
        return rows

    def drawn_again(self) -> list[int]:
        """Return the same screen after a complete redraw over random pixels."""
        screen = self.machine.screen
        screen.rows[:] = [0x123456789 * (y + 1) & ((1 << WIDTH) - 1) << (screen.stride - WIDTH) for y in range(HEIGHT)]
        self.machine._libraries.draw_everything()
        self.machine._dispatcher.run()
        return self.picture()

    def painted_alone(self) -> tuple[list[int], list[int]]:
        """Return the expected picture, painted here from bottom to top, and the pixels of work areas."""
        ws = self.machine._libraries.screen.v_opnvwk()
        wanted, where = Raster(WIDTH, HEIGHT), Raster(WIDTH, HEIGHT)
        for raster in (wanted, where):
            ws = type(ws)(raster, self.machine._libraries.screen.fonts)
            for handle in self.windows._order:
                window = self.windows.window(handle)
                self._blank(ws, window.outer)
                work = window.work.intersection(DESK)
                if work.empty:
                    continue
                if raster is wanted:
                    paint(ws, handle, window.work, work, (window.h.position, window.v.position))
                else:
                    self._fill(ws, work, 1)
        return list(wanted.rows), list(where.rows)

    @staticmethod
    def _blank(ws: Workstation, rect: GRect) -> None:
        Town._fill(ws, rect.intersection(DESK), 0)

    @staticmethod
    def _fill(ws: Workstation, rect: GRect, color: int) -> None:
        if not rect.empty:
            ws.vs_clip(False, 0, 0, 0, 0)
            ws.vsf_interior(1)
            ws.vsf_color(color)
            ws.vr_recfl(*rect.corners())
