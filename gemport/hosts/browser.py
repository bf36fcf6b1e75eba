"""GEM in a browser page: it draws pictures, takes pointer, touch and keys, and is idle between events.

The page is a script (tools/web/page.js) that uses the browser and does not know GEM. It calls this host for each
event, with GEM pixels and the browser's names for keys, and the host calls the page to draw. This module uses no
objects of the browser, so that tests run without one. Each call from the page raises the program's exceptions.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, MutableMapping
from enum import Enum, auto
from math import hypot
from typing import TYPE_CHECKING, Protocol

from gemport.gem import HCHAR, LEFT, RIGHT, Machine, Message, Msg
from gemport.hosts import keysyms
from gemport.hosts.chip import BELL, CLICK
from gemport.hosts.inputs import Inputs
from gemport.hosts.questions import Asker
from gemport.hosts.window_controls import WindowControls
from gemport.settings import BellMode, Settings

if TYPE_CHECKING:
    from gemport.gem import Gem, GRect, Selection

_NAMED_KEYS = (
    *("Escape", "Backspace", "Tab", "Delete", "Insert", "Home", "End"),
    *("PageUp", "PageDown", "Undo", "Help", "F11", "F12"),
)
_ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
# Keys by the browser's names for their positions on the keyboard.
_CODES: dict[str, int] = {
    **{name: getattr(keysyms, name.upper()) for name in _NAMED_KEYS},
    **{name: getattr(keysyms, name.removeprefix("Arrow").upper()) for name in _ARROWS},
    **{f"F{n + 1}": keysyms.F1 + n for n in range(10)},
    "Enter": keysyms.RETURN,
    **{f"Numpad{n}": getattr(keysyms, f"NUM_{n.upper()}") for n in ("Enter", "Add", "Subtract", "Multiply", "Divide")},
    "NumpadComma": keysyms.NUM_SEPARATOR,
    "ShiftLeft": keysyms.LSHIFT,
    "ShiftRight": keysyms.RSHIFT,
    "ControlLeft": keysyms.LCTRL,
    "ControlRight": keysyms.RCTRL,
    "AltLeft": keysyms.LALT,
}
# Without NumLock these keys have other meanings, given by the browser's ``key``.
_KEYPAD_CODES: dict[str, int] = {
    "NumpadDecimal": keysyms.NUM_DECIMAL,
    **{f"Numpad{n}": keysyms.NUM_0 + n for n in range(10)},
}
_KEYPAD_KEYS: dict[str, int] = {
    **{name: getattr(keysyms, f"NUM_{name.upper()}") for name in ("Delete", "Insert", "Home", "End")},
    **{name: getattr(keysyms, f"NUM_{name.removeprefix('Arrow').upper()}") for name in _ARROWS},
    "PageUp": keysyms.PAGEUP,
    "PageDown": keysyms.PAGEDOWN,
}


def symbol_of(code: str, key: str) -> int:
    """Return the symbol of a key, 0 if unknown.

    ``code`` is the browser's name for the key's position, ``key`` its name for the character or function in the current
    layout with the current shift keys.
    """
    if code in _KEYPAD_CODES:
        return _KEYPAD_KEYS.get(key, _KEYPAD_CODES[code])
    if code in _CODES:
        return _CODES[code]
    if key in _CODES:
        # On-screen keyboards have no key positions.
        return _CODES[key]
    character = key.lower()
    if len(character) == 1 and " " <= character < "\x7f":
        return ord(character)
    # On some systems Alternate changes the character of a letter.
    for prefix in ("Key", "Digit"):
        if code.startswith(prefix):
            return ord(code.removeprefix(prefix).lower())
    return 0


class Storage(Protocol):
    """The page's permanent storage, its ``localStorage``."""

    def names(self) -> str:
        """Return the names of all texts, one per line."""

    def read(self, name: str) -> str | None:
        """Return a text, or None if the name does not exist."""

    def write(self, name: str, text: str) -> str:
        """Store a text; return "", or the reason why that is impossible."""

    def remove(self, name: str) -> None: ...


