"""The file selector: paths, masks and the order of its list, its use and its look."""

from collections.abc import Mapping

import pytest

from gemport.gem import Folder, GRect, Message, Msg, object_rect, read_png
from gemport.gem.aes.constants import LANGUAGE
from gemport.gem.aes.fsel import ROWS, FselPart, SelectorPath, find, listed, parse_path
from gemport.gem.aes.fsel import build as build_box
from gemport.gem.aes.keys import key_press
from gemport.gem.aes.objects import OUTLINE
from tests.gem.aes.desk import ALL, PLAIN, Call, Desk, changed
from tests.places import ROOT


class Fake:
    """A folder that a test makes up; it cannot be read if it is ``broken``."""

    def __init__(self, entries: Mapping[str, Folder | None], broken: bool = False) -> None:
        self._entries = entries
        self.broken = broken

    def entries(self) -> Mapping[str, Folder | None]:
        if self.broken:
            raise PermissionError("not yours")
        return self._entries


def files(*names: str) -> Fake:
    return Fake(dict.fromkeys(names))


@pytest.mark.parametrize(
    ("text", "folders", "mask"),
    [
        ("\\*.RSC", (), "*.RSC"),
        ("A:\\GAMES\\CARDS\\*.DAT", ("GAMES", "CARDS"), "*.DAT"),
        ("c:*.*", (), "*.*"),
        ("\\GAMES\\", ("GAMES",), "*.*"),
        ("GAMES\\\\X.?", ("GAMES",), "X.?"),
        ("", (), "*.*"),
    ],
)
def test_a_path_is_folders_and_a_mask(text: str, folders: tuple[str, ...], mask: str) -> None:
    assert parse_path(text) == SelectorPath(folders, mask)
    assert parse_path(str(parse_path(text))) == SelectorPath(folders, mask)


def test_folders_are_found_whatever_their_letters_case() -> None:
    inner, exact = files("x"), files("y")
    top = Fake({"Games": Fake({"Cards": inner, "cards": exact}), "FILE": None})
    assert find(top, ()) is top
    assert find(top, ("GAMES", "CARDS")) is inner
    assert find(top, ("games", "cards")) is exact
    for wrong in (("none",), ("file",), ("FILE", "x"), ("Games", "none", "deeper")):
        assert find(top, wrong) is None


SUB = {"SUB": files()}


@pytest.mark.parametrize(
    ("entries", "mask", "names"),
    [
        # folders precede files, each in alphabetical order
        ({"b.txt": None, "Zoo": files(), "A.TXT": None, "art": files(), "C": None}, "*.*", "art Zoo A.TXT b.txt C"),
        # masks choose files, and never hide folders
        *(
            (SUB | dict.fromkeys(["b.rsc", "A.RSC", "A1.DAT", "NODOT"]), mask, f"SUB {names}".strip())
            for mask, names in (
                ("*.RSC", "A.RSC b.rsc"),
                ("*.*", "A.RSC A1.DAT b.rsc NODOT"),
                ("*", "A.RSC A1.DAT b.rsc NODOT"),
                ("A?.*", "A1.DAT"),
                ("?.rsc", "A.RSC b.rsc"),
                ("a.[r]sc", ""),
            )
        ),
        # a mask of many stars is tried in one way: in all ways there are it would take for hours
        (dict.fromkeys(f"{'A' * 26}{number:02}" for number in range(100)), "*A" * 13 + "*B", ""),
        # names that cannot be shown or edited are left out
        (
            dict.fromkeys(["x" * 28, "x" * 29, "@home", "a\\b", "line\nfeed", "日本", "Größe"]),
            "*.*",
            "Größe " + "x" * 28,
        ),
    ],
)
def test_a_folder_is_listed_by_a_mask(entries: dict[str, Folder | None], mask: str, names: str) -> None:
    found = listed(Fake(entries), mask)
    assert [entry.name for entry in found] == names.split()
    assert [folder for _, folder in found] == [entries[name] is not None for name, _ in found]


