"""VIERFREI's boxes: keys of the number dialog, About, statistics, no legal move, and input while a box is open."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from gemport.cards.vierfrei import VierfreiBoard
from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.gem import Gem, ObState
from gemport.play import games_rsc
from gemport.play.basics import ABOUT_OK
from gemport.play.gamefiles import Files
from gemport.store.collection import Progress
from gemport.store.statistics import Help, Outcome
from tests.cards.cells.strategies import cell_board
from tests.games.players import Game, plain_files
from tests.games.sessions import Book, Saved
from tests.games.vierfrei.player import files

DESK_TITLE, GAME_TITLE = 3, 4
NEXT = VierfreiBoard.deal(42).next_number


@pytest.fixture
def game() -> Game:
    return Game(42)


@pytest.fixture
def dialog(game: Game) -> Game:
    game.key("F2")
    return game


def typed(game: Game) -> str:
    return game.text(rsc.GETNUM, games_rsc.GETNUM_FIELD)


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ([], "45659"),
        (["Backspace"], "4565"),
        (["Ctrl+h"], "4565"),
        (["Ctrl+[", "1"], "1"),
        (["7"], "7"),
        (["4", "5"], "45"),
        (["Backspace", "7"], "45657"),
        (["x", "Left", "Right", "7"], "7"),
        (["Esc", *"1234567"], "123456"),
        (["Esc", *"0012"], "0012"),
        (["Esc", "x", "Z", "-", ".", "Space", "ü", "5"], "5"),
        (["Esc", "Left", "Right", "Up", "Down", "ClrHome", "Insert", "Delete", "3"], "3"),
        (["Esc", "Shift+1", "2"], "2"),
        (["Esc", "F1", "F2", "F3", "F4", "Help", "9"], "9"),
    ],
)
def test_keys_in_the_number_field(dialog: Game, keys: list[str], text: str) -> None:
    assert NEXT == 45659
    assert dialog.key(*keys) == 0
    assert typed(dialog) == text
    dialog.key("Return")
    assert dialog.board.number == int(text)


def test_a_press_acts_on_the_button_it_slides_onto(game: Game) -> None:
    for key, tree, button, acts in (("F4", rsc.ABOUT, ABOUT_OK, False), ("F2", rsc.GETNUM, games_rsc.GETNUM_OK, True)):
        game.key(key)
        shown = game.picture()
        game.press((20, 390))
        if not acts:
            game.release()
        x, y = game.gem.objc_offset(game.tree(tree), button)
        game.move((x + 4, y + 4))
        assert (game.picture() == shown) is not acts
        if acts:
            game.release()
        game.key("Return")
    assert game.board.number == NEXT


def win(game: Game) -> None:
    """Put the last card of a game on the table, and send it home."""
    game.put(VierfreiBoard([[51], *[[]] * 7], foundations=(13, 13, 13, 12), number=42))
    game.key("Delete")


Act: TypeAlias = Callable[[Game], object]
OPENERS: dict[str, Act] = {"about": lambda game: game.key("F4"), "number": lambda game: game.key("F2"), "victory": win}
WAYS_OUT: dict[str, Act] = {
    "key": lambda game: game.key("F10"),
    "closer": lambda game: game.closer(),
    "menu": lambda game: game.choose("quit"),
    "host": lambda game: game.machine.request_quit(),
}


@pytest.mark.parametrize("way", WAYS_OUT)
@pytest.mark.parametrize("where", [*OPENERS, "small"])
def test_every_box_and_the_small_window_allow_quitting(game: Game, where: str, way: str) -> None:
    OPENERS.get(where, Game.fuller)(game)
    WAYS_OUT[way](game)
    game.machine.settle()
    assert game.machine.finished


@pytest.mark.parametrize("box", OPENERS)
def test_entries_fuller_and_mover_do_nothing_in_a_box(game: Game, box: str) -> None:
    """The titles of the menus are not left inverted."""
    OPENERS[box](game)
    before, position, work = game.picture(), game.board.position(), game.program.table.work
    game.fuller()
    game.drag_window(20, 30)
    assert (game.picture(), game.program.table.work) == (before, work)
    for title, name in ((GAME_TITLE, "new"), (GAME_TITLE, "restart"), (GAME_TITLE, "undo"), (DESK_TITLE, "about")):
        game.choose(name)
        assert ObState.SELECTED not in game.tree(rsc.MENU)[title].ob_state
    assert (game.board.position(), game.board.number, game.machine.finished) == (position, 42, False)


@pytest.mark.parametrize("ends", [False, True])
def test_a_box_beyond_a_low_window_leaves_no_traces(game: Game, ends: bool) -> None:
    async def silent(gem: Gem) -> None:
        await gem.evnt_mesag()

    game.machine.start(silent, "SILENT.ACC")
    game.drag_window(0, 240)
    pictures = []
    for act in ("", "x", "F10" if ends else "Return"):
        if act == "x":
            win(game)
        game.act(act)
        pictures.append(game.picture()[20 * 80 : 240 * 80])
    assert pictures[0] == pictures[2] != pictures[1]
    assert game.machine.finished is ends


# ---- statistics


FIGURES = [
    *("WON", "UNAIDED", "LOST", "PERCENTAGE", "STREAK", "LONGEST_WON", "LONGEST_LOST"),
    *("BEST", "AVERAGE", "UNDOS", "NUMBER", "NUMBER_WON", "NUMBER_UNAIDED", "NUMBER_BEST", "NUMBER_UNDOS"),
    *("FASTEST", "AVERAGE_TIME", "NUMBER_FASTEST"),
]
"""The lines with figures, from the top of the left column to the bottom of the right."""
FIGURE_LINES = {**vars(games_rsc), **vars(rsc)}


def shown(game: Game) -> list[str]:
    return [game.said(rsc.STATISTICS, FIGURE_LINES[f"STATISTICS_{name}"]) for name in FIGURES]


def test_statistics_show_all_games_and_the_number() -> None:
    book = Book("vierfrei", [(8, Outcome.LOST), (9, Outcome.LOST)])
    for number, moves, undos, seconds in ((42, 70, 3, 300), (42, 64, 5, 360), (7, 61, 0, 240)):
        book.count(number, Outcome.WON, Progress(moves, 52, undos, seconds), 0)
    book.count(42, Outcome.WON, Progress(57, 52, 0, 100), 0, Help.HELPED)
    game = Game(42, records=book)
    before = game.picture()
    game.key("F5")
    assert shown(game) == [
        *("4", "3", "2", "66%", "3 gewonnen", "3", "2"),
        *("61", "63", "8", "Spiel 42: gewonnen", "3", "2", "64", "5"),
        # A win with help counts only for the averages.
        *("4:00", "4:10", "5:00"),
    ]
    game.key("Return")
    assert game.picture() == before


def test_what_is_not_known_is_shown_as_a_line() -> None:
    game = Game(42, lang="en")
    game.key("F5")
    assert shown(game) == [
        *("0", "0", "0", "0%", "none", "0", "0"),
        *("-", "-", "0", "Game 42: won", "0", "0", "-", "-"),
        *("-", "-", "-"),
    ]


# ---- no legal move


def nearly_stuck(used: Files | None = None) -> Game:
    """Return a game without a legal move once one more card is in the last free cell."""
    game = Game(42, used=used)
    board = cell_board(VierfreiBoard, ["9C 5C", "9S", "KC", "KS", "QC", "QS", "JC", "JS"], "2H 2D 3H")
    board.number = 42
    game.put(board)
    return game


def stuck(used: Files | None = None) -> Game:
    game = nearly_stuck(used)
    game.act("1>d")
    assert game.board.lost
    return game


@pytest.mark.parametrize(
    ("keys", "moves", "cards"),
    [("Return", 0, 2), ("Return Ctrl+y Return", 0, 2), ("Tab Return", 0, 7), ("Esc", 1, 1), ("Esc Undo", 0, 2)],
)
def test_the_loss_alert_undoes_restarts_or_leaves(keys: str, moves: int, cards: int) -> None:
    game = stuck()
    game.key(*keys.split())
    assert (game.asked, game.board.number, game.board.moves_made) == ("", 42, moves)
    assert len(game.board.columns[0]) == cards
    assert game.picture() == game.full_picture()


def test_with_the_counter_the_info_line_reports_a_loss() -> None:
    game = nearly_stuck()
    game.key("Ctrl+t")
    assert "kein Zug" not in game.program.table.info
    game.act("1>d")
    assert [word in game.program.table.info for word in ("kein Zug", "Verloren")] == [True, True]
    assert game.outcomes == [(42, Outcome.LOST)]
    assert "verloren" in files("de").resource.strings[rsc.STUCK]
    game.key("Undo")
    assert game.board.moves_made == 0


def test_the_original_neither_reports_nor_counts_losses() -> None:
    game = stuck(plain_files())
    game.key("Undo")
    assert (game.board.moves_made, game.outcomes) == (0, [])


def test_the_original_has_no_messages_about_records_nor_resumes() -> None:
    """Messages go only to the terminal, and the unfinished game stays saved."""
    book = Book("vierfrei", saved=Saved(42, ("1a", "zz")))
    book.store.set_aside = "gemport-damaged-1.sqlite3"
    assert Game(None, records=book, used=plain_files()).alerts == []
    book = Book("vierfrei", saved=Saved(43, ("1a",)))
    game = Game(42, records=book, used=plain_files())
    game.key("F2", "Esc", "4", "3", "Return")
    assert (game.session.number, game.board.words(), book.games) == (43, [], [Saved(43, ("1a",))])
