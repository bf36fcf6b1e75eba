"""Why a move of FreeCell is refused, in words: which card, which rule, how many there was room for."""

from __future__ import annotations

from collections.abc import Sequence

from gemport.cards.card import Card, is_red, make_card, value_of
from gemport.cards.cells import COLUMNS, CellRule
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.moves import FOUNDATIONS, PileRule, Refusal
from gemport.patience.freecell import resource as rsc
from gemport.patience.freecell.text import FreeCellText

_TEXTS = {
    CellRule.CELL_TAKEN: rsc.CELL_TAKEN,
    CellRule.CELL_TO_CELL: rsc.CELL_TO_CELL,
    PileRule.OTHER_SUIT: rsc.OTHER_SUIT,
    PileRule.NOT_NEXT: rsc.NOT_NEXT,
    CellRule.ONE_CARD_ONLY: rsc.ONE_CARD_ONLY,
}


def why(
    texts: FreeCellText, board: FreeCellBoard, source: int, target: int, refusal: Refusal, chosen: bool
) -> str | None:
    """The text of an alert that says why a move is refused; None where nothing was to be moved.

    ``chosen``: the player said how many cards; else any of the run might have gone, and the text says why none can.
    """
    if refusal.card is None:
        return None
    if refusal.rule is CellRule.NO_ROOM:
        return _no_room(texts, board, target, refusal)
    if refusal.rule in (CellRule.SAME_COLOUR, CellRule.NOT_ONE_LOWER):
        run = board.run_length(source) if source in COLUMNS and not chosen else 1
        return _no_fit(texts, board, target, board.columns[source][-run:] if run > 1 else [refusal.card])
    if refusal.rule not in _TEXTS:
        return None
    return _say(texts, board, _TEXTS[refusal.rule], refusal.card, target, refusal.wanted)


def _say(texts: FreeCellText, board: FreeCellBoard, text: int, card: Card, target: int, wanted: int = 1) -> str:
    last = board.top(target)
    words: dict[str, object] = {"card": texts.card(card), "wanted": wanted}
    if last is not None:
        words["last"] = texts.card(last)
    if target in FOUNDATIONS:
        suit = target - FOUNDATIONS[0]
        words["suit"] = texts.suit(suit)
        words["next"] = texts.card(make_card(min(board.foundations[suit], value_of(card)), suit))
    return texts.say(text, **words)


def _no_room(texts: FreeCellText, board: FreeCellBoard, target: int, refusal: Refusal) -> str:
    assert refusal.card is not None
    return texts.say(
        rsc.NO_ROOM if board.count_columns else rsc.NO_ROOM_CELLS_ONLY,
        card=texts.card(refusal.card),
        wanted=refusal.wanted,
        room=refusal.room,
        cells=board.free_cells,
        columns=len(board.empty_columns(target)),
    )


def _no_fit(texts: FreeCellText, board: FreeCellBoard, target: int, cards: Sequence[Card]) -> str:
    """None of these cards of a run fits a column's last card: the one of the right rank has the wrong colour, or ..."""
    card, last = cards[-1], board.top(target)
    assert last is not None
    wanted = value_of(last) - value_of(card)
    if 1 <= wanted <= len(cards):
        return _say(texts, board, rsc.SAME_COLOUR, cards[-wanted], target)
    if len(cards) > 1:
        return texts.say(rsc.NOTHING_FITS, first=texts.card(cards[0]), card=texts.card(card), last=texts.card(last))
    other_colour = is_red(card) != is_red(last)
    return _say(texts, board, rsc.NOT_ONE_LOWER if other_colour else rsc.NOT_LOWER_NOR_OTHER_COLOUR, card, target)


def no_free_cell(texts: FreeCellText, card: Card) -> str:
    """The text of an alert: a card was to go to a free cell, and all are taken."""
    return texts.say(rsc.NO_FREE_CELL, card=texts.card(card))
