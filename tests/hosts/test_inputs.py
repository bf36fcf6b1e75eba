"""Keys, held keys and buttons, and the elapsed time before each input."""

from collections.abc import Sequence
from itertools import count

import pytest

from gemport.gem import LEFT, MU_BUTTON, Gem, Machine, Work
from gemport.hosts.desktop.backend import key as host
from gemport.hosts.files import built_in_artwork
from gemport.hosts.inputs import SAVE_SECONDS, SYMBOLS, Inputs, Keyboard, Pace
from tests.gem.aes.test_keys import KEYS

MODIFIERS = {"shift": host.MOD_SHIFT, "ctrl": host.MOD_CTRL, "alt": host.MOD_ALT, "command": host.MOD_COMMAND}


def act(keyboard: Keyboard, word: str) -> object:
    """Act: +A or +shift+A presses, -A releases, 'a is text, ~ctrl changes modifiers, ! is another window."""
    kind, rest = word[0], word[1:]
    if kind == "'":
        return [f"{code:04X}" for code in keyboard.text(rest)]
    *names, last = rest.split("+")
    bits = sum(MODIFIERS[name] for name in names)
    if kind == "+":
        code = keyboard.press(getattr(host, last), bits)
        return None if code is None else f"{code:04X}"
    if kind == "-":
        keyboard.release(getattr(host, last))
    elif kind == "~":
        keyboard.modifiers(sum(MODIFIERS[name] for name in rest.split("+") if name))
    else:
        keyboard.forget()
    return None


@pytest.mark.parametrize(
    ("symbol", "modifiers", "text", "digit_row", "word"),
    [
        ("_2", 0, "é", True, "0332"),
        ("_2", 0, "é", False, "0082"),
        ("_2", 0, "4", True, "0534"),
        ("_2", host.MOD_SHIFT, "é", True, "0082"),
        ("E", 0, "é", True, "0082"),
    ],
)
def test_the_upper_row_gives_digits_where_they_are_asked_for(
    symbol: str, modifiers: int, text: str, digit_row: bool, word: str
) -> None:
    keyboard = Keyboard()
    keyboard.press(getattr(host, symbol), modifiers)
    assert [f"{given:04X}" for given in keyboard.text(text, digit_row)] == [word]


@pytest.mark.parametrize(
    ("acts", "given", "held"),
    [
        # a character arrives once, as the layout's text; Return acts immediately although it is also text
        ("+Z 'y", "1579", "1579"),
        ("+RETURN '\r '\r", "1C0D", "1C0D"),
        ("+A 'a 'a 'a", "1E61", "1E61"),
        ("+ctrl+Z -LCTRL 'z", "6100", None),
        ("+E 'é", "0082", "0082"),
        # the last pressed key repeats until it is up, whatever was pressed before
        *((f"+{key} -{key}", word, None) for key, word in (("F12", "6100"), ("LEFT", "4B00"), ("F5", "3F00"))),
        ("+F1 +F2 -F1", "3B00 3C00", "3C00"),
        ("+F1 +F2 -F1 -F2", "3B00 3C00", None),
        ("+A 'a -A", "1E61", None),
        ("+E 'é -E", "0082", None),
        # a change of the modifiers, and another window, stop this
        *((f"+LCTRL +ctrl+Z {end}", "6100", None) for end in ("-LCTRL", "+ctrl+LSHIFT", "~", "!", "+ctrl+CAPSLOCK")),
        ("+LCTRL +ctrl+Z", "6100", "6100"),
        ("+shift+F2", "5500", "5500"),
        # macOS does not report the release of a key while Command is held
        ("+command+Z", "6100", None),
        # text without a key, each time; a named key before a character does not swallow it
        ("+A 'a -A 'é 'é", "1E61 0082 0082", None),
        ("'é", "0082", None),
        ("+F1 +A 'a", "3B00 1E61", "1E61"),
        # the keypad has separate scancodes, and a German comma is its period
        ("+NUM_7 '7 +_7 '7", "6737 0837", "0837"),
        ("+NUM_DECIMAL ',", "712E", "712E"),
        # Undo and Help on keys of every host, and combinations
        *((f"+{key}", "6100", "6100") for key in ("F12", "END", "UNDO", "ctrl+Z")),
        *((f"+{key}", "6200", "6200") for key in ("F11", "HELP")),
        ("+ctrl+C +alt+A +NUM_ENTER", "2E03 1E00 720D", "720D"),
        # AltGr is Control and Alt on some hosts: the text decides
        ("+ctrl+alt+Q '@", "0340", "0340"),
        # characters that the Atari lacks
        ("+A '日 '\x1b '\x7f", "", None),
        # a key that is a mouse button is held down, not repeated
        ("+alt+INSERT", "5200", None),
        ("+alt+HOME", "4700", None),
        ("+alt+NUM_INSERT", "5200", None),
    ],
)
def test_keys(acts: str, given: str, held: str | None) -> None:
    keyboard, words = Keyboard(), list[str]()
    for word in acts.split(" "):
        result = act(keyboard, word)
        words += result if isinstance(result, list) else [result] if isinstance(result, str) else []
    assert words == given.split()
    assert keyboard.held == (None if held is None else int(held, 16))


