"""The start of a machine: its files, language and settings, a game on it, and its window."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

import gemport
from gemport.cards.game import AnyGame
from gemport.cli.arguments import Job, system_language
from gemport.cli.sources import FolderError, user_folder, user_places
from gemport.cli.terminal import print_error, print_out, raise_on_interrupt
from gemport.gem import Gem, GemportError, Machine, Raster, SpokenWords
from gemport.gem.aes.constants import LANGUAGE
from gemport.hosts.file_dialogs import DiskExchange
from gemport.hosts.window_controls import WindowControls
from gemport.play import games_rsc
from gemport.play.loop import CardProgram
from gemport.settings import (
    ANYWHERE,
    LiveSettings,
    Looks,
    Placement,
    Preferences,
    Settings,
    overridden,
    read_placement,
    read_settings,
    save_setting,
)
from gemport.store.session import AnySession

if TYPE_CHECKING:
    from gemport.cards.notation import Record
    from gemport.hosts.desktop.voice import Voice
    from gemport.hosts.events import Event
    from gemport.hosts.files import Outputs
    from gemport.play.gamefiles import Exchange
    from gemport.store.records import Backend

DESKTOP = "desktop"  # the command that shows the desktop, also used by scripts


def entry_name(command: str) -> str:
    """Return the name of a command's menu entry, icon and window class."""
    return "gemport" if command == DESKTOP else f"gemport-{command}"


def start_command() -> tuple[tuple[str, ...], Path | None]:
    """Return a command that starts gemport, independent of the search path, and the folder that it needs."""
    # A program started from another AppImage, such as a terminal, inherits its variables.
    image = os.environ.get("APPIMAGE")
    if image and Path(sys.executable).is_relative_to(os.environ.get("APPDIR") or "/"):
        return (image,), None
    if getattr(sys, "frozen", False):
        return (sys.executable,), None
    started = Path(sys.argv[0]).absolute()
    if started.is_file() and started.name != "__main__.py":
        return ((str(started),) if os.access(started, os.X_OK) else (sys.executable, str(started))), None
    # A checkout must be started in its folder; an installed program is found from anywhere.
    checkout = Path(gemport.__file__).resolve().parents[1]
    return (sys.executable, "-m", "gemport"), checkout if (checkout / "pyproject.toml").is_file() else None


