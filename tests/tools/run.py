"""Running the tools in this process."""

import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO

import pytest

from tests.cli.run import Result


def run(tool: str, *arguments: object) -> Result:
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", [f"{tool}.py"])
        try:
            status = import_module(tool).main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = int(end.code or 0)
    return Result(status, out.getvalue(), err.getvalue())


def rejection(tool: str, *arguments: object) -> str:
    """Run a tool with arguments that it rejects; return its one line of output."""
    status, out, err = run(tool, *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    return err.rstrip("\n")
