"""The checkout for its tools: its folder, its packages, and a hint if the wrong Python runs them.

Tools import this module before any third-party module.
"""

import sys
from pathlib import Path
from types import TracebackType

from setup_venv import ROOT as ROOT
from setup_venv import VENV, venv_python

sys.path.insert(0, str(ROOT))


def _report_missing_module(kind: type[BaseException], error: BaseException, at: TracebackType | None) -> None:
    """Report a missing module in one line, and other exceptions as usual."""
    if not isinstance(error, ModuleNotFoundError):
        sys.__excepthook__(kind, error, at)
        return
    tool, python = Path(sys.argv[0]).name, venv_python(VENV).relative_to(ROOT)
    print(f"{tool}: this Python has no {error.name}; use {python}, which tools/test.py makes", file=sys.stderr)


sys.excepthook = _report_missing_module