# ---- the dialog


PICTURES = ROOT / "tests" / "data" / "fsel"
CARDS = [f"CARD{number:02}.IMG" for number in range(20)]


def tree_of_folders() -> Fake:
    locked = Fake({}, broken=True)
    games = Fake({"SAVED": files("OLD.TXT"), "SCORES.TXT": None})
    return Fake({"GAMES": games, "Locked": locked, "VIERFREI.RSC": None, **dict.fromkeys(CARDS)})


class Chooser(Desk):
    """A program that has called the file selector, and the user's hands in it."""

    def __init__(self) -> None:
        super().__init__()
        self.machine.folder = tree_of_folders()
        box = build_box("")
        self.gem.form_center(box)
        self.rects = {part: object_rect(box, part) for part in range(len(box))}

    def ask(self, path: str = "\\*.*", name: str = "") -> Call:
        return self.call(lambda: self.gem.fsel_input(path, name))

    def middle(self, part: int) -> tuple[int, int]:
        rect = self.rects[part]
        return rect.x + rect.w // 2, rect.y + rect.h // 2

    def do_all(self, steps: str) -> None:
        """Do steps in turn: OK or ROW+3 clicks a part, ROW*2 twice; 'text types it, and :Esc presses a key."""
        for step in steps.split():
            if step[0] == "'":
                self.keys(*(key_press(letter).word for letter in step[1:]))
            elif step[0] == ":":
                self.keys(key_press(step[1:]).word)
            else:
                name, _, row = step.removesuffix("*2").partition("+")
                self.click(*self.middle(FselPart[name] + int(row or 0)), times=1 + step.endswith("*2"))

    def looks(self, part: int) -> tuple[int, ...]:
        """The pixels of a part, to be compared."""
        rect = self.rects[part]
        rows = self.picture().rows[rect.y : rect.bottom]
        shift = self.picture().stride - rect.right
        return tuple(row >> shift & (1 << rect.w) - 1 for row in rows)


@pytest.fixture
def chooser() -> Chooser:
    return Chooser()


# The list's lines are two folders, GAMES and Locked, and the cards; in GAMES are SAVED and SCORES.TXT.


