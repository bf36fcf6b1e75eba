"""Read a damaged store, row by row, whatever else of its file is damaged.

The pages are read as https://sqlite.org/fileformat2.html describes them, without the file's head, its schema or its
inner pages: which table a row belongs to is seen by the kinds of its values, which no two tables share.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from gemport.store.records import WORD, Salvaged
from gemport.store.schema import SOUND, SOUND_END, transaction

Value: TypeAlias = int | float | str | bytes | None

_HEAD = 100
"""Bytes of the file's head, which stands before the first page's own."""
_PAGE = 4096
"""Bytes of a page, unless the head says otherwise."""
_LEAF_OF_TABLE, _LEAF_OF_INDEX, _INNER_OF_INDEX = 13, 10, 2
"""The kinds of pages that hold rows; a table without row numbers is an index."""
_LONGEST = 1 << 20
"""Bytes of a row: no row of a store is longer."""
_WHOLE = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of whole numbers by the codes of their kinds."""
_REAL, _ZERO, _ONE, _BYTES = 7, 8, 9, 12


_NOTHING = type(None)
_KINDS: Mapping[str, tuple[type, ...]] = {
    "outcomes": (_NOTHING, str, int, str),
    "games": (_NOTHING, str, *[int] * 7),
    "settings": (str, str, int),
    "words": (int, int, str),
    "preferences": (str, str),
}
"""Of each table the kinds of values that its rows begin with; None stands for the key, which is the row's number."""
_WHOLE_ROWS = "settings", "words", "preferences"
"""Tables whose rows have no more values than that."""
_INDEXES = "words", "preferences"
"""Tables without row numbers."""


