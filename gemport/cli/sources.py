"""The files that a game loads: from the command line, from the user folder, or built in.

The environment variable GEMPORT_HOME names the user folder; the default comes from platformdirs. Its files
``VIERFREI.DAT``, ``VIERFREI.RSC`` (German), ``VIERFR_E.RSC`` (English), ``VF_ICON.RSC`` (VIERFREI's icon on the
desktop), ``SYSTEM.FNT`` (a system font) and a folder ``system`` (fonts, mouse forms, icons) replace the built-in files;
their names are case-insensitive. If only one of the two resources exists, it serves both languages.
"""

import os
from collections.abc import Callable, Container, Sequence
from functools import cache
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple, TypeVar

from gemport import gem
from gemport.cards.boardtext import BoardText, BoardTextError
from gemport.cards.census import Census, Verdict, parse_census
from gemport.cards.challenge import deal_number
from gemport.cards.game import AnyGame
from gemport.cli import registry
from gemport.hosts.file_dialogs import SAVED
from gemport.hosts.files import STANDARD, Outputs, Places, built_in_artwork, data_folder, file_name, read_input
from gemport.play.deck import MAX_DAT_BYTES, CardData, Rows, read_dat, read_large
from gemport.play.gamefiles import Files, shape_fault

T = TypeVar("T")

_ICON = "VF_ICON.RSC"
MAX_ICON = 80, 32  # maximum width and height of an icon on the desktop, in pixels
_MIN_TOP = 9  # height above the base line that distinguishes a system font from the 8x8 font


class FolderError(gem.GemportError):
    """The user folder is unknown."""


def user_folder() -> Path:
    """Return the user folder for settings, statistics and the user's files; it need not exist.

    Raises FolderError if the system has no home folder for the user.
    """
    home = os.environ.get("GEMPORT_HOME")
    if home:
        return Path(home)
    # Imported here: slow, and not needed with GEMPORT_HOME.
    import platformdirs

    try:
        folder = Path(platformdirs.user_data_dir("gemport", appauthor=False))
    except RuntimeError:
        folder = Path("~")
    if not folder.is_absolute():
        raise FolderError("no home folder found (HOME is not set); set GEMPORT_HOME to choose a folder")
    return folder


def user_places() -> Places | None:
    """Return the folders for saved files, starting in Documents for recordings and Pictures for pictures.

    Returns None if GEMPORT_HOME names one folder for all.
    """
    if os.environ.get("GEMPORT_HOME"):
        return None
    import platformdirs

    home = Path.home()
    own = {"*.txt": Path(platformdirs.user_documents_dir()), "*.png": Path(platformdirs.user_pictures_dir())}
    first = {mask: path if path.is_dir() else home for mask, path in own.items()}
    letters = ascii_uppercase if os.name == "nt" else ""
    drives = {f"{letter}:": Path(f"{letter}:\\") for letter in letters} or {"/": Path("/")}
    folders = {path.name or "Home": path for path in (home, *first.values())}
    names = {path: name for name, path in folders.items()}
    saved = {"gemport": user_folder() / SAVED}
    return Places(drives | saved | folders, {mask: f"\\{names[path]}\\" for mask, path in first.items()})


def read_file(path: Path, reader: Callable[[bytes, str], T], largest: int) -> T:
    """Parse a file of at most ``largest`` bytes with a reader.

    Raises FormatError or InputError if it cannot be read or is damaged.
    """
    try:
        data = read_input(path, largest)
    except OSError as error:
        raise gem.FormatError(file_name(path), error.strerror or str(error)) from None
    return reader(data, file_name(path))


