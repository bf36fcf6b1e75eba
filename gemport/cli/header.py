"""The header of a recorded run: the ``start`` line of an events file, with everything that the run depended on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from gemport import __version__
from gemport.cards.boardtext import number_of, parse_board
from gemport.cli.files import Sources
from gemport.cli.window import Run
from gemport.games.game import AnyGame
from gemport.gem.errors import FormatError
from gemport.store.records import Collection, Progress, Unfinished
from gemport.store.session import AnySession
from gemport.store.statistics import Ended, Help, Outcome


@dataclass(frozen=True)
class RunHeader:
    """Everything that a run depends on besides its events.

    seed: of the chance that chooses numbers
    files: a digest of the pictures, the resource and the system artwork in use
    chosen: the number was asked for
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
    start: str | None = None

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
            **({} if self.start is None else {"board": self.start}),
        }


def digest(game: AnyGame, sources: Sources, lang: str) -> str:
    """Return a digest of the files that a run uses."""
    # Large indices are the control panel's, which no recorded run has.
    used = repr((game.files(sources, lang)._replace(large=None), sources.artwork()))
    return sha256(used.encode()).hexdigest()


def run_header(run: Run, game: AnyGame, seed: int, snapshot: Collection, session: AnySession) -> RunHeader:
    """Return the header of a run that begins."""
    screen, files = (run.machine.width, run.machine.height), digest(game, run.sources, run.lang)
    played = session.kept(), files, session.chosen, session.start
    return RunHeader(game.name, session.number, screen, run.lang, seed, snapshot, *played)


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
            start,
        )
    except KeyError as error:
        raise FormatError(name, f"the start line lacks {error}") from None
    except (TypeError, ValueError, OverflowError, AttributeError) as error:
        raise FormatError(name, f"the start line cannot be read: {error}") from None


def _outcome(ended: Ended) -> list[object]:
    """Number and outcome, and what the game took, where that is known."""
    figures = [ended.moves, ended.undos, ended.seconds, ended.help]
    return [ended.number, ended.outcome.value, *([] if ended.moves is None else figures)]


def _ended(
    number: Any, outcome: Any, moves: Any = None, undos: Any = None, seconds: Any = None, help_: Any = None
) -> Ended:
    moves, undos, seconds = (None if figure is None else int(figure) for figure in (moves, undos, seconds))
    return Ended(int(number), Outcome(outcome), moves, undos, seconds, help=None if help_ is None else Help(help_))


def _kept(number: int, line: Mapping[str, Any]) -> Unfinished:
    progress = Progress(int(line["made"]), 0, int(line["undos"]), int(line.get("seconds", 0)))
    help_ = line.get("help")
    words, counted = tuple(str(line["words"]).split()), bool(line["counted"])
    return Unfinished(number, words, progress, counted, help=None if help_ is None else Help(help_))
