"""The outlines of graf_movebox, graf_growbox and graf_shrinkbox as lists of rectangles (docs/machine.md 3.6)."""

from __future__ import annotations

from gemport.gem.aes.rect import GRect


def _count(distance: int) -> int:
    """How many steps a way is divided into: the binary digits of half the distance."""
    return (distance // 2).bit_length()


def _step(distance: int, count: int) -> int:
    """Pixels a step, at least one."""
    return max(abs(distance) // count, 1) if count else 1


def moving(w: int, h: int, sx: int, sy: int, dx: int, dy: int) -> list[GRect]:
    """The outlines of a box of w x h on its way from (sx, sy) towards (dx, dy), the first at the start."""
    count = _count(abs(dx - sx) + abs(dy - sy))
    # An axis without a way to go counts as going back.
    step_x = _step(dx - sx, count) * (1 if dx > sx else -1)
    step_y = _step(dy - sy, count) * (1 if dy > sy else -1)
    return [GRect(sx + i * step_x, sy + i * step_y, w, h) for i in range(count + 1)]


def centred(small: GRect, big: GRect) -> GRect:
    """The small rectangle in the middle of the big one, rounded as the AES does."""
    x = big.x + big.w // 2 - small.w // 2
    y = big.y + big.h // 2 - small.h // 2
    return GRect(x, y, small.w, small.h)


def _stretching(start: GRect, small: GRect, big: GRect, sign: int) -> list[GRect]:
    half_w, half_h = (big.w - small.w) // 2, (big.h - small.h) // 2
    count = _count(half_w + half_h)
    step_x, step_y = sign * _step(half_w, count), sign * _step(half_h, count)
    return [
        GRect(start.x - i * step_x, start.y - i * step_y, start.w + 2 * i * step_x, start.h + 2 * i * step_y)
        for i in range(count + 1)
    ]


def growing(small: GRect, big: GRect) -> tuple[list[GRect], list[GRect]]:
    """graf_growbox: whole outlines from ``small`` to the middle of ``big``, then corner outlines growing there."""
    middle = centred(small, big)
    return moving(small.w, small.h, small.x, small.y, middle.x, middle.y), _stretching(middle, small, big, 1)


def shrinking(small: GRect, big: GRect) -> tuple[list[GRect], list[GRect]]:
    """graf_shrinkbox: corner outlines shrinking from ``big``, then whole ones from its middle to ``small``."""
    middle = centred(small, big)
    return _stretching(big, small, big, -1), moving(small.w, small.h, middle.x, middle.y, small.x, small.y)
