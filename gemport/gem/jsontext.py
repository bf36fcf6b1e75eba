"""JSON that may come from anywhere: a file that a user chose, or a text that a browser kept."""

import json
from collections.abc import Callable
from typing import Any

DEEPEST = 50
"""Levels of lists and objects in a text that is read; the deepest that the program writes has a fifth of that."""
_BRACKETS = b'"[]{}'
_OTHERS = bytes(octet for octet in range(256) if octet not in _BRACKETS)


def read_json(text: str | bytes, pairs: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """Return what a text, as bytes in UTF-8, holds; ``pairs`` makes an object from its members.

    ValueError for one that is no JSON or is nested too deeply. The parser calls itself for each level, which ends the
    whole of Python where the stack is small, as in a browser: so the levels are counted first.
    """
    if isinstance(text, bytes):
        text = text.decode()
    if _depth(text.encode(errors="surrogatepass")) > DEEPEST:
        raise ValueError(f"lists and objects are nested more than {DEEPEST} deep")
    return json.loads(text, object_pairs_hook=pairs)


def _depth(text: bytes) -> int:
    """Return how deeply a text is nested, up to the place where it stops being JSON."""
    # Quotes that end no string go, then all but quotes and brackets, then what is between quotes.
    reduced = text.replace(rb"\\", b"").replace(rb"\"", b"").translate(None, _OTHERS)
    depth = deepest = 0
    for octet in b"".join(reduced.split(b'"')[::2]):
        depth += 1 if octet in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest
