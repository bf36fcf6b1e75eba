"""The header of a recorded run: the ``start`` line of an events file, with everything that the run depended on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, timedelta, timezone
from functools import partial
from hashlib import sha256
from typing import Any

from gemport import __version__
from gemport.cards.boardtext import number_of, parse_board
from gemport.cli.files import Sources
from gemport.cli.launch import Launch
from gemport.gem.aes.machine import Machine
from gemport.gem.errors import FormatError
from gemport.play.game import AnyGame
from gemport.play.gamefiles import load_files
from gemport.store.records import LATEST, Backend, Collection, Progress, Unfinished, moment
from gemport.store.session import AnySession
from gemport.store.statistics import Ended, Help, Outcome


@dataclass(frozen=True)
class RunHeader:
    """Everything that a run depends on besides its events.

    seed: of the chance that chooses numbers
    files: a digest of the pictures, the resource and the system artwork in use
    chosen: the number was asked for
    now: seconds since 1970 at the start
    zone: seconds by which the player's clock was ahead of Greenwich
    start: the text of the position that the game began with; None for the deal of the number
    """

    game: str
    number: int
    screen: tuple[int, int]
    lang: str
    seed: int
    snapshot: Collection
    kept: Unfinished | None
    files: str
    chosen: bool
    now: float = 0.0
    zone: int = 0
    start: str | None = None

    def follow_clock(self, store: Backend, machine: Machine) -> None:
        """Let a store go by the machine's clock from the start of the run on: the same dates each time."""
        store.now = lambda: self.now + machine.now / 1000
        store.calendar = partial(moment, zone=timezone(timedelta(seconds=self.zone)))

    def line(self) -> Mapping[str, Any]:
        """The fields of the line."""
        kept = self.kept
        return {
            "version": __version__,
            "game": self.game,
            "number": self.number,
            "screen": list(self.screen),
            "lang": self.lang,
            "seed": self.seed,
            "settings": dict(self.snapshot.settings),
            "outcomes": [_outcome(ended) for ended in self.snapshot.ended],
            "unfinished": None
            if kept is None
            else {
                "words": " ".join(kept.words),
                "made": kept.progress.made,
                "undos": kept.progress.undos,
                "seconds": kept.progress.seconds,
                "counted": kept.counted,
                "help": kept.help,
            },
            "files": self.files,
            "chosen": self.chosen,
            "now": self.now,
            "zone": self.zone,
            **({} if self.start is None else {"board": self.start}),
        }


def digest(game: AnyGame, sources: Sources, lang: str) -> str:
    """Return a digest of the files that a run uses."""
    # Large indices are the control panel's, which no recorded run has.
    used = repr((load_files(game, sources, lang)._replace(large=None), sources.artwork()))
    return sha256(used.encode()).hexdigest()


def run_header(run: Launch, game: AnyGame, seed: int, snapshot: Collection, session: AnySession) -> RunHeader:
    """Return the header of a run that begins."""
    screen, files = (run.machine.width, run.machine.height), digest(game, run.sources, run.lang)
    store = session.records.store
    now = store.now()
    shown = store.calendar(now)
    zone = 0 if shown is None else round(shown.replace(tzinfo=UTC).timestamp() - now)
    begun = game.name, session.number, screen, run.lang, seed, snapshot, session.kept(), files, session.chosen
    return RunHeader(*begun, now, zone, session.start)


def read_header(line: Mapping[str, Any], name: str) -> RunHeader:
    """Return the header that a ``start`` line holds; ``name`` is the file's, for errors. Raises FormatError."""
    try:
        width, height = line["screen"]
        number = int(line["number"])
        unfinished, start = line["unfinished"], line.get("board")
        if start is not None:
            parse_board(start)
            if number != number_of(start):
                raise ValueError("the number is not that of the board")
        outcomes = [_ended(*outcome) for outcome in line["outcomes"]]
        settings = {str(setting): bool(value) for setting, value in line["settings"].items()}
        return RunHeader(
            str(line["game"]),
            number,
            (int(width), int(height)),
            str(line["lang"]),
            int(line["seed"]),
            Collection(outcomes, settings=settings),
            None if unfinished is None else _kept(number, unfinished)._replace(start=start),
            str(line["files"]),
            bool(line.get("chosen", False)),
            *_clock(line.get("now", 0.0), line.get("zone", 0)),
            start,
        )
    except KeyError as error:
        raise FormatError(name, f"the start line lacks {error}") from None
    except (TypeError, ValueError, OverflowError, AttributeError) as error:
        raise FormatError(name, f"the start line cannot be read: {error}") from None


def _outcome(ended: Ended) -> list[object]:
    """Number and outcome, and what the game took, where that is known."""
    figures = [ended.moves, ended.undos, ended.seconds, ended.help, ended.when]
    return [ended.number, ended.outcome.value, *([] if ended.moves is None else figures)]


def _ended(
    number: Any,
    outcome: Any,
    moves: Any = None,
    undos: Any = None,
    seconds: Any = None,
    help_: Any = None,
    when: Any = None,
) -> Ended:
    moves, undos, seconds = (None if figure is None else int(figure) for figure in (moves, undos, seconds))
    when, help_ = None if when is None else _clock(when, 0)[0], None if help_ is None else Help(help_)
    return Ended(int(number), Outcome(outcome), moves, undos, seconds, when, help_)


def _clock(now: Any, zone: Any) -> tuple[float, int]:
    """Return a time and a zone. Raises ValueError for those that no calendar has."""
    if not (abs(float(now)) <= LATEST and abs(int(zone)) < 86_400):
        raise ValueError(f"{now}, {zone}: no such time, or no such zone")
    return float(now), int(zone)


def _kept(number: int, line: Mapping[str, Any]) -> Unfinished:
    progress = Progress(int(line["made"]), 0, int(line["undos"]), int(line.get("seconds", 0)))
    help_ = line.get("help")
    words, counted = tuple(str(line["words"]).split()), bool(line["counted"])
    return Unfinished(number, words, progress, counted, help=None if help_ is None else Help(help_))
