"""Print figures about the size and complexity of the code: ``figures.py``.

Counts the files, lines and classes of gemport, finds import cycles, and counts the calls of gemport's functions for
dropping a card and for painting a table.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Set
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

MIN_LINES = 40
"""Files with fewer lines need a justification."""
PRESS, CELL = (429, 230), (41, 81)
"""In game 123456: the open card of a column, and a cell to drop it on."""


def main() -> int:
    """Print one figure per line."""
    package = ROOT / "gemport"
    files = sorted(package.rglob("*.py"))
    lines = [len(path.read_bytes().splitlines()) for path in files]
    trees = [ast.parse(path.read_bytes()) for path in files]
    circles = import_circles(package)
    rows: list[tuple[str, object]] = [
        ("files", len(files)),
        (f"files of fewer than {MIN_LINES} lines", sum(0 < count < MIN_LINES for count in lines)),
        ("lines", sum(lines)),
        ("classes", sum(isinstance(node, ast.ClassDef) for tree in trees for node in ast.walk(tree))),
        ("modules in circles", sum(map(len, circles))),
        *[("", f"  {', '.join(circle)}") for circle in circles],
        ("modules in circles, imports for types counted", sum(map(len, import_circles(package, types=True)))),
        *_call_figures(),
    ]
    for name, value in rows:
        print(f"{name:60}{value:>16}" if name else value)
    return 0


def import_circles(package: Path, types: bool = False) -> list[list[str]]:
    """Return the modules of a package that import each other directly or indirectly: sorted groups of two or more.

    ``types`` includes imports for type checkers. Imports inside functions count. A package's ``__init__`` is a separate
    module: importing a module does not count as an import of the packages that contain it.
    """
    names = {_module_name(path, package): path for path in package.rglob("*.py")}
    imported = {name: _imported(name, path, names.keys(), types) for name, path in names.items()}
    reached: dict[str, set[str]] = {}
    for name in names:
        found, todo = set[str](), [name]
        while todo:
            new = imported[todo.pop()] - found
            found |= new
            todo += new
        reached[name] = found
    groups = {frozenset(other for other in reached[name] if name in reached[other]) for name in names}
    return sorted(sorted(group) for group in groups if len(group) > 1)


def _module_name(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(name: str, path: Path, names: Set[str], types: bool) -> set[str]:
    """Return the modules among ``names`` that a file imports."""
    # The code has no relative imports.
    found = set[str]()
    for node in _nodes(ast.parse(path.read_bytes()), types):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported_names = [f"{node.module}.{alias.name}" for alias in node.names]
            found.update(module if module in names else node.module for module in imported_names)
    return (found & names) - {name}


def _nodes(node: ast.AST, types: bool) -> Iterator[ast.AST]:
    """Yield a node and all its descendants; without ``types``, skip blocks for type checkers."""
    yield node
    below = ast.iter_child_nodes(node)
    if not types and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        below = iter(node.orelse)
    for child in below:
        yield from _nodes(child, types)


def _call_figures() -> list[tuple[str, object]]:
    # Imported here: counting cycles needs no other part of the program.
    from benchmarks.board import full_redraw, table

    machine = table()
    machine.mouse_to(*PRESS)
    machine.settle()
    machine.mouse_button(1, True)
    machine.settle()
    machine.mouse_to(*CELL)
    machine.settle()

    def drop() -> None:
        machine.mouse_button(1, False)
        machine.settle()

    dropped, depth = count_calls(drop, until="push")
    painted, _ = count_calls(full_redraw())
    return [
        ("calls for a drop, until all is at rest", dropped),
        ("calls deep when the drop makes its move (Session.push)", depth),
        ("calls for a paint of the whole table", painted),
    ]


def count_calls(act: Callable[[], None], until: str = "") -> tuple[int, int]:
    """Return the number of gemport's function calls in an action, and the call depth at the first ``until``.

    Excludes the solver, which computes the par in the background.
    """
    package, solver = str(ROOT / "gemport"), str(ROOT / "gemport" / "solver")
    calls = depth = 0

    def profile(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls, depth
        file = frame.f_code.co_filename
        if event != "call" or not file.startswith(package) or file.startswith(solver):
            return
        calls += 1
        if until and not depth and frame.f_code.co_name == until:
            above: FrameType | None = frame
            while above:
                depth += above.f_code.co_filename.startswith(package)
                above = above.f_back

    sys.setprofile(profile)
    try:
        act()
    finally:
        sys.setprofile(None)
    return calls, depth


if __name__ == "__main__":
    sys.exit(main())
