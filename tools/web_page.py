"""Build dist/web/: gemport as a page for any file server, from tools/web/, the package and Pyodide.

The parts are in a folder named after their hash, so that a browser never mixes two versions. The page itself unpacks
the .packed files, so that file servers need no support for compression. XZ files are a quarter smaller than gzip files,
but unpack more slowly: only the memory, unpacked at every visit, uses gzip.
"""

import argparse
import base64
import gzip
import hashlib
import io
import json
import lzma
import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from functools import cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

import npm_package
from checkout import ROOT
from empty_tables import empty_tables
from setup_venv import report

from gemport.gem import write_png

SOURCE = ROOT / "tools" / "web"
TARGET = ROOT / "dist" / "web"
PORT = 8093
LOADER = "pyodide.js"
"""Name of pyodide.mjs in the page: not every file server knows that .mjs is a script."""
UNPACKER = "xz.js"
"""Name of the script that unpacks the parts."""
SNAPSHOT = "started.packed"
"""Name of the snapshot of Python's memory with the code imported. Loading it replaces the start of Python."""
WORKER = "sw.js"
"""Name of the service worker. It lists all files of a build, so that the builder recognizes an earlier build."""
MANIFEST = "gemport.webmanifest"
"""Name of the web app manifest, for installing the page as a program."""
ICONS = (192, 512)
"""Widths of the icons in pixels, as browsers ask for them."""
_EXCLUDED_MODULES = re.compile(
    r"gemport/(__main__|st/.*|hosts/(desktop/.*|pictures)|play/recognition|store/(backup|locks|schema|sqlite)"
    r"|cli/(atari|deal|desktop|doctor|install_desktop|log|outlet|play|replay|rsc|run|script|solve|stats"
    r"|today|which))\.py"
)
"""Modules that no page uses: Atari programs, desktop windows, commands, SQLite, and pictures of games."""
_ERROR = re.compile(r"(?!PythonError: Traceback)[\w.]*(Error|Exception|Interrupt)\b")
"""The line with the error in a report from Node or Python."""
_MAX_REASON_CHARS = 300
_EPOCH = (1980, 1, 1, 0, 0, 0)
_ENCODINGS = frozenset(("__init__", "aliases", "ascii", "cp437", "latin_1", "utf_8"))
"""The encodings in the page. Zip archives use cp437 for names."""
_FROZEN_MODULES = frozenset(
    (
        *("_collections_abc", "_sitebuiltins", "abc", "codecs", "genericpath", "importlib._bootstrap"),
        *("importlib._bootstrap_external", "importlib.machinery", "importlib.util", "io", "ntpath", "os", "posixpath"),
        *("site", "stat", "zipimport"),
    )
)
"""Modules frozen into Python, so that Python never reads them from its library."""
_REPLACEMENTS = {
    "pickle.py": b"from _pickle import dumps, loads\n",
    "asyncio/__init__.py": b"get_event_loop = None\n",
    # The memory snapshot expects the objects that these two modules import from the page.
    "pyodide/webloop.py": b"""from pyodide_js._api import scheduleCallback


def _initialize_event_loop():
    pass
""",
    "pyodide/_package_loader.py": b"""from pathlib import PurePosixPath

from pyodide_js import loadedPackages

SITE_PACKAGES = DSO_DIR = PurePosixPath("/lib")


def init_loaded_packages():
    pass
""",
}
"""Short versions: of pickle without its twin in Python, and of modules that Pyodide imports at its start, without the
event loop and the package loader. The full modules would import a third of the library.
"""


class WebError(Exception):
    """The page could not be built; the message is one line for the user."""


def main(arguments: Sequence[str]) -> int:
    """Build the page, and serve it if asked to; return the exit status."""
    parser = argparse.ArgumentParser(prog="tools/web.py", description="Build dist/web/, the page that plays gemport.")
    parser.add_argument(
        "--serve", nargs="?", type=int, const=PORT, metavar="PORT", help=f"show it on 127.0.0.1 (port {PORT})"
    )
    parser.add_argument(
        "--to", type=Path, default=TARGET, metavar="DIR", help="build there (an earlier build is replaced)"
    )
    options = parser.parse_args(arguments)
    if options.serve is not None and options.serve not in range(1 << 16):
        parser.error(f"{options.serve} is no port")
    try:
        # Open the port first: the build takes long, and the port may be in use.
        with nullcontext() if options.serve is None else server(options.to, options.serve) as running:
            build(options.to)
            for line in sizes(options.to):
                print(line)
            if running is not None:
                serve(running, print)
    except OSError as error:
        report(f"tools/web.py: {f'{error.filename}: ' if error.filename else ''}{error.strerror}")
        return 2
    except (WebError, npm_package.PackageError) as error:
        report(f"tools/web.py: {error}")
        return 2
    return 0


