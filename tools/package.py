"""Build a standalone distribution for this system: ``python3 tools/package.py [FOLDER]``.

Creates a folder (on macOS a bundle) and a ZIP file of it in FOLDER, by default dist. They run without an installed
Python: PyInstaller includes Python and all dependencies. PyInstaller was chosen because it is a pip package and
supports Windows, macOS and Linux alike. Each system can only build its own distribution. The same sources and tools
give the same ZIP file.
"""

import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import gmtime

from setup_venv import ROOT, SetupError, clean_environment, ensure, report

_PACKAGES = ("pyglet", "platformdirs", "Pillow", "pyinstaller")
_LICENSE_FILE = re.compile(r"LICEN[SC]E|COPYING|AUTHORS", re.IGNORECASE)
_GLIBC = re.compile(rb"GLIBC_2\.(\d+)\0")


def main(arguments: Sequence[str]) -> int:
    """Build the distribution; return the exit status, 2 on failure."""
    try:
        if importlib.util.find_spec("PyInstaller") is None:
            # The modules below are only in that environment.
            python = ensure("package", ROOT / ".venv-package")
            return subprocess.call([python, __file__, *arguments])
        for path in _build(Path(arguments[0] if arguments else ROOT / "dist").absolute()):
            report(str(path))
    except (SetupError, OSError) as error:
        report(f"tools/package.py: {error}")
        return 2
    return 0


def build_time() -> int:
    """Return the time of all files of a release in seconds: the last commit's, or the project file's."""
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    try:
        commit = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:
        commit = ""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or commit or (ROOT / "pyproject.toml").stat().st_mtime)


def _build(target: Path) -> Iterator[Path]:
    """Yield the folder or bundle, and its ZIP file."""
    sys.path.insert(0, str(ROOT))
    from gemport import __version__
    from gemport.cli.install_desktop import icons
    from gemport.cli.launch import DESKTOP

    with TemporaryDirectory() as folder:
        work = Path(folder)
        shutil.copytree(ROOT / "data", work / "data", ignore=shutil.ignore_patterns("src"))
        for kind in ("ico", "icns"):
            (work / f"icon.{kind}").write_bytes(icon_file(icons(DESKTOP), kind))
        shutil.copy(ROOT / "tools" / "packaging" / "gemport.spec", work)
        command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
        command += ["--distpath", str(target), "--workpath", str(work / "build"), str(work / "gemport.spec")]
        fixed = {"PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": str(build_time())}
        if subprocess.call(command, cwd=ROOT, env={**clean_environment(), **fixed}):
            raise SetupError("PyInstaller could not make it: see above")
    made = target / "gemport"
    system = f"{platform.system().lower()}-{platform.machine().lower()}"
    notice = [f"gemport {__version__} for {system}, with the packages and licenses below.\n"]
    contents = (path.read_bytes() for path in made.rglob("*") if path.is_file())
    if versions := [int(minor) for content in contents for minor in _GLIBC.findall(content)]:
        notice.append(f"It needs glibc 2.{max(versions)} or newer.\n")
        report(notice[-1].strip())
    if sys.platform == "darwin":
        shutil.rmtree(made)
        made = target / "gemport.app"
    _add_documents(made if sys.platform != "darwin" else made / "Contents" / "Resources", "".join(notice))
    # The documents invalidate PyInstaller's signature; "-" stands for one without an identity.
    if sys.platform == "darwin" and subprocess.call(["codesign", "--force", "--deep", "--sign", "-", made]):
        raise SetupError("codesign could not sign it: see above")
    yield made
    archive = target / f"gemport-{__version__}-{system}.zip"
    write_zip(made, archive, archive.stem if made.suffix == "" else made.name)
    yield archive


def icon_file(icons: Mapping[int, bytes], kind: str) -> bytes:
    """Return a file with PNG icons by their sizes, in one of Pillow's formats."""
    from PIL import Image

    *smaller, largest = (Image.open(BytesIO(icons[size])) for size in sorted(icons))
    out = BytesIO()
    largest.save(out, kind, sizes=[(size, size) for size in icons], append_images=smaller)
    return out.getvalue()


def _add_documents(folder: Path, notice: str) -> None:
    """Add the documents for a user of the folder."""
    from package_page import package_page

    (folder / "docs").mkdir(parents=True)
    readme = package_page((ROOT / "README.md").read_text(encoding="utf-8"))
    (folder / "README.md").write_text(readme, encoding="utf-8", newline="\n")
    notice += _python_license() + "".join(licenses(_PACKAGES))
    (folder / "NOTICE").write_text(notice, encoding="utf-8", newline="\n")
    shutil.copy(ROOT / "LICENSE", folder)
    for name in ("manual.md", "manual_de.md"):
        shutil.copy(ROOT / "docs" / name, folder / "docs")
    for name in ("pictures", "cards"):
        shutil.copytree(ROOT / "docs" / name, folder / "docs" / name)


def _python_license() -> str:
    library = Path(sysconfig.get_path("stdlib"))
    own = next(
        (path for path in (library / "LICENSE.txt", Path(sys.base_prefix, "LICENSE.txt")) if path.exists()), None
    )
    text = own.read_text(encoding="utf-8") if own else f"{sys.copyright}\n\nhttps://docs.python.org/3/license.html\n"
    return f"\n\n==== Python {platform.python_version()}\n\n{text}"


def licenses(packages: Iterable[str]) -> Iterator[str]:
    """Yield the licenses of packages of this environment, each with a heading."""
    for name in packages:
        package = metadata.distribution(name)
        yield f"\n\n==== {name} {package.version}\n"
        for path in sorted(package.files or []):
            if ".dist-info" in path.parts[0] and _LICENSE_FILE.match(path.name):
                yield f"\n{path.read_text(encoding='utf-8')}"


def write_zip(folder: Path, archive: Path, inside: str, start: bytes = b"") -> None:
    """Write a ZIP file that depends only on the contents of the folder, which it names ``inside``, after ``start``."""
    archive.write_bytes(start)
    with zipfile.ZipFile(archive, "a") as out:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(Path(inside, path.relative_to(folder)).as_posix(), gmtime(build_time())[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if os.access(path, os.X_OK) else 0o100644) << 16
            out.writestr(entry, path.read_bytes())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
