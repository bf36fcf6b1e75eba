"""Statistics are the player's: what the program did for him is kept with the game, on the screen and in the store."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.gem import keys
from gemport.solver import grossfamilien as solver
from gemport.solver.grossfamilien import think_of_hint
from gemport.store.records import Progress
from gemport.store.sqlite import FILE_NAME, Store
from gemport.store.statistics import Help, Outcome, Statistics
from tests.cli.run import run, script
from tests.games import shared
from tests.games.players import Familien, Game, Player, plain_files, recorded
from tests.games.sessions import Book, tally
from tests.games.test_advice import HARD, Begin, both, freecell, solve_it
from tests.games.vierfrei.test_follow import GAMES, Playback


def rows(folder: Path) -> list[tuple[object, ...]]:
    """The store's outcomes, as they stand on the disk."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        return connection.execute("SELECT game, number, outcome, help FROM outcomes ORDER BY id").fetchall()


# ---- the solution


@both
def test_the_box_says_that_the_program_has_solved_it_and_no_cards_fall(game: Begin) -> None:
    watched = game()
    solve_it(watched)
    tree = watched.tree(shared.WON)
    assert tree[shared.WON_TITLE].ob_spec == "The program has solved this game."
    assert tree[shared.WON_BEST].ob_spec == "It counts neither as won nor as lost."
    before = watched.machine.frame(pointer=False).to_bytes()
    watched.machine.advance(3_000)
    assert watched.machine.frame(pointer=False).to_bytes() == before
    assert watched.machine.next_wakeup() is None
    records = watched.session.records
    assert tally(records) == Statistics()
    assert (records.best(watched.session.number), records.unfinished()) == (None, [])


def test_a_solution_is_kept_as_one_in_the_store_and_the_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a player sees it: the statistics that are printed are what they were, streak and best included."""
    home, other = tmp_path / "home", tmp_path / "other"
    monkeypatch.setenv("GEMPORT_HOME", str(home))
    with Store(home) as store:
        for number in range(3):
            store.records("vierfrei").count(number, Outcome.WON, Progress(90, 52), 0)
    before = run("stats").out
    events = script(tmp_path / "e", *({"do": "key", "key": key} for key in ("Ctrl+l", "Undo", "p")))
    assert run("script", "vierfrei", events, "--number", 42, "--shots", tmp_path, "--lang", "en").status == 0
    assert run("stats").out == before
    assert rows(home)[3:] == [("vierfrei", 42, "solved", 2)]
    assert json.loads(run("stats", "vierfrei", "--format", "json").out)["vierfrei"]["solved"] == 1
    file = tmp_path / "all.json"
    run("stats", "--export", file)
    kept = json.loads(file.read_text(encoding="utf-8"))["games"]["vierfrei"]
    # Where an earlier version reads, nothing of it stands.
    assert [end["outcome"] for end in kept["ended"]] == ["won"] * 3
    assert [(end["number"], end["help"]) for end in kept["solved"]] == [(42, "solved")]
    monkeypatch.setenv("GEMPORT_HOME", str(other))
    for _ in range(2):
        run("stats", "--import", file)
    assert rows(other) == rows(home)


# ---- help


@pytest.mark.parametrize("asked", [keys.F8, keys.CONTROL_G, keys.CONTROL_O, keys.CONTROL_B])
@both
def test_what_the_program_says_is_help_and_undo_is_not(game: Begin, asked: int) -> None:
    watched = game()
    watched.make("6a")
    watched.hit(keys.UNDO)
    assert watched.session.help is Help.NONE
    watched.hit(asked)
    assert watched.session.help is Help.HELPED
    watched.hit(keys.RETURN)
    watched.make("6a")
    book = watched.records
    assert isinstance(book, Book)
    assert [kept.help for kept in book.unfinished()] == [Help.HELPED]


def test_what_the_program_could_not_find_out_is_no_help() -> None:
    watched = freecell(HARD)
    watched.machine.key(keys.F8)
    watched.machine.advance(200)
    watched.machine.key(keys.ESCAPE)
    assert watched.session.help is Help.NONE


def test_a_hint_of_grossfamilien_is_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "think_of_hint", lambda board: think_of_hint(board, limit=300))
    game = Familien(recorded("won").number)
    game.play(list(recorded("won").words)[:3])
    assert game.session.help is Help.NONE
    game.key("F8")
    assert [kept.help for kept in game.session.unfinished()] == [Help.HELPED]


def test_the_statistics_say_how_many_were_won_without_help_and_what_is_not_known() -> None:
    for helps, shown in (([0, 1, 0], "2"), ([None, 1, 0, None], "1 (+2 ?)"), ([None], "0 (+1 ?)")):
        book = Book("vierfrei")
        for number, help_ in enumerate(helps):
            known = None if help_ is None else Help(help_)
            book.count(number, Outcome.WON, Progress(80 - number, 52, number), 0, known)
        game = Game(1, records=book)
        game.key("F5")
        assert game.said(rsc.STATISTICS, rsc.STATISTICS_UNAIDED) == shown
    # The one with the fewest moves of all but those won with help.
    assert book.best(0) is not None


@pytest.mark.parametrize(
    ("helped_before", "helped", "line"),
    [
        (None, True, "Won with help: no best result."),
        (True, False, "Your first win of this game without help."),
        (False, False, "Your best result; it was 999 moves."),
    ],
)
def test_the_box_says_which_win_it_is(helped_before: bool | None, helped: bool, line: str) -> None:
    book = Book("freecell")
    if helped_before is not None:
        book.count(1, Outcome.WON, Progress(999, 52), 0, Help.HELPED if helped_before else Help.NONE)
    player = Player(1, book)
    if helped:
        player.key("F8")
    player.lay(["KC"], foundations=(12, 13, 13, 13))
    player.key("1", "9")
    tree = player.tree(shared.WON)
    assert tree[shared.WON_TITLE].ob_spec == "Congratulations, you have won!"
    assert tree[shared.WON_BEST].ob_spec == line


# ---- replays


@pytest.mark.parametrize("original", [False, True])
def test_a_replay_shows_no_victory_in_the_players_name(original: bool) -> None:
    """Neither congratulations nor falling cards; with a resource like the original's no box at all."""
    playback = Playback(GAMES[0].read_text(encoding="utf-8"), used=plain_files() if original else None)
    playback.pause(playback.steps)
    assert playback.board.won
    assert playback.machine.next_wakeup() is None
    if original:
        assert playback.picture() == playback.full_picture()
    else:
        assert playback.said(shared.WON, shared.WON_TITLE) == "Hier endet die Aufzeichnung."
        assert playback.said(shared.WON, shared.WON_BEST) == "Es z\u00e4hlt weder als gewonnen noch als verloren."
