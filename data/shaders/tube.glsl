// The CRT look: lines with faint gaps between them, and paper that glows a little into neighbouring ink.
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
