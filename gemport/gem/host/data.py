"""The built-in data: beside the package in a checkout, within it where it was installed."""

from __future__ import annotations

from pathlib import Path

import gemport
from gemport.gem.formats.artwork import SystemArtwork, load_artwork


def data_folder() -> Path:
    """The built-in data: folders ``system``, and one a game."""
    package = Path(gemport.__file__).parent
    installed = package / "data"
    return installed if installed.is_dir() else package.parent / "data"


def built_in_artwork() -> SystemArtwork:
    """The project's own fonts, mouse forms and alert icons."""
    return load_artwork(data_folder() / "system")
