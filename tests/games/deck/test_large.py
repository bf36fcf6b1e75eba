"""The deck with large indices: its drawing, where it may be chosen, and pictures of it that somebody has looked at."""

from pathlib import Path
from typing import Any

import pytest

from gemport.cli.files import Sources
from gemport.games.freecell import GAME as FREECELL
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.play.deck import MASK, Rows, card_mask
from gemport.play.game import AnyGame
from tests.conformance.report import RESULTS, compare
from tests.games.players import Familien, Hand, recorded
from tests.places import DATA

PICTURES = Path(__file__).parents[2] / "data" / "large"
LANGUAGES = ("de", "en")
BESIDE = 13
"""Columns that are seen of a card with another beside it, Großfamilien's RANK_WIDTH and what the mask leaves free."""
COVERED = 15
"""Rows that are seen of a card below another one, where a column has room."""
CLOSER = 10
"""The same in a long column: less than the index needs, but enough to tell it from the others."""


def deck(language: str) -> tuple[Rows, ...]:
    read = Sources(builtin=True).large_cards(language)
    assert read is not None
    return tuple(read())


def part(rows: Rows, left: int, right: int, top: int, bottom: int) -> Rows:
    """The pixels of some columns and rows."""
    return tuple(row >> (64 - right) & (1 << right - left) - 1 for row in rows[top:bottom])


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_keep_to_the_shape_of_all_cards_and_look_the_same_upside_down(language: str) -> None:
    pictures = deck(language)
    assert len(pictures) == MASK
    for number, rows in enumerate(pictures):
        for y, (row, outside) in enumerate(zip(rows, card_mask(), strict=True)):
            edge = bin(outside >> 32).count("1")
            outline = 1 << (63 - edge) | 1 << edge
            assert not row & outside, f"picture {number}, row {y}"
            assert row & outline == outline, f"picture {number}, row {y} has no outline"
        turned = tuple(int(f"{row:064b}"[::-1], 2) for row in reversed(rows))
        assert part(rows, 0, 64, 0, 30) == part(turned, 0, 64, 0, 30), f"picture {number}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rows", [COVERED, CLOSER])
def test_a_covered_card_is_known_by_its_index(language: str, rows: int) -> None:
    """Rank and suit stand apart: every rank is known without its suit, every suit without its rank."""
    cards = deck(language)[:52]
    ranks = [part(cards[4 * value], 4, BESIDE, 0, rows) for value in range(13)]
    suits = [part(cards[suit], 14, 29, 0, rows) for suit in range(4)]
    assert len(set(ranks)) == 13
    assert len(set(suits)) == 4
    for number, card in enumerate(cards):
        assert part(card, 4, BESIDE, 0, rows) == ranks[number // 4], f"card {number}"
        assert part(card, 14, 29, 0, rows) == suits[number % 4], f"card {number}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_is_seen_whole_below_another_card_and_touches_no_outline(language: str) -> None:
    for number, card in enumerate(deck(language)[:52]):
        assert not any(part(card, 3, 5, 5, 40)), f"card {number}: the left edge"
        assert not any(part(card, 7, 14, 1, 2)), f"card {number}: the row below the outline"
        assert not any(part(card, 4, 29, COVERED - 1, COVERED)), f"card {number}: the row above the next card"
        assert not any(part(card, BESIDE, 15, 2, COVERED)), f"card {number}: between rank and suit"


def test_suits_of_one_colour_are_far_apart() -> None:
    """Clubs and spades, hearts and diamonds: at a distance a few pixels are not seen."""
    cards = deck("en")
    for one, other in ((0, 2), (1, 3)):
        pairs = zip(part(cards[one], 14, 29, 0, COVERED), part(cards[other], 14, 29, 0, COVERED), strict=True)
        assert sum(bin(a ^ b).count("1") for a, b in pairs) >= 30


def test_only_jack_and_queen_differ_by_language() -> None:
    german, english = deck("de"), deck("en")
    assert [number for number in range(MASK) if german[number] != english[number]] == list(range(40, 48))


# ---- where it may be chosen


def test_brought_card_pictures_and_the_originals_resource_have_no_second_deck(tmp_path: Path) -> None:
    cards = Sources(dat=DATA / "vierfrei" / "cards_de.dat", builtin=True)
    assert cards.load(FREECELL, "de").large is None
    assert Sources(builtin=True).load(FREECELL, "de").large is not None
    original = tmp_path / "VIERFREI.RSC"
    original.write_bytes((Path(__file__).parents[2] / "data" / "own" / "vierfrei_de.rsc").read_bytes())
    files = Sources(rsc=original, builtin=True).load(VIERFREI, "de")
    assert (files.extras, files.large) == (False, None)


# ---- looked at


class Table(Hand[Any]):
    def __init__(self, game: AnyGame, number: int, lang: str) -> None:
        self.game = game
        super().__init__(number, lang=lang)


def vierfrei() -> Hand[Any]:
    return Table(VIERFREI, 42, "en")


def freecell() -> Hand[Any]:
    game = Table(FREECELL, 617, "de")
    game.key("1")
    return game


def grossfamilien() -> Hand[Any]:
    won = recorded("won")
    game = Familien(won.number, (640, 400), lang="en")
    game.play(list(won.words)[:95])
    return game


GAMES = {"vierfrei_en": vierfrei, "freecell_de": freecell, "grossfamilien_en": grossfamilien}


@pytest.mark.parametrize("name", GAMES)
def test_the_picture_is_the_one_looked_at(name: str) -> None:
    game = GAMES[name]()
    usual = game.full_picture()
    game.program.play.looks.large_cards = True
    game.full_picture()
    compare(game.machine.frame(pointer=False), PICTURES / f"{name}.png", RESULTS / "large", name)
    game.program.play.looks.large_cards = False
    assert game.full_picture() == usual
