"""The cell games: the rules that VIERFREI and FreeCell share, challenges, and the rules of each game."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.cards.card import card_names, parse_card
from gemport.cards.cells import CELLS, Autoplay, CellMove, CellRule
from gemport.cards.challenge import MAX_CELLS, challenge_number, parse_number, split_number, write_number
from gemport.cards.deals import ALL_MICROSOFT_NUMBERS
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.moves import FOUNDATIONS, IllegalMove, Move, PileRule, PlaceError, Refusal, Rule, UndoError
from gemport.cards.notation import Record, parse_link, parse_record, write_link
from gemport.cards.vierfrei import VierfreiBoard, vierfrei_autoplays
from tests.cards.cells.strategies import RunCase, cell_board, run_cases

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


def test_moves_are_written_and_read_in_standard_notation() -> None:
    board = cell_board(VierfreiBoard, ["9C", "TD", "", "", "", "", "AH"], "AS")
    for text, move in {
        "12": CellMove(parse_card("9C"), 0, 1),
        "1b": CellMove(parse_card("9C"), 0, 57),
        "7h": CellMove(parse_card("AH"), 6, 53),
        "ah": CellMove(parse_card("AS"), 56, 54),
        "2d": CellMove(parse_card("TD"), 1, 59),
        "a2": CellMove(parse_card("AS"), 56, 1),
    }.items():
        assert board.parse_move(text) == board.parse_move(text.upper()) == move
        assert str(move) == text
    assert {move: 1}[CellMove(parse_card("AS"), 56, 1)] == 1


def test_a_board_has_eight_columns() -> None:
    with pytest.raises(ValueError, match="8 columns"):
        VierfreiBoard([[]] * 7)


@settings(deadline=None)
@given(st.sampled_from(BOARDS), run_cases(), st.booleans())
def test_a_run_moves_card_by_card_within_the_room_and_leaves_all_else_as_it_was(
    kind: type[VierfreiBoard] | type[FreeCellBoard], case: RunCase, columns: bool
) -> None:
    board = kind(case.columns, case.cells, (0, 0, 0, 0))
    room = board.room(case.target)
    if isinstance(board, FreeCellBoard):
        board.count_columns = columns
        room = board.room(case.target)
        assert room == (case.cells.count(None) + 1) * (2 ** len(board.empty_columns(case.target)) if columns else 1)

    def plan() -> Sequence[Move]:
        if isinstance(board, FreeCellBoard):
            return board.plan(case.source, case.target, case.count).moves
        return board.supermove(case.source, case.count, case.target)

    if case.count > room:
        with pytest.raises(IllegalMove) as caught:
            plan()
        card = case.columns[case.source][-case.count]
        assert caught.value.refusal == Refusal(CellRule.NO_ROOM, card, case.count, room)
        return
    moves = plan()
    assert (board.columns, board.cells) == (case.columns, case.cells)
    home = [move for move in moves if move.target in FOUNDATIONS]
    for move in moves[: len(moves) - len(home)]:
        assert board.refusal(move.source, move.target) is None
        assert board.push(move.source, move.target) == move
    wanted = [column.copy() for column in case.columns]
    wanted[case.target] += wanted[case.source][-case.count :]
    del wanted[case.source][-case.count :]
    assert (board.columns, board.cells) == (wanted, case.cells)
    assert home == (board.send_home(board.autoplays) if isinstance(board, FreeCellBoard) else [])


def test_steps_are_undone_and_redone() -> None:
    board = FreeCellBoard.deal(1)
    passed = [board.position()]
    for word in ("8a", "7b", "5c"):
        board.play_word(word)
        passed.append(board.position())
    board.undo()
    board.undo()
    assert (board.words(), board.words_undone(), board.can_redo) == (["8a"], ["7b", "5c"], True)
    assert [there.position() for there in board.positions()] == passed
    twin = board.copy()
    twin.undo()
    assert [twin.position(), board.position()] == passed[:2]
    board.make(board.next_step)
    assert (board.position(), board.words_undone()) == (passed[2], ["5c"])
    # Another step drops the steps to redo.
    board.play_word("6c")
    assert (board.words_undone(), board.can_redo) == ([], False)
    with pytest.raises(UndoError):
        _ = board.next_step
    with pytest.raises(PlaceError, match="8 is not a place"):
        board.push(0, 8)


# ---- challenges


FEWER = pytest.mark.parametrize("cells", range(MAX_CELLS))


@given(st.sampled_from([-2, -1, 0, 1, 999_999, ALL_MICROSOFT_NUMBERS[-1]]), st.integers(0, MAX_CELLS))
def test_a_number_holds_deal_and_cells_and_is_read_as_it_is_written(deal: int, cells: int) -> None:
    number = challenge_number(deal, cells)
    assert split_number(number) == (deal, cells)
    assert parse_number(write_number(number)) == number
    assert (number in ALL_MICROSOFT_NUMBERS) == (deal != 0)


@KINDS
@FEWER
def test_it_has_the_cards_of_the_deal_and_no_more_cells(kind: type[VierfreiBoard], cells: int) -> None:
    board = kind.deal(challenge_number(617, cells))
    assert (board.columns, board.next_number) == (kind.deal(617).columns, kind.deal(617).next_number)
    assert kind(board.columns).next_number is None
    assert board.cells == [None] * cells
    for cell in CELLS[:cells]:
        board.push(0, cell)
    assert board.free_cells == board.copy().free_cells == 0
    assert not any(move.target in CELLS for move in board.legal_moves())
    refusal = board.refusal(1, CELLS[cells])
    assert refusal is not None
    assert refusal.rule is CellRule.CELL_CLOSED
    with pytest.raises(IllegalMove):
        board.play_word(f"2{'abcd'[cells]}")


@KINDS
@FEWER
def test_so_many_cards_move_at_once_as_the_cells_that_there_are_allow(kind: type[VierfreiBoard], cells: int) -> None:
    columns = [[20, 17, 12, 9, 4], [25], *([51 - 2 * at, 50 - 2 * at] for at in range(6))]
    board = kind(columns, (None,) * cells)
    count = board.fitting_count(0, 1)
    assert count == 5
    assert board.room(1) == cells + 1
    allowed = board.run_refusal(0, count, 1)
    assert allowed is not None
    assert allowed.rule is CellRule.NO_ROOM


def test_the_words_of_a_game_say_with_how_many_cells_it_was_played() -> None:
    boards = {board.game: board for board in BOARDS}
    played = Record("freecell", challenge_number(617, 1), ("1a",))
    text = str(played)
    assert text.startswith("game: freecell\nnumber: 617c1\n")
    assert parse_record(text, boards)._replace(lines=()) == played
    assert write_link(played) == "freecell/617c1/1a"
    assert parse_link("#FreeCell/617C1/1a", boards) == played


# ---- FreeCell


@pytest.mark.parametrize(
    ("card", "foundations", "goes"),
    [
        ("AC", (0, 0, 0, 0), True),
        ("2C", (1, 1, 0, 0), False),
        ("2C", (1, 1, 0, 1), True),
        ("5H", (4, 4, 3, 0), False),
        ("5H", (4, 4, 4, 0), True),
        ("6H", (13, 4, 13, 0), False),
    ],
)
def test_a_card_goes_home_when_all_lower_ones_of_the_other_colour_have(
    card: str, foundations: tuple[int, ...], goes: bool
) -> None:
    board = cell_board(FreeCellBoard, [card], foundations=foundations)
    assert bool(board.send_home(board.autoplays)) == goes


def played_again(start: Sequence[str], board: FreeCellBoard) -> list[FreeCellBoard]:
    """Replay the words with every autoplay setting, and check that the position is always the same."""
    boards = []
    for autoplay in Autoplay:
        again = cell_board(FreeCellBoard, start)
        again.autoplay = autoplay
        for word in board.words():
            again.play_word(word)
        assert (again.position(), again.words()) == (board.position(), board.words())
        boards.append(again)
    return boards


def test_with_it_switched_off_nothing_goes_home_and_words_say_so() -> None:
    start = ["2C AC KD", "AH", "AD", "9S TD"]
    board = cell_board(FreeCellBoard, start)
    board.autoplay = Autoplay.NONE
    words = [board.play(0, 56).word, board.play(0, 4).word, board.play(3, 5).word]
    assert (words, board.foundations) == (["1a!", "15!", "46!"], [0] * 4)
    assert board.one_card(1, FOUNDATIONS[0] + 1).word == "2h!"
    for again in played_again(start, board):
        # A word without a mark has the same meaning as in all earlier versions.
        again.play_word("5h")
        assert again.foundations == [2, 1, 0, 1]
    # No mark is needed if no card could have gone home.
    board = cell_board(FreeCellBoard, ["9S TD"])
    board.autoplay = Autoplay.NONE
    assert board.play(0, 56).word == "1a"


def test_all_that_can_go_home_and_words_say_so() -> None:
    start = ["4C KD", "AH", "2H", "3H TD"]
    board = cell_board(FreeCellBoard, start)
    board.autoplay = Autoplay.ALL
    # The three of hearts is covered until the second step, and not safe, because a black two could be placed on it.
    words = [board.play(0, 56).word, board.play(3, 57).word, board.play(0, 1).word]
    assert words == ["1a+", "4b+", "12"]
    assert board.foundations == [0, 3, 0, 0]
    assert len(played_again(start, board)) == 3


def test_what_goes_home_by_itself_belongs_to_the_step() -> None:
    board = cell_board(FreeCellBoard, ["2C AC KD", "AH", "AD", "9S TD"])
    step = board.play(0, 56)
    assert step.word == "1a"
    assert list(map(str, step.moves)) == ["1a", "1h", "2h", "3h", "1h"]
    assert board.foundations == [2, 1, 0, 1]
    assert (board.moves_made, len(board.history)) == (1, 5)
    assert board.undo() == step
    assert board.position() == cell_board(FreeCellBoard, ["2C AC KD", "AH", "AD", "9S TD"]).position()


def test_as_many_cards_move_as_fit_the_target_or_the_room() -> None:
    board = cell_board(FreeCellBoard, ["KC JD TS 9H 8C", "9D", "QC", "TD", "JS", "2H", "3H"], "4C 6C")
    assert [board.fitting_count(0, target) for target in (1, 2, 3, 4, 5, 7)] == [1, 4, 1, 1, 1, 3]
    assert [board.fitting_count(*places) for places in ((0, 0), (0, CELLS[0]), (CELLS[0], 2))] == [1, 1, 1]
    assert (board.plan(0, 2).word, board.plan(0, 7).word) == ("13", "18")
    assert board.plan(0, 7, 1).word == "18x1"
    with pytest.raises(IllegalMove, match="4 wanted, 3 at most"):
        board.plan(0, 7, 4)


def test_empty_columns_are_counted_only_if_the_option_says_so() -> None:
    board = cell_board(FreeCellBoard, ["KC JD TS 9H 8C", "QC", "", "", "2H"], "4C 6C 2C 3C")
    assert board.room(1) == 32
    board.count_columns = False
    assert board.copy().room(1) == 1
    # The word is the same, whatever the option.
    assert (board.plan(0, 2, 1).word, board.play_word("13x1").word) == ("13x1", "13x1")


def test_a_card_in_a_free_cell_does_not_go_to_another() -> None:
    board = cell_board(FreeCellBoard, ["KC"], "4C")
    assert board.refusal(56, 57) == Refusal(CellRule.CELL_TO_CELL, parse_card("4C"))
    assert [str(move) for move in board.legal_moves() if move.source == 56] == [f"a{n}" for n in range(2, 9)]


def test_lost_when_nothing_can_move_any_more() -> None:
    full = ["KC", "KS", "QC", "QS", "JC", "JS", "TC", "TS"]
    cells = ("4C 4S 6C 6S", "4C 4S 6C", "4C 4S 6C QD")
    assert [cell_board(FreeCellBoard, full, held).lost for held in cells] == [True, False, False]
    assert not FreeCellBoard([[]] * 8, foundations=(13, 13, 13, 13)).lost


@pytest.mark.parametrize("word", ["26x", "26x0", "26x14", "26x-1", "26xx", "2x6", "26x1x1"])
def test_a_word_that_is_no_step_is_named(word: str) -> None:
    with pytest.raises(PlaceError, match="is not a move"):
        FreeCellBoard.deal(1).play_word(word)


def test_an_empty_column_that_is_not_needed_is_not_used() -> None:
    board = cell_board(FreeCellBoard, ["KC QH", "", "", "", "2D", "2H", "2S", "2C"], "5H 5D 5S 5C")
    assert [str(move) for move in board.plan(0, 1, 2).moves] == ["14", "12", "42"]


# ---- VIERFREI


def test_the_limit_grows_slower_than_freecells_from_three_empty_columns_on() -> None:
    vierfrei, freecell = cell_board(VierfreiBoard, []), cell_board(FreeCellBoard, [])
    assert [vierfrei.limit(4, columns) for columns in range(5)] == [5, 10, 20, 35, 55]
    assert [freecell.limit(4, columns) for columns in range(5)] == [5, 10, 20, 40, 80]
    assert [vierfrei.limit(cells, 0) for cells in range(5)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("card", "foundations", "removed"),
    [
        ("AC", (0, 0, 0, 0), True),
        ("2C", (1, 0, 0, 0), True),
        ("3C", (2, 2, 0, 1), False),
        ("3C", (2, 2, 0, 2), True),
        ("3H", (2, 2, 2, 0), True),
        ("3H", (2, 2, 1, 13), False),
        ("4S", (0, 3, 2, 3), False),
        ("KD", (12, 0, 12, 12), True),
    ],
)
def test_delete_removes_aces_twos_and_what_the_other_colour_no_longer_needs(
    card: str, foundations: tuple[int, ...], removed: bool
) -> None:
    board = cell_board(VierfreiBoard, [card], foundations=foundations)
    assert bool(board.send_home(vierfrei_autoplays)) == removed


def test_delete_takes_free_places_first_then_columns_pass_after_pass() -> None:
    board = cell_board(VierfreiBoard, ["3C 2C", "KH AH", "2D AD"], "AC 2H")
    moves = board.send_home(vierfrei_autoplays)
    assert list(map(str, moves)) == ["ah", "1h", "2h", "3h", "bh", "3h", "1h"]
    assert board.cells[0] is not None
    for move in moves:
        board.move(move.source, move.target)
    assert board.foundations == [3, 2, 0, 2]
    assert board.send_home(vierfrei_autoplays) == []


def test_a_right_click_takes_the_card_and_all_below_to_free_places_from_the_right() -> None:
    board = cell_board(VierfreiBoard, ["KC 5D 9H 2S"], "- 7C")
    moves = board.to_cells(0, 1)
    assert moves is not None
    assert list(map(str, moves)) == ["1d", "1c", "1a"]
    assert card_names(move.card for move in moves) == ["2S", "9H", "5D"]
    assert board.to_cells(0, 0) is None
    short = board.to_cells(0, 3)
    assert short is not None
    assert list(map(str, short)) == ["1d"]
    assert cell_board(VierfreiBoard, ["KC 5D 9H"], "- 7C").to_cells(0, 0) is not None
