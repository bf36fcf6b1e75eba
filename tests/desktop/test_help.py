"""Help for a user: opening, scrolling, sizing and searching leave the same picture as a full redraw."""

import random
import time

import pytest
from compilers.images import write_img

from gemport.desktop.help import Screens, contents_pane
from gemport.gem import HCHAR, Arrowed, Bitmap, GRect, Machine, Message, Msg, Wf
from gemport.gem.aes.keys import HELP
from gemport.gem.formats.png import read_png
from tests.desktop.reader import MANUALS, Reader, manual
from tests.gem.aes.desk import artwork
from tests.hosts.xvfb import Program, wait_for
from tests.places import RECORDED


@pytest.fixture
def reader() -> Reader:
    reader = Reader()
    reader.open()
    return reader


def test_it_opens_from_the_menu_and_closes(reader: Reader) -> None:
    assert reader.window > 0
    assert reader.section == "Manual"
    reader.tell(Msg.WM_CLOSED)
    assert reader.window == 0
    reader.open()
    assert reader.window > 0
    reader.key("Ctrl+w")
    assert reader.window == 0
    reader.open()
    reader.machine.request_quit()
    assert reader.machine.finished


@pytest.mark.parametrize(
    ("size", "outer"),
    [((1280, 960), (270, 141, 740, 696)), ((640, 400), (0, 19, 640, 376)), ((100, 80), (0, 19, 228, 120))],
)
def test_it_opens_in_the_middle_or_fills_the_desktop(size: tuple[int, int], outer: tuple[int, ...]) -> None:
    """It shows full lines, at least four, of at least 24 columns."""
    reader = Reader(size)
    reader.open()
    assert reader.outer == outer
    reader.key("Space")
    assert (reader.top, reader.picture()) == (reader.rows - 1, reader.picture_drawn_again())


@pytest.mark.parametrize(("width", "contents"), [(463, 0), (464, 176)])
def test_the_contents_are_beside_a_page_of_34_columns_or_more(width: int, contents: int) -> None:
    assert contents_pane(GRect(7, 5, width, 70)) == (7, 5, contents, 70)


@pytest.mark.parametrize("lang", MANUALS)
def test_the_help_key_opens_the_chapter_of_the_program(lang: str) -> None:
    reader = Reader(lang=lang)
    reader.key("Help")
    assert reader.keys == [HELP]
    assert reader.section == "VIERFREI"
    assert reader.layout.lines[reader.top].text == "VIERFREI"


def test_a_chapter_near_the_end_is_the_one_read_though_it_is_not_uppermost() -> None:
    reader = Reader(text="# M\n" + 30 * "- x\n" + "## VIERFREI\nEnd")
    reader.key("Help")
    assert (reader.section, reader.top) == ("VIERFREI", 36 - 20)


def test_asked_again_it_comes_up_at_the_chapter() -> None:
    reader = Reader((1280, 960), beside=GRect(0, 20, 200, 100))
    reader.key("Help")
    reader.key("Home")
    reader.machine.speech.on_say = (said := list[str]()).append
    for _ in range(2):
        reader.click((100, 80))
        said.clear()
        reader.key("Help")
        assert (reader.section, said[-1][:9]) == ("VIERFREI", "VIERFREI ")
    assert reader.machine.gem().wind_get(0, Wf.WF_TOP).x == reader.window
    # When opened from the menu, it starts at the chapter of the top window's program.
    reader = Reader(beside=GRect(0, 20, 200, 100))
    reader.open()
    assert reader.section == "VIERFREI"


