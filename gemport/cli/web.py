"""The program of the browser page: the games and the desktop, in the browser's language.

``tools/web.py`` builds the page; its script calls :func:`begin` with the browser's values. SQLite, pyglet, Pillow and
platformdirs are unavailable there, so this module must not need them.
"""

import re
import time
from collections.abc import Callable, MutableMapping
from functools import partial
from typing import Any

from gemport.cards.boardtext import clipped
from gemport.cards.challenge import parse_number, write_number
from gemport.cards.game import AnyGame
from gemport.cards.notation import NotationError, Record, parse_link
from gemport.cli import registry
from gemport.cli.accessories import start_accessories, start_desktop
from gemport.cli.arguments import Job
from gemport.cli.launch import DESKTOP, Launch
from gemport.cli.sessions import GamePrograms, note_table, open_session, seed_of_the_moment
from gemport.cli.sources import Sources
from gemport.cli.terminal import print_error
from gemport.gem import Fault, GemportError
from gemport.hosts.browser import BrowserHost, BrowserPage, Storage, StoredTexts
from gemport.store import export
from gemport.store.records import moment
from gemport.store.texts import TextStore

_IMPORT_TEXTS = {
    "en": "{} counted and {} unfinished games added",
    "de": "{} gezählte und {} angefangene Spiele hinzugefügt",
}
_DAMAGE_TEXTS = {
    "en": "{} damaged and skipped, the first: {}",
    "de": "{} beschädigt und übergangen, zuerst: {}",
}
_SET_ASIDE_TEXTS = {
    "en": "saved data was damaged; this browser still has a copy of it",
    "de": "Gespeichertes war beschädigt; dieser Browser hat noch eine Kopie davon",
}
LATE_MODULES = (
    "gemport.solver",
    "gemport.play.analysis",
    "gemport.play.stepping",
    "gemport.play.select_dialog",
    "gemport.solver.grossfamilien",
    "gemport.play.game_lists",
    "gemport.play.calendar",
    "gemport.play.victory",
    "gemport.desktop.help",
)
"""Modules not needed for the first picture: the page imports them afterwards, one at a time."""
_PLACE = re.compile(r"([a-z]+)(?:/(#?(?:ms)?-?[0-9]{1,18}(?:c[0-4])?))?/?")

_LINK_SLASHES = 2  # number of slashes in an address with moves
_MAX_ECHOED_CHARS = 40


class Web:
    """The machine of a page, and the records of its games."""

    def __init__(
        self,
        page: BrowserPage,
        texts: MutableMapping[str, str],
        language: str,
        place: str,
        unusable: str | None = None,
        now: Callable[[], float] = time.monotonic,
        fingers: tuple[int, ...] = (),
    ) -> None:
        """Start the game in the address; see ``read_place``.

        ``unusable`` is the reason why nothing will be saved; ``fingers`` are width and height of a touch screen, empty
        for the control panel's screen.
        """
        self.store = TextStore(texts, time.time, partial(moment, zone=None), unusable)
        if self.store.set_aside is not None:
            print_error(_SET_ASIDE_TEXTS["de" if language == "de" else "en"])
        chosen: dict[str, Any] = {"screen": fingers} if fingers else {}
        if fingers and self.store.get("panel.large_cards") is None:
            chosen["large_cards"] = True
        run = Launch(Job(Sources(builtin=True), chosen), self.store, language)
        run.speak(page.speak)
        run.looks.touch = bool(fingers)
        run.window.shows_tube, run.window.sounds = False, lambda: True
        self._language = run.lang
        self.machine = run.machine
        self.machine.on_fault = _report_fault
        self._programs = GamePrograms(run, self.store, seed_of_the_moment)
        self._place = place
        run.window.title = self._programs.title
        page.language(run.lang)
        entries = (lambda: self._programs.entries(self.machine.active)) if fingers else None
        self.host = BrowserHost(self.machine, page, run.window, self._where, now, self._programs.save_time, entries)
        run.exchange = self.host.exchange
        start_accessories(run, self._programs, run.live_settings(self.store))
        game, number, link = read_place(place)
        if game is not None:
            session = open_session(game, self.store.records(game.name), seed_of_the_moment(), number)
            note_table(session)
            run.start_game(game, session, around=self._programs.open)
            if link is not None:
                self.host.exchange.hand_over(f"#{write_number(link.number)}", str(link))
        # Below the game, visible when the game ends.
        start_desktop(run, self._programs, self.store, below=game is not None)
        self.host.start()

    def exported(self) -> str:
        """Return all records in the format of ``gemport stats --export``."""
        return export.write(self.store.collections(registry.names()))

    def import_text(self, text: str, name: str) -> str:
        """Import the missing records of an export; return a line about the result or the error.

        ``name`` is the file's name.
        """
        try:
            there = export.read(text, name, registry.numbers())
            added = self.store.add(there.games)
        except GemportError as error:
            return str(error)
        counted = sum(len(more.ended) for more in added.values())
        unfinished = sum(len(more.unfinished) for more in added.values())
        result = f"{name}: {_IMPORT_TEXTS[self._language].format(counted, unfinished)}"
        if there.faults:
            result += f"; {_DAMAGE_TEXTS[self._language].format(len(there.faults), there.faults[0])}"
        return result

    def _where(self) -> str:
        active = self.machine.active
        if active is not None and not self.machine.finished:
            self._place = self._programs.place(active) or (DESKTOP if not self._programs.running() else self._place)
        return self._place


def begin(page: BrowserPage, storage: Storage | None, language: str, place: str, *size: int) -> Web:
    """Start a page, called by its script; ``place`` is the part of the address after the #.

    Without a storage games are lost with the page. ``size`` is the size of a touch screen.
    """
    unusable = "this browser saves nothing for this page" if storage is None else None
    texts = {} if storage is None else StoredTexts(storage)
    return Web(page, texts, language, place, unusable, fingers=size)


def read_place(place: str) -> tuple[AnyGame | None, int | None, Record | None]:
    """Return the game in an address, its number, and its moves if any; a game of None is the desktop.

    ``vierfrei/123456`` is that game, ``freecell`` the last game, ``desktop`` the desktop. A game with moves in the form
    of ``write_link`` is shown over the last game. An unknown address is reported and means VIERFREI.
    """
    if place.count("/") >= _LINK_SLASHES and not place.endswith("/"):
        try:
            link = parse_link(place, registry.boards())
            return registry.find(link.game), None, link
        except NotationError as error:
            print_error(f"#{clipped(place, _MAX_ECHOED_CHARS)}: {error}")
            return registry.find(registry.names()[0]), None, None
    address = _PLACE.fullmatch(place.lower())
    name, number = (address[1], address[2]) if address else ("", None)
    if name == DESKTOP:
        return None, None, None
    if name not in registry.names():
        if place:
            print_error(f"#{clipped(place, _MAX_ECHOED_CHARS)} is not the address of a game")
        name, number = registry.names()[0], None
    game = registry.find(name)
    if number is None:
        return game, None, None
    try:
        return game, game.check(parse_number(number, game.board.microsoft)), None
    except ValueError as error:
        print_error(str(error))
        return game, None, None


def _report_fault(fault: Fault) -> None:
    print_error(f"{fault.name}: {fault.error!r}")
