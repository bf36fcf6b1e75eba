"""Recorded steps as the program REPLAY makes them: its file of calls, and the answers that it writes."""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gemport.gem import BitBlk, BoxSpec, IconBlk, Object, Raster, TedInfo, Tree, UserBlk
from gemport.gem.formats.charset import encode

_VDI, _PAUSE, _OPEN, _FORM, _BLOCK, _AES, _TELL = range(1, 8)

# ---- the C binding of the VDI: opcode, sub-function and layout of the arguments

_LAYOUTS: dict[str, tuple[int, int, str]] = {
    name: (int(opcode), int(sub or 0), layout)
    for layout, calls in {
        "words": """
            v_clrwk 3, vst_rotation 13, vsl_type 15, vsl_color 17, vsm_type 18, vsm_color 20, vst_font 21,
            vst_color 22, vsf_interior 23, vsf_style 24, vsf_color 25, vswr_mode 32, vql_attributes 35,
            vqm_attributes 36, vqf_attributes 37, vqt_attributes 38, vst_alignment 39, vq_extnd 102,
            vsf_perimeter 104, vst_effects 106, vst_point 107, vsl_ends 108, vsc_form 111, vsf_udpat 112,
            vsl_udsty 113, vqt_width 117, v_show_c 122, v_hide_c 123, vq_mouse 124, vq_key_s 128, vqt_name 130,
            vqt_fontinfo 131""",
        "points": """
            v_pline 6, v_pmarker 7, v_fillarea 9, v_bar 11.1, v_ellipse 11.5, v_rbox 11.8, v_rfbox 11.9,
            v_get_pixel 105, vr_recfl 114""",
        "arc": "v_arc 11.2, v_pieslice 11.3",
        "circle": "v_circle 11.4",
        "angles": "v_ellarc 11.6, v_ellpie 11.7",
        "text": "v_gtext 8",
        "codes": "vqt_extent 116",
        "justified": "v_justified 11.10",
        "height": "vst_height 12, vsm_height 19",
        "width": "vsl_width 16",
        "fill": "v_contourfill 103",
        "copy": "vro_cpyfm 109, vrt_cpyfm 121",
        "forms": "vr_trnfm 110",
        "both": "vs_clip 129",
    }.items()
    for name, opcode, sub in re.findall(r"(\w+) (\d+)(?:\.(\d+))?", calls)
}


def _codes(text: str | list[int]) -> list[int]:
    return list(encode(text, "replace")) if isinstance(text, str) else list(text)


def _arrays(layout: str, parameters: list[Any]) -> tuple[list[int], list[int]]:
    first = parameters[0] if parameters else []
    match layout:
        case "words":
            return first, []
        case "points":
            return [], first
        case "text":
            return _codes(first), parameters[1]
        case "codes":
            return _codes(first), []
        case "arc":
            return first[3:], [*first[:2], 0, 0, 0, 0, first[2], 0]
        case "circle":
            return [], [*first[:2], 0, 0, first[2], 0]
        case "angles":
            return first[4:], first[:4]
        case "justified":
            return [*parameters[2], *_codes(first)], [*parameters[1], 0]
        case "height":
            return [], [0, first[-1]]
        case "width":
            return [], [first[0], 0]
        case "fill":
            return first[2:], first[:2]
    return first if layout != "forms" else [], parameters[1] if len(parameters) > 1 else []


def _words(*words: int) -> bytes:
    return struct.pack(f">{len(words)}H", *(word & 0xFFFF for word in words))


