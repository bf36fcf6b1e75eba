from __future__ import annotations

import pytest

from gemport.gem.host.touch import HOLD, Touch


class Fingers:
    """A touch screen that writes down what the mouse does."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.now = 0.0
        self.touch = Touch(self, lambda: self.now)

    def point(self, x: int, y: int) -> None:
        self.log.append(f"{x},{y}")

    def press(self, button: int) -> None:
        self.log.append(f"+{button}")

    def release(self, button: int) -> None:
        self.log.append(f"-{button}")

    def took(self) -> str:
        done, self.log = " ".join(self.log), []
        return done

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.touch.wake()


@pytest.fixture
def fingers() -> Fingers:
    return Fingers()


def test_a_tap_is_a_click_where_the_finger_came_down(fingers: Fingers) -> None:
    fingers.touch.down(1, 10, 20)
    fingers.touch.move(1, 11, 21, far=False)
    fingers.touch.up(1)
    assert fingers.took() == "10,20 +1 -1"
    assert fingers.touch.due is None


def test_a_drag_begins_where_the_finger_came_down(fingers: Fingers) -> None:
    fingers.touch.down(1, 10, 20)
    fingers.touch.move(1, 30, 40, far=True)
    fingers.touch.move(1, 31, 41, far=True)
    fingers.touch.up(1)
    assert fingers.took() == "10,20 10,20 +1 30,40 31,41 -1"


def test_a_finger_that_lies_still_presses(fingers: Fingers) -> None:
    fingers.touch.down(1, 10, 20)
    assert fingers.touch.due == HOLD
    fingers.wait(HOLD / 2)
    assert fingers.took() == "10,20"
    fingers.wait(HOLD / 2)
    assert fingers.took() == "10,20 +1"
    assert fingers.touch.due is None
    fingers.touch.up(1)
    assert fingers.took() == "-1"


def test_two_fingers_that_are_held_are_the_right_button_and_a_third_one_clicks(fingers: Fingers) -> None:
    fingers.touch.down(1, 10, 20)
    fingers.touch.down(2, 90, 90)
    assert fingers.took() == "10,20 10,20 +2"
    fingers.wait(2 * HOLD)
    fingers.touch.down(3, 50, 60)
    fingers.touch.up(3)
    assert fingers.took() == "50,60 +1 -1"
    fingers.touch.up(2)
    fingers.touch.up(1)
    assert fingers.took() == "-2"


def test_a_third_finger_at_once_makes_no_click_of_the_two(fingers: Fingers) -> None:
    for finger in (1, 2, 3):
        fingers.touch.down(finger, finger, finger)
    for finger in (3, 1, 2):
        fingers.touch.up(finger)
    assert fingers.took() == "1,1 1,1 +2 3,3 +1 -1 -2"


def test_two_fingers_that_tap_click_with_the_right_button_held(fingers: Fingers) -> None:
    fingers.touch.down(1, 10, 20)
    fingers.touch.down(2, 90, 90)
    fingers.touch.up(1)
    fingers.touch.up(2)
    assert fingers.took() == "10,20 10,20 +2 +1 -1 -2"


def test_a_second_finger_does_not_disturb_a_drag(fingers: Fingers) -> None:
    fingers.touch.down(1, 10, 20)
    fingers.touch.move(1, 30, 40, far=True)
    fingers.touch.down(2, 90, 90)
    fingers.touch.move(2, 80, 80, far=True)
    fingers.touch.up(2)
    fingers.touch.up(1)
    assert fingers.took() == "10,20 10,20 +1 30,40 -1"


@pytest.mark.parametrize("count", [1, 2])
def test_fingers_taken_away_by_the_system_click_nothing(fingers: Fingers, count: int) -> None:
    for finger in range(count):
        fingers.touch.down(finger, 10, 20)
    fingers.wait(2 * HOLD)
    pressed = fingers.took()
    fingers.touch.cancel()
    assert fingers.took() == ("-1" if "+1" in pressed else "-2")
    fingers.touch.up(0)
    assert fingers.took() == ""
