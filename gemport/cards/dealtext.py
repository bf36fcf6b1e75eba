"""Numbered deals as text: for reading, for FreeCell solvers, as a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import zip_longest

from gemport.cards.numbers import TABLEAU_SIZE, grossfamilien_order, microsoft_columns, vierfrei_columns
from gemport.cards.pack import Card, card_names

GAMES = ("vierfrei", "freecell", "grossfamilien")
FORMATS = ("text", "fc-solve", "json")

_TITLES = {"vierfrei": "VIERFREI", "freecell": "FreeCell", "grossfamilien": "Großfamilien"}
_TALON_WIDTH = 11


class DealTextError(ValueError):
    """A game or a form that there is not."""


def deal_text(game: str, number: int, form: str = "text") -> str:
    """The deal of a numbered game in one of FORMATS, without a line feed at the end.

    Raises NumberError for a number that the game does not have, DealTextError for an unknown game or form, and for
    Grossfamilien in the form of FreeCell solvers.
    """
    if game not in GAMES:
        raise DealTextError(f"{game!r} is no game ({', '.join(GAMES)})")
    if form not in FORMATS:
        raise DealTextError(f"{form!r} is no form of a deal ({', '.join(FORMATS)})")
    if game == "grossfamilien":
        return _grossfamilien_text(number, form)
    columns = vierfrei_columns(number) if game == "vierfrei" else microsoft_columns(number)
    if form == "json":
        return _json(game, number, columns=[card_names(column) for column in columns])
    if form == "fc-solve":
        return _rows(columns)
    rows = (" ".join(row).rstrip() for row in zip_longest(*map(card_names, columns), fillvalue="  "))
    return "\n".join([f"{_TITLES[game]} #{number}", *rows])


def _grossfamilien_text(number: int, form: str) -> str:
    if form == "fc-solve":
        raise DealTextError("grossfamilien has no deals in the form fc-solve (text and json)")
    order = grossfamilien_order(number)
    tableau, talon = order[:TABLEAU_SIZE], order[TABLEAU_SIZE:]
    if form == "json":
        return _json("grossfamilien", number, tableau=card_names(tableau), talon=card_names(talon))
    rows = _rows([tableau[i : i + 4] for i in range(0, len(tableau), 4)])
    stock = _rows([talon[i : i + _TALON_WIDTH] for i in range(0, len(talon), _TALON_WIDTH)])
    return f"{_TITLES['grossfamilien']} #{number}\n{rows}\nTalon:\n{stock}"


def _rows(rows: Sequence[Sequence[Card]]) -> str:
    return "\n".join(" ".join(card_names(row)) for row in rows)


def _json(game: str, number: int, **cards: object) -> str:
    return json.dumps({"game": game, "number": number, **cards}, separators=(",", ":"))
