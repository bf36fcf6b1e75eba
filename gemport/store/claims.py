"""Claims: which window of which process has a game open, so that no other window resumes it.

Each process that uses the records has a number, its ``holder``, and locks it until it ends, however it ends
(:mod:`gemport.store.locks`). Its claims bear this number: the claim on an unfinished game in the game's ``holder``, the
claim on a dealt game without steps in the text ``table.GAME``. A claim counts while its holder runs, so a killed
process needs no cleanup. Windows of one process share its number and have separate Claims.

A claim that cannot be written, on a full disk for example, is written with the next change of the game. If another
process has continued the game by then, that change raises LostClaimError.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from gemport.store.collection import Unfinished
from gemport.store.rows import RecordsError, Rows


class LostClaimError(RecordsError):
    """An open game was deleted, or another process has continued it."""


class Claims:
    """The claims of one window on games of one kind."""

    def __init__(self, rows: Rows, game: str) -> None:
        self._rows, self._game = rows, game
        self._unwritten: dict[int, int] = {}
        """``played`` at the time of the claim, by key of a game whose claim is still to be written."""

    # ---- unfinished games

    def is_elsewhere(self, game: Unfinished) -> bool:
        """Return whether another window or process has a game open."""
        window = self._rows.opened.get(game.key)
        return window is not self if window is not None else self._rows.is_running(game.holder)

    def open(self, find: Callable[[], Unfinished | None]) -> Unfinished | None:
        """Claim and return the game that ``find`` returns; raise RecordsError if it cannot be read."""
        try:
            with self._rows.changing():
                game = find()
                if game is not None:
                    self._rows.update(game.key, holder=self._rows.holder)
        except RecordsError:
            with self._rows.reading():
                game = find()
                if game is not None:
                    self._unwritten[game.key] = game.played
        if game is not None:
            self.take(game.key)
        return game

    def take(self, key: int) -> None:
        """Note the claim on a game whose row bears it."""
        self._rows.opened[key] = self

    @contextmanager
    def changing(self, key: int) -> Iterator[None]:
        """Change a claimed game in a transaction. Raises RecordsError."""
        with self._rows.changing():
            self.confirm(key)
            yield
        self._unwritten.pop(key, None)

    def confirm(self, key: int) -> None:
        """Write a claim, in a transaction, unless it is written. Raises LostClaimError."""
        if key in self._unwritten:
            game = next(self._rows.unfinished(self._game, key=key), None)
            if game is None or game.played != self._unwritten[key] or self._rows.is_running(game.holder):
                raise LostClaimError("another process has continued the game")
            self._rows.update(key, holder=self._rows.holder)

    def drop(self, key: int) -> None:
        """Forget a claim that is no longer in the game's row."""
        self._rows.opened.pop(key, None)
        self._unwritten.pop(key, None)

    def close(self, key: int) -> None:
        """Release a game for other windows."""
        if key not in self._unwritten:
            # A failure is harmless: the claim ends with the process.
            with suppress(RecordsError), self._rows.changing():
                self._rows.update(key, holder=None)
        self.drop(key)

    def release(self) -> None:
        """Release all games; a dealt one is left for the next start."""
        self._rows.dealt.pop(self, None)
        for key in [key for key, window in self._rows.opened.items() if window is self]:
            self.close(key)

    # ---- dealt games without steps

    @property
    def has_dealt(self) -> bool:
        """Whether the game on the table is claimed as one without steps."""
        return self in self._rows.dealt

    def put_on_table(self, number: int | None) -> None:
        """Claim the dealt game on the table, or release it with None once it has a step; errors are ignored.

        The text has one entry per window with such a game, the latest last. Entries of processes that have ended go.
        """
        with suppress(RecordsError):
            entries = [f"{holder}:{dealt}" for holder, dealt, elsewhere in self._on_tables() if elsewhere]
            if number is None:
                self._rows.dealt.pop(self, None)
            else:
                self._rows.dealt[self] = self._game, number
                entries.append(f"{self._rows.holder}:{number}")
            self._rows.set(f"table.{self._game}", " ".join(entries))

    def left_on_table(self) -> int | None:
        """Return the number of the latest game if it was left without a step, or None."""
        with suppress(RecordsError):
            for _, number, elsewhere in self._on_tables()[-1:]:
                return None if elsewhere else number
        return None

    def is_on_table_elsewhere(self, number: int) -> bool:
        """Return whether another window or process has a game on its table without a step."""
        with suppress(RecordsError):
            return any(elsewhere for _, dealt, elsewhere in self._on_tables() if dealt == number)
        return False

    def _on_tables(self) -> list[tuple[int, int, bool]]:
        """Return the entries of the text: holder, number, and whether the game is open elsewhere."""
        others = {(self._rows.holder, *dealt) for window, dealt in self._rows.dealt.items() if window is not self}
        text = self._rows.get(f"table.{self._game}") or ""
        entries = [(int(holder), int(number)) for holder, number in re.findall(r"(?a)(\d{1,9}):(-?\d{1,15})", text)]
        with self._rows.reading():
            return [
                (holder, number, (holder, self._game, number) in others or self._rows.is_running(holder))
                for holder, number in entries
            ]
