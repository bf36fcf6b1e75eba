"""The desktop: icons, the menu and its boxes, starting programs, and the accessory Games."""

import pytest

from gemport.desktop import desktop_rsc as rsc
from gemport.desktop.icons import TRASH
from gemport.desktop.preferences import Grid, Place
from gemport.gem import DESKTOP, GRect, IconBlk, Message, MouseNumber, Msg, Wf, read_png, spec_of
from tests.desktop.hand import Kept
from tests.desktop.visitor import BREAK, CLOCK, FILE, NOWHERE, ONE, OPTIONS, TWO, VIERFREI, VIEW, Visitor
from tests.gem.aes.desk import changed, dotted, inverted
from tests.places import RECORDED

# ---- icons


@pytest.fixture
def visitor() -> Visitor:
    return Visitor()


def test_clicks_select_icons(visitor: Visitor) -> None:
    before = visitor.picture()
    visitor.click(visitor.on(VIERFREI))
    seen = changed(before, visitor.picture())
    rect = visitor.desktop.surface.rect(VIERFREI)
    assert seen is not None
    assert seen == seen.intersection(rect)
    chosen = [visitor.selected]
    for name, shift in ((TRASH, False), (VIERFREI, False), (CLOCK, True), (VIERFREI, True)):
        visitor.click(visitor.on(name), shift=shift)
        chosen.append(visitor.selected)
    assert chosen == [[VIERFREI], [TRASH], [VIERFREI], [VIERFREI, CLOCK], [CLOCK]]
    visitor.click(NOWHERE)
    assert (visitor.selected, changed(before, visitor.picture())) == ([], None)
    # The area around an icon's picture and its text belongs to the desktop.
    x1, y1, x2 = visitor.desktop.surface.picture(VIERFREI).corners()[:3]
    left, top, right, bottom = visitor.desktop.surface.label(VIERFREI).corners()
    inside = (x1, y1), (x2, y1), (left, top), (right, top), (left, bottom), (right, bottom)
    outside = (x1 - 1, y1), (x2 + 1, y1), (x1, y1 - 1), (left - 1, top), (right + 1, top), (left, top - 1)
    assert {visitor.desktop.surface.find(*at) for at in inside} == {VIERFREI}
    assert {visitor.desktop.surface.find(*at) for at in outside} == {None}


@pytest.mark.parametrize("small", [False, True])
def test_an_icon_is_dragged_as_its_outline_and_snaps_to_the_grid(visitor: Visitor, small: bool) -> None:
    if small:
        visitor.choose(VIEW, rsc.MENU_SMALL)
    x, y = visitor.on(VIERFREI)
    visitor.click((x, y))
    selected = visitor.picture()
    visitor.press((x, y))
    visitor.to((x + 210, y - 190))
    ground = visitor.desktop.surface
    x1, y1, x2, y2 = ground.picture(VIERFREI).moved(210, -190).corners()
    left, top, right, bottom = ground.label(VIERFREI).moved(210, -190).corners()
    if small:
        outline = dotted((x1, y1), (x2, y1), (x2, top), (right, top), (right, bottom), (x2, bottom), (x2, y2), (x1, y2))
        outline ^= dotted((x1, y2), (x1, y1))
    else:
        outline = dotted((left, top), (x1, top), (x1, y1), (x2, y1), (x2, top), (right, top), (right, bottom))
        outline ^= dotted((right, bottom), (left, bottom), (left, top))
    assert inverted(selected, visitor.picture()) == outline
    seen = visitor.machine.frame()
    visitor.machine.gem().graf_mouse(MouseNumber.ARROW)
    assert visitor.machine.frame() != seen, "the pointer is a hand"
    visitor.release()
    seen = visitor.machine.frame()
    visitor.machine.gem().graf_mouse(MouseNumber.ARROW)
    assert visitor.machine.frame() == seen
    assert visitor.place(VIERFREI) == ((218, 201) if small else (188, 156))
    assert visitor.selected == [VIERFREI]
    visitor.click(NOWHERE)
    assert visitor.rows() == Visitor(visitor.kept).rows(), "neither outline nor old place nor selection stays"


def test_without_the_grid_it_stays_where_it_was_dropped_but_on_the_desktop(visitor: Visitor) -> None:
    visitor.choose(OPTIONS, rsc.MENU_GRID)
    here, at = visitor.place(VIERFREI), visitor.on(VIERFREI)
    visitor.drag(at, (at[0] + 101, at[1] - 57))
    assert visitor.place(VIERFREI) == (here[0] + 101, here[1] - 57)
    visitor.drag(visitor.on(VIERFREI), (639, 5))
    rect = visitor.desktop.surface.rect(VIERFREI)
    assert (rect.right, rect.y) == (640, 19)


