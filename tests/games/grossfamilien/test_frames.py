"""Pictures of Großfamilien that somebody has looked at: nothing in them changes by accident."""

import pytest

from tests.conformance.report import RESULTS, compare
from tests.games.grossfamilien.player import GAMES, Familien, recorded

SHOTS = {
    "low_de": ((640, 400), "de", 95),
    "middle_en": ((640, 480), "en", 150),
    "upright_de": ((500, 860), "de", 95),
    "high_en": ((1280, 960), "en", 120),
}
"""Screen, language, and after how many steps of the won game the picture was taken."""


@pytest.mark.parametrize("name", SHOTS)
def test_the_picture_is_the_one_looked_at(name: str) -> None:
    size, lang, steps = SHOTS[name]
    game = Familien(recorded("won").number, size, lang=lang)
    game.play(list(recorded("won").words)[:steps])
    compare(game.machine.frame(pointer=False), GAMES / f"{name}.png", RESULTS / "grossfamilien", name)


@pytest.mark.parametrize(("name", "key"), [("about_de", "F4"), ("statistics_de", "F5"), ("number_de", "F2")])
def test_the_box_is_the_one_looked_at(name: str, key: str) -> None:
    game = Familien(1)
    game.key(key)
    compare(game.machine.frame(pointer=False), GAMES / f"{name}.png", RESULTS / "grossfamilien", name)
