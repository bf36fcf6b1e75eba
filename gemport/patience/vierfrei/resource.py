# Made by tools/build_data.py from vierfrei_de.txt and vierfrei_en.txt.
"""The numbers of trees, objects and free strings in the resource, by their names."""

MENU = 0
MENU_ABOUT = 7
MENU_NEW = 16
MENU_SELECT = 17
MENU_RESTART = 19
MENU_REMOVE = 21
MENU_UNDO = 22
MENU_QUIT = 24
GETNUM = 1
GETNUM_FIELD = 2
GETNUM_CANCEL = 3
GETNUM_OK = 4
GRAT = 2
GRAT_OK = 2
GRAT_MOVES = 4
ABOUT = 3
ABOUT_OK = 4
WIND = 4
LOST = 0
ASK_CLEAR = 1
SET_ASIDE = 2
NOT_KEPT = 3
NOT_RESUMED = 4
NO_STREAK = 5
STREAK_WON = 6
STREAK_LOST = 7
