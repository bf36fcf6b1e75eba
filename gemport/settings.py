"""The settings: one row per setting, their saved texts, and applying them.

A row contains name, type and default of a setting, the parser for its text, the command line option that overrides it
for one run, and the buttons of the control panel. The labels are in the panel's resource.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum, auto
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from gemport.gem import BoxSpeed, GemportError, Machine
from gemport.gem.aes.dispatch import DCLICK_MS, INITIAL_DCLICK_RATE

SCREENS = {
    "st-high": (640, 400),
    "tt-medium": (640, 480),
    "tt-high": (1280, 960),
    # The screen modes from FreeCell's guide, in the order of their numbers there, from 1.
    "pallace": (640, 512),
    "dblpalff": (640, 512),
    "vga": (640, 480),
    "ntsclace": (640, 400),
    "dblntscff": (640, 400),
}
"""Width and height in pixels of the machines' screens, by name."""
MAX_SCREEN_SIZE = 8192
MAX_SCALE = 99
LANGUAGES = ("de", "en")
MIN_TUBE_SCALE = 1.5
"""Minimum scale, in host pixels per GEM pixel, for visible scan lines of the monitor."""
FIT: Final = "fit"
Scale: TypeAlias = int | Literal["fit"] | None
"""Host pixels per GEM pixel.

A number is the initial scale; a resized window uses the largest integer that fits. FIT fills the available space. With
None, a window opens at the largest integer that fits if that is at least 2, otherwise as with FIT. With FIT and None
the picture fills a resized window.
"""
DOUBLE_CLICK_MS = (800, 560, 400, 280, 200)
"""Double-click times in milliseconds for host users, from slow to fast; the original machine's are shorter."""
DEFAULT_DOUBLE_CLICK = 2
NEXT_START_SETTINGS = ("screen", "language")
"""Settings that take effect at the next start."""
PANEL = "default: as set in the control panel"
_OR_PANEL = "or as set in the control panel"
_PREFIX = "panel."


class SettingError(GemportError):
    """A saved text is not a valid value of its setting; the message names the setting."""


class Colours(Enum):
    """Ink and paper of the screen: the colours of set and clear bits, as red, green and blue from 0 to 255."""

    BLACK_ON_WHITE = (0, 0, 0), (255, 255, 255)
    WHITE_ON_BLACK = (255, 255, 255), (0, 0, 0)
    AMBER = (28, 14, 0), (255, 176, 0)
    GREEN = (0, 22, 6), (64, 255, 112)
    SM124 = (18, 20, 28), (226, 236, 248)
    """The bluish glow of the original monitor."""


class Dragging(Enum):
    """Representations of a dragged card, with the speed of moving boxes: original, fast, or off."""

    OUTLINE = BoxSpeed.MACHINE
    CARD = BoxSpeed.FAST
    NOTHING = BoxSpeed.OFF


class BellMode(Enum):
    """Ways to signal the bell."""

    TONE = auto()
    """Sound, or a flash if the host cannot play sound."""
    FLASH = auto()
    OFF = auto()


# ---- rows


class _Kind(NamedTuple):
    """A type of setting: a parser that raises ValueError for invalid text, a description of valid texts, a writer."""

    read: Callable[[str], Any]
    what: str
    write: Callable[[Any], str] = str


class Option(NamedTuple):
    """A command line option that overrides a setting for one run.

    ``metavar`` names the value. Without it, ``choices`` lists the values, or the option is a switch that sets
    ``value``.
    """

    flag: str
    help: str
    metavar: str | None = None
    choices: tuple[str, ...] = ()
    value: Any = None


class Row(NamedTuple):
    """The properties of a setting.

    Attributes:
        buttons: values of the panel's buttons, in the order of their objects
        unset: text for None; empty if None is not a valid value
    """

    kind: _Kind
    buttons: Sequence[Any]
    unset: str = ""
    option: Option | None = None

    def text(self, value: Any) -> str:
        return self.unset if value is None else self.kind.write(value)


def _row(default: Any, kind: _Kind, buttons: Sequence[Any], unset: str = "", option: Option | None = None) -> Any:
    return field(default=default, metadata={"row": Row(kind, buttons, unset, option)})


def _words(values: Mapping[str, Any]) -> _Kind:
    def read(text: str) -> Any:
        if text not in values:
            raise ValueError(text)
        return values[text]

    texts = {value: text for text, value in values.items()}
    *most, last = values
    return _Kind(read, f"{', '.join(most)} or {last}", texts.__getitem__)


def _members(kind: type[Enum]) -> _Kind:
    return _words({name.lower().replace("_", "-"): member for name, member in kind.__members__.items()})


def _numbers(least: int, most: int, word: str = "") -> _Kind:
    """Return the type for integers and optionally one additional word."""

    def read(text: str) -> int | str:
        if word and text == word:
            return word
        if not re.fullmatch(r"0|[1-9][0-9]{0,2}", text) or not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    return _Kind(read, f"{word} or {least} to {most}" if word else f"{least} to {most}")


