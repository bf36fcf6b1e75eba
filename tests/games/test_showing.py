"""Showing positions: step by step, solutions, recordings, and looking back at a game."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from gemport.cards.board import Board
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.moves import IllegalMove, Step
from gemport.games.vierfrei.vierfrei_rsc import ABOUT, GETNUM
from gemport.gem import DESKTOP, OUTLINE, BoxSpeed, Gem, GRect, Kind, Message, Msg, ObState, Wf, object_rect
from gemport.gem.aes.keys import key_press
from gemport.play import margin, stepping
from gemport.play.advice import DEMO_PAUSE
from gemport.play.deck import SYMBOL_WIDTH
from gemport.play.recordings import PAUSE
from gemport.settings import Looks
from gemport.solver import Limits, Position, Verdict, solve
from gemport.store.statistics import Help, Outcome
from tests.games import shared
from tests.games.freecell.player import Player as FreeCell
from tests.games.hand import FILE_ENTRIES, entries_of, files
from tests.games.players import (
    HARD,
    LONG_LOST,
    LOST,
    Begin,
    Familien,
    Game,
    Hand,
    Hands,
    both,
    every_game,
    freecell,
    recorded,
    vierfrei,
)
from tests.games.test_exchange import SHORT, WON, opened, saved
from tests.games.vierfrei.test_follow import Playback, record_text


@pytest.fixture(autouse=True)
def _soon_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping, "DEMO_STATES", 500)
    monkeypatch.setattr(margin, "_LIMITS", ())


# ---- step by step


def text(watched: Hand[Any], obj: int = shared.LOOKBACK_TEXT) -> str:
    return watched.said(shared.SHOWING, obj)


def at(watched: Hand[Any]) -> int:
    """Return the number of the shown move."""
    first, *words = text(watched).split()
    return 0 if first in ("Before", "Vor") else int(words[0 if first in ("Move", "Zug") else 1])


def click(watched: Hand[Any], obj: int) -> None:
    rect = object_rect(watched.tree(shared.SHOWING), obj)
    watched.click((rect.x + rect.w // 2, rect.y + rect.h // 2))


def solved(game: Begin = vierfrei) -> Hand[Any]:
    """Return a game whose solution is shown, paused before its first move, with moving boxes off."""
    watched = game()
    watched.machine.box_speed = BoxSpeed.OFF
    watched.key("Ctrl+l", "Space", "ClrHome")
    return watched


@pytest.mark.parametrize(("size", "reach"), [((500, 883), 31), ((640, 400), 25)], ids=["upright", "lying"])
def test_fingers_hit_the_buttons_below_the_cards(size: tuple[int, int], reach: int) -> None:
    watched = FreeCell(7, lang="en", size=size, looks=Looks(touch=True))
    before = watched.picture()
    watched.key("Ctrl+l", "Space", "ClrHome")
    root = object_rect(watched.tree(shared.SHOWING), 0)
    for obj, shown in ((shared.SHOWING_ON, (1, 2)), (shared.SHOWING_BACK, (1, 0)), (shared.SHOWING_CLOSE, ())):
        rect = object_rect(watched.tree(shared.SHOWING), obj)
        assert rect == rect.intersection(root)
        for way, number in zip((-1, 1), shown, strict=False):
            watched.click((rect.x + rect.w // 2 + 25 * way, rect.y + rect.h // 2 + reach * way))
            assert at(watched) == number
    watched.click((rect.x + rect.w // 2 + 25, rect.y + rect.h // 2 + 25))
    assert watched.picture() == before


@both
def test_a_demonstration_pauses_and_changes_nothing(game: Begin) -> None:
    watched = game()
    before = watched.picture()
    watched.key("Ctrl+l")
    watched.machine.advance(20 * DEMO_PAUSE)
    assert (at(watched) > 4, text(watched, shared.SHOWING_RUN)) == (True, "Pause")
    watched.key("Space")
    paused = at(watched)
    watched.machine.advance(20 * DEMO_PAUSE)
    assert (at(watched) == paused > 4, watched.machine.next_wakeup()) == (True, None)
    assert text(watched, shared.SHOWING_RUN) == "Start"
    watched.key("Space")
    assert at(watched) > paused, "it continues where it paused"
    watched.machine.advance(500 * DEMO_PAUSE)
    assert text(watched).endswith("it was won.")
    watched.key("Esc")
    assert (watched.words, watched.saved, watched.outcomes, watched.picture()) == ([], [], [], before)
    assert watched.session.help is Help.HELPED


def test_playing_on_from_a_solution_says_what_it_costs() -> None:
    watched = solved()
    watched.key("Right", "P")
    assert "counts neither as won nor as|lost" in watched.asked
    watched.key("Esc")
    assert (text(watched)[:6], watched.words, watched.outcomes) == ("Move 1", [], [])
    watched.key("P", "P")
    assert (len(watched.words), watched.outcomes) == (1, [(42, Outcome.SOLVED)])
    watched.key("Ctrl+l", "Right", "P")
    assert len(watched.alerts) == 2, "a game that has counted has nothing to lose"


@both
def test_a_solution_is_shown_before_a_shorter_one_is_found(game: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits at its start during the search, which the first input ends."""
    monkeypatch.setattr(stepping, "DEMO_STATES", 20_000)
    moves: list[int] = []
    for key in ("", "Right"):
        watched = game()
        watched.machine.key(*key_press("Ctrl+l"))
        while not text(watched).startswith("Looking for a solution shorter than "):
            watched.machine.advance(100)
        watched.machine.advance(3 * DEMO_PAUSE)
        assert watched.machine.working
        first = int(text(watched).split()[6])
        watched.key(*[key] * bool(key))
        watched.machine.settle()
        assert at(watched) == bool(key)
        assert not watched.machine.working
        watched.machine.advance(5 * DEMO_PAUSE)
        assert (at(watched) > 1) is not bool(key), "it starts after the search"
        moves += [first, int(text(watched).split()[3].rstrip(":"))]
    assert moves[0] == moves[2] >= moves[3] >= moves[1] < moves[0]


