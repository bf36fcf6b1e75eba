"""Playing FreeCell: selecting, moving, showing covered cards, messages, menus and complete games."""

from collections.abc import Callable

import pytest

from gemport.cards.card import parse_cards
from gemport.cards.challenge import challenge_number
from gemport.gem import ObState, parse_alert
from gemport.play.deck import CARD_HEIGHT
from gemport.play.layout import Spot
from gemport.store.records import Recovered
from gemport.store.statistics import Outcome
from tests.games import shared
from tests.games.freecell.lines import TWO_EMPTY_COLUMNS, WINS
from tests.games.hand import CELL_PLACES
from tests.games.players import Player
from tests.games.sessions import Book

RUN = "KC 9D 8S 7H,QH 9S,2C 9H,TC,3C 8D,,KH,KS"
"""A run of 9D 8S 7H and its neighbours; column 6 is empty."""


@pytest.fixture
def player() -> Player:
    return Player(1)


def laid(text: str) -> Player:
    """Return a player at a position: columns separated by commas / free cells; game 1 if ``text`` is empty."""
    player = Player(1)
    columns, _, cells = text.partition("/")
    if text:
        player.lay(columns.split(","), cells)
        player.full_picture()
    return player


NAMES = {place: name for name, place in CELL_PLACES.items()}


def selected(player: Player) -> str:
    found = player.selected
    return "" if found is None else f"{NAMES[found.place]}.{found.index}"


def picture(player: Player, place: int, index: int = 0) -> list[int]:
    """Return the inner 56 pixel columns of a card's place on the screen, without its frame."""
    table = player.program.table
    x, y = table.layout.position(player.board, Spot(place, index))
    work = table.work
    return player.pixels(work.x + x + 4, work.y + y + 4, 56, CARD_HEIGHT - 8)


def checked(player: Player, *names: str) -> list[bool]:
    return [ObState.CHECKED in player.state(name) for name in names]


# ---- selecting and moving


@pytest.mark.parametrize(
    ("position", "acts", "choice"),
    [
        # A click on any card of a run selects the full run; a long press is a click.
        *((RUN, f"@1.{index}", "1.1") for index in (1, 2, 3)),
        ("", "v3 wait ^", "3.6"),
        # Cards that do not form a run cannot be dragged.
        (RUN, "1.0>6", "1.1"),
        # Selecting and deselecting a card.
        ("", "3", "3.6"),
        ("", "3 Esc", ""),
        ("", "3 3", ""),
        ("", "8 0 3 Undo", ""),
        # Empty places and foundations cannot be selected.
        *((f"{RUN}/4C", f"@{place}", "") for place in "6bCH"),
        (f"{RUN}/4C", "6 9", ""),
        # 0 steps through the cards in the free cells.
        ("", "0", ""),
        *((f"{RUN}/4C - 6C 2D", "0 " * count, choice) for count, choice in enumerate(("a.0", "c.0", "d.0", "a.0"), 1)),
    ],
)
def test_what_is_selected(position: str, acts: str, choice: str) -> None:
    player = laid(position)
    player.act(acts)
    assert (selected(player), player.words, player.alerts) == (choice, [], [])
    assert player.picture() == player.full_picture()


HOME = "2C AC KD,AH,AD,9S TD"
PART = "KC 9D 8S 7H 6C,9H,8C"


