"""The games' buttons, in both languages: no text touches its button's border."""

import pytest

from gemport.cli.registry import names
from gemport.gem import WCHAR, ObType, read_rsc, rsrc_load
from tests.places import DATA

MARGIN = 4
"""Pixels beside a text, at least."""


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", [*names(), "games"])
def test_there_is_room_beside_the_text_of_every_button(game: str, language: str) -> None:
    trees = rsrc_load(read_rsc((DATA / game / f"{game}_{language}.rsc").read_bytes())).trees
    buttons = [obj for tree in trees for obj in tree if obj.ob_type == ObType.G_BUTTON]
    assert buttons
    for button in buttons:
        assert button.ob_width >= WCHAR * len(str(button.ob_spec)) + 2 * MARGIN, button.ob_spec