def salvage(data: bytes, store: sqlite3.Connection) -> Salvaged:
    """Put the rows that can be read in a damaged file's bytes into an empty store; how much that is.

    Rows whose values are none are left out, as are those of pages that the file had given up.
    """
    columns = {table: [row[1] for row in store.execute(f"PRAGMA table_info({table})")] for table in _KINDS}
    with transaction(store):
        for table, row in _rows(data):
            names = columns[table][: len(row)]
            marks = ", ".join("?" * len(names))
            store.execute(f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({marks})", row[: len(names)])
        store.execute(f"DELETE FROM outcomes WHERE NOT ({SOUND_END})")
        store.execute(f"DELETE FROM games WHERE NOT ({SOUND})")
        store.execute("DELETE FROM words WHERE key NOT IN (SELECT key FROM games) OR place < 1")
        store.execute("UPDATE games SET holder = NULL")
        # A key that an attempt refers to is given to no other game.
        store.execute(
            "UPDATE sqlite_sequence SET seq = max(seq, (SELECT max(attempt_of) FROM games))"
            " WHERE name = 'games' AND EXISTS (SELECT 1 FROM games)"
        )
        counted, unfinished = (
            store.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("outcomes", "games WHERE fault IS NULL")
        )
    return Salvaged(counted, unfinished)


def _rows(data: bytes) -> Iterator[tuple[str, list[Value]]]:
    """The rows of all tables that can be read."""
    size = int.from_bytes(data[16:18], "big")
    if size.bit_count() != 1 or size < _PAGE // 8:
        size = _PAGE
    free = _free_pages(data, size)
    for number in range(1, -(-len(data) // size) + 1):
        if number in free:
            continue
        page = data[(number - 1) * size : number * size]
        start = _HEAD if number == 1 else 0
        if start >= len(page):
            continue
        # The page's own word for its kind comes first; it may be what is damaged.
        for kind in sorted((_LEAF_OF_TABLE, _LEAF_OF_INDEX, _INNER_OF_INDEX), key=lambda kind: kind != page[start]):
            found = []
            for key, row in _cells(data, page.ljust(size, b"\0"), start, kind):
                table = _table_of(row, kind)
                if table is not None:
                    found.append((table, [key, *row[1:]] if _KINDS[table][0] is _NOTHING else row))
            if found:
                yield from found
                break


def _table_of(row: list[Value], kind: int) -> str | None:
    """Return the table of a row that was found on a page of a kind; None if it is of no table."""
    for table, kinds in _KINDS.items():
        if (kind != _LEAF_OF_TABLE) != (table in _INDEXES) or len(row) < len(kinds):
            continue
        if table in _WHOLE_ROWS and len(row) != len(kinds):
            continue
        if all(type(value) is kind_ for value, kind_ in zip(row, kinds, strict=False)):
            return table if table != "words" or WORD.fullmatch(str(row[2])) else None
    return None


def _free_pages(data: bytes, size: int) -> set[int]:
    """The pages that hold nothing any more, as far as the list of them can be read."""
    free: set[int] = set()
    trunk = int.from_bytes(data[32:36], "big")
    while 0 < trunk <= len(data) // size and trunk not in free:
        free.add(trunk)
        page = data[(trunk - 1) * size : trunk * size]
        following, count = struct.unpack(">II", page[:8])
        if count > size // 4 - 2:
            break
        free.update(struct.unpack(f">{count}I", page[8 : 8 + 4 * count]))
        trunk = following
    return free


def _cells(data: bytes, page: bytes, start: int, kind: int) -> Iterator[tuple[int, list[Value]]]:
    """The rows of a page of some kind with their numbers, those that can be read."""
    inner = kind == _INNER_OF_INDEX
    pointers = start + (12 if inner else 8)
    count = min(int.from_bytes(page[start + 3 : start + 5], "big"), (len(page) - pointers) // 2)
    for (at,) in struct.iter_unpack(">H", page[pointers : pointers + 2 * count]):
        try:
            length, at = _number(page, at + (4 if inner else 0))
            key, at = _number(page, at) if kind == _LEAF_OF_TABLE else (0, at)
            yield key, _values(_payload(data, page, at, length, kind))
        except (IndexError, ValueError, struct.error):
            continue


def _payload(data: bytes, page: bytes, at: int, length: int, kind: int) -> bytes:
    """A row's bytes, with those of them that lie in other pages. Raises ValueError, struct.error."""
    size = len(page)
    most = size - 35 if kind == _LEAF_OF_TABLE else (size - 12) * 64 // 255 - 23
    least = (size - 12) * 32 // 255 - 23
    if length > _LONGEST:
        raise ValueError("too long")
    here = length
    if length > most:
        here = least + (length - least) % (size - 4)
        here = here if here <= most else least
    payload = page[at : at + here]
    following = page[at + here : at + here + 4]
    while len(payload) < length:
        (number,) = struct.unpack(">I", following)
        more = data[(number - 1) * size : number * size] if number else b""
        following, part = more[:4], more[4:]
        if not part:
            raise ValueError("a part is missing")
        payload += part[: length - len(payload)]
    return payload


def _values(payload: bytes) -> list[Value]:
    """A row's values. Raises IndexError, ValueError or struct.error where they can't be read."""
    end, at = _number(payload, 0)
    values: list[Value] = []
    place = end
    while at < end:
        code, at = _number(payload, at)
        value, length = _value(payload, place, code)
        values.append(value)
        place += length
    if place != len(payload):
        raise ValueError("of another length")
    return values


def _value(payload: bytes, place: int, code: int) -> tuple[Value, int]:
    """A value of the kind that a code names, and its length."""
    if code in (0, _ZERO, _ONE):
        return (None, 0) if code == 0 else (code - _ZERO, 0)
    if code in _WHOLE:
        return int.from_bytes(payload[place : place + _WHOLE[code]], "big", signed=True), _WHOLE[code]
    if code == _REAL:
        return struct.unpack(">d", payload[place : place + 8])[0], 8
    if code < _BYTES:
        raise ValueError("no kind of value")
    length = (code - _BYTES) // 2
    value = payload[place : place + length]
    return (value.decode() if code % 2 else value), length


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and where what follows it begins. Raises IndexError."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    value = value << 8 | data[at + 8]
    return value - (1 << 64) if value >> 63 else value, at + 9
