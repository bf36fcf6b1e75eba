"""Replays of recorded VDI steps on a workstation."""

from collections.abc import Mapping
from typing import Any

from gemport.gem import Raster, SystemArtwork, Workstation
from gemport.gem.vdi.font import Font
from gemport.gem.vdi.mouse import Pointer, compose
from tests.gem.own.steps import HEIGHT, WIDTH, Answers, Step, Verdict, numbers, read_json, set_ground


def _text(values: str | list[int]) -> str | bytes:
    return values if isinstance(values, str) else bytes(values)


def bitmaps(forms: dict[str, Any]) -> dict[str, Raster | None]:
    """Return new bitmaps for raster copies by name, with None for the screen."""
    found: dict[str, Raster | None] = {"screen": None}
    for name, form in forms.items():
        rows = b"".join(bytes.fromhex(row) for row in form["rows"])
        found[name] = Raster.from_bytes(form["w"], form["h"], rows)
    return found


class VdiPlayer:
    """A new workstation on a separate screen, and new bitmaps for the raster copies."""

    def __init__(self, artwork: SystemArtwork, forms: dict[str, Any]) -> None:
        self.raster = Raster(WIDTH, HEIGHT)
        self.pointer = Pointer()
        fonts = [Font(font) for font in (artwork.font_8x16, artwork.font_8x8, artwork.font_6x6)]
        self.workstation = Workstation(self.raster, fonts, pointer=self.pointer)
        self.forms = bitmaps(forms)

    def play(self, step: Step) -> Answers:
        """Make the calls of a step; return their results."""
        set_ground(self.raster, step)
        return [(name, numbers(self._call(name, parameters))) for name, *parameters in step["calls"]]

    def screen(self, step: Step) -> Raster:
        """Return the screen of a step, with the mouse pointer if the step has its position."""
        if "pointer" not in step or self.pointer.hidden or self.pointer.form is None:
            return self.raster
        shown = self.raster.copy()
        compose(shown, self.pointer.form, *step["pointer"])
        return shown

    def _call(self, name: str, parameters: list[Any]) -> object:
        return getattr(self.workstation, name)(*arguments(name, parameters, self.forms))


def arguments(name: str, parameters: list[Any], forms: Mapping[str, Raster | None]) -> list[Any]:
    """Return the arguments of the port's method from [intin], [ptsin] or a single list in the order of the C binding.

    ``forms`` are the bitmaps for raster copies, by name.
    """
    first = parameters[0] if parameters else []
    if name in ("v_pline", "v_pmarker", "v_fillarea"):
        return [list(zip(first[::2], first[1::2], strict=True))]
    if name == "v_gtext":
        return [*parameters[1], _text(first)]
    if name == "v_justified":
        x, y, length = parameters[1]
        return [x, y, _text(first), length, *parameters[2]]
    if name == "vqt_extent":
        return [_text(first)]
    if name in ("vst_height", "vsm_height"):
        return [first[-1]]
    if name == "vsl_width":
        return [first[0]]
    if name == "vs_clip":
        return [first[0], *parameters[1]]
    if name in ("vsf_udpat", "vsc_form"):
        return [first]
    if name in ("vro_cpyfm", "vrt_cpyfm"):
        source, destination = (forms[form] for form in parameters[2])
        colors = [(first[1], first[2])] if name == "vrt_cpyfm" else []
        return [first[0], parameters[1], source, destination, *colors]
    if name == "vr_trnfm":
        return [forms[form] for form in first]
    return list(first)


def replay(steps: list[Step], artwork: SystemArtwork, found: Verdict) -> None:
    """Replay a group and compare its screens and results; ``forms.json`` in the same folder has the bitmaps."""
    player = VdiPlayer(artwork, read_json(found.folder / "forms.json"))
    for number, step in enumerate(steps):
        answers = player.play(step)
        found.screen(step, number, player.screen(step))
        found.answers(step, number, answers)
