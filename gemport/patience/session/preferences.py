"""What is kept for no game in particular, such as the places of the desktop's icons."""

from __future__ import annotations

from gemport.patience.session.store import Store


class StoredPreferences:
    """Texts by name. What fails raises RecordsError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, name: str) -> str | None:
        """A text as it was set last; None if it never was."""
        with self._store.reading() as connection:
            row = connection.execute("SELECT value FROM preferences WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set(self, name: str, text: str) -> None:
        """Keep a text."""
        with self._store.changing() as connection:
            connection.execute("REPLACE INTO preferences (name, value) VALUES (?, ?)", (name, text))