def test_keys_buttons_and_the_ribbon_choose_a_position() -> None:
    watched = solved()
    last = int(text(watched).split()[4])
    # The End key of a PC keyboard acts as Undo.
    keys = ["Right", "Right", "Left", "ClrHome", "Left", "Shift+Home", "ClrHome", "Undo"]
    for key, shown in zip(keys, (1, 2, 1, 0, 0, last, 0, last), strict=True):
        watched.key(key)
        assert at(watched) == shown
    assert text(watched) == f"After move {last} of {last} it was won."
    watched.key("ClrHome")
    assert text(watched) == f"Before the first of {last} moves"
    for obj, shown in ((shared.SHOWING_ON, 1), (shared.SHOWING_ON, 2), (shared.SHOWING_BACK, 1)):
        click(watched, obj)
        assert at(watched) == shown
    click(watched, shared.LOOKBACK_RIBBON)
    assert at(watched) > 10
    for pauses in (False, True):
        watched.key("Left") if pauses else click(watched, shared.SHOWING_RUN)
        before = at(watched)
        watched.machine.advance(5 * DEMO_PAUSE)
        assert (at(watched) == before) is pauses
    # It starts again from the end.
    watched.key("Undo", "Space")
    assert at(watched) == 1


def test_it_can_be_sped_up_by_keys_and_a_button() -> None:
    watched, made = solved(), []
    for change in ("", "+", "+", "-"):
        watched.key(*change, "ClrHome", "Space")
        watched.machine.advance(4 * DEMO_PAUSE)
        made.append(at(watched))
        watched.key("Left")
    assert made[0] < made[1] == made[3] < made[2]
    assert text(watched, shared.SHOWING_SPEED) == "Speed 2x"
    for speed in (4, 8, 1):
        click(watched, shared.SHOWING_SPEED)
        assert text(watched, shared.SHOWING_SPEED) == f"Speed {speed}x"


