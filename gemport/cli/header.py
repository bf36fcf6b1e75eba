"""The header of a recorded run: the ``start`` line of an event file, with the complete initial state."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, timedelta, timezone
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from gemport import __version__
from gemport.cards.boardtext import number_of, parse_board
from gemport.cards.game import AnyGame
from gemport.cli.launch import Launch
from gemport.cli.sources import Sources, decode, read_file
from gemport.gem import FormatError, Machine
from gemport.hosts.events import MAX_FILE_BYTES, Event, parse_events, parse_start
from gemport.hosts.files import file_name
from gemport.store.codec import MAX_TIME, read_ended, read_unfinished, write_ended, write_unfinished
from gemport.store.collection import Collection, Unfinished
from gemport.store.records import Backend, moment
from gemport.store.session import AnySession


@dataclass(frozen=True)
class RunHeader:
    """Everything that a run depends on except its events."""

    game: str
    number: int
    screen: tuple[int, int]
    lang: str
    seed: int  # seed of the random numbers
    snapshot: Collection
    unfinished: Unfinished | None
    files: str  # digest of the pictures, the resource and the system artwork
    chosen: bool  # whether the player chose the number
    now: float = 0.0  # seconds since 1970 at the start
    zone: int = 0  # offset of the player's clock from UTC in seconds
    start: str | None = None  # text of the starting position; None for the deal of the number

    def follow_clock(self, store: Backend, machine: Machine) -> None:
        """Make a store use the machine's clock from the start of the run, so that dates repeat."""
        store.now = lambda: self.now + machine.now / 1000
        store.calendar = partial(moment, zone=timezone(timedelta(seconds=self.zone)))

    def line(self) -> Mapping[str, Any]:
        own = {name: value for name, value in vars(self).items() if name not in ("snapshot", "start")}
        return {
            "version": __version__,
            **own,
            "settings": dict(self.snapshot.settings),
            "outcomes": [write_ended(end) for end in self.snapshot.ended],
            "unfinished": None if self.unfinished is None else write_unfinished(self.unfinished),
            **({} if self.start is None else {"board": self.start}),
        }


def digest(game: AnyGame, sources: Sources, lang: str) -> str:
    """Return a digest of a run's files."""
    # Without large indices: recorded runs have no control panel.
    used = repr((sources.load(game, lang)._replace(large=None), sources.artwork()))
    return sha256(used.encode()).hexdigest()


def run_header(run: Launch, game: AnyGame, seed: int, snapshot: Collection, session: AnySession) -> RunHeader:
    """Return the header of a new run."""
    screen, files = (run.machine.width, run.machine.height), digest(game, run.sources, run.lang)
    store = session.records.store
    now = store.now()
    shown = store.calendar(now)
    zone = 0 if shown is None else round(shown.replace(tzinfo=UTC).timestamp() - now)
    begun = game.name, session.number, screen, run.lang, seed, snapshot, session.as_unfinished(), files, session.chosen
    return RunHeader(*begun, now, zone, session.start)


def read_events(path: Path) -> tuple[list[Event], Mapping[str, Any] | None]:
    """Return the events of a file, and its start line if it was recorded. Raises GemportError."""
    text, name = read_file(path, decode, MAX_FILE_BYTES), file_name(path)
    return parse_events(text, name), parse_start(text, name)


def read_header(line: Mapping[str, Any], name: str) -> RunHeader:
    """Parse the header in a ``start`` line; ``name`` is the file's, for errors. Raises FormatError."""
    try:
        width, height = line["screen"]
        number = int(line["number"])
        unfinished, start = line["unfinished"], line.get("board")
        if start is not None:
            parse_board(start)
            if number != number_of(start):
                raise ValueError("the number does not match the board")
        outcomes = [read_ended(outcome) for outcome in line["outcomes"]]
        now, zone = line.get("now", 0.0), line.get("zone", 0)
        if not (abs(float(now)) <= MAX_TIME and abs(int(zone)) < 86_400):
            raise ValueError(f"invalid time or zone: {now}, {zone}")
        settings = {str(setting): value for setting, value in line["settings"].items()}
        return RunHeader(
            str(line["game"]),
            number,
            (int(width), int(height)),
            str(line["lang"]),
            int(line["seed"]),
            Collection(outcomes, settings=settings),
            None if unfinished is None else read_unfinished({**unfinished, "number": number})._replace(start=start),
            str(line["files"]),
            bool(line.get("chosen", False)),
            float(now),
            int(zone),
            start,
        )
    except KeyError as error:
        raise FormatError(name, f"the start line lacks {error}") from None
    except (TypeError, ValueError, OverflowError, AttributeError) as error:
        raise FormatError(name, f"the start line cannot be read: {error}") from None
