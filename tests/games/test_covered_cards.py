"""Of a covered card only the rows that can be seen are drawn: the picture is that of all cards drawn in full."""

import pytest

from gemport.gem import Raster, Workstation, load_artwork
from gemport.gem.vdi.font import Font
from gemport.play.deck import CARD_HEIGHT, EMPTY_FREE, CardArt, CardData, read_dat
from tests.places import DATA

WIDTH, HEIGHT = 96, 3 * CARD_HEIGHT + 20
CARDS = 47, 0, 33, EMPTY_FREE


def deck() -> CardData:
    return read_dat((DATA / "vierfrei/cards_de.dat").read_bytes(), "cards_de.dat")


def drawn(art: CardArt, overlap: int, cut: bool) -> Raster:
    raster = Raster(WIDTH, HEIGHT, [0x5555 * 0x10001000100010001 << row % 2 for row in range(HEIGHT)])
    workstation = Workstation(raster, [Font(load_artwork(DATA / "system").font_8x16)])
    for index, card in enumerate(CARDS):
        rows = art.rows_seen(overlap) if cut and index < len(CARDS) - 1 else CARD_HEIGHT
        art.draw(workstation, card, 10, 5 + index * overlap, inverted=index == 1, rows=rows)
    return raster


@pytest.mark.parametrize("overlap", range(60))
def test_what_is_left_out_cannot_be_seen(overlap: int) -> None:
    art = CardArt(deck())
    assert drawn(art, overlap, cut=True).rows == drawn(art, overlap, cut=False).rows


def test_most_of_a_covered_card_is_left_out() -> None:
    """In a column of VIERFREI, where cards lie 15 pixels below each other."""
    assert 15 < CardArt(deck()).rows_seen(15) < 25


@pytest.mark.parametrize("overlap", [-15, 0, CARD_HEIGHT, CARD_HEIGHT + 5])
def test_a_card_that_is_not_covered_is_drawn_in_full(overlap: int) -> None:
    assert CardArt(deck()).rows_seen(overlap) == CARD_HEIGHT