def test_a_box_drawn_around_icons_selects_them_in_any_direction(visitor: Visitor) -> None:
    ground = visitor.desktop.surface
    left = ground.rect(VIERFREI)
    x, y = ground.picture(CLOCK).right - 2, left.y - 20
    visitor.press((x, y))
    empty = visitor.picture()
    visitor.to((left.x, left.bottom + 2))
    assert changed(empty, visitor.picture()) == GRect(left.x, y, x - left.x + 1, left.bottom + 2 - y + 1)
    visitor.release()
    assert visitor.selected == [VIERFREI, CLOCK]


def test_several_icons_are_dragged_together_and_one_dropped_onto_another_goes_beside_it(visitor: Visitor) -> None:
    visitor.click(visitor.on(VIERFREI))
    visitor.click(visitor.on(CLOCK), shift=True)
    apart = visitor.place(CLOCK)[0] - visitor.place(VIERFREI)[0]
    x, y = visitor.on(CLOCK)
    visitor.drag((x, y), (x + 91, y - 127))
    assert abs(visitor.place(CLOCK)[0] - visitor.place(VIERFREI)[0] - apart) <= 1, "cells differ by a pixel"
    assert visitor.selected == [VIERFREI, CLOCK]
    visitor.click(NOWHERE)
    visitor.drag(visitor.on(VIERFREI), visitor.on(CLOCK))
    ground = visitor.desktop.surface
    assert not ground.rect(VIERFREI).intersects(ground.rect(CLOCK))


def test_programs_are_not_thrown_away(visitor: Visitor) -> None:
    here = visitor.place(VIERFREI)
    visitor.drag(visitor.on(VIERFREI), visitor.on(TRASH))
    visitor.key("Return")
    assert (visitor.place(VIERFREI), visitor.alive) == (here, {}), "the key closed an alert"
    at = visitor.on(TRASH)
    visitor.drag(at, (at[0], at[1] - 150))
    assert visitor.place(TRASH)[1] < here[1]
    # Dropping an icon on itself shows no alert, so the keys still go to the desktop.
    at = visitor.on(TRASH)
    visitor.drag(at, (at[0] + 2, at[1] + 2))
    visitor.key("Left")
    assert visitor.selected != [TRASH]


def test_places_are_kept_for_each_screen_and_each_size_of_icons() -> None:
    kept = Kept()
    first = Visitor(kept)
    x, y = first.on(VIERFREI)
    first.drag((x, y), (x + 200, y - 200))
    large = first.place(VIERFREI)
    first.choose(VIEW, rsc.MENU_SMALL)
    small = first.place(VIERFREI)
    again = Visitor(kept)
    assert again.place(VIERFREI) == small, "small icons are still shown"
    again.choose(VIEW, rsc.MENU_LARGE)
    assert again.place(VIERFREI) == large
    other = Visitor(kept, (1280, 960))
    assert other.place(VIERFREI) == Visitor(Kept(), (1280, 960)).place(VIERFREI)


def test_kept_places_that_make_no_sense_are_no_harm() -> None:
    name = "desktop.large.640x400"
    first = Visitor().place(VIERFREI)
    for wrong in ("text", [1], {"vierfrei": [1]}, {"vierfrei": ["a", 2], "gone": [3, 4]}, {"vierfrei": [True, 1]}):
        assert Visitor(Kept({name: wrong})).place(VIERFREI) == first
    assert Visitor(Kept({name: {"vierfrei": [-5000, 9000]}})).place(VIERFREI) == (0, 400 - 42)


def test_arrange_puts_all_icons_where_they_stood_at_first(visitor: Visitor) -> None:
    before = visitor.rows()
    for name in (VIERFREI, TRASH):
        x, y = visitor.on(name)
        visitor.drag((x, y), (x - 100 if name == TRASH else x + 100, y - 200))
    visitor.click(NOWHERE)
    assert visitor.rows() != before
    visitor.key("Ctrl+r")
    assert visitor.rows() == before
    assert Visitor(visitor.kept).rows() == before


