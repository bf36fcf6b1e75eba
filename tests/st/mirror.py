"""The same program as DEMO.PRG in Python, and the resource of both."""

from gemport.gem import Gem, GRect, Message, ObState, ParmBlk, Resource, TedInfo, UserBlk, parse_rsc_text
from gemport.gem.aes.constants import MU_KEYBD, MU_MESAG, Fmd, Kind, MouseNumber, Msg, Update, Wf
from tests.gem.own import programs

ASK_TEXT = """
tree 1
  0 G_BOX at 0,0 size 40,8 OUTLINED border 2
    1 G_STRING at 2,1 size 20,1 "Say something"
    2 G_FTEXT at 2,2+8 size 30,1 EDITABLE tedinfo
          text "@12345678901234567890"
          template "What: ____________________"
          valid "X"
    3 G_USERDEF at 30,3 size 8,2 raw 0
    4 G_BUTTON at 8,6 size 9,1 SELECTABLE EXIT "Cancel"
    5 G_BUTTON at 22,6 size 9,1 SELECTABLE DEFAULT EXIT LASTOB "OK"
"""
MENU, ASK = 0, 1
ABOUT, OPEN, DIALOG, QUIT, FIELD, DRAWN, OK = 7, 16, 17, 22, 2, 3, 5


def resource() -> Resource:
    """Return the resource of DEMO.PRG, which shares the menu of BLATT."""
    return parse_rsc_text(programs.MENU + ASK_TEXT)


class Demo:
    """Make the calls of demo.c, one by one."""

    def __init__(self, gem: Gem) -> None:
        self.gem, self.ws = gem, gem.v_opnvwk()
        loaded = gem.rsrc_load(resource())
        self.menu, self.ask = loaded.tree(MENU), loaded.tree(ASK)
        self.shown, self.path, self.name = "nothing", "\\*.TXT", ""
        self.windows = [0, 0]
        self.checked = self.quitting = False

    async def run(self) -> None:
        gem = self.gem
        gem.graf_mouse(MouseNumber.ARROW)
        gem.menu_bar(self.menu, True)
        desk = gem.wind_get(0, Wf.WF_WORKXYWH)
        for i in range(2):
            kind = Kind.NAME | Kind.CLOSER | Kind.FULLER | Kind.MOVER | Kind.SIZER
            self.windows[i] = gem.wind_create(kind, desk)
            gem.wind_set(self.windows[i], Wf.WF_NAME, "Second" if i else "First")
            gem.wind_open(self.windows[i], GRect(40 + 170 * i, 60 + 90 * i, 260 + 40 * i, 160))
        while not self.quitting:
            event = await gem.evnt_multi(MU_KEYBD | MU_MESAG)
            if event.events & MU_KEYBD:
                self.shown = chr(event.key & 0xFF) if event.key & 0xFF else ""
            if event.message is not None:
                await self.message(event.message)
            if event.events & MU_KEYBD:
                await self.repaint()
        gem.menu_bar(self.menu, False)

    async def message(self, message: Message) -> None:
        gem, handle = self.gem, message.handle
        match message.type:
            case Msg.MN_SELECTED:
                await self.choose(message.title, message.item)
            case Msg.WM_REDRAW:
                await self.paint(handle, message.rect)
            case Msg.WM_TOPPED:
                gem.wind_set(handle, Wf.WF_TOP)
            case Msg.WM_CLOSED:
                gem.wind_close(handle)
                gem.wind_delete(handle)
                self.windows = [0 if window == handle else window for window in self.windows]
                self.quitting = not any(self.windows)
            case Msg.WM_FULLED:
                gem.wind_set(handle, Wf.WF_CURRXYWH, gem.wind_get(handle, Wf.WF_FULLXYWH))
            case Msg.WM_SIZED | Msg.WM_MOVED:
                gem.wind_set(handle, Wf.WF_CURRXYWH, message.rect)

    async def choose(self, title: int, item: int) -> None:
        gem = self.gem
        if item == ABOUT:
            await gem.form_alert(1, "[1][Two windows, one dialog.|Written for the ST.][ OK ]")
        elif item == OPEN:
            chosen = await gem.fsel_input(self.path, self.name)
            self.path, self.name = chosen.path, chosen.name
            if chosen.button:
                self.shown = f"C:{chosen.path}{chosen.name}"
                await self.repaint()
        elif item == DIALOG:
            await self.dialog()
        self.quitting = item == QUIT
        self.checked = not self.checked
        gem.menu_icheck(self.menu, DIALOG, self.checked)
        self.menu[OPEN].ob_state ^= ObState.DISABLED
        gem.menu_tnormal(self.menu, title, True)

    async def dialog(self) -> None:
        gem, field = self.gem, self.ask[FIELD].ob_spec
        assert isinstance(field, TedInfo)
        self.ask[DRAWN].ob_spec = UserBlk(self.draw_user, 11)
        field.te_ptext = "abc"
        rect = gem.form_center(self.ask)
        await gem.wind_update(Update.BEG_UPDATE)
        gem.objc_draw(self.ask, 0, 8, rect)
        exit_ = await gem.form_do(self.ask, FIELD) & 0x7FFF
        await gem.form_dial(Fmd.FMD_FINISH, GRect(0, 0, 0, 0), rect)
        await gem.wind_update(Update.END_UPDATE)
        self.ask[exit_].ob_state &= ~ObState.SELECTED
        if exit_ == OK:
            self.shown = field.te_ptext
        await self.repaint()

    def draw_user(self, block: ParmBlk) -> int:
        self.ws.vs_clip(True, *GRect(*block.pb_clip).corners())
        self.fill(GRect(*block.pb_rect), 2, block.pb_parm)
        self.ws.vs_clip(False, 0, 0, 0, 0)
        return block.pb_currstate

    def fill(self, rect: GRect, interior: int, style: int) -> None:
        self.ws.vsf_interior(interior)
        self.ws.vsf_style(style)
        self.ws.vr_recfl(*rect.corners())

    async def repaint(self) -> None:
        for window in filter(None, self.windows):
            await self.paint(window, self.gem.wind_get(window, Wf.WF_WORKXYWH))

    async def paint(self, handle: int, area: GRect) -> None:
        gem, work = self.gem, self.gem.wind_get(handle, Wf.WF_WORKXYWH)
        await gem.wind_update(Update.BEG_UPDATE)
        gem.graf_mouse(MouseNumber.M_OFF)
        rect = gem.wind_get(handle, Wf.WF_FIRSTXYWH)
        while rect.w and rect.h:
            part = rect.intersection(area)
            if not part.empty:
                self.ws.vs_clip(True, *part.corners())
                self.fill(work, 0, 1)
                self.fill(GRect(work.x + 10, work.y + 30, 80, 40), 2, 9 if handle == self.windows[0] else 13)
                self.ws.v_gtext(work.x + 10, work.y + 20, self.shown)
                self.ws.vs_clip(False, 0, 0, 0, 0)
            rect = gem.wind_get(handle, Wf.WF_NEXTXYWH)
        gem.graf_mouse(MouseNumber.M_ON)
        await gem.wind_update(Update.END_UPDATE)


async def demo(gem: Gem) -> None:
    await Demo(gem).run()


async def note(gem: Gem) -> None:
    """Make the calls of acc_note.c."""
    entry = gem.menu_register(gem.appl_init(), "  A note")
    count = 0
    while True:
        message = await gem.evnt_mesag()
        if message.type == Msg.AC_OPEN and message.w4 == entry:
            count += 1
            await gem.form_alert(1, f"[0][Opened {count} times.][ OK ]")
