"""Deals, games and positions as text."""

import json
import random
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.cards.boardtext import BoardTextError, name_of, named, number_of, parse_board
from gemport.cards.card import card_names, parse_cards
from gemport.cards.cells import CellBoard
from gemport.cards.census import Census, Verdict, parse_census
from gemport.cards.challenge import MAX_CELLS, split_number
from gemport.cards.deals import FORMATS, Deal, DealFormatError, NumberError, column_deal, deal_text, microsoft_columns
from gemport.cards.freecell import FreeCellBoard, freecell_deal
from gemport.cards.grossfamilien import FamilyBoard, grossfamilien_deal
from gemport.cards.notation import (
    Boards,
    NotationError,
    Record,
    number_text,
    parse_link,
    parse_record,
    replay,
    write_link,
)
from gemport.cards.vierfrei import VierfreiBoard, vierfrei_deal

BOARDS: Boards = {board.game: board for board in (VierfreiBoard, FreeCellBoard, FamilyBoard)}
DEALS: dict[str, tuple[str, Callable[[int], Deal]]] = {
    "vierfrei": ("VIERFREI", vierfrei_deal),
    "freecell": ("FreeCell", freecell_deal),
    "grossfamilien": ("Großfamilien", grossfamilien_deal),
}


def dealt(game: str, number: int, form: str = "text") -> str:
    title, deal = DEALS[game]
    return deal_text(game, title, deal(number), form)


def played(game: str, number: int, steps: int) -> CellBoard | FamilyBoard:
    """Return a game after random steps."""
    chance = random.Random(number)
    board = BOARDS[game].deal(number)
    assert isinstance(board, CellBoard | FamilyBoard)
    for _ in range(steps):
        if isinstance(board, FamilyBoard):
            if plays := board.legal_moves():
                play = chance.choice(plays)
                board.move(play.source, play.target)
        elif moves := board.legal_moves():
            move = chance.choice(moves)
            board.make(board.read_word(str(move) if game == "vierfrei" else f"{move}x1"))
    return board


def test_deals_as_text_lie_as_on_the_board() -> None:
    assert dealt("vierfrei", 0).splitlines()[:2] == ["VIERFREI #0", "QC 6C 9C AC 7D 8H 5C 3H"]
    assert dealt("freecell", 1).splitlines()[-1] == "6S 9C 2H 6H"
    lines = dealt("grossfamilien", 0).splitlines()
    assert lines[:3] == ["Großfamilien #0", "6H 8H 2S TD", "QC QD 9H 8D"]
    assert (lines[5], len(lines)) == ("Talon:", 14)
    assert " ".join(lines[6:]).startswith("9S 4D 4S 8S")


def test_deals_as_json_are_one_line() -> None:
    text = dealt("vierfrei", 7, "json")
    assert text.startswith('{"game":"vierfrei","number":7,"columns":[["')
    assert "\n" not in text
    assert list(json.loads(dealt("grossfamilien", 7, "json"))) == ["game", "number", "tableau", "talon"]


def test_deals_that_there_are_not_are_refused_by_name() -> None:
    with pytest.raises(DealFormatError, match="grossfamilien has no deals in the form fc-solve"):
        dealt("grossfamilien", 1, "fc-solve")
    for game in DEALS:
        for form in set(FORMATS) - ({"fc-solve"} if game == "grossfamilien" else set()):
            with pytest.raises(NumberError, match=str(1 << 33)):
                dealt(game, 1 << 33, form)


@settings(deadline=None)
@given(st.sampled_from(sorted(BOARDS)), st.integers(1, 32000), st.integers(0, 100))
def test_a_game_is_written_read_back_and_replayed(game: str, number: int, steps: int) -> None:
    board = played(game, number, steps)
    text = str(Record(game, number, tuple(board.words())))
    again = replay(parse_record(text, BOARDS), BOARDS[game].deal(number))
    assert isinstance(again, CellBoard | FamilyBoard)
    assert again.position() == board.position()
    assert again.history == board.history


def test_a_written_game_is_readable() -> None:
    assert str(Record("vierfrei", 123456, ("1a", "2b", "3c"))) == "game: vierfrei\nnumber: 123456\n\n1a 2b 3c\n"


