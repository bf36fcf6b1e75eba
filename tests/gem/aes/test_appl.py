"""The small libraries: appl_, scrp_, the resource of a program; and that the handbook lists every call."""

import re
from collections.abc import Generator
from enum import IntEnum, IntFlag

import pytest

from gemport.gem import (
    AppKind,
    BitBlk,
    BoxSpeed,
    Gem,
    Machine,
    Object,
    Raster,
    RsrcError,
    RsrcType,
    Search,
    Tree,
    parse_rsc_text,
)
from gemport.gem.aes.constants import Arrowed, Fmd, Kind, MouseNumber, Msg, Mu, Update, Wc, Wf
from gemport.hosts.files import DiskFolder
from tests.gem.aes.desk import Desk, artwork
from tests.places import ROOT

TEXT = """
tree 0
  0 G_BOX at 1,1+2 size 20,5 LASTOB border 1

tree 1
  0 G_BOX at 0,0 size 80,25 LASTOB

string "one"
string "two"
"""


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        *((Search, [0, 1]), (AppKind, [1, 2, 4]), (Wc, [0, 1]), (Update, [0, 1, 2, 3]), (Fmd, [0, 1, 2, 3])),
        *((Arrowed, [*range(8)]), (MouseNumber, [*range(8), 255, 256, 257]), (Mu, [1, 2, 4, 8, 16, 32, 0x4000])),
        (Msg, [10, *range(20, 32), 34, 35, 40, 41, 50, 90, 0x4711]),
        (Kind, [*(1 << bit for bit in range(12)), 0x4000]),
        (Wf, [*range(1, 13), *range(14, 18), 20, *range(25, 29)]),
    ],
)
def test_names_have_the_numbers_of_the_aes(names: type[IntEnum | IntFlag], numbers: list[int]) -> None:
    assert [*map(int, names)] == numbers


def test_a_program_is_number_0_and_the_screen_manager_1_and_the_scrap_folder_is_remembered(desk: Desk) -> None:
    gem = desk.gem
    assert (gem.appl_init(), gem.appl_exit()) == (0, 1)
    assert gem.appl_find("TEST    ") == 0
    assert gem.appl_find("test") == 0
    assert gem.appl_find("SCRENMGR") == 1
    assert gem.appl_find("OTHER   ") == gem.appl_find("") == -1
    assert gem.scrp_read() == ""
    gem.scrp_write("C:\\CLIPBRD\\")
    assert gem.scrp_read() == "C:\\CLIPBRD\\"


def never(_one: int, _other: int) -> Generator[int, None, None]:
    """A function that the host computes elsewhere."""
    pytest.fail("called on this side")


def test_the_host_reads_what_it_has_set(desk: Desk) -> None:
    machine, gem = desk.machine, desk.gem
    times, values = (5, 4, 3, 2, 1), {"folder": DiskFolder(ROOT), "box_speed": BoxSpeed.FAST, "double_click": 1}
    for name, value in {**values, "double_click_times": times, "slice_over": lambda: False}.items():
        setattr(machine, name, value)
        assert getattr(machine, name) == value
    assert (gem.evnt_dclick(0, False), gem.dclick_ms) == (1, 4)
    assert (machine.width, machine.height, gem.width, gem.height) == (640, 400) * 2
    assert (machine.active, machine.menu(), gem.mouse_taken) == (0, (), False)
    assert machine.gem().appl_init() == -1
    machine.compute = lambda _function, *numbers: (number for number in numbers)
    assert [*gem.compute(never, 30, 40)] == [30, 40]
    machine.advance(30)
    assert gem.now == 30


@pytest.mark.parametrize("width", [64, 100])
def test_the_screen_is_shown_inverse_or_replaced_by_another(width: int) -> None:
    machine = Machine(artwork(), width, 50)
    gem, other = machine.gem(), Raster(width, 50)
    gem.v_opnvwk().v_bar(3, 30, 9, 40)
    plain, key = machine.frame(), machine.frame_key()
    gem.invert_screen(True)
    assert machine.frame_key() != key
    assert all(machine.frame().get_pixel(x, y) != plain.get_pixel(x, y) for x in range(width) for y in range(50))
    assert not any(row & (1 << plain.stride - width) - 1 for row in machine.frame().rows)
    gem.invert_screen(False)
    gem.show_raster(other)
    assert machine.frame_key() != key
    assert machine.frame(pointer=False) == other
    gem.show_raster(None)
    assert (machine.frame(), machine.frame_key()) == (plain, key)


