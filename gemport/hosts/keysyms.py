"""The names of the host's keys, for hosts of every kind.

The numbers are X's keysyms, which pyglet uses on every system; another host translates its own names into these.
"""

# Keys that act by their name.
ESCAPE = 0xFF1B
BACKSPACE = 0xFF08
TAB = 0xFF09
RETURN = 0xFF0D
DELETE = 0xFFFF
INSERT = 0xFF63
HOME = 0xFF50
END = 0xFF57
UP = 0xFF52
DOWN = 0xFF54
LEFT = 0xFF51
RIGHT = 0xFF53
PAGEUP = 0xFF55
PAGEDOWN = 0xFF56
UNDO = 0xFF65
HELP = 0xFF6A
F1 = 0xFFBE
F11 = 0xFFC8
F12 = 0xFFC9
# Of the keypad; NUM_0 to NUM_9 follow each other, as F1 to F10 do.
NUM_0 = 0xFFB0
NUM_ENTER = 0xFF8D
NUM_DELETE = 0xFF9F
NUM_INSERT = 0xFF9E
NUM_HOME = 0xFF95
NUM_END = 0xFF9C
NUM_UP = 0xFF97
NUM_DOWN = 0xFF99
NUM_LEFT = 0xFF96
NUM_RIGHT = 0xFF98
NUM_ADD = 0xFFAB
NUM_SUBTRACT = 0xFFAD
NUM_MULTIPLY = 0xFFAA
NUM_DIVIDE = 0xFFAF
NUM_DECIMAL = 0xFFAE
NUM_SEPARATOR = 0xFFAC
# Shift keys.
LSHIFT = 0xFFE1
RSHIFT = 0xFFE2
LCTRL = 0xFFE3
RCTRL = 0xFFE4
LALT = 0xFFE9
# A letter's key has the number of its small letter.
Z = 0x007A
# X has a name of its own for Tab with Shift that pyglet does not know: it gives the key's code.
BACK_TAB = 23 << 32
# The modifiers held with a key, as bits; MOD_COMMAND is macOS's.
MOD_SHIFT = 0x01
MOD_CTRL = 0x02
MOD_ALT = 0x04
MOD_COMMAND = 0x40
