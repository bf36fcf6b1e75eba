"""The file selector: paths, masks and the order of its list, what the user does in it, and how it looks."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gemport.gem.aes.constants import LANGUAGE, Msg
from gemport.gem.aes.fsel import ROWS, Folder, Part, Path, find, listed, parse_path
from gemport.gem.aes.fsel import build as build_box
from gemport.gem.aes.keys import key_press
from gemport.gem.aes.objects import object_rect
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.png import read_png
from tests.gem.aes.desk import ALL, Call, Desk, changed
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
    assert parse_path(text) == Path(folders, mask)
    assert parse_path(str(parse_path(text))) == Path(folders, mask)


def test_folders_are_found_whatever_their_letters_case() -> None:
    inner, exact = files("x"), files("y")
    top = Fake({"Games": Fake({"Cards": inner, "cards": exact}), "FILE": None})
    assert find(top, ()) is top
    assert find(top, ("GAMES", "CARDS")) is inner
    assert find(top, ("games", "cards")) is exact
    for wrong in (("none",), ("file",), ("FILE", "x"), ("Games", "none", "deeper")):
        assert find(top, wrong) is None


def test_folders_come_first_and_each_kind_in_the_alphabets_order() -> None:
    top = Fake({"b.txt": None, "Zoo": files(), "A.TXT": None, "art": files(), "C": None})
    assert listed(top, "*.*") == [("art", True), ("Zoo", True), ("A.TXT", False), ("b.txt", False), ("C", False)]


@pytest.mark.parametrize(
    ("mask", "names"),
    [
        ("*.RSC", ["A.RSC", "b.rsc"]),
        ("*.*", ["A.RSC", "A1.DAT", "b.rsc", "NODOT"]),
        ("*", ["A.RSC", "A1.DAT", "b.rsc", "NODOT"]),
        ("A?.*", ["A1.DAT"]),
        ("?.rsc", ["A.RSC", "b.rsc"]),
        ("a.[r]sc", []),
    ],
)
def test_masks_choose_files_and_never_hide_folders(mask: str, names: list[str]) -> None:
    top = Fake({**dict.fromkeys(["b.rsc", "A.RSC", "A1.DAT", "NODOT"]), "SUB": files()})
    assert [entry.name for entry in listed(top, mask)] == ["SUB", *names]


def test_names_that_cannot_be_shown_or_edited_are_left_out() -> None:
    top = files("x" * 28, "x" * 29, "@home", "a\\b", "line\nfeed", "日本", "Größe")
    assert [entry.name for entry in listed(top, "*.*")] == ["Größe", "x" * 28]


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

    def push(self, part: int) -> None:
        self.click(*self.middle(part))

    def push_twice(self, part: int) -> None:
        self.double_click(*self.middle(part))

    def type(self, *names: str) -> None:
        self.keys(*(key_press(name).word for name in names))

    def looks(self, part: int) -> tuple[int, ...]:
        """The pixels of a part, to be compared."""
        rect = self.rects[part]
        rows = self.picture().rows[rect.y : rect.bottom]
        shift = self.picture().stride - rect.right
        return tuple(row >> shift & (1 << rect.w) - 1 for row in rows)


@pytest.fixture
def chooser() -> Chooser:
    return Chooser()


def row(number: int) -> int:
    """The list's line, counted from 0: two folders, then the cards."""
    return Part.ROW + number


def test_a_click_chooses_and_ok_ends(chooser: Chooser) -> None:
    call = chooser.ask("A:\\*.*")
    chooser.push(row(3))
    assert not call.done
    chooser.push(Part.OK)
    assert call.result == ("\\*.*", "CARD01.IMG", 1)


def test_a_double_click_chooses_and_ends(chooser: Chooser) -> None:
    call = chooser.ask()
    chooser.push_twice(row(4))
    assert call.result == ("\\*.*", "CARD02.IMG", 1)


def test_cancel_returns_what_stood_there(chooser: Chooser) -> None:
    call = chooser.ask("\\GAMES\\*.TXT", "NEW.TXT")
    chooser.push(Part.CANCEL)
    assert call.result == ("\\GAMES\\*.TXT", "NEW.TXT", 0)


