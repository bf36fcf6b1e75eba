// For other enlargements: a host pixel blends up to four GEM pixels in proportion to the covered areas.
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