def build(target: Path) -> None:
    """Build the page in a folder, replacing an earlier build. Raises WebError, PackageError, OSError."""
    _need_own(target)
    pyodide = npm_package.files(npm_package.PYODIDE)
    library, package, started = _compiled(pyodide, _trimmed(pyodide["python_stdlib.zip"]), package_archive())
    plain = {
        "pyodide.asm.wasm": pyodide["pyodide.asm.wasm"],
        "pyodide.asm.mjs": pyodide["pyodide.asm.mjs"],
        "python_stdlib.zip": library,
        "gemport.zip": package,
    }
    parts = {f"{name}.packed": _xz(data) for name, data in plain.items()}
    (unpacker,) = npm_package.files(npm_package.XZ).values()
    scripts = {LOADER: _without_map(pyodide["pyodide.mjs"]), UNPACKER: _module(unpacker, "XzReadableStream")}
    own = {name: (SOURCE / name).read_bytes() for name in ("page.js", "python.js")}
    around = ((SOURCE / name).read_bytes() for name in ("index.html", "worker.js"))
    tables = empty_tables()
    version = _digest([*parts.values(), *scripts.values(), *own.values(), *around, tables.encode()])
    words = {
        "@PARTS@": json.dumps({name: len(data) for name, data in parts.items()}),
        "@UNPACKED@": json.dumps({f"{name}.packed": len(data) for name, data in plain.items()}),
        # No packages: the page needs only the standard library.
        "@LOCK@": json.dumps({"info": json.loads(pyodide["pyodide-lock.json"])["info"], "packages": {}}),
        "@TABLES@": tables,
        "@VERSION@": version,
        "@RELEASE@": _release(),
        "@POLICY@": policy(),
    }
    # Optional, for faster visits: the page downloads it in the background of the first visit.
    later = {SNAPSHOT: gzip.compress(started, 9, mtime=0)}
    files = [f"{version}/{name}" for name in (*parts, *later, *scripts, *own)]
    icons = {f"icon-{size}.png": icon(size) for size in ICONS}
    words["@FILES@"] = json.dumps(["index.html", "NOTICE.txt", MANIFEST, *icons, *files])
    _empty(target)
    # Write the list first, so that the next build recognizes an incomplete build.
    (target / WORKER).write_bytes(_filled((SOURCE / "worker.js").read_bytes(), words))
    (target / version).mkdir()
    filled = {name: _filled(data, words) for name, data in own.items()}
    for name, data in {**parts, **later, **scripts, **filled}.items():
        (target / version / name).write_bytes(data)
    (target / "index.html").write_bytes(_filled((SOURCE / "index.html").read_bytes(), words))
    (target / MANIFEST).write_text(json.dumps(_manifest(icons), indent=1), encoding="utf-8", newline="\n")
    for name, data in icons.items():
        (target / name).write_bytes(data)
    (target / "NOTICE.txt").write_text(_notice(), encoding="utf-8", newline="\n")


