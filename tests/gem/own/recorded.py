"""Groups of recorded steps: the player for each kind, and what a real GEM does that the port does not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.gem.own import desk_player, object_player, vdi_player
from tests.gem.own.steps import Place, Step, Verdict, read_json

PLAYERS = {
    "vdi_pictures": vdi_player.replay,
    "vdi_random": vdi_player.replay,
    "objects": object_player.replay,
    "sessions": desk_player.replay,
}
"""By the name of a file of steps."""
MENU_TOO_LARGE: set[Place] = {("menu93012", number, "screen") for number in range(2, 19)}
"""The real GEM keeps 10,240 bytes of what is under a menu and leaves the rest unrestored; the port restores all."""


@cache
def groups(folder: Path) -> dict[tuple[str, str], list[Step]]:
    """The steps of a folder by file and group, in order; none without the folder.

    The state goes on within a group only.
    """
    found: dict[tuple[str, str], list[Step]] = {}
    for file in PLAYERS:
        if any(folder.glob(f"{file}.json*")):
            for step in read_json(folder / f"{file}.json"):
                found.setdefault((file, step["group"]), []).append(step)
    return found


def judge(folder: Path, system: Path, group: tuple[str, str], title: str, known: set[Place]) -> None:
    """Replay a group in the artwork of a folder; AssertionError unless it differs from the real GEM where it is known.

    title: the place of pictures that differ, below test-results
    """
    found = Verdict(folder, title, {place for place in known if place[0] == group[1]})
    PLAYERS[group[0]](groups(folder)[group], system, found)
    found.check()
