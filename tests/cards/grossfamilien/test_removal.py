"""Großfamilien's Delete: what it sends to the families never turns a game that can be won into one that can't."""

import random

import pytest

from gemport.cards.card import parse_cards
from gemport.cards.grossfamilien import PILES, WASTE, FamilyBoard, awaited_value, removals
from gemport.cards.moves import FOUNDATIONS
from tests.cards.grossfamilien.test_board import pile_board

BLOCK = parse_cards(["9C"])
"""A pile that never moves in the small games: clubs have no other card in play, and their family waits for an ace."""


def can_reach(board: FamilyBoard, goal: int) -> bool:
    """Return whether the families can together reach ``goal`` cards; tries everything."""
    seen = {board.position()}
    waiting = [board]
    while waiting:
        now = waiting.pop()
        if sum(now.foundations) >= goal:
            return True
        # Plays to the families are tried first: most games that can be finished so are then finished soon.
        for play in sorted(now.legal_moves(), key=lambda play: play.target in FOUNDATIONS):
            then = now.bare_copy()
            then.move(play.source, play.target)
            if then.position() not in seen:
                seen.add(then.position())
                waiting.append(then)
    return False


def small_game(chance: random.Random, loose: list[int], families: list[int]) -> FamilyBoard:
    """A few cards at random over a few piles, waste and talon; all other piles never move."""
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
    """Two suits near their end, every value left once."""
    families = [0, 26 - chance.randint(2, 4), 26 - chance.randint(2, 4), 26]
    loose = [value * 4 + suit for suit in (1, 2) for value in range(26 - families[suit])]
    return small_game(chance, loose, families)


def kings_game(chance: random.Random) -> FamilyBoard:
    """Hearts wait for their first king; both kings and a few cards below them, spades near their end."""
    families = [0, 12, 26 - chance.randint(1, 3), 26]
    loose = [12 * 4 + 1] * 2 + [value * 4 + 1 for value in (11, 10, 9)]
    return small_game(chance, loose + [value * 4 + 2 for value in range(26 - families[2])], families)


def harmless(board: FamilyBoard, goal: int) -> bool | None:
    """Return whether the plays of Delete leave a game that can reach the goal so; None if there is nothing to see."""
    plays = removals(board)
    if not plays or not can_reach(board, goal):
        return None
    after = board.bare_copy()
    for play in plays:
        after.move(play.source, play.target)
        # One by one, because each must be harmless by itself; only two kings go together.
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
    """The other ace lies on a three: it must be the one to go, for later no two is left to take it."""
    board = pile_board(f"AC,2C,2C,3C,3C AC 4C,{FALLING_AND_RISING}" + "," * 10, families=(0, 26, 26, 26))
    assert removals(board) == []
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
    plays = removals(board)
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
    assert [str(play) for play in removals(board)] == sent
    assert board.position() == before


def test_the_waste_fills_free_places_and_passes_go_on_until_nothing_moves() -> None:
    board = pile_board("9S 4H,6H,5S", waste="9D 5H", families=(0, 20, 0, 0))
    plays = removals(board)
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
"""A card is alone on its place, or in the waste, while the talon lasts."""


@pytest.mark.parametrize(("board", "sent_word"), list(zip(NEEDED_WHERE_THEY_LIE, ("a1-h", "w-h"), strict=True)))
def test_while_the_talon_lasts_a_card_may_be_needed_where_it_lies(board: FamilyBoard, sent_word: str) -> None:
    """Gone at once, it lets in the talon's next card, which is the wrong one; kept a while, the game is won."""
    board = board.bare_copy()
    assert removals(board) == []
    assert can_reach(board, 78)
    board.play_word(sent_word)
    assert not can_reach(board, 78)


def test_the_turned_card_goes_when_it_was_the_last_one_of_the_talon() -> None:
    for talon, sent in (("", ["o-h"]), ("9D", [])):
        board = pile_board("9S,8S 5D", talon, "3H", "2C", families=(0, 23, 0, 0))
        assert [str(play) for play in removals(board)] == sent
