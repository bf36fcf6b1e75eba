"""Step by step: solutions and recordings that are paused, stepped, sped up, and played on."""

from pathlib import Path
from typing import Any

import pytest

from gemport.gem import BoxSpeed, Message, Msg, ObState, keys, object_rect
from gemport.play import analysis
from gemport.play.advice import STEP_PAUSE
from gemport.play.recordings import PAUSE
from gemport.store.statistics import Help
from tests.games import shared
from tests.games.players import Familien, Game, Hand, recorded
from tests.games.test_advice import Begin, both, vierfrei
from tests.games.test_exchange import SHORT, WON, opened, saved
from tests.games.vierfrei.test_follow import Playback, record_text

PLUS, MINUS, LETTER_P = 0x1B2B, 0x352D, ord("P")


@pytest.fixture(autouse=True)
def _soon_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "TO_SHOW", 500)


def text(hand: Hand[Any], obj: int = shared.LOOKBACK_TEXT) -> str:
    return hand.said(shared.SHOWING, obj)


def at(hand: Hand[Any]) -> int:
    """The number of the move that is shown."""
    said = text(hand)
    return 0 if said.startswith(("Before", "Vor")) else int(said.split()[1 if said.startswith(("Move", "Zug")) else 2])


def click(watched: Hand[Any], obj: int) -> None:
    rect = object_rect(watched.tree(shared.SHOWING), obj)
    watched.click((rect.x + rect.w // 2, rect.y + rect.h // 2))


def solved(game: Begin = vierfrei) -> Hand[Any]:
    """A game whose solution is shown, paused before its first move; boxes do not take time."""
    watched = game()
    watched.machine.box_speed = BoxSpeed.OFF
    watched.hit(keys.CONTROL_L)
    watched.hit(keys.SPACE)
    watched.hit(keys.CLR_HOME)
    return watched


@both
def test_it_goes_on_by_itself_until_it_is_paused_and_to_close_it_leaves_the_game_as_it_was(game: Begin) -> None:
    watched = game()
    before = watched.machine.frame(pointer=False).to_bytes()
    watched.hit(keys.CONTROL_L)
    watched.machine.advance(20 * STEP_PAUSE)
    here = at(watched)
    assert here > 4
    watched.hit(keys.SPACE)
    paused = at(watched)
    watched.machine.advance(20 * STEP_PAUSE)
    assert at(watched) == paused
    assert watched.machine.next_wakeup() is None
    watched.hit(keys.SPACE)
    watched.machine.advance(5 * STEP_PAUSE)
    assert at(watched) > paused
    watched.hit(keys.ESCAPE)
    assert watched.words == []
    assert watched.machine.frame(pointer=False).to_bytes() == before
    assert watched.session.help is Help.SOLVED


def test_arrows_home_end_buttons_and_the_ribbon_show_a_position_and_pause() -> None:
    watched = solved()
    hand = watched
    last = int(text(hand).split()[4])
    for key, shown in (
        (keys.ARROW_RIGHT, 1),
        (keys.ARROW_RIGHT, 2),
        (keys.ARROW_LEFT, 1),
        (keys.CLR_HOME, 0),
        (keys.ARROW_LEFT, 0),
        (keys.SHIFT_HOME, last),
        (keys.CLR_HOME, 0),
        (keys.UNDO, last),
    ):
        watched.hit(key)
        assert at(hand) == shown
    assert text(hand) == f"After move {last} of {last} it was won."
    watched.hit(keys.CLR_HOME)
    assert text(hand) == f"Before the first of {last} moves"
    for obj, shown in ((shared.SHOWING_ON, 1), (shared.SHOWING_ON, 2), (shared.SHOWING_BACK, 1)):
        click(watched, obj)
        assert at(hand) == shown
    click(watched, shared.LOOKBACK_RIBBON)
    assert at(hand) > 10
    click(watched, shared.SHOWING_RUN)
    before = at(hand)
    watched.machine.advance(5 * STEP_PAUSE)
    assert at(hand) > before
    watched.hit(keys.ARROW_LEFT)
    before = at(hand)
    watched.machine.advance(5 * STEP_PAUSE)
    assert at(hand) == before


def test_it_can_be_sped_up_by_keys_and_a_button() -> None:
    watched = solved()
    made = []
    for change in (None, PLUS, PLUS, MINUS):
        if change is not None:
            watched.hit(change)
        watched.hit(keys.CLR_HOME)
        watched.hit(keys.SPACE)
        watched.machine.advance(4 * STEP_PAUSE)
        made.append(at(watched))
        watched.hit(keys.ARROW_LEFT)
    assert made[0] < made[1] == made[3] < made[2]
    assert text(watched, shared.SHOWING_SPEED) == "Speed 2x"
    for speed in (4, 8, 1):
        click(watched, shared.SHOWING_SPEED)
        assert text(watched, shared.SHOWING_SPEED) == f"Speed {speed}x"


@both
def test_to_play_on_makes_the_moves_so_far_and_all_of_them_can_be_taken_back(game: Begin) -> None:
    watched = solved(game)
    before = watched.board.position()
    for _ in range(3):
        watched.hit(keys.ARROW_RIGHT)
    watched.hit(LETTER_P)
    assert len(watched.words) == 3
    for _ in range(3):
        watched.hit(keys.UNDO)
    assert watched.board.position() == before
    assert not watched.alerts


def test_played_on_from_a_position_before_the_games_own_it_is_a_new_attempt() -> None:
    watched = vierfrei()
    watched.make("1a 2b 3c")
    watched.hit(keys.CONTROL_L)
    assert at(watched) == 3
    watched.hit(keys.ARROW_LEFT)
    assert text(watched).startswith("Move 2 of ")
    watched.hit(LETTER_P)
    assert watched.words == ["1a", "2b"]
    assert {kept.words for kept in watched.saved} == {("1a", "2b", "3c"), ("1a", "2b")}


@pytest.mark.parametrize(
    ("lang", "first", "start"),
    [
        ("de", "Zug 1 von 3: 4♣ nach Freiplatz 1", "Vor dem ersten von 3 Zügen"),
        ("en", "Move 1 of 3: 4♣ to free place 1", "Before the first of 3 moves"),
    ],
)
def test_a_recording_says_its_moves_in_cards(lang: str, first: str, start: str, tmp_path: Path) -> None:
    saved(tmp_path, "game.txt", SHORT)
    game = Game(42, folder=tmp_path, lang=lang)
    opened(game)
    assert text(game) == start
    game.machine.key(keys.ARROW_RIGHT)
    game.machine.settle()
    assert text(game) == first


def test_a_won_recording_cannot_be_played_on_at_its_end(tmp_path: Path) -> None:
    """It would have been a won game among the unfinished ones."""
    saved(tmp_path, "game.txt", WON)
    game = Game(42, folder=tmp_path, lang="en")
    opened(game)
    tree = game.tree(shared.SHOWING)
    assert ObState.DISABLED not in tree[shared.SHOWING_PLAY].ob_state
    game.key("Undo")
    assert text(game).endswith("it was won.")
    assert ObState.DISABLED in tree[shared.SHOWING_PLAY].ob_state
    game.key("P")
    rect = object_rect(tree, shared.SHOWING_PLAY)
    game.click((rect.x + 9, rect.y + 9))
    assert game.session.shown
    game.key("Esc")
    assert (game.session.number, game.saved) == (42, [])


def test_where_a_recording_lost_the_ribbon_is_black_and_the_text_says_it(tmp_path: Path) -> None:
    words = "7a 8c 3b ad da 8d 37 4h 46 32 3h 2h 72 27"
    saved(tmp_path, "game.txt", record_text(42, words))
    game = Game(1, folder=tmp_path, lang="en")
    opened(game)
    game.key("Home", *["Right"] * 6)
    assert text(game).startswith("Move 6, ")
    assert text(game).endswith("lost the game: proven.")


def test_a_game_that_is_started_to_show_one_ends_with_it_or_is_the_players() -> None:
    playback = Playback(record_text(42, "1a 2b 4h"), stepped=True)
    playback.machine.advance(5 * PAUSE + 3000)
    assert text(playback).startswith("Zug 3 von 3: ")
    playback.key("Left", "A")
    assert (playback.board.words(), playback.machine.finished) == (["1a", "2b"], False)
    playback.key("Undo")
    assert playback.board.words() == ["1a"]
    playback = Playback(record_text(42, "1a 2b 4h"), stepped=True)
    playback.key("Esc")
    assert playback.machine.finished


def test_several_games_follow_one_another_and_the_last_one_stays() -> None:
    playback = Playback(record_text(42, "1a") + record_text(7, "1a 2b"), stepped=True)
    playback.machine.box_speed = BoxSpeed.OFF
    playback.machine.advance(4 * PAUSE)
    assert (playback.session.number, text(playback)[:9]) == (7, "Zug 1 von")
    playback.machine.advance(9 * PAUSE)
    assert (playback.session.number, text(playback)[:9]) == (7, "Zug 2 von")
    playback.key("A")
    assert playback.board.words() == ["1a", "2b"]


def test_on_the_smallest_screen_it_lies_within_the_window(tmp_path: Path) -> None:
    saved(tmp_path, "game.txt", SHORT)
    game = Game(42, folder=tmp_path, size=(602, 339))
    opened(game)
    box, work = object_rect(game.tree(shared.SHOWING), 0), game.program.table.work
    assert box.intersection(work) == box


def test_look_back_has_none_of_its_keys() -> None:
    watched = vierfrei()
    watched.make("1a 2b")
    watched.hit(keys.CONTROL_E)
    before = watched.machine.frame(pointer=False).to_bytes()
    watched.hit(keys.SPACE)
    watched.machine.advance(5 * PAUSE)
    assert watched.machine.frame(pointer=False).to_bytes() == before


def test_the_box_goes_to_the_other_edge_where_a_card_moves_under_it(tmp_path: Path) -> None:
    """Of Großfamilien it would hide the lowest of the four rows of piles throughout."""
    saved(tmp_path, "game.txt", str(recorded("won")))
    game = Familien(1, folder=tmp_path)
    game.machine.box_speed = BoxSpeed.OFF
    opened(game)
    tree, table = game.tree(shared.SHOWING), game.program.table
    start, covered, edges = recorded("won"), 0, set()
    board = game.game.board.deal(start.number)
    for word in start.words[:80]:
        move = board.play_word(word).moves[0]
        game.key("Right")
        box = object_rect(tree, 0)
        edges.add(box.y)
        ends = [table.layout.card(board, place).moved(*table.work[:2]) for place in (move.source, move.target)]
        covered += any(not end.intersection(box).empty for end in ends)
        assert box.intersection(table.work) == box
    assert len(edges) == 2
    assert covered < 8, "where the move goes from the first row to the last"


@pytest.mark.parametrize("by", [(300, 200), (500, 330), (0, 250)])
def test_where_little_of_the_window_is_seen_the_box_can_be_used_and_leaves_nothing(by: tuple[int, int]) -> None:
    watched = vierfrei()
    table, machine = watched.program.table, watched.machine
    x, y, w, h = table.outer
    machine.send(Message(Msg.WM_MOVED, 0, 0, table.handle, x + by[0], y + by[1], w, h))
    machine.settle()
    before = machine.frame(pointer=False).to_bytes()
    watched.hit(keys.CONTROL_L)
    machine.advance(20 * STEP_PAUSE)
    assert at(watched) > 4
    click(watched, shared.SHOWING_CLOSE)
    assert machine.frame(pointer=False).to_bytes() == before
