"""Measure the page in a browser: python -m benchmarks.web [--runs N] [--phone] [--page DIR]

Headless Chromium loads the built page from a server on this machine. Prints the size of each file in bytes, and medians
as a table: for first visits and the visits after them, or with --phone for each part of a phone's first visit. DIR has
a page that is built already.
"""

import os
import statistics
import tempfile
from pathlib import Path
from typing import Any

from benchmarks import options
from tests.web.chromium import Chromium, chromium
from tests.web.place import WebPage, built_page, served

_REDRAW = """(() => {
    const times = [];
    for (let turn = 0; turn < 21; turn++) {
        const start = performance.now();
        for (let y = 0; y < 400; y += 16) gemport.tube.draw(y, y + 16);
        times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[10];
})()"""
_MOVE = """(() => {
    const times = [];
    for (let turn = 0; turn < 41; turn++) {
        const start = performance.now();
        gemport.tell("point", 100 + 10 * turn, 300);
        times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[20];
})()"""
_MARKS = "Object.fromEntries(performance.getEntriesByType('mark').map(one => [one.name, one.startTime]))"
PHONE: dict[str, Any] = {"width": 390, "height": 844, "ratio": 3, "touch": True}
SLOWER, _SPEED = 4, 9e6
"""Slowdown of a phone's processor, and its network speed in bits per second."""
_MEMORY = "gemport.python._module.HEAPU8.length / 2 ** 20"


def renderer_memory(browser: Chromium) -> float:
    """Return the memory of the page's process in MiB, including Chromium's share of it."""
    processes = browser.call("SystemInfo.getProcessInfo")["processInfo"]
    pids = [process["id"] for process in processes if process["type"] == "renderer"]
    pages = max(int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def start_on_phone(browser: Chromium, address: str) -> dict[str, float]:
    """Start the page on a phone; return the times of its parts."""
    tab = browser.open("about:blank", **PHONE)
    tab.call("Network.enable")
    speed = {"downloadThroughput": _SPEED / 8, "uploadThroughput": _SPEED / 8}
    tab.call("Network.emulateNetworkConditions", offline=False, latency=40, **speed)
    tab.call("Emulation.setCPUThrottlingRate", rate=SLOWER)
    tab.call("Page.navigate", url=f"{address}#vierfrei/123456")
    tab.wait("document.documentElement.dataset.ready")
    measured: dict[str, float] = tab.do(_MARKS) | {"ready": float(tab.do("document.documentElement.dataset.ready"))}
    tab.close()
    return measured


def visit(browser: Chromium, address: str) -> dict[str, float]:
    page = WebPage(browser, address, "vierfrei/123456", width=1400, height=900)
    page.rest()
    tab = page.tab
    measured = {"ready": float(tab.do("document.documentElement.dataset.ready")), "python": float(tab.do(_MEMORY))}
    measured |= tab.do(_MARKS)
    measured["process"] = renderer_memory(browser)
    measured["whole"] = float(tab.do(_REDRAW))
    measured["move"] = float(tab.do(_MOVE))
    tab.size(1150, 900)
    page.rest()
    measured["area"] = float(tab.do(_REDRAW))
    tab.wait("navigator.serviceWorker.controller !== null")
    tab.close()
    return measured


def main() -> None:
    chosen = options(__doc__, runs=5, phone=False, page="")
    first, again = [], []
    with tempfile.TemporaryDirectory() as shared:
        folder = Path(chosen.page) if chosen.page else built_page(Path(shared))
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                print(f"{path.name:45}{path.stat().st_size / 1e3:>9.0f} kB")
        first_files = (path for path in folder.rglob("*") if path.is_file() and path.name != "started.packed")
        size = sum(path.stat().st_size for path in first_files) / 1e6
        for number in range(chosen.runs):
            with served(folder) as address, chromium(Path(shared) / f"profile{number}") as browser:
                if chosen.phone:
                    first.append(start_on_phone(browser, address))
                    continue
                first.append(visit(browser, address))
                again.append(visit(browser, address))

    def median(visits: list[dict[str, float]], what: str) -> float:
        return statistics.median(one[what] for one in visits)

    rows = [
        ("files loaded before the first frame", f"{size:.2f} MB"),
        ("first visit to the table without cards", f"{median(first, 'picture'):.0f} ms"),
        ("first visit: Python's parts are loaded", f"{median(first, 'loaded'):.0f} ms"),
        ("first visit: Python has started", f"{median(first, 'python'):.0f} ms"),
        ("first visit: the games are loaded", f"{median(first, 'games'):.0f} ms"),
        ("first visit to the first frame", f"{median(first, 'ready'):.0f} ms"),
    ]
    if not chosen.phone:
        rows += [
            ("every other visit to the first frame", f"{median(again, 'ready'):.0f} ms"),
            ("memory of Python", f"{median(again, 'python'):.0f} MiB"),
            ("memory of the page's process", f"{median(again, 'process'):.0f} MiB"),
            ("the pointer moves, a new picture made", f"{median(again, 'move'):.1f} ms"),
            ("whole picture drawn, GEM pixels of 2x2", f"{median(again, 'whole'):.1f} ms"),
            ("whole picture drawn by area, of 1.76x1.76", f"{median(again, 'area'):.1f} ms"),
        ]
    for name, value in rows:
        print(f"{name:45}{value:>12}")


if __name__ == "__main__":
    main()
