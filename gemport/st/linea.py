"""Line-A: the instructions A000 to A00F, which draw according to the variables whose address A000 returns.

They draw on a separate VDI workstation.
"""

import struct
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from gemport.gem import FillInterior, Raster, RasterOp, write_fnt
from gemport.gem.formats.fnt import Glyph
from gemport.gem.vdi.attributes import Stroke, steps_of
from gemport.gem.vdi.font import Font, Scale, scaled_glyph
from gemport.gem.vdi.lines import clip_line, draw_segment
from gemport.gem.vdi.raster import Rect, lines_of
from gemport.gem.vdi.text import BOLD, SLANTED, TextStyle, character_rect, direction, draw_character, is_cut
from gemport.st.calls import Steps
from gemport.st.memory_objects import Mfdb
from gemport.st.processor import A0, D0
from gemport.st.task import Task
from gemport.st.vdi import copy_forms, load_forms

NAMES: Final = (
    *("init", "put_pixel", "get_pixel", "line", "horizontal_line", "filled_rectangle", "filled_polygon", "bit_blt"),
    *("text_blt", "show_mouse", "hide_mouse", "transform_mouse", "undraw_sprite", "draw_sprite", "copy_raster"),
    "seed_fill",
)
"""Names of the instructions in the log of calls; each runs the private method of LineA with its name."""
_VARIABLES: Final = 0x1400  # address of the variables; the mouse's and the terminal's variables precede it
# Offsets of variables: addresses of arrays, drawing, text.
_CONTRL, _INTIN, _PTSIN = 4, 8, 12
_COLOR, _LAST_LINE, _LINE_MASK, _MODE, _X1, _PATTERN, _CLIP = 24, 32, 34, 36, 38, 46, 54
_SOURCE, _DEST_X, _FONT, _STYLE, _LIGHT, _TEXT_COLOR = 72, 76, 84, 90, 92, 106
_SCALING, _MONO, _SCALE, _ROTATION = (64, 66, 68), 70, 102, 104
_TRANSPARENT: Final = 116
_ARRAYS: Final = (24, 256, 256, 256, 256)  # sizes in bytes of the default arrays
_MODES: Final = 4
_MAX_BLOCK_SIDE: Final = 8192
_MAX_POINTS: Final = 512
_MAX_WEIGHT: Final = 16
_MOUSE_FORM_WORDS: Final = 37
_SPRITE_SIDE: Final = 16
_SPRITE_ROWS, _SAVED_ROWS = 10, 10
"""Offsets of the rows of a sprite, and of the rows in the copy of the screen below it."""
_XOR_SPRITE: Final = -1
_IS_KEPT, _IN_LONGS = 1, 2  # flags in the copy of the screen below a sprite
_HIDE_MOUSE: Final = 10
_HIDE_COUNT: Final = -598  # offset of the counter of hide calls; the other variables of the mouse are around it
_HORIZONTAL_AT, _OFFSETS_AT, _BITMAP_AT, _NEXT_AT = 68, 72, 76, 84
"""Offsets in a font's header of the addresses of its parts and of the next font."""


