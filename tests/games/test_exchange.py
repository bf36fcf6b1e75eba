"""Recordings and pictures saved and opened from the menu: the file selector, questions, what is kept and counted."""

import errno
import os
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from gemport.cards.notation import parse_link
from gemport.cli.registry import GameBoards
from gemport.gem import ObState, menu_entries
from gemport.hosts.exchange import DiskExchange
from gemport.hosts.files import Outputs, Places
from gemport.hosts.pictures import to_image
from gemport.play.basics import HINT_SHOWN
from gemport.play.recordings import PAUSE
from gemport.store.recordings import read_recording
from gemport.store.session import AnySession, Change
from gemport.store.statistics import Help
from tests.games import shared
from tests.games.players import Familien, Game, Hand, Hands, Player, every_game, plain_files
from tests.games.sessions import Book, Saved, make
from tests.places import RECORDED

WON = (RECORDED / "games" / "849431.txt").read_text()
"""A game of VIERFREI that is won."""
SHORT = "game: vierfrei\nnumber: 7\n\n1a 2b 3c\n"
REPLACE, CANCEL = 1, 2


def choose(game: Hand[Any], name: str) -> None:
    item, menu = game.program.items[name], game.program.menu
    game.choose(next(title for title, entry in menu_entries(menu) if entry == item), item)


def typed(game: Hand[Any], text: str) -> None:
    """Type a name in place of the one that is proposed."""
    game.key("Esc", *text)


def saved(folder: Path, name: str, text: str) -> None:
    (folder / "saved").mkdir(exist_ok=True)
    (folder / "saved" / name).write_text(text)


def opened(game: Hand[Any], name: str = "game.txt") -> None:
    choose(game, "open recording")
    game.key(*name, "Return")


def watch_it(game: Hand[Any], steps: int) -> None:
    """Let a recording go on for so many steps."""
    for _ in range(steps):
        game.machine.advance(PAUSE)
        game.machine.settle()


@pytest.mark.parametrize(("kind", "words"), [(Game, "1a 2b 4h"), (Player, "8a 7b"), (Familien, "t-o")])
def test_a_saved_recording_and_a_copied_link_have_the_moves_that_were_not_taken_back(
    kind: Hands, words: str, tmp_path: Path
) -> None:
    number = 42 if kind is Game else 1
    game = kind(number, folder=tmp_path, lang="en")
    texts: list[str] = []
    assert isinstance(game.program.play.exchange, DiskExchange)
    game.program.play.exchange.copy = texts.append
    assert game.program.menu[game.program.items["copy link"]].ob_state & ObState.DISABLED
    make(game.session, *words.split())
    make(game.session, str(game.board.legal_moves()[0]), "Undo")
    game.program.play.changed()
    before = game.full_picture()
    choose(game, "save recording")
    assert game.picture() != before
    game.key("Return")
    (path,) = (tmp_path / "saved").iterdir()
    assert path.name == f"{game.game.name}-{number}.txt"
    (read,) = read_recording(path.read_bytes(), path.name, GameBoards())
    assert (read.number, " ".join(read.words)) == (number, words)
    game.key("Esc")
    assert (game.picture(), game.alerts) == (before, [])
    choose(game, "copy link")
    (link,) = texts
    assert link.startswith(f"#{game.game.name}/{number}/")
    assert parse_link(link, GameBoards()).words == read.words


@every_game
@pytest.mark.parametrize(
    ("lang", "saved_as", "copied"),
    [
        ("de", "Gesichert: ", "Die Stellung ist in der Zwischenablage"),
        ("en", "Saved: ", "The position is on the clipboard"),
    ],
)
def test_what_was_done_is_told_for_a_moment_with_the_hosts_whole_path(
    kind: Hands, lang: str, saved_as: str, copied: str, tmp_path: Path
) -> None:
    """Nothing said that it was done, and the file selector knows no folders above the player's."""
    said: list[str] = []
    game = kind(1, lang=lang, folder=tmp_path, say=said.append)
    exchange = game.program.play.exchange
    assert isinstance(exchange, DiskExchange)
    before = game.full_picture()
    choose(game, "save picture")
    game.key("Return")
    (path,) = (tmp_path / "saved").iterdir()
    assert said[-1] == f"{saved_as}{path}"
    told = game.picture()
    assert game.full_picture() == told != before
    game.machine.advance(HINT_SHOWN - 20)
    assert game.picture() == told
    game.machine.advance(20)
    assert game.picture() == before
    if kind is not Familien:
        texts: list[str] = []
        exchange.copy = texts.append
        choose(game, "copy position")
        assert (texts, said[-1]) == ([game.board.text()], copied)
        assert game.picture() not in (before, told)
        game.key("Esc")
        assert game.picture() == before