def test_what_cannot_be_kept_is_told_once(visitor: Visitor) -> None:
    visitor.kept.broken = True
    x, y = visitor.on(VIERFREI)
    visitor.press((x, y))
    visitor.to((x + 200, y - 200))
    before = visitor.rows()
    visitor.release()
    assert visitor.rows() != before
    visitor.key("Return")
    place, quiet = visitor.place(VIERFREI), visitor.rows()
    visitor.key("Ctrl+r", "Ctrl+r")
    assert (visitor.place(VIERFREI) == place, visitor.selected) == (False, [VIERFREI])
    visitor.click(NOWHERE)
    assert quiet != visitor.rows() == Visitor().rows()


@pytest.mark.parametrize(
    ("others", "key", "selected"),
    [
        (((200, 160), (260, 100)), "Right", TRASH),
        (((200, 120), (240, 100)), "Right", CLOCK),
        (((100, 200), (260, 40)), "Right", TRASH),
        (((100, 40), (100, 160)), "Up", CLOCK),
        (((100, 40), (100, 160)), "Down", TRASH),
        (((40, 100), (160, 100)), "Left", CLOCK),
    ],
)
def test_an_arrow_goes_to_the_nearest_icon_ahead_counting_the_way_aside_twice(
    others: tuple[tuple[int, int], ...], key: str, selected: str
) -> None:
    places = dict(zip((VIERFREI, CLOCK, TRASH), ((100, 100), *others), strict=True))
    visitor = Visitor(Kept({"desktop.large.640x400": {name: [*at] for name, at in places.items()}}))
    visitor.key("Right", key)
    assert visitor.selected == [selected]


def test_on_a_screen_of_another_size_the_icons_are_laid_out_for_that(visitor: Visitor) -> None:
    for size in ((500, 860), (640, 400)):
        visitor.machine.resize(*size)
        visitor.machine.settle()
        assert visitor.picture() == Visitor(size=size).picture()


# ---- the grid of icons on any desktop


ICON = (80, 42)
CELL = (88, 56)


def test_icons_stand_in_rows_from_the_bottom_up() -> None:
    """The last one is in the corner, and the first cells are used twice if there are too few."""
    grid = Grid(GRect(0, 19, 300, 120), CELL, ICON)
    names, bottom, top = "abcdef", 88, 28
    places = [(10, bottom), (110, bottom), (10, top), (110, top), (210, top), (10, bottom), (210, bottom)]
    assert [*grid.first_places(names, "z").items()] == [*zip("abcdefz", places, strict=True)]


def test_where_no_cell_is_free_the_place_is_as_wanted_but_on_the_desktop() -> None:
    grid = Grid(GRect(0, 19, 300, 200), CELL, ICON)
    everywhere = [Place(x, y) for x in range(0, 300, 40) for y in range(19, 219, 20)]
    assert grid.nearest(Place(100, 60), everywhere) == (100, 60)
    assert grid.nearest(Place(280, 5), everywhere) == (220, 19)


# ---- the menu


NEED_A_SELECTION = {rsc.MENU_OPEN, rsc.MENU_INFO}


def line(visitor: Visitor, obj: int) -> str:
    return str(visitor.desktop.trees.tree(rsc.INFO_BOX)[obj].ob_spec)


def test_open_and_information_need_a_selected_icon(visitor: Visitor) -> None:
    assert visitor.disabled() == NEED_A_SELECTION
    visitor.click(visitor.on(VIERFREI))
    assert visitor.disabled() == set()
    visitor.click(NOWHERE)
    visitor.key("Ctrl+o", "Return")
    assert visitor.alive == {}
    visitor.choose(FILE, rsc.MENU_SELECT_ALL)
    assert visitor.selected == [VIERFREI, CLOCK, TRASH]


@pytest.mark.parametrize("way", ["menu", "Return", "Ctrl+o"])
def test_menu_and_keys_open_everything_but_the_trash(visitor: Visitor, way: str) -> None:
    visitor.key("Ctrl+a")
    visitor.choose(FILE, rsc.MENU_OPEN) if way == "menu" else visitor.key(way)
    assert sorted(visitor.alive.values()) == [TWO.command, ONE.command]
    for ap_id in list(visitor.alive):
        visitor.machine.send(Message(Msg.AP_TERM, 0), ap_id)
    visitor.machine.settle()
    visitor.key("Esc")
    assert (visitor.alive, visitor.selected) == ({}, []), "no alert waits for an answer"


