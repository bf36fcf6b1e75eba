"""The end of a game: the victory box, the par, and the help that the program gave."""

import re
from typing import Any

import pytest

from gemport.cards.challenge import challenge_number
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.vierfrei import VierfreiBoard
from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.gem import GRect, object_rect
from gemport.gem.aes.keys import key_press
from gemport.play import analysis
from gemport.play.analysis import PAR_STEPS_PER_MOVE, Par
from gemport.play.cellplay import CellPlay
from gemport.solver import Position, solve
from gemport.solver import grossfamilien as solver
from gemport.solver.grossfamilien import think_of_hint
from gemport.solver.sliced_work import finish
from gemport.solver.solution import freecell_words
from gemport.store.collection import Progress
from gemport.store.statistics import Help, Outcome, Statistics
from tests.cards.cells.strategies import cell_board
from tests.games import shared
from tests.games.players import (
    HARD,
    Begin,
    Familien,
    Game,
    Hand,
    Player,
    both,
    freecell,
    plain_files,
    recorded,
    solve_it,
    vierfrei,
)
from tests.games.sessions import Book, tally
from tests.games.test_infoline import line
from tests.games.vierfrei.test_follow import GAMES, Playback

LONGEST = 15_000
"""Upper limit for the falling cards, in milliseconds."""
CORNER = 4, 390
"""A point of the window outside the box and all cards."""


def box_lines(game: Hand[Any], *names: str) -> list[str]:
    """Return lines of the victory box by their names without ``WON_``."""
    return [game.said(shared.WON, getattr(shared, f"WON_{name}")) for name in names]


# ---- the box


def before_the_win(number: int = 42, records: Book | None = None, celebration: bool = True) -> Game:
    """Return a game whose last two cards, of clubs, are still in a column."""
    game = Game(number, records=records)
    game.program.play.looks.celebration = celebration
    board = cell_board(VierfreiBoard, ["KC QC"], "", (11, 13, 13, 13))
    board.number = number
    game.put(board)
    game.fuller()
    game.fuller()
    return game


def win(game: Game) -> Game:
    game.act("1>C 1>C")
    assert game.board.won
    return game


@pytest.fixture
def won() -> Game:
    return win(before_the_win())


def test_the_victory_box_shows_moves_undos_and_time() -> None:
    game = before_the_win()
    game.act("1>C")
    game.machine.advance(65_000)
    game.key("Undo")
    win(game)
    expected = ["2", "1", "1:05", "Dieses Spiel zum ersten Mal gewonnen."]
    assert box_lines(game, "MOVES", "UNDOS", "TIME", "BEST") == expected


@pytest.mark.parametrize(
    ("moves", "words"), [(1, "Ergebnis: 1 Z"), (2, "So gut wie"), (3, "bestes Ergebnis, bisher 3 Z")]
)
def test_it_says_whether_it_is_the_best_of_the_number(moves: int, words: str) -> None:
    book = Book("vierfrei")
    book.count(42, Outcome.WON, Progress(moves, 52), 0)
    book.count(43, Outcome.WON, Progress(1, 52), 0)
    assert words in box_lines(win(before_the_win(records=book)), "BEST")[0]


THEN = {
    "the next": (VierfreiBoard.deal(42).next_number, 0, False),
    "another": (7, 0, False),
    "the same": (42, 0, False),
    "none": (42, 2, True),
}
"""Number, moves made and outcome of the game that is on the table afterwards."""


def check_then(game: Game, then: str) -> None:
    if then == "another":
        game.key("7", "Return")
    assert (game.board.number, game.board.moves_made, game.board.won) == THEN[then]


@pytest.mark.parametrize(
    ("button", "then"),
    [
        (shared.WON_NEXT, "the next"),
        (shared.WON_SELECT, "another"),
        (shared.WON_AGAIN, "the same"),
        (shared.WON_OK, "none"),
    ],
)
def test_its_buttons(won: Game, button: int, then: str) -> None:
    won.key("x")
    won.button(shared.WON, button)
    check_then(won, then)


