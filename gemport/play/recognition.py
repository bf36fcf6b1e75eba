"""Recognition of a deal in a picture of a screen: the cards of a deck, enlarged or reduced."""

import cmath
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import chain, pairwise, product
from math import ceil, floor, pi
from operator import and_, or_
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter, ImageOps

from gemport.cards.card import PACK_SIZE, Card
from gemport.cards.cells import COLUMNS
from gemport.cards.deal_search import Columns
from gemport.play.cardwindow import UPRIGHT_WIDTH
from gemport.play.deck import CARD_WIDTH, Rows
from gemport.play.layout import PITCH

MAX_SCALE = 12
_SEEN = 10  # number of rows visible of every card: its rank and suit
_EDGE, _CORNER, _ROUND = 3, 8, 3
"""Number of transparent pixels at a card's sides, and at its corners, with the number of corner rows."""
_ENOUGH = 6  # minimum number of cards; fewer are taken for noise
_FINE, _AROUND = 8, 2
"""Number of host pixel positions per GEM pixel, and of GEM pixels around a card, that are considered."""
_SELDOM = 256  # divisor of a reduced picture's area for the minimum areas of pure ink and paper; most pixels blend both
_OFF = 20  # maximum difference of a host pixel from its expected light
_MANY, _LIKELY = 12_000, 100
"""Maximum number of candidate places, and the number of likeliest places compared with each card."""
_FITS, _CLEARLY = 10.0, 1.25
"""Maximum mean difference of a card in a reduced picture, and the minimum factor to the next card."""
_PITCHES = range(PITCH, (UPRIGHT_WIDTH - CARD_WIDTH) // (len(COLUMNS) - 1) - 1, -1)
"""Possible distances between columns in pixels."""
_GRID = 4  # number of rows and columns of Großfamilien's tableau


class Found(NamedTuple):
    """A card in a picture, in pixels of the displayed screen."""

    x: int
    y: int
    card: Card


def read_deal(picture: Image.Image, decks: Iterable[Sequence[Rows]]) -> Columns | None:
    """Return the columns of a cell game's start, or the rows of Großfamilien's, or None.

    ``picture`` is in greys; it can show more than the screen, black on white or inverted, scaled like a host's picture.
    ``decks`` are the pictures of cards, 0..51, to look for.
    """
    # White is 1 in Pillow.
    strips = {~_joined(rows[:_SEEN]) & _SURE: card for deck in decks for card, rows in enumerate(deck[:PACK_SIZE])}
    screens = chain(_whole(picture), _unscaled_screens(picture))
    enlarged = (_find_cards(shown, strips) for screen in screens for shown in (screen, ImageChops.invert(screen)))
    for found in chain(enlarged, _found_reduced(picture, strips)):
        if len(found) >= _ENOUGH:
            deal = _tableau(found) or _columns(found)
            if deal is not None and sum(card is not None for card in chain(*deal)) >= _ENOUGH:
                return deal
    return None


def _whole(picture: Image.Image) -> Iterator[Image.Image]:
    """Yield the possible screens in a picture at whole scales, in black and white."""
    shown = _contrast(picture)
    for scale in range(1, MAX_SCALE + 1):
        size = shown.width // scale, shown.height // scale
        yield shown.resize(size, Image.Resampling.NEAREST, (0, 0, size[0] * scale, size[1] * scale))


def _joined(rows: Sequence[int]) -> int:
    return reduce(lambda upper, row: upper << CARD_WIDTH | row, rows)


_EDGES = [_CORNER] * _ROUND + [_EDGE] * (_SEEN - _ROUND)
_SURE = _joined([(1 << (CARD_WIDTH - edge)) - (1 << edge) for edge in _EDGES])
"""The opaque pixels of a strip, the always visible rows of a card."""


def _find_cards(screen: Image.Image, strips: Mapping[int, Card]) -> list[Found]:
    found = []
    for x, y in _corners(screen, strips):
        strip = int.from_bytes(screen.crop((x, y, x + CARD_WIDTH, y + _SEEN)).tobytes(), "big")
        if (card := strips.get(strip & _SURE)) is not None:
            found.append(Found(x, y, card))
    return found


def _corners(screen: Image.Image, strips: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield possible corners of cards: places with all pixels that every strip has in common."""
    white, black = reduce(and_, strips), reduce(and_, (~strip & _SURE for strip in strips))
    # All places together, one bit per place, last place lowest.
    pixels, stride = screen.tobytes(), 8 * ((screen.width + 7) // 8)
    every = (1 << (8 * len(pixels))) - 1
    shown = int.from_bytes(pixels, "big")
    hidden, places = shown ^ every, every
    for row, column in product(range(_SEEN), range(CARD_WIDTH)):
        bit = CARD_WIDTH * (_SEEN - row) - 1 - column
        for same, where in ((white, shown), (black, hidden)):
            if same >> bit & 1:
                places &= where << (row * stride + column)
    return _placed(places, screen)


def _placed(places: int, screen: Image.Image) -> Iterator[tuple[int, int]]:
    """Yield the places, from a set of bits, at which a card fits on the screen."""
    stride = 8 * ((screen.width + 7) // 8)
    bits = format(places, f"0{stride * screen.height}b") if places else ""
    at = bits.find("1")
    while at >= 0:
        y, x = divmod(at, stride)
        if x + CARD_WIDTH <= screen.width and y + _SEEN <= screen.height:
            yield x, y
        at = bits.find("1", at + 1)


# ---- reduced pictures


class _Grid(NamedTuple):
    """The grid of GEM pixels in one direction: first edge and pixel size in host pixels, and the count."""

    first: float
    scale: float
    number: int


class _Bounds(NamedTuple):
    """Minimum and maximum light of host pixels over and around a strip, with _FINE positions per GEM pixel."""

    least: Image.Image
    most: Image.Image


def _found_reduced(picture: Image.Image, strips: Mapping[int, Card]) -> Iterator[list[Found]]:
    """Yield the cards that fit a reduced picture at some scale clearly better than all others."""
    light = _light_of(picture, _SELDOM)
    for columns, rows in _reduced_grids(light):
        common = _bounds(reduce(and_, strips), reduce(or_, strips), columns.scale)
        deck = [(_bounds(strip, strip, columns.scale), card) for strip, card in strips.items()]
        for shown in (light, ImageChops.invert(light)):
            part = _Part(shown, columns, rows)
            likely = sorted(_reduced_corners(part, common), key=lambda at: part.misfit(at, common))[:_LIKELY]
            cards = ((at, part.clear_card(at, deck)) for at in likely)
            yield [Found(*at, card) for at, card in cards if card is not None]


def _bounds(white: int, light: int, scale: float) -> _Bounds:
    """Return the bounds for a strip, from pixels that are certainly white and pixels that may be light."""
    spread = []
    for bits, around in (white, 0), (light | ~_SURE & (1 << CARD_WIDTH * _SEEN) - 1, 255):
        strip = Image.frombytes("1", (CARD_WIDTH, _SEEN), bits.to_bytes(CARD_WIDTH * _SEEN // 8, "big"))
        framed = ImageOps.expand(strip.convert("L"), _AROUND, around)
        fine = framed.resize((framed.width * _FINE, framed.height * _FINE), Image.Resampling.NEAREST)
        spread.append(fine.filter(ImageFilter.BoxBlur((_FINE / scale - 1) / 2)))
    return _Bounds(*spread)


class _Part(NamedTuple):
    """The light of a reduced picture, and the grids of its GEM pixels."""

    light: Image.Image
    columns: _Grid
    rows: _Grid

    def misfit(self, at: tuple[int, int], bounds: _Bounds) -> float:
        """Return the mean difference of the host pixels in a strip from the bounds."""
        across, across_fine = _within(self.columns, at[0], CARD_WIDTH)
        down, down_fine = _within(self.rows, at[1], _SEEN)
        seen = self.light.crop((across[0], down[0], across[1], down[1]))
        fine = across_fine[0], down_fine[0], across_fine[1], down_fine[1]
        least, most = (bound.resize(seen.size, Image.Resampling.NEAREST, fine) for bound in bounds)
        off = sum(ImageChops.subtract(least, seen).tobytes()) + sum(ImageChops.subtract(seen, most).tobytes())
        return off / (seen.width * seen.height)

    def clear_card(self, at: tuple[int, int], deck: Iterable[tuple[_Bounds, Card]]) -> Card | None:
        """Return the only fitting card at a place, or None."""
        misfits = sorted((self.misfit(at, bounds), card) for bounds, card in deck)
        least, best = misfits[0]
        other = next((misfit for misfit, card in misfits if card != best), _FITS)
        return best if least <= _FITS and other >= least * _CLEARLY else None


def _within(grid: _Grid, first: int, count: int) -> tuple[tuple[int, int], tuple[float, float]]:
    """Return the host pixels within GEM pixels, and their positions in the bounds of a strip that starts there."""
    edge = grid.first + grid.scale * first
    host = ceil(edge), floor(edge + grid.scale * count)
    start, end = (((place - edge) / grid.scale + _AROUND) * _FINE for place in host)
    return host, (start, end)


def _reduced_corners(part: _Part, common: _Bounds) -> list[tuple[int, int]]:
    """Return possible corners: places where host pixels over centres of GEM pixels fit the common bounds."""
    right, bottom = (grid.first + grid.scale * grid.number for grid in (part.columns, part.rows))
    box, size = (part.columns.first, part.rows.first, right, bottom), (part.columns.number, part.rows.number)
    screen = part.light.resize(size, Image.Resampling.NEAREST, box)
    # Half the size of a host pixel over the centre of a GEM pixel.
    reach = 2 * round(_FINE / part.columns.scale / 2) + 1
    filters = ImageFilter.MinFilter(reach), ImageFilter.MaxFilter(reach)
    inner = _AROUND, _AROUND, _AROUND + CARD_WIDTH, _AROUND + _SEEN
    framed = CARD_WIDTH + 2 * _AROUND, _SEEN + 2 * _AROUND
    least, most = (
        bound.filter(extreme).resize(framed, Image.Resampling.NEAREST).crop(inner).tobytes()
        for bound, extreme in zip(common, filters, strict=True)
    )
    stride = 8 * ((screen.width + 7) // 8)
    places = (1 << stride * screen.height) - 1

    @cache
    def lit(low: int, high: int) -> int:
        shown = screen.point([255 * (low <= light <= high) for light in range(256)], "1")
        return int.from_bytes(shown.tobytes(), "big")

    for at, (low, high) in enumerate(zip(least, most, strict=True)):
        # Coarse steps leave few different values.
        low, high = (low - _OFF) // 16 * 16, -((-high - _OFF) // 16 * 16)
        if low > 0 or high < 255:
            row, column = divmod(at, CARD_WIDTH)
            places &= lit(low, high) << (row * stride + column)
    return list(_placed(places, screen)) if places.bit_count() <= _MANY else []


def _columns(found: Sequence[Found]) -> Columns | None:
    # The left column may be unreadable: choose the corner that fits most cards.
    corners = ((one.x - pitch * column, pitch) for pitch in _PITCHES for one in found for column in range(8))

    def fitting(corner: tuple[int, int]) -> int:
        return sum(_column(one.x, *corner) is not None for one in found)

    corner, pitch = max(dict.fromkeys(corners), key=fitting)
    placed = {(column, one.y): one.card for one in found if (column := _column(one.x, corner, pitch)) is not None}
    heights = sorted({y for _, y in placed})
    step = min((lower - upper for upper, lower in pairwise(heights)), default=1)
    cards = {(column, (y - heights[0]) // step): card for (column, y), card in placed.items()}
    if any((y - heights[0]) % step or (y - heights[0]) // step > 6 for y in heights):
        return None
    return _filled(cards, [7] * 4 + [6] * 4)


def _column(x: int, corner: int, pitch: int) -> int | None:
    column, off = divmod(x - corner, pitch)
    return column if not off and 0 <= column < 8 else None


def _tableau(found: Sequence[Found]) -> Columns | None:
    """Return the rows of separate cards that are farther apart than columns, or None."""
    columns, rows = _numbered({one.x for one in found}), _numbered({one.y for one in found})
    if columns is None or rows is None:
        return None
    return _filled({(rows[one.y], columns[one.x]): one.card for one in found}, [_GRID] * _GRID)


def _numbered(places: set[int]) -> dict[int, int] | None:
    ordered = sorted(places)
    pitch = min((after - before for before, after in pairwise(ordered)), default=0)
    if pitch <= PITCH or ordered[-1] - ordered[0] >= _GRID * pitch:
        return None
    return {place: (place - ordered[0]) // pitch for place in ordered}


def _filled(cards: Mapping[tuple[int, int], Card], counts: Sequence[int]) -> Columns:
    return [[cards.get((column, row)) for row in range(count)] for column, count in enumerate(counts)]


# ---- pictures at fractional scales
#
# A host pixel over several GEM pixels blends their light in proportion to the covered areas (the shaders of
# ``gemport.hosts.desktop.shifter``). Edges between different GEM pixels are on a grid: its scale is their strongest
# frequency, and its corner their phase. With the grid known, the blend can be inverted.

_GAMMA = 2.2
_SHARP = [round(255 * (value / 255) ** 4) for value in range(256)]
"""Weights that emphasize sharp edges, so that a scale near 1 does not spread them over all pixels."""
_COMMON = 32  # divisor of a picture's area for the minimum areas of ink and paper
_BAND = 256  # number of rows summed together
_LARGEST = 13.0
_MIN_SCALE = 0.55  # minimum scale; below it cards look too similar
_CLEAR = 0.01  # minimum strength of a frequency in both directions; edges exactly on a grid have 1
_SOLVED = 10_000_000  # maximum number of GEM pixels to solve for
_TRIED = 3  # number of strongest frequencies to try, if at least half as strong as the strongest
_NARROWED = 30


def _unscaled_screens(grey: Image.Image) -> Iterator[Image.Image]:
    """Yield the possible screens in an enlarged picture, in black and white, likeliest first."""
    light = _light_of(grey)
    # Frequencies f, 1 - f and 1 + f are the same on host pixels. Try the fastest first.
    for columns, rows in _grids(light, lambda frequency: [1 / frequency, 1 / (1 - frequency)]):
        if columns.scale >= 2:
            right, bottom = (grid.first + grid.scale * grid.number for grid in (columns, rows))
            size, box = (columns.number, rows.number), (columns.first, rows.first, right, bottom)
            yield _contrast(light.resize(size, Image.Resampling.NEAREST, box))
        else:
            yield _solved(light, columns, rows)


def _reduced_grids(light: Image.Image) -> Iterator[tuple[_Grid, _Grid]]:
    """Yield the possible grids of a reduced picture, across and down, likeliest first."""
    return _grids(light, lambda frequency: [1 / (1 + frequency), 1 / (2 - frequency)])


def _grids(light: Image.Image, scales: Callable[[float], list[float]]) -> Iterator[tuple[_Grid, _Grid]]:
    across, down = _edges(light), _edges(light.transpose(Image.Transpose.TRANSPOSE))
    for scale in chain.from_iterable(zip(*map(scales, _frequencies(across, down)), strict=True)):
        if scale < _MIN_SCALE:
            continue
        columns, rows = _grid(across, scale), _grid(down, scale)
        if scale >= 2 or columns.number * rows.number <= _SOLVED:
            yield columns, rows


def _light_of(grey: Image.Image, seldom: int = _COMMON) -> Image.Image:
    """Return the light scaled to the range from ink to paper."""
    total, counts = grey.width * grey.height, grey.histogram()
    common = [value for value, count in enumerate(counts) if count * seldom >= total] or [0, 255]
    dark, bright = ((value / 255) ** _GAMMA for value in (min(common), max(common)))
    span = (bright - dark) or 1.0
    shares = (((value / 255) ** _GAMMA - dark) / span for value in range(256))
    return grey.point([min(max(round(255 * share), 0), 255) for share in shares])


def _edges(light: Image.Image) -> list[float]:
    width, height = light.width - 1, light.height
    differences = ImageChops.difference(light.crop((0, 0, width, height)), light.crop((1, 0, width + 1, height)))
    sharp = differences.point(_SHARP)
    sums = [0.0] * width
    for top in range(0, height, _BAND):
        band = sharp.crop((0, top, width, min(top + _BAND, height)))
        means = array("f", band.convert("F").resize((width, 1), Image.Resampling.BOX).tobytes())
        sums = [before + mean * band.height for before, mean in zip(sums, means, strict=True)]
    return sums


def _frequencies(across: Sequence[float], down: Sequence[float]) -> list[float]:
    """Return the frequencies of GEM pixel edges up to 1/2 that fit both directions, likeliest first."""
    size = 2
    while size < 2 * max(len(across), len(down)):
        size *= 2
    one, other = _spectrum(across, size), _spectrum(down, size)
    # Rounding to whole host pixels makes the two scales slightly different.
    both = [strength * max(other[max(at - 2, 0) : at + 3]) for at, strength in enumerate(one)]
    peaks = [at for at in range(int(size / _LARGEST), len(both) - 1) if both[at] == max(both[at - 3 : at + 4])]
    peaks.sort(key=both.__getitem__, reverse=True)
    return [at / size for at in peaks[:_TRIED] if both[at] > _CLEAR and 2 * both[at] >= both[peaks[0]]]


def _spectrum(edges: Sequence[float], size: int) -> list[float]:
    """Return the strengths, up to 1, of frequencies from 0 to a half; ``size`` steps are 1."""
    total = sum(edges)
    mean = total / len(edges)
    waves = _transformed([complex(edge - mean) for edge in edges] + [0j] * (size - len(edges)))
    return [abs(wave) / (total or 1.0) for wave in waves[: size // 2 + 1]]


def _transformed(values: list[complex]) -> list[complex]:
    count = len(values)
    if count == 1:
        return values
    even, odd = _transformed(values[::2]), _transformed(values[1::2])
    turned = [cmath.exp(-2j * pi * at / count) * value for at, value in enumerate(odd)]
    pairs = list(zip(even, turned, strict=True))
    return [one + other for one, other in pairs] + [one - other for one, other in pairs]


def _grid(edges: Sequence[float], scale: float) -> _Grid:
    near = 1 / (4 * len(edges))
    low, high = 1 / scale - 3 * near, 1 / scale + 3 * near
    for _ in range(_NARROWED):
        lower, upper = low + (high - low) / 3, high - (high - low) / 3
        low, high = (lower, high) if abs(_wave(edges, lower)) < abs(_wave(edges, upper)) else (low, upper)
    frequency = (low + high) / 2
    # The edge between the first two host pixels is at 1.
    phase = -cmath.phase(_wave(edges, frequency)) / (2 * pi) + frequency
    first = (phase % 1) / frequency
    return _Grid(first, 1 / frequency, floor((len(edges) + 1 - first) * frequency))


def _wave(edges: Sequence[float], frequency: float) -> complex:
    step, turn, total = cmath.exp(-2j * pi * frequency), 1 + 0j, 0j
    for edge in edges:
        total += edge * turn
        turn *= step
    return total


def _solved(light: Image.Image, columns: _Grid, rows: _Grid) -> Image.Image:
    """Return the screen behind a reduced picture, solved along the rows and then the columns."""
    turned = light.transpose(Image.Transpose.TRANSPOSE)
    narrow = _parted(_lines(turned.tobytes(), light.height), columns)
    screen = _parted(list(zip(*narrow, strict=True)), rows)
    data = array("f", chain.from_iterable(screen)).tobytes()
    return _contrast(Image.frombytes("F", (columns.number, rows.number), data).convert("L"))


def _contrast(light: Image.Image) -> Image.Image:
    """Return a picture in black and white."""
    return light.point([0] * 128 + [255] * 128, "1")


def _lines(data: bytes, width: int) -> list[bytes]:
    return [data[at : at + width] for at in range(0, len(data), width)]


def _parted(lines: Sequence[Sequence[float]], grid: _Grid) -> list[list[float]]:
    """Return the lines of GEM pixels that reproduce the lines of host pixels best (least squares)."""
    edges = [grid.first + grid.scale * at for at in range(grid.number + 1)]
    inside = range(ceil(edges[0]), floor(edges[-1]))
    # The normal equations are tridiagonal: each host pixel covers at most two GEM pixels.
    middle, beside = [0.0] * grid.number, [0.0] * grid.number
    sums = [[0.0] * len(lines[0])] * grid.number
    for place in inside:
        at = min(floor((place - grid.first) / grid.scale), grid.number - 1)
        share = min(edges[at + 1] - place, 1.0)
        middle[at] += share * share
        sums[at] = [total + share * value for total, value in zip(sums[at], lines[place], strict=True)]
        if share < 1.0 and at + 1 < grid.number:
            rest = 1.0 - share
            beside[at] += share * rest
            middle[at + 1] += rest * rest
            sums[at + 1] = [total + rest * value for total, value in zip(sums[at + 1], lines[place], strict=True)]
    for at, after in pairwise(range(grid.number)):
        part = beside[at] / middle[at]
        middle[after] -= part * beside[at]
        sums[after] = [value - part * before for value, before in zip(sums[after], sums[at], strict=True)]
    for at in reversed(range(grid.number)):
        below = sums[at + 1] if at + 1 < grid.number else [0.0] * len(lines[0])
        sums[at] = [(value - beside[at] * next_) / middle[at] for value, next_ in zip(sums[at], below, strict=True)]
    return sums