def test_a_program_chooses_how_keys_reach_it(desk: Desk) -> None:
    machine, gem = desk.machine, desk.gem
    assert not machine.digit_row
    gem.use_digit_row()
    assert machine.digit_row
    desk.call(lambda: gem.evnt_timer(1000))
    gem.when_held(lambda word: word != 2)
    for word, repeat in ((1, True), (2, True), (2, False)):
        machine.key(word, repeat=repeat)
    assert machine.waiting_keys == 2


def test_settling_leaves_a_program_that_polls_after_a_second(desk: Desk) -> None:
    async def poll() -> None:
        while True:
            await desk.gem.pause(100)

    desk.gem.when_waited_for(lambda: True)
    desk.machine.advance(50)
    desk.machine.mouse_to(9, 99)
    desk.call(poll)
    desk.machine.settle()
    assert desk.gem.now == 1050


def test_after_a_program_that_drew_on_the_screen_all_is_drawn_anew(desk: Desk) -> None:
    before = desk.picture()
    for draws in (False, True):

        async def paint(gem: Gem, draws: bool = draws) -> None:
            gem.v_opnvwk().v_bar(100, 100, 200, 150)
            if draws:
                gem.draws_on_screen()

        desk.machine.start(paint, "PAINT.PRG")
        desk.machine.settle()
        assert (desk.picture() == before) is draws


def test_a_loaded_resource_is_the_one_that_is_asked_for(desk: Desk) -> None:
    gem = desk.gem
    with pytest.raises(RsrcError, match="no resource"):
        gem.rsrc_gaddr(RsrcType.R_TREE, 0)
    loaded = gem.rsrc_load(parse_rsc_text(TEXT))
    assert gem.rsrc_gaddr(RsrcType.R_TREE, 0) is loaded.tree(0)
    assert gem.rsrc_gaddr(RsrcType.R_STRING, 1) == "two"
    assert gem.rsrc_free()
    assert not gem.rsrc_free()
    with pytest.raises(RsrcError, match="no resource"):
        gem.rsrc_gaddr(RsrcType.R_TREE, 0)
    assert loaded.tree(0)[0].ob_y == 18


def test_parts_of_a_resource_can_be_replaced(desk: Desk) -> None:
    gem = desk.gem
    loaded = gem.rsrc_load(parse_rsc_text(TEXT))
    tree = [Object()]
    gem.rsrc_saddr(RsrcType.R_TREE, 1, tree)
    gem.rsrc_saddr(RsrcType.R_FRSTR, 0, "three")
    assert loaded.tree(1) is tree
    assert gem.rsrc_gaddr(RsrcType.R_STRING, 0) == "three"
    wrong: list[tuple[RsrcType, int, Tree | str | BitBlk]] = [
        (RsrcType.R_TREE, 2, tree),
        (RsrcType.R_STRING, 2, "x"),
        (RsrcType.R_FRIMG, 0, BitBlk(b"", 2, 0)),
        (RsrcType.R_TREE, 0, "x"),
        (RsrcType.R_OBJECT, 0, tree),
    ]
    for kind, index, address in wrong:
        with pytest.raises(RsrcError):
            gem.rsrc_saddr(kind, index, address)


CALL = re.compile(r"\b(?:appl|evnt|menu|objc|form|graf|scrp|fsel|wind|rsrc|shel)_[a-z]+\b")


def test_the_handbook_lists_every_call_and_no_other_and_each_says_what_it_does(desk: Desk) -> None:
    handbook = (ROOT / "docs" / "gem.md").read_text(encoding="utf-8")
    rows = handbook.split("## All AES calls")[1].split("\n\n")[2].splitlines()[2:]
    states = {name: row.split("|")[2].strip() for row in rows for name in CALL.findall(row.split("|")[1])}
    there = {name for name in dir(desk.gem) if CALL.fullmatch(name)}
    assert {name for name, state in states.items() if not state.startswith("left out: ")} == there
    assert all(
        re.match("as on the machine|adapted: |an addition of gemport|additions of gemport: |left out: ", state)
        for state in states.values()
    )
    assert [name for name in there if not getattr(desk.gem, name).__doc__] == []
