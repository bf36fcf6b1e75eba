"""Undo and redo of steps, the same on the boards of all games."""

import random
from collections.abc import Iterator
from itertools import chain, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.cards.freecell import FreeCellBoard
from gemport.cards.grossfamilien import FamilyBoard
from gemport.cards.moves import Step
from gemport.cards.vierfrei import VierfreiBoard
from tests.cards.test_grossfamilien import cards_of as cards_of_families

AnyBoard = VierfreiBoard | FreeCellBoard | FamilyBoard
BOARDS = VierfreiBoard, FreeCellBoard, FamilyBoard


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


def play(board: AnyBoard, step: Step, by_cards: bool) -> None:
    """Make a step at once, or move by move, like a program that shows every card."""
    if not by_cards:
        assert board.make(step) == step
        return
    board.begin(step)
    for move in step.moves:
        assert board.push(move.source, move.target) == move


def undo(board: AnyBoard, by_cards: bool) -> Step:
    """Undo a step at once or move by move; it counts as undone only with its last move."""
    if not by_cards:
        return board.undo()
    step, before = board.last_step, board.moves_made
    pulled = []
    for _ in step.moves:
        assert board.moves_made == before
        pulled.append(board.pull())
    assert tuple(pulled[::-1]) == step.moves
    return step


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
                assert undo(board, chance.random() < 0.5).word == made[-1]
                undone.append(made.pop())
        elif act == "R":
            if undone:
                assert board.make(board.next_step).word == undone[-1]
                made.append(undone.pop())
        elif (word := some_word(board, chance)) is not None:
            step = board.read_word(word)
            play(board, step, chance.random() < 0.5)
            assert board.last_step == step
            made.append(step.word)
            undone.clear()
        assert (board.words(), board.words_undone()) == (made, undone[::-1])
        assert (board.moves_made, board.can_undo, board.can_redo) == (len(made), bool(made), bool(undone))
        assert sorted(cards_of(board)) == all_cards
    again = kind.deal(number)
    for word in made:
        again.play_word(word)
    assert (again.position(), again.history) == (board.position(), board.history)
    twin, bare = board.copy(), board.bare_copy()
    assert (bare.position(), bare.words(), bare.history, bare.can_redo) == (board.position(), [], [], False)
    while twin.can_undo:
        twin.undo()
    assert twin.position() == kind.deal(number).position()
    assert (board.words(), board.words_undone()) == (made, undone[::-1])
    positions = board.positions()
    for one, other in pairwise(positions):
        one.make(one.next_step)
        assert (one.position(), one.can_redo) == (other.position(), False)
    assert len(positions) == 1 + len(made) + len(undone)
