"""VIERFREI's two resources: the same trees, and every text in both languages (docs/vierfrei.md 8)."""

import re

import pytest

from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.gem import ObFlag, TedInfo, Tree
from tests.games.sessions import Book, Saved
from tests.games.vierfrei.player import Game, files

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


def test_german_letters_are_there() -> None:
    german = " ".join(text for tree in trees("de") for _, text in texts(tree))
    assert {"Über", "wählen", "zurücknehmen", "Züge", "Glückwunsch", "für", "Zubehör"} <= set(
        re.findall(r"\w+", german)
    )
    assert not re.search(r"[^ -~äöüÄÖÜß]", german)


def alerts_about_records(lang: str, words: bool) -> list[str]:
    """What is said of a damaged store and a game that could be resumed in part; ``words``: the resource has strings."""
    book = Book("vierfrei", saved=Saved(42, ("1a", "zz")))
    book.store.set_aside = "gemport-damaged-1.sqlite3"
    used = files(lang)
    if not words:
        used = used._replace(extras=False)
    game = Game(None, records=book, used=used)
    answered = 0
    while answered < len(game.alerts):
        game.key("Return")
        answered += 1
    game.key("Undo")
    # The alerts are over, and the game goes on.
    assert (game.session.number, game.board.words()) == (42, [])
    return game.alerts


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_built_in_resource_tells_about_the_records_and_the_originals_has_no_words_for_it(lang: str) -> None:
    """With the original's resource the program is the original: only the terminal tells then."""
    assert alerts_about_records(lang, words=False) == []
    damaged, *spoilt = alerts_about_records(lang, words=True)
    assert "gemport-damaged-1.sqlite3" in damaged
    assert ["42" in alert for alert in spoilt] == [True]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_default_button_is_the_one_that_return_means(lang: str) -> None:
    for number, button in ((rsc.GETNUM, 4), (rsc.GRAT, 2), (rsc.ABOUT, 4), (rsc.STATISTICS, rsc.STATISTICS_OK)):
        tree = trees(lang)[number]
        assert [n for n, obj in enumerate(tree) if obj.ob_flags & ObFlag.DEFAULT] == [button]


def test_about_names_the_original_its_author_his_condition_and_that_this_is_a_port() -> None:
    for lang, port, copying in (("de", "Umsetzung", "nicht kommerziell"), ("en", "Port to", "not commercially")):
        said = " ".join(text for _, text in texts(trees(lang)[rsc.ABOUT]))
        for words in ("V I E R F R E I", "Jens Thoms Törring", "1993", copying, port, "gemport"):
            assert words in said
