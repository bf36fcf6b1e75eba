"""The host's side: the machine that programs run on, with its screen, its input and its clock.

A host pushes input, advances time and takes pictures. All coordinates are screen pixels, all times milliseconds.

::

    Machine     the host's side: start, input, time, pictures, and programs' errors
    Gem         a program's side: GEM's calls
    Libraries   the basis of both: one screen, dispatcher, lock, window and menu library for all applications
    Process     one program that runs: its id and its queues

Several programs run concurrently. When one ends or fails, all its resources are freed, and the others continue. An
exception is stored in ``Machine.faults`` for the host, or raised from the host's call if the program was the last.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

from gemport.gem.aes.constants import LEFT, RIGHT, WHEEL_LINES, Arrowed, Kind, MouseNumber, Msg
from gemport.gem.aes.dispatch import GemError
from gemport.gem.aes.gem import Gem, Libraries, Program, Status
from gemport.gem.aes.graf import BoxSpeed
from gemport.gem.aes.keys import WHEEL_DOWN, WHEEL_UP, button_of, pointer_step
from gemport.gem.aes.menu import MenuRow
from gemport.gem.aes.objects import OUTLINE, object_rect
from gemport.gem.aes.process import Message, Process
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.artwork import SystemArtwork
from gemport.gem.vdi.raster import Raster

if TYPE_CHECKING:
    from gemport.gem.aes.fsel import Folder


WIDTH, HEIGHT = 640, 400
"""Size of the machine's monochrome screen in pixels."""
MAX_APPLICATIONS = 32  # running or about to start, if programs start others


class Fault(NamedTuple):
    """An exception that ended a program while others were running."""

    name: str
    error: Exception


