"""Plant faults in a package and count the faults its own fast tests catch: ``mutants.py gem --seed 1 --number 30``.

Prints the faults that survive and the share caught; with ``--files`` also how many faults each test file and test
caught, and how many of them nothing else caught. Each fault is planted alone in a temporary copy of the checkout and
tried with the tests that call the changed function.
"""

import argparse
import ast
import os
import pickle
import shutil
import signal
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import accumulate, permutations
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, NamedTuple

from checkout import ROOT

# isort: split

import pytest

if sys.platform == "win32":
    sys.exit("tools/mutants.py needs a system with fork")

TESTS = {"play": ["tests/games"], "settings": ["tests/cli/test_settings.py", "tests/desktop"]}
"""Tests of the packages that have no test folder of their name."""
TEST_SECONDS = 20
"""Limit of a test's processor time; more counts as a failure, as does ten times as much real time."""

_SWAPS = "Lt LtE, Gt GtE, Eq NotEq, Is IsNot, In NotIn, And Or, Add Sub, Mult FloorDiv, LShift RShift, BitAnd BitOr"
_SKIPPED = ast.Raise | ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom
_SKIPPED_NAMES = {"__repr__", "__str__", "TYPE_CHECKING", "cast", "TypeVar", "NewType", "lru_cache", "isinstance"}
_SYMMETRIC = {"min", "max", "zip"}


Function = tuple[str, int]
"""A file and the function's first line, with decorators; 0 for code that runs at import."""


class Fault(NamedTuple):
    """A new text for the bytes ``start`` to ``end`` of the function's file."""

    function: Function
    line: int
    start: int
    end: int
    text: str


def faults(path: str, source: bytes) -> Iterator[tuple[str, Fault]]:
    """Yield the faults for a file, each after its kind."""
    starts = [0, *accumulate(map(len, source.splitlines(keepends=True)))]
    for node, line in _nodes(ast.parse(source), 0):
        for kind, old, new in _changes(node):
            start, end = starts[old.lineno - 1] + old.col_offset, starts[old.end_lineno - 1] + old.end_col_offset
            text = f"({ast.unparse(new)})" if isinstance(old, ast.expr) else ast.unparse(new)
            yield kind, Fault((path, line), old.lineno, start, end, text)


def _nodes(node: ast.AST, function: int) -> Iterator[tuple[ast.AST, int]]:
    """Yield the nodes below a node with their function's line; leave out types, messages and decorators."""
    left_out = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    left_out += [*getattr(node, "decorator_list", []), *getattr(node, "bases", [])]
    for child in ast.iter_child_nodes(node):
        name = getattr(child, "func", getattr(child, "test", child))
        if child in left_out or getattr(name, "id", getattr(name, "name", "")) in _SKIPPED_NAMES:
            continue
        inner = function
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) or (
            isinstance(child, ast.Lambda) and not function
        ):
            inner = min(part.lineno for part in (child, *getattr(child, "decorator_list", [])))
        if not isinstance(child, _SKIPPED):
            yield child, inner
            yield from _nodes(child, inner)


def _changes(node: ast.AST) -> Iterator[tuple[str, Any, ast.AST]]:
    """Yield the kind of each change of a node, the part that changes, and its replacement."""
    swap = {a: getattr(ast, b) for pair in _SWAPS.split(", ") for a, b in permutations(pair.split())}
    match node:
        case ast.Compare(ops=[operator]):
            yield "compare", node, _with(node, ops=[swap[type(operator).__name__]()])
        case ast.BoolOp(op=operator) | ast.BinOp(op=operator) if type(operator).__name__ in swap:
            yield "operator", node, _with(node, op=swap[type(operator).__name__]())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not", node, operand
        case ast.If(test=test) | ast.IfExp(test=test):
            yield "not", test, ast.UnaryOp(ast.Not(), test)
        case ast.Constant(value=bool(value)):
            yield "constant", node, ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield from (("constant", node, ast.Constant(value + step)) for step in (1, -1))
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "return", node, ast.Return(ast.Constant(None))
        case ast.Call(func=called, args=[first, second, *others]) if getattr(called, "id", "") not in _SYMMETRIC:
            if ast.dump(first) != ast.dump(second):
                yield "arguments", node, _with(node, args=[second, first, *others])
        case ast.Expr(value=ast.Call()) | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "statement", node, ast.Pass()
        case ast.AugAssign() | ast.Continue() | ast.Break():
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
        chosen.setdefault((fault.function[0], fault.line), fault)
    return list(chosen.values())


