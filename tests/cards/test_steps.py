"""Undo and redo of steps, the same on the boards of all games."""

import random
from collections.abc import Iterator
from itertools import chain, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.cards.board import Board
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.grossfamilien import FamilyBoard
from gemport.cards.moves import Step
from gemport.cards.vierfrei import VierfreiBoard
from tests.cards.test_grossfamilien import cards_of as cards_of_families

AnyBoard = VierfreiBoard | FreeCellBoard | FamilyBoard
BOARDS = VierfreiBoard, FreeCellBoard, FamilyBoard
KINDS = pytest.mark.parametrize("kind", BOARDS)


def some_word(board: AnyBoard, chance: random.Random) -> str | None:
    """Return a random legal step, or None."""
    moves = board.legal_moves()
    if not moves:
        return None
    word = str(chance.choice(moves))
    return f"{word}x1" if isinstance(board, FreeCellBoard) else word


def cards_of(board: AnyBoard) -> Iterator[int]:
    """Yield all cards on the board."""
    if isinstance(board, FamilyBoard):
        return cards_of_families(board)
    home = (suit + 4 * value for suit in range(4) for value in range(board.foundations[suit]))
    return chain(home, (card for card in board.cells if card is not None), *board.columns)


def show(board: Board, step: Step) -> None:
    """Make a step move by move, like a program that shows every card."""
    board.begin(step)
    for move in step.moves:
        assert board.push(move.source, move.target) == move


def play(board: AnyBoard, steps: int, chance: random.Random) -> None:
    for _ in range(steps):
        if (word := some_word(board, chance)) is not None:
            board.play_word(word)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(BOARDS), st.integers(1, 32000), st.lists(st.sampled_from("SSSUUR"), max_size=80))
def test_any_order_of_steps_undo_and_redo_is_like_a_list_with_a_mark(
    kind: type[AnyBoard], number: int, acts: list[str]
) -> None:
    """Only the steps made and undone matter: replaying them leads to the same position."""
    chance = random.Random(number)
    board = kind.deal(number)
    all_cards = sorted([*range(52)] * (2 if kind is FamilyBoard else 1))
    made: list[str] = []
    undone: list[str] = []
    for act in acts:
        if act == "U":
            if made:
                assert board.undo().word == made[-1]
                undone.append(made.pop())
        elif act == "R":
            if undone:
                assert board.make(board.next_step).word == undone[-1]
                made.append(undone.pop())
        elif (word := some_word(board, chance)) is not None:
            made.append(board.play_word(word).word)
            undone.clear()
        assert (board.words(), board.words_undone()) == (made, undone[::-1])
        assert (board.moves_made, board.can_undo, board.can_redo) == (len(made), bool(made), bool(undone))
        assert sorted(cards_of(board)) == all_cards
    again = kind.deal(number)
    for word in made:
        again.play_word(word)
    assert (again.position(), again.history) == (board.position(), board.history)


@KINDS
def test_a_step_shown_card_by_card_is_the_same_as_one_made_at_once(kind: type[AnyBoard]) -> None:
    chance = random.Random(5)
    shown, made = kind.deal(5), kind.deal(5)
    for _ in range(40):
        word = some_word(shown, chance)
        if word is None:
            break
        step = shown.read_word(word)
        show(shown, step)
        assert made.play_word(word) == step == shown.last_step
        assert shown.position() == made.position()
    assert shown.moves_made > 5
    while shown.can_undo:
        step = shown.last_step
        before = shown.moves_made
        pulled = []
        for _ in step.moves:
            assert shown.moves_made == before
            pulled.append(shown.pull())
        assert tuple(pulled[::-1]) == step.moves
        assert made.undo() == step == shown.next_step
        assert (shown.position(), shown.moves_made) == (made.position(), before - 1)
    assert shown.position() == kind.deal(5).position()


@KINDS
def test_a_copy_goes_its_own_way_and_a_bare_one_has_no_history(kind: type[AnyBoard]) -> None:
    board = kind.deal(7)
    play(board, 6, random.Random(1))
    board.undo()
    position, words = board.position(), board.words()
    twin, bare = board.copy(), board.bare_copy()
    assert (bare.position(), bare.words(), bare.history, bare.can_redo) == (position, [], [], False)
    twin.make(twin.next_step)
    while twin.can_undo:
        twin.undo()
    assert twin.position() == kind.deal(7).position()
    assert (board.position(), board.words(), board.can_redo) == (position, words, True)
    *positions, last = board.positions()
    for one, other in pairwise((*positions, last)):
        one.make(one.next_step)
        assert (one.position(), one.can_redo) == (other.position(), False)
    assert (len(positions), last.words_undone()) == (6, [])
