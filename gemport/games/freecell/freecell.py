"""FreeCell: the game described in the Amiga guide, as a GEM program (docs/freecell.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final

from gemport.cards.card import Card, is_red, value_of
from gemport.cards.freecell import FreeCellBoard
from gemport.games.freecell import freecell_rsc as rsc
from gemport.gem import keys
from gemport.play.autoplay import SOLVED, AutoplayHand, AutoplayPlay
from gemport.play.feature import Entry, Feature
from gemport.play.gamefiles import say
from gemport.play.loop import Kit


class FreeCellPlay(AutoplayPlay[FreeCellBoard]):
    """A game of FreeCell on its table."""

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


GUIDE_KEYS: Final = "guide keys"
_GUIDE: Final = {
    "about": keys.F1,
    "new": keys.F2,
    "select": keys.F3,
    "statistics": keys.F4,
    "restart": keys.F5,
}


class GuideKeys(Feature[Any]):
    """The switch for F1 to F5 as in earlier versions, modelled on the guide's F2, instead of the usual keys."""

    switches: ClassVar[Mapping[str, bool]] = {GUIDE_KEYS: False}

    def entries(self) -> Sequence[Entry]:
        return [Entry(GUIDE_KEYS, partial(self.play.switch, GUIDE_KEYS))]

    async def opened(self) -> None:
        self.switched(GUIDE_KEYS)

    def switched(self, name: str) -> None:
        """Set the shortcuts of the entries and the key names in their texts."""
        app = self.play.app
        if name != GUIDE_KEYS or app.menu is None:
            return
        for entry, key in (_GUIDE if self.play.is_on(GUIDE_KEYS) else self.play.session.game.keys).items():
            if entry in _GUIDE:
                item = self.play.items[entry]
                app.commands[item] = replace(app.commands[item], key=key)
                words = str(app.menu[item].ob_spec).rstrip()[:-2]
                self.play.gem.menu_text(app.menu, item, f"{words}F{(key - keys.F1 >> 8) + 1} ")


KIT = Kit(rsc, FreeCellPlay, AutoplayHand, (*SOLVED, GuideKeys))