def read_screen(text: str) -> tuple[int, int]:
    """Parse a screen size: a name, a number from the guide, or WxH in pixels. Raises ValueError."""
    if text in ("1", "2", "3", "4", "5"):
        return [*SCREENS.values()][-5:][int(text) - 1]
    if text.lower() in SCREENS:
        return SCREENS[text.lower()]
    match = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    width, height = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (0 < width <= MAX_SCREEN_SIZE and 0 < height <= MAX_SCREEN_SIZE):
        raise ValueError(text)
    return width, height


_SCREEN = _Kind(
    read_screen, f"{', '.join(SCREENS)}, 1 to 5 or WxH, up to {MAX_SCREEN_SIZE}", lambda size: "{}x{}".format(*size)
)
_SWITCH = _words({"on": True, "off": False})
_SIZES = ", ".join(f"{name} ({width}x{height})" for name, (width, height) in SCREENS.items())


@dataclass(frozen=True)
class Settings:
    """The values of all settings; each field is a row of the table.

    Attributes:
        screen: width and height in pixels, applied at the next start
        loudness: loudness of bell and key click, 0 to 100
        key_click: whether keys click, if the bell is a tone
        boxes: shape that moves with the pointer when a card is dragged
        double_click: rate from 0 (slow) to 4 (fast), or None for the default
        language: language applied at the next start, or None for the system's
        celebration: whether a victory is celebrated
        large_cards: whether cards have large indices
        tube: whether the picture imitates the original monitor, if its pixels are large enough
    """

    screen: tuple[int, int] = _row(
        SCREENS["st-high"],
        _SCREEN,
        [SCREENS[name] for name in ("st-high", "tt-medium", "tt-high")],
        option=Option(
            "--screen",
            f"{_SIZES}; 1 to 5: the last five of these; or WxH with up to {MAX_SCREEN_SIZE} pixels each"
            f" (default: st-high, {_OR_PANEL})",
            "SIZE",
        ),
    )
    scale: Scale = _row(
        None,
        _numbers(1, MAX_SCALE, FIT),
        (None, FIT, 1, 2, 3, 4, 5),
        "auto",
        Option(
            "--scale",
            f"host pixels per pixel of the screen, 1 to 99, or fit: as large as fits ({PANEL})",
            "N|fit",
        ),
    )
    fullscreen: bool = _row(
        False,
        _SWITCH,
        (False, True),
        option=Option("--fullscreen", f"start in full screen; Alt+Return changes it ({PANEL})", value=True),
    )
    colours: Colours = _row(Colours.BLACK_ON_WHITE, _members(Colours), list(Colours))
    tube: bool = _row(False, _SWITCH, (False, True))
    ring: BellMode = _row(
        BellMode.TONE,
        _members(BellMode),
        list(BellMode),
        option=Option("--mute", f"no bell ({PANEL})", value=BellMode.OFF),
    )
    loudness: int = _row(100, _numbers(0, 100), (25, 50, 75, 100))
    key_click: bool = _row(False, _SWITCH, (True, False))
    boxes: Dragging = _row(Dragging.OUTLINE, _members(Dragging), list(Dragging))
    double_click: int | None = _row(None, _numbers(0, len(DOUBLE_CLICK_MS) - 1), range(len(DOUBLE_CLICK_MS)), "auto")
    language: str | None = _row(
        None,
        _words({language: language for language in LANGUAGES}),
        (None, "de", "en"),
        "system",
        Option(
            "--lang",
            f"the language on the screen (default: German if the system uses it, else English, {_OR_PANEL})",
            choices=LANGUAGES,
        ),
    )
    celebration: bool = _row(True, _SWITCH, (True, False))
    large_cards: bool = _row(False, _SWITCH, (False, True))


ROWS: Mapping[str, Row] = {each.name: each.metadata["row"] for each in fields(Settings)}
"""Rows by name of the setting."""


def overridden(settings: Settings, chosen: Mapping[str, Any]) -> Settings:
    """Return settings with the values, by name, of command line options."""
    # A scale on the command line implies a window.
    return replace(settings, **{"fullscreen": False, **chosen} if "scale" in chosen else chosen)


# ---- saving


class Preferences(Protocol):
    """Named JSON values that outlive the run. Both methods raise GemportError on failure."""

    def get(self, name: str) -> Any:
        """Return the last value saved with a name, or None."""

    def set(self, name: str, value: Any) -> None:
        """Save a value."""


_PLACEMENT_1_0 = r"(?a)(?:([1-9]\d{0,4})x([1-9]\d{0,4}))?([+-]\d{1,5})([+-]\d{1,5})( maximised)?"


