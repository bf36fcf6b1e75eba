"""Measure the pauses of the page in complete games: python -m benchmarks.web_tasks [--page DIR] [--game NAME]

Wins each game from the deal by touch on a phone whose processor is four times slower (Chromium's throttling), with a
hint, a search, the statistics, Help, Look back, a demonstrated solution and two turns of the phone on the way. Prints
the tasks of each action, and the budget of the game: the number of tasks over 50 ms, and the longest. The values are
processor times of the page's thread, including the throttling, so that other load hardly matters. --parts also prints
the parts of the long tasks; DIR has a page that is built already; without a name all games are played.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import options
from benchmarks.web import PHONE, SLOWER
from gemport.cards.grossfamilien import PLACES, STOCK
from tests.games.grossfamilien.player import Familien
from tests.games.hand import Hand
from tests.places import RECORDED
from tests.web.chromium import Chromium, chromium
from tests.web.place import WebPage, built_page, served
from tests.web.test_whole_games import BY_TAPS, LAST, TAPS, TOUCH

_TURNED = PHONE | {"width": 844, "height": 390}
_LONG = 50
"""Milliseconds of a task that a player may notice."""
_AFTER = 1.0
"""Seconds after an action, for its pictures and its work in the background."""
_BETWEEN = 0.35
"""Seconds after a tap in addition to the animation that it starts."""
_CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"]


class Action(NamedTuple):
    """The tasks of one action: their processor times in milliseconds, and the parts of the long ones."""

    name: str
    tasks: list[float]
    parts: list[str]


class Traced:
    """A page that records its tasks by action of the player."""

    def __init__(self, browser: Chromium, page: WebPage) -> None:
        self._browser = browser
        self._page = page
        self._names: list[str] = []
        page.tab.call("Emulation.setCPUThrottlingRate", rate=SLOWER)
        browser.call("Tracing.start", transferMode="ReportEvents", traceConfig={"includedCategories": _CATEGORIES})

    def act(self, name: str, do: Callable[[], None], wait: float = _AFTER) -> None:
        """Carry out an action under a name; tasks belong to it until the next action."""
        self._page.tab.do(f"void performance.mark('action {len(self._names)}')")
        self._names.append(name)
        do()
        time.sleep(wait)

    def actions(self) -> Iterator[Action]:
        self._browser.events.clear()
        self._browser.call("Tracing.end")
        while not any(event["method"] == "Tracing.tracingComplete" for event in self._browser.events):
            self._page.tab.do("0")
        collected = (one for one in self._browser.events if one["method"] == "Tracing.dataCollected")
        events = [event for one in collected for event in one["params"]["value"]]
        timing = [event for event in events if event["cat"] == "blink.user_timing"]
        marks = sorted(
            (event["ts"], event["pid"], event["tid"]) for event in timing if event["name"].startswith("action ")
        )
        (thread,) = {mark[1:] for mark in marks}
        ends = [mark[0] for mark in marks[1:]] + [float("inf")]
        for name, (begin, *_), end in zip(self._names, marks, ends, strict=True):
            now = [event for event in events if begin <= event["ts"] < end and (event["pid"], event["tid"]) == thread]
            tasks = [event for event in now if event["name"] == "ThreadControllerImpl::RunTask"]
            times = [event.get("tdur", 0) / 1000 for event in tasks]
            parts = [
                _part(event)
                for task, took in zip(tasks, times, strict=True)
                if took > _LONG
                for event in now
                if event is not task and task["ts"] <= event["ts"] <= task["ts"] + task["dur"]
                if event.get("tdur", 0) > 1000 * _LONG / 4
            ]
            yield Action(name, times, parts)


def _part(event: dict[str, Any]) -> str:
    data = event.get("args", {}).get("data", {})
    return f"{event['name']} {data.get('functionName', '')} {event['tdur'] / 1000:.0f}"


def moves_of(name: str, game: Hand[Any]) -> Iterator[Sequence[tuple[int, int]]]:
    """Yield the points of each gesture that wins a game: one for a tap, two for a drag; the caller makes it."""
    if not isinstance(game, Familien):
        found = {letter: place for place, letter in BY_TAPS[name][2].items()}
        for tap in TAPS[name].split():
            yield [game.at(found[tap[0]], int(tap[1:], 16))]
        return
    for word in (RECORDED / "grossfamilien" / "nearly_won.txt").read_text(encoding="utf-8").split():
        move = game.board.read_word(word).moves[0]
        yield [game.at(move.source)] if move.source == STOCK else [game.at(move.source), game.at(move.target)]
    for pile in LAST.split():
        yield [game.at(PLACES.parse(pile))]


def play(browser: Chromium, address: str, name: str) -> Iterator[Action]:
    """Win a game on a phone, and yield the actions."""
    kind, number = (Familien, 17) if name == "grossfamilien" else BY_TAPS[name][:2]
    page = WebPage(browser, address, f"{name}/{number}", **PHONE)
    game = kind(number, lang="en", size=page.size, looks=TOUCH)
    time.sleep(2 * _AFTER)
    traced = Traced(browser, page)

    def key(name: str) -> Callable[[], None]:
        return lambda: page.tab.key(name, name)

    def gesture(points: Sequence[tuple[int, int]]) -> None:
        at = [page.css(*point) for point in points]
        page.tab.touch("touchStart", at[0])
        for step in range(1, 11 if len(at) > 1 else 0):
            x, y = (begin + (end - begin) * step / 10 for begin, end in zip(at[0], at[1], strict=True))
            page.tab.touch("touchMove", (x, y))
        page.tab.touch("touchEnd")

    def make(points: Sequence[tuple[int, int]]) -> None:
        before = game.machine.now
        if len(points) > 1:
            game.drag(*points)
        else:
            game.click(points[0])
        took = (game.machine.now - before) / 1000
        game.machine.advance(450)
        traced.act("a move", lambda: gesture(points), took + _BETWEEN)

    def look_around() -> None:
        traced.act("Undo", lambda: page.tap_on("#undo"))
        traced.act("Redo", lambda: page.tap_on("#redo"))
        traced.act("Hint", lambda: page.tap_on("#hint"), 3)
        traced.act("it is closed", key("Enter"))
        if name != "grossfamilien":
            traced.act("Can it be won?", lambda: page.choose("Can it be won?"), 3)
            traced.act("its answer is closed", key("Enter"))
            traced.act("Look back", lambda: page.choose("Look back ..."), 6)
            traced.act("it is closed", key("Escape"))
            traced.act("Show solution", lambda: page.choose("Show solution"), 8)
            traced.act("it is closed", key("Escape"))
        traced.act("Statistics", lambda: page.choose("Statistics ..."))
        traced.act("they are closed", key("Enter"))
        traced.act("Help", lambda: page.choose("Help ..."), 4)
        traced.act("Help is closed", lambda: page.tab.key("KeyW", "w", 2))
        traced.act("the list of the menus", lambda: page.tap_on("#menu"))
        traced.act("it is closed", lambda: page.tab.do("document.getElementById('list').close()"))
        traced.act("the phone is turned", lambda: page.tab.size(**_TURNED))
        traced.act("and turned again", lambda: page.tab.size(**PHONE))

    traced.act("nothing", lambda: None)
    for count, points in enumerate(moves_of(name, game)):
        make(points)
        if count == 9:
            look_around()
    traced.act("the box after the win", lambda: None, 10)
    won = page.tab.do(f"gemport.web.store.records({name!r}).statistics().won")
    traced.act("New", key("Enter"))
    yield from traced.actions()
    page.tab.close()
    if not (game.board.won and won == 1):
        print(f"{name}: not won ({won}, in the copy {game.board.won})", file=sys.stderr)


def main() -> None:
    chosen = options(__doc__, game="", page="", parts=False)
    with tempfile.TemporaryDirectory() as shared:
        folder = Path(chosen.page) if chosen.page else built_page(Path(shared))
        for game in [chosen.game] if chosen.game else [*TAPS, "grossfamilien"]:
            with served(folder) as address, chromium(Path(shared) / game, "--accept-lang=en-US") as browser:
                print_game(game, list(play(browser, address, game)), chosen.parts)


def print_game(game: str, actions: Sequence[Action], parts: bool) -> None:
    """Print the actions of a game, all moves as one, and its budget."""
    print(f"{game:28}{'longest':>9}{'second':>8}{'long ones':>11}")
    for name in dict.fromkeys(action.name for action in actions):
        same = [action for action in actions if action.name == name]
        tasks = sorted((task for action in same for task in action.tasks), reverse=True)
        longest, second = [*tasks, 0, 0][:2]
        print(f"  {name:26}{longest:>9.0f}{second:>8.0f}{sum(task > _LONG for task in tasks):>11}")
        if parts and (calls := [call for action in same for call in action.parts]):
            print(f"    {', '.join(calls[:40])}")
    tasks = [task for action in actions for task in action.tasks]
    print(
        f"{game:28}{max(tasks):>9.0f}{'':8}{sum(task > _LONG for task in tasks):>11}  of {len(tasks)} tasks", flush=True
    )


if __name__ == "__main__":
    main()
