"""The Pythons of the system that the project says it runs on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

_CLASSIFIER = re.compile(r"Programming Language :: Python :: (3\.\d+)")


def supported(root: Path) -> list[str]:
    """The versions that the project file of ``root`` names, such as 3.11."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [match[1] for line in project["classifiers"] if (match := _CLASSIFIER.fullmatch(line))]


def version_of(python: Path) -> str | None:
    """The version of an interpreter, such as 3.11; None if it does not run or cannot make environments."""
    code = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
    try:
        result = subprocess.run([python, "-c", code], capture_output=True, text=True)
    except OSError:
        return None
    return result.stdout.strip() if result.returncode == 0 else None


def find(version: str) -> Path | None:
    """An interpreter of this version: that of the PATH, else one of pyenv's; None if there is none that works."""
    on_path = shutil.which(f"python{version}")
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [Path(on_path)] if on_path else []
    candidates += pyenv.glob(f"{version}.*/bin/python{version}")
    # A name on the PATH may be pyenv's stand-in, which runs only what has been chosen.
    return next((python for python in candidates if version_of(python) == version), None)
