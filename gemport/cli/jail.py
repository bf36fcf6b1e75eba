"""The kernel's limits for ``gemport run --jail``, by Landlock of Linux: outside some folders nothing can be written.

Reading stays free, because a window needs libraries, fonts, drivers and sockets from many places.
"""

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from gemport.cli.arguments import UsageError

_MISSING: Final = "--jail: this system has no Landlock (Linux from 5.13 on, unless it is switched off)"
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # system calls, with the same numbers on every processor
_ASK_VERSION, _PATH_BENEATH, _NO_NEW_PRIVILEGES = 1, 1, 38
_WRITES: Final = 0x7FF2  # writing and truncating files, making, removing and moving everything
_FILE_WRITES: Final = 0x4002  # of these, the writes to a file
_KNOWN_BITS: Final = {1: 13, 2: 14}  # number of kinds of access by version of Landlock, if some of these are missing


def confine(folders: Iterable[Path]) -> None:
    """Let this process, its later threads and children write only in folders that exist, until the process ends.

    Raises UsageError if the kernel cannot do that.
    """
    if sys.platform != "linux":
        raise UsageError(_MISSING)
    version = _call(_CREATE_RULESET, None, 0, _ASK_VERSION)
    if version < 1:
        raise UsageError(_MISSING)
    access = _WRITES & (1 << _KNOWN_BITS.get(version, 64)) - 1
    ruleset = _call(_CREATE_RULESET, struct.pack("=Q", access), 8, 0)
    done = [ruleset]
    # Graphics and sound write to devices.
    devices = (path for path in Path("/dev").iterdir() if path.is_char_device() or path.name in ("dri", "snd"))
    for path in (*folders, *devices):
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rule = struct.pack("=Qi", access if path.is_dir() else access & _FILE_WRITES, descriptor)
        done.append(_call(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0))
        os.close(descriptor)
    # Without this promise only root may restrict itself.
    done.append(ctypes.CDLL(None).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    done.append(_call(_RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)
    if min(done) < 0:
        raise UsageError("--jail: the kernel refuses the limits")


def _call(number: int, *arguments: int | bytes | None) -> int:
    passed = (ctypes.c_long(value) if isinstance(value, int) else value for value in arguments)
    return int(ctypes.CDLL(None).syscall(ctypes.c_long(number), *passed))
