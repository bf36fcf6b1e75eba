"""The menu entries of the games: menu, words and key of each, and the order of the menus.

A game's menus have the entries of its features (``gemport.play.feature``). ``tools/build_data.py`` writes them to the
built-in resources; ``numbered`` gives their object numbers.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from gemport.gem import keys

LANGUAGES: Final = ("en", "de")  # the languages of titles and entries, in the order of their words
ACCESSORIES: Final = range(1, 7)  # numbers of the accessories' places in the first menu


class Menu(Enum):
    """The menus from left to right, with their titles; $game is the game's name."""

    DESK = "$game", "$game"
    GAME = "Game", "Spiel"
    ADVICE = "Advice", "Rat"
    OPTIONS = "Options", "Optionen"
    FILE = "File", "Datei"


class MenuItem(Enum):
    """Base class of menu entries. A game can derive an enumeration for entries that only it has."""

    menu: Menu  # its menu
    section: int  # its part of the menu; lines separate the sections
    words: tuple[str, str]  # its words in each of the LANGUAGES
    key_name: str  # its key, as in ``Ctrl+P``, or an empty string
    key: int | None  # its key word, or None

    def __new__(cls, menu: Menu, section: int, english: str, german: str, key: str = "") -> MenuItem:
        item = object.__new__(cls)
        # Unique, because members with equal values would be aliases.
        item._value_ = len(cls.__members__)
        item.menu, item.section, item.words = menu, section, (english, german)
        item.key_name, item.key = key, keys.key_word(key) if key else None
        return item

    @property
    def label(self) -> str:
        """Its name in the store and on the page."""
        return self.name.lower()


class Item(MenuItem):
    """The entries, in the order of each section; a game's own entries follow them."""

    ABOUT = Menu.DESK, 0, "About $game ...", "Über $game ...", "F4"

    NEW = Menu.GAME, 0, "New game", "Neues Spiel", "F1"
    SELECT = Menu.GAME, 0, "Select game ...", "Spiel wählen ...", "F2"
    TODAY = Menu.GAME, 0, "Game of the day ...", "Spiel des Tages ..."
    UNFINISHED = Menu.GAME, 0, "Unfinished games ...", "Angefangene Spiele ...", "F9"
    LOGBOOK = Menu.GAME, 0, "Logbook ...", "Logbuch ..."
    RESTART = Menu.GAME, 1, "Restart", "Von vorn beginnen", "F3"
    REMOVE = Menu.GAME, 2, "Send cards home", "Karten ablegen", "Delete"
    UNDO = Menu.GAME, 2, "Undo move", "Zug zurücknehmen", "Undo"
    REDO = Menu.GAME, 2, "Redo move", "Zug wiederholen", "Ctrl+Y"
    STATISTICS = Menu.GAME, 3, "Statistics ...", "Statistik ...", "F5"
    HELP = Menu.GAME, 3, "Help ...", "Hilfe ...", "Help"
    QUIT = Menu.GAME, 4, "Quit", "Beenden", "F10"

    HINT = Menu.ADVICE, 0, "Hint", "Tipp", "F8"
    WINNABLE = Menu.ADVICE, 0, "Can it be won?", "Noch zu gewinnen?", "Ctrl+G"
    SOLUTION = Menu.ADVICE, 0, "Show solution", "Lösung zeigen", "Ctrl+L"
    BACK = Menu.ADVICE, 1, "Take back the mistake", "Fehler zurücknehmen", "Ctrl+B"
    LOOK_BACK = Menu.ADVICE, 1, "Look back ...", "Rückblick ...", "Ctrl+E"
    ORACLE = Menu.ADVICE, 2, "Oracle", "Orakel", "Ctrl+O"

    COUNTER = Menu.OPTIONS, 0, "Moves and clock", "Züge und Uhr", "Ctrl+T"
    MESSAGES = Menu.OPTIONS, 1, "Messages", "Meldungen", "F6"
    COUNT_COLUMNS = Menu.OPTIONS, 1, "Count empty columns", "Leere Spalten mitzählen", "F7"
    GO_HOME = Menu.OPTIONS, 1, "Auto-move cards home", "Karten automatisch ablegen"
    ALL_HOME = Menu.OPTIONS, 1, "Move all possible cards home", "Jede passende Karte ablegen"
    CLICK_MOVES = Menu.OPTIONS, 1, "Click to move", "Klick bewegt die Karte"
    ONLY_WINNABLE = Menu.OPTIONS, 2, "Only winnable new games", "Nur gewinnbare neue Spiele"
    MORE_NUMBERS = Menu.OPTIONS, 2, "New games up to a million", "Neue Spiele bis 1 Million"

    SAVE_RECORDING = Menu.FILE, 0, "Save recording ...", "Aufzeichnung sichern ..."
    OPEN_RECORDING = Menu.FILE, 0, "Open recording ...", "Aufzeichnung öffnen ..."
    SAVE_PICTURE = Menu.FILE, 0, "Save picture ...", "Bild sichern ..."
    COPY_LINK = Menu.FILE, 1, "Copy link", "Link kopieren"
    COPY_POSITION = Menu.FILE, 1, "Copy position", "Stellung kopieren"
    PASTE_POSITION = Menu.FILE, 1, "Paste position", "Stellung einfügen"


class Separator(NamedTuple):
    """The line above a section of a menu."""

    menu: Menu
    section: int


class MenuBox(NamedTuple):
    """The box of a menu."""

    menu: Menu


Row: TypeAlias = MenuItem | Separator | int  # a row of a menu: an entry, a line, or the number of an accessory's place


def menus_of(items: Iterable[MenuItem]) -> dict[Menu, list[Row]]:
    """Return the rows of each menu, from left to right."""
    menus: dict[Menu, list[Row]] = {}
    order = list(Menu)
    last: MenuItem | None = None
    for item in sorted(set(items), key=lambda item: (order.index(item.menu), item.section, _place(item))):
        rows = menus.setdefault(item.menu, [])
        if rows and last is not None and item.section != last.section:
            rows.append(Separator(item.menu, item.section))
        rows.append(item)
        last = item
    menus[Menu.DESK] += [Separator(Menu.DESK, 1), *ACCESSORIES]
    return menus


def _place(item: MenuItem) -> tuple[bool, int]:
    return not isinstance(item, Item), int(item.value)


def numbered(items: Iterable[MenuItem], original: Sequence[MenuItem] = ()) -> dict[Hashable, int]:
    """Return the objects of a menu tree by number: root, bar, titles, screen, boxes, and the rows of each menu.

    The entries in ``original``, and the other objects of their menus, have the first numbers.
    """
    parts = [*(_parts(original) if original else ()), *_parts(items)]
    return {part: number for number, part in enumerate(dict.fromkeys(parts))}


def _parts(items: Iterable[MenuItem]) -> list[Hashable]:
    menus = menus_of(items)
    parts: list[Hashable] = ["root", "bar", "active", *menus, "screen"]
    for menu, rows in menus.items():
        parts += [MenuBox(menu), *rows]
    return parts
