"""Sessions: saving, counting, resuming, watchers and the clock."""

from collections.abc import Callable

import pytest

from gemport.cards.board import Board
from gemport.cards.game import AnyGame
from gemport.games.freecell import GAME as FREECELL
from gemport.games.grossfamilien import GAME as GROSSFAMILIEN
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.store.session import IDLE_MS, AnySession, Change, clock_text
from gemport.store.statistics import Best, Outcome
from tests.games.freecell.lines import WINS
from tests.games.sessions import Book, Saved, make, save, session_of
from tests.store.table import ALL, Table, win

# ---- dealing


@ALL
def test_without_a_number_chance_decides(game: AnyGame) -> None:
    numbers = [session_of(game, chance=chance).number for chance in (1, 1, 2)]
    assert numbers[0] == numbers[1] != numbers[2]
    assert all(number in game.numbers for number in numbers)
    # Without the setting for more numbers, FreeCell deals the numbers of its first version.
    assert max(session_of(FREECELL, chance=chance).number for chance in range(9)) <= 32_000


def test_the_next_number_follows_the_game_or_chance() -> None:
    games: list[AnyGame] = [VIERFREI, GROSSFAMILIEN]
    for game in games:
        assert session_of(game, 1).next_number() == game.board.deal(1).next_number
    session = session_of(FREECELL, 1, chance=4)
    numbers = {session.next_number() for _ in range(20)}
    assert len(numbers) > 10
    assert all(number in FREECELL.numbers for number in numbers)
    # A chosen number does not affect later random numbers.
    by_chance, named = session_of(FREECELL, None, chance=3), session_of(FREECELL, 5, chance=3)
    assert by_chance.next_number() == named.next_number()


# ---- saving


@ALL
def test_a_step_is_saved_before_its_cards_move(game: AnyGame) -> None:
    table = Table(game)
    session = table.sit(1)
    session.begin(session.board.read_word(table.steps[0]))
    assert table.book.games == [Saved(1, table.steps[:1])]
    assert session.board.position() == game.board.deal(1).position()


def test_moving_cards_count_as_on_the_foundations() -> None:
    session = session_of(VIERFREI, 42)
    session.begin(session.board.read_word("4h"))
    (unfinished,) = session.records.unfinished()
    assert (unfinished.progress.home, session.board.home) == (1, 0)


@ALL
def test_a_new_deal_leaves_the_unfinished_game_alone(game: AnyGame) -> None:
    table = Table(game)
    make(table.sit(1), *table.steps)
    fresh = table.sit(1, afresh=True)
    assert (fresh.started, fresh.board.words()) == (False, [])
    saved = fresh.unfinished_of(1)
    assert saved is not None
    assert (saved.progress.made, fresh.unfinished_of(2)) == (len(table.steps), None)
    assert table.book.games == [Saved(1, table.steps)]
    make(fresh, table.steps[0])
    assert table.book.games == [Saved(1, table.steps[:1]), Saved(1, table.steps)]


@ALL
def test_a_game_that_cannot_be_resumed_leaves_the_table_alone(game: AnyGame) -> None:
    table = Table(game)
    bad = save(table.book, Saved(10**14, ("1a",)))
    session = table.sit(1, afresh=True)
    make(session, *table.steps)
    key = table.book.unfinished()[0].key
    for act in (key, 99, bad):
        assert session.resume(act) is (act == key)
        assert (session.number, session.board.words(), session.counted) == (1, [*table.steps], False)
        assert [*session.records.store.opened] == [key]
    assert [kept.key for kept in session.records.unfinished()] == [key]


@ALL
def test_following_boards_makes_and_saves_their_steps(game: AnyGame) -> None:
    table = Table(game)
    board: Board = game.board.deal(1)
    for word in table.steps:
        board.play_word(word)
    session = table.sit(1)
    session.follow(board.positions()[:-1])
    assert (session.board.words(), table.book.games) == ([*table.steps], [Saved(1, table.steps)])
    assert session.board.position() == board.position()


