"""``gemport stats`` and ``log``: output, and transfer from one folder to another."""

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from gemport.store.collection import Collection, Progress
from gemport.store.export import read
from gemport.store.records import moment
from gemport.store.sqlite import FILE_NAME, Store
from gemport.store.statistics import Help, Outcome
from tests.cli.run import refused, run
from tests.games.sessions import begin

WON, LOST = Outcome.WON, Outcome.LOST
NUMBERS = {"vierfrei": range(1_000_000), "freecell": range(1, 32_001)}


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    clock = iter(range(1_000, 2_000))
    with Store(folder, lambda: float(next(clock))) as store:
        records = store.records("freecell")
        for number, outcome, progress in (
            (1, WON, Progress(60, 52, 3, 400)),
            (1, WON, Progress(55, 52, 9, 365)),
            (2, LOST, Progress(10, 0, 0, 20)),
        ):
            records.count(number, outcome, progress, 0)
        first = begin(records, 7, ("7a", "6b", "5c"), Progress(2, 1, 4, 50))
        records.claims.close(first)
        records.claims.close(begin(records, 7, ["6a"], attempt_of=first))
        records.change_setting("messages", False)
        store.records("vierfrei").count(42, WON, Progress(80, 52, 1, 90), 0)
    return folder


def held(folder: Path) -> dict[str, Collection]:
    with Store(folder) as store:
        return store.collections(("vierfrei", "freecell", "grossfamilien"))


@pytest.mark.usefixtures("kept")
def test_stats_print_games_or_the_numbers_of_one() -> None:
    assert run("stats") == (
        0,
        "              won  no help  lost  won %  streak  best  average  undos  unfinished\n"
        "VIERFREI        1        1     0    100      +1    80     80.0      1           0\n"
        "FreeCell        2        2     1     66      -1    55     57.5     12           2\n"
        "Großfamilien    0        0     0      0       0     -        -      0           0\n",
        "",
    )
    assert run("stats", "freecell").out.splitlines()[2:] == [
        "",
        "number  won  lost  best  undos  time",
        "1         2     0    55      9  6:05",
        "2         0     1     -      -     -",
    ]


@pytest.mark.usefixtures("kept")
def test_json_has_the_same_and_the_unfinished_games() -> None:
    status, out, _ = run("stats", "--format", "json")
    games = json.loads(out)
    assert (status, out.count("\n"), list(games)) == (0, 1, ["vierfrei", "freecell", "grossfamilien"])
    freecell = games["freecell"]
    names = "won", "lost", "percentage", "streak", "best", "average", "undos"
    assert [freecell[name] for name in names] == [2, 1, 66, -1, 55, 57.5, 12]
    number: dict[str, float] = {"number": 1, "won": 2, "without_help": 2, "help_unknown": 0, "lost": 0, "best": 55}
    number |= {"best_undos": 9, "best_seconds": 365, "average": 57.5, "undos": 12}
    assert freecell["numbers"][0] == number
    assert [(game["number"], game["moves"], game["home"], game["seconds"]) for game in freecell["unfinished"]] == [
        (7, 1, 0, 0),
        (7, 2, 1, 50),
    ]
    assert (games["vierfrei"]["lost"], games["vierfrei"]["streak"]) == (0, 1)


@pytest.mark.usefixtures("kept")
def test_stats_separate_help_and_solved_games(kept: Path) -> None:
    with Store(kept) as store:
        records = store.records("vierfrei")
        records.count(43, WON, Progress(50), 0, Help.HELPED)
        records.count(44, WON, Progress(40), 0, None)
        records.count(45, Outcome.SOLVED, Progress(9), 0, Help.SOLVED)
    assert run("stats").out.splitlines()[1].split()[:6] == ["VIERFREI", "3", "1", "(+1", "?)", "0"]
    fields = json.loads(run("stats", "vierfrei", "--format", "json").out)["vierfrei"]
    names = "won", "without_help", "help_unknown", "solved", "lost", "percentage", "streak", "best"
    assert [fields[name] for name in names] == [3, 1, 1, 1, 0, 100, 2, 40]
    assert [line["number"] for line in fields["numbers"]] == [42, 43, 44]