def test_continuing_from_an_earlier_position_is_an_attempt() -> None:
    watched = vierfrei()
    watched.make("1a 2b 3c")
    watched.key("Ctrl+l")
    assert at(watched) == 3
    watched.key("P")
    assert (watched.alerts, [kept.words for kept in watched.saved]) == ([], [("1a", "2b", "3c")])
    watched.key("Ctrl+l", "Left")
    assert text(watched).startswith("Move 2 of ")
    watched.key("P")
    assert watched.words == ["1a", "2b"]
    assert {kept.words for kept in watched.saved} == {("1a", "2b", "3c"), ("1a", "2b")}


@pytest.mark.parametrize(
    ("lang", "first", "start"),
    [
        ("de", "Zug 1 von 3: 4♣ nach Freiplatz 1", "Vor dem ersten von 3 Zügen"),
        ("en", "Move 1 of 3: 4♣ to free place 1", "Before the first of 3 moves"),
    ],
)
def test_a_recording_says_its_moves_in_cards(lang: str, first: str, start: str, tmp_path: Path) -> None:
    saved(tmp_path, "game.txt", SHORT)
    game = Game(42, folder=tmp_path, lang=lang)
    opened(game)
    assert text(game) == start
    game.key("Right")
    assert text(game) == first


def test_a_won_recording_cannot_be_played_on_at_its_end(tmp_path: Path) -> None:
    """Otherwise a won game would be among the unfinished ones."""
    saved(tmp_path, "game.txt", WON)
    game = Game(42, folder=tmp_path, lang="en")
    opened(game)
    play = game.tree(shared.SHOWING)[shared.SHOWING_PLAY]
    assert ObState.DISABLED not in play.ob_state
    game.key("Undo")
    assert text(game).endswith("it was won.")
    assert ObState.DISABLED in play.ob_state
    game.key("P")
    click(game, shared.SHOWING_PLAY)
    assert game.session.shown
    game.key("Esc")
    assert (game.session.number, game.saved) == (42, [])


def test_a_run_is_named_by_its_first_card() -> None:
    player = FreeCell(1, lang="en")
    player.lay(["KC 9D 8S 7H", "TC"])
    step = player.board.read_word("12")
    assert player.program.play.step_text(player.board, step) == "9\u2666 on 10\u2663"


def test_the_text_names_the_move_that_lost_a_recording(tmp_path: Path) -> None:
    saved(tmp_path, "game.txt", record_text(42, LONG_LOST[1]))
    game = Game(1, folder=tmp_path, lang="en")
    opened(game)
    game.key("Home", *["Right"] * 6)
    assert text(game).startswith("Move 6 (")
    assert text(game).endswith(") lost the game.")


def test_a_replay_ends_the_program_or_is_continued() -> None:
    playback = Playback(record_text(42, "1a 2b 4h"), stepped=True)
    playback.machine.advance(5 * PAUSE + 3000)
    assert text(playback).startswith("Zug 3 von 3: ")
    playback.key("Left", "A")
    assert (playback.words, playback.machine.finished) == (["1a", "2b"], False)
    playback.key("Undo")
    assert playback.words == ["1a"]
    playback = Playback(record_text(42, "1a 2b 4h"), stepped=True)
    playback.key("Esc")
    assert playback.machine.finished


def test_recorded_games_follow_and_the_last_stays() -> None:
    playback = Playback(record_text(42, "1a") + record_text(7, "1a 2b"), stepped=True)
    playback.machine.box_speed = BoxSpeed.OFF
    for pauses, said in ((4, "Zug 1 von"), (9, "Zug 2 von")):
        playback.machine.advance(pauses * PAUSE)
        assert (playback.session.number, text(playback)[:9]) == (7, said)
    playback.key("A")
    assert playback.words == ["1a", "2b"]
    playback = Playback(record_text(42, "1a") + record_text(7, "1a 2b"), stepped=True)
    playback.key("Right", "Right")
    assert playback.session.number == 7


