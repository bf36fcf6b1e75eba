"""Small changes of a Python source that a test should notice, for ``tools/mutation.py``.

A comparison, a sum or a condition is inverted, a number is one off, a statement is left out, a function returns
None, a loop ends where it should continue. Names, texts, annotations and decorators stay.
"""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

_COMPARED = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
}
_CALCULATED = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: (r"\|", "&"),
    ast.BitXor: (r"\^", "|"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
_JOINED = {ast.And: ("and", "or"), ast.Or: ("or", "and")}


class Mutant(NamedTuple):
    """One change: the line it begins in, its description, and the whole source with it.

    ``function`` is the first line, with decorators, of the outermost function that it is in; 0 for what runs at import.
    """

    line: int
    change: str
    source: str
    function: int


def mutants_of(source: str) -> list[Mutant]:
    """Return all changes of a source, in the order of its lines; the same source gives the same list."""
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    return finder.found


class _Finder(ast.NodeVisitor):
    """Walks through a source and notes its changes."""

    def __init__(self, source: str) -> None:
        self.found: list[Mutant] = []
        self._bytes = source.encode()
        self._starts = [0]
        for line in self._bytes.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._function = 0

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        outside = self._function
        if not outside:
            self._function = node.decorator_list[0].lineno if node.decorator_list else node.lineno
        for statement in node.body:
            self.visit(statement)
        self._function = outside

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            self.visit(statement)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave texts alone."""

    def visit_Raise(self, node: ast.Raise) -> None:
        self._leave_out(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(part, ast.Attribute | ast.Subscript) for target in node.targets for part in ast.walk(target)):
            self._leave_out(node)
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._leave_out(node)
        self._operator(node.target, node.value, _CALCULATED.get(type(node.op)))
        self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self._leave_out(node)
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not isinstance(node.value, ast.Constant):
            self._replace(node, "return None")
        self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> None:
        self._replace(node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._replace(node, "break")

    def visit_If(self, node: ast.If) -> None:
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self._deny(node.test)
            self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._deny(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._deny(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._deny(condition)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._replace(node, f"({self._text(node.operand)})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self._operator(node.left, node.right, _CALCULATED.get(type(node.op)))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._operator(left, right, _JOINED[type(node.op)])
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for left, right, operator in zip(sides, node.comparators, node.ops, strict=False):
            self._operator(left, right, _COMPARED[type(operator)])
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._replace(node, str(not node.value))
        elif isinstance(node.value, int):
            self._replace(node, str(node.value + 1))
            self._replace(node, f"({node.value - 1})" if node.value == 0 else str(node.value - 1))

    def _deny(self, condition: ast.expr) -> None:
        """Negate a condition, unless it is of a kind that has changes of its own."""
        if not isinstance(condition, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant):
            self._replace(condition, f"(not ({self._text(condition)}))")

    def _leave_out(self, node: ast.stmt) -> None:
        self._replace(node, "pass")

    def _operator(self, left: ast.expr, right: ast.expr, change: tuple[str, str] | None) -> None:
        """Change the operator between two operands."""
        if change is None:
            return
        start, end = self._end(left), self._start(right)
        between = re.sub(rb"#.*", lambda comment: b" " * len(comment[0]), self._bytes[start:end])
        found = re.search(change[0].encode(), between)
        if found is not None:
            self._note(left, start + found.start(), start + found.end(), change[1])

    def _replace(self, node: ast.expr | ast.stmt, text: str) -> None:
        self._note(node, self._start(node), self._end(node), text)

    def _note(self, node: ast.expr | ast.stmt, start: int, end: int, text: str) -> None:
        line = self._bytes.count(b"\n", 0, start) + 1
        source = (self._bytes[:start] + text.encode() + self._bytes[end:]).decode()
        first, after = self._starts[line - 1], self._starts[line]
        before = self._bytes[first:start].decode().lstrip()
        replaced = " ".join(self._bytes[start:end].decode().split())
        rest = self._bytes[end:after].decode().rstrip() if end < after else ""
        self.found.append(Mutant(line, f"{before}[{replaced} -> {text}]{rest}", source, self._function))

    def _text(self, node: ast.expr) -> str:
        return self._bytes[self._start(node) : self._end(node)].decode()

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset
