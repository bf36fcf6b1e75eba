"""The steps recorded on a real GEM, repeated by a 68000 program through trap 2: the same screens and answers."""

import struct
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gemport.gem import Msg, Raster
from gemport.gem.aes.keys import F10
from tests.conformance.jsontree import build_tree
from tests.gem.own import desk_player
from tests.gem.own.recorded import MENU_TOO_LARGE, groups, known
from tests.gem.own.steps import OWN, Step, Verdict, read_json, set_ground
from tests.needs import needs_processor
from tests.st.build import PROGRAMS
from tests.st.machine import AtariMachine
from tests.st.script import Image, Script

pytestmark = needs_processor
PORTION = 99
_OBJC = {"objc_draw": 42, "objc_find": 43, "objc_offset": 44, "objc_edit": 46, "objc_change": 47}
_FIRST_ANSWER = {"objc_find": slice(0, 1), "objc_offset": slice(1, 3), "objc_edit": slice(1, 2)}
_OTHER_ORDER = {"vsl_width": slice(0, 1), "vsm_height": slice(1, 2)}


@cache
def vdi_groups() -> dict[str, list[Step]]:
    return {group: steps for (file, group), steps in groups(OWN).items() if file.startswith("vdi_")}


@cache
def trees() -> list[Step]:
    steps: list[Step] = read_json(OWN / "objects.json")
    return steps


def play(folder: Path, script: Script, steps: list[Step], title: str) -> list[tuple[str, Any]]:
    """Run the calls in the program and check each step's screen; return all answers."""
    script.save()
    atari, found = AtariMachine(folder), Verdict(OWN, title)
    atari.start_built("REPLAY.PRG")
    for number, step in enumerate(steps):
        set_ground(atari.machine.screen, step)
        atari.machine.key(F10)
        atari.machine.settle()
        if "pointer" in step:
            atari.machine.mouse_to(*step["pointer"])
        found.screen(step, number, atari.machine.frame("pointer" in step))
    atari.machine.key(F10)
    atari.machine.settle()
    assert (atari.machine.finished, atari.reports) == (True, [])
    found.check()
    return script.answers()


@pytest.mark.parametrize("part", range(4))
def test_vdi_steps_through_trap_2(part: int, tmp_path: Path) -> None:
    groups = [group for name, group in vdi_groups().items() if name not in ("copy", "mouse")][part::4]
    steps = [step for group in groups for step in group]
    play_vdi(tmp_path, steps)
    assert len(steps) > 300


@pytest.mark.parametrize("group", ["copy", "mouse"])
def test_vdi_steps_that_begin_afresh(group: str, tmp_path: Path) -> None:
    # These steps depend on the forms and the mouse left by the previous steps.
    play_vdi(tmp_path, vdi_groups()[group])


def play_vdi(folder: Path, steps: list[Step]) -> None:
    """Draw steps in the program, each group on a new workstation, and check screens and answers."""
    script = Script(folder)
    for name, form in read_json(OWN / "forms.json").items():
        rows = b"".join(bytes.fromhex(row) for row in form["rows"])
        script.form(name, Raster.from_bytes(form["w"], form["h"], rows))
    before = None
    for step in steps:
        if step["group"] != before:
            script.open()
        before = step["group"]
        script.pause()
        for name, *parameters in step["calls"]:
            script.vdi(name, parameters)
    script.pause()
    judge(steps, play(folder, script, steps, "st_vdi"))


def judge(steps: list[Step], answers: list[tuple[str, Any]]) -> None:
    given = iter(answers)
    for step in steps:
        recorded = iter(step["returns"])
        wanted = next(recorded, None)
        for name, *_ in step["calls"]:
            found, words = next(given)
            assert found == name
            if wanted is not None and wanted[0] == name:
                assert words[_OTHER_ORDER.get(name, slice(None))][: len(wanted[1])] == wanted[1], (step["group"], name)
                wanted = next(recorded, None)
        assert wanted is None