@every_game
@pytest.mark.parametrize("size", [(640, 400), (640, 339), (504, 640), (1280, 960)])
def test_the_cards_leave_the_box_free(kind: Hands, size: tuple[int, int], tmp_path: Path) -> None:
    game: Hand[Any] = kind(1, size=size, folder=tmp_path)
    game.machine.box_speed = BoxSpeed.OFF
    before = game.picture()
    if kind is Familien:
        saved(tmp_path, "game.txt", str(recorded("won")))
        opened(game)
    else:
        game.key("Ctrl+l")
    game.key("+", "+", "+", "ClrHome")
    table, box = game.program.table, object_rect(game.tree(shared.SHOWING), 0).inset(-OUTLINE)
    while at(game) < 60:
        game.key("Right")
        cards = [table.layout.ground(table.board, place).moved(*table.work[:2]) for place in table.board.piles]
        assert not any(card.intersects(box) for card in cards)
        assert all(card.intersection(table.work) == card for card in cards)
    game.key("Esc")
    assert game.picture() == before


@pytest.mark.parametrize("by", [(300, 200), (500, 330), (0, 250)])
def test_the_box_is_usable_with_little_of_the_window(by: tuple[int, int]) -> None:
    watched = vierfrei()
    table, machine = watched.program.table, watched.machine
    x, y, w, h = table.outer
    machine.send(Message(Msg.WM_MOVED, 0, 0, table.handle, x + by[0], y + by[1], w, h))
    machine.settle()
    before = watched.picture()
    watched.key("Ctrl+l")
    machine.advance(20 * DEMO_PAUSE)
    assert at(watched) > 4
    click(watched, shared.SHOWING_CLOSE)
    assert watched.picture() == before


@pytest.mark.parametrize("key", ["F2", "F4", "Ctrl+e", "Ctrl+l"])
def test_only_quit_can_be_chosen_while_a_box_is_open(key: str) -> None:
    watched = vierfrei()
    watched.make("1a 2b")
    watched.key("Undo")
    before = watched.disabled()
    watched.key(key)
    assert watched.disabled() == set(entries_of(watched.program)) - FILE_ENTRIES - {"quit"}
    watched.choose("new")
    watched.choose("undo")
    watched.key("Esc", "Esc")
    assert (watched.disabled(), watched.session.number, watched.board.can_redo) == (before, 42, True)
    watched.key(key)
    watched.choose("quit")
    assert watched.machine.finished


@pytest.mark.parametrize(
    ("key", "tree"), [("F2", GETNUM), ("F4", ABOUT), ("Ctrl+e", shared.LOOKBACK), ("Ctrl+l", shared.SHOWING)]
)
def test_a_box_stays_below_other_windows_until_its_window_is_topped(key: str, tree: int) -> None:
    async def main(gem: Gem) -> None:
        handle = gem.wind_create(Kind.NAME, gem.wind_get(DESKTOP, Wf.WF_WORKXYWH))
        gem.wind_open(handle, GRect(0, 60, 640, 340))
        while (message := await gem.evnt_mesag()).type != Msg.WM_REDRAW:
            pass
        gem.v_opnvwk().vr_recfl(*message.rect.corners())
        await gem.evnt_timer(1_000_000)

    watched = vierfrei()
    watched.make("1a 2b 3c")
    watched.full_picture()
    watched.key(key)
    boxed, own = watched.picture(), watched.gem.appl_init()
    watched.machine.start(main, "OTHER.PRG")
    watched.machine.advance(500)
    covered = watched.picture()
    table = watched.program.table
    watched.machine.send(Message.redraw(table.handle, table.work), own)
    watched.machine.advance(20 * DEMO_PAUSE)
    assert watched.picture() == covered
    watched.click((320, 28))
    assert table.is_topmost
    if key == "Ctrl+l":
        watched.machine.advance(20 * DEMO_PAUSE)
        assert at(watched) > 4
    else:
        assert watched.picture() == boxed
    root = object_rect(watched.tree(tree), 0)
    assert watched.pixels(root.x + 8, root.y + 3, 8, 1) == [0]