@pytest.mark.parametrize(
    ("keys", "then"),
    [
        *((f"x {key}", "none") for key in ("Return", "Esc", "Undo")),
        *((keys, "the next") for keys in ("F1", "x F1", "x n")),
        *((keys, "another") for keys in ("F2", "x F2", "x w", "x Tab Tab Return")),
        *((keys, "the same") for keys in ("F3", "x F3", "x v", "x Left Space")),
    ],
)
def test_its_keys_and_those_of_the_menu_while_cards_fall(won: Game, keys: str, then: str) -> None:
    won.machine.advance(500)
    won.key(*keys.split())
    check_then(won, then)


def test_delete_shows_the_victory_box_again(won: Game) -> None:
    won.key("x", "Return", "Delete", "x")
    won.button(shared.WON, shared.WON_NEXT)
    check_then(won, "the next")


def test_the_closer_ends_the_program_while_cards_fall(won: Game) -> None:
    won.machine.advance(500)
    won.closer()
    assert won.machine.finished


# ---- the celebration


def calm() -> Game:
    """Return the same victory without falling cards, so that only the box is shown."""
    game = win(before_the_win(celebration=False))
    assert game.machine.next_wakeup() is None
    return game


def test_cards_fall_over_the_table_before_the_box(won: Game) -> None:
    box, seen = calm(), set()
    middle: GRect = object_rect(box.tree(shared.WON), 0).inset(-3)
    for _ in range(100):
        won.machine.advance(80)
        seen.add(tuple(won.pixels(*middle)))
    assert len(seen) > 50, "nothing lies in their way"
    lowest = won.machine.frame(pointer=False).rows[won.program.table.work.bottom - 1]
    assert "1" * 400 in f"{lowest:b}", "all stand on the window's edge once"
    assert won.picture() != box.picture()
    won.machine.advance(LONGEST)
    assert (won.picture(), won.machine.next_wakeup()) == (box.picture(), None)


def test_the_game_number_decides_how_cards_fall() -> None:
    pictures = []
    for number, duration in ((42, 11_060), (42, 11_060), (43, 11_700)):
        game = win(before_the_win(number))
        game.machine.advance(2_000)
        pictures.append(game.pixels(*game.program.table.work))
        game.machine.advance(duration - 2_000 - 1)
        assert game.machine.next_wakeup() == 1
        game.machine.advance(1)
        assert game.machine.next_wakeup() is None
    assert pictures[0] == pictures[1] != pictures[2]


@pytest.mark.parametrize("skip", ["x", "Return", "click"])
def test_any_key_or_click_is_enough_of_it_and_the_box_comes(won: Game, skip: str) -> None:
    box = calm()
    won.machine.advance(1_000)
    won.click(CORNER) if skip == "click" else won.key(skip)
    assert (won.picture(), won.machine.next_wakeup()) == (box.picture(), None)
    for game in (won, box):
        game.key("Return")
    assert won.picture() == box.picture() == box.full_picture()
    assert won.board.won


def test_cards_keep_falling_after_a_redraw(won: Game) -> None:
    won.machine.advance(1_000)
    bare = won.full_picture()
    assert bare == win(before_the_win()).picture()
    won.machine.advance(1_000)
    assert won.picture() != bare
    won.machine.advance(LONGEST)
    assert won.picture() == calm().picture()


# ---- the par: the number of moves in the best known solution, computed while the player plays

ENOUGH = 10 * PAR_STEPS_PER_MOVE + 20
"""Time in milliseconds that is enough for the computation after a move."""


@pytest.fixture
def _soon_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "PAR_STATES", 2_000)


soon_done = pytest.mark.usefixtures("_soon_done")


def way_of(watched: Hand[Any]) -> list[str]:
    """Return the steps of a solution that is not short."""
    position = Position.on(watched.board)
    moves = solve(position).moves or ()
    return freecell_words(position, moves) if watched.game.name == "freecell" else list(map(str, moves))


def play(watched: Hand[Any], words: str) -> None:
    """Make steps, then press a key so that the program notices them."""
    watched.make(words)
    watched.key("Esc")


def begin(game: Begin) -> tuple[Hand[Any], list[str]]:
    """Return a game after its first step, and the remaining steps of a solution."""
    watched = game()
    watched.program.play.looks.celebration = False
    first, *words = way_of(watched)
    play(watched, first)
    return watched, words


