"""Großfamilien: piles, talon, turned card, waste, families, free places; long random games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest

from gemport.cards.grossfamilien.board import (
    FAMILIES,
    PILES,
    TALON,
    TURNED,
    WASTE,
    FamilyBoard,
    awaited_value,
    family_top,
    is_rising,
    parse_pile_place,
    pile_place_name,
)
from gemport.cards.moves import IllegalMove, PlaceError, Refusal, Rule, UndoError
from gemport.cards.pack import card_name, parse_card, parse_cards


def pile_board(
    piles: str, talon: str = "", turned: str = "", waste: str = "", families: tuple[int, ...] = (0, 0, 0, 0)
) -> FamilyBoard:
    """Piles separated by commas (filled up with kings of clubs), the talon with its next card first."""
    heaps = [parse_cards(pile.split()) for pile in piles.split(",")]
    heaps += [parse_cards(["KC"]) for _ in range(len(PILES) - len(heaps))]
    card = parse_card(turned) if turned else None
    return FamilyBoard(heaps, parse_cards(talon.split())[::-1], card, parse_cards(waste.split()), families)


def test_a_family_rises_to_its_king_and_falls_from_the_other() -> None:
    names = [card_name(card) for count in range(27) if (card := family_top(count, 1)) is not None]
    assert "".join(name[0] for name in names) == "A23456789TJQKKQJT98765432A"
    assert [awaited_value(count) for count in (0, 1, 12, 13, 14, 25, 26)] == [0, 1, 12, 12, 11, 0, None]
    assert [is_rising(count) for count in (0, 12, 13, 26)] == [True, True, False, False]


@pytest.mark.parametrize(
    ("source", "target", "rule", "card"),
    [
        (0, 1, None, None),
        (1, 0, None, None),
        (0, 2, Rule.OTHER_SUIT, "5H"),
        (0, 3, Rule.NOT_A_STEP, "5H"),
        (0, 8, Rule.NOT_A_STEP, "5H"),
        (4, 5, Rule.NOT_A_STEP, "KS"),
        (5, 4, Rule.NOT_A_STEP, "AS"),
        (0, 0, Rule.SAME_PLACE, "5H"),
        (0, WASTE, Rule.NO_SUCH_WAY, "5H"),
        (0, TURNED, Rule.NO_SUCH_WAY, "5H"),
        (0, TALON, Rule.NO_SUCH_WAY, "5H"),
        (5, 54, None, None),
        (5, 53, Rule.OTHER_SUIT, "AS"),
        (7, 55, None, None),
        (0, 53, Rule.NOT_NEXT, "5H"),
        (55, 0, Rule.FINAL_STAYS, "KD"),
        (TURNED, 0, None, None),
        (TURNED, WASTE, None, None),
        (TURNED, 53, Rule.NOT_NEXT, "6H"),
        (TURNED, TALON, Rule.NO_SUCH_WAY, "6H"),
        (TALON, TURNED, Rule.CARD_IS_TURNED, "6H"),
        (WASTE, 0, None, None),
        (WASTE, 2, Rule.OTHER_SUIT, "4H"),
        (WASTE, TURNED, Rule.NO_SUCH_WAY, "4H"),
    ],
)
def test_cards_go_only_where_the_rules_let_them(source: int, target: int, rule: Rule | None, card: str | None) -> None:
    check_refusal(
        pile_board("5H,6H,6D,8H,KS,AS,9C,QD,5H", "9C 9D", "6H", "9S 4H", (0, 0, 0, 14)), source, target, rule, card
    )


@pytest.mark.parametrize(
    ("source", "target", "rule", "card"),
    [
        (0, 1, Rule.FILL_FIRST, "5H"),
        (0, 2, Rule.OTHER_SUIT, "5H"),
        (0, 6, Rule.NOT_FROM_TABLEAU, "5H"),
        (6, 0, Rule.NO_CARD, None),
        (5, 54, Rule.FILL_FIRST, "AS"),
        (TURNED, 0, Rule.FILL_FIRST, "6H"),
        (TURNED, 6, None, None),
        (TURNED, WASTE, Rule.FILL_FIRST, "6H"),
        (TALON, 6, Rule.CARD_IS_TURNED, "6H"),
        (WASTE, 0, Rule.FILL_FIRST, "4H"),
        (WASTE, 6, None, None),
    ],
)
def test_a_free_place_is_filled_before_anything_else(
    source: int, target: int, rule: Rule | None, card: str | None
) -> None:
    check_refusal(pile_board("5H,6H,6D,8H,KS,AS,,QD", "9C 9D", "6H", "9S 4H"), source, target, rule, card)


def check_refusal(board: FamilyBoard, source: int, target: int, rule: Rule | None, card: str | None) -> None:
    wanted = None if rule is None else Refusal(rule, None if card is None else parse_card(card))
    assert board.refusal(source, target) == wanted
    listed = [(play.source, play.target) for play in board.legal_plays()]
    assert ((source, target) in listed) == (rule is None)


def test_the_talon_turns_or_fills_a_free_place_and_gives_away_nothing() -> None:
    board = pile_board("5H,", "6H", waste="4S")
    assert board.refusal(TALON, TURNED) == Refusal(Rule.FILL_FIRST)
    assert board.refusal(TALON, 1) is None
    assert board.refusal(TALON, 0) == Refusal(Rule.NO_SUCH_WAY)
    assert board.refusal(TALON, WASTE) == Refusal(Rule.NO_SUCH_WAY)
    assert board.refusal(TALON, 53) == Refusal(Rule.NO_SUCH_WAY)


@pytest.mark.parametrize("place", [-1, 16, 51, 56, 63])
def test_a_number_that_is_no_place_is_named(place: int) -> None:
    for source, target in ((place, 0), (0, place)):
        with pytest.raises(PlaceError, match=f"^{place} is not a place"):
            FamilyBoard.deal(0).refusal(source, target)


def test_a_free_place_is_filled_at_once_from_the_talon_while_the_waste_is_empty() -> None:
    board = pile_board("5H,6H", "9D 8D")
    step = board.move(0, 1)
    assert [str(play) for play in step.moves] == ["a1-a2", "t-a1"]
    assert (board.piles[0], board.talon) == ([parse_card("9D")], [parse_card("8D")])
    assert board.moves_made == 1
    assert board.undo() == step
    assert board.position() == pile_board("5H,6H", "9D 8D").position()


def test_the_turned_card_is_the_talons_top_card_and_fills_the_place() -> None:
    board = pile_board("5H,6H", "9D 8D", "2S")
    step = board.move(0, 1)
    assert [str(play) for play in step.moves] == ["a1-a2", "o-a1"]
    assert (board.turned, len(board.talon)) == (None, 2)


def test_with_cards_in_the_waste_the_player_chooses() -> None:
    board = pile_board("5H,6H", "9D 8D", waste="2S")
    assert [str(play) for play in board.move(0, 1).moves] == ["a1-a2"]
    assert board.free_places() == [0]
    sources = {play.source for play in board.legal_plays() if play.target == 0}
    assert sources == {TALON, WASTE}


def test_games_from_before_this_rule_are_read_as_they_were_played() -> None:
    board = pile_board("5H,6H,7H,AS", "9D 8D", waste="2S")
    words = ["a1-a2", "a4-h", "t-a1", "w-a4"]
    for word in words:
        board.play_word(word)
    assert board.words() == words
    assert (board.families, board.waste, board.talon) == ([0, 0, 1, 0], [], [parse_card("8D")])
    with pytest.raises(IllegalMove, match="9D: other suit"):
        board.play_word("a1-a3")


def test_when_the_waste_runs_empty_all_free_places_are_filled() -> None:
    board = pile_board("5H,6H,,,", "9D 8D 7D", waste="4H")
    step = board.move(WASTE, 2)
    assert [str(play) for play in step.moves] == ["w-a3", "t-a4", "t-b1"]
    board = pile_board("5H,6H,,,", "9D", waste="4H")
    assert [str(play) for play in board.move(WASTE, 2).moves] == ["w-a3", "t-a4"]
    assert board.free_places() == [4]


def test_with_talon_and_waste_empty_the_place_stays_free() -> None:
    board = pile_board("5H,6H")
    board.move(0, 1)
    assert board.free_places() == [0]
    assert board.refusal(1, 0) == Refusal(Rule.NOT_FROM_TABLEAU, parse_card("5H"))


def test_cards_are_turned_one_by_one_and_laid_off() -> None:
    board = FamilyBoard.deal(123456)
    following = board.talon[-1]
    board.move(TALON, TURNED)
    assert board.turned == following
    with pytest.raises(IllegalMove, match="card is turned"):
        board.move(TALON, TURNED)
    board.move(TURNED, WASTE)
    assert board.waste == [following]
    assert board.words() == ["t-o", "o-w"]


def test_lost_when_the_talon_is_empty_and_nothing_can_move() -> None:
    assert pile_board("5H,7H,5H", waste="9S").lost
    assert not pile_board("5H,6H,5H", waste="9S").lost
    assert not pile_board("5H,7H,5H", waste="8H").lost
    assert not pile_board("5H,,5H", waste="9S").lost
    assert not pile_board("5H,7H,5H", turned="2S", waste="9S").lost
    assert not pile_board("5H,7H,5H", "2S", waste="9S").lost
    assert not pile_board("5H,7H,AH", waste="9S").lost
    assert pile_board("5H,,5H").lost


def test_won_with_all_cards_in_the_families() -> None:
    board = FamilyBoard([parse_cards(["AD"])] + [[]] * 15, families=(26, 26, 26, 25))
    assert not board.won
    board.move(0, 55)
    assert board.won
    assert not board.lost


def test_a_right_click_sends_a_card_to_its_family_if_it_is_awaited() -> None:
    board = pile_board("AH,3H", "2H", waste="9S KH", families=(0, 13, 0, 0))
    assert str(board.to_family(WASTE)) == "w-h"
    assert [board.to_family(place) for place in (0, 1, 2, TALON, TURNED, 53)] == [None] * 6


def test_places_have_names_that_are_read_back() -> None:
    for place in (*PILES, TALON, TURNED, WASTE):
        assert parse_pile_place(pile_place_name(place).upper()) == place
    assert [pile_place_name(place) for place in (0, 3, 4, 15, 52)] == ["a1", "a4", "b1", "d4", "h"]
    assert parse_pile_place("h", parse_card("2D")) == 55


@pytest.mark.parametrize("word", ["", "t", "to", "t-", "t-e1", "a5-h", "h-a1", "t-o-w"])
def test_a_word_that_is_no_step_is_named(word: str) -> None:
    with pytest.raises(PlaceError, match=r"is not a (move|place)"):
        FamilyBoard.deal(1).play_word(word)


def test_a_step_that_is_not_allowed_is_refused() -> None:
    with pytest.raises(IllegalMove, match="no card"):
        FamilyBoard.deal(1).play_word("o-w")


def test_pushing_and_pulling_a_planned_step_is_the_same_as_moving_and_undoing() -> None:
    shown, moved = pile_board("5H,6H", "9D 8D"), pile_board("5H,6H", "9D 8D")
    step = shown.plan(0, 1)
    shown.begin(step)
    for play in step.moves:
        shown.push(play.source, play.target)
    assert moved.move(0, 1) == step == shown.last_step
    assert shown.position() == moved.position()
    assert [shown.pull() for _ in step.moves] == list(step.moves[::-1])
    moved.undo()
    assert shown.next_step == moved.next_step == step
    assert shown.position() == moved.position()


def test_a_board_has_sixteen_piles() -> None:
    with pytest.raises(ValueError, match="16 piles"):
        FamilyBoard([[]] * 15)


def cards_of(board: FamilyBoard) -> Iterator[int]:
    """All cards wherever they lie; those of the families from nothing but the rule: ace to king, king to ace."""
    going = [*range(13), *range(12, -1, -1)]
    for suit, count in enumerate(board.families):
        yield from (value * 4 + suit for value in going[:count])
    yield from chain(board.talon, board.waste, *board.piles)
    if board.turned is not None:
        yield board.turned


def check(board: FamilyBoard, counted: Counter[int]) -> None:
    assert Counter(cards_of(board)) == counted
    assert (
        sum(map(len, (board.talon, board.waste, *board.piles))) + sum(board.families) + (board.turned is not None)
        == 104
    )
    if not board.waste and (board.talon or board.turned is not None):
        assert not board.free_places()


def play_at_random(number: int, steps: int) -> int:
    """Play up to so many steps, check everything after each, undo all; the number of steps made."""
    chance = random.Random(number)
    board = FamilyBoard.deal(number)
    start = board.position()
    counted = Counter(chain(range(52), range(52)))
    trail = []
    for _ in range(steps):
        plays = board.legal_plays()
        if not plays:
            assert board.won or board.lost
            break
        # Mostly to the families where possible, or games would never get there.
        home = [play for play in plays if play.target in FAMILIES]
        play = chance.choice(home if home and chance.random() < 0.5 else plays)
        trail.append(board.position())
        families = board.families.copy()
        step = board.move(play.source, play.target)
        assert step.moves[0] == play
        assert all(now >= then for now, then in zip(board.families, families, strict=True))
        check(board, counted)
    made = board.moves_made
    for position in reversed(trail):
        board.undo()
        assert board.position() == position
    assert board.position() == start
    with pytest.raises(UndoError):
        board.undo()
    return made


def test_random_games_keep_all_cards_and_are_taken_back_to_the_deal() -> None:
    assert sum(play_at_random(number, 400) for number in range(10)) > 2000


def test_exactly_the_plays_that_the_rules_allow_are_listed() -> None:
    chance = random.Random(1)
    board = FamilyBoard.deal(1)
    everywhere = (TALON, TURNED, WASTE, *FAMILIES, *PILES)
    for _ in range(250):
        plays = board.legal_plays()
        allowed = {(a, b) for a in everywhere for b in everywhere if board.refusal(a, b) is None}
        assert len(plays) == len(allowed)
        assert {(play.source, play.target) for play in plays} == allowed
        if not plays:
            break
        play = chance.choice(plays)
        board.move(play.source, play.target)
    assert board.moves_made > 100


@pytest.mark.slow
def test_a_hundred_thousand_random_moves() -> None:
    total = 0
    number = 1000
    while total < 100_000:
        total += play_at_random(number, 600)
        number += 997
