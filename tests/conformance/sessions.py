"""The reference's sessions of several programs in the form that the player takes."""

import json
from functools import cache

from tests.conformance.reference import REFERENCE
from tests.gem.own.programs import SLIDES
from tests.gem.own.several import Session

FOLDERS = ("two", "gadgets", "three")


@cache
def sessions() -> dict[str, Session]:
    """The sessions by name; none without the reference."""
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
    """Lines of an index as the programs here write them: of arrows and sliders two words, an arrow once in a row."""
    log = list[str]()
    for line in lines:
        words = line.split()
        if words[1] == "msg" and int(words[2].removesuffix(":")) in SLIDES:
            line = " ".join(words[:5])
        if words[1:3] != ["msg", "24:"] or log[-1:] != [line]:
            log.append(line)
    return log