@pytest.mark.parametrize(
    ("path", "name", "steps", "result"),
    [
        # a click chooses and OK ends; a double click does both
        ("A:\\*.*", "", "ROW+3 OK", ("\\*.*", "CARD01.IMG", 1)),
        ("\\*.*", "", "ROW+4*2", ("\\*.*", "CARD02.IMG", 1)),
        # Cancel and its keys return the original path; Esc first empties a field
        *(
            ("\\GAMES\\*.TXT", "NEW.TXT", steps, ("\\GAMES\\*.TXT", name, 0))
            for steps, name in (
                ("CANCEL", "NEW.TXT"),
                (":Undo", "NEW.TXT"),
                (":Up :Undo", "NEW.TXT"),
                (":Esc :Esc", ""),
            )
        ),
        # a new name is typed, and Return is OK
        ("\\GAMES\\*.TXT", "OLD.TXT", ":Esc 'New.txt :Return", ("\\GAMES\\*.TXT", "New.txt", 1)),
        # folders are opened, and the closer goes up again
        ("\\*.*", "", "ROW ROW+1 OK", ("\\GAMES\\*.*", "SCORES.TXT", 1)),
        ("\\*.*", "", "ROW ROW ROW CLOSER CLOSER CLOSER ROW+2 OK", ("\\*.*", "CARD00.IMG", 1)),
        ("\\GAMES\\SAVED\\*.*", "", "CLOSER ROW+1 OK", ("\\GAMES\\*.*", "SCORES.TXT", 1)),
        # OK first reads a typed path
        ("\\*.*", "X", ":Up :Esc 'a:\\games\\*.txt :Return ROW+1 OK", ("\\games\\*.txt", "SCORES.TXT", 1)),
        # clicks in an outdated list are ignored
        ("\\*.*", "X", ":Up :Backspace :Backspace :Backspace '*.RSC ROW+3*2 ROW+2 OK", ("\\*.RSC", "VIERFREI.RSC", 1)),
        # the mask bar reads the folder again
        ("\\*.*", "", ":Up :Backspace :Backspace :Backspace '*.RSC MASK ROW+2 MASK OK", ("\\*.RSC", "VIERFREI.RSC", 1)),
        # rows below the last entry are empty
        ("\\GAMES\\*.*", "X", "ROW+2 ROW+8 OK", ("\\GAMES\\*.*", "X", 1)),
        # a file of another folder is chosen no longer
        ("\\*.*", "", "ROW+3 ROW OK", ("\\GAMES\\*.*", "", 1)),
        # an empty path is the top folder
        ("\\GAMES\\*.TXT", "", ":Up :Esc :Return :Return", ("\\*.*", "", 1)),
        # a folder that is not there is not returned; its list is empty, and up there is one
        ("\\*.*", "X", ":Up :Esc '\\nowhere\\*.* :Return :Return OK CANCEL", ("\\nowhere\\*.*", "", 0)),
        *(
            (f"\\{wrong}\\*.*", "X", "ROW*2 CLOSER ROW+2 OK", ("\\*.*", "CARD00.IMG", 1))
            for wrong in ("NOWHERE", "Locked", "VIERFREI.RSC")
        ),
        # Tab and the arrow down lead into the list: Return opens a folder and takes a file, Backspace goes up
        ("\\*.*", "", ":Tab :Return :Down :Return", ("\\GAMES\\*.*", "SCORES.TXT", 1)),
        ("\\*.*", "", ":Down :Return :Backspace :Down :Down :Return", ("\\*.*", "CARD00.IMG", 1)),
        ("\\*.*", "", ":Tab :Shift+Home :Up :Return", ("\\*.*", "CARD19.IMG", 1)),
        # back in the field the name is there as before, and a letter goes on with it
        *(
            ("\\*.*", "NEW", f":Tab :Down :Down {back} 'T :Return", ("\\*.*", "NEWT", 1))
            for back in (":Tab", ":Up :Up :Up", ":Esc", "")
        ),
        ("\\*.*", "NEW", ":Tab :Down :Undo", ("\\*.*", "NEW", 0)),
        ("\\*.*", "", ":Tab :Down :Return CANCEL", ("\\Locked\\*.*", "", 0)),
        # the list scrolls with the chosen line
        ("\\*.*", "", ":Tab :Shift+Down :Down ROW*2", ("\\*.*", "CARD00.IMG", 1)),
        # the mouse takes over from the keys
        ("\\*.*", "", ":Tab :Down ROW+4 :Return", ("\\*.*", "CARD02.IMG", 1)),
        # only the closer works in an empty list
        *(
            ("\\GAMES\\SAVED\\*.IMG", "X", f":Tab {up} :Backspace :Down :Down :Return", ("\\*.IMG", "CARD00.IMG", 1))
            for up in (":Backspace", ":Return")
        ),
        # scrolling: 23 entries in 9 lines
        ("\\*.*", "", "DOWN DOWN DOWN DOWN UP ROW*2", ("\\*.*", "CARD01.IMG", 1)),
    ],
)
def test_the_selector_ends_with_the_last_step(
    chooser: Chooser, path: str, name: str, steps: str, result: tuple[str, str, int]
) -> None:
    call = chooser.ask(path, name)
    *before, last = steps.split()
    chooser.do_all(" ".join(before))
    assert not call.done
    chooser.do_all(last)
    assert call.result == result