# ---- games that cannot be replayed


def test_a_game_with_an_invalid_number_is_quarantined() -> None:
    """It is not deleted: a repaired file has it again."""
    book = Book("freecell", saved=Saved(7, ("1a",)))
    save(book, Saved(9_000_000_000, ("1a",)))
    book.store.refusal = "disk full"
    unmarked = session_of(FREECELL, None, book, chance=3)
    assert unmarked.resume_error is not None
    assert (unmarked.resume_error.name, unmarked.started) == ("9000000000", False)
    book.store.refusal = ""
    session = session_of(FREECELL, None, book)
    assert (session.resume_error and session.resume_error.name, session.number, session.board.words()) == (
        "9000000000",
        7,
        ["1a"],
    )
    assert [game.number for game in session.records.unfinished()] == [7]
    assert Saved(9_000_000_000, ("1a",)) in book.games
    assert session_of(FREECELL, None, book).resume_error is None


# ---- watchers


@ALL
def test_watchers_learn_of_deals_steps_and_undos(game: AnyGame) -> None:
    table = Table(game)
    told: list[tuple[Change, int, int]] = []

    def watch(session: AnySession, change: Change) -> None:
        told.append((change, session.number, session.board.moves_made))

    session = table.sit(1)
    session.watch(watch)
    make(session, table.steps[0], "Undo", "Redo", "Restart")
    session.deal(2)
    session.leave()
    assert session.resume(table.book.unfinished()[0].key)
    assert told == [
        (Change.DEALT, 1, 0),
        (Change.STEP, 1, 1),
        (Change.UNDONE, 1, 0),
        (Change.STEP, 1, 1),
        (Change.DEALT, 1, 0),
        (Change.DEALT, 2, 0),
        (Change.DEALT, 1, 1),
    ]


# ---- records that cannot be written


WON, LOST = Outcome.WON, Outcome.LOST
*NEARLY, LAST = WINS[1].split()


@pytest.mark.parametrize(
    ("acts", "outcomes", "games"),
    [
        # A missing word in the middle would turn it into a different game.
        ("full 8a room 7b Undo Redo Undo 5b 6c", [], [Saved(1, ("8a", "5b", "6c"))]),
        ("8a full 7b room Undo Redo Undo 5b 6c", [], [Saved(1, ("8a", "5b", "6c"))]),
        ("8a 7b full Undo room Redo Undo 5b 6c", [], [Saved(1, ("8a", "5b", "6c"))]),
        ("8a 7b Undo full Redo room Undo 5b 6c", [], [Saved(1, ("8a", "5b", "6c"))]),
        ("8a 7b Undo Redo full Undo room 5b 6c", [], [Saved(1, ("8a", "5b", "6c"))]),
        ("8a 7b Undo Redo Undo full 5b room 6c", [], [Saved(1, ("8a", "5b", "6c"))]),
        # Steps to redo are saved as well.
        ("full 8a 7b 5c Undo room Undo", [], [Saved(1, ("8a",))]),
        # Games left, won or forfeited while the disk was full.
        ("full 8a 7b room leave", [], [Saved(1, ("8a", "7b"))]),
        ("nearly full last room leave", [(1, WON)], []),
        ("full 8a forfeit next 1a room 2b", [(1, LOST)], [Saved(2, ("1a", "2b"))]),
        ("full 8a 7b room show", [], [Saved(1, ("8a", "7b"))]),
    ],
)
def test_unsaved_changes_are_saved_with_the_next_change(
    acts: str, outcomes: list[tuple[int, Outcome]], games: list[Saved]
) -> None:
    """``full`` fills the disk, ``room`` frees it again."""
    book = Book("freecell")
    session = session_of(FREECELL, 1, book)
    for act in acts.split():
        if act in ("full", "room"):
            assert book.outcomes == []
            book.store.refusal = "disk full" if act == "full" else ""
        elif act in ("leave", "forfeit"):
            getattr(session, act)()
        elif act == "show":
            session.show(5)
            session.return_to_own()
        elif act == "next":
            session.deal(2)
        else:
            make(session, *{"nearly": NEARLY, "last": [LAST]}.get(act, [act]))
    assert session.records.failure == "disk full"
    assert (session.whole, book.outcomes, book.games) == (True, outcomes, games)
    if games:
        again = session_of(FREECELL, None, book)
        assert again.as_unfinished() == session.as_unfinished()
        assert again.board.position() == session.board.position()


