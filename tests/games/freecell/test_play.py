"""FreeCell under the player's hand: selecting, moving, revealing, leafing, undo and redo, the menus."""

from __future__ import annotations

import pytest

from gemport.cards.card import parse_cards
from gemport.games.freecell import freecell_rsc as rsc
from gemport.gem.aes.keys import UNDO
from gemport.gem.formats.objects import ObState
from gemport.gem.vdi.raster import Raster
from gemport.play.deck import CARD_HEIGHT
from gemport.play.layout import Spot
from tests.games import shared
from tests.games.freecell.player import Player
from tests.games.sessions import Book

RUN = ["KC 9D 8S 7H", "QH 9S", "2C 9H", "TC", "3C 8D", "", "KH", "KS"]
"""9D 8S 7H and their neighbours; column 6 is empty."""


@pytest.fixture
def player() -> Player:
    return Player(1)


def laid(columns: list[str], cells: str = "", **options: object) -> Player:
    player = Player(1, **options)  # type: ignore[arg-type]
    player.lay(columns, cells)
    return player


def picture(player: Player, place: int, index: int = 0) -> list[int]:
    """The 60 inner columns of a whole card's place on the screen, without its frame."""
    table = player.program.table
    x, y = table.layout.position(player.board, Spot(place, index))
    work = table.work
    return rows(player.machine.frame(False), work.x + x + 4, work.y + y + 4, 56, CARD_HEIGHT - 8)


def rows(raster: Raster, x: int, y: int, width: int, height: int) -> list[int]:
    shift = raster.stride - x - width
    return [raster.rows[y + i] >> shift & ((1 << width) - 1) for i in range(height)]


def is_checked(player: Player, item: int) -> bool:
    return ObState.CHECKED in player.program.menu[item].ob_state


# ---- selecting


def test_a_clicked_card_is_inverted_and_clicked_again_as_it_was(player: Player) -> None:
    before = picture(player, 2, 6)
    whole = player.machine.frame(False).to_bytes()
    player.click(2)
    assert player.selected == Spot(2, 6)
    assert picture(player, 2, 6) == [row ^ ((1 << 56) - 1) for row in before]
    player.do({"do": "wait", "ms": 1000})
    player.click(2)
    assert player.selected is None
    assert player.machine.frame(False).to_bytes() == whole


def test_a_click_acts_at_once(player: Player) -> None:
    """A second click that may follow is not waited for."""
    now = player.gem.now
    player.press(2)
    player.release()
    assert player.selected == Spot(2, 6)
    assert player.gem.now == now


def test_two_clicks_are_a_double_click_only_if_close_together(player: Player) -> None:
    player.click(2)
    player.do({"do": "wait", "ms": player.gem.dclick_ms + 20})
    player.click(2)
    assert (player.words, player.selected) == ([], None)
    player.do({"do": "wait", "ms": 1000})
    player.click(2)
    player.click(2)
    assert player.words == ["3a"]


def test_the_second_click_at_a_target_does_nothing_more(player: Player) -> None:
    """The first one has moved a card there, which a double click alone would move on."""
    player.lay(["8H", "", "", "9C"])
    player.click(0)
    player.click(1)
    player.click(1)
    assert player.words == ["12"]


def test_the_whole_run_is_selected_whichever_of_its_cards_was_clicked() -> None:
    for index in (1, 2, 3):
        player = laid(RUN)
        player.click(0, index)
        assert player.selected == Spot(0, 1)


def test_a_covered_card_and_the_column_below_its_cards_stand_for_the_column() -> None:
    for y in (102 + 7, 350):
        player = laid(RUN)
        player.do({"do": "click", "x": player.middle(0)[0], "y": y + player.program.table.work.y})
        assert player.selected == Spot(0, 1)


def test_esc_and_the_columns_number_cancel(player: Player) -> None:
    player.keys("3")
    assert player.selected == Spot(2, 6)
    player.keys("Esc")
    assert player.selected is None
    player.keys("3", "3")
    assert (player.selected, player.words, player.alerts) == (None, [], [])


def test_empty_places_and_final_places_are_not_selected() -> None:
    player = laid(RUN, "4C")
    for place in (5, 57, 52, 53):
        player.click(place)
        assert player.selected is None
    player.keys("6", "9")
    assert (player.selected, player.alerts) == (None, [])


def test_0_goes_through_the_free_cells_cards() -> None:
    player = laid(RUN, "4C - 6C 2D")
    chosen: list[int | None] = []
    for _ in range(4):
        player.keys("0")
        chosen.append(player.selected.place if player.selected else None)
    assert chosen == [56, 58, 59, 56]
    player.keys("6")
    assert player.words == ["a6"]


