"""The page's scripts name nothing that is not defined."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import npm_package
import pytest

from tests.needs import need_programs
from tests.places import ROOT

pytestmark = pytest.mark.slow

_UNDEFINED = re.compile(r"error TS(2304|2552|18004): (.*)")
_OPTIONS = ("--noEmit", "--allowJs", "--checkJs", "--target", "esnext", "--module", "esnext")


@pytest.mark.parametrize(("script", "library"), [("page.js", "dom,dom.iterable"), ("worker.js", "webworker")])
def test_every_name_in_a_script_is_defined(tmp_path: Path, script: str, library: str) -> None:
    need_programs("npm", "node")
    for name, data in npm_package.files(npm_package.TYPESCRIPT).items():
        (tmp_path / name).write_bytes(data)
    source = (ROOT / "tools" / "web" / script).read_text(encoding="utf-8")
    (tmp_path / script).write_text(re.sub(r"@(PARTS|UNPACKED|LOCK|FILES)@", "[]", source), encoding="utf-8")
    command = ["node", "tsc.js", *_OPTIONS, "--lib", f"esnext,{library}", script]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout
    # It has read the script: without types there is much else that it cannot know.
    assert "error TS2339" in said
    assert [found[2] for found in _UNDEFINED.finditer(said)] == []
