"""The installed program: a wheel in a separate environment, without the checkout and the development tools."""

import json
import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Sequence
from email import message_from_bytes
from pathlib import Path

import pytest
import release

from tests.needs import need_programs
from tests.places import ROOT

pytestmark = pytest.mark.slow


def run(command: Sequence[str | Path], cwd: Path) -> str:
    """Run a command without this environment's variables; return its output, or fail with it."""
    keep = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "SSL_"))}
    keep |= {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    environment = {**keep, "GEMPORT_HOME": str(cwd / "home")}
    result = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    if result.returncode:
        pytest.fail(f"{' '.join(map(str, command))}: {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the source archive and a wheel built from that archive."""
    out = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT], out)
    return out


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (built,) = dist.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs folder of an environment with the wheel and its dependencies."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "venv", symlinks=os.name != "nt", with_pip=True)
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run([programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel], folder)
    return programs


def test_the_wheel_has_built_files_without_sources(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    built = [
        path for path in (ROOT / "data").rglob("*") if path.is_file() and "src" not in path.relative_to(ROOT).parts
    ]
    assert built
    for path in built:
        assert f"gemport/{path.relative_to(ROOT).as_posix()}" in names
    assert not [name for name in names if "/src/" in name or name.startswith(("tests", "tools"))]
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert {"gemport/data/desktop/manual_en.json", "gemport/data/desktop/manual_de.json"} <= set(names)
    assert any(name.startswith("gemport/data/desktop/pictures/de/") for name in names)


def test_the_man_page_is_installed_where_man_looks(installed: Path) -> None:
    assert (installed.parent / "share/man/man1/gemport.1").read_bytes() == (ROOT / "docs/man/gemport.1").read_bytes()


def test_the_package_page_has_no_broken_links(dist: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        page = message_from_bytes(archive.read(name)).get_payload()
    assert isinstance(page, str)
    assert page.lstrip().startswith("# gemport\n")
    assert re.findall(r"\]\((?!https://)[^)]*\)", page) == []
    # Users who installed the wheel have no checkout.
    assert "tools/play.py" not in page
    assert "pip install" not in page
    assert "\ngemport 123456 " in page
    assert "In the source archive, `python3 tools/web.py --serve`" in page
    named = re.findall(r"\bdocs/\w+\.md\b", page)
    assert {"docs/manual.md", "docs/gem.md", "docs/cards.md"} <= set(named)
    (source,) = dist.glob("*.tar.gz")
    with tarfile.open(source) as sources:
        files = {path.partition("/")[2] for path in sources.getnames()}
    assert set(named) | {"README.md", "LICENSE", "CHANGELOG.md"} <= files


def test_the_installed_program_plays_a_script(installed: Path, tmp_path: Path) -> None:
    events = [
        {"do": "key", "key": "F2"},
        {"do": "key", "key": "Esc"},
        {"do": "text", "text": "123456"},
        {"do": "key", "key": "Return"},
        {"do": "shot", "file": "dealt.png"},
    ]
    (tmp_path / "events.jsonl").write_text("\n".join(map(json.dumps, events)), encoding="utf-8")
    script = ["script", "vierfrei", "events.jsonl", "--number", "7", "--shots", "shots", "--lang", "en"]
    run([installed / "gemport", *script], tmp_path)
    dealt = (tmp_path / "shots" / "dealt.png").read_bytes()
    assert dealt == (ROOT / "docs" / "vierfrei.png").read_bytes()


@pytest.fixture
def built(dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the folder of tools/release.py to that of the built wheel."""
    monkeypatch.setattr(release, "RELEASE", dist)


def picture(command: Sequence[str | Path], folder: Path) -> bytes:
    run([*command, "123456", "--screenshot", "shot.png"], folder)
    return (folder / "shot.png").read_bytes()


def test_the_zipapp_plays_without_other_packages(built: None, tmp_path: Path) -> None:
    release.KINDS["pyz"](tmp_path)
    (program,) = release.RELEASE.glob("*.pyz")
    assert picture([sys.executable, "-S", program], tmp_path) == (ROOT / "docs" / "vierfrei.png").read_bytes()
    names = zipfile.ZipFile(program).namelist()
    assert {"pyglet/__init__.py", "platformdirs/__init__.py"} <= set(names)


def test_linux_packages_have_a_program_and_named_entries(built: None, tmp_path: Path) -> None:
    release._unpack_system(tmp_path)
    program = tmp_path / "usr" / "bin" / "gemport"
    assert picture([sys.executable, "-S", program], tmp_path) == (ROOT / "docs" / "vierfrei.png").read_bytes()
    applications = sorted((tmp_path / "usr" / "share" / "applications").iterdir())
    assert len(applications) == 4
    for path in applications:
        entry = path.read_text(encoding="utf-8")
        icon = re.findall(r"^Icon=(.*)$", entry, re.MULTILINE)[0]
        assert path.name == f"{icon}.desktop"
        assert (tmp_path / f"usr/share/icons/hicolor/48x48/apps/{icon}.png").exists()
        assert "\nExec=gemport " in entry
        assert "Path=" not in entry
    notices = (tmp_path / "copyright").read_text(encoding="utf-8")
    assert all(f"==== {name} " in notices for name in release.VENDORED)


def test_pipx_and_uvx_run_the_wheel(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipx, uvx = need_programs("pipx", "uvx")
    monkeypatch.setenv("HOME", str(tmp_path))
    run([pipx, "install", wheel], tmp_path)
    run([tmp_path / ".local/bin/gemport", "freecell", "7", "--screenshot", "pipx.png"], tmp_path)
    run([uvx, "--from", wheel, "gemport", "freecell", "7", "--screenshot", "uvx.png"], tmp_path)
    assert (tmp_path / "pipx.png").read_bytes() == (tmp_path / "uvx.png").read_bytes()
