"""Deals and moves of several cards, compared with the original program, and the deals of the other games."""

import hashlib
import json
from typing import Any

import pytest

from gemport.cards.card import parse_card, parse_cards
from gemport.cards.cells import PLACES
from gemport.cards.deals import NUMBERS, deal_order, number_after
from gemport.cards.vierfrei import VierfreiBoard
from tests.cli.run import run
from tests.conformance.reference import VECTORS, require


def vectors(name: str) -> Any:
    return json.loads(require(VECTORS / name).read_text())


@pytest.mark.parametrize(("game", "count"), [("vierfrei", 53), ("freecell", 25), ("grossfamilien", 20)])
def test_deals_and_the_numbers_after_them(game: str, count: int) -> None:
    deals = vectors({"freecell": "microsoft_deals.json"}.get(game, f"{game}_deals.json"))["deals"]
    assert len(deals) == count
    for deal in deals:
        if game == "vierfrei":
            following = deal.pop("next_random_number")
            assert VierfreiBoard.deal(deal["number"]).next_number == number_after(deal["number"]) == following
        assert json.loads(run("deal", game, deal["number"], "--format", "json").out) == {"game": game, **deal}


def test_deals_that_go_wrong_with_floats() -> None:
    numbers = vectors("vierfrei_deals.json")["float64_pitfall"]["numbers"]
    assert len(numbers) == 38
    for number in numbers:
        state, pack = number, list(range(52))
        for i in range(51, 0, -1):
            state = (9821 * state + 211327) % 1000000
            j = 2 * i * state // 1000000 - i * state // 1000000
            pack[i], pack[j] = pack[j], pack[i]
        assert deal_order(number) == pack


@pytest.mark.slow
def test_all_deals_of_vierfrei() -> None:
    about = vectors("vierfrei_deals.json")
    digest = hashlib.sha256()
    for number in NUMBERS:
        digest.update(bytes(deal_order(number)))
    assert digest.hexdigest() == about["sha256_of_all_1000000_deals"]


def test_several_cards_move_in_the_order_of_the_original() -> None:
    cases = vectors("vierfrei_supermoves.json")["cases"]
    assert len(cases) == 240
    for number, case in enumerate(cases):
        cells = [None if name is None else parse_card(name) for name in case["cells"]]
        board = VierfreiBoard([parse_cards(column) for column in case["columns"]], cells)
        moves = board.supermove(case["from"], case["count"], case["to"])
        named = [[place if isinstance(place, int) else PLACES.parse(place) for place in move] for move in case["moves"]]
        assert [[move.source, move.target] for move in moves] == named, f"case {number}"
