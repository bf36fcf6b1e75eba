"""Contents of dist/web/, as far as they can be tested without building it."""

import ast
import base64
import hashlib
import io
import json
import socket
import tarfile
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread

import npm_package
import pytest
import web_page

from tests.places import DATA, ROOT


def test_the_archive_has_code_and_built_data_wherever_the_checkout_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = web_page.package_archive()
    names = set(zipfile.ZipFile(io.BytesIO(made)).namelist())
    built = {path.relative_to(ROOT) for path in DATA.rglob("*") if path.is_file()}
    needed = {path.as_posix() for path in built if path.parts[1] != "shaders" and "src" not in path.parts}
    assert {f"gemport/{path}" for path in needed} <= names
    assert not [name for name in names if "/src/" in name or not name.startswith("gemport/")]
    # The data's sources are in folders of that name.
    checkout = tmp_path / "src" / "checkout"
    checkout.mkdir(parents=True)
    for name in ("gemport", "data"):
        (checkout / name).symlink_to(ROOT / name)
    monkeypatch.setattr(web_page, "ROOT", checkout)
    assert web_page.package_archive() == made


_NEVER = (
    *("gemport.cli.play", "gemport.cli.outlet", "gemport.hosts.desktop"),
    *("gemport.store.locks", "gemport.store.sqlite", "ctypes", "difflib", "pickle"),
)
"""Imports in functions that never run in the page: those for commands, windows, files and consoles."""


def test_the_archive_has_every_import_of_the_page() -> None:
    archive = zipfile.ZipFile(io.BytesIO(web_page.package_archive()))
    kept = {name.removesuffix(".py").replace("/", "."): name for name in archive.namelist() if name.endswith(".py")}
    code = (path.relative_to(ROOT).with_suffix("").parts for path in (ROOT / "gemport").rglob("*.py"))
    missing = {".".join(parts).removesuffix(".__init__") for parts in code if ".".join(parts) not in kept}
    assert {"gemport.st", "gemport.hosts.desktop", "gemport.store.sqlite", "gemport.cli.play"} <= missing
    for module, name in kept.items():
        needed: set[str] = set()
        tree = ast.parse(archive.read(name))
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                node.body = []
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                needed |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                needed |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
        left_out = {one for one in needed if one in missing or one.partition(".")[0] in web_page.unused()}
        assert not [one for one in left_out if not one.startswith(_NEVER)], module


def pyodide_of_nothing(folder: Path) -> Path:
    """Write a package of the required files, each containing its name, and a fake npm that fetches it."""
    package = folder / "good.tgz"
    with tarfile.open(package, "w:gz") as archive:
        for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"):
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(name)
            archive.addfile(member, io.BytesIO(name.encode("ascii")))
    npm = folder / "npm"
    npm.write_text(f"#!/bin/sh\necho fetched >> {folder}/log\ncp {package} pyodide.tgz\n", encoding="ascii")
    npm.chmod(0o755)
    return package


def test_a_damaged_package_in_the_cache_is_fetched_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = pyodide_of_nothing(tmp_path)
    good, fetched = package.read_bytes(), tmp_path / "log"
    digest = base64.b64encode(hashlib.sha512(good).digest()).decode("ascii")
    wanted = npm_package.PYODIDE._replace(sha512=digest)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("shutil.which", lambda name: str(tmp_path / "npm"))
    files = npm_package.files(wanted)
    assert files["pyodide.mjs"] == b"pyodide.mjs"
    assert npm_package.files(wanted) == files
    assert fetched.read_text(encoding="ascii") == "fetched\n"
    assert capsys.readouterr().err == ""

    (cached,) = (tmp_path / "cache").rglob("*.tgz")
    cached.write_bytes(good[:-20])
    assert npm_package.files(wanted) == files
    assert fetched.read_text(encoding="ascii") == "fetched\n" * 2
    assert cached.read_bytes() == good
    assert capsys.readouterr().err == f"{cached} is damaged: fetching it again\n"


