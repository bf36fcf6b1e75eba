"""Start everything in dist/release that this system can start, and print a table: ``python3 tools/try_release.py``.

Each program makes the picture of game 7 in a fresh folder for its games. The picture must be the checkout's. On Linux,
programs for Windows start under Wine (tools/windows.py); the installer installs them first.
"""

import hashlib
import shutil
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from setup_venv import ROOT, clean_environment, ensure, report

RELEASE = ROOT / "dist" / "release"
_ARGUMENTS = ("7", "--lang", "en", "--screenshot")
_PIXELS_AT = 8 + 25 + 8
"""The first byte of a picture's packed pixels, after the signature, the header and the start of the only data chunk."""
_WINE_CODE = "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL))"


def main(unbuilt: Mapping[str, str]) -> int:
    """Print the table; return 1 if a program failed or made another picture, else 0.

    unbuilt: kinds of artefacts that were not built, with the reasons
    """
    with TemporaryDirectory() as folder:
        expected, _ = _start([_python(), "-P", "-m", "gemport"], Path(folder))
    failed = expected is None
    report(f"{'artefact':40} {'MB':>5}  {'SHA-256':16}  {'start':>6}  picture")
    for path in sorted(RELEASE.iterdir()):
        data = path.read_bytes()
        prepare = next((starter for end, starter in _STARTERS.items() if path.name.endswith(end)), None)
        outcome, seconds = "not started here", ""
        if prepare is not None:
            with TemporaryDirectory() as folder:
                command = prepare(path, Path(folder))
                if command:
                    picture, duration = _start(command, Path(folder))
                    outcome = "failed" if picture is None else picture[:16]
                    seconds = f"{duration:.2f} s"
                    failed = failed or picture != expected
        digest = hashlib.sha256(data).hexdigest()[:16]
        report(f"{path.name:40} {len(data) / 1e6:5.1f}  {digest}  {seconds:>6}  {outcome}")
    for kind, reason in unbuilt.items():
        report(f"{kind:40} {'':5}  {'':16}  {'':6}  not built: {reason}")
    report(f"{'the checkout':40} {'':5}  {'':16}  {'':6}  {expected and expected[:16]}")
    return int(failed)


@cache
def _python() -> Path:
    return ensure("package", ROOT / ".venv-package")


def _start(command: Sequence[str | Path], folder: Path) -> tuple[str | None, float]:
    """Return the SHA-256 of a started program's pixels, None without a picture, and the duration in seconds."""
    picture = folder / "picture.png"
    environment = {**clean_environment(), "GEMPORT_HOME": str(folder / "games")}
    # The first start fills caches.
    for _ in range(2):
        picture.unlink(missing_ok=True)
        started = time.monotonic()
        result = subprocess.run([*command, *_ARGUMENTS, picture], cwd=folder, env=environment, capture_output=True)
        duration = time.monotonic() - started
    if result.returncode or not picture.exists():
        report((result.stdout + result.stderr).decode(errors="replace").strip())
        return None, duration
    # Python's versions pack the same pixels differently.
    pixels = zlib.decompressobj().decompress(picture.read_bytes()[_PIXELS_AT:])
    return hashlib.sha256(pixels).hexdigest(), duration


def unpacked(path: Path, folder: Path) -> Path:
    """Unpack a ZIP file of tools/package.py with its modes; return the program's folder."""
    # zipfile does not restore modes.
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            Path(archive.extract(entry, folder)).chmod(entry.external_attr >> 16)
    return folder / path.stem


def _wheel(path: Path, _: Path) -> list[str]:
    return [str(_python()), "-m", "uv", "tool", "run", "--quiet", "--from", str(path), "gemport"]


def _source(path: Path, folder: Path) -> list[str]:
    shutil.unpack_archive(path, folder, filter="data")
    return [sys.executable, str(folder / path.name.removesuffix(".tar.gz") / "tools" / "play.py")]


def _deb(path: Path, folder: Path) -> list[str]:
    if not shutil.which("dpkg-deb"):
        return []
    subprocess.run(["dpkg-deb", "-x", path, folder], check=True)
    return [str(folder / "usr" / "games" / "gemport")]


def _rpm(path: Path, folder: Path) -> list[str]:
    if not shutil.which("rpm2archive"):
        return []
    content = subprocess.run(["rpm2archive", "-n"], stdin=path.open("rb"), capture_output=True, check=True).stdout
    (folder / "content.tar").write_bytes(content)
    shutil.unpack_archive(folder / "content.tar", folder, filter="data")
    return [str(folder / "usr" / "bin" / "gemport")]


def _flatpak(path: Path, folder: Path) -> list[str]:
    if sys.platform != "linux":
        return []
    # The commands of the Flatpak, outside of its sandbox.
    return [str(unpacked(path, folder) / "usr" / "bin" / "gemport")]


def _appimage(path: Path, _: Path) -> list[str]:
    return [str(path)] if sys.platform == "linux" else []


def _linux_folder(path: Path, folder: Path) -> list[str]:
    return [str(unpacked(path, folder) / "gemport")] if sys.platform == "linux" else []


def _windows_folder(path: Path, folder: Path) -> list[str]:
    return _windows(unpacked(path, folder) / "gemport.exe")


def _setup(path: Path, folder: Path) -> list[str]:
    """Install into the folder; the program there starts only if that was successful."""
    installed = folder / "installed"
    named = f"Z:{installed}".replace("/", "\\") if sys.platform == "linux" else str(installed)
    if install := _windows(path):
        subprocess.run([*install, "/S", f"/D={named}"], cwd=folder, check=True)
        return _windows(installed / "gemport.exe")
    return []


def _windows(program: Path) -> list[str]:
    if sys.platform == "win32":
        return [str(program)]
    if shutil.which("wine") is None:
        return []
    return ["python3", str(ROOT / "tools" / "windows.py"), "--python", "-c", _WINE_CODE, f"Z:{program}"]


def _dmg(path: Path, folder: Path) -> list[str]:
    if sys.platform != "darwin":
        return []
    subprocess.run(["hdiutil", "attach", "-nobrowse", "-mountpoint", folder / "disk", path], check=True)
    shutil.copytree(folder / "disk" / "gemport.app", folder / "gemport.app", symlinks=True)
    subprocess.run(["hdiutil", "detach", folder / "disk"], check=True)
    return [str(folder / "gemport.app" / "Contents" / "MacOS" / "gemport")]


_STARTERS: dict[str, Callable[[Path, Path], list[str]]] = {
    ".whl": _wheel,
    ".tar.gz": _source,
    ".pyz": lambda path, folder: [sys.executable, str(path)],
    ".deb": _deb,
    ".rpm": _rpm,
    "-flatpak.zip": _flatpak,
    "-linux-x86_64.zip": _linux_folder,
    ".AppImage": _appimage,
    "-windows-amd64.zip": _windows_folder,
    "-setup.exe": _setup,
    ".dmg": _dmg,
}
"""Functions that prepare a program in a folder and return its command, by the end of its file's name."""

if __name__ == "__main__":
    sys.exit(main({}))
