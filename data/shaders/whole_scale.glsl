// For scales that put each host pixel inside one GEM pixel.
vec3 picture(ivec2 host) {
    // Fractions will do, as the middle of a host pixel is far from all edges: processors divide them faster.
    ivec2 gem = ivec2((vec2(host) + 0.5) * vec2(size) / vec2(extent));
    return is_paper(gem.x, gem.y) ? paper : ink;
}
