"""GEM's names for the AES's flags, codes and message types (docs/machine.md 3)."""

from enum import IntEnum, IntFlag


class Mu(IntFlag):
    """The events that evnt_multi waits for and reports."""

    MU_KEYBD = 0x01
    MU_BUTTON = 0x02
    MU_M1 = 0x04
    MU_M2 = 0x08
    MU_MESAG = 0x10
    MU_TIMER = 0x20
    MU_WORK = 0x4000
    """The work passed to the call is finished; an extension of gemport."""


MU_KEYBD, MU_BUTTON, MU_M1, MU_M2, MU_MESAG, MU_TIMER, MU_WORK = Mu
"""A member of :class:`Mu`."""


class Msg(IntEnum):
    """Message types (word 0 of a message)."""

    MN_SELECTED = 10
    WM_REDRAW = 20
    WM_TOPPED = 21
    WM_CLOSED = 22
    WM_FULLED = 23
    WM_ARROWED = 24
    WM_HSLID = 25
    WM_VSLID = 26
    WM_SIZED = 27
    WM_MOVED = 28
    WM_NEWTOP = 29
    WM_UNTOPPED = 30
    WM_ONTOP = 31
    WM_ICONIFY = 34
    WM_UNICONIFY = 35
    AC_OPEN = 40
    AC_CLOSE = 41
    AP_TERM = 50
    """The host asks the program to quit (the number used by later AES versions)."""
    CH_EXIT = 90
    """An application that the receiver started has ended (AES 4)."""
    VA_START = 0x4711
    """The receiver should open a file (a number that programs agreed on)."""


class Kind(IntFlag):
    """The parts of a window."""

    NAME = 0x01
    CLOSER = 0x02
    FULLER = 0x04
    MOVER = 0x08
    INFO = 0x10
    SIZER = 0x20
    UPARROW = 0x40
    DNARROW = 0x80
    VSLIDE = 0x100
    LFARROW = 0x200
    RTARROW = 0x400
    HSLIDE = 0x800
    SMALLER = 0x4000
    """The gadget that requests iconifying (AES 4)."""


class Wf(IntEnum):
    """Fields of wind_get and wind_set."""

    WF_KIND = 1
    WF_NAME = 2
    WF_INFO = 3
    WF_WORKXYWH = 4
    WF_CURRXYWH = 5
    WF_PREVXYWH = 6
    WF_FULLXYWH = 7
    WF_HSLIDE = 8
    WF_VSLIDE = 9
    WF_TOP = 10
    WF_FIRSTXYWH = 11
    WF_NEXTXYWH = 12
    WF_NEWDESK = 14
    WF_HSLSIZE = 15
    WF_VSLSIZE = 16
    WF_SCREEN = 17
    WF_OWNER = 20
    WF_BOTTOM = 25
    WF_ICONIFY = 26
    WF_UNICONIFY = 27
    WF_UNICONIFYXYWH = 28


class Wc(IntEnum):
    """The types of calculation of wind_calc."""

    WC_BORDER = 0
    WC_WORK = 1


class Update(IntEnum):
    """Codes of wind_update."""

    END_UPDATE = 0
    BEG_UPDATE = 1
    END_MCTRL = 2
    BEG_MCTRL = 3


WHEEL_LINES = 3  # number of lines scrolled per step of the mouse wheel
LANGUAGE = "AE_LANG"
"""Environment variable with the language of the AES's own boxes, under the name that other AES versions use."""


class Arrowed(IntEnum):
    """Word 4 of WM_ARROWED."""

    WA_UPPAGE = 0
    WA_DNPAGE = 1
    WA_UPLINE = 2
    WA_DNLINE = 3
    WA_LFPAGE = 4
    WA_RTPAGE = 5
    WA_LFLINE = 6
    WA_RTLINE = 7


class Fmd(IntEnum):
    """Flags of form_dial."""

    FMD_START = 0
    FMD_GROW = 1
    FMD_SHRINK = 2
    FMD_FINISH = 3


class MouseNumber(IntEnum):
    """Numbers of graf_mouse."""

    ARROW = 0
    TEXT_CRSR = 1
    BUSY_BEE = 2
    POINT_HAND = 3
    FLAT_HAND = 4
    THIN_CROSS = 5
    THICK_CROSS = 6
    OUTLN_CROSS = 7
    USER_DEF = 255
    M_OFF = 256
    M_ON = 257


DESKTOP = 0
"""Handle of the desktop, which is below all windows."""

LEFT = 1
"""Button bit of the left mouse button."""
RIGHT = 2
"""Button bit of the right mouse button."""

TICK = 20
"""Milliseconds per tick of 50 Hz, the AES's unit of time."""

WCHAR, HCHAR = 8, 16
"""Cell of the system font in pixels."""
HBOX, WBOX = 19, 19
"""Side of a window gadget, and height of the menu bar including its line, in pixels."""
