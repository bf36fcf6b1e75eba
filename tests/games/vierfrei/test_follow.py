"""Replaying recorded games in the program."""

from gemport.cards.notation import parse_record, replay
from gemport.cards.vierfrei import VierfreiBoard
from gemport.cli.registry import boards
from gemport.play.gamefiles import Files
from gemport.play.recordings import PAUSE
from gemport.store.recordings import read_recording
from tests.games.players import Game
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
