"""JSON from untrusted sources: a file that a user chose, or a text that a browser saved."""

import json
from collections.abc import Callable
from typing import Any

MAX_DEPTH = 50
"""The program itself writes a fifth of that."""
_BRACKETS = b'"[]{}'
_OTHER_BYTES = bytes(octet for octet in range(256) if octet not in _BRACKETS)


def read_json(text: str | bytes, pairs: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """Parse a JSON text, or bytes in UTF-8; ``pairs`` creates an object from its members.

    Raises ValueError if the text is not JSON or is nested too deeply. The parser recurses for each level and would
    crash Python if the stack is small, as in a browser, so the depth is checked first.
    """
    if isinstance(text, bytes):
        text = text.decode()
    if _depth(text.encode(errors="surrogatepass")) > MAX_DEPTH:
        raise ValueError(f"lists and objects are nested more than {MAX_DEPTH} deep")
    return json.loads(text, object_pairs_hook=pairs)


def _depth(text: bytes) -> int:
    """Return the depth of nesting, up to the point where the text is no longer JSON."""
    # Remove escaped quotes, then everything except quotes and brackets, then the contents of strings.
    reduced = text.replace(rb"\\", b"").replace(rb"\"", b"").translate(None, _OTHER_BYTES)
    depth = deepest = 0
    for octet in b"".join(reduced.split(b'"')[::2]):
        depth += 1 if octet in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest
