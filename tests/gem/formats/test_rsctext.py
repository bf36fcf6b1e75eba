"""Resources as text: the meaning of lines, mistakes, and round trips."""

import struct
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem import BitBlk, FormatError, ObFlag, TedInfo, parse_rsc_text, rsc_text
from gemport.gem.formats import SIGNS
from gemport.gem.formats.rsc import SECTIONS, Resource, read_rsc, write_rsc
from tests.gem.formats.resources import everything
from tests.places import DATA, ROOT

BOX = 'tree 0 NAME\n  0 G_BOX at 1+2,3-4 size 10,2 OUTLINED SHADOWED border -1 char "A" color 0x1142\n'


def test_children_stand_below_their_parent() -> None:
    text = BOX + '    2 G_IBOX at 0,0 size 1,1\n      3 G_STRING at 0,0 size 1,1 "x"\n'
    text += '    1 G_STRING at 0,0 size 1,1 LASTOB "y"\n'
    [tree] = parse_rsc_text(text).trees
    assert [(ob.ob_next, ob.ob_head, ob.ob_tail) for ob in tree] == [(-1, 2, 1), (0, -1, -1), (1, 3, 3), (2, -1, -1)]
    assert tree[1].ob_flags == ObFlag.LASTOB


def test_lengths_of_a_text_follow_from_it_and_strings_have_escapes_and_look_alikes() -> None:
    text = BOX + '    1 G_FTEXT at 0,0 size 1,1 tedinfo\n      text "ab"\n      template "__:"\n'
    assert parse_rsc_text(text).trees[0][1].ob_spec == TedInfo("ab", "__:", te_txtlen=3, te_tmplen=4)
    text = r'string "\"\\\x0E ü β"'
    assert parse_rsc_text(text).strings == ['"\\\ue00e ü β']
    assert parse_rsc_text('string "μ"').strings == ["µ"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("what 1\n", "line 1: 'what 1' cannot stand"),
        ("tree 1\n", "line 1: the next tree is tree 0"),
        ("tree 0\n", "line 1: the tree has no object 0"),
        ("  0 G_BOX at 0,0 size 1,1\n", "line 1: an object outside of a tree"),
        (BOX + "  0 G_BOX at 0,0 size 1,1\n", "line 3: object 0 appears twice"),
        (BOX + "  1 G_BOX at 0,0 size 1,1\n", "line 3: object 1 has no parent"),
        (BOX + "    2 G_BOX at 0,0 size 1,1\n", "line 1: the tree has no object 1"),
        (BOX + "    1 G_BIX at 0,0 size 1,1\n", "line 3: 'G_BIX' is not a type"),
        (BOX + "    1 G_BOX size 1,1\n", "line 3: object 1 must begin with"),
        (BOX + "    1 G_BOX at 0 size 1,1\n", "line 3: '0' must be 2 coordinates"),
        (BOX + "    1 G_BOX at 0,0+ size 1,1\n", "line 3: '0[+]' is not a coordinate"),
        (BOX + "    1 G_BOX at 0,0+129 size 1,1\n", "line 3: 0[+]129 is not possible"),
        (BOX + "    1 G_BOX at 0,0 size 1,1 boarder 1\n", "line 3: 'boarder' is not a field of a box"),
        (BOX + "    1 G_BOX at 0,0 size 1,1 LASTOP\n", "line 3: 'LASTOP' is not"),
        (BOX + "    1 G_STRING at 0,0 size 1,1\n", "line 3: this type of object needs one string"),
        (BOX + '    1 G_STRING at 0,0 size 1,1 "a\n', "line 3: a string must end"),
        (BOX + '    1 G_STRING at 0,0 size 1,1 "€"\n', "line 3: character 1 of"),
        (BOX + '    1 G_STRING at 0,0 size 1,1 "\\q"\n', "line 3: a backslash"),
        (BOX + "    1 G_TEXT at 0,0 size 1,1 see\n", "line 3: this type of object needs: tedinfo, or nothing"),
        (BOX + "    1 G_BOX at 0,0 size 1,1 flags\n", "line 3: '' must be a number"),
        (BOX + "    1 G_TEXT at 0,0 size 1,1 tedinfo\n      tex 1\n", "line 4: 'tex' is not a field of"),
        (BOX + "    1 G_IMAGE at 0,0 size 1,1 image\n      size 2,1\n      ..\n", "line 3: 1 rows of 16 characters"),
        (BOX + "    1 G_IMAGE at 0,0 size 1,1 image\n      size -2,0\n", "line 3: a size cannot be negative"),
        (BOX + "    1 G_BOX at 0,0 size 1,1 links 5,-1,-1\n", "line 1: object 1: ob_next is 5"),
        (BOX + '      text "x"\n', "line 3: 'text' does not belong here"),
        ("tree 0 name\n", "line 1: 'name' cannot be a name"),
        ("tree 0 A B\n", "line 1: a tree's number is followed by"),
        (BOX + "tree 1 NAME\n", "line 3: NAME is the name of number 0 already"),
        (
            BOX + "    1 ONE G_BOX at 0,0 size 1,1\n    2 ONE G_BOX at 0,0 size 1,1\n",
            "line 4: ONE is the name",
        ),
        (BOX + "    1 1ST G_BOX at 0,0 size 1,1\n", "line 3: '1ST' cannot be a name"),
        ('string A "a"\nstring A "b"\n', "line 2: A is the name of number 0 already"),
        ("sections strings\n", "line 1: sections must name"),
        ("version 70000\n", "line 1: 70000 is not possible"),
        # the square of its length was how long 2 MB of it took, and a message stays short
        pytest.param('string "' + '\\"' * 1_000_000, "line 1: a string must end on its line", id="no end"),
        pytest.param("version 0x" + "f" * 100_000, "line 1: .{,150}$", id="no number"),
    ],
)
def test_mistakes_are_named_with_file_and_line(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=rf"^r\.txt: {message}"):
        parse_rsc_text(text, "r.txt")