def test_an_import_adds_missing_records_once(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, other = tmp_path / "all.json", tmp_path / "other"
    assert run("stats", "--export", file) == (0, "", "")
    before = held(kept)
    assert run("stats", "--import", file).out == (
        "VIERFREI: 0 counted and 0 unfinished games added\n"
        "FreeCell: 0 counted and 0 unfinished games added\n"
        "Großfamilien: 0 counted and 0 unfinished games added\n"
    )
    assert held(kept) == before
    monkeypatch.setenv("GEMPORT_HOME", str(other))
    assert "FreeCell: 3 counted and 2 unfinished games added" in run("stats", "--import", file).out
    there = held(other)
    for game in before:
        assert there[game].ended == before[game].ended
        assert [begun.words for begun in there[game].unfinished] == [begun.words for begun in before[game].unfinished]
    # The two attempts at one game stay linked: they count once.
    assert len({begun.attempt for begun in there["freecell"].unfinished}) == 1


@pytest.mark.usefixtures("kept")
def test_only_the_named_game_is_transferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("stats", "freecell", "--export", tmp_path / "one.json")
    assert list(json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))["games"]) == ["freecell"]
    run("stats", "--export", tmp_path / "all.json")
    monkeypatch.setenv("GEMPORT_HOME", str(tmp_path / "other"))
    run("stats", "vierfrei", "--import", tmp_path / "all.json")
    assert {game: len(collection.ended) for game, collection in held(tmp_path / "other").items()} == {
        "vierfrei": 1,
        "freecell": 0,
        "grossfamilien": 0,
    }


