"""The games' boxes and questions without a mouse; with the original's resource Return alone is known."""

import pytest

from tests.games.players import Game, Player


@pytest.mark.parametrize("key", ["Return", "Enter", "Ctrl+m", "Esc", "Undo", "o", "Space Tab Space"])
@pytest.mark.parametrize("box", ["F4", "F5"])
def test_about_and_the_statistics_are_closed(box: str, key: str) -> None:
    game = Game(42)
    before = game.picture()
    game.key(box)
    assert game.picture() != before
    if box == "F5" and key.endswith("Space"):
        # Its other button asks first.
        key = "Tab Space Esc o"
    game.key(*key.split())
    assert game.picture() == before


@pytest.mark.parametrize(
    ("keys", "number"), [("a", 42), ("Tab Tab Tab Tab Return", 42), ("o", 45659), ("Left Up Down Right Return", 45659)]
)
def test_the_number_box_has_keys_for_its_buttons(keys: str, number: int) -> None:
    game = Game(42)
    before = game.picture()
    game.key("F2", *keys.split())
    assert game.session.number == number
    assert (game.picture() == before) == (number == 42)


@pytest.mark.parametrize(
    ("keys", "moved"), [("Return", 2), ("o", 1), ("2", 2), ("n", 0), ("Esc", 0), ("Left Return", 1), ("Left Undo", 0)]
)
def test_the_question_before_an_empty_column_is_answered(keys: str, moved: int) -> None:
    player = Player(1)
    player.lay(["9H 8S", "", "KC", "KD", "KH", "KS", "QC", "QD"])
    player.key("1", "2")
    assert player.asks_how_many
    player.key(*keys.split())
    assert (len(player.board.columns[1]), player.asked) == (moved, "")
