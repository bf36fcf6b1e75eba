"""Programs that crash: an alert names the reason, and the others go on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gemport.gem import RETURN, Gem, Workstation
from tests.needs import needs_processor
from tests.st.code import Code
from tests.st.machine import AtariMachine
from tests.st.slow import PROGRAMS, relinking

pytestmark = needs_processor


async def _other(gem: Gem) -> None:
    while True:
        await gem.evnt_keybd()


def check_ended(atari: AtariMachine, reason: str) -> None:
    """The last report names the reason; after the alert the other program goes on."""
    assert reason in atari.reports[-1]
    atari.machine.key(RETURN)
    atari.machine.settle()
    assert (atari.machine.result, atari.machine.finished, atari.machine.faults) == (-1, False, [])


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("a", "bus error at $F00000"),
        ("b", "bus error at $FF8240"),
        ("c", "illegal instruction at $"),
        ("d", "address error at $"),
        ("e", "bus error at $E00000"),
        ("g", "privilege violation at $"),
        ("h", "Line-F instruction at $"),
        ("i", "bus error at $4FFFF"),
        ("k", "bus error at $"),
        ("l", "bus error at $500000"),
    ],
)
def test_a_crash_ends_the_program_alone(way: str, reason: str, atari: AtariMachine) -> None:
    atari.machine.start(_other, "OTHER.PRG")
    before = atari.machine.frame(pointer=False)
    atari.start_built("CRASH.PRG", way)
    atari.machine.settle()
    assert atari.machine.frame(pointer=False) != before
    check_ended(atari, reason)


def _as_desktop(code: Code, at: int) -> None:
    code.aes(105, (0, 14, at >> 16, at & 0xFFFF, 0, 0))
    code.aes(51, (3, 0, 0, 0, 0, 0, 0, 640, 400))


@pytest.mark.parametrize("draw", [lambda code, at: code.aes(42, (0, 0x7FFF, 0, 0, 640, 400), (at,)), _as_desktop])
def test_a_tree_that_its_own_code_relinks_ends_the_program_alone(
    draw: Callable[[Code, int], None], tmp_path: Path
) -> None:
    atari = AtariMachine(tmp_path, mhz=8)
    atari.machine.start(_other, "OTHER.PRG")
    atari.start(relinking(draw), "RELINK.PRG")
    for _ in range(20):
        atari.machine.advance(100)
    check_ended(atari, "spoils its tree")


def test_an_exception_of_a_call_ends_the_program_alone(atari: AtariMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workstation, "v_ellipse", lambda *_: 1 // 0)
    atari.machine.start(_other, "OTHER.PRG")
    atari.start(PROGRAMS["ELLIPSE"], "BROKEN.PRG")
    atari.machine.settle()
    check_ended(atari, "ZeroDivisionError")


def test_an_endless_loop_leaves_the_host_alone_and_is_asked_for(tmp_path: Path) -> None:
    atari = AtariMachine(tmp_path, mhz=1)
    atari.start_built("CRASH.PRG", "f")
    computing = atari.machine.frame(pointer=False)
    for _ in range(598):
        atari.machine.advance(100)
    assert atari.machine.frame(pointer=False) == computing
    atari.machine.advance(400)
    assert atari.machine.frame(pointer=False) != computing
    atari.machine.key(RETURN)
    for _ in range(1100):
        atari.machine.advance(100)
    assert atari.machine.frame(pointer=False) == computing
    atari.machine.advance(20_000)
    assert atari.machine.frame(pointer=False) != computing


def test_another_screen_is_as_good(tmp_path: Path) -> None:
    atari = AtariMachine(tmp_path, width=1280, height=960)
    atari.start_built("HELLO.PRG")
    assert atari.machine.frame().width == 1280
    assert atari.reports == []
