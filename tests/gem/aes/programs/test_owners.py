"""The way through all windows that are open, and the way to whoever has the desktop (AES 4: WF_OWNER, WF_TOP)."""

from __future__ import annotations

from gemport.gem.aes.constants import DESKTOP, Wf
from gemport.gem.aes.rect import GRect
from tests.gem.aes.desk import PLAIN, box, tree_of
from tests.gem.aes.programs.crowd import Member, machine

GROUND = (0, 0, 640, 400)
LETTER = 0x1E61


def test_the_way_through_the_windows_goes_from_the_bottom_up() -> None:
    shared = machine()
    one, two = Member(shared, "ONE.PRG"), Member(shared, "TWO.PRG")
    low, high = one.open(20, 40, 200, 100), two.open(60, 60, 200, 100)
    closed = one.do(lambda: one.gem.wind_create(PLAIN, GRect(*GROUND)))
    gem = one.gem
    assert gem.wind_get(DESKTOP, Wf.WF_BOTTOM).x == low
    assert gem.wind_get(low, Wf.WF_OWNER) == (one.ap_id, 1, high, DESKTOP)
    assert gem.wind_get(high, Wf.WF_OWNER) == (two.ap_id, 1, DESKTOP, low)
    assert gem.wind_get(closed, Wf.WF_OWNER) == (one.ap_id, 0, DESKTOP, DESKTOP)


def test_the_desktop_belongs_to_who_has_set_it_and_can_be_brought_to_the_front() -> None:
    shared = machine()
    one, two = Member(shared, "ONE.PRG"), Member(shared, "TWO.PRG")
    assert one.gem.wind_get(DESKTOP, Wf.WF_OWNER).x == -1
    assert not two.do(lambda: two.gem.wind_set(DESKTOP, Wf.WF_TOP))
    one.do(lambda: one.gem.wind_set(DESKTOP, Wf.WF_NEWDESK, tree_of(box(*GROUND)), 0))
    handle = two.open(60, 60, 200, 100)
    assert one.gem.wind_get(DESKTOP, Wf.WF_OWNER) == (one.ap_id, 1, handle, DESKTOP)
    shared.key(LETTER)
    assert (one.keys, two.keys) == ([], [LETTER])
    assert two.do(lambda: two.gem.wind_set(DESKTOP, Wf.WF_TOP))
    shared.key(LETTER)
    assert (one.keys, two.keys) == ([LETTER], [LETTER])
    assert one.gem.wind_get(DESKTOP, Wf.WF_TOP).x == DESKTOP, "the window on top is nobody's to work with"
