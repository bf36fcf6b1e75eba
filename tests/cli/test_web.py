"""The page's program without a browser: addresses, and import and export of games."""

import json
import subprocess
import sys
from io import BytesIO

import pytest
from PIL import Image

from gemport.cards.challenge import challenge_number
from gemport.cli.web import Web, read_place
from gemport.gem.aes.keys import ARROW_RIGHT, key_press
from gemport.hosts.pictures import to_image
from gemport.play.analysis import PAR_STEPS_PER_MOVE
from gemport.play.basics import HINT_MS
from gemport.store.collection import Progress
from gemport.store.statistics import Outcome
from gemport.store.texts import TextStore
from tests.games.sessions import begin
from tests.hosts.test_browser import new_page
from tests.places import ROOT

_ABSENT = ("pyglet", "PIL", "platformdirs", "sqlite3", "encodings.utf_8_sig")


def test_nothing_is_loaded_that_a_page_does_not_have() -> None:
    """Games start without the packages that Pyodide lacks or the page omits."""
    code = f"""
import sys
sys.modules.update(dict.fromkeys({_ABSENT!r}))
import gemport.play.recordings
from gemport.cli.registry import boards
from gemport.cli.web import Web
from gemport.store.recordings import read_recording
assert read_recording(b"game: vierfrei number: 7 ".replace(b" n", bytes([10]) + b"n"), "a recording", boards())
class Page:
    def __getattr__(self, name):
        return lambda *values: None
for place in ("vierfrei/1", "freecell/1", "grossfamilien/1", "desktop"):
    web = Web(Page(), {{}}, "en", place)
    assert web.exported()
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.parametrize(
    ("place", "game", "number"),
    [
        ("vierfrei/123456", "vierfrei", 123456),
        ("freecell/-1", "freecell", -1),
        ("FreeCell/7", "freecell", 7),
        ("FreeCell/7c2", "freecell", challenge_number(7, 2)),
        ("grossfamilien", "grossfamilien", None),
        ("", "vierfrei", None),
        ("desktop", None, None),
    ],
)
def test_an_address_names_a_game(
    capsys: pytest.CaptureFixture[str], place: str, game: str | None, number: int | None
) -> None:
    found, asked, link = read_place(place)
    assert link is None
    assert (found and found.name, asked) == (game, number)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "place",
    ["chess/1", "vierfrei/1000000", "freecell/0", "vierfrei/x", "vierfrei/1/2", "vierfrei/-1", "vierfrei/1/1a/2b"],
)
def test_a_wrong_address_is_reported_in_one_line(capsys: pytest.CaptureFixture[str], place: str) -> None:
    found, asked, link = read_place(place)
    assert link is None
    assert found is not None
    assert asked is None
    message = capsys.readouterr().err
    assert message.startswith("gemport: ")
    assert message.count("\n") == 1


def test_damage_is_reported_in_words_for_players(capsys: pytest.CaptureFixture[str]) -> None:
    said: list[str] = []
    page = new_page()
    page.speak = said.append
    machine = Web(page, {"gemport.game.1": "{"}, "en", "vierfrei/7").machine
    machine.settle()
    machine.close()
    told = [*said, capsys.readouterr().err.removeprefix("gemport: ")]
    assert len([text for text in told if "amaged" in text]) == 2
    assert not any("gemport" in text for text in told)


def test_the_panels_language_overrides_the_browsers() -> None:
    texts: dict[str, str] = {}
    shown = {
        language: Web(new_page(), texts, language, "desktop").machine.frame().to_bytes() for language in ("de", "en")
    }
    assert shown["de"] != shown["en"]
    texts["gemport.preferences"] = json.dumps({"panel.language": "de"})
    assert Web(new_page(), texts, "en", "desktop").machine.frame().to_bytes() == shown["de"]


def test_a_touch_screen_has_its_size_and_large_cards_unless_set() -> None:
    small = {"gemport.preferences": '{"panel.large_cards": "off"}'}
    starts: list[tuple[dict[str, str], tuple[int, ...]]] = [
        ({}, ()),
        ({}, (640, 400)),
        (small, (640, 400)),
        ({}, (500, 860)),
    ]
    machines = [Web(new_page(), texts, "en", "vierfrei/1", fingers=size).machine for texts, size in starts]
    plain, large, usual, _upright = (machine.frame() for machine in machines)
    assert large not in (plain, usual)
    assert [(machine.width, machine.height) for machine in machines] == [(640, 400)] * 3 + [(500, 860)]
    for machine in machines:
        machine.close()


def test_an_export_is_imported_once() -> None:
    here, there = Web(new_page(), {}, "en", "vierfrei/7"), Web(new_page(), {}, "de", "desktop")
    here.machine.settle()
    there.machine.settle()
    records = here.store.records("vierfrei")
    begin(records, 9)
    records.count(3, Outcome.WON, Progress(80, 52), 0)
    text = here.exported()
    assert there.import_text(text, "gemport.json") == "gemport.json: 1 gezählte und 1 angefangene Spiele hinzugefügt"
    assert there.import_text(text, "again.json") == "again.json: 0 gezählte und 0 angefangene Spiele hinzugefügt"
    assert there.store.records("vierfrei").statistics().won == 1
    assert there.import_text("[]", "other.json").startswith("other.json: ")
    damaged = there.import_text(text.replace('"won"', '"worn"'), "a.json")
    assert damaged.startswith("a.json: 0 gezählte und 0 angefangene Spiele hinzugefügt; 1 beschädigt und übergangen,")


def test_a_move_is_saved_and_resumed_at_the_next_start() -> None:
    texts: dict[str, str] = {}
    first = Web(new_page(), texts, "en", "vierfrei/123456")
    # Starting a game takes some of the machine's time.
    first.machine.settle()
    first.host.mouse_down(133, 238, 0, 0)
    first.host.point(50, 100)
    first.host.mouse_up(50, 100, 0, 0)
    first.machine.settle()
    first.host.point(600, 390)
    assert sum(name.startswith("gemport.game.") for name in texts) == 1
    again = Web(new_page(), texts, "en", "")
    again.machine.settle()
    again.host.point(600, 390)
    assert again.machine.frame().to_bytes() == first.machine.frame().to_bytes()


def test_recordings_and_pictures_are_downloaded_and_opened() -> None:
    page = new_page()
    web = Web(page, {}, "en", "vierfrei/42")
    web.machine.settle()

    def choose(row: int) -> list[tuple[object, ...]]:
        for x, y in ((300, 8), (300, 28 + 16 * row)):
            web.host.point(x, y)
        page.took()
        web.host.mouse_down(300, 28 + 16 * row, 0, 0)
        web.host.mouse_up(300, 28 + 16 * row, 0, 0)
        return [call for call in page.took() if call[0] in ("download", "upload")]

    ((_, name, data),) = choose(0)
    assert (name, data) == ("vierfrei-42.txt", b"game: vierfrei\nnumber: 42\n\n")
    web.host.point(600, 390)
    # The notice of the saved recording disappears at the next input, and is not in the picture.
    web.machine.advance(HINT_MS)
    before = web.machine.frame(pointer=False)
    ((_, name, data),) = choose(2)
    assert name == "vierfrei-42.png"
    assert isinstance(data, bytes)
    with Image.open(BytesIO(data)) as picture:
        assert (picture.mode, picture.size) == ("1", (640, 400))
        assert picture.tobytes() == to_image(before).tobytes()
    assert choose(1) == [("upload",)]
    web.host.chosen("game.txt", "game: vierfrei\nnumber: 7c2\n\n1a 2b\n")
    assert web.host._place() == "vierfrei/7c2"
    web.machine.settle()
    web.host.key_down("Escape", "Escape", 0)
    assert web.host._place() == "vierfrei/42"
    web.host.chosen("other.txt", "nonsense")
    assert web.machine.frame(pointer=False).to_bytes() != before.to_bytes()


class Player:
    """A game of VIERFREI in a page after its first move, with a clock of the test."""

    def __init__(self) -> None:
        self.now = 100.0
        self.page = new_page()
        self.texts: dict[str, str] = {}
        self.web = Web(self.page, self.texts, "en", "vierfrei/123456", now=lambda: self.now)
        self.web.machine.settle()
        self.web.host.mouse_down(133, 238, 0, 0)
        self.web.host.point(50, 100)
        self.web.host.mouse_up(50, 100, 0, 0)

    def wait(self) -> None:
        assert self.page.due is not None
        self.now += self.page.due
        self.web.host.wake()

    def seconds(self) -> int:
        """Return the saved playing time in seconds, which must equal the exported one."""
        (begun,) = TextStore(dict(self.texts)).collections(["vierfrei"])["vierfrei"].unfinished
        (exported,) = json.loads(self.web.exported())["games"]["vierfrei"]["unfinished"]
        assert exported["seconds"] == begun.progress.seconds
        return begun.progress.seconds


def test_thinking_counts_as_playing_time() -> None:
    player = Player()
    player.now += 9
    assert player.seconds() == 0
    player.web.host.leave()
    assert player.seconds() == 9


def test_the_time_is_saved_every_ten_seconds() -> None:
    player = Player()
    begun = player.now
    # The first wakeups work on the par.
    for _ in range(40 + PAR_STEPS_PER_MOVE):
        if player.page.due is None:
            break
        player.wait()
        assert player.now - begun - 11 <= player.seconds() <= player.now - begun
    # Five minutes after the last move the clock stops, and nothing wakes the page.
    assert player.page.due is None
    assert player.seconds() == 300


def test_a_screen_reader_gets_the_game_and_the_help() -> None:
    page = new_page()
    machine = Web(page, {}, "de", "freecell/42").machine

    def spoken(*names: str) -> list[str]:
        page.took()
        for name in names:
            press = key_press(name)
            machine.key(press.word, press.shift)
            machine.settle()
        return [str(sentence) for what, sentence, *_ in page.took() if what == "speak" and sentence]

    calls = page.took()
    assert ("show", 32_000) in calls
    first = [str(sentence) for what, sentence, *_ in calls if what == "speak"]
    assert first[:2] == ["FreeCell #42", "Züge: 0 Zeit: 0:00"]
    assert first[2].startswith("Spalte 1: Pik-5, Karo-4, Kreuz-Bube,")
    assert spoken("3", "0")[-1] == "Herz-Ass: von Freizelle 1 nach Zielzelle Herz"
    chapter, page_down = spoken("Help")[-1], spoken("Space")[0]
    assert chapter.startswith("FreeCell FreeCell, wie Darryl Hartwigs Anleitung")
    assert len(page_down) > 100
    assert page_down not in chapter
    # The game's window is in front again.
    assert spoken("Ctrl+w") == ["FreeCell #42"]


def test_a_link_with_moves_shows_the_game_over_the_players_own(capsys: pytest.CaptureFixture[str]) -> None:
    texts: dict[str, str] = {}
    begin(TextStore(texts).records("vierfrei"), 7)
    web = Web(new_page(), texts, "en", "vierfrei/42/1a2b4h")
    assert capsys.readouterr().err == ""
    (session,) = web._programs._running.values()
    assert (session.number, session.shown) == (42, True)
    for key in (ARROW_RIGHT, ARROW_RIGHT, ord("P")):
        web.machine.key(key)
    # Settling would also search for the losing move; a slow host ends a call early.
    while session.shown and web.machine.now < 60_000:
        web.machine.advance(100)
    assert (session.number, session.board.words(), session.shown) == (42, ["1a", "2b"], False)
    assert [kept.number for kept in session.records.unfinished()] == [42, 7]
