"""The rules that VIERFREI and FreeCellBoard share, and what a refused move says."""

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.cards.card import parse_card
from gemport.cards.cells import PLACES, CellMove, CellRule
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.moves import IllegalMove, PileRule, PlaceError, Refusal, Rule, UndoError
from gemport.cards.vierfrei import VierfreiBoard
from tests.cards.cells.strategies import cell_board

BOARDS = VierfreiBoard, FreeCellBoard
KINDS = pytest.mark.parametrize("kind", BOARDS)


@KINDS
@pytest.mark.parametrize(
    ("source", "target", "rule", "card"),
    [
        (0, 1, None, None),
        (0, 2, CellRule.SAME_COLOUR, "9C"),
        (0, 3, CellRule.NOT_ONE_LOWER, "9C"),
        (0, 0, PileRule.SAME_PLACE, "9C"),
        (0, 4, None, None),
        (0, 56, CellRule.CELL_TAKEN, "9C"),
        (0, 57, None, None),
        (0, 52, PileRule.NOT_NEXT, "9C"),
        (0, 53, PileRule.OTHER_SUIT, "9C"),
        (5, 53, None, None),
        (5, 55, PileRule.OTHER_SUIT, "3H"),
        (56, 54, None, None),
        (56, 52, PileRule.OTHER_SUIT, "AS"),
        (4, 0, PileRule.NO_CARD, None),
        (57, 0, PileRule.NO_CARD, None),
        (53, 0, PileRule.FOUNDATION_STAYS, "2H"),
        (52, 0, PileRule.FOUNDATION_STAYS, None),
    ],
)
def test_a_single_card_goes_where_the_rules_let_it(
    kind: type[VierfreiBoard] | type[FreeCellBoard], source: int, target: int, rule: Rule | None, card: str | None
) -> None:
    board = cell_board(kind, ["9C", "TD", "TS", "JD", "", "3H"], "AS", (0, 2, 0, 0))
    wanted = None if rule is None else Refusal(rule, None if card is None else parse_card(card))
    assert board.refusal(source, target) == wanted
    listed = [(move.source, move.target) for move in board.legal_moves()]
    assert ((source, target) in listed) == (rule is None)


def test_a_refused_move_changes_nothing_and_names_card_and_rule() -> None:
    board = cell_board(VierfreiBoard, ["9C", "TS"])
    before = board.position()
    with pytest.raises(IllegalMove, match="9C: same colour") as caught:
        board.move(0, 1)
    assert caught.value.refusal == Refusal(CellRule.SAME_COLOUR, parse_card("9C"))
    assert board.position() == before
    assert board.history == []


@KINDS
@pytest.mark.parametrize("place", [-1, 8, 51, 60])
def test_a_number_that_is_no_place_is_named(kind: type[VierfreiBoard] | type[FreeCellBoard], place: int) -> None:
    board = kind.deal(1)
    for source, target in ((place, 0), (0, place)):
        with pytest.raises(PlaceError, match=f"^{place} is not a place"):
            board.refusal(source, target)


def test_a_run_alternates_and_falls_to_the_columns_end() -> None:
    board = cell_board(VierfreiBoard, ["KC JD TS 9H 8C", "", "9H 8C 7S"])
    assert [board.may_touch(0, index) for index in (-1, 0, 1, 4, 5)] == [False, False, True, True, False]
    assert [board.run_length(column) for column in (0, 1, 2)] == [4, 0, 1]


def test_only_final_cards_and_covered_ones_outside_a_run_stay_under_the_mouse() -> None:
    board = cell_board(VierfreiBoard, ["KC JD TS"], "9H", (0, 0, 3, 0))
    touchable = [board.may_touch(place, index) for place, index in ((0, 0), (0, 1), (0, 2), (56, 0), (57, 0), (54, 0))]
    assert touchable == [False, True, True, True, False, False]


def test_cards_are_found_wherever_they_lie() -> None:
    board = cell_board(VierfreiBoard, ["KC JD"], "- 9H", (0, 0, 3, 0))
    places = [board.find(parse_card(name)) for name in ("JD", "9H", "2S")]
    assert places == [(0, 1), (57, 0), (54, 1)]
    with pytest.raises(PlaceError):
        board.find(parse_card("4S"))


