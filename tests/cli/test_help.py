"""The help says what a stranger needs: examples that work, defaults, and which numbers there are."""

from __future__ import annotations

import argparse
import re
import shlex

import pytest

from gemport.cli import registry
from gemport.cli.main import _parser
from tests.cli.run import run
from tests.test_documents import commands

COMMANDS = sorted(commands())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_says_what_happens_without_it(command: str) -> None:
    actions = [action for action in commands()[command]._actions if action.help != argparse.SUPPRESS]
    options = [action for action in actions if action.option_strings and action.dest != "help"]
    silent = [action.option_strings for action in options if not re.search("default: |required", str(action.help))]
    assert silent == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_default_that_the_parser_knows_is_the_one_that_is_said(command: str) -> None:
    choices = [action for action in commands()[command]._actions if action.choices and action.default is not None]
    for action in choices:
        if action.dest != "lang":
            assert f"(default: {action.default})" in str(action.help)


@pytest.mark.parametrize("command", [name for name in COMMANDS if "NUMBER" in run(name, "--help").out])
def test_the_help_says_which_numbers_there_are(command: str) -> None:
    out = " ".join(run(command, "--help").out.split())
    games = [command] if command in registry.names() else ["vierfrei", "freecell"]
    for game in map(registry.find, games):
        assert f"{game.numbers[0]} to {game.numbers[-1]}" in out


def examples() -> list[str]:
    """The commands that any help gives as examples, without what is said of them."""
    texts = [run("--help").out, *(run(command, "--help").out for command in COMMANDS)]
    lines = [line for text in texts for line in text.split("\nexamples:\n")[1].split("\n\n")[0].splitlines()]
    return [re.split(r"\s{3,}", line.strip())[0] for line in lines if "COMMAND" not in line]


def test_every_command_has_examples_that_its_parser_takes() -> None:
    words = [shlex.split(example)[1:] for example in examples()]
    assert {found[0] for found in words if found} >= set(COMMANDS)
    for found in words:
        name = registry.named(found[0]) if found else None
        arguments = ["vierfrei", *found] if not found or found[0].isdigit() else [name or found[0], *found[1:]]
        options = _parser(arguments[0]).parse_args(arguments)
        assert isinstance(options, argparse.Namespace)
        assert callable(options.run)


def test_the_help_fits_a_narrow_terminal() -> None:
    texts = [run("--help").out, *(run(command, "--help").out for command in COMMANDS)]
    assert [line for text in texts for line in text.splitlines() if len(line) > 100] == []
