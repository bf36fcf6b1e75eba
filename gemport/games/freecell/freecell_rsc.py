# Made by tools/build_data.py from freecell_de.txt and freecell_en.txt.
"""The numbers of trees, objects and free strings in the resource, by their names."""

MENU = 0
ABOUT = 1
SAME_COLOUR = 0
NOT_ONE_LOWER = 1
NOT_LOWER_NOR_OTHER_COLOUR = 2
NOTHING_FITS = 3
LABEL = 4
