"""Select game says what is known of a number, and finds the next one that is not won, while nobody waits."""

import pytest

from gemport.cli.files import Impossible, Sources
from gemport.gem import ObFlag, key_press
from gemport.play.choosing import OriginalSelect
from gemport.solver import Position
from gemport.solver.difficulty import Difficulty, difficulty
from gemport.store.records import Progress
from gemport.store.statistics import Help, Outcome
from tests.games import shared
from tests.games.players import Familien, Game, Player, plain_files
from tests.games.sessions import Book, Saved, save

GETNUM = 1
"""VIERFREI's own dialog."""
KINDS = {"easy": "leicht", "medium": "mittel", "hard": "schwer", "very hard": "sehr schwer", "impossible": "unlösbar"}


def asked(lang: str = "en", records: Book | None = None) -> Game:
    """A game whose dialog for a number is shown. A hand waits after each key until nothing is worked on any more."""
    game = Game(42, lang=lang, impossible=Impossible(Sources(builtin=True), "vierfrei"), records=records)
    game.key("F2")
    return game


def kind(game: Game) -> str:
    return game.said(GETNUM, shared.GETNUM_DIFFICULTY).split(": ")[1]


def field(game: Game) -> str:
    return game.text(GETNUM, shared.GETNUM_FIELD)


def won(*games: tuple[int, int, Help]) -> Book:
    """Records with wins: number, moves and help."""
    book = Book("vierfrei")
    for number, moves, help_ in games:
        book.count(number, Outcome.WON, Progress(moves), 0, help_)
    return book


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("number", ["45659", "7", "31415", "720125", "8700"])
def test_it_says_how_hard_the_typed_game_is(number: str, lang: str) -> None:
    game = asked(lang)
    game.key(*number)
    expected = "impossible" if number == "8700" else difficulty(Position.vierfrei(int(number))).value
    assert kind(game) == (expected if lang == "en" else KINDS[expected])
    shown = game.picture()
    # The word is on the screen, not only in the tree.
    game.machine.key(*key_press("Backspace"))
    game.machine.key(*key_press(number[-1]))
    assert kind(game) == "?"
    assert game.picture() != shown
    game.machine.settle()
    assert game.picture() == shown


def test_no_number_and_none_of_the_games_have_no_kind() -> None:
    game = asked()
    game.key("Esc")
    assert kind(game) == "?"


@pytest.mark.parametrize(
    ("lang", "wins", "line"),
    [
        ("en", [], "not won yet"),
        ("en", [(7, 90, Help.NONE)], "won once, best 90"),
        ("en", [(7, 90, Help.NONE), (7, 80, Help.HELPED), (7, 87, Help.NONE)], "won 3 times, best 87"),
        ("en", [(7, 80, Help.HELPED), (8, 70, Help.NONE)], "won once"),
        ("de", [], "noch nicht gewonnen"),
        ("de", [(7, 90, Help.NONE), (7, 87, Help.NONE)], "2 Siege, bester 87 Züge"),
    ],
)
def test_it_says_what_the_player_made_of_the_number(lang: str, wins: list[tuple[int, int, Help]], line: str) -> None:
    game = asked(lang, won(*wins))
    game.key("7")
    assert game.said(GETNUM, shared.GETNUM_KNOWN) == line
    shown = game.picture()
    game.key("Backspace")
    assert game.said(GETNUM, shared.GETNUM_KNOWN) == ""
    assert game.picture() != shown


def test_it_says_that_a_game_is_unfinished() -> None:
    book = won((7, 90, Help.NONE))
    save(book, Saved(7, ("1a",)))
    game = Game(42, lang="en", records=book)
    game.key("F2", "7")
    assert game.said(GETNUM, shared.GETNUM_KNOWN) == "unfinished"


def test_the_next_not_won_goes_into_the_field() -> None:
    game = asked(records=won((8, 90, Help.NONE), (9, 90, Help.HELPED), (999_999, 90, Help.NONE)))
    game.key("7")
    found = []
    for _ in range(2):
        game.button(GETNUM, shared.GETNUM_NEXT)
        found.append(field(game))
    assert found == ["10", "11"]
    # Nor one that cannot be won; and from the last number it goes on with the first.
    game.key(*"8699")
    game.button(GETNUM, shared.GETNUM_NEXT)
    assert field(game) == "8701"
    game.key(*"999998")
    game.button(GETNUM, shared.GETNUM_NEXT)
    assert (field(game), game.said(GETNUM, shared.GETNUM_KNOWN)) == ("0", "not won yet")
    game.key("Return")
    assert game.session.number == 0


