"""Games written down while they are played (gemport/host/recorderfile.py)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gemport.cards.notation import AnyBoard, record
from gemport.cards.vierfrei.board import Board
from gemport.patience.session.recordings import RecordingError, RecordingFile, read_recording
from tests.patience.vierfrei.player import Game

ONE_GAME = "game: vierfrei\nnumber: 42\n\n1a 2b\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


def recorded(path: Path, number: int = 42) -> Game:
    return Game(number, watch=RecordingFile(path, "vierfrei").watch)


def games(path: Path) -> list[tuple[int, str]]:
    return [
        (game.number, " ".join(word.text for word in game.words)) for game in read_recording(path.read_bytes(), "x")
    ]


def test_every_move_is_in_the_file_as_soon_as_it_is_made(path: Path) -> None:
    game = recorded(path)
    assert path.read_text() == "game: vierfrei\nnumber: 42\n\n"
    for count, word in enumerate(("1a", "2b", "4h"), 1):
        game.play([word])
        assert path.read_text() == str(record(game.board))
        assert len(game.board.history) == count
    assert path.read_text() == "game: vierfrei\nnumber: 42\n\n1a 2b 4h\n"


def test_a_move_of_several_cards_is_written_card_by_card(path: Path) -> None:
    file = RecordingFile(path, "vierfrei")
    lines: list[str] = []

    def watch(board: AnyBoard) -> None:
        file.watch(board)
        lines.append(path.read_text().split("\n")[3])

    game = Game(42, watch=watch)
    game.both(game.at(0, 4))
    assert lines == ["", "1d", "1d 1c", "1d 1c 1b"]


def test_moves_taken_back_disappear(path: Path) -> None:
    game = recorded(path)
    game.play(["1a", "2b"])
    game.key("Undo")
    assert games(path) == [(42, "1a")]
    game.play(["4h"])
    assert games(path) == [(42, "1a 4h")]


def test_games_of_a_session_stand_one_behind_the_other(path: Path) -> None:
    game = recorded(path)
    game.play(["1a"])
    game.key("F3")
    game.play(["2b"])
    game.key("F1")
    game.play(["1a"])
    assert games(path) == [(42, "1a"), (42, "2b"), (45659, "1a")]
    assert path.read_text().startswith("game: vierfrei\nnumber: 42\n\n1a\n\ngame: vierfrei\nnumber: 42\n\n2b\n\ngame:")


def test_games_without_moves_are_left_out_unless_there_is_no_other(path: Path) -> None:
    game = recorded(path)
    game.play(["1a"])
    game.key("Undo", "F1", "F1", "F3")
    number = game.board.number
    assert games(path) == [(number, "")]
    game.play(["1a"])
    game.key("F1", "F1")
    assert games(path) == [(number, "1a")]


def test_a_start_without_a_move_adds_nothing_to_a_recording(path: Path) -> None:
    path.write_text(ONE_GAME)
    recorded(path, 7)
    assert path.read_text() == ONE_GAME


def test_a_recording_that_is_there_is_continued(path: Path) -> None:
    path.write_text("# an evening in March\n" + ONE_GAME + "# remark\n\n\n")
    game = recorded(path, 7)
    game.play(["1a"])
    text = path.read_text()
    assert text.startswith("# an evening in March\n" + ONE_GAME + "# remark\n\ngame: vierfrei\nnumber: 7\n")
    assert games(path) == [(42, "1a 2b"), (7, "1a")]


def test_an_empty_file_is_used(path: Path) -> None:
    path.write_text("\n \n")
    recorded(path).play(["1a"])
    assert games(path) == [(42, "1a")]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"Dear diary,\n", "line 1: 'Dear diary,' where 'game:' and one word should stand"),
        (b"\xff\xfe\x00", "byte 0 is no UTF-8 text"),
        (b"game: vierfrei\nnumber: 42\n1a 9z\n", "line 3: move 2, '9z'"),
        (ONE_GAME.encode() + b"# two\ngame: vierfrei\nnumber: 1\n1a 2a\n", "line 8: move 2, '2a'"),
        (ONE_GAME.encode() + b"\ngame: freecell\nnumber: 1\n", "games of vierfrei and freecell in one file"),
    ],
)
def test_a_file_that_is_no_recording_is_left_as_it_is(path: Path, data: bytes, message: str) -> None:
    path.write_bytes(data)
    with pytest.raises(RecordingError) as caught:
        RecordingFile(path, "vierfrei")
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)
    assert path.read_bytes() == data


def test_a_recording_of_another_game_is_left_as_it_is(path: Path) -> None:
    path.write_text("game: freecell\nnumber: 1\n")
    with pytest.raises(RecordingError, match="holds games of freecell"):
        RecordingFile(path, "vierfrei")
    assert path.read_text() == "game: freecell\nnumber: 1\n"


def test_nothing_is_written_over_what_is_no_file(tmp_path: Path) -> None:
    for path in (tmp_path, Path(os.devnull)):
        with pytest.raises(RecordingError, match="is no file"):
            RecordingFile(path, "vierfrei")
    assert not Path(os.devnull).is_file()


def test_a_place_that_cannot_be_written_is_known_before_the_game_begins(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file") as caught:
        RecordingFile(tmp_path / "nowhere" / "game.txt", "vierfrei")
    assert caught.value.filename == str(tmp_path / "nowhere" / "game.txt")


def test_a_link_stays_a_link(tmp_path: Path, path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    recorded(link).play(["1a"])
    assert link.is_symlink()
    assert games(path) == [(42, "1a")]


def test_the_file_is_whole_at_every_moment(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = RecordingFile(path, "vierfrei")
    board = Board.deal(42)
    board.move(0, 56)
    file.watch(board)
    board.move(1, 57)

    def killed(source: object, target: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        file.watch(board)
    assert games(path) == [(42, "1a")]


def test_a_failed_write_does_not_stop_the_game_and_is_told_in_the_end(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = RecordingFile(path, "vierfrei")
    game = Game(42, watch=file.watch)

    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        game.play(["1a"])
    assert game.board.words() == ["1a"]
    with pytest.raises(OSError, match="No space left"):
        file.close()
    game.play(["2b"])
    file.close()
    assert games(path) == [(42, "1a 2b")]


def test_nothing_else_is_left_in_the_folder(path: Path) -> None:
    recorded(path).play(["1a", "2b"])
    assert [entry.name for entry in path.parent.iterdir() if entry.is_file()] == ["game.txt"]
