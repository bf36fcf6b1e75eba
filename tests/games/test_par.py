"""The par in the box about a victory: how few moves the program knows, worked out while the player plays."""

import re
from typing import Any

import pytest

from gemport.cards.freecell import FreeCellBoard
from gemport.gem import RETURN, UNDO
from gemport.play import analysis
from gemport.play.analysis import AFTER_A_MOVE, Par
from gemport.solver import Position, solve
from gemport.solver.slices import finish
from gemport.solver.solution import freecell_words
from gemport.store.statistics import Help
from tests.games import shared
from tests.games.players import Hand
from tests.games.test_advice import Begin, both, freecell, solve_it, vierfrei

ENOUGH = 10 * AFTER_A_MOVE + 20
"""Milliseconds of the machine's time in which is worked out what follows a move."""
ALL = 1_000_000


@pytest.fixture(autouse=True)
def _soon_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "FOR_PAR", 2_000)


def way_of(watched: Hand[Any]) -> list[str]:
    """The words of a way to win that is not short."""
    position = Position.on(watched.board)
    moves = solve(position).moves
    assert moves is not None
    return freecell_words(position, moves) if watched.game.name == "freecell" else list(map(str, moves))


def begin(game: Begin) -> tuple[Hand[Any], list[str]]:
    """A game after its first step, and the steps that win it."""
    watched = game()
    watched.program.play.looks.celebration = False
    words = way_of(watched)
    watched.make(words[0])
    wait_again(watched)
    return watched, words[1:]


def wait_again(watched: Hand[Any]) -> None:
    """Have something happen, so that the program sees what was played."""
    watched.hit(0)


def win(watched: Hand[Any], words: list[str]) -> str:
    """Win the game, and return what the box says on the par."""
    watched.make(" ".join(words[:-1]))
    for place in words[-1]:
        watched.hit(ord("9" if place == "h" else "0" if place in "abcd" else place))
    assert watched.board.won
    return watched.said(shared.WON, shared.WON_PAR)


def test_in_vierfrei_the_box_knows_a_shorter_way_and_that_some_moves_are_needed() -> None:
    watched, words = begin(vierfrei)
    watched.machine.advance(ENOUGH)
    said = re.fullmatch(r"Best known way: (\d+) moves, at least (\d+) needed", win(watched, words))
    assert said is not None
    assert 52 < int(said[2]) <= int(said[1]) < len(words)


def test_in_freecell_it_knows_a_way_of_so_many_steps() -> None:
    watched, words = begin(freecell)
    watched.machine.advance(ENOUGH)
    said = re.fullmatch(r"Best known way: (\d+) moves", win(watched, words))
    assert said is not None
    assert 40 <= int(said[1]) < len(words) - 30


@both
def test_it_rests_before_the_first_step_and_when_it_is_worked_out(game: Begin) -> None:
    watched = game()
    assert watched.machine.next_wakeup() is None
    watched.make("1a")
    wait_again(watched)
    assert watched.machine.next_wakeup() is not None
    assert not watched.machine.working, "nobody waits for it, a script neither"
    watched.machine.advance(ENOUGH)
    assert watched.machine.next_wakeup() is None
    for word in ("2b", "3c", "4d", UNDO, UNDO, UNDO, "2b"):
        if isinstance(word, str):
            watched.make(word)
        else:
            watched.hit(word)
        wait_again(watched)
        watched.machine.advance(ENOUGH)
    watched.hit(UNDO)
    assert watched.machine.next_wakeup() is not None
    watched.machine.advance(20)
    assert watched.machine.next_wakeup() is None, "nothing is left to be found"


def test_what_is_known_at_a_moment_depends_on_the_machines_time_alone() -> None:
    known = []
    for slices in (1, 97):
        watched, words = begin(freecell)
        for part in range(slices):
            watched.machine.advance(1200 * (part + 1) // slices - 1200 * part // slices)
        known.append(win(watched, words))
    assert known[0] == known[1] != ""


def test_another_number_has_a_par_of_its_own_and_the_same_again_keeps_it() -> None:
    watched, words = begin(freecell)
    watched.machine.advance(ENOUGH)
    watched.session.restart()
    first = win(watched, way_of(watched))
    watched.session.deal(2)
    watched.hit(RETURN)
    watched.make("1a")
    wait_again(watched)
    words = way_of(watched)
    watched.machine.advance(ENOUGH)
    par = Par(FreeCellBoard.deal(2))
    finish(par.work(AFTER_A_MOVE))
    assert win(watched, words) == f"Best known way: {par.best} moves" != first != ""


@pytest.mark.parametrize(
    ("best", "least", "words"),
    [
        (100, 80, "Best known way: 100 moves, at least 80 needed"),
        (111, 80, "As short as the best known way"),
        (112, None, "Shorter than the best known way: 112"),
        (111, 111, "No way is shorter"),
        (None, None, ""),
    ],
)
def test_it_compares_the_moves_made(
    monkeypatch: pytest.MonkeyPatch, best: int | None, least: int | None, words: str
) -> None:
    def work(par: Par) -> object:
        par.best, par.least = best, least
        yield

    monkeypatch.setattr(Par, "work", work)
    watched, way = begin(vierfrei)
    watched.machine.advance(100)
    said = win(watched, way)
    assert watched.board.moves_made == 111
    assert words in said
    assert bool(words) == bool(said)


def test_a_game_that_the_program_has_solved_and_one_that_cannot_be_won_have_none() -> None:
    watched, _ = begin(vierfrei)
    solve_it(watched)
    assert watched.session.help is Help.SOLVED
    assert not str(watched.tree(shared.WON)[shared.WON_PAR].ob_spec).strip()
    never = freecell(11982, impossible={11982})
    never.hit(0x1C0D)
    never.make("1a")
    wait_again(never)
    assert never.machine.next_wakeup() is None