class Placement(NamedTuple):
    """The place and size of a window; None for the default.

    A host's window outside full screen, in host pixels, or a GEM window, in pixels of its screen.

    Attributes:
        place: the top left corner; for a host's window, of its contents, relative to the top left of all screens
    """

    size: tuple[int, int] | None = None
    place: tuple[int, int] | None = None
    maximised: bool = False


ANYWHERE = Placement()


def read_placement(saved: Any) -> Placement:
    """Return a saved placement, or ANYWHERE for None. Raises ValueError."""
    match saved:
        case None:
            return ANYWHERE
        case {
            "size": None | [int(), int()] as size,
            "place": None | [int(), int()] as place,
            "maximised": bool(maximised),
        }:
            return Placement(size and (size[0], size[1]), place and (place[0], place[1]), maximised)
        case str() if (text := re.fullmatch(_PLACEMENT_1_0, saved)) is not None:
            size = (int(text[1]), int(text[2])) if text[1] else None
            return Placement(size, (int(text[3]), int(text[4])), text[5] is not None)
    raise ValueError(f"expected a size and a place, got {saved!r}")


def read_setting(name: str, text: str) -> Any:
    """Parse a saved text. Raises SettingError."""
    row = ROWS[name]
    if row.unset and text == row.unset:
        return None
    try:
        return row.kind.read(text)
    except ValueError:
        words = f"{row.unset}, {row.kind.what}" if row.unset else row.kind.what
        raise SettingError(f"saved {name}: expected {words}, got {text!r}") from None


def read_settings(preferences: Preferences, complain: Callable[[str], None]) -> Settings:
    """Return the saved settings, with defaults for missing or invalid ones; ``complain`` gets a line for each error."""
    values: dict[str, Any] = {}
    for name in ROWS:
        try:
            value = preferences.get(_PREFIX + name)
            if value is not None:
                values[name] = read_setting(name, str(value))
        except SettingError as error:
            complain(f"control panel: {error}")
        except GemportError as error:
            complain(str(error))
            break
    return Settings(**values)


def save_setting(preferences: Preferences, name: str, value: Any) -> None:
    """Save a value. Raises GemportError on failure."""
    preferences.set(_PREFIX + name, ROWS[name].text(value))


# ---- applying


@dataclass
class Looks:
    """Options that games read each time they draw; the control panel changes them in running games.

    ``touch`` is True if games are played with fingers.
    """

    celebration: bool = True
    large_cards: bool = False
    touch: bool = False
    dragging: Dragging = Dragging.OUTLINE


class ShownWindow(Protocol):
    """A host's window; the user can resize it and fill the screen outside the panel.

    Attributes:
        settings: its current settings
        largest_scale: returns the maximum scale that fits, in host pixels per GEM pixel, not necessarily an integer
        shows_tube: whether the host can imitate the original monitor
        sounds: returns whether the host can play sound
    """

    settings: Settings
    shows_tube: bool

    @property
    def largest_scale(self) -> Callable[[], float]: ...

    @property
    def sounds(self) -> Callable[[], bool]: ...

    def change(self, settings: Settings) -> None:
        """Update the window and the bell, possibly after the call returns."""


class LiveSettings:
    """The settings in force, and the saved settings, which command line options can override for one run."""

    def __init__(
        self,
        machine: Machine,
        preferences: Preferences,
        saved: Settings,
        now: Settings,
        window: ShownWindow,
        looks: Looks | None = None,
    ) -> None:
        """Apply the settings for this run, ``now``, but show the saved values of NEXT_START_SETTINGS."""
        self.looks = looks or Looks()
        self.window = window
        self._machine = machine
        self._preferences = preferences
        self._values = replace(now, **{name: getattr(saved, name) for name in NEXT_START_SETTINGS})
        self._times, self._usual_rate = DOUBLE_CLICK_MS, DEFAULT_DOUBLE_CLICK
        self.change(self._values)

    def be_original(self) -> None:
        """Use the double-click times of the original machine."""
        self._times, self._usual_rate = DCLICK_MS, INITIAL_DCLICK_RATE
        self.change(self._values)

    def rate(self, settings: Settings) -> int:
        return self._usual_rate if settings.double_click is None else settings.double_click

    @property
    def shown(self) -> Settings:
        window = self.window.settings
        self._values = replace(self._values, fullscreen=window.fullscreen, scale=window.scale)
        return self._values

    def change(self, settings: Settings) -> None:
        """Apply new settings immediately without saving them."""
        self._values = settings
        self._machine.box_speed, self.looks.dragging = settings.boxes.value, settings.boxes
        self._machine.double_click_times = self._times
        self._machine.double_click = self.rate(settings)
        self.looks.celebration, self.looks.large_cards = settings.celebration, settings.large_cards
        self.window.change(settings)

    def save(self, names: set[str]) -> None:
        """Save the current values of some settings. Raises GemportError on failure."""
        for name in sorted(names):
            save_setting(self._preferences, name, getattr(self._values, name))