def test_0_without_a_card_in_a_free_cell_does_nothing(player: Player) -> None:
    player.keys("0")
    assert (player.selected, player.alerts) == (None, [])


# ---- moving


@pytest.mark.parametrize(
    ("target", "word", "count"), [(3, "14", 3), (1, "12", 0), (4, "15", 0), (56, "1a", 1), (2, "13", 2)]
)
def test_as_many_cards_of_the_run_go_as_fit(target: int, word: str, count: int) -> None:
    player = laid(RUN)
    player.click(0)
    player.click(target)
    if not count:
        assert player.words == []
        # The click that led to the alert is not one on the alert.
        assert (len(player.alerts), player.machine.bells) == (1, 0)
        return
    assert player.words == [word]
    cards = [player.board.cells[0]] if target == 56 else player.board.columns[target][-count:]
    assert cards == parse_cards(["9D", "8S", "7H"])[-count:]


def test_part_of_a_run_goes_where_only_that_fits() -> None:
    player = laid(["KC 9D 8S 7H 6C", "9H", "8C"])
    player.keys("1", "3")
    assert player.board.columns[2] == parse_cards(["8C", "7H", "6C"])
    player.keys("3", "1")
    assert player.board.columns[0] == parse_cards(["KC", "9D", "8S", "7H", "6C"])
    player.keys("1", "2")
    assert player.board.columns[1] == parse_cards(["9H", "8S", "7H", "6C"])


def test_a_dragged_run_goes_as_it_was_taken_up() -> None:
    player = laid(RUN)
    player.drag(0, 1, 3)
    assert player.words == ["14"]
    player = laid(RUN)
    player.drag(0, 2, 2)
    assert player.board.columns[2] == parse_cards(["2C", "9H", "8S", "7H"])
    player = laid(RUN)
    player.drag(0, 2, 5)
    assert player.board.columns[5] == parse_cards(["8S", "7H"])
    assert player.alerts == []


def test_a_card_dropped_between_the_places_or_at_home_stays_and_is_not_selected(player: Player) -> None:
    for x, y in ((340, 80), player.middle(0, 1)):
        player.press(0)
        player.do({"do": "move", "x": x, "y": y}, {"do": "release", "button": "left"})
        assert (player.words, player.selected, player.alerts) == ([], None, [])


def test_a_long_press_without_moving_is_a_click(player: Player) -> None:
    player.press(2)
    player.do({"do": "wait", "ms": 1000})
    player.release()
    assert player.selected == Spot(2, 6)


def test_cards_that_are_no_run_can_not_be_dragged(player: Player) -> None:
    player.drag(0, 2, 5)
    assert player.words == []


def test_a_press_on_a_place_acts_when_the_button_is_up_again(player: Player) -> None:
    player.keys("1")
    player.press(53)
    player.do({"do": "wait", "ms": 1000})
    assert player.asked is None
    player.release()
    assert player.asked is not None


def test_a_double_click_takes_a_card_to_a_free_cell(player: Player) -> None:
    card = player.board.top(2)
    player.click(2, do="dclick")
    assert player.words == ["3a"]
    assert player.board.cells[0] == card
    player.click(56, do="dclick")
    assert (player.words, player.selected) == (["3a"], None)


def test_a_double_click_on_another_place_while_something_is_selected_is_a_click_there(player: Player) -> None:
    player.lay(RUN)
    player.click(0)
    player.click(3, do="dclick")
    assert player.words == ["14"]


def test_an_ace_may_be_put_on_any_empty_home_cell() -> None:
    player = laid(["2C AS", "KC AH", "3D"])
    player.click(0)
    player.click(55)
    assert player.board.foundations == [0, 1, 1, 0]
    assert player.words == ["1h"]


def test_a_taken_home_cell_of_another_suit_takes_no_ace() -> None:
    player = Player(1)
    player.lay(["2C AS", "KC"], foundations=(0, 1, 0, 0))
    player.click(0)
    player.click(53)
    assert player.words == []
    assert "this home cell is for hearts" in player.alerts[0].replace("|", " ")


def test_cards_no_longer_needed_go_home_after_the_move() -> None:
    player = laid(["2C AC KD", "AH", "AD", "9S TD"])
    player.keys("1", "0")
    assert player.board.foundations == [2, 1, 0, 1]
    assert len(player.board.history) == 5


# ---- the question before an empty column


@pytest.mark.parametrize(("button", "count", "word"), [(1, 1, ["16x1"]), (2, 3, ["16"]), (3, 0, [])])
def test_a_run_to_an_empty_column_asks_how_many(button: int, count: int, word: list[str]) -> None:
    player = laid(RUN)
    player.click(0)
    player.click(5)
    assert player.asked is not None
    assert "[ One card | 3 cards | Neither ]" in player.asked
    assert player.selected == Spot(0, 1)
    player.answer(button)
    assert (player.words, len(player.board.columns[5]), player.selected) == (word, count, None)


