"""What the user is told on entering full screen."""

from __future__ import annotations

from gemport.cli.arguments import PictureOptions
from gemport.gem.vdi.raster import Raster


def full_screen_hint(options: PictureOptions) -> Raster:
    """How to leave it, in the language of the screen."""
    # Late: hardly any start needs all this.
    from gemport.cli.company import desktop_resource
    from gemport.desktop import panel_resource as rsc
    from gemport.gem.host.display.hint import hint_picture

    text = desktop_resource(options, "panel").strings[rsc.FULL_SCREEN_HINT]
    return hint_picture(text, options.sources.artwork().font_8x16)