NAMED = """tree 0
  0 G_BOX at 0,0 size 1,1

tree 1 MENU
  0 G_BOX at 0,0 size 1,1
    2 QUIT G_STRING at 0,0 size 1,1 "q"
    1 NEW G_STRING at 0,0 size 1,1 "n"

tree 2 SAME
  0 G_BOX at 0,0 size 1,1

string "nobody's"
string LOST "lost"
"""


def test_names_stay_in_the_text() -> None:
    resource = parse_rsc_text(NAMED)
    assert resource.tree_names == {1: "MENU", 2: "SAME"}
    assert resource.object_names == {(1, 1): "NEW", (1, 2): "QUIT"}
    assert resource.string_names == {1: "LOST"}
    assert parse_rsc_text(rsc_text(resource)) == resource


@pytest.mark.parametrize(
    "resource",
    [
        everything(),
        replace(everything(), order="intel", sections=SECTIONS[::-1]),
        Resource(),
        Resource(strings=["only"]),
        Resource(images=[BitBlk(b"ab", 2, 1)]),
    ],
)
@given(sections=st.permutations(SECTIONS))
def test_a_resource_comes_back_from_its_text_and_its_file(resource: Resource, sections: list[str]) -> None:
    resource = replace(resource, sections=tuple(sections))
    text, data = rsc_text(resource), write_rsc(resource)
    for back in (parse_rsc_text(text), read_rsc(data)):
        shown = (back.trees, back.strings, back.images, back.order, back.sections)
        assert shown == (resource.trees, resource.strings, resource.images, resource.order, resource.sections)
        assert rsc_text(back) == text
    assert write_rsc(read_rsc(data)) == data
    offsets = struct.unpack_from(f"{SIGNS[resource.order]}9H", data, 2)
    assert not any(offset % 2 for offset in offsets)


def test_the_text_names_what_differs_from_the_usual() -> None:
    assert rsc_text(everything()) == (ROOT / "tests/data/resource.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(DATA.glob("*/*.rsc")), ids=lambda path: path.stem)
def test_the_projects_own_resources_come_back_byte_for_byte(path: Path) -> None:
    data = path.read_bytes()
    assert write_rsc(parse_rsc_text(rsc_text(read_rsc(data)))) == data