# ---- looking back

OPEN, UNKNOWN, GONE = "+", "?", "-"


def lost(game: Begin = freecell) -> Hand[Any]:
    """Return a game whose last moves have made it impossible to win."""
    number, words, _ = LOST if game is freecell else LONG_LOST
    watched = game(number)
    watched.make(words)
    watched.full_picture()
    return watched


def line(watched: Hand[Any]) -> str:
    return watched.said(shared.LOOKBACK, shared.LOOKBACK_TEXT)


def column(watched: Hand[Any], place: int) -> tuple[int, int]:
    """Return the middle of a column of the ribbon; a game of few moves has wide columns."""
    ribbon = object_rect(watched.tree(shared.LOOKBACK), shared.LOOKBACK_RIBBON)
    return ribbon.x + 16 * place + 8, ribbon.y + 10


def ribbon(watched: Hand[Any], count: int) -> str:
    """Return the columns of the ribbon as text."""
    signs = ""
    for place in range(count):
        x, y = column(watched, place)
        black = sum(row.bit_count() for row in watched.pixels(x - 4, y - 2, 8, 4))
        signs += {0: OPEN, 16: UNKNOWN, 32: GONE}.get(black, "*")
        # A line between columns is also seen on black.
        assert not place or signs[-1] == UNKNOWN or watched.pixels(x - 8, y, 1, 1) == [signs[-1] == OPEN]
    return signs


def upper(watched: Hand[Any]) -> list[int]:
    """Return the rows of the picture above the box."""
    top = object_rect(watched.tree(shared.LOOKBACK), 0).y - 4
    return watched.machine.frame(pointer=False).rows[20:top]


def in_cards(watched: Hand[Any], board: Board, said: str) -> Step:
    """Return the legal step with the text ``said``."""
    steps = [board.read_word(str(move)) for move in board.legal_moves()]
    return next(step for step in steps if watched.program.play.step_text(board, step) == said)


@both
def test_look_back_shows_winning_moves_that_win(game: Begin) -> None:
    number, words, back = LOST if game is freecell else LONG_LOST
    made = words.split()
    watched = lost(game)
    watched.key("Ctrl+e")
    last_open = len(made) - back
    assert ribbon(watched, len(made) + 1) == OPEN * (last_open + 1) + GONE * back
    head, _, way = line(watched).partition(" it can be won: ")
    assert (head, bool(way)) == (f"After move {last_open} of {len(made)}", True)
    board = watched.game.board.deal(number)
    for word in made[:last_open]:
        board.play_word(word)
    for said in way.split(", "):
        board.make(in_cards(watched, board, said))
        assert solve(Position.on(board)).verdict is Verdict.WINNABLE


def test_the_suits_are_the_decks_own_symbols() -> None:
    """The system font, which the player may replace, has no suits; it would show question marks."""
    watched = lost()
    watched.key("Ctrl+e", "Right")
    rect = object_rect(watched.tree(shared.LOOKBACK), shared.LOOKBACK_TEXT)
    rows = watched.pixels(rect.x + 8 * line(watched).index("♥"), rect.y, 8, 16)
    small = files("freecell", "en").cards.small[1]
    assert rows == [0] * 5 + [row >> SYMBOL_WIDTH - 8 for row in small] + [0] * 4