@pytest.mark.parametrize(
    ("path", "steps", "bells"),
    [
        ("\\*.*", "ROW CLOSER ROW+1", 1),
        ("\\*.*", ":Up :Esc '\\nowhere\\*.* :Return :Return OK", 3),
        *((f"\\{wrong}\\*.*", "", 1) for wrong in ("NOWHERE", "Locked", "VIERFREI.RSC")),
    ],
)
def test_a_folder_that_is_not_there_rings_and_shows_an_empty_list(
    chooser: Chooser, path: str, steps: str, bells: int
) -> None:
    call = chooser.ask(path)
    chooser.do_all(steps)
    assert (chooser.machine.bells, call.done) == (bells, False)
    assert not any(any(chooser.looks(FselPart.ROW + number)[1:-1]) for number in range(ROWS))


def test_the_next_selector_looks_as_the_first_one_did(chooser: Chooser) -> None:
    chooser.ask()
    at_the_top = chooser.picture()
    chooser.do_all("ROW ROW+1 OK")
    chooser.ask()
    assert chooser.picture() == at_the_top
    chooser.do_all("ROW+3 ROW")
    unchosen = chooser.looks(FselPart.NAME)
    chooser.do_all("CANCEL")
    chooser.ask("\\GAMES\\*.*")
    assert chooser.looks(FselPart.NAME)[4:] == unchosen[4:]


def test_in_an_empty_list_the_keys_are_on_the_closer(chooser: Chooser) -> None:
    chooser.ask("\\GAMES\\SAVED\\*.IMG")
    before = chooser.looks(FselPart.CLOSER)
    chooser.do_all(":Tab")
    assert chooser.looks(FselPart.CLOSER) != before


def test_it_speaks_the_machines_language(chooser: Chooser) -> None:
    looks, parts = [], (FselPart.PATH_LABEL, FselPart.NAME_LABEL, FselPart.CANCEL)
    for language in ("de", "fr"):
        chooser.machine.environment[LANGUAGE] = language
        chooser.ask()
        looks.append([chooser.looks(part) for part in parts])
        chooser.do_all("CANCEL")
    assert all(one != two for one, two in zip(*looks, strict=True))
    assert [build_box("", "de")[part].ob_spec for part in parts] == ["Ordner:", "Auswahl:", "Abbruch"]


def test_a_long_path_shows_its_end_and_stays_whole(chooser: Chooser) -> None:
    names = ["A folder with a long name", "Another with a longer name", "Deep"]
    folder: Fake = files("FILE")
    for name in reversed(names):
        folder = Fake({name: folder})
    chooser.machine.folder = folder
    call = chooser.ask()
    chooser.do_all("ROW ROW ROW ROW*2")
    assert call.result == ("\\" + "\\".join([*names, "*.*"]), "FILE", 1)


# ---- the slider


def first_shown(chooser: Chooser, call: Call) -> str:
    """The name in the list's top line, which ends the selector."""
    chooser.do_all("ROW*2")
    return str(call.result.name)


