"""FreeCell played to the end through the AES: by keys alone, by clicks alone, by dragging."""

import pytest

from gemport.cards.freecell import FreeCellBoard
from gemport.cards.notation import parse_record
from gemport.cli.registry import GameBoards
from gemport.store.session import AnySession, Change
from gemport.store.statistics import Outcome
from tests.cards.cells.strategies import cell_board
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
    assert player.program.shared.tree(shared.WON)[shared.WON_MOVES].ob_spec == "       61"
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


@pytest.mark.parametrize("lang", ["de", "en"])
def test_who_watches_is_told_of_every_change(lang: str) -> None:
    seen: list[tuple[Change, int]] = []

    def watch(session: AnySession, change: Change) -> None:
        seen.append((change, session.board.moves_made))

    player = Player(1, lang=lang, watch=watch)
    player.key("8", "0", "Undo", "Ctrl+y", "F3")
    assert seen == [
        (Change.DEALT, 0),
        (Change.STEP, 1),
        (Change.UNDONE, 0),
        (Change.STEP, 1),
        (Change.DEALT, 0),
    ]


def test_a_loss_offers_to_take_the_last_move_back() -> None:
    player = Player(1)
    board = cell_board(FreeCellBoard, ["9C 5C", "9S", "KC", "KS", "QC", "QS", "JC", "JS"], "2H 2D 3H")
    board.number = 1
    player.put(board)
    player.key("1", "0")
    assert player.alerts == ["[1][Lost: no legal move is left.|What now?][Undo|Restart|Cancel]"]
    player.key("Return")
    assert (player.board.moves_made, player.outcomes) == (0, [(1, Outcome.LOST)])