class LineA:
    """The Line-A instructions of one program."""

    def __init__(self, task: Task) -> None:
        self._task, self._space = task, task.space
        self._workstation = workstation = task.gem.v_opnvwk()
        workstation.vsf_perimeter(0)
        self._fonts = self._routines = 0
        self._hide_count: int | None = None  # last value written to the counter of hide calls

    def call(self, number: int) -> Awaitable[None] | None:
        """Execute an instruction; return an awaitable if it takes long, or None. Raises Crash for a bus error."""
        with suppress(ValueError, IndexError):
            # Too few points, or a form without a size: nothing is drawn.
            steps = getattr(self, f"_{NAMES[number]}")()
            if steps is not None:
                return self._task.work(_drawn(steps))
        return None

    def _words(self, offset: int, count: int) -> tuple[int, ...]:
        return self._space.words(_VARIABLES + offset, count)

    def _word(self, offset: int) -> int:
        return self._space.word(_VARIABLES + offset)

    def _long(self, offset: int) -> int:
        return self._space.long(_VARIABLES + offset)

    # ---- initialization

    def _init(self) -> None:
        """Return the addresses of the variables, the table of font headers and the table of routines (A000)."""
        if not self._fonts:
            self._place_tables()
        self._task.on_time = self.write_variables
        self.write_variables()
        answers = {D0: _VARIABLES, A0: _VARIABLES, A0 + 1: self._fonts, A0 + 2: self._routines}
        for register, value in answers.items():
            self._space.set_register(register, value)

    def _place_tables(self) -> None:
        space, headers = self._space, []
        for font in self._workstation.fonts:
            data = write_fnt(font.source)
            at = space.intern(data)
            if at:
                for field in (_HORIZONTAL_AT, _OFFSETS_AT, _BITMAP_AT):
                    space.put_long(at + field, at + int.from_bytes(data[field : field + 4], "big"))
                headers.append(at)
        for at, after in zip(headers, [*headers[1:], 0], strict=True):
            space.put_long(at + _NEXT_AT, after)
        codes = [space.intern(struct.pack(">2H", 0xA000 | number, 0x4E75)) for number in range(16)]
        # OMIKRON.BASIC programs read the address of the mouse's variables from TOS's code: lea counter,a2.
        codes[_HIDE_MOUSE] = space.intern(
            struct.pack(">HL2H", 0x45F9, _VARIABLES + _HIDE_COUNT, 0xA000 | _HIDE_MOUSE, 0x4E75)
        )
        self._fonts = space.intern(struct.pack(f">{len(headers) + 1}L", *headers, 0))
        self._routines = space.intern(struct.pack(">16L", *codes))
        # A program may replace these arrays.
        for offset, size in enumerate(_ARRAYS):
            space.put_long(_VARIABLES + _CONTRL + 4 * offset, space.intern(bytes([0] * (size + 2 * offset))))

    def write_variables(self) -> None:
        """Update the variables of the mouse, the screen and the terminal; a counter set by the program counts."""
        task, terminal, pointer = self._task, self._task.terminal, self._task.physical.pointer
        if self._hide_count is not None and (count := self._word(_HIDE_COUNT)) != self._hide_count:
            pointer.hidden = max(count, 0)
        self._hide_count = pointer.hidden
        raster, mouse = task.physical.raster, task.gem.graf_mkstate()
        line = raster.stride // 8
        words = {
            **{-602: mouse.x, -600: mouse.y, _HIDE_COUNT: pointer.hidden, -596: mouse.buttons},
            **{-46: 16, -44: terminal.columns - 1, -42: terminal.rows - 1, -40: line * 16},
            **{-28: terminal.x, -26: terminal.y},
            **{-12: raster.width, -4: raster.height, -2: line, 0: 1, 2: line},
        }
        for offset, word in words.items():
            self._space.put_word(_VARIABLES + offset, word)

    def _show_mouse(self) -> None:
        self._task.change_pointer(partial(self._task.physical.v_show_c, 0))

    def _hide_mouse(self) -> None:
        self._task.change_pointer(self._task.physical.v_hide_c)

    def _transform_mouse(self) -> None:
        self._task.physical.vsc_form(self._space.words(self._long(_INTIN), _MOUSE_FORM_WORDS))

    # ---- pixels, lines and areas

    def _put_pixel(self) -> None:
        ws, (x, y) = self._workstation, self._space.words(self._long(_PTSIN), 2)
        ws.vsf_interior(FillInterior.FIS_SOLID)
        ws.vsf_color(self._space.word(self._long(_INTIN)) & 1)
        ws.vswr_mode(1)
        if 0 <= x < ws.raster.width and 0 <= y < ws.raster.height:
            ws.vr_recfl(x, y, x, y)

    def _get_pixel(self) -> None:
        x, y = self._space.words(self._long(_PTSIN), 2)
        self._space.set_register(D0, self._workstation.v_get_pixel(x, y)[0])

    def _line(self) -> None:
        """Draw a line, and rotate its style; LSTLIN 0 takes the right end from a line in XOR mode."""
        raster, (x1, y1, x2, y2) = self._workstation.raster, self._words(_X1, 4)
        mode = self._word(_MODE) + 1
        stroke = Stroke(self._word(_LINE_MASK) & 0xFFFF, self._word(_COLOR) & 1, mode if 1 <= mode <= _MODES else 1)
        part = clip_line(x1, y1, x2, y2, (0, 0, raster.width - 1, raster.height - 1))
        if part is not None:
            style = draw_segment(raster, part, stroke, bool(self._word(_LAST_LINE)), y1 == y2)
            self._workstation.touch()
            self._space.put_word(_VARIABLES + _LINE_MASK, style)

    def _prepare_fill(self, first: int) -> None:
        """Apply pattern, colour and mode, with the pattern's rows for the lines from ``first`` on."""
        ws, at, mask = self._workstation, self._long(_PATTERN), self._word(_PATTERN + 4)
        ws.vswr_mode(self._word(_MODE) + 1)
        ws.vsf_color(self._word(_COLOR) & 1)
        ws.vsf_interior(FillInterior.FIS_USER)
        rows = {y % 16: self._space.word(at + 2 * (y & mask)) for y in range(first, first + 16)}
        ws.vsf_udpat([rows[y] for y in range(16)])

    def _horizontal_line(self) -> None:
        x1, y1, x2, _ = self._words(_X1, 4)
        self._prepare_fill(y1)
        self._workstation.vr_recfl(x1, y1, x2, y1)

    def _filled_rectangle(self) -> None:
        """Fill a rectangle; clipping changes the variables of its corners."""
        x1, y1, x2, y2 = self._words(_X1, 4)
        clipping, left, top, right, bottom = self._words(_CLIP, 5)
        if clipping:
            x1, y1, x2, y2 = max(x1, left), max(y1, top), min(x2, right), min(y2, bottom)
            for offset, word in enumerate((x1, y1, x2, y2)):
                self._space.put_word(_VARIABLES + _X1 + 2 * offset, word)
        # GEM fills the first and the last word, in this order also if clipping leaves no columns.
        parts = [(x1, x2)] if x1 <= x2 else [(x1, x1 | 15), (x1 + 16 & ~15, x1 + 16 & ~15 | x2 & 15)]
        if y1 <= y2 and (x1 <= x2 or x1 // 16 != x2 // 16):
            self._prepare_fill(y1)
            for left, right in parts:
                self._workstation.vr_recfl(left, y1, right, y2)

    def _filled_polygon(self) -> None:
        """Fill the line Y1 of a polygon."""
        ws, (_, y, _, _) = self._workstation, self._words(_X1, 4)
        count = min(self._space.word(self._long(_CONTRL) + 2), _MAX_POINTS)
        points = self._space.words(self._long(_PTSIN), 2 * max(count, 0))
        left, _, right, _ = self._words(_CLIP + 2, 4) if self._word(_CLIP) else (0, 0, ws.raster.width - 1, 0)
        if points and 0 <= y < ws.raster.height:
            self._prepare_fill(y)
            ws.vs_clip(1, left, y, right, y)
            corners = list(zip(points[::2], points[1::2], strict=True))
            # v_fillarea leaves out the top row: a needle above the top corner makes it an inner row.
            top = min(corners, key=lambda corner: corner[1])
            at = corners.index(top)
            ws.v_fillarea([*corners[:at], top, (top[0], top[1] - 1), *corners[at:]])
            ws.vs_clip(0, 0, 0, 0, 0)

    def _seed_fill(self) -> Steps[None]:
        (color,), (x, y) = self._space.words(self._long(_INTIN), 1), self._space.words(self._long(_PTSIN), 2)
        self._prepare_fill(0)
        self._clip()
        yield from steps_of(self._workstation.v_contourfill)(x, y, color)
        self._workstation.vs_clip(0, 0, 0, 0, 0)

    def _clip(self) -> None:
        flag, *corners = self._words(_CLIP, 5)
        self._workstation.vs_clip(flag, *corners)

    # ---- bit blocks and text

    def _form(self, name: bytes, at: int, line: int, height: int) -> Mfdb:
        """Return the form at an address with ``line`` bytes per line."""
        mfdb = self._space.intern(name.ljust(20, b"\0"))
        self._space.write(mfdb, struct.pack(">L5h", at, 0, height, line // 2, 0, 1))
        return Mfdb(self._space, mfdb)

    def _bit_blt(self) -> None:
        """Copy a bit block described by the structure at A6."""
        space, ws, at = self._space, self._workstation, self._space.register(A0 + 6)
        width, height, _, color, paper = space.words(at, 5)
        op = space.read(at + 10, 4)[(color & 1) << 1 | paper & 1]
        (x, y), (to_x, to_y) = space.words(at + 14, 2), space.words(at + 28, 2)
        source = self._form(b"source", space.long(at + 18), space.word(at + 24), y + height)
        target = self._form(b"target", space.long(at + 32), space.word(at + 38), to_y + height)
        corners = [x, y, x + width - 1, y + height - 1, to_x, to_y, to_x + width - 1, to_y + height - 1]
        if not (0 < width <= _MAX_BLOCK_SIDE and 0 < height <= _MAX_BLOCK_SIDE):
            return
        corners = load_forms(corners, source, target)
        block, pattern = source.raster, space.long(at + 42)
        if pattern:
            block = self._cut_out(block, corners[:4])
            self._lay_pattern(block, to_x, to_y, at + 42)
            corners[:4] = [0, 0, width - 1, height - 1]
        ws.vro_cpyfm(op & 15, corners, block, target.raster)
        target.write_back()

    def _copy_raster(self) -> Steps[None]:
        """Copy between the forms in contrl with a raster operation or a writing mode."""
        space, ws, contrl = self._space, self._workstation, self._long(_CONTRL)
        source, target = Mfdb(space, space.long(contrl + 14)), Mfdb(space, space.long(contrl + 18))
        mode, ink, paper = space.words(self._long(_INTIN), 3)
        copy: Callable[[list[int], Raster | None, Raster | None], None] = partial(ws.vro_cpyfm, mode)
        if self._word(_TRANSPARENT):
            copy = partial(ws.vrt_cpyfm, mode, colors=(ink & 1, paper & 1))
        yield from copy_forms(list(space.words(self._long(_PTSIN), 8)), source, target, copy)

    # ---- sprites

    def _draw_sprite(self) -> None:
        """Draw the sprite at A0 with its hot spot at D0, D1; save the screen below it at A2.

        Two words of each line change, or one at the edges; far left of the screen, as in GEM, one word
        of the line above. The save area has the number of lines, their address, flags, and the words.
        """
        space, at, save = self._space, self._space.register(A0), self._space.register(A0 + 2)
        x, y = ((space.register(D0 + number) & 0xFFFF ^ 0x8000) - 0x8000 for number in range(2))
        hot_x, hot_y, form, paper, ink = space.words(at, 5)
        x, y, raster = x - hot_x, y - hot_y, self._workstation.raster
        line, size = raster.stride // 8, 4 if 0 <= x < raster.width - _SPRITE_SIDE else 2
        first = max(-y, 0)
        count = min(_SPRITE_SIDE, raster.height - y) - first
        column = x + _SPRITE_SIDE if x < 0 else x
        begin = space.screen.at + (y + first) * line + column // 16 * 2
        # The distance that the sprite's rows move left into these words.
        shift = 16 - column % 16 - (16 if size == 2 and x >= 0 else 0)
        flags = _IS_KEPT | (_IN_LONGS if size == 4 else 0)
        space.write(save, struct.pack(">hLHH", count, begin & 0xFFFFFFFF, flags, 0))
        for number in range(first, first + count):
            place = begin + (number - first) * line
            screen = int.from_bytes(space.read(place, size), "big")
            space.write(save + _SAVED_ROWS + (number - first) * size, screen.to_bytes(size, "big"))
            words = space.words(at + _SPRITE_ROWS + 4 * number, 2)
            back, front = ((word & 0xFFFF) << 16 >> 16 - shift & (1 << 8 * size) - 1 for word in words)
            if form == _XOR_SPRITE:
                screen, front = screen ^ (front & ~back), front & back
            screen = screen | back if paper & 1 else screen & ~back
            screen = screen | front if ink & 1 else screen & ~front
            if place >= space.screen.at:
                space.write(place, screen.to_bytes(size, "big"))

    def _undraw_sprite(self) -> None:
        """Restore the screen saved at A2, once."""
        space, at = self._space, self._space.register(A0 + 2)
        count, begin, flags, _ = struct.unpack(">hLHH", space.read(at, _SAVED_ROWS))
        if flags & _IS_KEPT:
            line, size = self._workstation.raster.stride // 8, 4 if flags & _IN_LONGS else 2
            for number in range(min(count, _SPRITE_SIDE)):
                space.write(begin + number * line, space.read(at + _SAVED_ROWS + size * number, size))
            space.put_word(at + 6, 0)

    def _cut_out(self, source: Raster | None, corners: Sequence[int]) -> Raster:
        """Return a part of a form, or of the screen."""
        x1, y1, x2, y2 = corners
        part = Raster(x2 - x1 + 1, y2 - y1 + 1)
        self._workstation.vro_cpyfm(RasterOp.S_ONLY, (*corners, 0, 0), source, part)
        return part

    def _lay_pattern(self, block: Raster, x: int, y: int, at: int) -> None:
        """Clear the pixels of a block that are clear in a pattern aligned to the target's words."""
        space = self._space
        pattern, line, mask = space.long(at), space.word(at + 4), space.word(at + 8)
        for row in range(block.height):
            block.rows[row] &= _turned(space.word(pattern + (line * (y + row) & mask)), x, block.stride)

    def _text_blt(self) -> None:
        """Draw a part of a font's bitmap with effects, scaled and turned, and advance the target position."""
        space, ws = self._space, self._workstation
        x, y, to_x, to_y, width, height = self._words(_SOURCE, 6)
        # No character is larger than the screen.
        width, height = min(width, ws.raster.width), min(height, ws.raster.height)
        source = self._form(b"font", self._long(_FONT), self._word(_FONT + 4), y + height)
        if width <= 0 or height <= 0:
            return
        first = source.load(y, y + height - 1)
        block = self._cut_out(source.raster, (x, y - first, x + width - 1, y - first + height - 1))
        glyph = Glyph(width, tuple(row >> block.stride - width for row in block.rows))
        mode, color = self._word(_MODE), self._word(_TEXT_COLOR) & 1
        style = self._text_style(glyph, max(mode, 0) + 1, color)
        if self._word(_SCALE):
            counter, step, enlarge = (self._word(at) & 0xFFFF for at in _SCALING)
            glyph, counter = scaled_glyph(glyph, Scale(step, bool(enlarge)), counter)
            space.put_word(_VARIABLES + _SCALING[0], counter)
        self._clip()
        if self._draw_character(to_x, to_y, glyph, style, mode):
            ws.touch()
            self._note_source(character_rect(to_x, to_y, glyph, style), x, style)
        ws.vs_clip(0, 0, 0, 0, 0)
        right, down = direction(style.rotation)
        advance = max(glyph.width, 1) + style.added
        space.put_word(_VARIABLES + _DEST_X, to_x + right * advance)
        space.put_word(_VARIABLES + _DEST_X + 2, to_y + down * advance)

    def _draw_character(self, x: int, y: int, glyph: Glyph, style: TextStyle, mode: int) -> bool:
        """Draw a character in a writing mode or, from 4 on, by a raster operation; return whether any is visible."""
        ws = self._workstation
        if mode < _MODES:
            return draw_character(ws.raster, ws.clip, x, y, glyph, style)
        # The background is white, and without a colour the character too.
        op = (mode - _MODES) & 15 if style.color else RasterOp.ALL_WHITE
        width, height, every = ws.raster.width, ws.raster.height, (1 << ws.raster.stride) - 1
        white, black = Raster(width, height), Raster(width, height, [every] * height)
        drawn = [draw_character(form, ws.clip, x, y, glyph, style._replace(mode=1, color=1)) for form in (white, black)]
        for row, pair in enumerate(zip(white.rows, black.rows, strict=True)):
            # Only the cell's pixels are equal in both.
            cell = every ^ pair[0] ^ pair[1]
            if cell:
                left, right = (ws.raster.stride - bit.bit_length() for bit in (cell, cell & -cell))
                ws.vro_cpyfm(op, (left, row, right, row, left, row), white)
        return drawn[0]

    def _note_source(self, cell: Rect, x: int, style: TextStyle) -> None:
        """Write the source position as GEM leaves it: in the copy that effects, scaling and rotation need."""
        clipping, left, top, _, _ = self._words(_CLIP, 5)
        y, effects, clip = self._word(_SOURCE + 2), style.effects, self._workstation.clip
        shaped = effects & SLANTED or (effects & BOLD and style.font.thicken)
        if self._word(_SCALE) or style.rim or (shaped and style.rotation) or (effects & SLANTED and is_cut(cell, clip)):
            x = y = 0
        if direction(style.rotation) != (1, 0):
            x, y = -(x + cell[2] - cell[0] + 1) % 16 if style.rotation == 1800 else 0, 0
        if clipping:
            x, y = x + max(left - cell[0], 0), y + max(top - cell[1], 0)
        self._space.put_word(_VARIABLES + _SOURCE, x)
        self._space.put_word(_VARIABLES + _SOURCE + 2, y)

    def _text_style(self, glyph: Glyph, mode: int, color: int) -> TextStyle:
        """Return the style of a character, with a font that has only this character."""
        light, skew, weight, right, left = self._words(_LIGHT, 5)
        source = self._workstation.fonts[-1].source._replace(
            first=0, last=1, rows=glyph.rows, form_width=-(-glyph.width // 8), horizontal=None
        )
        # Two characters of different widths make a proportional font.
        offsets = (0, glyph.width, 2 * glyph.width if self._word(_MONO) else glyph.width)
        source = source._replace(offsets=offsets, left_offset=left, right_offset=right)
        thicken = min(max(weight, 0), _MAX_WEIGHT)
        font = Font(source._replace(thicken=thicken, lighten=light & 0xFFFF, skew=skew & 0xFFFF))
        return TextStyle(font, color, mode, self._word(_STYLE), 0, 0, self._word(_ROTATION))


def _drawn(steps: Steps[None]) -> Steps[None]:
    with suppress(ValueError, IndexError):
        yield from steps


def _turned(word: int, by: int, stride: int) -> int:
    """Return a line that repeats a word rotated left by ``by`` pixels."""
    word &= 0xFFFF
    return lines_of(((word << by % 16 | word >> 16 - by % 16) & 0xFFFF,), stride)[0]
