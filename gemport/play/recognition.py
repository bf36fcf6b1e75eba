"""Recognition of a deal in a picture: a screenshot at any scale, a scaled copy, or a slightly turned photo.

The upper edge of a card is a dark line above a white one, and its length reveals the scale. Lines of similar length are
found on a few reduced copies of the picture. The visible strip of each card, its rank and suit, is then compared with
the strips of the decks, blended for the same scale and place. The read cards reveal the layout of the table, and so the
places of the other cards.
"""

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from heapq import nlargest
from itertools import chain, pairwise, product
from math import ceil, floor
from statistics import mean
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageChops

from gemport.cards.card import PACK_SIZE, Card
from gemport.cards.deal_search import Columns
from gemport.play.deck import CARD_WIDTH, Rows

_STRIP_HEIGHT = 10  # number of rows visible of every card: its rank and suit
_SIDES = [8] * 3 + [3] * (_STRIP_HEIGHT - 3)
"""Number of transparent or uncertain pixels at both sides of each row of a strip."""
_LINE_WIDTH, _LINE_START = 50, 7
"""Width of the straight upper edge of a card, and its start from the left, in GEM pixels."""
_LEVELS = [0.68 * 1.2**step for step in range(17)]
"""Factors of reduction; at two of them the scale is from 0.85 to 1.2, and a line has one of these lengths in pixels."""
_LINE_LENGTHS = range(41, 69)
_MIN_LEVEL, _MAX_LEVEL_AREA = 150, 12_000_000  # minimum width and height, and maximum area, of a reduced copy
_MIN_CONTRAST = 48
_MIN_CARDS, _MANY_CARDS = 6, 16
"""Minimum number of cards in a deal, and the number that ends the search."""
_MAX_TRIES = 8  # number of scales to try, by decreasing number of lines
_COARSE_STEPS, _FINE_STEPS = [step / 100 for step in range(-8, 4)], [step / 400 for step in range(-3, 4)]
"""Deviations of the scale from its estimate, first and second try. Patterns beside a card lengthen its line."""
_COARSE_SAMPLE, _FINE_SAMPLE = 8, 16  # numbers of lines used to measure the scale
_LINEAR, _GAMMA = ([(value / 255) ** gamma for value in range(256)] for gamma in (1.0, 2.2))
_CURVES = _LINEAR, _GAMMA, [1 - light for light in reversed(_GAMMA)]
"""The light of each grey: blended as it is, as light, and as light before the picture was inverted."""
_MIN_VIEW_SCALE = 1.1  # minimum scale after a reduction: at 1, places between pixels would blur the cards
_FINE, _MARGIN = 4, 2  # number of positions per GEM pixel, and of GEM pixels around a strip, in a fine strip
_PHASES = [(across / 4, down / 4) for across in range(4) for down in range(4)]
"""Places of a corner within a pixel of the picture."""
_MAX_MISFIT, _MIN_LEAD, _MAX_SAMPLE_MISFIT = 16.0, 1.12, 30.0
"""Maximum mean difference of a card, minimum factor to the next card, and maximum mean difference of a sample."""
_ANGLES = [step / 4 for step in range(-16, 17)]  # angles of a photo in degrees
_MIN_PITCH = _STRIP_HEIGHT - 2
_CELL_GAME, _TABLEAU = [7] * 4 + [6] * 4, [4] * 4
"""Numbers of cards in the columns of a cell game's start, and of Großfamilien's tableau."""

_Bounds: TypeAlias = tuple[Image.Image, Image.Image]  # the minimum and maximum light of each pixel
_Place: TypeAlias = tuple[float, float]


class _Lines(NamedTuple):
    """Lines of a similar length, their scale as edges of cards, and the corners of these cards in the picture."""

    picture: Image.Image
    scale: float
    corners: list[_Place]


class _Grid(NamedTuple):
    """Equally spaced places in one direction: the first and the pitch in GEM pixels, and the number of places."""

    first: float
    pitch: float
    places: int

    def starts(self, size: int) -> range:
        """Return the possible starts of ``size`` places that contain these: the first are perhaps hidden or cut off."""
        return range(0, min(self.places - size, 0) - 1, -1)


