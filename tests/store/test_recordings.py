"""Recording games to a file during play."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gemport.cards.board import Board
from gemport.cards.boardtext import named
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.notation import replay
from gemport.cli.registry import boards
from gemport.games.vierfrei import GAME
from gemport.solver import Position, solve
from gemport.store import recordings
from gemport.store.recordings import RecordingError, RecordingFile, UnnumberedError, read_recording
from gemport.store.session import AnySession
from tests.games.sessions import make, session_of
from tests.places import RECORDED

ONE_GAME = "game: vierfrei\nnumber: 42\n\n1a 2b\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


_OPENED: list[RecordingFile] = []


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    """Close all files after each test."""
    yield
    while _OPENED:
        with contextlib.suppress(OSError):
            _OPENED.pop().close()


def recording(path: Path) -> RecordingFile:
    _OPENED.append(RecordingFile(path, "vierfrei", boards()))
    return _OPENED[-1]


def recorded(path: Path, number: int = 42) -> tuple[AnySession, RecordingFile]:
    """Return a session with a recording, and the recording's file."""
    session, file = session_of(GAME, number), recording(path)
    session.watch(file.watch)
    return session, file


def games(path: Path) -> list[tuple[int, str]]:
    return [(game.number, " ".join(game.words)) for game in read_recording(path.read_bytes(), "x", boards())]


def test_appending_replays_only_the_first_and_last_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words: list[str] = []
    play_word = Board.play_word

    def played(board: Board, word: str) -> Any:
        words.append(word)
        return play_word(board, word)

    monkeypatch.setattr(Board, "play_word", played)
    whole = (RECORDED / "games" / "000001.txt").read_text()
    path.write_text("\n".join([whole] * 300))
    recording(path)
    assert words == 2 * whole.split()[4:]
    assert path.read_text() == "\n".join([whole] * 300)


BARE = "game: vierfrei\nnumber: 7\n\n"
ODD = b"\xef\xbb\xbf" + ONE_GAME.replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    ("before", "acts", "after"),
    [
        # Each move is saved immediately and removed when it is undone.
        ("", "", BARE),
        ("", "1a", BARE + "1a\n"),
        ("", "1a 2b", BARE + "1a 2b\n"),
        ("", "1a 2b Undo", BARE + "1a\n"),
        ("", "1a 2b Undo 3d", BARE + "1a 3d\n"),
        # Games follow each other in the file.
        ("", "1a Restart 2b =42 1a 2b", f"{BARE}1a\n\n{BARE}2b\n\n{ONE_GAME}"),
        # Games without moves are left out, unless there is no other game.
        ("", "1a Undo =8 =9", BARE.replace("7", "9")),
        ("", "1a =8 =9", BARE + "1a\n"),
        (ONE_GAME, "", ONE_GAME),
        # The contents of an existing file are preserved, with comments.
        (f"# an evening\n{ONE_GAME}# remark\n\n\n", "1a", f"# an evening\n{ONE_GAME}# remark\n\n{BARE}1a\n"),
        (ODD + b"\r\n  \n", "", ODD.rstrip() + b"\n"),
        ("\n \n", "1a", BARE + "1a\n"),
    ],
)
def test_what_the_file_holds(path: Path, before: str | bytes, acts: str, after: str | bytes) -> None:
    """An act is a step, ``Undo``, ``Restart`` or ``=8``, which deals game 8; the first game is 7."""
    path.write_bytes(before.encode() if isinstance(before, str) else before)
    session, _ = recorded(path, 7)
    for act in acts.split():
        if act[0] == "=":
            session.deal(int(act[1:]))
        else:
            make(session, act)
    assert path.read_bytes() == (after.encode() if isinstance(after, str) else after)
    assert [entry for entry in path.parent.iterdir() if entry.is_file()] == [path]


