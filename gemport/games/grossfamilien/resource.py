# Made by tools/build_data.py from grossfamilien_de.txt and grossfamilien_en.txt.
"""The numbers of trees, objects and free strings in the resource, by their names."""

MENU = 0
MENU_ABOUT = 7
MENU_NEW = 16
MENU_SELECT = 17
MENU_RESTART = 19
MENU_REMOVE = 21
MENU_UNDO = 22
MENU_REDO = 23
MENU_STATISTICS = 25
MENU_QUIT = 27
MENU_UNFINISHED = 28
MENU_HINT = 29
MENU_COUNTER = 30
MENU_HELP = 31
ABOUT = 1
ABOUT_OK = 4
ABOUT_VERSION = 8
ABOUT_MANUAL = 9
RANK = 0
VICTORY = 13
LOST = 14
FILL_FIRST = 15
HINT_LIKELY = 16
HINT_LOST = 17
LABEL = 18
