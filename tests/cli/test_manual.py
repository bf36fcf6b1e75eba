"""What the command line gives to the accessory Help: each program has a chapter, and the cards are the player's."""

from __future__ import annotations

import pytest

from gemport.cli import registry
from gemport.cli.arguments import PictureOptions
from gemport.cli.manual import chapters, manual
from gemport.cli.programs import GamePrograms
from gemport.desktop.program import NAME as DESKTOP
from gemport.gem.aes.machine import Machine
from gemport.patience.session.store import Store
from tests.desktop.help.reader import MANUALS
from tests.gem.aes.desk import artwork
from tests.places import DATA, ROOT


def options(lang: str) -> PictureOptions:
    return PictureOptions((640, 400), lang, None, None, None, None, builtin=True)


@pytest.mark.parametrize("lang", MANUALS)
def test_every_program_has_a_chapter_of_its_own(lang: str) -> None:
    with Store(None) as store:
        programs = GamePrograms(Machine(artwork()), store, options(lang), int)
        titles = chapters(options(lang), programs.openable)
    games = {registry.find(name).program_name.split(".")[0] for name in registry.names()}
    assert set(titles) == games | {DESKTOP.split(".")[0]}
    assert set(titles.values()) <= {section.title for section in manual(options(lang)) if section.level == 2}


@pytest.mark.parametrize("lang", MANUALS)
def test_the_manual_that_the_program_shows_is_the_documents(lang: str) -> None:
    assert (DATA / f"desktop/manual_{lang}.md").read_bytes() == (ROOT / "docs" / MANUALS[lang]).read_bytes()
