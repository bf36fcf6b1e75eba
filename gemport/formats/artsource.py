"""Mouse forms, alert icons and card pictures as text that a person draws (see :mod:`gemport.formats.arttext`).

Mouse forms (mouse.txt), eight of them: ``block 0 16x16`` .. ``block 7 16x16``, each with a line ``hot X Y`` (and, if
they are not 0 and 1, ``colors MASK DATA``) before its rows of ``.`` transparent, ``o`` white border (mask),
``#`` black (mask and data), ``+`` data without mask.

Alert icons (icons.txt): ``block 1 32x32`` note, ``block 2 32x32`` question, ``block 3 32x32`` stop, in ``.`` and ``#``.

Cards (cards.txt, or cards_de.txt and cards_en.txt), in ``.`` and ``#``:

- half pictures ``block ace 64x47``, ``2`` .. ``10``, ``jack``, ``queen``, ``king``, ``frame``; row 46 is a card's
  middle row
- symbols ``block small-clubs 7x7`` and ``block big-clubs 15x15``, likewise ``hearts``, ``spades``, ``diamonds``
  (up to 32 wide; columns beyond the drawn ones are white)
- what differs by language, or stands in several pictures: ``block LANGUAGE/HALF WIDTHxHEIGHT`` with LANGUAGE ``de``,
  ``en`` or ``all`` and HALF the name of a half picture or ``all``, optionally ``/MORE`` to tell several apart; lines
  ``at X Y`` before the rows, one or more, say where its left top corner goes; it is added to (ORed into) the half
  picture
"""

from __future__ import annotations

from collections.abc import Mapping

from gemport.formats.arttext import ArtText, Block, bit_rows, number_value, read_art, write_art
from gemport.formats.artwork import ICON_SIZE, ICONS, MOUSE_FORMS, MOUSE_SIZE, MouseForm
from gemport.formats.dat import (
    BIG_HEIGHT,
    CARD_WIDTH,
    HALF_HEIGHT,
    HALF_NAMES,
    SMALL_HEIGHT,
    SUIT_NAMES,
    SYMBOL_WIDTH,
    CardData,
    Rows,
)
from gemport.formats.errors import FormatError

LANGUAGES = ("de", "en")
_SMALL, _BIG = "small-", "big-"
_SMALL_DRAWN, _BIG_DRAWN = 7, 15


def read_mouse_text(text: str, name: str = "mouse.txt") -> tuple[MouseForm, ...]:
    """The eight mouse forms of a source; raises FormatError that names file and line."""
    art = read_art(text, name, ".#o+")
    return tuple(_mouse_form(_needed(art, str(number), MOUSE_SIZE, MOUSE_SIZE), name) for number in range(MOUSE_FORMS))


def write_mouse_text(forms: tuple[MouseForm, ...]) -> str:
    """The source of mouse forms."""
    blocks = {}
    for number, form in enumerate(forms):
        block = Block(str(number), MOUSE_SIZE, MOUSE_SIZE, 0)
        block.keys.append(("hot", f"{form.hot_x} {form.hot_y}", 0))
        if (form.mask_color, form.data_color) != (0, 1):
            block.keys.append(("colors", f"{form.mask_color} {form.data_color}", 0))
        block.rows = [_mouse_row(mask, data) for mask, data in zip(form.mask, form.data, strict=True)]
        blocks[block.name] = block
    return write_art(ArtText("mouse.txt", {}, {}, blocks))


def read_icons_text(text: str, name: str = "icons.txt") -> dict[int, Rows]:
    """The alert icons of a source; raises FormatError that names file and line."""
    art = read_art(text, name)
    return {number: _needed(art, str(number), ICON_SIZE, ICON_SIZE).bits() for number in ICONS}


def write_icons_text(icons: Mapping[int, Rows]) -> str:
    """The source of alert icons."""
    blocks = {str(number): _block(str(number), rows, ICON_SIZE) for number, rows in icons.items()}
    return write_art(ArtText("icons.txt", {}, {}, blocks))


def read_cards_text(text: str, language: str, name: str = "cards.txt") -> CardData:
    """The card data of a source for a language (``de``, ``en``); raises FormatError that names file and line."""
    art = read_art(text, name)
    halves = {half: list(_needed(art, half, CARD_WIDTH, HALF_HEIGHT).bits()) for half in HALF_NAMES}
    known = {*HALF_NAMES, *(size + suit for size in (_SMALL, _BIG) for suit in SUIT_NAMES)}
    for block in art.blocks.values():
        if "/" in block.name:
            _add_overlay(halves, block, language, name)
        elif block.name not in known:
            raise FormatError(name, f"{block.name} is no picture of card data", line=block.line)
    return CardData(
        tuple(tuple(halves[half]) for half in HALF_NAMES),
        tuple(_symbol(art, _SMALL + suit, SMALL_HEIGHT) for suit in SUIT_NAMES),
        tuple(_symbol(art, _BIG + suit, BIG_HEIGHT) for suit in SUIT_NAMES),
    )