_PARTS = ["index.html", "NOTICE.txt", "0123456789ab/gemport.zip.packed", "0123456789ab/page.js"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Build with an empty Pyodide, which needs neither npm nor node."""
    pyodide = dict.fromkeys(("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"), b"nothing")
    empty_zip = b"PK\5\6" + bytes(18)
    files = {**pyodide, "python_stdlib.zip": empty_zip, "pyodide-lock.json": b'{"info": {}}'}
    unpacker = {"xz-decompress.min.js": b"nothing"}
    monkeypatch.setattr(npm_package, "files", lambda package: files if package is npm_package.PYODIDE else unpacker)
    monkeypatch.setattr(web_page, "package_archive", lambda: empty_zip)
    monkeypatch.setattr(web_page, "empty_tables", lambda: "{}")
    monkeypatch.setattr(web_page, "_compiled", lambda pyodide, library, package: (library, package, b""))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def old_build(folder: Path) -> Path:
    """Write an earlier version's build, with other parts and a differently named folder."""
    for name in _PARTS:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("old", encoding="ascii")
    worker = (web_page.SOURCE / "worker.js").read_text(encoding="utf-8")
    worker = worker.replace("@VERSION@", "0123456789ab").replace("@FILES@", json.dumps(_PARTS))
    (folder / "sw.js").write_text(worker, encoding="utf-8")
    return folder


@pytest.mark.parametrize("there", ["missing", "empty", "old", "half", "linked"])
def test_it_builds_in_an_empty_or_own_folder(quick: None, tmp_path: Path, there: str) -> None:
    folder = tmp_path / "deep" / "web"
    if there == "linked":
        folder = tmp_path / "link"
        folder.symlink_to(old_build(tmp_path / "web"), target_is_directory=True)
    elif there == "empty":
        folder.mkdir(parents=True)
    elif there != "missing":
        old_build(folder)
    if there == "half":
        (folder / "0123456789ab" / "page.js").unlink()
        (folder / "index.html").unlink()
    assert web_page.main(["--to", str(folder)]) == 0
    names = set(contents(folder))
    assert {"index.html", "NOTICE.txt", "sw.js"} < names
    assert not [name for name in names if name.startswith("0123456789ab")]
    # It recognizes its own build.
    assert web_page.main(["--to", str(folder)]) == 0
    assert set(contents(folder)) == names


@pytest.mark.parametrize("worker", [None, "const FILES = [oh", 'const FILES = ["./", ...[[1]]];', "\0\xff", "own"])
@pytest.mark.parametrize("foreign", ["notes.txt", "0123456789ab/mine.txt", "deep/er/mine.txt", ".git/config", "link"])
def test_it_deletes_nothing_that_is_not_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], foreign: str, worker: str | None
) -> None:
    folder = old_build(tmp_path / "web") if worker == "own" else tmp_path / "web"
    (folder / foreign).parent.mkdir(parents=True, exist_ok=True)
    if foreign == "link":
        (folder / foreign).symlink_to(tmp_path, target_is_directory=True)
    else:
        (folder / foreign).write_text("precious", encoding="ascii")
    if worker not in (None, "own"):
        (folder / "sw.js").write_text(worker, encoding="latin-1")
    before = contents(folder)
    # It reports this immediately, before fetching or compiling.
    assert web_page.main(["--to", str(folder)]) == 2
    assert contents(folder) == before
    line = f"tools/web.py: {folder} holds {foreign}, which no build has made: choose another\n"
    assert capsys.readouterr().err == line


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Return the port of the --serve server for a page and a file too large for one send."""
    (tmp_path / "index.html").write_text("<p>page", encoding="ascii")
    (tmp_path / "large").write_bytes(bytes(32 << 20))
    (tmp_path / "folder").mkdir()
    with web_page.server(tmp_path) as running:
        thread = Thread(target=partial(running.serve_forever, poll_interval=0.02))
        thread.start()
        yield running.server_port
        running.shutdown()
        thread.join()


def answer(port: int, request: str) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(f"{request} HTTP/1.0\r\n\r\n".encode("latin-1"))
        return b"".join(iter(partial(connection.recv, 1 << 16), b""))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/none", 404),
        ("/folder/", 404),
        ("/%00", 400),
        ("/a%00b/", 404),
        ("/%ed%a0%80", 400),
        (f"/{'a' * 5000}", 404),
    ],
    ids=["page", "none", "a folder", "null", "null folder", "surrogate", "long"],
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_request_gets_an_answer_and_no_traceback(
    port: int, capfd: pytest.CaptureFixture[str], method: str, path: str, status: int
) -> None:
    head = answer(port, f"{method} {path}").partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    assert head[0].split()[1] == str(status)
    assert [line for line in head if line.startswith("Content-Security-Policy: default-src 'none';")]
    assert "X-Content-Type-Options: nosniff" in head
    assert capfd.readouterr().err == ""
