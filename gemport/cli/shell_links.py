"""Shortcuts for the Start menu and the desktop of Windows, created by the shell (IShellLinkW)."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from ctypes import POINTER, byref, c_int, c_uint, c_void_p, c_wchar_p
from enum import IntEnum
from pathlib import Path
from subprocess import list2cmdline
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

from gemport.gem import GemportError

_SHELL_LINK = UUID("00021401-0000-0000-c000-000000000046")
_ISHELLLINK = UUID("000214f9-0000-0000-c000-000000000046")
_IPERSISTFILE = UUID("0000010b-0000-0000-c000-000000000046")
_IN_PROCESS = 1
# Indices of methods in their tables (shobjidl_core.h, objidl.h).
_QUERY_INTERFACE, _RELEASE = 0, 2
_SET_DESCRIPTION, _SET_WORKING_DIRECTORY, _SET_ARGUMENTS, _SET_ICON_LOCATION, _SET_PATH = 7, 9, 11, 17, 20
_SAVE = 6
_MAX_PATH = 260
_ONLY_WINDOWS = "shortcuts are only available on Windows"


class Known(IntEnum):
    """The user's folders by their numbers for SHGetFolderPath (CSIDL)."""

    PROGRAMS = 0x02
    DESKTOP = 0x10
    LOCAL_DATA = 0x1C


def known_folder(number: Known) -> Path:
    """Return the path of a folder. Raises GemportError if the system does not have it."""
    path = ctypes.create_unicode_buffer(_MAX_PATH)
    if sys.platform != "win32" or ctypes.windll.shell32.SHGetFolderPathW(None, number, None, 0, path):
        raise GemportError("the folders of the Start menu and the desktop were not found")
    return Path(path.value)


def link_bytes(command: tuple[str, ...], folder: Path, icon: Path, comment: str) -> bytes:
    """Return the contents of a shortcut. Raises GemportError if shortcuts are unavailable, and OSError.

    ``command`` has the program and its arguments, ``folder`` is its working folder.
    """
    if sys.platform != "win32":
        raise GemportError(_ONLY_WINDOWS)
    ctypes.windll.ole32.CoInitialize(None)
    link, file = c_void_p(), c_void_p()
    create = ctypes.windll.ole32.CoCreateInstance
    if create(_guid(_SHELL_LINK), None, _IN_PROCESS, _guid(_ISHELLLINK), byref(link)):
        raise GemportError("Windows cannot create shortcuts")
    try:
        _method(link, _SET_PATH, c_wchar_p)(link, command[0])
        _method(link, _SET_ARGUMENTS, c_wchar_p)(link, list2cmdline(command[1:]))
        _method(link, _SET_WORKING_DIRECTORY, c_wchar_p)(link, str(folder))
        _method(link, _SET_DESCRIPTION, c_wchar_p)(link, comment)
        _method(link, _SET_ICON_LOCATION, c_wchar_p, c_int)(link, str(icon), 0)
        _method(link, _QUERY_INTERFACE, c_void_p, c_void_p)(link, _guid(_IPERSISTFILE), byref(file))
        with TemporaryDirectory() as made:
            path = os.path.join(made, "made.lnk")
            _method(file, _SAVE, c_wchar_p, c_int)(file, path, 0)
            return Path(path).read_bytes()
    finally:
        for one in filter(None, (file, link)):
            _method(one, _RELEASE)(one)


def _method(one: c_void_p, place: int, *kinds: Any) -> Callable[..., int]:
    """Return a method of a COM object, which raises OSError on failure."""
    if sys.platform != "win32":
        raise GemportError(_ONLY_WINDOWS)
    result = c_uint if place == _RELEASE else ctypes.HRESULT
    table = ctypes.cast(one, POINTER(POINTER(c_void_p))).contents
    method: Callable[..., int] = ctypes.WINFUNCTYPE(result, c_void_p, *kinds)(table[place])
    return method


def _guid(number: UUID) -> Any:
    return ctypes.create_string_buffer(number.bytes_le, 16)
