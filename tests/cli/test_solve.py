"""``gemport solve``: verdicts, winning solutions, three formats and exit statuses; and ``gemport today``."""

import json
import os
import time
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from gemport.cards.deals import FORMATS
from gemport.cards.foreign import pysol_game
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.grossfamilien import FamilyBoard
from gemport.cli.solve import solution
from gemport.solver import Position, played
from gemport.solver.bound import least_price
from gemport.solver.difficulty import Difficulty
from gemport.solver.short import price_of
from tests.cli.run import refused, run
from tests.solver.plain import moves_in

LOOKS = 1000
"""Number of clock readings per second in a test."""
HARD = 29060
"""A VIERFREI number that is undecided after a few thousand positions."""


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that advances when it is read, once per slice of the search, so that results are reproducible."""
    monkeypatch.setattr(time, "monotonic", partial(next, count(0, 0.01)))


def won_by_words(number: int, words: list[str]) -> bool:
    board = FreeCellBoard.deal(number)
    for word in words:
        board.play_word(word)
    return board.won


@pytest.mark.parametrize(("number", "form"), [(0, "fc-solve"), (999999, "text")])
def test_a_solution_of_vierfrei_wins(number: int, form: str) -> None:
    status, out, err = run("solve", "vierfrei", number, "--format", form)
    assert (status, err) == (0, "")
    if form == "text":
        title, _, out = out.partition("\n")
    position = Position.vierfrei(number)
    moves = moves_in(out, position)
    assert sum(played(position, moves).foundations) == 52
    if form == "text":
        counts = f"{len(moves)} moves, {price_of(moves)} of them not home (at least {least_price(position)})"
        assert title == f"VIERFREI #{number}: can be won, {counts}"


def test_a_solution_of_freecell_wins() -> None:
    number = 32000
    status, out, err = run("solve", "freecell", number)
    assert (status, err) == (0, "")
    assert won_by_words(number, out.split("\n", 1)[1].split())
    line = json.loads(run("solve", "freecell", number, "--format", "json").out)
    assert list(line) == ["game", "number", "verdict", "moves", "states", "at_least"]
    assert (line["game"], line["number"], line["verdict"]) == ("freecell", number, "winnable")
    assert won_by_words(number, line["moves"])


def test_difficulty_is_printed_instead_of_deals() -> None:
    assert run("deal", "freecell", 617, 7, "--difficulty") == (0, "FreeCell #617: very hard\nFreeCell #7: easy\n", "")
    line = run("deal", "vierfrei", 42, "--difficulty", "--format", "json").out
    assert json.loads(line)["difficulty"] in [kind.value for kind in Difficulty]


def test_time_makes_a_solution_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    # However busy the computer is, a second is a fixed number of clock readings.
    clock = count()
    monkeypatch.setattr(time, "monotonic", lambda: next(clock) / LOOKS)
    lengths = []
    for options in (("--limit", 100_000), (), ("--seconds", 1), ("--short",)):
        line = json.loads(run("solve", "freecell", 10, *options, "--format", "json").out)
        assert won_by_words(10, line["moves"])
        lengths.append(len(line["moves"]))
    at_once, usual, second, short = lengths
    assert at_once > second > short
    # A number of positions limits the usual search, however slow the computer is.
    monkeypatch.setattr(time, "monotonic", lambda: next(clock) / 100_000)
    line = json.loads(run("solve", "freecell", 10, "--format", "json").out)
    assert (len(line["moves"]), line["states"] > 40_000) == (usual, True)


def test_ctrl_c_ends_the_search_with_its_best_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.1, 0.2])

    def pressed() -> float:
        try:
            return next(clock)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(time, "monotonic", pressed)
    status, out, err = run("solve", "freecell", 10, "--seconds", 60)
    assert (status, err) == (0, "")
    assert won_by_words(10, out.split("\n", 1)[1].split())


def test_a_solution_of_grossfamilien_wins() -> None:
    line = json.loads(run("solve", "grossfamilien", 7, "--format", "json").out)
    assert (line["game"], line["number"], line["verdict"]) == ("grossfamilien", 7, "winnable")
    board = FamilyBoard.deal(7)
    for word in line["moves"]:
        board.play_word(word)
    assert board.won
    status, out, err = run("solve", "grossfamilien", 7)
    assert (status, err) == (0, "")
    title, _, words = out.partition("\n")
    assert title == f"Großfamilien #7: can be won, {len(line['moves'])} moves"
    assert words.split() == line["moves"]


def test_a_search_beyond_the_limit_is_undecided() -> None:
    assert run("solve", "grossfamilien", 7, "--limit", 100) == (3, "Großfamilien #7: undecided, 100 positions\n", "")
    # A challenge is not in the census.
    number = f"{HARD}c3"
    results = {form: run("solve", "vierfrei", number, "--limit", 500, "--format", form) for form in FORMATS}
    assert {result.status for result in results.values()} == {3}
    line = json.loads(results["json"].out)
    assert (line["verdict"], line["moves"], line["states"]) == ("undecided", None, 500)
    assert results["text"].out == f"VIERFREI #{number}: undecided, 500 positions\n"
    assert results["fc-solve"][1:] == ("", f"gemport: VIERFREI #{number}: undecided\n")


def test_the_census_knows_more_than_a_short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    results = {form: run("solve", "vierfrei", HARD, "--limit", 500, "--format", form) for form in FORMATS}
    assert {result.status for result in results.values()} == {0}
    line = json.loads(results["json"].out)
    assert (line["verdict"], line["moves"], line["states"]) == ("winnable", None, 500)
    known = f"VIERFREI #{HARD}: can be won, no solution found"
    assert results["text"][1:] == (f"{known}, 500 positions\n", "")
    assert results["fc-solve"][1:] == ("", f"gemport: {known}\n")
    monkeypatch.setattr("gemport.cli.replay.solution", partial(solution, limit=500))
    assert run("replay", "--solve", HARD) == (0, "", f"gemport: {known}\n")


@pytest.mark.parametrize(("number", "limit"), [(HARD, 1), (HARD, 33), (1, 500)])
@pytest.mark.parametrize("seconds", [(), ("--seconds", 60)], ids=["at once", "seconds"])
def test_the_limit_bounds_the_positions(number: int, limit: int, seconds: tuple[object, ...]) -> None:
    line = json.loads(run("solve", "vierfrei", number, "--limit", limit, *seconds, "--format", "json").out)
    assert 0 < line["states"] <= limit
    assert number == HARD or line["states"] > limit // 2


@pytest.mark.parametrize(("game", "number"), [("vierfrei", 837_243), ("freecell", 11_982)])
def test_the_census_saves_a_proof(game: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemport.solver.judgement.quick_search", None)
    title = {"vierfrei": "VIERFREI", "freecell": "FreeCell"}[game]
    status, out, err = run("solve", game, number)
    assert (status, out.splitlines()[0], err) == (1, f"{title} #{number}: cannot be won", "")
    fields = list(json.loads(run("solve", game, number, "--format", "json").out))
    assert fields == ["game", "number", "verdict", "moves", "states", "at_least", "blocking"]
    assert run("deal", game, number, "--difficulty").out == f"{title} #{number}: impossible\n"
    recording = tmp_path / "game.txt"
    recording.write_text(f"game: {game}\nnumber: {number}\n\n1a 2b\n")
    review = f"{title} #{number}: 2 moves, cannot be won from the start\n---\n"
    assert run("replay", recording, "--review") == (0, review, "")


def test_a_solution_is_saved_for_pysolfc(tmp_path: Path) -> None:
    words = json.loads(run("solve", "freecell", 617, "--format", "json", "--pysolfc", tmp_path / "617.pso").out)[
        "moves"
    ]
    assert (tmp_path / "617.pso").read_bytes() == pysol_game(617, FreeCellBoard.deal(617), words)


def test_a_position_outside_the_census_is_proven_impossible(tmp_path: Path) -> None:
    file = tmp_path / "deal.txt"
    file.write_text(run("deal", "vierfrei", 244_536, "--format", "fc-solve").out)
    status, out, err = run("solve", "vierfrei", "--board", file)
    assert (status, err) == (1, "")
    assert out.startswith("VIERFREI deal.txt: cannot be won, ")


def test_a_board_file_has_the_solution_of_its_number(tmp_path: Path) -> None:
    """Columns in reverse or in another order have another result."""
    file, game = tmp_path / "deal.txt", "freecell"
    file.write_text(run("deal", game, 617, "--format", "fc-solve").out)
    of_number, of_file = (run("solve", game, *of).out.splitlines() for of in ([617], ["--board", file]))
    assert of_file[0] == of_number[0].replace("#617", "deal.txt")
    assert of_file[1:] == of_number[1:]
    line = json.loads(run("solve", game, "--board", file, "--format", "json").out)
    assert list(line) == ["game", "board", "verdict", "moves", "states", "at_least"]
    assert line["board"] == "deal.txt"


# ---- today


def test_a_days_numbers_are_printed() -> None:
    assert run("today", "--date", "2026-11-22").out.splitlines() == [
        "2026-11-22 VIERFREI #283359",
        "2026-11-22 FreeCell #23741",
        "2026-11-22 Großfamilien #580",
    ]
    # Without the census it would be 11982, which cannot be won.
    assert run("today", "freecell", "--date", "2095-04-17").out == "2095-04-17 FreeCell #28553\n"
    status, out, _ = run("today", "FreeCell", "--date", "2026-11-22", "--format", "json")
    assert (status, json.loads(out)) == (0, {"game": "freecell", "date": "2026-11-22", "number": 23741})


@pytest.mark.parametrize(("zone", "day"), [("Pacific/Kiritimati", "2026-11-22"), ("Pacific/Honolulu", "2026-11-21")])
@pytest.mark.skipif(os.name == "nt", reason="the zone of this system cannot be set by TZ")
def test_today_is_the_date_on_the_players_clock(zone: str, day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At noon UTC it is tomorrow in the Line Islands, and still today in Hawaii."""
    with monkeypatch.context() as patched:
        patched.setenv("TZ", zone)
        time.tzset()
        patched.setattr(time, "time", lambda: 1795262400.0 + 3600)
        assert {line.split()[0] for line in run("today").out.splitlines()} == {day}
        patched.setattr(time, "time", lambda: 1e20)
        assert refused("today") == "gemport: the system clock has no valid date; use --date"
    time.tzset()
