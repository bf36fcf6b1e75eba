"""Random input that aims at visible things, as a list of events that can be replayed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from gemport.gem import LEFT, RIGHT, GRect, Wf
from gemport.gem.aes.keys import LEFT_SHIFT, NAMED, key_press
from gemport.hosts.events import Event
from tests.monkey.world import World, watched

KEYS = (
    *sorted(NAMED.keys() - {"F10"}),
    *"0123456789axzß?",
    *(f"Ctrl+{letter}" for letter in "abhlotwyz"),
    *["Return"] * 10,
    *["Undo", "Delete", "Esc"] * 3,
    *["F10"],
)
LOOK_EVERY = 25
"""Average number of actions between two checks of the picture."""
TITLE_HEIGHT = 19
_WAITS = (0, 0, 0, 0, 10, 10, 60, 300, 1200)
"""Possible delays before an event, in milliseconds."""


@dataclass(frozen=True)
class Failure:
    """An error, with the seed of its world and the events that led to it."""

    seed: str
    error: Exception
    events: tuple[Event, ...]


class Hands:
    """A source of random input for a world."""

    def __init__(self, world: World, chance: Random) -> None:
        self._world = world
        self._machine = world.machine
        self._chance = chance
        self._now = 0
        self._things: tuple[Callable[[], Iterator[Event]], ...] = (
            *[self._click] * 6,
            *[self._double_click] * 2,
            *[self._drag] * 6,
            *[self._type] * 6,
            *[self._move] * 3,
            *[self._press] * 2,
            *[self._release] * 3,
        )

    def do(self) -> Iterator[Event]:
        """Yield the events of one random action."""
        yield from self._chance.choice(self._things)()
        if self._chance.random() < 1 / LOOK_EVERY:
            yield from self._look()

    def _event(self, do: str, **fields: object) -> Event:
        self._now += self._chance.choice(_WAITS)
        return Event(0, do, at=self._now, **fields)  # type: ignore[arg-type]

    def _look(self) -> Iterator[Event]:
        """Check the picture, after releasing the buttons and closing all menus."""
        for button in (LEFT, RIGHT):
            yield self._event("release", button=button)
        yield self._event("move", x=0, y=self._machine.height - 1)
        yield self._event("click")
        yield self._event("look")

    # ---- points

    def _point(self) -> tuple[int, int]:
        place = self._chance.choice((self._window, self._window, self._card, self._card, self._top_right, self._bar))()
        return place if place is not None else self._anywhere()

    def _anywhere(self) -> tuple[int, int]:
        return self._chance.randrange(-20, self._machine.width + 20), self._chance.randrange(-20, self._machine.height)

    def _bar(self) -> tuple[int, int] | None:
        return self._chance.randrange(10, 300), self._chance.choice((8, 8, self._chance.randrange(20, 380)))

    def _window(self) -> tuple[int, int] | None:
        """Return a point in a window or its borders, or in a box above it."""
        windows = self._machine._libraries.windows
        handles = [handle for handle in windows._order if handle]
        if not handles:
            return None
        frame = windows.window(self._chance.choice(handles)).curr
        edge = self._chance.choice((5, frame.w - 9, self._chance.randrange(max(frame.w, 1))))
        down = self._chance.choice((8, frame.h - 9, self._chance.randrange(max(frame.h, 1))))
        return frame.x + edge, frame.y + down

    def _top_right(self) -> tuple[int, int] | None:
        """Return a point around the middle of the screen, for the icons of the desktop and the buttons of dialogs."""
        middle = self._machine.width // 2, self._machine.height // 2
        return middle[0] + self._chance.randrange(-160, 160), middle[1] + self._chance.randrange(-150, 150)

    def _card(self) -> tuple[int, int] | None:
        """Return a point in the top window where a game may have a card."""
        windows = self._machine._libraries.windows
        if not windows._order:
            return None
        work: GRect = windows.wind_get(windows._order[-1], Wf.WF_WORKXYWH)
        column, row = self._chance.randrange(8), self._chance.choice((20, 60, 105, 120, 150, 200, 250))
        return work.x + 20 + column * 74, work.y + row

    # ---- actions

    def _click(self) -> Iterator[Event]:
        x, y = self._point()
        yield self._event("click", x=x, y=y)

    def _double_click(self) -> Iterator[Event]:
        x, y = self._point()
        yield self._event("dclick", x=x, y=y)

    def _drag(self) -> Iterator[Event]:
        for do in ("press", "release"):
            x, y = self._point()
            yield self._event("move", x=x, y=y)
            yield self._event(do, button=LEFT)

    def _move(self) -> Iterator[Event]:
        x, y = self._point()
        yield self._event("move", x=x, y=y)

    def _press(self) -> Iterator[Event]:
        yield self._event("press", button=self._chance.choice((LEFT, LEFT, RIGHT)))

    def _release(self) -> Iterator[Event]:
        yield self._event("release", button=self._chance.choice((LEFT, LEFT, RIGHT)))

    def _type(self) -> Iterator[Event]:
        key = key_press(self._chance.choice(KEYS))
        shift = key.shift | LEFT_SHIFT * (self._chance.random() < 0.05)
        yield self._event("word", word=key.word, shift=shift)


def _played(seed: str, stream: Callable[[World], Iterator[Event]]) -> tuple[list[Event], int, Exception | None]:
    """Play events in the world of a seed; return the events played, the number of checks, and the error or None."""
    events: list[Event] = []
    with watched():
        world = World(seed)
        try:
            for event in stream(world):
                events.append(event)
                world.act(event)
            world.undo_all()
            world.end()
        except Exception as error:
            # Every exception is a fault of the program, and is returned with its events.
            return events, world.looks, error
        finally:
            world.close()
    return events, world.looks, None


def play_round(seed: str, length: int) -> tuple[int, int, Failure | None]:
    """Play up to ``length`` events in a new world; return the numbers of events and checks, and a failure or None."""

    def anything(world: World) -> Iterator[Event]:
        hands, count = Hands(world, Random(seed)), 0
        while count < length and not world.machine.finished:
            for event in hands.do():
                count += 1
                yield event

    events, looks, error = _played(seed, anything)
    return len(events), looks, None if error is None else Failure(seed, error, tuple(events))


def fails(seed: str, events: tuple[Event, ...]) -> Exception | None:
    """Play events in the world of a seed; return the error or None."""
    return _played(seed, lambda _world: iter(events))[2]