def test_remarks_and_line_ends_do_not_matter() -> None:
    game = parse_record("# mine\r\ngame: vierfrei # good one\r\n\r\nnumber: 007\r\n1a\r\n2b # hm\r\n", BOARDS)
    assert (game.game, game.number) == ("vierfrei", 7)
    assert (game.words, game.lines) == (("1a", "2b"), (5, 6))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "ends where 'game:'"),
        ("game: vierfrei\n", "ends where 'number:'"),
        ("play: vierfrei\n", "line 1: 'play: vierfrei' where 'game:'"),
        ("\ngame: spider\n", "line 2: 'spider' is not a game"),
        ("game: vierfrei\nnumber: ten\n", "line 2: 'ten' is not a game number"),
        ("game: vierfrei\nnumber: 1c5\n", "line 2: '1c5' is not a game number"),
        ("game: vierfrei\nnumber: ms1\n", "line 2: 'ms1' is the number of a Microsoft deal"),
        ("game: vierfrei\nnumber: -1\n", "line 2: expected a game number from 0 to 999999, got -1"),
        ("game: vierfrei\nnumber: 1000000\n", "line 2: expected a game number from 0 to 999999, got 1000000"),
        ("game: vierfrei\nnumber: " + "9" * 5000, "is not a game number"),
        ("game: freecell\nnumber: 0\n", "line 2: expected a game number from -2, -1, 1 to 8589934591, got 0"),
        ("game: vierfrei\nnumber: 1 2\n", "line 2: 'number: 1 2' where 'number:'"),
    ],
)
def test_a_text_that_is_no_game_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_record(text, BOARDS)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("game", "word", "message"),
    [
        ("vierfrei", "zz", "line 4: move 2, 'zz': 'z' is not a place"),
        ("vierfrei", "2a", "line 4: move 2, '2a': .*cell taken"),
        ("freecell", "ab", "line 4: move 2, 'ab': .*cell to cell"),
        ("freecell", "26x14", "line 4: move 2, '26x14': .*is not a move"),
        ("vierfrei", "1İ", "line 4: move 2, '1İ': 'İ' is not a place"),
    ],
)
def test_a_move_that_cannot_be_made_is_named_with_its_line(game: str, word: str, message: str) -> None:
    text = f"game: {game}\nnumber: 4\n1a\n{word} 3b\n"
    with pytest.raises(NotationError, match=message):
        replay(parse_record(text, BOARDS), BOARDS[game].deal(4))


# ---- links


@settings(deadline=None, max_examples=30)
@given(game=st.sampled_from(sorted(DEALS)), number=st.integers(1, 30_000), steps=st.integers(0, 60))
def test_a_link_reads_back_whatever_stands_before_it(game: str, number: int, steps: int) -> None:
    game_played = Record(game, number, tuple(played(game, number, steps).words()))
    link = write_link(game_played)
    assert re.fullmatch(r"[a-z0-9/.~-]+", link), "nothing that addresses escape"
    assert not link.endswith(("-", ".", "~"))
    for before in ("", "#", "https://example.org/play/?a=b#"):
        assert parse_link(before + link, BOARDS) == game_played


def test_moves_of_two_characters_stand_close_and_others_behind_points() -> None:
    assert write_link(Record("vierfrei", 42, ("1a", "2b", "4h"))) == "vierfrei/42/1a2b4h"
    assert write_link(Record("freecell", 1, ("26x3", "1a!", "1b"))) == "freecell/1/.26x3.1a~.1b"
    assert parse_link("#VIERFREI/42/", BOARDS).words == ()
    assert parse_link("#freecell/ms-1/", BOARDS).number == -1
    marked = Record("freecell", 2, ("1a!",))
    assert parse_link(write_link(marked), BOARDS) == marked


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("#chess/1/1a", "'chess' is not a game (vierfrei, freecell, grossfamilien)"),
        ("#vierfrei/x/1a", "'x' is not a game number"),
        ("#vierfrei/1000000/1a", "1000000"),
        ("#vierfrei/42/1a1", "move 2, '1': '1' is not a move"),
        ("#vierfrei/42/1a1a", "move 2, '1a': "),
        ("#vierfrei/42/" + "1a" * 10_001, "a link has no more than 20000 characters"),
    ],
)
def test_a_link_that_shows_no_game_is_refused_with_what_is_wrong(link: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)) as refused:
        parse_link(link, BOARDS)
    assert "line" not in str(refused.value)


# ---- positions


HOME = "Foundations: H-K C-K D-10 S-Q\n"


@given(st.integers(1, 2**33 - 1), st.booleans(), st.booleans())
def test_deals_in_every_spelling_are_read(number: int, ten: bool, colons: bool) -> None:
    columns = microsoft_columns(number)
    text = deal_text("freecell", "", column_deal(number, columns), "fc-solve")
    lines = (text.replace("T", "10") if ten else text.lower()).splitlines()
    found = parse_board("\r\n".join(f": {line} " if colons else line for line in lines))
    assert found == (columns, [None] * 4, [0] * 4)


