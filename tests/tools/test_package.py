"""The parts of tools/package.py and tools/release.py that need none of their tools."""

import importlib.util
import os
import re
import shutil
import sys
from pathlib import Path

import package
import pytest
import release
import try_release


def test_the_zip_depends_on_the_contents_alone(tmp_path: Path) -> None:
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


def test_another_picture_than_the_checkouts_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(try_release, "_python", lambda: sys.executable)
    monkeypatch.setattr(try_release, "RELEASE", tmp_path)
    program = "import sys\nfrom gemport.__main__ import run\nsys.argv[1] = '{}'\nsys.exit(run())\n"
    (tmp_path / "good.pyz").write_text(program.format(7), encoding="ascii")
    assert try_release.main({}) == 0
    (tmp_path / "other.pyz").write_text(program.format(8), encoding="ascii")
    assert try_release.main({}) == 1
    (tmp_path / "broken.pyz").write_text("sys.exit('broken')", encoding="ascii")
    (tmp_path / "text.txt").touch()
    assert try_release.main({}) == 1
    table = capfd.readouterr().err
    (expected,) = re.findall(r"the checkout +(\w{16})$", table, re.MULTILINE)[2:]
    assert re.search(rf"good.pyz .* s  {expected}$", table, re.MULTILINE)
    assert re.search(rf"other.pyz .* s  (?!{expected})\w{{16}}$", table, re.MULTILINE)
    assert re.search(r"broken.pyz .* failed$", table, re.MULTILINE)
    assert re.search(r"text.txt .* not started here$", table, re.MULTILINE)


def test_a_kind_is_only_skipped_if_nobody_named_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.setattr(try_release, "_python", lambda: sys.executable)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: True)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(release, "_SYSTEM_KINDS", {sys.platform: ("appimage",)})
    for module in (release, try_release):
        monkeypatch.setattr(module, "RELEASE", tmp_path)
    assert release.main([]) == 0
    assert re.search(r"^appimage +not built: mksquashfs missing$", capfd.readouterr().err, re.MULTILINE)
    assert release.main(["appimage"]) == 2
    assert capfd.readouterr().err.splitlines()[-1] == "tools/release.py: appimage: mksquashfs missing"
