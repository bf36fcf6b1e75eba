"""What is said of boxes, menus and windows: all when they come, later what changes, nothing twice."""

from typing import Any

from gemport.gem.formats.rsctext import parse_rsc_text
from gemport.toolkit import Dialog, alert
from tests.toolkit.test_buttons import BOX, FIELDS, QUESTION
from tests.toolkit.test_toolkit import Desk, Office


class Heard(Desk):
    """A machine, and what has been said since it was asked last."""

    def __init__(self, job: Any) -> None:
        super().__init__(job)
        self.sentences: list[str] = []
        self.machine.speech.on_say = self.sentences.append
        self.keys("F1")

    def said(self, *names: str) -> list[str]:
        """Press keys; what is said then."""
        self.keys(*names)
        found, self.sentences[:] = [sentence for sentence in self.sentences if sentence], []
        return found


def box(source: str) -> Heard:
    """A dialog on the screen, shown again and again."""

    async def show(office: Office) -> None:
        tree = office.gem.rsrc_load(parse_rsc_text(source)).tree(0)
        async with Dialog(office.gem, tree) as dialog:
            while await dialog.do() < 8:
                pass

    return Heard(show)


def test_a_box_says_its_buttons_how_they_stand_and_where_the_keys_are() -> None:
    heard = box(BOX)
    assert heard.said() == [
        "buttons: Low, selected, High, Mark, Grey, not available, Defaults, Discard, OK",
        "OK, button",
    ]
    assert heard.said("Up") == ["Mark, button"]
    assert heard.said("Space") == ["Mark, selected"]
    assert heard.said("Space") == ["Mark, not selected"]


def test_of_a_choice_that_moves_the_new_one_is_said_also_when_the_box_is_used_again() -> None:
    heard = box(BOX)
    heard.said()
    # The button is a TOUCHEXIT: form_do ends, and begins again with the same box.
    assert heard.said("Up", "Up", "Right", "Space")[-1] == "High, selected"
    assert heard.said("Return") == []


def test_a_field_says_what_is_typed() -> None:
    heard = box(FIELDS)
    assert heard.said()[-1] == "OK, button"
    assert heard.said("4", "2") == ["4", "42"]


def test_an_alert_is_a_sentence_and_its_buttons_and_the_box_below_is_not_said_again() -> None:
    async def ask(office: Office) -> None:
        tree = office.gem.rsrc_load(parse_rsc_text(BOX)).tree(0)
        async with Dialog(office.gem, tree) as dialog:
            await dialog.do()
            await alert(office.gem, QUESTION)
            await dialog.do()

    heard = Heard(ask)
    heard.said()
    assert heard.said("Return") == [
        "What now? Nothing is lost.",
        "buttons: Resume, Start over, Cancel",
        "Resume, button",
    ]
    assert heard.said("Tab") == ["Start over, button"]
    assert heard.said("Esc") == []
    assert heard.said("Left") == ["Discard, button"]


def test_the_machines_own_dialog_is_said_anew_each_time() -> None:
    async def twice(office: Office) -> None:
        for _ in range(2):
            await office.gem.form_alert(1, QUESTION)

    heard = Heard(twice)
    first = heard.said()
    assert first[-1] == "Resume, button"
    assert heard.said("Return") == first
