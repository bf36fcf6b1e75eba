"""Games that begin with a board from a file, and the position as text: what the player sees and what is copied."""

from pathlib import Path
from typing import Any

import pytest

from gemport.cards.boardtext import named
from gemport.cards.freecell import FreeCellBoard
from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.gem import ObState
from gemport.hosts.exchange import DiskExchange
from gemport.hosts.files import Outputs
from gemport.play import games_rsc as shared
from tests.games.players import Game, Hand, Hands, Player, cell_games
from tests.games.sessions import make
from tests.games.shared import SharedTree
from tests.games.test_exchange import choose

ENDING = named("a rather long name.txt", "Foundations: H-J C-J D-J S-J\nQC QH QS QD KC KH KS KD\n")
"""Queens and kings are left, the kings on top."""
STUCK = named(
    "dead or alive 17.txt",
    "AC AH 8S QC QH QS QD\n"
    "AS AD 2C 2H 2S 2D 8C\n"
    "3C 3H 3S 3D 4C 4H 8H\n"
    "4S 4D 5C 5H 5S 5D 8D\n"
    "6C 6H 6S 6D 7C TC\n"
    "7H 7S 7D 9C 9H TH\n"
    "9S 9D JC JH JS TS\n"
    "JD KC KH KS KD TD\n",
)
"""With four queens in the cells nothing moves."""


def game_of(kind: Hands, start: str, **options: Any) -> Hand[Any]:
    return kind(None, start=start, **options)


@cell_games
@pytest.mark.parametrize("lang", ["de", "en"])
def test_it_is_restarted_kept_listed_and_asked_about_by_its_name(kind: Hands, lang: str) -> None:
    game = game_of(kind, ENDING, lang=lang)
    assert game.program.table.title == f"{game.game.title} a rather long name.."
    before = game.full_picture()
    game.drag(game.at(0), game.at(56))
    assert game.board.words() == ["1a"]
    choose(game, "restart")
    assert (game.full_picture(), game.board.words()) == (before, [])
    choose(game, "unfinished")
    box = SharedTree(shared.UNFINISHED)
    assert "  a rather.." in str(game.tree(box)[shared.UNFINISHED_ROW].ob_spec)
    game.button(box, shared.UNFINISHED_ROW)
    game.button(box, shared.UNFINISHED_FORGET)
    assert "a rather long name..|" in game.asked


@cell_games
def test_it_is_analysed_and_solved_and_counts_nothing(kind: Hands) -> None:
    game = game_of(kind, ENDING, lang="en")
    choose(game, "winnable")
    assert "can be won" in game.asked
    game.key("Return")
    choose(game, "hint")
    assert game.program.table.marks.hint is not None
    choose(game, "solution")
    game.wait(40_000)
    assert (game.board.won, game.outcomes, game.saved) == (True, [], [])


@cell_games
def test_its_victory_is_said_to_count_nowhere(kind: Hands) -> None:
    game = game_of(kind, named("ending.txt", "Foundations: H-J C-K D-K S-K\nKH QH\n"), lang="en")
    while not game.board.won:
        game.drag(game.at(0), game.at(53))
    assert game.said(SharedTree(shared.WON), shared.WON_BEST) == "It counts neither as won nor as lost."


@cell_games
def test_its_loss_is_told_and_not_counted(kind: Hands) -> None:
    game = game_of(kind, STUCK)
    for cell in (56, 57, 58, 59):
        game.drag(game.at(0), game.at(cell))
    assert game.outcomes == []
    assert game.asked


@cell_games
def test_it_has_no_recording_to_be_saved(kind: Hands, tmp_path: Path) -> None:
    game = game_of(kind, ENDING, folder=tmp_path)

    def greyed(name: str) -> bool:
        return bool(game.program.menu[game.program.items[name]].ob_state & ObState.DISABLED)

    assert [greyed(name) for name in ("save recording", "open recording", "save picture")] == [True, False, False]
    choose(game, "save picture")
    game.key("Return")
    assert [path.name for path in (tmp_path / "saved").iterdir()] == [f"{game.game.name}-a rather long name.png"]
    choose(game, "new")
    assert game.session.start is None
    assert not greyed("save recording")


def test_from_it_the_next_game_that_is_not_won_is_found() -> None:
    game = game_of(Player, ENDING, impossible={-2, -1})
    choose(game, "select")
    box = SharedTree(shared.GETNUM)
    game.button(box, shared.GETNUM_NEXT)
    assert int(game.text(box, shared.GETNUM_FIELD)) == game.game.numbers[2]