def test_look_back_shows_a_position_with_its_hint() -> None:
    made = LOST[1].split()
    last, last_open = len(made), len(made) - LOST[2]
    watched = lost()
    before = watched.picture()
    watched.key("Ctrl+e")
    first = upper(watched)
    watched.key("Right")
    assert line(watched) == f"Move {last_open + 1} (Q♥ to free cell 3) lost the game."
    other = freecell(LOST[0])
    # The cards move closer together.
    other.program.table.strip = watched.program.table.strip
    other.program.table.resized()
    other.make(" ".join(made[: last_open + 1]))
    other.full_picture()
    assert upper(watched)[20:] == other.machine.frame(pointer=False).rows[40 : 20 + len(first)], "as it was, no hint"
    watched.key("Left")
    assert upper(watched) == first
    for key, place in (("ClrHome", 0), ("Shift+Home", last), ("Right", last), ("ClrHome", 0), ("Undo", last)):
        watched.key(key)
        assert f" {place} of {last}" in line(watched)
    watched.click(column(watched, 3))
    assert line(watched) == f"After move 3 of {last} it can be won: 2♥ to free cell 1"
    # The tip of the mark is in the middle of the column.
    bottom = object_rect(watched.tree(shared.LOOKBACK), shared.LOOKBACK_RIBBON).bottom
    assert watched.pixels(column(watched, 3)[0] - 1, bottom - 4, 3, 1) == [0b010]
    board = FreeCellBoard.deal(LOST[0])
    for word in made[:3]:
        board.play_word(word)
    assert watched.program.table.marks.hint == board.read_word(made[3]).moves[0][1:]
    watched.key("Esc")
    assert (watched.picture(), watched.words) == (before, made)


@both
def test_play_on_is_a_new_attempt_and_the_old_one_is_kept(game: Begin) -> None:
    number, words, back = LOST if game is freecell else LONG_LOST
    made = words.split()
    watched = lost(game)
    (old,) = watched.session.records.unfinished()
    watched.key("Ctrl+e")
    watched.button(shared.LOOKBACK, shared.LOOKBACK_PLAY)
    kept = made[: len(made) - back]
    assert watched.words == kept
    assert {(saved.number, saved.words) for saved in watched.saved} == {(number, tuple(made)), (number, tuple(kept))}
    new = next(found for found in watched.session.records.unfinished() if found.key != old.key)
    assert (new.attempt, new.help) == (old.attempt, Help.HELPED)
    assert game(number, records=watched.records).words == kept
    watched.key("Ctrl+b")
    assert "nothing to undo" in watched.alerts[-1]


def test_moves_that_were_taken_back_are_part_of_it() -> None:
    made = LOST[1].split()
    watched = lost()
    watched.key("Ctrl+b", "Return")
    assert len(watched.words) == len(made) - LOST[2]
    watched.key("Ctrl+e")
    assert ribbon(watched, len(made) + 1).count(GONE) == LOST[2]
    watched.key("Shift+Home", "P")
    assert watched.words == made


def test_look_back_at_an_open_game_ignores_replay_keys() -> None:
    watched = vierfrei()
    watched.make("1a 2b 3c")
    watched.key("Undo", "Undo", "Ctrl+e")
    assert ribbon(watched, 4) == OPEN * 4
    assert line(watched) == "After move 1 of 3 it can be won: 3♥ to free place 2"
    before = watched.picture()
    watched.key("Space")
    watched.machine.advance(5 * PAUSE)
    assert watched.picture() == before


def shares(watched: Hand[Any], move: int) -> tuple[int, int, int]:
    """Return the white, grey and black rows below a column of the ribbon."""
    x, y = column(watched, move)
    rows = [row.bit_count() for row in watched.pixels(x - 4, y + 6, 8, 10)]
    return rows.count(0), rows.count(4), rows.count(8)


