"""The records as named texts, in a browser's storage or in a dictionary.

Each unfinished game has its own text, so that the cost of a move does not depend on the number of games. Only one copy
of the program at a time may use the texts.

    gemport.game.7              an unfinished game, by key
    gemport.outcomes.vierfrei   the outcomes of a game, in order
    gemport.preferences         settings and preferences
    gemport.last                the last key used; keys are not reused, since attempts refer to them
"""

import json
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

from gemport.gem.untrusted_json import read_json
from gemport.store.codec import MAX_COUNTED, read_ended, read_row, write_ended, write_unfinished
from gemport.store.collection import Unfinished
from gemport.store.records import Backend, Calendar, Recovered, universal
from gemport.store.rows import RecordsError
from gemport.store.statistics import Ended

PREFIX = "gemport."
_GAME, _OUTCOMES, _TEXTS = "game.", "outcomes.", "preferences"
_LAST = "last"
_DAMAGED = "damaged-"


class TextStore(Backend):
    """The records of all games in texts. All texts are read once; a change writes only the texts it affects."""

    has_files = False

    def __init__(
        self,
        texts: MutableMapping[str, str],
        now: Callable[[], float] = lambda: 0.0,
        calendar: Calendar = universal,
        unusable: str | None = None,
    ) -> None:
        """Read the texts. Unreadable texts are renamed; ``set_aside`` is then the last new name.

        Args:
            texts: storage of the texts; its OSError becomes RecordsError
            now: returns the time in seconds since 1970
            unusable: reason why the texts will be lost when the program ends, or None
        """
        super().__init__(now, calendar, unusable)
        self._texts = texts
        self._values: dict[str, Any] = {}
        """Values by name without the prefix: unfinished games, lists of Ended, mappings, the last key."""
        self._before: dict[str, Any] = {}  # values before the current change, by name
        for full_name in sorted(texts):
            name = full_name.removeprefix(PREFIX)
            if full_name == name or name.startswith(_DAMAGED):
                continue
            try:
                self._values[name] = _read(name, read_json(texts[full_name]))
            except (TypeError, ValueError, KeyError, AttributeError):
                self._set_aside(name, texts[full_name])
        if self.set_aside is not None:
            ended = sum(len(value) for name, value in self._values.items() if name.startswith(_OUTCOMES))
            self.recovered = Recovered(ended, len(self._games()))

    def _set_aside(self, name: str, text: str) -> None:
        damaged = next(new for number in count(1) if PREFIX + (new := f"{_DAMAGED}{number}.{name}") not in self._texts)
        try:
            self._texts[PREFIX + damaged] = text
            del self._texts[PREFIX + name]
        except OSError as error:
            raise _failure(error) from None
        self.set_aside = PREFIX + damaged

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Write the texts changed in the body, or restore them if an exception is raised."""
        self._before = {}
        try:
            yield
            for name in self._before:
                self._write(name)
        except BaseException as error:
            for name, value in self._before.items():
                self._put(name, value)
                with suppress(OSError):
                    self._write(name)
            if isinstance(error, OSError):
                raise _failure(error) from None
            raise

    def _write(self, name: str) -> None:
        value = self._values.get(name)
        if value is None:
            self._texts.pop(PREFIX + name, None)
        else:
            self._texts[PREFIX + name] = json.dumps(_line(value), ensure_ascii=False)

    def _put(self, name: str, value: Any) -> None:
        """Set a value; None deletes it."""
        self._before.setdefault(name, self._values.get(name))
        if value is None:
            self._values.pop(name, None)
        else:
            self._values[name] = value

    # ---- rows

    def outcomes(self, game: str, number: int | None = None) -> list[Ended]:
        ended = [end for end in self._values.get(_OUTCOMES + game, ()) if number in (None, end.number)]
        return sorted(ended, key=lambda end: (end.when is not None, end.when or 0.0))

    def add_outcomes(self, game: str, ended: Sequence[Ended]) -> None:
        self._put(_OUTCOMES + game, [*self._values.get(_OUTCOMES + game, ()), *ended])

    def clear_outcomes(self, game: str) -> None:
        self._put(_OUTCOMES + game, None)

    def _games(self) -> list[Unfinished]:
        return [value for value in self._values.values() if isinstance(value, Unfinished)]

    def unfinished(self, game: str, words: bool = False, **equal: int) -> Iterator[Unfinished]:
        games = [one for one in self._games() if one.game == game and one.fault is None]
        for one in sorted(games, key=lambda one: one.played, reverse=True):
            if all(getattr(one, name) == value for name, value in equal.items()):
                yield one if words else one._replace(words=())

    def insert(self, games: Sequence[Unfinished]) -> None:
        for game in games:
            # No other process uses the texts, so open games need no mark.
            self._put(f"{_GAME}{game.key}", game._replace(holder=None))
        if games:
            self._put(_LAST, max(game.key for game in games))

    def update(self, key: int, **fields: Any) -> bool:
        game: Unfinished | None = self._values.get(f"{_GAME}{key}")
        if game is not None and fields.keys() != {"holder"}:
            self._put(f"{_GAME}{key}", game._replace(**{**fields, "holder": None}))
        return game is not None

    def put_words(self, key: int, place: int, words: Sequence[str]) -> None:
        game: Unfinished | None = self._values.get(f"{_GAME}{key}")
        if game is not None:
            self._put(f"{_GAME}{key}", game._replace(words=(*game.words[: place - 1], *words)))

    def delete(self, key: int) -> None:
        self._put(f"{_GAME}{key}", None)

    def next_key(self) -> int:
        keys = self._values.get(_LAST, 0), *(game.key for game in self._games())
        return 1 + max((key for key in keys if key < MAX_COUNTED), default=0)

    def last_played(self) -> int:
        return max((game.played for game in self._games() if abs(game.played) < MAX_COUNTED), default=0)

    # ---- named texts

    def texts(self, prefix: str) -> Mapping[str, str]:
        return {name: text for name, text in self._values.get(_TEXTS, {}).items() if name.startswith(prefix)}

    def put_text(self, name: str, text: str) -> None:
        self._put(_TEXTS, {**self._values.get(_TEXTS, {}), name: text})


def _failure(error: OSError) -> RecordsError:
    return RecordsError(f"the browser's storage: {error}")


def _read(name: str, value: Any) -> Any:
    """Parse a text. Raises TypeError, ValueError, KeyError or AttributeError if it is invalid."""
    if name.startswith(_GAME):
        return read_row({**value, "key": int(name.removeprefix(_GAME))})
    if name.startswith(_OUTCOMES):
        return [read_ended(end) for end in value]
    if name == _TEXTS:
        return {key: str(text) for key, text in value.items()}
    return int(value) if name == _LAST else value


def _line(value: Any) -> Any:
    if isinstance(value, Unfinished):
        own = {"game": value.game, "played": value.played, "fault": value.fault}
        return {**own, **write_unfinished(value), **({} if value.start is None else {"start": value.start})}
    return [write_ended(end) for end in value] if isinstance(value, list) else value