def test_a_second_recording_of_a_file_is_refused(path: Path) -> None:
    first = recording(path)
    with pytest.raises(RecordingError, match="another program is recording to it"):
        recording(path)
    first.close()
    recording(path)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"Dear diary,\n", "line 1: 'Dear diary,' where 'game:' and one word should stand"),
        (b"\xff\xfe\x00", "byte 0 is not UTF-8 text"),
        (b"game: vierfrei\nnumber: 42\n1a 9z\n", "line 3: move 2, '9z'"),
        (ONE_GAME.encode() + b"# two\ngame: vierfrei\nnumber: 1\n1a 2a\n", "line 8: move 2, '2a'"),
        (ONE_GAME.encode() + b"\ngame: freecell\nnumber: 1\n", "games of vierfrei and freecell in one file"),
        (b"game: freecell\nnumber: 1\n", "contains games of freecell"),
        (f"game: vierfrei\nnumber: x\n\n{ONE_GAME}".encode(), "line 2: 'x' is not a game number"),
    ],
)
def test_a_file_that_is_not_a_recording_is_left_alone(path: Path, data: bytes, message: str) -> None:
    path.write_bytes(data)
    with pytest.raises(RecordingError) as caught:
        recording(path)
    assert (str(caught.value).startswith(f"{path}: "), message in str(caught.value)) == (True, True)
    assert path.read_bytes() == data


def test_a_position_of_another_program_needs_a_number() -> None:
    data = f"{FreeCellBoard.deal(617).text()}\n1a 2b\n".encode()
    known = read_recording(data, "x", boards(), number_of=lambda game, _: 617 if game == "freecell" else None)
    assert [game[:3] for game in known] == [("freecell", 617, ("1a", "2b"))]
    with pytest.raises(UnnumberedError, match=r"^x: the game's number is unknown;") as caught:
        read_recording(data, "x", boards(), number_of=lambda *_: None)
    assert (caught.value.found.words, caught.value.line) == (("1a", "2b"), None)
    with pytest.raises(RecordingError, match="line 1: "):
        read_recording(data, "x", boards())


@pytest.mark.parametrize("head", ["game: freecell\nnumber: 617\n\n", "617\n", "FreeCell #617\n"])
def test_a_solution_as_other_programs_write_it_is_read(head: str) -> None:
    words = " ".join(map(str, solve(Position.microsoft(617)).moves or ()))
    (game,) = read_recording((head + words).encode(), "x", boards(), number_of=lambda *_: None)
    assert (game.game, game.number, replay(game, FreeCellBoard.deal(617)).won) == ("freecell", 617, True)
    assert len(game.words) < len(words.split()), "FreeCell sends cards home by itself"


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        ("617\n8a zz", None, "'zz' is not a move"),
        ("617\n8a 88", 2, "move 2, '88'"),
        ("FreeCell #0\n8a", None, "expected a game number"),
        ("VIERFREI #42\n1a", None, "a game of vierfrei"),
        ("<kpat-game>", None, "the saved game cannot be read"),
        ("617\n8a" + " " * (4 << 20), None, "line 1: '617' where 'game:' and one word should stand"),
    ],
)
def test_a_damaged_game_of_another_program_is_refused(text: str, move: int | None, reason: str) -> None:
    known = {name: board for name, board in boards().items() if name != "vierfrei"}
    with pytest.raises(RecordingError) as caught:
        read_recording(text.encode(), "x", known, number_of=lambda *_: None)
    assert (str(caught.value)[: len(reason) + 3], caught.value.move) == (f"x: {reason}", move)


def test_a_game_without_a_number_is_not_recorded(path: Path) -> None:
    session, _ = recorded(path, 7)
    make(session, "1a")
    session.deal_position(named("deal.txt", FreeCellBoard.deal(617).text()))
    make(session, "1b")
    session.deal(8)
    make(session, "1c")
    assert games(path) == [(7, "1a"), (8, "1c")]