@pytest.mark.parametrize(
    ("position", "acts", "words", "lies"),
    [
        # As many cards of the run move as fit.
        (RUN, "@1 @4", "14", "4: TC 9D 8S 7H"),
        (RUN, "@1 @3", "13", "3: 2C 9H 8S 7H"),
        (RUN, "@1 @a", "1a", "a: 7H"),
        (PART, "1 3", "13", "3: 8C 7H 6C"),
        (PART, "1 3 3 1", "13 31", "1: KC 9D 8S 7H 6C"),
        (PART, "1 3 3 1 1 2", "13 31 12", "2: 9H 8S 7H 6C"),
        (f"{RUN}/4C - 6C 2D", "0 6", "a6", "6: 4C"),
        # A drag moves the cards from the pressed one down, and only a run.
        (RUN, "1.1>4", "14", "4: TC 9D 8S 7H"),
        (RUN, "1.2>3", "13", "3: 2C 9H 8S 7H"),
        (RUN, "1.2>6", "16x2", "6: 8S 7H"),
        # A double click; with a card selected it is a click, and on the target it does nothing more.
        (RUN, "@@1", "1a", "a: 7H"),
        (RUN, "@@1 @@a", "1a", "a: 7H"),
        (RUN, "@1 @@4 Esc", "14", "4: TC 9D 8S 7H"),
        ("8H,,,9C", "@1 @2 @2", "12", "2: 8H"),
        # An ace goes to any empty foundation, and safe cards follow automatically.
        ("2C AS,KC AH,3D", "@1 @D", "1h", "S: AS"),
        ("2C AS,KC AH,3D", "@1 @D", "1h", "H: AH"),
        (HOME, "1 0", "1a", "C: AC 2C"),
        (HOME, "1 0 Undo", "", "1: 2C AC KD"),
        (HOME, "1 0 Undo Ctrl+y", "1a", "C: AC 2C"),
        # A move to an empty column asks for the number of cards.
        (RUN, "@1 @6 !1", "16x1", "6: 7H"),
        (RUN, "@1 @6 !2", "16", "6: 9D 8S 7H"),
        (RUN, "@1 @6 !3", "", "6:"),
        (RUN, "F6 1 6 !3", "", "6:"),
        (f"{RUN}/4C 4D 4H", "1 6 Return", "16", "6: 8S 7H"),
        (f"{RUN}/4C 4D 4H 4S", "1 6", "16", "6: 7H"),
        (RUN, "7 6", "76", "6: KH"),
        # Restart
        ("", "8 0 7 0 F3", "", "a:"),
        ("", "8 0 F3 Undo", "", "a:"),
    ],
)
def test_what_is_moved(position: str, acts: str, words: str, lies: str) -> None:
    player = laid(position)
    player.act(acts)
    place, cards = lies.split(":")
    assert (" ".join(player.words), player.board.piles[CELL_PLACES[place]]) == (words, parse_cards(cards.split()))
    assert (selected(player), player.asked) == ("", "")
    assert player.picture() == player.full_picture()


@pytest.mark.parametrize(("cells", "answers"), [("", "One card | 3 cards"), ("4C 4D 4H", "One card | 2 cards")])
def test_the_question_offers_as_many_cards_as_fit(cells: str, answers: str) -> None:
    player = laid(f"{RUN}/{cells}")
    player.act("@1 @6")
    assert f"[ {answers} | Neither ]" in player.asked
    assert selected(player) == "1.1"


def test_a_click_inverts_a_card_and_another_restores_it(player: Player) -> None:
    """The selection shows immediately, without waiting for a second click."""
    before, whole, now = picture(player, 2, 6), player.picture(), player.gem.now
    player.act("@3")
    assert (player.selected, player.gem.now) == (Spot(2, 6), now)
    assert picture(player, 2, 6) == [row ^ ((1 << 56) - 1) for row in before]
    player.act("wait @3")
    assert (player.selected, player.picture()) == (None, whole)


def test_a_press_on_a_place_acts_when_the_button_is_up_again(player: Player) -> None:
    player.act("1 vH wait")
    assert not player.asked
    player.release()
    assert player.asked


# ---- covered cards, undo and redo


def test_the_right_button_reveals_a_covered_card(player: Player) -> None:
    before = player.picture()
    six_of_spades = picture(player, 0, 6)
    player.press(player.at(0, 3), "right")
    player.wait()
    assert player.program.table.revealed == Spot(0, 3)
    whole = picture(player, 0, 3)
    player.release(button="right")
    assert player.picture() == before
    assert picture(player, 0, 6) == six_of_spades
    player.lay(["4C"])  # the same card uncovered
    player.key("1", "1")
    assert picture(player, 0, 0) == whole


def test_the_cursor_keys_leaf_through_the_selected_column(player: Player) -> None:
    shown: list[int | None] = []
    player.key("Up")
    assert player.program.table.revealed is None
    player.key("3")
    for key in ["Up"] * 7 + ["Down"] * 7:
        player.key(key)
        spot = player.program.table.revealed
        shown.append(spot.index if spot else None)
    assert shown == [5, 4, 3, 2, 1, 0, 0, 1, 2, 3, 4, 5, None, None]
    player.key("Up", "3")
    assert (player.selected, player.program.table.revealed) == (None, None)


# ---- the menus


def test_new_games_use_the_guides_numbers_or_a_million() -> None:
    """The setting also applies to the game dealt at start without a number."""
    player = Player(1)

    def highest() -> int:
        player.key(*["F1"] * 40)
        return max(player.session.next_number() for _ in range(40))

    assert highest() <= 32_000
    player.choose("more numbers")
    assert checked(player, "more numbers") == [True]
    assert 32_000 < highest() <= 1_000_000
    assert Player(None, records=player.records, chance=3).session.number > 32_000
    player.choose("more numbers")
    assert highest() <= 32_000


