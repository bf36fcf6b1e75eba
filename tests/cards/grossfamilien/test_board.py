"""Großfamilien: piles, talon, turned card, waste, families, free places; long random games."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

import pytest

from gemport.cards.card import card_name, parse_card, parse_cards
from gemport.cards.grossfamilien import (
    PILES,
    PLACES,
    STOCK,
    TURNED,
    WASTE,
    FamilyBoard,
    FamilyRule,
    awaited_value,
    is_rising,
)
from gemport.cards.moves import FOUNDATIONS, IllegalMove, PileRule, PlaceError, Refusal, Rule, UndoError


def pile_board(
    piles: str,
    talon: str = "",
    turned: str = "",
    waste: str = "",
    families: Sequence[int] = (0, 0, 0, 0),
    rest: str = "KC",
    number: int | None = None,
) -> FamilyBoard:
    """Piles separated by commas, each of the others holding the rest; the talon with its next card first."""
    named = piles.split(",")
    heaps = [parse_cards(pile.split()) for pile in (*named, *[rest] * (len(PILES) - len(named)))]
    card = parse_card(turned) if turned else None
    return FamilyBoard(heaps, parse_cards(talon.split())[::-1], card, parse_cards(waste.split()), families, number)


def test_a_family_rises_to_its_king_and_falls_from_the_other() -> None:
    tops = [pile_board("", families=(0, count, 0, 0)).top(FOUNDATIONS[1]) for count in range(1, 27)]
    names = [card_name(card) for card in tops if card is not None]
    assert "".join(name[0] for name in names) == "A23456789TJQKKQJT98765432A"
    assert [awaited_value(count) for count in (0, 1, 12, 13, 14, 25, 26)] == [0, 1, 12, 12, 11, 0, None]
    assert [is_rising(count) for count in (0, 12, 13, 26)] == [True, True, False, False]


@pytest.mark.parametrize(
    ("source", "target", "rule", "card"),
    [
        (0, 1, None, None),
        (1, 0, None, None),
        (0, 2, PileRule.OTHER_SUIT, "5H"),
        (0, 3, FamilyRule.NOT_A_STEP, "5H"),
        (0, 8, FamilyRule.NOT_A_STEP, "5H"),
        (4, 5, FamilyRule.NOT_A_STEP, "KS"),
        (5, 4, FamilyRule.NOT_A_STEP, "AS"),
        (0, 0, PileRule.SAME_PLACE, "5H"),
        (0, WASTE, PileRule.NO_SUCH_WAY, "5H"),
        (0, TURNED, PileRule.NO_SUCH_WAY, "5H"),
        (0, STOCK, PileRule.NO_SUCH_WAY, "5H"),
        (5, 54, None, None),
        (5, 53, PileRule.OTHER_SUIT, "AS"),
        (7, 55, None, None),
        (0, 53, PileRule.NOT_NEXT, "5H"),
        (55, 0, PileRule.FOUNDATION_STAYS, "KD"),
        (TURNED, 0, None, None),
        (TURNED, WASTE, None, None),
        (TURNED, 53, PileRule.NOT_NEXT, "6H"),
        (TURNED, STOCK, PileRule.NO_SUCH_WAY, "6H"),
        (STOCK, TURNED, FamilyRule.CARD_IS_TURNED, "6H"),
        (WASTE, 0, None, None),
        (WASTE, 2, PileRule.OTHER_SUIT, "4H"),
        (WASTE, TURNED, PileRule.NO_SUCH_WAY, "4H"),
    ],
)
def test_cards_go_only_where_the_rules_let_them(source: int, target: int, rule: Rule | None, card: str | None) -> None:
    check_refusal(
        pile_board("5H,6H,6D,8H,KS,AS,9C,QD,5H", "9C 9D", "6H", "9S 4H", (0, 0, 0, 14)), source, target, rule, card
    )


@pytest.mark.parametrize(
    ("source", "target", "rule", "card"),
    [
        (0, 1, FamilyRule.FILL_FIRST, "5H"),
        (0, 2, PileRule.OTHER_SUIT, "5H"),
        (0, 6, FamilyRule.NOT_FROM_TABLEAU, "5H"),
        (6, 0, PileRule.NO_CARD, None),
        (5, 54, FamilyRule.FILL_FIRST, "AS"),
        (TURNED, 0, FamilyRule.FILL_FIRST, "6H"),
        (TURNED, 6, None, None),
        (TURNED, WASTE, FamilyRule.FILL_FIRST, "6H"),
        (STOCK, 6, FamilyRule.CARD_IS_TURNED, "6H"),
        (WASTE, 0, FamilyRule.FILL_FIRST, "4H"),
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
    listed = [(play.source, play.target) for play in board.legal_moves()]
    assert ((source, target) in listed) == (rule is None)


def test_the_talon_turns_or_fills_a_free_place_and_gives_away_nothing() -> None:
    board = pile_board("5H,", "6H", waste="4S")
    assert board.refusal(STOCK, TURNED) == Refusal(FamilyRule.FILL_FIRST)
    assert board.refusal(STOCK, 1) is None
    assert board.refusal(STOCK, 0) == Refusal(PileRule.NO_SUCH_WAY)
    assert board.refusal(STOCK, WASTE) == Refusal(PileRule.NO_SUCH_WAY)
    assert board.refusal(STOCK, 53) == Refusal(PileRule.NO_SUCH_WAY)


@pytest.mark.parametrize("place", [-1, 16, 51, 56, 63])
def test_a_number_that_is_no_place_is_named(place: int) -> None:
    for source, target in ((place, 0), (0, place)):
        with pytest.raises(PlaceError, match=f"^{place} is not a place"):
            FamilyBoard.deal(0).refusal(source, target)


def test_a_free_place_is_filled_at_once_from_the_talon_while_the_waste_is_empty() -> None:
    board = pile_board("5H,6H", "9D 8D")
    step = board.move(0, 1)
    assert [str(play) for play in step.moves] == ["a1-a2", "t-a1"]
    assert (board.piles[0], board.stock) == ([parse_card("9D")], [parse_card("8D")])
    assert board.moves_made == 1
    assert board.undo() == step
    assert board.position() == pile_board("5H,6H", "9D 8D").position()


def test_the_turned_card_is_the_talons_top_card_and_fills_the_place() -> None:
    board = pile_board("5H,6H", "9D 8D", "2S")
    step = board.move(0, 1)
    assert [str(play) for play in step.moves] == ["a1-a2", "o-a1"]
    assert (board.turned, len(board.stock)) == (None, 2)


def test_with_cards_in_the_waste_the_player_chooses() -> None:
    board = pile_board("5H,6H", "9D 8D", waste="2S")
    assert [str(play) for play in board.move(0, 1).moves] == ["a1-a2"]
    assert board.free_places() == [0]
    sources = {play.source for play in board.legal_moves() if play.target == 0}
    assert sources == {STOCK, WASTE}


def test_games_from_before_this_rule_are_read_as_they_were_played() -> None:
    board = pile_board("5H,6H,7H,AS", "9D 8D", waste="2S")
    words = ["a1-a2", "a4-h", "t-a1", "w-a4"]
    for word in words:
        board.play_word(word)
    assert board.words() == words
    assert (board.foundations, board.waste, board.stock) == ([0, 0, 1, 0], [], [parse_card("8D")])
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
    assert board.refusal(1, 0) == Refusal(FamilyRule.NOT_FROM_TABLEAU, parse_card("5H"))


def test_cards_are_turned_one_by_one_and_laid_off() -> None:
    board = FamilyBoard.deal(123456)
    following = board.stock[-1]
    board.move(STOCK, TURNED)
    assert board.turned == following
    with pytest.raises(IllegalMove, match="card is turned"):
        board.move(STOCK, TURNED)
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
    assert [board.to_family(place) for place in (0, 1, 2, STOCK, TURNED, 53)] == [None] * 6


def test_places_have_names_that_are_read_back() -> None:
    for place in (*PILES, STOCK, TURNED, WASTE):
        assert PLACES.parse(PLACES.name(place).upper()) == place
    assert [PLACES.name(place) for place in (0, 3, 4, 15, 52)] == ["a1", "a4", "b1", "d4", "h"]
    assert PLACES.parse("h", parse_card("2D")) == 55


@pytest.mark.parametrize("word", ["", "t", "to", "t-", "t-e1", "a5-h", "h-a1", "t-o-w"])
def test_a_word_that_is_no_step_is_named(word: str) -> None:
    with pytest.raises(PlaceError, match=r"is not a (move|place)"):
        FamilyBoard.deal(1).play_word(word)


def test_a_board_has_sixteen_piles() -> None:
    with pytest.raises(ValueError, match="16 piles"):
        FamilyBoard([[]] * 15)


def cards_of(board: FamilyBoard) -> Iterator[int]:
    """All cards wherever they lie; those of the families from nothing but the rule: ace to king, king to ace."""
    going = [*range(13), *range(12, -1, -1)]
    for suit, count in enumerate(board.foundations):
        yield from (value * 4 + suit for value in going[:count])
    yield from chain(*(cards for place, cards in board.piles.items() if place not in FOUNDATIONS))


def check(board: FamilyBoard, counted: Counter[int]) -> None:
    assert Counter(cards_of(board)) == counted
    assert sum(map(len, board.piles.values())) == 104
    if not board.waste and (board.stock or board.turned is not None):
        assert not board.free_places()


def play_at_random(number: int, steps: int) -> int:
    """Play up to so many steps, check everything after each, undo all; the number of steps made."""
    chance = random.Random(number)
    board = FamilyBoard.deal(number)
    start = board.position()
    counted = Counter(chain(range(52), range(52)))
    trail = []
    for _ in range(steps):
        plays = board.legal_moves()
        if not plays:
            assert board.won or board.lost
            break
        # Mostly to the families where possible, or games would never get there.
        home = [play for play in plays if play.target in FOUNDATIONS]
        play = chance.choice(home if home and chance.random() < 0.5 else plays)
        trail.append(board.position())
        families = board.foundations.copy()
        step = board.move(play.source, play.target)
        assert step.moves[0] == play
        assert all(now >= then for now, then in zip(board.foundations, families, strict=True))
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
    everywhere = (STOCK, TURNED, WASTE, *FOUNDATIONS, *PILES)
    for _ in range(250):
        plays = board.legal_moves()
        allowed = {(a, b) for a in everywhere for b in everywhere if board.refusal(a, b) is None}
        assert len(plays) == len(allowed)
        assert {(play.source, play.target) for play in plays} == allowed
        if not plays:
            break
        play = chance.choice(plays)
        board.move(play.source, play.target)
    assert board.moves_made > 100


@pytest.mark.slow
def test_ten_thousand_random_moves() -> None:
    total = 0
    number = 1000
    while total < 10_000:
        total += play_at_random(number, 600)
        number += 997
