"""The host of a page, without a browser: the calls to the page and the machine's input."""

import json
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from gemport.gem import GRect, Msg, Selection, TedInfo
from gemport.gem.aes.menu import MenuRow
from gemport.hosts import keysyms
from gemport.hosts.browser import MAX_TAP_SECONDS, BrowserHost, StoredTexts, Swipe, Touch
from gemport.hosts.chip import BELL, CLICK
from gemport.hosts.desktop.backend import key as pyglets
from gemport.hosts.inputs import FIRST_REPEAT, NEXT_REPEAT, Inputs
from gemport.hosts.window_controls import WindowControls
from gemport.settings import BellMode, Colours
from tests.hosts.stub import HEIGHT, WIDTH, StubMachine

SHIFT, CONTROL, ALT, COMMAND = 1, 2, 4, 64


class Page:
    """A page that logs the host's calls, with only the size of a picture."""

    def __init__(self) -> None:
        self.log: list[tuple[object, ...]] = []
        self.due: float | None = None

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *values: self.log.append((name, *values))

    def show(self, octets: bytes) -> None:
        self.log.append(("show", len(octets)))

    def wake(self, seconds: float | None) -> None:
        self.due = seconds

    def took(self) -> list[tuple[object, ...]]:
        done, self.log = self.log, []
        return done


def new_page() -> Any:
    """The page has every function that a host can call."""
    return Page()


class Shown:
    """A machine in a page, and its clock."""

    def __init__(self) -> None:
        self.machine, self.page, self.controls = StubMachine(), new_page(), WindowControls()
        self.now = 100.0
        self.place = "stub/1"
        self.host = BrowserHost(self.machine, self.page, self.controls, lambda: self.place, lambda: self.now)
        self.host.start()

    def wait(self) -> None:
        assert self.page.due is not None
        self.now += self.page.due
        self.host.wake()


@pytest.fixture
def shown() -> Shown:
    made = Shown()
    made.host.tune()
    made.page.took()
    return made


def test_a_swipe_moves_lines_the_picture_or_nothing() -> None:
    shown = Shown()
    machine: Any = shown.machine
    for scrolls, box, swipe in ((True, None, Swipe.LINES), (False, None, None), (False, (), Swipe.PICTURE)):
        machine.scrolls, machine.box = lambda _x, _y, scrolls=scrolls: scrolls, box
        assert shown.host._swipe(1, 1) is swipe


def test_fingers_get_the_usable_entries_the_keyboard_and_the_box() -> None:
    machine: Any = StubMachine()
    page, chosen, number, name = new_page(), list[tuple[int, int]](), TedInfo(""), TedInfo("")
    number.te_pvalid, name.te_pvalid = "99", "9X"
    rows = [MenuRow(3, 11, "Undo", "U", False, True), MenuRow(4, 12, "Hint", "", False, False)]
    place, view = GRect(1, 2, 30, 40), GRect(5, 6, 7, 8)
    machine.menu, machine.choose = lambda: rows, lambda *entry: chosen.append(entry)
    host = BrowserHost(machine, page, WindowControls(), lambda: "", entries=lambda: {"hint": 12, "undo": 11, "new": 13})
    host.start()
    assert (page.took()[-1], json.loads(host.menu())) == (("bar", "undo menu"), [[*row] for row in rows])
    for word in ("undo", "new", "other"):
        host.use(word)
    assert (chosen, host.still()) == ([(3, 11)], machine.frame(False).to_bytes())
    for field, box, told in (
        (number, None, [("keyboard", "numeric")]),
        (name, (place, view), [("box", 1, 2, 30, 40, 5, 6, 7, 8), ("keyboard", "text")]),
        (name, (place, view), []),
        (None, None, [("box", 0, 0, 0, 0), ("keyboard", "")]),
    ):
        machine.field, machine.box = field, box
        host.point(1, 1)
        assert page.took() == told
    rows[:] = [rows[1]._replace(enabled=True)]
    host.point(1, 1)
    rows.clear()
    host.point(1, 1)
    assert (page.took(), host.still()) == ([("bar", "hint menu"), ("bar", "")], None)
    host.use("hint")
    assert chosen == [(3, 11)]


