"""Hint, Can it be won?, Show solution and Back before the mistake, in VIERFREI and in FreeCell."""

import re
from collections.abc import Callable, Container, Sequence
from typing import Any, TypeAlias

import pytest

from gemport.games.freecell import freecell_rsc as rsc
from gemport.gem import LEFT, BoxSpeed, GRect, Message, MouseNumber, Raster, keys
from gemport.hosts.events import Event
from gemport.play import analysis
from gemport.play.advice import BOXES
from gemport.play.analysis import Analysis, Finding
from gemport.play.basics import HINT_SHOWN
from gemport.play.cellplay import CellPlay
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH
from gemport.play.table import HINT_EDGE
from gemport.solver import Limits, Position, Verdict, solve
from gemport.solver.short import price_of
from tests.games.players import Game, Hand, Player
from tests.games.test_exchange import choose

HARD = 11982
"""A game of FreeCell about which one can think for long: it cannot be won."""
LOST = 5, "3b 1c 2d 1a 38 15 c1 2c 18 81 18 81 18 81", 7
"""A game of FreeCell, moves to a lost position, and how many of them have to be taken back."""
LONG_LOST = 42, "7a 8c 3b ad da 8d 37 4h 46 32 3h 2h 72 27", 9
"""The same of VIERFREI."""
NEVER = "[1][This game cannot be won,|from the start: that is proven,|and no fault of yours.][ OK ]"


def vierfrei(number: int = 42, impossible: Container[int] = ()) -> Game:
    return Game(number, lang="en", impossible=impossible)


def freecell(number: int = 1, impossible: Container[int] = (), lang: str = "en") -> Player:
    return Player(number, lang=lang, impossible=impossible)


def inverted(before: Raster, after: Raster, area: GRect) -> bool:
    """Return whether two pictures differ in every pixel of a card, except near its rounded edge."""
    card = area.inset(10)
    mask = ((1 << card.w) - 1) << before.width - card.x - card.w
    return all((before.rows[y] ^ after.rows[y]) & mask == mask for y in range(card.y, card.y + card.h))


def framed(before: Raster, after: Raster, area: GRect) -> bool:
    """Return whether two pictures differ in a card's edges alone."""
    # A card is narrower than its picture.
    inner, edge = area.inset(HINT_EDGE + 2), GRect(area.x + 10, area.y, area.w - 20, HINT_EDGE)
    mask = ((1 << inner.w) - 1) << before.width - inner.x - inner.w
    same = all((before.rows[y] ^ after.rows[y]) & mask == 0 for y in range(inner.y, inner.y + inner.h))
    mask = ((1 << edge.w) - 1) << before.width - edge.x - edge.w
    return same and all((before.rows[y] ^ after.rows[y]) & mask == mask for y in range(edge.y, edge.y + edge.h))


def busy(watched: Hand[Any]) -> bool:
    return watched.pointers[-1] == MouseNumber.BUSY_BEE


def solve_it(watched: Hand[Any]) -> None:
    """Have a solution shown, and play on from its last position."""
    for word in (keys.CONTROL_L, keys.UNDO, ord("P")):
        watched.hit(word)
    assert watched.board.won


both = pytest.mark.parametrize("game", [vierfrei, freecell])
Begin: TypeAlias = Callable[..., Hand[Any]]


# ---- hint


@both
def test_a_hint_is_a_box_that_goes_there_and_nothing_has_happened(game: Begin) -> None:
    watched = game()
    before = watched.machine.frame(pointer=False).to_bytes()
    watched.hit(keys.F8)
    ((x1, y1, x2, y2),) = watched.boxes
    assert (x1, y1) != (x2, y2)
    assert not watched.words
    assert not watched.alerts
    watched.hit(keys.ESCAPE)
    assert watched.machine.frame(pointer=False).to_bytes() == before
    assert watched.machine.next_wakeup() is None


def hinted(watched: Hand[Any]) -> tuple[Raster, list[GRect]]:
    """The picture of a hint, the boxes switched off, and the cards or places at its ends."""
    watched.machine.box_speed = BoxSpeed.OFF
    watched.hit(keys.F8)
    table = watched.program.table
    assert table.marks.hint is not None
    ends = [GRect(*table.corner(place), CARD_WIDTH, CARD_HEIGHT) for place in table.marks.hint]
    return watched.machine.frame(pointer=False), ends


@both
@pytest.mark.parametrize("counting", [False, True])
def test_a_hint_inverts_the_card_and_frames_its_goal_for_five_seconds(game: Begin, counting: bool) -> None:
    """Both were inverted alike: without the moving box nobody saw from where to where."""
    watched = game()
    if counting:
        watched.hit(keys.CONTROL_T)
    machine, before = watched.machine, watched.machine.frame(pointer=False)
    first, ends = hinted(watched)
    machine.advance(HINT_SHOWN - 20)
    last = machine.frame(pointer=False)
    for shown in (first, last):
        assert inverted(before, shown, ends[0])
        assert framed(before, shown, ends[1])
    machine.advance(20)
    assert machine.frame(pointer=False).to_bytes() == before.to_bytes()


