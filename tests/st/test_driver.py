"""The driver's calls, answered as on a real GEM: ``answers.txt`` comes from EmuTOS with this project's fonts.

A group of calls ends with an empty line. ``s`` answers a sum of the full screen.
"""

from tests.st.build import DRIVER, target
from tests.st.machine import AtariMachine


def test_every_call_is_answered_as_on_a_real_gem(atari: AtariMachine) -> None:
    calls, wanted = ((DRIVER.parent / name).read_text() for name in ("calls.txt", "answers.txt"))
    program = target(DRIVER).read_bytes()
    (atari.folder / "DRIVER.PRG").write_bytes(program)
    (atari.folder / "CALLS.TXT").write_text(calls)
    atari.start(program, "DRIVER.PRG")
    atari.finish()
    answers = iter((atari.folder / "ANSWERS.TXT").read_text().splitlines())
    found = [[next(answers, "") for _ in group.split("\n")] for group in wanted.strip().split("\n\n")]
    differ = [
        f"{call} -> {answer}, not {right}"
        for group, told, rights in zip(calls.split("\n\n"), found, wanted.split("\n\n"), strict=True)
        for call, answer, right in zip(group.splitlines(), told, rights.splitlines(), strict=True)
        if answer != right
    ]
    assert differ == []
