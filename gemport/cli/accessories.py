"""The desktop, the accessories in every Desk menu, and the contents of the accessory Help."""

from collections.abc import Iterable

from gemport.cli.launch import Launch
from gemport.cli.sessions import GamePrograms
from gemport.desktop import desktop_app, games, panel
from gemport.desktop import desktop_rsc as rsc
from gemport.desktop.programs import Openable
from gemport.gem import Gem, MouseNumber, Msg
from gemport.play.deck import CardArt
from gemport.settings import LiveSettings, Preferences

_HELP = "HELP.ACC"  # name of the accessory Help on a machine
_DESKTOP = {"en": "The desktop", "de": "Der Desktop"}  # title of the desktop's chapter


def start_desktop(run: Launch, programs: GamePrograms, preferences: Preferences, *, below: bool = False) -> int:
    """Start the desktop, below the other programs if ``below``; return its application id."""
    resource = run.sources.desktop(run.lang)

    async def run_desktop(gem: Gem) -> None:
        await desktop_app.Desktop(gem, resource, programs, preferences).run()

    return run.machine.start(run_desktop, desktop_app.NAME, behind=below)


def start_accessories(run: Launch, programs: GamePrograms, settings: LiveSettings) -> None:
    """Start the accessories, in the order of their entries, before any program.

    Each is a module of gemport.desktop with a NAME, and a class whose ``run`` registers the entry and waits. Help is
    loaded only when it opens.
    """
    sources, lang = run.sources, run.lang
    resource, panel_resource = sources.desktop(lang), sources.desktop(lang, "panel")
    # Read now, so that a damaged file is rejected before a window appears.
    cards, large = sources.cards(lang), sources.large_cards(lang)

    async def run_games(gem: Gem) -> None:
        await games.Games(gem, resource, programs).run()

    async def run_panel(gem: Gem) -> None:
        await panel.Panel(gem, panel_resource, settings).run()

    async def run_help(gem: Gem) -> None:
        gem.graf_mouse(MouseNumber.ARROW)
        gem.menu_register(gem.appl_init(), gem.rsrc_load(resource).string(rsc.HELP_ENTRY))
        message = await gem.evnt_mesag()
        while message.type not in (Msg.AC_OPEN, Msg.AP_TERM):
            message = await gem.evnt_mesag()
        if message.type == Msg.AC_OPEN:
            # Imported here: most runs do not show the manual.
            from gemport.desktop.help import HelpAccessory, Manual, Screens
            from gemport.desktop.pages import load_pages

            art = CardArt(cards, large=large, looks=run.looks)
            screens = Screens(sources.built_in)
            # A slow host may run between these steps.
            await gem.pause(0)
            sections = load_pages(sources.built_in(f"desktop/manual_{lang}.json"))
            await gem.pause(0)
            window = Manual(gem, resource, sections, art, screens)
            await HelpAccessory(gem, window, chapters(lang, programs.openable)).run(message)

    run.machine.start(run_games, games.NAME)
    run.machine.start(run_panel, panel.NAME)
    run.machine.start(run_help, _HELP)


def chapters(lang: str, programs: Iterable[Openable]) -> dict[str, str]:
    """Return the titles of the chapters by program name, at most eight characters."""
    titles = {program.command.split(".")[0]: program.title for program in programs}
    titles[desktop_app.NAME.split(".")[0]] = _DESKTOP[lang]
    return titles