def test_the_button_chooses_a_kind_and_leaves_what_was_typed() -> None:
    game = asked()
    game.key(*"123")
    words = []
    for _ in range(5):
        game.button(GETNUM, shared.GETNUM_KIND)
        words.append(game.said(GETNUM, shared.GETNUM_KIND))
    assert words == [f"Level: {word}" for word in (*list(KINDS)[:4], "any")]
    assert field(game) == "123"
    for _ in range(3):
        game.button(GETNUM, shared.GETNUM_KIND)
    game.button(GETNUM, shared.GETNUM_NEXT)
    number = int(field(game))
    assert number > 123
    assert kind(game) == difficulty(Position.vierfrei(number)).value == "hard"
    assert all(difficulty(Position.vierfrei(other)) is not Difficulty.HARD for other in range(124, number))


def test_what_is_typed_meanwhile_ends_the_search() -> None:
    game = asked()
    for _ in range(4):
        game.button(GETNUM, shared.GETNUM_KIND)
    game.key("n")
    game.machine.key(*key_press("n"))
    game.machine.advance(20)
    game.machine.key(*key_press("5"))
    game.machine.settle()
    assert game.text(GETNUM, shared.GETNUM_FIELD) == "5"
    assert kind(game) == difficulty(Position.vierfrei(5)).value


def test_the_dialog_answers_while_it_searches() -> None:
    game = asked()
    for _ in range(4):
        game.button(GETNUM, shared.GETNUM_KIND)
    game.machine.key(*key_press("n"))
    assert game.machine.working
    game.machine.key(*key_press("Undo"))
    assert not game.machine.working
    assert game.session.number == 42
    game.key("F1")
    assert game.session.number == 45659


def test_by_keys_the_buttons_are_reached_and_pushed() -> None:
    game = asked()
    game.key("Up", "Space")
    assert game.said(GETNUM, shared.GETNUM_KIND) == "Level: easy"
    game.key("Left", "Return")
    assert kind(game) == "easy"


def test_freecell_finds_games_of_a_kind_from_an_empty_field_on() -> None:
    player = Player(1, impossible=Impossible(Sources(builtin=True), "microsoft"))
    player.key("F2")
    tree = player.program.feature(OriginalSelect).number_box
    assert tree[shared.GETNUM_DIFFICULTY].ob_spec == "Difficulty: ?"
    player.button(shared.GETNUM, shared.GETNUM_KIND)
    player.button(shared.GETNUM, shared.GETNUM_NEXT)
    player.key("Return")
    assert difficulty(Position.microsoft(player.session.number)) is Difficulty.EASY


def test_where_there_is_no_measure_there_is_no_button() -> None:
    game = Familien(1)
    game.key("F2", "3")
    game.button(shared.GETNUM, shared.GETNUM_NEXT)
    assert game.text(shared.GETNUM, shared.GETNUM_FIELD) == "4"
    tree = game.program.feature(OriginalSelect).number_box
    assert ObFlag.HIDETREE in tree[shared.GETNUM_KIND].ob_flags
    assert ObFlag.HIDETREE in tree[shared.GETNUM_DIFFICULTY].ob_flags
    plain = Game(42, used=plain_files())
    plain.key("F2")
    assert not plain.machine.working


def test_freecells_boards_that_cannot_be_won_are_asked_for_with_their_sign() -> None:
    player = Player(1, impossible=Impossible(Sources(builtin=True), "microsoft"))
    player.key("F2", "-", "2", "-", "Return")
    assert player.alerts[-1].startswith("[2][Game -2 cannot be won.")
    player.key("Return")
    assert (player.session.number, player.session.title) == (-2, "FreeCell #-2")
    player.drag(player.at(4), player.at(56))
    again = Player(-2, records=player.records)
    assert again.words == ["5a"]
    again.key("F2", "-", "Return")
    assert again.alerts[-1].startswith("[1][No number was typed.")
    # No other game has a number with a sign.
    game = asked()
    game.key("-", "7")
    assert field(game) == "7"
