"""Needs of tests: without them they are left out, or fail where nothing may be left out (CI=true)."""

import os
import shutil
import sys
from typing import NoReturn

import pytest

CI = os.environ.get("CI") == "true"
"""True in the run in which nothing may be left out and property tests try thousands of examples."""


def leave_out(reason: str) -> NoReturn:
    """End the test: it cannot run here."""
    if CI:
        pytest.fail(reason)
    pytest.skip(reason)


def need_programs(*programs: str) -> list[str]:
    """The paths of programs of the system or of this environment, all of which the test needs."""
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])
    found = {program: shutil.which(program, path=path) for program in programs}
    if missing := [program for program in programs if found[program] is None]:
        leave_out(f"{' and '.join(missing)} missing: tools/test.py --install-display installs what tests need")
    return [place for place in found.values() if place is not None]


def need_display() -> None:
    """Programs that a display of our own takes."""
    need_programs("Xvfb", "xdotool")


needs_processor = pytest.mark.usefixtures("processor")
"""Marks tests of Atari programs that run."""
needs_links = pytest.mark.skipif(os.name == "nt", reason="Windows makes links only for those who may")
"""Marks tests of links, which Wine does not make at all."""
needs_shell = pytest.mark.skipif(os.name == "nt", reason="Windows has no shell as the others have")