@pytest.mark.parametrize(("field", "word"), [("9", "0231"), ("X", "0826")])
def test_a_digit_key_types_its_digit_except_in_a_text(shown: Shown, field: str, word: str) -> None:
    machine: Any = shown.machine
    machine.field = TedInfo("")
    machine.field.te_pvalid = field
    assert shown.host.key_down("Digit1", "&", 0)
    shown.host.key_up("Digit1", "&")
    assert (machine.log, shown.page.due) == ([("key", word, 0)], None)


def test_stored_texts_are_a_mapping_that_says_when_it_is_full() -> None:
    kept: dict[str, str] = {}
    storage = SimpleNamespace(read=kept.get, remove=kept.pop, names=lambda: "".join(f"{name}\n" for name in kept))
    storage.write = lambda name, text: kept.update({name: text}) or "" if len(text) < 9 else "full"
    texts = StoredTexts(storage)
    for name in ("a", "b"):
        texts[name] = name * 3
    assert (dict(texts), len(texts), "a" in texts) == ({"a": "aaa", "b": "bbb"}, 2, True)
    with pytest.raises(OSError, match=r"^full$"):
        texts["c"] = "too long a text"
    del texts["a"]
    assert kept == {"b": "bbb"}
    for act in (texts.__getitem__, texts.__delitem__):
        with pytest.raises(KeyError):
            act("a")


def test_files_and_texts_from_the_page_come_with_a_message() -> None:
    shown, sent = Shown(), list[tuple[Msg, int | None]]()
    exchange: Any = shown.host.exchange
    exchange._machine = SimpleNamespace(active=3, send=lambda message, program: sent.append((message.type, program)))
    shown.page.took()
    gem: Any = SimpleNamespace(appl_init=lambda: 5)
    for again in (False, True):
        with pytest.raises(StopIteration):
            exchange.open(gem, "", "", 0, again).send(None)
    exchange.chosen("c.txt", "own")
    assert (exchange.received(), shown.page.took(), sent.pop()) == (("c.txt", b"own"), [("upload",)], (Msg.VA_START, 5))
    exchange.hand_over("a.txt", "first")
    shown.host.chosen("b.txt", "second")
    assert [exchange.received(), exchange.received()] == [("b.txt", b"second"), None]
    exchange.paste(gem)
    assert shown.page.took() == [("paste",)]
    shown.host.pasted("third")
    assert [exchange.pasted(), exchange.pasted()] == ["third", None]
    assert sent == [*[(Msg.VA_START, 3)] * 2, (Msg.VA_START, 5)]
    for again, place in ((False, Selection("", "a.png", 1)), (True, None)):
        with pytest.raises(StopIteration) as end:
            exchange.place(gem, "", "", "a.png", again).send(None)
        assert end.value.value == place


