#version 330 core
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
