"""Plant faults in a package and count the faults its own fast tests catch: ``mutants.py gem --seed 1 --number 30``.

Prints the faults that survive and the share caught; with ``--files`` also how many faults each test file and test
caught, and how many of them nothing else caught. Each fault is planted alone in a temporary copy of the checkout and
tried with the tests that run the changed statement.
"""

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import accumulate, permutations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
TESTS = {
    "games": ["tests/games", "tests/cli/test_solve.py"],
    "gem/aes": ["tests/gem/aes", "tests/gem/own"],
    "gem/vdi": ["tests/gem/vdi", "tests/gem/own"],
    "hosts": ["tests/hosts", "tests/games/test_exchange.py"],
    "play": ["tests/games", "tests/cli/test_solve.py", "tests/cli/test_which.py"],
    "settings": ["tests/cli/test_settings.py", "tests/desktop", "tests/store/test_earlier_versions.py"],
}
"""Tests of the packages that are not, or not only, tested in the folder of their name."""
TEST_SECONDS = 200
"""Limit of a test; more counts as a failure."""

_SWAPS = "Lt LtE, Gt GtE, Eq NotEq, Is IsNot, In NotIn, And Or, Add Sub, Mult FloorDiv, LShift RShift, BitAnd BitOr"
_SWAPPED = {a: getattr(ast, b) for pair in _SWAPS.split(", ") for a, b in permutations(pair.split())}
_SKIPPED = ast.Raise | ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom
_SKIPPED_NAMES = {"__repr__", "__str__", "TYPE_CHECKING", "cast", "TypeVar", "NewType", "lru_cache", "isinstance"}
_SKIPPED_NAMES |= {"strict"}  # of zip: checks like an assertion
_SYMMETRIC = {"min", "max", "zip", "mul_div"}


class Fault(NamedTuple):
    """A new text for the bytes ``start`` to ``end`` of a file, in the statement from line ``first`` to ``last``."""

    path: str
    first: int
    line: int
    last: int
    start: int
    end: int
    text: str


def faults(path: str, source: bytes) -> Iterator[tuple[str, Fault]]:
    """Yield the faults for a file, each after its kind."""
    starts = [0, *accumulate(map(len, source.splitlines(keepends=True)))]
    for node, first in _nodes(ast.parse(source), 0):
        for kind, old, new in _changes(node):
            start, end = starts[old.lineno - 1] + old.col_offset, starts[old.end_lineno - 1] + old.end_col_offset
            text = f"({ast.unparse(new)})" if isinstance(old, ast.expr) else ast.unparse(new)
            yield kind, Fault(path, first, old.lineno, old.end_lineno, start, end, text)


def _nodes(node: ast.AST, first: int) -> Iterator[tuple[ast.AST, int]]:
    """Yield the nodes below a node with the first line of their statement; leave out types, messages and decorators."""
    left_out = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    left_out += [*getattr(node, "decorator_list", []), *getattr(node, "bases", [])]
    for child in ast.iter_child_nodes(node):
        name = getattr(child, "func", getattr(child, "test", child))
        named = getattr(name, "id", getattr(name, "name", getattr(name, "arg", "")))
        if child not in left_out and named not in _SKIPPED_NAMES and not isinstance(child, _SKIPPED):
            line = child.lineno if isinstance(child, ast.stmt) else first
            yield child, line
            yield from _nodes(child, line)


def _changes(node: ast.AST) -> Iterator[tuple[str, Any, ast.AST]]:
    """Yield the kind of each change of a node, the part that changes, and its replacement."""
    match node:
        case ast.Compare(ops=[operator]):
            yield "compare", node, _with(node, ops=[_SWAPPED[type(operator).__name__]()])
        case ast.BoolOp(op=operator) | ast.BinOp(op=operator) if type(operator).__name__ in _SWAPPED:
            yield "operator", node, _with(node, op=_SWAPPED[type(operator).__name__]())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not", node, operand
        case ast.If(test=test) | ast.IfExp(test=test):
            yield "not", test, ast.UnaryOp(ast.Not(), test)
        case ast.Constant(value=int(value)):
            for other in [not value] if isinstance(value, bool) else [value + 1, value - 1]:
                yield "constant", node, ast.Constant(other)
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "return", node, ast.Return(ast.Constant(None))
        case ast.Call(func=called, args=[one, two, *others]) if getattr(called, "id", "") not in _SYMMETRIC:
            if ast.dump(one) != ast.dump(two):
                yield "arguments", node, _with(node, args=[two, one, *others])
        case ast.Expr(value=ast.Call()) | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.AugAssign():
            yield "statement", node, ast.Pass()
        case ast.Continue() | ast.Break():
            yield "statement", node, ast.Pass()


