"""The desktop's dialogs: what it is, and what there is to know of a program."""

from __future__ import annotations

from gemport.desktop import resource as rsc
from gemport.desktop.host import Openable, Tally
from gemport.desktop.icons import artwork, picture_alone
from gemport.gem.aes.constants import Fmd, Update
from gemport.gem.aes.forms import DOUBLE_CLICK
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.objects import MAX_DEPTH
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import LoadedResource
from gemport.gem.formats.objects import ObState, Tree

_NOTHING = GRect(0, 0, 0, 0)


async def show_dialog(gem: Gem, tree: Tree) -> int:
    """Show a dialog in the middle of the screen until an exit object is used; its number."""
    area = gem.form_center(tree)
    await gem.wind_update(Update.BEG_UPDATE)
    await gem.form_dial(Fmd.FMD_START, _NOTHING, area)
    gem.objc_draw(tree, 0, MAX_DEPTH, area)
    button = await gem.form_do(tree) & ~DOUBLE_CLICK
    tree[button].ob_state &= ~ObState.SELECTED
    await gem.form_dial(Fmd.FMD_FINISH, _NOTHING, area)
    await gem.wind_update(Update.END_UPDATE)
    return button


async def show_information(gem: Gem, trees: LoadedResource, program: Openable, tally: Tally, running: int) -> None:
    """Tell what there is to know of a program, of which so many copies are running."""
    tree = trees.tree(rsc.INFO_BOX)
    tree[rsc.INFO_BOX_ICON].ob_spec = picture_alone(artwork(trees, program.name, small=False))
    tree[rsc.INFO_BOX_TITLE].ob_spec = program.title
    for line, text in (
        (rsc.INFO_BOX_PROGRAM, program.command),
        (rsc.INFO_BOX_NUMBERS, f"{program.numbers[0]} - {program.numbers[-1]}"),
        (rsc.INFO_BOX_RUNNING, str(running)),
        (rsc.INFO_BOX_UNFINISHED, str(tally.unfinished)),
        (rsc.INFO_BOX_WON, str(tally.won)),
        (rsc.INFO_BOX_LOST, str(tally.lost)),
    ):
        tree[line].ob_spec = text
    await show_dialog(gem, tree)
