"""Readers and writers, tested with files of a real GEM."""

import json

import pytest
from compilers.decks import read_cards_text, write_cards_text, write_dat
from compilers.sheet import SHEET_HEIGHT, SHEET_WIDTH, cards_to_sheet, sheet_to_cards

from gemport.gem import parse_rsc_text, read_fnt, read_rsc, rsc_text, write_fnt, write_rsc
from gemport.gem.formats.charset import CHARACTERS
from gemport.play.deck import read_dat
from tests.conformance.reference import REFERENCE, SPEC, require

VIERFREI = REFERENCE / "vierfrei"


def test_every_code_has_the_character_of_the_specification() -> None:
    table = json.loads(require(SPEC / "atari_charset.json").read_text(encoding="utf-8"))["encoding"]
    assert "".join(chr(int(entry["unicode"][2:], 16)) for entry in table) == CHARACTERS


@pytest.mark.parametrize("name", ["8x16.fnt", "8x8.fnt", "6x6.fnt"])
def test_fonts_come_back_byte_for_byte(name: str) -> None:
    data = require(REFERENCE / "system" / name).read_bytes()
    font = read_fnt(data, name)
    assert write_fnt(font) == data
    assert read_fnt(write_fnt(font, "intel"), name) == font
    assert font.monospaced
    assert (font.first, font.last) == (0, 255)


def test_resource_comes_back_byte_for_byte() -> None:
    rsc = require(VIERFREI / "VIERFREI.RSC").read_bytes()
    resource = read_rsc(rsc, "VIERFREI.RSC")
    assert write_rsc(resource) == rsc
    text = rsc_text(resource)
    assert parse_rsc_text(text) == resource
    assert write_rsc(parse_rsc_text(text)) == rsc


def test_card_data_come_back_byte_for_byte() -> None:
    dat = require(VIERFREI / "VIERFREI.DAT").read_bytes()
    cards = read_dat(dat)
    assert write_dat(cards) == dat
    assert sheet_to_cards(SHEET_WIDTH, SHEET_HEIGHT, cards_to_sheet(cards)) == cards
    assert read_cards_text(write_cards_text(cards), "de") == cards
