"""Groups of recorded steps: the player of each kind, and the behaviour of a real GEM that the port does not copy."""

from functools import cache
from pathlib import Path

from gemport.gem.formats.artwork import SystemArtwork
from tests.gem.own import desk_player, object_player, vdi_player
from tests.gem.own.steps import Place, Step, Verdict, by_group, read_json

PLAYERS = {
    "vdi_pictures": vdi_player.replay,
    "vdi_random": vdi_player.replay,
    "objects": object_player.replay,
    "sessions": desk_player.replay,
}
"""Players by the name of the file of steps."""
Group = tuple[str, str]
"""The file of a group, and the group's name."""


def _places(group: str, subject: str, *numbers: int) -> set[Place]:
    return {(group, number, subject) for number in numbers}


MENU_TOO_LARGE = _places("menu93012", "screen", *range(2, 19))
"""The real GEM saves 10,240 bytes of the area under a menu and does not restore the rest; the port restores all."""


@cache
def groups(folder: Path) -> dict[Group, list[Step]]:
    """Return the steps of a folder by file and group; empty if the folder does not exist."""
    files = [file for file in PLAYERS if any(folder.glob(f"{file}.json*"))]
    return {
        (file, group): steps for file in files for group, steps in by_group(read_json(folder / f"{file}.json")).items()
    }


def judge(folder: Path, group: Group, artwork: SystemArtwork, found: Verdict) -> None:
    """Replay a group and compare it."""
    PLAYERS[group[0]](groups(folder)[group], artwork, found)


def known(group: Group, places: set[Place]) -> set[Place]:
    """Return the known differences in a group."""
    return {place for place in places if place[0] == group[1]}