def test_neither_drops_the_selection_without_messages_too() -> None:
    player = laid(RUN)
    player.keys("F6", "1", "6")
    player.answer(3)
    assert player.selected is None


def test_the_question_offers_only_as_many_as_there_is_room_for() -> None:
    player = laid(RUN, "4C 4D 4H")
    player.keys("1", "6")
    assert player.asked is not None
    assert "2 cards" in player.asked
    player.keys("Return")
    assert player.board.columns[5] == parse_cards(["8S", "7H"])


def test_nothing_is_asked_about_a_single_card_or_room_for_one() -> None:
    player = laid(RUN)
    player.keys("7", "6")
    assert player.words == ["76"]
    player = laid(RUN, "4C 4D 4H 4S")
    player.keys("1", "6")
    assert (player.words, player.alerts) == (["16"], [])


# ---- showing covered cards


def test_the_right_button_shows_a_covered_card_whole_while_it_is_down(player: Player) -> None:
    before = player.machine.frame(False).to_bytes()
    six_of_spades = picture(player, 0, 6)
    player.press(0, 3, "right")
    player.do({"do": "wait", "ms": 1000})
    assert player.program.table.revealed == Spot(0, 3)
    whole = picture(player, 0, 3)
    player.release("right")
    assert player.machine.frame(False).to_bytes() == before
    assert picture(player, 0, 6) == six_of_spades
    player.lay(["4C"])  # the card that was shown, alone
    player.keys("1", "1")
    assert picture(player, 0, 0) == whole


def test_the_right_button_does_nothing_to_cards_that_are_seen(player: Player) -> None:
    before = player.machine.frame(False).to_bytes()
    for place in (0, 53, 56):
        player.press(place, button="right")
        assert player.machine.frame(False).to_bytes() == before
        player.release("right")
    assert (player.selected, player.words) == (None, [])


def test_the_cursor_keys_leaf_through_the_selected_column(player: Player) -> None:
    shown: list[int | None] = []
    player.keys("Up")
    assert player.program.table.revealed is None
    player.keys("3")
    for key in ["Up"] * 7 + ["Down"] * 7:
        player.keys(key)
        spot = player.program.table.revealed
        shown.append(spot.index if spot else None)
    assert shown == [5, 4, 3, 2, 1, 0, 0, 1, 2, 3, 4, 5, None, None]
    player.keys("Up", "3")
    assert (player.selected, player.program.table.revealed) == (None, None)


# ---- undo and redo


def test_undo_and_redo_go_by_steps_and_show_in_the_menu(player: Player) -> None:
    menu = player.program.menu
    start = player.machine.frame(False).to_bytes()
    assert ObState.DISABLED in menu[rsc.ENTRIES["undo"]].ob_state
    player.key_words("8a 7b 5c")
    assert ObState.DISABLED not in menu[rsc.ENTRIES["undo"]].ob_state
    assert ObState.DISABLED in menu[rsc.ENTRIES["redo"]].ob_state
    after = player.machine.frame(False).to_bytes()
    player.keys("Undo", "Ctrl+z", "Undo", "Undo")
    assert player.words == []
    assert player.machine.frame(False).to_bytes() == start
    player.keys("Ctrl+y", "Ctrl+y", "Ctrl+y", "Ctrl+y")
    assert player.words == ["8a", "7b", "5c"]
    assert player.machine.frame(False).to_bytes() == after


def test_undo_takes_back_what_went_home_with_the_move() -> None:
    player = laid(["2C AC KD", "AH", "AD", "9S TD"])
    position = player.board.position()
    player.keys("1", "0", "Undo")
    assert player.board.position() == position


def test_undo_drops_the_selection(player: Player) -> None:
    player.key_words("8a")
    player.keys("3", "Undo")
    assert player.selected is None


# ---- the menus


def test_f2_deals_another_game_by_chance_and_the_title_says_which() -> None:
    titles = []
    for chance in (0, 0, 1):
        player = Player(1, chance=chance)
        player.keys("F2")
        titles.append(player.session.title)
        assert player.session.number == int(player.session.title.removeprefix("FreeCell #"))
    assert titles[0] == titles[1] != titles[2]


