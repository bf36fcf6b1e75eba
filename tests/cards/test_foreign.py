"""Positions and games of other programs: every form is read, and their moves become the game's own."""

import json
import sys
from io import BytesIO
from itertools import chain
from pickle import Unpickler
from types import ModuleType

import pytest

from gemport.cards.boardtext import BoardText, BoardTextError
from gemport.cards.cells import CellBoard
from gemport.cards.deals import deal_text
from gemport.cards.foreign import native_words, position_of, pysol_game, read_foreign, read_foreign_text
from gemport.cards.freecell import FreeCellBoard, freecell_deal
from gemport.cards.vierfrei import VierfreiBoard
from gemport.solver import Position, solve
from gemport.solver.solution import freecell_words
from tests.places import RECORDED

DEAL = FreeCellBoard.deal(617)
START = BoardText(DEAL.columns, DEAL.cells, DEAL.foundations)
CHALLENGE = FreeCellBoard.deal(2_000_000_000_617)
FC_SOLVE = """\
Foundations: H-0 C-0 D-0 S-0
Freecells:  -  -  -  -
: 7D AD 5C 3S 5S 8C 2D AH
: TD 7S QD AC 6D 8H AS KH
: TH QC 3H 9D 6S 8D 3D TC
: KD 5H 9S 3C 8S 7H 4D JS
: 4C QS 9C 9H 7C 6H 2C 2S
: 4S TS 2H 5D JC 6C JH QH
: JD KS KC 4H
:

====================

Move a card from stack 0 to freecell 0
"""


def won(board: CellBoard, words: list[str]) -> bool:
    for word in words:
        board.play_word(word)
    return board.won


def text_of(form: str, number: int = 617) -> str:
    return deal_text("freecell", "FreeCell", freecell_deal(number), form)


@pytest.mark.parametrize(
    "text",
    [
        text_of("text"),
        text_of("json"),
        text_of("json").replace('"number":617,', ""),
        text_of("fc-solve"),
        "\n".join(text_of("text").splitlines()[1:]),
        text_of("fc-solve").translate({ord(letter): sign for letter, sign in zip("CHSD", "♣♥♠♦", strict=True)}),
        "ms617",
        "#617",
        "617\n",
        "\ufeffFreeCell Game #617:",
        "game: freecell\nnumber: 617\n",
    ],
)
def test_a_deal_is_read_in_every_form(text: str) -> None:
    assert position_of(read_foreign(text.encode()), FreeCellBoard) == START


@pytest.mark.parametrize("form", ["fc-solve", "json", "text"])
def test_the_number_of_cells_stays(form: str) -> None:
    text = text_of(form, 2_000_000_000_617)
    assert len(position_of(read_foreign_text(text), FreeCellBoard).cells) == 2
    assert position_of(read_foreign_text(CHALLENGE.text()), FreeCellBoard).cells == [None, None]


def test_moves_below_a_number_or_a_position_are_made() -> None:
    moved = FreeCellBoard.deal(617)
    for word in ("8a", "8b"):
        moved.play_word(word)
    texts = ["617\n8a 8b", f"{DEAL.text()}\n8a 8b", "game: freecell\nnumber: #617\n\n8a  # a note\n8b\n"]
    for text in texts:
        assert position_of(read_foreign_text(text), FreeCellBoard).cells == moved.cells, text


@pytest.mark.parametrize("board", [FreeCellBoard, VierfreiBoard])
@pytest.mark.parametrize("number", [5, 617, 32000])
def test_single_moves_of_a_solution_win(board: type[CellBoard], number: int) -> None:
    """Also moves of cards that FreeCell has moved home automatically."""
    start = board(FreeCellBoard.deal(number).columns)
    moves = solve(Position.on(start)).moves or ()
    assert won(start, native_words(start, list(map(str, moves))))


@pytest.mark.parametrize("text", [FC_SOLVE, FC_SOLVE.replace("Move a card from stack 0 to freecell 0", "Move: 1a ")])
def test_sentences_of_fc_solve_are_moves(text: str) -> None:
    found = read_foreign_text(text)
    assert found.start is not None
    assert found.words == ("1a",)
    assert position_of(found, VierfreiBoard).cells[0] is not None


@pytest.mark.parametrize("name", ["won.kpat", "617.pso"])
def test_saved_games_of_other_programs_are_read(name: str) -> None:
    """``won.kpat`` is saved by KPatience 22.12, ``617.pso`` by the code of PySolFC."""
    found = read_foreign((RECORDED / name).read_bytes())
    assert found.start is not None
    assert found.number is not None
    deal = FreeCellBoard.deal(found.number)
    assert deal.columns == found.start.columns
    assert won(deal, native_words(deal, found.words)) == (name == "won.kpat")


def test_pysolfc_redoes_the_moves_of_a_game_saved_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its classes are replaced here by bare ones, which its loader asks for by name."""
    modules = {name: ModuleType(name) for name in ("pysollib", "pysollib.game", "pysollib.move")}
    for name in ("GameMoves", "GameSaveInfo", "GameGlobalSaveInfo", "GameGlobalStatsStruct", "GameStatsStruct"):
        setattr(modules["pysollib.game"], name, type(name, (), {}))
    setattr(modules["pysollib.move"], "AMoveMove", type("AMoveMove", (), {}))  # noqa: B010
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    solution = freecell_words(Position.on(DEAL), solve(Position.on(DEAL)).moves or ())
    data = pysol_game(617, FreeCellBoard.deal(617), solution)
    found = read_foreign(data)
    assert (found.number, found.start) == (617, START)
    saved = Unpickler(BytesIO(data))
    head = [saved.load() for _ in range(8)]
    assert (head[0], head[5], head[6]) == ("PySolFC", 8, 2**1000 + 617)
    stacks = [[(saved.load(), saved.load())[0] for _ in range(saved.load())] for _ in range(saved.load())]
    *_, moves, snapshots, _, _, end = [saved.load() for _ in range(9)]
    assert (moves.index, len(moves.history), snapshots, end) == (0, len(solution), [], "EOF")
    for move in chain(*moves.history):
        cards = stacks[move.from_stack_id][-move.ncards :]
        del stacks[move.from_stack_id][-move.ncards :]
        stacks[move.to_stack_id] += cards
    assert stacks[1:5] == [list(range(suit, suit + 13)) for suit in (0, 13, 26, 39)]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "617\n8a zz",
            "617\n88",
            "<kpat-game>",
            '<kpat-game game-type="klondike">',
            '{"columns": [["XX"]]}',
            "8a 8b",
        ),
        json.dumps({"columns": [["AC"]]}),
        "\x80\x05\x95PySolFC",
    ],
)
def test_a_damaged_text_is_refused(text: str) -> None:
    with pytest.raises(BoardTextError):
        position_of(read_foreign(text.encode("latin-1")), FreeCellBoard)
