"""How many cards may go to another column at once. The two games differ; both rules stand here side by side."""

from __future__ import annotations


def vierfrei_limit(free_cells: int, empty_columns: int) -> int:
    """VIERFREI: (c + 1) * (1 + e(e+1)/2), the target not counted among the empty columns (docs/vierfrei.md 5)."""
    return (free_cells + 1) * (1 + empty_columns * (empty_columns + 1) // 2)


def freecell_limit(free_cells: int, empty_columns: int) -> int:
    """FreeCell: (c + 1) * 2^e, the target not counted; more than VIERFREI's from three empty columns on."""
    return (free_cells + 1) << empty_columns
