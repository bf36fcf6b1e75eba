"""Positions as FreeCell solvers write them: what is read, and what is wrong with others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.cards.boardtext import BoardTextError, parse_board
from gemport.cards.card import card_names, parse_cards
from gemport.cards.deals import column_deal, deal_text, microsoft_columns

HOME = "Foundations: H-K C-K D-10 S-Q\n"


@given(st.integers(1, 2**31 - 1), st.booleans(), st.booleans())
def test_deals_in_every_spelling_are_read(number: int, ten: bool, colons: bool) -> None:
    columns = microsoft_columns(number)
    text = deal_text("freecell", "", column_deal(number, columns), "fc-solve")
    lines = (text.replace("T", "10") if ten else text.lower()).splitlines()
    found = parse_board("\r\n".join(f": {line} " if colons else line for line in lines))
    assert found == (columns, [None] * 4, [0] * 4)


def test_positions_are_read_with_cells_foundations_and_empty_columns() -> None:
    found = parse_board(f"# solved nearly\n{HOME}FreeCells:  KS -\n: JD\n\n:\nQD KD\n\n\n")
    assert [card_names(column) for column in found.columns] == [["JD"], [], [], ["QD", "KD"], [], [], [], []]
    assert found.cells == [*parse_cards(["KS"]), None, None, None]
    assert found.foundations == [13, 13, 12, 10]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "KD are missing"),
        (f"{HOME}: JD QD KD", "KS is missing"),
        (f"{HOME}FC: KS TD\n: JD QD KD", "TD is there 2 times (on its foundation, in a free cell)"),
        (f"{HOME}FC: KS\n: JD QD 1D", "line 3: '1D' is not a card"),
        ("Foundations: H-11", "line 1: 'H-11' is not a foundation"),
        ("Stock: KS", "line 1: 'Stock' where a column, Freecells: or Foundations: should stand"),
        (f"{HOME}FC: KS JD QD KD 3C", "line 2: more than 4 cards in free cells"),
        (":\n" * 9, "line 9: more than 8 columns"),
    ],
)
def test_what_is_no_position_is_refused_by_line_or_card(text: str, reason: str) -> None:
    with pytest.raises(BoardTextError) as error:
        parse_board(text)
    assert reason in str(error.value)
