"""FreeCell played to the end through the AES: by keys alone, by clicks alone, by dragging."""

from __future__ import annotations

import pytest

from gemport.cards.notation import AnyBoard, parse_record
from gemport.gem.aes.gem import Gem
from gemport.gem.formats.rsc.objects import TedInfo
from gemport.patience.freecell.program import freecell, freecell_replay
from gemport.patience.kit.program import GRAT, GRAT_MOVES, GRAT_OK
from gemport.patience.session.records import MemoryRecords, Outcome
from gemport.patience.vierfrei.program import Files
from tests.patience.freecell.lines import WINS
from tests.patience.freecell.player import Player, artwork, cards, resource


def check_won(player: Player, number: int) -> None:
    assert player.board.won
    assert player.words == WINS[number].split()
    assert player.outcomes == [(number, Outcome.WON)]
    assert player.records.game_in_progress() is None


def test_deal_1_is_won_with_the_keyboard_alone() -> None:
    player = Player(1)
    player.key_words(WINS[1])
    check_won(player, 1)
    moves = player.program.trees.tree(GRAT)[GRAT_MOVES].ob_spec
    assert isinstance(moves, TedInfo)
    assert moves.te_ptext == "   61"
    player.keys("Return", "F10")
    assert player.gem.finished


def test_deal_617_is_won_with_the_mouse_alone() -> None:
    player = Player(617)
    for word in WINS[617].split():
        player.click_word(word)
    check_won(player, 617)
    player.press_button(GRAT, GRAT_OK)
    player.do({"do": "click", "x": 8, "y": 28})  # the closer
    assert player.gem.finished
    assert player.outcomes == [(617, Outcome.WON)]


def test_deal_164_is_won_by_dragging() -> None:
    player = Player(164)
    for word in WINS[164].split():
        player.drag_word(word)
    check_won(player, 164)
    assert player.alerts == []


def test_recorded_games_are_played_by_themselves() -> None:
    games = [parse_record(f"game: freecell\nnumber: {number}\n{WINS[number]}") for number in (1, 617)]
    won: list[tuple[int | None, list[str]]] = []

    def watch(board: AnyBoard) -> None:
        if board.won:
            won.append((board.number, board.words()))

    gem = Gem(artwork())
    gem.start(freecell_replay(Files(cards(), resource()), games, watch), "FREECELL.PRG")
    for _ in range(400):
        gem.advance(700)
        if won:
            gem.key(0x1C0D)
    assert won == [(number, WINS[number].split()) for number in (1, 617)]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_who_watches_is_told_of_every_change(lang: str) -> None:
    seen: list[int] = []
    gem = Gem(artwork())
    files = Files(cards(), resource(lang))
    gem.start(freecell(files, 1, MemoryRecords(), watch=lambda board: seen.append(len(board.history))), "FREECELL.PRG")
    for key in (0x0938, 0x0B30, 0x6100):  # 8, 0, Undo
        gem.key(key)
        gem.settle()
    assert seen == [0, 1, 0]
