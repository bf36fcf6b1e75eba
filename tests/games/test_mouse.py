"""Clicks, double clicks, drags, their settings, and losing the mouse during a drag."""

from itertools import product
from typing import Any

import pytest

from gemport.cards.cells import CELLS, Autoplay, AutoplayBoard, CellBoard
from gemport.cards.grossfamilien import FamilyBoard
from gemport.gem import LEFT, ObState
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH
from gemport.settings import Dragging, Looks
from tests.cards.cells.strategies import cell_board
from tests.games.players import (
    Familien,
    Game,
    Hand,
    Hands,
    Player,
    cell_games,
    drags,
    every_game,
    pile_board,
    plain_files,
)

CELL = CELLS[0]


def laid(kind: Hands, *columns: str, cells: str = "", home: tuple[int, ...] = (0, 0, 0, 0), on: str = "") -> Hand[Any]:
    """Return a cell game with a position; ``on`` lists the menu switches to toggle first."""
    game = kind(5, lang="en")
    for switch in on.split():
        game.choose(switch.replace("_", " "))
    board: CellBoard = cell_board(kind.game.board, columns, cells, home)
    if isinstance(board, AutoplayBoard):
        board.autoplay = game.board.autoplay
    game.put(board)
    return game


# ---- corners of cards


def corners(game: Hand[Any], place: int, left: int = 0) -> list[tuple[int, int]]:
    """Return the corner pixels of a card, moved ``left`` pixels to the right on the left side."""
    x, y = game.corner(place)
    height = game.program.table.layout.slots[place].height
    return [(x + dx, y + dy) for dx, dy in product((left, CARD_WIDTH - 1), (0, height - 1))]


@drags
def test_drops_reach_each_corner_of_a_place(kind: Hands, source: int, target: int) -> None:
    game = kind(5)
    (x, y), (_, below), (right, _), _ = inside = corners(game, target)
    beside = [(right + 1, y), (x, below + 1)]
    for at in (*inside, *beside):
        taken = at in inside or kind is not Game
        game.drag(game.at(source), at)
        assert len(game.board.words()) == taken, at
        game.key(*["Undo"] * taken)


@pytest.mark.parametrize("grabbed", ["at its left edge", "at its right edge"])
@pytest.mark.parametrize(("kind", "word"), [(Game, ""), (Player, "12")])
def test_in_gaps_the_outline_chooses_the_pile(kind: Hands, word: str, grabbed: str) -> None:
    game = laid(kind, "KC 5H", "KD 6S", "KH 9H")
    (x, y), (there, below) = game.corner(0), game.corner(1)
    dx = 4 if grabbed == "at its left edge" else CARD_WIDTH - 5
    to = there - 3 if dx == 4 else there + CARD_WIDTH + 2
    game.drag((x + dx, y + 8), (to, below + 8))
    assert " ".join(game.board.words()) == word


def test_a_refusing_pile_yields_to_a_fitting_one() -> None:
    game = laid(Player, "KC 5H", "KD 6S", "KH 9H")
    (x, y), (there, below) = game.corner(0), game.corner(2)
    game.drag((x + CARD_WIDTH - 5, y + 8), (there + 3, below + 8))
    assert game.board.words() == ["12"]


# ---- double clicks

DCLICK = 220
"""Double click time in milliseconds at the default rate."""
CELL_CARDS = "KC AH,3S 2H,9D 8S/AS"
WITH_THREES = "KC 3C,QH 2D,9S,JH,TC,5D,6D,7D/3S/2020"
"""The three of clubs is not safe, because a red two may need it."""
FAMILIES = "AC,5H,9S,KD,KH,KS,QC,QD,QH,QS,JC,JD,JH,JS,TC,TD/7C/AH/AS"


def piles(position: str, clubs: int = 0) -> FamilyBoard:
    """Return a board from piles / talon / turned card / waste and the number of clubs at home."""
    first, talon, turned, waste = [*position.split("/"), "", "", ""][:4]
    return pile_board(first, talon, turned, waste, (clubs, 0, 0, 0))


def before(kind: Hands, position: str) -> Hand[Any]:
    """Return a game at columns / cells / numbers of cards at home, or at piles / talon / turned card / waste."""
    first, *rest = position.split("/")
    if kind is not Familien:
        cells, home = (*rest, "0000")[:2]
        return laid(kind, *first.split(","), cells=cells, home=tuple(map(int, home)))
    game = kind(1)
    game.put(piles(position))
    return game


