"""The page's scripts pass TypeScript's type check."""

import re
import subprocess
from pathlib import Path

import npm_package
import pytest

from tests.needs import need_programs
from tests.places import ROOT

pytestmark = pytest.mark.slow

_OPTIONS = ("--noEmit", "--allowJs", "--checkJs", "--target", "esnext", "--module", "esnext")


@pytest.mark.parametrize(
    ("script", "library"),
    [("page.js", "dom,dom.iterable"), ("python.js", "webworker"), ("worker.js", "webworker")],
)
def test_a_script_has_no_name_or_type_error(tmp_path: Path, script: str, library: str) -> None:
    need_programs("npm", "node")
    for name, data in npm_package.files(npm_package.TYPESCRIPT).items():
        (tmp_path / name).write_bytes(data)
    source = (ROOT / "tools" / "web" / script).read_text(encoding="utf-8")
    source = re.sub(r"@(PARTS|UNPACKED|TABLES|LOCK|FILES)@", "[]", source)
    (tmp_path / script).write_text(f"{source}\nnowhere;\n", encoding="utf-8")
    command = ["node", "tsc.js", *_OPTIONS, "--lib", f"esnext,{library}", script]
    out = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout
    # The one name that is not defined shows that the script was read.
    assert re.findall(r"error TS\d+: .*", out) == ["error TS2304: Cannot find name 'nowhere'."]