class Machine(Status):
    """A screen of any size with windows, menus and dialogs, and the programs running on it."""

    def __init__(self, artwork: SystemArtwork, width: int = WIDTH, height: int = HEIGHT) -> None:
        self.bells = 0
        """Number of times that the bell has rung."""
        self.on_bell: Callable[[], None] = lambda: None
        """Called when the bell rings."""
        self.on_sound: Callable[[int, int], None] = lambda _register, _value: None
        """Called with a register of the sound chip and the value written by a program."""
        self.on_key: Callable[[], None] = lambda: None
        """Called with each key before programs receive it, for the machine's key click."""
        self.programs: dict[str, Program] = {}
        """The programs that shel_write can start, by upper-case name."""
        self.faults: list[Fault] = []
        """Programs' exceptions that were not raised from a host's call."""
        self.on_fault: Callable[[Fault], None] = lambda _fault: None
        """Called with each new member of ``faults``."""
        self.on_input: Callable[..., None] | None = None
        """Called before each input, and before time passes, with the name of the method of this class and its
        arguments."""
        self.compute: Callable[..., Generator[int, None, Any]] = lambda function, *values: function(*values)
        """Called by ``gem.compute`` with a generator function and its arguments, for hosts with another thread.

        Its generator yields numbers, and returns the result.
        """
        self.slice_over: Callable[[], bool] = lambda: False
        """Called after each step of long work or of a program; True ends the host's call early because it has to run.

        The machine continues at its next wakeup.
        """
        self.result: Any = None
        """The result of the most recently ended program, or None if it failed."""
        self._ran = False
        self._libraries = Libraries(
            artwork, width, height, self._ring, lambda register, value: self.on_sound(register, value), self._launch
        )
        self.screen: Raster = self._libraries.screen.raster
        """The screen's raster, without the pointer."""
        self.speech = self._libraries.speech
        """Speaks the screen: ``on_say`` receives the sentences, ``words`` should be in the screen's language."""
        self.environment = self._libraries.environment
        """Variables for shel_envrn by name; the host may change them at any time."""
        self._dispatcher = self._libraries.dispatcher
        self._dispatcher.on_error = self._on_error
        self._dispatcher.slice_over = lambda: self.slice_over()
        self._libraries.compute = lambda function, *values: self.compute(function, *values)

    def _ring(self) -> None:
        self.bells += 1
        self.on_bell()

    def gem(self) -> Gem:
        """Return a Gem for the host's own drawing; its waiting calls raise GemError."""
        return Gem(self._libraries)

    @property
    def folder(self) -> Folder | None:
        """The folder that the file selector shows with all below it, or None to prevent choosing files."""
        return self._libraries.selector.folder

    @folder.setter
    def folder(self, folder: Folder | None) -> None:
        self._libraries.selector.folder = folder

    @property
    def box_speed(self) -> BoxSpeed:
        """Speed of the moving, growing and shrinking boxes."""
        return self._libraries.graf.box_speed

    @box_speed.setter
    def box_speed(self, speed: BoxSpeed) -> None:
        self._libraries.graf.box_speed = speed

    @property
    def double_click(self) -> int:
        """The double-click rate, 0 (slow) to 4 (fast); see evnt_dclick."""
        return self._dispatcher.dclick_rate

    @double_click.setter
    def double_click(self, rate: int) -> None:
        self._dispatcher.evnt_dclick(rate, set_it=True)

    @property
    def double_click_times(self) -> Sequence[int]:
        """The double-click times of the rates in milliseconds, from slow to fast."""
        return self._dispatcher.dclick_times

    @double_click_times.setter
    def double_click_times(self, times: Sequence[int]) -> None:
        self._dispatcher.dclick_times = times

    # ---- programs

    def _launch(self, command: str, tail: str, parent: Process) -> int:
        program = self.programs.get(command.upper())
        if program is None or len(self._libraries.applications.running) >= MAX_APPLICATIONS:
            return 0
        return self.start(program, command.upper(), tail, parent=parent)

    def start(
        self, program: Program, name: str = "", tail: str = "", *, behind: bool = False, parent: Process | None = None
    ) -> int:
        """Run a program to its first wait; return its application id.

        The menu strip shows its name until it shows a menu. The first program finds an empty desktop; a name that ends
        in .ACC makes an accessory. The program is activated unless it is started ``behind`` the others. While a menu or
        a dialog is open it does not start. ``parent`` is the process that starts it. If no other program is running,
        its exceptions are raised from the call that runs it; otherwise see :attr:`faults`. Raises GemError after
        :meth:`close`.
        """
        if self._libraries.manager.done:
            raise GemError("this machine is closed")

        libraries, applications = self._libraries, self._libraries.applications

        async def run(application: Process) -> None:
            if application.accessory:
                await program(Gem(libraries, application))
                return
            self._ran, self.result = True, None
            libraries.screen.reset_pointer(MouseNumber.BUSY_BEE)
            if not behind:
                libraries.raise_(application)
            if libraries.stale or applications.programs == [application]:
                libraries.draw_everything()
            self.result = await program(Gem(libraries, application))

        application = Process(applications.new_id(), name, run, tail, parent)
        applications.running.append(application)
        if libraries.manager.coroutine is None:
            self._dispatcher.start(libraries.manager)
        self._dispatcher.start(application)
        return application.ap_id

    def _on_error(self, process: Process, error: Exception) -> bool:
        """Store the exception of a process as a fault while other programs remain for the user."""
        if process.system or not self._libraries.applications.programs:
            return False
        fault = Fault(process.name, error)
        self.faults.append(fault)
        self.on_fault(fault)
        return True

    @property
    def finished(self) -> bool:
        """True when all programs have ended; accessories do not count."""
        return self._ran and not self._libraries.applications.programs

    @property
    def active(self) -> int | None:
        """Id of the application that has the keyboard, or None."""
        active = self._dispatcher.active
        return None if active is None else active.ap_id

    def send(self, message: Message, ap_id: int | None = None) -> None:
        """Queue a message for an application, by default the active application; it is lost if that has ended."""
        active = self._dispatcher.active
        process = active if ap_id is None else self._libraries.applications.by_id(ap_id)
        if process is not None:
            self._dispatcher.post(process, message)
            self._dispatcher.run()

    def menu(self) -> Sequence[MenuRow]:
        """Return the menus of the visible bar; empty while a box or a menu is open."""
        return () if self._busy else tuple(self._libraries.menu.rows())

    def choose(self, title: int, item: int) -> None:
        """Choose an entry of :meth:`menu` by its objects."""
        self._note("choose", title, item)
        if not self._busy:
            self._libraries.menu.choose(title, item)
            self._dispatcher.run(after_input=True)

    @property
    def _busy(self) -> bool:
        return self._dispatcher.mctrl is not None or self._libraries.forms.own_box is not None

    @property
    def box(self) -> tuple[GRect, GRect] | None:
        """The topmost open box with its outline, and its field for keys, or the box again; None without a box.

        Boxes that the user looks past are left out. Known only while :attr:`speech` has a listener.
        """
        tree = self._libraries.speech.topmost
        if tree is None or not self._busy or (self._dispatcher.mctrl is None and self._libraries.forms.beside):
            return None
        box = object_rect(tree, 0).inset(-OUTLINE)
        fields = (at for at, obj in enumerate(tree) if self.field is not None and obj.ob_spec is self.field)
        return box, next((object_rect(tree, at) for at in fields), box)

    def scrolls(self, x: int, y: int) -> bool:
        """Return whether the wheel scrolls the object at a point: a list in the topmost box, or a window's contents."""
        tree, windows = self._libraries.speech.topmost, self._libraries.windows
        if tree is not None and self._busy:
            scroller = self._libraries.forms.scroller
            return scroller is not None and scroller.scrolls(tree, x, y)
        window = windows.window_at(x, y)
        return window is not None and Kind.DNARROW in window.kind and window.work.contains(x, y)

    def request_quit(self) -> None:
        """Ask all applications to quit (AP_TERM), as when the user closes the host's window.

        An open menu, perhaps opened because the pointer crossed the bar on its way, is closed first.
        """
        self._note("request_quit")
        if self._dispatcher.mctrl is self._libraries.manager:
            self._dispatcher.post(self._libraries.manager, Message(Msg.AP_TERM))
        for application in self._libraries.applications.running:
            self._dispatcher.post(application, Message(Msg.AP_TERM))
        self._dispatcher.run()

    def close(self) -> None:
        """End all waiting processes. The picture stays; nothing runs on this machine afterwards."""
        manager = self._libraries.manager
        if not manager.done:
            self._dispatcher.stop(manager)
        with ExitStack() as all_of_them:
            for application in self._libraries.applications.running:
                all_of_them.callback(self._dispatcher.stop, application)

    # ---- input, time, pictures

    def _note(self, method: str, *values: int) -> None:
        if method not in ("advance", "settle"):
            self._dispatcher.input_at = self.now
        if self.on_input is not None:
            self.on_input(method, *values)

    def mouse_to(self, x: int, y: int) -> None:
        """Move the pointer's hot spot; positions off the screen move to its edge."""
        self._note("mouse_to", x, y)
        self._dispatcher.move(x, y)

    def mouse_button(self, button: int, down: bool) -> None:
        """Press or release a button: LEFT (1) or RIGHT (2). Raises ValueError for another button."""
        if button not in (LEFT, RIGHT):
            raise ValueError(f"mouse button {button}: 1 (left) or 2 (right)")
        self._note("mouse_button", button, down)
        if down:
            self._libraries.speech.hush()
        self._dispatcher.button(button, down)

    def take_mouse(self) -> None:
        """Release the buttons without dropping or clicking, because the host needs the mouse for something else."""
        for button in (LEFT, RIGHT):
            if self._dispatcher.mouse.buttons & button:
                self._note("mouse_button", button, False)
        self._dispatcher.mouse.taken = True
        self._dispatcher.button(LEFT | RIGHT, False)

    def resize(self, width: int, height: int) -> None:
        """Change the size of the screen, as when a phone is rotated; windows are fitted, and everything is redrawn.

        A dragged object returns, and an open menu closes. While a program has locked the screen for a dialog, an alert
        or an animated box, the change is delayed; ``width`` and ``height`` show the current size.
        """
        self._note("resize", width, height)
        self._dispatcher.mouse.taken = True
        self._dispatcher.button(LEFT | RIGHT, False)
        self._libraries.change_screen(width, height)
        self._dispatcher.run(after_input=True)

    def wheel(self, steps: int) -> None:
        """Turn the mouse wheel, down if positive: the window under the pointer gets the messages of its arrows.

        The machine had no wheel, so windows without arrows ignore it. While a program has grabbed the mouse, as in a
        dialog, it gets the keys WHEEL_UP and WHEEL_DOWN.
        """
        self._note("wheel", steps)
        mouse, windows, grabber = self._dispatcher.mouse, self._libraries.windows, self._dispatcher.mctrl
        if grabber is not None:
            if not grabber.system:
                for _ in range(abs(steps)):
                    self._dispatcher.key(WHEEL_DOWN if steps > 0 else WHEEL_UP)
            return
        window = windows.window_at(mouse.x, mouse.y)
        if window is not None and Kind.DNARROW in window.kind:
            for _ in range(WHEEL_LINES * abs(steps)):
                windows.send(Msg.WM_ARROWED, window.handle, Arrowed.WA_DNLINE if steps > 0 else Arrowed.WA_UPLINE)
            self._dispatcher.run(after_input=True)

    def key(self, word: int, shift: int = 0, repeat: bool = False) -> None:
        """Press a key: scancode * 256 + character, with the bits of the shift keys; ``repeat``: it is held already.

        A key that emulates the mouse (:mod:`gemport.gem.aes.keys`) moves the pointer or clicks, and no program receives
        it. A host that receives key releases calls :meth:`mouse_button` for the keys that emulate buttons.
        """
        self._note("key", word, shift, repeat)
        mouse = self._dispatcher.mouse
        mouse.shift_keys = shift
        step, button = pointer_step(word, shift), button_of(word, shift)
        if step is not None:
            self._dispatcher.move(mouse.x + step[0], mouse.y + step[1])
        elif button:
            self._libraries.speech.hush()
            self._dispatcher.button(button, True)
            self._dispatcher.button(button, False)
        elif not repeat or self._dispatcher.repeats(word):
            self.on_key()
            self._libraries.speech.hush()
            self._dispatcher.key(word)

    @property
    def digit_row(self) -> bool:
        """Whether the upper row's keys, without Shift, mean digits now even if the host's layout has others there."""
        return self.field is None and self._dispatcher.digit_row

    @property
    def waiting_keys(self) -> int:
        """The number of queued keys."""
        return self._dispatcher.waiting_keys

    def shift(self, bits: int) -> None:
        """Set the state of the shift keys: 1 right shift, 2 left shift, 4 control, 8 alternate."""
        self._note("shift", bits)
        self._dispatcher.mouse.shift_keys = bits

    def advance(self, ms: int) -> None:
        """Advance the clock. Raises GemError in a running program; that should await pause or evnt_timer."""
        self._note("advance", ms)
        self._dispatcher.advance(ms)

    def next_wakeup(self) -> int | None:
        """Return the milliseconds until time alone has an effect, or None if only input can."""
        return self._dispatcher.next_wakeup()

    @property
    def working(self) -> bool:
        """True while a program waits for long work, which advances by a slice at each wakeup.

        A host that is late should advance less than the elapsed time, to avoid falling further behind with each slice.
        """
        return self._dispatcher.working

    @property
    def working_behind(self) -> bool:
        """True while there is work in the background, which no one waits for."""
        return self._dispatcher.working_behind

    def settle(self) -> None:
        """Advance the clock until no animation, possible double click or work remains. Raises GemError like advance."""
        self._note("settle")
        self._dispatcher.settle()

    def frame(self, pointer: bool = True) -> Raster:
        """Return the picture: the screen, by default with the mouse pointer."""
        return self._libraries.screen.frame(pointer)

    def frame_key(self) -> Hashable:
        """Return a value that changes whenever :meth:`frame` may look different."""
        return self._libraries.screen.frame_key()