@pytest.mark.parametrize(
    ("kind", "position", "acts", "words"),
    [
        # The last card of a column or a cell goes home.
        (Game, CELL_CARDS, "@1 wait100 @1", "1h"),
        (Game, CELL_CARDS, "@1 wait100 @1 @a wait100 @a @@2", "1h ah 2h"),
        # A card that is covered or does not fit stays.
        *((Game, CELL_CARDS, f"@{place} wait100 @{place}", "") for place in ("3.1", "3.0", "1.0", "H")),
        # Two presses too far apart in time are two clicks; the second press of a pair may start a drag.
        (Game, CELL_CARDS, f"@1 wait{DCLICK} @1", "1h"),
        (Game, CELL_CARDS, f"@1 wait{DCLICK + 1} @1", ""),
        (Game, CELL_CARDS, "@1 1>b", "1b"),
        # FreeCell moves a card that does not fit on a foundation to a free cell.
        (Player, WITH_THREES, "@@1 @@a @@3", "1h ah 3a"),
        # The first click moves the turned card to the waste, as always; the second sends it home from there.
        (Familien, FAMILIES, "@w wait100 @w", "w-h"),
        (Familien, FAMILIES, "@w wait100 @w @o wait100 @o", "w-h o-w w-h"),
        (Familien, FAMILIES, "@a1 wait100 @a1", "a1-h"),
        (Familien, FAMILIES, "@a2 wait100 @a2", ""),
    ],
)
def test_a_double_click_sends_a_card_home_where_it_fits(kind: Hands, position: str, acts: str, words: str) -> None:
    game = before(kind, position)
    assert (game.act(acts), " ".join(game.board.words())) == (0, words)


@pytest.mark.parametrize(
    ("dx", "dy", "words"), [(2, -2, ["1h"]), (-2, 2, ["1h"]), (3, 0, []), (0, 3, []), (-3, 0, []), (0, -3, [])]
)
def test_two_presses_too_far_apart_are_two_clicks(dx: int, dy: int, words: list[str]) -> None:
    game = before(Game, CELL_CARDS)
    x, y = game.at(0)
    game.click((x, y))
    game.click((x + dx, y + dy))
    assert game.board.words() == words


def test_grossfamilien_says_what_keeps_a_card_from_its_family() -> None:
    game = before(Familien, ",AH,2C" + ",KS" * 13 + "/9D//8D")
    assert game.act("@a2 wait100 @a2") == 1
    assert "Füllen Sie zuerst den freien Platz" in game.asked
    assert game.act("!1 @a3 wait100 @a3") == 0
    assert (game.asked, game.board.words()) == ("", [])


def shrunk(hand: Hand[Any]) -> tuple[int, int]:
    """Shrink the window and return a point of its icon."""
    hand.fuller()
    hand.wait()
    work = hand.program.table.work
    return work.x + work.w // 2, work.y + work.h // 2


@pytest.mark.parametrize("kind", [Game, Familien])
def test_a_shrunken_window_is_opened(kind: Hands) -> None:
    game = kind(42)
    picture = game.full_picture()
    at = shrunk(game)
    for pause, small in ((DCLICK + 20, True), (DCLICK + 20, True), (100, False)):
        game.click(at)
        game.machine.advance(pause)
        game.click(at)
        assert game.program.table.small is small
        game.wait()
    game.move((0, 0))
    assert game.picture() == picture


# ---- dragged cards

BY = 150, 60


