"""The small libraries: appl_, scrp_, the resource of a program; and that the handbook lists every call."""

import re
from enum import IntEnum, IntFlag

import pytest

from gemport.gem import AppKind, BitBlk, Machine, Message, Object, RsrcError, RsrcType, Search, Tree, parse_rsc_text
from gemport.gem.aes.constants import Arrowed, Fmd, Kind, MouseNumber, Msg, Mu, Update, Wc, Wf
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


def test_a_message_to_oneself_is_read_by_appl_read(desk: Desk) -> None:
    async def talk() -> Message:
        desk.gem.appl_write(0, Message(1000, w7=5))
        return await desk.gem.appl_read()

    assert desk.do(talk) == Message(1000, w7=5)


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


def test_80_characters_are_this_screen() -> None:
    gem = Machine(artwork(), 320, 200).gem()
    assert gem.rsrc_load(parse_rsc_text(TEXT)).tree(1)[0].ob_width == 320
    tree = [Object(ob_x=0x0201, ob_width=80)]
    gem.rsrc_obfix(tree, 0)
    assert (tree[0].ob_x, tree[0].ob_width) == (10, 320)


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