def decode(data: bytes, name: str) -> str:
    """Return a text file's text. Raises FormatError if it is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise gem.FormatError(name, f"byte {error.start} is not UTF-8 text") from None


def read_board(game: AnyGame, path: Path) -> tuple[str, BoardText]:
    """Return the name and the position of a board file; ``-`` is standard input. Raises GemportError.

    :mod:`gemport.cards.foreign` describes the formats; the position after the moves counts.
    """
    # Imported here: rarely needed at start.
    from gemport.cards.foreign import MAX_BYTES, position_of, read_foreign

    if not registry.has_cells(game):
        raise gem.GemportError(
            f"--board is not available for {game.title}, only for {registry.titles(registry.has_cells)}"
        )
    place = file_name(path)
    try:
        position = position_of(read_file(path, lambda data, _: read_foreign(data), MAX_BYTES), game.board)
        return place if path == STANDARD else path.name, position
    except BoardTextError as error:
        raise gem.FormatError(place, str(error)) from None


@cache
def _built_in_resource(name: str) -> gem.Resource:
    """Read a resource, cached for all users; ``rsrc_load`` copies it, so it never changes."""
    return gem.read_rsc(Sources.built_in(name), name)


@cache
def census() -> dict[str, Census]:
    """Return the census of numbered games by the names of their deals."""
    return parse_census(Sources.built_in("census.txt").decode())


class Sources(NamedTuple):
    """The files to load: from the command line, else from the user folder (unless ``builtin``), else built in."""

    dat: Path | None = None
    rsc: Path | None = None
    font: Path | None = None
    system: Path | None = None
    builtin: bool = False

    def cards(self, lang: str) -> CardData:
        """Return the card pictures. Raises GemportError if the file is damaged."""
        path = self._own_cards()
        if path is not None:
            return read_file(path, read_dat, MAX_DAT_BYTES)
        name = f"vierfrei/cards_{lang}.dat"
        return read_dat(self.built_in(name), name)

    def large_cards(self, lang: str) -> Callable[[], Sequence[Rows]] | None:
        """Return the reader of the pictures with large indices, or None without the built-in card pictures."""
        if self._own_cards() is not None:
            return None
        name = f"vierfrei/large_{lang}.dat"
        return lambda: read_large(self.built_in(name), name)

    def _own_cards(self) -> Path | None:
        return self.dat or self._users("VIERFREI.DAT")

    def resource(self, game: AnyGame, lang: str) -> tuple[gem.Resource, bool]:
        """Return a game's resource, and whether it has the extras of the built-in resource. Raises GemportError."""
        name = f"{game.name}/{game.name}_{lang}.rsc"
        built_in = gem.read_rsc(self.built_in(name), name)
        own = game.own_resources or {}
        # Without a user's file for ``lang``, use the file for another language.
        users = (self._users(own[language]) for language in sorted(own, key=lambda language: language != lang))
        path = self.rsc or next(filter(None, users), None)
        if path is None:
            return built_in, True
        resource = read_file(path, gem.read_rsc, gem.MAX_RSC_SIZE)
        gem.validate(resource, self.artwork(), str(path))
        fault = shape_fault(resource, built_in)
        if fault is not None and game.original is not None:
            fault = shape_fault(resource, built_in, game.original)
            if fault is None:
                return resource, False
        if fault is not None:
            raise gem.FormatError(str(path), fault)
        return resource, True

    def shared(self, lang: str) -> gem.Resource:
        """Return the boxes and words of every game."""
        return _built_in_resource(f"games/games_{lang}.rsc")

    def load(self, game: AnyGame, lang: str) -> Files:
        """Load a game's files. Raises GemportError."""
        resource, extras = self.resource(game, lang)
        files = Files(self.cards(lang), resource, self.shared(lang), extras)
        if extras:
            files = files._replace(large=self.large_cards(lang))
        if game.census is not None:
            files = files._replace(impossible=Impossible(game.census))
        if game.back is not None:
            files = files._replace(back=tuple(gem.read_img(self.built_in(game.back), game.back).rows))
        return files

    def desktop(self, lang: str, which: str = "desktop") -> gem.Resource:
        """Return the resource of the desktop and its accessories, or of the control panel with ``panel``."""
        name = f"desktop/{which}_{lang}.rsc"
        icon = self.icon() if which == "desktop" else None
        if icon is None:
            return _built_in_resource(name)
        # Imported here: most players do not have this file.
        from gemport.desktop.icons import set_picture

        resource = gem.read_rsc(self.built_in(name), name)
        set_picture(resource, "vierfrei", icon)
        return resource

    def icon(self) -> gem.IconBlk | None:
        """Return the original's icon for VIERFREI from the folder of its resource, or None.

        Raises GemportError if the file is damaged or has no icon that fits the desktop.
        """
        path = self._users(_ICON) if self.rsc is None else _named(self.rsc.parent, _ICON)
        if path is None:
            return None
        resource = read_file(path, gem.read_rsc, gem.MAX_RSC_SIZE)
        objects = (obj for tree in resource.trees for obj in tree)
        picture = next((obj.ob_spec for obj in objects if isinstance(obj.ob_spec, gem.IconBlk)), None)
        if picture is None:
            raise gem.FormatError(str(path), "contains no icon")
        if picture.ib_wicon > MAX_ICON[0] or picture.ib_hicon > MAX_ICON[1]:
            size = f"{picture.ib_wicon}x{picture.ib_hicon}"
            raise gem.FormatError(str(path), "the icon has {} pixels, the maximum is {}x{}".format(size, *MAX_ICON))
        return picture

    def artwork(self) -> gem.SystemArtwork:
        folder = self.system or self._users("system")
        if folder is None:
            artwork = built_in_artwork()
        else:
            try:
                artwork = gem.read_artwork(lambda name: read_input(folder / name, gem.MAX_FONT_SIZE))
            except OSError as error:
                raise gem.FormatError(str(error.filename or folder), error.strerror or str(error)) from None
            except gem.FormatError as error:
                raise gem.FormatError(str(folder), str(error)) from None
        font = self.font or self._users("SYSTEM.FNT")
        if font is None:
            return artwork
        return artwork._replace(font_8x16=read_file(font, _read_system_font, gem.MAX_FONT_SIZE))

    def outputs(self, *inputs: Path) -> Outputs:
        named = (path for path in (self.dat, self.rsc, self.font, self.system) if path is not None)
        try:
            home = user_folder()
        except FolderError:
            return Outputs((*named, *inputs))
        return Outputs((*named, *inputs), (home, home / "locks", home / "system"))

    @staticmethod
    def built_in(name: str) -> bytes:
        """Return a built-in file by its path below the data folder."""
        return data_folder().joinpath(*name.split("/")).read_bytes()

    def _users(self, name: str) -> Path | None:
        if self.builtin:
            return None
        try:
            return _named(user_folder(), name)
        except FolderError:
            # Reported when the records are opened.
            return None


