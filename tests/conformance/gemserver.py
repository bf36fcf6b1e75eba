"""A GEM program that makes the calls it is told, as the one did that made the reference pictures."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from gemport.gem.aes.constants import MU_MESAG, Wc, Wf
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.artwork import load_artwork
from gemport.gem.formats.objects import Tree
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.workstation import Workstation
from tests.conformance.jsontree import read_tree
from tests.conformance.reference import REFERENCE

NAME = "GEMSRV.PRG"
GO_ON = 0x4000
Command = Callable[[], Awaitable[Any]]


class Server:
    """A machine in the reference's clothes with a program that carries out one command after the other."""

    def __init__(self) -> None:
        self.machine = Machine(load_artwork(REFERENCE / "system"))
        self.gem: Gem
        self.workstation: Workstation
        self.tree: Tree = []
        self.results: list[tuple[str, Any]] = []
        """Name and result of every AES call that has returned."""
        self.handles: list[int] = []
        self._todo: list[tuple[str, Command]] = []
        self.machine.start(self._serve, NAME)

    async def _serve(self, gem: Gem) -> None:
        self.gem, self.workstation = gem, gem.v_opnvwk()
        gem.graf_mouse(0)
        while True:
            while self._todo:
                name, command = self._todo.pop(0)
                self.results.append((name, await command()))
            await gem.evnt_multi(MU_MESAG)

    def do(self, name: str, command: Command) -> None:
        """Have the program make a call; returns when it is done or waits for the user."""
        self.begin(name, command)
        self.machine.settle()

    def begin(self, name: str, command: Command) -> None:
        """Have the program make a call; returns at its first wait."""
        self._todo.append((name, command))
        self.machine.send(Message(GO_ON))

    def frame(self) -> Raster:
        """The picture with its pointer, when nothing moves any more."""
        self.machine.settle()
        return self.machine.frame()

    # ---- the calls as the index writes them

    def call(self, name: str, args: list[Any]) -> None:
        """Make a call of the index: AES calls with integers, VDI calls with intin and ptsin."""
        if name.startswith("v"):
            self._vdi(name, args)
        else:
            self.do(name, lambda: self.aes(name, args))

    async def aes(self, name: str, args: list[Any]) -> Any:
        """One AES call of the index."""
        gem = self.gem
        args = [self._known(arg) for arg in args]
        match name:
            case "wind_set":
                return self._wind_set(*args)
            case "wind_get":
                return gem.wind_get(args[0], Wf(args[1]))
            case "wind_calc":
                return gem.wind_calc(Wc(args[0]), args[1], GRect(*args[2:6]))
            case "wind_create" | "wind_open":
                result = getattr(gem, name)(args[0], GRect(*args[1:5]))
                if name == "wind_create":
                    self.handles.append(result)
                return result
            case "menu_bar":
                return gem.menu_bar(self.load(args[1]), bool(args[0]))
            case "menu_tnormal" | "menu_icheck" | "menu_ienable":
                return getattr(gem, name)(self.tree, args[0], bool(args[1]))
            case "form_center":
                return gem.form_center(self.load(args[0]))
            case "objc_draw":
                return gem.objc_draw(self.load(args[6]), args[0], args[1], GRect(*args[2:6]))
            case "graf_growbox" | "graf_shrinkbox":
                return await getattr(gem, name)(GRect(*args[:4]), GRect(*args[4:8]))
            case "graf_movebox":
                return await gem.graf_movebox(*args)
        return getattr(gem, name)(*args)

    def _known(self, arg: Any) -> Any:
        if isinstance(arg, str) and arg.startswith("reg"):
            return self.handles[int(arg[3:])]
        return arg

    def _wind_set(self, handle: int, field: int, *words: Any) -> bool:
        if field in (Wf.WF_NAME, Wf.WF_INFO):
            return self.gem.wind_set(handle, Wf(field), words[2])
        return self.gem.wind_set(handle, Wf(field), *words[:4])

    def load(self, what: str) -> Tree:
        """``tree FILE`` loads a tree, ``tree`` is the one loaded last."""
        if what.endswith(".json"):
            self.tree = read_tree(REFERENCE / "gem" / what.removeprefix("tree "))
        return self.tree

    def _vdi(self, name: str, args: list[Any]) -> None:
        flat = [number for group in args for number in group]
        match name:
            case "vs_clip":
                self.workstation.vs_clip(bool(flat[0]), *flat[1:5])
            case _:
                getattr(self.workstation, name)(*flat)


def steps(group: str) -> list[dict[str, Any]]:
    """Return the steps of one group of the index in their order; none without the reference."""
    index = REFERENCE / "gem" / "index.json"
    return [step for step in json.loads(index.read_text()) if step["group"] == group] if index.exists() else []