@pytest.mark.parametrize("first", range(0, 396, PORTION))
def test_object_steps_through_trap_2(first: int, tmp_path: Path) -> None:
    script, steps = Script(tmp_path), trees()[first : first + PORTION]
    fields: list[dict[str, str]] = []
    for step in steps:
        image = Image(build_tree(step["tree"], lambda _block: 0))
        script.pause()
        script.block(image)
        for name, *words in step["calls"]:
            words = [words[0], 8, *words[1:]] if name == "objc_change" else words
            script.aes(name, _OBJC[name], words)
        for obj in step.get("texts", {}):
            script.tell("text", *image.texts[int(obj)])
        fields.append(step.get("texts", {}))
    script.pause()
    answers = iter(play(tmp_path, script, steps, "st_objects"))
    for step, texts in zip(steps, fields, strict=True):
        recorded = iter([words for name, words in step["returns"] if name != "objc_draw"])
        for name, *_ in step["calls"]:
            _, words = next(answers)
            if name != "objc_draw":
                assert words[_FIRST_ANSWER.get(name, slice(0, 1))] == next(recorded), (step["group"], name)
        for text in texts.values():
            _, data = next(answers)
            assert data.split(b"\0")[0].decode("latin-1") == text


# ---- sessions: windows, menus, alerts and boxes, by a program that hears messages


@cache
def sessions() -> dict[str, list[Step]]:
    return {group: steps for (file, group), steps in groups(OWN).items() if file == "sessions"}


class SessionPlayer(desk_player.DeskPlayer):
    """A machine with the program SESSION on it, which makes the same calls."""

    def __init__(self, folder: Path, steps: list[Step]) -> None:
        self._folder, self._script = folder, Script(folder)
        image = Image([])
        calls: list[tuple[Any, ...]] = []
        for step in steps:
            if step["calls"]:
                calls += [(), *(self._record(image, *call) for call in step["calls"])]
        calls.append(())
        self._script.block(image)
        for call in calls:
            if call:
                self._script.aes(*call)
            else:
                self._script.pause()
        self._script.save()
        atari = AtariMachine(folder)
        self.machine, self.answers, self.messages, self.rects = atari.machine, [], [], []
        self._before, self._react = 0, 0
        self._seen = 0
        # The name in the strip is the recorded program's.
        atari.start((PROGRAMS / "SESSION.PRG").read_bytes(), "DRV.PRG")
        self.machine.settle()

    def begin(self, calls: list[Any]) -> None:
        """Run the program's next calls, which it contains."""
        self.machine.key(F10)

    @staticmethod
    def _record(image: Image, name: str, *words: Any) -> tuple[Any, ...]:
        """A call by the C binding: name, number, int_in, addresses, and the place of a text."""
        number = next(number for number, known in desk_player.OPCODES.items() if known == name)
        addresses, pointer = [0], -1
        if words and isinstance(words[-1], list):
            *words, entries = words  # type: ignore[assignment]
            addresses = [image.add(Image(build_tree(entries)))]
        if name == "form_alert":
            words, addresses = words[:1], [image.add_text(words[1])]
        if name == "wind_set" and isinstance(words[-1], str):
            *words, text = words  # type: ignore[assignment]
            pointer = image.add_text(text)
        return name, number, list(words), addresses, pointer

    def play(self, step: Step) -> Raster:
        """Play a step, and read the messages that have come."""
        screen = super().play(step)
        self.messages = self.messages[: self._before]
        for words in self._read("MESSAGES.BIN", 8)[self._seen :]:
            self._seen += 1
            message = [words[0], *words[3:]]
            if words[0] != Msg.WM_ARROWED or self.messages[self._before :][-1:] != [message]:
                self.messages.append(message)
        return screen

    def finish(self) -> None:
        self.rects = self._read("RECTS.BIN", 4)
        self.answers = [(name, list(words)) for name, words in self._script.answers()]

    def _read(self, name: str, count: int) -> list[list[int]]:
        return [list(words) for words in struct.iter_unpack(f">{count}h", (self._folder / name).read_bytes())]


@pytest.mark.parametrize("group", list(sessions()))
def test_sessions_through_trap_2(group: str, tmp_path: Path) -> None:
    steps, found = sessions()[group], Verdict(OWN, "st_sessions", known(("sessions", group), MENU_TOO_LARGE))
    desk_player.judge(steps, SessionPlayer(tmp_path, steps), found)
    found.check()
