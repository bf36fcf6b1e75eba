"""Fingers and keyboards on a screen, as the browser gives them."""

from __future__ import annotations

import pytest

from tests.web.chromium import Visitor
from tests.web.place import WebPage

pytestmark = [pytest.mark.window, pytest.mark.slow]

PHONE = {"width": 900, "height": 560, "ratio": 2, "touch": True}
CARD, CELL = (133, 238), (50, 100)
"""A card that may be moved in number 123456, and a free place."""


@pytest.fixture
def page(browser: Visitor, address: str) -> WebPage:
    """A game on a phone."""
    return WebPage(browser, address, "vierfrei/123456", **PHONE)


def compose(page: WebPage, *texts: str) -> None:
    """What a keyboard on the screen does while a word is being typed."""
    for text in texts:
        page.tab.call("Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text))


@pytest.mark.parametrize(
    ("texts", "committed"), [(("1", "12"), "12"), (("1", "17", "1"), "12"), (("1", "12", "1ł", "13"), "12"), ((), "12")]
)
def test_a_word_that_is_being_composed_is_typed_once(page: WebPage, texts: tuple[str, ...], committed: str) -> None:
    page.tab.do("document.getElementById('keys').click()")
    page.do('{"do": "key", "key": "F2"}', '{"do": "key", "key": "Esc"}')
    compose(page, *texts)
    page.tab.call("Input.insertText", text=committed)
    page.do('{"do": "key", "key": "Return"}')
    assert page.place == f"vierfrei/{committed}"


def test_what_is_composed_is_seen_at_once_and_may_be_deleted(page: WebPage) -> None:
    page.tab.do("document.getElementById('keys').click()")
    page.do('{"do": "key", "key": "F2"}', '{"do": "key", "key": "Esc"}')
    compose(page, "4", "47", "471")
    seen = page.picture()
    page.tab.call("Input.insertText", text="471")
    assert page.picture() == seen
    page.tab.do("document.execCommand('delete')")
    assert page.picture() != seen
    page.do('{"do": "key", "key": "Return"}')
    assert page.place == "vierfrei/47"


def test_a_card_goes_back_when_the_system_takes_the_finger(page: WebPage) -> None:
    dealt = page.picture()
    page.tab.touch("touchStart", page.css(*CARD))
    page.tab.touch("touchMove", page.css(*CELL))
    page.tab.touch("touchCancel")
    assert page.picture() == dealt
    page.tab.touch("touchStart", page.css(*CARD))
    page.tab.touch("touchMove", page.css(*CELL))
    page.tab.touch("touchEnd")
    assert page.picture() != dealt


@pytest.mark.parametrize(("apart", "moved"), [(0, True), (60, False)], ids=["a tap", "a pinch"])
def test_two_fingers_that_move_are_no_click(page: WebPage, apart: int, moved: bool) -> None:
    dealt = page.picture()
    (x, y), (other_x, other_y) = page.css(*CARD), page.css(400, 300)
    # All at once, as a machine that is busy would make a slow gesture of it.
    for kind, *points in (
        ("touchStart", (x, y), (other_x, other_y)),
        ("touchMove", (x - apart, y), (other_x + apart, other_y)),
        ("touchEnd",),
    ):
        page.tab.touch(kind, *points)
    assert (page.picture() != dealt) is moved