class Launch:
    """A machine with the files, settings and voice of its programs and its window, as a context manager.

    At the end of the block all programs end, the window's place is saved, and exceptions of programs are raised.

    Attributes:
        sources: the files to use
        lang: the language
        window: the settings and the last place of the host's window
    """

    def __init__(
        self, job: Job, panel: Backend | None = None, language: str | None = None, *, saves: bool = True
    ) -> None:
        """Create the machine. Unreadable settings are reported and get their defaults.

        ``panel`` is the store with the settings, None for defaults; ``saves`` is whether ``close`` saves the window's
        placement.
        """
        self._saves = saves and panel is not None
        self._panel = panel
        self._saved = Settings() if panel is None else read_settings(panel, print_error)
        self._now = overridden(self._saved, job.chosen)
        self._job, self.sources = job, job.sources
        self.lang = self._now.language or language or system_language(os.environ)
        placement = ANYWHERE if panel is None else saved_placement(panel, self._now.screen)
        scaled = "scale" in job.chosen
        self.window = WindowControls(
            self._now,
            Placement(place=placement.place) if scaled else placement,
            insist=scaled,
            explain="fullscreen" in job.chosen,
            hint=self._hint,
        )
        if panel is not None:
            # Each instance of the program takes the lowest free number.
            self.window.others = max(panel.holder - 1, 0)
        self.machine = Machine(self.sources.artwork(), *self._now.screen)
        self.machine.environment[LANGUAGE] = self.lang
        self.status = 0  # exit status of the command
        self.looks = Looks()  # job that the games read at each redraw
        self.exchange: Exchange | None = None  # files that games save and open from their menus, or None
        self._voice = self._find_voice() if job.speak else None
        if self._voice is not None:
            self.speak(self._voice.speak)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_error: object) -> None:
        self.close()
        if kind is None:
            self.raise_fault()

    def raise_fault(self) -> None:
        """Raise the exception of a crashed program, if any."""
        if self.machine.faults:
            raise self.machine.faults[0].error

    def start_game(
        self,
        game: AnyGame,
        session: AnySession,
        games: Sequence[Record] = (),
        stepped: bool = True,
        around: Callable[[Gem, AnySession], AbstractContextManager[None]] | None = None,
    ) -> bool:
        """Start a game's program; return False if it is the original.

        With ``games`` it shows these recordings first, without a player unless ``stepped``. ``around`` is a context
        manager for the run of the program. Raises GemportError for unusable files.
        """
        files = self.sources.load(game, self.lang)

        async def main(gem: Gem) -> None:
            program = CardProgram(gem, files, session, self.looks, self.exchange, games, stepped)
            with nullcontext() if around is None else around(gem, session):
                await program.run()

        self.machine.start(main, game.program_name)
        return files.extras

    def _find_voice(self) -> Voice | None:
        # Imported here: few starts speak.
        from gemport.hosts.desktop.voice import Voice, VoiceError

        try:
            return Voice(self.lang)
        except VoiceError as error:
            print_error(f"--speak: {error}")
            return None

    def speak(self, say: Callable[[str], None]) -> None:
        """Read the screen aloud in its language; see Machine.speech."""
        strings = self.sources.shared(self.lang).strings
        self.machine.speech.words = SpokenWords(
            *strings[games_rsc.SPOKEN : games_rsc.SPOKEN + len(SpokenWords._fields)]
        )
        self.machine.speech.on_say = say

    def _hint(self) -> Raster:
        # Imported here: rarely needed at start.
        from gemport.desktop import panel_rsc as rsc
        from gemport.hosts.desktop.shifter import hint_picture

        text = self.sources.desktop(self.lang, "panel").strings[rsc.FULL_SCREEN_HINT]
        return hint_picture(text, self.sources.artwork().font_8x16)

    def use_folder(self) -> None:
        """Enable saving and opening files from games, unless the user's folders are unknown."""
        with suppress(FolderError):
            window, outputs = self.window, self.sources.outputs()
            copy, paste = (lambda text: window.copy(text)), (lambda: window.paste())
            self.exchange = DiskExchange(self.machine, user_folder(), outputs, copy, paste, user_places)

    def live_settings(self, preferences: Preferences) -> LiveSettings:
        """Return the settings, applied to the machine and the games in addition to the window."""
        return LiveSettings(self.machine, preferences, self._saved, self._now, self.window, self.looks)

    def show(
        self,
        command: str,
        title: Callable[[], str],
        keep: Callable[[], bool] | None = None,
        on_shown: Callable[[], None] = raise_on_interrupt,
        speed: float = 1.0,
    ) -> None:
        """Show the machine in a window until it ends; other arguments go to run_window.

        ``command`` is the game, or the desktop, whose menu entry the window belongs to. ``title`` returns the window's
        current title.
        """
        # Imported here: a screenshot or a browser page shows no window, and a page has no threads.
        from gemport.cli.outlet import unblocked_output
        from gemport.hosts.desktop import run_window

        self.window.title, self.window.application = title, entry_name(command)
        with unblocked_output():
            run_window(self.machine, title(), controls=self.window, on_shown=on_shown, keep=keep, speed=speed)

    def write_picture(self, path: Path) -> None:
        # Imported here: a window does not need it.
        from gemport.hosts.headless import write_shot

        raise_on_interrupt()
        self.machine.settle()
        write_shot(self.machine, path, outputs=self.sources.outputs())

    def play_events(self, events: Iterable[Event], timed: bool, outputs: Outputs) -> None:
        """Play events without a window, and print the lines that rang the bell; see HeadlessPlayer."""
        # Imported here: a window does not need it.
        from gemport.hosts.headless import HeadlessPlayer

        player = HeadlessPlayer(self.machine, self._job.shots, timed, outputs)
        player.play(events)
        for at, bells in player.log:
            for _ in range(bells):
                print_out(f"line {at}: bell")

    def close(self) -> None:
        """End all programs, and save the window's placement except values set by an option; report failures."""
        self.machine.close()
        if self._voice is not None:
            self._voice.close()
        if self._panel is None or not self._saves:
            return
        fullscreen = self.window.settings.fullscreen
        try:
            if self.window.opened is not None:
                save_placement(self._panel, self._now.screen, self.window.opened, self.window.placement)
            saved = read_settings(self._panel, lambda _message: None).fullscreen
            if fullscreen != self._now.fullscreen or saved != self._saved.fullscreen:
                save_setting(self._panel, "fullscreen", fullscreen)
        except GemportError as error:
            print_error(str(error))


def silent_launch(job: Job) -> Launch:
    """Return the run of a script, which prints speech instead of speaking it."""
    run = Launch(replace(job, speak=False))
    if job.speak:
        run.speak(lambda sentence: print_out(f"said: {sentence}") if sentence else None)
    return run


# ---- the window's placement for each size of the GEM screen, and full screen


def saved_placement(preferences: Preferences, screen: tuple[int, int]) -> Placement:
    """Return the saved placement; unreadable values are reported and get their defaults."""
    name = _placement_name(screen)
    try:
        return read_placement(preferences.get(name))
    except GemportError:
        # Reading the settings has already reported it.
        pass
    except ValueError as error:
        print_error(f"saved {name}: {error}")
    return ANYWHERE


def save_placement(preferences: Preferences, screen: tuple[int, int], opened: Placement, left: Placement) -> None:
    """Save a window's placement if it has changed since opening; an unchanged placement may be due to an option.

    Raises GemportError if saving fails.
    """
    if left == opened or left.place is None:
        return
    saved = saved_placement(preferences, screen)
    size = saved.size if left.size == opened.size else left.size
    maximised = saved.maximised if left.maximised == opened.maximised else left.maximised
    preferences.set(_placement_name(screen), Placement(size, left.place, maximised)._asdict())


def _placement_name(screen: tuple[int, int]) -> str:
    return "window.{}x{}".format(*screen)