def icon(size: int) -> bytes:
    """Return the program's icon as a PNG of ``size`` x ``size`` pixels, with a margin for rounded corners."""
    read = runpy.run_path(str(ROOT / "gemport" / "hosts" / "desktop" / "icon.py"))
    cells, across = read["Icon"]().get_data("RGBA", -1), read["SIZE"]
    scale = size * 3 // 4 // across
    edge = (size - across * scale) // 2
    dot = (1 << scale) - 1
    rows = [0] * size
    for at in range(0, len(cells), 4):
        # Ink on paper: dark, opaque pixels are black.
        if not cells[at] and cells[at + 3]:
            y, x = divmod(at // 4, across)
            for row in range(edge + y * scale, edge + (y + 1) * scale):
                rows[row] |= dot << size - edge - (x + 1) * scale
    return write_png(size, size, rows)


def _manifest(icons: Iterable[str]) -> dict[str, object]:
    sizes = {name: name.removeprefix("icon-").removesuffix(".png") for name in icons}
    return {
        "name": "gemport",
        "short_name": "gemport",
        "description": "VIERFREI, the FreeCell of 1993 for the Atari ST, and two more patiences.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "shortcuts": [
            {"name": name, "url": f"./#{place}"}
            for name, place in (("VIERFREI", "vierfrei"), ("FreeCell", "freecell"), ("Großfamilien", "grossfamilien"))
        ],
        "background_color": "#0c0d10",
        "theme_color": "#0c0d10",
        "icons": [
            {"src": name, "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
            for name, size in sizes.items()
        ],
    }


def _need_own(target: Path) -> None:
    """Raise WebError if a folder contains other files than a build's, OSError if it is not a folder."""
    if not target.exists():
        return
    own = {WORKER, *_built(target / WORKER)}
    for folder, folders, files in os.walk(target, onerror=_raise):
        linked = [name for name in folders if Path(folder, name).is_symlink()]
        for name in sorted(Path(folder, name).relative_to(target).as_posix() for name in (*files, *linked)):
            if name not in own:
                raise WebError(f"{target} holds {name}, which no build has made: choose another")


def _built(worker: Path) -> Iterable[str]:
    """Return the files of an earlier build from its list; empty without a list."""
    try:
        listed = re.search(
            r'^const FILES = \["\./", \.\.\.(\[.*\])\];$', worker.read_text(encoding="utf-8"), re.MULTILINE
        )
        return [name for name in json.loads(listed[1]) if isinstance(name, str)] if listed else []
    except (OSError, ValueError):
        return []


def _raise(error: OSError) -> None:
    raise error


def _empty(target: Path) -> None:
    """Delete an earlier build except its list. Raises WebError, OSError before anything is deleted."""
    _need_own(target)
    target.mkdir(parents=True, exist_ok=True)
    for path in target.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != WORKER:
            path.unlink()


def sizes(target: Path) -> Iterable[str]:
    """Return the files of a built folder with their sizes, one per line, and the total."""
    files = sorted(path for path in target.rglob("*") if path.is_file())
    for path in files:
        yield f"{path.stat().st_size / 1e6:8.2f} MB  {path.relative_to(target)}"
    yield f"{sum(path.stat().st_size for path in files) / 1e6:8.2f} MB  in all"


def package_archive() -> bytes:
    """Return the package's modules for the page, and the data, as a reproducible zip archive."""
    code = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "gemport").rglob("*.py")}
    files = (path.relative_to(ROOT) for path in (ROOT / "data").rglob("*") if path.is_file())
    data = {f"gemport/{path.as_posix()}": ROOT / path for path in files if {"src", "shaders"}.isdisjoint(path.parts)}
    return _zip(
        {name: path.read_bytes() for name, path in (code | data).items() if not _EXCLUDED_MODULES.fullmatch(name)}
    )


def serve(running: ThreadingHTTPServer, report: Callable[[str], None]) -> None:
    """Run a server until Ctrl+C."""
    report(f"http://127.0.0.1:{running.server_port}/  (Ctrl+C ends it)")
    try:
        running.serve_forever()
    except KeyboardInterrupt:
        report("")


def server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """Return a file server for a folder on the loopback address; port 0: any free one. Raises WebError if in use."""
    try:
        return _Server(("127.0.0.1", port), partial(_Handler, directory=str(folder)))
    except OSError as error:
        raise WebError(f"port {port} cannot be served: {error.strerror}") from None


class _Server(ThreadingHTTPServer):
    """A file server that reports no aborted requests: browsers abort requests routinely."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Report an error in an answer, unless the client is gone."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Handler(SimpleHTTPRequestHandler):
    """A request handler with the correct MIME type for scripts, missing on some systems."""

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return "text/javascript" if str(path).endswith(".js") else super().guess_type(path)

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Start the answer. A path with a null byte is a bad request."""
        try:
            return super().send_head()
        except ValueError:
            self.send_error(HTTPStatus.BAD_REQUEST)
            return None

    def list_directory(self, path: str | os.PathLike[str]) -> None:
        """Refuse to list folders."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Add the policy. Only a header can forbid other pages to embed this one."""
        self.send_header("Content-Security-Policy", f"{policy()}; frame-ancestors 'none'")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@cache
def policy() -> str:
    """Return the page's content security policy: only its own files."""
    page = (SOURCE / "index.html").read_text(encoding="utf-8")
    style = page.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    allowed = {
        "default-src": "'none'",
        # Pyodide is WebAssembly. The page unpacks its script into a blob.
        "script-src": "'self' blob: 'wasm-unsafe-eval'",
        "worker-src": "'self'",
        "connect-src": "'self'",
        "style-src": f"'sha256-{digest}'",
        "img-src": "'self' data:",
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{what} {sources}" for what, sources in allowed.items())


def _trimmed(archive: bytes) -> bytes:
    without = unused() | _FROZEN_MODULES
    with zipfile.ZipFile(io.BytesIO(archive)) as source:
        return _zip({name: source.read(name) for name in source.namelist() if _is_used(name, without)} | _REPLACEMENTS)


def unused() -> frozenset[str]:
    """Return the modules and packages of the standard library that the page does without."""
    lines = (SOURCE / "unused.txt").read_text(encoding="ascii").splitlines()
    return frozenset(name for line in lines if not line.startswith("#") for name in line.split())


def _is_used(name: str, without: frozenset[str]) -> bool:
    top, _, rest = name.removesuffix(".py").partition("/")
    if top == "encodings":
        return rest in _ENCODINGS
    parts = name.removesuffix(".py").split("/")
    within = (".".join(parts[:length]) for length in range(1, len(parts) + 1))
    return without.isdisjoint(within) and not name.endswith("/")


def _compiled(pyodide: dict[str, bytes], library: bytes, package: bytes) -> tuple[bytes, bytes, bytes]:
    """Compile the modules of two archives with the page's Python, and return them with its memory after importing.

    Raises WebError.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, data in (pyodide | {"library.zip": library, "package.zip": package}).items():
            (folder / file).write_bytes(data)
        _node("compile.mjs", folder, "library.zip", "python.zip", "package.zip", "gemport.zip")
        (folder / "python.zip").replace(folder / "python_stdlib.zip")
        _node("start.mjs", folder, "gemport.zip", "started")
        library, package, started = (
            (folder / file).read_bytes() for file in ("python_stdlib.zip", "gemport.zip", "started")
        )
        return library, package, started


def _node(script: str, folder: Path, *files: str) -> None:
    """Run a script of tools/web with Pyodide's folder and files in it. Raises WebError."""
    node = shutil.which("node")
    if node is None:
        raise WebError("node is needed to compile the modules; on Debian and Ubuntu: sudo apt-get install nodejs")
    command = [node, str(SOURCE / script), str(folder), *(str(folder / file) for file in files)]
    # Use a file: a pipe gets only the start of Node's last output.
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=errors).returncode:
            errors.seek(0)
            raise WebError(f"the modules could not be compiled: {_reason(errors.read())}")