class StoredTexts(MutableMapping[str, str]):
    """A storage as a mapping. Raises OSError if storing a text fails."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def __getitem__(self, name: str) -> str:
        text = self._storage.read(name)
        if text is None:
            raise KeyError(name)
        return text

    def __setitem__(self, name: str, text: str) -> None:
        failure = self._storage.write(name, text)
        if failure:
            raise OSError(failure)

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        self._storage.remove(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._storage.names().splitlines())

    def __len__(self) -> int:
        return len(self._storage.names().splitlines())


SLICE_SECONDS = 0.005  # length of a slice of long work in seconds; the page runs between slices
MAX_TAP_SECONDS = 0.25  # longest tap without movement, in seconds
SWIPE_PIXELS = 3 * HCHAR  # distance of a swipe for a step of the wheel, which scrolls three lines


class Swipe(Enum):
    """The effect of a finger that moves immediately: it scrolls lines, or the page moves the zoomed picture."""

    LINES = auto()
    PICTURE = auto()


class Touch:
    """The fingers on a screen as a mouse: a tap is a click, a drag a drag, two fingers are the right button.

    A finger presses the left button when it stays longer than a tap, or when it moves, unless it swipes. Two resting
    fingers press the right button, and a third finger then clicks. A tap of two fingers is a click with the right
    button down: these games then send a card to its foundation. Two moving fingers press no button: the page zooms.
    """

    def __init__(
        self,
        mouse: Inputs,
        now: Callable[[], float],
        double_click: Callable[[], float],
        swipe: Callable[[int, int], Swipe | None] = lambda _x, _y: None,
    ) -> None:
        """Use a mouse.

        ``double_click`` returns the time limit between the taps of a double tap in seconds, ``swipe`` the effect of a
        swipe that starts at a point, or None for a drag.
        """
        self._mouse = mouse
        self._now = now
        self._double_click = double_click
        self._swipe = swipe
        self._swiping: tuple[int, Swipe] | None = None  # the finger that swipes
        self._turned = 0  # the steps of the wheel for its way so far
        self._tapped: tuple[int, int, float] | None = None  # position and time of the last tap
        self._fingers: dict[int, tuple[int, int, float]] = {}  # position and time of each finger's touch
        self._undecided: int | None = None  # the finger that may still become a tap, a drag, or the first of two
        self._dragging: int | None = None  # the finger with the left button down
        self._pair: set[int] = set()  # the two fingers on the screen that act as the right button
        self._pair_since: float | None = None
        """Time of the second finger's touch; None after a click or a long press of the pair."""

    def down(self, finger: int, x: int, y: int, reach: int = 0) -> bool:
        """Put a finger down; return whether it is the second of two, ``reach`` pixels apart in a double tap."""
        self._fingers[finger] = x, y, self._now()
        if self._dragging is not None:
            return False
        if self._pair:
            self._pair_since = None
            self._undecided = finger
            self._mouse.point(x, y)
        elif self._undecided is not None:
            first_x, first_y, _ = self._fingers[self._undecided]
            self._pair, self._undecided, self._pair_since = {self._undecided, finger}, None, self._now()
            self._mouse.point(first_x, first_y)
            self._mouse.press(RIGHT)
            return True
        elif len(self._fingers) == 1:
            self._undecided = finger
            if not self._is_second(x, y, reach):
                self._tapped = x, y, self._now()
                self._mouse.point(x, y)
        return False

    def _is_second(self, x: int, y: int, reach: int) -> bool:
        """Return whether a touch is close enough to the last tap, in time and distance, for a double tap."""
        if self._tapped is None or self._now() - self._tapped[2] > self._double_click():
            return False
        return hypot(x - self._tapped[0], y - self._tapped[1]) <= reach

    def move(self, finger: int, x: int, y: int, far: bool) -> bool:
        """Move a finger; return whether the page must move the picture with it.

        ``far`` is True if the distance from its touch is more than tremor.
        """
        if finger == self._undecided and far:
            start_x, start_y, _ = self._fingers[finger]
            swipe = self._swipe(start_x, start_y)
            if swipe is None:
                self._start_drag(finger)
            else:
                self._undecided = self._tapped = None
                self._swiping, self._turned = (finger, swipe), 0
        elif finger in self._pair and far:
            self.cancel()
        if finger == self._dragging:
            self._mouse.point(x, y)
        if self._swiping == (finger, Swipe.LINES):
            steps = round((self._fingers[finger][1] - y) / SWIPE_PIXELS)
            self._mouse.wheel(steps - self._turned)
            self._turned = steps
        return self._swiping == (finger, Swipe.PICTURE)

    def up(self, finger: int) -> None:
        self._fingers.pop(finger, None)
        if self._swiping is not None and finger == self._swiping[0]:
            self._swiping = None
        elif finger == self._dragging:
            self._dragging = None
            self._mouse.release(LEFT)
        elif finger == self._undecided:
            self._undecided = None
            self._mouse.press(LEFT)
            self._mouse.release(LEFT)
        elif finger in self._pair:
            # Release the right button, after a click if the two fingers only tapped.
            if self._pair_since is not None and self._now() - self._pair_since < MAX_TAP_SECONDS:
                self._mouse.press(LEFT)
                self._mouse.release(LEFT)
            self._pair.clear()
            self._pair_since = None
            self._mouse.release(RIGHT)

    def cancel(self) -> None:
        """Cancel all touches because the system took the fingers: no click, and a drag returns to its start."""
        if self._dragging is not None or self._pair:
            self._mouse.take_mouse()
        self._fingers.clear()
        self._pair.clear()
        self._undecided = self._dragging = self._pair_since = self._tapped = self._swiping = None

    @property
    def due(self) -> float | None:
        return None if self._undecided is None else self._fingers[self._undecided][2] + MAX_TAP_SECONDS

    def wake(self) -> None:
        """Press the button of a finger that has rested longer than a tap."""
        if self._undecided is not None and self.due is not None and self._now() >= self.due:
            self._start_drag(self._undecided)

    def _start_drag(self, finger: int) -> None:
        x, y, _ = self._fingers[finger]
        self._tapped = None
        self._undecided, self._dragging = None, finger
        self._mouse.point(x, y)
        self._mouse.press(LEFT)


