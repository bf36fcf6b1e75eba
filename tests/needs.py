"""Requirements of tests: a test is skipped if they are missing, or fails in CI (CI=true)."""

import os
import shutil
import sys
from typing import NoReturn

import pytest

CI = os.environ.get("CI") == "true"
"""True in CI, where no test may be skipped and property tests try thousands of examples."""


def leave_out(reason: str) -> NoReturn:
    """Skip the test, or fail it in CI, because it cannot run here."""
    if CI:
        pytest.fail(reason)
    pytest.skip(reason)


def need_programs(*programs: str) -> list[str]:
    """Return the paths of programs of the system or of this environment; the test needs all of them."""
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])
    found = {program: shutil.which(program, path=path) for program in programs}
    if missing := [program for program in programs if found[program] is None]:
        leave_out(f"{' and '.join(missing)} missing: tools/test.py --install-display installs what tests need")
    return [place for place in found.values() if place is not None]


def need_display() -> None:
    """Require the programs for a separate display."""
    need_programs("Xvfb", "xdotool")


needs_processor = pytest.mark.usefixtures("processor")
"""Marks tests that run Atari programs."""
needs_links = pytest.mark.skipif(os.name == "nt", reason="Windows makes links only for those who may")
"""Marks tests of links; Wine does not support links."""
needs_shell = pytest.mark.skipif(os.name == "nt", reason="Windows has no shell as the others have")
