"""VIERFREI and Großfamilien by keyboard alone: how a choice is seen, and what its keys do."""

from typing import Any

import pytest

from gemport.cards.cells import CELLS
from gemport.cards.grossfamilien import PILES, PLACES, STOCK, TURNED, WASTE
from gemport.play.layout import Spot
from tests.games.players import Familien, Game, pile_board
from tests.games.vierfrei.test_play import board

PILE_KEYS = "1234qwerasdfzxcv"


def play_families(game: Familien, word: str) -> None:
    """Make a step by the keys of its places."""
    source, _, target = word.partition("-")
    keys = {STOCK: "0", TURNED: "0", WASTE: "8", **dict(zip(PILES, PILE_KEYS, strict=True))}
    game.key(keys[PLACES.parse(source)])
    if target == "h":
        game.key("9")
    elif PLACES.parse(source) != STOCK:
        game.key(keys[PLACES.parse(target)])


@pytest.mark.parametrize(("game", "key", "spot"), [(Game(42), "3", Spot(2, 6)), (Familien(1), "e", Spot(6, 0))])
def test_what_is_chosen_is_shown_and_esc_or_its_key_lets_it_go(game: Game | Familien, key: str, spot: Spot) -> None:
    before = game.picture()
    for end in ("Esc", key):
        game.key(key)
        assert game.program.table.selected == spot
        chosen = game.picture()
        assert chosen != before
        assert game.full_picture() == chosen
        game.key(end)
        assert game.picture() == before
    assert game.board.moves_made == 0


@pytest.mark.parametrize("key", ["F3", "F8", "Delete", "Undo", "mouse"])
def test_whatever_else_is_done_lets_it_go(key: str) -> None:
    for game in (Game(42), Familien(1)):
        if key == "Undo":
            game.click(game.at(STOCK)) if isinstance(game, Familien) else game.drag(game.at(0), game.at(CELLS[0]))
        game.key("1")
        assert game.program.table.selected is not None
        if key == "mouse":
            game.click((300, 390))
        else:
            game.key(key)
        assert game.program.table.selected is None
        now = game.picture()
        assert game.full_picture() == now


RUN = board("9H 8S", "TS", "")
FULL = board("9H 8S", "TS", cells="2C 3C 4C 5C")
FREE = pile_board("AC,3D,,5H", "7S 8S")


@pytest.mark.parametrize(
    ("kind", "position", "keys", "words", "selected", "bells"),
    [
        # several cards go to a column, and to an empty one as many as one says
        (Game, RUN, "1 2", "1d 12 d2", None, 0),
        (Game, RUN, "1 2 2 1 3", "1d 12 d2 2d 2c 21 c1 d1", None, 0),
        # a wrong move rings, and the card stays chosen
        (Game, None, "1 9", "", (0, 5), 1),
        (Game, FULL, "1 0", "", (0, 0), 1),
        (Game, FULL, "0 0 9", "", (57, 0), 1),
        (Familien, None, "1 2", "", (0, 0), 1),
        # an ace goes home by nine, and nothing does without a choice
        (Game, board("AC", "TS"), "9", "", None, 0),
        (Game, board("AC", "TS"), "1 9", "1h", None, 0),
        # talon, turned card and waste; a free place is filled
        (Familien, None, "0", "t-o", None, 0),
        (Familien, None, "0 0 8", "t-o o-w", None, 0),
        (Familien, None, "Space Space", "t-o o-w t-o", None, 0),
        (Familien, None, "0 0 8 8", "t-o o-w", (WASTE, 0), 0),
        (Familien, FREE, "0", "t-a3", None, 0),
        # Y and Z are the same pile on a German keyboard
        *((Familien, None, key, "", (12, 0), 0) for key in "yzZ"),
    ],
)
def test_keys_of_places(
    kind: type[Game | Familien],
    position: Any,
    keys: str,
    words: str,
    selected: tuple[int, int] | None,
    bells: int,
) -> None:
    game = kind(1 if kind is Familien else 42)
    if position is not None:
        game.put(position.copy())
    assert game.key(*keys.split()) == bells
    spot = None if selected is None else Spot(*selected)
    assert (" ".join(game.board.words()), game.program.table.selected) == (words, spot)
