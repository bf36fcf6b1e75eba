"""The public names of gemport.gem: its table, the imports that type checkers read, and the names at run time."""

import re
import subprocess
import sys
from importlib import import_module

import pytest

from gemport import gem
from tests.places import ROOT


def test_table_stub_and_run_time_agree() -> None:
    stub = (ROOT / "gemport/gem/__init__.pyi").read_text(encoding="utf-8")
    imports = re.findall(r"^from (\S+) import (\w+) as \2$", stub, re.MULTILINE)
    star: dict[str, object] = {}
    exec("from gemport.gem import *", star)
    del star["__builtins__"]
    for home, name in imports:
        import_module(home)
        assert star.pop(name) is getattr(sys.modules[home], name) is getattr(gem, name), name
    assert not star
    assert sorted(name for _, name in imports) == dir(gem)


def test_a_typo_loads_no_module() -> None:
    code = "import sys, gemport.gem as gem; before = set(sys.modules)\n"
    code += "assert not hasattr(gem, 'wind_craete'); print(*set(sys.modules) - before)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "\n"
    with pytest.raises(ImportError, match="Gme"):
        exec("from gemport.gem import Gme")