@pytest.mark.parametrize(
    ("acts", "shift"),
    [
        ("+RSHIFT", 1),
        ("+RSHIFT +shift+LSHIFT", 3),
        ("+RSHIFT +shift+LSHIFT -RSHIFT", 2),
        ("+LSHIFT +shift+LCTRL ~", 0),
        ("~shift+alt", 2 | 8),
    ],
)
def test_shift_keys_also_those_that_change_elsewhere(acts: str, shift: int) -> None:
    keyboard = Keyboard()
    for word in acts.split():
        act(keyboard, word)
    assert keyboard.shift == shift


def test_only_a_key_that_moves_the_pointer_waits_for_no_program() -> None:
    keyboard = Keyboard()
    assert (act(keyboard, "+alt+shift+UP"), keyboard.moves_pointer) == ("4838", True)
    assert (act(keyboard, "+UP"), keyboard.moves_pointer) == ("4800", False)


class Clock:
    """The host's clock in seconds, set by the test."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pace(clock: Clock) -> Pace:
    pace = Pace(clock)
    assert pace.passed() == 0
    return pace


Steps = Sequence[tuple[int | None, float, object]]


@pytest.mark.parametrize(
    ("steps", "working"),
    [
        # time also passes while only input can wake the GEM
        ([(None, 1200, 1_200_000), (500, 0.3, pytest.approx(300, abs=1))], False),
        # the user is away for a day
        ([(None, 86_400, 3_600_000), (None, 1, 1000)], False),
        # a long timer is not mistaken for the host's sleep, and sleep does not count
        ([(60_000, 60.5, 60_500)], False),
        ([(20, 3600, 20), (20, 0.02, pytest.approx(20, abs=1))], False),
        # a working machine gets the time of one slice: otherwise a slow computer would fall further behind
        ([*[(10, 0.5, 10)] * 10, (10, 0.013, 13)], True),
    ],
)
def test_so_much_time_has_passed(clock: Clock, pace: Pace, steps: Steps, working: bool) -> None:
    """The wakeup, the host's seconds, and the machine's milliseconds."""
    for due, seconds, passed in steps:
        pace.due(due)
        clock.now += seconds
        assert pace.passed(working) == passed


class Played:
    """A pace that saves time while ``going``, and its number of saves."""

    def __init__(self, clock: Clock) -> None:
        self.going = True
        self.times = 0
        self.pace = Pace(clock, self.keep)
        self.feed()

    def keep(self) -> bool:
        self.times += 1
        return self.going

    def feed(self) -> tuple[int, float | None]:
        """Return the elapsed milliseconds at an input or a wakeup, and the seconds until the next."""
        passed = self.pace.passed()
        self.pace.keep()
        return passed, self.pace.due(None)


def test_playing_time_is_saved_every_ten_seconds_of_play(clock: Clock) -> None:
    played = Played(clock)
    clock.now += 4
    _, due = played.feed()
    assert (due, played.times) == (pytest.approx(SAVE_SECONDS - 4, abs=0.01), 0)
    for times in (1, 2, 3):
        clock.now += due or 0
        passed, due = played.feed()
        assert (passed, due, played.times) == (
            pytest.approx(10_000, abs=4001),
            pytest.approx(SAVE_SECONDS, abs=0.01),
            times,
        )
    played.going = False
    clock.now += due or 0
    assert played.feed()[1] is None
    assert played.times == 4
    clock.now += 60
    # An input.
    assert played.feed() == (60_000, pytest.approx(SAVE_SECONDS, abs=0.01))
    # Some hosts' clocks continue during sleep; the missed save reveals it.
    clock.now += 8 * 3600
    assert played.feed()[0] <= 1000 * SAVE_SECONDS + 1


@pytest.mark.parametrize(("speed", "host_ms"), [(1, 600), (2, 300), (0.5, 1200), (0.3, 2000), (7, 86)])
def test_speed_makes_the_machines_clock_run_faster(speed: float, host_ms: int) -> None:
    clock = Clock()
    pace = Pace(clock, speed=speed)
    assert (pace.passed(), pace.due(600)) == (0, pytest.approx(host_ms / 1000))
    passed = 0
    for _ in range(host_ms - 1):
        clock.now += 0.001
        passed += pace.passed()
        pace.due(600 - passed)
    assert passed < 600
    clock.now += 0.002
    assert 600 <= passed + pace.passed() <= 600 + 2 * speed


@pytest.mark.parametrize("ms", [150, 400, 5000])
def test_slow_presses_are_no_double_click_on_a_lagging_machine(clock: Clock, ms: int) -> None:
    machine, moments = Machine(built_in_artwork()), list[int]()

    async def waits(gem: Gem) -> None:
        work = Work(number for number in count())
        while True:
            if (await gem.evnt_multi(MU_BUTTON, clicks=1, mask=LEFT, state=LEFT, work=work)).events & MU_BUTTON:
                moments.append(gem.now)
                await gem.evnt_button(1, LEFT, 0)

    machine.start(waits)
    # Each slice takes far longer than its time on the machine.
    machine.slice_over = lambda: True
    inputs = Inputs(machine, lambda: None, lambda _due: None, now=clock)
    for _ in range(2):
        inputs.press(LEFT)
        inputs.release(LEFT)
        clock.now += ms / 1000
    dclick_ms = machine.double_click_times[machine.double_click]
    assert (moments[1] - moments[0] <= dclick_ms) is (ms <= dclick_ms)


KEYPAD = dict(zip("+-*/.0123456789", ("ADD", "SUBTRACT", "MULTIPLY", "DIVIDE", "DECIMAL", *"0123456789"), strict=True))
HOST_KEYS = {
    **{name: symbol for symbol, name in reversed(SYMBOLS.items())},
    **{name: ord(name) for name in KEYS if len(name) == 1},
    **{f"keypad{sign}": getattr(host, f"NUM_{name}") for sign, name in KEYPAD.items()},
    "Space": host.SPACE,
    "keypad(": host.PAGEUP,
    "keypad)": host.PAGEDOWN,
}


@pytest.mark.parametrize("name", [name for name in KEYS if name != "z"])
def test_control_and_alternate_give_the_machines_words(name: str) -> None:
    """Control+Z is Undo."""
    pressed = [Keyboard().press(HOST_KEYS[name], bits) for bits in (host.MOD_CTRL, host.MOD_ALT)]
    assert [f"{word:04X}" for word in pressed] == KEYS[name][2:]
