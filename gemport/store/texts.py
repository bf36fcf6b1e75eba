"""The records in texts by name: a browser's storage, or a dictionary in memory.

An unfinished game is a text of its own, so that a move costs the same however many games there are. One copy of the
program at a time may use the texts.

    gemport.game.7              an unfinished game, by its key
    gemport.outcomes.vierfrei   a game's outcomes in their order
    gemport.preferences         settings and preferences
    gemport.last                the key given last; none is given twice, as attempts at a game are known by the first's
"""

import json
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

from gemport.gem.jsontext import read_json
from gemport.store.codec import read_ended, read_kept, write_begun, write_ended
from gemport.store.records import Backend, Calendar, RecordsError, Recovered, Unfinished, universal
from gemport.store.statistics import Ended

PREFIX = "gemport."
_GAME, _OUTCOMES, _TEXTS = "game.", "outcomes.", "preferences"
_SETTINGS = "settings."
"""Of texts of earlier versions, which had those of each game apart."""
_LAST = "last"
_DAMAGED = "damaged-"


class TextStore(Backend):
    """The records of all games in texts, which are read once; a change writes the texts that have become others."""

    def __init__(
        self,
        texts: MutableMapping[str, str],
        now: Callable[[], float] = lambda: 0.0,
        calendar: Calendar = universal,
        unusable: str | None = None,
    ) -> None:
        """Read what the texts hold; what cannot be read is kept under another name, which ``set_aside`` then is.

        texts: may raise OSError, which becomes RecordsError
        now: seconds since 1970
        unusable: why the texts will be gone at the next start; None if they will not
        """
        super().__init__(now, calendar, unusable)
        self._texts = texts
        self._values: dict[str, Any] = {}
        """By the texts' names without the prefix: unfinished games, lists of Ended, mappings, the last key."""
        self._before: dict[str, Any] = {}
        """The values of before the present change."""
        for full_name in sorted(texts):
            name = full_name.removeprefix(PREFIX)
            if full_name == name or name.startswith(_DAMAGED):
                continue
            try:
                value = _read(name, read_json(texts[full_name]))
            except (TypeError, ValueError, KeyError, AttributeError):
                self._set_aside(name, texts[full_name])
                continue
            if name.startswith(_SETTINGS):
                # Those of this version, whose text comes first, are newer.
                name, value = _TEXTS, {**value, **self._values.get(_TEXTS, {})}
            self._values[name] = value
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
        """Write in the end the texts whose values were changed in it; where something is raised, all is as before."""
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
        """Change a value; None deletes it."""
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
            # The texts have no other user: open games are not marked.
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
        last: int = self._values.get(_LAST, 0)
        return 1 + max((last, *(game.key for game in self._games())))

    def last_played(self) -> int:
        return max((game.played for game in self._games()), default=0)

    # ---- texts by name

    def texts(self, prefix: str) -> Mapping[str, str]:
        return {name: text for name, text in self._values.get(_TEXTS, {}).items() if name.startswith(prefix)}

    def put_text(self, name: str, text: str) -> None:
        self._put(_TEXTS, {**self._values.get(_TEXTS, {}), name: text})


def _failure(error: OSError) -> RecordsError:
    return RecordsError(f"the browser's storage: {error}")


def _read(name: str, value: Any) -> Any:
    """Return the value of a text. Raises TypeError, ValueError, KeyError or AttributeError where it is none."""
    if name.startswith(_GAME):
        line = {**value, "key": int(name.removeprefix(_GAME))}
        if "progress" in line:
            # As earlier versions wrote it.
            line |= {**line["progress"], "attempt": line["attempt_of"], "words": " ".join(line["words"])}
        return read_kept(line)
    if name.startswith(_OUTCOMES):
        return [read_ended(end) for end in value]
    if name.startswith(_SETTINGS):
        game = name.removeprefix(_SETTINGS)
        return {f"setting.{game}.{key}": "on" if on else "off" for key, on in value.items()}
    if name == _TEXTS:
        return {key: str(text) for key, text in value.items()}
    return int(value) if name == _LAST else value


def _line(value: Any) -> Any:
    if isinstance(value, Unfinished):
        own = {"game": value.game, "played": value.played, "fault": value.fault}
        return {**own, **write_begun(value), **({} if value.start is None else {"start": value.start})}
    return [write_ended(end) for end in value] if isinstance(value, list) else value
