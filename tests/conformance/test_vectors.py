"""The deals, the several-card moves and the sessions of the original program, and the other games' deals."""

import hashlib
import json
import re
from typing import Any

import pytest

from gemport.cards.card import card_name, card_names, parse_card, parse_cards
from gemport.cards.cells import COLUMNS, PLACES
from gemport.cards.deals import NUMBERS, deal_order, number_after
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.grossfamilien import FamilyBoard
from gemport.cards.moves import IllegalMove
from gemport.cards.vierfrei import VierfreiBoard, vierfrei_removes
from tests.cli.run import run
from tests.conformance.reference import REFERENCE, VECTORS, require


def vectors(name: str) -> Any:
    return json.loads(require(VECTORS / name).read_text())


def test_vierfrei_deals_and_the_numbers_after_them() -> None:
    deals = vectors("vierfrei_deals.json")["deals"]
    assert len(deals) == 53
    for deal in deals:
        board = VierfreiBoard.deal(deal["number"])
        assert [card_names(column) for column in board.columns] == deal["columns"], deal["number"]
        assert board.next_number == number_after(deal["number"]) == deal["next_random_number"]


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


def test_microsoft_deals() -> None:
    deals = vectors("microsoft_deals.json")["deals"]
    assert len(deals) == 25
    for deal in deals:
        board = FreeCellBoard.deal(deal["number"])
        assert [card_names(column) for column in board.columns] == deal["columns"], deal["number"]


def test_grossfamilien_deals() -> None:
    deals = vectors("grossfamilien_deals.json")["deals"]
    assert len(deals) == 20
    for deal in deals:
        board = FamilyBoard.deal(deal["number"])
        tableau = [card_name(board.piles[place][0]) for place in range(16)]
        assert tableau == deal["tableau"], deal["number"]
        assert card_names(reversed(board.stock)) == deal["talon"], deal["number"]


@pytest.mark.parametrize("game", ["vierfrei", "freecell", "grossfamilien"])
def test_json_lines_are_the_vectors(game: str) -> None:
    name = {"freecell": "microsoft"}.get(game, game)
    for deal in vectors(f"{name}_deals.json")["deals"]:
        deal.pop("next_random_number", None)
        assert json.loads(run("deal", game, deal["number"], "--format", "json").out) == {"game": game, **deal}


def session(name: str) -> Any:
    sessions = json.loads(require(REFERENCE / "vierfrei" / "index.json").read_text())
    return next(entry for entry in sessions if entry["session"] == name)


def shown(board: VierfreiBoard) -> dict[str, object]:
    """The board as the sessions' index writes it: -1 for nothing, top cards of the final places."""
    tops = [board.top(place) for place in range(52, 56)]
    return {
        "columns": board.columns,
        "cells": [-1 if card is None else card for card in board.cells],
        "found": [-1 if card is None else card for card in tops],
    }


def act(board: VierfreiBoard, action: str) -> None:
    """Do what the session did: ``Undo``, ``Delete``, ``card 26 (2 cards) to col 2``; refused moves do nothing."""
    if action == "Undo":
        if board.history:
            board.undo()
        return
    if action == "Delete":
        moves = board.sweep(vierfrei_removes)
    else:
        found = re.fullmatch(r"card (\d+) \((\d+) cards\) to (?:col|place) (\d+)", action)
        assert found, action
        card, count, target = map(int, found.groups())
        source, index = board.find(card)
        assert source not in COLUMNS or len(board.columns[source]) - index == count
        try:
            moves = board.supermove(source, count, target)
        except IllegalMove:
            return
    for move in moves:
        board.move(move.source, move.target)


@pytest.mark.parametrize("name", ["random_01_000001", "random_02_123456", "random_03_001566"])
def test_sessions_of_the_original(name: str) -> None:
    entry = session(name)
    board = VierfreiBoard.deal(entry["number"])
    for shot in entry["shots"]:
        act(board, shot["shows"])
        wanted = {key: shot["board"][key] for key in ("columns", "cells", "found")}
        assert shown(board) == wanted, f"{name}: {shot['file']}: {shot['shows']}"


def test_right_and_left_button_fill_free_places_from_the_right_as_in_the_original() -> None:
    shots = {shot["file"]: shot["board"]["cells"] for shot in session("basic_01_123456")["shots"]}
    board = VierfreiBoard.deal(123456)
    board.move(board.find(35)[0], 3)
    cells = []
    for card in (35, 39):
        moves = board.to_cells(*board.find(card))
        assert moves is not None
        for move in moves:
            board.move(move.source, move.target)
        cells.append(board.cells.copy())
    assert cells[0] == [None if card < 0 else card for card in shots["09_rl.png"]]
    assert cells[1] == shots["10_rl3.png"]
    assert board.to_cells(*board.find(48)) is None
