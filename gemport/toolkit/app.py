"""An application: its event loop, its menu and the keys that stand for entries, its windows, its end."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from gemport.gem import LEFT, Gem, Message, MouseNumber, Msg, Mu, MultiEvent, Tree, keys, menu_entries
from gemport.toolkit.window import Window


@dataclass(frozen=True)
class Command:
    """An entry of the menu: what it does, the key word that stands for it, and whether it can be chosen now."""

    action: Callable[[], Awaitable[None]]
    key: int | None = None
    enabled: Callable[[], bool] = lambda: True


class App:
    """One run of a program with a menu bar, or of an accessory with an entry in the Desk menu.

    Subclasses fill ``commands``, by the number of the entry in the menu's tree, and ``windows``, and override what they
    answer. A program ends when ``quitting`` is set, when it is asked to (AP_TERM), or with its last window.
    """

    clicks = 1
    """The number of clicks that are counted; 2 delays single clicks by the double-click time."""
    mask, state = LEFT, LEFT
    """The buttons that are watched, and those of them that a press holds down."""
    rings = True
    """The key of a disabled entry rings the bell."""

    def __init__(self, gem: Gem, menu: Tree | None = None, entry: str | None = None) -> None:
        """``menu``: the tree of a program's menu bar; ``entry``: the text of an accessory's entry, after two blanks."""
        self.gem = gem
        self.menu = menu
        self.entry = entry
        self.commands: dict[int, Command] = {}
        self.windows: list[Window] = []
        self.quitting = False

    # ---- the loop

    async def run(self, first: Message | None = None) -> None:
        """Show the menu, then answer events until the application ends.

        ``first``: the message that opened an accessory whose entry has been registered already, so that it need not be
        loaded before.
        """
        gem = self.gem
        gem.graf_mouse(MouseNumber.ARROW)
        if self.menu is not None:
            gem.menu_bar(self.menu, True)
        if self.entry is not None and first is None:
            gem.menu_register(gem.appl_init(), self.entry)
        await self.start()
        if first is not None:
            await self.message(first)
        while not self.quitting:
            await self.answer(await self.wait())
        if self.menu is not None:
            gem.menu_bar(self.menu, False)
        for window in self.windows:
            window.close()
        self.end()

    async def start(self) -> None:
        """Open the first window; called once, before the first event."""

    def end(self) -> None:
        """Put away what the application leaves; called once, when its menu and windows are gone."""

    async def wait(self) -> MultiEvent:
        """Return the next event: a message, a key, or a press of the left button."""
        self.enable_commands()
        sees_input = self.entry is None or any(window.is_open for window in self.windows)
        flags = Mu.MU_MESAG | Mu.MU_KEYBD | Mu.MU_BUTTON if sees_input else Mu.MU_MESAG
        return await self.gem.evnt_multi(flags, clicks=self.clicks, mask=self.mask, state=self.state)

    async def answer(self, event: MultiEvent) -> None:
        if event.message is not None:
            await self.message(event.message)
        if Mu.MU_BUTTON in event.events and not self.quitting:
            await self.press(event)
        if Mu.MU_KEYBD in event.events and not self.quitting:
            await self.key(event.key, event.shift)

    # ---- what happens

    async def message(self, message: Message) -> None:
        match message.type:
            case Msg.AP_TERM:
                self.quitting = True
            case Msg.MN_SELECTED:
                await self.choose(message.item)
                # The AES leaves the title inverted, also for an entry without a command.
                if self.menu is not None:
                    self.gem.menu_tnormal(self.menu, message.title, True)
            case Msg.AC_OPEN:
                await self.open(message.sender)
            case _:
                window = self.window_of(message.handle)
                if window is not None:
                    await window.message(message)
                    if self.entry is None and not any(window.is_open for window in self.windows):
                        self.quitting = True

    async def open(self, sender: int) -> None:
        """Show an accessory; ``sender`` is the id of the program that asks for it, 0 from the menu."""

    async def press(self, event: MultiEvent) -> None:
        """Answer a press: one into a window's work area goes to the window. Return when the button is up."""
        window = self.window_of(self.gem.wind_find(event.x, event.y))
        if window is not None and window.work.contains(event.x, event.y):
            await window.press(event)
        # The event stays true as long as the button is down.
        await self.gem.evnt_button(1, LEFT, 0)

    async def key(self, word: int, shift: int) -> None:
        if word == keys.SHIFT_F10:
            self.gem.menu_keys()
            return
        item = self.item_of(word)
        if item is not None:
            await self.choose(item)
            return
        window = next((window for window in self.windows if window.is_topmost), None)
        if window is not None:
            await window.key(word, shift)

    async def help(self) -> None:
        """Have the accessory Help show the program's chapter; nothing where it does not run."""
        self.gem.appl_write(self.gem.appl_find("HELP    "), Message(Msg.AC_OPEN, self.gem.appl_init()))

    def window_of(self, handle: int) -> Window | None:
        return next((window for window in self.windows if window.handle == handle), None) if handle else None

    # ---- the menu

    def item_of(self, key: int) -> int | None:
        return next((item for item, command in self.commands.items() if command.key == key), None)

    async def choose(self, item: int) -> None:
        """Carry an entry out with its title inverted, wherever it was chosen; a disabled one rings the bell."""
        if self.menu is None or item not in self.commands:
            return
        if not self.enabled(item):
            if self.rings:
                self.gem.bell()
            self.gem.speech.entry(self.menu, item)
            return
        state = self.menu[item].ob_state
        title = next(title for title, entry in menu_entries(self.menu) if entry == item)
        self.gem.menu_tnormal(self.menu, title, False)
        await self.commands[item].action()
        self.gem.speech.switched(self.menu, item, state)
        self.gem.menu_tnormal(self.menu, title, True)

    def enabled(self, item: int) -> bool:
        return self.commands[item].enabled()

    def enable_commands(self) -> None:
        """Show in the menu which entries can be chosen now; done before each event."""
        if self.menu is not None:
            for item in self.commands:
                self.gem.menu_ienable(self.menu, item, self.enabled(item))
