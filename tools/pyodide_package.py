"""Pyodide, CPython for browsers, from its npm package: fetched by npm once, and verified."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from setup_venv import say

VERSION = "314.0.7"
_SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""Checksum of the package, as in the registry."""
_NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


class PackageError(Exception):
    """The package cannot be fetched; the message is one line for the user."""


def files() -> dict[str, bytes]:
    """Return the needed files of the package by name. Raises PackageError, OSError."""
    archive = _archive()
    data = archive.read_bytes() if archive.exists() else b""
    if _digest(data) != _SHA512:
        if archive.exists():
            say(f"{archive} is damaged: fetching it again")
        data = _fetch(archive)
    with tarfile.open(fileobj=io.BytesIO(data)) as package:
        return {name: _member(package, name) for name in _NEEDED}


def _digest(data: bytes) -> str:
    return base64.b64encode(hashlib.sha512(data).digest()).decode("ascii")


def _member(package: tarfile.TarFile, name: str) -> bytes:
    member = package.extractfile(f"package/{name}")
    if member is None:
        raise PackageError(f"pyodide {VERSION} has no file {name}")
    return member.read()


def _archive() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "gemport" / f"pyodide-{VERSION}.tgz"


def _fetch(archive: Path) -> bytes:
    npm = shutil.which("npm")
    if npm is None:
        raise PackageError("npm is needed to fetch pyodide; on Debian and Ubuntu: sudo apt-get install npm")
    archive.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=archive.parent) as folder:
        command = [npm, "pack", "--silent", f"pyodide@{VERSION}"]
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        found = list(Path(folder).glob("*.tgz"))
        if result.returncode or not found:
            reason = (result.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise PackageError(f"npm could not fetch pyodide {VERSION}: {reason}")
        data = found[0].read_bytes()
        if _digest(data) != _SHA512:
            raise PackageError(f"pyodide {VERSION} is not the package that was tried here (sha512 {_digest(data)})")
        # Whole or not at all, even where two builds fetch at once.
        found[0].replace(archive)
        return data
