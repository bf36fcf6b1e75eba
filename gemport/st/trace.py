"""A log of the programs' calls, one line per call: the machine's time in seconds, arguments and answer.

        0.140 DEMO.PRG     AES     wind_get(1, WF_WORKXYWH) = 1 60 79 298 180
        0.140 DEMO.PRG     AES     evnt_multi(MU_KEYBD|MU_MESAG, 0, 0, 0) ...
        1.660 DEMO.PRG     AES     ... evnt_multi = MU_KEYBD 320 200 0 0 7777 0

The answer gets a separate line if the call waited or another call was made before the answer.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum, IntFlag
from typing import Final, TypeAlias

from gemport.gem import MU_MESAG, Fmd, MouseNumber, Msg, Mu, Update, Wc, Wf, charset
from gemport.st.calls import Call, CallRow, Parameters
from gemport.st.drives import Error
from gemport.st.processor import Crash, Space

Answered: TypeAlias = Callable[[str], None]  # a function that logs the answer of a call
_MAX_NUMBERS: Final = 24
_MAX_TEXT_CHARS: Final = 80
_ENUMS: Final[Mapping[tuple[str, int], type[IntEnum | IntFlag]]] = {
    ("evnt_multi", 0): Mu,
    ("form_dial", 0): Fmd,
    ("graf_mouse", 0): MouseNumber,
    ("wind_calc", 0): Wc,
    ("wind_get", 1): Wf,
    ("wind_set", 1): Wf,
    ("wind_update", 0): Update,
}
"""Enumerations of arguments by call and position."""
_WITH_MESSAGE: Final = ("appl_read", "evnt_mesag", "evnt_multi")
_EVENT_BITS: Final = 0x3F


class Trace:
    """The log of a run; ``write`` is called with each line."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._open: tuple[object, str] | None = None  # the last call and its line, until it has an answer

    def close(self) -> None:
        """Write the last call if it has no answer yet."""
        if self._open is not None:
            self._write(f"{self._open[1]} ...")
            self._open = None

    def note(self, program: str, now: int, library: str, text: str) -> None:
        """Write a line for an event without an answer."""
        self.close()
        self._write(_line(program, now, library, text))

    def begin(self, program: str, now: Callable[[], int], library: str, name: str, arguments: str) -> Answered:
        """Log a call; return the function that logs its answer."""
        self.close()
        call, begun = object(), now()
        self._open = call, _line(program, begun, library, f"{name}({arguments})")

        def answered(answer: str) -> None:
            if self._open is not None and self._open[0] is call and now() == begun:
                self._write(f"{self._open[1]} = {answer}" if answer else self._open[1])
                self._open = None
            else:
                self.close()
                self._write(_line(program, now(), library, f"... {name} = {answer}"))

        return answered


def _line(program: str, now: int, library: str, text: str) -> str:
    return f"{now // 1000:9}.{now % 1000:03} {program:<12} {library:<7} {text}"


# ---- parts of lines


def tos_arguments(name: str, row: CallRow | None, space: Space, at: int) -> str:
    """Return a call's arguments, which are at ``at``."""
    shown = []
    for kind in row.comes if row is not None else "":
        size = 2 if kind == "w" else 4
        value = int.from_bytes(space.read(at, size), "big", signed=True)
        if kind == "s" or name == "Cconws":
            try:
                text = space.string(value, _MAX_TEXT_CHARS + 1)
            except Crash:
                text = b""
            shown.append(_text(_readable(text)))
        else:
            shown.append(_number(value))
        at += size
    return ", ".join(shown)


def tos_answer(library: str, answer: int) -> str:
    """Return a call's answer, with names for GEMDOS's errors."""
    number = (answer & 0xFFFFFFFF ^ 0x80000000) - 0x80000000
    is_error = library == "GEMDOS" and number in set(Error)
    return f"{number} {Error(number).name}" if is_error else _number(number)


def shown_arguments(call: Call, arrays: Parameters) -> str:
    """Return the arguments of an AES or VDI call."""
    shown: list[str] = []
    for place in call.comes:
        try:
            shown += _values(call.name, len(shown), place, arrays)
        except (ValueError, IndexError, Crash):
            shown.append("?")
    return ", ".join(shown)


def _values(name: str, first: int, place: tuple[str, int, int], arrays: Parameters) -> list[str]:
    kind, index, count = place
    if kind == "o":
        kind = "a"
    values = arrays.values(kind, index, count)
    match kind:
        case "a" | "v":
            return [f"${value & 0xFFFFFF:06X}" for value in values]
        case "m":
            return [f"${form.at:06X}" if form.at else "screen" for form in values]
        case "t":
            return [_text(value) for value in values]
        case "T":
            return [_text(_readable(value)) for value in values]
        case "r":
            return [str(number) for rect in values for number in rect]
        case "P":
            return [f"{x},{y}" for x, y in values[0][:_MAX_NUMBERS]]
        case "I" | "Q":
            values = list(values[0])
            while values and not values[-1]:
                values.pop()
    return _shortened([_named(_ENUMS.get((name, first + at)), value) for at, value in enumerate(values)])


def vdi_answer(integers: Sequence[int], points: Sequence[int]) -> str:
    """Return the answer of a VDI call: intout, then ptsout after a slash."""
    return " / ".join(filter(None, (_numbers(integers), _numbers(points))))


def _numbers(words: Sequence[int]) -> str:
    return " ".join(_shortened([str((word & 0xFFFF ^ 0x8000) - 0x8000) for word in words]))


def _shortened(shown: list[str]) -> list[str]:
    return [*shown[:_MAX_NUMBERS], "..."] if len(shown) > _MAX_NUMBERS else shown


def aes_answer(call: Call, words: Sequence[int], address: int | None, space: Space, arrays: Parameters) -> str:
    """Return the answer of an AES call, including a received message."""
    shown = _numbers(words)
    if call.name == "evnt_multi":
        shown = " ".join([_named(Mu, words[0] & _EVENT_BITS), _numbers(words[1:])])
    if address is not None:
        shown += f" ${address:06X}"
    if call.name in _WITH_MESSAGE and (call.name != "evnt_multi" or words[0] & MU_MESAG):
        (at,) = arrays.values("a", 0, 1)
        kind, *rest = space.words(at, 8)
        shown += f": {_named(Msg, kind)} {_numbers(rest)}"
    return shown


def _named(enum: type[IntEnum | IntFlag] | None, value: int) -> str:
    """Return the name of a number if it has one: MU_KEYBD|MU_TIMER."""
    if enum is None:
        return str(value)
    if issubclass(enum, IntFlag):
        return "|".join(str(flag.name) for flag in enum if flag & value) or "0"
    return next((str(member.name) for member in enum if member == value), str(value))


def _number(value: int) -> str:
    """Return a number, in hexadecimal if it may be an address."""
    return str(value) if -0x8000 <= value < 0x8000 else f"${value & 0xFFFFFFFF:X}"


def _readable(text: bytes) -> str:
    """Decode a text but leave control characters unchanged, so that repr escapes them."""
    return "".join(chr(code) if code < 0x20 else charset.decode(bytes([code])) for code in text)


def _text(text: str) -> str:
    return repr(text[:_MAX_TEXT_CHARS]) + ("..." if len(text) > _MAX_TEXT_CHARS else "")
