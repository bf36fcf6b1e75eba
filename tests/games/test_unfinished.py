"""The list of unfinished games: what it shows, how it is used with keys and mouse, and the questions around it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from gemport.gem.aes.objects import object_rect
from gemport.gem.formats.objects import ObState
from gemport.hosts.events import BUTTONS, Event
from gemport.store.records import Progress, Records
from gemport.store.statistics import Outcome
from tests.games import shared
from tests.games.freecell.player import Player
from tests.games.sessions import Book, Saved, begin, save
from tests.games.vierfrei.player import Game

ROWS = 8
RESUME, START_OVER, CANCEL = 1, 2, 3


def book(count: int, elsewhere: Iterable[int] = ()) -> Book:
    """Unfinished games with the numbers 1, 2, ... of VIERFREI, some open elsewhere; the last one was played last."""
    kept = Book("vierfrei")
    other = Records(kept.store, "vierfrei")
    for number in range(1, count + 1):
        if number in elsewhere:
            begin(other, number)
        else:
            save(kept, Saved(number, ("1a",)))
    return kept


def listed(game: Game) -> list[int]:
    """The numbers in the list's lines."""
    rows = game.tree(shared.UNFINISHED)[shared.UNFINISHED_ROW : shared.UNFINISHED_ROW + ROWS]
    return [int(str(row.ob_spec).split()[0].strip("✓") or str(row.ob_spec).split()[1]) for row in rows if row.ob_spec]


def chosen(game: Game) -> list[int]:
    """The numbers of the inverted lines."""
    rows = game.tree(shared.UNFINISHED)[shared.UNFINISHED_ROW : shared.UNFINISHED_ROW + ROWS]
    lines = [str(row.ob_spec) for row in rows if row.ob_state & ObState.SELECTED]
    return [int(line.replace("✓", " ").split()[0]) for line in lines]


