"""Build the artefacts of a release: ``python3 tools/release.py [KIND ...]``.

Without arguments, builds all kinds of this system, starts the results, and prints a table (tools/try_release.py). If
this system lacks something for a kind, the table has the reason instead; for a named kind that is a failure.

wheel also makes the source archive; pyz is a program for any Python; deb, rpm and flatpak contain that Python code, and
use the system's Python; zip contains Python (tools/package.py), and appimage, setup and dmg are made of zip. Everything
goes to dist/release. On Linux, windows makes zip for Windows under Wine (tools/windows.py), and setup packs it.
"""

import gzip
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Callable, Sequence
from email.utils import formatdate
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

import package
import try_release
import windows
from setup_venv import ROOT, SetupError, UnavailableError, clean_environment, ensure, report

sys.path.insert(0, str(ROOT))
from gemport import __version__ as VERSION  # noqa: N812 - after its folder is on the path

RELEASE = ROOT / "dist" / "release"
PACKAGING = ROOT / "tools" / "packaging"
ID = "io.github.gemport.gemport"
VENDORED = ("pyglet", "platformdirs")
"""Dependencies in pure Python; packages that use the system's Python contain them."""
_RUNTIME = (
    "https://github.com/AppImage/type2-runtime/releases/download/20251108/runtime-x86_64",
    "2fca8b443c92510f1483a883f60061ad09b46b978b2631c807cd873a47ec260d",
)
"""The program in front of an AppImage's file system, and its SHA-256."""
_START = """#!/usr/bin/python3 -I
import sys
sys.path.insert(0, __file__.rpartition("/")[0] + "/../share/gemport")
from gemport.__main__ import run
sys.exit(run())
"""
_APP_RUN = '#!/bin/sh\nexec "$APPDIR/gemport/gemport" "$@"\n'
_CHANGELOG = """gemport ({version}-1) unstable; urgency=low

  * The changes are in CHANGELOG.md of the source archive.

 -- the gemport authors <gemport@example.org>  {date}
"""


def main(arguments: Sequence[str]) -> int:
    """Build the kinds; return the exit status, 2 on failure."""
    try:
        if unknown := set(arguments).difference(KINDS):
            raise SetupError(f"{', '.join(sorted(unknown))}: not among the kinds {', '.join(KINDS)}")
        if importlib.util.find_spec("PyInstaller") is None:
            return subprocess.call([ensure("package", ROOT / ".venv-package"), __file__, *arguments])
        os.environ["SOURCE_DATE_EPOCH"] = str(package.build_time())
        if not arguments and RELEASE.exists():
            shutil.rmtree(RELEASE)
        RELEASE.mkdir(parents=True, exist_ok=True)
    except (SetupError, OSError) as error:
        report(f"tools/release.py: {error}")
        return 2
    status = 0
    unbuilt: dict[str, str] = {}
    for kind in arguments or _SYSTEM_KINDS.get(sys.platform, _SYSTEM_KINDS["linux"]):
        report(f"--- {kind}")
        try:
            with TemporaryDirectory() as work:
                KINDS[kind](Path(work))
        except (SetupError, OSError, subprocess.CalledProcessError) as error:
            report(f"tools/release.py: {kind}: {error}")
            if isinstance(error, UnavailableError) and not arguments:
                unbuilt[kind] = str(error)
            else:
                status = 2
    return status if arguments else try_release.main(unbuilt) or status


def _run(*command: object, cwd: Path = ROOT, **variables: str) -> None:
    subprocess.run([str(part) for part in command], cwd=cwd, env={**clean_environment(), **variables}, check=True)


def _need(*programs: str) -> None:
    if missing := [name for name in programs if not shutil.which(name)]:
        raise UnavailableError(f"{', '.join(missing)} missing")


def _built(name: str) -> Path:
    """Return the path of an earlier kind's artefact."""
    path = RELEASE / name
    if not path.exists():
        raise UnavailableError(f"{name} missing")
    return path


# ---- with the system's Python


def _wheel(_: Path) -> None:
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", RELEASE)


def _pyz(work: Path) -> None:
    _unpack_wheel(work)
    start = "import sys\nfrom gemport.__main__ import run\nsys.exit(run())\n"
    (work / "__main__.py").write_text(start, encoding="ascii")
    archive = RELEASE / f"gemport-{VERSION}.pyz"
    package.write_zip(work, archive, "", b"#!/usr/bin/env python3\n")
    archive.chmod(0o755)


