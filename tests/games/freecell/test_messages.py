"""What FreeCell says about wrong moves, in both languages; and its resource."""

import pytest

from gemport.gem import parse_alert
from tests.games.freecell.player import Player

LANGUAGES = pytest.mark.parametrize("lang", ["de", "en"])

SOURCE = ["KC 9D 8S 7H", "QH 9S", "2C 9C", "TC", "TH", "4S", "KH 5D", "KS"]
"""9D 8S 7H is a run, 5D and 4S fit."""


def said(player: Player) -> str:
    """The last alert's lines as one text."""
    return " ".join(parse_alert(player.alerts[-1]).lines)


@pytest.mark.parametrize(
    ("cells", "keys", "text"),
    [
        ("", "58", "The 10 of hearts does not fit on the king of spades: it must be exactly one lower."),
        ("", "42", "The 10 of clubs does not fit on the 9 of spades: "
                   "it must be exactly one lower and of the other colour."),
        ("", "24", "The 9 of spades does not fit on the 10 of clubs: "
                   "colours must alternate, red on black and black on red."),
        ("", "15", "The 9 of diamonds does not fit on the 10 of hearts: "
                   "colours must alternate, red on black and black on red."),
        ("", "18", "No card from the 9 of diamonds to the 7 of hearts fits on the king of spades: "
                   "it must be exactly one lower and of the other colour."),
        ("AC 2D 3D", "14", "From the 9 of diamonds down that is 3 cards, but there is room for only 2: "
                           "empty free cells: 1, empty columns: 0."),
        ("AC 2D 3D 6D", "10", "There is no room for the 7 of hearts: all free cells are taken."),
        ("AC", "19", "The 7 of hearts cannot go home yet: the ace of hearts comes first."),
    ],
)  # fmt: skip
def test_a_wrong_move_by_keys_says_exactly_why(cells: str, keys: str, text: str) -> None:
    player = Player(1)
    player.lay(SOURCE, cells)
    player.key(*keys)
    assert said(player) == text
    player.key("Return")
    assert (player.selected, player.words, len(player.alerts)) == (None, [], 1)


@pytest.mark.parametrize(
    ("drag", "text"),
    [
        ("1.3>c", "The 7 of hearts cannot go here: this free cell holds the 3 of diamonds."),
        ("1.3>C", "The 7 of hearts cannot go here: this foundation is for clubs."),
        ("1.3>H", "The 7 of hearts cannot go home yet: the 3 of hearts comes first."),
        ("a>d", "The 4 of hearts is in a free cell already; from there it can only go to a column or home."),
        ("1.1>d", "From the 9 of diamonds down that is 3 cards, but a cell takes only a single one."),
        ("1.1>H", "From the 9 of diamonds down that is 3 cards, but a cell takes only a single one."),
        ("1.2>5", "The 8 of spades does not fit on the 10 of hearts: it must be exactly one lower."),
    ],
)
def test_a_wrong_move_by_dragging_says_exactly_why(drag: str, text: str) -> None:
    player = Player(1)
    player.lay(SOURCE, "4H 2D 3D", (0, 2, 0, 0))
    player.act(drag)
    assert said(player) == text
    assert player.words == []


def test_the_room_said_is_that_of_the_option() -> None:
    for option, text in ((True, "empty columns: 1."), (False, "empty columns are not counted.")):
        player = Player(1)
        player.lay([*SOURCE[:3], "KD TC", "TH", "4S 6D", "", "KS QS"], "4C 2D 3D 5D")
        if not option:
            player.key("F7")
        player.key("1", "4")
        assert said(player).endswith(text)
        assert f"room for only {2 if option else 1}:" in said(player)


def test_without_messages_nothing_happens_and_the_selection_stays() -> None:
    player = Player(1)
    player.lay(SOURCE, "AC 2D 3D 6D")
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


def test_a_double_click_with_all_free_cells_taken_says_so() -> None:
    player = Player(1)
    player.lay(SOURCE, "AC 2D 3D 6D")
    player.act("@@1")
    assert said(player) == "There is no room for the 7 of hearts: all free cells are taken."


def test_german_says_it_in_german() -> None:
    player = Player(1, lang="de")
    player.lay(SOURCE, "AC 2D 3D")
    player.key("1", "4")
    assert said(player) == (
        "Ab Karo-9 wären es 3 Karten, Platz ist aber nur für 2: leere Freizellen: 1, leere Spalten: 0."
    )


# ---- the resource


def test_names_of_cards() -> None:
    assert [Player(1, lang="de").program.play.card_name(card) for card in (0, 1, 42, 51)] == [
        "Kreuz-Ass",
        "Herz-Ass",
        "Pik-Bube",
        "Karo-König",
    ]
    assert [Player(1).program.play.card_name(card) for card in (0, 29, 42)] == [
        "ace of clubs",
        "8 of hearts",
        "jack of spades",
    ]
