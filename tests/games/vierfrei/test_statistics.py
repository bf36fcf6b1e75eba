"""VIERFREI's statistics: what was won and lost, in all, and what was won of the number on the table."""

from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.store.records import Progress
from gemport.store.statistics import Help, Outcome
from tests.games.sessions import Book
from tests.games.vierfrei.player import Game


def shown(game: Game) -> list[str]:
    """The lines with figures, from the left column's first to the right one's last."""
    tree = game.tree(rsc.STATISTICS)
    lines = [
        *(rsc.STATISTICS_WON, rsc.STATISTICS_UNAIDED, rsc.STATISTICS_LOST, rsc.STATISTICS_PERCENTAGE),
        *(rsc.STATISTICS_STREAK, rsc.STATISTICS_LONGEST_WON, rsc.STATISTICS_LONGEST_LOST),
        *(rsc.STATISTICS_BEST, rsc.STATISTICS_AVERAGE, rsc.STATISTICS_UNDOS, rsc.STATISTICS_NUMBER),
        *(rsc.STATISTICS_NUMBER_WON, rsc.STATISTICS_NUMBER_UNAIDED),
        *(rsc.STATISTICS_NUMBER_BEST, rsc.STATISTICS_NUMBER_UNDOS),
        *(rsc.STATISTICS_FASTEST, rsc.STATISTICS_AVERAGE_TIME, rsc.STATISTICS_NUMBER_FASTEST),
    ]
    return [str(tree[line].ob_spec).strip() for line in lines]


def test_what_was_won_and_lost_is_shown_in_all_and_of_the_number() -> None:
    book = Book("vierfrei", [(8, Outcome.LOST), (9, Outcome.LOST)])
    for number, moves, undos, seconds in ((42, 70, 3, 300), (42, 64, 5, 360), (7, 61, 0, 240)):
        book.count(number, Outcome.WON, Progress(moves, 52, undos, seconds), 0)
    book.count(42, Outcome.WON, Progress(57, 52, 0, 100), 0, Help.HELPED)
    game = Game(42, records=book)
    before = game.picture()
    game.key("F5")
    assert shown(game) == [
        *("4", "3", "2", "66%", "3 gewonnen", "3", "2"),
        *("61", "63", "8", "Spiel 42: gewonnen", "3", "2", "64", "5"),
        # Won with help, a game counts for the mean alone.
        *("4:00", "4:10", "5:00"),
    ]
    game.key("Return")
    assert game.picture() == before


def test_what_is_not_known_is_shown_as_a_line() -> None:
    game = Game(42, lang="en")
    game.key("F5")
    assert shown(game) == [
        *("0", "0", "0", "0%", "none", "0", "0"),
        *("-", "-", "0", "Game 42: won", "0", "0", "-", "-"),
        *("-", "-", "-"),
    ]
