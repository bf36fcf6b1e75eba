"""Reading and writing of files, and folders for programs."""

import os
import re
import stat
import sys
from pathlib import Path

import pytest

from gemport.gem.errors import GemportError
from gemport.hosts.files import ANYWHERE, DiskFolder, LinesFile, Outputs, file_in, read_input, windows_refusal
from tests.needs import needs_links


def test_a_file_is_read_up_to_its_largest_size(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_input(path, 5) == b"12345"
    with pytest.raises(GemportError, match="^" + re.escape(f"{path}: is too large: more than 4 bytes")):
        read_input(path, 4)


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes with names")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(GemportError, match="is a pipe or a device"):
        read_input(path, 10)


def test_what_is_no_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing"):
        with pytest.raises((IsADirectoryError, FileNotFoundError)) as caught:
            read_input(path, 10)
        assert str(caught.value.filename) == str(path)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_there_when_it_is_complete_and_not_before(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"old")
    with ANYWHERE.writing(path) as out:
        out.write(b"new")
        out.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["a.png"]


def test_what_fails_in_the_middle_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"old")

    def fail(error: BaseException) -> None:
        with ANYWHERE.writing(path) as out:
            out.write(b"half")
            raise error

    with pytest.raises(KeyboardInterrupt):
        fail(KeyboardInterrupt())
    assert path.read_bytes() == b"old"
    with pytest.raises(OSError, match="No space") as caught:
        fail(OSError(28, "No space left on device"))
    assert caught.value.filename == str(path)
    assert names(tmp_path) == ["a.png"]


@pytest.mark.skipif(os.name == "nt", reason="modes are those of POSIX")
def test_the_mode_is_that_of_the_file_before_or_the_usual_one(tmp_path: Path) -> None:
    old, new, usual = tmp_path / "old", tmp_path / "new", tmp_path / "usual"
    old.write_bytes(b"")
    old.chmod(0o640)
    usual.write_bytes(b"")
    for path in (old, new):
        ANYWHERE.write(path, b"1")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert new.stat().st_mode == usual.stat().st_mode


@needs_links
def test_a_link_stays_a_link_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "a", tmp_path / "link"
    link.symlink_to(target)
    for data in (b"1", b"2"):
        ANYWHERE.write(link, data)
        assert target.read_bytes() == data
    assert link.is_symlink()
    assert names(tmp_path / "there") == ["a"]


def test_no_input_is_overwritten_under_any_name(tmp_path: Path) -> None:
    path, twin, folder, link = tmp_path / "in", tmp_path / "twin", tmp_path / "system", tmp_path / "link"
    path.write_bytes(b"precious")
    twin.hardlink_to(path)
    folder.mkdir()
    if os.name != "nt":
        link.symlink_to(path)
    outputs = Outputs((path, folder))
    for target in (path, twin, folder / ".." / "in", folder / "8x16.fnt", *([link] if os.name != "nt" else [])):
        with pytest.raises(GemportError, match="is read by this run"):
            outputs.write(target, b"")
        with pytest.raises(GemportError, match="is read by this run"):
            LinesFile(target, outputs)
    assert path.read_bytes() == b"precious"
    outputs.write(tmp_path / "out", b"1")


@needs_links
def test_links_lead_nothing_out_of_a_folder(tmp_path: Path) -> None:
    shots, precious = tmp_path / "shots", tmp_path / "precious"
    shots.mkdir()
    precious.write_bytes(b"1")
    (shots / "a.png").symlink_to(precious)
    (shots / "out").symlink_to(tmp_path)
    outputs = ANYWHERE.within(shots)
    for name in ("a.png", "out/precious", "out/new"):
        with pytest.raises(GemportError, match="leads out of the folder"):
            outputs.write(shots / name, b"2")
    assert precious.read_bytes() == b"1"
    outputs.write(shots / "b.png", b"2")


# ---- lines