@both
def test_look_back_counts_the_moves_that_still_won(game: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(margin, "_LIMITS", (Limits(),))
    number, words, back = LOST if game is freecell else LONG_LOST
    made = words.split()
    watched = lost(game)
    watched.key("Ctrl+e")
    board, first_lost = watched.game.board.deal(number), len(made) - back + 1
    for move, word in enumerate(made[: first_lost + 1], 1):
        after = {}
        for moved in [f"{source}{target}" for source in "12345678abcd" for target in "12345678abcdh"]:
            there = board.bare_copy()
            with suppress(IllegalMove):
                there.play_word(moved)
                after[Position.of(sorted(there.columns), sorted(there.cells, key=str), there.foundations)] = there
        after.pop(Position.of(sorted(board.columns), sorted(board.cells, key=str), board.foundations), None)
        board.play_word(word)
        won = sum(solve(Position.on(there)).verdict is Verdict.WINNABLE for there in after.values())
        watched.click(column(watched, move))
        assert watched.said(shared.LOOKBACK, shared.LOOKBACK_MARGIN) == (
            f"Move {move}: {won} of {len(after)} moves could still win."
        )
        white, grey, black = shares(watched, move)
        # The line at the left of the first move, and at the right of the last, with both corners.
        for edge in (1, len(made) + 1):
            x, y = column(watched, edge)
            assert watched.pixels(x - (9 if edge == 1 else 8), y + 5, 1, 12) == [1] * 12
        assert (white > 0, grey, black > 0) == (won > 0, 0, won < len(after))
        assert abs(white - 10 * won / len(after)) <= 1


def test_a_count_is_the_least_until_all_moves_are_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = lost()
    move = len(LOST[1].split()) - LOST[2] + 1
    for limits, said, is_grey in (
        ((), "Move 8: at least 6 of 10 moves ", True),
        ((Limits(),), "Move 8: 7 of 10 moves ", False),
    ):
        monkeypatch.setattr(margin, "_LIMITS", limits)
        watched.key("Ctrl+e")
        watched.click(column(watched, move))
        assert watched.said(shared.LOOKBACK, shared.LOOKBACK_MARGIN).startswith(said)
        assert bool(shares(watched, move)[1]) is is_grey
        watched.key("Esc")


def test_it_works_in_slices_and_esc_stops_it() -> None:
    watched = freecell(HARD)
    watched.make("1a 2b 3c")
    watched.key("Esc")
    for key, ms, made in (("Ctrl+e", 300, 3), ("Left", 20, 2)):
        watched.machine.key(*key_press(key))
        watched.machine.advance(ms)
        assert watched.machine.working
        assert ribbon(watched, 4) == UNKNOWN * 4
        assert line(watched) == f"After move {made} of 3: can it still be won?"
    watched.machine.key(*key_press("Esc"))
    watched.machine.advance(20)
    assert (watched.machine.working, watched.program.table.past) == (False, None)
    assert watched.words == ["1a", "2b", "3c"]


def test_what_stays_unknown_it_says_and_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemport.play.analysis.FOREGROUND_LIMITS", Limits(exhaustive=3_000))
    watched = freecell(HARD)
    watched.make("1a 2b 3c")
    watched.key("Ctrl+e")
    assert line(watched) == "After move 3 of 3: unknown whether it can be won."
    assert watched.machine.next_wakeup() is None


@both
def test_a_number_that_cannot_be_won_was_lost_from_the_deal_on(game: Begin) -> None:
    watched = game(7, impossible={7})
    watched.key("Return")
    watched.make("1a 2b")
    watched.key("Ctrl+e")
    assert ribbon(watched, 3) == GONE * 3
    watched.key("ClrHome")
    assert line(watched) == "This game could never be won: that is proven."


def test_looking_back_at_a_win_is_no_help() -> None:
    watched = vierfrei()
    way = solve(Position.on(watched.board)).moves or ()
    watched.make(" ".join(map(str, way)))
    watched.session.outcome()
    watched.key("Ctrl+e")
    assert line(watched) == f"After move {len(way)} of {len(way)} it was won."
    watched.key("Esc")
    assert (watched.session.help, watched.records.statistics().unaided) == (Help.NONE, 1)


@both
def test_the_entry_is_there_when_there_are_moves(game: Begin) -> None:
    watched = game()
    assert ObState.DISABLED in watched.state("look back")
    watched.key("1", "0")
    assert watched.words == ["1a"]
    assert ObState.DISABLED not in watched.state("look back")
