"""The reference's sessions and steps without its artwork, as files for every checkout."""

import gzip
import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from gemport.gem import SystemArtwork, load_artwork
from tests.conformance.reference import REFERENCE
from tests.gem.own import object_player, several
from tests.gem.own.programs import SLIDES
from tests.gem.own.several import Session
from tests.gem.own.steps import BARE, Place, Verdict, by_group, digest, plain_artwork, read_json, without_artwork

FOLDERS = ("two", "gadgets", "three")


@cache
def sessions() -> dict[str, Session]:
    """Return the sessions by name; empty without the reference."""
    found = {}
    for folder in FOLDERS if (REFERENCE / "two").is_dir() else ():
        for entry in json.loads((REFERENCE / folder / "index.json").read_text(encoding="utf-8")):
            name = entry["session"]
            found[name] = {
                "session": name,
                "programs": folder,
                "events": (REFERENCE / folder / name / "events.jsonl").read_text(encoding="utf-8"),
                "log": _log(entry["messages"]),
                "sha256": [shot["sha256"] for shot in entry["shots"]],
            }
    return found


def _log(lines: list[str]) -> list[str]:
    """Convert an index's log to the programs' format: two words for arrows and sliders, repeated arrows once."""
    log = list[str]()
    for line in lines:
        words = line.split()
        if words[1] == "msg" and int(words[2].removesuffix(":")) in SLIDES:
            line = " ".join(words[:5])
        if words[1:3] != ["msg", "24:"] or log[-1:] != [line]:
            log.append(line)
    return log


def _digests(replay: Callable[[SystemArtwork, Verdict], None]) -> dict[Place, str]:
    """Return the digests of the screens that agree with the reference, without the parts that depend on artwork."""
    real, black, blank = (Verdict(BARE, "bare") for _ in range(3))
    replay(load_artwork(REFERENCE / "system"), real)
    replay(plain_artwork(True), black)
    replay(plain_artwork(False), blank)
    found = {}
    for place, screen in real.screens.items():
        bare = without_artwork(screen, black.screens[place], blank.screens[place])
        # Overlapping inverted characters can look the same in black and blank artwork, but not in the real one.
        depends = bare != without_artwork(blank.screens[place], black.screens[place], blank.screens[place])
        if place not in real.faults and not depends:
            found[place] = digest(bare)
    return found


def kept() -> dict[str, Any]:
    """Return the contents of the files by name."""
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
    BARE.mkdir(exist_ok=True)
    for name, content in kept().items():
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        (BARE / f"{name}.gz").write_bytes(gzip.compress(text, 9, mtime=0))


if __name__ == "__main__":
    main()