def press(game: Game, part: int, at: float = 0.5) -> None:
    """Click on a part of the list, at a height of it."""
    rect = object_rect(game.tree(shared.UNFINISHED), part)
    game.click((rect.x + rect.w // 2, rect.y + int(rect.h * at)))


def test_the_list_says_number_moves_cards_home_and_when() -> None:
    kept = Book("vierfrei")
    kept.store.now = lambda: 1_790_000_000.0
    key = begin(kept, 123456, ["1a"] * 12, Progress(12, 7, 3, 65))
    kept.close(key)
    game = Game(42, records=kept)
    game.key("F9")
    assert [
        str(row.ob_spec) for row in game.tree(shared.UNFINISHED)[shared.UNFINISHED_ROW : shared.UNFINISHED_ROW + 2]
    ] == [
        "    123456    12      7  21.09.2026 14:13",
        "",
    ]
    english = Game(42, records=kept, lang="en")
    english.key("F9")
    assert str(english.tree(shared.UNFINISHED)[shared.UNFINISHED_ROW].ob_spec).endswith("  2026-09-21 14:13")


def test_the_longest_number_leaves_the_list_in_its_columns() -> None:
    kept = Book("freecell")
    begin(kept, 2147483647, ["1a"] * 123, Progress(123, 7))
    kept.close(begin(kept, 32000, ["1a"] * 45, Progress(45, 12)))
    player = Player(1, records=kept)
    player.keys("F9")
    rows = player.program.shared.tree(shared.UNFINISHED)[shared.UNFINISHED_ROW : shared.UNFINISHED_ROW + 2]
    assert [str(row.ob_spec)[:25] for row in rows] == [
        "     32000    45     12  ",
        "  2147483647 123      7  ",
    ]


def test_a_game_is_taken_up_by_keys_by_a_button_and_by_a_double_click() -> None:
    for way in ("keys", "button", "double click"):
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
            game.do(Event(0, "dclick", rect.x + 5, rect.y + 5, button=BUTTONS["left"]))
        assert (game.session.number, game.board.words()) == (3, ["1a"])
        assert game.picture() != before


@pytest.mark.parametrize("way", ["Esc", "Undo", "button"])
def test_the_list_is_left_without_a_change(way: str) -> None:
    game = Game(42, records=book(3))
    before = game.picture()
    game.key("F9", "Down")
    if way == "button":
        press(game, shared.UNFINISHED_CLOSE)
    else:
        game.key(way)
    assert (game.session.number, game.picture()) == (42, before)


def test_the_game_on_the_table_is_marked_and_stays_there() -> None:
    game = Game(1, records=book(2))
    assert game.board.words() == ["1a"]
    game.play(["2b"])
    game.key("F9")
    first = game.tree(shared.UNFINISHED)[shared.UNFINISHED_ROW]
    assert "✓" in str(first.ob_spec)
    assert game.tree(shared.UNFINISHED)[shared.UNFINISHED_FORGET].ob_state & ObState.DISABLED
    game.key("Delete", "Return")
    assert game.board.words() == ["1a", "2b"]
    assert isinstance(game.records, Book)
    assert len(game.records.games) == 2


def test_a_game_open_elsewhere_is_grey_and_cannot_be_taken() -> None:
    game = Game(42, records=book(4, elsewhere=(4, 2)))
    game.key("F9")
    rows = game.tree(shared.UNFINISHED)[shared.UNFINISHED_ROW : shared.UNFINISHED_ROW + 4]
    assert [bool(row.ob_state & ObState.DISABLED) for row in rows] == [True, False, True, False]
    assert chosen(game) == [3]
    press(game, shared.UNFINISHED_ROW)
    assert chosen(game) == [3]
    game.key("Down")
    assert chosen(game) == [1]
    game.key("Return")
    assert game.session.number == 1


@pytest.mark.parametrize("key", ["Esc", "Return", "s"])
def test_where_nothing_can_be_resumed_only_close_works(key: str) -> None:
    for kept in (book(0), book(1, elsewhere=(1,))):
        game = Game(42, records=kept)
        before = game.picture()
        game.key("F9", "Delete", "Down")
        press(game, shared.UNFINISHED_RESUME)
        assert game.tree(shared.UNFINISHED)[shared.UNFINISHED_RESUME].ob_state & ObState.DISABLED
        assert game.picture() != before
        game.key(key)
        assert (game.session.number, game.picture()) == (42, before)


def test_return_resumes_again_once_there_is_something_to_resume() -> None:
    kept = book(0)
    game = Game(42, records=kept)
    game.key("F9", "Return")
    save(kept, Saved(1, ("1a",)))
    game.key("F9", "Return")
    assert game.session.number == 1


def test_return_closes_the_list_when_its_last_game_is_forgotten() -> None:
    game = Game(42, records=book(1))
    before = game.picture()
    game.key("F9", "v", "v", "Return")
    assert (game.session.number, game.saved, game.picture()) == (42, [], before)


def test_a_game_is_forgotten_only_if_that_is_said_twice() -> None:
    kept = book(3)
    game = Game(42, records=kept)
    game.key("F9", "Down", "Delete", "Return")
    assert len(kept.games) == 3
    press(game, shared.UNFINISHED_FORGET)
    game.key("Return")
    assert len(kept.games) == 3
    player = Player(1, Book("freecell", saved=Saved(7, ("7a",))))
    player.keys("F9", "Delete")
    assert player.asked == "[2][Forget the unfinished game 7|and all its moves?|It then counts as lost.][Forget|Cancel]"
    player.answer(1)
    assert (player.saved, player.outcomes) == ([], [(7, Outcome.LOST)])
    player.keys("Esc")
    assert player.session.number == 1


def test_a_game_that_has_counted_is_forgotten_without_a_word_about_losing_it() -> None:
    player = Player(1, Book("freecell", saved=Saved(7, ("7a",), counted=True)))
    player.keys("F9", "Delete")
    assert player.asked == "[2][Forget game 7|and all its moves?][Forget|Cancel]"
    player.answer(1)
    assert (player.saved, player.outcomes) == ([], [])


# ---- more than there is room for


def test_arrows_track_elevator_and_keys_scroll() -> None:
    game = Game(42, records=book(30))
    game.key("F9")
    top = list(range(30, 22, -1))
    assert listed(game) == top
    press(game, shared.UNFINISHED_DOWN)
    assert listed(game)[0] == 29
    press(game, shared.UNFINISHED_UP)
    assert listed(game) == top
    press(game, shared.UNFINISHED_TRACK, 0.9)
    assert listed(game)[0] == 22
    press(game, shared.UNFINISHED_TRACK, 0.02)
    assert listed(game) == top
    rect = object_rect(game.tree(shared.UNFINISHED), shared.UNFINISHED_ELEVATOR)
    start = rect.x + 5, rect.y + 5
    game.drag(start, (start[0], start[1] + 300))
    assert listed(game) == list(range(8, 0, -1))
    # What was chosen is out of sight, and stays chosen.
    assert chosen(game) == []
    game.key("Down")
    assert chosen(game) == [29]
    game.key("Shift+ClrHome")
    assert (chosen(game), listed(game)[-1]) == ([1], 1)
    game.key("ClrHome")
    assert (chosen(game), listed(game)) == ([30], top)
    game.key("Shift+Down")
    assert chosen(game) == [22]
    game.key("Shift+Up", "Up")
    assert chosen(game) == [30]


def test_the_wheel_scrolls_and_the_chosen_line_stays_chosen() -> None:
    game = Game(42, records=book(30))
    game.key("F9")
    game.do(Event(0, "wheel", steps=2))
    assert (listed(game)[0], chosen(game)) == (24, [])
    game.do(Event(0, "wheel", steps=-100))
    assert (listed(game)[0], chosen(game)) == (30, [30])


def test_an_arrow_held_goes_on() -> None:
    game = Game(42, records=book(30))
    game.key("F9")
    rect = object_rect(game.tree(shared.UNFINISHED), shared.UNFINISHED_DOWN)
    game.press((rect.x + 5, rect.y + 5))
    game.machine.advance(2_000)
    game.release()
    assert listed(game)[0] < 25


def test_the_elevator_is_as_long_as_what_is_seen() -> None:
    heights = {}
    for count in (3, 8, 16, 80):
        game = Game(42, records=book(count))
        game.key("F9")
        tree = game.tree(shared.UNFINISHED)
        heights[count] = tree[shared.UNFINISHED_ELEVATOR].ob_height / tree[shared.UNFINISHED_TRACK].ob_height
    assert heights[3] == heights[8] == 1
    assert heights[16] == 0.5
    assert 0.1 < heights[80] < 0.3


# ---- a number that has an unfinished game


def choose_number(player: Player, number: int) -> None:
    player.keys("F3")
    player.do({"do": "text", "text": str(number)})
    player.keys("Return")


def test_a_number_with_an_unfinished_game_is_asked_about() -> None:
    for answer, number, words, kept in (
        (RESUME, 7, ["7a"], 1),
        (START_OVER, 7, [], 1),
        (CANCEL, 1, [], 1),
    ):
        player = Player(1, Book("freecell", saved=Saved(7, ("7a",))))
        choose_number(player, 7)
        assert player.asked is not None
        assert "begun game 7" in player.asked
        player.answer(answer)
        assert (player.session.number, player.words, len(player.saved)) == (number, words, kept)
    player.key_words("8a")
    choose_number(player, 3)
    assert player.asked is not None
    assert "not finished" in player.asked


@pytest.mark.parametrize(("key", "words"), [("Return", ["7a"]), ("r", ["7a"]), ("s", []), ("Tab Return", [])])
def test_the_question_about_an_unfinished_game_has_keys(key: str, words: list[str]) -> None:
    player = Player(1, Book("freecell", saved=Saved(7, ("7a",))))
    choose_number(player, 7)
    player.keys(*key.split())
    assert (player.session.number, player.words) == (7, words)


def test_a_game_at_stake_is_asked_about_before_another_is_taken_up() -> None:
    for answer, outcomes, number in ((1, [], 7), (2, [(1, Outcome.LOST)], 7), (3, [], 1)):
        player = Player(1, Book("freecell", saved=Saved(7, ("7a",))))
        player.key_words("8a")
        player.keys("F9", "Down", "Return")
        assert player.asked is not None
        assert "Game 1 is not finished" in player.asked
        player.answer(answer)
        assert (player.outcomes, player.session.number) == (outcomes, number)


def test_the_number_on_the_table_is_gone_on_with_or_begun_anew() -> None:
    player = Player(1)
    player.key_words("8a")
    choose_number(player, 1)
    player.answer(RESUME)
    assert player.words == ["8a"]
    choose_number(player, 1)
    player.answer(START_OVER)
    player.answer(1)
    assert (player.words, player.saved) == ([], [Saved(1, ("8a",))])


def test_a_game_taken_up_of_which_only_the_first_moves_are_possible_is_told() -> None:
    player = Player(1, Book("freecell", saved=Saved(7, ("7a", "zz"))), lang="en")
    player.keys("F9") if player.session.number == 1 else None
    player.keys("Return")
    assert player.asked is not None
    assert "unfinished game 7" in player.asked


def test_vierfrei_asks_nothing_when_a_game_is_left() -> None:
    game = Game(42, records=book(0))
    game.play(["1a"])
    game.key("F1")
    assert game.session.number != 42
    assert isinstance(game.records, Book)
    assert [saved.number for saved in game.records.games] == [42]
    game.play(["1a"])
    game.key("F10")
    assert game.machine.finished
