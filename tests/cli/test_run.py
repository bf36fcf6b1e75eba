"""``gemport run``: the command line, a complete program in the real window, and programs with slow calls."""

import os
import shlex
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from gemport.cli.accessories import start_desktop
from gemport.cli.arguments import Job
from gemport.cli.atari import add_folder
from gemport.cli.launch import Launch
from gemport.cli.outlet import unblocked_output
from gemport.cli.sessions import GamePrograms
from gemport.cli.sources import Sources
from gemport.cli.terminal import print_out
from gemport.gem import LEFT, Machine, charset, load_artwork, read_png, write_rsc
from gemport.gem.aes.keys import key_press
from gemport.hosts.files import DiskFolder
from gemport.st import processor
from gemport.store.sqlite import Store
from tests.cli.run import refused, run, script
from tests.fuzzing.run import little_time
from tests.games.display import SCALE, Pair
from tests.gem.own.steps import OWN
from tests.hosts.xvfb import Program, copied, pasted, wait_for
from tests.needs import needs_processor
from tests.st import mirror
from tests.st.build import PROGRAMS
from tests.st.code import BASE, BUFFER, Code
from tests.st.machine import AtariMachine
from tests.st.slow import LARGE_SCREEN, TREES_RSC
from tests.st.slow import PROGRAMS as SLOW

SIZE = (640, 400)
SCRP_WRITE = 81


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """A folder with the complete program and its accessory."""
    folder = tmp_path / "drive"
    folder.mkdir()
    for name in ("DEMO.PRG", "CRASH.PRG", "TOSCALLS.PRG"):
        shutil.copy(PROGRAMS / name, folder / name.lower())
    shutil.copy(PROGRAMS / "ACC_NOTE.ACC", folder / "note.acc")
    (folder / "DEMO.RSC").write_bytes(write_rsc(mirror.resource()))
    (folder / "ONE.TXT").touch()
    return folder


@needs_processor
def test_a_picture_is_that_of_the_same_program_in_python(drive: Path, tmp_path: Path) -> None:
    machine = Machine(load_artwork(OWN / "system"))
    machine.start(mirror.demo, "DEMO.PRG")
    machine.settle()
    shot = tmp_path / "shot.png"
    result = run("run", drive / "demo.prg", "--system", OWN / "system", "--screenshot", shot)
    assert (result.status, result.err) == (0, "")
    assert list(read_png(shot.read_bytes()).rows) == machine.frame().rows


@needs_processor
def test_files_reach_the_command_line_and_output_is_printed(drive: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "text.doc").touch()
    shot = tmp_path / "shot.png"
    files = drive / "ONE.TXT", other / "text.doc"
    result = run("run", drive / "toscalls.prg", *files, "--args", "-x /a", "--screenshot", shot)
    assert (result.status, result.out.splitlines()) == (0, ["ABC", "D"])
    tail = b"-x /a C:\\ONE.TXT D:\\TEXT.DOC"
    assert (drive / "ANSWERS.BIN").read_bytes()[4:].startswith(tail)


@needs_processor
def test_a_program_can_start_others_of_its_folder(drive: Path, tmp_path: Path) -> None:
    code = Code()
    code.aes(10)
    for name in ("DEMO.PRG", "NONE.PRG"):
        # shel_write returns the id of the program.
        code.ask_aes(121, (1, 1, 0), (name, ""))
    (drive / "start.prg").write_bytes(code.end())
    result = run("run", drive / "start.prg", "--screenshot", tmp_path / "shot.png")
    assert (result.status, result.out.split()) == (0, ["00000003", "00000000"])


@needs_processor
def test_a_crash_is_reported(drive: Path, tmp_path: Path) -> None:
    events = script(tmp_path / "events.jsonl", {"do": "key", "key": "Return"})
    result = run("run", drive / "crash.prg", drive / "ONE.TXT", "--events", events)
    assert (result.status, "CRASH.PRG: " in result.err) == (1, True)


