"""Draw a font source enlarged, to judge it by eye: ``preview_font.py FONT.txt OUT.png [LINE...]``.

Without lines it draws all 256 codes in a 16x16 grid; with lines it draws those, closed up as on the screen.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from gemport.formats.arttext import bit_rows
from gemport.formats.charset import encode
from gemport.formats.fnt import GemFont
from gemport.formats.fonttext import read_font_text

SCALE = 4
GAP = 2
"""Pixels (before enlarging) between the cells of the grid."""
PAPER, LINES, INK = 255, 200, 0


def draw_lines(lines: list[bytes], gap: int, font: GemFont) -> Image.Image:
    """Lines of codes as a grey picture, cells ``gap`` pixels apart."""
    across, down = font.max_cell_width + gap, font.form_height + gap
    size = (max(map(len, lines)) * across + gap, len(lines) * down + gap)
    image = Image.new("L", size, LINES if gap else PAPER)
    for y, line in enumerate(lines):
        for x, code in enumerate(line):
            width, rows = font.glyph(code)
            for row, signs in enumerate(bit_rows(rows, width)):
                for column, sign in enumerate(signs):
                    at = (gap + x * across + column, gap + y * down + row)
                    image.putpixel(at, INK if sign == "#" else PAPER)
    return image.resize((image.width * SCALE, image.height * SCALE), Image.Resampling.NEAREST)


def main(arguments: list[str]) -> int:
    """Run the command: 0 if the picture was written, 2 for wrong usage or a bad font (a line says what)."""
    if len(arguments) < 2:
        print("usage: preview_font.py FONT.txt OUT.png [LINE...]", file=sys.stderr)
        return 2
    source = Path(arguments[0])
    lines = [bytes(range(start, start + 16)) for start in range(0, 256, 16)]
    try:
        font = read_font_text(source.read_text(encoding="utf-8"), source.name)
        lines = [encode(line) for line in arguments[2:]] or lines
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    draw_lines(lines, 0 if arguments[2:] else GAP, font).save(arguments[1])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
