"""The rows of the records, as a storage reads and writes them, independent of their meaning."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from gemport.gem.errors import GemportError
from gemport.gem.untrusted_json import read_json
from gemport.store.collection import Unfinished
from gemport.store.statistics import Ended


class RecordsError(GemportError):
    """Reading or saving failed; the message names the place and the reason."""


class Rows(ABC):
    """Counted and unfinished games of all games, and named texts: settings and preferences.

    Unless noted otherwise, call methods only inside ``reading`` or ``changing``; they raise RecordsError.

    Attributes:
        holder: number of this process among the processes that share the rows, or 0
        opened: windows of this process (:class:`gemport.store.claims.Claims`) by key of the game they have open
        dealt: name and number of the game without a step on a window's table, by window
    """

    def __init__(self) -> None:
        self.holder = 0
        self.opened: dict[int, object] = {}
        self.dealt: dict[object, tuple[str, int]] = {}

    def reading(self) -> AbstractContextManager[object]:
        """Convert errors in the body to RecordsError. By default, reading cannot fail."""
        return nullcontext()

    @abstractmethod
    def changing(self) -> AbstractContextManager[object]:
        """Save the changes made in the body permanently, or none of them if it raises an exception."""

    @abstractmethod
    def outcomes(self, game: str, number: int | None = None) -> list[Ended]:
        """Return the counted games, all or of one number, sorted by time; games without a time sort first."""

    @abstractmethod
    def add_outcomes(self, game: str, ended: Sequence[Ended]) -> None:
        """Add counted games."""

    @abstractmethod
    def clear_outcomes(self, game: str) -> None:
        """Delete all counted games."""

    @abstractmethod
    def texts(self, prefix: str) -> Mapping[str, str]:
        """Return the texts whose names start with ``prefix``."""

    @abstractmethod
    def put_text(self, name: str, text: str) -> None:
        """Save a text, replacing an earlier one of that name."""

    @abstractmethod
    def unfinished(self, game: str, words: bool = False, **equal: int) -> Iterator[Unfinished]:
        """Yield the unfinished games without a fault, last played first, with or without words.

        ``equal`` selects by key, number or attempt.
        """

    @abstractmethod
    def insert(self, games: Sequence[Unfinished]) -> None:
        """Add unfinished games under new keys."""

    @abstractmethod
    def update(self, key: int, **fields: Any) -> bool:
        """Update fields of an unfinished game, except its words; return False if it does not exist."""

    @abstractmethod
    def put_words(self, key: int, place: int, words: Sequence[str]) -> None:
        """Replace the words of a game from ``place`` on, counted from 1."""

    @abstractmethod
    def delete(self, key: int) -> None:
        """Delete an unfinished game."""

    @abstractmethod
    def next_key(self) -> int:
        """Return a key greater than all present and past keys."""

    @abstractmethod
    def last_played(self) -> int:
        """Return the highest ``played`` of all unfinished games."""

    def is_running(self, holder: int | None) -> bool:
        """Return whether ``holder`` is the number of another running process."""
        return False

    def values(self, prefix: str) -> dict[str, Any]:
        """Return the values whose names start with ``prefix``."""
        return {name: _value(text) for name, text in self.texts(prefix).items()}

    def put_value(self, name: str, value: Any) -> None:
        """Save a value as JSON, replacing an earlier one of that name."""
        self.put_text(name, json.dumps(value, ensure_ascii=False))

    def get(self, name: str) -> Any:
        """Return a saved value, or None. Raises RecordsError. Needs no ``reading``."""
        with self.reading():
            return self.values(name).get(name)

    def set(self, name: str, value: Any) -> None:
        """Save a value as JSON. Raises RecordsError. Needs no ``changing``."""
        with self.changing():
            self.put_value(name, value)


def _value(text: str) -> Any:
    """Return the value of a JSON text; another text, of version 1.0, as it is."""
    try:
        return read_json(text)
    except ValueError:
        return text
