"""Touch events and on-screen keyboards."""

from random import Random

import pytest

from tests.web.chromium import Visitor
from tests.web.place import WebPage

pytestmark = [pytest.mark.window, pytest.mark.slow]

UPRIGHT, SIDEWAYS = (
    {"width": width, "height": height, "ratio": 3, "touch": True} for width, height in ((390, 844), (844, 390))
)
PHONE = {"width": 900, "height": 560, "ratio": 2, "touch": True}
BUTTONS = """(() => {
    gemport.python.globals.set("machine", gemport.web.machine);
    return JSON.parse(gemport.python.runPython(`
        import json
        from gemport.gem import ObState, ObType, objc_find, object_rect, object_type
        tree = machine.speech.topmost
        json.dumps([
            [rect.x + rect.w // 2, rect.y + rect.h // 2, ObState.SELECTED in tree[obj].ob_state, str(tree[obj].ob_spec)]
            for obj in range(len(tree)) for rect in [object_rect(tree, obj)]
            if object_type(tree[obj]) == ObType.G_BUTTON and ObState.DISABLED not in tree[obj].ob_state
            and objc_find(tree, 0, 8, rect.x + rect.w // 2, rect.y + rect.h // 2) == obj
        ])
    `));
})()"""
"""Centre, state and text of each usable button of the topmost box."""
CARD, CELL = (133, 350), (50, 100)
"""A movable card of number 123456, and a free place."""


@pytest.fixture
def page(browser: Visitor, address: str) -> WebPage:
    return WebPage(browser, address, "vierfrei/123456", **PHONE)


