// For a screen larger than the window: a host pixel covers any number of GEM pixels.
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
