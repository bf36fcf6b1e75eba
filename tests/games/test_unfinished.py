"""The list of unfinished games: its contents, its keys and mouse actions, and the questions around it."""

from collections.abc import Iterable

import pytest

from gemport.gem import Object, ObState, object_rect
from gemport.hosts.events import Event
from gemport.store.collection import Progress
from gemport.store.records import Records
from gemport.store.statistics import Outcome
from tests.games import shared
from tests.games.players import Game, Player
from tests.games.sessions import Book, Saved, begin, save

ROWS = 8
RESUME, START_OVER = 1, 2


def book(count: int, elsewhere: Iterable[int] = ()) -> Book:
    """Return records with unfinished games 1 to ``count`` of VIERFREI in order of play, some of them open elsewhere."""
    kept = Book("vierfrei")
    other = Records(kept.store, "vierfrei")
    for number in range(1, count + 1):
        if number in elsewhere:
            begin(other, number)
        else:
            save(kept, Saved(number, ("1a",)))
    return kept


def rows(game: Game | Player) -> list[Object]:
    return game.tree(shared.UNFINISHED)[shared.UNFINISHED_ROW : shared.UNFINISHED_ROW + ROWS]


def number_in(row: Object) -> int:
    return int(str(row.ob_spec).replace("✓", " ").split()[0])


def listed(game: Game) -> list[int]:
    return [number_in(row) for row in rows(game) if row.ob_spec]


def chosen(game: Game) -> list[int]:
    """Return the numbers in the selected rows."""
    return [number_in(row) for row in rows(game) if row.ob_state & ObState.SELECTED]


