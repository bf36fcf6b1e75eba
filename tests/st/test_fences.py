"""Fences that keep programs from the folders, the disk and the memory of their host."""

import os
import tracemalloc
from pathlib import Path

import pytest

from tests.cli.run import run
from tests.needs import needs_links, needs_processor
from tests.st.code import BUFFER, ROOM, Code, shown
from tests.st.machine import AtariMachine

pytestmark = needs_processor
SHEL_WRITE = 121
EACCDN, EPTHNF, EFILNF, ENSAME, ENMFIL = -36, -34, -33, -48, -49


def tree(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """A folder C with the program's place, a folder and a link, a folder D beside it, and D's folder E within C."""
    for name in ("c/SUB/DEEP", "c/SAVE/INNER", "d/TEXTS", "out"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "c/SUB/A.TXT").write_text("a")
    (tmp_path / "d/B.TXT").write_text("b")
    (tmp_path / "out/SECRET.TXT").write_text("secret")
    if os.name != "nt":
        (tmp_path / "c/LINK").symlink_to("SUB")
        (tmp_path / "c/OUT").symlink_to("../out")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "values", "answer"),
    [
        ("frename", (0, "D:\\", "C:\\STOLEN"), EACCDN),
        ("frename", (0, "C:\\", "D:\\MINE"), EACCDN),
        ("frename", (0, "C:", "C:\\MINE"), EACCDN),
        ("frename", (0, "..\\..\\.", "C:\\MINE"), EACCDN),
        ("frename", (0, "SUB\\..", "C:\\MINE"), EACCDN),
        ("frename", (0, "C:\\SUB", "D:\\"), EACCDN),
        ("frename", (0, "C:\\SUB", "C:\\SUB\\DEEP\\SUB"), EACCDN),
        pytest.param("frename", (0, "C:\\SUB", "C:\\LINK\\SUB"), EACCDN, marks=needs_links),
        ("frename", (0, "D:\\B.TXT", "C:\\B.TXT"), ENSAME),
        ("frename", (0, "E:\\", "C:\\STOLEN"), EACCDN),
        ("frename", (0, "C:\\SAVE\\INNER", "C:\\STOLEN"), EACCDN),
        ("frename", (0, "C:\\SAVE", "C:\\STOLEN"), EACCDN),
        ("frename", (0, "C:\\OUT\\SECRET.TXT", "C:\\S.TXT"), EPTHNF),
        ("frename", (0, "C:\\OUT", "C:\\IN"), EPTHNF),
        ("frename", (0, "C:\\SUB\\A.TXT", "C:\\OUT\\A.TXT"), EPTHNF),
        ("ddelete", ("E:\\",), EACCDN),
        ("ddelete", ("C:\\SAVE\\INNER",), EACCDN),
        ("ddelete", ("..",), EACCDN),
        pytest.param("ddelete", ("C:\\LINK",), EACCDN, marks=needs_links),
        ("ddelete", ("C:\\SUB\\A.TXT",), EACCDN),
        ("dcreate", ("D:\\",), EACCDN),
        ("dcreate", ("C:\\OUT\\NEW",), EPTHNF),
        ("dsetpath", ("C:\\OUT",), EPTHNF),
        ("fcreate", ("D:\\", 0), EACCDN),
        ("fcreate", ("..\\OUT\\NEW.TXT", 0), EPTHNF),
        ("fopen", ("D:\\", 0), EFILNF),
        pytest.param("fopen", ("C:\\OUT\\SECRET.TXT", 0), EFILNF, marks=needs_links),
        pytest.param("fopen", ("..\\..\\out\\SECRET.TXT", 0), EFILNF, marks=needs_links),
        ("fdelete", ("C:\\",), EFILNF),
        pytest.param("fdelete", ("C:\\OUT\\SECRET.TXT",), EFILNF, marks=needs_links),
        pytest.param("fsfirst", ("C:\\OUT\\*.*", 0), EFILNF, marks=needs_links),
    ],
)
def test_no_path_leads_out_of_the_drives_or_moves_one(
    name: str, values: tuple[int | str, ...], answer: int, disk: Path
) -> None:
    code = Code()
    code.ask(name, *values)
    (disk / "c/THIEF.PRG").write_bytes(code.end())
    before = tree(disk)
    drives = ("--drive", f"D={disk / 'd'}", "--drive", f"E={disk / 'c/SAVE/INNER'}")
    result = run("run", disk / "c/THIEF.PRG", *drives, "--screenshot", disk.parent / f"{disk.name}.png")
    assert (result.status, shown(result.out), result.err) == (0, [answer], "")
    assert tree(disk) == before


@needs_links
def test_a_link_that_leads_out_is_no_program_to_start(disk: Path) -> None:
    started = Code()
    started.gemdos("dcreate", "C:\\STARTED")
    (disk / "out/OTHER.PRG").write_bytes(started.end())
    (disk / "c/OTHER.PRG").symlink_to("../out/OTHER.PRG")
    code = Code()
    code.ask_aes(SHEL_WRITE, (1, 1, 0), ("C:\\OTHER.PRG", ""))
    (disk / "c/STARTER.PRG").write_bytes(code.end())
    result = run("run", disk / "c/STARTER.PRG", "--screenshot", disk.parent / f"{disk.name}.png")
    assert shown(result.out) == [0]
    assert not (disk / "c/STARTED").exists()


