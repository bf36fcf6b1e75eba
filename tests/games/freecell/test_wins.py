"""FreeCell played to the end through the AES: by keys alone, by clicks alone, by dragging."""

from gemport.cards.notation import parse_record
from gemport.cli.registry import GameBoards
from gemport.store.statistics import Outcome
from tests.games import shared
from tests.games.freecell.lines import WINS
from tests.games.freecell.player import Player


def check_won(player: Player, number: int) -> None:
    assert player.board.won
    assert player.words == WINS[number].split()
    assert player.outcomes == [(number, Outcome.WON)]
    assert player.saved == []


def test_deal_1_is_won_with_the_keyboard_alone() -> None:
    player = Player(1)
    player.key_words(WINS[1])
    check_won(player, 1)
    assert player.tree(shared.WON)[shared.WON_MOVES].ob_spec == "       61"
    player.key("Return", "F10")
    assert player.machine.finished


def test_deal_617_is_won_with_the_mouse_alone() -> None:
    player = Player(617)
    for word in WINS[617].split():
        player.click_word(word)
    check_won(player, 617)
    player.button(shared.WON, shared.WON_OK)
    player.closer()
    assert player.machine.finished
    assert player.outcomes == [(617, Outcome.WON)]


def test_deal_164_is_won_by_dragging() -> None:
    player = Player(164)
    for word in WINS[164].split():
        player.drag_word(word)
    check_won(player, 164)
    assert player.alerts == []


def test_recorded_games_are_played_by_themselves() -> None:
    games = [parse_record(f"game: freecell\nnumber: {number}\n{WINS[number]}", GameBoards()) for number in (1, 617)]
    won: list[tuple[int | None, list[str]]] = []

    player = Player(1, games=games)
    machine, session = player.machine, player.session
    for _ in range(400):
        machine.advance(700)
        if session.board.won:
            if len(won) < 2 and won[-1:] != [(session.number, session.board.words())]:
                won.append((session.number, session.board.words()))
            machine.key(0x1C0D)
    assert won == [(number, WINS[number].split()) for number in (1, 617)]
