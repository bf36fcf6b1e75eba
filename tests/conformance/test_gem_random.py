"""More steps of the reference, random and systematic: many of them those of ``tests/gem/own`` in other artwork."""

from __future__ import annotations

import pytest

from tests.conformance.reference import REFERENCE, require
from tests.gem.own.recorded import MENU_TOO_LARGE, groups, judge
from tests.gem.own.steps import Place

FOLDERS = ("gem-random", "objects-2")


def _places(group: str, subject: str, *numbers: int) -> set[Place]:
    return {(group, number, subject) for number in numbers}


WHITE_SHADOW = _places("tree", "screen", 3, 19, 48)
"""Rule 12 of section 10: a G_TITLE's shadow is white or missing there."""
TO_COME = {
    "7, objc_change draws what is HIDETREE": _places("tree", "screen", 18, 31, 61),
    "9, keys that a full field refuses": {
        *_places("edit", "screen", 0, 1, 9, 10, 18, 32, 43, 46, 57, 58, 61, 63, 71, 81, 83),
        *_places("edit", "answers", 0, 1, 2, 9, 10, 13, 18, 32, 34, 43, 46, 57, 58, 61, 63, 65, 71, 79, 81, 82, 83),
    },
    "9, @ and _ typed, and Delete": {
        *_places("edit", "screen", 67, 76),
        *_places("edit", "texts", 67),
        *_places("edit", "answers", 76),
    },
    "10, an image that begins within its bitmap": _places("tree", "screen", 2, 12, 69, 92, 103),
}
"""What differs until a rule is kept. It has to differ: a line that agrees fails, and is taken out."""
KNOWN = {"gem-random": MENU_TOO_LARGE, "objects-2": WHITE_SHADOW.union(*TO_COME.values())}


def recorded() -> list[tuple[str, tuple[str, str]]]:
    return [(folder, group) for folder in FOLDERS for group in groups(REFERENCE / folder)]


@pytest.mark.parametrize(("folder", "group"), recorded() or [("gem-random", ("sessions", "w90000"))])
def test_group_goes_as_on_a_real_gem(folder: str, group: tuple[str, str]) -> None:
    judge(require(REFERENCE / folder), REFERENCE / "system", group, folder, KNOWN[folder])
