"""Rejected command lines: one line on standard error, and no file is written."""

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest

from gemport.cards.freecell import FreeCellBoard
from tests.cli.run import refused
from tests.needs import needs_links
from tests.places import DATA

BOARD = FreeCellBoard.deal(617).text()
GAME = "game: vierfrei\nnumber: 42\n\n1a 2b 4h\n"
TEXTS = {
    "board.txt": BOARD,
    "two.txt": BOARD.replace("AH", "AD"),
    "game.txt": GAME,
    "game.gif": GAME,
    "grossfamilien.txt": "game: grossfamilien\nnumber: 42\n\nt-o\n",
    "broken.txt": "game: vierfrei\nnumber: 42\n\n1a\n\ngame: vierfrei\nnumber: 7\n1a 1a",
    "notes.txt": "shopping list\n",
    "bad.dat": "short",
    "list.json": "[]",
    "later.json": '{"format": "gemport-records", "version": 2}',
    "shot.jsonl": '{"do":"shot","file":"a.png"}',
    "jump.jsonl": '{"do":"wait","ms":1}\n\n{"do":"jump"}',
    "click.jsonl": "click",
    "key.jsonl": '{"do":"key","key":"Hyper"}',
    "start.jsonl": '{"do":"start"}',
    "precious": "1",
}
_SYSTEMS_WORDS = re.compile("No such file or directory|No such file|Is a directory|File exists")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with valid and damaged files of every kind; ``home`` in it is the user folder."""
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        Path(name).write_text(text, encoding="utf-8")
    Path("latin.json").write_bytes(b'{"format": "\xe4"}')
    for name in ("deck.png", "a.png"):
        shutil.copyfile(DATA / "vierfrei/cards_de.dat", name)
    for name in ("two.rsc", "rsc.png"):
        shutil.copyfile(DATA / "vierfrei/vierfrei_de.rsc", name)
    Path("home").mkdir()
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    """Return the contents of a folder, without the files that a start creates in the user folder."""
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    made = "home/gemport", "home/locks"
    return {name: path.read_bytes() for name, path in files.items() if not name.startswith(made)}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("chess", "COMMAND ... 'chess' ... vierfrei"),
        ("vierfrei abc", "'abc' is not a game number"),
        ("--lang de FreeCell 5", "the game's name comes first: gemport FreeCell"),
        ("vierfrei 1000000", "expected a game number from 0 to 999999, got 1000000"),
        ("vierfrei --screenshot x.png -1", "-1"),
        ("vierfrei --colour", "unrecognized arguments: --colour"),
        ("vierfrei '--two\nlines'", "unrecognized arguments: --two lines"),
        ("rsc f --tree x", "--tree: expected a tree number from 0 to 99999, got 'x'"),
        ("vierfrei --screen huge", "--screen: expected  ... st-high ... got 'huge'"),
        ("vierfrei --screen 9000x9000", "--screen: expected  ... 8192, got '9000x9000'"),
        ("vierfrei --scale 0", "--scale: expected fit or 1 to 99, got '0'"),
        ("replay f --speed 0", "--speed: expected a speed from 0.1 to 100, got '0'"),
        ("replay f --speed nan", "expected a speed from 0.1 to 100, got 'nan'"),
        ("replay f --shots d --speed 2", "--speed cannot be used with --shots"),
        ("replay f --shots d --scale 2", "--scale and --fullscreen cannot be used with --shots or --gif"),
        ("replay f --gif g.gif --fullscreen", "--scale and --fullscreen cannot be used with --shots or --gif"),
        ("script vierfrei e.jsonl --number 1 --shots d --scale 2", "--scale"),
        ("vierfrei --events e.jsonl --screenshot a.png", "--events cannot be used with --screenshot"),
        ("vierfrei --screenshot a.jpg", "a.jpg: the name of a PNG file must end in .png"),
        ("rsc f --png a.gif", "a.gif: the name of a PNG file must end in .png"),
        # a game with a board, solutions, dates, cards, statistics
        ("freecell 5 --board board.txt", "--board cannot be used with NUMBER"),
        ("freecell --record new.txt --board board.txt", "--board cannot be used with --record"),
        ("grossfamilien --board board.txt", "not available for Großfamilien, only for VIERFREI and FreeCell"),
        ("freecell --continue --board board.txt --screenshot new.png", "there is no unfinished game #617 of FreeCell"),
        ("freecell --board two.txt", "two.txt: AD is there 2 times ... AH is missing"),
        ("solve grossfamilien --board board.txt", "--board is not available for Großfamilien"),
        ("solve freecell 1 --board board.txt", "expected either NUMBER or --board FILE"),
        ("solve freecell --board two.txt", "two.txt: AD is there 2 times (in column  ... ; AH is missing"),
        ("solve grossfamilien 3 --format fc-solve", "--format fc-solve is not available for grossfamilien"),
        ("solve freecell 0", "expected a game number from -2, -1, 1 to 8589934591, got 0"),
        ("solve vierfrei 1 --limit 0", "--limit: expected a number of positions from 1 to 100000000, got '0'"),
        ("solve vierfrei 1 --seconds 0", "--seconds: expected a number of seconds from 1 to 86400, got '0'"),
        ("solve grossfamilien 3 --short", "--short and --seconds are not available for grossfamilien"),
        ("solve vierfrei", "NUMBER"),
        ("solve 1-2 --proof p.txt", "--proof needs one number of VIERFREI or FreeCell"),
        ("solve grossfamilien 1 --proof p.txt", "--proof needs one number of VIERFREI or FreeCell"),
        ("solve 1 --pysolfc 1.pso", "--pysolfc needs one number of FreeCell with 4 cells"),
        ("solve freecell 1-2 --pysolfc 1.pso", "--pysolfc needs one number of FreeCell with 4 cells"),
        ("solve grossfamilien 1 --ladder", "--ladder needs a number of VIERFREI or FreeCell"),
        *(
            (f"solve freecell 1 --ladder {other}", "--ladder cannot be used with --board, --proof, --pysolfc, --short")
            for other in ("--board board.txt", "--proof p.txt", "--pysolfc p.pso", "--short", "--format fc-solve")
        ),
        ("deal grossfamilien 1 --format fc-solve", "grossfamilien has no deals in the form fc-solve (text and json)"),
        ("replay game.txt --format json", "--format can only be used with --review"),
        ("deal grossfamilien 1 --difficulty", "--difficulty is not available for grossfamilien"),
        ("deal freecell 1 --difficulty --format fc-solve", "--difficulty cannot be used with --format fc-solve"),
        ("today --date 2026-02-30", "expected a date such as 2026-12-24, got '2026-02-30'"),
        ("today --date 20240229", "got '20240229'"),
        # numbers
        ("deal freecell 617c5", "'617c5' is not a game number"),
        ("deal freecell 0c2", "expected a game number from -2, -1, 1 to 8589934591, got 0c2"),
        ("deal grossfamilien 617c2", "expected a game number from 0 to 999999, got 617c2"),
        ("today --date 0000-01-01", "got '0000-01-01'"),
        ("which JD 1C", "'1C' is not a card"),
        ("which missing.png", "missing.png: No such file"),
        ("stats --import missing.json", "missing.json: No such file"),
        ("stats --import latin.json", "latin.json: byte 12 is not UTF-8"),
        ("stats --import list.json", "list.json: not an export of gemport"),
        ("stats --import later.json", "later.json: format version 2 is unknown, expected 1"),
        ("stats --export missing/all.json", "missing/all.json: No such file"),
        ("stats --export list.json", "list.json already exists; --force replaces it"),
        ("stats --force", "--force can only be used with --export"),
        # scripts
        ("script vierfrei shot.jsonl --shots new", "--number N is required"),
        ("script vierfrei missing.jsonl --number 1 --shots new", "missing.jsonl: No such file or directory"),
        ("script vierfrei jump.jsonl --number 1 --shots new", 'jump.jsonl: line 3: "do" is one of'),
        ("script vierfrei click.jsonl --number 1 --shots new", "click.jsonl: line 1: not JSON"),
        ("script vierfrei key.jsonl --number 1 --shots new", "key.jsonl: line 1: unknown key name 'Hyper'"),
        ("script vierfrei latin.json --number 1 --shots new", "latin.json: byte 12 is not UTF-8 text"),
        ("script vierfrei shot.jsonl --number 7 --shots new --continue", "there is no unfinished game #7 of VIERFREI"),
        ("script desktop shot.jsonl --shots new --number 1", "--number: the desktop is not a game"),
        ("script desktop shot.jsonl --shots new --continue", "--continue: the desktop is not a game"),
        ("script desktop start.jsonl --shots new", "was recorded in a game"),
        ("script desktp shot.jsonl --shots new", "'desktp' is not a game (vierfrei,"),
        ("desktop --rsc X.RSC --screenshot new.png", "--rsc can only be used with a game, such as gemport vierfrei"),
        ("desktop --dat bad.dat --screenshot new.png", "bad.dat:"),
        # recordings
        ("vierfrei --continue", "there is no unfinished game of VIERFREI"),
        ("vierfrei 7 --continue", "there is no unfinished game #7 of VIERFREI"),
        ("7 --screenshot new.png --record notes.txt", "notes.txt: line 1 ... (not a recording; nothing was written)"),
        ("7 --screenshot new.png --record broken.txt", "broken.txt: line 8 ... (not a recording; nothing was written)"),
        ("vierfrei 42 --record .", ". is not a regular file"),
        ("7 --record - --screenshot new.png", "--record needs a file, not standard output"),
        ("replay broken.txt", "broken.txt: line 8: move 2, '1a':"),
        ("replay broken.txt --shots new", "broken.txt: line 8: move 2, '1a':"),
        ("replay game.txt --gif new.gif --screen 320x200", "it needs 600x300"),
        ("replay game.txt --shots game.txt", "File exists"),
        ("replay grossfamilien.txt --review", "--review is not available for grossfamilien"),
        ("replay game.txt --review --speed 2", "--review cannot be used with --solve or --speed"),
        ("replay", "expected a recording, a link or --solve NUMBER"),
        ("replay game.txt --solve 5", "--solve NUMBER cannot be used with a recording (game.txt)"),
        ("replay game.txt --game freecell", "--game can only be used with --solve"),
        ("replay --solve 1000000", "from 0 to 999999, got 1000000"),
        ("replay #chess/1/1a", "gemport: #chess/1/1a: 'chess' is not a game (vierfrei, freecell, grossfamilien)"),
        ("replay #vierfrei/42/1a1a", "gemport: #vierfrei/42/1a1a: move 2, '1a': TD: cell taken"),
        # screens one pixel too small
        ("7 --screen 601x339 --screenshot new.png", "a screen of 601x339 leaves ... 599x300 ... it needs 600x300"),
        ("7 --screen 602x338 --screenshot new.png", "a screen of 602x338 leaves ... 600x299 ... it needs 600x300"),
        ("vierfrei 1 --screen 500x500 --screenshot new.png", "it needs 600x300, or a portrait screen"),
        # resources
        ("rsc two.rsc --tree 6", "--tree 6: the resource two.rsc has trees 0 to 5"),
        ("rsc two.rsc --png new.png", "--png: the resource two.rsc has trees 0 to 5; choose one with --tree N"),
        ("rsc bad.dat", "bad.dat:"),
        # never overwrite an input file
        ("vierfrei 1 --dat deck.png --screenshot deck.png", "deck.png: is read by this run"),
        ("rsc rsc.png --tree 0 --png rsc.png", "rsc.png: is read by this run"),
        ("replay game.gif --gif game.gif", "game.gif: is read by this run"),
        ("script vierfrei shot.jsonl --number 1 --shots . --dat a.png", "a.png: is read by this run"),
        ("vierfrei 1 --record new.png --screenshot new.png", "new.png: is read by this run"),
        # never write into the user folder
        ("vierfrei 1 --screenshot home/a.png", "home/a.png: lies in the folder of your games"),
        ("desktop --screenshot home/a.png", "lies in the folder of your games"),
        ("vierfrei 1 --events home/new.db", "lies in the folder of your games"),
        ("vierfrei 1 --record home/game.txt", "lies in the folder of your games"),
        ("replay game.txt --gif home/a.gif", "lies in the folder of your games"),
        ("replay game.txt --shots home", "lies in the folder of your games"),
        ("script vierfrei shot.jsonl --number 1 --shots home", "lies in the folder of your games"),
        ("script desktop shot.jsonl --shots home", "lies in the folder of your games"),
        ("rsc two.rsc --tree 0 --png home/a.png", "lies in the folder of your games"),
        ("stats --export home/gemport.sqlite3", "lies in the folder of your games"),
        ("solve 1 --proof home/gemport.sqlite3", "lies in the folder of your games"),
        ("solve freecell 1 --pysolfc home/1.pso", "lies in the folder of your games"),
        ("solve freecell -1 --pysolfc 1.pso", "--pysolfc needs one number of FreeCell with 4 cells"),
        ("solve freecell 1c2 --pysolfc 1.pso", "--pysolfc needs one number of FreeCell with 4 cells"),
        # missing files
        ("vierfrei 1 --screenshot new.png --dat missing", "missing: No such file or directory"),
        ("vierfrei 1 --screenshot new.png --rsc missing", "missing: No such file or directory"),
        ("vierfrei 1 --screenshot new.png --font missing", "missing: No such file or directory"),
        ("vierfrei 1 --screenshot new.png --system missing", "missing ... is missing this file"),
    ],
)
def test_bad_input_is_one_error_line(arguments: str, message: str, folder: Path) -> None:
    check(arguments, message, folder)


def check(arguments: str, message: str, folder: Path) -> None:
    before = contents(folder)
    line = refused(*shlex.split(arguments))
    assert line.startswith("gemport")
    if os.name == "nt":
        # Windows has another separator and other error texts.
        line, message = line.replace("\\", "/"), _SYSTEMS_WORDS.sub("", message)
    assert [part for part in message.split(" ... ") if part not in line] == []
    assert contents(folder) == before


@needs_links
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        # never write outside the folder for pictures
        ("script vierfrei shot.jsonl --number 1 --shots links", "leads out of the folder"),
        ("replay game.txt --shots links", "leads out of the folder"),
        # circular links
        ("vierfrei 1 --screenshot new.png --dat loop.png", "loop.png:"),
        ("vierfrei 1 --screenshot new.png --system loop.png", "loop.png"),
        ("vierfrei 1 --screenshot new.png --record loop.png", "loop.png:"),
        ("vierfrei 1 --screenshot loop.png", "loop.png:"),
        ("replay game.txt --shots loop.png", "loop.png"),
        ("rsc loop.png", "loop.png:"),
    ],
)
def test_a_bad_link_is_one_error_line(arguments: str, message: str, folder: Path) -> None:
    (folder / "links").mkdir()
    for name in ("links/a.png", "links/0000.png"):
        (folder / name).symlink_to(folder / "precious")
    (folder / "loop.png").symlink_to("loop.png")
    check(arguments, message, folder)
