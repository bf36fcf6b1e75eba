"""Random play of up to five programs and accessories: ``python -m tests.gem.aes.play [--events N] [--seed S]``.

Each round is a separate town, with the seed ``S/round``. Now and again all programs settle, and the invariants are
checked. After the first error the options that repeat its round are printed.
"""

import argparse
import sys
from collections.abc import Callable
from random import Random

from gemport.gem import GRect, Kind, Update, Wf
from tests.gem.aes.citizens import DESK, HEIGHT, SLIDING, WIDTH, Citizen, Deed, Town, least
from tests.gem.aes.desk import ALL, click

ROUND = 400
"""Events of a round."""
LOOK = 40
"""Number of events between checks."""
BARE = Kind.CLOSER | Kind.FULLER | Kind.MOVER
KINDS = (Kind(0), Kind.NAME | BARE | Kind.SMALLER, BARE | Kind.INFO | Kind.SIZER, SLIDING, ALL, ALL)
KEYS = (0x1C0D, 0x1E61)


class Play:
    """A round of play."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.town = Town()
        for accessory in (False, False, True):
            self.town.settle_down(accessory)

    def go(self, events: int) -> None:
        """Play events. Raises AssertionError if an invariant fails."""
        for number in range(1, events + 1):
            with self.town.bearing():
                self.event()
            if number % LOOK == 0:
                self._look()
        # A program may still wait for the screen to begin.
        self.town.machine.close()

    def event(self) -> None:
        kind = self.random.random()
        if kind < 0.55:
            self._user()
        elif kind < 0.93:
            self.town.tell(self.random.randrange(5), self._deed())
        else:
            self.town.settle_down(self.random.random() < 0.4)

    def _place(self) -> tuple[int, int]:
        """Somewhere on the screen, often on a frame or a corner of a window."""
        windows, chance = self.town.windows, self.random.random()
        if windows._order and chance < 0.6:
            # Every second time the window on top: on its sliders, or in its corners.
            order = windows._order if chance < 0.3 else windows._order[-1:]
            rect = windows.window(self.random.choice(order)).curr
            down = self.random.randrange(max(rect.h, 1))
            x = self.random.choice([rect.x + 9, rect.x + rect.w // 2, rect.right - 9, rect.right - 9])
            y = self.random.choice([rect.y + 9, rect.y + rect.h // 2, rect.bottom - 9, rect.y + down])
            return min(max(x, 0), WIDTH - 1), min(max(y, 0), HEIGHT - 1)
        return self.random.randrange(WIDTH), self.random.randrange(HEIGHT)

    def _user(self) -> None:
        machine, random = self.town.machine, self.random
        match random.randrange(9):
            case 0:
                machine.mouse_to(*self._place())
            case 1 | 2 | 7:
                click(machine, *self._place(), times=random.choice([1, 1, 2]))
            case 3:
                machine.mouse_to(*self._place())
                machine.mouse_button(1, True)
                machine.advance(random.choice([0, 20, 600]))
                machine.mouse_to(*self._place())
                machine.mouse_button(1, False)
            case 4:
                machine.key(random.choice(KEYS))
            case 5:
                machine.advance(random.choice([20, 230, 1000]))
            case 6:
                self.town.choose(random.randrange(2, 5))
            case 8:
                machine.mouse_button(random.choice([1, 2]), random.random() < 0.5)

    def _deed(self) -> Deed:
        """Something for a program to do."""
        random, which = self.random, self.random.randrange(7)
        match random.randrange(20):
            case 0 | 1 | 2:
                kind, x, y = random.choice(KINDS), random.randrange(-10, 52), random.randrange(-3, 40)
                w, h = (random.randrange(smallest, 160) for smallest in least(kind))
                frame = GRect(4 * x, 4 * y, w, h)
                return lambda citizen: citizen.add(kind, frame)
            case 3 | 4 | 5:
                by = [random.randrange(-60, 61) for _ in range(4)]
                return lambda citizen: _of_one(citizen, which, lambda handle: _place(citizen, handle, by))
            case 6:
                return lambda citizen: _of_one(citizen, which, citizen.drop)
            case 7 | 8:
                field = random.choice([Wf.WF_TOP, Wf.WF_BOTTOM, Wf.WF_ICONIFY, Wf.WF_UNICONIFY])
                return lambda citizen: _of_one(citizen, which, lambda handle: citizen.gem.wind_set(handle, field))
            case 9:
                field, size = random.choice([Wf.WF_HSLSIZE, Wf.WF_VSLSIZE]), random.randrange(1, 1001)
                return lambda citizen: _of_one(citizen, which, lambda handle: citizen.gem.wind_set(handle, field, size))
            case 10:
                pattern = random.randrange(4)
                return lambda citizen: citizen.desktop(pattern)
            case 11 | 12:
                shown = random.random() < 0.8
                return lambda citizen: None if citizen.accessory else citizen.menu(shown)
            case 13:
                code = random.choice([Update.BEG_UPDATE, Update.BEG_MCTRL])
                return lambda citizen: citizen.lock(code)
            case 14:
                return Citizen.alert
            case 15:
                rect = GRect(*(random.randrange(40, 100) for _ in range(4)))
                return random.choice([lambda citizen: citizen.dialog(rect), lambda citizen: citizen.grow(rect)])
            case 16:
                return random.choice([Citizen.drag, Citizen.rest])
            case 17:
                # The handle of anybody's window: only WF_TOP is granted.
                order = self.town.windows._order
                other = order[which % len(order)] if order else 0
                return lambda citizen: citizen.top(other)
        return random.choice([Citizen.end, Citizen.fail, Citizen.unlock])

    def _look(self) -> None:
        self.town.calm_down()
        self.town.check_pixels()
        self.town.check_told()
        self.town.check_click(self.random.randrange(WIDTH), self.random.randrange(DESK.y, HEIGHT))
        self.town.calm_down()
        self.town.check_pixels()


def _of_one(citizen: Citizen, which: int, change: Callable[[int], object]) -> None:
    if citizen.windows:
        change(citizen.windows[which % len(citizen.windows)])


def _place(citizen: Citizen, handle: int, by: list[int]) -> None:
    x, y, w, h = citizen.gem.wind_get(handle, Wf.WF_CURRXYWH)
    dx, dy, dw, dh = by
    citizen.place(handle, GRect(x + dx, y + dy, w + dw, h + dh))


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Random play of several programs and accessories.")
    parser.add_argument("--events", type=int, default=20_000, help="minimum number of events (20000)")
    parser.add_argument("--seed", default="0", help="first part of the seeds (0)")
    parser.add_argument("--first", type=int, default=0, metavar="ROUND", help="the first round (0)")
    events, seed, first = vars(parser.parse_args()).values()
    for number in range(first, first + -(-events // ROUND)):
        try:
            Play(f"{seed}/{number}").go(ROUND)
        except BaseException:
            print(f"again: --seed {seed} --first {number} --events 1", file=sys.stderr)
            raise


if __name__ == "__main__":
    main()
