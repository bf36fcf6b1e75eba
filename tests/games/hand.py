"""A player's hands: mouse and keys on a game that runs on a machine without a window."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import Any

from gemport.cli.files import Sources
from gemport.games.program import CardProgram
from gemport.games.vierfrei.resource import MENU
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.keys import key_press
from gemport.gem.aes.machine import Machine
from gemport.gem.formats.artwork import SystemArtwork
from gemport.gem.formats.objects import ObState, TedInfo, Tree
from gemport.hosts.events import BUTTONS, Event
from gemport.hosts.headless import HeadlessPlayer
from tests.games.shared import SharedTree

SPOT = 20, 6
"""Where a card is pressed, from its corner: on the part that is seen of a covered one."""
ABOVE_TITLE = 8
"""Height of the title bar's middle, in pixels above the work area."""


@cache
def artwork() -> SystemArtwork:
    return Sources(builtin=True).artwork()


def _button(do: str, at: tuple[int, int] | None, button: str) -> Event:
    x, y = at or (None, None)
    return Event(0, do, x, y, button=BUTTONS[button])


class Hand(ABC):
    """Plays a running game. Points are screen pixels; every action settles, and gives how often the bell rang."""

    machine: Machine
    gem: Gem
    player: HeadlessPlayer
    program: CardProgram[Any]

    # ---- what is there

    @abstractmethod
    def corner(self, place: int, index: int = -1) -> tuple[int, int]:
        """The corner of a card (by default the last one), or of an empty place."""

    def at(self, place: int, index: int = -1) -> tuple[int, int]:
        """A point on a card or an empty place."""
        x, y = self.corner(place, index)
        return x + SPOT[0], y + SPOT[1]

    def tree(self, number: int) -> Tree:
        program = self.program
        return (program.shared if isinstance(number, SharedTree) else program.trees).tree(number)

    def text(self, tree: int, obj: int) -> str:
        spec = self.tree(tree)[obj].ob_spec
        assert isinstance(spec, TedInfo)
        return spec.te_ptext

    def said(self, tree: int, obj: int) -> str:
        """What an object of plain text says, without the blanks around it."""
        spec = self.tree(tree)[obj].ob_spec
        assert isinstance(spec, str)
        return spec.strip()

    def disabled(self) -> set[int]:
        """The game's menu entries that are shown as unusable."""
        menu = self.tree(MENU)
        return {item for item in self.program.commands if menu[item].ob_state & ObState.DISABLED}

    def picture(self) -> bytes:
        return self.machine.frame(pointer=False).to_bytes()

    # ---- what is done

    def do(self, event: Event) -> int:
        self.player.play([event])
        return self.player.log[-1][1]

    def move(self, at: tuple[int, int]) -> int:
        return self.do(Event(0, "move", *at))

    def press(self, at: tuple[int, int] | None = None, button: str = "left") -> int:
        return self.do(_button("press", at, button))

    def release(self, at: tuple[int, int] | None = None, button: str = "left") -> int:
        return self.do(_button("release", at, button))

    def click(self, at: tuple[int, int]) -> int:
        return self.press(at) + self.release()

    def drag(self, source: tuple[int, int], target: tuple[int, int]) -> int:
        return self.press(source) + self.move(target) + self.release()

    def both(self, at: tuple[int, int]) -> int:
        """Left click with the right button held."""
        return self.press(at, "right") + self.click(at) + self.release(button="right")

    def key(self, *names: str) -> int:
        return self.do(Event(0, "key", keys=tuple(key_press(name) for name in names)))

    def drag_window(self, dx: int, dy: int) -> None:
        """Drag the window by its title bar."""
        work = self.program.table.window.work
        x, y = work.x + 200, work.y - ABOVE_TITLE
        self.drag((x, y), (x + dx, y + dy))

    def closer(self) -> int:
        work = self.program.table.window.work
        return self.click((work.x + 8, work.y - ABOVE_TITLE))

    def fuller(self) -> int:
        work = self.program.table.window.work
        return self.click((work.x + work.w - 8, work.y - ABOVE_TITLE))

    def choose(self, title: int, item: int) -> int:
        """Choose an entry of a menu with the mouse."""
        return self.move(self._on(title)) + self.move(self._on(item)) + self.click(self._on(item))

    def button(self, tree: int, obj: int) -> int:
        """Click on a button of the box that is shown."""
        return self.click(self._on(obj, tree))

    def _on(self, obj: int, tree: int = MENU) -> tuple[int, int]:
        x, y = self.gem.objc_offset(self.tree(tree), obj)
        return x + 8, y + 8
