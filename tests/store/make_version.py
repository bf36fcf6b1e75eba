"""Write the files of tests/data/version_X_Y with the current version: ``python -m tests.store.make_version FOLDER``.

All games are played with mouse and keys twice, on a store and on a browser's texts: won with and without help, solved
by the program, forfeited, with changed settings, from a starting position, and unfinished. NAME.txt is the recording of
a game. Later versions must replay the events in NAME.jsonl to the moves in words.json; these games do not depend on
the quality of the solver.
"""

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any

from gemport.cards.cells import CELLS, COLUMNS
from gemport.cli import registry
from gemport.cli.arguments import Job
from gemport.cli.header import run_header
from gemport.cli.launch import Launch
from gemport.cli.sessions import recording
from gemport.cli.sources import Sources
from gemport.hosts.events import Recorder
from gemport.hosts.headless import HeadlessPlayer
from gemport.settings import Colours, save_setting
from gemport.store import export
from gemport.store.records import Backend, moment
from gemport.store.sqlite import Store
from gemport.store.texts import TextStore
from tests.games.freecell.lines import WINS
from tests.games.freecell.player import Player
from tests.games.grossfamilien.player import Familien, recorded
from tests.games.hand import Hand
from tests.games.test_exchange import ENDING
from tests.games.test_keys import play_families
from tests.games.vierfrei.player import Game
from tests.monkey.world import won_game

BEGUN = datetime(2026, 11, 22, 0, 30, tzinfo=timezone(timedelta(hours=1)))
"""Start of play; in UTC it was still the previous day."""
LARGE = 1_500_000_000


class Person(HeadlessPlayer):
    """A player who waits after each act until all cards have stopped, recording the elapsed time."""

    def _rest(self) -> None:
        self.machine.advance(2_000)


class Maker:
    """The player of all games on one store; ``folder`` is the place for the output."""

    def __init__(self, store: Backend, folder: Path) -> None:
        self.store, self.folder = store, folder
        self.words: dict[str, list[str]] = {}

    @contextmanager
    def play(
        self, kind: type[Hand[Any]], number: int | None, events: str = "", start: str | None = None
    ) -> Iterator[Hand[Any]]:
        """Deal a game, yield it and leave it; ``events`` is the file name for its events, or empty."""
        name, begun = kind.game.name, self.store.now()
        snapshot = self.store.records(name).snapshot()
        game = kind(number, records=self.store.records(name), lang="en", afresh=True, start=start)
        game.player = Person(game.machine, timed=True)
        header = run_header(
            Launch(Job(Sources(builtin=True), {"language": "en"})), kind.game, 0, snapshot, game.session
        )
        header.follow_clock(self.store, game.machine)
        lines: list[str] = []
        game.machine.on_input = Recorder(lines.append, header.line()).hear
        with recording(self.folder / f"{name}.txt", game.session):
            yield game
            game.session.leave()
        if events:
            (self.folder / f"{events}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
            self.words[events] = game.board.words()
        self.store.now = lambda: begun + game.machine.now / 1000 + 60

    def vierfrei(self) -> None:
        """Play four games: won with a hint, solved, left after undos in a daily game, and from a starting position."""
        with self.play(Game, 7) as game:
            game.key("F8")
            for word in won_game("vierfrei")[1]:
                make_move(game, word)
            assert game.board.won
        with self.play(Game, 42) as game:
            game.key("Ctrl+l", "Undo", "a", "w")
            assert game.board.won
        with self.play(Game, 123_456, "vierfrei") as game:
            game.choose("go home")
            game.key("6", "1", "2", "4", "F8", "Undo")
            game.choose("today")
            game.key("Return")
            for key in "1234567812345678":
                game.key(key, "0", key, "9")
            game.key("Undo", "Undo", "Ctrl+y")
        with self.play(Game, None, "board", ENDING) as game:
            game.drag(game.at(0), game.at(CELLS[1]))
            game.drag(game.at(0), game.at(5))

    def freecell(self) -> None:
        """Play three games: won without help, forfeited, and a number above a million with a setting turned off."""
        with self.play(Player, 1) as game:
            for word in WINS[1].split():
                make_move(game, word)
            game.machine.advance(20_000)
            assert game.board.won
        with self.play(Player, 617) as game:
            game.key("3", "0", "5", "0", "Undo", "F1", "f")
        with self.play(Player, LARGE, "freecell") as game:
            game.choose("go home")
            game.choose("click moves")
            for word in ("74", "85"):
                make_move(game, word)
            game.click(game.at(0))
            game.key("2", "0", "Undo")

    def grossfamilien(self) -> None:
        """Play two games: won without help, and left unfinished."""
        won = recorded("won")
        with self.play(Familien, won.number) as game:
            assert isinstance(game, Familien)
            for word in won.words:
                play_families(game, word)
            assert game.board.won
        with self.play(Familien, 5, "grossfamilien") as game:
            game.choose("go home")
            game.key("F8")
            for _ in range(9):
                game.key("0", "0", "8")
            game.key("Undo")


def make_move(game: Hand[Any], word: str) -> None:
    """Drag one card; in FreeCell, use keys between columns to move as many cards as fit."""
    move = game.board.parse_move(word)
    if move.source in COLUMNS and move.target in COLUMNS and game.game.name == "freecell":
        game.key(str(move.source + 1), str(move.target + 1))
        if game.asked:
            game.key("Return")
    else:
        game.drag(game.at(move.source), game.at(move.target))


def make(folder: Path) -> None:
    """Play all games on texts and on a store, and write the files."""
    folder.mkdir()
    calendar, texts = partial(moment, zone=BEGUN.tzinfo), dict[str, str]()
    stores = TextStore(texts, BEGUN.timestamp, calendar), Store(folder, BEGUN.timestamp, calendar=calendar)
    for store in stores:
        for path in folder.glob("*.txt"):
            path.unlink()
        save_setting(store, "colours", Colours.AMBER)
        maker = Maker(store, folder)
        maker.vierfrei()
        maker.freecell()
        maker.grossfamilien()
    games = stores[-1].collections(registry.names())
    (folder / "export.json").write_text(export.write(games), encoding="utf-8")
    stores[-1].close()
    shutil.rmtree(folder / "locks")
    for path in folder.glob("gemport-backup-*"):
        path.unlink()
    (folder / "browser.json").write_text(json.dumps(texts, indent=1) + "\n", encoding="utf-8")
    words = {name: " ".join(made) for name, made in maker.words.items()}
    (folder / "words.json").write_text(json.dumps(words, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
