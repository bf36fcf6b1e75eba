"""Application: event loop, menu, shortcuts of menu entries, windows, shutdown."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from gemport.gem import LEFT, Gem, Message, MouseNumber, Msg, Mu, MultiEvent, Tree, keys, menu_entries
from gemport.toolkit.window import Window


@dataclass(frozen=True)
class Command:
    """A menu entry: its action, the key word of its shortcut, and whether it can be chosen at the moment."""

    action: Callable[[], Awaitable[None]]
    key: int | None = None
    enabled: Callable[[], bool] = lambda: True


class App:
    """A running program with a menu bar, or an accessory with an entry in the Desk menu.

    Subclasses fill ``commands``, by number of the entry in the menu tree, and ``windows``, and override event handlers.
    A program ends when ``quitting`` is set, on AP_TERM, or when its last window closes.
    """

    clicks = 1
    """Maximum number of clicks to count; 2 delays single clicks by the double-click time."""
    mask = LEFT
    """Mouse buttons to watch for presses."""
    state = LEFT
    """The buttons of ``mask`` that are down in a press."""
    rings = True
    """Whether the shortcut of a disabled entry rings the bell."""

    def __init__(self, gem: Gem, menu: Tree | None = None, entry: str | None = None) -> None:
        """``menu`` is the tree of a program's menu bar, ``entry`` an accessory's menu entry, indented by two blanks."""
        self.gem = gem
        self.menu = menu
        self.entry = entry
        self.commands: dict[int, Command] = {}
        self.windows: list[Window] = []
        self.quitting = False

    # ---- event loop

    async def run(self, first: Message | None = None) -> None:
        """Show the menu and handle events until the application ends.

        ``first`` is the message that opened an accessory with an entry already in the menu; such an accessory is only
        loaded when it is needed.
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
        """Clean up; called once, after the menu and windows are gone."""

    async def wait(self) -> MultiEvent:
        """Return the next event: a message, a key, or a press. An override calls ``enable_commands`` first."""
        self.enable_commands()
        sees_input = self.entry is None or any(window.is_open for window in self.windows)
        flags = Mu.MU_MESAG | Mu.MU_KEYBD | Mu.MU_BUTTON if sees_input else Mu.MU_MESAG
        return await self.gem.evnt_multi(flags, clicks=self.clicks, mask=self.mask, state=self.state)

    async def answer(self, event: MultiEvent) -> None:
        """Handle an event: its message, its press, its key. Override it for events that your ``wait`` adds."""
        if event.message is not None:
            await self.message(event.message)
        if Mu.MU_BUTTON in event.events and not self.quitting:
            await self.press(event)
        if Mu.MU_KEYBD in event.events and not self.quitting:
            await self.key(event.key, event.shift)

    # ---- events

    async def message(self, message: Message) -> None:
        """Handle a message; override it for your own messages, and pass others to ``super()``."""
        match message.type:
            case Msg.AP_TERM:
                self.quitting = True
            case Msg.MN_SELECTED:
                await self.choose(message.item)
                # The AES leaves the title inverted even if the entry has no command.
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
        """Open an accessory; ``sender`` is the id of the requesting program, or 0 for the menu."""

    async def press(self, event: MultiEvent) -> None:
        """Pass a press in the work area of a window to the window. Return after the button is up."""
        window = self.window_of(self.gem.wind_find(event.x, event.y))
        if window is not None and window.work.contains(event.x, event.y):
            await window.press(event)
        # The event remains true while the button is down.
        await self.gem.evnt_button(1, LEFT, 0)

    async def key(self, word: int, shift: int) -> None:
        """Handle a key: run the entry with this shortcut, or pass the key to the topmost window."""
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
        """Make the Help accessory show the program's chapter; do nothing if it is not running."""
        self.gem.appl_write(self.gem.appl_find("HELP    "), Message(Msg.AC_OPEN, self.gem.appl_init()))

    def window_of(self, handle: int) -> Window | None:
        """Return the window with a handle, or None."""
        return next((window for window in self.windows if window.handle == handle), None) if handle else None

    # ---- menu

    def item_of(self, key: int) -> int | None:
        """Return the entry with a shortcut, or None."""
        return next((item for item, command in self.commands.items() if command.key == key), None)

    async def choose(self, item: int) -> None:
        """Execute an entry with its menu title inverted; ring the bell if the entry is disabled."""
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
        """Return whether an entry can be chosen at the moment."""
        return self.commands[item].enabled()

    def enable_commands(self) -> None:
        """Update the enabled state of the menu entries; called by ``wait``."""
        if self.menu is not None:
            for item in self.commands:
                self.gem.menu_ienable(self.menu, item, self.enabled(item))
