# Made by tools/build_data.py from grossfamilien_de.txt and grossfamilien_en.txt.
"""The numbers of trees, objects and free strings in the resource, by their names."""

MENU = 0
ABOUT = 1
RANK = 0
VICTORY = 13
LOST = 14
FILL_FIRST = 15
HINT_LIKELY = 16
HINT_LOST = 17
LABEL = 18
PILE_NAME = 19
FAMILY_NAME = 20
TALON_NAME = 21
TURNED_NAME = 22
WASTE_NAME = 23
