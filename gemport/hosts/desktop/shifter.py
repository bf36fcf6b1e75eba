"""The video shifter: rasters as textures, shaders that convert bits to pixels, and a line of text over the picture."""

from ctypes import byref, c_int, c_uint

from gemport.gem import GemFont, GemportError, GRect, Raster, charset
from gemport.hosts.desktop.backend import Shader, ShaderProgram, gl
from gemport.hosts.desktop.geometry import Letterbox, Size, scale_with_room
from gemport.settings import MIN_TUBE_SCALE, Colours

_VERTEX = """#version 330 core
void main() {
    // One triangle that covers the window: its corners need no buffer.
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
"""
_FRAGMENT = """#version 330 core
uniform usampler2D screen;
uniform ivec2 size;
uniform ivec2 corner;
uniform ivec2 extent;
uniform int bottom;
uniform int paper_bit;
uniform vec3 ink;
uniform vec3 paper;
uniform vec3 tube;
uniform vec3 ink_light;
uniform vec3 paper_light;
out vec4 colour;
bool is_paper(int x, int y) {
    uint octet = texelFetch(screen, ivec2(x >> 3, y), 0).r;
    return ((octet >> uint(7 - (x & 7))) & 1u) == uint(paper_bit);
}
vec3 blended(float share) {
    // Light is mixed, not the numbers that stand for it: so a grey pattern is as bright at every scale.
    vec3 light = mix(ink_light, paper_light, share);
    return share == 0.0 ? ink : share == 1.0 ? paper : pow(light, vec3(1.0 / 2.2));
}
vec3 picture(ivec2 host);
void main() {
    ivec2 host = ivec2(int(gl_FragCoord.x), bottom - int(gl_FragCoord.y)) - corner;
    if (host.x < 0 || host.y < 0 || host.x >= extent.x || host.y >= extent.y)
        colour = vec4(tube, 1.0);
    else
        colour = vec4(picture(host), 1.0);
}
"""
_WHOLE_SCALE = """
vec3 picture(ivec2 host) {
    // Fractions will do, as the middle of a host pixel is far from all edges: processors divide them faster.
    ivec2 gem = ivec2((vec2(host) + 0.5) * vec2(size) / vec2(extent));
    return is_paper(gem.x, gem.y) ? paper : ink;
}
"""
"""For scales that put each host pixel inside one GEM pixel."""
_ENLARGED = """
vec3 picture(ivec2 host) {
    // In parts of which a host pixel is size, a GEM pixel extent large: so all edges are whole numbers.
    vec2 from = vec2(host * size);
    vec2 gem = floor((from + 0.5) / vec2(extent));
    // The share of the host pixel that lies before the next edge; it lies over one at most each way.
    vec2 before = min((gem + 1.0) * vec2(extent) - from, vec2(size)) / vec2(size);
    ivec2 at = ivec2(gem);
    ivec2 next = min(at + 1, size - 1);
    float upper = mix(float(is_paper(next.x, at.y)), float(is_paper(at.x, at.y)), before.x);
    float lower = mix(float(is_paper(next.x, next.y)), float(is_paper(at.x, next.y)), before.x);
    return blended(mix(lower, upper, before.y));
}
"""
"""For other enlargements: a host pixel blends up to four GEM pixels in proportion to the covered areas."""
_REDUCED = """
uint paper_of(int at, int y) {
    uint octet = texelFetch(screen, ivec2(at, y), 0).r;
    return paper_bit == 1 ? octet : octet ^ 255u;
}
int count(uint bits) {
    bits = bits - ((bits >> 1) & 0x55u);
    bits = (bits & 0x33u) + ((bits >> 2) & 0x33u);
    return int((bits + (bits >> 4)) & 15u);
}
vec3 picture(ivec2 host) {
    // The same parts. Eight pixels are counted at once, then the first and the last one lose what lies outside.
    ivec2 from = host * size;
    ivec2 to = from + size;
    ivec2 first = from / extent;
    ivec2 last = (to - 1) / extent;
    int before = from.x - first.x * extent.x;
    int after = (last.x + 1) * extent.x - to.x;
    int begin = first.x >> 3;
    int end = last.x >> 3;
    int covered = 0;
    for (int y = first.y; y <= last.y; y++) {
        int high = min(to.y, (y + 1) * extent.y) - max(from.y, y * extent.y);
        uint left = paper_of(begin, y) & (255u >> uint(first.x & 7));
        uint right = begin == end ? left : paper_of(end, y);
        right &= 255u << uint(7 - (last.x & 7));
        int pixels = count(right);
        if (begin != end)
            pixels += count(left);
        for (int at = begin + 1; at < end; at++)
            pixels += count(paper_of(at, y));
        int outside = int((left >> uint(7 - (first.x & 7))) & 1u) * before;
        outside += int((right >> uint(7 - (last.x & 7))) & 1u) * after;
        covered += high * (pixels * extent.x - outside);
    }
    return blended(float(covered) / float(size.x * size.y));
}
"""
"""For a screen larger than the window: a host pixel covers any number of GEM pixels."""
_TUBE = """
// Of the light so much is missing between two lines of the beam, at this part of a line, which is so many pixels high.
uniform float gap;
uniform float gap_at;
uniform float line;
// And so much comes through the glass from beside.
const float GLOW = 0.07;
const float REACH = 1.5;
float light(ivec2 gem) {
    gem = clamp(gem, ivec2(0), size - 1);
    return is_paper(gem.x, gem.y) ? 1.0 : 0.0;
}
vec3 picture(ivec2 host) {
    vec2 scale = vec2(extent) / vec2(size);
    vec2 at = (vec2(host) + 0.5) / scale;
    // Edges between GEM pixels are as sharp as the host's pixels allow.
    ivec2 from = ivec2(floor(at - 0.5));
    vec2 part = clamp((fract(at - 0.5) - 0.5) * scale + 0.5, 0.0, 1.0);
    float upper = mix(light(from), light(from + ivec2(1, 0)), part.x);
    float lower = mix(light(from + ivec2(0, 1)), light(from + ivec2(1, 1)), part.x);
    float turn = 6.2831853 * ((float(host.y) + 0.5) / line - gap_at);
    float beam = mix(upper, lower, part.y) * (1.0 - gap * (0.5 + 0.5 * cos(turn)));
    float glow = 0.0;
    float weights = 0.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            ivec2 gem = ivec2(at) + ivec2(x, y);
            float near = max(0.0, 1.0 - distance(at, vec2(gem) + 0.5) / REACH);
            glow += near * near * light(gem);
            weights += near * near;
        }
    }
    return blended(mix(beam, glow / weights, GLOW));
}
"""
"""The CRT look: lines with faint gaps between them, and paper that glows a little into neighbouring ink."""
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
        ink, paper = colours.ink, colours.paper
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

        Args:
            box: the place of the picture
            window_height: height of the window in host pixels
            inverted: exchange ink and paper
            tube: use the CRT look from MIN_TUBE_SCALE
            part: draw only this part of the window, from the bottom left
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
            self._programs[shader] = ShaderProgram(Shader(_VERTEX, "vertex"), Shader(_FRAGMENT + shader, "fragment"))
        return self._programs[shader]


