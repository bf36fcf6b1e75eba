"""The store where there is no SQLite: in memory, every change written at once into texts by name.

Whoever makes it says where the texts lie: a browser's storage, or a dictionary. An unfinished game is a text of its
own, so that a move costs the same however many games there are. One copy of the program at a time may use the texts.

    gemport.game.7              an unfinished game, by its key
    gemport.outcomes.vierfrei   a game's outcomes in their order
    gemport.settings.vierfrei   its settings
    gemport.preferences         what is kept for no game in particular
    gemport.last                the key given last; none is given twice, as attempts at a game are known by the first's
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import count
from typing import Any

from gemport.patience.session.calendar import Calendar, Moment, universal
from gemport.patience.session.export import Begun, Collection, Collections, news
from gemport.patience.session.records import (
    Best,
    Ended,
    Help,
    KeptGame,
    Outcome,
    Progress,
    RecordsError,
    Salvaged,
    Statistics,
    Unfinished,
    summarize,
)

PREFIX = "gemport."
_GAME, _OUTCOMES, _SETTINGS, _PREFERENCES = "game.", "outcomes.", "settings.", "preferences"
_LAST = "last"
_DAMAGED = "damaged-"


@dataclass(frozen=True)
class _Game:
    """An unfinished game as it is kept.

    attempt_of: the key of the first of the attempts at it
    played: the greater, the later it was played
    when: seconds since 1970 of the last step
    fault: why it is left out, which could not be taken up
    help: what the program did in it; None where that was not kept, as in texts of earlier versions
    """

    game: str
    number: int
    attempt_of: int
    counted: bool
    progress: Progress
    played: int
    when: float
    words: tuple[str, ...] = ()
    fault: str | None = None
    help: Help | None = None

    @classmethod
    def read(cls, value: dict[str, Any]) -> _Game:
        """From JSON. Raises TypeError, ValueError or KeyError where it is none."""
        fields = {**value, "progress": Progress(**value["progress"]), "words": tuple(map(str, value["words"]))}
        return cls(**fields | {"help": _help(value)})


@dataclass
class _Contents:
    """All that is kept."""

    games: dict[int, _Game] = field(default_factory=dict)
    outcomes: dict[str, list[Ended]] = field(default_factory=dict)
    settings: dict[str, dict[str, bool]] = field(default_factory=dict)
    preferences: dict[str, str] = field(default_factory=dict)
    last_key: int = 0


class MemoryStore:
    """What is kept for all games, and the preferences (get, set)."""

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
        self.now = now
        self.calendar = calendar
        self.unusable = unusable
        self.set_aside: str | None = None
        self.salvaged: Salvaged | None = None
        self.open: set[int] = set()
        """The keys of the games that somebody has open."""
        self._texts = texts
        self._contents = _Contents()
        for name, text in _of_ours(texts):
            try:
                self._read(name.removeprefix(PREFIX), json.loads(text))
            except (TypeError, ValueError, KeyError, AttributeError):
                self._put_aside(name, text)
        if self.set_aside is not None:
            counted = sum(map(len, self._contents.outcomes.values()))
            self.salvaged = Salvaged(counted, len(self._contents.games))

    def _read(self, name: str, value: Any) -> None:
        if name.startswith(_GAME):
            self._contents.games[int(name.removeprefix(_GAME))] = _Game.read(value)
        elif name.startswith(_OUTCOMES):
            self._contents.outcomes[name.removeprefix(_OUTCOMES)] = [_ended(end) for end in value]
        elif name.startswith(_SETTINGS):
            self._contents.settings[name.removeprefix(_SETTINGS)] = {key: bool(on) for key, on in value.items()}
        elif name == _PREFERENCES:
            self._contents.preferences = {key: str(text) for key, text in value.items()}
        elif name == _LAST:
            self._contents.last_key = int(value)

    def _put_aside(self, name: str, text: str) -> None:
        plain = name.removeprefix(PREFIX)
        self.set_aside = next(
            new for number in count(1) if (new := f"{PREFIX}{_DAMAGED}{number}.{plain}") not in self._texts
        )
        self._change(self.set_aside.removeprefix(PREFIX), text)
        self._change(plain, None)

    def _change(self, name: str, text: str | None) -> None:
        """Keep a text, or none any more."""
        try:
            if text is None:
                self._texts.pop(PREFIX + name, None)
            else:
                self._texts[PREFIX + name] = text
        except OSError as error:
            raise RecordsError(f"the browser's storage: {error}") from None

    def records(self, game: str) -> MemoryRecords:
        """The records of a game."""
        return MemoryRecords(self, game)

    def collections(self, games: Iterable[str]) -> dict[str, Collection]:
        """All that is kept of some games but their settings."""
        return {game: self.records(game).collection() for game in games}

    def add(self, games: Collections) -> Collections:
        """Add what is not there yet of what was kept elsewhere; what that is. Raises RecordsError."""
        added = {game: news(self.records(game).collection(), more) for game, more in games.items()}
        for game, more in added.items():
            self.records(game).add(more)
        return added

    # ---- preferences

    def get(self, name: str) -> str | None:
        """A text as it was set last; None if it never was."""
        return self._contents.preferences.get(name)

    def set(self, name: str, text: str) -> None:
        """Keep a text. Raises RecordsError."""
        preferences = {**self._contents.preferences, name: text}
        self._change(_PREFERENCES, json.dumps(preferences))
        self._contents.preferences = preferences

    # ---- unfinished games, by their keys

    def games(self, game: str) -> list[tuple[int, _Game]]:
        """A game's unfinished games, the one played last first."""
        ours = [(key, kept) for key, kept in self._contents.games.items() if kept.game == game]
        return sorted((item for item in ours if item[1].fault is None), key=lambda item: item[1].played, reverse=True)

    def game(self, key: int) -> _Game | None:
        """An unfinished game."""
        return self._contents.games.get(key)

    def put(self, key: int, game: _Game | None) -> None:
        """Keep a game as it is now, or no more. Raises RecordsError, and nothing has changed then."""
        self._change(f"{_GAME}{key}", None if game is None else json.dumps(_game_fields(game), ensure_ascii=False))
        if game is None:
            self._contents.games.pop(key, None)
        else:
            self._contents.games[key] = game

    def new_key(self) -> int:
        """A key that no game has or had. Raises RecordsError."""
        key = 1 + max((self._contents.last_key, *self._contents.games))
        self._change(_LAST, json.dumps(key))
        self._contents.last_key = key
        return key

    def first_played(self) -> int:
        """One less than that of the game played before all others."""
        return min((game.played for game in self._contents.games.values()), default=1) - 1

    def next_played(self) -> int:
        """One more than that of the game played last."""
        return 1 + max((game.played for game in self._contents.games.values()), default=0)

    def attempts(self, key: int) -> list[tuple[int, _Game]]:
        """All attempts at the game of that key, which itself may be there no longer."""
        known = self._contents.games.get(key)
        first = key if known is None else known.attempt_of
        return [(other, game) for other, game in self._contents.games.items() if game.attempt_of == first]

    # ---- outcomes and settings

    def outcomes(self, game: str) -> Sequence[Ended]:
        """A game's outcomes in the order in which they ended; those of unknown times first."""
        outcomes = self._contents.outcomes.get(game, [])
        return sorted(outcomes, key=lambda end: (end.when is not None, end.when or 0.0))

    def put_outcomes(self, game: str, outcomes: list[Ended]) -> None:
        """Keep a game's outcomes. Raises RecordsError, and nothing has changed then."""
        self._change(_OUTCOMES + game, json.dumps([_fields(end) for end in outcomes]) if outcomes else None)
        self._contents.outcomes[game] = outcomes

    def settings(self, game: str) -> dict[str, bool]:
        """A game's settings."""
        return self._contents.settings.get(game, {})

    def put_settings(self, game: str, settings: dict[str, bool]) -> None:
        """Keep a game's settings. Raises RecordsError, and nothing has changed then."""
        self._change(_SETTINGS + game, json.dumps(settings))
        self._contents.settings[game] = settings


