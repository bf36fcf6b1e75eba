"""Texts by name in a browser's storage."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Protocol


class Storage(Protocol):
    """What a page offers: its ``localStorage``, which keeps for good what a call has set."""

    def names(self) -> str:
        """The names that there are, a line each."""

    def read(self, name: str) -> str | None:
        """A text; None if there is none of that name."""

    def write(self, name: str, text: str) -> str:
        """Keep a text; "" or why that is impossible."""

    def remove(self, name: str) -> None:
        """Keep it no more."""


class StoredTexts(MutableMapping[str, str]):
    """A storage as a mapping. OSError where a text cannot be kept."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def __getitem__(self, name: str) -> str:
        text = self._storage.read(name)
        if text is None:
            raise KeyError(name)
        return text

    def __setitem__(self, name: str, text: str) -> None:
        failure = self._storage.write(name, text)
        if failure:
            raise OSError(failure)

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        self._storage.remove(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._storage.names().splitlines())

    def __len__(self) -> int:
        return len(self._storage.names().splitlines())
