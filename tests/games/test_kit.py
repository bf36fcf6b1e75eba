"""The parts of a game's program: its features, their order, and their menu entries."""

import pytest

from gemport.cli import registry
from gemport.gem import children
from gemport.play import kit as kits
from gemport.play.items import Item, Menu, MenuItem, menus_of, numbered
from gemport.play.loop import kit_of
from tests.games.players import Game, Hands, every_game


@every_game
def test_order_in_which_features_are_listed_has_no_effect(kind: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    def pictures() -> list[bytes]:
        game = kind(7, impossible={7})
        shown = [game.picture()]
        for act in ("Return", "counter", "oracle", "F8", "Return", "F5", "Return"):
            if act not in ("counter", "oracle"):
                game.key(act)
            elif any(item.label == act for item in game.program.items):
                game.choose(act)
            shown.append(game.picture())
        return shown

    before, kit = pictures(), kit_of(kind.game)
    monkeypatch.setattr(kits, "STANDARD", kits.STANDARD[::-1])
    monkeypatch.setattr("gemport.play.loop.kit_of", lambda _: kit._replace(features=kit.features[::-1]))
    assert pictures() == before


class OwnItem(MenuItem):
    """A game's own entries, in the last section and in a separate section."""

    LAST = Menu.FILE, 1, "Last", "Letzter"
    ALONE = Menu.FILE, 2, "Alone", "Allein"


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("extras", [True, False])
def test_no_two_features_share_a_menu_entry(name: str, extras: bool) -> None:
    items = [item for kind in kit_of(registry.find(name)).every_feature(extras) for item in kind.items()]
    assert len(set(items)) == len(items)


def test_own_entries_follow_those_of_all_games() -> None:
    rows = menus_of([OwnItem.ALONE, Item.ABOUT, OwnItem.LAST, Item.COPY_LINK, Item.QUIT])
    assert list(rows) == [Menu.DESK, Menu.GAME, Menu.FILE]
    assert [row.name for row in rows[Menu.FILE] if isinstance(row, MenuItem)] == ["COPY_LINK", "LAST", "ALONE"]
    assert len(rows[Menu.FILE]) == 4


def test_originals_entries_have_the_first_numbers() -> None:
    kit = kit_of(Game.game)
    original = kit.items(extras=False)
    assert (set(numbered(original).values()), max(original.values())) == (set(range(25)), 24)
    assert original.items() <= kit.items().items()


@every_game
def test_menu_has_the_entries_of_the_features_and_no_other(kind: Hands) -> None:
    menu, items = kind(1).program.menu, kind(1).program.items
    boxes = list(children(menu, menu[0].ob_tail))
    entries = {obj for box in boxes[1:] for obj in children(menu, box) if not str(menu[obj].ob_spec).startswith("-")}
    assert entries | {items[Item.ABOUT]} == set(items.values())
