"""FreeCell: the game described in the Amiga guide, as a GEM program (docs/freecell.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from gemport.cards.card import Card, is_red, value_of
from gemport.cards.freecell import FreeCellBoard
from gemport.games.freecell import freecell_rsc as rsc
from gemport.gem import keys
from gemport.play.autoplay import SOLVED, AutoplayHand, AutoplayPlay
from gemport.play.feature import Feature
from gemport.play.gamefiles import say
from gemport.play.items import Item, Menu, MenuItem
from gemport.play.kit import Kit


class FreeCellPlay(AutoplayPlay[FreeCellBoard]):
    """A game of FreeCell on its table."""

    names = rsc

    def misfit_text(self, cards: Sequence[Card], last: Card) -> str:
        """Return the alert for a card of the right rank and wrong colour, or for cards without the right rank."""
        card = cards[-1]
        wanted = value_of(last) - value_of(card)
        words = {"card": self.card_name(card), "last": self.card_name(last)}
        if 1 <= wanted <= len(cards):
            return say(self.trees, rsc.SAME_COLOUR, **{**words, "card": self.card_name(cards[-wanted])})
        if len(cards) > 1:
            return say(self.trees, rsc.NOTHING_FITS, first=self.card_name(cards[0]), **words)
        other_colour = is_red(card) != is_red(last)
        return say(self.trees, rsc.NOT_ONE_LOWER if other_colour else rsc.NOT_LOWER_NOR_OTHER_COLOUR, **words)


class FreeCellItem(MenuItem):
    """FreeCell's own menu entry."""

    GUIDE_KEYS = Menu.OPTIONS, 3, "Keys as on the Amiga", "Tasten wie am Amiga"


_GUIDE: Final[Mapping[Item, str]] = {
    Item.ABOUT: "F1",
    Item.NEW: "F2",
    Item.SELECT: "F3",
    Item.STATISTICS: "F4",
    Item.RESTART: "F5",
}


class GuideKeys(Feature[Any]):
    """The switch for F1 to F5 as in earlier versions, modelled on the guide's F2, instead of the usual keys."""

    switches: ClassVar[Mapping[MenuItem, bool]] = {FreeCellItem.GUIDE_KEYS: False}

    async def opened(self) -> None:
        self.switched(FreeCellItem.GUIDE_KEYS)

    def switched(self, item: MenuItem) -> None:
        """Set the shortcuts of the entries and the key names in their texts."""
        if item is not FreeCellItem.GUIDE_KEYS:
            return
        app, menu, guide = self.play.app, self.play.menu, self.play.is_on(FreeCellItem.GUIDE_KEYS)
        for entry, guide_key in _GUIDE.items():
            obj, key = self.play.items[entry], guide_key if guide else entry.key_name
            app.commands[obj] = replace(app.commands[obj], key=keys.key_word(key))
            words = str(menu[obj].ob_spec).rstrip()[:-2]
            self.play.gem.menu_text(menu, obj, f"{words}{key} ")


KIT = Kit(FreeCellPlay, AutoplayHand, (*SOLVED, GuideKeys))
