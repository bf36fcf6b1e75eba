"""Random play of several programs and accessories, a little of what ``python -m tests.gem.aes.play`` does."""

import pytest

from gemport.gem import DESKTOP, GRect, Wf
from tests.gem.aes.citizens import HEIGHT, WIDTH, Citizen, Town
from tests.gem.aes.desk import ALL
from tests.gem.aes.play import BARE, LOOK, Play
from tests.needs import CI

EVENTS = 6_000 if CI else 2400
ROUND = 240


@pytest.mark.parametrize("number", range(EVENTS // ROUND))
def test_all_is_drawn_and_told_as_it_must_be_whatever_programs_and_the_user_do(number: int) -> None:
    Play(f"test/{number}").go(ROUND)


@pytest.mark.parametrize("number", range(20 if CI else 10))
def test_after_all_have_ended_the_machine_is_as_new(number: int) -> None:
    play, fresh = Play(f"end/{number}"), Town()
    town = play.town
    for _ in range(LOOK):
        with town.bearing():
            play.event()
    town.calm_down()
    while town.alive:
        town.tell(0, play.random.choice([Citizen.fail, Citizen.end]))
    assert town.machine.finished
    for one in (town, fresh):
        one.machine.mouse_to(WIDTH // 2, HEIGHT - 10)
        one.settle_down()
        assert one.alive[0].gem.wind_get(DESKTOP, Wf.WF_OWNER).x == -1
        one.tell(0, lambda citizen: citizen.add(ALL, GRect(20, 40, 150, 100)))
        one.machine.advance(100)
    newcomer = town.alive[0]
    assert (newcomer.ap_id, newcomer.windows, newcomer.keys) == (0, [1], [])
    # The top rows show the program's name, and other programs have it by now.
    assert town.machine.frame().rows[19:] == fresh.machine.frame().rows[19:]


@pytest.mark.parametrize("number", range(20 if CI else 10))
def test_the_same_input_gives_the_same_picture_and_time_may_pass_in_any_steps(number: int) -> None:
    one, other = (Play(f"time/{number}") for _ in range(2))
    for _ in range(LOOK):
        for play in (one, other):
            with play.town.bearing():
                play.event()
    for play, steps in ((one, [700]), (other, [1, 99, 200, 7, 393])):
        for ms in steps:
            with play.town.bearing():
                play.town.machine.advance(ms)
    assert one.town.machine.frame() == other.town.machine.frame()
    for play in (one, other):
        play.town.machine.close()


def test_programs_that_waited_for_an_open_menu_find_no_picture_of_those_before_them() -> None:
    """Two programs start together when the menu closes; the previous program's window used to stay visible."""
    town = Town()
    town.settle_down()
    town.tell(0, lambda citizen: citizen.add(BARE, GRect(0, 20, 100, 70)))
    town.tell(0, Citizen.end)
    town.machine.mouse_to(0, 0)
    town.machine.mouse_button(1, True)
    town.settle_down()
    town.settle_down()
    town.calm_down()
    assert town.picture()[19:] == town.drawn_again()[19:]
