"""Tours of the games with a player's own resource file."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gemport.cards.game import AnyGame
from gemport.cli.sources import Sources
from gemport.games.freecell import GAME as FREECELL
from gemport.games.grossfamilien import GAME as GROSSFAMILIEN
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.gem import LEFT, Gem, Machine, ObType, Tree, objc_offset, object_type
from gemport.gem.aes.keys import NAMED
from gemport.play.items import Item
from gemport.play.loop import CardProgram
from gemport.solver import grossfamilien
from gemport.solver.short import Shortening
from gemport.store.session import AnySession
from gemport.store.statistics import Outcome
from tests.games.sessions import session_of

GAMES: dict[str, AnyGame] = {game.name: game for game in (VIERFREI, FREECELL, GROSSFAMILIEN)}
AT = 3
"""Offset of a click from an object's corner, in pixels."""
TITLE_HEIGHT = 19
WAITS = 600
"""Wait after each input in milliseconds, longer than a double click takes."""
TYPED = (*"12345678", "Backspace", "Tab", "9")


class Tour:
    """A run of a game by a player who tries every key, box and menu entry except Quit."""

    def __init__(self, game: AnyGame, path: Path) -> None:
        """Start a game with the resource file ``path``. Raises GemportError if the file is refused."""
        sources = Sources(rsc=path, builtin=True)
        files = sources.load(game, "de")
        self.machine = Machine(sources.artwork())
        session: AnySession = session_of(game, 42, chance=1)
        self.program: CardProgram[Any]

        async def main(gem: Gem) -> None:
            self.program = CardProgram(gem, files, session)
            await self.program.run()

        self.machine.start(main, game.program_name)
        self.machine.settle()

    def through(self) -> None:
        """Try every key, every box, the shrunk window and every menu entry, then quit.

        The solver and hints are cut short, because they do not depend on the resource.
        """
        hint = partial(grossfamilien.think_of_hint, limit=300)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Shortening, "work", lambda *_: iter(()))
            patch.setattr(grossfamilien, "think_of_hint", hint)
            self.keys()
            self.lost_and_won()
            self.windows()
            self.menus()
            self.machine.request_quit()
            self.leave_boxes()

    # ---- parts of the tour

    def keys(self) -> None:
        for item, command in list(self.program.commands.items()):
            if command.key is not None and item != self.program.items[Item.QUIT]:
                self.press_key(command.key)
                self.boxes()

    def lost_and_won(self) -> None:
        lost, won = (partial(self.program.play.end, outcome) for outcome in (Outcome.LOST, Outcome.WON))
        # Only programs with texts about a loss ever call a game lost.
        for way in (lost, won) if self.program.session.counts_losses else (won,):
            if not self.machine.finished:
                # End the game in place of the next press, because an outcome otherwise needs a complete game.
                self.next_press(way)
                self.boxes()

    def next_press(self, way: object) -> None:
        async def press(_event: object) -> None:
            del self.program.hand.press
            await way()  # type: ignore[operator]

        self.program.hand.press = press  # type: ignore[method-assign,assignment]
        work = self.program.table.work
        self.click(work.x + work.w - 3, work.y + work.h - 3)

    def windows(self) -> None:
        for _ in range(2):
            if self.machine.finished:
                return
            work = self.program.table.work
            self.click(work.x + work.w - 8, work.y - TITLE_HEIGHT // 2)
            self.leave_boxes()

    def menus(self) -> None:
        menu = self.program.menu
        titles = [obj for obj in range(len(menu)) if object_type(menu[obj]) == ObType.G_TITLE]
        never = {self.program.items[Item.QUIT]}
        for item in set(range(len(menu))) - never:
            for title in titles:
                if self.machine.finished:
                    return
                self.move(*self.corner(menu, title))
                self.click(*self.corner(menu, item))
                # If the menu is still open, a click outside closes it.
                self.click(0, self.machine.height - 1)
                self.leave_boxes()

    def boxes(self) -> None:
        """Click every object of every tree once or twice and type keys, then close whatever was opened."""
        for tree in (*self.program.play.trees.trees, *self.program.play.shared.trees):
            for obj in range(len(tree)):
                if tree is not self.program.menu:
                    self.click(*self.corner(tree, obj), times=1 + obj % 2)
        for name in TYPED:
            self.press_key(NAMED.get(name, ord(name[0])))
        self.leave_boxes()

    # ---- input

    @staticmethod
    def corner(tree: Tree, obj: int) -> tuple[int, int]:
        x, y = objc_offset(tree, obj)
        return x + AT, y + AT

    def move(self, x: int, y: int) -> None:
        self.machine.mouse_to(x, y)
        self.machine.settle()

    def click(self, x: int, y: int, times: int = 1) -> None:
        self.move(x, y)
        for _ in range(times):
            self.machine.mouse_button(LEFT, True)
            self.machine.mouse_button(LEFT, False)
        self.wait()

    def press_key(self, word: int) -> None:
        self.machine.key(word)
        self.wait()

    def wait(self) -> None:
        self.machine.settle()
        self.machine.advance(WAITS)
        self.machine.settle()

    def leave_boxes(self) -> None:
        for _ in range(3):
            self.press_key(NAMED["Return"])