def test_a_name_is_typed_and_cancel_saves_nothing(tmp_path: Path) -> None:
    game = Game(42, folder=tmp_path)
    before = game.picture()
    choose(game, "save recording")
    typed(game, "mine")
    game.key("Return")
    assert [path.name for path in (tmp_path / "saved").iterdir()] == ["mine.txt"]
    for keys in (["Undo"], ["Esc", "Esc"]):
        choose(game, "save picture")
        game.key(*keys)
        assert game.picture() == before
    assert [path.name for path in (tmp_path / "saved").iterdir()] == ["mine.txt"]
    assert game.picture() == before


def test_recordings_and_pictures_begin_in_places_of_their_own_and_keep_the_proposed_name(tmp_path: Path) -> None:
    """From each of them the closer leads up to all, and from there into any other."""
    for name in ("Documents", "Pictures", "Pictures/Cards", "user"):
        (tmp_path / name).mkdir()
    (tmp_path / "Pictures" / "old.png").touch()
    places = Places(
        {name: tmp_path / name for name in ("Documents", "Pictures", "missing")},
        {"*.txt": "\\Documents\\", "*.png": "\\Pictures\\"},
    )
    game = Game(42)
    game.program.play.exchange = DiskExchange(
        game.machine, tmp_path / "user", Outputs(kept=(tmp_path / "user",)), places=lambda: places
    )

    def files() -> list[str]:
        return sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*"))

    game.program.enable_commands()
    choose(game, "save recording")
    game.key("Return")
    choose(game, "save picture")
    # Into the folder in it, as the list's first line.
    game.key("Tab", "Return", "Tab", "Return")
    assert files() == ["Documents/vierfrei-42.txt", "Pictures/Cards/vierfrei-42.png", "Pictures/old.png"]
    choose(game, "save picture")
    # Up twice, to the places, and into the first.
    game.key("Tab", "Backspace", "Backspace", "Return", "Tab", "Return")
    assert files()[0] == "Documents/vierfrei-42.png"
    # A name that was chosen in a folder is proposed in no other; what was typed stays.
    choose(game, "save picture")
    game.key("Tab", "Backspace", "Down", "Return", "Tab", "Return")
    assert "Pictures/vierfrei-42.png" in files()


def test_a_file_that_is_there_is_replaced_only_if_the_player_says_so(tmp_path: Path) -> None:
    game = Game(42, folder=tmp_path, lang="en")
    saved(tmp_path, "vierfrei-42.txt", "mine")
    for answer, kept in ((CANCEL, "mine"), (REPLACE, "game: vierfrei\nnumber: 42\n\n")):
        choose(game, "save recording")
        game.key("Return")
        assert "vierfrei-42.txt" in game.asked
        game.answer(answer)
        assert (tmp_path / "saved" / "vierfrei-42.txt").read_text() == kept


@pytest.mark.parametrize("name", ["..", "a/b", "folder.txt"])
def test_what_cannot_be_written_is_said_and_the_game_goes_on(tmp_path: Path, name: str) -> None:
    (tmp_path / "saved" / "folder.txt").mkdir(parents=True)
    game = Game(42, folder=tmp_path, lang="en")
    before = game.picture()
    choose(game, "save recording")
    typed(game, name)
    game.key("Return")
    if "Replace" in game.asked:
        game.answer(REPLACE)
    assert "cannot be saved" in game.asked
    assert name in game.asked
    game.key("Return")
    assert game.picture() == before
    assert [path.name for path in tmp_path.rglob("*")] == ["saved", "folder.txt"]


def test_nothing_is_saved_among_the_games_and_settings(tmp_path: Path) -> None:
    (tmp_path / "gemport.sqlite3").write_text("the games")
    game = Game(42, folder=tmp_path, lang="en")
    choose(game, "save recording")
    game.key("Up", "Esc", "\\", "*", ".", "*", "Return", "Esc")
    game.key(*"gemport.sqlite3", "Return")
    if "Replace" in game.asked:
        game.answer(REPLACE)
    assert "gemport.sqlite3: lies in the folder" in game.asked.replace("|", " ")
    assert (tmp_path / "gemport.sqlite3").read_text() == "the games"


def test_a_picture_is_the_screen_without_box_pointer_and_inverted_title(tmp_path: Path) -> None:
    game = Game(42, folder=tmp_path)
    game.move((320, 200))
    expected = to_image(game.machine.frame(pointer=False))
    choose(game, "save picture")
    game.key("Return")
    with Image.open(BytesIO((tmp_path / "saved" / "vierfrei-42.png").read_bytes())) as picture:
        assert (picture.mode, picture.size) == ("1", (640, 400))
        assert picture.tobytes() == expected.tobytes()


# ---- recordings that are opened


