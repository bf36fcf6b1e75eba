"""Third-party npm packages for the page: downloaded once by npm, and verified."""

import base64
import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

from setup_venv import report


class Package(NamedTuple):
    """A package in npm's registry: its checksum there, and the required files."""

    name: str
    version: str
    sha512: str
    needed: tuple[str, ...]


PYODIDE = Package(
    "pyodide",
    "314.0.7",
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"),
)
"""CPython for browsers."""
XZ = Package(
    "xz-decompress",
    "0.2.3",
    "O8v6HG8T0PrKBcpyWA13GkSYWFvncwzuzcLx5A7++l3HsE3atmoetXjIxrZ/JV/nbvSZ7WS4+3XvREZuVn+rEA==",
    ("dist/package/xz-decompress.min.js",),
)
"""Unpacks XZ in a browser."""

TYPESCRIPT = Package(
    "typescript",
    "5.9.3",
    "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw==",
    ("lib/",),
)
"""The compiler that finds names in the page's scripts which nothing defines."""


class PackageError(Exception):
    """The package cannot be downloaded; the message is one line for the user."""


def files(package: Package) -> dict[str, bytes]:
    """Return the needed files of a package by name; of a folder, those right in it. Raises PackageError, OSError."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    archive = Path(cache) / "gemport" / f"{package.name}-{package.version}.tgz"
    data = archive.read_bytes() if archive.exists() else b""
    if _digest(data) != package.sha512:
        if archive.exists():
            report(f"{archive} is damaged: fetching it again")
        data = _fetch(package, archive)
    with tarfile.open(fileobj=io.BytesIO(data)) as opened:
        names = [name for needed in package.needed for name in _names(opened, needed)]
        return {Path(name).name: _member(package, opened, name) for name in names}


def _digest(data: bytes) -> str:
    return base64.b64encode(hashlib.sha512(data).digest()).decode("ascii")


def _names(archive: tarfile.TarFile, needed: str) -> list[str]:
    """Return the name of a needed file, or the names of the files in a needed folder."""
    if not needed.endswith("/"):
        return [needed]
    inside = (name.removeprefix("package/") for name in archive.getnames())
    return [name for name in inside if Path(name).parent == Path(needed)]


def _member(package: Package, archive: tarfile.TarFile, name: str) -> bytes:
    member = archive.extractfile(f"package/{name}")
    if member is None:
        raise PackageError(f"{package.name} {package.version} has no file {name}")
    return member.read()


def _fetch(package: Package, archive: Path) -> bytes:
    called = f"{package.name} {package.version}"
    npm = shutil.which("npm")
    if npm is None:
        raise PackageError(f"npm is needed to fetch {package.name}; on Debian and Ubuntu: sudo apt-get install npm")
    archive.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=archive.parent) as folder:
        command = [npm, "pack", "--silent", f"{package.name}@{package.version}"]
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        archives = list(Path(folder).glob("*.tgz"))
        if result.returncode or not archives:
            reason = (result.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise PackageError(f"npm could not fetch {called}: {reason}")
        data = archives[0].read_bytes()
        if _digest(data) != package.sha512:
            raise PackageError(f"{called} is not the package that was tried here (sha512 {_digest(data)})")
        # Replace the file atomically, since two builds may download at the same time.
        archives[0].replace(archive)
        return data
