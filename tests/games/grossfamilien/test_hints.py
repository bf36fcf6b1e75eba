"""The entry Hint of Großfamilien: boxes that show a play, and what is said where there is no sure one."""

from collections.abc import Generator

import pytest

from gemport.cards.grossfamilien import FamilyBoard
from gemport.games.grossfamilien import grossfamilien_rsc as rsc
from gemport.gem import F8
from gemport.play.basics import HINT_SHOWN
from gemport.solver import grossfamilien as solver
from gemport.solver.grossfamilien import Hint, think_of_hint
from tests.games.grossfamilien.player import Familien, pile_board

TITLE = 4
"""The menu Game."""


class Watched(Familien):
    """Notes which places a hint's box has gone between."""

    def __init__(self, number: int = 1, lang: str = "de") -> None:
        super().__init__(number, lang=lang)
        self.shown: list[tuple[int, int]] = []
        show = self.program.table.marks.point_out

        async def point_out(source: int, target: int) -> None:
            self.shown.append((source, target))
            await show(source, target)

        self.program.table.marks.point_out = point_out  # type: ignore[method-assign]


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with every thought about a hint; each stops after a few hundred positions unless a test says more."""
    seen: list[int] = []

    def think(board: FamilyBoard) -> Generator[int, None, Hint]:
        seen.append(board.moves_made)
        return think_of_hint(board, limit=300)

    monkeypatch.setattr(solver, "think_of_hint", think)
    return seen


def test_a_play_that_is_never_wrong_is_shown_by_a_box_and_nothing_is_said() -> None:
    game = Watched()
    game.put(pile_board("5H TC,7H" + ",KS" * 14, talon="9S 8S", waste="2D", families=(16, 0, 0, 0)))
    before, position = game.picture(), game.board.position()
    assert game.key("F8") == 0
    assert (game.shown, game.alerts) == ([(0, 52)], [])
    game.key("Esc")
    assert (game.picture(), game.board.position()) == (before, position)
    assert game.board.moves_made == 0


def test_the_menu_gives_the_same_hint_as_the_key() -> None:
    game = Watched()
    game.put(pile_board("5H,7H" + ",KS" * 14, talon="9S"))
    game.choose(TITLE, rsc.ENTRIES["hint"])
    game.key("F8")
    assert game.shown == [(60, 61)] * 2
    assert game.program.commands[rsc.ENTRIES["hint"]].key == F8


def test_the_way_that_was_found_is_remembered_until_another_number_is_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[int | None] = []

    def think(board: FamilyBoard) -> Generator[int, None, Hint]:
        thoughts.append(board.number)
        return think_of_hint(board)

    monkeypatch.setattr(solver, "think_of_hint", think)
    game = Watched(1)
    for _ in range(6):
        game.key("F8")
        game.make(game.board.plan(*game.shown[-1]).word)
    game.key("F3", "F8")
    assert thoughts == [1]
    assert game.alerts == []
    game.key("F1")
    monkeypatch.setattr(solver, "think_of_hint", lambda board: think_of_hint(board, limit=10))
    game.key("F8")
    assert len(game.alerts) == 1


@pytest.mark.parametrize(("lang", "said"), [("de", "nur eine Vermutung"), ("en", "only a guess")])
def test_a_likely_play_is_said_to_be_no_more(lang: str, said: str, thoughts: list[int]) -> None:
    game = Watched(1, lang)
    game.key("F8")
    assert len(game.shown) == 1
    assert said in game.asked
    assert "300" in game.asked
    game.answer(1)
    assert game.program.table.marks.hint == game.shown[0]
    game.machine.advance(HINT_SHOWN - 20)
    assert game.program.table.marks.hint == game.shown[0]
    game.machine.advance(20)
    assert game.picture() == Familien(1, lang=lang).picture()


def test_a_likely_line_is_followed_before_it_thinks_again(thoughts: list[int]) -> None:
    game = Watched(1)
    for at in range(15):
        game.key("F8")
        assert len(game.shown) == at + 1
        if game.asked:
            game.answer(1)
        game.make(game.board.plan(*game.shown[-1]).word)
    assert thoughts == [0]
    assert all("300" in alert for alert in game.alerts)
    assert len(game.alerts) > 10


@pytest.mark.parametrize(("lang", "said"), [("de", "bewiesen"), ("en", "proven")])
def test_a_lost_game_is_told(lang: str, said: str) -> None:
    game = Watched(lang=lang)
    game.put(pile_board("5H,6H,7H" + ",KS" * 13, waste="9S"))
    game.key("F8")
    assert game.shown == []
    assert said in game.asked


def test_where_nothing_can_move_the_bell_rings() -> None:
    game = Watched()
    game.put(pile_board("5H,7H" + ",KS" * 14, waste="9S"))
    assert game.key("F8") == 1
    assert (game.shown, game.alerts) == ([], [])


def test_a_key_stops_the_thought() -> None:
    game = Watched(1)
    game.machine.key(F8)
    game.machine.advance(50)
    assert game.machine.next_wakeup() is not None
    game.key("Esc")
    assert (game.shown, game.alerts) == ([], [])
