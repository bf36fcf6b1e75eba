"""The analysis and its commands in VIERFREI and FreeCell: hint, winnable or not, solution, undoing the mistake."""

import re
from collections.abc import Container
from pathlib import Path
from typing import Any

import pytest

from gemport.cards.cells import Autoplay
from gemport.cards.game import AnyGame
from gemport.games.freecell import GAME as FREECELL
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.gem import BoxSpeed, GRect, Message, MouseNumber, Raster
from gemport.gem.aes.keys import key_press
from gemport.play.advice import BOXES
from gemport.play.analysis import Analysis, Finding
from gemport.play.basics import HINT_MS
from gemport.play.cellplay import CellPlay
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH
from gemport.play.table import BESIDE, HINT_EDGE
from gemport.solver import Limits, Verdict
from gemport.solver.sliced_work import finish
from gemport.store.session import AnySession
from gemport.store.sqlite import Store
from tests.games import shared
from tests.games.players import (
    HARD,
    LONG_LOST,
    LOST,
    Begin,
    Game,
    Hand,
    Hands,
    Player,
    both,
    freecell,
    vierfrei,
)
from tests.games.sessions import Book, make, session_of

NEVER = "[1][This game could never be won:|that is proven. It is not|your fault.][ OK ]"


# ---- hint


def changed(before: Raster, after: Raster, area: GRect) -> set[str]:
    """Compare an area of two pictures; return {"0"} if they are equal there, {"1"} if inverted, otherwise both."""
    rows = zip(before.rows[area.y : area.bottom], after.rows[area.y : area.bottom], strict=True)
    return set("".join(f"{a ^ b:0{before.stride}b}"[area.x : area.right] for a, b in rows))


def hinted(watched: Hand[Any]) -> tuple[Raster, list[GRect]]:
    """Return the picture of a hint with moving boxes off, and the rectangles of its card and its goal."""
    watched.machine.box_speed = BoxSpeed.OFF
    watched.key("F8")
    table = watched.program.table
    assert table.marks.hint is not None
    ends = [GRect(*table.corner(place), CARD_WIDTH, CARD_HEIGHT) for place in table.marks.hint]
    return watched.machine.frame(pointer=False), ends


@both
@pytest.mark.parametrize("counting", [False, True])
def test_a_hint_marks_both_places_for_five_seconds(game: Begin, counting: bool) -> None:
    """The card and the goal were once marked alike, so that without the moving box the direction was not visible."""
    watched = game()
    watched.key(*["Ctrl+t"] * counting)
    # The difficulty appears in the line.
    watched.wait()
    machine, before = watched.machine, watched.machine.frame(pointer=False)
    first, (card, goal) = hinted(watched)
    ((x1, y1, x2, y2),) = watched.boxes
    assert ((x1, y1) != (x2, y2), watched.words, watched.alerts) == (True, [], [])
    machine.advance(HINT_MS - 20)
    for shown in (first, machine.frame(pointer=False)):
        # A card is narrower than its picture, and its corners are round.
        assert changed(before, shown, card.inset(10)) == {"1"}
        assert changed(before, shown, goal.inset(HINT_EDGE + 2)) == {"0"}
        assert changed(before, shown, GRect(goal.x + 10, goal.y, goal.w - 20, HINT_EDGE)) == {"1"}
        right = GRect(goal.right - BESIDE - HINT_EDGE, goal.y + 10, HINT_EDGE, goal.h - 20)
        assert changed(before, shown, right) == {"1"}
    machine.advance(20)
    assert watched.picture() == before.to_bytes()


@both
def test_the_next_input_ends_a_hint_and_counts(game: Begin) -> None:
    watched = game()
    for _ in range(2):
        again, (card, goal) = hinted(watched)
        watched.machine.advance(HINT_MS - 1000)
    assert watched.full_picture() == again.to_bytes()
    watched.drag((card.x + 20, card.y + 6), (goal.x + 20, goal.y + 6))
    assert len(watched.words) == 1
    assert watched.picture() == watched.full_picture()


# ---- messages


