"""Look back: the ribbon, the positions, what would have won, and a new attempt from any of them."""

from typing import Any

import pytest

from gemport.cards.board import Board
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.moves import Step
from gemport.gem import Message, ObState, Raster, keys, object_rect
from gemport.play.deck import SYMBOL_WIDTH
from gemport.solver import Limits, Position, Verdict, solve
from gemport.store.statistics import Help
from tests.games import shared
from tests.games.hand import files
from tests.games.players import Game, Hand, Player
from tests.games.test_advice import HARD, LONG_LOST, LOST, Begin, both, freecell, vierfrei

OPEN, UNKNOWN, GONE = "+", "?", "-"


def lost(game: Begin = freecell) -> Hand[Any]:
    """A game in which the last moves have lost."""
    number, words, _ = LOST if game is freecell else LONG_LOST
    watched = game(number)
    watched.make(words)
    watched.machine.send(Message.redraw(1, watched.program.table.work))
    watched.machine.settle()
    return watched


def text(watched: Hand[Any]) -> str:
    return watched.said(shared.LOOKBACK, shared.LOOKBACK_TEXT)


def column(watched: Hand[Any], at: int, count: int) -> tuple[int, int]:
    """The middle of a column of the ribbon; there are ``count``, and not many."""
    ribbon = object_rect(watched.tree(shared.LOOKBACK), shared.LOOKBACK_RIBBON)
    return ribbon.x + 16 * at + 8, ribbon.y + ribbon.h // 2


def ink(frame: Raster, x: int, y: int) -> int:
    return frame.rows[y] >> frame.width - 1 - x & 1


def ribbon(watched: Hand[Any], count: int) -> str:
    """What the columns of the ribbon look like."""
    frame, signs = watched.machine.frame(pointer=False), ""
    for at in range(count):
        x, y = column(watched, at, count)
        black = sum(ink(frame, x + dx, y + dy) for dx in range(-4, 4) for dy in range(-2, 2))
        signs += {0: OPEN, 16: UNKNOWN, 32: GONE}.get(black, "*")
    return signs


def upper(watched: Hand[Any]) -> list[int]:
    """The picture above the box."""
    top = object_rect(watched.tree(shared.LOOKBACK), 0).y - 4
    return watched.machine.frame(pointer=False).rows[20:top]