class Script:
    """The file STEPS.BIN; ANSWERS.BIN has the answers to its calls in the same order."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._data = b""
        self._forms = {"screen": 0}
        self._answers: list[tuple[str, int]] = []

    def save(self) -> None:
        (self._folder / "STEPS.BIN").write_bytes(self._data + _words(0))

    def pause(self) -> None:
        """End a step: the program waits for a key."""
        self._data += _words(_PAUSE)

    def open(self) -> None:
        """Take a fresh workstation."""
        self._data += _words(_OPEN)

    def form(self, name: str, raster: Raster) -> None:
        self._forms[name] = len(self._forms)
        self._data += _words(_FORM, raster.width, raster.height, raster.stride // 16) + raster.to_bytes()

    def vdi(self, name: str, parameters: list[Any]) -> None:
        opcode, sub, layout = _LAYOUTS[name]
        intin, ptsin = _arrays(layout, parameters)
        forms = parameters[2] if layout == "copy" else parameters[0] if layout == "forms" else ("screen", "screen")
        head = (opcode, sub, len(intin), len(ptsin) // 2, *(self._forms[form] for form in forms))
        self._data += _words(_VDI, *head, *intin, *ptsin)
        self._answers.append((name, 0))

    def aes(
        self, name: str, opcode: int, words: Sequence[int], addresses: Sequence[int] = (0,), pointer: int = -1
    ) -> None:
        """Make a call of the AES; the addresses, and what int_in[2] and [3] point to, are offsets in the block."""
        padded = [*words, *[0] * (9 - len(words))]
        self._data += _words(_AES, opcode, len(padded), len(addresses), *padded, *addresses, pointer)
        self._answers.append((name, 0))

    def block(self, image: Image) -> None:
        fixups = [word for fixup in image.fixups for word in fixup]
        self._data += _words(_BLOCK, len(image.data), len(image.fixups)) + bytes(image.data) + _words(*fixups)

    def tell(self, name: str, at: int, size: int) -> None:
        """Add a write of bytes of the block."""
        self._data += _words(_TELL, at, size)
        self._answers.append((name, size))

    def answers(self) -> list[tuple[str, Any]]:
        """Return the program's output: all words of each call, VDI's intout before ptsout, and bytes."""
        data, at, found = (self._folder / "ANSWERS.BIN").read_bytes(), 0, list[tuple[str, Any]]()
        for name, size in self._answers:
            if size:
                found.append((name, data[at : at + size]))
                at += size
                continue
            count = 5
            if name in _LAYOUTS:
                words, points = struct.unpack_from(">2h", data, at)
                count, at = words + 2 * points, at + 4
            found.append((name, list(struct.unpack_from(f">{count}h", data, at))))
            at += 2 * count
        assert at == len(data)
        return found


class Image:
    """An object tree as bytes with its address fixups, like the output of a C compiler."""

    def __init__(self, tree: Tree) -> None:
        self.data = bytearray(24 * len(tree))
        self.fixups: list[tuple[int, int]] = []
        self.texts: dict[int, tuple[int, int]] = {}
        """Return the address and size of each TEDINFO's text."""
        for number, obj in enumerate(tree):
            self._object(number, obj)

    def add(self, other: Image) -> int:
        place = len(self.data)
        data = bytearray(other.data)
        for at, kind in other.fixups:
            target = 0 if kind else place
            data[at : at + 4] = (int.from_bytes(data[at : at + 4], "big") + target).to_bytes(4, "big")
            self.fixups.append((place + at, kind))
        self.data += data
        return place

    def add_text(self, text: str) -> int:
        place, data = len(self.data), encode(text, "replace") + b"\0"
        self.data += data + bytes(len(data) % 2)
        return place

    def _object(self, number: int, obj: Object) -> None:
        head = (obj.ob_next, obj.ob_head, obj.ob_tail, obj.ob_type, int(obj.ob_flags), int(obj.ob_state))
        rect = _words(obj.ob_x, obj.ob_y, obj.ob_width, obj.ob_height)
        at = 24 * number
        self.data[at : at + 24] = _words(*head) + bytes(4) + rect
        spec = obj.ob_spec
        if isinstance(spec, BoxSpec):
            self.data[at + 12 : at + 16] = bytes((spec.char, spec.thickness & 0xFF)) + _words(spec.color)
        elif isinstance(spec, str):
            self._point(at + 12, encode(spec) + b"\0")
        elif isinstance(spec, TedInfo):
            words: tuple[int, ...] = (
                spec.te_font,
                0,
                spec.te_just,
                spec.te_color,
                0,
                spec.te_thickness,
                spec.te_txtlen,
                spec.te_tmplen,
            )
            ted = self._point(at + 12, bytes(12) + _words(*words))
            room = max(spec.te_txtlen, len(spec.te_ptext) + 1)
            self.texts[number] = self._point(ted, encode(spec.te_ptext).ljust(room, b"\0")), room
            self._point(ted + 4, encode(spec.te_ptmplt) + b"\0")
            self._point(ted + 8, encode(spec.te_pvalid) + b"\0")
        elif isinstance(spec, BitBlk):
            words = (spec.bi_wb, spec.bi_hl, spec.bi_x, spec.bi_y, spec.bi_color)
            self._point(self._point(at + 12, bytes(4) + _words(*words)), spec.bi_pdata)
        elif isinstance(spec, IconBlk):
            geometry = (spec.ib_xchar, spec.ib_ychar, spec.ib_xicon, spec.ib_yicon, spec.ib_wicon, spec.ib_hicon)
            place = (spec.ib_xtext, spec.ib_ytext, spec.ib_wtext, spec.ib_htext)
            icon = self._point(at + 12, bytes(12) + _words(spec.ib_char, *geometry, *place))
            for offset, part in ((0, spec.ib_pmask), (4, spec.ib_pdata), (8, encode(spec.ib_ptext) + b"\0")):
                self._point(icon + offset, part)
        elif isinstance(spec, UserBlk):
            block = self._point(at + 12, bytes(4) + int(spec.ub_parm).to_bytes(4, "big"))
            self.fixups.append((block, 1))

    def _point(self, at: int, data: bytes) -> int:
        """Append bytes, and point the long word at a place to them; return their offset."""
        place = len(self.data)
        self.data += data + bytes(len(data) % 2)
        self.data[at : at + 4] = place.to_bytes(4, "big")
        self.fixups.append((at, 0))
        return place


KNOWN = set(_LAYOUTS)