def _reason(errors: str) -> str:
    """Return the useful line of a script's errors: Python's or JavaScript's error, else the last line."""
    # Node prints the line of code before the error, in Pyodide the full script, and the stack after the error.
    lines = [line for line in errors.splitlines() if line.strip()] or ["no reason given"]
    named = [line for line in lines if _ERROR.match(line)]
    return (named or lines)[-1].strip()[:_MAX_REASON_CHARS]


def _zip(files: dict[str, bytes]) -> bytes:
    # Uncompressed: the page's files are compressed as a unit.
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), files[name])
    return out.getvalue()


def _xz(data: bytes) -> bytes:
    # The browser allocates the dictionary size given here.
    size = 1 << max(len(data).bit_length(), 12)
    lzma2 = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": size}
    return lzma.compress(data, lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=[lzma2])


def _module(script: bytes, name: str) -> bytes:
    """Convert a Node script to a browser module that exports ``name``."""
    head = "const module = { exports: {} }, exports = module.exports, require = () => ({});\n"
    return head.encode() + script + f"\nexport const {{ {name} }} = module.exports;\n".encode()


def _without_map(script: bytes) -> bytes:
    return re.sub(rb"//# sourceMappingURL=.*\n?", b"", script)


def _digest(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()[:12]


def _filled(template: bytes, words: dict[str, str]) -> bytes:
    text = template.decode("utf-8")
    for word, value in words.items():
        text = text.replace(word, value)
    left = re.search(r"@[A-Z]+@", text)
    if left is not None:
        raise WebError(f"tools/web: nothing fills in {left[0]}")
    return text.encode("utf-8")


def _release() -> str:
    text = (ROOT / "gemport" / "__init__.py").read_text(encoding="utf-8")
    version = re.search(r'__version__ = "([^"]+)"', text)
    if version is None:
        raise WebError("gemport/__init__.py: no version")
    return version[1]


def _notice() -> str:
    own = (ROOT / "LICENSE").read_text(encoding="utf-8")
    version = npm_package.PYODIDE.version
    return f"""gemport
=======

{own.rstrip()}

Pyodide {version}
{"=" * (len(version) + 8)}

pyodide.mjs, pyodide.asm.mjs and pyodide.asm.wasm are Pyodide, Copyright (C) 2018 and later Michael Droettboom, Mozilla,
the Pyodide contributors. They are under the Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/; their source code
is at https://github.com/pyodide/pyodide. They are unchanged but for compression and the removal of a comment. Of its
modules in python_stdlib.zip some are left out, and webloop and _package_loader are replaced by short ones.

CPython
=======

pyodide.asm.wasm and python_stdlib.zip hold CPython and its standard library, Copyright (C) 2001 and later Python
Software Foundation; All Rights Reserved. They are under the PSF License Agreement, https://docs.python.org/3/license.html.
Of the standard library those modules are left out which nothing here uses, asyncio among them, which is replaced by an
empty one; the others are compiled, without docstrings.

xz-decompress {npm_package.XZ.version}
{"=" * (len(npm_package.XZ.version) + 14)}

xz.js is xz-decompress by Tim Perry, based on xzwasm, Copyright (c) Steve Sanderson, and contains walloc, Copyright (c)
2020 Igalia, S.L. All are under the MIT License, whose words stand above; their source code is at
https://github.com/httptoolkit/xz-decompress. It also contains XZ Embedded by Lasse Collin and Igor Pavlov, which is in
the public domain. It is unchanged but for two lines that make it a module.
"""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