def button(watched: Hand[Any], obj: int) -> None:
    rect = object_rect(watched.tree(shared.LOOKBACK), obj)
    watched.click((rect.x + rect.w // 2, rect.y + rect.h // 2))


def in_cards(watched: Hand[Any], board: Board, said: str) -> Step:
    """The step of a board that is said so."""
    steps = [board.read_word(str(move)) for move in board.legal_moves()]
    return next(step for step in steps if watched.program.play.step_text(board, step) == said)


@both
def test_the_ribbon_says_until_where_the_game_could_be_won_and_the_words_do_win(game: Begin) -> None:
    number, words, back = LOST if game is freecell else LONG_LOST
    made = words.split()
    watched = lost(game)
    watched.hit(keys.CONTROL_E)
    last_open = len(made) - back
    assert ribbon(watched, len(made) + 1) == OPEN * (last_open + 1) + GONE * back
    head, _, way = text(watched).partition(" it can be won: ")
    assert head == f"After move {last_open} of {len(made)}"
    board = watched.game.board.deal(number)
    for word in made[:last_open]:
        board.play_word(word)
    assert way
    for said in way.split(", "):
        board.make(in_cards(watched, board, said))
        assert solve(Position.on(board)).verdict is Verdict.WINNABLE


def test_the_suits_are_the_decks_own_symbols() -> None:
    """The system font, of which the player may have another, has none; it would show question marks."""
    watched = lost()
    watched.hit(keys.CONTROL_E)
    watched.hit(keys.ARROW_RIGHT)
    line, at = (
        object_rect(watched.tree(shared.LOOKBACK), shared.LOOKBACK_TEXT),
        text(watched).index("♥"),
    )
    frame, small = watched.machine.frame(pointer=False), files("freecell", "en").cards.small[1]
    rows = [frame.rows[line.y + y] >> frame.width - line.x - 8 * at - 8 & 0xFF for y in range(16)]
    assert rows == [0] * 5 + [row >> SYMBOL_WIDTH - 8 for row in small] + [0] * 4


def test_the_position_is_on_the_table_with_its_hint_and_the_arrows_and_a_click_show_others() -> None:
    made = LOST[1].split()
    last_open = len(made) - LOST[2]
    watched = lost()
    before = watched.machine.frame(pointer=False).to_bytes()
    watched.hit(keys.CONTROL_E)
    first = upper(watched)
    watched.hit(keys.ARROW_RIGHT)
    assert text(watched) == f"Move {last_open + 1}, Q♥ to free cell 3, lost the game: proven."
    other = freecell(LOST[0])
    other.make(" ".join(made[: last_open + 1]))
    other.machine.send(Message.redraw(1, other.program.table.work))
    other.machine.settle()
    assert upper(watched)[20:] == other.machine.frame(pointer=False).rows[40 : 20 + len(first)], "as it was, no hint"
    watched.hit(keys.ARROW_LEFT)
    assert upper(watched) == first
    last = len(made)
    # The key End of today's keyboards is Undo.
    for word, at in (
        (keys.CLR_HOME, 0),
        (keys.SHIFT_HOME, last),
        (keys.ARROW_RIGHT, last),
        (keys.CLR_HOME, 0),
        (keys.UNDO, last),
    ):
        watched.hit(word)
        assert f" {at} of {len(made)}" in text(watched)
    watched.click(column(watched, 3, len(made) + 1))
    assert text(watched) == f"After move 3 of {len(made)} it can be won: 2♥ to free cell 1"
    hint = watched.program.table.marks.hint
    board = FreeCellBoard.deal(LOST[0])
    for move_made in made[:3]:
        board.play_word(move_made)
    move = board.read_word(made[3]).moves[0]
    assert hint == (move.source, move.target)
    watched.hit(keys.ESCAPE)
    assert watched.machine.frame(pointer=False).to_bytes() == before
    assert watched.words == made


@both
def test_play_on_is_a_new_attempt_and_the_old_one_is_kept(game: Begin) -> None:
    number, words, back = LOST if game is freecell else LONG_LOST
    made = words.split()
    watched = lost(game)
    old = watched.session.unfinished()
    watched.hit(keys.CONTROL_E)
    button(watched, shared.LOOKBACK_PLAY)
    kept = made[: len(made) - back]
    assert watched.words == kept
    assert {saved.words for saved in watched.saved} == {tuple(made), tuple(kept)}
    assert {saved.number for saved in watched.saved} == {number}
    new = next(found for found in watched.session.unfinished() if found.key != old[0].key)
    assert new.attempt == old[0].attempt
    assert new.help is Help.HELPED
    again = Player(number, watched.records) if game is freecell else Game(number, records=watched.records)
    assert again.board.words() == kept
    watched.hit(keys.CONTROL_B)
    assert "nothing to take back" in watched.alerts[-1]


def test_moves_that_were_taken_back_are_part_of_it() -> None:
    watched = lost()
    watched.hit(keys.CONTROL_B)
    watched.hit(keys.RETURN)
    made = LOST[1].split()
    assert len(watched.words) == len(made) - LOST[2]
    watched.hit(keys.CONTROL_E)
    assert ribbon(watched, len(made) + 1).count(GONE) == LOST[2]
    watched.hit(keys.SHIFT_HOME)
    watched.hit(ord("P"))
    assert watched.words == made


def test_in_a_game_that_is_not_lost_the_table_stays_as_it_is() -> None:
    watched = vierfrei()
    watched.make("1a 2b 3c")
    for _ in range(2):
        watched.hit(keys.UNDO)
    watched.hit(keys.CONTROL_E)
    assert ribbon(watched, 4) == OPEN * 4
    assert text(watched) == "After move 1 of 3 it can be won: 3♥ to free place 2"


def test_it_works_in_slices_and_esc_stops_it() -> None:
    watched = freecell(HARD)
    watched.make("1a 2b 3c")
    watched.hit(0)
    watched.machine.key(keys.CONTROL_E)
    watched.machine.advance(300)
    assert watched.machine.working
    assert ribbon(watched, 4) == UNKNOWN * 4
    assert text(watched) == "After move 3 of 3: can it still be won?"
    watched.machine.key(keys.ARROW_LEFT)
    watched.machine.advance(20)
    assert text(watched) == "After move 2 of 3: can it still be won?"
    watched.machine.key(keys.ESCAPE)
    watched.machine.advance(20)
    assert not watched.machine.working
    assert watched.program.table.past is None
    assert watched.words == ["1a", "2b", "3c"]


def test_what_stays_unknown_it_says_and_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemport.play.ribbon.ASKED", Limits(exhaustive=3_000))
    watched = freecell(HARD)
    watched.make("1a 2b 3c")
    watched.hit(keys.CONTROL_E)
    assert text(watched) == "Whether it can be won after move 3 of 3 is not known."
    assert watched.machine.next_wakeup() is None


@both
def test_a_number_that_cannot_be_won_was_lost_from_the_deal_on(game: Begin) -> None:
    watched = game(7, impossible={7})
    watched.hit(keys.RETURN)
    watched.make("1a 2b")
    watched.hit(keys.CONTROL_E)
    assert ribbon(watched, 3) == GONE * 3
    watched.hit(keys.CLR_HOME)
    assert text(watched) == "Cannot be won from the start"


def test_of_a_game_that_was_won_the_way_is_there_and_it_stays_won_without_help() -> None:
    watched = vierfrei()
    way = solve(Position.on(watched.board)).moves
    assert way is not None
    watched.make(" ".join(str(move) for move in way))
    watched.session.outcome()
    watched.hit(keys.CONTROL_E)
    assert text(watched) == f"After move {len(way)} of {len(way)} it was won."
    watched.hit(keys.ESCAPE)
    assert watched.session.help is Help.NONE
    assert watched.records.statistics().unaided == 1


@both
def test_the_entry_is_there_when_there_are_moves(game: Begin) -> None:
    watched = game()
    item = watched.program.items["look back"]
    menu = watched.program.menu
    assert ObState.DISABLED in menu[item].ob_state
    for word in ord("1"), ord("0"):
        watched.hit(word)
    assert watched.words == ["1a"]
    assert ObState.DISABLED not in menu[item].ob_state


def test_on_the_smallest_screen_it_lies_within_the_window() -> None:
    watched = Game(LONG_LOST[0], size=(602, 339))
    watched.make(LONG_LOST[1])
    watched.hit(keys.CONTROL_E)
    box = object_rect(watched.tree(shared.LOOKBACK), 0)
    work = watched.program.table.work
    assert box.intersection(work) == box
