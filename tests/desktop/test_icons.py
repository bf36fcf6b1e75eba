"""Icons on the desktop: selected, dragged, drawn around, put somewhere, kept there."""

import pytest

from gemport.desktop import desktop_rsc as rsc
from gemport.desktop.icons import TRASH
from gemport.gem import GRect
from tests.desktop.hand import Kept
from tests.desktop.visitor import CLOCK, NOWHERE, OPTIONS, VIERFREI, VIEW, Visitor
from tests.gem.aes.desk import changed, inverted


@pytest.fixture
def visitor() -> Visitor:
    return Visitor()


def test_clicks_select_icons(visitor: Visitor) -> None:
    before = visitor.picture()
    visitor.click(visitor.on(VIERFREI))
    seen = changed(before, visitor.picture())
    assert seen is not None
    assert seen == seen.intersection(visitor.desktop.surface.rect(VIERFREI))
    chosen = [visitor.selected]
    for name, shift in ((TRASH, False), (VIERFREI, False), (CLOCK, True), (VIERFREI, True)):
        visitor.click(visitor.on(name), shift=shift)
        chosen.append(visitor.selected)
    assert chosen == [[VIERFREI], [TRASH], [VIERFREI], [VIERFREI, CLOCK], [CLOCK]]
    visitor.click(NOWHERE)
    assert (visitor.selected, changed(before, visitor.picture())) == ([], None)


def test_between_picture_and_text_is_the_ground(visitor: Visitor) -> None:
    rect = visitor.desktop.surface.rect(VIERFREI)
    visitor.click((rect.x + 4, rect.y + 4))
    assert visitor.selected == []
    visitor.click((rect.x + 4, rect.bottom - 4))
    assert visitor.selected == [VIERFREI]


def test_an_icon_is_dragged_as_its_outline_and_snaps_to_the_grid(visitor: Visitor) -> None:
    here = visitor.place(VIERFREI)
    x, y = visitor.on(VIERFREI)
    visitor.click((x, y))
    selected = visitor.picture()
    visitor.press((x, y))
    visitor.to((x + 210, y - 190))
    outline = inverted(selected, visitor.picture())
    ground = visitor.desktop.surface
    picture, label = ground.picture(VIERFREI).moved(210, -190), ground.label(VIERFREI).moved(210, -190)
    assert {x for x, y in outline if y < label.y} <= set(range(picture.x, picture.right))
    assert min(y for _, y in outline) == picture.y
    assert {x for x, y in outline if y >= label.y} <= set(range(label.x, label.right))
    assert len(outline) > 100
    visitor.release()
    there = visitor.place(VIERFREI)
    assert there != here
    assert abs(there[0] - here[0] - 210) <= 50
    assert abs(there[1] - here[1] + 190) <= 35
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


def test_several_icons_are_dragged_together_and_keep_apart(visitor: Visitor) -> None:
    visitor.click(visitor.on(VIERFREI))
    visitor.click(visitor.on(CLOCK), shift=True)
    apart = visitor.place(CLOCK)[0] - visitor.place(VIERFREI)[0]
    x, y = visitor.on(CLOCK)
    visitor.drag((x, y), (x + 91, y - 127))
    assert abs(visitor.place(CLOCK)[0] - visitor.place(VIERFREI)[0] - apart) <= 1, "cells differ by a pixel"
    assert visitor.selected == [VIERFREI, CLOCK]


def test_an_icon_dropped_onto_another_goes_to_the_next_free_cell(visitor: Visitor) -> None:
    visitor.drag(visitor.on(VIERFREI), visitor.on(CLOCK))
    ground = visitor.desktop.surface
    assert not ground.rect(VIERFREI).intersects(ground.rect(CLOCK))


def test_programs_are_not_thrown_away(visitor: Visitor) -> None:
    here = visitor.place(VIERFREI)
    visitor.drag(visitor.on(VIERFREI), visitor.on(TRASH))
    visitor.key("Return")
    assert visitor.place(VIERFREI) == here
    at = visitor.on(TRASH)
    visitor.drag(at, (at[0], at[1] - 150))
    assert visitor.place(TRASH)[1] < here[1]
    # Put down on itself it says nothing: the keys are the desktop's.
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
    wrong = ('{"vierfrei": [1]}', '{"vierfrei": ["a", 2], "gone": [3, 4]}', '{"vierfrei": [true, 1]}')
    for text in ("no JSON", "[1]", *wrong):
        assert Visitor(Kept({name: text})).place(VIERFREI) == first
    assert Visitor(Kept({name: '{"vierfrei": [-5000, 9000]}'})).place(VIERFREI) == (0, 400 - 42)


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
    assert visitor.place(VIERFREI) != place
    assert changed(visitor.picture(), Visitor().picture()) is not None, "it is still selected"
    visitor.click(NOWHERE)
    assert quiet != visitor.rows() == Visitor().rows()


def test_the_arrows_go_from_icon_to_icon(visitor: Visitor) -> None:
    for names, selected in (
        ("Right", [VIERFREI]),
        ("Right", [CLOCK]),
        ("Right Right Up", [TRASH]),
        ("Left", [CLOCK]),
        ("Esc", []),
    ):
        visitor.key(*names.split())
        assert visitor.selected == selected


def test_on_a_screen_of_another_size_the_icons_are_laid_out_for_that() -> None:
    visitor = Visitor()
    visitor.machine.resize(500, 860)
    visitor.machine.settle()
    assert visitor.picture() == Visitor(size=(500, 860)).picture()
    visitor.machine.resize(640, 400)
    visitor.machine.settle()
    assert visitor.picture() == Visitor().picture()