def press(game: Game, part: int, at: float = 0.5) -> None:
    """Click a part of the list; ``at`` is the relative height within it."""
    rect = object_rect(game.tree(shared.UNFINISHED), part)
    game.click((rect.x + rect.w // 2, rect.y + int(rect.h * at)))


@pytest.mark.parametrize(
    ("lang", "line"),
    [("de", "    123456    12      7  21.09.2026 14:13"), ("en", "    123456    12      7  2026-09-21 14:13")],
)
def test_the_list_says_number_moves_cards_home_and_when(lang: str, line: str) -> None:
    kept = Book("vierfrei")
    kept.store.now = lambda: 1_790_000_000.0
    kept.claims.close(begin(kept, 123456, ["1a"] * 12, Progress(12, 7, 3, 65)))
    game = Game(42, records=kept, lang=lang)
    game.key("F9")
    assert [row.ob_spec for row in rows(game)[:2]] == [line, ""]


def test_the_longest_number_leaves_the_list_in_its_columns() -> None:
    kept = Book("freecell")
    begin(kept, 2147483647, ["1a"] * 123, Progress(123, 7))
    kept.claims.close(begin(kept, 32000, ["1a"] * 45, Progress(45, 12)))
    player = Player(1, records=kept)
    player.key("F9")
    lines = [str(row.ob_spec)[:25] for row in rows(player)[:2]]
    assert lines == ["     32000    45     12  ", "  2147483647 123      7  "]


@pytest.mark.parametrize("way", ["keys", "button", "double click"])
def test_a_game_is_taken_up(way: str) -> None:
    game = Game(42, records=book(5))
    before = game.picture()
    game.key("F9")
    assert (listed(game), chosen(game)) == ([5, 4, 3, 2, 1], [5])
    if way == "keys":
        game.key("Down", "Down", "Return")
    elif way == "button":
        press(game, shared.UNFINISHED_ROW + 2)
        assert chosen(game) == [3]
        press(game, shared.UNFINISHED_RESUME)
    else:
        rect = object_rect(game.tree(shared.UNFINISHED), shared.UNFINISHED_ROW + 2)
        game.double_click((rect.x + 5, rect.y + 5))
    assert (game.session.number, game.words, game.picture() == before) == (3, ["1a"], False)


def test_the_game_on_the_table_is_marked_and_stays_there() -> None:
    game = Game(1, records=book(2))
    assert game.words == ["1a"]
    game.play(["2b"])
    game.key("F9")
    assert "✓" in str(rows(game)[0].ob_spec)
    assert ObState.DISABLED in game.tree(shared.UNFINISHED)[shared.UNFINISHED_FORGET].ob_state
    game.key("Delete", "Return")
    assert (game.words, len(game.saved)) == (["1a", "2b"], 2)


def test_a_game_open_elsewhere_is_grey_and_cannot_be_taken() -> None:
    game = Game(42, records=book(4, elsewhere=(4, 2)))
    game.key("F9")
    for at, row in enumerate(rows(game)[:4]):
        elsewhere = ObState.DISABLED in row.ob_state, str(row.ob_spec).endswith("anderswo offen")
        assert elsewhere == (at % 2 == 0, at % 2 == 0)
    assert chosen(game) == [3]
    press(game, shared.UNFINISHED_ROW)
    assert chosen(game) == [3]
    game.key("Down")
    assert chosen(game) == [1]
    game.key("Return")
    assert game.session.number == 1


@pytest.mark.parametrize("key", ["Esc", "Return", "s"])
@pytest.mark.parametrize("open_elsewhere", [0, 1])
def test_where_nothing_can_be_resumed_only_close_works(key: str, open_elsewhere: int) -> None:
    kept = book(open_elsewhere, elsewhere=(1,))
    game = Game(42, records=kept)
    before = game.picture()
    game.key("F9", "Delete", "Down")
    press(game, shared.UNFINISHED_RESUME)
    assert game.tree(shared.UNFINISHED)[shared.UNFINISHED_RESUME].ob_state & ObState.DISABLED
    assert game.picture() != before
    game.key(key)
    assert (game.session.number, game.picture()) == (42, before)
    save(kept, Saved(2, ("1a",)))
    game.key("F9", "Return")
    assert game.session.number == 2, "Return resumes again"


@pytest.mark.parametrize(
    ("counted", "question"),
    [
        (False, "Forget the unfinished game 7|and all its moves?|It then counts as lost."),
        (True, "Forget game 7|and all its moves?"),
    ],
)
def test_a_game_is_forgotten_only_if_that_is_said_twice(counted: bool, question: str) -> None:
    player = Player(1, Book("freecell", saved=Saved(7, ("7a",), counted)))
    for by_key in (True, False):
        player.key("F9", *["Delete"] * by_key)
        if not by_key:
            player.button(shared.UNFINISHED, shared.UNFINISHED_FORGET)
        assert player.asked == f"[2][{question}][Forget|Cancel]"
        player.key("Return")
        assert len(player.saved) == 1
        player.key("Esc")
    player.key("F9", "Delete")
    player.answer(1)
    assert (player.saved, player.outcomes) == ([], [] if counted else [(7, Outcome.LOST)])
    player.key("Esc")
    assert player.session.number == 1


def test_return_closes_the_list_when_its_last_game_is_forgotten() -> None:
    game = Game(42, records=book(1))
    before = game.picture()
    game.key("F9", "v", "v", "Return")
    assert (game.session.number, game.saved, game.picture()) == (42, [], before)


# ---- lists longer than the box


def test_arrows_track_elevator_and_wheel_scroll() -> None:
    game = Game(42, records=book(30))
    game.key("F9")
    top = list(range(30, 22, -1))
    assert listed(game) == top
    for part, at, first in (
        (shared.UNFINISHED_DOWN, 0.5, 29),
        (shared.UNFINISHED_UP, 0.5, 30),
        (shared.UNFINISHED_TRACK, 0.9, 22),
        (shared.UNFINISHED_TRACK, 0.02, 30),
    ):
        press(game, part, at)
        assert listed(game)[0] == first
    rect = object_rect(game.tree(shared.UNFINISHED), shared.UNFINISHED_ELEVATOR)
    game.drag((rect.x + 5, rect.y + 5), (rect.x + 5, rect.y + 305))
    # The selected row has scrolled out of sight, but stays selected.
    assert (listed(game), chosen(game)) == (list(range(8, 0, -1)), [])
    game.key("Down")
    assert chosen(game) == [29]
    for steps, first in ((2, 23), (-100, 30)):
        game.do(Event(0, "wheel", steps=steps))
        assert listed(game)[0] == first
    rect = object_rect(game.tree(shared.UNFINISHED), shared.UNFINISHED_DOWN)
    game.press((rect.x + 5, rect.y + 5))
    game.machine.advance(2_000)
    game.release()
    assert listed(game)[0] < 25


# ---- numbers with an unfinished game


@pytest.mark.parametrize(
    ("answer", "number", "words"),
    [
        *((key, 7, ["7a"]) for key in ("Return", "r")),
        *((key, 7, []) for key in ("s", "Tab Return")),
        ("Esc", 1, []),
    ],
)
def test_a_number_with_an_unfinished_game_is_asked_about(answer: str, number: int, words: list[str]) -> None:
    player = Player(1, Book("freecell", saved=Saved(7, ("7a",))))
    player.key("F2", "7", "Return")
    assert "Game 7 is unfinished" in player.asked
    player.key(*answer.split())
    assert (player.session.number, player.words, len(player.saved)) == (number, words, 1)


@pytest.mark.parametrize(("answer", "outcomes", "number"), [(1, [], 7), (2, [(1, Outcome.LOST)], 7), (3, [], 1)])
def test_resuming_asks_about_a_game_at_stake(answer: int, outcomes: list[tuple[int, Outcome]], number: int) -> None:
    player = Player(1, Book("freecell", saved=Saved(7, ("7a",))))
    player.key_words("8a")
    player.key("F9", "Down", "Return")
    assert "Game 1 is not finished" in player.asked
    player.answer(answer)
    assert (player.outcomes, player.session.number) == (outcomes, number)


def test_the_number_on_the_table_is_gone_on_with_or_begun_anew() -> None:
    player = Player(1)
    player.key_words("8a")
    player.act(f"F2 1 Return !{RESUME}")
    assert player.words == ["8a"]
    player.act(f"F2 1 Return !{START_OVER} !1")
    assert (player.words, player.saved) == ([], [Saved(1, ("8a",))])


def test_vierfrei_asks_nothing_when_a_game_is_left() -> None:
    game = Game(42)
    game.act("1>a F1")
    assert game.session.number != 42
    assert [saved.number for saved in game.saved] == [42]
    game.act("1>a F10")
    assert game.machine.finished