def test_damaged_entries_are_skipped_and_named(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "all.json"
    run("stats", "--export", file)
    file.write_text(file.read_text(encoding="utf-8").replace('"lost"', '"lust"'), encoding="utf-8")
    monkeypatch.setenv("GEMPORT_HOME", str(tmp_path / "other"))
    status, out, err = run("stats", "--import", file)
    assert (status, "FreeCell: 2 counted and 2 unfinished games added" in out) == (2, True)
    reason = "freecell, ended 3: outcome is 'lust', not won or lost"
    assert err == f"gemport: {file}: 1 damaged and skipped, the first: {reason}\n"
    there = held(tmp_path / "other")
    again = run("stats", "--import", file)
    assert held(tmp_path / "other") == there
    assert all(": 0 counted and 0 unfinished games added" in line for line in again.out.splitlines())


# ---- after damage


def test_a_damaged_store_replaces_no_fuller_export(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    run("stats", "--export", file)
    good = file.read_bytes()
    (kept / "gemport-backup-1.sqlite3").unlink()
    (kept / FILE_NAME).write_bytes(b"spoilt " * 1000)
    found, *later = (run("stats", "--export", file, "--force") for _ in range(3))
    assert "renamed to gemport-damaged-1.sqlite3; no backup exists, 0 counted and 0 unfinished games" in found.err
    for status, out, err in (found, *later):
        assert (status, out) == (2, "")
        assert err.endswith(
            f"gemport: {file} was not replaced: the records lack 4 counted and 2 unfinished games of it"
            f" ({kept / 'gemport-damaged-1.sqlite3'} is damaged); import it first, or export to another file\n"
        )
    assert file.read_bytes() == good
    assert run("stats", "--export", tmp_path / "other.json") == (0, "", "")
    assert run("stats", "--import", file).status == 0
    assert run("stats", "--export", file, "--force") == (0, "", "")
    assert read(file.read_text("utf-8"), "", NUMBERS).games["freecell"].ended == tuple(held(kept)["freecell"].ended)


def test_a_recovered_store_replaces_an_equal_export(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    run("stats", "--export", file)
    data = (kept / FILE_NAME).read_bytes()
    (kept / FILE_NAME).write_bytes(b"x" + data[1:])
    status, _, err = run("stats", "--export", file, "--force")
    backup = moment(1_005, None)
    assert backup is not None
    assert status == 0
    assert f"; the backup of {backup:%Y-%m-%d %H:%M} was restored, 4 counted and 2 unfinished games remain\n" in err


def test_skipped_records_replace_no_export(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    run("stats", "--export", file)
    good = file.read_bytes()
    with closing(sqlite3.connect(kept / FILE_NAME, isolation_level=None)) as connection:
        connection.execute("UPDATE outcomes SET moves = 'many' WHERE number = 2")
    for command in (("stats", "--export", file, "--force"), ("stats", "freecell", "--export", file, "--force")):
        status, _, err = run(*command)
        assert status == 2
        assert f"{kept / FILE_NAME}: damaged games skipped: 1\n" in err
        assert f"{file} was not replaced: " in err
        assert f"({kept / FILE_NAME} is damaged)" in err
    assert file.read_bytes() == good


@pytest.mark.parametrize(("ended", "unfinished"), [(1_004.0, 0), (500.0, 2)], ids=("since", "before"))
def test_games_ended_since_an_export_are_not_missed(kept: Path, tmp_path: Path, ended: float, unfinished: int) -> None:
    file = tmp_path / "all.json"
    run("stats", "--export", file)
    with Store(kept, lambda: ended) as store:
        records = store.records("freecell")
        for game in records.unfinished():
            records.delete(game.key)
        records.count(7, WON, Progress(60), 0)
        records.count(99, WON, Progress(60), 0)
    with closing(sqlite3.connect(kept / FILE_NAME, isolation_level=None)) as connection:
        connection.execute("UPDATE outcomes SET moves = 'many' WHERE number = 99")
    status, _, err = run("stats", "--export", file, "--force")
    reason = f"was not replaced: the records lack 0 counted and {unfinished} unfinished games of it"
    assert (status == 2, reason in err) == (bool(unfinished),) * 2


# ---- the logbook


def test_a_list_is_imported_and_printed_with_results(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("123456 the long one\n7\nfreecell 617 hard\n")
    assert run("log").out == "the logbook is empty\n"
    taken = run("log", path)
    assert (taken.status, taken.err) == (0, "")
    assert taken.out == (
        "VIERFREI: 2 numbers imported, 2 in the logbook\nFreeCell: 1 number imported, 1 in the logbook\n"
    )
    day = time.strftime("%Y-%m-%d")
    with Store(home, time.time) as store:
        store.records("vierfrei").count(7, Outcome.WON, Progress(87, 52, 0, 252), 0)
        store.records("vierfrei").count(9, Outcome.LOST, Progress(8), 0)
    assert [line.split() for line in run("log", "--print").out.splitlines()] == [
        ["VIERFREI", "won", "moves", "time", "last", "played", "note"],
        ["123456", "the", "long", "one"],
        ["7", "1", "87", "4:12", day],
        ["9", "*", "0", day],
        [],
        ["FreeCell", "won", "moves", "time", "last", "played", "note"],
        ["617", "hard"],
    ]
    assert run("log", "--print", "--game", "freecell").out.splitlines()[1].split() == ["617", "hard"]
    exported = tmp_path / "all.json"
    run("stats", "--export", exported)
    (home / "gemport.sqlite3").unlink()
    assert run("stats", "--import", exported).status == 0
    assert "the long one" in run("log").out


def test_a_list_with_an_error_imports_nothing(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("7\n8 note\nnine\n")
    assert run("log", path) == (2, "", f"gemport: {path}: line 3: 'nine' is not a game number\n")
    assert run("log", "--print").out == "the logbook is empty\n"
    refused("log", path, "--print")
    path.write_text("")
    assert run("log", path) == (0, f"{path}: 0 numbers imported\n", "")
    (home / "gemport.sqlite3").write_bytes(b"spoilt " * 1000)
    assert run("log").err.startswith("gemport: the records were damaged and renamed to ")
