"""Großfamilien: moves between all places, filling empty piles, long random games, and the safe moves of Delete."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

import pytest

from gemport.cards.card import parse_card, parse_cards
from gemport.cards.grossfamilien import (
    PILES,
    PLACES,
    STOCK,
    TURNED,
    WASTE,
    FamilyBoard,
    FamilyRule,
    awaited_value,
    home_moves,
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
    """Return a board; piles are separated by commas, the others hold ``rest``; the talon starts with its next card."""
    named = piles.split(",")
    heaps = [parse_cards(pile.split()) for pile in (*named, *[rest] * (len(PILES) - len(named)))]
    card = parse_card(turned) if turned else None
    return FamilyBoard(heaps, parse_cards(talon.split())[::-1], card, parse_cards(waste.split()), families, number)


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


@pytest.mark.parametrize(
    ("talon", "turned", "waste", "moves"),
    [
        ("9D 8D", "", "", "a1-a2 t-a1"),
        # The turned card is the top card of the talon.
        ("9D 8D", "2S", "", "a1-a2 o-a1"),
        # With cards in the waste the player chooses.
        ("9D 8D", "", "2S", "a1-a2"),
        ("", "", "", "a1-a2"),
    ],
)
def test_a_free_place_is_filled_at_once_from_the_talon_while_the_waste_is_empty(
    talon: str, turned: str, waste: str, moves: str
) -> None:
    board = pile_board("5H,6H", talon, turned, waste)
    before = board.position()
    step = board.move(0, 1)
    assert " ".join(map(str, step.moves)) == moves
    assert {move.source for move in board.legal_moves() if move.target == 0} == ({STOCK, WASTE} if waste else set())
    assert (board.moves_made, board.undo()) == (1, step)
    assert board.position() == before


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


def test_lost_when_the_talon_is_empty_and_nothing_can_move() -> None:
    assert pile_board("5H,7H,5H", waste="9S").lost
    assert not pile_board("5H,6H,5H", waste="9S").lost
    assert not pile_board("5H,7H,5H", waste="8H").lost
    assert not pile_board("5H,,5H", waste="9S").lost
    assert not pile_board("5H,7H,5H", turned="2S", waste="9S").lost
    assert not pile_board("5H,7H,5H", "2S", waste="9S").lost
    assert not pile_board("5H,7H,AH", waste="9S").lost
    assert pile_board("5H,,5H").lost


def test_a_right_click_sends_a_card_to_its_family_if_it_is_awaited() -> None:
    board = pile_board("AH,3H", "2H", waste="9S KH", families=(0, 13, 0, 0))
    assert str(board.to_family(WASTE)) == "w-h"
    assert [board.to_family(place) for place in (0, 1, 2, STOCK, TURNED, 53)] == [None] * 6


def test_places_have_names_that_are_read_back() -> None:
    for place in (*PILES, STOCK, TURNED, WASTE):
        assert PLACES.parse(PLACES.name(place).upper()) == place
    assert [PLACES.name(place) for place in (0, 3, 4, 15, 52)] == ["a1", "a4", "b1", "d4", "h"]
    assert PLACES.parse("h", parse_card("2D")) == 55


@pytest.mark.parametrize("word", ["to", "t-", "a5-h", "h-a1", "t-o-w"])
def test_a_word_that_is_no_step_is_named(word: str) -> None:
    with pytest.raises(PlaceError, match=r"is not a (move|place)"):
        FamilyBoard.deal(1).play_word(word)


def test_a_board_has_sixteen_piles() -> None:
    with pytest.raises(ValueError, match="16 piles"):
        FamilyBoard([[]] * 15)


def cards_of(board: FamilyBoard) -> Iterator[int]:
    """Yield all cards on the board; families are computed from the rule alone: ace to king, then king to ace."""
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
    """Play up to ``steps`` random steps, checking each, and undo them all; return the number of steps."""
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
        # Prefer moves to families, which random games would never fill otherwise.
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


# ---- Delete


BLOCK = parse_cards(["9C"])
"""A pile that never moves in the small games: no other clubs are in play, and the family of clubs awaits an ace."""


def can_reach(board: FamilyBoard, goal: int) -> bool:
    """Return whether the families can reach ``goal`` cards in total, by a full search."""
    seen = {board.position()}
    waiting = [board]
    while waiting:
        now = waiting.pop()
        if sum(now.foundations) >= goal:
            return True
        # Try moves to families first: most games that can be finished are then finished quickly.
        for play in sorted(now.legal_moves(), key=lambda play: play.target in FOUNDATIONS):
            then = now.bare_copy()
            then.move(play.source, play.target)
            if then.position() not in seen:
                seen.add(then.position())
                waiting.append(then)
    return False


def small_game(chance: random.Random, loose: list[int], families: list[int]) -> FamilyBoard:
    """Distribute cards randomly over a few piles, waste and talon; all other piles never move."""
    chance.shuffle(loose)
    heaps: list[list[int]] = [[] for _ in range(chance.randint(1, 3))]
    talon: list[int] = []
    waste: list[int] = []
    for card in loose:
        chance.choice([*heaps, *heaps, talon, waste]).append(card)
    board = FamilyBoard(heaps + [BLOCK] * (len(PILES) - len(heaps)), talon, None, waste, families)
    if board.free_places() and not waste:
        for place in board.free_places():
            if board.stock:
                board.piles[place].append(board.stock.pop())
    return board


def falling_game(chance: random.Random) -> FamilyBoard:
    """Return a random game with two suits near their end and one card of each remaining value."""
    families = [0, 26 - chance.randint(2, 4), 26 - chance.randint(2, 4), 26]
    loose = [value * 4 + suit for suit in (1, 2) for value in range(26 - families[suit])]
    return small_game(chance, loose, families)


def kings_game(chance: random.Random) -> FamilyBoard:
    """Return a random game: hearts await their first king and both kings are in play; spades are near their end."""
    families = [0, 12, 26 - chance.randint(1, 3), 26]
    loose = [12 * 4 + 1] * 2 + [value * 4 + 1 for value in (11, 10, 9)]
    return small_game(chance, loose + [value * 4 + 2 for value in range(26 - families[2])], families)


def harmless(board: FamilyBoard, goal: int) -> bool | None:
    """Return whether each move of Delete keeps the goal reachable; None if it has no move or the goal is lost."""
    plays = home_moves(board)
    if not plays or not can_reach(board, goal):
        return None
    after = board.bare_copy()
    for play in plays:
        after.move(play.source, play.target)
        # Check each move, because each must be harmless alone; only two kings belong together.
        if not (after.foundations[1] == 13 and play.target == 53) and not can_reach(after, goal):
            return False
    return True


def count_harmless(seeds: range) -> int:
    seen = 0
    for seed in seeds:
        chance = random.Random(seed)
        for board, goal in ((falling_game(chance), 78), (kings_game(chance), 16 + 26 + 26)):
            verdict = harmless(board, goal)
            assert verdict is not False, f"seed {seed}"
            seen += verdict is True
    return seen


def test_delete_never_loses_a_small_game() -> None:
    assert count_harmless(range(40)) > 10


@pytest.mark.slow
def test_delete_never_loses_one_of_many_small_games() -> None:
    assert count_harmless(range(1000, 1600)) > 150


FALLING_AND_RISING = "4C 5C 6C 7C 8C 9C TC JC QC KC KC QC JC TC 9C 8C 7C 6C 5C"
WINNING = "b1-a4 b1-h a2-h b1-h a4-h " + "b2-h " * 19 + "a4-h a3-h a1-h"


def test_an_open_ace_may_be_needed() -> None:
    """The other ace covers a three and must go home first: later, no two remains to take it."""
    board = pile_board(f"AC,2C,2C,3C,3C AC 4C,{FALLING_AND_RISING}" + "," * 10, families=(0, 26, 26, 26))
    assert home_moves(board) == []
    kept = board.bare_copy()
    for word in WINNING.split():
        if word == "b1-a4":
            assert [str(play) for play in kept.legal_moves() if play.target == 52] == ["a1-h"]
        kept.play_word(word)
    assert kept.won

    sent = board.bare_copy()
    sent.move(0, 52)
    assert not can_reach(sent, 104)


def test_everything_goes_when_nothing_else_is_left_to_do() -> None:
    board = FamilyBoard([parse_cards(["3H", "2H", "AH"])] + [[]] * 15, families=(26, 0, 26, 26))
    value = 3
    while (awaited := awaited_value(value)) is not None:
        board.piles[1].insert(0, awaited * 4 + 1)
        value += 1
    plays = home_moves(board)
    assert len(plays) == 26
    for play in plays:
        board.move(play.source, play.target)
    assert board.won


@pytest.mark.parametrize(
    ("piles", "talon", "waste", "sent"),
    [
        ("2C KH,3C KH,AH", "5C", "", ["a1-h", "a2-h"]),
        ("KH,2C KH,AH", "5C", "", []),
        ("KH,2C KH,AH", "", "", ["a1-h", "a2-h"]),
        ("KH,QH KH 9D", "", "", []),
        ("KH,AH", "", "9S KH", ["w-h", "a1-h", "w-a1"]),
        ("2C KH,AH", "5C", "9S KH", []),
        ("5S KH,QH KH,QS", "5C", "", ["a1-h", "a2-h"]),
        ("5S KH,2S QH KH,QS", "5C", "", ["a1-h", "a2-h", "a2-h"]),
    ],
)
def test_both_kings_go_together_or_not_at_all(piles: str, talon: str, waste: str, sent: list[str]) -> None:
    board = pile_board(piles + ",9S,8C", talon, waste=waste, families=(0, 12, 0, 0))
    before = board.position()
    assert [str(play) for play in home_moves(board)] == sent
    assert board.position() == before


def test_the_waste_fills_free_places_and_passes_go_on_until_nothing_moves() -> None:
    board = pile_board("9S 4H,6H,5S", waste="9D 5H", families=(0, 20, 0, 0))
    plays = home_moves(board)
    assert [(play.source, str(play)) for play in plays] == [
        (1, "a2-h"),
        (WASTE, "w-a2"),
        (1, "a2-h"),
        (WASTE, "w-a2"),
        (0, "a1-h"),
    ]


NEEDED_WHERE_THEY_LIE = (
    pile_board("3H,2H 3S 2S" + ",9C" * 14, "AH AS", families=(0, 23, 23, 26)),
    pile_board(",AS 2H 4S 3S" + ",9C" * 14, "AH 2S", waste="3H", families=(0, 23, 22, 26)),
)
"""A card alone in its place, or in the waste, while the talon has cards."""


@pytest.mark.parametrize(("board", "sent_word"), list(zip(NEEDED_WHERE_THEY_LIE, ("a1-h", "w-h"), strict=True)))
def test_while_the_talon_lasts_a_card_may_be_needed_where_it_lies(board: FamilyBoard, sent_word: str) -> None:
    """Sending it home lets the talon fill its place with a card that spoils the game; waiting allows the win."""
    board = board.bare_copy()
    assert home_moves(board) == []
    assert can_reach(board, 78)
    board.play_word(sent_word)
    assert not can_reach(board, 78)


def test_the_turned_card_goes_when_it_was_the_last_one_of_the_talon() -> None:
    for talon, sent in (("", ["o-h"]), ("9D", [])):
        board = pile_board("9S,8S 5D", talon, "3H", "2C", families=(0, 23, 0, 0))
        assert [str(play) for play in home_moves(board)] == sent