def _with(node: ast.AST, **fields: object) -> ast.AST:
    return type(node)(**{**vars(node), **fields})


def choose(sources: Mapping[str, bytes], seed: int, number: int) -> list[Fault]:
    """Return up to ``number`` faults in different lines; each kind is equally likely."""
    random, kinds, chosen = Random(seed), defaultdict[str, list[Fault]](list), dict[tuple[str, int], Fault]()
    for kind, fault in (pair for path, source in sorted(sources.items()) for pair in faults(path, source)):
        kinds[kind].append(fault)
    for faults_of_kind in kinds.values():
        random.shuffle(faults_of_kind)
    while len(chosen) < number and any(kinds.values()):
        fault = kinds[random.choice([kind for kind in kinds if kinds[kind]])].pop()
        chosen.setdefault((fault.path, fault.line), fault)
    return list(chosen.values())


def run(folder: Path, *options: str) -> set[str]:
    """Run fast tests in a copy of the checkout; return the failed tests."""
    limit = "-o", f"faulthandler_timeout={TEST_SECONDS}", "-o", "faulthandler_exit_on_timeout=true"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", "not slow and not window", *limit]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    result = subprocess.run([*command, *options], cwd=folder, env=environment, capture_output=True, text=True)
    failed = re.findall(r"^(?:FAILED|ERROR) ([\w/.]+(?:::\w+)*)", result.stdout, re.MULTILINE)
    return set(failed or ["the test process"]) if result.returncode else set()


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Plant faults in a package and count the faults its fast tests catch.")
    parser.add_argument("package", help="a package of gemport, or settings")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="other faults (1)")
    parser.add_argument("--number", type=int, default=30, metavar="N", help="number of faults (30)")
    parser.add_argument("--files", action="store_true", help="count faults by test file and test (slower)")
    package, seed, number, files = vars(parser.parse_args()).values()
    caught, alone, survivors = Counter[str](), Counter[str](), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "copy"
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "__pycache__", "test-results"))
        paths = [*folder.glob(f"gemport/{package}.py"), *folder.glob(f"gemport/{package}/**/*.py")]
        # Built files have a separate check.
        sources = {str(path): path.read_bytes() for path in paths if not path.name.endswith("_rsc.py")}
        measured = "--cov=gemport", "--cov-context=test", "--cov-report=json:lines.json"
        tests = TESTS.get(package, [f"tests/{package}"])
        broken = run(folder, *measured, *tests)
        # The tests that run each line.
        ran = defaultdict[tuple[str, int], set[str]](set)
        for path, file in json.loads((folder / "lines.json").read_text())["files"].items():
            for line, contexts in file["contexts"].items():
                ran[str(folder / path), int(line)] = {re.split(r"[|[]", test)[0] for test in contexts if test} - broken
        sizes = Counter(test for tests in ran.values() for test in tests)
        if not sizes or not sources:
            parser.error(f"{package}: no package with tests that pass")
        planted = choose(sources, seed, number)
        for time, fault in enumerate(planted, start=1):
            path, source = fault.path, sources[fault.path]
            Path(path).write_bytes(source[: fault.start] + fault.text.encode() + source[fault.end :])
            # Files of the same size and time would share their compiled form.
            os.utime(path, (time, time))
            callers = set[str]().union(*(ran[path, line] for line in range(fault.first, fault.last + 1)))
            # Run the shortest tests first; all tests, if the statement runs at import.
            chosen = sorted(callers, key=lambda test: (sizes[test], test)) or tests
            failed = run(folder, *chosen, *["-x"] * (not files)) - broken
            Path(path).write_bytes(source)
            if not failed:
                survivors += 1
                before = source[fault.start : fault.end].decode()
                print(f"{Path(path).relative_to(folder)}:{fault.line}: {before} -> {fault.text}", flush=True)
            for names in ({test.split("::")[0] for test in failed}, failed):
                caught.update(names)
                alone.update(names if len(names) == 1 else ())
    for test in sorted({*sizes, *(test.split("::")[0] for test in sizes)} if files else ()):
        print(f"{caught[test]:5}{alone[test]:5}  {test}")
    count = len(planted) - survivors
    print(f"{package}: caught {count} of {len(planted)} ({100 * count // len(planted)} %), seed {seed}")


if __name__ == "__main__":
    main()