def read_deals(picture: Image.Image, decks: Iterable[Sequence[Rows]]) -> Iterator[Columns]:
    """Yield the possible columns of a cell game's start, or rows of Großfamilien's, likeliest first.

    ``picture`` is in greys; it can show more than the screen, black on white or inverted. ``decks`` are the pictures of
    cards, 0..51, to look for.
    """
    strips = _Strips(decks)
    for level in _levelled(picture):
        groups = chain(*(_line_groups(shown) for shown in (level, ImageChops.invert(level))))
        for group in nlargest(_MAX_TRIES, groups, key=lambda group: len(group.corners)):
            best = _best_view(group, strips)
            deals = [] if best is None else _deals(*best)
            yield from deals
            if deals and sum(card is not None for card in chain(*deals[0])) >= _MANY_CARDS:
                return


def _levelled(picture: Image.Image) -> Iterator[Image.Image]:
    """Yield the picture turned so that its lines are level, then the picture itself."""
    small = picture.copy()
    small.thumbnail((1000, 1000))
    box = small.width // 4, small.height // 8, small.width * 3 // 4, small.height * 7 // 8

    def contrast(angle: float) -> int:
        """Return the contrast between the rows of the turned picture's middle."""
        middle = small.rotate(angle, Image.Resampling.BILINEAR).crop(box)
        rows = middle.resize((1, middle.height), Image.Resampling.BOX).tobytes()
        return sum((after - before) ** 2 for before, after in pairwise(rows))

    if angle := max(_ANGLES, key=contrast):
        yield picture.rotate(angle, Image.Resampling.BICUBIC)
    yield picture


def _line_groups(picture: Image.Image) -> Iterator[_Lines]:
    """Yield the largest group of lines for each level."""
    for level in _LEVELS:
        size = round(picture.width / level), round(picture.height / level)
        if min(size) < _MIN_LEVEL or size[0] * size[1] > _MAX_LEVEL_AREA:
            continue
        reduced = picture.resize(size, Image.Resampling.BOX if level > 1 else Image.Resampling.BICUBIC)
        by_length = defaultdict(list)
        for x, y, length in _lines(reduced):
            by_length[length].append((x * level, y * level))
        near = {length: list(chain(*(by_length.get(length + step, ()) for step in (-1, 0, 1)))) for length in by_length}
        length, lines = max(near.items(), key=lambda group: len(group[1]), default=(0, []))
        if len(lines) >= _MIN_CARDS:
            scale = length * level / _LINE_WIDTH
            yield _Lines(picture, scale, [(x - _LINE_START * scale, y - scale / 2) for x, y in lines])


def _lines(level: Image.Image) -> Iterator[tuple[int, float, int]]:
    """Yield the left end, centre and length of lines that are darker than the pixels below."""
    width, height = level.size
    upper, lower = level.crop((0, 0, width, height - 1)), level.crop((0, 1, width, height))
    darker = ImageChops.subtract(lower, upper).point([255 * (value >= _MIN_CONTRAST) for value in range(256)])
    for run in re.finditer(rb"(?:\xff+\x00?)+(?<=\xff)", darker.tobytes()):
        y, x = divmod(run.start(), width)
        length = run.end() - run.start()
        if length in _LINE_LENGTHS and x + length <= width:
            yield x, y + 0.5, length


# ---- cards


