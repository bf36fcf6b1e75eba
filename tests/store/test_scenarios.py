"""Counted outcomes and saved games after any sequence of acts.

A row has the acts of :class:`tests.store.table.Scene`, the counted outcomes and the unfinished games.
"""

import re
from random import Random

import pytest

from gemport.cards.card import parse_cards
from gemport.cards.game import AnyGame
from gemport.cards.notation import Record
from gemport.cards.vierfrei import VierfreiBoard
from gemport.games.freecell import GAME as FREECELL
from gemport.games.grossfamilien import GAME as GROSSFAMILIEN
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.store.statistics import Help, Outcome
from tests.games.sessions import Book, session_of
from tests.store.table import ALL, Scene, loss, win

WON = [
    # A game starts with its first step. Leaving it in any way saves it, and no outcome counts.
    ("Restart leave", "", ""),
    ("a leave", "", "1"),
    ("a same", "", "1"),
    ("a next", "", "1"),
    ("a kill", "", "1"),
    ("a Undo leave", "", "0"),
    ("a Undo kill Redo", "", "1"),
    ("a Restart leave", "", "1"),
    ("a same a Restart b leave kill-number", "", "1 1 1"),
    ("a next kill-number Undo", "", "0"),
    # A started game can be forfeited, and Undo and Restart do not avoid that.
    ("forfeit", "", ""),
    ("a forfeit", "L", ""),
    ("a Undo forfeit", "L", ""),
    ("a Restart forfeit", "L", "1*"),
    ("a Restart a forfeit", "L", "1*"),
    ("a Undo Restart Restart forfeit", "L", "0*"),
    ("a kill forfeit", "L", ""),
    # A lost number does not count again until the statistics are cleared.
    ("a forfeit same a", "L", "1*"),
    ("a forfeit same a forfeit", "L", ""),
    ("a forfeit same end", "L", ""),
    ("a forfeit clear same a forfeit", "L", ""),
    ("a forfeit clear same end", "W", ""),
    # Deleting a game forfeits it, unless another attempt remains.
    ("a Restart forget", "", ""),
    ("a Restart forget forfeit", "L", ""),
    ("a Restart b next forget", "", "1"),
    ("a Restart b next forget forget", "L", ""),
    ("a next forget same a", "L", "1*"),
    ("end Undo leave next forget", "W", ""),
    # A won game is no longer saved unless its last step is undone, and counts once.
    ("end", "W", ""),
    ("end leave", "W", ""),
    ("end Undo", "W", "-1*"),
    ("end Undo leave next", "W", "-1*"),
    ("end Undo kill Redo leave", "W", ""),
    ("end Undo Undo Undo Redo kill Redo Redo", "W", ""),
    ("end Undo forfeit", "W", ""),
    ("end Restart a forfeit", "W", ""),
    ("a kill end", "W", ""),
    # The same number dealt again is a new game.
    ("end same end", "WW", ""),
    # All attempts count once, including an attempt at an attempt.
    ("a Restart end", "W", "1*"),
    ("a Restart end leave kill-number end", "W", ""),
    ("a Restart a Undo b Restart end", "W", "1* 1*"),
    ("a leave kill-number Restart end", "W", "1*"),
]
LOST = [
    # A game without a legal move is lost. It is saved, and its continuation does not count again.
    ("end", "L", "0*"),
    ("end leave", "L", "0*"),
    ("end kill", "L", "0*"),
    ("end Undo", "L", "-1*"),
    ("end Undo forfeit", "L", ""),
    ("end Undo next kill-number Redo", "L", "0*"),
    ("end Restart end", "L", "0* 0*"),
    ("end next same end", "L", "0* 0*"),
]


def check(game: AnyGame, line: Record, rows: list[tuple[str, str, str]], by_hand: int) -> None:
    """Check rows; they give numbers of steps above ``by_hand`` relative to the length of the line."""
    length = len(line.words)
    for acts, counted, kept in rows:
        scene = Scene(game, line)
        scene.act(acts)
        left = re.sub(
            r"\d+", lambda made: made[0] if int(made[0]) <= by_hand else str(int(made[0]) - length), scene.kept
        )
        assert (acts, scene.counted, left) == (acts, counted, kept)


@ALL
def test_counted_outcomes_and_saved_games(game: AnyGame) -> None:
    check(game, win(game.name), WON, by_hand=4)


@pytest.mark.parametrize("game", [FREECELL, GROSSFAMILIEN], ids=lambda game: game.name)
def test_counted_outcomes_of_lost_games(game: AnyGame) -> None:
    check(game, loss(game.name), LOST, by_hand=-1)


@ALL
@pytest.mark.parametrize("seed", range(6))
def test_any_acts_are_resumed_and_count_once(game: AnyGame, seed: int) -> None:
    """Words, undone words, undos, help and the counted flag are the same as when the game was left."""
    chance, scene = Random(seed), Scene(game, win(game.name))
    acts = ["a", "b", "Undo", "Undo", "Redo", "Redo", "Restart", "leave", "same", "next", "end", "kill", "forfeit"]
    deals = 1
    for _ in range(40):
        here, board = scene.session, scene.session.board
        act = chance.choice(acts)
        possible = {
            "a": here.number == scene.line.number and board.words() == [],
            "b": here.number == scene.line.number and board.words() == [],
            "Undo": board.can_undo,
            "Redo": board.can_redo,
            "end": here.number == scene.line.number and [*scene.line.words[: board.moves_made]] == board.words(),
        }
        if not possible.get(act, True):
            continue
        before = scene.counted
        scene.act(act)
        deals += act == "same"
        assert len(before) <= len(scene.counted) <= deals
        here = scene.session
        if here.started and not here.board.won and (here.board.words() or here.board.words_undone()):
            again = scene.sit(here.number)
            kept, left = again.as_unfinished(), here.as_unfinished()
            assert kept is not None
            assert left is not None
            # Attempts may refer to each other by different keys.
            assert kept._replace(attempt=0) == left._replace(attempt=0)
            assert again.board.position() == here.board.position()
            assert again.at_stake is here.at_stake