# ---- the clock


class Watch(Table):
    """A table with a clock that the test sets."""

    ms = 0

    def sit(self, number: int | None = None, afresh: bool = False, chance: int = 0) -> AnySession:
        session = super().sit(number, afresh, chance)
        session.clock.attach(lambda: self.ms)
        return session

    def kept(self) -> list[int]:
        """Return the seconds of the unfinished games, last played first."""
        return [game.progress.seconds for game in self.book.unfinished()]


@pytest.fixture
def watch() -> Watch:
    return Watch(FREECELL)


def test_the_clock_runs_from_the_first_step_and_when_resumed(watch: Watch) -> None:
    watch.ms = 5_000
    session = watch.sit(1)
    watch.ms += 60_000
    make(session, "8a")
    assert session.progress.seconds == 0
    watch.ms += 7_900
    make(session, "7b")
    assert watch.kept() == [7]
    watch.ms += 1_200
    session.leave()
    assert watch.kept() == [9]
    # The clock of the machine has another value when the game is resumed.
    watch.ms = 50_000
    again = watch.sit()
    assert again.progress.seconds == 9
    assert again.save_time()
    assert watch.book.unfinished()[0].progress.made == 2
    watch.ms += 2_000
    make(again, "Undo")
    assert watch.kept() == [11]


def test_leaving_saves_the_time_since_the_last_step(watch: Watch) -> None:
    """The time is saved whatever follows, without counting as a step or changing the time of the last step."""
    watch.book.store.now = lambda: float(watch.ms)
    session = watch.sit(1)
    acts: tuple[Callable[[], None], ...] = (lambda: session.deal(2), session.restart, session.leave)
    for act in acts:
        make(session, "8a" if session.number == 1 else "1a")
        played = watch.ms
        watch.ms += 33_000
        act()
        left = watch.book.unfinished()[0]
        assert (left.progress.made, left.progress.seconds, left.when) == (1, 33, played)
    assert watch.kept() == [33, 33, 33]


def test_a_win_records_its_time() -> None:
    _, number, words, _ = win("vierfrei")
    watch = Watch(VIERFREI)
    session = watch.sit(number)
    for word in words:
        make(session, word)
        watch.ms += 1_000
    best = watch.book.best(number)
    assert (best, session.former_best) == (Best(len(words), 0, len(words) - 1), None)
    assert session.progress.seconds == len(words) - 1
    session.deal(number)
    make(session, *words)
    assert session.former_best == best


def test_the_clock_pauses_while_the_game_is_not_seen(watch: Watch) -> None:
    session = watch.sit(1)
    clock = session.clock
    clock.see(False)
    clock.see(True)
    watch.ms += 4_000
    make(session, "8a")
    watch.ms += 2_500
    clock.see(False)
    clock.see(False)
    assert not clock.running
    watch.ms += 60_000
    clock.see(True)
    assert clock.running
    watch.ms += 1_500
    assert (clock.ms, clock.seconds) == (4_000, 4)
    watch.ms += IDLE_MS
    assert not clock.running


def test_clock_texts() -> None:
    times = {0: "0:00", 59: "0:59", 60: "1:00", 187: "3:07", 3_599: "59:59"}
    times |= {3_600: "1:00:00", 3_765: "1:02:45", 36_000: "10:00:00"}
    assert {seconds: clock_text(seconds) for seconds in times} == times