def test_positions_are_read_with_cells_foundations_and_empty_columns() -> None:
    found = parse_board(f"# solved nearly\n{HOME}FreeCells:  KS -\n\n: JD\n\n:\nQD KD\n\n\n")
    assert [card_names(column) for column in found.columns] == [["JD"], [], [], ["QD", "KD"], [], [], [], []]
    assert found.cells == [*parse_cards(["KS"]), None, None, None]
    assert found.foundations == [13, 13, 12, 10]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the board is empty"),
        ("#617\n\n", "the board is empty"),
        ("AC", "KD are missing"),
        (f"{HOME}: JD QD KD", "KS is missing"),
        (f"{HOME}FC: KS TD\n: JD QD KD\n", "TD is there 2 times (on its foundation, in a free cell)$"),
        (
            f"{HOME}: KS JD QD KD AC 2C 3C 4C 5C 6C 7C 8C 9C",
            "8C is there 2 times (on its foundation, in column 1); and",
        ),
        (f"{HOME}: KS JD QD KD AC 2C 3C 4C 5C 6C 7C 8C 9C", "; and 1 more$"),
        (f"{HOME}FC: KS\n: JD QD 1D", "line 3: '1D' is not a card"),
        ("Foundations: H-11", "line 1: 'H-11' is not a foundation"),
        ("Stock: KS", "line 1: 'Stock' where a column, Freecells: or Foundations: should stand"),
        (f"{HOME}FC: KS JD QD KD 3C", "line 2: more than 4 cards in free cells"),
        (":\n" * 9, "line 9: more than 8 columns"),
    ],
)
def test_what_is_no_position_is_refused_by_line_or_card(text: str, reason: str) -> None:
    with pytest.raises(BoardTextError) as error:
        parse_board(text)
    assert reason in f"{error.value}$"


@given(st.integers(1, 32_000), st.lists(st.integers(0, 10**6), max_size=60))
def test_every_position_of_a_game_reads_back_the_same(number: int, choices: list[int]) -> None:
    board = FreeCellBoard.deal(number)
    assert board.text() == deal_text("freecell", "", column_deal(number, microsoft_columns(number)), "fc-solve") + "\n"
    for choice in choices:
        moves = board.legal_moves()
        if moves:
            move = moves[choice % len(moves)]
            board.play(move.source, move.target, 1)
            again = VierfreiBoard.read(named("a b.txt", board.text()))
            assert (again.position(), again.text()) == (board.position(), board.text())


def test_the_number_of_a_position_is_its_own_whatever_it_is_called() -> None:
    board = FreeCellBoard.deal(617)
    first, other = named("a.txt", board.text()), named("b.txt", board.text())
    assert number_of(first) == number_of(other)
    assert 2**48 <= number_of(first) < 2**49 < 10**15
    assert split_number(number_of(first)) == (number_of(first), MAX_CELLS), "not taken for a challenge"
    board.play(0, 56)
    assert number_of(named("a.txt", board.text())) != number_of(first)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("board.txt", "board.txt"),
        ("my [3] hard|one.txt", "my (3) hard-one.txt"),
        ("two\nlines\t.txt", "twolines.txt"),
        ("a name longer than titles.txt", "a name longer than.."),
    ],
)
def test_a_name_fits_into_a_title_and_an_alert(name: str, shown: str) -> None:
    text = named(name, FreeCellBoard.deal(1).text())
    assert name_of(text) == shown
    assert FreeCellBoard.read(text).position() == FreeCellBoard.deal(1).position()


def test_a_number_is_taken_from_a_link_of_the_game_alone() -> None:
    link = write_link(Record("vierfrei", 617, ("1a",)))
    texts = "17 ", link, f"https://example.org/#{link}", link.replace("vierfrei", "freecell")
    assert [number_text(text, "vierfrei") for text in texts] == ["17", "617", "617", ""]


# ---- the census


SMALL = Census(
    game="vierfrei",
    numbers=range(10),
    winnable=4,
    impossible=(3,),
    open=(5, 7),
    missing=(range(1, 3), range(9, 10)),
)
TEXT = f"""game: vierfrei
numbers: 0-9
winnable: 4
impossible: 3
open: 5 7
missing: 1-2 9-9
lengths: 80-89:1 100-109:3
sha256: {"ab" * 32}
"""


def test_several_games_follow_each_other_in_the_text() -> None:
    other = Census("microsoft", range(1, 4), 3, (), (), ())
    more = "game: microsoft\nnumbers: 1-3\nwinnable: 3\nimpossible:\nopen:\nmissing:\nlengths:\nsha256:\n"
    assert parse_census(f"# a remark\n\n{TEXT}\n{more}") == {"vierfrei": SMALL, "microsoft": other}


def test_what_is_known_of_a_number() -> None:
    expected = {
        -1: None,
        0: Verdict.WINNABLE,
        1: None,
        2: None,
        3: Verdict.IMPOSSIBLE,
        5: Verdict.UNDECIDED,
        9: None,
        10: None,
    }
    assert {number: SMALL.verdict(number) for number in expected} == expected
    # Microsoft's program also has two impossible boards, with negative numbers.
    assert SMALL._replace(game="microsoft").verdict(-1) is Verdict.IMPOSSIBLE
