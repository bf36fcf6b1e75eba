"""The rows of the call tables: each names a method that takes its arguments."""

import inspect
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from gemport.gem import Gem, Machine, load_artwork
from gemport.gem.vdi.workstation import Workstation
from gemport.st import aes, tos, vdi
from gemport.st.children import Children
from gemport.st.console import ConsoleCalls
from gemport.st.gemdos_files import GemdosFiles
from gemport.st.hardware import Hardware
from gemport.st.interrupts import Interrupts
from tests.gem.own.steps import OWN

WITHOUT_METHOD = {
    *vdi._ESCAPES,
    *vdi._CONSTANT_ANSWERS,
    *tos._CONSTANT_ANSWERS,
    "vex_butv",
    "vex_motv",
    "vex_curv",
    "v_curtext",
}
"""Calls with constant answers or escape sequences."""
LENT = {
    "dosound": (Interrupts,),
    "pexec": (Children,),
    "setcolor": (SimpleNamespace(setcolor=object.__new__(Hardware).set_color),),
}
"""Parts whose methods Tos uses."""
ROWS = {
    "AES": [(call.name, sum(count for _, _, count in call.comes)) for call in aes.CALLS.values()],
    "VDI": [(call.name, sum(count for _, _, count in call.comes)) for call in vdi.CALLS.values()],
    "TOS": [(row.name, len(row.comes)) for rows in tos.CALLS.values() for row in rows.values()],
}
"""Name and number of arguments of each row."""


def gem() -> Gem:
    made: list[Gem] = []

    async def main(gem: Gem) -> None:
        made.append(gem)

    machine = Machine(load_artwork(OWN / "system"))
    machine.start(main)
    machine.settle()
    return made[0]


def takes(name: str, arguments: int, owners: Sequence[Any]) -> bool:
    """Return whether the first owner with a method ``name`` has one for that many arguments."""
    parts = (object.__new__(owner) if isinstance(owner, type) else owner for owner in owners)
    method: Any = next((getattr(part, name) for part in parts if hasattr(part, name)), None)
    try:
        inspect.signature(method).bind(*range(arguments))
    except TypeError:
        return False
    return True


@pytest.mark.parametrize("table", ["AES", "VDI", "TOS"])
def test_every_row_fits_a_method(table: str) -> None:
    owners = {
        "AES": (aes.AesBinding, gem()),
        "VDI": (vdi.VdiBinding, Workstation),
        "TOS": (tos.Tos, ConsoleCalls, GemdosFiles),
    }
    rows = [(name, count) for name, count in ROWS[table] if name not in WITHOUT_METHOD]
    assert len(rows) > 50
    assert [row for row in rows if not takes(*row, LENT.get(row[0], owners[table]))] == []
