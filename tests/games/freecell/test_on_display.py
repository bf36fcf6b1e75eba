"""FreeCell in its window, with a real mouse and keyboard: what is seen is what the same events give without one."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gemport.cards.cells import CELLS
from gemport.store.sqlite import Store
from gemport.store.statistics import Statistics
from tests.games.display import RIGHT, Both, start
from tests.games.freecell.lines import LOSSES
from tests.games.freecell.player import Player
from tests.games.sessions import Saved, saved_games, tally
from tests.hosts.xvfb import PATIENCE, Program

pytestmark = pytest.mark.window

NOWHERE = (320, 380)


class Hand(Both):
    """Plays by places."""

    run: Player

    def __init__(self, window: Program, display: str) -> None:
        super().__init__(window, Player(1, lang="de"))
        self._display = display
        self.move(*NOWHERE)

    def click_on(self, place: int) -> None:
        self.click(*self.run.at(place))

    def double_click(self, place: int) -> None:
        self.move(*self.run.at(place))
        command = ["xdotool", "click", "--repeat", "2", "--delay", "20", "1"]
        subprocess.run(command, env={**os.environ, "DISPLAY": self._display}, check=True)
        self.do("dclick")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def hand(display: str, home: Path) -> Iterator[Hand]:
    with start(display, home, "FreeCell", "freecell", "1") as program:
        yield Hand(program, display)


def kept(home: Path) -> tuple[Statistics, list[Saved]]:
    with Store(home) as store:
        return tally(store.records("freecell")), saved_games(store, "freecell")


def test_clicks_double_clicks_drags_and_the_right_button_play_in_the_window(hand: Hand) -> None:
    hand.move(*hand.run.at(0, 2))
    hand.button(RIGHT, True)
    assert hand.run.program.table.revealed is not None
    assert hand.same()
    hand.button(RIGHT, False)
    assert hand.same()
    hand.click_on(7)
    assert hand.same()
    hand.click_on(CELLS[0])
    assert hand.same()
    hand.double_click(6)
    assert hand.same()
    hand.drag(hand.run.at(4), hand.run.at(CELLS[2]))
    hand.move(*NOWHERE)
    assert hand.same()
    assert hand.run.words == ["8a", "7b", "5c"]


def test_keys_play_undo_and_redo_also_faster_than_the_cards_fly(hand: Hand) -> None:
    hand.keys("8", "0", "7", "0", "3", "Up", "Up")
    assert hand.same()
    hand.keys("Esc", "Undo", "Undo", "Ctrl+y", "4", "1")
    assert hand.run.words == ["8a"]
    assert hand.run.asked
    assert hand.same()
    hand.keys("Return", "F5")
    assert hand.same()
    hand.keys("Return", "Undo")
    keys = ("8", "0", "7", "0", "5", "0", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+y", "ctrl+y", "ctrl+z")
    hand.window.keys(*keys, delay=1)
    hand.run.key(*({"ctrl+z": "Undo", "ctrl+y": "Ctrl+y"}.get(key, key) for key in keys))
    assert hand.run.words == ["8a"]
    assert hand.same()


def test_a_killed_game_is_gone_on_with_and_so_is_a_left_one(display: str, home: Path) -> None:
    with start(display, home, "FreeCell", "freecell", "1") as program:
        hand = Hand(program, display)
        hand.keys("8", "0", "7", "0", "5", "0")
        assert hand.same()
        program.process.kill()
    saved = Saved(1, ("8a", "7b", "5c"))
    assert kept(home) == (Statistics(), [saved])
    with start(display, home, "FreeCell", "freecell") as program:
        hand.window = program
        hand.move(*NOWHERE)
        assert hand.same()
        hand.keys("F10")
        assert hand.same()
        # Asked, the player keeps it.
        hand.keys("Return")
        assert program.process.wait(PATIENCE) == 0
    assert kept(home) == (Statistics(), [saved])


def test_a_lost_game_counts_when_it_is_lost(hand: Hand, home: Path) -> None:
    for word in LOSSES[1].split():
        hand.keys(word[0], "0" if word[1] in "abcd" else word[1])
    assert hand.run.asked
    assert hand.same()
    # Undo, which takes the last move back; the loss stays counted.
    hand.keys("Return")
    assert hand.same()
    hand.window.close()
    assert hand.window.process.wait(PATIENCE) == 0
    lost = Saved(1, tuple(LOSSES[1].split()[:-1]), counted=True)
    assert kept(home) == (Statistics(lost=1, streak=-1, longest_lost=1), [lost])