@both
@pytest.mark.parametrize(
    ("number", "impossible", "words", "keys", "told"),
    [
        (7, True, "", "Return F8", [NEVER]),
        (7, True, "1a", "Return Ctrl+b Return Ctrl+g", [NEVER, NEVER]),
        (42, False, "6a", "Ctrl+b", ["[1][There is nothing to undo:|The game can still be won.][ OK ]"]),
    ],
)
def test_what_is_said_without_a_move(
    game: Begin, number: int, impossible: bool, words: str, keys: str, told: list[str]
) -> None:
    watched = game(number, impossible={number} if impossible else ())
    names = keys.split()
    watched.key(*names[:impossible])
    watched.make(words)
    watched.key(*names[impossible:])
    assert (watched.alerts[impossible:], " ".join(watched.words)) == (told, words)


def test_what_is_proven_and_what_is_not_known_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = freecell(LOST[0])
    watched.make(LOST[1])
    watched.key("Ctrl+g")
    assert watched.alerts == ["[1][From here the game cannot be won.|That is proven.][ OK ]"]
    monkeypatch.setattr(Analysis.think, "__defaults__", (Limits(quick=(), exhaustive=200), 0))
    watched = freecell(HARD)
    watched.key("Ctrl+g")
    assert re.search(r"After [1-9]\d* positions it is\|still unknown", watched.alerts[0])


@both
def test_that_a_game_can_be_won_is_said_with_the_moves_it_takes(game: Begin) -> None:
    watched = game()
    watched.key("Ctrl+g")
    said = r"\[1\]\[Yes, this game can be won\.\|Moves in the solution found: (\d+)\]\[ OK \]"
    match = re.fullmatch(said, watched.alerts[0])
    assert match is not None
    watched.key("Return")
    play = watched.program.play
    assert isinstance(play, CellPlay)
    assert play.analysis.known() == Finding(Verdict.WINNABLE, int(match[1]))


@both
def test_a_game_that_is_won_leaves_nothing_to_ask(game: Begin) -> None:
    watched = game()
    for place, cards in watched.board.piles.items():
        cards[:] = range(place - 52, 52, 4) if 52 <= place < 56 else ()
    assert [watched.key(key) for key in ("F8", "Ctrl+g", "Ctrl+l", "Ctrl+b")] == [1] * 4
    assert not watched.alerts


@pytest.mark.parametrize(
    ("game", "lost", "more"), [(freecell, LOST, 0), (vierfrei, LONG_LOST, 0), (vierfrei, LONG_LOST, BOXES)]
)
def test_the_mistake_is_undone_and_can_be_redone(game: Begin, lost: tuple[int, str, int], more: int) -> None:
    """Long undos are made immediately, without moving boxes."""
    number, words, count = lost
    watched = game(number)
    watched.make(words)
    for _ in range(more):
        watched.make(str(watched.board.legal_moves()[0]))
    made, here = watched.words, watched.program.table.corner(watched.board.history[-1].target)
    watched.key("Ctrl+b")
    assert watched.words == words.split()[:-count]
    assert watched.boxes == [] if more else watched.boxes[0][:2] == here
    assert watched.alerts == [f"[1][Moves undone: {count + more}|From here the game|can be won again.][ OK ]"]
    watched.key("Return", "Ctrl+y")
    assert watched.words == made[: len(words.split()) - count + 1]


# ---- during the search


def busy(watched: Hand[Any]) -> bool:
    return watched.pointers[-1] == MouseNumber.BUSY_BEE


def thinking(key: str = "F8", ms: int = 320) -> Hand[Any]:
    """Return a game during an analysis that takes long; after 300 ms its box is open."""
    watched = freecell(HARD)
    watched.make("1a")
    watched.full_picture()
    watched.machine.key(*key_press(key))
    watched.machine.advance(ms)
    assert (busy(watched), watched.machine.working) == (True, True)
    return watched


