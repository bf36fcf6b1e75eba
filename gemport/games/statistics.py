"""A game's statistics as a dialog."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gemport.games import resource as n
from gemport.games.boxes import write_centred
from gemport.games.files import say
from gemport.gem.aes.constants import WCHAR
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rsrc import LoadedResource
from gemport.gem.formats.objects import Tree
from gemport.store.session import Session
from gemport.store.statistics import Statistics
from gemport.toolkit.dialog import Dialog, alert

_CLEAR_BUTTON, _KEEP_BUTTON = 1, 2
"""Of the question whether to clear."""


async def show_statistics(
    gem: Gem,
    trees: LoadedResource,
    session: Session[Any],
    own: Tree | None = None,
    further: Callable[[], Mapping[int, str]] = lambda: {},
) -> None:
    """Show the statistics of a session's records until OK, and clear them if the player says so twice.

    trees: the shared resource
    own: a dialog of the game's instead of the one there, in which the same objects have the same numbers
    further: returns the texts of objects that only the game's own dialog has
    """
    tree = own or trees.tree(n.STATISTICS)
    if own is None:
        write_centred(tree, n.STATISTICS_TITLE, say(trees, n.STATISTICS_OF, game=session.game.title))

    def fill() -> None:
        found = session.records.statistics()
        streak = n.NO_STREAK if found.streak == 0 else n.STREAK_WON if found.streak > 0 else n.STREAK_LOST
        texts = {
            n.STATISTICS_WON: str(found.won),
            n.STATISTICS_UNAIDED: unaided(trees, found),
            n.STATISTICS_LOST: str(found.lost),
            n.STATISTICS_PERCENTAGE: f"{found.percentage}%",
            n.STATISTICS_STREAK: say(trees, streak, count=abs(found.streak)),
            n.STATISTICS_LONGEST_WON: str(found.longest_won),
            n.STATISTICS_LONGEST_LOST: str(found.longest_lost),
            **further(),
        }
        for obj, text in texts.items():
            tree[obj].ob_spec = text.rjust(tree[obj].ob_width // WCHAR)

    fill()
    async with Dialog(gem, tree) as dialog:
        while await dialog.do() == n.STATISTICS_CLEAR:
            if await alert(gem, trees.string(n.ASK_CLEAR), _KEEP_BUTTON) == _CLEAR_BUTTON:
                session.records.clear()
            fill()
            dialog.draw()


def unaided(trees: LoadedResource, won: Statistics) -> str:
    """Return how many games were won without help, and of how many that is not known."""
    if not won.unknown:
        return str(won.unaided)
    return say(trees, n.HELP_UNKNOWN, count=won.unaided, unknown=won.unknown)