@pytest.mark.parametrize("arguments", [("run", "demo.prg"), ("desktop", "--programs", ".", "--screenshot", "a.png")])
def test_without_the_library_one_line_names_the_remedy(
    drive: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(drive)
    monkeypatch.setitem(sys.modules, "machine68k", None)
    monkeypatch.setattr(processor, "_board", processor._Board)
    reason = "a 68000 is missing, the library machine68k: pip install machine68k builds it with a C compiler"
    assert refused(*arguments).startswith(f"gemport: {reason} (on Windows the Build Tools")


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("run none.prg", "none.prg"),
        ("run demo.rsc", "is no program"),
        ("run note.acc", "is an accessory"),
        ("run demo.prg none.txt", "none.txt is not a file"),
        ("run demo.prg --drive C=.", "expected a letter from D to P and a folder, such as D=letters, got 'C=.'"),
        ("run demo.prg --drive D=nowhere", "drive D: nowhere is not a folder"),
        ("run demo.prg --speed 0", "expected MHz from 1 to 100, or max, got '0'"),
        ("run demo.prg --quota 2048", "--quota: expected whole MB from 0 to 2047, got '2048'"),
        ("run demo.prg --quota 1.5", "expected whole MB from 0 to 2047, got '1.5'"),
        ("run demo.prg long_name_of_a.file", "Atari names have at most eight characters, and three after a dot"),
        ("run demo.prg --rsc DEMO.RSC", "--rsc"),
        (f"run demo.prg --args {'x' * 126}", "--args: with the files 126 characters, the maximum is 125"),
        ("run demo.prg --args \N{SNOWMAN}", "\N{SNOWMAN}"),
        ("run demo.prg --shots shots", "--shots can only be used with --events"),
        ("run demo.prg --events none.jsonl", "none.jsonl"),
        ("run demo.prg --events wrong.jsonl", "wrong.jsonl: line 1"),
        ("run demo.prg --events shot.jsonl", "line 1: a shot needs a folder"),
        ("run demo.prg --trace demo.prg", "demo.prg: is read by this run"),
        ("script demo.prg wrong.jsonl --shots shots --number 1", "--number: demo.prg is not a game"),
        ("script none.prg wrong.jsonl --shots shots", "none.prg"),
    ],
)
@needs_processor
def test_bad_programs_are_refused_in_one_line(
    drive: Path, command: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (drive / "long_name_of_a.file").touch()
    (drive / "demo.rsc").write_bytes(b"no program" * 10)
    (drive / "wrong.jsonl").write_text('{"do":"dance"}')
    (drive / "shot.jsonl").write_text('{"do":"shot","file":"a.png"}')
    monkeypatch.chdir(drive)
    assert reason in refused(*command.split())


def text_program(path: Path) -> Path:
    """A text program that asks for a line, and prints it with the time."""
    code = Code()
    line = code.put(bytes([20]) + bytes(31))
    code.gemdos("cconws", "Name? ")
    code.gemdos("cconrs", line)
    code.gemdos("cconws", "\r\nHello, ")
    code.gemdos("cconws", line + 2)
    code.gemdos("cconws", "\r\n")
    for name in ("tgettime", "tgetdate"):
        code.ask(name)
    code.trap(14, 17)
    code.show()
    path.write_bytes(code.end())
    return path


@needs_processor
def test_events_without_a_display_repeat_exactly(drive: Path, tmp_path: Path) -> None:
    typed = [{"do": "text", "text": "Jenz"}, *({"do": "key", "key": key} for key in ("Backspace", "s", "Return"))]
    events = script(tmp_path / "events.jsonl", *typed, {"do": "shot", "file": "end.png"})
    program = text_program(drive / "ask.tos")
    found = set()
    for number in range(2):
        shots, trace = tmp_path / str(number), tmp_path / f"{number}.txt"
        last = shots / "last.png"
        result = run("run", program, "--events", events, "--shots", shots, "--trace", trace, "--screenshot", last)
        lines = trace.read_text().splitlines()
        found.add((result, (shots / "end.png").read_bytes(), trace.read_text()))
        assert last.read_bytes() == (shots / "end.png").read_bytes()
    result, picture, _ = found.pop()
    assert (found, result.status, result.err) == (set(), 0, "")
    assert result.out.splitlines()[:4] == [
        "Name? Jens",
        "Hello, Jens",
        f"{12 << 11:08X}",
        f"{13 << 9 | 12 << 5 | 21:08X}",
    ]
    assert "        0.000 ASK.TOS      GEMDOS  Cconws('Name? ') = 0" in lines
    scripted = run("script", program, events, "--shots", tmp_path / "script")
    assert (scripted, (tmp_path / "script/end.png").read_bytes()) == (result, picture)


@needs_processor
def test_a_log_shows_control_characters_of_a_name_as_text(drive: Path, tmp_path: Path) -> None:
    program, trace = text_program(drive / "a\x9bm.tos"), tmp_path / "calls.txt"
    run("run", program, "--trace", trace, "--screenshot", tmp_path / "last.png")
    assert " A\\x9bM.TOS " in trace.read_text(encoding="utf-8")


@needs_processor
def test_a_recorded_file_of_events_comes_at_its_times(drive: Path, tmp_path: Path) -> None:
    start = {"do": "start", "game": "vierfrei"}
    key, shot = {"do": "key", "key": "Return", "at": 700}, {"do": "shot", "file": "late.png"}
    events = script(tmp_path / "timed.jsonl", start, {"do": "text", "text": "J", "at": 500}, key, shot)
    trace = tmp_path / "calls.txt"
    result = run("run", text_program(drive / "ask.tos"), "--events", events, "--shots", tmp_path, "--trace", trace)
    assert result.out.splitlines()[:2] == ["Name? J", "Hello, J"]
    assert "        0.700 ASK.TOS      GEMDOS  ... Cconrs = 0" in trace.read_text().splitlines()


@contextmanager
def desktop(folder: Path, live: bool) -> Iterator[Machine]:
    options = Job(Sources(system=OWN / "system"), {"screen": SIZE, "language": "en"})
    with Store(None) as store, Launch(options, store) as shown:
        programs = GamePrograms(shown, store, lambda: 1)
        programs.others += add_folder(shown, folder, live=live)
        start_desktop(shown, programs, store)
        shown.machine.settle()
        yield shown.machine


@needs_processor
@pytest.mark.parametrize(("keys", "tail"), [(("-", "x", "Return"), "-x"), (("-", "Undo"), None), (("Return",), "")])
def test_the_desktop_asks_for_a_programs_parameters(
    keys: tuple[str, ...], tail: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = Code()
    code.gemdos("cconws", "<")
    # The command line in the basepage.
    code.gemdos("cconws", BASE + 0x81)
    code.gemdos("cconws", ">\n")
    (tmp_path / "PACK.TTP").write_bytes(code.end())
    with desktop(tmp_path, live=False) as machine:
        before = machine.frame(pointer=False)
        machine.start(machine.programs["PACK.TTP"], "PACK.TTP")
        for key in keys:
            machine.settle()
            assert machine.frame(pointer=False) != before
            machine.key(*key_press(key))
        machine.settle()
        assert capsys.readouterr().out == ("" if tail is None else f"<{tail}>\n")
        # The text stays until a key is pressed.
        assert (machine.frame(pointer=False) == before) is (tail is None)
        machine.key(*key_press("a"))
        machine.settle()
        assert (machine.frame(pointer=False) == before, machine.faults) == (True, [])


@needs_processor
def test_the_desktop_opens_the_programs_of_a_folder(drive: Path) -> None:
    with desktop(drive, live=True) as machine:
        machine.mouse_to(411, 362)
        for down in (True, False, True, False):
            machine.mouse_button(LEFT, down)
            machine.advance(60)
        machine.settle()
        gem = machine.gem()
        assert gem.appl_find("DEMO") == machine.active
        machine.mouse_to(80, 8)
        machine.mouse_to(90, 123)
        for down in (True, False):
            machine.mouse_button(LEFT, down)
        machine.settle()
        assert (gem.appl_find("DEMO"), gem.appl_find("NOTE") >= 0, machine.faults) == (-1, True, [])


@needs_processor
@pytest.mark.window
def test_a_whole_program_is_played_in_the_real_window(drive: Path, display: str) -> None:
    machine = Machine(load_artwork(OWN / "system"))
    machine.folder = DiskFolder(drive)
    machine.start(mirror.note, "NOTE.ACC")
    machine.start(mirror.demo, "DEMO.PRG")
    options = ["--scale", str(SCALE), "--mute", "--system", str(OWN / "system")]
    with Program.python(["-m", "gemport", "run", str(drive / "demo.prg"), *options], display, "DEMO.PRG") as program:
        both = Pair(program.drawn(), machine)
        # The first picture may come before the menu bar.
        both.look((300, 300))
        for title, entry in (((80, 8), (90, 43)), ((30, 8), (40, 59))):
            both.move(*title)
            assert both.same()
            both.click(*entry)
            assert both.same()
            both.look(("Return",))
        program.idle(3)
        both.move(80, 8)
        both.click(90, 123)
        assert program.wait() == 0
        assert program.rest() == []


@needs_processor
@pytest.mark.window
def test_text_is_exchanged_with_other_programs(display: str, tmp_path: Path) -> None:
    code, texts = Code(), ("Schlüssel ß", "from elsewhere")
    sent = code.put(charset.encode(texts[0]) + b"\r\n")
    code.aes(SCRP_WRITE, (), ("C:\\",))
    code.gemdos("fcreate", "SCRAP.TXT", 0)
    code.gemdos("fwrite", 6, len(texts[0]) + 2, sent)
    code.gemdos("fclose", 6)
    code.gemdos("cnecin")
    code.gemdos("fopen", "SCRAP.TXT", 0)
    code.gemdos("fread", 6, 99, BUFFER)
    code.trap(1, 9, (BUFFER,))
    (tmp_path / "SCRAP.PRG").write_bytes(code.end())
    command = ["-m", "gemport", "run", str(tmp_path / "SCRAP.PRG"), "--mute"]
    with Program.python(command, display, "SCRAP.PRG") as program:
        wait_for(lambda: pasted(display) == f"{texts[0]}\n", "nothing was copied")
        with copied(display, f"{texts[1]}\n"):
            program.keys("space")
            assert program.until(texts[1]) == []


# ---- programs with slow calls


MOST = 10
"""Maximum processor seconds until the window has closed and the program has ended; an idle computer needs 0.5."""


AT_A_TIME = 2
"""Maximum processor seconds that block a host; an idle computer needs at most 0.1."""


def slow(name: str, folder: Path) -> Path:
    program = folder / f"{name}.PRG"
    program.write_bytes(SLOW[name])
    (folder / "LARGE.DAT").write_bytes(bytes(3_000_000))
    (folder / "LONGNAME.TXT").touch()
    (folder / "TREES.RSC").write_bytes(TREES_RSC)
    return program


@needs_processor
@pytest.mark.parametrize("name", SLOW)
def test_a_slow_program_does_not_keep_its_host(name: str, tmp_path: Path) -> None:
    size = 8192 if name in LARGE_SCREEN else 640
    atari = AtariMachine(tmp_path, width=size, height=size)
    atari.system = replace(atari.system, stopwatch=time.process_time)
    program = slow(name, tmp_path)
    with little_time(AT_A_TIME):
        atari.start(program.read_bytes(), program.name)
    for _ in range(10):
        with little_time(AT_A_TIME):
            atari.machine.advance(10)
    assert not atari.machine.finished
    atari.machine.close()


@needs_processor
@pytest.mark.window
@pytest.mark.parametrize("name", ["LOOP", "ELLIPSE"])
def test_the_window_of_a_slow_program_can_be_closed(name: str, display: str, tmp_path: Path) -> None:
    program = slow(name, tmp_path)
    size = "8192x8192" if name in LARGE_SCREEN else "640x400"
    options = ["--mute", "--speed", "max", "--screen", size]
    with Program.python(["-m", "gemport", "run", str(program), *options], display, program.name) as shown:
        time.sleep(1)
        shown.close()
        before = shown.cpu_seconds()
        # The processor time of an ended process is available until it is waited for.
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        wait_for(lambda: os.waitid(os.P_PID, shown.process.pid, flags) is not None, "the window stays")
        assert shown.cpu_seconds() - before <= MOST
        assert shown.wait() == 0


@needs_processor
@pytest.mark.window
def test_output_that_nobody_reads_is_dropped_and_reported(display: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    # With a reader that reads nothing.
    unread = os.open(tmp_path / "fifo", os.O_RDWR)
    words = [sys.executable, "-m", "gemport", "run", str(slow("TEXT", tmp_path)), "--mute", "--speed", "max"]
    command = ["sh", "-c", f"exec {shlex.join(words)} 2>&1 >{tmp_path / 'fifo'}"]
    with Program(command, display, "TEXT.PRG") as shown:
        assert shown.until("gemport: standard output: nobody reads it, so output is dropped") == []
        shown.close()
        assert shown.wait() == 0
        assert shown.rest() == []
    os.close(unread)


def test_output_to_a_slow_reader_is_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, outside = os.pipe()
    received = b""

    def read() -> None:
        nonlocal received
        while part := os.read(inside, 5000):
            received += part
            time.sleep(0.01)

    reader = threading.Thread(target=read)
    reader.start()
    with os.fdopen(outside, "w") as stream, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", stream)
        with unblocked_output():
            for number in range(30_000):
                print_out(str(number))
    reader.join()
    os.close(inside)
    assert received.decode().split() == [str(number) for number in range(30_000)]


@needs_processor
@pytest.mark.window
def test_accessories_that_wait_use_little_processor_time(display: str, tmp_path: Path) -> None:
    code = Code()
    code.aes(10)
    start = len(code.code)
    code.aes(24, (200, 0))
    program = tmp_path / "WAITS.PRG"
    for path in (program, *(tmp_path / f"{number}.ACC" for number in range(6))):
        path.write_bytes(code.again(start))
    with Program.python(["-m", "gemport", "run", str(program), "--mute"], display, program.name) as shown:
        shown.drawn()
        time.sleep(1)
        before = shown.cpu_seconds()
        time.sleep(4)
        # An idle computer needs 0.08; when each query copied the memory of a program, it needed 0.43.
        assert shown.cpu_seconds() - before < 0.25
