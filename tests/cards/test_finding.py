"""Numbers found by some of their cards."""

from random import Random

import pytest

from gemport.cards.deals import next_number
from gemport.cards.finding import FAMILIES, MICROSOFT, VIERFREI, Dealing, find_numbers

DEALINGS = {"vierfrei": VIERFREI, "microsoft": MICROSOFT, "grossfamilien": FAMILIES}
dealings = pytest.mark.parametrize("dealing", DEALINGS.values(), ids=DEALINGS)


def test_no_choice_of_a_million_is_rounded_wrong() -> None:
    """A fraction that is a little too small is wrong only where a choice lies on the border to the next one."""
    states = [0]
    for _ in range(999_999):
        states.append(next_number(states[-1]))
    for draw in (3, 39, 53):
        choices, first = FAMILIES.choices(draw)
        last = FAMILIES.cards - 1 - draw
        assert choices[:1_000_000] == bytes((last * state + 500_000) // 1_000_000 for state in states)
        assert first == draw + 1


@dealings
def test_one_card_finds_exactly_the_numbers_that_draw_it(dealing: Dealing) -> None:
    chance = Random(5)
    for draw in (0, 17, dealing.cards - 1):
        card = chance.choice(dealing.pack)
        found = set(find_numbers(dealing, {draw: card}))
        for number in [*chance.sample(sorted(found), 100), *chance.sample(range(1, 1_000_000), 500)]:
            assert (number in found) is (dealing.drawn(number)[draw] == card)


@dealings
@pytest.mark.parametrize("number", [1, 999_999])
def test_cards_that_no_other_number_has_find_theirs_even_if_one_is_wrong(dealing: Dealing, number: int) -> None:
    drawn = dealing.drawn(number)
    known = {draw: drawn[draw] for draw in range(0, dealing.cards, 6)}
    assert find_numbers(dealing, known) == [number]
    for draw in list(known)[:2]:
        wrong = {**known, draw: (known[draw] + 1) % 52}
        assert find_numbers(dealing, wrong) == []
        assert find_numbers(dealing, wrong, wrong=1) == [number]
        wrong[48] = (known[48] + 2) % 52
        assert find_numbers(dealing, wrong, wrong=1) == []