def test_vierfreis_statistics_name_it() -> None:
    game = game_of(Game, ENDING, lang="en")
    choose(game, "statistics")
    assert game.said(rsc.STATISTICS, rsc.STATISTICS_NUMBER) == "Game a rather..: won"


@cell_games
def test_what_is_copied_is_the_position_as_it_stands(kind: Hands, tmp_path: Path) -> None:
    copied: list[str] = []
    game = kind(5, folder=tmp_path)
    choose(game, "copy position")
    assert len(game.alerts) == 1
    game.key("Return")
    game.program.play.exchange = DiskExchange(game.machine, tmp_path, Outputs(), copied.append)
    before = game.full_picture()
    choose(game, "copy position")
    game.drag(game.at(0), game.at(57))
    choose(game, "copy position")
    start, moved = copied
    assert FreeCellBoard.read(start).position() == game.session.fresh_board().position()
    assert FreeCellBoard.read(moved).position() == game.board.position()
    again = game_of(kind, named("copy.txt", start))
    assert again.session.fresh_board().position() == game.session.fresh_board().position()
    # But for its title the table looks the same.
    assert again.full_picture()[80 * 40 :] == before[80 * 40 :]


# ---- a position that is pasted


def pasting(kind: Hands, text: str, folder: Path, lang: str = "en") -> Hand[Any]:
    """A game into which the text was pasted that is on the clipboard."""
    game = kind(42, lang=lang, folder=folder)
    game.program.play.exchange = DiskExchange(game.machine, folder, Outputs(), paste=lambda: text)
    choose(game, "paste position")
    return game


@cell_games
@pytest.mark.parametrize(("lang", "name"), [("de", "Stellung"), ("en", "position")])
def test_a_pasted_position_is_played_and_kept(kind: Hands, lang: str, name: str, tmp_path: Path) -> None:
    text = ENDING.partition("\n")[2]
    game = pasting(kind, text, tmp_path, lang)
    assert game.board.text() == game.game.board.read(text).text()
    assert game.program.table.title == f"{game.game.title} {name}"
    game.drag(game.at(0), game.at(56))
    assert [kept.start for kept in game.session.unfinished()] == [named(name, game.game.board.read(text).text())]
    assert game.alerts == []


WHOLE = STUCK.partition("\n")[2]


@pytest.mark.parametrize(
    ("lang", "text", "says"),
    [
        ("de", " \n", "Die Zwischenablage ist leer."),
        ("en", "", "The clipboard is empty."),
        ("de", "Eier, Milch\n", "Zeile 1 passt nicht: Eier, Milch"),
        ("en", WHOLE.replace("8D\n", "8D 1X\n"), "Line 4 does not fit: 4S 4D 5C 5H 5S 5D 8D 1X"),
        ("de", WHOLE.replace("AC AH", "AC AC AH"), "Kreuz-Ass ist 2-mal da."),
        ("en", WHOLE.replace("AC AH", "AC AC AH"), "The ace of clubs is there 2 times."),
        ("de", WHOLE.replace("AC AH", "AC"), "Herz-Ass fehlt."),
        ("en", WHOLE.replace("AC AH", "AC"), "The ace of hearts is missing."),
        ("de", WHOLE.replace("AC AH ", ""), "Es fehlen 2 Karten, auch Kreuz-Ass."),
        ("en", "KC\n", "51 cards are missing, also the ace of clubs."),
        ("en", "KC KD]|[" * 999, "Line 1 does not fit: KC KD"),
    ],
)
def test_what_is_wrong_with_a_text_is_said_in_a_line_and_the_game_stays(
    lang: str, text: str, says: str, tmp_path: Path
) -> None:
    game = pasting(Game, text, tmp_path, lang)
    assert says in " ".join(game.asked.replace("|", " ").split())
    game.key("Return")
    assert (game.session.number, game.session.start) == (42, None)


def test_without_a_clipboard_that_is_said(tmp_path: Path) -> None:
    game = Game(42, lang="en", folder=tmp_path)
    choose(game, "paste position")
    assert "there is no clipboard" in game.asked


def test_the_game_that_is_at_stake_is_asked_about_first(tmp_path: Path) -> None:
    game = Player(42, lang="en", folder=tmp_path)
    game.program.play.exchange = DiskExchange(game.machine, tmp_path, Outputs(), paste=lambda: WHOLE)
    make(game.session, "1a")
    choose(game, "paste position")
    assert "42 is not finished" in game.asked
