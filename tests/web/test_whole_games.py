"""Complete games, played with the mouse and with the fingers."""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from gemport.cards.cells import CELLS, COLUMNS
from gemport.cards.grossfamilien import PLACES
from gemport.cards.notation import parse_record
from gemport.cli.registry import boards
from gemport.settings import Looks
from gemport.store.texts import TextStore
from tests.games.freecell.player import Player as FreeCell
from tests.games.grossfamilien.player import Familien
from tests.games.hand import Hand
from tests.games.sessions import make, session_of
from tests.games.vierfrei.player import Game
from tests.places import RECORDED
from tests.web.chromium import Visitor
from tests.web.place import WebPage

pytestmark = [pytest.mark.window, pytest.mark.slow]

TOUCH = Looks(large_cards=True, touch=True)
PHONE = {"width": 844, "height": 430, "ratio": 3, "touch": True}


def test_a_whole_game_by_mouse(browser: Visitor, address: str) -> None:
    game, page = Game(849431, lang="en"), WebPage(browser, address, "vierfrei/849431")
    for word in parse_record((RECORDED / "games" / "849431.txt").read_text(encoding="utf-8"), boards()).words:
        move = game.board.parse_move(word)
        source, target = game.at(move.source), game.at(move.target)
        page.tab.mouse("mouseMoved", *page.css(*source))
        page.tab.mouse("mousePressed", *page.css(*source), "left", 1)
        page.rest()
        page.tab.mouse("mouseMoved", *page.css(*target), "left", 1)
        page.tab.mouse("mouseReleased", *page.css(*target), "left")
        page.rest()
        assert game.drag(source, target) == 0
    assert game.board.won
    assert statistics(page, "vierfrei") == (1, 0)


TAPS = {
    "vierfrei": """
26 17 06 05 25 24 04 03 02 01 65 00 63 45 44 56 16 15 77 a0 39 02 76 b0 38 37 43 14 13 12 62 61 60 38 23 22 60 21 20
42 55 54 53 a0 52 75 02 01 00 c0 b0 37 36 41 51 40 74 73 c0 72 35 34 25 33 b0 02 11 10 d0 23 22 21 71 70 32 31 30 54
03 53 02 01 00 20 52 11 51 10 50
""",
    "freecell": """
46 15 26 65 45 43 55 54 43 42 c0 75 74 72 d0 41 14 40 a0 64 63 62 61 d0 85 54 28 53 27 14 13 52 51 12 27 a0 36 35 83 42
a0 82 81 23 40 a0 c0 22 34 33
""",
}
"""The column or free place and the card of each tap that wins the game. Each tap sends a card to its best place."""
BY_TAPS: dict[str, tuple[type[Hand[Any]], int, dict[int, str]]] = {
    "vierfrei": (Game, 9, dict(zip((*CELLS, *COLUMNS), "cbad01234567", strict=True))),
    "freecell": (FreeCell, 2, dict(zip((*CELLS, *COLUMNS), "abcd12345678", strict=True))),
}
UPRIGHT, SIDEWAYS = (390, 844), (844, 390)


MADE = "JSON.parse(localStorage[`gemport.game.${localStorage['gemport.last']}`] ?? null)?.made ?? null"
"""The number of moves that the page has saved for its game; null after the win."""


def tap_all(page: WebPage, game: Hand[Any], spots: Iterable[tuple[int, int]]) -> None:
    """Tap cards, given by pile and index, on the page and in its copy."""
    page.tab.do("void(window.ahead = 0, window.ran = performance.now.bind(performance))")
    page.tab.do("void(performance.now = () => window.ran() + window.ahead)")
    for number, spot in enumerate(spots):
        # A second tap nearby within a short time would count as a double tap.
        page.tab.do(f"void(window.ahead = {450 * number})")
        game.machine.advance(450)
        at = game.at(*spot)
        game.click(at)
        page.tab.touch("touchStart", page.css(*at))
        page.tab.touch("touchEnd")
        # The game continues to compute the par; no player waits for the result.
        page.tab.do("void(gemport.web.machine.settle(), gemport.tell('wake'))")
        made = None if game.board.won else game.board.moves_made
        page.tab.wait(f"({MADE}) === {json.dumps(made)}")
    page.rest()


@pytest.mark.parametrize(
    ("name", "size"),
    [("vierfrei", UPRIGHT), ("vierfrei", SIDEWAYS), ("freecell", UPRIGHT)],
    ids=["VIERFREI upright", "VIERFREI sideways", "FreeCell upright"],
)
def test_a_whole_game_by_taps(browser: Visitor, address: str, name: str, size: tuple[int, int]) -> None:
    kind, number, places = BY_TAPS[name]
    page = WebPage(browser, address, f"{name}/{number}", width=size[0], height=size[1], ratio=3, touch=True)
    game = kind(number, lang="en", size=page.size, looks=TOUCH)
    found = {letter: place for place, letter in places.items()}
    tap_all(page, game, [(found[tap[0]], int(tap[1:], 16)) for tap in TAPS[name].split()])
    assert game.board.won
    assert statistics(page, name) == (1, 0)


LAST = "a1 a4 a2 a2 a2 a2 c4 c3 c3 c3 b3 b3 d1 d1 a3 b1 d3 d3 d3 c1 c1 c1 c1 c1 c1 c1 c2 b2 b2 d4"
"""The piles to tap to win Großfamilien #17, after the other steps of its solution."""


@pytest.mark.parametrize("size", [UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
def test_a_resumed_grossfamilien_is_won_by_taps(browser: Visitor, address: str, size: tuple[int, int]) -> None:
    texts: dict[str, str] = {}
    session = session_of(Familien.game, 17, TextStore(texts).records("grossfamilien"))
    make(session, *(RECORDED / "grossfamilien" / "nearly_won.txt").read_text(encoding="utf-8").split())
    session.leave()
    page = WebPage(browser, address, "desktop", width=size[0], height=size[1], ratio=3, touch=True)
    page.tab.do(
        f"void(Object.assign(localStorage, {json.dumps(texts)}), delete document.documentElement.dataset.ready)"
    )
    page.tab.do("location.hash = '#grossfamilien'")
    page.tab.wait("!document.documentElement.dataset.ready")
    page.wait_until_ready()
    game = Familien(None, page.size, lang="en", records=TextStore(texts).records("grossfamilien"), looks=TOUCH)
    assert page.place == "grossfamilien/17"
    tap_all(page, game, [(PLACES.parse(pile), -1) for pile in LAST.split()])
    assert game.board.won
    assert statistics(page, "grossfamilien") == (1, 0)


def statistics(page: WebPage, game: str) -> tuple[int, int]:
    won, lost = page.tab.do(
        f"(s => [s.won, s.lost])(gemport.web.store.records({game!r}).statistics())",
    )
    return won, lost


def test_a_third_finger_clicks_while_two_are_held(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/123456", **PHONE)
    game = Game(123456, lang="en", looks=TOUCH)
    at = game.at(1)
    held = page.css(30, 380), page.css(80, 380)
    page.tab.touch("touchStart", held[0])
    page.tab.touch("touchStart", *held)
    page.tab.touch("touchStart", *held, page.css(*at))
    page.tab.lift(2)
    page.rest()
    game.press((30, 380), "right")
    game.click(at)
    page.tab.lift(0)
    page.tab.lift(1)
    page.rest()
    game.release(button="right")
    assert page.picture() == game.picture()