@both
def test_the_next_input_ends_a_hint_and_counts(game: Begin) -> None:
    watched = game()
    hinted(watched)
    watched.machine.advance(HINT_SHOWN - 1000)
    again, ends = hinted(watched)
    watched.machine.advance(HINT_SHOWN - 1000)
    watched.machine.send(Message.redraw(1, watched.program.table.work))
    watched.machine.settle()
    assert watched.machine.frame(pointer=False).to_bytes() == again.to_bytes()
    (x1, y1), (x2, y2) = ((end.x + 20, end.y + 6) for end in ends)
    steps: list[dict[str, Any]] = [{"do": "press", "x": x1, "y": y1}, {"do": "release", "x": x2, "y": y2}]
    watched.player.play(Event(0, button=LEFT, **step) for step in steps)
    assert len(watched.words) == 1
    after = watched.machine.frame(pointer=False).to_bytes()
    watched.machine.send(Message.redraw(1, watched.program.table.work))
    watched.machine.settle()
    assert watched.machine.frame(pointer=False).to_bytes() == after


# ---- what is said


@both
@pytest.mark.parametrize(
    ("number", "impossible", "words", "keys", "told"),
    [
        (7, True, "", (keys.RETURN, keys.F8), [NEVER]),
        (7, True, "1a", (keys.RETURN, keys.CONTROL_B, keys.RETURN, keys.CONTROL_G), [NEVER, NEVER]),
        (42, False, "6a", (keys.CONTROL_B,), ["[1][There is nothing to take back:|The game can still be won.][ OK ]"]),
    ],
)
def test_what_is_said_without_a_move(
    game: Begin, number: int, impossible: bool, words: str, keys: Sequence[int], told: list[str]
) -> None:
    watched = game(number, impossible={number} if impossible else ())
    watched.hit(keys[0]) if impossible else None
    watched.make(words)
    for key in keys[impossible:]:
        watched.hit(key)
    assert (watched.alerts[impossible:], " ".join(watched.words)) == (told, words)


def test_that_a_position_is_lost_is_said_when_it_is_proven() -> None:
    watched = freecell(LOST[0])
    watched.make(LOST[1])
    watched.hit(keys.CONTROL_G)
    assert watched.alerts == ["[1][From here the game cannot be won.|That is proven.][ OK ]"]


# ---- can it be won?


@both
def test_that_a_game_can_be_won_is_said_with_the_moves_it_takes(game: Begin) -> None:
    watched = game()
    watched.hit(keys.CONTROL_G)
    match = re.fullmatch(
        r"\[1\]\[Yes, this game can be won\.\|Moves in the solution found: (\d+)\]\[ OK \]", watched.alerts[0]
    )
    assert match is not None
    watched.hit(keys.RETURN)
    play = watched.program.play
    assert isinstance(play, CellPlay)
    assert play.analysis.known() == Finding(Verdict.WINNABLE, int(match[1]))


def test_that_nothing_is_known_is_said_with_the_positions_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Analysis.think, "__defaults__", (Limits(quick=(), exhaustive=200), None, 0))
    watched = freecell(HARD)
    watched.hit(keys.CONTROL_G)
    assert re.search(r"not known after\|[1-9]\d* positions", watched.alerts[0])


@both
def test_a_game_that_is_won_leaves_nothing_to_ask(game: Begin) -> None:
    watched = game()
    board = watched.board
    for place, cards in board.piles.items():
        cards[:] = range(place - 52, 52, 4) if 52 <= place < 56 else ()
    for key in (keys.F8, keys.CONTROL_G, keys.CONTROL_L, keys.CONTROL_B):
        before = watched.machine.bells
        watched.hit(key)
        assert watched.machine.bells == before + 1
    assert not watched.alerts


# ---- solution


@both
def test_the_solution_that_is_shown_is_a_short_one_and_ends_with_the_congratulations(
    game: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "TO_SHOW", 3_000)
    watched = game()
    at_once = solve(Position.on(watched.board)).moves
    watched.hit(keys.CONTROL_L)
    watched.machine.advance(60_000)
    assert watched.board.won
    not_home = [word for word in watched.words if not word.endswith("h")]
    assert len(not_home) < 0.8 * price_of(at_once or ())
    for key in (keys.RETURN, keys.RETURN, keys.F10):
        watched.hit(key)
    assert watched.machine.finished


# ---- back


