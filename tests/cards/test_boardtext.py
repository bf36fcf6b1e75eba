"""Positions as FreeCell solvers write them: what is read, and what is wrong with others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.cards.boardtext import BoardTextError, name_of, named, number_of, parse_board
from gemport.cards.card import card_names, parse_cards
from gemport.cards.deals import column_deal, deal_text, microsoft_columns
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.vierfrei import VierfreiBoard

HOME = "Foundations: H-K C-K D-10 S-Q\n"


@given(st.integers(1, 2**31 - 1), st.booleans(), st.booleans())
def test_deals_in_every_spelling_are_read(number: int, ten: bool, colons: bool) -> None:
    columns = microsoft_columns(number)
    text = deal_text("freecell", "", column_deal(number, columns), "fc-solve")
    lines = (text.replace("T", "10") if ten else text.lower()).splitlines()
    found = parse_board("\r\n".join(f": {line} " if colons else line for line in lines))
    assert found == (columns, [None] * 4, [0] * 4)


def test_positions_are_read_with_cells_foundations_and_empty_columns() -> None:
    found = parse_board(f"# solved nearly\n{HOME}FreeCells:  KS -\n\n: JD\n\n:\nQD KD\n\n\n")
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


@given(st.integers(1, 32_000), st.lists(st.integers(0, 10**6), max_size=60))
def test_every_position_of_a_game_reads_back_the_same(number: int, choices: list[int]) -> None:
    board = FreeCellBoard.deal(number)
    assert board.text() == deal_text("freecell", "", column_deal(number, microsoft_columns(number)), "fc-solve") + "\n"
    for choice in choices:
        moves = board.legal_moves()
        if moves:
            move = moves[choice % len(moves)]
            board.play(move.source, move.target, 1)
            again = VierfreiBoard.read(named("a b.txt", board.text()))
            assert (again.position(), again.text()) == (board.position(), board.text())


def test_the_number_of_a_position_is_its_own_whatever_it_is_called() -> None:
    board = FreeCellBoard.deal(617)
    first, other = named("a.txt", board.text()), named("b.txt", board.text())
    assert number_of(first) == number_of(other)
    assert 2**48 <= number_of(first) < 2**49 < 10**15
    board.play(0, 56)
    assert number_of(named("a.txt", board.text())) != number_of(first)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("board.txt", "board.txt"),
        ("my [3] hard|one.txt", "my (3) hard-one.txt"),
        ("two\nlines\t.txt", "twolines.txt"),
        ("a name longer than titles.txt", "a name longer than.."),
    ],
)
def test_a_name_fits_into_a_title_and_an_alert(name: str, shown: str) -> None:
    text = named(name, FreeCellBoard.deal(1).text())
    assert name_of(text) == shown
    assert FreeCellBoard.read(text).position() == FreeCellBoard.deal(1).position()
