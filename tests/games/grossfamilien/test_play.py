"""Playing Großfamilien: clicks, drags, keys, hints and complete games (docs/grossfamilien.md)."""

from collections.abc import Generator

import pytest

from gemport.cards.grossfamilien import STOCK, WASTE, FamilyBoard
from gemport.games.grossfamilien.grossfamilien_table import heap_pictures
from gemport.gem import GRect
from gemport.gem.aes.graf import SHOW_MS
from gemport.gem.aes.keys import F8, key_word
from gemport.play.basics import HINT_MS
from gemport.solver import grossfamilien as solver
from gemport.solver.grossfamilien import Hint, think_of_hint
from gemport.store.statistics import Help
from tests.games.grossfamilien.player import NOWHERE
from tests.games.players import Familien, pile_board, recorded
from tests.games.sessions import Book, Saved
from tests.gem.aes.desk import changed

CLUBS = 52


def position(text: str) -> FamilyBoard:
    """Parse piles / talon / turned card / waste / number of clubs at home; piles not named hold a king of spades."""
    piles, talon, turned, waste, clubs = ([part.strip() for part in text.split("/")] + [""] * 5)[:5]
    named = piles.split(",")
    filled = ",".join([*named, *["KS"] * (16 - len(named))])
    return pile_board(filled, talon, turned, waste, (int(clubs or 0), 0, 0, 0))


def laid(text: str, lang: str = "de") -> Familien:
    game = Familien(lang=lang)
    game.put(position(text))
    return game


def moved(game: Familien) -> str:
    return " ".join(map(str, game.board.history))


@pytest.mark.parametrize(
    ("laid_out", "acts", "moves", "bells"),
    [
        # Talon, turned card and waste.
        ("5H / 2C 9D", "@t", "t-o", 0),
        ("5H / 2C 9D", "@t @t", "t-o o-w t-o", 0),
        ("5H,6H / 2C 9D", "@t @t @t", "t-o o-w t-o o-w", 0),
        ("5H / 2C 9D", "@t @t Undo", "t-o o-w", 0),
        ("5H / 2C 9D", "@t @t Undo Undo Undo", "", 0),
        ("5H,6H / / / 9D", "@t", "", 1),
        ("5H / 9D / 2C", "@o", "o-w", 0),
        ("5H / 9D / / 2C", "@w", "", 0),
        ("5H, / 9D / 2C / 3C", "t>a2", "", 0),
        ("5H / 9D / 6H", "o>a1", "o-a1", 0),
        ("5H / 9D / / 6H", "w>a1", "w-a1", 0),
        ("5H / 9D / AC", "o>clubs", "o-h", 0),
        ("5H / 9D / / AC", "w>clubs", "w-h", 0),
        ("5H / 9D / 2C", "o>w", "o-w", 0),
        ("5H / 9D / / 2C", "t>o", "t-o", 0),
        # Piles and families.
        ("5H,6H,7H,5H / 9D 9D 9D / / 2C", "a1>a2 a3>a2 a2>a3", "a1-a2", 2),
        *(("5H / 9D / 2C", f"a1>{target}", "", 1) for target in ("b1", "hearts", "clubs", "o", "w", "t")),
        ("2C / 9D / / / 1", "clubs>a1", "", 0),
        ("2C / 9D / / / 1", "+clubs", "", 1),
        # Empty piles are filled automatically while the waste is empty, otherwise by the player.
        ("5H,6H / 9D 8D", "a1>a2", "a1-a2 t-a1", 0),
        ("5H,6H / 9D 8D", "a1>a2 Undo", "", 0),
        ("5H,6H / 9D 8D / 2C", "a1>a2", "a1-a2 o-a1", 0),
        ("5H,6H / 9D 8D / / 2C", "a1>a2 @t", "a1-a2 t-a1", 0),
        ("5H,6H / 9D 8D / / 2C", "a1>a2 @w", "a1-a2 w-a1", 0),
        (",6H / 9D 8D / 2C / 3C", "@t", "o-a1", 0),
        (",6H / 9D 8D / 2C / 3C", "@o", "o-a1", 0),
        (",6H, / 9D 8D / / 3C 4C", "t>a3", "t-a3", 0),
        (",6H, / 9D 8D / 2C / 3C 4C", "o>a3", "o-a3", 0),
        (",6H, / 9D 8D / / 3C 4C", "w>a3", "w-a3", 0),
        (",6H / 9D 8D / / 2C", "a2>a1", "", 1),
        ("5H,6H,9D,8D", "a1>a2 @t @w", "a1-a2", 1),
        # Right+left click and Delete.
        ("AC,6H / 9D 8D", "+a1", "a1-h t-a1", 0),
        ("5H / 9D / AC", "+o", "o-h", 0),
        ("5H / 9D / / AC", "+w", "w-h", 0),
        *(("5H / AC / / 2C", f"+{source}", "", 1) for source in ("a1", "t", "w")),
        ("3C,2C,AC,5H,6H / / / / 23", "Delete", "a1-h a2-h a3-h", 0),
        ("AC,AC / 9D", "Delete", "", 0),
    ],
)
def test_what_is_done_makes_these_moves_and_rings_so_often(laid_out: str, acts: str, moves: str, bells: int) -> None:
    game = laid(laid_out)
    assert (game.act(acts), moved(game), game.asked) == (bells, moves, "")
    game.move(NOWHERE)
    assert game.picture() == game.full_picture()