def test_a_recording_is_shown_and_the_own_game_is_there_again(tmp_path: Path) -> None:
    """Nothing of it is kept, counted or written to the file of --record, though it ends in a win."""
    saved(tmp_path, "game.txt", WON)
    changes: list[tuple[int, Change]] = []

    def note(session: AnySession, change: Change) -> None:
        changes.append((session.number, change))

    game = Game(42, folder=tmp_path, watch=note, lang="en")
    make(game.session, "1a", "2b", "Undo")
    before, told = game.full_picture(), list(changes)
    opened(game)
    assert game.session.number == 849431
    watch_it(game, WON.count(" "))
    game.machine.settle()
    watch_it(game, 3 * WON.count(" "))
    assert game.program.table.board.won
    assert game.machine.next_wakeup() is None
    game.key("Return")
    assert (game.session.number, game.board.words(), game.board.words_undone()) == (42, ["1a"], ["2b"])
    assert (game.picture(), game.outcomes, changes) == (before, [], told)
    assert game.saved == [Saved(42, ("1a",))]
    make(game.session, "Redo", "4h")
    assert game.saved == [Saved(42, ("1a", "2b", "4h"))]
    assert game.session.help is Help.NONE


@pytest.mark.parametrize("by", ["key", "press"])
def test_the_player_goes_on_from_there_and_the_own_game_can_be_resumed(tmp_path: Path, by: str) -> None:
    saved(tmp_path, "game.txt", SHORT)
    game = Game(42, folder=tmp_path)
    make(game.session, "1a")
    opened(game)
    watch_it(game, 2)
    assert game.saved == [Saved(42, ("1a",))]
    if by == "key":
        game.key("A")
    else:
        game.button(shared.SHOWING, shared.SHOWING_PLAY)
    assert (game.session.number, game.board.words()) == (7, ["1a", "2b"])
    game.play(["3c"])
    assert game.saved == [Saved(7, ("1a", "2b", "3c"), True), Saved(42, ("1a",))]
    assert game.session.unfinished_of(42) is not None
    game.key("Undo")
    assert game.board.words() == ["1a", "2b"]


@pytest.mark.parametrize("begun", [True, False])
def test_the_end_of_the_program_meanwhile_keeps_the_own_game(tmp_path: Path, begun: bool) -> None:
    for paused in (False, True):
        saved(tmp_path, "game.txt", SHORT)
        game = Game(42, folder=tmp_path, records=Book("vierfrei"))
        make(game.session, *["1a"] * begun)
        opened(game)
        watch_it(game, 1)
        if paused:
            game.key("Space")
        game.machine.request_quit()
        game.machine.settle()
        assert game.machine.finished
        assert (game.outcomes, game.saved) == ([], [Saved(42, ("1a",))] * begun)


@pytest.mark.parametrize(
    ("lang", "text", "says"),
    [
        ("en", "shopping\n", "game.txt: Line 1 belongs"),
        ("de", "shopping\n", "game.txt: Zeile 1 gehört"),
        ("en", "game: vierfrei\nnumber: 7\n\n1a 1x\n", "game.txt: Line 4, move 2: This move"),
        ("de", "game: vierfrei\nnumber: 7\n\n1a 1x\n", "game.txt: Zeile 4, Zug 2: Das ist kein möglicher Zug"),
        ("en", "", "game.txt: This is no recording"),
        ("de", "", "game.txt: Das ist keine Aufzeichnung"),
        ("en", "# mine\ngame: freecell\nnumber: 7\n\n", "game.txt: freecell"),
        ("en", None, "game.txt: There is no such file"),
        ("de", None, "game.txt: Diese Datei gibt es nicht"),
    ],
)
def test_a_file_that_is_no_recording_is_refused(tmp_path: Path, lang: str, text: str | None, says: str) -> None:
    """The reasons were English in German programs."""
    if text is not None:
        saved(tmp_path, "game.txt", text)
    game = Game(42, folder=tmp_path, lang=lang)
    make(game.session, "1a")
    before = game.full_picture()
    opened(game)
    assert says in game.asked.replace("|", " ")
    game.key("Return")
    assert (game.picture(), game.board.words(), game.saved) == (before, ["1a"], [Saved(42, ("1a",))])


@pytest.mark.parametrize(("lang", "says"), [("de", "Der Datenträger ist voll"), ("en", "The disk is full")])
def test_a_full_disk_is_said_in_the_languages_words(
    lang: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Outputs, "write", full)
    game = Game(42, folder=tmp_path, lang=lang)
    choose(game, "save recording")
    game.key("Return")
    assert f"vierfrei-42.txt: {says}" in game.asked.replace("|", " ")


# ---- where there are no files


def test_without_files_the_entries_are_grey() -> None:
    game = Game(42)
    for name in ("save recording", "open recording", "save picture"):
        assert game.program.menu[game.program.items[name]].ob_state & ObState.DISABLED


def test_the_original_has_no_such_menu(tmp_path: Path) -> None:
    game = Game(42, used=plain_files(), folder=tmp_path)
    assert "save recording" not in game.program.items
    assert len({title for title, _ in menu_entries(game.program.menu)}) == 2