def test_information_tells_of_a_program(visitor: Visitor) -> None:
    before = visitor.picture()
    visitor.key("Right", "Ctrl+i")
    icon = spec_of(visitor.desktop.trees.tree(rsc.INFO_BOX)[rsc.INFO_BOX_ICON], IconBlk)
    assert (icon.ib_xicon, icon.ib_yicon, icon.ib_ptext) == (0, 0, "")
    texts = [line(visitor, obj) for obj in (rsc.INFO_BOX_TITLE, rsc.INFO_BOX_PROGRAM, rsc.INFO_BOX_NUMBERS)]
    assert texts == ["VIERFREI", "VIERFREI.PRG", "0 to 999999"]
    figures = rsc.INFO_BOX_UNFINISHED, rsc.INFO_BOX_WON, rsc.INFO_BOX_LOST, rsc.INFO_BOX_RUNNING
    assert [line(visitor, obj) for obj in figures] == ["3", "22", "11", "0"]
    visitor.key("Return", "Esc")
    assert changed(before, visitor.picture()) is None


def test_information_counts_all_copies_that_run_whoever_has_started_them(visitor: Visitor) -> None:
    visitor.double_click(visitor.on(VIERFREI))
    visitor.machine.start(visitor.toys[ONE.command].run, ONE.command)
    visitor.machine.start(visitor.toys[TWO.command].run, TWO.command)
    visitor.click(NOWHERE)
    visitor.key("Right", "Ctrl+i")
    assert line(visitor, rsc.INFO_BOX_RUNNING) == "2"


def test_information_of_what_cannot_be_read_and_of_the_trash_is_an_alert(visitor: Visitor) -> None:
    before = visitor.picture()
    for steps in (["Right", "Right"], ["Right", "Right", "Right"]):
        visitor.key(*steps, "Ctrl+i")
        assert changed(before, visitor.picture()) is not None
        visitor.key("Return", "Esc")
        assert changed(before, visitor.picture()) is None


def test_options_are_checked_and_kept(visitor: Visitor) -> None:
    visitor.choose(OPTIONS, rsc.MENU_BOXES)
    visitor.choose(OPTIONS, rsc.MENU_GRID)
    assert visitor.checked() == Visitor(visitor.kept).checked() == {rsc.MENU_LARGE}
    # Version 1.0 saved texts.
    old = Kept({"desktop.small": "on", "desktop.grid": "off", "desktop.boxes": "some"})
    assert Visitor(old).checked() == {rsc.MENU_SMALL, rsc.MENU_BOXES}


def test_about_and_quit(visitor: Visitor) -> None:
    before = visitor.rows()
    visitor.choose(rsc.MENU_DESK_TITLE, rsc.MENU_ABOUT)
    assert visitor.rows() != before
    visitor.key("Return")
    assert visitor.rows() == before
    visitor.choose(FILE, rsc.MENU_QUIT)
    other = Visitor()
    other.machine.request_quit()
    assert (visitor.machine.finished, other.machine.finished) == (True, True)


@pytest.mark.parametrize("small", [False, True], ids=["large", "small"])
def test_the_desktop_looks_as_it_did_when_it_was_looked_at(visitor: Visitor, small: bool) -> None:
    if small:
        visitor.choose(VIEW, rsc.MENU_SMALL)
    visitor.key("Right")
    looked_at = read_png((RECORDED / "desktop" / f"{'small' if small else 'large'}.png").read_bytes())
    assert (looked_at.width, looked_at.height) == (640, 400)
    assert visitor.rows() == list(looked_at.rows)


# ---- programs


def commands(visitor: Visitor) -> list[str]:
    return sorted(visitor.alive.values())


def test_a_box_grows_out_of_the_icon_unless_that_is_switched_off(visitor: Visitor) -> None:
    def moments() -> int:
        visitor.machine.mouse_to(*visitor.on(VIERFREI))
        for down in (True, False, True, False):
            visitor.machine.mouse_button(1, down)
        count = 0
        while not visitor.alive:
            visitor.machine.advance(1)
            count += 1
        return count

    grown = moments()
    visitor.machine.send(Message(Msg.WM_CLOSED), next(iter(visitor.alive)))
    assert visitor.machine.next_wakeup() is not None, "it shrinks"
    visitor.machine.settle()
    visitor.choose(OPTIONS, rsc.MENU_BOXES)
    assert moments() < grown - 100
    visitor.machine.send(Message(Msg.WM_CLOSED), next(iter(visitor.alive)))
    assert visitor.machine.next_wakeup() is None


def test_a_program_that_breaks_takes_nothing_along_and_an_alert_says_so(visitor: Visitor) -> None:
    before = visitor.rows()
    visitor.double_click(visitor.on(VIERFREI))
    visitor.machine.send(Message(BREAK), next(iter(visitor.alive)))
    visitor.machine.settle()
    assert [fault.name for fault in visitor.machine.faults] == [ONE.command]
    assert visitor.rows() != before
    visitor.key("Return")
    visitor.click(NOWHERE)
    assert visitor.rows() == before


