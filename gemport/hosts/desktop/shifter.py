"""The video shifter: rasters as textures, shaders that convert bits to pixels, and a line of text over the picture."""

from ctypes import byref, c_int, c_uint

from gemport.gem import Font, GemFont, GemportError, GRect, Raster, TextHorizontal, TextVertical, Workstation, charset
from gemport.hosts.desktop.backend import Shader, ShaderProgram, gl
from gemport.hosts.desktop.geometry import Letterbox, Size, scale_with_room
from gemport.hosts.files import data_folder
from gemport.settings import MIN_TUBE_SCALE, Colours

# Each is a file in data/shaders.
_WHOLE_SCALE, _ENLARGED, _REDUCED, _TUBE = "whole_scale", "enlarged", "reduced", "tube"
_DEEP_GAP = 0.34, 0.0  # the missing share of light in the middle between two lines, and its position
_SHALLOW_GAP = 0.17, 0.75  # the same for lines about two host pixels high: half as much, all of it in the second pixel
_DEEP_GAP_SCALE = 3  # minimum scale for gaps as deep as on the monitor
_SCREEN_LINE_SCALE = 2.5
"""Scale from which the beam's lines are the screen's lines. Below it they are pairs of host pixels, because at
fractional scales the screen's lines would show bands with deep gaps and without gaps."""
_GAMMA = 2.2


class Shifter:
    """The display of one-bit pictures of a fixed size in the current OpenGL context (3.3 core).

    A host pixel inside one GEM pixel has its colour; a host pixel over several GEM pixels blends their light. Each
    method, and the CRT look, has a shader program that is created when it is needed. ``first`` sets the size of the
    pictures, ``box`` is the first place of the picture, if known. Raises GemportError if the picture is too large.
    """

    def __init__(self, first: Raster, box: Letterbox | None = None) -> None:
        most = c_int()
        gl.glGetIntegerv(gl.GL_MAX_TEXTURE_SIZE, byref(most))
        self.size, self.stride = (first.width, first.height), first.stride
        self._octets = first.stride // 8
        if max(self._octets, first.height) > most.value:
            raise GemportError(f"this display cannot show a screen of {first.width}x{first.height} pixels")
        # Create a program now, so that broken shaders are reported before a window appears.
        self._programs: dict[str, ShaderProgram] = {}
        self._program(_WHOLE_SCALE if box is None else _shader(box))
        self.colours(Colours.BLACK_ON_WHITE)
        self._vertices = c_uint()
        gl.glGenVertexArrays(1, byref(self._vertices))
        self._texture = c_uint()
        gl.glGenTextures(1, byref(self._texture))
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._texture)
        # An integer texture is only complete with nearest filters.
        for name in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, name, gl.GL_NEAREST)
        layout = (gl.GL_RED_INTEGER, gl.GL_UNSIGNED_BYTE, None)
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_R8UI, self._octets, first.height, 0, *layout)
        self.upload(first)

    def colours(self, colours: Colours) -> None:
        """Set the colours of set and clear bits; the area around the screen gets the darker colour."""
        ink, paper = colours.value
        named = {"ink": ink, "paper": paper, "tube": min(ink, paper, key=sum)}
        self._colours = {name: tuple(part / 255 for part in colour) for name, colour in named.items()}
        for name in ("ink", "paper"):
            self._colours[f"{name}_light"] = tuple(part**_GAMMA for part in self._colours[name])

    def upload(self, picture: Raster) -> None:
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._texture)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        layout = (gl.GL_RED_INTEGER, gl.GL_UNSIGNED_BYTE, picture.to_bytes())
        gl.glTexSubImage2D(gl.GL_TEXTURE_2D, 0, 0, 0, self._octets, picture.height, *layout)

    def draw(
        self,
        box: Letterbox,
        window_height: int,
        inverted: bool = False,
        tube: bool = False,
        part: GRect | None = None,
    ) -> None:
        """Draw the picture in its place and the area around it.

        ``tube`` applies the CRT look from MIN_TUBE_SCALE, and ``part`` limits drawing to a part of the window, from the
        bottom left.
        """
        if part is not None:
            gl.glEnable(gl.GL_SCISSOR_TEST)
            gl.glScissor(*part)
        gl.glDisable(gl.GL_BLEND)
        gl.glActiveTexture(gl.GL_TEXTURE0)
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._texture)
        scale = scale_with_room((box.across, box.down), (box.width, box.height))
        shader = _TUBE if tube and scale >= MIN_TUBE_SCALE else _shader(box)
        program = self._program(shader)
        program.use()
        program["size"] = (box.width, box.height)
        program["corner"] = (box.left, box.top)
        program["extent"] = (box.across, box.down)
        program["bottom"] = window_height - 1
        program["paper_bit"] = int(inverted)
        if shader == _TUBE:
            program["gap"], program["gap_at"] = _DEEP_GAP if scale >= _DEEP_GAP_SCALE else _SHALLOW_GAP
            program["line"] = box.down / box.height if scale >= _SCREEN_LINE_SCALE else 2.0
        for name, colour in self._colours.items():
            # A program lacks the uniforms that its method does not use.
            if shader != _WHOLE_SCALE or not name.endswith("_light"):
                program[name] = colour
        gl.glBindVertexArray(self._vertices)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
        gl.glBindVertexArray(0)
        gl.glDisable(gl.GL_SCISSOR_TEST)

    def _program(self, shader: str) -> ShaderProgram:
        if shader not in self._programs:
            fragment = _source("fragment") + _source(shader)
            self._programs[shader] = ShaderProgram(Shader(_source("vertex"), "vertex"), Shader(fragment, "fragment"))
        return self._programs[shader]


