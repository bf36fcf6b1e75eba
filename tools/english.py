"""Count signs of hard-to-read English in docstrings, comments and documents: ``english.py [PATH...]``.

Prints the count per folder and fails if a folder exceeds the ceiling. With paths it prints each place instead. The
patterns are signs, not verdicts: CONTRIBUTING.md has the style guide.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CEILING = 5.0
"""Maximum number of signs per thousand words of a folder. It may only be lowered."""
SIGNS = {
    r"\bwhat (?:is|are|was|were|has|it|they|there|one|can|cannot|may|lies|stands|comes|no|the|an?)\b": "name the thing",
    r"\bwhere (?:there|no|none|nothing|one|another|it|that|this|they)\b": "if, when",
    r"\b(?:that|those) of\b|\bthose (?:that|which|who|in|with|without|for|from|on)\b": "repeat the noun",
    r"\b(?:tells?|told|said)\b": "print, report, show, return",
    r"\b(?:is|are|was|were|be|what) kept\b": "saved, stored",
    r"\b(?:is|are|was|were) no (?!longer|more)\w+|\b(?:is|are) none\b": "is not a ...",
    r"\bso (?:many|much|long|often)\b(?! as\b)": "n, the number of",
    r"\bNone (?:where|as long as|stands|means)\b|(?:^|[;,] )None: ": "or None; None if unknown",
    r"\b(?:beside|behind)\b": "next to, after, as well as",
    r"\b(?:anew|afresh|besides|begun|wholly|meanwhile)\b|, too\b": "again, also, started, entirely",
    r"\bby (?:itself|themselves|himself)\b": "automatically, alone",
    r"(?:^|[.:;] )of (?!course)\w+": "start with the subject",
    r"^(?:let|have) (?!a look)\w+": "a verb for the effect",
    r"\b(?:is|are|was|were|be) (?:not )?(?:asked|told|looked|meant|held|put|given|taken|laid)\b": "the active verb",
    r"\ball (?:that|which|there is)\b|\b(?:all|nothing) but\b|\bbut for\b": "name it; except",
}  # fmt: skip
_SIGNS = {re.compile(sign, re.IGNORECASE | re.MULTILINE): advice for sign, advice in SIGNS.items()}
_QUOTED = re.compile(r"(`+)[^`]+\1")

Text = tuple[int, str]
"""A paragraph and the number of its first line."""


def main(paths: list[str]) -> int:
    """Print the places in files, or check every folder; return 1 if one exceeds the ceiling."""
    if paths:
        for path in map(Path, paths):
            for number, sign, advice in signs(path):
                print(f"{path}:{number}: {sign!r}: {advice}")
        return 0
    failed = False
    for name, files in _folders().items():
        words = sum(len(text.split()) for file in files for _, text in texts(file))
        count = sum(1 for file in files for _ in signs(file))
        if count > CEILING * words / 1000:
            failed = True
            print(f"{name}: {count} signs in {words} words, more than {CEILING:g} per thousand")
    return int(failed)


def _folders() -> dict[str, list[Path]]:
    """Return the files to check by folder: each package, each folder of tests, and the others."""
    folders: dict[str, list[Path]] = {"README.md, CONTRIBUTING.md": [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]}
    for top in ("gemport", "tests", "benchmarks", "tools", "examples", "docs"):
        for file in sorted((ROOT / top).rglob("*")):
            if file.suffix == (".md" if top == "docs" else ".py") and not file.stem.endswith("_de"):
                parts = file.relative_to(ROOT).parts[:-1]
                folders.setdefault("/".join(parts[:2]), []).append(file)
    return folders


def signs(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the words and the advice of each sign in a file."""
    for first, text in texts(path):
        searched = _QUOTED.sub(lambda quoted: "-" * len(quoted[0]), text)
        for sign, advice in _SIGNS.items():
            for match in sign.finditer(searched.replace("\n", " ")):
                yield first + text.count("\n", 0, match.start()), match[0], advice


def texts(path: Path) -> Iterator[Text]:
    """Yield the docstrings and comments of a module, or the paragraphs of a document without its code."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield from _paragraphs(re.sub(r"^```.*?^```|^    .*?$", _blank, source, flags=re.MULTILINE | re.DOTALL))
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for number, text in _paragraphs(node.value.value):
                yield node.lineno + number - 1, text
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not re.search(r"type: ignore|noqa|fmt:", token.string):
            yield token.start[0], token.string.strip("#- ")


def _paragraphs(text: str) -> Iterator[Text]:
    for match in re.finditer(r"(?:.+\n?)+", text):
        yield text.count("\n", 0, match.start()) + 1, re.sub(r"(?m)^ +", lambda blank: "", match[0])


def _blank(code: re.Match[str]) -> str:
    return "\n" * code[0].count("\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
