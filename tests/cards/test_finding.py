"""Numbers found by some of their cards."""

from __future__ import annotations

from random import Random

import pytest

from gemport.cards.finding import FAMILIES, MICROSOFT, VIERFREI, Dealing, find_numbers

DEALINGS = {"vierfrei": VIERFREI, "microsoft": MICROSOFT, "grossfamilien": FAMILIES}
dealings = pytest.mark.parametrize("dealing", DEALINGS.values(), ids=DEALINGS)


@dealings
def test_one_card_finds_exactly_the_numbers_that_draw_it(dealing: Dealing) -> None:
    """A rounded fraction that is wrong once in a million is wrong in some number of every sample like this."""
    chance = Random(5)
    for draw in (0, 17, dealing.cards - 1):
        card = chance.choice(dealing.pack)
        found = set(find_numbers(dealing, {draw: card}))
        assert len(found) == pytest.approx(1_000_000 / 52, rel=0.1)
        for number in [*chance.sample(sorted(found), 300), *chance.sample(range(1, 1_000_000), 2000)]:
            assert (number in found) is (dealing.drawn(number)[draw] == card)


@dealings
@pytest.mark.parametrize("number", [1, 123456, 999_999])
def test_cards_that_no_other_number_has_find_theirs_even_if_one_is_wrong(dealing: Dealing, number: int) -> None:
    drawn = dealing.drawn(number)
    known = {draw: drawn[draw] for draw in range(0, dealing.cards, 6)}
    assert find_numbers(dealing, known) == [number]
    for draw in list(known)[:4]:
        wrong = {**known, draw: (known[draw] + 1) % 52}
        assert find_numbers(dealing, wrong) == []
        assert find_numbers(dealing, wrong, wrong=1) == [number]
        wrong[48] = (known[48] + 2) % 52
        assert find_numbers(dealing, wrong, wrong=1) == []
