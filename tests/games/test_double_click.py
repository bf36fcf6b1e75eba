"""A double click on a card sends it home, where it fits, and opens a shrunken window; presses are as quick as ever."""

from typing import Any

import pytest

from gemport.cards.grossfamilien import TURNED, WASTE
from gemport.cards.vierfrei import VierfreiBoard
from gemport.gem import Gem, GRect, Kind
from gemport.hosts.events import Event
from tests.cards.cells.strategies import cell_board
from tests.games.players import Familien, Game, Hand, Hands, Player, pile_board

DCLICK = 220
"""Milliseconds of the middle rate, which is in force at first."""


def twice(hand: Hand[Any], at: tuple[int, int], ms: int = 100) -> int:
    bells = hand.click(at)
    hand.machine.advance(ms)
    return bells + hand.click(at)


def vierfrei() -> Game:
    game = Game(42)
    game.put(cell_board(VierfreiBoard, ["KC AH", "3S 2H", "9D 8S"], "AS", (0, 0, 0, 0)))
    return game


def test_vierfrei_sends_the_last_card_of_a_column_or_a_cell_home() -> None:
    game = vierfrei()
    assert twice(game, game.at(0)) == 0
    assert game.board.words() == ["1h"]
    twice(game, game.at(56))
    assert game.board.words() == ["1h", "ah"]
    game.do(Event(0, "dclick", *game.at(1)))
    assert game.board.words() == ["1h", "ah", "2h"]


@pytest.mark.parametrize(("place", "index"), [(2, 1), (2, 0), (0, 0), (53, -1)])
def test_what_does_not_fit_or_is_covered_stays_silently(place: int, index: int) -> None:
    game = vierfrei()
    assert twice(game, game.at(place, index)) == 0
    assert game.board.words() == []


def test_two_presses_too_far_apart_in_time_or_place_are_two() -> None:
    game = vierfrei()
    twice(game, game.at(0), DCLICK + 20)
    game.machine.advance(DCLICK + 20)
    x, y = game.at(0)
    game.click((x, y))
    game.click((x + 3, y))
    assert game.board.words() == []
    # The third comes soon after the second.
    game.click((x + 3, y))
    assert game.board.words() == ["1h"]


def test_the_second_press_may_still_begin_a_drag() -> None:
    game = vierfrei()
    game.click(game.at(0))
    game.drag(game.at(0), game.at(57))
    assert game.board.words() == ["1b"]


def test_freecell_sends_home_what_fits_and_the_rest_to_a_free_cell() -> None:
    player = Player(1)
    # The 3C could be wanted by a red two, so it does not go home by itself.
    player.lay(["KC 3C", "QH 2D", "9S", "JH", "TC", "5D", "6D", "7D"], "3S", (2, 0, 2, 0))
    player.act("@@1")
    assert player.words == ["1h"]
    player.act("@@a")
    assert player.words == ["1h", "ah"]
    player.act("@@3")
    assert player.words == ["1h", "ah", "3a"]


def families() -> Familien:
    game = Familien()
    game.put(pile_board("AC,5H,9S,KD,KH,KS,QC,QD,QH,QS,JC,JD,JH,JS,TC,TD", "7C", "AH", "AS"))
    return game


def test_grossfamilien_sends_the_card_of_a_pile_or_the_waste_to_its_family() -> None:
    game = families()
    assert twice(game, game.at(WASTE)) == 0
    assert game.board.foundations == [0, 0, 1, 0]
    # The first click lays the turned card off, as always; the second takes it from there.
    twice(game, game.at(TURNED))
    assert (game.board.foundations, game.board.waste) == ([0, 1, 1, 0], [])
    twice(game, game.at(0))
    assert game.board.foundations == [1, 1, 1, 0]


def test_a_card_that_no_family_waits_for_stays() -> None:
    game = families()
    assert twice(game, game.at(1)) == 0
    assert (game.board.foundations, game.board.moves_made) == ([0, 0, 0, 0], 0)


def test_grossfamilien_says_what_keeps_a_card_from_its_family() -> None:
    game = Familien()
    game.put(pile_board(",".join(["", "AH", "2C", *["KS"] * 13]), talon="9D", waste="8D"))
    assert twice(game, game.at(1)) == 1
    assert "Erst muss der freie Platz" in game.asked
    game.answer(1)
    assert twice(game, game.at(2)) == 0
    assert (game.asked, game.board.words()) == ("", [])


def shrunk(hand: Hand[Any]) -> tuple[int, int]:
    """Shrink the window; a point of its icon."""
    hand.fuller()
    hand.machine.advance(DCLICK + 20)
    work = hand.program.table.work
    return work.x + work.w // 2, work.y + work.h // 2


@pytest.mark.parametrize("kind", [Game, Familien])
def test_a_shrunken_window_is_opened(kind: Hands) -> None:
    game = kind(42)
    before = game.full_picture()
    at = shrunk(game)
    game.click(at)
    game.machine.advance(DCLICK + 20)
    game.click(at)
    assert game.program.table.small, "two clicks far apart"
    game.machine.advance(DCLICK + 20)
    twice(game, at)
    assert not game.program.table.small
    game.move((0, 0))
    assert game.picture() == before


def test_a_shrunken_window_behind_another_is_opened_as_well() -> None:
    game = Game(42)
    at = shrunk(game)

    async def other(gem: Gem) -> None:
        place = GRect(300, 200, 200, 100)
        gem.wind_open(gem.wind_create(Kind.NAME, place), place)
        while True:
            await gem.evnt_mesag()

    game.machine.start(other, "OTHER.PRG")
    game.machine.settle()
    assert not game.program.table.is_topmost
    twice(game, at)
    assert not game.program.table.small