def _shader(box: Letterbox) -> str:
    if box.across % box.width == 0 and box.down % box.height == 0:
        return _WHOLE_SCALE
    return _ENLARGED if box.across >= box.width and box.down >= box.height else _REDUCED


_FRAME_WIDTH = 3  # width of the frame in pixels: a line, a gap, a line, as around GEM's boxes
_PADDING_BESIDE, _PADDING_ABOVE = 8, 3  # distance between frame and text in pixels
_HINT_MARGIN = 20  # the window's height divided by the distance of the hint from the lower edge


def hint_picture(text: str, font: GemFont) -> Raster:
    """Return a framed line of text."""
    glyphs = [font.glyph(code) for code in charset.encode(text, "replace")]
    inside = sum(glyph.width for glyph in glyphs) + 2 * _PADDING_BESIDE
    width, high = inside + 2 * _FRAME_WIDTH, font.form_height + 2 * (_PADDING_ABOVE + _FRAME_WIDTH)
    raster = Raster(width, high)
    rows = [_frame_row(min(y, high - 1 - y), width) for y in range(high)]
    right = _FRAME_WIDTH + _PADDING_BESIDE
    for glyph in reversed(glyphs):
        for y, row in enumerate(glyph.rows, _FRAME_WIDTH + _PADDING_ABOVE):
            rows[y] |= row << right
        right += glyph.width
    raster.rows = [row << (raster.stride - width) for row in rows]
    return raster


def _frame_row(depth: int, width: int) -> int:
    """Return a row of the double frame, ``depth`` pixels from its upper or lower edge."""
    outer = (1 << (width - 1)) | 1
    inner = (1 << (width - _FRAME_WIDTH)) | (1 << (_FRAME_WIDTH - 1))
    full = (1 << width) - 1
    return {0: full, 1: outer, 2: outer | (full >> 4 << 2)}.get(depth, outer | inner)


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
