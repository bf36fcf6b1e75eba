"""Replays of recorded steps on object trees: drawing, changing, finding, editing. Each step has a separate tree."""

from gemport.gem import GRect, Raster, SystemArtwork, Workstation, objc_find, objc_offset
from gemport.gem.aes.draw import EdKind, objc_change, objc_draw, objc_edit
from gemport.gem.aes.screen import Pen
from gemport.gem.formats.structures import ObState, ParmBlk, TedInfo, Tree
from gemport.gem.vdi.font import Font
from tests.conformance.jsontree import build_tree
from tests.gem.own.steps import HEIGHT, WIDTH, Answers, Step, Verdict, numbers, set_ground

UNANSWERED = ("objc_draw",)
"""Calls without a meaningful result."""


class ObjectPlayer:
    """A screen with the AES's workstation, and another workstation for the code of a G_USERDEF."""

    def __init__(self, artwork: SystemArtwork) -> None:
        fonts = [Font(font) for font in (artwork.font_8x16, artwork.font_8x8, artwork.font_6x6)]
        self.raster = Raster(WIDTH, HEIGHT)
        self._workstation = Workstation(self.raster, fonts)
        self._pen = Pen(self._workstation)
        self._users = Workstation(self.raster, fonts)

    def play(self, step: Step) -> tuple[Answers, Tree]:
        """Make the calls of a step on its tree; return their results and the changed tree."""
        set_ground(self.raster, step)
        tree = build_tree(step["tree"], self._user_code)
        return [(name, numbers(self._call(tree, name, *words))) for name, *words in step["calls"]], tree

    def _call(self, tree: Tree, name: str, *words: int) -> object:
        match name:
            case "objc_draw":
                objc_draw(Pen(self._workstation), tree, words[0], words[1], GRect(*words[2:6]))
                return None
            case "objc_find":
                return objc_find(tree, *words)
            case "objc_offset":
                return objc_offset(tree, *words)
            case "objc_change":
                obj, x, y, w, h, state, redraw = words
                return objc_change(Pen(self._workstation), tree, obj, GRect(x, y, w, h), ObState(state), bool(redraw))
            case "objc_edit":
                obj, key, index, kind = words
                return objc_edit(self._pen, tree, obj, key, index, EdKind(kind))
        raise ValueError(f"{name}: no call on objects")

    def _user_code(self, parm: ParmBlk) -> int:
        """Draw like the recorded program's G_USERDEF: a bar with a pattern, and a line across it."""
        ws, code, clip = self._users, parm.pb_parm, GRect(*parm.pb_clip)
        assert isinstance(code, int)
        if not clip.empty:
            ws.vs_clip(True, *clip.corners())
        x1, y1, x2, y2 = GRect(*parm.pb_rect).corners()
        ws.vsf_interior(2)
        ws.vsf_style((code & 15) + 1)
        ws.v_bar(x1, y1, x2, y2)
        ws.vswr_mode(1 if parm.pb_currstate & ObState.SELECTED else 3)
        ws.v_pline([(x1 + (int(parm.pb_prevstate) & 7), y1), (x2, y2)])
        ws.vswr_mode(1)
        return int(parm.pb_currstate) & code >> 8


def replay(steps: list[Step], artwork: SystemArtwork, found: Verdict) -> None:
    """Replay steps and compare their screens, results, and the texts of edited fields."""
    player = ObjectPlayer(artwork)
    for number, step in enumerate(steps):
        answers, tree = player.play(step)
        found.screen(step, number, player.raster)
        recorded = [(name, words) for name, words in step["returns"] if name not in UNANSWERED]
        found.answers({**step, "returns": recorded}, number, answers)
        if "texts" in step:
            fields = {str(obj): tree[obj].ob_spec for obj in range(len(tree))}
            texts = {obj: spec.te_ptext for obj, spec in fields.items() if isinstance(spec, TedInfo)}
            found.equal(step, number, "texts", {obj: texts.get(obj) for obj in step["texts"]}, step["texts"])
