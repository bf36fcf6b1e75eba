"""The desktop and the accessories in every Desk menu, and what the accessory Help shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gemport.cli.arguments import PictureOptions
from gemport.cli.start import GamePrograms
from gemport.desktop import games, panel, program
from gemport.desktop import resource as rsc
from gemport.desktop.games import Games
from gemport.desktop.host import Openable
from gemport.desktop.panel import Panel
from gemport.desktop.program import Desktop
from gemport.games.deck import CARD_HEIGHT, CARD_WIDTH, CardArt, CardData
from gemport.gem.aes.constants import MouseNumber, Msg
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.gem.formats.rsc import Resource, read_rsc
from gemport.settings import LiveSettings, Preferences

if TYPE_CHECKING:
    from gemport.desktop.help import Help
    from gemport.desktop.pages import Section

_HELP = "HELP.ACC"
"""What a machine calls the accessory Help."""
_DESKTOP = {"en": "The desktop", "de": "Der Desktop"}
"""The title of the desktop's chapter."""


def start_desktop(
    machine: Machine, options: PictureOptions, programs: GamePrograms, preferences: Preferences, *, behind: bool = False
) -> int:
    """Start the desktop, in front or behind what is there; its application id."""
    resource = desktop_resource(options)

    async def run(gem: Gem) -> None:
        await Desktop(gem, resource, programs, preferences).run()

    return machine.start(run, program.NAME, behind=behind)


def start_accessories(
    machine: Machine, options: PictureOptions, programs: GamePrograms, settings: LiveSettings
) -> None:
    """Start the accessories, in the order of their entries, before any program.

    Each is a module of gemport.desktop with its NAME, and a class whose ``run`` registers the entry and waits; Help is
    only loaded when it is opened.
    """
    resource, panel_resource = desktop_resource(options), desktop_resource(options, "panel")
    # Read now: a damaged file is refused before anything is shown.
    cards = options.sources.cards(options.lang)

    async def run_games(gem: Gem) -> None:
        await Games(gem, resource, programs).run()

    async def run_panel(gem: Gem) -> None:
        await Panel(gem, panel_resource, settings).run()

    async def run_help(gem: Gem) -> None:
        gem.graf_mouse(MouseNumber.ARROW)
        gem.menu_register(gem.appl_init(), gem.rsrc_load(resource).string(rsc.HELP_ENTRY))
        message = await gem.evnt_mesag()
        while message.type not in (Msg.AC_OPEN, Msg.AP_TERM):
            message = await gem.evnt_mesag()
        if message.type == Msg.AC_OPEN:
            await load_help(gem, options, cards, programs.openable).run(message)

    machine.start(run_games, games.NAME)
    machine.start(run_panel, panel.NAME)
    machine.start(run_help, _HELP)


def load_help(gem: Gem, options: PictureOptions, cards: CardData, programs: Iterable[Openable]) -> Help:
    """Make the accessory Help, with the manual in the language of the screen and the player's cards."""
    from gemport.desktop.help import CardPictures, Help, Screens

    pictures = CardPictures(CARD_WIDTH, CARD_HEIGHT, CardArt(cards).draw)
    screens = Screens(options.sources.built_in)
    return Help(gem, desktop_resource(options), manual(options), pictures, screens, chapters(options, programs))


def desktop_resource(options: PictureOptions, which: str = "desktop") -> Resource:
    """The resource of the desktop and its accessories; ``panel`` is that of the control panel."""
    name = f"desktop/{which}_{options.lang}.rsc"
    return read_rsc(options.sources.built_in(name), name)


# ---- the manual


def manual(options: PictureOptions) -> tuple[Section, ...]:
    """Return the manual in the language of the screen."""
    from gemport.desktop.pages import read_pages

    name = f"desktop/manual_{options.lang}.md"
    return read_pages(options.sources.built_in(name).decode("utf-8"), name)


def chapters(options: PictureOptions, programs: Iterable[Openable]) -> dict[str, str]:
    """Return the titles of the chapters by their programs' names, eight characters at most."""
    found = {program.command.split(".")[0]: program.title for program in programs}
    found[program.NAME.split(".")[0]] = _DESKTOP[options.lang]
    return found