class Run:
    """A run of fast tests in a copy of the checkout; a pytest plugin that selects and watches them."""

    def __init__(self, folder: Path, selected: Sequence[str] = ()) -> None:
        self.folder, self.selected = folder, selected
        self.calls = defaultdict[str, set[Function]](set)
        self.failed: list[str] = []

    def start(self, *options: str) -> "Run":
        """Run pytest in a forked process."""
        result, process = self.folder / "result", os.fork()
        if process == 0:
            try:
                os.chdir(self.folder)
                os.environ["PYTHONPATH"] = sys.path[0] = str(self.folder)
                for output in (1, 2):
                    os.dup2(os.open(os.devnull, os.O_WRONLY), output)
                for number in (signal.SIGALRM, signal.SIGPROF):
                    signal.signal(number, lambda *_: pytest.fail("out of time"))
                self._limit_time()
                pytest.main([*options, "-p", "no:cacheprovider", "-m", "not slow and not window"], [self])
                result.write_bytes(pickle.dumps((self.calls, self.failed)))
                os._exit(0)
            finally:
                # A fault that ends pytest must not run the code of the first process.
                os._exit(1)
        if os.waitpid(process, 0)[1] == 0:
            self.calls, self.failed = pickle.loads(result.read_bytes())
        else:
            self.failed = ["the test process"]
        return self

    def _limit_time(self) -> None:
        seconds = TEST_SECONDS if self.selected else 10 * TEST_SECONDS
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, 10 * seconds)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.selected:
            place = {test: number for number, test in enumerate(self.selected)}
            items[:] = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._limit_time()
        calls = self.calls[item.nodeid]

        def trace(frame: FrameType, *_: object) -> None:
            calls.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

        sys.settrace(None if self.selected else trace)
        result = yield
        sys.settrace(None)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    pytest_collectreport = pytest_runtest_logreport


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Plant faults in a package and count the faults its fast tests catch.")
    parser.add_argument("package", help="a package of gemport, or settings")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="other faults (1)")
    parser.add_argument("--number", type=int, default=30, metavar="N", help="number of faults (30)")
    parser.add_argument("--files", action="store_true", help="count faults by test file and test (slower)")
    options = parser.parse_args()
    caught, alone, survivors = Counter[str](), Counter[str](), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "copy"
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "__pycache__", "test-results"))
        files = [*folder.glob(f"gemport/{options.package}.py"), *folder.glob(f"gemport/{options.package}/**/*.py")]
        # Built files have a separate check.
        sources = {str(path): path.read_bytes() for path in files if not path.name.endswith("_rsc.py")}
        tests = TESTS.get(options.package, [f"tests/{options.package}"])
        clean = Run(folder).start(*tests)
        # Run the shortest tests first.
        known = sorted(clean.calls.keys() - clean.failed, key=lambda test: (len(clean.calls[test]), test))
        if not known or not sources:
            parser.error(f"{options.package}: no package with tests that pass")
        planted = choose(sources, options.seed, options.number)
        for number, fault in enumerate(planted, start=1):
            callers = [test for test in known if fault.function in clean.calls[test]] or known
            paths = sorted({test.split("::")[0] for test in callers})
            path, source = fault.function[0], sources[fault.function[0]]
            Path(path).write_bytes(source[: fault.start] + fault.text.encode() + source[fault.end :])
            # Files of the same size and time would share their compiled form.
            os.utime(path, (number, number))
            failed = Run(folder, callers).start(*paths, *([] if options.files else ["-x"])).failed
            Path(path).write_bytes(source)
            if not failed:
                survivors += 1
                before = source[fault.start : fault.end].decode()
                print(f"{Path(path).relative_to(folder)}:{fault.line}: {before} -> {fault.text}", flush=True)
            for names in ({test.split("::")[0] for test in failed}, {test.split("[")[0] for test in failed}):
                caught.update(names)
                alone.update(names if len(names) == 1 else ())
    for name in sorted({name for test in known for name in (test.split("::")[0], test.split("[")[0])}):
        if options.files:
            print(f"{caught[name]:5}{alone[name]:5}  {name}")
    share = 100 * (len(planted) - survivors) // len(planted)
    print(f"{options.package}: caught {len(planted) - survivors} of {len(planted)} ({share} %), seed {options.seed}")


if __name__ == "__main__":
    main()
