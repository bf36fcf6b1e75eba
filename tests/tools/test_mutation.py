"""Which changes the mutation tool makes, and that it tells those that the tests notice from the others."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.places import ROOT

TOOLS = ROOT / "tools"


@pytest.fixture
def mutants(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(TOOLS))
    return importlib.import_module("mutants")


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a < b", ["a <= b"]),
        ("a is not b", ["a is b"]),
        ("a in b not in c", ["a not in b not in c", "a in b in c"]),
        ("a and b and c", ["a or b and c", "a and b or c"]),
        ("(a) + (b)", ["(a) - (b)"]),
        ("(a  # - or +\n+ b)", ["(a  # - or +\n- b)"]),
        ("a // b", ["a * b"]),
        ("not a", ["(a)"]),
        ("7", ["8", "6"]),
        ("True", ["False"]),
        ("f(a)", ["pass"]),
        ("a.b = c", ["pass"]),
        ("a += b", ["pass", "a -= b"]),
        ("a if b else c", ["a if (not (b)) else c"]),
        ("[a for a in b if a]", ["[a for a in b if (not (a))]"]),
        ("for a in b: break", ["for a in b: continue"]),
        ("def f(): return a", ["def f(): return None"]),
        ("raise a", ["pass"]),
        ("'Größe', a == b", ["'Größe', a != b"]),
    ],
)
def test_each_change_is_made_where_it_belongs(mutants: ModuleType, source: str, changed: list[str]) -> None:
    assert [mutant.source for mutant in mutants.mutants_of(source)] == changed


@pytest.mark.parametrize(
    "source",
    [
        "'a text'",
        "a: Literal[1]",
        "@cache(1)\ndef f(a: Literal[2]) -> Literal[3]: return",
        "f'{1 + 2}'",
        "if TYPE_CHECKING: import a",
        "a = b  # 1 < 2",
    ],
)
def test_what_no_test_can_notice_stays(mutants: ModuleType, source: str) -> None:
    assert mutants.mutants_of(source) == []


def test_a_change_tells_its_line_and_its_function(mutants: ModuleType) -> None:
    source = "a = 1\n\n@b\ndef c(d=2):\n    return d\n"
    told = [(mutant.line, mutant.function, mutant.change) for mutant in mutants.mutants_of(source)]
    assert told == [
        (1, 0, "a = [1 -> 2]"),
        (1, 0, "a = [1 -> 0]"),
        (4, 0, "def c(d=[2 -> 3]):"),
        (4, 0, "def c(d=[2 -> 1]):"),
        (5, 3, "[return d -> return None]"),
    ]


@pytest.mark.parametrize("path", ["gemport/cards/deals.py", "gemport/gem/aes/appl.py"])
def test_each_change_is_python_and_another_program(mutants: ModuleType, path: str) -> None:
    source = (ROOT / path).read_text(encoding="utf-8")
    found = [ast.dump(ast.parse(mutant.source)) for mutant in mutants.mutants_of(source)]
    assert len(found) > 50
    assert len({ast.dump(ast.parse(source)), *found}) == len(found) + 1


def mutation(*arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(folder / "tools" / "mutation.py"), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize(
    "arguments",
    [["--part", "kitchen"], ["--mutants", "0"], ["--workers", "-1"], ["--only", "gemport/cards/cells.py#9999"]],
)
def test_wrong_usage_is_one_line(arguments: list[str]) -> None:
    result = mutation(*arguments)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)


CODE = """def larger(a, b):
    return a if a > b else b

def alone():
    return 1

def count(end):
    number = 0
    while number != end:
        number += 2
    return number
"""
TESTS = """from gemport.cards.code import count, larger

def test_larger():
    assert larger(1, 2) == 2 and larger(2, 1) == 2

def test_count():
    assert count(2) == 2
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A checkout of three functions: one that is tested but for equal numbers, one never called, one with a loop."""
    for name in ("mutation.py", "mutants.py", "mutation_plugin.py", "oneline.py", "setup_venv.py"):
        (tmp_path / "tools").mkdir(exist_ok=True)
        (tmp_path / "tools" / name).write_bytes((TOOLS / name).read_bytes())
    files = {"gemport/__init__.py": "", "gemport/cards/__init__.py": "", "gemport/cards/code.py": CODE}
    files |= {"tests/__init__.py": "", "tests/cards/__init__.py": "", "tests/cards/test_code.py": TESTS}
    files["pyproject.toml"] = '[tool.pytest.ini_options]\nmarkers = ["slow: s", "window: w"]\n'
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_what_the_tests_notice_is_counted_and_what_they_do_not_is_told(house: Path) -> None:
    names = [f"gemport/cards/code.py#{number}" for number in range(4)]
    result = mutation("--part", "cards", "--workers", "1", "--only", *names, folder=house)
    assert (result.returncode, result.stderr) == (0, "")
    *told, figures = result.stdout.splitlines()
    assert told == [
        "unnoticed: gemport/cards/code.py#1, line 2: return a if a [> -> >=] b else b",
        "not reached: gemport/cards/code.py#2, line 5: return [1 -> 2]",
        "not reached: gemport/cards/code.py#3, line 5: return [1 -> 0]",
    ]
    assert figures.startswith("cards: 1 of 4 noticed (25.0%): 2 not reached, 1 noticed, 1 unnoticed; ")
    assert (house / "gemport/cards/code.py").read_text(encoding="utf-8") == CODE


@pytest.mark.slow
def test_a_change_that_never_ends_is_noticed(house: Path) -> None:
    result = mutation("--part", "cards", "--workers", "1", "--only", "gemport/cards/code.py#7", folder=house)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("cards: 1 of 1 noticed (100.0%): 1 endless; ")


def test_tests_that_fail_anyway_can_notice_nothing(house: Path) -> None:
    (house / "tests/cards/test_code.py").write_text("def test_wrong(): assert False\n", encoding="utf-8")
    result = mutation("--part", "cards", "--workers", "1", folder=house)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert "tests/cards fails without any change" in result.stderr
