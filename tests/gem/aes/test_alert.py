"""form_alert and form_error: the text, its limits, the box and what it leaves behind (docs/machine.md 3.5)."""

import pytest

from gemport.gem import Alert, AlertError, GRect, MouseNumber, Msg, error_text, parse_alert
from tests.gem.aes.desk import ALL, Desk, changed, inverted

RETURN = 0x1C0D


@pytest.mark.parametrize(
    ("text", "alert"),
    [
        (
            "[2][Really quit?|The game will be lost.][Yes|No]",
            Alert(2, ("Really quit?", "The game will be lost."), ("Yes", "No")),
        ),
        # doubled signs stand for themselves, and nothing is trimmed
        ("[1][a||b|c][OK]", Alert(1, ("a|b", "c"), ("OK",))),
        ("[1][a]]b][OK]", Alert(1, ("a]b",), ("OK",))),
        ("[1][a]]][O]]K]", Alert(1, ("a]",), ("O]K",))),
        ("[1][[a][[OK]", Alert(1, ("[a",), ("[OK",))),
        ("[1][ a ][ OK ]", Alert(1, (" a ",), (" OK ",))),
        ("[1][][OK]", Alert(1, ("",), ("OK",))),
        ("[1][a|][OK]", Alert(1, ("a", ""), ("OK",))),
        # there are limits
        (
            f"[9][{'x' * 50}|2|3|4|5|6][{'y' * 30}|B|C|D]",
            Alert(3, ("x" * 40, "2", "3", "4", "5"), ("y" * 20, "B", "C")),
        ),
    ],
)
def test_an_alert_is_icon_lines_and_buttons(text: str, alert: Alert) -> None:
    assert parse_alert(text) == alert


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", r"'\[' missing at 0"),
        ("[1]", r"'\[' missing at 3"),
        ("[1][text]", r"'\[' missing at 9"),
        ("[1][a||b]][OK]", r"missing"),
        ("[1][text][OK", r"'\]' missing"),
        ("1][text][OK]", r"'\[' missing at 0"),
        ("[x][text][OK]", "icon"),
        ("[][text][OK]", "icon"),
        ("[\N{SUPERSCRIPT TWO}][text][OK]", "icon"),
    ],
)
def test_a_text_of_another_form_is_refused(text: str, reason: str) -> None:
    with pytest.raises(AlertError, match=reason):
        parse_alert(text)


@pytest.mark.parametrize(("default", "answer"), [(0, None), (3, 3), (4, None)])
def test_return_presses_the_default_button_if_there_is_one(desk: Desk, default: int, answer: int | None) -> None:
    call = desk.call(lambda: desk.gem.form_alert(default, "[1][Text][One|Two|Three]"))
    desk.keys(RETURN)
    assert call.result == answer


def test_what_was_under_the_box_comes_back_without_a_message(desk: Desk) -> None:
    desk.open(150, 100, 300, 200, ALL)
    desk.gem.v_opnvwk().v_gtext(200, 200, "contents")
    before = desk.picture()
    call = desk.call(lambda: desk.gem.form_alert(1, "[3][One|Two|Three|Four|Five][OK]"))
    box = changed(before, desk.picture())
    assert box is not None
    assert box.h > 100
    desk.keys(RETURN)
    assert call.done
    assert desk.picture() == before
    assert desk.take() == []


def test_the_pointer_is_an_arrow_meanwhile_and_visible(desk: Desk) -> None:
    def pointer() -> set[tuple[int, int]]:
        return inverted(desk.machine.frame(pointer=False), desk.machine.frame())

    desk.to(10, 300)
    arrow = pointer()
    for number in (MouseNumber.BUSY_BEE, MouseNumber.M_OFF):
        desk.gem.graf_mouse(number)
    desk.call(lambda: desk.gem.form_alert(1, "[0][Text][OK]"))
    assert pointer() == arrow
    desk.keys(RETURN)
    assert pointer() == set()
    desk.gem.graf_mouse(MouseNumber.M_ON)
    assert pointer() not in (arrow, set())


def test_a_wrong_text_shows_nothing_and_holds_nothing(desk: Desk) -> None:
    before = desk.picture()

    async def wrong() -> str:
        try:
            await desk.gem.form_alert(1, "text")
        except AlertError as error:
            return str(error)
        return ""

    assert "text" in desk.do(wrong)
    assert desk.picture() == before
    handle = desk.open(100, 60, 200, 100)
    desk.click(105, 65)
    assert [(m.type, m.handle) for m in desk.take()] == [(Msg.WM_CLOSED, handle)]


@pytest.mark.parametrize("number", [2, 4, 5, 8, 15, 16, 63, -33])
def test_form_error_is_an_alert_with_one_button(desk: Desk, number: int) -> None:
    before = desk.picture()
    call = desk.call(lambda: desk.gem.form_error(number))
    box = changed(before, desk.picture())
    assert box is not None
    assert GRect(0, 19, 640, 381).intersection(box) == box
    desk.keys(RETURN)
    assert call.result == 0
    assert desk.picture() == before


def test_errors_of_a_kind_share_their_text() -> None:
    assert error_text(2) == error_text(3) == error_text(18) != error_text(5)
    assert "77" in error_text(77)
    for number in range(64):
        lines = parse_alert(error_text(number)).lines
        assert all(0 < len(line) <= 30 for line in lines)
