"""What the command line gives to the accessory Help: each program has a chapter, and the cards are the player's."""

from __future__ import annotations

import pytest
from compilers.images import write_img

from gemport.cli import registry
from gemport.cli.accessories import chapters, manual
from gemport.cli.arguments import Options
from gemport.cli.files import Sources
from gemport.cli.launch import Launch
from gemport.cli.sessions import GamePrograms
from gemport.desktop.help import Screens
from gemport.desktop.program import NAME as DESKTOP
from gemport.gem import Bitmap, Machine
from gemport.store.sqlite import Store
from tests.desktop.reader import MANUALS
from tests.gem.aes.desk import artwork

SOURCES = Sources(builtin=True)


@pytest.mark.parametrize("lang", MANUALS)
def test_every_program_has_a_chapter_of_its_own(lang: str) -> None:
    with Store(None) as store:
        titles = chapters(lang, GamePrograms(Launch(Options(SOURCES)), store, int).openable)
    games = {registry.find(name).program_name.split(".")[0] for name in registry.names()}
    assert set(titles) == games | {DESKTOP.split(".")[0]}
    assert set(titles.values()) <= {section.title for section in manual(SOURCES, lang) if section.level == 2}


def test_a_picture_is_shown_bit_for_bit() -> None:
    """Also one whose width is no multiple of a word's, and beyond the edge of the screen."""
    image = Bitmap(19, 3, (0b1000000000000000001, 0b1010101010101010101, 0b1111111110000000000))
    screens = Screens({"desktop/pictures/some.img": write_img(image)}.__getitem__)
    assert screens.size("pictures/some.png") == (19, 3)
    machine = Machine(artwork())
    screens.draw(machine.gem().v_opnvwk(), "pictures/some.png", 5, 40)
    screens.draw(machine.gem().v_opnvwk(), "pictures/some.png", 630, 100)
    frame = machine.frame(pointer=False)
    shown = [[frame.get_pixel(x, y) for x in range(5, 24)] for y in range(40, 43)]
    assert shown == [[row >> (18 - x) & 1 for x in range(19)] for row in image.rows]
    assert [frame.get_pixel(x, 102) for x in range(630, 640)] == [1] * 9 + [0]