def test_quitting_asks_while_programs_run_and_takes_them_along(visitor: Visitor) -> None:
    visitor.double_click(visitor.on(CLOCK))
    visitor.click(NOWHERE)
    quiet = visitor.rows()
    visitor.key("Ctrl+q")
    assert visitor.rows() != quiet
    visitor.key("Esc")
    assert (len(visitor.alive), visitor.rows() == quiet, visitor.machine.finished) == (1, True, False)
    visitor.key("Ctrl+q", "Return")
    assert visitor.alive == {}
    assert visitor.machine.finished


def test_a_double_click_on_the_trash_is_an_alert_and_a_command_that_is_gone_opens_nothing(visitor: Visitor) -> None:
    visitor.double_click(visitor.on(TRASH))
    seen = visitor.picture()
    visitor.key("Return")
    assert changed(seen, visitor.picture()) is not None
    assert (visitor.alive, visitor.selected) == ({}, [TRASH])
    del visitor.machine.programs[ONE.command]
    visitor.double_click(visitor.on(VIERFREI))
    visitor.double_click(visitor.on(CLOCK))
    assert commands(visitor) == [TWO.command]


# ---- the accessory Games switches to running programs and starts others

PITCH = 24


@pytest.fixture
def with_games() -> Visitor:
    return Visitor(accessory=True)


def button(rows: int, row: int, right: bool) -> tuple[int, int]:
    """Return the middle of a button in the dialog, centred on the screen with ``rows`` rows."""
    height = 120 + (rows - 1) * PITCH
    top = 19 + (381 - height) // 2
    left = (640 - 46 * 8) // 2
    return left + (26 if right else 2) * 8 + 40, top + 64 + row * PITCH + 8


def top_window(visitor: Visitor) -> GRect:
    gem = visitor.desktop.gem
    return gem.wind_get(gem.wind_get(DESKTOP, Wf.WF_TOP).x, Wf.WF_CURRXYWH)


def test_it_starts_a_program_and_ends_with_the_machine(with_games: Visitor) -> None:
    before = with_games.rows()
    with_games.open_games()
    assert with_games.rows() != before
    x, y = button(2, 0, right=False)
    tree = with_games.desktop.trees.tree(rsc.GAMES)
    go, cancel = (tree[obj] for obj in (rsc.GAMES_GO, rsc.GAMES_CANCEL))
    with_games.click((x - go.ob_x + cancel.ob_x, y - go.ob_y + cancel.ob_y + PITCH))
    assert (with_games.rows(), with_games.alive) == (before, {})
    with_games.open_games()
    with_games.click(button(2, 1, right=True))
    assert commands(with_games) == [TWO.command]
    with_games.machine.send(Message(Msg.WM_CLOSED), next(iter(with_games.alive)))
    with_games.machine.settle()
    assert (with_games.rows(), with_games.alive) == (before, {}), "no alert"
    with_games.open_games()
    with_games.click(button(2, 1, right=True))
    with_games.machine.send(Message(BREAK), next(iter(with_games.alive)))
    with_games.machine.settle()
    assert (with_games.rows() != before, with_games.alive) == (True, {})
    with_games.key("Return")
    assert with_games.rows() == before
    other = Visitor(accessory=True)
    other.key("Ctrl+q")
    assert other.machine.finished


def test_it_brings_a_program_up_and_has_it_blown_up(with_games: Visitor) -> None:
    with_games.double_click(with_games.on(VIERFREI))
    with_games.double_click(with_games.on(CLOCK))
    one, two = with_games.toys[ONE.command], with_games.toys[TWO.command]
    assert top_window(with_games) == two.place
    with_games.click(NOWHERE)
    with_games.open_games()
    with_games.click(button(3, 1, right=False))
    assert (top_window(with_games), one.messages[-1]) == (one.place, Msg.WM_UNICONIFY)
    assert Msg.WM_UNICONIFY not in two.messages


def test_it_goes_to_the_desktop_and_has_the_windows_shrunk(with_games: Visitor) -> None:
    with_games.double_click(with_games.on(VIERFREI))
    with_games.key("Ctrl+q")
    assert with_games.alive, "the keys are the program's"
    with_games.open_games()
    with_games.click(button(2, 0, right=False))
    assert Msg.WM_ICONIFY in with_games.toys[ONE.command].messages
    with_games.key("Right")
    assert with_games.selected == [CLOCK], "the keys are the desktop's again"
