"""The VDI binding: trap #2 with D0 = 115, and the table of VDI calls."""

import struct
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from types import GeneratorType
from typing import Any, Final, TypeAlias

from gemport.gem import Raster, Workstation, charset
from gemport.gem.vdi.attributes import steps_of
from gemport.gem.vdi.raster import fill_rect, sort_corners
from gemport.st.calls import WORDS, Steps, calls
from gemport.st.cycles import vdi_cycles
from gemport.st.memory_objects import Mfdb
from gemport.st.processor import Space
from gemport.st.task import Task
from gemport.st.trace import Answered, shown_arguments, vdi_answer

_ARGUMENT_ERRORS: Final = (ValueError, IndexError)
_PARAMETERS: Final = struct.Struct(">5L")
_CONTRL: Final = struct.Struct(">12h")
_MAX_WORDS: Final = 1024
_PHYSICAL_HANDLE: Final = 1
_MAX_WORKSTATIONS: Final = 64
_WORK_IN_WORDS: Final = 11
_LOCATOR, _STRING = 1, 4
_RETURN_KEY: Final = 0x0D
_MAX_OVERLAP_BYTES: Final = 128
"""Maximum bytes of a row copied over itself word by word; longer rows would take too long."""
_REQUEST, _SAMPLE = 1, 2
_MARKER_WIDTH: Final = 15  # of the smallest marker
_ACTUAL_COLORS: Final[dict[int, tuple[int, ...]]] = {0: (1000,) * 3, 1: (0,) * 3}
"""Components in thousandths, by colour."""