_BUTTONS = {0: LEFT, 2: RIGHT}  # GEM's mouse buttons by the browser's numbers


class BrowserPage(Protocol):
    """The functions of the page, called by the host."""

    def screen(self, width: int, height: int, octets: int) -> None:
        """Set the size of the pictures in pixels, and the number of bytes per scan line."""

    def show(self, octets: bytes) -> None:
        """Show a picture: all scan lines from top to bottom, most significant bit leftmost."""

    def look(self, scale: int | str | None, ink: str, paper: str) -> None:
        """Set the scale, with the values of its setting, and the colours as ``rgb(r, g, b)``."""

    def wake(self, seconds: float | None) -> None:
        """Call ``wake`` once after ``seconds``, replacing the earlier timer; None only cancels the timer."""

    def tone(self, name: str, samples: bytes) -> None:
        """Set the sound of the bell or the click: 16-bit samples in this machine's byte order."""

    def ring(self, name: str) -> None:
        """Sound the bell or the click and stop the previous sound. Without sound the bell flashes."""

    def flash(self) -> None:
        """Invert the picture for a moment."""

    def bar(self, usable: str) -> None:
        """Enable the touch buttons with these names: menu entries of the games, and ``menu``."""

    def box(self, x: int, y: int, width: int, height: int, *field: int) -> None:
        """Show the player a box of this place and size, at a ``width`` of 0 the full picture again.

        ``field`` are place and size of the part of the box that must be in view.
        """

    def keyboard(self, kind: str) -> None:
        """Show the on-screen keyboard for ``numeric`` or ``text`` input; "" hides it."""

    def speak(self, sentence: str) -> None:
        """Queue a sentence for a screen reader; "" removes the earlier sentences."""

    def ask(self, number: int, question: bytes | None) -> None:
        """Send a question to the solver's worker, or stop it; the page calls ``answered`` with its answers."""

    def fullscreen(self, on: bool) -> None: ...

    def address(self, place: str) -> None:
        """Put the name of the active game or program into the page's address."""

    def language(self, language: str) -> None:
        """Set the language of the texts around the picture, also for the start of the next visit."""

    def title(self, title: str) -> None: ...

    def ended(self) -> None: ...

    def download(self, name: str, octets: bytes) -> None: ...

    def copy(self, text: str) -> None:
        """Put a text on the clipboard. The page reports a refusal."""

    def paste(self) -> None:
        """Read the clipboard's text, and call ``pasted`` with it. The page reports a refusal."""

    def upload(self) -> None:
        """Open the file chooser for a text file, and call ``chosen`` with the file unless the user cancels."""