def test_several_cards_are_refused_with_what_there_was_room_for() -> None:
    board = cell_board(VierfreiBoard, ["QD JC TD 9S", "KS", "5H", "QC", "2C", "2S", "2H", "3C"], "AC AD 4C 6C")
    assert board.room(1) == 1
    assert board.run_refusal(0, 4, 1) == Refusal(CellRule.NO_ROOM, parse_card("QD"), 4, 1)
    assert board.run_refusal(0, 3, 3) == Refusal(CellRule.SAME_COLOUR, parse_card("JC"))
    assert board.run_refusal(0, 2, 56) == Refusal(CellRule.ONE_CARD_ONLY, parse_card("TD"), 2)
    assert board.run_refusal(0, 4, 0) == Refusal(PileRule.SAME_PLACE, parse_card("QD"), 4)
    assert board.run_refusal(2, 2, 0) == Refusal(PileRule.NO_CARD, wanted=2)
    board.columns[0].insert(0, parse_card("2D"))
    assert board.run_refusal(0, 5, 1) == Refusal(CellRule.NOT_A_RUN, parse_card("2D"), 5)


def test_the_target_is_not_counted_as_room() -> None:
    board = cell_board(VierfreiBoard, ["QD JC", "", "", "KS", "2C", "2S", "2H", "3C"], "AC AD 4C 6C")
    assert (board.room(1), board.room(3), board.room(56)) == (2, 4, 1)


@settings(deadline=None)
@given(
    st.sampled_from([VierfreiBoard, FreeCellBoard]), st.integers(1, 32000), st.lists(st.integers(0, 999), max_size=150)
)
def test_legal_play_keeps_52_cards_and_is_taken_back_to_the_deal(
    kind: type[VierfreiBoard] | type[FreeCellBoard], number: int, choices: list[int]
) -> None:
    board = kind.deal(number)
    start = board.position()
    trail = []
    for choice in choices:
        moves = board.legal_moves()
        if not moves:
            break
        move = moves[choice % len(moves)]
        trail.append((board.position(), move))
        assert board.push(move.source, move.target) == move
        held = [card for card in board.cells if card is not None]
        home = [suit + 4 * value for suit in range(4) for value in range(board.foundations[suit])]
        assert sorted(chain(held, home, *board.columns)) == list(range(52))
    for position, move in reversed(trail):
        assert board.pull() == move
        assert board.position() == position
    assert board.position() == start == kind.deal(number).position()
    with pytest.raises(UndoError):
        board.pull()


def test_moves_are_written_and_read_in_standard_notation() -> None:
    board = cell_board(VierfreiBoard, ["9C", "TD", "", "", "", "", "AH"], "AS")
    for text, move in {
        "12": CellMove(parse_card("9C"), 0, 1),
        "1b": CellMove(parse_card("9C"), 0, 57),
        "7h": CellMove(parse_card("AH"), 6, 53),
        "ah": CellMove(parse_card("AS"), 56, 54),
        "a2": CellMove(parse_card("AS"), 56, 1),
    }.items():
        assert board.parse_move(text) == board.parse_move(text.upper()) == move
        assert str(move) == text
    assert {move: 1}[CellMove(parse_card("AS"), 56, 1)] == 1


@pytest.mark.parametrize("text", ["", "1", "123", "19", "x1", "h1", "1İ"])
def test_a_word_that_is_no_move_is_named(text: str) -> None:
    with pytest.raises(PlaceError, match=r"is not a (move|place)"):
        VierfreiBoard.deal(1).parse_move(text)


def test_every_place_has_a_name() -> None:
    for place in (*range(8), *range(56, 60)):
        assert PLACES.parse(PLACES.name(place)) == place
    assert PLACES.parse("h", parse_card("TD")) == 55
    with pytest.raises(PlaceError):
        PLACES.name(8)


def test_a_board_has_eight_columns() -> None:
    with pytest.raises(ValueError, match="8 columns"):
        VierfreiBoard([[]] * 7)
