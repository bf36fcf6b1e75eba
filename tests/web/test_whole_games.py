"""A person plays a whole game by mouse, and another with the fingers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gemport.cards.notation import parse_record
from gemport.cli.registry import GameBoards
from tests.games.vierfrei.player import Game
from tests.places import RECORDED
from tests.web.chromium import Visitor
from tests.web.place import WebPage

pytestmark = [pytest.mark.window, pytest.mark.slow]

Point = tuple[int, int]
PHONE = {"width": 844, "height": 430, "ratio": 3, "touch": True}
FREE_PLACES = 0, 1, 2, 3


class Screen:
    """The same game played beside the page: where its cards lie, and what its picture is."""

    def __init__(self, number: int) -> None:
        self.game = Game(number, lang="en")
        text = (RECORDED / "games" / f"{number:06}.txt").read_text(encoding="utf-8")
        self._words = parse_record(text, GameBoards()).words

    def drags(self, drag: Callable[[Point, Point], None]) -> None:
        """Have each move made by a drag from one point to another, here and by ``drag``."""
        for word in self._words:
            move = self.game.board.parse_move(word)
            source, target = self.game.at(move.source), self.game.at(move.target)
            drag(source, target)
            assert self.game.drag(source, target) == 0


def test_a_whole_game_by_mouse(browser: Visitor, address: str) -> None:
    screen, page = Screen(849431), WebPage(browser, address, "vierfrei/849431")

    def drag(source: Point, target: Point) -> None:
        page.tab.mouse("mouseMoved", *page.css(*source))
        page.tab.mouse("mousePressed", *page.css(*source), "left", 1)
        page.rest()
        page.tab.mouse("mouseMoved", *page.css(*target), "left", 1)
        page.tab.mouse("mouseReleased", *page.css(*target), "left")
        page.rest()

    screen.drags(drag)
    assert screen.game.board.won
    assert statistics(page, "vierfrei") == (1, 0)


def test_a_whole_game_with_the_fingers(browser: Visitor, address: str) -> None:
    screen, page = Screen(271828), WebPage(browser, address, "vierfrei/271828", **PHONE)

    def drag(source: Point, target: Point) -> None:
        page.tab.touch("touchStart", page.css(*source))
        page.tab.touch("touchMove", page.css((source[0] + target[0]) // 2, (source[1] + target[1]) // 2))
        page.tab.touch("touchMove", page.css(*target))
        page.tab.touch("touchEnd")
        page.rest()

    screen.drags(drag)
    assert screen.game.board.won
    assert statistics(page, "vierfrei") == (1, 0)


def statistics(page: WebPage, game: str) -> tuple[int, int]:
    """How many games are won and lost, by what the page keeps."""
    won, lost = page.tab.do(
        f"(s => [s.won, s.lost])(gemport.web.store.records({game!r}).statistics())",
    )
    return won, lost


def test_two_fingers_that_tap_send_a_card_to_a_free_place(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/123456", **PHONE)
    game = Game(123456, lang="en")
    at = game.at(1)
    page.tab.touch("touchStart", page.css(*at))
    page.tab.touch("touchStart", page.css(*at), page.css(at[0] + 60, at[1] + 10))
    page.tab.lift(0)
    page.tab.lift(1)
    page.rest()
    game.both(at)
    assert page.picture() == game.picture()


def test_a_third_finger_clicks_while_two_are_held(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/123456", **PHONE)
    game = Game(123456, lang="en")
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


def test_a_menu_is_opened_and_chosen_from_by_taps(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **PHONE)
    before = page.picture()
    for at in ((130, 8), (140, 26)):
        page.tab.touch("touchStart", page.css(*at))
        page.tab.touch("touchEnd")
        page.rest()
    # The first entry is another game.
    assert page.place != "vierfrei/7"
    assert page.picture() != before