def _unpack_wheel(folder: Path) -> None:
    """Lay out the wheel and the vendored packages as importable code."""
    with zipfile.ZipFile(_built(f"gemport-{VERSION}-py3-none-any.whl")) as wheel:
        wheel.extractall(folder)
    shutil.rmtree(folder / f"gemport-{VERSION}.data")
    for name in VENDORED:
        for path in metadata.distribution(name).files or ():
            if path.parts[0] != ".." and path.suffix != ".pyc":
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(Path(str(path.locate())), target)


def _unpack_system(work: Path) -> None:
    """Lay out what Linux packages have in common: usr/ with code, menu entries, icons, man page and description."""
    from gemport.cli.install_desktop import files

    share = work / "usr" / "share"
    _unpack_wheel(share / "gemport")
    contents = {
        work / "usr" / "bin" / "gemport": _START.encode(),
        share / "man" / "man1" / "gemport.1.gz": gzip.compress((ROOT / "docs/man/gemport.1").read_bytes(), mtime=0),
        share / "metainfo" / f"{ID}.metainfo.xml": _filled(f"{ID}.metainfo.xml").encode(),
        work / "copyright": (ROOT / "LICENSE").read_bytes() + "".join(package.licenses(VENDORED)).encode(),
    }
    for name, content in files(("gemport",)):
        # Flatpak exports only files named after the application.
        named = content.replace(b"Icon=gemport", f"Icon={ID}".encode()) if name.endswith(".desktop") else content
        contents[share / name.replace("gemport", ID)] = named
    for path, content in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for path in work.rglob("*"):
        if path.is_file():
            path.chmod(0o755 if path.name == "gemport" else 0o644)
            os.utime(path, (package.build_time(),) * 2)


def _filled(name: str, **words: str) -> str:
    """Return a file of the packaging folder with the release's words."""
    text = (PACKAGING / name).read_text(encoding="utf-8")
    date = time.strftime("%Y-%m-%d", time.gmtime(package.build_time()))
    for word, value in {"VERSION": VERSION, "DATE": date, **words}.items():
        text = text.replace(word, value)
    return text


def _system_package(kind: str) -> Callable[[Path], None]:
    def build(work: Path) -> None:
        _unpack_system(work)
        changes = _CHANGELOG.format(version=VERSION, date=formatdate(package.build_time()))
        (work / "changelog.gz").write_bytes(gzip.compress(changes.encode(), mtime=0))
        for script, command in (("postinst", "py3compile"), ("prerm", "py3clean")):
            (work / script).write_text(f"#!/bin/sh\nset -e\n{command} /usr/share/gemport\n", encoding="ascii")
        for name in ("nfpm.yaml", "lintian-overrides"):
            shutil.copy(PACKAGING / name, work)
        nfpm = Path(sys.executable).with_name("nfpm")
        _run(nfpm, "package", "-f", "nfpm.yaml", "-p", kind, "-t", RELEASE, cwd=work, VERSION=VERSION)

    return build


def _flatpak(work: Path) -> None:
    """Prepare the folder for flatpak-builder, and check its contents."""
    _need("appstreamcli", "desktop-file-validate")
    _unpack_system(work)
    _run("appstreamcli", "validate-tree", "--no-net", work)
    _run("desktop-file-validate", *work.glob("usr/share/applications/*.desktop"))
    shutil.copy(PACKAGING / f"{ID}.yaml", work)
    package.write_zip(work, RELEASE / f"gemport-{VERSION}-flatpak.zip", f"gemport-{VERSION}-flatpak")


# ---- with Python inside


def _zip(work: Path) -> None:
    _run(sys.executable, ROOT / "tools" / "package.py", work)
    for archive in work.glob("*.zip"):
        shutil.copy(archive, RELEASE)


def _windows(work: Path) -> None:
    windows.check_system()
    _run("python3", ROOT / "tools" / "windows.py", "--python", "tools/package.py", f"Z:{work}")
    shutil.copy(work / f"gemport-{VERSION}-windows-amd64.zip", RELEASE)


def _unpack_zip(work: Path, system: str) -> Path:
    return try_release.unpacked(_built(f"gemport-{VERSION}-{system}.zip"), work)


def _appimage(work: Path) -> None:
    _need("mksquashfs")
    runtime = ROOT / "dist" / "runtime-x86_64"
    if not runtime.exists():
        try:
            urllib.request.urlretrieve(_RUNTIME[0], work / "runtime")
        except OSError as error:
            raise UnavailableError(f"{_RUNTIME[0]}: {getattr(error, 'reason', error)}") from None
        shutil.move(work / "runtime", runtime)
    if hashlib.sha256(runtime.read_bytes()).hexdigest() != _RUNTIME[1]:
        raise SetupError(f"{runtime}: another file than {_RUNTIME[0]}")
    image = RELEASE / f"gemport-{VERSION}-x86_64.AppImage"
    image.write_bytes(runtime.read_bytes() + file_system(work).read_bytes())
    image.chmod(0o755)


