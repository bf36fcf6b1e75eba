"""VIERFREI and Großfamilien by keyboard alone: whole games with the boxes on their way, and how a choice is seen."""

from __future__ import annotations

import pytest

from gemport.cards.cells import CELLS, COLUMNS
from gemport.cards.grossfamilien import PILES, PLACES, STOCK, TURNED, WASTE
from gemport.cards.notation import parse_record
from gemport.cli.registry import GameBoards
from gemport.play.layout import Spot
from tests.games import shared
from tests.games.grossfamilien.player import Familien, pile_board, recorded
from tests.games.vierfrei.player import Game, plain_files
from tests.games.vierfrei.test_play import CLUBS, GAMES, board

PILE_KEYS = "1234qwerasdfzxcv"


def play_vierfrei(game: Game, word: str) -> None:
    """Make a move of a single card by the keys of its places; cells are taken from the left."""
    move = game.board.parse_move(word)
    if move.source in COLUMNS:
        game.key(str(move.source + 1))
    else:
        while game.program.table.selected != Spot(move.source, 0):
            game.key("0")
    if move.target in COLUMNS:
        game.key(str(move.target + 1))
        if game.asked is not None:
            game.key("e")
    else:
        game.key("0" if move.target in CELLS else "9")


def leftmost(words: list[str]) -> list[str]:
    """The same game with every card in the leftmost free cell."""
    trial, taken, changed = Game(42).board, dict[str, str](), []
    for word in words:
        source, target = (taken.pop(word[0], word[0]), word[1])
        if target in "abcd":
            free = next(name for name, cell in zip("abcd", CELLS, strict=True) if trial.top(cell) is None)
            taken[target], target = free, free
        changed.append(source + target)
        trial.play_word(changed[-1])
    return changed


def test_a_whole_game_of_vierfrei_with_all_boxes_on_its_way() -> None:
    words = leftmost(list(parse_record((GAMES / "000042.txt").read_text(), GameBoards()).words))
    game = Game(7)
    game.key("F4", "Esc", "F2", "4", "2", "Return")
    assert game.session.number == 42
    for word in words[:20]:
        play_vierfrei(game, word)
    game.key("F5", "Tab", "Space")
    assert game.asked is not None
    game.key("Esc", "Esc", "F9", "Esc", "Undo", "Ctrl+y")
    assert game.board.words() == words[:20]
    for word in words[20:]:
        play_vierfrei(game, word)
    assert (game.board.words(), game.board.won, game.machine.bells) == (words, True, 0)
    assert game.said(shared.WON, shared.WON_MOVES) == str(len(words))
    # The first key is enough of the falling cards.
    game.key("x", "n", "Return")
    assert (game.board.won, game.board.number) == (False, game.session.number)


def play_families(game: Familien, word: str) -> None:
    """Make a step by the keys of its places."""
    source, _, target = word.partition("-")
    keys = {STOCK: "0", TURNED: "0", WASTE: "8", **dict(zip(PILES, PILE_KEYS, strict=True))}
    game.key(keys[PLACES.parse(source)])
    if target == "h":
        game.key("9")
    elif PLACES.parse(source) != STOCK:
        game.key(keys[PLACES.parse(target)])


def test_a_whole_game_of_grossfamilien_with_all_boxes_on_its_way() -> None:
    record = recorded("won")
    game = Familien(1)
    game.key("F4", "Undo", "F2", *str(record.number), "Return")
    for word in record.words[:30]:
        play_families(game, word)
    game.key("F5", "Esc", "F9", "Esc", "Undo", "Ctrl+y", "F2", "Tab", "Return")
    for word in record.words[30:]:
        play_families(game, word)
    assert (game.board.words(), game.board.won) == (list(record.words), True)
    won = game.picture()
    game.key("x")
    assert game.picture() != won
    game.key("Esc")
    assert (game.board.won, game.machine.bells, game.picture()) == (True, 0, won)


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


def test_several_cards_go_to_a_column_and_to_an_empty_one_as_many_as_one_says() -> None:
    game = Game(42)
    game.put(board("9H 8S", "TS", ""))
    game.key("1", "2")
    assert len(game.board.columns[1]) == 3
    game.key("2", "1")
    assert game.asked is not None
    game.key("3")
    assert [len(column) for column in game.board.columns[:2]] == [3, 0]


def test_a_wrong_move_rings_and_the_card_stays_chosen() -> None:
    game = Game(42)
    assert game.key("1") == 0
    assert game.key("9") == 1
    assert game.program.table.selected is not None
    game.put(board("9H 8S", "TS", cells="2C 3C 4C 5C"))
    assert game.key("Esc", "1", "0") == 1
    assert game.key("Esc", "0", "0", "9") == 1
    assert game.program.table.selected == Spot(CELLS[1], 0)
    heaps = Familien(1)
    assert heaps.key("1", "2") == 1
    assert heaps.program.table.selected == Spot(0, 0)


def test_an_ace_goes_home_by_nine_and_nothing_does_without_a_choice() -> None:
    game = Game(42)
    game.put(board("AC", "TS"))
    assert game.key("9") == 0
    game.key("1", "9")
    assert game.board.top(CLUBS) is not None


def test_talon_turned_card_and_waste_have_keys() -> None:
    game = Familien(1)
    game.key("0")
    assert game.board.turned is not None
    game.key("0", "8")
    assert (game.board.turned, len(game.board.waste)) == (None, 1)
    game.key("Space", "Space")
    assert (game.board.turned is not None, len(game.board.waste)) == (True, 2)
    game.key("8")
    assert game.program.table.selected == Spot(WASTE, 1)
    game.key("8")
    free = Familien(1)
    free.put(pile_board("AC,3D,,5H", "7S 8S"))
    free.key("0")
    assert [len(free.board.piles[place]) for place in (0, 2)] == [1, 1]


def test_y_and_z_are_the_same_pile_on_a_german_keyboard() -> None:
    game = Familien(1)
    for key in "yzZ":
        game.key(key)
        assert game.program.table.selected == Spot(12, 0)
        game.key("Esc")


def test_the_original_has_no_such_keys() -> None:
    game = Game(42, used=plain_files())
    before = game.picture()
    assert game.key("1", "2", "0", "9", "Esc") == 0
    assert (game.picture(), game.board.moves_made, game.program.table.selected) == (before, 0, None)
