"""The parts of tools/package.py and tools/release.py that need none of their tools."""

import importlib
import os
from pathlib import Path
from types import ModuleType

import pytest

from tests.places import ROOT


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("package")


def test_the_zip_depends_on_the_contents_alone(package: ModuleType, tmp_path: Path) -> None:
    archives = []
    for names, time in ((["a", "b"], 1e9), (["b", "a"], 1.1e9)):
        folder = tmp_path / str(time) / "gemport"
        folder.mkdir(parents=True)
        for name in names:
            (folder / name).write_text(name, encoding="utf-8")
            os.utime(folder / name, (time, time))
        archive = folder.with_name("gemport-1.0.zip")
        package.write_zip(folder, archive, "gemport-1.0")
        archives.append(archive.read_bytes())
    assert archives[0] == archives[1]