class MemoryRecords:
    """The records of one game in such a store; see ``gemport.patience.session.records.Records``.

    Each has the games that were taken up or begun by it; for every other one of the store they are open elsewhere.
    """

    def __init__(self, store: MemoryStore, game: str) -> None:
        self._store = store
        self._game = game
        self._own: set[int] = set()

    @property
    def set_aside(self) -> str | None:
        """The name that a damaged text was given when something was begun anew; None if all was well."""
        return self._store.set_aside

    @property
    def salvaged(self) -> Salvaged | None:
        """How much is there beside what was damaged; None if all was well."""
        return self._store.salvaged

    @property
    def unusable(self) -> str | None:
        """Why nothing will be there at the next start; None if all will."""
        return self._store.unusable

    def statistics(self) -> Statistics:
        """What the counted games add up to."""
        return summarize((end.outcome, end.help) for end in self._store.outcomes(self._game))

    def lost_before(self, number: int) -> bool:
        """Whether a game of this number was counted as lost or solved since the statistics were cleared last."""
        ends = self._store.outcomes(self._game)
        return any(end.number == number and end.outcome is not Outcome.WON for end in ends)

    def best(self, number: int) -> Best | None:
        """The fewest moves in which this number was won; None if it was not, or if that is not known."""
        won = [
            Best(end.moves, end.undos or 0, end.seconds or 0, bool(end.help))
            for end in self._store.outcomes(self._game)
            if end.number == number and end.outcome is Outcome.WON and end.moves is not None
        ]
        return min(won, key=lambda best: (best.helped, best.moves), default=None)

    def ended(self) -> Sequence[Ended]:
        """The counted games, in the order in which they ended."""
        return list(self._store.outcomes(self._game))

    def moment(self, seconds: float) -> Moment | None:
        """What the player's clock and calendar say of a time in seconds since 1970; None if they know no such time."""
        return self._store.calendar(seconds)

    def collection(self) -> Collection:
        """All that is kept of the game but its settings."""
        begun = [
            Begun(kept.number, kept.words, kept.progress, kept.counted, kept.when, kept.attempt_of, kept.help)
            for _, kept in self._store.games(self._game)
        ]
        return Collection(self.ended(), begun)

    def add(self, more: Collection) -> None:
        """Add counted and unfinished games; those unfinished count as played before all others."""
        if more.ended:
            self._store.put_outcomes(self._game, [*self._store.outcomes(self._game), *more.ended])
        first_attempts: dict[int, int] = {}
        for game in more.begun:
            key = self._store.new_key()
            first = first_attempts.setdefault(game.attempt, key)
            played = self._store.first_played()
            kept = _Game(self._game, game.number, first, game.counted, game.progress, played, game.when, game.words)
            self._store.put(key, replace(kept, help=game.help))

    def clear(self) -> None:
        """Forget all outcomes. Settings and unfinished games stay."""
        self._store.put_outcomes(self._game, [])

    def setting(self, name: str, default: bool) -> bool:
        """A setting as it was changed last, ``default`` if it never was."""
        return self._store.settings(self._game).get(name, default)

    def change_setting(self, name: str, value: bool) -> None:
        """Keep a setting."""
        self._store.put_settings(self._game, {**self._store.settings(self._game), name: value})

    def unfinished(self) -> Sequence[Unfinished]:
        """The unfinished games, the one played last first."""
        return [
            Unfinished(
                *(key, game.number, game.progress, game.when, self._is_elsewhere(key)),
                *(game.counted, game.attempt_of, game.help),
            )
            for key, game in self._store.games(self._game)
        ]

    def _is_elsewhere(self, key: int) -> bool:
        return key in self._store.open and key not in self._own

    def take_up(self, number: int | None = None, key: int | None = None) -> KeptGame | None:
        """Open the unfinished game played last, of a number or a key if one is given; None if there is none."""
        for found, game in self._store.games(self._game):
            if number in (None, game.number) and key in (None, found) and not self._is_elsewhere(found):
                self._hold(found)
                return KeptGame(found, game.number, game.words, game.progress, game.counted, game.help)
        return None

    def _hold(self, key: int) -> None:
        self._own.add(key)
        self._store.open.add(key)

    def begin(
        self,
        number: int,
        counted: bool,
        attempt_of: int | None,
        words: Sequence[str],
        progress: Progress,
        help_: Help | None = Help.NONE,
    ) -> int:
        """Keep a game from now on, open here, with the steps that it has already; its key."""
        key = self._store.new_key()
        before = self._store.game(attempt_of) if attempt_of is not None else None
        # An attempt at an attempt is one at the first game.
        first = before.attempt_of if before is not None else key if attempt_of is None else attempt_of
        self._put(key, _Game(self._game, number, first, counted, progress, 0, 0.0, tuple(words), help=help_))
        self._hold(key)
        return key

    def rewrite(self, key: int, number: int, counted: bool, words: Sequence[str], progress: Progress) -> int:
        """All of a game's steps anew, after some that could not be kept; its key."""
        kept = self._store.game(key)
        if kept is None:
            return self.begin(number, counted, key, words, progress)
        self._put(key, replace(kept, words=tuple(words), progress=progress))
        return key

    def step(self, key: int, word: str, progress: Progress) -> None:
        """A step was made, the last one of ``progress``; what could be made again before it is forgotten."""
        game = self._known(key)
        self._put(key, replace(game, words=(*game.words[: progress.made - 1], word), progress=progress))

    def move(self, key: int, progress: Progress) -> None:
        """Steps were taken back, or made again."""
        self._put(key, replace(self._known(key), progress=progress))

    def _known(self, key: int) -> _Game:
        game = self._store.game(key)
        if game is None:
            raise RecordsError(f"game {key} is not kept any more")
        return game

    def _put(self, key: int, game: _Game) -> None:
        """Keep a game that was played just now."""
        self._store.put(key, replace(game, played=self._store.next_played(), when=self._store.now()))

    def keep_time(self, key: int, seconds: int) -> None:
        """A game was played for so long by now, without another step."""
        game = self._known(key)
        self._store.put(key, replace(game, progress=game.progress._replace(seconds=seconds)))

    def close(self, key: int) -> None:
        """Leave an unfinished game to whoever takes it up next."""
        self._own.discard(key)
        self._store.open.discard(key)

    def release(self) -> None:
        """Leave all games that are open here to whoever takes them up next."""
        for key in tuple(self._own):
            self.close(key)

    def leave_out(self, key: int, fault: str) -> None:
        """A game cannot be taken up, for a reason: it is not listed any more, though nothing of it is deleted."""
        self._store.put(key, replace(self._known(key), fault=fault))
        self.close(key)

    def forget(self, key: int) -> None:
        """The game is over, or not to be kept any more."""
        self._store.put(key, None)
        self.close(key)

    def note_help(self, key: int, help_: Help) -> None:
        """Keep with a game and its other attempts that the program has helped, if it had not helped as much before."""
        for other, game in self._store.attempts(key):
            if (game.help or Help.NONE) < help_:
                self._store.put(other, replace(game, help=help_))

    def count(
        self, number: int, outcome: Outcome, progress: Progress, key: int, help_: Help | None = Help.NONE
    ) -> None:
        """Add an outcome to the statistics; the game and its other attempts are counted then."""
        end = Ended(number, outcome, progress.made, progress.undos, progress.seconds, self._store.now(), help_)
        self._store.put_outcomes(self._game, [*self._store.outcomes(self._game), end])
        for other, game in self._store.attempts(key):
            self._store.put(other, replace(game, counted=True))


def _of_ours(texts: MutableMapping[str, str]) -> Iterator[tuple[str, str]]:
    """The texts that are this store's, but for those put aside."""
    for name in sorted(texts):
        if name.startswith(PREFIX) and not name.startswith(PREFIX + _DAMAGED):
            yield name, texts[name]


def _game_fields(game: _Game) -> dict[str, Any]:
    return {**asdict(game), "progress": game.progress._asdict()}


def _fields(end: Ended) -> dict[str, Any]:
    return {**end._asdict(), "outcome": end.outcome.value}


def _ended(fields: Mapping[str, Any]) -> Ended:
    """Raises TypeError, ValueError or KeyError where the fields are none."""
    return Ended(**{**fields, "outcome": Outcome(fields["outcome"]), "help": _help(fields)})


def _help(fields: Mapping[str, Any]) -> Help | None:
    return None if fields.get("help") is None else Help(fields["help"])