def test_only_refused_drops_ring() -> None:
    game = laid("6H 5H,4H / 9D / / 2C")
    x, y = game.at(0)
    corner, work = game.program.table.layout.slots[0][:2], game.program.table.work
    covered = work.x + corner[0] + 5, work.y + corner[1] + 40
    for source, target in (((x, y), (x + 5, y + 40)), ((x, y), NOWHERE), (covered, game.at(1))):
        assert game.drag(source, target) == 0
    assert game.both(NOWHERE) == 0
    assert moved(game) == ""
    assert game.drag(game.at(1), covered) == 0
    assert moved(game) == "a2-a1"


def test_an_outline_as_large_as_the_card_is_dragged() -> None:
    game = laid("5H / 9D")
    x, y = game.corner(0)
    game.press((x + 20, y + 20))
    game.move((x + 120, y + 70))
    held = game.machine.frame(pointer=False)
    game.release()
    seen = changed(held, game.machine.frame(pointer=False))
    assert seen == GRect(x + 2 + 100, y + 50, 60, 93)


@pytest.mark.parametrize("tried", ["a2>a3", "+a4", "w>b1", "t>o", "Delete"])
@pytest.mark.parametrize(
    ("lang", "said"), [("de", "Füllen Sie zuerst den freien Platz"), ("en", "Fill the free place first")]
)
def test_a_free_place_must_be_filled_first(tried: str, lang: str, said: str) -> None:
    game = laid(",6H,7H,AS,3C / 9D 8D / / 2C", lang)
    before = game.board.position()
    assert (game.act(tried), said in game.asked) == (1, True)
    game.answer(1)
    assert game.board.position() == before
    assert game.picture() == game.full_picture()
    game.act("@w")
    assert moved(game) == "w-a1"


# ---- piles shown in full


HEAP = "5H 6H 7H 8H 9H TH JH QH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H,7C"
"""A pile of twenty cards and one of a single card."""