@pytest.mark.parametrize(
    ("calls", "got"),
    [
        ("wheel 30 40 -2", "30,40 wheel -2"),
        # only GEM's buttons, and only if pressed here
        ("mouse_down 0 0 1 0, mouse_up 0 0 2 0", "0,0 0,0"),
        ("mouse_down 0 0 2 0, mouse_up 0 0 2 0", "0,0 +2 0,0 -2"),
        ("mouse_down 5 5 0 1", "shift 2 5,5 +1"),
        # keys produce the machine's words
        *(
            (f"key_down {key}", word)
            for key, word in (
                ("KeyY z 2", "shift 4 6100"),
                ("KeyZ y 2", "shift 4 1519"),
                ("KeyQ œ 4", "shift 8 1000"),
                ("Digit2 @ 1", "shift 2 0340"),
                # also on a French keyboard
                ("Digit2 é 0", "0332"),
                ("BracketLeft ü 0", "1A81"),
                ("Enter Enter 0", "1C0D"),
                ("NumpadEnter Enter 0", "720D"),
                ("Numpad7 7 0", "6737"),
                ("Numpad7 Home 0", "4700"),
                ("NumpadAdd + 0", "4E2B"),
                ("F12 F12 0", "6100"),
                ("Backspace Backspace 0", "0E08"),
            )
        ),
        # Alternate with Insert or Home holds a button until either is up
        ("key_down AltLeft Alt 4, key_down Insert Insert 4, key_up Insert Insert", "shift 8 +1 -1"),
        ("key_down AltLeft Alt 4, key_down Home Home 4, key_up AltLeft Alt", "shift 8 +2 shift 0 -2"),
        ("key_down AltLeft Alt 4, key_down Insert Insert 4, key_down ArrowRight ArrowRight 4", "shift 8 +1 4D00"),
        # everything is released when another window has the keyboard
        ("key_down ShiftLeft Shift 1, mouse_down 5 5 0 1, blur", "shift 2 5,5 +1 taken shift 0"),
        ("key_down AltLeft Alt 4, key_down Insert Insert 4, blur", "shift 8 +1 taken shift 0"),
    ],
)
def test_what_the_machine_gets(shown: Shown, calls: str, got: str) -> None:
    for call in calls.split(", "):
        name, *values = call.split()
        keys = name.startswith("key")
        getattr(shown.host, name)(*values[: 2 * keys], *map(int, values[2 * keys :]))
    assert " ".join(map(input_word, shown.machine.log)) == got


@pytest.mark.parametrize(
    ("way", "bell", "click"),
    [
        (BellMode.TONE, [("ring", "bell")], [("ring", "click")]),
        (BellMode.FLASH, [("flash",)], []),
        (BellMode.OFF, [], []),
    ],
)
def test_bell_and_click_are_as_the_panel_says(shown: Shown, way: BellMode, bell: list[Any], click: list[Any]) -> None:
    shown.host.key_down("F4", "F4", 0)
    assert shown.page.took() == []
    shown.controls.change(replace(shown.controls.settings, ring=way, key_click=True))
    shown.page.took()
    assert shown.machine.on_bell is not None
    shown.machine.on_bell()
    assert shown.page.took() == bell
    shown.host.key_down("F5", "F5", 0)
    assert shown.page.took() == click