def test_new_games_come_from_the_guides_numbers_unless_a_million_is_wanted() -> None:
    """Also the game of the next start, which nobody has asked for by a number."""
    records = Book("freecell")
    player = Player(1, records=records)

    def switch() -> None:
        for obj in (5, rsc.ENTRIES["more numbers"]):
            x, y = player.gem.objc_offset(player.program.menu, obj)
            player.do({"do": "move", "x": x + 8, "y": y + 8})
        player.do({"do": "click", "x": x + 8, "y": y + 8})

    def chosen() -> list[int]:
        player.keys(*["F2"] * 40)
        return [player.session.next_number() for _ in range(40)]

    assert max(chosen()) <= 32_000
    switch()
    assert is_checked(player, rsc.ENTRIES["more numbers"])
    assert 32_000 < max(chosen()) <= 1_000_000
    assert Player(None, records=records, chance=3).session.number > 32_000
    switch()
    assert max(chosen()) <= 32_000


def test_select_game_takes_a_number_and_refuses_those_there_are_not(player: Player) -> None:
    player.keys("F3")
    player.do({"do": "text", "text": "2147483648"})
    player.keys("Return")
    assert player.asked is not None
    assert "2147483648" in player.asked
    player.keys("Return", "Backspace", "Return")
    assert player.session.number == 214748364
    player.keys("F3", "Return")
    assert player.asked is not None
    assert "No number" in player.asked
    player.keys("Return")
    player.press_button(shared.GETNUM, shared.GETNUM_CANCEL)
    assert player.session.number == 214748364
    player.do({"do": "text", "text": "3"})
    assert player.selected == Spot(2, 6)


def test_restart_deals_the_same_game_again(player: Player) -> None:
    start = player.machine.frame(False).to_bytes()
    player.key_words("8a 7b")
    player.keys("F5")
    assert (player.words, player.session.number) == ([], 1)
    assert player.machine.frame(False).to_bytes() == start
    player.keys("Undo")
    assert player.words == []


def test_the_options_are_checked_and_remembered() -> None:
    records = Book(
        "freecell",
    )
    player = Player(1, records)
    assert is_checked(player, rsc.ENTRIES["messages"])
    assert is_checked(player, rsc.ENTRIES["count columns"])
    player.keys("F6", "F7")
    assert not is_checked(player, rsc.ENTRIES["messages"])
    assert not is_checked(player, rsc.ENTRIES["count columns"])
    player.keys("F2")
    player.lay(["KD 9C 8D", "9S", "", "TH"], "4C 4D 4H 4S")
    player.keys("F7", "F7", "1", "4")
    assert player.words == []
    again = Player(2, records)
    assert not is_checked(again, rsc.ENTRIES["messages"])
    assert not is_checked(again, rsc.ENTRIES["messages"])
    again.keys("F7")
    again.lay(["KD 9C 8D", "9S", "", "TH"], "4C 4D 4H 4S")
    again.keys("1", "4")
    assert again.words == ["14"]


def test_about_shows_and_goes(player: Player) -> None:
    before = player.machine.frame(False).to_bytes()
    player.keys("F1")
    assert player.machine.frame(False).to_bytes() != before
    player.keys("Return")
    assert player.machine.frame(False).to_bytes() == before


# ---- other screens


@pytest.mark.parametrize(("height", "step"), [(400, 15), (480, 20), (512, 23), (960, 23)])
def test_taller_screens_show_more_of_covered_cards(height: int, step: int) -> None:
    player = Player(1, size=(640, height))
    table = player.program.table
    column = table.layout.slots[0]
    assert column.fan.step(7) == step
    assert column.fan.step(13) <= step
    assert column.y + 12 * column.fan.step(13) + CARD_HEIGHT <= table.size[1]
    player.click(0, 2)
    assert player.selected == Spot(0, 6)


def test_a_redrawn_window_still_shows_what_is_selected_and_revealed(player: Player) -> None:
    player.keys("3", "Up")
    before = player.machine.frame(False).to_bytes()
    width = player.gem.width
    player.do({"do": "click", "x": width - 8, "y": 28}, {"do": "click", "x": width - 8, "y": 28})
    assert player.program.table.small
    player.do({"do": "click", "x": 88, "y": 28})
    assert player.machine.frame(False).to_bytes() == before


def test_a_click_while_a_box_moves_is_not_lost(player: Player) -> None:
    player.keys("3", "0")
    machine, table = player.machine, player.program.table
    machine.key(UNDO)
    machine.advance(40)
    assert machine.next_wakeup() is not None, "the box is on its way"
    x, y = table.layout.position(player.board, Spot(0, len(player.board.columns[0]) - 1))
    machine.mouse_to(table.work.x + x + 20, table.work.y + y + 40)
    machine.mouse_button(1, True)
    machine.mouse_button(1, False)
    machine.settle()
    machine.advance(1000)
    assert table.selected is not None
    assert table.selected.place == 0