def holding(game: Hand[Any], place: int, index: int = -1) -> None:
    """Press the button on a card and move the pointer by BY."""
    x, y = game.at(place, index)
    game.press((x, y))
    for third in (1, 2, 3):
        game.move((x + BY[0] * third // 3, y + BY[1] * third // 3))


def table(dragging: Dragging) -> Hand[Any]:
    game = laid(Game, "KC QD JC", "KS", "9S", "AH")
    game.program.table.looks.dragging = dragging
    return game


def test_the_card_is_under_the_pointer_and_not_where_it_was() -> None:
    game = table(Dragging.CARD)
    x, y = (at + 4 for at in game.corner(2))
    inner = CARD_WIDTH - 8, CARD_HEIGHT - 8
    card, picture = game.pixels(x, y, *inner), game.picture()
    holding(game, 2)
    assert game.pixels(x + BY[0], y + BY[1], *inner) == card != game.pixels(x, y, *inner)
    # A card dropped in a gap returns, and leaves no traces on its way.
    game.move((x + 20, 395))
    game.release()
    assert game.picture() == picture


def test_a_dragged_card_is_seen_all_over_the_window_and_not_beside() -> None:
    game = Game(42, size=(1280, 960))
    game.program.table.looks.dragging = Dragging.CARD
    work, inner = game.program.table.work, (CARD_WIDTH - 8, CARD_HEIGHT - 8)
    beside = work.right + 10, work.y, 100, work.h
    x, y = (at + 4 for at in game.corner(7))
    card, desktop, (pointer_x, pointer_y) = game.pixels(x, y, *inner), game.pixels(*beside), game.at(7)
    game.press((pointer_x, pointer_y))
    for dx, dy in ((-20, 60), (-400, 120), (work.right - pointer_x + 20, 30)):
        game.move((pointer_x + dx, pointer_y + dy))
        assert (game.pixels(x + dx, y + dy, *inner) == card) is (dx < 0)
        assert game.pixels(*beside) == desktop
    game.release()


def test_a_run_moves_as_it_lies() -> None:
    game = table(Dragging.CARD)
    holding(game, 0, 1)
    assert game.program.table.board.columns[0] == game.board.columns[0][:1]
    assert len(game.board.columns[0]) == 3
    game.move(game.at(1))
    game.release()
    assert [len(column) for column in game.board.columns[:2]] == [1, 3]
    assert game.picture() == game.full_picture()


@pytest.mark.parametrize(("columns", "moving"), [(("9H 8S", "TS"), False), (("AC 9H", "TS"), True)])
def test_after_a_drag_only_cards_that_go_home_have_a_box(columns: tuple[str, ...], moving: bool) -> None:
    game = laid(Player, *columns)
    game.program.table.looks.dragging = Dragging.CARD
    game.press(game.at(0, 0 if "8S" in columns[0] else 1))
    game.move(game.at(1))
    game.machine.mouse_button(1, False)
    assert (game.machine.next_wakeup() is not None) is moving


def test_nothing_moves_where_that_is_wanted() -> None:
    game = table(Dragging.NOTHING)
    picture = game.picture()
    holding(game, 2)
    assert game.picture() == picture
    game.move(game.at(CELL))
    game.release()
    assert game.board.words() == ["3a"]


# ---- losing the mouse, for example to a gesture on a phone


def take_mouse(game: Hand[Any]) -> None:
    game.machine.take_mouse()
    game.machine.settle()


@drags
@pytest.mark.parametrize("way", ["over another place", "where it was", "in the time of a double click"])
def test_a_card_goes_back(kind: Hands, source: int, target: int, way: str) -> None:
    game = kind()
    game.move(game.at(source))
    picture = game.picture()
    if way == "in the time of a double click":
        game.machine.mouse_button(LEFT, True)
    else:
        game.press()
        game.move(game.at(target))
    if way == "where it was":
        game.move(game.at(source))
    take_mouse(game)
    assert (game.board.words(), game.picture()) == ([], picture)
    # The next drag works as usual.
    game.drag(game.at(source), game.at(target))
    assert len(game.board.words()) == 1


def test_neither_talon_nor_window_nor_button_is_pressed() -> None:
    families = Familien()
    families.act("@t vt")
    take_mouse(families)
    assert families.board.words() == ["t-o"]
    game = Game()
    picture, work = game.picture(), game.program.table.work
    game.press((work.x + 200, work.y - 8))
    game.move((work.x + 240, work.y + 40))
    take_mouse(game)
    assert game.picture() == picture
    player = Player(1, lang="en")
    player.act("1>a F10")
    asked = player.asked
    player.press(player.alert_button(1))
    take_mouse(player)
    assert asked
    assert (player.asked, player.machine.finished) == (asked, False)


# ---- automatic moves home, and clicks that move cards

START = ["2C AC KD", "AH", "AD", "9S TD", "TS 5H"]


def checked(game: Hand[Any], *names: str) -> list[bool]:
    return [ObState.CHECKED in game.state(name) for name in names]


@every_game
def test_assistance_defaults_are_the_originals(kind: Hands) -> None:
    game = kind(5)
    assert checked(game, "go home", "click moves") == [kind is Player, False]
    game.choose("go home")
    game.choose("click moves")
    again = kind(6, records=game.records)
    assert checked(again, "go home", "click moves") == [kind is not Player, True]
    assert checked(kind(5, looks=Looks(touch=True)), "click moves") == [True]


def test_the_original_has_none_of_them() -> None:
    game = Game(5)
    game.choose("go home")
    game.choose("click moves")
    original = Game(5, records=game.records, used=plain_files())
    assert not any(original.program.play.options.values())
    original.put(cell_board(Game.game.board, START))
    picture = original.full_picture()
    original.act("@1")
    assert original.full_picture() == picture
    original.act("1>a")
    assert original.board.words() == ["1a"]


def test_in_vierfrei_cards_go_home_as_with_delete_a_step_each() -> None:
    game = laid(Game, *START, on="go_home")
    game.act("1>a")
    assert game.board.words() == ["1a", "1h", "2h", "3h", "1h"]
    # An undone automatic move is not repeated before the next move.
    for _ in range(4):
        game.choose("undo")
    assert game.board.words() == ["1a"]
    game.choose("redo")
    assert game.board.words() == ["1a", "1h"]


@cell_games
def test_all_that_can_go_home(kind: Hands) -> None:
    # The three of hearts is not safe, because a black two could be placed on it.
    position = "9S KD", "AH", "2H", "3H"
    if kind is Game:
        assert ObState.DISABLED in kind(5).state("all home")
    game = laid(kind, *position, on="go_home all_home" if kind is Game else "all_home")
    game.act("1>a")
    assert game.board.foundations == [0, 3, 0, 0]
    again = kind(6, records=game.records)
    assert checked(again, "all home") == [True]
    again.choose("go home")
    assert ObState.DISABLED in again.state("all home")


@pytest.mark.parametrize(
    ("every", "position", "act", "words"),
    [
        # The clubs family is built downwards; the ace of hearts may still be useful.
        (False, "9S QC,8S 5D,4H 6D,4H AH" + ",KD" * 12 + "/2D 3D", "a2>a3", ["a2-a3", "a1-h"]),
        (True, "9S QC,8S 5D,4H 6D,4H AH" + ",KD" * 12 + "/2D 3D", "a2>a3", ["a2-a3", "a1-h", "a4-h"]),
        # The next card is not turned over if an automatic move has emptied a pile.
        (True, "AC" + ",KD" * 15 + "/2D 3D/9S/8S", "@t", ["o-w", "a1-h"]),
    ],
)
def test_grossfamiliens_autoplay_sends_some_or_all(every: bool, position: str, act: str, words: list[str]) -> None:
    game = Familien()
    game.choose("go home")
    if every:
        game.choose("all home")
    game.put(piles(position, clubs=0 if "AC" in position else 14))
    assert (game.act(act), game.board.words(), game.asked) == (0, words, "")


def test_freecells_autoplay_can_be_switched_off() -> None:
    game = laid(Player, *START, on="go_home")
    for acts, words, home in (("1>a", ["1a!"], 0), ("4>7", ["1a!", "47"], 4)):
        game.act(acts)
        assert (game.board.words(), game.board.home) == (words, home)
        game.choose("go home")
    game.choose("new")
    assert game.board.autoplay is Autoplay.NONE


@cell_games
@pytest.mark.parametrize(
    ("columns", "cells", "clicked", "word"),
    [
        # Foundations first, then another column, then a cell; a king and a run go to an empty column.
        ("9S AC,2H", "", "1.1", "1h"),
        ("KC 8D,9S,9C", "", "1.1", "12"),
        ("KC 8D,5S", "", "1.1", "1a"),
        ("8C KD,5S", "", "1.1", "13"),
        ("KC 8D 7S 6D,9S", "", "1.1", "12x3"),
        ("2C 8D 7S 6D,TS", "", "1.2", "13x2"),
        ("5S,6C", "KD QC", "a.0", "a3"),
        ("5S,6H", "", "1.0", "12"),
    ],
)
def test_a_click_moves_a_card_to_its_best_place(kind: Hands, columns: str, cells: str, clicked: str, word: str) -> None:
    game = laid(kind, *columns.split(","), cells=cells, on="click_moves" if kind is Game else "go_home click_moves")
    source, goal = (game.board.piles[place] for place in game.board.parse_move(word[:2])[1:])
    before = len(source)
    assert game.act(f"@{clicked}") == 0
    assert (before - len(source), bool(goal)) == (int(word[3:] or 1), True)
    assert game.program.table.selected is None


@cell_games
def test_a_click_on_a_card_without_a_better_place_moves_nothing(kind: Hands) -> None:
    game = laid(kind, "KC", "2S 8D", cells="QS QC JS JC", on="click_moves")
    bells = game.act("@1")
    # VIERFREI rings the bell, FreeCell selects the card.
    assert (bells, game.program.table.selected is not None) == ((1, False) if kind is Game else (0, True))
    game.act("Esc @2.0")
    assert game.board.words() == []


@cell_games
def test_the_second_press_of_a_double_click_moves_no_other_card(kind: Hands) -> None:
    game = laid(kind, "3D 5S", "KH", on="click_moves")
    at = game.at(0)
    game.click(at)
    game.click(at)
    assert game.board.words() == ["1a"]


def test_a_card_that_is_dragged_and_put_back_is_not_clicked() -> None:
    game = laid(Game, "KC 8D", "9S", on="click_moves")
    x, y = game.at(0)
    game.drag((x, y), (x, y + 150))
    assert game.board.words() == []


def test_grossfamiliens_clicks_move_cards() -> None:
    game = Familien()
    game.choose("click moves")
    game.put(pile_board("9H AC,5S,6S 4S,7H 9C" + ",KD" * 12, talon="2D 3D", turned="AH"))
    game.act("@a1 wait @a3 wait @o")
    assert game.board.words() == ["a1-h", "a3-a2", "o-h"]
