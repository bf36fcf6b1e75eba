"""The games by name: how each is started, and with which number."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from gemport.cards.notation import AnyBoard, Record
from gemport.cards.numbers import check_microsoft_number, check_number
from gemport.cards.vierfrei.board import Board
from gemport.cli.files import Sources
from gemport.gem.aes.gem import Program
from gemport.gem.formats.img import read_img
from gemport.patience.freecell import program as freecell
from gemport.patience.grossfamilien import program as grossfamilien
from gemport.patience.kit.check import check_trees
from gemport.patience.kit.replay import Watch
from gemport.patience.session.records import ForgivingRecords, Records, SavedGame
from gemport.patience.vierfrei import program as vierfrei

VIERFREI_NUMBERS, FREECELL_NUMBERS = 1_000_000, 32_000


@dataclass(frozen=True)
class Start:
    """What a game begins with."""

    sources: Sources
    lang: str
    number: int | None
    """The number asked for; None: the game in progress, if the game takes one up, else ``fresh``."""
    fresh: int
    """A number by chance."""
    records: Records
    watch: Watch | None = None
    """Told of every change of the board."""
    take_up: bool = False
    """VIERFREI: begin with the game in progress."""


class NothingInProgressError(ValueError):
    """There is no unfinished game to take up."""


@dataclass(frozen=True)
class Game:
    """A game: its window's title, its numbers, and how its program is made."""

    name: str
    title: str
    program_name: str
    """What the machine shows in the menu strip while the program loads."""
    check: Callable[[int], int]
    """Raises NumberError for a number that the game does not have."""
    first: int
    count: int
    """How many numbers there are, from ``first`` on."""
    make: Callable[[Start], Program]
    replay: Callable[[Sources, str, Sequence[Record]], Program]
    """The program playing recorded games by itself."""
    resumes: bool = True
    """Takes its game in progress up by itself; VIERFREI, as the original, begins a new one."""

    def number_from_clock(self) -> int:
        """A game's number as the original takes it: from a counter of 200 a second and the date."""
        return self.first + time.time_ns() // 5_000_000 % self.count


def _vierfrei(start: Start) -> Program:
    files = _vierfrei_files(start.sources, start.lang)
    records = ForgivingRecords(start.records)

    def keep(board: AnyBoard) -> None:
        unfinished = board.number is not None and not board.won and board.words()
        records.keep(SavedGame(board.number or 0, tuple(board.words())) if unfinished else None)
        if start.watch is not None:
            start.watch(board)

    return vierfrei.vierfrei(files, _vierfrei_board(start), keep)


def _vierfrei_board(start: Start) -> Board:
    """The game to begin with. Raises NothingInProgressError, or NotationError if what was kept cannot be played."""
    if not start.take_up:
        return Board.deal(start.fresh if start.number is None else start.number)
    saved = start.records.game_in_progress()
    if saved is None:
        number = "" if start.number is None else f" #{start.number}"
        raise NothingInProgressError(f"there is no unfinished game{number} of VIERFREI")
    board = Board.deal(saved.number)
    for word in saved.moves:
        board.play_word(word)
    return board


def _vierfrei_replay(sources: Sources, lang: str, games: Sequence[Record]) -> Program:
    return vierfrei.vierfrei_replay(_vierfrei_files(sources, lang), games)


def _vierfrei_files(sources: Sources, lang: str) -> vierfrei.Files:
    check = partial(check_trees, needs=vierfrei.NEEDS)
    return vierfrei.Files(sources.cards(lang), sources.resource("vierfrei", lang, check))


def _freecell(start: Start) -> Program:
    files = _freecell_files(start.sources, start.lang)
    return freecell.freecell(files, start.number, start.records, Random(start.fresh), start.watch)


def _freecell_replay(sources: Sources, lang: str, games: Sequence[Record]) -> Program:
    return freecell.freecell_replay(_freecell_files(sources, lang), games)


def _freecell_files(sources: Sources, lang: str) -> vierfrei.Files:
    return vierfrei.Files(sources.cards(lang), sources.resource("freecell", lang, freecell.check_resource))


def _grossfamilien(start: Start) -> Program:
    files = _grossfamilien_files(start.sources, start.lang)
    return grossfamilien.grossfamilien(files, start.number, start.records, start.fresh, start.watch)


def _grossfamilien_replay(sources: Sources, lang: str, games: Sequence[Record]) -> Program:
    return grossfamilien.grossfamilien_replay(_grossfamilien_files(sources, lang), games)


def _grossfamilien_files(sources: Sources, lang: str) -> grossfamilien.Files:
    resource = sources.resource("grossfamilien", lang, grossfamilien.check_resource)
    back = read_img(sources.built_in("grossfamilien/back.img"), "back.img")
    return grossfamilien.Files(sources.cards(lang), resource, tuple(back.rows))


GAMES = {
    game.name: game
    for game in (
        Game(
            "vierfrei",
            "VIERFREI",
            "VIERFREI.PRG",
            check_number,
            0,
            VIERFREI_NUMBERS,
            _vierfrei,
            _vierfrei_replay,
            resumes=False,
        ),
        Game(
            "freecell",
            "FreeCell",
            "FREECELL.PRG",
            check_microsoft_number,
            1,
            FREECELL_NUMBERS,
            _freecell,
            _freecell_replay,
        ),
        Game(
            "grossfamilien",
            "Großfamilien",
            "FAMILIEN.PRG",
            check_number,
            0,
            VIERFREI_NUMBERS,
            _grossfamilien,
            _grossfamilien_replay,
        ),
    )
}
"""All games, by the name on the command line."""