# ---- the disk is as large as the quota


def filler() -> bytes:
    """Return a program that writes two files of 500,000 bytes and continues."""
    code = Code()
    for handle, name in ((6, "NEW.DAT"), (7, "OLD.DAT")):
        code.ask("fcreate", name, 0)
        code.ask("fwrite", handle, 500_000, BUFFER)
    code.ask("dcreate", "FOLDER")
    code.gemdos("dfree", BUFFER, 0)
    code.show_long(BUFFER)
    for _ in range(2):
        code.ask("fwrite", 7, 500_000, BUFFER)
    code.ask("fcreate", "KEPT.DAT", 0)
    code.ask("dcreate", "MADE")
    code.gemdos("dfree", BUFFER, 0)
    code.show_long(BUFFER, BUFFER + 4)
    return code.end()


def test_what_programs_write_ends_at_the_quota(tmp_path: Path) -> None:
    for name in ("OLD.DAT", "KEPT.DAT"):
        (tmp_path / name).write_bytes(b"kept")
    program = tmp_path / "FILLER.PRG"
    program.write_bytes(filler())
    result = run("run", program, "--quota", "1", "--screenshot", tmp_path / "shot.png")
    # A new file costs 1 KB, a new folder 4 KB.
    left = (1 << 20) - 2 * 1024 - 1_000_000 - 4096
    writing = [6, 500_000, 7, 500_000, 0, left // 1024, left, 0]
    assert shown(result.out) == [*writing, EACCDN, EACCDN, 0, 1024]
    sizes = {name: (tmp_path / name).stat().st_size for name in ("NEW.DAT", "OLD.DAT", "KEPT.DAT")}
    assert sizes == {"NEW.DAT": 500_000, "OLD.DAT": 500_000 + left, "KEPT.DAT": 4}
    assert not (tmp_path / "MADE").exists()


def test_the_disk_has_256_mb_for_all_programs_together(atari: AtariMachine) -> None:
    for number in range(2):
        code = Code()
        code.gemdos("fcreate", f"{number}.DAT", 0)
        code.gemdos("fwrite", 6, 1 << 20, BUFFER)
        code.gemdos("dfree", BUFFER, 0)
        code.show_long(BUFFER)
        answers = atari.answers(code)
    assert answers == [256 * 1024 - 1 - 1024, 256 * 1024 - 2 * (1 + 1024)]


# ---- the programs' use of the host's memory


@pytest.mark.parametrize("atari", [{"mhz": 1}], indirect=True)
def test_32_programs_run_at_once_and_no_more_start(atari: AtariMachine, code: Code) -> None:
    code.ask_aes(SHEL_WRITE, (1, 1, 0), ("SELF.PRG", ""))
    data = code.again()
    atari.machine.programs["SELF.PRG"] = atari.program(data, "SELF.PRG")
    atari.start(data, "SELF.PRG")
    atari.machine.advance(100)
    answers = shown("".join(atari.written))
    assert (sorted(filter(None, answers)), answers[-1]) == (list(range(2, 33)), 0)
    atari.machine.close()


def test_the_memory_of_an_ended_program_is_free(atari: AtariMachine, code: Code) -> None:
    code.fill_memory(BUFFER, 0x4C4F5354, ROOM // 8)
    atari.answers(code)
    tracemalloc.start()
    atari.answers(Code())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1 << 20


def test_of_searches_at_ever_new_addresses_the_oldest_go(atari: AtariMachine, code: Code) -> None:
    for name in ("A.TXT", "B.TXT"):
        (atari.folder / name).touch()
    for number in range(100):
        code.gemdos("fsetdta", BUFFER + 44 * number)
        code.gemdos("fsfirst", "*.TXT", 0)
    for number in (99, 70, 0):
        code.gemdos("fsetdta", BUFFER + 44 * number)
        code.ask("fsnext")
    assert atari.answers(code) == [0, 0, ENMFIL]


def test_of_all_programs_searches_the_oldest_go(atari: AtariMachine) -> None:
    for name in ("A.TXT", "B.TXT"):
        (atari.folder / name).touch()
    first, other = Code(), Code()
    first.ask("fsfirst", "*.TXT", 0)
    first.aes(24, (1000, 0))
    first.ask("fsnext")
    atari.start(first.end(), "FIRST.PRG")
    for number in range(48):
        other.gemdos("fsetdta", BUFFER + 44 * number)
        other.gemdos("fsfirst", "*.TXT", 0)
    other.aes(24, (2000, 0))
    atari.start(other.end(), "OTHER.PRG")
    atari.finish()
    assert atari.numbers() == [0, ENMFIL]


def test_searches_in_one_folder_share_its_names(atari: AtariMachine, code: Code) -> None:
    for number in range(2000):
        (atari.folder / f"{number}.TXT").touch()
    for number in range(48):
        code.gemdos("fsetdta", BUFFER + 44 * number)
        code.gemdos("fsfirst", "*.TXT", 0)
    code.aes(24, (1000, 0))
    program = code.end()
    tracemalloc.start()
    atari.start(program, "CODE.PRG")
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(atari.system.drives.searches) == 48
    assert used < 1 << 20
