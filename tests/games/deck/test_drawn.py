"""The project's own cards keep to what the programs rely on."""

import pytest
from compilers.decks import LANGUAGES, read_back_text, read_cards_text

from gemport.play.deck import CardData, assemble, card_mask
from tests.places import DATA

BACK = (DATA / "grossfamilien" / "src" / "back.txt").read_text(encoding="utf-8")
JACK, QUEEN, KING = 10, 11, 12
# Left top corners of the symbols on the upper half, small (7x7) and big (15x15), as the program puts them.
SMALL_AT = {
    **dict.fromkeys(range(9), ((13, 3), (44, 3))),
    9: ((14, 3), (43, 3)),
    **dict.fromkeys((JACK, QUEEN, KING), ((12, 3), (52, 11))),
}
BIG_AT = {0: ((25, 39),), JACK: ((6, 10),), QUEEN: ((11, 9),), KING: ((12, 10),)}


@pytest.fixture(scope="module")
def decks() -> dict[str, CardData]:
    text = (DATA / "vierfrei" / "src" / "cards.txt").read_text(encoding="utf-8")
    return {language: read_cards_text(text, language) for language in LANGUAGES}


def turned(row: int) -> int:
    return int(f"{row:064b}"[::-1], 2)


def mirrored(row: int, width: int) -> int:
    return int(f"{row >> 32 - width:0{width}b}"[::-1], 2) << 32 - width


@pytest.mark.parametrize("language", ["de", "en"])
def test_places_of_symbols_are_left_white(decks: dict[str, CardData], language: str) -> None:
    for value, half in enumerate(decks[language].halves[:13]):
        for places, size in ((SMALL_AT[value], 7), (BIG_AT.get(value, ()), 15)):
            for left, top in places:
                window = ((1 << size) - 1) << (64 - size - left)
                for y in range(top, min(top + size, 47)):
                    assert not half[y] & window, f"value {value} draws at symbol {left},{top} in row {y}"


def test_only_the_letters_of_jack_and_queen_differ_by_language(decks: dict[str, CardData]) -> None:
    german, english = decks["de"], decks["en"]
    assert (german.small, german.big) == (english.small, english.big)
    letters = sum(1 << (63 - x) for x in (*range(4, 12), *range(53, 61)))
    for value, (one, other) in enumerate(zip(german.halves, english.halves, strict=True)):
        assert (one != other) == (value in (JACK, QUEEN))
        for y, (a, b) in enumerate(zip(one, other, strict=True)):
            assert not (a ^ b) & ~letters, f"row {y}"
            assert a == b or 3 <= y <= 9, f"row {y}"


def test_middle_row_is_its_own_turned_picture(decks: dict[str, CardData]) -> None:
    for value, half in enumerate(decks["de"].halves):
        assert half[46] == turned(half[46]), f"value {value}"


def test_outline_runs_along_the_mask_and_nothing_is_drawn_outside(decks: dict[str, CardData]) -> None:
    for picture in assemble(decks["de"])[:57]:
        for y, (row, outside) in enumerate(zip(picture, card_mask(), strict=True)):
            edge = bin(outside >> 32).count("1")
            assert not row & outside, f"row {y}"
            outline = 1 << (63 - edge) | 1 << edge
            assert row & outline == outline, f"row {y} has no outline"


def test_big_symbols_are_mirror_symmetric_and_all_eight_differ(decks: dict[str, CardData]) -> None:
    deck = decks["de"]
    for symbol in deck.big:
        assert [mirrored(row, 15) for row in symbol] == list(symbol)
    assert len({*deck.small, *deck.big}) == 8


def test_every_rank_can_be_told_from_the_others(decks: dict[str, CardData]) -> None:
    left = sum(1 << (63 - x) for x in range(4, 13))
    for deck in decks.values():
        assert len({tuple(row & left for row in half[3:10]) for half in deck.halves}) == 14


def test_back_keeps_to_the_mask_and_is_symmetric_both_ways() -> None:
    back = read_back_text(BACK)
    assert [turned(row) for row in back] == list(back) == list(reversed(back))