@pytest.mark.parametrize("keys", [["Undo"], ["Esc", "Esc"], ["Up", "Undo"]])
def test_undo_and_a_second_esc_cancel(chooser: Chooser, keys: list[str]) -> None:
    """Esc empties the field first; the selector was the only box that keys could not leave without choosing."""
    call = chooser.ask("\\GAMES\\*.TXT", "NEW.TXT")
    chooser.type(*keys[:-1])
    assert not call.done
    chooser.type(keys[-1])
    assert call.done
    assert call.result.button == 0


def test_it_speaks_the_machines_language(chooser: Chooser) -> None:
    chooser.machine.environment[LANGUAGE] = "de"
    chooser.ask()
    german = [chooser.looks(part) for part in (Part.PATH_LABEL, Part.NAME_LABEL, Part.CANCEL)]
    chooser.push(Part.CANCEL)
    chooser.machine.environment[LANGUAGE] = "fr"
    chooser.ask()
    other = [chooser.looks(part) for part in (Part.PATH_LABEL, Part.NAME_LABEL, Part.CANCEL)]
    assert all(one != two for one, two in zip(german, other, strict=True))
    words = [build_box("", "de")[part].ob_spec for part in (Part.PATH_LABEL, Part.NAME_LABEL, Part.CANCEL)]
    assert words == ["Ordner:", "Auswahl:", "Abbruch"]


def test_a_new_name_is_typed_and_return_is_ok(chooser: Chooser) -> None:
    call = chooser.ask("\\GAMES\\*.TXT", "OLD.TXT")
    chooser.type("Esc", *"New.txt", "Return")
    assert call.result == ("\\GAMES\\*.TXT", "New.txt", 1)


def test_folders_are_opened_and_the_closer_goes_up_again(chooser: Chooser) -> None:
    call = chooser.ask()
    at_the_top = chooser.picture()
    chooser.push(row(0))
    chooser.push(row(0))
    chooser.push(row(0))
    chooser.push(Part.CLOSER)
    chooser.push(Part.CLOSER)
    chooser.push(Part.CLOSER)
    chooser.push(row(1))
    assert chooser.machine.bells == 1
    chooser.push(Part.CLOSER)
    chooser.push(row(0))
    chooser.push(row(1))
    chooser.push(Part.OK)
    assert call.result == ("\\GAMES\\*.*", "SCORES.TXT", 1)
    chooser.ask()
    assert chooser.picture() == at_the_top


def test_a_button_that_is_held_opens_one_folder_only(chooser: Chooser) -> None:
    call = chooser.ask()
    chooser.press(*chooser.middle(row(0)))
    chooser.machine.advance(5000)
    chooser.release()
    chooser.push(Part.CANCEL)
    assert call.result.path == "\\GAMES\\*.*"


def test_a_path_that_was_typed_is_read_before_ok_means_ok(chooser: Chooser) -> None:
    call = chooser.ask("\\*.*", "X")
    chooser.type("Up", "Esc", *"a:\\games\\*.txt", "Return")
    assert not call.done
    chooser.push(row(1))
    chooser.push(Part.OK)
    assert call.result == ("\\games\\*.txt", "SCORES.TXT", 1)


def test_what_is_clicked_in_a_list_that_is_out_of_date_does_not_count(chooser: Chooser) -> None:
    call = chooser.ask("\\*.*", "X")
    chooser.type("Up", "Backspace", "Backspace", "Backspace", *"*.RSC")
    chooser.push_twice(row(3))
    assert not call.done
    chooser.push(row(2))
    chooser.push(Part.OK)
    assert call.result == ("\\*.RSC", "VIERFREI.RSC", 1)


def test_the_mask_bar_reads_the_folder_again(chooser: Chooser) -> None:
    call = chooser.ask()
    chooser.type("Up", "Backspace", "Backspace", "Backspace", *"*.RSC")
    chooser.push(Part.MASK)
    chooser.push(row(2))
    chooser.push(Part.MASK)
    chooser.push(Part.OK)
    assert call.result == ("\\*.RSC", "VIERFREI.RSC", 1)


def test_a_file_of_another_folder_is_chosen_no_longer(chooser: Chooser) -> None:
    call = chooser.ask()
    chooser.push(row(3))
    chooser.push(row(0))
    unchosen = chooser.looks(Part.NAME)
    chooser.push(Part.OK)
    assert call.result == ("\\GAMES\\*.*", "", 1)
    chooser.ask("\\GAMES\\*.*")
    assert chooser.looks(Part.NAME)[4:] == unchosen[4:]