def par_at_the_win(watched: Hand[Any], words: list[str]) -> str:
    """Win the game, and return the line of the box about the par."""
    watched.make(" ".join(words[:-1]))
    watched.key(*("9" if place == "h" else "0" if place in "abcd" else place for place in words[-1]))
    assert watched.board.won
    return box_lines(watched, "PAR")[0]


@soon_done
def test_vierfreis_box_shows_par_and_its_lower_bound() -> None:
    watched, words = begin(vierfrei)
    watched.machine.advance(ENOUGH)
    said = re.fullmatch(r"Best known: (\d+) moves; proven minimum: (\d+)", par_at_the_win(watched, words))
    assert said is not None
    assert 52 < int(said[2]) <= int(said[1]) < len(words)


@soon_done
@both
def test_par_rests_before_the_first_step_and_when_done(game: Begin) -> None:
    watched = game()
    assert watched.machine.next_wakeup() is None
    play(watched, "1a")
    assert watched.machine.next_wakeup() is not None
    assert not watched.machine.working, "nobody waits for it, a script neither"
    watched.machine.advance(ENOUGH)
    assert watched.machine.next_wakeup() is None
    for word in ("2b", "3c", "4d", "", "", "", "2b"):
        watched.key(*["Undo"] * (not word))
        play(watched, word)
        watched.machine.advance(ENOUGH)
    watched.key("Undo")
    assert watched.machine.next_wakeup() is not None
    watched.machine.advance(20)
    assert watched.machine.next_wakeup() is None, "nothing is left to be found"


