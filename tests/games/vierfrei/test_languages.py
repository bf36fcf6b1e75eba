"""VIERFREI's two resources: the same trees, and every text in both languages (docs/vierfrei.md 8)."""

import pytest

from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.gem import ObFlag, TedInfo, Tree
from tests.games.vierfrei.player import files

SAME = {
    "?",
    " VIERFREI ",
    "VIERFREI",
    "V I E R F R E I",
    "gemport",
    "OK",
    "Jens Thoms Törring, 1993",
    "000000",
    "        0",
    " " * 44,
    "00000",
    "------------------------",
    "------------------------------",
    "",
    "       0",
    "     0",
    "             0",
}
"""Names, numbers and lines: what needs no translation."""


def trees(lang: str) -> list[Tree]:
    return list(files(lang).resource.trees)


def texts(tree: Tree) -> list[tuple[int, str]]:
    """What each object says, by its number."""
    found = []
    for number, obj in enumerate(tree):
        spec = obj.ob_spec
        if isinstance(spec, str):
            found.append((number, spec))
        elif isinstance(spec, TedInfo):
            found.append((number, spec.te_ptext))
    return found


def test_every_text_is_translated() -> None:
    for one, other in zip(trees("de"), trees("en"), strict=True):
        for (number, german), (same, english) in zip(texts(one), texts(other), strict=True):
            assert number == same
            assert (german == english) is (german in SAME), (number, german, english)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_default_button_is_the_one_that_return_means(lang: str) -> None:
    for number, button in ((rsc.GETNUM, 4), (rsc.GRAT, 2), (rsc.ABOUT, 4), (rsc.STATISTICS, rsc.STATISTICS_OK)):
        tree = trees(lang)[number]
        assert [n for n, obj in enumerate(tree) if obj.ob_flags & ObFlag.DEFAULT] == [button]