def write_cards_text(cards: CardData) -> str:
    """The source of card data, every half picture complete."""
    blocks = [_block(half, rows, CARD_WIDTH) for half, rows in zip(HALF_NAMES, cards.halves, strict=True)]
    for size, symbols, drawn in ((_SMALL, cards.small, _SMALL_DRAWN), (_BIG, cards.big, _BIG_DRAWN)):
        for suit, rows in zip(SUIT_NAMES, symbols, strict=True):
            beyond = any(row & (1 << (SYMBOL_WIDTH - drawn)) - 1 for row in rows)
            width = SYMBOL_WIDTH if beyond else drawn
            blocks.append(_block(size + suit, tuple(row >> (SYMBOL_WIDTH - width) for row in rows), width))
    return write_art(ArtText("cards.txt", {}, {}, {block.name: block for block in blocks}))


def _needed(art: ArtText, block_name: str, width: int, height: int) -> Block:
    block = art.blocks.get(block_name)
    if block is None:
        raise FormatError(art.name, f"there is no block {block_name} {width}x{height}")
    if (block.width, block.height) != (width, height):
        reason = f"block {block_name} is {block.width}x{block.height}, not {width}x{height}"
        raise FormatError(art.name, reason, line=block.line)
    return block


def _block(name: str, rows: Rows, width: int) -> Block:
    return Block(name, width, len(rows), 0, bit_rows(rows, width))


def _two_numbers(value: str, what: str, name: str, line: int) -> tuple[int, int]:
    words = value.split()
    if len(words) != 2:
        raise FormatError(name, f"{what} is to be followed by two numbers", line=line)
    return number_value(words[0], what, name, line), number_value(words[1], what, name, line)


def _mouse_form(block: Block, name: str) -> MouseForm:
    values = {"hot": (-1, -1), "colors": (0, 1)}
    for key, value, line in block.keys:
        if key not in values:
            raise FormatError(name, f"{key!r} has no meaning for a mouse form (hot X Y, colors MASK DATA)", line=line)
        values[key] = _two_numbers(value, key, name, line)
        if not all(0 <= number < MOUSE_SIZE for number in values[key]):
            raise FormatError(name, f"{key} is to be two numbers 0..15", line=line)
    if values["hot"][0] < 0:
        raise FormatError(name, f"block {block.name} has no line hot X Y", line=block.line)
    return MouseForm(*values["hot"], block.bits("#o"), block.bits("#+"), *values["colors"])


def _mouse_row(mask: int, data: int) -> str:
    return "".join(".o+#"[(mask >> bit & 1) + 2 * (data >> bit & 1)] for bit in range(MOUSE_SIZE - 1, -1, -1))


def _symbol(art: ArtText, block_name: str, height: int) -> Rows:
    block = art.blocks.get(block_name)
    width = min(block.width, SYMBOL_WIDTH) if block is not None else height
    return tuple(row << (SYMBOL_WIDTH - width) for row in _needed(art, block_name, width, height).bits())


def _add_overlay(halves: dict[str, list[int]], block: Block, language: str, name: str) -> None:
    """OR a block ``LANGUAGE/HALF[/MORE]`` into the half pictures that it is meant for."""
    wanted, half = block.name.split("/")[:2]
    if wanted not in (*LANGUAGES, "all") or half not in (*HALF_NAMES, "all"):
        reason = f"{block.name}: before the / one of {', '.join(LANGUAGES)}, all; behind it a half picture or all"
        raise FormatError(name, reason, line=block.line)
    places = []
    for key, value, line in block.keys:
        if key != "at":
            raise FormatError(name, f"{key!r} has no meaning here (at X Y)", line=line)
        x, y = _two_numbers(value, key, name, line)
        if not (0 <= x <= CARD_WIDTH - block.width and 0 <= y <= HALF_HEIGHT - block.height):
            raise FormatError(name, f"at {x} {y} block {block.name} sticks out of the half picture", line=line)
        places.append((x, y))
    if not places:
        raise FormatError(name, f"block {block.name} has no line at X Y", line=block.line)
    if wanted not in (language, "all"):
        return
    for target in HALF_NAMES if half == "all" else (half,):
        for x, y in places:
            for row, bits in enumerate(block.bits(), y):
                halves[target][row] |= bits << (CARD_WIDTH - block.width - x)
