"""What the control panel sets: typed values, and the texts as which they are kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from gemport.gem.aes.graf import BoxSpeed
from gemport.gem.errors import GemportError

SCREENS = {
    **{"st-high": (640, 400), "tt-medium": (640, 480), "tt-high": (1280, 960)},
    # The screen modes of FreeCell's guide.
    **{
        "pallace": (640, 512),
        "dblpalff": (640, 512),
        "vga": (640, 480),
        "ntsclace": (640, 400),
        "dblntscff": (640, 400),
    },
}
"""The screens of the machines, by name: width and height in pixels."""
LARGEST_SCREEN = 8192
FASTEST_CLICK = 4
LANGUAGES = ("de", "en")
FIT: Final = "fit"
Scale: TypeAlias = int | Literal["fit"] | None
"""Host pixels a pixel of the screen, in whole numbers.

FIT: what fills the window. None: whole numbers in a window, what fills it in full screen and when it is maximised.
"""


class ControlsError(GemportError):
    """A kept text is no value of its field; the message names the field."""


class Colours(Enum):
    """Ink and paper of the screen."""

    BLACK_ON_WHITE = "black-on-white"
    WHITE_ON_BLACK = "white-on-black"
    AMBER = "amber"
    GREEN = "green"
    SM124 = "sm124"
    """The bluish glow of the machine's own monitor."""

    @property
    def ink(self) -> tuple[int, int, int]:
        """Red, green and blue of a set bit."""
        return _INK_AND_PAPER[self][0]

    @property
    def paper(self) -> tuple[int, int, int]:
        """Red, green and blue of a clear bit."""
        return _INK_AND_PAPER[self][1]


_INK_AND_PAPER = {
    Colours.BLACK_ON_WHITE: ((0, 0, 0), (255, 255, 255)),
    Colours.WHITE_ON_BLACK: ((255, 255, 255), (0, 0, 0)),
    Colours.AMBER: ((28, 14, 0), (255, 176, 0)),
    Colours.GREEN: ((0, 22, 6), (64, 255, 112)),
    Colours.SM124: ((18, 20, 28), (226, 236, 248)),
}


class Ring(Enum):
    """How the bell makes itself known."""

    TONE = "tone"
    FLASH = "flash"
    OFF = "off"


@dataclass(frozen=True)
class Controls:
    """All that the panel sets.

    screen: width and height in pixels, from the next start on
    loudness: of the bell, 0 to 100
    double_click: the rate, 0 (slow) to 4 (fast); None: the one that is usual
    language: to speak from the next start on; None: the system's
    celebration: a victory is celebrated
    """

    screen: tuple[int, int] = SCREENS["st-high"]
    scale: Scale = None
    fullscreen: bool = False
    colours: Colours = Colours.BLACK_ON_WHITE
    ring: Ring = Ring.TONE
    loudness: int = 100
    boxes: BoxSpeed = BoxSpeed.MACHINE
    double_click: int | None = None
    language: str | None = None
    celebration: bool = True


def field_text(field: str, value: Any) -> str:
    """A value as it is kept."""
    return _FIELDS[field].write(value)


def read_field(field: str, text: str) -> Any:
    """The value that a text stands for. Raises ControlsError."""
    try:
        return _FIELDS[field].read(text)
    except ValueError:
        raise ControlsError(f"{field} was kept as {text!r}; that is not {_FIELDS[field].what}") from None


def _read_screen(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([1-9][0-9]{0,4})x([1-9][0-9]{0,4})", text)
    if match is None or max(map(int, match.groups())) > LARGEST_SCREEN:
        raise ValueError(text)
    return int(match[1]), int(match[2])


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,3}", text) or not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    return read


def _or_none(word: str, read: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda text: None if text == word else read(text)


def _or_word(word: str, read: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda text: word if text == word else read(text)


def _one_of(values: Mapping[str, Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        if text not in values:
            raise ValueError(text)
        return values[text]

    return read


class _Field(NamedTuple):
    """How a field is read and written, and in words what its texts are."""

    read: Callable[[str], Any]
    what: str
    write: Callable[[Any], str] = str


def _enum_field(kind: type[Enum]) -> _Field:
    values = {member.value: member for member in kind}
    return _Field(kind, f"one of {', '.join(values)}", lambda member: str(member.value))


def _switch() -> _Field:
    return _Field(_one_of({"on": True, "off": False}), "on or off", lambda on: "on" if on else "off")


_AUTO, _SYSTEM = "auto", "system"
_FIELDS = {
    "screen": _Field(
        _read_screen, f"a size such as 640x400, up to {LARGEST_SCREEN}", lambda size: "{}x{}".format(*size)
    ),
    "scale": _Field(
        _or_none(_AUTO, _or_word(FIT, _number(1, 99))),
        f"{_AUTO}, {FIT} or 1 to 99",
        lambda scale: str(scale or _AUTO),
    ),
    "fullscreen": _switch(),
    "colours": _enum_field(Colours),
    "ring": _enum_field(Ring),
    "loudness": _Field(_number(0, 100), "0 to 100"),
    "boxes": _enum_field(BoxSpeed),
    "double_click": _Field(
        _or_none(_AUTO, _number(0, FASTEST_CLICK)),
        f"{_AUTO} or 0 to {FASTEST_CLICK}",
        lambda rate: _AUTO if rate is None else str(rate),
    ),
    "language": _Field(
        _or_none(_SYSTEM, _one_of({name: name for name in LANGUAGES})),
        f"one of {', '.join((_SYSTEM, *LANGUAGES))}",
        lambda name: name or _SYSTEM,
    ),
    "celebration": _switch(),
}
