"""The readers and writers against files and pictures of a real GEM."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from compilers.artwork import write_icons, write_mouse
from compilers.decks import read_cards_text, write_cards_text
from compilers.images import write_img
from compilers.sheet import SHEET_HEIGHT, SHEET_WIDTH, cards_to_sheet, sheet_to_cards

from gemport.gem.errors import FormatError
from gemport.gem.formats.artwork import SystemArtwork, load_artwork, read_icons, read_mouse
from gemport.gem.formats.charset import CHARACTERS
from gemport.gem.formats.fnt import read_fnt, write_fnt
from gemport.gem.formats.img import Bitmap, read_img
from gemport.gem.formats.objects import ObType, TedInfo, char_to_pixel, object_type
from gemport.gem.formats.png import read_png, write_png
from gemport.gem.formats.rsc import read_rsc, write_rsc
from gemport.gem.formats.rsctext import parse_rsc_text, rsc_text
from gemport.play.deck import EMPTY_FINAL, EMPTY_FREE, MASK, assemble, read_dat, write_dat

from .reference import REFERENCE, SPEC, require

SYSTEM = REFERENCE / "system"
VIERFREI = REFERENCE / "vierfrei"
WORK_X, WORK_Y, WORK_WIDTH, WORK_HEIGHT = 1, 38, 638, 361
"""The game window's work area on the reference's screen, in pixels."""


@pytest.fixture(scope="module")
def artwork() -> SystemArtwork:
    return load_artwork(require(SYSTEM))


@pytest.fixture(scope="module")
def rsc() -> bytes:
    return require(VIERFREI / "VIERFREI.RSC").read_bytes()


@pytest.fixture(scope="module")
def dat() -> bytes:
    return require(VIERFREI / "VIERFREI.DAT").read_bytes()


def test_every_code_has_the_character_of_the_specification() -> None:
    table = json.loads(require(SPEC / "atari_charset.json").read_text(encoding="utf-8"))["encoding"]
    assert "".join(chr(int(entry["unicode"][2:], 16)) for entry in table) == CHARACTERS


@pytest.mark.parametrize("name", ["8x16.fnt", "8x8.fnt", "6x6.fnt"])
def test_fonts_come_back_byte_for_byte(name: str) -> None:
    data = require(SYSTEM / name).read_bytes()
    font = read_fnt(data, name)
    assert write_fnt(font) == data
    assert read_fnt(write_fnt(font, "intel"), name) == font
    assert font.monospaced
    assert (font.first, font.last) == (0, 255)


def test_capital_a_of_the_system_font_is_where_it_is_on_the_screen(artwork: SystemArtwork) -> None:
    picture = read_png(require(REFERENCE / "gem/d/font_8x16.png").read_bytes())
    glyph = artwork.font_8x16.glyph(ord("A")).rows
    found = any(
        all(picture.rows[y + row] >> (picture.width - 8 - x) & 0xFF == bits for row, bits in enumerate(glyph))
        for y in range(picture.height - 15)
        for x in range(0, picture.width - 7, 8)
    )
    assert found


def test_mouse_forms_and_icons_come_back(artwork: SystemArtwork) -> None:
    assert read_mouse(write_mouse(artwork.mouse)) == artwork.mouse
    assert read_icons(write_icons(artwork.icons)) == artwork.icons
    assert (artwork.mouse[0].hot_x, artwork.mouse[0].hot_y) == (0, 0)


@pytest.mark.parametrize("number", range(8))
def test_mouse_forms_are_what_the_screen_shows(artwork: SystemArtwork, number: int) -> None:
    picture = read_png(require(REFERENCE / f"gem/e/mouse{number}_white.png").read_bytes())
    ink = artwork.mouse[number].data
    assert any(
        all(picture.rows[y + row] >> (picture.width - 16 - x) & 0xFFFF == bits for row, bits in enumerate(ink))
        for y in range(picture.height - 15)
        for x in range(picture.width - 15)
        if any(picture.rows[y : y + 16])
    )


def test_resource_comes_back_byte_for_byte(rsc: bytes) -> None:
    resource = read_rsc(rsc, "VIERFREI.RSC")
    assert write_rsc(resource) == rsc
    text = rsc_text(resource)
    assert parse_rsc_text(text) == resource
    assert rsc_text(parse_rsc_text(text)) == text
    assert write_rsc(parse_rsc_text(text)) == rsc


def test_resource_holds_the_games_five_trees(rsc: bytes) -> None:
    menu, getnum, grat, about, wind = read_rsc(rsc).trees
    assert [len(tree) for tree in (menu, getnum, grat, about, wind)] == [25, 5, 5, 5, 4]
    assert (menu[3].ob_spec, menu[4].ob_spec) == (" VierFrei ", " Game ")
    assert char_to_pixel(menu[1].ob_height, 16) == 18
    assert char_to_pixel(menu[5].ob_y, 16) == 19
    number = getnum[2]
    assert object_type(number) == ObType.G_FTEXT
    assert number.ob_spec == TedInfo("000000", "______", "999999", te_txtlen=7, te_tmplen=7)


def test_resource_cut_off_anywhere_is_refused(rsc: bytes) -> None:
    for size in range(len(rsc)):
        with pytest.raises(FormatError, match=r"^cut\.rsc: "):
            read_rsc(rsc[:size], "cut.rsc")


def test_card_data_come_back_byte_for_byte(dat: bytes) -> None:
    cards = read_dat(dat)
    assert write_dat(cards) == dat
    assert sheet_to_cards(SHEET_WIDTH, SHEET_HEIGHT, cards_to_sheet(cards)) == cards
    assert read_cards_text(write_cards_text(cards), "de") == cards


def start_shots() -> list[Path]:
    """The start screens; the same name stands for all where the reference is missing."""
    return sorted(VIERFREI.glob("start_*/*.png")) or [VIERFREI / "start_01_000000" / "game_000000.png"]


@pytest.mark.parametrize("shot", start_shots(), ids=lambda path: path.stem)
def test_assembled_cards_are_the_originals_on_the_whole_board(shot: Path, dat: bytes) -> None:
    picture = read_png(require(shot).read_bytes())
    sessions = json.loads((VIERFREI / "index.json").read_text(encoding="utf-8"))
    [board] = [s["shots"][0]["board"] for s in sessions if s["session"] == shot.parent.name]
    seen = picture.rows[WORK_Y : WORK_Y + WORK_HEIGHT]
    shift, keep = picture.width - WORK_X - WORK_WIDTH, (1 << WORK_WIDTH) - 1
    assert [row >> shift & keep for row in seen] == board_rows(board["columns"], assemble(read_dat(dat)))


def board_rows(columns: list[list[int]], pictures: tuple[tuple[int, ...], ...]) -> list[int]:
    """The work area at the start of a game: the background and every card, put together as the original does."""
    rows = []
    for y in range(WORK_Y, WORK_Y + WORK_HEIGHT):
        rows.append(sum(1 << (WORK_WIDTH - 1 - x) for x in range(WORK_WIDTH) if (x + WORK_X + y) % 2 == 0))
    left = (WORK_WIDTH - 8 * 64 - 7 * 10) // 2
    places = [(10 + 74 * i, 3, EMPTY_FREE) for i in range(4)]
    places += [(max(WORK_WIDTH - 4 * 74, left) + 74 * suit, 3, EMPTY_FINAL + suit) for suit in range(4)]
    for number, column in enumerate(columns):
        down = min(15, (WORK_HEIGHT - 93 - 102) // (len(column) - 1))
        places += [(left + 74 * number, 102 + down * index, card) for index, card in enumerate(column)]
    for x, y, card in places:
        shift = WORK_WIDTH - x - 64
        outside = (1 << WORK_WIDTH) - 1 ^ ((1 << 64) - 1) << shift
        for row, (mask, ink) in enumerate(zip(pictures[MASK], pictures[card], strict=True), y):
            rows[row] = rows[row] & (outside | mask << shift) | ink << shift
    return rows


@pytest.mark.parametrize("folder", ["gem/a", "gem/c2", "gem/d", "vierfrei/window_02_123456"])
def test_screens_come_back_through_png_and_img(folder: str) -> None:
    for path in sorted(require(REFERENCE / folder).glob("*.png")):
        picture = read_png(path.read_bytes(), path.name)
        assert (picture.width, picture.height) == (640, 400)
        assert read_png(write_png(640, 400, picture.rows)) == picture
        image = Bitmap(640, 400, picture.rows)
        assert read_img(write_img(image)) == image
