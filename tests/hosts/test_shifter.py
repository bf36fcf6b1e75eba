"""The calls of OpenGL: the shader program of each scale, its values, and the uploaded bytes."""

from typing import Any

import pytest

from gemport.gem import GemportError, GRect, Raster
from gemport.hosts.desktop import shifter
from gemport.hosts.desktop.geometry import fit
from gemport.settings import Colours

SCREEN = (640, 400)


class Gl:
    """OpenGL: constants are their names, and the calls are logged."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.max_texture_size = 400

    def __getattr__(self, name: str) -> Any:
        if name.startswith("GL_"):
            return name

        def call(*values: Any) -> None:
            self.calls.append((name, *values))
            if name == "glGetIntegerv":
                values[1]._obj.value = self.max_texture_size

        return call

    def made(self, *names: str) -> list[tuple[Any, ...]]:
        """Return the logged calls of some functions, and clear the log."""
        calls, self.calls = [call for call in self.calls if call[0] in names], []
        return calls


class Program(dict[str, Any]):
    """A shader program with its values; ``last`` is the one in use."""

    last: "Program"

    def __init__(self, _vertex: str, fragment: str) -> None:
        super().__init__()
        self.fragment = fragment

    def use(self) -> None:
        Program.last = self


@pytest.fixture
def gl(monkeypatch: pytest.MonkeyPatch) -> Gl:
    gl = Gl()
    monkeypatch.setattr(shifter, "gl", gl)
    monkeypatch.setattr(shifter, "Shader", lambda source, _kind: source)
    monkeypatch.setattr(shifter, "ShaderProgram", Program)
    return gl


@pytest.mark.parametrize(
    ("window", "shader", "tube"),
    [
        ((640, 400), "whole_scale", None),
        ((1280, 800), "whole_scale", (0.17, 0.75, 2.0)),
        ((1000, 625), "enlarged", (0.17, 0.75, 2.0)),
        ((1600, 1000), "enlarged", (0.17, 0.75, 2.5)),
        ((1920, 1200), "whole_scale", (0.34, 0.0, 3.0)),
        ((600, 375), "reduced", None),
        ((960, 600), "enlarged", (0.17, 0.75, 2.0)),
        ((950, 594), "enlarged", None),
    ],
)
def test_every_scale_has_its_shader(
    gl: Gl, window: tuple[int, int], shader: str, tube: tuple[float, float, float] | None
) -> None:
    box = fit(window, SCREEN, whole=False)
    made = shifter.Shifter(Raster(*SCREEN), box)
    for looks in (False, True):
        made.draw(box, window[1], inverted=looks, tube=looks)
        program = Program.last
        name = "tube" if looks and tube else shader
        assert program.fragment == shifter._source("fragment") + shifter._source(name)
        values = {"size": SCREEN, "corner": box[:2], "extent": box[2:4], "bottom": window[1] - 1, "paper_bit": looks}
        assert values.items() <= program.items()
        assert ("ink_light" in program) is (name != "whole_scale")
        if looks and tube:
            assert (program["gap"], program["gap_at"], program["line"]) == tube
    assert made._program(shader) is made._program(shader)


def test_colours_are_shares_of_light_and_the_darker_one_is_outside(gl: Gl) -> None:
    box = fit((600, 375), SCREEN, whole=False)
    made = shifter.Shifter(Raster(*SCREEN), box)
    for colours, ink, paper, outside in (
        (Colours.BLACK_ON_WHITE, (0, 0, 0), (1, 1, 1), (0, 0, 0)),
        (Colours.WHITE_ON_BLACK, (1, 1, 1), (0, 0, 0), (0, 0, 0)),
        (Colours.GREEN, (0, 22 / 255, 6 / 255), (64 / 255, 1, 112 / 255), (0, 22 / 255, 6 / 255)),
    ):
        made.colours(colours)
        made.draw(box, 375)
        shown = Program.last
        assert (shown["ink"], shown["paper"], shown["tube"]) == (ink, paper, outside)
        assert shown["paper_light"] == pytest.approx([part**2.2 for part in paper])


def test_a_part_is_drawn_alone_and_pixels_are_uploaded_as_octets(gl: Gl) -> None:
    raster = Raster(30, 3)
    raster.rows[1] = 0xF << 8
    box = fit((30, 3), (30, 3), whole=True)
    made = shifter.Shifter(raster, box)
    size = (raster.stride // 8, 3)
    layout = ("GL_RED_INTEGER", "GL_UNSIGNED_BYTE")
    assert gl.made("glTexImage2D", "glTexSubImage2D", "glTexParameteri") == [
        ("glTexParameteri", "GL_TEXTURE_2D", "GL_TEXTURE_MIN_FILTER", "GL_NEAREST"),
        ("glTexParameteri", "GL_TEXTURE_2D", "GL_TEXTURE_MAG_FILTER", "GL_NEAREST"),
        ("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_R8UI", *size, 0, *layout, None),
        ("glTexSubImage2D", "GL_TEXTURE_2D", 0, 0, 0, *size, *layout, raster.to_bytes()),
    ]
    steps = "glEnable", "glScissor", "glDisable", "glBindTexture", "glDrawArrays"
    drawn = [
        *(("glDisable", "GL_BLEND"), ("glBindTexture", "GL_TEXTURE_2D", made._texture)),
        *(("glDrawArrays", "GL_TRIANGLES", 0, 3), ("glDisable", "GL_SCISSOR_TEST")),
    ]
    made.draw(box, 3)
    assert gl.made(*steps) == drawn
    made.draw(box, 3, part=GRect(1, 2, 3, 4))
    assert gl.made(*steps) == [("glEnable", "GL_SCISSOR_TEST"), ("glScissor", 1, 2, 3, 4), *drawn]


def test_a_screen_larger_than_a_texture_is_refused(gl: Gl) -> None:
    shifter.Shifter(Raster(3200, 400))
    for width, height in ((3201, 400), (640, 401)):
        with pytest.raises(GemportError, match=f"^this display cannot show a screen of {width}x{height} pixels$"):
            shifter.Shifter(Raster(width, height))