@pytest.mark.parametrize(("asked", "cancel"), [("F8", "Esc"), ("Ctrl+g", "Undo"), ("Ctrl+l", "C"), ("Ctrl+b", "")])
def test_a_search_shows_its_progress_and_is_cancelled(asked: str, cancel: str) -> None:
    watched = thinking(asked)
    before = watched.said(shared.SEARCH, shared.SEARCH_TEXT)
    while watched.said(shared.SEARCH, shared.SEARCH_TEXT) == before:
        watched.machine.advance(10)
    text = watched.said(shared.SEARCH, shared.SEARCH_TEXT)
    assert re.fullmatch(r"Searching \.\.\. Positions: \d+", text)
    drawn = watched.picture()
    watched.machine.send(Message.redraw(1, watched.program.table.work))
    assert (watched.said(shared.SEARCH, shared.SEARCH_TEXT), watched.picture()) == (text, drawn)
    watched.key(cancel) if cancel else watched.button(shared.SEARCH, shared.SEARCH_CANCEL)
    assert (busy(watched), watched.machine.working) == (False, False)
    assert (watched.words, watched.alerts, watched.picture()) == (["1a"], [], watched.full_picture())


@pytest.mark.parametrize("ms", [100, 320])
def test_other_keys_neither_cancel_a_search_nor_act(ms: int) -> None:
    watched = thinking(ms=ms)
    for key in ("F8", "F1", "F3", "Return", "x", "Right"):
        watched.machine.key(*key_press(key))
    watched.machine.advance(200)
    assert (busy(watched), watched.machine.working) == (True, True)
    watched.key("Esc")
    assert (watched.words, watched.session.number) == (["1a"], HARD)


def test_keys_wait_for_the_end_of_a_short_search() -> None:
    watched = freecell(1)
    watched.make("1a")
    for key in ("F8", "Undo"):
        watched.machine.key(*key_press(key))
    assert (busy(watched), watched.words) == (True, ["1a"])
    watched.machine.settle()
    assert (watched.words, len(watched.boxes)) == ([], 2)


@pytest.mark.parametrize(("by_key", "ms"), [(True, 320), (False, 320), (False, 20)])
def test_quitting_ends_a_long_thought_and_the_program(by_key: bool, ms: int) -> None:
    machine = thinking(ms=ms).machine
    machine.key(*key_press("F10")) if by_key else machine.request_quit()
    assert machine.finished


# ---- impossible numbers


@both
@pytest.mark.parametrize("at_start", [True, False])
@pytest.mark.parametrize("anyway", [True, False])
def test_an_impossible_number_is_asked_about(game: Begin, at_start: bool, anyway: bool) -> None:
    watched = game(*[77] * at_start, impossible={77})
    if not at_start:
        watched.choose("select")
        watched.key(*["Backspace"] * 6, "7", "7", "Return")
    assert watched.alerts == ["[2][Game 77 cannot be won.|That is proven.][ Play it anyway | Another game ]"]
    if anyway:
        watched.key("Return")
    else:
        watched.answer(2)
        watched.key(*["Backspace"] * 6, "7", "8", "Return")
    assert watched.session.number == (77 if anyway else 78)
    assert len(watched.alerts) == 1


@both
def test_resumed_or_random_impossible_games_start(game: Begin) -> None:
    watched = game(77, impossible={77})
    watched.key("Return")
    watched.make("1a")
    again = [game(number, records=watched.records, impossible=range(1, 1_000_000)) for number in (77, None)]
    assert [hand.alerts for hand in again] == [[], []]


def test_new_leaves_impossible_games_out_if_it_is_told_to() -> None:
    chosen = freecell().session
    first, second = chosen.next_number(), chosen.next_number()
    for told in (False, True):
        watched = freecell(impossible={first})
        if told:
            watched.choose("only winnable")
        watched.choose("new")
        assert watched.session.number == (second if told else first)
        assert watched.session.records.setting("only_winnable", False) is told


# ---- results are remembered, independent of the places that hold the cards


def game_of(game: AnyGame, number: int, impossible: Container[int] = ()) -> tuple[AnySession, Analysis[Any]]:
    session: AnySession = session_of(game, number)
    return session, Analysis(session, impossible)


