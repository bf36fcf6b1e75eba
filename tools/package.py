"""Build a standalone distribution for this system: ``python3 tools/package.py [FOLDER]``.

Creates a folder (on macOS a bundle) and a ZIP file of it in FOLDER, by default dist. They run without an installed
Python: PyInstaller includes Python and all dependencies. PyInstaller was chosen because it is a pip package and
supports Windows, macOS and Linux alike. Each system can only build its own distribution.
"""

import importlib.util
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from setup_venv import ROOT, SetupError, ensure, report

_EXCLUDED_MODULES = ("tkinter", "pytest", "mypy", "setuptools")


def main(arguments: Sequence[str]) -> int:
    """Build the distribution; return the exit status, 2 on failure."""
    target = Path(arguments[0] if arguments else ROOT / "dist").absolute()
    try:
        python = Path(sys.executable)
        if importlib.util.find_spec("PyInstaller") is None:
            python = ensure("package", ROOT / ".venv-package")
        with TemporaryDirectory() as work:
            _build(python, target, Path(work))
    except (SetupError, OSError) as error:
        report(f"tools/package.py: {error}")
        return 2
    made = next(path for path in (target / "gemport.app", target / "gemport") if path.exists())
    name = f"gemport-{platform.system().lower()}-{platform.machine().lower()}"
    archive = shutil.make_archive(str(target / name), "zip", target, made.name)
    report(f"{made}\n{archive}")
    return 0


def _build(python: Path, target: Path, work: Path) -> None:
    data = work / "data"
    shutil.copytree(ROOT / "data", data, ignore=shutil.ignore_patterns("src"))
    # Commands are imported when they are called, so PyInstaller cannot detect them.
    command = [str(python), "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", "--name", "gemport"]
    command += ["--distpath", str(target), "--workpath", str(work / "build"), "--specpath", str(work)]
    command += ["--collect-submodules", "gemport", "--add-data", f"{data}:gemport/data"]
    for module in _EXCLUDED_MODULES:
        command += ["--exclude-module", module]
    if sys.platform in ("win32", "darwin"):
        command += ["--windowed", "--icon", str(_icon(python, work))]
    result = subprocess.run([*command, str(ROOT / "gemport" / "__main__.py")], cwd=ROOT)
    if result.returncode:
        raise SetupError("PyInstaller could not make it: see above")


def _icon(python: Path, work: Path) -> Path:
    """Create the project's icon in a format that PyInstaller accepts on all systems."""
    path = work / "icon.png"
    code = """if True:
    import sys
    from pathlib import Path
    from gemport.hosts.desktop.icon import Icon
    from gemport.hosts.pictures import icon_png
    Path(sys.argv[1]).write_bytes(icon_png(Icon(False).get_data("RGBA", -1), 32, 8))"""
    subprocess.run([str(python), "-c", code, str(path)], check=True, cwd=ROOT)
    return path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