CALLS = calls("""
    1 v_opnwk I > i0*45 p0*, 2 v_clswk, 3 v_clrwk, 4 v_updwk,
    5.1 vq_chcells > i0 i1, 5.2 v_exit_cur, 5.3 v_enter_cur, 5.4 v_curup, 5.5 v_curdown, 5.6 v_curright,
    5.7 v_curleft, 5.8 v_curhome, 5.9 v_eeos, 5.10 v_eeol, 5.11 vs_curaddress i0 i1, 5.12 v_curtext T, 5.13 v_rvon,
    5.14 v_rvoff, 5.15 vq_curaddress > i0 i1, 5.16 vq_tabstatus > i0, 5.17 v_hardcopy, 5.18 v_dspcur p0 p1,
    5.19 v_rmcur,
    6 v_pline P, 7 v_pmarker P, 8 v_gtext p0 p1 T, 9 v_fillarea P, 10 v_cellarray,
    11.1 v_bar p0 p1 p2 p3, 11.2 v_arc p0 p1 p6 i0 i1, 11.3 v_pieslice p0 p1 p6 i0 i1, 11.4 v_circle p0 p1 p4,
    11.5 v_ellipse p0 p1 p2 p3, 11.6 v_ellarc p0 p1 p2 p3 i0 i1, 11.7 v_ellpie p0 p1 p2 p3 i0 i1,
    11.8 v_rbox p0 p1 p2 p3, 11.9 v_rfbox p0 p1 p2 p3, 11.10 v_justified p0 p1 T2 p2 i0 i1,
    12 vst_height p1 > p0 p1 p2 p3, 13 vst_rotation i0 > i0, 14 vs_color i0 i1 i2 i3, 15 vsl_type i0 > i0,
    16 vsl_width p0 > p0 p1, 17 vsl_color i0 > i0, 18 vsm_type i0 > i0, 19 vsm_height p1 > p1 p0,
    20 vsm_color i0 > i0, 21 vst_font i0 > i0, 22 vst_color i0 > i0, 23 vsf_interior i0 > i0, 24 vsf_style i0 > i0,
    25 vsf_color i0 > i0, 26 vq_color i0 i1 > i0 i1 i2 i3, 27 vq_cellarray, 28 v_locator p0 p1 > i0 p0 p1,
    29 v_valuator, 30 v_choice > i0, 31 v_string i0 > i0*, 32 vswr_mode i0 > i0, 33 vsin_mode i0 i1 > i0,
    35 vql_attributes > i0 i1 i2 p0, 36 vqm_attributes > i0 i1 i2 p1, 37 vqf_attributes > i0 i1 i2 i3 i4,
    38 vqt_attributes > i0 i1 i2 i3 i4 i5 p0 p1 p2 p3, 39 vst_alignment i0 i1 > i0 i1, 100 v_opnvwk I > i0*45 p0*,
    101 v_clsvwk, 102 vq_extnd i0 > i0*45 p0*, 103 v_contourfill p0 p1 i0, 104 vsf_perimeter i0 > i0,
    105 v_get_pixel p0 p1 > i0 i1, 106 vst_effects i0 > i0, 107 vst_point i0 > i0 p0 p1 p2 p3,
    108 vsl_ends i0 i1 > i0 i1, 109 vro_cpyfm i0 Q m7 m9, 110 vr_trnfm m7 m9, 111 vsc_form I, 112 vsf_udpat I,
    113 vsl_udsty i0, 114 vr_recfl p0 p1 p2 p3, 115 vqin_mode i0 > i0, 116 vqt_extent T > p0*,
    117 vqt_width i0 > i0 p0 p2 p4, 118 vex_timv v0 > v0 i0, 119 vst_load_fonts i0 > i0, 120 vst_unload_fonts i0,
    121 vrt_cpyfm i0 Q m7 m9 i1 i2, 122 v_show_c i0, 123 v_hide_c, 124 vq_mouse > i0 p0 p1, 125 vex_butv v0 > v0,
    126 vex_motv v0 > v0, 127 vex_curv v0 > v0, 128 vq_key_s > i0, 129 vs_clip i0 Q,
    130 vqt_name i0 > i0*, 131 vqt_fontinfo > i0 i1 p0*
""")
"""VDI calls by number, with the tokens of :mod:`gemport.st.calls` and ``v0``: the address in contrl[7] and [8] as an
argument, in contrl[9] and [10] as a result."""
_ESCAPES: Final = {
    **{"v_exit_cur": b"\33E\33f", "v_enter_cur": b"\33E\33e"},
    **{"v_curup": b"\33A", "v_curdown": b"\33B", "v_curright": b"\33C", "v_curleft": b"\33D", "v_curhome": b"\33H"},
    **{"v_eeos": b"\33J", "v_eeol": b"\33K", "v_rvon": b"\33p", "v_rvoff": b"\33q"},
}
"""Escape sequences of the console that carry out calls."""
_CONSTANT_ANSWERS: Final[dict[str, int | None]] = {
    **dict.fromkeys(("v_updwk", "v_cellarray", "vq_cellarray", "v_valuator", "v_hardcopy", "v_dspcur", "v_rmcur")),
    **{"vst_load_fonts": 0, "vst_unload_fonts": None, "v_choice": 1, "vq_tabstatus": 1},
}
"""Constant answers. Drawing is visible immediately, the pointer appears automatically, and colours and
fonts are fixed. As in TOS, cell arrays and the valuator are missing, and v_choice does not wait. A mouse is present, a
printer is not."""
_CALLS_WITH_SUB: Final = frozenset((5, 11))


