# Made by tools/build_data.py from freecell_de.txt and freecell_en.txt.
"""The numbers of trees, objects and free strings in the resource, by their names."""

MENU = 0
ABOUT = 1
ABOUT_OK = 4
ABOUT_VERSION = 9
ABOUT_MANUAL = 10
ABOUT_WARRANTY = 11
SAME_COLOUR = 0
NOT_ONE_LOWER = 1
NOT_LOWER_NOR_OTHER_COLOUR = 2
NOTHING_FITS = 3
LABEL = 4
ENTRIES = {
    "about": 8,
    "new": 17,
    "select": 18,
    "unfinished": 19,
    "restart": 20,
    "undo": 22,
    "redo": 23,
    "hint": 25,
    "winnable": 26,
    "solution": 27,
    "back": 28,
    "help": 30,
    "quit": 32,
    "statistics": 34,
    "messages": 36,
    "count columns": 37,
    "counter": 39,
    "oracle": 40,
    "only winnable": 41,
    "more numbers": 42,
    "save recording": 45,
    "open recording": 46,
    "save picture": 47,
    "today": 48,
    "go home": 49,
    "click moves": 50,
    "guide keys": 51,
}
"""The entries of the menu by their names."""
