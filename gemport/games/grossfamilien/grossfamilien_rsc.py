# Made by tools/build_data.py from grossfamilien_de.txt and grossfamilien_en.txt.
"""The numbers of trees, objects and free strings in the resource, by their names."""

MENU, ABOUT, ABOUT_OK, ABOUT_VERSION, ABOUT_MANUAL, ABOUT_WARRANTY, RANK, VICTORY, LOST = 0, 1, 4, 8, 9, 10, 0, 13, 14
FILL_FIRST, HINT_LIKELY, HINT_LOST, LABEL, PILE_NAME, FAMILY_NAME, TALON_NAME = 15, 16, 17, 18, 19, 20, 21
TURNED_NAME, WASTE_NAME = 22, 23
