"""Move counter and clock in the info line of the window."""

import pytest

from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.gem import DESKTOP, HBOX, Gem, Kind, ObState, Wf
from gemport.play.ending import WonBoxWithPar
from gemport.play.feature import Feature
from gemport.play.infoline import Counter
from tests.games.hand import ABOVE_TITLE
from tests.games.players import Familien, Game, Player

INFO_HEIGHT = HBOX - 1


@pytest.fixture(autouse=True)
def _no_par(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but the line wakes the machine."""
    monkeypatch.setattr(WonBoxWithPar, "work", Feature.work)


@pytest.fixture
def game() -> Game:
    game = Game(42)
    game.key("Ctrl+t")
    return game


def step(game: Game) -> None:
    game.drag(game.at(0), game.at(56))
    assert game.board.moves_made == 1


def text(game: Game) -> str:
    return game.program.feature(Counter).text()


def shrink(game: Game) -> None:
    work = game.program.table.work
    game.click((work.right - 8, work.y - INFO_HEIGHT - ABOVE_TITLE))


def test_it_is_off_at_first_and_nothing_ticks() -> None:
    game = Game(42)
    step(game)
    assert game.machine.next_wakeup() is None
    assert not game.tree(rsc.MENU)[rsc.ENTRIES["counter"]].ob_state & ObState.CHECKED


def test_it_takes_its_height_from_the_cards_and_gives_it_back() -> None:
    game = Game(42)
    before, work = game.picture(), game.program.table.work
    game.key("Ctrl+t")
    assert game.program.table.work == work._replace(y=work.y + INFO_HEIGHT, h=work.h - INFO_HEIGHT)
    assert game.tree(rsc.MENU)[rsc.ENTRIES["counter"]].ob_state & ObState.CHECKED
    assert game.picture() != before
    step(game)
    game.key("Undo", "Ctrl+t")
    assert game.program.table.work == work
    assert game.picture() == before


def test_on_a_larger_screen_the_window_grows_and_stays_on_the_desktop() -> None:
    game = Game(42, size=(1280, 960))
    game.drag_window(200, 400)
    work = game.program.table.work
    game.key("Ctrl+t")
    after = game.program.table.work
    assert (after.x, after.w, after.h) == (work.x, work.w, work.h)
    game.key("Ctrl+t")
    # Where its line has no room below, the window is pushed up.
    table = game.program.table
    game.drag_window(0, 960 - table.outer.bottom)
    game.key("Ctrl+t")
    assert table.outer.bottom == 960
    game.key("Ctrl+t")
    # One that hangs off the screen stays where the player has put it.
    game.drag_window(0, 400)
    low = game.program.table.work
    assert low.bottom > 960
    game.key("Ctrl+t", "Ctrl+t")
    assert game.program.table.work == low


def test_moves_and_seconds(game: Game) -> None:
    assert text(game) == " Züge: 0    Zeit: 0:00"
    assert game.machine.next_wakeup() is None
    step(game)
    assert text(game) == " Züge: 1    Zeit: 0:00"
    before = game.picture()
    wakeup = game.machine.next_wakeup()
    assert wakeup is not None
    game.machine.advance(wakeup - 1)
    assert game.picture() == before
    game.machine.advance(21)
    assert game.picture() != before
    assert text(game) == " Züge: 1    Zeit: 0:01"
    game.machine.advance(3_723_000 - 1_000)
    # Nobody has played for five minutes.
    assert text(game) == " Züge: 1    Zeit: 5:00"
    assert game.machine.next_wakeup() is None


def test_it_wakes_once_a_second(game: Game) -> None:
    step(game)
    wakes, passed = 0, 0
    while passed < 10_000:
        wakeup = game.machine.next_wakeup()
        assert wakeup is not None
        game.machine.advance(wakeup)
        passed += wakeup
        wakes += 1
    assert wakes <= 11


def test_the_clock_stands_while_the_window_is_shrunk(game: Game) -> None:
    step(game)
    game.machine.advance(2_500)
    shrink(game)
    assert game.program.table.small
    assert game.machine.next_wakeup() is None
    game.machine.advance(60_000)
    shrink(game)
    assert text(game) == " Züge: 1    Zeit: 0:02"
    game.machine.advance(1_000)
    assert text(game) == " Züge: 1    Zeit: 0:03"


def test_the_clock_stands_while_another_window_is_on_top(game: Game) -> None:
    step(game)
    game.machine.advance(1_200)

    async def main(gem: Gem) -> None:
        desk = gem.wind_get(DESKTOP, Wf.WF_WORKXYWH)
        gem.wind_open(gem.wind_create(Kind.NAME, desk), desk)
        await gem.evnt_timer(30_000)

    game.machine.start(main, "OTHER.PRG")
    game.machine.advance(29_000)
    assert text(game) == " Züge: 1    Zeit: 0:01"
    game.machine.advance(3_000)
    assert text(game) == " Züge: 1    Zeit: 0:03"


def test_freecell_and_grossfamilien_have_it_too() -> None:
    player = Player(1)
    player.key("Ctrl+t")
    player.key_words("8a")
    assert player.program.feature(Counter).text() == " Moves: 1    Time: 0:00"
    assert player.machine.next_wakeup() is not None
    families = Familien(1)
    families.key("Ctrl+t")
    families.click(families.at(60))
    assert families.program.feature(Counter).text() == " Züge: 1    Zeit: 0:00"
    assert families.machine.next_wakeup() is not None