def test_a_stuck_game_is_lost_only_if_losses_count() -> None:
    book = Book("vierfrei")
    for told in (False, True):
        stuck = session_of(VIERFREI, 42, book)
        stuck.counts_losses = told
        # Only black cards.
        columns = [[card] for card in parse_cards(["KC", "KS", "QC", "QS", "JC", "JS", "TC", "TS"])]
        stuck.board.piles = VierfreiBoard(columns, parse_cards(["4C", "4S", "6C", "6S"])).piles
        assert stuck.board.lost
        assert stuck.outcome() is (Outcome.LOST if told else None)
        assert book.outcomes == ([(42, Outcome.LOST)] if told else [])


# ---- help


NONE, HELPED, SOLVED = Help
HELP = [
    ("a", HELPED, "end", "W", [HELPED]),
    ("a", HELPED, "Restart end", "W", [HELPED]),
    ("a", HELPED, "kill end", "W", [HELPED]),
    ("a", HELPED, "leave same end", "W", [NONE]),
    # Once the program has played, the game counts as solved: also when finished by hand, restarted or resumed later.
    ("a", SOLVED, "end", "S", [SOLVED]),
    ("a", SOLVED, "Undo end", "S", [SOLVED]),
    ("a", SOLVED, "Restart end", "S", [SOLVED]),
    ("a", SOLVED, "leave kill Undo end", "S", [SOLVED]),
    ("a Restart b", SOLVED, "leave forget kill Undo end", "S", [SOLVED]),
    ("a", SOLVED, "same end", "S", [SOLVED]),
    ("a", SOLVED, "Undo Restart b forfeit", "S", [SOLVED]),
    ("a", SOLVED, "next forget", "S", [SOLVED]),
    # A game won earlier stays won.
    ("end Restart a", SOLVED, "end", "W", [NONE]),
]


@ALL
def test_help_and_solutions_are_counted_separately(game: AnyGame) -> None:
    for before, help_, acts, counted, ended in HELP:
        scene = Scene(game, win(game.name))
        scene.act(before)
        scene.session.note_help(help_)
        assert {kept.help for kept in scene.session.records.unfinished()} == {help_}
        scene.act(acts)
        assert (acts, scene.counted, [end.help for end in scene.book.ended()]) == (acts, counted, ended)


@ALL
def test_help_applies_to_all_attempts(game: AnyGame) -> None:
    scene = Scene(game, win(game.name))
    scene.act("a Restart b")
    scene.session.note_help(HELPED)
    scene.session.note_help(NONE)
    assert [kept.help for kept in scene.session.records.unfinished()] == [HELPED] * 2
    scene.act("same a")
    assert [kept.help for kept in scene.session.records.unfinished()] == [NONE, HELPED, HELPED]
    scene.session.note_help(SOLVED)
    scene.session.note_help(HELPED)
    assert scene.session.help is SOLVED


# ---- shown games and branches


@ALL
@pytest.mark.parametrize("acts", ["", "a", "a Undo", "end", "end Undo"])
def test_a_demonstration_is_neither_saved_nor_counted(game: AnyGame, acts: str) -> None:
    scene = Scene(game, win(game.name))
    scene.act(acts)
    session = scene.session
    before = scene.counted, scene.kept, session.as_unfinished(), session.board.position(), session.at_stake
    session.show(scene.line.number)
    scene.act("a")
    assert (scene.counted, scene.kept) == before[:2]
    scene.act("end")
    assert (session.shown, session.board.won, session.whole) == (True, True, True)
    assert (scene.counted, scene.kept) == before[:2]
    session.return_to_own()
    assert (scene.counted, scene.kept, session.as_unfinished(), session.board.position(), session.at_stake) == before
    session.show(scene.line.number)
    session.leave()
    assert (session.shown, scene.counted, scene.kept, session.board.position()) == (False, *before[:2], before[3])


@ALL
def test_playing_on_saves_the_demonstration_uncounted(game: AnyGame) -> None:
    scene = Scene(game, win(game.name))
    scene.act("a next a") if game is FREECELL else scene.act("a")
    own = scene.kept
    scene.session.show(scene.line.number)
    scene.act("a")
    scene.session.play_on()
    assert scene.kept == f"1* {own}"
    others = scene.book.store.records(game.name).unfinished()
    assert [one.elsewhere for one in others] == [True, *[False] * len(own.split())]
    assert len({one.attempt for one in others}) == len(others), "not another attempt at the player's own game"
    scene.act("end")
    assert (scene.counted, scene.kept) == ("", own)


@ALL
def test_a_branch_is_another_attempt_from_an_earlier_step(game: AnyGame) -> None:
    scene = Scene(game, win(game.name))
    now = 0
    scene.session.clock.attach(lambda: now)
    scene.act("a Undo Redo")
    now = 5_000
    scene.session.branch(1)
    assert (scene.session.board.words(), scene.session.progress[2:]) == ([scene.line.words[0]], (1, 5))
    assert scene.kept == "1 1"
    assert len({kept.attempt for kept in scene.session.records.unfinished()}) == 1
    scene.session.branch(0)
    assert (scene.session.board.words(), scene.session.started, scene.kept) == ([], True, "1 1")
    scene.act("end")
    assert (scene.counted, scene.kept) == ("W", "1* 1*")