class _VdiArrays:
    """The arrays of one call; :meth:`finish` writes all results together."""

    answered: Answered | None = None

    def __init__(self, space: Space, block: int) -> None:
        self._space = space
        self._at = _PARAMETERS.unpack(space.read(block, _PARAMETERS.size))
        self.contrl: tuple[int, ...] = _CONTRL.unpack(space.read(self._at[0], _CONTRL.size))
        points, integers = self.contrl[1], self.contrl[3]
        self._intin = space.read(self._at[1], 2 * integers) if 0 < integers <= _MAX_WORDS else b""
        self.ptsin = space.words(self._at[2], 2 * points) if 0 < points <= _MAX_WORDS else ()
        self._intout: list[int] = []
        self._ptsout: list[int] = []

    def pointer(self, index: int) -> int:
        return (self.contrl[index] & 0xFFFF) << 16 | self.contrl[index + 1] & 0xFFFF

    def values(self, kind: str, index: int, count: int) -> Sequence[Any]:
        if kind in WORDS:
            words = (self.ptsin if kind == "p" else self._integers())[index : index + count]
            if len(words) < count:
                # GEM copies the counted points, but reads intin in place.
                at, size = self._at[1] + 2 * index, 2 * count
                if kind == "p" or not self._space.has(at, size):
                    raise IndexError(kind)
                words = self._space.words(at, count)
            return words
        match kind:
            case "P":
                return [list(zip(self.ptsin[::2], self.ptsin[1::2], strict=False))]
            case "T":
                return [self._intin[2 * index + 1 :: 2]]
            case "m":
                return [Mfdb(self._space, self.pointer(index))]
            case "v":
                return [self.pointer(7)]
        return [self.ptsin if kind == "Q" else list(self._integers())]

    def _integers(self) -> tuple[int, ...]:
        # Decoded only on demand: texts use the bytes.
        return struct.unpack(f">{len(self._intin) // 2}h", self._intin)

    def put(self, kind: str, index: int, numbers: list[int]) -> None:
        if kind == "v":
            self._space.put_long(self._at[0] + 18, numbers[0])
            return
        words = self._intout if kind == "i" else self._ptsout
        words.extend([0] * (index - len(words)))
        words[index : index + len(numbers)] = numbers

    def finish(self, handle: int) -> None:
        space, contrl = self._space, self._at[0]
        if len(self._ptsout) % 2:
            self._ptsout.append(0)
        for at, words in ((self._at[3], self._intout), (self._at[4], self._ptsout)):
            if words:
                space.write(at, struct.pack(f">{len(words)}H", *[word & 0xFFFF for word in words]))
        counts = (len(self._ptsout) // 2, self.contrl[3], len(self._intout))
        if counts != self.contrl[2:5]:
            space.write(contrl + 4, struct.pack(">3h", *counts))
        if handle != self.contrl[6]:
            space.put_word(contrl + 12, handle)
        if self.answered is not None:
            self.answered(vdi_answer(self._intout, self._ptsout))


class VdiBinding:
    """A program's workstations, and the calls that a method of Workstation does not cover."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._open = {_PHYSICAL_HANDLE: task.physical}
        self._handle = 0
        self._modes: dict[int, int] = {}  # modes of input devices set by the program
        # The components requested by vs_color.
        self._colors: dict[int, tuple[int, ...]] = dict.fromkeys(_ACTUAL_COLORS, (1000,) * 3)
        self._own = {call.name: getattr(self, call.name) for call in CALLS.values() if hasattr(self, call.name)}
        self._own.update((name, partial(self._exchange, name)) for name in ("vex_butv", "vex_motv", "vex_curv"))
        self._own.update((name, partial(task.terminal.write, text)) for name, text in _ESCAPES.items())
        self._own.update((name, lambda *_, answer=answer: answer) for name, answer in _CONSTANT_ANSWERS.items())
        self._own["v_curtext"] = task.terminal.write
        self._rts = task.space.intern(b"\x4e\x75")  # address of an rts

    def call(self, block: int) -> Awaitable[None] | None:
        """Carry out the call whose parameter block is at ``block``; return an awaitable if it has to wait, or None."""
        arrays = _VdiArrays(self._task.space, block)
        number, _, _, _, _, sub, self._handle = arrays.contrl[:7]
        call = CALLS.get((number, sub) if number in _CALLS_WITH_SUB else number)
        if call is None:
            self._task.unknown("VDI", number if number not in _CALLS_WITH_SUB else f"{number}, {sub}")
            arrays.finish(self._handle)
            return None
        if self._task.system.trace is not None:
            arguments = filter(None, (str(self._handle), shown_arguments(call, arrays)))
            arrays.answered = self._task.traced("VDI", call.name, ", ".join(arguments))
        result, workstation = None, self._open.get(self._handle)
        if workstation is not None or call.name in ("v_opnwk", "v_opnvwk"):
            method = self._own.get(call.name) or getattr(workstation, call.name)
            try:
                values = call.arguments(arrays)
                clip = self._task.physical.clip if workstation is None else workstation.clip
                self._task.spend(vdi_cycles(call.name, arrays.ptsin, max(arrays.contrl[3], 0), clip))
                result = steps_of(method)(*values)
            except _ARGUMENT_ERRORS as error:
                result = error
            if isinstance(result, GeneratorType):
                result = self._drawn(result)
        handle = self._handle

        def finish(result: Any) -> None:
            if isinstance(result, Exception):
                # Too few numbers, or a form without a size: nothing is drawn.
                self._task.wrong("VDI", call.name)
            else:
                call.put_results(arrays, result)
            arrays.finish(handle)

        return self._task.carry_out(result, finish, wrong=_ARGUMENT_ERRORS)

    @property
    def _workstation(self) -> Workstation:
        return self._open[self._handle]

    # ---- workstations

    def v_opnvwk(self, work_in: list[int]) -> list[int]:
        """Open a workstation on the screen; return 45 words of intout and 12 of ptsout, or an empty list."""
        handle = next((n for n in range(2, _MAX_WORKSTATIONS) if n not in self._open), 0)
        self._handle = handle
        if not handle:
            return []
        screen = self._task.physical
        words = (work_in + [1] * _WORK_IN_WORDS)[:_WORK_IN_WORDS]
        opened = self._open[handle] = Workstation(screen.raster, screen.fonts, words, screen.pointer)
        return opened.work_out

    v_opnwk = v_opnvwk

    def v_clsvwk(self) -> None:
        if self._handle != _PHYSICAL_HANDLE:
            del self._open[self._handle]

    v_clswk = v_clsvwk

    def vs_clip(self, flag: int, corners: list[int]) -> None:
        """Limit drawing to a rectangle; without a flag its corners may be missing."""
        self._workstation.vs_clip(flag, *(corners if flag else (0,) * 4)[:4])

    # ---- attributes whose results differ from Workstation's

    def vsl_width(self, width: int) -> tuple[int, int]:
        return self._workstation.vsl_width(width), 0

    def vsm_height(self, height: int) -> tuple[int, int]:
        set_height = self._workstation.vsm_height(height)
        return set_height, self._workstation.marker_scale * _MARKER_WIDTH

    def vql_attributes(self) -> tuple[int, ...]:
        """Return type, colour, writing mode and width, but not the ends."""
        line_type, color, mode, _, _, width = self._workstation.vql_attributes()
        return line_type, color, mode, width

    def vs_color(self, index: int, *levels: int) -> None:
        """Store a colour's requested components; the screen's colours are fixed."""
        if index in self._colors:
            self._colors[index] = levels

    def vq_color(self, index: int, is_actual: int) -> tuple[int, ...]:
        """Return a colour and its requested or actual components in thousandths, or -1 and zeros if unknown."""
        if index not in self._colors:
            return -1, 0, 0, 0
        return index, *(_ACTUAL_COLORS if is_actual else self._colors)[index]

    def vqt_name(self, index: int) -> list[int]:
        face, name = self._workstation.vqt_name(index)
        return [face, *charset.encode(name, "replace")[:32].ljust(32, b"\0")]

    def vqt_fontinfo(self) -> tuple[int, ...]:
        """Return first and last character, then pairs: width and bottom, effects and further distances."""
        first, last, width, (bottom, descent, half, ascent, top), (bold, left, right) = self._workstation.vqt_fontinfo()
        return first, last, width, bottom, bold, descent, left, half, right, ascent, 0, top

    # ---- areas and raster copies

    def vr_recfl(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Fill a rectangle; without clipping, as in GEM, columns beyond an edge are those of the lines around."""
        ws = self._workstation
        paint, line = ws.paint(), ws.raster.stride
        left, top, right, bottom = sort_corners(x1, y1, x2, y2)
        for down in (0,) if ws.clipping else range(left // line, right // line + 1):
            rows = len(paint.pattern)
            moved = paint._replace(pattern=tuple(paint.pattern[(y - down) % rows] for y in range(rows)))
            fill_rect(ws.raster, ws.clip, (left - down * line, top + down, right - down * line, bottom + down), moved)
        ws.touch()

    def vro_cpyfm(self, op: int, corners: list[int], source: Mfdb, target: Mfdb) -> Steps[None]:
        """Copy between forms with equally many planes; either can be the screen."""
        if source.planes == target.planes:
            copy = partial(self._workstation.vro_cpyfm, op, lower=source.at < target.at)
            yield from copy_forms(corners, source, target, copy)

    def vrt_cpyfm(self, mode: int, corners: list[int], source: Mfdb, target: Mfdb, ink: int, paper: int) -> Steps[None]:
        """Copy a form of one plane; black has only the lowest bit, so it is white in further planes of the target."""
        if source.planes == 1:
            copy = partial(self._workstation.vrt_cpyfm, mode, colors=(ink, paper))
            yield from copy_forms(
                corners, source, target, copy, partial(self._workstation.vrt_cpyfm, mode, colors=(0, 0))
            )

    def vr_trnfm(self, source: Mfdb, target: Mfdb) -> Steps[None]:
        if source.at and target.at:
            yield from target.transform(source)
        target.is_standard = not source.is_standard

    def _drawn(self, steps: Steps[None]) -> Steps[None]:
        workstation = self._workstation
        for _ in steps:
            workstation.touch()
            yield

    # ---- input and the console

    def v_show_c(self, reset: int) -> None:
        self._task.change_pointer(partial(self._workstation.v_show_c, reset))

    def v_hide_c(self) -> None:
        self._task.change_pointer(self._workstation.v_hide_c)

    def v_locator(self, x: int, y: int) -> tuple[int, ...]:
        """Return the pressed button without waiting, and the mouse's position in request mode; sample mode moves it."""
        pointer = self._workstation.pointer.mouse
        buttons, *place = self.vq_mouse()
        button = 0x20 if buttons & 1 else 0x21 if buttons else 0
        if self._modes.get(_LOCATOR) != _SAMPLE:
            return button, *place
        raster = self._workstation.raster
        pointer.x, pointer.y = min(max(x, 0), raster.width - 1), min(max(y, 0), raster.height - 1)
        return (button,) if button else ()

    async def v_string(self, most: int) -> list[int]:
        """Return the keys up to Return, or the waiting keys in sample mode; with scancodes if ``most`` is negative."""
        mask = 0xFFFF if most < 0 else 0xFF
        keys: list[int] = []
        sampled = self._modes.get(_STRING) == _SAMPLE
        while len(keys) < min(abs(most), _MAX_WORDS) and (not sampled or await self._task.has_key()):
            key = await self._task.next_key()
            if not sampled and key & 0xFF == _RETURN_KEY:
                break
            keys.append(key & mask)
        return keys

    def vq_mouse(self) -> tuple[int, int, int]:
        self._task.attend()
        return self._workstation.vq_mouse()

    def vq_key_s(self) -> int:
        self._task.attend()
        return self._workstation.vq_key_s()

    def vsin_mode(self, device: int, mode: int) -> int:
        self._modes[device] = mode
        return mode

    def vqin_mode(self, device: int) -> int:
        """Return 0 for request mode, 1 for sample mode: like TOS, one less than documented."""
        return self._modes.get(device, _REQUEST) - 1

    def vq_chcells(self) -> tuple[int, int]:
        return self._task.terminal.rows, self._task.terminal.columns

    def vs_curaddress(self, row: int, column: int) -> None:
        """Place the console's cursor, from 1 on, in the nearest existing row and column."""
        self._task.terminal.go_to(column - 1, row - 1)

    def vq_curaddress(self) -> tuple[int, int]:
        return self._task.terminal.y + 1, self._task.terminal.x + 1

    # ---- the program's code for input

    def vex_timv(self, code: int) -> tuple[int, int]:
        """Set the code called every 20 ms; return the previous address and the period in ms."""
        return self._exchange("vex_timv", code), 20

    def _exchange(self, name: str, code: int) -> int:
        """Set the code for an event (never called for vex_curv); return the previous address."""
        return self._task.exchange_vector(name, code if code != self._rts else 0) or self._rts


CopyCall: TypeAlias = Callable[[list[int], Raster | None, Raster | None], None]


def copy_forms(
    corners: list[int], source: Mfdb, target: Mfdb, copy: CopyCall, copy_white: CopyCall | None = None
) -> Steps[None]:
    """Copy between forms, plane by plane; ``copy`` copies between rasters. Raises ValueError for missing corners.

    A form of one plane goes into all planes of the target, from the second on by ``copy_white``.
    """
    for plane in range(target.planes):
        source.plane, target.plane = plane if source.planes > 1 else 0, plane
        for part in _parts(corners, source, target):
            part = load_forms(part, source, target)
            call = copy if copy_white is None or not plane else copy_white
            call(part, source.raster, target.raster)
            target.write_back()
            yield


def _parts(corners: list[int], source: Mfdb, target: Mfdb) -> Iterator[list[int]]:
    """Yield the corners of each part of a copy: of the rows, or of their words, if forms of different widths overlap.

    GEM copies the rows from below, and each from right to left, if the source begins at a lower address than the
    target, or at the same address and not further right in its word; otherwise from above, and from left to right. With
    rows of equal length the result is the same as if GEM read the full source first.
    """
    x1, y1, x2, y2, dx1, dy1, dx2, dy2 = corners[:8]
    left, top, bottom, to_x, to_y = min(x1, x2), min(y1, y2), max(y1, y2), min(dx1, dx2), min(dy1, dy2)
    if not source.at or not target.at or source.line == target.line or not source.overlaps(target):
        yield corners
        return
    starts = [form.at + y * form.line + x // 16 * 2 for form, x, y in ((source, left, top), (target, to_x, to_y))]
    from_below = starts[0] < starts[1] or (starts[0] == starts[1] and to_x % 16 >= left % 16)
    first, last = max(0, -top, -to_y), min(bottom, source.height - 1, target.height - 1 + top - to_y) - top
    rows = range(last, first - 1, -1) if from_below else range(first, last + 1)
    size = abs(x2 - x1) // 8 + 2
    for row in rows:
        apart = starts[1] - starts[0] + row * (target.line - source.line)
        ends = [to_x, to_x + abs(x2 - x1) + 1]
        if abs(apart) < size <= _MAX_OVERLAP_BYTES and apart and (apart < 0) == from_below:
            ends[1:1] = range(to_x // 16 * 16 + 16, ends[1], 16)
        pieces = list(pairwise(ends))
        for begin, end in reversed(pieces) if from_below else pieces:
            x = left - to_x
            yield [x + begin, top + row, x + end - 1, top + row, begin, to_y + row, end - 1, to_y + row]


def load_forms(corners: list[int], source: Mfdb, target: Mfdb) -> list[int]:
    """Read the rows that a copy needs; return its corners in these rows. Raises ValueError for missing corners."""
    x1, y1, x2, y2, dx1, dy1, dx2, dy2 = corners[:8]
    if source.at == target.at and source.line == target.line:
        target.load()
        source.raster = target.raster
        return corners[:8]
    top, bottom, to = min(y1, y2), max(y1, y2), min(dy1, dy2)
    above, below = source.load(top, bottom), target.load(to, to + bottom - top)
    return [x1, y1 - above, x2, y2 - above, dx1, dy1 - below, dx2, dy2 - below]
