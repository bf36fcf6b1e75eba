"""GEMDOS's errors, and the BIOS's."""

from enum import IntEnum


class Error(IntEnum):
    """What a call of GEMDOS or the BIOS answers where it cannot do what it is asked for."""

    EDRVNR = -2
    EINVFN = -32
    EFILNF = -33
    EPTHNF = -34
    ENHNDL = -35
    EACCDN = -36
    EIHNDL = -37
    ENSMEM = -39
    EIMBA = -40
    EDRIVE = -46
    ENSAME = -48
    ENMFIL = -49
    ERANGE = -64
    EPLFMT = -66
