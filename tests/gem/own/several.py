"""Replays of recorded sessions of several programs: all frames, and the messages and input of each program.

The log of a session has a line for each message, key and press, and ``@F`` for each frame. Rule numbers refer to
section 10 of the specification delivered with the recordings; docs/faithful.md also lists the habits.
"""

from typing import Any

from gemport.gem import Machine, Msg, Raster, SystemArtwork
from gemport.hosts.events import parse_events
from gemport.hosts.headless import HeadlessPlayer
from tests.gem.own.programs import LINED_ZETTEL, NOTIZ, ZETTEL, Accessory, Blatt, Falling, Pane, Sheet
from tests.gem.own.steps import Place, Verdict

Session = dict[str, Any]
"""``session``, ``programs`` (two, gadgets or three), ``events`` (the text of an events file), ``log``, ``sha256``."""

LOST_KEYS = {"drag": (7, 10), "keys": (10, 16)}
"""Lines of events files to skip, all with keys.

While a menu is open or a frame is dragged, the real GEM's screen manager takes the keys and drops them; here they wait.
"""
FORMLESS = "pointer"
"""The session whose accessory never calls graf_mouse."""

HABITS: dict[tuple[str, int], tuple[str, str]] = {
    # Here every window that loses the top gets WM_UNTOPPED, on the real GEM only one that loses it by a press.
    ("menu", 2): ("", "A msg 30: 2 0 0 0 0"),
    ("two_702", 3): ("", "A msg 30: 1 0 0 0 0"),
    ("gadgets_116", 5): ("", "A msg 30: 1 0 0 0 0"),
    ("gadgets_124", 5): ("", "A msg 30: 2 0 0 0 0"),
    # There an accessory's window gets it even if it is on top when the user chooses its entry in the menu.
    ("three_224", 7): ("A msg 30: 2 0 0 0 0", ""),
    ("gadgets_124", 4): ("A msg 30: 2 0 0 0 0", ""),
    ("gadgets_124", 10): ("A msg 30: 2 0 0 0 0", ""),
    # Rule 12: a window whose visible rest is below the screen's edge gets a redraw message.
    ("below", 2): ("P msg 20: 2 300 300 144 54", ""),
}
"""A line of the log that only the real GEM has, and one that only the port has, by session and frame."""

HELD_TRACK: set[Place] = {("hold_track", 1, "screen"), *(("gadgets_116", frame, "screen") for frame in range(4, 12))}
"""Rule 11: a button held in a slider's track pages to the end of the document there, but to the pointer here."""


def play(session: Session, artwork: SystemArtwork) -> tuple[list[Raster], list[str]]:
    """Play a session's events; return the frames with the mouse pointer, and the log."""
    machine, log = Machine(artwork), list[str]()
    name, lined = session["session"], session["programs"] == "gadgets"
    pane, falling, zettel = (Sheet, Sheet, LINED_ZETTEL) if lined else (Pane, Falling, ZETTEL)
    machine.start(Accessory("A", log, falling, zettel, name != FORMLESS).run, "ZETTEL.ACC")
    if session["programs"] == "three":
        machine.start(Accessory("B", log, falling, NOTIZ).run, "NOTIZ.ACC")
    machine.start(Blatt("P", log, pane).run, "BLATT.PRG")
    player, frames = HeadlessPlayer(machine), list[Raster]()
    for event in parse_events(session["events"], name):
        if event.do == "shot":
            log.append(f"@F {len(frames)}")
            frames.append(machine.frame().copy())
        elif event.line not in LOST_KEYS.get(name, ()):
            player.play([event])
    return frames, log


def _common(lines: list[str], real: bool) -> list[str]:
    """Return a part of a log without the general habits, with WM_UNTOPPED and the program's end moved to the end.

    On the real GEM the program that loses the top gets WM_UNTOPPED at the press as well, and WM_TOPPED and AC_OPEN
    follow the release (rule 4). WM_ONTOP is newer than that GEM. There appl_exit returns after accessories have
    received AC_CLOSE; here a program ends by returning, and then they receive it (rule 5).
    """
    kept, last, before = list[str](), list[str](), ""
    for line in lines:
        presses_on = real and before.startswith(f"{line[0]} msg {Msg.WM_UNTOPPED:d}:") and " button " in line
        if f" msg {Msg.WM_UNTOPPED:d}:" in line or line.endswith(" end"):
            last.append(line)
        elif not presses_on and f" msg {Msg.WM_ONTOP:d}:" not in line:
            kept.append(line)
        before = line
    return [*kept, *sorted(last)]


def _parts(log: list[str], real: bool) -> list[list[str]]:
    """Split a log at its frames."""
    parts: list[list[str]] = [[]]
    for line in log:
        if line.startswith("@"):
            parts.append([])
        else:
            parts[-1].append(line)
    return [_common(part, real) for part in parts]


def replay(session: Session, artwork: SystemArtwork, found: Verdict) -> None:
    """Replay a session; compare its frames, and the log before each frame and after the last."""
    frames, log = play(session, artwork)
    name, told = session["session"], _parts(log, real=False)
    real = _parts(session["log"], real=True)
    for number in range(max(len(real), len(told))):
        wanted = real[number] if number < len(real) else []
        missing, more = HABITS.get((name, number), ("", ""))
        if missing:
            wanted.remove(missing)
        if more:
            wanted.append(more)
        step = {"group": name, "name": "screen"}
        found.equal(step, number, "told", told[number] if number < len(told) else [], wanted)
    for number, (frame, digest) in enumerate(zip(frames, session["sha256"], strict=True)):
        png = f"{name}/{number:03}.png" if digest else None
        found.screen({**step, "sha256": digest, "png": png}, number, frame)


def different(session: str) -> set[Place]:
    """Return the known differences in a session."""
    return {place for place in HELD_TRACK if place[0] == session}