@pytest.mark.parametrize(
    ("game", "lost", "more"), [(freecell, LOST, 0), (vierfrei, LONG_LOST, 0), (vierfrei, LONG_LOST, BOXES)]
)
def test_so_many_moves_are_taken_back_that_the_game_can_be_won_and_they_can_be_made_again(
    game: Begin, lost: tuple[int, str, int], more: int
) -> None:
    """More moves than one would watch go at once, without boxes."""
    number, words, count = lost
    watched = game(number)
    watched.make(words)
    for _ in range(more):
        watched.make(str(watched.board.legal_moves()[0]))
    made, here = watched.words, watched.program.table.corner(watched.board.history[-1].target)
    watched.hit(keys.CONTROL_B)
    assert watched.words == words.split()[:-count]
    assert watched.boxes == [] if more else watched.boxes[0][:2] == here
    assert watched.alerts == [f"[1][Moves taken back: {count + more}|From here the game|can be won again.][ OK ]"]
    watched.hit(keys.RETURN)
    watched.hit(keys.CONTROL_Y)
    assert watched.words == made[: len(words.split()) - count + 1]


# ---- while it thinks


@pytest.mark.parametrize("asked", [keys.F8, keys.CONTROL_G, keys.CONTROL_L, keys.CONTROL_B])
def test_escape_stops_a_long_thought_at_once(asked: int) -> None:
    watched = freecell(HARD)
    watched.machine.key(asked)
    watched.machine.advance(100)
    assert busy(watched)
    assert watched.machine.working
    watched.machine.key(keys.ESCAPE)
    assert not busy(watched)
    assert not watched.machine.working
    assert watched.machine.next_wakeup() is None
    assert (watched.words, watched.alerts) == ([], [])


def test_the_key_that_is_held_down_does_not_stop_what_it_began() -> None:
    watched = freecell(HARD)
    for _ in range(5):
        watched.machine.key(keys.F8)
        watched.machine.advance(40)
    assert busy(watched)


@pytest.mark.parametrize("by_key", [True, False])
def test_quitting_ends_a_long_thought_and_the_program(by_key: bool) -> None:
    watched = freecell(HARD)
    watched.machine.key(keys.F8)
    watched.machine.advance(200)
    if by_key:
        watched.machine.key(keys.F10)
    else:
        watched.machine.request_quit()
    assert watched.machine.finished


def test_what_is_chosen_from_the_menu_is_done_and_the_thought_is_given_up() -> None:
    watched = freecell(HARD)
    watched.machine.key(keys.CONTROL_G)
    watched.machine.advance(200)
    for obj in (4, rsc.ENTRIES["new"]):
        x, y = watched.gem.objc_offset(watched.program.menu, obj)
        watched.machine.mouse_to(x + 8, y + 8)
        watched.machine.advance(20)
    watched.machine.mouse_button(LEFT, True)
    watched.machine.mouse_button(LEFT, False)
    assert watched.session.number != HARD
    assert not watched.machine.working
    assert not busy(watched)


def test_the_window_can_be_moved_while_the_program_thinks() -> None:
    watched = freecell(HARD)
    watched.machine.key(keys.F8)
    watched.machine.advance(100)
    window = watched.program.table
    before = window.work
    x, y = before.x + 200, before.y - 8
    watched.machine.mouse_to(x, y)
    watched.machine.mouse_button(LEFT, True)
    watched.machine.advance(300)
    watched.machine.mouse_to(x, y + 60)
    watched.machine.mouse_button(LEFT, False)
    watched.machine.advance(300)
    assert window.work == before.moved(0, 60)
    assert busy(watched)


# ---- numbers that are impossible


@both
@pytest.mark.parametrize("at_start", [True, False])
@pytest.mark.parametrize("anyway", [True, False])
def test_a_number_that_is_impossible_is_asked_about_at_the_start_and_when_it_is_chosen(
    game: Begin, at_start: bool, anyway: bool
) -> None:
    watched = game(*[77] * at_start, impossible={77})
    if not at_start:
        watched.hit(watched.session.game.keys["select"])
        watched.key(*["Backspace"] * 6, "7", "7", "Return")
    assert watched.alerts == ["[2][Game 77 cannot be won.|That is proven.][ Play it anyway | Another game ]"]
    if anyway:
        watched.hit(keys.RETURN)
        assert watched.session.number == 77
    else:
        watched.answer(2)
        watched.key(*["Backspace"] * 6, "7", "8", "Return")
        assert watched.session.number == 78
    assert len(watched.alerts) == 1


@both
def test_an_impossible_game_that_is_resumed_or_dealt_by_chance_is_not_asked_about(game: Begin) -> None:
    watched = game(77, impossible={77})
    watched.hit(keys.RETURN)
    watched.make("1a")
    records = watched.records
    again = [type(watched)(number, records=records, impossible=range(1, 1_000_000)) for number in (77, None)]
    assert [hand.alerts for hand in again] == [[], []]


def test_new_leaves_impossible_games_out_if_it_is_told_to() -> None:
    chosen = freecell().session
    first, second = chosen.next_number(), chosen.next_number()
    watched = freecell(impossible={first})
    watched.hit(chosen.game.keys["new"])
    assert watched.session.number == first
    watched = freecell(impossible={first})
    choose(watched, "only winnable")
    watched.hit(chosen.game.keys["new"])
    assert watched.session.number == second
    assert watched.session.records.setting("only_winnable", False)