def test_an_empty_path_is_the_top_folder(chooser: Chooser) -> None:
    call = chooser.ask("\\GAMES\\*.TXT")
    chooser.type("Up", "Esc", "Return", "Return")
    assert call.result == ("\\*.*", "", 1)


def test_a_folder_that_is_not_there_is_not_returned(chooser: Chooser) -> None:
    call = chooser.ask("\\*.*", "X")
    chooser.type("Up", "Esc", *"\\nowhere\\*.*", "Return", "Return")
    assert (call.done, chooser.machine.bells) == (False, 2)
    chooser.push(Part.OK)
    assert (call.done, chooser.machine.bells) == (False, 3)
    chooser.push(Part.CANCEL)
    assert call.result == ("\\nowhere\\*.*", "", 0)


@pytest.mark.parametrize("path", ["\\NOWHERE\\*.*", "\\Locked\\*.*", "\\VIERFREI.RSC\\*.*"])
def test_a_folder_that_is_not_there_rings_and_shows_an_empty_list(chooser: Chooser, path: str) -> None:
    call = chooser.ask(path, "X")
    chooser.machine.settle()
    assert chooser.machine.bells == 1
    assert not any(any(chooser.looks(row(number))[1:-1]) for number in range(ROWS))
    chooser.push_twice(row(0))
    chooser.push(Part.CLOSER)
    chooser.push(row(2))
    chooser.push(Part.OK)
    assert call.result == ("\\*.*", "CARD00.IMG", 1)


def test_a_long_path_shows_its_end_and_stays_whole(chooser: Chooser) -> None:
    names = ["A folder with a long name", "Another with a longer name", "Deep"]
    folder: Fake = files("FILE")
    for name in reversed(names):
        folder = Fake({name: folder})
    chooser.machine.folder = folder
    call = chooser.ask()
    for _ in names:
        chooser.push(row(0))
    chooser.push_twice(row(0))
    assert call.result == ("\\" + "\\".join([*names, "*.*"]), "FILE", 1)


# ---- scrolling: 23 entries in 9 lines


def first_shown(chooser: Chooser, call: Call) -> str:
    """The name in the list's top line, which ends the selector."""
    chooser.push_twice(row(0))
    return str(call.result.name)


def test_an_arrow_scrolls_by_a_line_and_goes_on_while_it_is_held(chooser: Chooser) -> None:
    call = chooser.ask()
    for _ in range(4):
        chooser.push(Part.DOWN)
    chooser.push(Part.UP)
    assert first_shown(chooser, call) == "CARD01.IMG"
    call = chooser.ask()
    chooser.press(*chooser.middle(Part.DOWN))
    # 220 until it is no double click, 220 until it is held, then a line every 40.
    chooser.machine.advance(220 + 220 + 4 * 40)
    chooser.release()
    chooser.machine.settle()
    assert first_shown(chooser, call) == "CARD04.IMG"


def test_a_held_arrow_rests_while_the_pointer_is_elsewhere(chooser: Chooser) -> None:
    call = chooser.ask()
    second_line = chooser.looks(row(1))
    chooser.press(*chooser.middle(Part.DOWN))
    chooser.machine.advance(220)
    chooser.to(10, 300)
    chooser.machine.advance(5000)
    chooser.release()
    # The second line was the other folder.
    assert chooser.looks(row(0)) == second_line
    chooser.push(Part.CANCEL)
    assert call.done


def test_scrolling_ends_at_both_ends(chooser: Chooser) -> None:
    call = chooser.ask()
    chooser.press(*chooser.middle(Part.DOWN))
    chooser.machine.advance(5000)
    chooser.release()
    assert first_shown(chooser, call) == "CARD12.IMG"
    call = chooser.ask()
    before = chooser.looks(Part.LIST)
    chooser.push(Part.UP)
    assert chooser.looks(Part.LIST) == before
    chooser.push(Part.CANCEL)
    assert call.done