def test_the_page_gets_the_size_before_the_picture() -> None:
    told = Shown().page.took()
    assert told.index(("screen", WIDTH, HEIGHT, WIDTH // 8)) < told.index(("show", WIDTH * HEIGHT // 8))


def test_what_the_panel_changes_is_told_to_the_page(shown: Shown) -> None:
    changed = replace(shown.controls.settings, scale=2, colours=Colours.AMBER, loudness=50, fullscreen=True)
    shown.controls.change(changed)
    assert shown.page.took() == [
        ("look", 2, "rgb(28, 14, 0)", "rgb(255, 176, 0)"),
        ("tone", "bell", BELL.samples(50).tobytes()),
        ("tone", "click", CLICK.samples(50).tobytes()),
        ("fullscreen", True),
    ]
    shown.host.filled(False)
    assert not shown.controls.settings.fullscreen


@pytest.mark.parametrize(
    ("before", "now", "given"),
    [
        ("", "1", "1"),
        ("1", "12", "2"),
        ("12", "12", ""),
        ("17", "12", "<2"),
        ("123", "12", "<"),
        ("日", "日1", "1"),
        ("4日", "4月", ""),
        ("ab", "", "<<"),
    ],
)
def test_of_a_text_that_is_written_over_the_difference_is_typed(
    shown: Shown, before: str, now: str, given: str
) -> None:
    shown.host.edited(before, now)
    words = [int(str(word), 16) & 0xFF for _, word, _ in shown.machine.log]
    assert "".join("<" if word == 8 else chr(word) for word in words) == given
    # Nothing is held.
    assert shown.page.due is None


def test_after_the_end_nothing_is_done_any_more(shown: Shown) -> None:
    shown.host.key_down("Escape", "Escape", 0)
    assert ("ended",) in shown.page.took()
    shown.host.point(1, 1)
    assert shown.machine.log[-1] == ("key", "011B", 0)
    assert shown.page.due is None


def test_what_the_program_raises_comes_out_of_the_call(shown: Shown) -> None:
    with pytest.raises(RuntimeError, match="broke"):
        shown.host.key_down("F2", "F2", 0)


def test_a_held_key_repeats_until_it_goes_up(shown: Shown) -> None:
    assert shown.host.key_down("KeyA", "a", 0)
    assert shown.page.due == pytest.approx(FIRST_REPEAT)
    shown.wait()
    assert shown.page.due == pytest.approx(NEXT_REPEAT)
    shown.wait()
    assert shown.machine.log == [("key", "1E61", 0)] * 3
    shown.machine.waiting_keys = 1
    shown.wait()
    assert len(shown.machine.log) == 3
    shown.host.key_up("KeyA", "a")
    assert shown.page.due is None


@pytest.mark.parametrize(
    ("code", "key", "modifiers"), [("KeyR", "r", COMMAND), ("F5", "Dead", 0), ("KeyL", "ł", 0), ("MetaLeft", "Meta", 0)]
)
def test_keys_that_gem_does_not_know_are_left_to_the_browser(shown: Shown, code: str, key: str, modifiers: int) -> None:
    taken = shown.host.key_down(code, key, modifiers)
    assert taken == (code == "F5")


def test_alternate_with_return_fills_the_screen(shown: Shown) -> None:
    assert shown.host.key_down("Enter", "Enter", ALT)
    assert shown.page.took() == [("fullscreen", True)]
    assert shown.machine.log == []


def test_a_finger_that_lies_still_presses_in_time(shown: Shown) -> None:
    assert not shown.host.finger_down(7, 50, 60, 0)
    assert (shown.page.took(), shown.page.due) == ([], pytest.approx(MAX_TAP_SECONDS))
    shown.wait()
    assert shown.machine.log[-1] == ("button", 1, True)
    assert shown.page.took() == [("show", WIDTH * HEIGHT // 8)]
    shown.host.finger_move(7, 51, 61, False)
    shown.host.finger_up(7)
    assert shown.machine.log[-2:] == [("to", 51, 61), ("button", 1, False)]
    assert [shown.host.finger_down(finger, 300, 60, 0) for finger in (1, 2)] == [False, True]


def test_long_work_leaves_the_page_its_turn_soon(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def advance(_ms: int) -> None:
        made.append(0)
        while not shown.machine.slice_over():
            shown.now += 0.004
            made[-1] += 1

    monkeypatch.setattr(shown.machine, "advance", advance)
    for _ in range(3):
        shown.now += 0.5
        shown.host.wake()
    assert made == [2, 2, 2]


def test_the_names_of_the_keys_are_pyglets() -> None:
    names = [name for name in vars(keysyms) if name.isupper() and name not in ("BACK_TAB", "LETTER_PLACES")]
    assert len(names) > 40
    assert {name: getattr(keysyms, name) for name in names} == {name: getattr(pyglets, name) for name in names}
    assert pyglets.user_key(23) == keysyms.BACK_TAB


class Fingers:
    """A touch screen, and the resulting mouse input of a machine."""

    swipes: ClassVar = {4: Swipe.PICTURE, 5: Swipe.LINES}

    def __init__(self) -> None:
        self.machine, self.now = StubMachine(), 100.0
        inputs = Inputs(self.machine, lambda: None, lambda _due: None, now=lambda: self.now)
        self.touch = Touch(inputs, lambda: self.now, lambda: 0.4, lambda x, _y: self.swipes.get(x // 100))

    def act(self, gesture: str) -> str:
        """Perform actions; return the mouse input: ``10,20 +1 -1`` is a click."""
        for words in gesture.split(", "):
            do, *numbers = words.split()
            if do == "wait":
                self.now += MAX_TAP_SECONDS * float(numbers[0])
                self.touch.wake()
            elif do in ("tremble", "move"):
                finger, x, y = map(int, numbers)
                if self.touch.move(finger, x, y, far=do == "move"):
                    self.machine.log.append(("picture",))
            else:
                getattr(self.touch, do)(*map(int, numbers))
        done, self.machine.log = self.machine.log, []
        return " ".join(map(input_word, done))


def input_word(done: tuple[object, ...]) -> str:
    """Return a machine's input in short form: pointer positions, buttons, steps of the wheel, key words."""
    match done:
        case "to", x, y:
            return f"{x},{y}"
        case "button", button, down:
            return f"{'+' if down else '-'}{button}"
        case "key", word, _:
            return str(word)
        case what, *values:
            return " ".join(map(str, (what, *values)))
    return ""


GESTURES = {
    "a tap is a click where the finger came down": [("down 1 10 20, tremble 1 11 21, up 1", "10,20 +1 -1")],
    "a drag begins where the finger came down": [
        ("down 1 10 20, move 1 30 40, move 1 31 41, up 1", "10,20 10,20 +1 30,40 31,41 -1")
    ],
    "a finger that lies still presses": [
        ("down 1 10 20", "10,20"),
        ("wait 0.5", ""),
        ("wait 0.5", "10,20 +1"),
        ("up 1", "-1"),
    ],
    "two fingers that are held are the right button, and a third one clicks": [
        ("down 1 10 20, down 2 90 90", "10,20 10,20 +2"),
        ("wait 2, down 3 50 60, up 3", "50,60 +1 -1"),
        ("up 2, up 1", "-2"),
    ],
    "a third finger at once makes no click of the two": [
        ("down 1 1 1, down 2 2 2, down 3 3 3, up 3, up 1, up 2", "1,1 1,1 +2 3,3 +1 -1 -2")
    ],
    "two fingers that tap click with the right button held": [
        ("down 1 10 20, down 2 90 90, up 1, up 2", "10,20 10,20 +2 +1 -1 -2")
    ],
    "a second finger does not disturb a drag": [
        ("down 1 10 20, move 1 30 40, down 2 90 90, move 2 80 80, up 2, up 1", "10,20 10,20 +1 30,40 -1")
    ],
    "two fingers that move click nothing and hold nothing": [
        ("down 1 10 20, down 2 90 90, move 1 5 5, up 1, up 2", "10,20 10,20 +2 taken"),
        ("down 1 10 20, down 2 90 90, tremble 1 5 5, up 1, up 2", "10,20 10,20 +2 +1 -1 -2"),
    ],
    "a second tap that is soon and near comes where the first came": [
        ("down 1 10 20, up 1, down 2 20 30 15, up 2", "10,20 +1 -1 +1 -1"),
        ("down 1 30 45 15, up 1", "30,45 +1 -1"),
        ("wait 2, down 1 30 46 15, up 1", "30,46 +1 -1"),
    ],
    "a drag begins where its finger came, however soon after a tap": [
        ("down 1 10 20, up 1, down 2 20 30 15, move 2 50 50, up 2", "10,20 +1 -1 20,30 +1 50,50 -1"),
    ],
    "a swipe of lines turns the wheel as far as the finger is from its start": [
        ("down 1 510 200, move 1 510 160, move 1 20 100, move 1 510 260, up 1", "510,200 wheel 1 wheel 1 wheel -3"),
        ("down 1 510 200, wait 2, move 1 510 100, up 1", "510,200 510,200 +1 510,100 -1"),
    ],
    "a swipe elsewhere in a zoomed picture moves the picture": [
        ("down 1 410 200, move 1 510 160, tremble 1 511 160, up 1", "410,200 picture picture"),
        ("down 1 10 20, up 1", "10,20 +1 -1"),
    ],
    "a finger taken away by the system clicks nothing": [
        ("down 0 10 20, wait 2", "10,20 10,20 +1"),
        ("cancel", "taken"),
        ("up 0", ""),
    ],
    "two fingers taken away by the system click nothing": [
        ("down 0 10 20, down 1 10 20, wait 2", "10,20 10,20 +2"),
        ("cancel", "taken"),
        ("up 0", ""),
    ],
}


@pytest.mark.parametrize("acts", GESTURES.values(), ids=GESTURES)
def test_fingers_are_a_mouse(acts: list[tuple[str, str]]) -> None:
    fingers = Fingers()
    for gesture, mouse in acts:
        assert fingers.act(gesture) == mouse
    assert fingers.touch.due is None
