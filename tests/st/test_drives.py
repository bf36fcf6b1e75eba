"""Drives: what GEMDOS finds in a folder, and that nothing outside of it is reached."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from gemport.st.drives import Drives, Error, Missing, can_be_seen, create_file, open_file
from tests.needs import needs_links, needs_processor
from tests.st.code import BUFFER, Code
from tests.st.machine import AtariMachine

SCRP_WRITE = 81
WORDS, BYTES = "Grüße\t!\n", b"Gr\x81\x9ee\t!\r\n"
"""A text of the host's clipboard, and of the scrap."""


@pytest.fixture
def drives(tmp_path: Path) -> Drives:
    """Return drive C with files, folders and links, next to files that programs must not reach."""
    top = tmp_path / "top"
    (top / "SUB" / "deep").mkdir(parents=True)
    (top / "SUB" / "note.txt").write_text("inside")
    (top / "Readme.TXT").write_text("inside")
    (top / "longer_than_eight.txt").touch()
    (top / ".hidden").touch()
    (tmp_path / "SECRET.TXT").write_text("outside")
    if os.name != "nt":
        (top / "OUT.TXT").symlink_to(tmp_path / "SECRET.TXT")
        (top / "OUT").symlink_to(tmp_path)
        (top / "IN.TXT").symlink_to(top / "SUB" / "note.txt")
        (top / "LOST.TXT").symlink_to(tmp_path / "nowhere")
        os.mkfifo(top / "PIPE")
    return Drives({"C": top})


def test_a_folder_shows_what_gemdos_can_name_in_any_case(drives: Drives) -> None:
    assert sorted(set(drives.folder.entries()) - {"IN.TXT"}) == ["README.TXT", "SUB"]
    assert drives.find("C", ("sub", "NOTE.TXT")).read_text() == "inside"


@needs_links
def test_a_link_that_stays_inside_is_followed(drives: Drives) -> None:
    assert "IN.TXT" in drives.folder.entries()
    assert drives.find("C", ("in.txt",)).read_text() == "inside"


@needs_links
@pytest.mark.parametrize("name", ["OUT.TXT", "OUT", "PIPE"])
def test_nothing_outside_is_found_or_made(drives: Drives, name: str) -> None:
    with pytest.raises(Missing):
        drives.find("C", (name,))
    with pytest.raises(Missing):
        drives.place("C", (name,))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("LOST.TXT", marks=needs_links),
        *("CON", "aux.txt", "A B", "A/B", "..", "", "TOOLONGNAME", "A.LONG", "a\0b"),
    ],
)
def test_names_that_are_none_are_not_made(drives: Drives, name: str) -> None:
    with pytest.raises(Missing):
        drives.place("C", (name,))
    with pytest.raises(Missing):
        drives.place("D", ("NEW.TXT",))


def test_a_file_is_made_and_written_in_place(drives: Drives) -> None:
    place = drives.place("C", ("SUB", "new.txt"))
    os.close(create_file(place))
    assert place.name == "NEW.TXT"
    descriptor = create_file(drives.place("C", ("Readme.txt",)))
    os.write(descriptor, b"short")
    os.close(descriptor)
    assert drives.find("C", ("README.TXT",)).read_text() == "short"
    with pytest.raises(OSError, match="SUB"):
        open_file(place.parent, writing=False)


def test_several_drives_are_folders_of_that_tree(tmp_path: Path) -> None:
    (tmp_path / "FILE.TXT").touch()
    drives = Drives({"C": tmp_path, "E": tmp_path})
    assert (drives.bits, list(drives.folder.entries())) == (0b10100, ["C", "E"])
    assert (drives.selector_path("e:\\*.*"), drives.program_path("\\E\\SUB\\*.*")) == ("\\E\\*.*", "E:\\SUB\\*.*")


@pytest.mark.parametrize(("name", "seen"), [("A.B", True), ("a-b_c.prg", True), ("ÄÖ.TXT", True), ("A..B", False)])
def test_names_that_gemdos_can_have(name: str, seen: bool) -> None:
    assert can_be_seen(name) is seen


@needs_processor
def test_a_file_from_any_time_has_a_date(atari: AtariMachine, code: Code) -> None:
    for name, moment in (("A.TXT", 10**11), ("B.TXT", -(10**9))):
        (atari.folder / name).touch()
        os.utime(atari.folder / name, (moment, moment))
    code.gemdos("fsetdta", BUFFER)
    for name, arguments in (("fsfirst", ("*.TXT", 0)), ("fsnext", ())):
        code.ask(name, *arguments)
        code.show_word(BUFFER + 24)
    first, later, second, earlier = atari.answers(code)
    assert (first, second, later >> 9, earlier >> 9) == (0, 0, -1, 0)