def _source(name: str) -> str:
    return (data_folder() / "shaders" / f"{name}.glsl").read_text(encoding="ascii")


def _shader(box: Letterbox) -> str:
    if box.across % box.width == 0 and box.down % box.height == 0:
        return _WHOLE_SCALE
    return _ENLARGED if box.across >= box.width and box.down >= box.height else _REDUCED


_FRAME_WIDTH = 3  # width of the frame in pixels: a line, a gap, a line, as around GEM's boxes
_PADDING_BESIDE, _PADDING_ABOVE = 8, 3  # distance between frame and text in pixels
_HINT_MARGIN = 20  # the window's height divided by the distance of the hint from the lower edge


def hint_picture(text: str, font: GemFont) -> Raster:
    """Return a framed line of text."""
    beside, above = _FRAME_WIDTH + _PADDING_BESIDE, _FRAME_WIDTH + _PADDING_ABOVE
    shown = Font(font)
    right, bottom = shown.width(charset.encode(text, "replace")) + 2 * beside - 1, font.form_height + 2 * above - 1
    raster = Raster(right + 1, bottom + 1)
    workstation = Workstation(raster, (shown,))
    for x in (0, _FRAME_WIDTH - 1):
        workstation.v_pline([(x, x), (right - x, x), (right - x, bottom - x), (x, bottom - x), (x, x)])
    workstation.vst_alignment(TextHorizontal.TA_LEFT, TextVertical.TA_TOP)
    workstation.v_gtext(beside, above, text)
    return raster


def hint_box(window: Size, picture: Size, hint: Size) -> Letterbox:
    """Return the place of the hint: centred near the lower edge, at about the screen's scale.

    Args:
        window: size of the window in host pixels
        picture: width of the screen's picture in host pixels, and its width at scale 1
        hint: size of the hint in pixels at scale 1
    """
    scale = max(min(round(picture[0] / picture[1]), window[0] // hint[0]), 1)
    across, down = hint[0] * scale, hint[1] * scale
    return Letterbox((window[0] - across) // 2, window[1] - down - window[1] // _HINT_MARGIN, across, down, *hint)
