"""Why a position is lost: each link of a chain is true."""

from random import Random

import pytest

from gemport.cards.card import card_name
from gemport.cards.cells import fits_below
from gemport.cards.freecell import FreeCellBoard
from gemport.solver import Position, Verdict, solve
from gemport.solver.blocked import Link, _stuck_chain, blocking_cards
from tests.cli.run import run


def is_true(chain: list[Link], position: Position) -> bool:
    """Return whether each card lies under the other, which needs the card of the next link."""
    lies = all(
        any(link.card in column and link.above in column[column.index(link.card) + 1 :] for column in position.columns)
        for link in chain
    )
    following = [*chain[1:], chain[0]]
    needs = all(
        (card & 3 == above & 3 and card <= above) or fits_below(above, card)
        for (_, above), (card, _) in zip(chain, following, strict=True)
    )
    return lies and needs


@pytest.mark.parametrize(
    ("number", "cards"),
    [
        (11982, "AS 2C AC 3S"),
        (146692, "AS 7D AD TS"),
        (186216, "AH 2D AD 4H"),
        (617, "AS 2C AC 4H AH 2S"),
        (1, "AS AC AC 3D AD JS"),
    ],
)
def test_the_lowest_cards_of_a_deal_that_block_each_other(number: int, cards: str) -> None:
    position = Position.microsoft(number)
    chain = blocking_cards(position)
    assert is_true(chain, position)
    assert " ".join(card_name(card) for link in chain for card in link) == cards


def test_stuck_positions_are_explained_and_lost() -> None:
    explained = 0
    for seed in range(60):
        chance, board = Random(seed), FreeCellBoard.deal(seed + 1)
        while (moves := board.legal_moves()) and board.moves_made < 60:
            board.make(board.read_word(f"{chance.choice(moves)}x1"))
            position = Position.on(board)
            chain = blocking_cards(position)
            assert is_true(chain, position)
            if not board.free_cells and not board.empty_columns() and _stuck_chain(position):
                explained += 1
                assert solve(position).verdict is Verdict.IMPOSSIBLE
                break
    assert explained > 20


def test_solve_names_the_cards() -> None:
    assert run("solve", "freecell", 11982).out.splitlines() == [
        "FreeCell #11982: cannot be won",
        "♠A lies under ♣2, which needs ♣A, which lies under ♠3, which needs ♠A",
    ]
    assert '"blocking":[["AS","2C"],["AC","3S"]]' in run("solve", "freecell", 11982, "--format", "json").out