def test_select_game_refuses_nonexistent_numbers(player: Player) -> None:
    player.key("F2", *"8589934592", "Return")
    assert "8589934592" in player.asked
    player.key("Return", "Backspace", "Return")
    assert player.session.number == 858993459
    player.key("F2", "Return")
    assert "No number" in player.asked
    player.key("Return")
    player.button(shared.GETNUM, shared.GETNUM_CANCEL)
    assert player.session.number == 858993459
    player.key("3")
    assert player.selected == Spot(2, 5)


def test_the_options_are_checked_and_remembered() -> None:
    player = Player(1)
    assert checked(player, "messages", "count columns") == [True, True]
    player.key("F6", "F7")
    assert checked(player, "messages", "count columns") == [False, False]
    player.key("F1")
    again = Player(2, player.records)
    for one, switches, words in ((player, "F7 F7", []), (again, "F7", ["14"])):
        one.lay(["KD 9C 8D", "9S", "", "TH"], "4C 4D 4H 4S")
        one.key(*switches.split(), "1", "4")
        assert one.words == words
        assert checked(one, "messages") == [False]


# ---- other screens


def test_a_redraw_keeps_selected_and_revealed_cards(player: Player) -> None:
    player.key("3", "Up")
    before = player.picture()
    player.fuller()
    assert player.program.table.small
    player.fuller()
    assert player.picture() == before


def test_f1_to_f5_are_the_guides_if_that_is_chosen() -> None:
    player = Player(42)

    def shown() -> list[str]:
        names = ("new", "select", "restart", "about", "statistics")
        return [str(player.program.menu[player.item(name)].ob_spec).split()[-1] for name in names]

    assert shown() == ["F1", "F2", "F3", "F4", "F5"]
    player.choose("guide keys")
    assert shown() == ["F2", "F3", "F5", "F1", "F4"]
    player.key("F3", "7", "Return")
    assert player.session.number == 7
    player.key("8", "0", "F5")
    assert player.board.moves_made == 0


# ---- messages about wrong moves

SOURCE = "KC 9D 8S 7H,QH 9S,2C 9C,TC,TH,4S,KH 5D,KS"
"""9D 8S 7H is a run; 5D and 4S fit on other cards."""
ALTERNATE = "colours must alternate, red on black and black on red."
TAKEN = "There is no place for the 7 of hearts: all free cells are taken."
ONE = "From the 9 of diamonds down: 3 cards, but a cell holds only one."


def said(player: Player) -> str:
    """Return the lines of the last alert as one text."""
    return " ".join(parse_alert(player.alerts[-1]).lines)


@pytest.mark.parametrize(
    ("cells", "acts", "text"),
    [
        ("", "5 8", "The 10 of hearts does not fit on the king of spades: it must be exactly one lower."),
        ("", "4 2", "The 10 of clubs does not fit on the 9 of spades: "
                    "it must be exactly one lower and of the other colour."),
        ("", "2 4", f"The 9 of spades does not fit on the 10 of clubs: {ALTERNATE}"),
        ("", "1 5", f"The 9 of diamonds does not fit on the 10 of hearts: {ALTERNATE}"),
        ("", "1 8", "No card from the 9 of diamonds to the 7 of hearts fits on the king of spades: "
                    "it must be exactly one lower and of the other colour."),
        ("AC 2D 3D", "1 4", "From the 9 of diamonds down: 3 cards, but only 2 can move: "
                            "empty free cells: 1, empty columns: 0."),
        ("AC 2D 3D 6D", "1 0", TAKEN),
        ("AC 2D 3D 6D", "@@1", TAKEN),
        ("AC", "1 9", "The 7 of hearts cannot go home yet: the ace of hearts comes first."),
        ("4H 2D 3D", "1.3>c", "The 7 of hearts cannot go here: this free cell holds the 3 of diamonds."),
        ("4H 2D 3D", "1.3>C", "The 7 of hearts cannot go here: this foundation is for clubs."),
        ("4H 2D 3D", "a>d", "The 4 of hearts is in a free cell already; "
                            "from there it can only go to a column or home."),
        *(("4H 2D 3D", f"1.1>{place}", ONE) for place in "dH"),
        ("4H 2D 3D", "1.2>5", "The 8 of spades does not fit on the 10 of hearts: it must be exactly one lower."),
    ],
)  # fmt: skip
def test_a_wrong_move_says_exactly_why(cells: str, acts: str, text: str) -> None:
    player = laid(f"{SOURCE}/{cells}")
    player.act(acts)
    assert said(player) == text
    player.key("Return")
    assert (player.selected, player.words, len(player.alerts)) == (None, [], 1)


