"""Saving, opening, copying and pasting recordings, pictures and positions, and games with a starting position."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from gemport.cards.boardtext import named
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.notation import parse_link
from gemport.cli.registry import boards
from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.gem import Gem, GRect, Message, Msg, ObState, menu_entries, object_rect
from gemport.hosts.file_dialogs import DiskExchange
from gemport.hosts.files import Outputs, Places
from gemport.hosts.pictures import to_image
from gemport.play.basics import HINT_MS
from gemport.play.items import Item
from gemport.play.recordings import PAUSE
from gemport.store.recordings import read_recording
from gemport.store.session import AnySession, Change
from gemport.store.statistics import Help
from tests.games import shared
from tests.games.players import Familien, Game, Hand, Hands, Player, cell_games, every_game, freecell, plain_files
from tests.games.sessions import Saved, make
from tests.places import RECORDED

WON = (RECORDED / "games" / "849431.txt").read_text()
"""A won game of VIERFREI."""
SHORT = "game: vierfrei\nnumber: 7\n\n1a 2b 3c\n"
REPLACE, CANCEL = 1, 2


choose = Hand.choose


def saved(folder: Path, name: str, text: str) -> None:
    (folder / "saved").mkdir(exist_ok=True)
    (folder / "saved" / name).write_text(text)


def written(folder: Path) -> list[str]:
    return [path.name for path in (folder / "saved").iterdir()]


def exchange(game: Hand[Any]) -> DiskExchange:
    found = game.program.play.exchange
    assert isinstance(found, DiskExchange)
    return found


def opened(game: Hand[Any], name: str = "game.txt") -> None:
    game.choose("open recording")
    game.key(*name, "Return")


def watch_it(game: Hand[Any], steps: int) -> None:
    """Advance a running recording by a number of steps."""
    for _ in range(steps):
        game.machine.advance(PAUSE)
        game.machine.settle()


@pytest.mark.parametrize(("kind", "words"), [(Game, "1a 2b 4h"), (Player, "8a 7b"), (Familien, "t-o")])
def test_recordings_and_links_omit_undone_moves(kind: Hands, words: str, tmp_path: Path) -> None:
    number = 42 if kind is Game else 1
    game, texts = kind(number, folder=tmp_path, lang="en"), list[str]()
    exchange(game).copy = texts.append
    assert game.state("copy link") & ObState.DISABLED
    make(game.session, *words.split())
    make(game.session, str(game.board.legal_moves()[0]), "Undo")
    game.program.enable_commands()
    before = game.full_picture()
    game.choose("save recording")
    assert game.picture() != before
    game.key("Return")
    assert written(tmp_path) == [f"{game.game.name}-{number}.txt"]
    (path,) = (tmp_path / "saved").iterdir()
    (read,) = read_recording(path.read_bytes(), path.name, boards())
    assert (read.number, " ".join(read.words)) == (number, words)
    game.key("Esc")
    assert (game.picture(), game.alerts) == (before, [])
    game.choose("copy link")
    (link,) = texts
    assert link.startswith(f"#{game.game.name}/{number}/")
    assert parse_link(link, boards()).words == read.words


@every_game
@pytest.mark.parametrize(
    ("lang", "saved_as", "copied"),
    [
        ("de", "Gesichert: ", "Die Stellung ist in der Zwischenablage"),
        ("en", "Saved: ", "The position is on the clipboard"),
    ],
)
def test_a_notice_shows_the_full_path_for_a_moment(
    kind: Hands, lang: str, saved_as: str, copied: str, tmp_path: Path
) -> None:
    """There was once no confirmation, and the file selector does not show the folders above the player's."""
    said: list[str] = []
    game = kind(1, lang=lang, folder=tmp_path, say=said.append)
    before = game.full_picture()
    game.choose("save picture")
    game.key("Return")
    (path,) = (tmp_path / "saved").iterdir()
    assert said[-1] == f"{saved_as}{path}"
    told = game.picture()
    assert game.full_picture() == told != before
    game.machine.advance(HINT_MS - 20)
    assert game.picture() == told
    game.machine.advance(20)
    assert game.picture() == before
    if kind is not Familien:
        texts: list[str] = []
        exchange(game).copy = texts.append
        game.choose("copy position")
        assert (texts, said[-1]) == ([game.board.text()], copied)
        assert game.picture() not in (before, told)
        notice, work = game.program.table.marks.notice, game.program.table.work
        assert notice is not None
        # One line, with half a line of space around it and below.
        width = 8 * (len(copied) + 2)
        box = GRect(work.x + (work.w - width) // 2, min(work.bottom, 400) - 40, width, 32)
        assert (object_rect(notice, 0), object_rect(notice, 1)[:2]) == (box, (box.x + 8, box.y + 8))
        game.key("Esc")
        assert game.picture() == before


def test_a_name_is_typed_and_cancel_saves_nothing(tmp_path: Path) -> None:
    game = Game(42, folder=tmp_path)
    before = game.picture()
    game.choose("save recording")
    game.key("Esc", *"mine", "Return")
    for keys in (["Undo"], ["Esc", "Esc"]):
        game.choose("save picture")
        game.key(*keys)
        assert (game.picture(), written(tmp_path)) == (before, ["mine.txt"])


def test_recordings_and_pictures_have_separate_folders(tmp_path: Path) -> None:
    """In the file selector, the closer leads from each place up to the list of all places."""
    for name in ("Documents", "Pictures", "Pictures/Cards", "user"):
        (tmp_path / name).mkdir()
    (tmp_path / "Pictures" / "old.png").touch()
    places = Places(
        {name: tmp_path / name for name in ("Documents", "Pictures", "missing")},
        {"*.txt": "\\Documents\\", "*.png": "\\Pictures\\"},
    )
    game = Game(42)
    game.program.play.exchange = DiskExchange(
        game.machine, tmp_path / "user", Outputs(protected=(tmp_path / "user",)), places=lambda: places
    )

    def files() -> list[str]:
        return sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*"))

    game.program.enable_commands()
    game.choose("save recording")
    game.key("Return")
    game.choose("save picture")
    # Into the subfolder, the first line of the list.
    game.key("Tab", "Return", "Tab", "Return")
    assert files() == ["Documents/vierfrei-42.txt", "Pictures/Cards/vierfrei-42.png", "Pictures/old.png"]
    # The next file goes to the folder of the last one.
    game.choose("save picture")
    game.key("Esc", *"again", "Return")
    assert "Pictures/Cards/again.png" in files()
    game.choose("save picture")
    # Up twice, to the list of places, and into the first place.
    game.key("Tab", "Backspace", "Backspace", "Return", "Tab", "Return")
    assert files()[0] == "Documents/vierfrei-42.png"
    # A name chosen in one folder is not proposed in another; a typed name stays.
    game.choose("save picture")
    game.key("Tab", "Backspace", "Down", "Return", "Tab", "Return")
    assert "Pictures/vierfrei-42.png" in files()


@pytest.mark.parametrize(
    ("lang", "reason"), [("en", "vierfrei-42.txt: Choose a folder"), ("de", "vierfrei-42.txt: Zuerst einen")]
)
def test_a_place_is_remembered_only_after_success(tmp_path: Path, lang: str, reason: str) -> None:
    (tmp_path / "Documents").mkdir()
    places = Places({"Documents": tmp_path / "Documents"}, {"*.txt": "\\Documents\\"})
    game = Game(42, lang=lang)
    outputs = Outputs(protected=(tmp_path / "user",))
    game.program.play.exchange = DiskExchange(game.machine, tmp_path / "user", outputs, places=lambda: places)
    game.program.enable_commands()
    game.choose("save recording")
    # Up to the list of places, which holds no files.
    game.key("Tab", "Backspace", "Tab", "Return")
    assert reason in game.asked.replace("|", " ")
    game.key("Return", "Undo")
    game.choose("save recording")
    game.key("Return")
    assert [path.name for path in (tmp_path / "Documents").iterdir()] == ["vierfrei-42.txt"]
    game.choose("open recording")
    game.key("Tab", "Backspace", "Undo")
    game.choose("open recording")
    game.key(*"vierfrei-42.txt", "Return")
    assert game.session.shown, "cancelled, the box remembers no place"


def test_after_a_failure_the_box_is_open_with_the_name(tmp_path: Path) -> None:
    (tmp_path / "saved" / "folder.txt").mkdir(parents=True)
    saved(tmp_path, "list.txt", "shopping")
    game = Game(42, folder=tmp_path, lang="en")
    game.choose("save recording")
    game.key("Esc", *"a/b", "Return", "Return", *["Backspace"] * 6, "Return")
    assert (tmp_path / "saved" / "a.txt").read_text().startswith("game: vierfrei")
    game.choose("open recording")
    for name, wrong in (("none", ""), ("list", "none.txt")):
        game.key(*["Backspace"] * len(wrong), *name, "Return")
        assert f"{name}.txt: " in game.asked
        game.key("Return")
    game.key(*["Backspace"] * 8, *"a", "Return")
    assert game.session.shown


def test_a_negative_number_is_a_word_in_a_name(tmp_path: Path) -> None:
    game = freecell(-2, folder=tmp_path)
    game.choose("save recording")
    game.key("Return")
    assert written(tmp_path) == ["freecell-minus-2.txt"]


def test_an_existing_file_is_replaced_only_after_asking(tmp_path: Path) -> None:
    game = Game(42, folder=tmp_path, lang="en")
    saved(tmp_path, "vierfrei-42.txt", "mine")
    for answer, kept in ((CANCEL, "mine"), (REPLACE, "game: vierfrei\nnumber: 42\n\n")):
        game.choose("save recording")
        game.key("Return")
        assert "vierfrei-42.txt" in game.asked
        game.answer(answer)
        assert (tmp_path / "saved" / "vierfrei-42.txt").read_text() == kept


@pytest.mark.parametrize("name", ["..", "a/b", "folder.txt"])
def test_what_cannot_be_written_is_said_and_the_game_goes_on(tmp_path: Path, name: str) -> None:
    (tmp_path / "saved" / "folder.txt").mkdir(parents=True)
    game = Game(42, folder=tmp_path, lang="en")
    before = game.picture()
    game.choose("save recording")
    game.key("Esc", *name, "Return")
    if "Replace" in game.asked:
        game.answer(REPLACE)
    assert [part in game.asked for part in ("cannot be saved", name)] == [True, True]
    game.key("Return", "Undo")
    assert game.picture() == before
    assert [path.name for path in tmp_path.rglob("*")] == ["saved", "folder.txt"]


def test_nothing_is_saved_among_the_games_and_settings(tmp_path: Path) -> None:
    (tmp_path / "gemport.sqlite3").write_text("the games")
    game = Game(42, folder=tmp_path, lang="en")
    game.choose("save recording")
    game.key("Up", "Esc", *"\\*.*", "Return", "Esc", *"gemport.sqlite3", "Return")
    if "Replace" in game.asked:
        game.answer(REPLACE)
    assert "gemport.sqlite3: lies in the folder" in game.asked.replace("|", " ")
    assert (tmp_path / "gemport.sqlite3").read_text() == "the games"


def test_a_picture_has_no_box_pointer_or_inverted_title(tmp_path: Path) -> None:
    game = Game(42, folder=tmp_path)
    game.move((320, 200))
    expected = to_image(game.machine.frame(pointer=False))
    game.choose("save picture")
    game.key("Return")
    with Image.open(BytesIO((tmp_path / "saved" / "vierfrei-42.png").read_bytes())) as picture:
        assert (picture.mode, picture.size) == ("1", (640, 400))
        assert picture.tobytes() == expected.tobytes()


# ---- opening recordings


def test_a_recording_is_shown_and_the_own_game_is_there_again(tmp_path: Path) -> None:
    """The recording is not saved, counted or written to the file of --record, even if it ends with a win."""
    saved(tmp_path, "game.txt", WON)
    changes: list[tuple[int, Change]] = []

    def note(session: AnySession, change: Change) -> None:
        changes.append((session.number, change))

    game = Game(42, folder=tmp_path, watch=note, lang="en")
    make(game.session, "1a", "2b", "Undo")
    before, told = game.full_picture(), list(changes)
    opened(game)
    assert game.session.number == 849431
    watch_it(game, 4 * WON.count(" "))
    assert (game.program.table.board.won, game.machine.next_wakeup()) == (True, None)
    game.key("Return")
    assert (game.session.number, game.words, game.board.words_undone()) == (42, ["1a"], ["2b"])
    assert (game.picture(), game.outcomes, changes) == (before, [], told)
    assert game.saved == [Saved(42, ("1a",))]
    make(game.session, "Redo", "4h")
    assert game.saved == [Saved(42, ("1a", "2b", "4h"))]
    assert game.session.help is Help.NONE


@pytest.mark.parametrize("by", ["key", "press"])
def test_continuing_a_recording_leaves_the_own_game_open(tmp_path: Path, by: str) -> None:
    saved(tmp_path, "game.txt", SHORT)
    game = Game(42, folder=tmp_path)
    make(game.session, "1a")
    opened(game)
    watch_it(game, 2)
    assert game.saved == [Saved(42, ("1a",))]
    game.key("A") if by == "key" else game.button(shared.SHOWING, shared.SHOWING_PLAY)
    assert (game.session.number, game.words) == (7, ["1a", "2b"])
    game.play(["3c"])
    assert game.saved == [Saved(7, ("1a", "2b", "3c"), True), Saved(42, ("1a",))]
    assert game.session.unfinished_of(42) is not None
    game.key("Undo")
    assert game.words == ["1a", "2b"]


@pytest.mark.parametrize("begun", [True, False])
@pytest.mark.parametrize("paused", [True, False])
def test_the_end_of_the_program_meanwhile_keeps_the_own_game(tmp_path: Path, begun: bool, paused: bool) -> None:
    saved(tmp_path, "game.txt", SHORT)
    game = Game(42, folder=tmp_path)
    make(game.session, *["1a"] * begun)
    opened(game)
    watch_it(game, 1)
    game.key(*["Space"] * paused)
    game.machine.request_quit()
    game.machine.settle()
    assert (game.machine.finished, game.outcomes, game.saved) == (True, [], [Saved(42, ("1a",))] * begun)


@pytest.mark.parametrize(
    ("lang", "text", "says"),
    [
        ("en", "shopping\n", "game.txt: Line 1 is not part of"),
        ("de", "shopping\n", "game.txt: Zeile 1 gehört"),
        ("en", "game: vierfrei\nnumber: 7\n\n1a 1x\n", "game.txt: Line 4, move 2: This move"),
        ("de", "game: vierfrei\nnumber: 7\n\n1a 1x\n", "game.txt: Zeile 4, Zug 2: Das ist kein möglicher Zug"),
        ("en", "", "game.txt: This is not a recording"),
        ("de", "", "game.txt: Das ist keine Aufzeichnung"),
        ("en", "# mine\ngame: freecell\nnumber: 7\n\n", "game.txt: freecell"),
        ("en", None, "game.txt: There is no such file"),
        ("de", None, "game.txt: Diese Datei gibt es nicht"),
    ],
)
def test_a_file_that_is_no_recording_is_refused(tmp_path: Path, lang: str, text: str | None, says: str) -> None:
    """The reasons were once English in German programs."""
    if text is not None:
        saved(tmp_path, "game.txt", text)
    game = Game(42, folder=tmp_path, lang=lang)
    make(game.session, "1a")
    before = game.full_picture()
    opened(game)
    assert says in game.asked.replace("|", " ")
    game.key("Return", "Undo")
    assert (game.picture(), game.words, game.saved) == (before, ["1a"], [Saved(42, ("1a",))])


def test_games_of_other_programs_are_opened(tmp_path: Path) -> None:
    """One without a known number starts as a position, like a pasted one."""
    deal = FreeCellBoard.deal(617)
    saved(tmp_path, "won.kpat", (RECORDED / "won.kpat").read_text())
    saved(tmp_path, "mirror.txt", FreeCellBoard(deal.columns[::-1]).text() + "\n1a\n")
    game = Player(1, folder=tmp_path, lang="en")
    opened(game, "won.kpat")
    assert game.session.number == 146279880
    game.key("Escape")
    assert game.session.number == 1
    opened(game, "mirror.txt")
    assert game.session.start is not None
    assert game.board.cells == [deal.columns[7][-1], None, None, None]


def test_file_entries_are_grey_without_files(tmp_path: Path) -> None:
    game = Game(42)
    for name in ("save recording", "open recording", "save picture"):
        assert ObState.DISABLED in game.state(name)
    original = Game(42, used=plain_files(), folder=tmp_path)
    assert Item.SAVE_RECORDING not in original.program.items
    assert len({title for title, _ in menu_entries(original.program.menu)}) == 2


# ---- starting positions


ENDING = named("a rather long name.txt", "Foundations: H-J C-J D-J S-J\nQC QH QS QD KC KH KS KD\n")
"""Only queens and kings are left, the kings on top."""
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
"""A position without a legal move once the four queens are in the cells."""


@cell_games
@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_pasted_position_goes_by_its_name(kind: Hands, lang: str) -> None:
    game = kind(None, start=ENDING, lang=lang)
    assert game.program.table.title == f"{game.game.title} a rather long name.."
    before = game.full_picture()
    game.drag(game.at(0), game.at(56))
    assert game.words == ["1a"]
    game.choose("restart")
    assert (game.full_picture(), game.words) == (before, [])
    game.choose("unfinished")
    box = shared.UNFINISHED
    assert "  a rather.." in str(game.tree(box)[shared.UNFINISHED_ROW].ob_spec)
    game.button(box, shared.UNFINISHED_ROW)
    game.button(box, shared.UNFINISHED_FORGET)
    assert "a rather long name..|" in game.asked


@cell_games
def test_it_is_analysed_and_solved_and_counts_nothing(kind: Hands) -> None:
    game = kind(None, start=ENDING, lang="en")
    game.choose("winnable")
    assert "can be won" in game.asked
    game.key("Return")
    game.choose("hint")
    assert game.program.table.marks.hint is not None
    game.choose("solution")
    game.key("Undo", "P")
    assert (game.board.won, game.outcomes, game.saved) == (True, [], [])


@cell_games
def test_its_end_is_told_and_counts_nowhere(kind: Hands) -> None:
    game = kind(None, start=named("ending.txt", "Foundations: H-J C-K D-K S-K\nKH QH\n"), lang="en")
    while not game.board.won:
        game.drag(game.at(0), game.at(53))
    assert game.said(shared.WON, shared.WON_BEST) == "It counts neither as won nor as lost."
    lost = kind(None, start=STUCK)
    lost.act("1>a 1>b 1>c 1>d")
    assert (lost.outcomes, bool(lost.asked)) == ([], True)


@cell_games
def test_it_has_no_recording_to_be_saved(kind: Hands, tmp_path: Path) -> None:
    game = kind(None, start=ENDING, folder=tmp_path)

    names = "save recording", "open recording", "save picture"
    assert [ObState.DISABLED in game.state(name) for name in names] == [True, False, False]
    game.choose("save picture")
    game.key("Return")
    assert written(tmp_path) == [f"{game.game.name}-a rather long name.png"]
    game.choose("new")
    assert (game.session.start, ObState.DISABLED in game.state("save recording")) == (None, False)


def test_a_pasted_position_in_select_and_statistics() -> None:
    player = Player(None, start=ENDING, impossible={-2, -1})
    player.choose("select")
    player.button(shared.GETNUM, shared.GETNUM_NEXT)
    assert int(player.text(shared.GETNUM, shared.GETNUM_FIELD)) == player.game.numbers[2]
    game = Game(None, start=ENDING, lang="en")
    game.choose("statistics")
    assert game.said(rsc.STATISTICS, rsc.STATISTICS_NUMBER) == "Game a rather..: won"


@cell_games
def test_what_is_copied_is_the_position_as_it_stands(kind: Hands, tmp_path: Path) -> None:
    copied: list[str] = []
    game = kind(5, folder=tmp_path)
    game.choose("copy position")
    assert len(game.alerts) == 1
    game.key("Return")
    game.program.play.exchange = DiskExchange(game.machine, tmp_path, Outputs(), copied.append)
    before = game.full_picture()
    game.choose("copy position")
    game.drag(game.at(0), game.at(57))
    game.choose("copy position")
    start, dealt = copied[0], game.session.fresh_board().position()
    assert [FreeCellBoard.read(text).position() for text in copied] == [dealt, game.board.position()]
    again = kind(None, start=named("copy.txt", start))
    assert again.session.fresh_board().position() == dealt
    # The table looks the same except for its title.
    assert again.full_picture()[80 * 40 :] == before[80 * 40 :]


# ---- pasting positions


def pasting(kind: Hands, text: str, folder: Path, lang: str = "en") -> Hand[Any]:
    """Return a game after pasting ``text`` from the clipboard."""
    game = kind(42, lang=lang, folder=folder)
    game.program.play.exchange = DiskExchange(game.machine, folder, Outputs(), paste=lambda: text)
    game.choose("paste position")
    return game


@cell_games
@pytest.mark.parametrize(("lang", "name"), [("de", "Stellung"), ("en", "position")])
def test_a_pasted_position_is_played_and_kept(kind: Hands, lang: str, name: str, tmp_path: Path) -> None:
    text = ENDING.partition("\n")[2]
    game = pasting(kind, text, tmp_path, lang)
    assert game.board.text() == game.game.board.read(text).text()
    assert game.program.table.title == f"{game.game.title} {name}"
    game.drag(game.at(0), game.at(56))
    starts = [unfinished.start for unfinished in game.session.records.unfinished()]
    assert starts == [named(name, game.game.board.read(text).text())]
    assert game.alerts == []


def test_a_text_that_comes_later_is_pasted_then(tmp_path: Path) -> None:
    """A page asks the browser, which asks the player."""
    texts = [None, ENDING.partition("\n")[2]]

    class Later(DiskExchange):
        def paste(self, _gem: Gem) -> str | None:
            return None

        def pasted(self) -> str | None:
            return texts.pop(0)

    game = Game(42, folder=tmp_path)
    game.program.play.exchange = Later(game.machine, tmp_path, Outputs())
    game.choose("paste position")
    for start in (False, True):
        game.machine.send(Message(Msg.VA_START), game.gem.appl_init())
        game.machine.settle()
        assert (game.session.start is not None) is start


@pytest.mark.parametrize(
    ("link", "words"), [("#vierfrei/123456/", ""), ("https://a.example/b/#vierfrei/123456/1a2b", "1a 2b")]
)
def test_a_pasted_link_is_its_game_with_its_moves(link: str, words: str, tmp_path: Path) -> None:
    game = pasting(Game, link, tmp_path)
    assert (game.session.number, game.session.start, " ".join(game.words)) == (123456, None, words)
    assert game.alerts == []


@pytest.mark.parametrize("link", ["#freecell/1/", "#vierfrei/123456/1z", "#vierfrei/x/"])
def test_a_link_that_is_no_game_of_the_program_is_refused(link: str, tmp_path: Path) -> None:
    game = pasting(Game, link, tmp_path)
    assert (game.session.number, len(game.alerts)) == (42, 1)


@cell_games
def test_the_pasted_start_of_a_numbered_deal_is_that_game(kind: Hands, tmp_path: Path) -> None:
    game = pasting(kind, kind(617).board.text(), tmp_path)
    assert (game.session.number, game.session.start) == (617, None)
    assert game.program.table.title == f"{game.game.title} #617"


WHOLE = STUCK.partition("\n")[2]


@pytest.mark.parametrize(
    ("lang", "text", "says"),
    [
        ("de", " \n", "Die Zwischenablage ist leer."),
        ("en", "", "The clipboard is empty."),
        ("de", "Eier, Milch\n", "Zeile 1 passt nicht: Eier, Milch"),
        ("en", WHOLE.replace("8D\n", "8D 1X\n"), "Line 4 does not fit: 4S 4D 5C 5H 5S 5D 8D 1X"),
        ("de", WHOLE.replace("AC AH", "AC AC AH"), "Kreuz-Ass ist 2-mal da."),
        ("en", WHOLE.replace("AC AH", "AC AC AH"), "The ace of clubs appears 2 times."),
        ("de", WHOLE.replace("AC AH", "AC"), "Herz-Ass fehlt."),
        ("en", WHOLE.replace("AC AH", "AC"), "The ace of hearts is missing."),
        ("de", WHOLE.replace("AC AH ", ""), "Es fehlen 2 Karten, auch Kreuz-Ass."),
        ("en", "KC\n", "51 cards are missing, also the ace of clubs."),
        ("en", "KC KD]|[" * 999, "Line 1 does not fit: KC KD"),
    ],
)
def test_a_faulty_text_is_explained_and_the_game_stays(lang: str, text: str, says: str, tmp_path: Path) -> None:
    game = pasting(Game, text, tmp_path, lang)
    assert says in " ".join(game.asked.replace("|", " ").split())
    game.key("Return")
    assert (game.session.number, game.session.start) == (42, None)


def test_a_missing_clipboard_is_reported_after_the_question(tmp_path: Path) -> None:
    game = Game(42, lang="en", folder=tmp_path)
    game.choose("paste position")
    assert "there is no clipboard" in game.asked
    player = Player(42, lang="en", folder=tmp_path)
    player.program.play.exchange = DiskExchange(player.machine, tmp_path, Outputs(), paste=lambda: WHOLE)
    make(player.session, "1a")
    player.choose("paste position")
    assert "42 is not finished" in player.asked