@pytest.mark.parametrize(
    ("part", "down", "ms", "to", "name"),
    [
        # 220 until it is no double click, 220 until it is held, then a line every 40; scrolling ends at the last line
        (FselPart.DOWN, None, 220 + 220 + 4 * 40, None, "CARD04.IMG"),
        (FselPart.DOWN, None, 5000, None, "CARD12.IMG"),
        # the track scrolls by a page towards the pointer, and held, until the elevator is under it
        (FselPart.TRACK, -3, 0, None, "CARD07.IMG"),
        (FselPart.TRACK, None, 5000, None, "CARD07.IMG"),
        # the elevator is dragged
        (FselPart.TRACK, 5, 220, 399, "CARD12.IMG"),
        (FselPart.TRACK, 5, 220, 30, "CARD04.IMG"),
    ],
)
def test_arrows_and_track_scroll(
    chooser: Chooser, part: FselPart, down: int | None, ms: int, to: int | None, name: str
) -> None:
    call = chooser.ask()
    rect = chooser.rects[part]
    y = rect.y + (rect.h // 2 + 5 * (part == FselPart.TRACK) if down is None else down % rect.h)
    chooser.press(rect.x + 5, y)
    chooser.machine.advance(ms)
    if to is not None:
        chooser.to(rect.x + 5, y + to)
    chooser.release()
    chooser.machine.settle()
    assert first_shown(chooser, call) == name


def test_the_wheel_turns_the_list_and_leaves_the_field(chooser: Chooser) -> None:
    call = chooser.ask()
    field = chooser.machine.field
    chooser.machine.wheel(2)
    chooser.machine.wheel(-1)
    assert chooser.machine.field is field
    assert first_shown(chooser, call) == "CARD01.IMG"


# ---- around it


def test_the_host_knows_the_box_its_field_and_its_list(chooser: Chooser) -> None:
    machine, work, frame = chooser.machine, (300, 120), (109, 69)
    chooser.open(*GRect(100, 60, 400, 250), ALL)
    assert (machine.scrolls(*work), machine.scrolls(*frame)) == (True, False)
    machine.speech.on_say = lambda _sentence: None
    chooser.ask()
    for step, field in ("", FselPart.NAME), (":Up", FselPart.PATH):
        chooser.do_all(step)
        assert machine.box == (chooser.rects[FselPart.BOX].inset(-OUTLINE), chooser.rects[field])
    scrolling = {part for part in chooser.rects if machine.scrolls(*chooser.middle(part))}
    assert scrolling - {FselPart.BOX} == {FselPart.LIST, *range(FselPart.ROW, FselPart.ROW + ROWS)}
    assert not machine.scrolls(*frame)
    chooser.do_all("CANCEL")
    assert (machine.box, machine.scrolls(*work)) == (None, True)
    chooser.open(100, 60, 400, 250, PLAIN)
    assert not machine.scrolls(*work)


def test_windows_below_are_asked_to_draw_and_everything_is_free_again(chooser: Chooser) -> None:
    handle = chooser.open(100, 60, 400, 250, ALL)
    before = chooser.picture()
    chooser.ask()
    chooser.machine.send(Message(0x4711))
    assert changed(before, chooser.picture()) is not None
    chooser.do_all("CANCEL")
    told = chooser.take()
    assert {m.handle for m in told if m.type == Msg.WM_REDRAW} == {handle}
    assert [m.type for m in told if m.type != Msg.WM_REDRAW] == [0x4711]
    chooser.click(109, 69)
    assert [m.handle for m in chooser.take(Msg.WM_CLOSED)] == [handle]


def test_on_the_bare_desktop_nothing_of_it_stays_and_a_program_in_it_can_be_ended(chooser: Chooser) -> None:
    before = chooser.picture()
    chooser.ask()
    chooser.do_all("CANCEL")
    assert chooser.picture() == before
    chooser.ask()
    chooser.machine.request_quit()
    assert chooser.machine.finished
    assert before.rows[19:] == chooser.picture().rows[19:]


@pytest.mark.parametrize(
    ("steps", "name"),
    [("ROW", "NEW"), (":Esc 'OTHER ROW", "OTHER"), ("ROW+3 ROW", "NEW"), (":Esc 'GAMES ROW", "GAMES")],
)
def test_in_a_callers_folder_all_names_but_its_files_stay(chooser: Chooser, steps: str, name: str) -> None:
    call = chooser.call(lambda: chooser.gem.fsel_exinput("\\*.*", "NEW", "Save", tree_of_folders()))
    chooser.do_all(f"{steps} OK")
    assert call.result == ("\\GAMES\\*.*", name, 1)


def test_without_a_folder_nothing_can_be_chosen(chooser: Chooser) -> None:
    chooser.machine.folder = None
    before = chooser.picture()
    assert chooser.do(lambda: chooser.gem.fsel_exinput("\\*.*", "X", "Load")) == ("\\*.*", "X", 0)
    assert chooser.picture() == before


def test_it_looks_as_it_did_when_it_was_looked_at(chooser: Chooser) -> None:
    chooser.ask("\\*.*", "")
    chooser.do_all("DOWN ROW+4")
    chooser.to(20, 380)
    assert tuple(chooser.picture().rows) == read_png((PICTURES / "selector.png").read_bytes()).rows