@pytest.mark.parametrize(
    ("number", "autoplay"),
    [(1, Autoplay.SAFE), (2, Autoplay.ALL), (617, Autoplay.NONE), (31465, Autoplay.SAFE)],
)
def test_a_solutions_steps_win_freecell_despite_autoplay(number: int, autoplay: Autoplay) -> None:
    session, found = game_of(FREECELL, number)
    session.board.autoplay = autoplay
    finding = finish(found.think())
    assert finding.verdict is Verdict.WINNABLE
    left = finding.steps
    while (step := found.next_step()) is not None:
        assert found.known() == Finding(Verdict.WINNABLE, left)
        make(session, step.word)
        left = (left or 0) - 1
    assert (session.board.won, left) == (True, 0)


@pytest.mark.parametrize(("game", "number"), [(VIERFREI, 696_714), (FREECELL, 617)])
def test_hints_win_if_the_program_is_closed_after_each(game: AnyGame, number: int, tmp_path: Path) -> None:
    steps = 0
    won = False
    while not won:
        with Store(tmp_path) as store:
            session: AnySession = session_of(game, number, store.records(game.name))
            found: Analysis[Any] = Analysis(session)
            left = finish(found.think()).steps
            assert not steps or left == steps - 1
            steps = left or 0
            step = found.next_step()
            assert step is not None
            make(session, step.word)
            won = session.board.won


@pytest.mark.parametrize("saved", [7, [1], [617, [[1]], []], [617, None, None], [617, [[]] * 16, [[1, 2]]]])
def test_a_damaged_solution_is_searched_again(saved: object) -> None:
    records = Book("freecell")
    records.save_solution(saved)
    session: AnySession = session_of(FREECELL, 617, records)
    assert Analysis(session).known() is None


@pytest.mark.parametrize("number", [0, 42, 999_999])
def test_other_places_keep_the_known_solution(number: int) -> None:
    """A player who uses another free cell than the solution is still on it, and it continues from there."""
    session, found = game_of(VIERFREI, number)
    finding = finish(found.think())
    while (step := found.next_step()) is not None:
        word = step.word
        free = [cell for cell, card in zip("abcd", session.board.cells, strict=True) if card is None]
        make(session, word[0] + free[-1] if word[1] in "abcd" and word[0] not in "abcd" else word)
    assert (session.board.won, session.board.moves_made) == (True, finding.steps)


def test_lost_positions_are_not_searched_again() -> None:
    session, found = game_of(FREECELL, LOST[0])
    make(session, *LOST[1].split())
    session.pull()
    assert finish(found.think()).verdict is Verdict.IMPOSSIBLE
    make(session, "81")
    assert found.known() == Finding(Verdict.IMPOSSIBLE)
    assert finish(found.think(Limits(quick=(), exhaustive=1))).verdict is Verdict.IMPOSSIBLE


def test_a_saved_solution_is_known_when_its_number_returns() -> None:
    session, found = game_of(FREECELL, 1)
    finish(found.think())
    make(session, "1a")
    session.restart()
    assert found.known() is not None
    session.deal(2)
    assert found.known() is None
    session.deal(1)
    assert found.known() is not None


@pytest.mark.parametrize(
    ("kind", "lost", "lang", "under"), [(Player, LOST, "en", "lies under"), (Game, LONG_LOST, "de", "liegt unter")]
)
def test_a_lost_game_is_explained_on_the_table(kind: Hands, lost: tuple[int, str, int], lang: str, under: str) -> None:
    watched = kind(lost[0], lang=lang)
    make(watched.session, *lost[1].split())
    watched.machine.settle()
    before = watched.full_picture()
    watched.key("Ctrl+g", "Return")
    marks = watched.program.table.marks
    assert marks.notice is not None
    assert re.match(f"(.|10)[♣♥♠♦] {under} (.|10)[♣♥♠♦], ", str(marks.notice[1].ob_spec))
    assert len(marks.cards) > 1
    assert before != watched.picture() == watched.full_picture()
    watched.wait()
    watched.machine.advance(HINT_MS)
    watched.machine.settle()
    assert (marks.notice, marks.cards) == (None, ())
    assert watched.full_picture() == before
