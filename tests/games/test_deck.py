"""The decks: card data and the pictures built from it, the project's cards, and the deck with large indices."""

from collections.abc import Callable, Sequence
from functools import reduce
from random import Random
from typing import Any

import pytest
from compilers.decks import LANGUAGES, read_cards_text, write_cards_text, write_dat
from compilers.sheet import SHEET_HEIGHT, SHEET_WIDTH, cards_to_sheet, sheet_to_cards
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.cli.sources import Sources
from gemport.games.freecell import GAME as FREECELL
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.gem import FormatError, Raster, Workstation, load_artwork
from gemport.gem.vdi.font import Font
from gemport.play.deck import (
    CARD_HEIGHT,
    DAT_SIZE,
    EMPTY_FREE,
    CardArt,
    Rows,
    assemble,
    read_dat,
)
from tests.conformance.report import RESULTS, compare
from tests.games.players import Familien, Game, Hand, Player, recorded
from tests.places import DATA, RECORDED

languages = pytest.mark.parametrize("language", LANGUAGES)


# ---- card data


@settings(max_examples=20)
@given(st.integers(0, 1 << 32).map(lambda seed: Random(seed).randbytes(DAT_SIZE)))
def test_card_data_round_trip_in_every_format(data: bytes) -> None:
    cards = read_dat(data)
    assert write_dat(cards) == data
    assert sheet_to_cards(SHEET_WIDTH, SHEET_HEIGHT, cards_to_sheet(cards)) == cards
    assert read_cards_text(write_cards_text(cards), "de") == cards


def test_no_other_size_is_card_data_or_a_sheet() -> None:
    for size in [*range(0, DAT_SIZE, 97), DAT_SIZE - 1, DAT_SIZE + 1]:
        with pytest.raises(FormatError, match=f"x.dat: .*5616 bytes, not {size}"):
            read_dat(bytes(size), "x.dat")
    with pytest.raises(FormatError, match="not 10x10"):
        sheet_to_cards(10, 10, [0] * 10)


# ---- only the visible rows of a covered card are drawn


def art() -> CardArt:
    return CardArt(read_dat((DATA / "vierfrei/cards_de.dat").read_bytes(), "cards_de.dat"))


@pytest.mark.parametrize("overlap", range(60))
def test_what_is_left_out_cannot_be_seen(overlap: int) -> None:
    cards, drawn = art(), []
    for seen in (CARD_HEIGHT, cards.rows_seen(overlap)):
        height = 3 * CARD_HEIGHT + 20
        raster = Raster(96, height, [0x5555 * 0x10001000100010001 << row % 2 for row in range(height)])
        workstation = Workstation(raster, [Font(load_artwork(DATA / "system").font_8x16)])
        for at, (card, rows) in enumerate(((47, seen), (0, seen), (33, seen), (EMPTY_FREE, CARD_HEIGHT))):
            cards.draw(workstation, card, 10, 5 + at * overlap, inverted=at == 1, rows=rows)
        drawn.append(raster.rows)
    assert drawn[0] == drawn[1]


def test_only_hidden_rows_are_left_out() -> None:
    """The overlap of 15 pixels is used in the columns of VIERFREI."""
    assert 15 < art().rows_seen(15) < 25
    assert [art().rows_seen(overlap) for overlap in (-15, 0, CARD_HEIGHT, CARD_HEIGHT + 5)] == [CARD_HEIGHT] * 4


# ---- pictures


def sheet(pictures: Sequence[Rows]) -> Raster:
    """Return pictures of cards side by side, 13 in a row."""
    rows = []
    for first in range(0, len(pictures), 13):
        cards = [*pictures[first : first + 13], *[(0,) * CARD_HEIGHT] * 13][:13]
        rows += [reduce(lambda row, part: row << 64 | part, parts) for parts in zip(*cards, strict=True)]
    return Raster(13 * 64, len(rows), rows)


@languages
@pytest.mark.parametrize("deck", ["usual", "large"])
def test_every_card_looks_as_recorded(deck: str, language: str) -> None:
    large = Sources(builtin=True).large_cards(language)
    assert large is not None
    data = (DATA / f"vierfrei/cards_{language}.dat").read_bytes()
    name = f"deck_{deck}_{language}"
    pictures = assemble(read_dat(data)) if deck == "usual" else large()
    compare(sheet(pictures), RECORDED / "large" / f"{name}.png", RESULTS / "large", name)


def test_own_pictures_and_the_original_have_one_deck() -> None:
    cards = Sources(dat=DATA / "vierfrei" / "cards_de.dat", builtin=True)
    assert cards.load(FREECELL, "de").large is None
    assert Sources(builtin=True).load(FREECELL, "de").large is not None
    files = Sources(rsc=RECORDED / "own" / "vierfrei_de.rsc", builtin=True).load(VIERFREI, "de")
    assert (files.extras, files.large) == (False, None)


def families() -> Hand[Any]:
    won = recorded("won")
    game = Familien(won.number, lang="en")
    game.play(list(won.words)[:95])
    return game


@pytest.mark.parametrize(
    ("begin", "acts", "name"),
    [
        (lambda: Game(42, lang="en"), "", "vierfrei_en"),
        (lambda: Player(617, lang="de"), "1", "freecell_de"),
        (families, "", "grossfamilien_en"),
    ],
)
def test_the_picture_is_the_one_looked_at(begin: Callable[[], Hand[Any]], acts: str, name: str) -> None:
    game = begin()
    game.act(acts)
    usual = game.full_picture()
    game.program.play.looks.large_cards = True
    game.full_picture()
    compare(game.machine.frame(pointer=False), RECORDED / "large" / f"{name}.png", RESULTS / "large", name)
    game.program.play.looks.large_cards = False
    assert game.full_picture() == usual