def test_a_file_is_appended_to_up_to_the_maximum_size(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text(ONE_GAME)
    monkeypatch.setattr(recordings, "MAX_BYTES", len(ONE_GAME))
    recording(path).close()
    monkeypatch.setattr(recordings, "MAX_BYTES", len(ONE_GAME) - 1)
    with pytest.raises(RecordingError, match=f"the maximum is {len(ONE_GAME) - 1} bytes"):
        recording(path)


def test_an_unwritable_place_is_refused_at_once(tmp_path: Path) -> None:
    for path in (tmp_path, Path(os.devnull)):
        with pytest.raises(RecordingError, match="is not a regular file"):
            recording(path)
    assert not Path(os.devnull).is_file()
    nowhere = tmp_path / "nowhere" / "game.txt"
    with pytest.raises(OSError, match="No such file") as caught:
        recording(nowhere)
    assert caught.value.filename == str(nowhere)


class Disk:
    """A file system that can be full, and that can kill the program before a chosen system call."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room: int | None = None
        """Free space in bytes, or None for no limit."""
        self.calls_left: int | None = None
        opened = Path.open

        def open_(path: Path, mode: str = "r", **options: Any) -> Any:
            file: Any = opened(path, mode, **options)
            return Watched(file, self) if "+" in mode else file

        monkeypatch.setattr(Path, "open", open_)

    def call(self) -> None:
        if self.calls_left is not None:
            self.calls_left -= 1
            if self.calls_left < 0:
                raise KeyboardInterrupt


class Watched:
    """A file on a Disk."""

    def __init__(self, file: Any, disk: Disk) -> None:
        self._file = file
        self._disk = disk

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)

    def write(self, data: bytes) -> int:
        self._disk.call()
        if self._disk.room is not None:
            if not self._disk.room:
                raise OSError(28, "No space left on device")
            data = data[: self._disk.room]
            self._disk.room -= len(data)
        written: int = self._file.write(data)
        return written

    def truncate(self, size: int) -> None:
        self._disk.call()
        self._file.truncate(size)


WORDS = "1a", "2b", "Undo", "2c", "Restart", "1a", "Undo", "3d", "Restart", "Restart"


def play_until_killed(path: Path, disk: Disk, calls: int | None) -> list[list[tuple[int, str]]]:
    """Play WORDS until the system call number ``calls``; return the contents of the file before and after each word."""
    (session, _), held = recorded(path), [games(path)]
    disk.calls_left = calls
    try:
        for word in WORDS:
            make(session, word)
            held.append(games(path))
    except KeyboardInterrupt:
        held.append(games(path))
    finally:
        disk.calls_left = None
    return held


def test_the_file_is_a_recording_at_every_moment(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is updated in place: a kill before any system call leaves it as it was before or after the change."""
    disk = Disk(monkeypatch)
    whole = play_until_killed(path, disk, None)
    # Use a new file each time: a killed recording leaves its file open, and Windows does not share it.
    killed = [play_until_killed(path.with_name(f"{calls}.txt"), disk, calls) for calls in range(3 * len(WORDS))]
    for held in killed:
        assert held[:-1] == whole[: len(held) - 1]
        assert held[-1] in whole[len(held) - 2 : len(held)]
    assert killed[-1] == whole


def test_a_failed_write_is_reported_when_the_file_is_closed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    session, file = recorded(path)
    disk.room = 0
    make(session, "1a")
    assert session.board.words() == ["1a"]
    with pytest.raises(OSError, match="No space left") as caught:
        file.close()
    assert caught.value.filename == str(path)


@pytest.mark.parametrize("room", [0, 1, 2])
def test_a_refused_write_is_repeated_with_the_next_change(
    path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    """Part of a word may still have been written."""
    disk = Disk(monkeypatch)
    session, file = recorded(path)
    make(session, "1a")
    disk.room = room
    make(session, "2b")
    assert b"\0" not in path.read_bytes()
    make(session, "Restart", "2a")
    disk.room = None
    make(session, "4h")
    file.close()
    assert games(path)[-1] == (42, "2a 4h")


@pytest.mark.parametrize("length", [10, 1000])
def test_the_cost_of_a_change_ignores_the_length_of_the_game(path: Path, length: int) -> None:
    """The test counts bytes, because they do not depend on the speed of the machine."""
    session, file = recorded(path)
    make(session, "1a", *["ab", "ba"] * (length // 2))
    text = path.read_bytes()
    assert text.count(b"ab") == length // 2
    path.write_bytes(b"x" * len(text))
    make(session, "ab")
    written = path.read_bytes()
    file.close()
    assert len(written) == len(text) + 3
    assert written.rstrip(b"\n").lstrip(b"x") in (b" ab", b"\nab")
