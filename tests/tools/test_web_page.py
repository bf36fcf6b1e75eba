"""What tools/web.py puts into dist/web/, as far as that can be seen without building it."""

from __future__ import annotations

import ast
import importlib
import io
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from tests.places import DATA, ROOT


@pytest.fixture
def web_page(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("web_page")


def test_the_archive_holds_the_code_and_what_is_built(web_page: ModuleType) -> None:
    names = set(zipfile.ZipFile(io.BytesIO(web_page.package_archive())).namelist())
    built = {path for path in DATA.rglob("*") if path.is_file() and "src" not in path.parts}
    assert {f"gemport/{path.relative_to(ROOT).as_posix()}" for path in built} <= names
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "gemport").rglob("*.py")} <= names
    assert not [name for name in names if "/src/" in name or not name.startswith("gemport/")]
    assert web_page.package_archive() == web_page.package_archive()


_ELSEWHERE = {"ctypes", "sqlite3", "tempfile", "wave"}
"""Used by what never runs in a page: sound systems, the SQLite store, files that are written."""


def test_nothing_is_left_out_of_the_library_that_gemport_imports(web_page: ModuleType) -> None:
    needed: set[str] = set()
    for path in (ROOT / "gemport").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                needed |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                needed.add(str(node.module).partition(".")[0])
    assert needed & web_page.unused() <= _ELSEWHERE


@pytest.mark.parametrize("missing", ["npm", "node"])
def test_without_npm_or_node_it_says_what_to_do(
    web_page: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    missing: str,
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("shutil.which", lambda name: None if name == missing else sys.executable)
    if missing == "node":
        empty = io.BytesIO()
        zipfile.ZipFile(empty, "w").close()
        monkeypatch.setattr(
            web_page.pyodide_package, "files", lambda: dict.fromkeys(("python_stdlib.zip",), empty.getvalue())
        )
    assert web_page.main(["--to", str(tmp_path / "web")]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"tools/web.py: {missing} is needed")
    assert said.count("\n") == 1
    assert not (tmp_path / "web").exists()


def test_a_package_that_is_another_one_is_refused(
    web_page: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho other > pyodide.tgz\n", encoding="ascii")
    npm.chmod(0o755)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("shutil.which", lambda name: str(npm))
    assert web_page.main(["--to", str(tmp_path / "web")]) == 2
    assert "is not the package that was tried here" in capsys.readouterr().err
    assert list((tmp_path / "cache").rglob("*.tgz")) == []
