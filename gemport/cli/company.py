"""What runs beside a game, or is there before one: the desktop, and the accessories in every Desk menu."""

from __future__ import annotations

from gemport.cli.arguments import PictureOptions
from gemport.cli.manual import card_pictures, chapters, manual, screen_pictures
from gemport.cli.programs import GamePrograms
from gemport.desktop import games, panel, program
from gemport.desktop.board import Board
from gemport.desktop.games import Games
from gemport.desktop.help import NAME as HELP_NAME
from gemport.desktop.help import Help
from gemport.desktop.host import Preferences
from gemport.desktop.panel import Panel
from gemport.desktop.program import Desktop
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.gem.formats.rsc import Resource, read_rsc


def start_desktop(
    machine: Machine, options: PictureOptions, programs: GamePrograms, preferences: Preferences, *, behind: bool = False
) -> int:
    """Start the desktop, in front or behind what is there; its application id."""
    resource = desktop_resource(options)

    async def run(gem: Gem) -> None:
        await Desktop(gem, resource, programs, preferences).run()

    return machine.start(run, program.NAME, behind=behind)


def start_accessories(machine: Machine, options: PictureOptions, programs: GamePrograms, board: Board) -> None:
    """Start the accessories, in the order of their entries, before any program.

    Each is a module of gemport.desktop with its NAME, and a class whose ``run`` registers the entry and waits.
    """
    resource, panel_resource = desktop_resource(options), desktop_resource(options, "panel")
    sections, titles = manual(options), chapters(options, programs.openable)
    cards, screens = card_pictures(options), screen_pictures(options)

    async def run_games(gem: Gem) -> None:
        await Games(gem, resource, programs).run()

    async def run_panel(gem: Gem) -> None:
        await Panel(gem, panel_resource, board).run()

    async def run_help(gem: Gem) -> None:
        await Help(gem, resource, sections, cards, screens, titles).run()

    machine.start(run_games, games.NAME)
    machine.start(run_panel, panel.NAME)
    machine.start(run_help, HELP_NAME)


def desktop_resource(options: PictureOptions, which: str = "desktop") -> Resource:
    """The resource of the desktop and its accessories; ``panel`` is that of the control panel."""
    name = f"desktop/{which}_{options.lang}.rsc"
    return read_rsc(options.sources.built_in(name), name)