def compose(page: WebPage, *texts: str) -> None:
    """Compose a word as an on-screen keyboard does."""
    for text in texts:
        page.tab.call("Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text))


@pytest.mark.parametrize(
    ("texts", "committed"), [(("1", "12"), "12"), (("1", "17", "1"), "12"), (("1", "12", "1ł", "13"), "12"), ((), "12")]
)
def test_a_word_that_is_being_composed_is_typed_once(page: WebPage, texts: tuple[str, ...], committed: str) -> None:
    page.do('{"do": "key", "key": "F2"}', '{"do": "key", "key": "Esc"}')
    compose(page, *texts)
    page.tab.call("Input.insertText", text=committed)
    page.do('{"do": "key", "key": "Return"}')
    assert page.place == f"vierfrei/{committed}"


def test_composed_text_is_shown_and_can_be_deleted(page: WebPage) -> None:
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
    page.fingers([(x, y), (other_x, other_y)], [(x - apart, y), (other_x + apart, other_y)])
    assert (page.picture() != dealt) is moved


# ---- the bar, and the menus as a list


@pytest.mark.parametrize("size", [UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
def test_trembling_fingers_hit_every_row_and_button(browser: Visitor, address: str, size: dict[str, int]) -> None:
    """Taps may miss by 5 CSS pixels. The buttons are inside the page and cover no part of the picture."""
    page = WebPage(browser, address, "vierfrei/7", **size)
    page.tab.do("document.getElementById('note').click()")
    buttons = page.tab.do("[...document.querySelectorAll('#fingers button, footer button')].map(one => one.id)")
    assert len(buttons) == 10
    page.tab.do("""(() => {
        window.hits = [];
        document.addEventListener("pointerdown", event => {
            const one = event.target.closest("button");
            window.hits.push(one.id || one.firstChild.data);
        }, true);
        for (const kind of ["click", "pointerup"])
            document.addEventListener(kind, event => event.stopPropagation(), true);
    })()""")
    chance = Random(22)

    def tap_near(selector: str) -> None:
        left, top, wide, high = page.box(selector)
        assert min(wide, high) >= 44
        assert left >= 0
        assert top >= 0
        assert left + wide <= size["width"]
        assert top + high <= size["height"]
        # A tap that misses its target.
        at = left + wide / 2 + chance.uniform(-14, 14), top + high / 2 + chance.uniform(-14, 14)
        page.tap(at[0] + chance.choice([-5, 5]), at[1] + chance.choice([-5, 5]))

    for name in buttons:
        tap_near(f"#{name}")
    assert page.tab.do("window.hits.splice(0)") == buttons
    page.tab.do("document.getElementById('menu').onclick()")
    page.rest()
    rows = page.tab.do("[...document.querySelectorAll('#list button')].map(one => one.firstChild.data)")
    assert len(rows) >= 24
    for number in range(len(rows)):
        page.tab.do(f"document.querySelectorAll('#list button')[{number}].id = 'row'")
        page.tab.do("document.getElementById('row').scrollIntoView({block: 'center'})")
        tap_near("#row")
        page.tab.do("document.getElementById('row').removeAttribute('id')")
    assert page.tab.do("window.hits") == ["row"] * len(rows)


def test_the_bar_is_grey_where_the_menu_is(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **SIDEWAYS)
    usable = "[...document.querySelectorAll('#fingers button')].filter(one => !one.disabled).map(one => one.id)"
    assert page.tab.do(usable) == ["hint", "new", "select", "menu"]
    dealt = page.picture()
    page.tap(*page.css(60, 350))
    moved = page.picture()
    assert moved != dealt
    assert page.tab.do(usable) == ["undo", "hint", "new", "select", "menu"]
    page.tap_on("#undo")
    assert page.tab.do(usable) == ["redo", "hint", "new", "select", "menu"]
    page.tap_on("#redo")
    page.choose("About VIERFREI ...")
    assert page.tab.do(usable) == []
    page.do('{"do": "key", "key": "Return"}')
    page.choose("Quit")
    page.do('{"do": "key", "key": "Return"}')
    assert page.place == "desktop"
    assert page.tab.do(usable) == ["menu"]


def test_the_list_has_the_menus_of_every_program(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "desktop", **UPRIGHT)
    page.tap_on("#menu")
    shown = "[...document.querySelectorAll('#list h3')].map(one => one.textContent)"
    assert page.tab.do(shown) == ["Desk", "File", "View", "Options"]
    checked = "[...document.querySelectorAll('#list [aria-checked=true]')].map(one => one.firstChild.data)"
    assert page.tab.do(checked) == ["Large icons", "Icons on a grid", "Growing boxes"]
    keys = "[...document.querySelectorAll('#list kbd')].map(one => one.textContent).filter(one => one)"
    assert "Ctrl+Q" in page.tab.do(keys)
    # A tap outside the list closes it.
    page.tap(5, 5)
    page.tab.wait("!document.getElementById('list').open")
    before = page.picture()
    page.choose("Small icons")
    small = page.picture()
    assert small != before
    page.choose("Control Panel ...")
    assert page.picture() != small


# ---- fields


def test_a_field_for_digits_opens_and_closes_the_number_pad(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **SIDEWAYS)
    waits = "document.activeElement.id === 'typed' && document.activeElement.inputMode"
    assert not page.tab.do(waits)
    page.tap_on("#select")
    assert page.tab.do(waits) == "numeric"
    # A tap on the picture leaves the keyboard open.
    page.tap(*page.css(260, 160))
    assert page.tab.do(waits) == "numeric"
    page.tab.call("Input.insertText", text="4711")
    page.tab.key("Enter", "Enter")
    page.tab.wait("location.hash === '#vierfrei/4711'")
    assert page.tab.do("document.activeElement.id") == "screen"


# ---- fingers on the picture


def test_the_second_tap_of_two_may_miss_the_first(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "desktop", **SIDEWAYS)
    x, y = page.css(44, 358)
    with page.tab.at_once():
        for place in ((x, y), (x + 11, y + 15)):
            page.tab.touch("touchStart", place)
            page.tab.touch("touchEnd")
    page.tab.wait("location.hash !== '#desktop'")


def test_the_first_game_explains_taps(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **SIDEWAYS)
    assert page.note() == "A tap on a card moves it; the menu Options switches that off."
    page.choose("Click to move")
    dealt = page.picture()
    page.tap(*page.css(60, 350))
    assert page.picture() == dealt
    page.again()
    assert page.note() == ""
    page.tap(*page.css(60, 350))
    assert page.picture() == dealt


@pytest.mark.parametrize("size", [UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
def test_the_note_covers_neither_picture_nor_bar(browser: Visitor, address: str, size: dict[str, int]) -> None:
    page = WebPage(browser, address, "vierfrei/7", **size)
    assert page.note()
    page.tab.do("void(document.getElementById('note').hidden = false)")
    left, top, wide, _ = page.box("#note")
    for part in ("#screen", "#fingers"):
        its_left, its_top, its_width, its_height = page.box(part)
        beside = left >= its_left + its_width - 1 or its_left >= left + wide - 1
        assert beside or top >= its_top + its_height - 1, part
    assert left + wide <= size["width"]
    assert page.tab.do("(note => note.scrollHeight <= note.clientHeight)(document.getElementById('note'))")


def test_two_fingers_zoom_the_picture_and_move_it(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **SIDEWAYS)
    dealt, (left, top, wide, high) = page.picture(), page.box("#screen")
    held = page.css(60, 345)
    x, y = held
    page.fingers(*([(x - apart, y), (x + apart, y)] for apart in (20, 30, 40, 60)))
    assert page.box("#screen")[2] == pytest.approx(3 * wide, abs=2)
    # The same point is still under the fingers, and no card has moved.
    assert page.css(60, 345) == pytest.approx(held, abs=3)
    assert page.picture() == dealt
    page.tap(*page.css(60, 350))
    assert page.picture() != dealt
    # Moving never pulls the picture's edges into its area; zoomed out, the picture has its old position.
    for _ in range(3):
        page.fingers([(150, 60), (220, 60)], [(500, 380), (570, 380)])
    assert page.box("#screen")[:2] == pytest.approx((left, top), abs=1)
    page.fingers([(x - 100, y), (x + 100, y)], [(x - 10, y), (x + 10, y)])
    assert page.box("#screen") == pytest.approx((left, top, wide, high))


def swipe(page: WebPage, start: tuple[float, float], end: tuple[float, float]) -> None:
    (x, y), (to_x, to_y) = start, end
    page.fingers(*([(x + (to_x - x) * part, y + (to_y - y) * part)] for part in (0, 0.25, 0.5, 0.75, 1)))


def bring_into_sight(page: WebPage, x: float, y: float) -> None:
    """Swipe until a GEM pixel is near the middle of the stage."""
    left, top, wide, high = page.box("#stage")
    for _ in range(20):
        at_x, at_y = page.css(x, y)
        away_x, away_y = left + wide / 2 - at_x, top + high / 2 - at_y
        if abs(away_x) < wide / 2 - 30 and abs(away_y) < high / 2 - 30:
            return
        far = [max(min(away, 100), -100) for away in (away_x, away_y)]
        middle = left + wide / 2, top + high / 2
        swipe(page, middle, (middle[0] + far[0], middle[1] + far[1]))
    raise AssertionError(f"{x}, {y} never came into sight")


@pytest.mark.parametrize("size", [UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
def test_fingers_can_use_every_button_of_a_box(browser: Visitor, address: str, size: dict[str, int]) -> None:
    page = WebPage(browser, address, "vierfrei/7", **size)
    whole = page.box("#screen")
    page.choose("Control Panel ...")
    buttons = page.tab.do(BUTTONS)
    chance = Random(5)
    for number in (*range(0, 30, 5), [text for *_, text in buttons].index("Cancel")):
        x, y, _, text = buttons[number]
        bring_into_sight(page, x, y)
        at_x, at_y = page.css(x, y)
        assert page.css(x, y + 16)[1] - at_y >= 39.9
        page.tap(at_x + chance.choice([-5, 5]), at_y + chance.choice([-5, 5]))
        assert text == "Cancel" or page.tab.do(BUTTONS)[number][2], text
    assert page.tab.do("gemport.tube.aimed") is None
    assert page.box("#screen") == pytest.approx(whole, abs=0.1)


def test_a_box_comes_into_the_zoomed_view_and_back(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **SIDEWAYS)
    x, y = page.css(60, 380)
    page.fingers([(x - 20, y), (x + 20, y)], [(x - 80, y), (x + 80, y)])
    zoomed = page.box("#screen")
    page.choose("About VIERFREI ...")
    left, top = page.tab.do("[gemport.tube.aimed.x, gemport.tube.aimed.y]")
    (x, y), (stage_left, stage_top, _, _) = page.css(left, top), page.box("#stage")
    assert stage_left <= x < stage_left + 40
    assert stage_top <= y < stage_top + 40
    page.do('{"do": "key", "key": "Return"}')
    assert page.box("#screen") == pytest.approx(zoomed, abs=0.1)


def test_a_field_stays_large_above_an_on_screen_keyboard(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **SIDEWAYS)
    page.tap_on("#select")
    page.tab.size(844, 170, 3, True)
    page.tab.wait("Math.abs(gemport.tube.base().height - 170) < 2")
    x, y, high = page.tab.do("(({field}) => [field.x, field.y, field.height])(gemport.tube.aimed)")
    (_, top), (_, bottom) = page.css(x, y), page.css(x, y + high)
    assert bottom - top >= 39.9
    assert 0 <= top < bottom <= 173


def test_help_scrolls_by_swiping(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **UPRIGHT)
    page.choose("Help ...")
    first = page.picture()
    swipe(page, page.css(250, 700), page.css(250, 400))
    assert page.picture() != first
    swipe(page, page.css(250, 400), page.css(250, 700))
    assert page.picture() == first


def test_the_phone_is_turned_in_the_middle_of_a_game(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **SIDEWAYS)
    assert page.size == (640, 400)
    page.tap(*page.css(60, 350))
    lying = page.picture()
    page.tab.size(390, 844, 3, True)
    page.tab.wait("gemport.tube.width === 500 && gemport.tube.height > 900")
    page.tab.size(844, 390, 3, True)
    page.tab.wait("gemport.tube.width === 640")
    assert page.picture() == lying
    # The screen also turns while a box is open; the menu works after the box is closed.
    page.choose("About VIERFREI ...")
    page.tab.size(390, 844, 3, True)
    page.tab.wait("gemport.tube.width === 500")
    assert page.tab.do("document.getElementById('menu').disabled")
    page.do('{"do": "key", "key": "Return"}')
    assert not page.tab.do("document.getElementById('menu').disabled")


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [(820, 1180, (640, 842)), (1180, 820, (640, 400)), (375, 548, (500, 600))],
    ids=["tablet", "lying tablet", "short phone"],
)
def test_the_screen_has_the_shape_of_the_page(
    browser: Visitor, address: str, width: int, height: int, size: tuple[int, int]
) -> None:
    assert WebPage(browser, address, "vierfrei/7", width=width, height=height, ratio=2, touch=True).size == size


def test_the_first_bell_sounds(browser: Visitor, address: str) -> None:
    """Browsers allow sound from the end of the first touch, when the bell rings here."""
    page = WebPage(browser, address, "vierfrei/1", **SIDEWAYS)
    page.tab.do("""void(() => {
        window.heard = [];
        AudioBufferSourceNode.prototype.start = function () { window.heard.push(this.context.state); };
        gemport.tube.flash = () => window.heard.push("flash");
    })()""")
    # Drop a card on a pile that does not accept it.
    page.tab.touch("touchStart", page.css(355, 350))
    page.tab.touch("touchMove", page.css(500, 330))
    page.tab.touch("touchEnd")
    page.tab.wait("window.heard.length")
    assert page.tab.do("window.heard") == ["running"]


def test_a_phone_has_large_indices_unless_the_player_chooses(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **SIDEWAYS)

    def selected(*names: str) -> list[str]:
        return [text for *_, on, text in page.tab.do(BUTTONS) if text in names and on]

    cards = "Standard", "Large indices"
    page.choose("Control Panel ...")
    assert selected(*cards) == ["Large indices"]
    # The page chooses the screen.
    assert "640x400" not in [text for *_, text in page.tab.do(BUTTONS)]
    x, y, *_ = next(button for button in page.tab.do(BUTTONS) if button[3] == "Standard")
    bring_into_sight(page, x, y)
    page.tap(*page.css(x, y))
    page.do('{"do": "key", "key": "Return"}')
    assert page.tab.do("JSON.stringify({...localStorage}).includes('panel.large_cards')")
    page.again()
    page.choose("Control Panel ...")
    assert selected(*cards) == ["Standard"]


def test_cards_are_as_far_apart_as_a_column_has_space(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **SIDEWAYS)
    dealt = page.picture()
    page.tap(*page.css(60, 385))
    assert page.picture() != dealt


def test_an_upright_phone_has_moves_and_clock_below_the_cards(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **UPRIGHT)
    width, height = page.size
    octets = -(-width // 16) * 2

    def foot() -> bytes:
        return page.picture()[(height - 18) * octets : (height - 2) * octets]

    before = foot()
    page.tap(*page.css(95, 530))
    moved = foot()
    assert moved != before


def test_slow_drags_scroll_nothing(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **UPRIGHT)
    for x, y in ((30, 300), (200, 700), (200, 830)):
        page.tab.touch("touchStart", (x, y))
        for step in range(1, 12):
            page.tab.touch("touchMove", (x, y - 20 * step))
        page.tab.touch("touchEnd")
    page.rest()
    scrolled = "[scrollX, scrollY, visualViewport.offsetTop, visualViewport.scale, document.body.scrollTop]"
    assert page.tab.do(scrolled) == [0, 0, 0, 1, 0]


def test_about_closes_by_a_tap_beside_it(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **UPRIGHT)
    # The message about taps covers the footer.
    page.tab.do("document.getElementById('note').click()")
    page.tap_on("#about")
    assert page.tab.do("document.getElementById('story').open")
    page.tap_on("#telling")
    assert page.tab.do("document.getElementById('story').open")
    page.tap(195, 20)
    page.tab.wait("!document.getElementById('story').open")


def test_a_full_storage_is_reported_plainly(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **SIDEWAYS)
    page.tab.do("""void(Storage.prototype.setItem = () => {
        throw new DOMException("Setting the value of 'x' exceeded the quota.", "QuotaExceededError");
    })""")
    page.tap(*page.css(60, 350))
    spoken = page.tab.do("document.getElementById('spoken').textContent")
    assert "no space left" in spoken
    assert "quota" not in spoken