def test_keys_scroll(reader: Reader) -> None:
    rows, count = reader.rows, len(reader.layout.lines)
    last = count - rows
    for name, top in [
        ("Down", 1),
        ("Shift+Down", rows),
        ("Up", rows - 1),
        ("Shift+Up", 0),
        ("Up", 0),
        ("Space", rows - 1),
        ("Home", 0),
        ("Undo", last),
        ("Down", last),
    ]:
        reader.key(name)
        assert reader.top == top, name
    assert reader.slider() == (1000, 1000 * rows // count)


def test_left_and_right_go_from_chapter_to_chapter(reader: Reader) -> None:
    chapters = [section.title for section in manual() if section.level <= 2]
    seen = [reader.section]
    for _ in chapters[1:]:
        reader.key("Right")
        seen.append(reader.section)
    assert seen == chapters
    reader.key("Right", "Left")
    assert reader.section == chapters[-2]


LISTS = "# M\n" + "".join(f"## C{number}\n" + 30 * "- x\n" for number in range(3))
"""Line 2 is the title of the first chapter, line 35 the title of the second."""


def test_a_chapter_is_read_from_the_line_before_its_title() -> None:
    reader = Reader(text=LISTS)
    reader.open()
    read = []
    for _ in range(36):
        read.append(reader.section)
        reader.key("Down")
    assert read == ["M", *["C0"] * 33, *["C1"] * 2]
    reader.key("Home", "Right", "Right", "c")
    assert "c   (2 of 3;" in reader.info, "the title in the uppermost line"


def test_a_click_on_the_contents_goes_there(reader: Reader) -> None:
    pane = contents_pane(reader.work)
    row = next(row for row, entry in enumerate(reader.entries) if entry.text == "FreeCell")
    reader.click((pane.x + 20, pane.y + row * HCHAR + 5))
    assert reader.section == "FreeCell"
    assert reader.entries[row - 1].text == "VIERFREI"
    top = reader.top
    for at in ((pane.x + 20, pane.y + len(reader.entries) * HCHAR + 5), (pane.right + 50, pane.y + 5)):
        assert reader.work.contains(*at)
        reader.click(at)
    assert reader.top == top


def test_what_is_typed_is_found(reader: Reader) -> None:
    reader.key(*"talon")
    hits = reader.hits
    assert len(hits) > 3
    assert reader.top <= hits[0][0].line < reader.top + reader.rows
    for presses, number in ((0, 1), (2, 3), (len(hits) - 2, 1)):
        reader.key(*["Return"] * presses)
        assert f"talon   ({number} of {len(hits)};" in reader.info
    reader.key("Backspace", "Backspace")
    assert reader.search == "tal"
    reader.key("Esc", *"free", "Space", "p")
    assert reader.search == "free p"
    reader.key("Esc", *"tal")
    # A letter without a match rings the bell.
    reader.key("q")
    assert (reader.search, reader.bells) == ("tal", 1)
    reader.key("Esc")
    assert (reader.search, "talon" in reader.info) == ("", False)
    # It is the next one from the upper edge.
    reader.key("Home", *["Right"] * 3)
    top = reader.top
    reader.key(*"talon")
    found = next(number for number, hit in enumerate(hits, 1) if hit[0].line >= top)
    assert found > 1
    assert f"talon   ({found} of {len(hits)};" in reader.info


@pytest.mark.parametrize(("word", "top"), [("n16", 0), ("n17", 13), ("n99", 82)])
def test_what_is_found_comes_into_the_upper_third_of_the_page(word: str, top: int) -> None:
    """Unless it is in view above the last of the 20 lines. Number 0 is in line 2."""
    reader = Reader(text="# M\n" + "".join(f"- n{number:02}\n" for number in range(100)))
    reader.open()
    reader.key(*word)
    assert reader.top == top
    reader.key("Undo", "Esc", *"n60")
    assert reader.top == 56
    reader.key("x")
    assert (reader.search, reader.top, reader.bells) == ("n60", 56, 1)
    # After the last match comes the first.
    reader.key("Undo", "Esc", *"n0")
    assert ("(1 of 10;" in reader.info, reader.top) == (True, 0)


@pytest.mark.parametrize(("into", "after"), [(50, 50), (100, 69)])
def test_in_a_window_of_another_width_the_top_stays_in_its_section(into: int, after: int) -> None:
    reader = Reader(text="# M\n## Long\n" + 600 * "word " + "\n## Last\n" + 60 * "- x\n")
    reader.open()
    reader.tell(Msg.WM_SIZED, 0, 19, 1, 1)
    assert reader.work[2:] == (208, 64)
    start = reader.layout.starts[1]
    for _ in range(start + into):
        reader.key("Down")
    reader.tell(Msg.WM_SIZED, 0, 19, 400, 300)
    assert (reader.layout.starts, reader.top) == ([0, start, start + 70], start + after)
    lines = len(reader.layout.lines)
    assert reader.slider() == (1000 * reader.top // (lines - reader.rows), 1000 * reader.rows // lines)
    reader.tell(Msg.WM_SIZED, 0, 19, 1, 1)
    assert (reader.top, reader.picture()) == (start + after, reader.picture_drawn_again())
    reader.key("Undo")
    assert reader.top == len(reader.layout.lines) - 4


def test_only_lines_that_come_into_view_are_spoken(reader: Reader) -> None:
    short, said = Reader(text="# M\n\nOne\n\n- two"), list[str]()
    short.machine.speech.on_say = reader.machine.speech.on_say = said.append
    short.open()
    assert said[-2:] == ["", "M One two"]
    short.key("t")
    assert said[-1] == "two"
    for key in ("Down", "Up"):
        seen = range(reader.top, reader.top + reader.rows)
        reader.key(key)
        (line,) = {*range(reader.top, reader.top + reader.rows)} - {*seen}
        assert said[-1] == " ".join(run.text for run in reader.layout.lines[line].runs)


@pytest.mark.parametrize("seed", range(4))
def test_after_whatever_was_done_a_redraw_changes_nothing(seed: int) -> None:
    chance = random.Random(seed)
    reader = Reader(beside=GRect(300, 200, 300, 150))
    reader.open()
    names = ["Up", "Down", "Down", "Shift+Up", "Shift+Down", "Left", "Right", "Home", "Undo", "g", "a", "Esc", "Return"]
    for _ in range(25):
        match chance.randrange(5):
            case 0:
                place = [chance.randrange(0, 500), chance.randrange(20, 300)]
                reader.tell(Msg.WM_MOVED, *place, *reader.machine.gem().wind_get(reader.window, Wf.WF_CURRXYWH)[2:])
            case 1:
                at = reader.machine.gem().wind_get(reader.window, Wf.WF_CURRXYWH)
                reader.tell(Msg.WM_SIZED, at.x, at.y, chance.randrange(100, 640), chance.randrange(100, 380))
            case 2:
                reader.tell(Msg.WM_VSLID, chance.randrange(1001))
            case 3:
                # The other window may now cover half of the manual.
                reader.machine.send(Message(Msg.WM_TOPPED), reader.program_id)
                reader.machine.settle()
                reader.tell(Msg.WM_ARROWED, chance.choice([Arrowed.WA_DNLINE, Arrowed.WA_UPLINE, Arrowed.WA_DNPAGE]))
            case _:
                reader.tell(Msg.WM_TOPPED)
                reader.key(chance.choice(names))
        assert reader.picture() == reader.picture_drawn_again()


def parts_drawn(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> list[GRect]:
    """Return a list that collects all parts of the window painted from now on."""
    drawn: list[GRect] = []
    manual = reader.help.manual
    paint = manual.paint

    def noted(part: GRect) -> None:
        drawn.append(part)
        paint(part)

    monkeypatch.setattr(manual, "paint", noted)
    return drawn


SAMPLE = """# Every block
Words that are **bold**, *italic* or `code`, and enough of them for a second line.

| key | use |
|-|-|
| F1 | a long text in the last column of the table, on two lines |
| F10 | ends |

- a point
- another point

## Picture

![Screen](pictures/screen.png)

## Cards

![Two](cards/KC-QD.png)

![Cards](cards/KC.10H-5D-0-7S.8S-AC-2C-3C-4C-5C-6C-7C-8C-9C-10C-JC-QC.png)

### Source

```
  x = 1
```
"""


@pytest.mark.parametrize("keys", ["Down Down Down b o l", "Shift+Home"])
def test_every_block_looks_as_recorded(keys: str) -> None:
    reader = Reader(text=SAMPLE)
    reader.open()
    reader.key(*keys.split())
    recorded = read_png((RECORDED / "desktop" / f"manual_{keys.split()[-1].lower()}.png").read_bytes())
    assert reader.machine.frame(pointer=False).rows == list(recorded.rows)


def test_a_picture_is_shown_bit_for_bit() -> None:
    """Including pictures whose width is not a multiple of 16, and beyond the edge of the screen."""
    image = Bitmap(19, 3, (0b1000000000000000001, 0b1010101010101010101, 0b1111111110000000000))
    screens = Screens({"desktop/pictures/some.img": write_img(image)}.__getitem__)
    assert screens.cells("pictures/some.png") == (3, 1)
    machine = Machine(artwork())
    black = machine.gem().v_opnvwk()
    black.vsf_interior(1)
    black.vr_recfl(0, 0, 639, 399)
    screens.draw(machine.gem().v_opnvwk(), "pictures/some.png", 5, 40)
    screens.draw(machine.gem().v_opnvwk(), "pictures/some.png", 630, 100)
    frame = machine.frame(pointer=False)
    shown = [[frame.get_pixel(x, y) for x in range(4, 25)] for y in range(39, 44)]
    inside = [[1, *(row >> (18 - x) & 1 for x in range(19)), 1] for row in image.rows]
    assert shown == [[1] * 21, *inside, [1] * 21], "the black around it stays"
    assert [frame.get_pixel(x, 102) for x in range(630, 640)] == [1] * 9 + [0]


def test_scrolling_by_a_line_draws_only_that_line(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = parts_drawn(reader, monkeypatch)
    reader.key("Down")
    assert [part.h for part in drawn] == [HCHAR]


def test_it_opens_at_a_chapter_and_draws_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader(beside=GRect(0, 20, 200, 100))
    drawn = parts_drawn(reader, monkeypatch)
    reader.open()
    assert reader.section == "VIERFREI"
    assert drawn == [reader.work]


def test_a_text_that_is_found_less_often_in_a_narrower_window_breaks_nothing() -> None:
    """A line break within a long word hides it, and the last match was current."""
    reader = Reader(text="# M\n" + "".join(f"- {'y' * length}search\n" for length in range(5, 35)))
    reader.open()
    reader.key(*"search", *["Return"] * 29)
    for width, count in ((600, 30), (440, 30), (260, 25)):
        reader.tell(Msg.WM_SIZED, 0, 19, width, 300)
        assert (len(reader.hits), reader.hit) == (count, count - 1)
        assert reader.picture() == reader.picture_drawn_again()


def test_on_a_screen_of_another_size_the_manual_is_laid_out_for_that() -> None:
    reader, upright = Reader(), Reader((500, 860))
    reader.open()
    upright.open()
    reader.machine.resize(500, 860)
    reader.machine.settle()
    assert reader.picture() == upright.picture()


# ---- in a real window


NOWHERE = 320, 390


def _settled(program: Program) -> bool:
    """Return whether the picture has not changed for a second, so that the accessories have started."""
    picture = program.picture().tobytes()
    time.sleep(1)
    return program.picture().tobytes() == picture


@pytest.mark.window
def test_f11_opens_the_manual_and_its_closer_gives_the_game_back(display: str) -> None:
    command = ["-m", "gemport", "vierfrei", "5", "--new", "--scale", "1", "--lang", "en", "--mute"]
    with Program.python(command, display, "VIERFREI") as program:
        program.drawn().move(*NOWHERE)
        wait_for(lambda: _settled(program), "the first picture goes on changing")
        before = program.picture().tobytes()
        program.keys("F11")
        wait_for(lambda: program.picture().tobytes() != before, "Help does not open")
        wait_for(lambda: _settled(program), "Help goes on changing")
        shown = program.picture().tobytes()
        program.keys("F", "r", "e", "e", "C", "e", "l", "l")
        wait_for(lambda: program.picture().tobytes() != shown, "nothing is found")
        program.click(9, 28)
        program.move(*NOWHERE)
        wait_for(lambda: program.picture().tobytes() == before, "the game is not as it was")
        program.keys("F10")
        assert program.wait() == 0
        assert program.rest() == []