def check_seen(game: Familien, place: int) -> None:
    """Check that all cards of a pile are on the screen with their rank and suit, and that nothing covers them."""
    table, work = game.program.table, game.program.table.work
    frame, pictures = heap_pictures(table.layout, game.board, place, table.size)
    assert frame.intersection(GRect(0, 0, *table.size)) == frame
    assert [shown.picture for shown in pictures] == game.board.piles[place]
    assert game.pixels(work.x + frame.x, work.y + frame.y + frame.h // 2, 4, 1) == [0b1001]
    for card, x, y, *_ in pictures:
        art = table.art._usual[card]
        index = [row >> art.stride - 20 & 0xFFFF for row in art.rows[3:9]]
        assert game.pixels(work.x + x + 4, work.y + y + 3, 16, 6) == index


@pytest.mark.parametrize(("place", "waste"), [(0, ""), (WASTE, " ".join(["2C 3D TS KH"] * 22))])
@pytest.mark.parametrize("size", [(640, 400), (1280, 960)])
def test_the_right_button_held_shows_a_whole_heap(place: int, waste: str, size: tuple[int, int]) -> None:
    game = Familien(size=size)
    game.put(pile_board(HEAP + ",KS" * 14, talon="9D", waste=waste))
    before, position = game.picture(), game.board.position()
    game.press(game.at(place), "right")
    check_seen(game, place)
    assert game.picture() == game.full_picture()
    game.release(button="right")
    assert (game.picture(), game.board.position()) == (before, position)


def test_a_single_card_the_talon_and_a_family_are_no_heaps() -> None:
    game = laid("5H / 9D AC / / / 3")
    before = game.picture()
    for place in (0, STOCK, CLUBS):
        game.press(game.at(place), "right")
        assert game.picture() == before
        game.release(button="right")
        assert game.key("Insert") == 1


def test_left_clicks_in_a_shown_heap_send_cards_home() -> None:
    game = laid("4C 3C 2C AC,7H / 9D")
    game.press(game.at(0), "right")
    for _ in range(2):
        game.click(game.at(0))
    assert game.board.foundations == [2, 0, 0, 0]
    game.release(button="right")
    assert game.picture() == game.full_picture()
    game.drag(game.at(0), game.at(1))
    assert moved(game) == "a1-h a1-h"


def test_insert_shows_a_heap_until_the_next_input() -> None:
    game = laid(HEAP + ",6C / 9D")
    x, y = game.corner(0)
    game.move((x + 5, y + 80))
    before = game.picture()
    for key in ("Insert", "Esc"):
        assert game.key("Insert") == 0
        check_seen(game, 0)
        game.key(key)
        assert game.picture() == before
    game.key("Insert")
    game.drag(game.at(2), game.at(1))
    assert moved(game) == "a3-a2 t-a3"
    assert game.picture() == game.full_picture()


def boxes_shown(game: Familien, key: str) -> int:
    """Count the positions of moving boxes that a key brings to the screen."""
    game.machine.key(key_word(key))
    seen = 0
    while (ms := game.machine.next_wakeup()) is not None:
        seen += ms == SHOW_MS
        game.machine.advance(ms)
    return seen


def test_automatic_moves_have_boxes_and_drops_have_none() -> None:
    game = laid("5H,6H / 9D 8D")
    game.press(game.at(0))
    game.machine.mouse_to(*game.at(1))
    game.machine.mouse_button(1, False)
    assert game.board.history[0].target == 1
    assert game.machine.next_wakeup() == SHOW_MS, "the filling"
    assert len(game.board.history) == 2
    game.machine.settle()
    assert boxes_shown(game, "Undo") > 10
    game.put(position("3C,2C,AC,5H / 9D / / / 23"))
    assert boxes_shown(game, "Delete") == 0
    game.put(position("3C,2C,AC,5H,6H / / / / 23"))
    assert boxes_shown(game, "Delete") > 10


# ---- hints


class Watched(Familien):
    """A game that records the places between which a hint's box moves."""

    def __init__(self, number: int = 1, lang: str = "de") -> None:
        super().__init__(number, lang=lang)
        self.shown: list[tuple[int, int]] = []
        show = self.program.table.marks.point_out

        async def point_out(source: int, target: int) -> None:
            self.shown.append((source, target))
            await show(source, target)

        self.program.table.marks.point_out = point_out  # type: ignore[method-assign]


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record the move count of each search for a hint, and limit each to 300 positions."""
    seen: list[int] = []

    def think(board: FamilyBoard) -> Generator[int, None, Hint]:
        seen.append(board.moves_made)
        return think_of_hint(board, limit=300)

    monkeypatch.setattr(solver, "think_of_hint", think)
    return seen


def test_a_safe_play_is_hinted_without_an_alert() -> None:
    game = Watched()
    game.put(pile_board("5H TC,7H" + ",KS" * 14, talon="9S 8S", waste="2D", families=(16, 0, 0, 0)))
    before, position = game.picture(), game.board.position()
    assert (game.key("F8"), game.shown, game.alerts, game.session.help) == (0, [(0, 52)], [], Help.HELPED)
    game.key("Esc")
    assert (game.picture(), game.board.position(), game.words) == (before, position, [])
    # The menu entry shows the same hint.
    game.choose("hint")
    assert game.shown == [(0, 52)] * 2


def test_a_solution_is_remembered_until_another_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[int | None] = []

    def think(board: FamilyBoard) -> Generator[int, None, Hint]:
        thoughts.append(board.number)
        return think_of_hint(board)

    monkeypatch.setattr(solver, "think_of_hint", think)
    game = Watched(1)
    for _ in range(6):
        game.key("F8")
        game.make(game.board.plan(*game.shown[-1]).word)
    game.key("F3", "F8")
    assert thoughts == [1]
    assert game.alerts == []
    game.key("F1")
    monkeypatch.setattr(solver, "think_of_hint", lambda board: think_of_hint(board, limit=10))
    game.key("F8")
    assert len(game.alerts) == 1


@pytest.mark.parametrize(("lang", "said"), [("de", "nur eine Vermutung"), ("en", "only a guess")])
def test_a_likely_play_is_said_to_be_no_more(lang: str, said: str, thoughts: list[int]) -> None:
    game = Watched(1, lang)
    game.key("F8")
    assert (len(game.shown), said in game.asked, "300" in game.asked) == (1, True, True)
    game.answer(1)
    game.machine.advance(HINT_MS - 20)
    assert game.program.table.marks.hint == game.shown[0]
    game.machine.advance(20)
    assert game.picture() == Familien(1, lang=lang).picture()


def test_a_likely_line_is_followed_before_it_thinks_again(thoughts: list[int]) -> None:
    game = Watched(1)
    for at in range(15):
        game.key("F8")
        assert len(game.shown) == at + 1
        if game.asked:
            game.answer(1)
        game.make(game.board.plan(*game.shown[-1]).word)
    assert thoughts == [0]
    assert all("300" in alert for alert in game.alerts)
    assert len(game.alerts) > 10


@pytest.mark.parametrize(("lang", "said"), [("de", "bewiesen"), ("en", "proven")])
def test_hint_reports_a_lost_game_or_rings(lang: str, said: str) -> None:
    game = Watched(lang=lang)
    game.put(pile_board("5H,6H,7H" + ",KS" * 13, waste="9S"))
    game.key("F8")
    assert (game.shown, said in game.asked) == ([], True)
    game.answer(1)
    assert game.session.help is Help.HELPED
    game = Watched()
    game.put(pile_board("5H,7H" + ",KS" * 14, waste="9S"))
    assert (game.key("F8"), game.shown, game.alerts, game.session.help) == (1, [], [], Help.NONE)


def test_a_key_stops_the_thought() -> None:
    game = Watched(1)
    game.machine.key(F8)
    game.machine.advance(50)
    assert game.machine.next_wakeup() is not None
    game.key("Esc")
    assert (game.shown, game.alerts) == ([], [])


# ---- complete games


RESTART = 2


def test_a_game_is_lost_only_with_an_empty_talon() -> None:
    game = Familien()
    game.put(pile_board(",".join(["5H"] * 16), talon="KC"))
    game.act("@t")
    assert not game.asked
    game.act("@o")
    assert (bool(game.asked), len(game.board.waste)) == (True, 1)
    game.answer(RESTART)
    assert game.board.position() == FamilyBoard.deal(7).position()


def test_games_older_than_the_filling_rule_resume() -> None:
    old = list(recorded("won_with_places_left_free").words)
    game = Familien(None, records=Book("grossfamilien", saved=Saved(1, tuple(old[:-1]))))
    assert (game.asked, game.words) == ("", old[:-1])
    game.key("Undo", "Ctrl+Y")
    game.play(old[-1:])
    assert game.board.won