class PageExchange:
    """Saving and opening files from a menu, through downloads and uploads.

    The browser chooses the folder, and renames files if the name exists. A chosen file arrives in a later call.
    """

    def __init__(self, machine: Machine, page: BrowserPage) -> None:
        self._machine = machine
        self._page, self.copy = page, page.copy
        self._asked: int | None = None  # the program waiting for a file
        self._came: tuple[str, bytes] | None = None
        self._pasted: str | None = None

    async def place(self, _gem: Gem, _title: str, _mask: str, name: str, again: bool = False) -> Selection | None:
        from gemport.gem import Selection

        return None if again else Selection("", name, 1)

    def exists(self, _chosen: Selection) -> bool:
        """Return False: a browser never overwrites a file."""
        return False

    def write(self, chosen: Selection, data: bytes) -> str:
        """Download a file and return its name; only the browser knows the folder."""
        self._page.download(chosen.name, data)
        return chosen.name

    async def open(
        self, gem: Gem, _title: str, _mask: str, _largest: int, again: bool = False
    ) -> tuple[str, bytes] | None:
        if not again:
            self._asked = gem.appl_init()
            self._page.upload()
        return None

    def hand_over(self, name: str, text: str) -> None:
        """Open a recording in the active program, without a request from the program."""
        self._asked = self._machine.active
        self.chosen(name, text)

    def chosen(self, name: str, text: str) -> None:
        """Send the chosen file to the program that requested a file."""
        self._came = name, text.encode()
        self._machine.send(Message(Msg.VA_START), self._asked)

    def received(self) -> tuple[str, bytes] | None:
        came, self._came = self._came, None
        return came

    def paste(self, gem: Gem) -> None:
        self._asked = gem.appl_init()
        self._page.paste()

    def take_pasted(self, text: str) -> None:
        """Send the clipboard's text to the program that requested it."""
        self._pasted = text
        self._machine.send(Message(Msg.VA_START), self._asked)

    def pasted(self) -> str | None:
        pasted, self._pasted = self._pasted, None
        return pasted

    def picture(self) -> bytes:
        """Return the screen as a PNG without the pointer."""
        # Imported here: few games save a picture.
        from gemport.hosts.headless import shot

        return shot(self._machine, pointer=False)


