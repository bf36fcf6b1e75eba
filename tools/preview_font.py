"""Preview a font source, enlarged: ``preview_font.py FONT.txt OUT.png [LINE...]``.

Draws the given lines without gaps as on the screen, by default all 256 codes in a 16x16 grid.
"""

import sys
from pathlib import Path

import checkout  # noqa: F401
from compilers.fonts import read_font_text
from PIL import Image
from source import read_source

from gemport.cli.arguments import png_file
from gemport.cli.terminal import Parser, report_bad_input
from gemport.gem import GemFont, charset
from gemport.hosts.files import Outputs

SCALE = 4
GAP = 2
"""Pixels (before enlarging) between the cells of the grid."""
PAPER, LINES, INK = 255, 200, 0
ALL_CODES = [bytes(range(start, start + 16)) for start in range(0, 256, 16)]


def draw_lines(lines: list[bytes], gap: int, font: GemFont) -> Image.Image:
    """Draw lines of codes as a grey picture, with ``gap`` pixels between cells."""
    across, down = font.max_cell_width + gap, font.form_height + gap
    size = (max(map(len, lines)) * across + gap, len(lines) * down + gap)
    image = Image.new("L", size, LINES if gap else PAPER)
    for y, line in enumerate(lines):
        for x, code in enumerate(line):
            width, rows = font.glyph(code)
            for row, bits in enumerate(rows):
                for column in range(width):
                    at = (gap + x * across + column, gap + y * down + row)
                    image.putpixel(at, INK if bits >> (width - 1 - column) & 1 else PAPER)
    return image.resize((image.width * SCALE, image.height * SCALE), Image.Resampling.NEAREST)


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Exit status: 0 picture written, 2 wrong usage or invalid font (one line on standard error)."""
    parser = Parser(description="Draw a font source enlarged, to judge it by eye.")
    parser.add_argument("font", type=Path, help="the font's text")
    parser.add_argument("picture", type=png_file, help="the PNG to write")
    parser.add_argument("lines", nargs="*", metavar="LINE", help="text to write in the font (default: all characters)")
    options = parser.parse_args(arguments)
    try:
        font = read_font_text(read_source(options.font), options.font.name)
        lines = [charset.encode(line) for line in options.lines]
        picture = draw_lines(lines, 0, font) if lines else draw_lines(ALL_CODES, GAP, font)
        with Outputs((options.font,)).writing(options.picture) as out:
            picture.save(out, "PNG")
    except (OSError, ValueError) as error:
        return report_bad_input(error, "preview_font")
    return 0


if __name__ == "__main__":
    sys.exit(main())
