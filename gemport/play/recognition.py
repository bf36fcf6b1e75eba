"""Cards found on a picture of a screen: those of a deck, enlarged or reduced, and the deal that they lie in."""

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
from gemport.cards.finding import Columns
from gemport.play.cardwindow import UPRIGHT_WIDTH
from gemport.play.deck import CARD_WIDTH, Rows
from gemport.play.layout import PITCH

MAX_SCALE = 12
_SEEN = 10
"""So many rows of a card are seen even where cards lie close: its rank and its suit."""
_EDGE, _CORNER, _ROUND = 3, 8, 3
"""So many pixels at a card's sides may show what lies behind it, and at its corners so many of so many rows."""
_ENOUGH = 6
"""Fewer cards are taken for chance."""
_FINE, _AROUND = 8, 2
"""Host pixels over a card are thought of in so many places of a GEM pixel, and so many GEM pixels around it, too."""
_SELDOM = 256
"""The ink and the paper each fill one part in so many of a reduced picture, or more: most of its pixels show both."""
_OFF = 20
"""A host pixel may be so much darker or lighter than it should be."""
_MANY, _LIKELY = 12_000, 100
"""At more places, no card is likely; and so many of the likeliest are compared with each card."""
_FITS, _CLEARLY = 10.0, 1.25
"""The card on a reduced picture may be so far off in the mean, and all others are so many times as far off."""
_PITCHES = range(PITCH, (UPRIGHT_WIDTH - CARD_WIDTH) // (len(COLUMNS) - 1) - 1, -1)
"""From one column to the next, on screens down to the narrowest."""
_GRID = 4
"""Rows and columns of Großfamilien's tableau."""


class Found(NamedTuple):
    """A card on a picture, in pixels of the screen that it shows."""

    x: int
    y: int
    card: Card


def read_deal(picture: Image.Image, decks: Iterable[Sequence[Rows]]) -> Columns | None:
    """Return the columns of a cell game's start, or the rows of Großfamilien's; None if there are no such cards.

    picture: in greys; it may show more than the screen, black on white or white on black, scaled as the hosts do it
    decks: the pictures of cards, 0..51, that may be seen there
    """
    # As Pillow has it, white is 1.
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
    """Yield the screens that a picture may show at whole scales, in black and white."""
    shown = _contrast(picture)
    for scale in range(1, MAX_SCALE + 1):
        size = shown.width // scale, shown.height // scale
        yield shown.resize(size, Image.Resampling.NEAREST, (0, 0, size[0] * scale, size[1] * scale))


def _joined(rows: Sequence[int]) -> int:
    return reduce(lambda upper, row: upper << CARD_WIDTH | row, rows)


_EDGES = [_CORNER] * _ROUND + [_EDGE] * (_SEEN - _ROUND)
_SURE = _joined([(1 << (CARD_WIDTH - edge)) - (1 << edge) for edge in _EDGES])
"""The pixels of a strip, the rows of a card that are always seen, which do not show what lies behind it."""


def _find_cards(screen: Image.Image, strips: Mapping[int, Card]) -> list[Found]:
    found = []
    for x, y in _corners(screen, strips):
        strip = int.from_bytes(screen.crop((x, y, x + CARD_WIDTH, y + _SEEN)).tobytes(), "big")
        if (card := strips.get(strip & _SURE)) is not None:
            found.append(Found(x, y, card))
    return found


def _corners(screen: Image.Image, strips: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the corners where a card may lie: where the screen has all pixels that are the same in each strip."""
    white, black = reduce(and_, strips), reduce(and_, (~strip & _SURE for strip in strips))
    # All places at once: a bit each, the last one's lowest.
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
    """Give those of all places at once at which a card has room."""
    stride = 8 * ((screen.width + 7) // 8)
    bits = format(places, f"0{stride * screen.height}b") if places else ""
    at = bits.find("1")
    while at >= 0:
        y, x = divmod(at, stride)
        if x + CARD_WIDTH <= screen.width and y + _SEEN <= screen.height:
            yield x, y
        at = bits.find("1", at + 1)


# ---- pixels smaller than the picture's


class _Grid(NamedTuple):
    """The places of GEM pixels one way: the first one's edge and the size of each in host pixels, and their number."""

    first: float
    scale: float
    number: int


class _Bounds(NamedTuple):
    """The least and the most light of host pixels wherever over a strip and around it, _FINE of them to a GEM pixel."""

    least: Image.Image
    most: Image.Image


def _found_reduced(picture: Image.Image, strips: Mapping[int, Card]) -> Iterator[list[Found]]:
    """Give the cards that fit the light at some scale that reduces, and clearly better than all others."""
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
    """Return what shows at least so many white pixels of a strip, and at most so many, both of its sure ones."""
    spread = []
    for bits, around in (white, 0), (light | ~_SURE & (1 << CARD_WIDTH * _SEEN) - 1, 255):
        strip = Image.frombytes("1", (CARD_WIDTH, _SEEN), bits.to_bytes(CARD_WIDTH * _SEEN // 8, "big"))
        framed = ImageOps.expand(strip.convert("L"), _AROUND, around)
        fine = framed.resize((framed.width * _FINE, framed.height * _FINE), Image.Resampling.NEAREST)
        spread.append(fine.filter(ImageFilter.BoxBlur((_FINE / scale - 1) / 2)))
    return _Bounds(*spread)


class _Part(NamedTuple):
    """The light of a picture that shows GEM pixels smaller than its own, and their places."""

    light: Image.Image
    columns: _Grid
    rows: _Grid

    def misfit(self, at: tuple[int, int], bounds: _Bounds) -> float:
        """Return by how much the host pixels within a strip are darker or lighter than the bounds, in the mean."""
        across, across_fine = _within(self.columns, at[0], CARD_WIDTH)
        down, down_fine = _within(self.rows, at[1], _SEEN)
        seen = self.light.crop((across[0], down[0], across[1], down[1]))
        fine = across_fine[0], down_fine[0], across_fine[1], down_fine[1]
        least, most = (bound.resize(seen.size, Image.Resampling.NEAREST, fine) for bound in bounds)
        off = sum(ImageChops.subtract(least, seen).tobytes()) + sum(ImageChops.subtract(seen, most).tobytes())
        return off / (seen.width * seen.height)

    def clear_card(self, at: tuple[int, int], deck: Iterable[tuple[_Bounds, Card]]) -> Card | None:
        """Return the card at a place, None if none fits or several do."""
        misfits = sorted((self.misfit(at, bounds), card) for bounds, card in deck)
        least, best = misfits[0]
        other = next((misfit for misfit, card in misfits if card != best), _FITS)
        return best if least <= _FITS and other >= least * _CLEARLY else None


def _within(grid: _Grid, first: int, count: int) -> tuple[tuple[int, int], tuple[float, float]]:
    """Return which host pixels lie within GEM pixels, and where that is in the bounds of a strip that begins there."""
    edge = grid.first + grid.scale * first
    host = ceil(edge), floor(edge + grid.scale * count)
    start, end = (((place - edge) / grid.scale + _AROUND) * _FINE for place in host)
    return host, (start, end)


def _reduced_corners(part: _Part, common: _Bounds) -> list[tuple[int, int]]:
    """Return where a card may lie: where host pixels over the middles of GEM pixels have the light of each strip."""
    right, bottom = (grid.first + grid.scale * grid.number for grid in (part.columns, part.rows))
    box, size = (part.columns.first, part.rows.first, right, bottom), (part.columns.number, part.rows.number)
    screen = part.light.resize(size, Image.Resampling.NEAREST, box)
    # A host pixel over the middle of a GEM pixel reaches so far to all sides.
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
        # In coarse steps there are few different ones.
        low, high = (low - _OFF) // 16 * 16, -((-high - _OFF) // 16 * 16)
        if low > 0 or high < 255:
            row, column = divmod(at, CARD_WIDTH)
            places &= lit(low, high) << (row * stride + column)
    return list(_placed(places, screen)) if places.bit_count() <= _MANY else []


def _columns(found: Sequence[Found]) -> Columns | None:
    # The column on the left may be unreadable: the corner is where most cards can be counted from.
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
    """Return the rows of cards that lie each by itself, farther apart than columns; None if they do not."""
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


# ---- pixels of a GEM screen that a picture shows at a scale which is no whole number
#
# A host pixel over several GEM pixels has of the light of each as much as it covers (the shaders of
# ``gemport.hosts.desktop.shifter``). Where two GEM pixels differ there is an edge, and all edges lie on a grid: its
# scale is the strongest frequency among them, and its corner their phase. With the grid known, the shares are solved
# for.

_GAMMA = 2.2
_SHARP = [round(255 * (value / 255) ** 4) for value in range(256)]
"""Edges between host pixels count most: so those of a scale of nearly 1 are not spread evenly over all pixels."""
_COMMON = 32
"""The ink and the paper each fill one part in so many of a picture, or more."""
_BAND = 256
"""So many rows are added up at once."""
_LARGEST = 13.0
_MIN_SCALE = 0.55
"""At smaller scales cards look too much alike."""
_CLEAR = 0.01
"""The strength of a frequency that is tried, both ways; all edges on a grid have 1."""
_SOLVED = 10_000_000
"""So many GEM pixels are solved for, or fewer: more than a display has that shows them so small."""
_TRIED = 3
"""So many of the strongest frequencies are tried, of those that are half as strong as the strongest."""
_NARROWED = 30


def _unscaled_screens(grey: Image.Image) -> Iterator[Image.Image]:
    """Yield what a picture may show enlarged, in black and white, the likeliest first."""
    light = _light_of(grey)
    # Of host pixels, a frequency is the same as what it lacks to 1, and as all that is larger by 1. What is found
    # soonest comes first.
    for columns, rows in _grids(light, lambda frequency: [1 / frequency, 1 / (1 - frequency)]):
        if columns.scale >= 2:
            right, bottom = (grid.first + grid.scale * grid.number for grid in (columns, rows))
            size, box = (columns.number, rows.number), (columns.first, rows.first, right, bottom)
            yield _contrast(light.resize(size, Image.Resampling.NEAREST, box))
        else:
            yield _solved(light, columns, rows)


def _reduced_grids(light: Image.Image) -> Iterator[tuple[_Grid, _Grid]]:
    """Give the places of GEM pixels that are smaller than those of a picture, across and down, the likeliest first."""
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
    """Return how much light there is between that of the ink and that of the paper."""
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
    """Return how often GEM pixels' edges come, up to every other host pixel, as fits both ways, the likeliest first."""
    size = 2
    while size < 2 * max(len(across), len(down)):
        size *= 2
    one, other = _spectrum(across, size), _spectrum(down, size)
    # Where the picture was rounded to whole host pixels, the scales differ a little.
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
    # The edge between the first two host pixels lies at 1.
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
    """Return the screen where host pixels lie over several GEM pixels: first along the rows, then down them."""
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
    """Return the lines of GEM pixels whose shares in the lines of host pixels fit best (least squares)."""
    edges = [grid.first + grid.scale * at for at in range(grid.number + 1)]
    inside = range(ceil(edges[0]), floor(edges[-1]))
    # The normal equations have three diagonals: each host pixel lies over two GEM pixels at most.
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
