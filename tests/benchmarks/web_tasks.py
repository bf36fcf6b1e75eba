"""Measure the longest pauses of the page: python tests/benchmarks/web_tasks.py [--page DIR] [GAME ...]

Plays the games on the page of a phone, and prints the longest tasks of each action in milliseconds for a processor four
times slower than this one. The values are processor times of the page's thread, so that other load does not matter.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

try:
    from tests.web.chromium import Chromium, chromium
    from tests.web.place import WebPage, built_page, served
except ModuleNotFoundError as error:
    print(
        f"tests/benchmarks/web_tasks.py: this Python has no {error.name}: use that of tools/test.py, .venv/bin/python",
        file=sys.stderr,
    )
    sys.exit(2)

_PHONE: dict[str, Any] = {"width": 390, "height": 844, "ratio": 3, "touch": True}
_TURNED: dict[str, Any] = {"width": 844, "height": 390, "ratio": 3, "touch": True}
_SLOWER = 4
_LONG = 50
"""Milliseconds of a task that a player may notice."""
_AFTER = 2.0
"""Seconds of background work after an action."""
_DRAGS = {
    "vierfrei/7": ((25, 430), (25, 70)),
    "freecell/11": ((25, 430), (25, 70)),
    "grossfamilien/17": ((120, 70), (30, 245)),
}
"""Start and end of a drag of a card by game, in CSS pixels."""
_CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing"]


class Traced:
    """A page that records its tasks by action of the player."""

    def __init__(self, browser: Chromium, page: WebPage) -> None:
        self._browser = browser
        self._page = page
        self.names: list[str] = []

    def act(self, name: str, do: Callable[[], None]) -> None:
        """Carry out an action under a name; tasks belong to it until the next action."""
        self._page.tab.do(f"void performance.mark('action {len(self.names)}')")
        self.names.append(name)
        do()
        self._page.rest()
        time.sleep(_AFTER)

    def tasks(self) -> Iterator[tuple[str, list[float]]]:
        """Yield each action's name with the processor times of its tasks, longest first."""
        self._browser.events.clear()
        self._browser.call("Tracing.end")
        while not any(event["method"] == "Tracing.tracingComplete" for event in self._browser.events):
            self._page.tab.do("0")
        collected = (one for one in self._browser.events if one["method"] == "Tracing.dataCollected")
        events = [event for one in collected for event in one["params"]["value"]]
        marks = sorted(
            (event["ts"], event["pid"], event["tid"])
            for event in events
            if event["cat"] == "blink.user_timing" and event["name"].startswith("action ")
        )
        (thread,) = {mark[1:] for mark in marks}
        ends = [mark[0] for mark in marks[1:]] + [float("inf")]
        for name, (begin, *_), end in zip(self.names, marks, ends, strict=True):
            yield (
                name,
                sorted(
                    (
                        event.get("tdur", 0) / 1000 * _SLOWER
                        for event in events
                        if event["name"] == "ThreadControllerImpl::RunTask"
                        and (event["pid"], event["tid"]) == thread
                        and begin <= event["ts"] < end
                    ),
                    reverse=True,
                ),
            )


def play(browser: Chromium, address: str, game: str) -> Iterator[tuple[str, list[float]]]:
    """Play a game on a phone, and yield the results of ``Traced.tasks``."""
    page = WebPage(browser, address, game, **_PHONE)
    time.sleep(2 * _AFTER)
    browser.call("Tracing.start", transferMode="ReportEvents", traceConfig={"includedCategories": _CATEGORIES})
    traced, (source, target) = Traced(browser, page), _DRAGS[game]

    def key(name: str) -> Callable[[], None]:
        return lambda: page.do(f'{{"do": "key", "key": "{name}"}}')

    def drag() -> None:
        page.tab.touch("touchStart", source)
        for step in range(1, 21):
            at = [begin + (end - begin) * step / 20 for begin, end in zip(source, target, strict=True)]
            page.tab.touch("touchMove", (at[0], at[1]))

    traced.act("nothing", lambda: None)
    traced.act("a card is dragged", drag)
    traced.act("it is dropped", lambda: page.tab.touch("touchEnd"))
    traced.act("Undo", lambda: page.tap_on("#undo"))
    traced.act("Redo", lambda: page.tap_on("#redo"))
    traced.act("Hint", lambda: page.tap_on("#hint"))
    traced.act("it is closed", key("Return"))
    traced.act("a tap on a card", lambda: page.tap(*source))
    traced.act("Undo", lambda: page.tap_on("#undo"))
    if not game.startswith("gross"):
        traced.act("Can it be won?", lambda: page.choose("Can it be won?"))
        traced.act("its answer is closed", key("Return"))
    traced.act("Statistics", lambda: page.choose("Statistics ..."))
    traced.act("they are closed", key("Return"))
    traced.act("Help", lambda: page.choose("Help ..."))
    traced.act("Help is closed", lambda: page.tab.key("KeyW", "w", 2))
    traced.act("the list of the menus", lambda: page.tap_on("#menu"))
    traced.act("it is closed", lambda: page.tab.do("document.getElementById('list').close()"))
    traced.act("the phone is turned", lambda: page.tab.size(**_TURNED))
    traced.act("and turned again", lambda: page.tab.size(**_PHONE))
    traced.act("New", lambda: page.tap_on("#new"))
    traced.act("the next game is dealt", key("Return"))
    yield from traced.tasks()
    page.tab.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", metavar="GAME", help="names with their numbers (default: all)")
    parser.add_argument("--page", type=Path, metavar="DIR", help="a page that is built already")
    options = parser.parse_args()
    games = [name for name in _DRAGS if not options.games or name in options.games]
    with tempfile.TemporaryDirectory() as shared:
        folder = options.page or built_page(Path(shared))
        with served(folder) as address, chromium(Path(shared) / "profile", "--accept-lang=en-US") as browser:
            for game in games:
                print(f"{game:28}{'longest':>9}{'second':>8}{'long ones':>11}")
                for name, tasks in play(browser, address, game):
                    first, second = tasks[0], tasks[1] if len(tasks) > 1 else 0
                    print(f"  {name:26}{first:>9.0f}{second:>8.0f}{sum(task > _LONG for task in tasks):>11}")


if __name__ == "__main__":
    main()