def test_the_alert_counts_room_by_the_option() -> None:
    for option, text in ((True, "empty columns: 1."), (False, "empty columns are not counted.")):
        player = laid("KC 9D 8S 7H,QH 9S,2C 9C,KD TC,TH,4S 6D,,KS QS/4C 2D 3D 5D")
        player.key(*["F7"] * (not option), "1", "4")
        assert said(player).endswith(text)
        assert f"only {2 if option else 1} can move:" in said(player)
    player = Player(1, lang="de")
    player.lay(SOURCE.split(","), "AC 2D 3D")
    player.key("1", "4")
    room = "Platz ist aber nur für 2: leere Freizellen: 1, leere Spalten: 0."
    assert said(player) == f"Ab Karo-9 wären es 3 Karten, {room}"


def test_without_messages_the_selection_stays() -> None:
    player = laid(f"{SOURCE}/AC 2D 3D 6D")
    player.key("F6")
    for key in ("2", "8", "3", "0", "9"):
        player.key("1")
        selected = player.selected
        assert selected is not None
        player.key(key)
        assert (player.selected, player.alerts, player.words) == (selected, [], [])
        player.key("1")
    player.act("@1 @b")
    assert player.selected == selected
    player.act("@1 wait @@1")
    assert (player.selected, player.alerts, player.words) == (None, [], [])


# ---- records


@pytest.mark.parametrize(("count_columns", "moved"), [(True, 4), (False, 2)])
def test_resuming_ignores_later_options(count_columns: bool, moved: int) -> None:
    records = Book("freecell")
    player = Player(2, records)
    player.key_words(TWO_EMPTY_COLUMNS)
    player.key(*["F7"] * (not count_columns))
    player.key_word("25")
    assert len(player.board.columns[4]) == moved
    saved = Book("freecell", (), *records.games)
    saved.change_setting("count_columns", not count_columns)
    again = Player(None, saved)
    assert again.board.position() == player.board.position()
    assert again.board.count_columns is not count_columns


def test_store_faults_are_reported_once() -> None:
    records = Book("freecell")
    for made, backup in ((None, "No backup was found. Left:"), (90.0, "Backup of 1970-01-01 00:01 used:")):
        records.store.set_aside, records.store.recovered = "gemport-damaged-1.sqlite3", Recovered(12, 3, made)
        told = Player(1, records).asked
        assert f"|gemport-damaged-1.sqlite3.|{backup}|12 counted and|3 unfinished games." in told
    book = Book("freecell")
    book.store.refusal = "disk [full] | no room"
    player = Player(1, book)
    player.key_words("8a")
    assert player.alerts == ["[3][The game cannot be saved:|disk (full) / no room|You can still play.][ OK ]"]
    player.key("Return")
    player.key_words("7b 5c")
    assert (len(player.alerts), player.words) == (1, ["8a", "7b", "5c"])


# ---- complete games


@pytest.mark.parametrize(("number", "make"), [(1, Player.key_word), (617, Player.click_word), (164, Player.drag_word)])
def test_a_deal_is_won_by_keys_clicks_or_drags_alone(number: int, make: Callable[[Player, str], None]) -> None:
    player = Player(number)
    for word in WINS[number].split():
        make(player, word)
    assert (player.board.won, player.words) == (True, WINS[number].split())
    assert (player.outcomes, player.saved) == ([(number, Outcome.WON)], [])
    if make == Player.key_word:
        assert player.said(shared.WON, shared.WON_MOVES) == "61"
        player.key("Return", "F10")
    else:
        assert player.alerts == [] or make == Player.click_word
        player.button(shared.WON, shared.WON_OK)
        player.closer()
    assert (player.machine.finished, player.outcomes) == (True, [(number, Outcome.WON)])


# ---- games without a legal move at their start


def test_a_game_without_a_first_move_is_not_counted() -> None:
    """With no cells none of game 1's cards can go anywhere: the table lay there without a word."""
    player = Player(challenge_number(1, 0))
    assert "Not one card can be moved" in player.asked
    player.key("Return")
    assert player.asked == ""
    player.key("F1")
    assert player.session.records.ended() == []


def test_it_is_also_told_of_a_game_that_is_chosen_later() -> None:
    player = Player(challenge_number(617, 0))
    assert player.asked == ""
    player.key("F2", *["Backspace"] * 3, "1", "Return")
    assert player.session.number == challenge_number(1, 0)
    assert "Not one card can be moved" in player.asked
    player.key("Return", "F1")
    assert player.session.records.ended() == []
    assert list(player.session.records.unfinished()) == []