def test_every_line_is_in_the_file_as_soon_as_it_is_added(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text("of yesterday\n")
    file = LinesFile(path, ANYWHERE)
    assert path.read_text() == "of yesterday\n"
    file.add("one")
    assert path.read_text() == "one\n"
    file.add("zwö")
    assert path.read_bytes() == "one\nzwö\n".encode()
    file.close()


def test_where_no_file_can_be_is_told_before_the_first_line(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "events.jsonl"):
        with pytest.raises((IsADirectoryError, FileNotFoundError, PermissionError)) as caught:
            LinesFile(path, ANYWHERE)
        assert caught.value.filename == str(path)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no device that is always full")
def test_a_full_disk_disturbs_nobody_and_is_told_in_the_end(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.symlink_to("/dev/full")
    file = LinesFile(path, ANYWHERE)
    file.add("one")
    file.add("two")
    with pytest.raises(OSError, match="No space left") as caught:
        file.close()
    assert caught.value.filename == str(path)


@pytest.fixture
def top(tmp_path: Path) -> Path:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "DIARY").touch()
    top = tmp_path / "allowed"
    (top / "Cards" / "Mine").mkdir(parents=True)
    (top / "Cards" / "ACE.IMG").touch()
    (top / "Cards" / ".hidden").touch()
    (top / "README").touch()
    return top


@needs_links
def test_no_link_leads_out_of_the_folder_or_in_circles(top: Path) -> None:
    cards = top / "Cards"
    (cards / "out").symlink_to(top.parent / "secret", target_is_directory=True)
    (cards / "diary").symlink_to(top.parent / "secret" / "DIARY")
    (cards / "circle").symlink_to(cards / "circle")
    (cards / "long").symlink_to("x" * 300)
    (cards / "up").symlink_to(top, target_is_directory=True)
    inside = DiskFolder(top).entries()["Cards"]
    assert inside is not None
    assert set(inside.entries()) - {"circle", "long"} == {"ACE.IMG", "Mine", "up"}
    with pytest.raises(GemportError):
        file_in(DiskFolder(top), "\\Cards\\*.*", "diary")


@pytest.mark.parametrize(
    ("path", "name", "reason"),
    [
        ("\\NONE\\*.*", "x", "no such folder"),
        ("\\README\\*.*", "x", "no such folder"),
        ("\\..\\secret\\*.*", "DIARY", "no such folder"),
        ("\\*.*", "", "no name"),
        ("\\*.*", ".", "no name"),
        ("\\Cards\\*.*", "..", "no name"),
        ("\\*.*", "../secret/DIARY", "no name"),
        ("\\*.*", "/etc/passwd", "no name"),
    ],
)
def test_nothing_else_is_reached(top: Path, path: str, name: str, reason: str) -> None:
    with pytest.raises(GemportError, match=reason):
        file_in(DiskFolder(top), path, name)


@pytest.mark.parametrize(
    ("names", "refusal"),
    [
        (("nul", "NUL.png", "aux.txt.png", "Com1", "lpt9 .png", "con"), "is the name of a device"),
        (("a:b", "a?", "*.png", 'a"', "<a>", "a|b", "a\tb"), "no file's name may have"),
        (("a.", "a ", "a.png."), "ends with a dot or a space"),
    ],
)
def test_names_that_windows_does_not_take_are_refused(names: tuple[str, ...], refusal: str) -> None:
    for name in names:
        assert refusal in (windows_refusal(name) or ""), name
    for name in ("a.png", "nulls.png", "com10", "aux-1.txt", ".hidden", "Großfamilien 3.png"):
        assert windows_refusal(name) is None


if os.name == "nt":

    def test_a_device_is_not_written_to(tmp_path: Path) -> None:
        with pytest.raises(GemportError, match="is the name of a device"):
            ANYWHERE.write(tmp_path / "nul.png", b"data")

    def test_a_file_held_for_a_moment_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "held"
        path.write_bytes(b"before")
        held = [path.open("rb"), path.open("rb")]
        monkeypatch.setattr("gemport.hosts.files.time.sleep", lambda _seconds: held.pop().close())
        ANYWHERE.write(path, b"after")
        assert (path.read_bytes(), held) == (b"after", [])
