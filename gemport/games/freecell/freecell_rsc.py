# Made by tools/build_data.py from freecell_de.txt and freecell_en.txt.
"""The numbers of trees, objects and free strings in the resource, by their names."""

MENU, ABOUT, ABOUT_OK, ABOUT_VERSION, ABOUT_MANUAL, ABOUT_WARRANTY, SAME_COLOUR = 0, 1, 4, 9, 10, 11, 0
NOT_ONE_LOWER, NOT_LOWER_NOR_OTHER_COLOUR, NOTHING_FITS, LABEL = 1, 2, 3, 4