class Impossible(Container[int]):
    """The numbers of a game that cannot be won according to the census, which is read at the first use."""

    def __init__(self, game: str) -> None:
        self._game = game

    def __contains__(self, number: object) -> bool:
        # A game that cannot be won with all cells cannot be won with fewer.
        return isinstance(number, int) and census()[self._game].verdict(deal_number(number)) is Verdict.IMPOSSIBLE

    def __repr__(self) -> str:
        """Return the same text in every run, because digests of runs depend on it."""
        return f"Impossible({self._game!r})"


def _named(folder: Path, name: str) -> Path | None:
    """Return the file of a case-insensitive name in a folder, or None if it does not exist or is unreadable."""
    try:
        paths = sorted(folder.iterdir())
    except OSError:
        return None
    return next((path for path in paths if path.name.lower() == name.lower()), None)


def _read_system_font(data: bytes, name: str) -> gem.GemFont:
    font = gem.read_fnt(data, name)
    reason = None
    if {font.glyph(code).width for code in range(font.first, font.last + 1)} != {8} or font.form_height != 16:
        reason = "a system font must be monospaced, with cells of 8x16 pixels"
    elif (font.first, font.last) != (0, 255):
        reason = f"the font has the characters {font.first} to {font.last}; a system font needs all from 0 to 255"
    elif not _MIN_TOP <= font.top < 16:
        reason = f"the base line is {font.top} rows from the top; a system font needs {_MIN_TOP} to 15"
    if reason is not None:
        raise gem.FormatError(name, reason)
    return font