@soon_done
def test_par_depends_only_on_the_machines_time() -> None:
    known = []
    for slices in (1, 97):
        watched, words = begin(freecell)
        for part in range(slices):
            watched.machine.advance(1200 * (part + 1) // slices - 1200 * part // slices)
        known.append(par_at_the_win(watched, words))
    assert known[0] == known[1] != ""


@soon_done
def test_par_is_kept_until_another_number() -> None:
    watched, _ = begin(freecell)
    watched.machine.advance(ENOUGH)
    watched.session.restart()
    first = par_at_the_win(watched, way_of(watched))
    watched.session.deal(2)
    watched.key("Return")
    play(watched, "1a")
    words = way_of(watched)
    watched.machine.advance(ENOUGH)
    par = Par(FreeCellBoard.deal(2))
    finish(par.work(PAR_STEPS_PER_MOVE))
    assert par_at_the_win(watched, words) == f"Best known solution: {par.best} moves" != first != ""


@pytest.mark.parametrize(
    ("best", "least", "words"),
    [
        (100, 80, "Best known: 100 moves; proven minimum: 80"),
        (111, 80, "As short as the best known solution"),
        (112, None, "Shorter than the best known solution: 112"),
        (111, 111, "Proven: no solution is shorter"),
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
    said = par_at_the_win(watched, way)
    assert watched.board.moves_made == 111
    assert (words in said, bool(words)) == (True, bool(said))


@soon_done
def test_solved_and_impossible_games_have_no_par() -> None:
    watched, _ = begin(vierfrei)
    solve_it(watched)
    assert (watched.session.help, box_lines(watched, "PAR")) == (Help.SOLVED, [""])
    never = freecell(HARD, impossible={HARD})
    never.key("Return")
    play(never, "1a")
    assert never.machine.next_wakeup() is None


# ---- the program's help is saved with the game


@both
def test_no_cards_fall_for_the_programs_solution(game: Begin) -> None:
    watched = game()
    solve_it(watched)
    lines = ["The program has solved this game.", "It counts neither as won nor as lost."]
    assert box_lines(watched, "TITLE", "BEST") == lines
    before = watched.picture()
    watched.machine.advance(3_000)
    assert (watched.picture(), watched.machine.next_wakeup()) == (before, None)
    records = watched.session.records
    assert tally(records) == Statistics()
    assert (records.best(watched.session.number), records.unfinished()) == (None, [])


@pytest.mark.parametrize("asked", ["F8", "Ctrl+g", "Ctrl+o", "Ctrl+b"])
@both
def test_what_the_program_says_is_help_and_undo_is_not(game: Begin, asked: str) -> None:
    watched = game()
    watched.make("6a")
    for key, help_ in (("Undo", Help.NONE), (asked, Help.HELPED)):
        watched.key(key)
        assert watched.session.help is help_
    watched.key("Return")
    watched.make("6a")
    assert [kept.help for kept in watched.records.unfinished()] == [Help.HELPED]


def test_what_the_program_could_not_find_out_is_no_help() -> None:
    watched = freecell(HARD)
    watched.machine.key(*key_press("F8"))
    watched.machine.advance(200)
    watched.machine.key(*key_press("Esc"))
    assert watched.session.help is Help.NONE


def test_a_hint_of_grossfamilien_is_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "think_of_hint", lambda board: think_of_hint(board, limit=300))
    game = Familien(recorded("won").number)
    game.play(list(recorded("won").words)[:3])
    assert game.session.help is Help.NONE
    game.key("F8")
    assert [kept.help for kept in game.session.records.unfinished()] == [Help.HELPED]


@pytest.mark.parametrize(("helps", "shown"), [([0, 1, 0], "2"), ([None, 1, 0, None], "1 (+2 ?)"), ([None], "0 (+1 ?)")])
def test_statistics_show_unaided_and_unknown_wins(helps: list[int | None], shown: str) -> None:
    book = Book("vierfrei")
    for number, help_ in enumerate(helps):
        known = None if help_ is None else Help(help_)
        book.count(number, Outcome.WON, Progress(80 - number, 52, number), 0, known)
    game = Game(1, records=book)
    game.key("F5")
    assert game.said(rsc.STATISTICS, shared.STATISTICS_UNAIDED) == shown
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
    player.key(*["F8"] * helped)
    player.lay(["KC"], foundations=(12, 13, 13, 13))
    player.key("1", "9")
    assert box_lines(player, "TITLE", "BEST") == ["Congratulations, you have won!", line]


@pytest.mark.parametrize("original", [False, True])
def test_a_replay_shows_no_victory_in_the_players_name(original: bool) -> None:
    """There are no congratulations and no falling cards, and with the original's resource no box appears."""
    playback = Playback(GAMES[0].read_text(encoding="utf-8"), used=plain_files() if original else None)
    playback.pause(playback.steps)
    assert (playback.board.won, playback.machine.next_wakeup()) == (True, None)
    if original:
        assert playback.picture() == playback.full_picture()
    else:
        lines = ["Hier endet die Aufzeichnung.", "Es zählt weder als gewonnen noch als verloren."]
        assert box_lines(playback, "TITLE", "BEST") == lines


# ---- difficulty and par


@pytest.mark.parametrize(("game", "level"), [(vierfrei, "easy"), (freecell, "medium")])
def test_difficulty_and_par_follow_when_they_are_known(game: Begin, level: str) -> None:
    watched = game()
    assert line(watched) is None
    watched.key("Ctrl+t")
    assert line(watched) == " Moves: 0    Time: 0:00"
    watched.wait()
    assert line(watched) == f" Moves: 0    Time: 0:00    Level: {level}"
    watched.act("1>a wait")
    play = watched.program.play
    assert isinstance(play, CellPlay)
    par = play.analysis.par.best
    assert (line(watched) or "").endswith(f"    Level: {level}, par {par}")
    watched.key("Ctrl+o")
    assert (line(watched) or "").endswith(f"    Can still be won (help)    Level: {level}, par {par}")
    watched.key("Ctrl+t", "F1")
    watched.wait()
    assert line(watched) == " Can still be won (help)"


@both
def test_a_rating_without_room_is_left_out_entirely(game: Begin) -> None:
    watched = game(size=(504, 640))
    watched.key("Ctrl+t", "Ctrl+o")
    watched.wait()
    assert line(watched) == " Moves: 0    Time: 0:00    Can still be won (help)"


def test_challenges_have_no_difficulty() -> None:
    watched = freecell(challenge_number(42, 3))
    watched.key("Ctrl+t")
    watched.wait()
    assert line(watched) == " Moves: 0    Time: 0:00"
