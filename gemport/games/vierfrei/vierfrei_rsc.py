# Made by tools/build_data.py from vierfrei_de.txt and vierfrei_en.txt.
"""The numbers of trees, objects and free strings in the resource, by their names."""

MENU = 0
GETNUM = 1
GETNUM_FIELD = 2
GETNUM_CANCEL = 3
GETNUM_OK = 4
GETNUM_RANGE = 5
GETNUM_DIFFICULTY = 6
GETNUM_KIND = 7
GETNUM_KNOWN = 8
GETNUM_NEXT = 9
GETNUM_CELLS = 10
GRAT = 2
GRAT_OK = 2
GRAT_MOVES = 4
ABOUT = 3
ABOUT_OK = 4
ABOUT_VERSION = 7
ABOUT_MANUAL = 8
ABOUT_CONDITION = 9
ABOUT_WARRANTY = 10
WIND = 4
STATISTICS = 5
STATISTICS_WON = 10
STATISTICS_LOST = 11
STATISTICS_PERCENTAGE = 12
STATISTICS_STREAK = 13
STATISTICS_LONGEST_WON = 14
STATISTICS_LONGEST_LOST = 15
STATISTICS_CLEAR = 16
STATISTICS_OK = 17
STATISTICS_UNAIDED = 19
STATISTICS_BEST = 24
STATISTICS_AVERAGE = 26
STATISTICS_UNDOS = 28
STATISTICS_NUMBER = 29
STATISTICS_NUMBER_WON = 30
STATISTICS_NUMBER_UNAIDED = 32
STATISTICS_NUMBER_BEST = 34
STATISTICS_NUMBER_UNDOS = 36
STATISTICS_FASTEST = 38
STATISTICS_AVERAGE_TIME = 40
STATISTICS_NUMBER_FASTEST = 42
STATISTICS_CELLS = 43
NUMBER_LINE = 0
STUCK_LINE = 1
STUCK = 2
ENTRIES = {
    "about": 7,
    "new": 16,
    "select": 17,
    "restart": 19,
    "remove": 21,
    "undo": 22,
    "quit": 24,
    "unfinished": 25,
    "redo": 26,
    "hint": 27,
    "winnable": 28,
    "solution": 29,
    "back": 30,
    "oracle": 31,
    "statistics": 33,
    "counter": 34,
    "help": 35,
    "save recording": 39,
    "open recording": 40,
    "save picture": 41,
    "today": 42,
    "go home": 45,
    "click moves": 46,
}
"""The entries of the menu by their names."""
