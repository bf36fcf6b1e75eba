"""Numbered deals as text: for reading, for FreeCell solvers, as a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from gemport.cards.pack import Card, card_names

FORMATS = ("text", "fc-solve", "json")


class DealFormatError(ValueError):
    """A format that does not exist, or that a game's deals do not come in."""


class Deal(NamedTuple):
    """A numbered deal, ready to be written.

    lines: as a person reads it, below the title
    cards: names of cards by what they are a part of, for JSON
    columns: the columns of a cell game, each from its top down; None for a game that FreeCell solvers do not know
    """

    number: int
    lines: tuple[str, ...]
    cards: Mapping[str, object]
    columns: Sequence[Sequence[Card]] | None = None


def rows_of(rows: Sequence[Sequence[Card]]) -> tuple[str, ...]:
    """A line of names for each row of cards."""
    return tuple(" ".join(card_names(row)) for row in rows)


def column_deal(number: int, columns: Sequence[Sequence[Card]]) -> Deal:
    """The deal of a cell game."""
    rows = zip_longest(*map(card_names, columns), fillvalue="  ")
    lines = tuple(" ".join(row).rstrip() for row in rows)
    return Deal(number, lines, {"columns": [card_names(column) for column in columns]}, columns)


def deal_text(game: str, title: str, deal: Deal, form: str = "text") -> str:
    """A game's deal in one of FORMATS, without a line feed at the end.

    Raises DealFormatError for an unknown form, and for one that the game has no deals in.
    """
    if form not in FORMATS:
        raise DealFormatError(f"{form!r} is not a form of a deal ({', '.join(FORMATS)})")
    if form == "json":
        return json.dumps({"game": game, "number": deal.number, **deal.cards}, separators=(",", ":"))
    if form == "text":
        return "\n".join([f"{title} #{deal.number}", *deal.lines])
    if deal.columns is None:
        raise DealFormatError(f"{game} has no deals in the form fc-solve (text and json)")
    return "\n".join(rows_of(deal.columns))
