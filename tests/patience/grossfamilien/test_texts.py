"""Großfamilien's texts in German and English."""

from __future__ import annotations

import pytest

from gemport.cli.files import Sources
from gemport.gem.aes.forms import parse_alert
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.formats.objects import ObType
from gemport.patience.grossfamilien import resource as rsc
from gemport.patience.grossfamilien.program import NEEDS
from gemport.patience.kit.check import ResourceError, check_resource
from gemport.patience.kit.texts import KeptTexts
from gemport.patience.vierfrei.program import load
from tests.patience.grossfamilien.player import files

LANGUAGES = ["de", "en"]
_LONGEST_LINE, _MOST_LINES = 40, 5


def test_both_languages_have_the_same_objects() -> None:
    german, english = (files(lang).resource for lang in LANGUAGES)
    assert [[obj.ob_type for obj in tree] for tree in german.trees] == [
        [obj.ob_type for obj in tree] for tree in english.trees
    ]
    assert len(german.strings) == len(english.strings)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_string_fits_its_object(lang: str) -> None:
    for tree in rsrc_load(files(lang).resource).trees:
        for obj in tree:
            if obj.ob_type in (ObType.G_STRING, ObType.G_BUTTON, ObType.G_TITLE):
                assert 8 * len(str(obj.ob_spec)) <= obj.ob_width, obj.ob_spec


@pytest.mark.parametrize("lang", LANGUAGES)
def test_alerts_fit_the_screen_whatever_they_tell(lang: str) -> None:
    texts = KeptTexts(rsrc_load(files(lang).resource), rsc)
    longest = {
        "number": 999999,
        "file": "gemport-damaged-100.sqlite3",
        "counted": 10**6,
        "unfinished": 10**5,
        "reason": "|".join(["m" * 36] * 3),
    }
    for text in range(rsc.LOST, rsc.NO_STREAK):
        said = texts.say(text, **longest)
        assert "$" not in said
        lines = said.split("]")[1][1:].split("|")
        assert len(lines) <= _MOST_LINES
        assert max(map(len, lines)) <= _LONGEST_LINE
        assert parse_alert(said).lines == tuple(lines)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ranks_fit_beside_a_family(lang: str) -> None:
    ranks = [files(lang).resource.strings[rank] for rank in range(rsc.RANK, rsc.RANK + 13)]
    assert len(set(ranks)) == 13
    assert max(map(len, ranks)) <= 2


def test_another_programs_resource_is_refused() -> None:
    with pytest.raises(ResourceError, match="object 12 of tree 5 is not a text"):
        check_resource(load(Sources(builtin=True), "de").resource, NEEDS)