def test_the_track_scrolls_by_a_page_towards_the_pointer(chooser: Chooser) -> None:
    call = chooser.ask()
    track = chooser.rects[Part.TRACK]
    chooser.click(track.x + 5, track.bottom - 3)
    assert first_shown(chooser, call) == "CARD07.IMG"


def test_a_held_track_stops_when_the_elevator_is_under_the_pointer(chooser: Chooser) -> None:
    call = chooser.ask()
    track = chooser.rects[Part.TRACK]
    chooser.press(track.x + 5, track.y + track.h // 2 + 5)
    chooser.machine.advance(5000)
    chooser.release()
    assert first_shown(chooser, call) == "CARD07.IMG"


def test_the_wheel_turns_the_list(chooser: Chooser) -> None:
    call = chooser.ask()
    chooser.machine.wheel(2)
    chooser.machine.wheel(-1)
    assert first_shown(chooser, call) == "CARD01.IMG"


@pytest.mark.parametrize(("to", "name"), [(399, "CARD12.IMG"), (30, "CARD04.IMG")])
def test_the_elevator_is_dragged(chooser: Chooser, to: int, name: str) -> None:
    call = chooser.ask()
    track = chooser.rects[Part.TRACK]
    chooser.press(track.x + 5, track.y + 5)
    chooser.machine.advance(220)
    chooser.to(track.x + 5, track.y + 5 + to)
    chooser.release()
    chooser.machine.settle()
    assert first_shown(chooser, call) == name


# ---- around it


def test_windows_below_are_asked_to_draw_and_everything_is_free_again(chooser: Chooser) -> None:
    handle = chooser.open(100, 60, 400, 250, ALL)
    before = chooser.picture()
    call = chooser.ask()
    assert changed(before, chooser.picture()) is not None
    chooser.push(Part.CANCEL)
    assert call.done
    assert {m.handle for m in chooser.take(Msg.WM_REDRAW)} == {handle}
    chooser.click(109, 69)
    assert [m.handle for m in chooser.take(Msg.WM_CLOSED)] == [handle]


def test_on_the_bare_desktop_nothing_of_it_stays(chooser: Chooser) -> None:
    before = chooser.picture()
    chooser.ask()
    chooser.push(Part.CANCEL)
    assert chooser.picture() == before


def test_a_program_that_is_to_end_is_told_so_in_it(chooser: Chooser) -> None:
    before = chooser.picture()
    chooser.ask()
    chooser.machine.request_quit()
    assert chooser.machine.finished
    rect = GRect(0, 19, 640, 381)
    assert before.rows[rect.y : rect.bottom] == chooser.picture().rows[rect.y : rect.bottom]


def test_without_a_folder_nothing_can_be_chosen(chooser: Chooser) -> None:
    chooser.machine.folder = None
    before = chooser.picture()
    assert chooser.do(lambda: chooser.gem.fsel_exinput("\\*.*", "X", "Load")) == ("\\*.*", "X", 0)
    assert chooser.picture() == before


def test_it_is_used_by_keys_alone(chooser: Chooser) -> None:
    chooser.to(300, 200)
    call = chooser.ask()
    for part in (row(3), Part.OK):
        x, y = chooser.middle(part)
        state = chooser.gem.graf_mkstate()
        steps = [
            ("Right" if x > state.x else "Left", abs(x - state.x)),
            ("Down" if y > state.y else "Up", abs(y - state.y)),
        ]
        for name, distance in steps:
            for _ in range(distance):
                chooser.machine.key(*key_press(f"Alt+Shift+{name}"))
        chooser.machine.key(*key_press("Alt+Insert"))
        chooser.machine.settle()
    assert call.result == ("\\*.*", "CARD01.IMG", 1)


def test_others_wait_and_messages_stay_for_later(chooser: Chooser) -> None:
    call = chooser.ask()
    chooser.machine.send(Message(0x4711))
    chooser.push(Part.CANCEL)
    assert call.done
    assert [m.type for m in chooser.take() if m.type == 0x4711] == [0x4711]


def test_it_looks_as_it_did_when_it_was_looked_at(chooser: Chooser) -> None:
    chooser.ask("\\*.*", "")
    chooser.push(Part.DOWN)
    chooser.push(row(4))
    chooser.to(20, 380)
    assert tuple(chooser.picture().rows) == read_png((PICTURES / "selector.png").read_bytes()).rows
