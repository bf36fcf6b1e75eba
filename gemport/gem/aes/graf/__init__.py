"""Outlines that move, grow, shrink and are dragged."""