@needs_processor
@pytest.mark.parametrize(
    ("change", "after"),
    [(("frename", 0, "SUB", "MOVED"), [Error.ENMFIL, Error.ENMFIL]), (("fdelete", "SUB\\B.TXT"), [0, Error.ENMFIL])],
)
def test_a_search_skips_what_is_gone(
    change: tuple[str | int, ...], after: list[int], atari: AtariMachine, code: Code
) -> None:
    (atari.folder / "SUB").mkdir()
    for name in ("A.TXT", "B.TXT", "C.TXT"):
        (atari.folder / "SUB" / name).touch()
    code.gemdos("fsetdta", BUFFER)
    code.ask("fsfirst", "SUB\\*.TXT", 0)
    code.ask(str(change[0]), *change[1:])
    code.ask("fsnext")
    code.ask("fsnext")
    assert atari.answers(code) == [0, 0, *after]


@needs_links
@needs_processor
def test_links_that_lead_nowhere_are_skipped(atari: AtariMachine, code: Code) -> None:
    (atari.folder / "A.TXT").touch()
    (atari.folder / "LOOP.TXT").symlink_to("LOOP.TXT")
    (atari.folder / "LONG.TXT").symlink_to("x" * 300)
    code.gemdos("fsetdta", BUFFER)
    code.ask("fsfirst", "*.TXT", 0)
    code.ask("fsnext")
    code.ask("fcreate", "LOOP.TXT", 0)
    code.ask("fcreate", "B.TXT", 0)
    assert atari.answers(code) == [0, Error.ENMFIL, Error.EPTHNF, 6]


@needs_processor
def test_a_deep_folders_path_ends_after_255_characters(atari: AtariMachine, code: Code) -> None:
    names = "\\".join(10 * ["ABCDEFGH.IJK"])
    (atari.folder / (names + "\\" + names).replace("\\", "/")).mkdir(parents=True)
    for _ in range(2):
        code.gemdos("dsetpath", names)
    code.fill_memory(BUFFER, 0x78787878, 100)
    code.gemdos("dgetpath", BUFFER, 0)
    code.show_long(BUFFER + 252, BUFFER + 256)
    assert atari.answers(code) == [int.from_bytes(b"EFG\0", "big"), 0x78787878]


def clipboard(atari: AtariMachine, text: str) -> list[str]:
    """Set the text on the host's clipboard; return a list of "asked" and each copied text."""
    log: list[str] = []

    def paste() -> str:
        log.append("asked")
        return text

    atari.system = replace(atari.system, copy=log.append, paste=paste)
    return log


@needs_processor
@pytest.mark.parametrize(
    ("folder", "call", "asks"),
    [
        ("C:\\CLIP\\", ("fopen", "clip\\scrap.txt", 0), True),
        ("c:\\clip", ("fsfirst", "C:\\CLIP\\SCRAP.*", 0), True),
        ("\\CLIP\\*.*", ("fopen", "C:\\CLIP\\SCRAP.TXT", 2), True),
        # another file, a search for any files, a new file, and no scrap
        ("C:\\CLIP\\", ("fopen", "SCRAP.TXT", 0), False),
        ("C:\\CLIP\\", ("fsfirst", "CLIP\\*.*", 0), False),
        ("C:\\CLIP\\", ("fcreate", "CLIP\\SCRAP.IMG", 0), False),
        ("", ("fopen", "CLIP\\SCRAP.TXT", 0), False),
    ],
)
def test_only_the_opened_scrap_gets_the_clipboards_text(
    folder: str, call: tuple[str | int, ...], asks: bool, atari: AtariMachine, code: Code
) -> None:
    (atari.folder / "CLIP").mkdir()
    for name in ("SCRAP.TXT", "CLIP/SCRAP.TXT"):
        (atari.folder / name).write_bytes(b"old")
    log = clipboard(atari, WORDS)
    code.aes(SCRP_WRITE, (), (folder,))
    code.gemdos(str(call[0]), *call[1:])
    atari.answers(code)
    assert log == ["asked"] * asks
    assert (atari.folder / "CLIP/SCRAP.TXT").read_bytes() == (BYTES if asks else b"old")


@needs_processor
def test_a_written_scrap_is_copied_when_closed(atari: AtariMachine, code: Code) -> None:
    log = clipboard(atari, WORDS)
    code.aes(SCRP_WRITE, (), ("C:\\",))
    code.gemdos("fcreate", "SCRAP.TXT", 0)
    code.gemdos("fwrite", 6, len(BYTES), code.put(BYTES))
    code.gemdos("fclose", 6)
    # The clipboard still has this text: it is neither fetched nor copied again.
    for handle in (6, 6):
        code.gemdos("fopen", "SCRAP.TXT", 2)
        code.gemdos("fclose", handle)
    atari.answers(code)
    assert log == [WORDS, "asked", "asked"]


@needs_processor
def test_a_long_text_of_the_clipboard_ends_at_the_quota(atari: AtariMachine, code: Code) -> None:
    log = clipboard(atari, 900 * WORDS)
    atari.system.drives.room = 5000
    code.aes(SCRP_WRITE, (), ("C:\\",))
    code.gemdos("fopen", "SCRAP.TXT", 2)
    code.gemdos("fclose", 6)
    atari.answers(code)
    assert ((atari.folder / "SCRAP.TXT").stat().st_size, log) == (5000 - 1024, ["asked"])