class BrowserHost:
    """Display of a machine in a page until its programs end."""

    def __init__(
        self,
        machine: Machine,
        page: BrowserPage,
        controls: WindowControls,
        place: Callable[[], str],
        now: Callable[[], float] = time.monotonic,
        keep: Callable[[], bool] | None = None,
        entries: Callable[[], Mapping[str, int]] | None = None,
    ) -> None:
        """Show a machine.

        ``place`` returns the name of the active game or program, ``entries`` the objects of the menu's entries by their
        names; None without a touch screen. ``now`` and ``keep`` are described at Pace.
        """
        self._machine = machine
        self._page = page
        self.exchange = PageExchange(machine, page)
        machine.compute = asker = Asker(page.ask)
        self.answered = asker.answered
        self._controls = controls
        self._place = place
        self._now = now
        self._inputs = Inputs(machine, self._changed, self._alarm, now=now, keep=keep)
        self.leave, self.see, self.point = self._inputs.leave, self._inputs.see, self._inputs.point
        self.text, self.edited = self._inputs.text, self._inputs.edited
        self._touch = Touch(
            self._inputs, now, lambda: machine.double_click_times[machine.double_click] / 1000, self._swipe
        )
        self.finger_move, self.filled = self._touch.move, controls.note_fullscreen
        self._entries = entries
        self._shown: Hashable = None
        self._tuned = False
        self._size = (0, 0)
        self._box: tuple[GRect, GRect] | None = None
        self._address = self._title = self._usable = self._keyboard = ""

    def start(self) -> None:
        self._machine.on_bell, self._machine.on_key = self._ring, self._click
        self._controls.on_change = self._follow
        self._look(self._controls.settings)
        # Browsers allow full screen only directly after an input.
        self._controls.note_fullscreen(False)
        self._machine.slice_over = lambda: self._now() >= self._inputs.began + SLICE_SECONDS
        self._inputs.feed()

    # ---- the machine

    def _changed(self) -> None:
        shown, size = self._machine.frame_key(), (self._machine.width, self._machine.height)
        if size != self._size:
            self._size = size
            self._page.screen(*size, self._machine.frame().stride // 8)
        if shown != self._shown:
            self._page.show(self._machine.frame().to_bytes())
            self._shown = shown
        if (box := self._machine.box) != self._box:
            self._box = box
            self._page.box(*(box[0] + box[1] if box else (0, 0, 0, 0)))
        place = self._place()
        if place != self._address:
            self._address = place
            self._page.address(place)
        if self._controls.title is not None and (title := self._controls.title()) != self._title:
            self._title = title
            self._page.title(title)
        if self._entries is not None:
            self._serve_fingers(self._entries())
        if self._machine.finished:
            self._page.ended()

    def _serve_fingers(self, entries: Mapping[str, int]) -> None:
        rows = self._machine.menu()
        free = {row.item for row in rows if row.enabled}
        usable = " ".join([name for name, item in entries.items() if item in free] + ["menu"] * bool(rows))
        if usable != self._usable:
            self._usable = usable
            self._page.bar(usable)
        keyboard = self._field_kind()
        if keyboard != self._keyboard:
            self._keyboard = keyboard
            self._page.keyboard(keyboard)

    def _field_kind(self) -> str:
        field = self._machine.field
        return "" if field is None else "text" if field.te_pvalid.strip("9") else "numeric"

    def _alarm(self, due: float | None) -> None:
        if self._touch.due is not None:
            touch = max(self._touch.due - self._now(), 0.0)
            due = touch if due is None else min(due, touch)
        self._page.wake(due)

    def wake(self) -> None:
        """Run the machine after the timer."""
        self._touch.wake()
        self._inputs.wake()

    def chosen(self, name: str, text: str) -> None:
        self._inputs.feed(lambda: self.exchange.chosen(name, text))

    def pasted(self, text: str) -> None:
        self._inputs.feed(lambda: self.exchange.take_pasted(text))

    def resize(self, width: int, height: int) -> None:
        """Resize the machine's screen as soon as all boxes and menus are closed."""
        self._inputs.feed(lambda: self._machine.resize(width, height))

    def still(self) -> bytes | None:
        """Return the picture without the pointer, or None while a box or a menu is over the game."""
        return self._machine.frame(False).to_bytes() if self._machine.menu() else None

    def menu(self) -> str:
        """Return the menus as a JSON list of rows: title object, entry object, text, key, checked, enabled."""
        return json.dumps(self._machine.menu())

    def choose(self, title: int, item: int) -> None:
        self._inputs.feed(lambda: self._machine.choose(title, item))

    def use(self, name: str) -> None:
        """Choose an entry by its name."""
        item = self._entries().get(name) if self._entries is not None else None
        title = next((row.title for row in self._machine.menu() if row.item == item), None)
        if title is not None and item is not None:
            self.choose(title, item)

    # ---- settings

    def _look(self, settings: Settings) -> None:
        ink, paper = settings.colours.value
        self._page.look(settings.scale, *("rgb({}, {}, {})".format(*colour) for colour in (ink, paper)))

    def tune(self) -> None:
        """Create the sounds of the bell and the click after the first picture. An earlier sound creates them itself."""
        if not self._tuned:
            self._tuned = True
            for name, tone in (("bell", BELL), ("click", CLICK)):
                self._page.tone(name, tone.samples(self._controls.settings.loudness).tobytes())

    def _follow(self, before: Settings, now: Settings) -> None:
        self._look(now)
        if before.loudness != now.loudness:
            self._tuned = False
            self.tune()
        if before.fullscreen != now.fullscreen:
            self._page.fullscreen(now.fullscreen)

    def _ring(self) -> None:
        mode = self._controls.settings.ring
        if mode is BellMode.TONE:
            self.tune()
            self._page.ring("bell")
        elif mode is BellMode.FLASH:
            self._page.flash()

    def _click(self) -> None:
        settings = self._controls.settings
        if settings.key_click and settings.ring is BellMode.TONE:
            self.tune()
            self._page.ring("click")

    # ---- the mouse and the fingers

    def mouse_down(self, x: int, y: int, button: int, modifiers: int) -> None:
        self._inputs.modifiers(modifiers)
        self._inputs.point(x, y)
        if button in _BUTTONS:
            self._inputs.press(_BUTTONS[button])

    def wheel(self, x: int, y: int, steps: int) -> None:
        self._inputs.point(x, y)
        self._inputs.wheel(steps)

    def mouse_up(self, x: int, y: int, button: int, modifiers: int) -> None:
        self._inputs.modifiers(modifiers)
        self._inputs.point(x, y)
        self._inputs.release(_BUTTONS.get(button, 0))

    def finger_down(self, finger: int, x: int, y: int, reach: int) -> bool:
        second = self._touch.down(finger, x, y, reach)
        self._inputs.set_alarm()
        return second

    def _swipe(self, x: int, y: int) -> Swipe | None:
        if self._machine.scrolls(x, y):
            return Swipe.LINES
        return None if self._machine.box is None else Swipe.PICTURE

    def finger_up(self, finger: int) -> None:
        self._touch.up(finger)
        self._inputs.set_alarm()

    # ---- the keyboard

    def key_down(self, code: str, key: str, modifiers: int) -> bool:
        """Press a key, without repeats, and return whether GEM uses it. For ``code`` and ``key`` see symbol_of."""
        if code.startswith("Digit") and not modifiers and self._field_kind() != "text":
            # On French keyboards digits need Shift.
            key = code.removeprefix("Digit")
        symbol = symbol_of(code, key)
        if symbol == keysyms.RETURN and modifiers & keysyms.MOD_ALT:
            self._page.fullscreen(not self._controls.settings.fullscreen)
            return True
        if self._inputs.press_key(symbol, modifiers):
            return True
        # The name of a function key has more than one character.
        return len(key) == 1 and not modifiers & keysyms.MOD_COMMAND and self._inputs.text(key)

    def key_up(self, code: str, key: str) -> None:
        self._inputs.release_key(symbol_of(code, key))
        if code.startswith("Digit"):
            self._inputs.release_key(symbol_of(code, code.removeprefix("Digit")))

    def blur(self) -> None:
        self._touch.cancel()
        self._inputs.let_go()
