"""Replaying recorded games in the program."""

import pytest

from gemport.cards.notation import parse_record, replay
from gemport.cards.vierfrei import VierfreiBoard
from gemport.cli.registry import boards
from gemport.play.gamefiles import Files
from gemport.play.recordings import PAUSE
from gemport.store.recordings import read_recording
from tests.games.players import Game
from tests.games.vierfrei.player import plain_files
from tests.games.vierfrei.test_boxes import WAYS_OUT
from tests.places import RECORDED

GAMES = sorted((RECORDED / "games").glob("*.txt"))


class Playback(Game):
    """A replay shown to a player."""

    def __init__(self, text: str, stepped: bool = False, used: Files | None = None) -> None:
        games = read_recording(text.encode(), "game.txt", boards())
        super().__init__(games[0].number, games=games, stepped=stepped, used=used)
        self.steps = sum(1 + len(game.words) for game in games) - 1

    def pause(self, times: int = 1) -> None:
        for _ in range(times):
            self.machine.advance(PAUSE)
            self.machine.settle()


def record_text(number: int, words: str) -> str:
    return f"game: vierfrei\nnumber: {number}\n\n{words}\n"


SHORT = record_text(42, "1a 2b 4h")


def test_20_recorded_games_have_pitfalls_and_are_won() -> None:
    games = [parse_record(path.read_text(), boards()) for path in GAMES]
    numbers = {game.number for game in games}
    assert len(games) == len(numbers) == 20
    pitfalls = {1566, 2486, 49431, 98351, 253296, 504026, 849431, 885891, 961566}
    assert pitfalls <= numbers
    assert [replay(game, VierfreiBoard.deal(game.number)).won for game in games] == [True] * 20


def test_a_move_is_made_every_pause() -> None:
    playback = Playback(SHORT)
    for words in ([], ["1a"], ["1a", "2b"], ["1a", "2b", "4h"], ["1a", "2b", "4h"]):
        assert playback.words == words
        playback.pause()


def test_several_games_are_played_one_after_the_other() -> None:
    playback = Playback(SHORT + "\n" + record_text(7, "1a") + record_text(8, ""))
    seen = []
    for _ in range(playback.steps + 1):
        seen.append((playback.board.number, " ".join(playback.words)))
        playback.pause()
    assert seen == [(42, ""), (42, "1a"), (42, "1a 2b"), (42, "1a 2b 4h"), (7, ""), (7, "1a"), (8, "")]


def test_the_original_resource_has_the_box_to_step_through() -> None:
    playback = Playback(SHORT, stepped=True, used=plain_files())
    playback.key("Right", "Right", "A")
    assert playback.words == ["1a", "2b"]
    playback.key("Undo")
    playback.drag(playback.at(0), playback.at(58))
    assert playback.words == ["1a", "1c"]


@pytest.mark.parametrize("way", WAYS_OUT)
def test_a_replay_can_be_left(way: str) -> None:
    playback = Playback(SHORT, stepped=True, used=plain_files())
    playback.pause()
    WAYS_OUT[way](playback)
    assert playback.machine.finished