class _Strips:
    """The strips of the decks in fine pixels: the bounds of each card, and the bounds of all cards together."""

    def __init__(self, decks: Iterable[Sequence[Rows]]) -> None:
        strips = {}
        for deck in decks:
            for card, rows in enumerate(deck[:PACK_SIZE]):
                # White is 1 in Pillow.
                whites = [~row & (1 << CARD_WIDTH) - 1 for row in rows[:_STRIP_HEIGHT]]
                strips[b"".join(row.to_bytes(CARD_WIDTH // 8, "big") for row in whites)] = card
        pictures = [Image.frombytes("1", (CARD_WIDTH, _STRIP_HEIGHT), bits).convert("L") for bits in strips]
        self.names = list(strips.values())
        self.cards = [(_fine(picture, 0), _fine(picture, 255)) for picture in pictures]
        self.all = _fine(reduce(ImageChops.darker, pictures), 0), _fine(reduce(ImageChops.lighter, pictures), 255)


def _fine(strip: Image.Image, outside: int) -> Image.Image:
    """Return a strip in fine pixels, with ``outside`` instead of uncertain pixels."""
    framed = Image.new("L", (CARD_WIDTH + 2 * _MARGIN, _STRIP_HEIGHT + 2 * _MARGIN), outside)
    for row, side in enumerate(_SIDES):
        framed.paste(strip.crop((side, row, CARD_WIDTH - side, row + 1)), (_MARGIN + side, _MARGIN + row))
    return framed.resize((framed.width * _FINE, framed.height * _FINE), Image.Resampling.NEAREST)


class _View:
    """A picture compared with strips at a scale up to 2.2, in sheets: pictures with many strips below each other."""

    def __init__(self, picture: Image.Image, scale: float, light: Sequence[float], strips: _Strips) -> None:
        self.scale, self._picture, self._light, self._strips = scale, picture, light, strips
        self._size = ceil(CARD_WIDTH * scale), ceil(_STRIP_HEIGHT * scale)
        rare = picture.width * picture.height // 200
        self._ink = next((ink for ink, count in zip(light, picture.histogram(), strict=True) if count > rare), 0.0)
        self._edges = self._sheet([(strips.all, phase) for phase in _PHASES])
        self._cards: dict[_Place, _Bounds] = {}

    def card(self, corner: _Place) -> tuple[Card, _Place] | None:
        """Return the card near a place of the picture and its corner in GEM pixels, or None if no card is clear."""
        misfits, (x, y) = self._compared(corner)
        misfits.sort()
        least, card = misfits[0]
        other = next((misfit for misfit, other in misfits if other != card), 0.0)
        clear = least <= _MAX_MISFIT and other >= _MIN_LEAD * least
        return (card, (x / self.scale, y / self.scale)) if clear else None

    def misfit(self, corners: Iterable[_Place]) -> float:
        """Return the mean difference of the cards at the better half of some corners."""
        misfits = sorted(min(self._compared(corner)[0])[0] for corner in corners)
        return mean(misfits[: len(misfits) // 2])

    def _compared(self, corner: _Place) -> tuple[list[tuple[float, Card]], _Place]:
        """Return the difference of each card at the likeliest corner near a place, and this corner."""
        left, top = (floor(at) - 1 for at in corner)
        _, left, top, phase = min(
            (misfit, x, y, phase)
            for x, y in product(range(left, left + 3), range(top, top + 3))
            for misfit, phase in zip(self._differences(x, y, self._edges), _PHASES, strict=True)
        )
        if phase not in self._cards:
            self._cards[phase] = self._sheet([(bounds, phase) for bounds in self._strips.cards])
        misfits = self._differences(left, top, self._cards[phase])
        return list(zip(misfits, self._strips.names, strict=True)), (left + phase[0], top + phase[1])

    def _differences(self, left: int, top: int, sheet: _Bounds) -> Sequence[float]:
        """Return the mean difference of the pixels at a place from each strip of a sheet."""
        (least, most), (_, height) = sheet, self._size
        tiled, part = Image.new("L", least.size), self._evened(left, top)
        for row in range(0, tiled.height, height):
            tiled.paste(part, (0, row))
        off = ImageChops.add(ImageChops.subtract(least, tiled), ImageChops.subtract(tiled, most))
        return array("f", off.convert("F").resize((1, tiled.height // height), Image.Resampling.BOX).tobytes())

    def _evened(self, left: int, top: int) -> Image.Image:
        """Return a part of the picture with its light scaled to the range from ink to the paper there."""
        width, height = self._size
        crop = self._picture.crop((left, top, left + width, top + height))
        paper = sorted(crop.tobytes())[-(width * height // 4) - 1]
        span = max(self._light[paper] - self._ink, 1 / 255)
        return crop.point([min(max(round(255 * (light - self._ink) / span), 0), 255) for light in self._light])

    def _sheet(self, strips: Sequence[tuple[_Bounds, _Place]]) -> _Bounds:
        """Return the bounds of strips with their corners at parts of a pixel."""
        width, height = self._size
        sheet = tuple(Image.new("L", (width, height * len(strips))) for _ in range(2))
        for row, (bounds, (across, down)) in enumerate(strips):
            left, right = ((end / self.scale + _MARGIN) * _FINE for end in (-across, width - across))
            top, bottom = ((end / self.scale + _MARGIN) * _FINE for end in (-down, height - down))
            for picture, bound in zip(sheet, bounds, strict=True):
                strip = bound.resize(self._size, Image.Resampling.BOX, (left, top, right, bottom))
                picture.paste(strip, (0, row * height))
        return sheet[0], sheet[1]


def _best_view(group: _Lines, strips: _Strips) -> tuple[_View, list[_Place]] | None:
    """Return the group's picture at the scale and curve that fit best, and its corners in that picture, or None."""
    reduction = max(int(group.scale / _MIN_VIEW_SCALE), 1)
    picture, scale = group.picture.reduce(reduction), group.scale / reduction
    corners = [(x / reduction, y / reduction) for x, y in group.corners]
    for steps, curves, size in (_COARSE_STEPS, _CURVES[:1], _COARSE_SAMPLE), (_FINE_STEPS, _CURVES, _FINE_SAMPLE):
        sample = corners[:: max(len(corners) // size, 1)]
        views = [_View(picture, scale * (1 + step), light, strips) for step in steps for light in curves]
        misfit, best = min(((view.misfit(sample), view) for view in views), key=lambda pair: pair[0])
        if misfit > _MAX_SAMPLE_MISFIT:
            return None
        scale = best.scale
    return best, corners


# ---- the table


def _deals(view: _View, corners: Iterable[_Place]) -> list[Columns]:
    """Return the possible deals, with unknown cards, for the cards at some corners."""
    seen = [card[1] for corner in corners if (card := view.card(corner)) is not None]
    if len(seen) < _MIN_CARDS:
        return []
    xs, ys = (_grid(places) for places in zip(*seen, strict=True))
    tables: list[tuple[int, Columns]] = []
    # The lines of every second row may be unclear.
    for parts in (1, 2):
        if (pitch := ys.pitch / parts) > CARD_WIDTH:
            tables += [(count, list(zip(*table, strict=True))) for count, table in _tables(view, xs, ys, _TABLEAU)]
            break
        if pitch >= _MIN_PITCH:
            tables += _tables(view, xs, _Grid(ys.first, pitch, (ys.places - 1) * parts + 1), _CELL_GAME)
    most = max((count for count, _ in tables), default=0)
    return [table for count, table in tables if count == most >= _MIN_CARDS]


def _tables(view: _View, xs: _Grid, ys: _Grid, heights: Sequence[int]) -> Iterator[tuple[int, Columns]]:
    """Yield the number of cards and the columns of possible tables with columns of these heights."""

    @cache
    def card(column: int, row: int) -> Card | None:
        x, y = xs.first + column * xs.pitch, ys.first + row * ys.pitch
        seen = view.card((x * view.scale, y * view.scale))
        return None if seen is None else seen[0]

    for top, left in product(ys.starts(max(heights)), xs.starts(len(heights))):
        table = [[card(left + column, top + row) for row in range(height)] for column, height in enumerate(heights)]
        yield sum(card is not None for card in chain(*table)), table


def _grid(places: Iterable[float]) -> _Grid:
    """Return the widest grid that contains all places."""
    ordered = sorted(places)
    starts = [at for at, (before, after) in enumerate(pairwise(ordered), 1) if after - before >= _MIN_PITCH]
    means = [mean(ordered[start:end]) for start, end in pairwise([0, *starts, len(ordered)])]
    span, pitch = means[-1] - means[0], min((after - before for before, after in pairwise(means)), default=0.0)
    steps = round(span / pitch) if pitch else 0
    return _Grid(means[0], span / (steps or 1), steps + 1)