def file_system(work: Path) -> Path:
    """Return the file system of an AppImage, made in a folder."""
    from gemport.cli.install_desktop import files

    app = work / "AppDir"
    _unpack_zip(work, "linux-x86_64").rename(work / "gemport")
    app.mkdir()
    (work / "gemport").rename(app / "gemport")
    (app / "AppRun").write_text(_APP_RUN, encoding="ascii")
    (app / "AppRun").chmod(0o755)
    for path, content in files(("AppRun",)):
        if path in ("applications/gemport.desktop", "icons/hicolor/256x256/apps/gemport.png"):
            (app / Path(path).name).write_bytes(content)
    metainfo = app / "usr" / "share" / "metainfo" / "gemport.appdata.xml"
    metainfo.parent.mkdir(parents=True)
    metainfo.write_text(_filled(f"{ID}.metainfo.xml").replace(f"{ID}.desktop", "gemport.desktop"), encoding="utf-8")
    times = ("-mkfs-time", package.build_time(), "-all-time", package.build_time())
    # mksquashfs refuses times that are also in its environment.
    command = ["mksquashfs", app, work / "fs", "-root-owned", "-noappend", "-quiet", "-no-progress", "-comp", "zstd"]
    subprocess.run(
        [str(part) for part in (*command, *times)],
        env={name: text for name, text in clean_environment().items() if name != "SOURCE_DATE_EPOCH"},
        check=True,
    )
    return work / "fs"


def _setup(work: Path) -> None:
    """Build the installer for Windows, with menu entries and icons."""
    from gemport.cli.install_desktop import icons, titles

    _need("makensis")
    folder = _unpack_zip(work, "windows-amd64")
    (work / "icons").mkdir()
    menus = []
    for word, title in titles().items():
        icon = work / "icons" / f"{word}.ico"
        icon.write_bytes(package.icon_file(icons(word), "ICO"))
        link = rf'"$SMPROGRAMS\gemport\{title}.lnk" "$INSTDIR\gemportw.exe" "{word}" "$INSTDIR\icons\{icon.name}"'
        menus.append(f"CreateShortcut {link}\n")
    (work / "menus.nsh").write_text("".join(menus), encoding="utf-8-sig")
    words = (f"-DVERSION={VERSION}", f"-DFOLDER={folder}", f"-DOUT={RELEASE / f'gemport-{VERSION}-setup.exe'}")
    shutil.copy(PACKAGING / "gemport.nsi", work)
    _run("makensis", "-V2", "-WX", "-XTarget amd64-unicode", *words, "gemport.nsi", cwd=work)


def _winget(work: Path) -> None:
    setup = _built(f"gemport-{VERSION}-setup.exe").read_bytes()
    for path in sorted((PACKAGING / "winget").iterdir()):
        text = _filled(f"winget/{path.name}", SHA256=hashlib.sha256(setup).hexdigest().upper())
        (work / path.name).write_text(text, encoding="utf-8")
    package.write_zip(work, RELEASE / f"gemport-{VERSION}-winget.zip", "")


def _dmg(work: Path) -> None:
    _need("hdiutil")
    _run(sys.executable, ROOT / "tools" / "package.py", work)
    stage = work / "stage"
    stage.mkdir()
    (work / "gemport.app").rename(stage / "gemport.app")
    (stage / "Applications").symlink_to("/Applications")
    name = next(work.glob("*.zip")).stem
    _run("hdiutil", "create", "-format", "ULFO", "-volname", "gemport", "-srcfolder", stage, RELEASE / f"{name}.dmg")


KINDS: dict[str, Callable[[Path], None]] = {
    "wheel": _wheel,
    "pyz": _pyz,
    "deb": _system_package("deb"),
    "rpm": _system_package("rpm"),
    "flatpak": _flatpak,
    "zip": _zip,
    "appimage": _appimage,
    "windows": _windows,
    "setup": _setup,
    "winget": _winget,
    "dmg": _dmg,
}
_SYSTEM_KINDS = {
    "linux": ("wheel", "pyz", "deb", "rpm", "flatpak", "zip", "appimage", "windows", "setup", "winget"),
    "win32": ("zip",),
    "darwin": ("dmg",),
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
