"""What every clone keeps of the reference's sessions and steps in artwork that is not the project's.

``python -m tests.conformance.kept`` writes ``tests/data/gem_own/bare``. All that programs were told and calls answered
is kept as it is. A screen that agrees is kept as the digest of those of its pixels that depend on no artwork, which are
the same in black artwork and in blank; of a screen that differs nothing is kept.
"""

import gzip
import json
from collections.abc import Callable
from functools import partial
from typing import Any

from gemport.gem import SystemArtwork, load_artwork
from tests.conformance.reference import REFERENCE
from tests.conformance.sessions import sessions
from tests.gem.own import object_player, several
from tests.gem.own.steps import BARE, Place, Verdict, by_group, digest, plain_artwork, read_json, without_artwork


def _digests(replay: Callable[[SystemArtwork, Verdict], None]) -> dict[Place, str]:
    """The digests of the screens that agree, without what depends on artwork."""
    real, black, blank = (Verdict(BARE, "bare") for _ in range(3))
    replay(load_artwork(REFERENCE / "system"), real)
    replay(plain_artwork(True), black)
    replay(plain_artwork(False), blank)
    found = {}
    for place, screen in real.screens.items():
        bare = without_artwork(screen, black.screens[place], blank.screens[place])
        # Where characters are inverted one over the other, black ones may look like blank ones and not like real ones.
        depends = bare != without_artwork(blank.screens[place], black.screens[place], blank.screens[place])
        if place not in real.faults and not depends:
            found[place] = digest(bare)
    return found


def kept() -> dict[str, Any]:
    """The files that are kept, by name."""
    found = []
    for session in sessions().values():
        digests = _digests(partial(several.replay, session))
        name = session["session"]
        screens = [digests.get((name, frame, "screen")) for frame in range(len(session["sha256"]))]
        found.append({**session, "sha256": screens})
    objects = []
    for group, steps in by_group(read_json(REFERENCE / "objects-2" / "objects.json")).items():
        digests = _digests(partial(object_player.replay, steps))
        objects += [{**step, "sha256": digests.get((group, number, "screen"))} for number, step in enumerate(steps)]
    sizes = read_json(REFERENCE / "two" / "sizer.json")["kinds"]
    return {"several.json": found, "objects.json": objects, "sizer.json": sizes}


def main() -> None:
    """Write the files, packed."""
    BARE.mkdir(exist_ok=True)
    for name, content in kept().items():
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        (BARE / f"{name}.gz").write_bytes(gzip.compress(text, 9, mtime=0))


if __name__ == "__main__":
    main()
