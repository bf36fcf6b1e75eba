"""The games as programs of a machine: opened by name, several at once, each run with a session of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, partial
from random import Random

from gemport.cli import registry
from gemport.cli.arguments import PictureOptions
from gemport.cli.start import tell_failure
from gemport.desktop.host import Openable, Tally
from gemport.gem.aes.constants import WCHAR, Msg
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.gem.aes.process import Message
from gemport.gem.errors import GemportError
from gemport.patience.game import program_name
from gemport.store.records import Backend
from gemport.store.session import AnySession, Session
from gemport.store.statistics import summarize

_LINE, _LINES = 40, 5
"""Longest line and most lines of an alert."""
_AROUND = 96
"""What an alert with an icon needs beside its text, in pixels."""


class GamePrograms:
    """The games that a machine can start, and those that run; see :class:`gemport.desktop.host.Programs`."""

    def __init__(self, machine: Machine, store: Backend, options: PictureOptions, seed: Callable[[], int]) -> None:
        """``seed``: of the chance that a session begins with, asked at each start."""
        self._store = store
        # One game's resource is not another's.
        self._options = replace(options, rsc=None)
        self._seed = seed
        self._running: dict[int, AnySession] = {}
        self.last_of_all: int | None = None
        """The application that is to end when the last game has ended; None if none is."""
        for name in registry.names():
            machine.programs[program_name(name)] = partial(self._run, name)

    @cached_property
    def openable(self) -> Sequence[Openable]:
        """The games that can be opened."""
        games = map(registry.find, registry.names())
        return [Openable(game.name, game.title, game.program_name, game.numbers) for game in games]

    def running(self) -> Mapping[int, str]:
        """The games that run, by their application ids, as their windows are called."""
        return {ap_id: session.title for ap_id, session in self._running.items()}

    def place(self, ap_id: int) -> str | None:
        """Where an application's game is found again, as ``vierfrei/123456``; None if it is no game."""
        session = self._running.get(ap_id)
        return None if session is None else f"{session.game.name}/{session.number}"

    def tally(self, name: str) -> Tally:
        """What is kept of a game. Raises RecordsError."""
        collection = self._store.collections([name], words=False)[name]
        statistics = summarize(collection.ended)
        return Tally(len(collection.begun), statistics.won, statistics.lost)

    def keep_time(self) -> bool:
        """Keep how long the games that run were played; whether one is still being played."""
        playing = [session.keep_time() for session in self._running.values()]
        return any(playing)

    @contextmanager
    def open(self, gem: Gem, session: AnySession) -> Iterator[None]:
        """Count a game among those that run."""
        self._running[gem.appl_init()] = session
        try:
            yield
        finally:
            del self._running[gem.appl_init()]
            if not self._running and self.last_of_all is not None:
                gem.appl_write(self.last_of_all, Message(Msg.AP_TERM))

    async def _run(self, name: str, gem: Gem) -> None:
        """A game that was started by name. What the user can cause is told in an alert."""
        game = registry.find(name)
        records = self._store.records(game.name)
        try:
            files = game.files(self._options.sources, self._options.lang)
            session: AnySession = Session(game, records, Random(self._seed()))
            program = game.program(gem, files, session)
        except GemportError as error:
            records.release()
            await gem.form_alert(1, f"[3][{_alert_text(str(error), gem.width)}][ OK ]")
            return
        try:
            with self.open(gem, session):
                await program.run()
        finally:
            records.release()
            tell_failure(session)


def _alert_text(text: str, screen_width: int) -> str:
    plain = text.replace("|", "/").replace("[", "(").replace("]", ")")
    # Late: mostly nothing needs to be said.
    import textwrap

    return "|".join(textwrap.wrap(plain, min(_LINE, (screen_width - _AROUND) // WCHAR))[:_LINES])
