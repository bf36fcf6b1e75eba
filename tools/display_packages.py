"""Debian and Ubuntu packages for the tests that open windows or a browser, and their installation."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable

# A separate display, control of its mouse, OpenGL without a graphics card, a window manager, a sound server.
PACKAGES = (
    *("xvfb", "xdotool", "libgl1", "libglx-mesa0", "libgl1-mesa-dri", "libxext6", "libxi6", "libfontconfig1"),
    *("openbox", "icewm", "x11-utils", "x11-xserver-utils", "pulseaudio", "pulseaudio-utils"),
    # Another solver; tests replay its solutions.
    "freecell-solver-bin",
    # Validates the entries for desktop menus.
    "desktop-file-utils",
    # Formats the man page.
    "groff",
    # Builds the tests' Atari programs.
    *("gcc-m68k-linux-gnu", "binutils-m68k-linux-gnu"),
    # Display and build the page for browsers.
    *("chromium", "nodejs", "npm", "firefox-esr", "webkit2gtk-driver"),
)
PROGRAMS = (
    *("Xvfb", "xdotool", "openbox", "icewm", "xprop", "xrandr", "pulseaudio", "parec", "fc-solve"),
    *("desktop-file-validate", "groff"),
    *("m68k-linux-gnu-gcc", "m68k-linux-gnu-as"),
    *("chromium", "node", "npm", "firefox-esr", "WebKitWebDriver"),
)
_ALTERNATIVES = {"nodejs": "node", "npm": "npm"}
"""Packages that are not needed if their program is installed in another way, as is common."""


def install(report: Callable[[str], None]) -> None:
    """Install missing packages if apt-get is available and the user is root; otherwise do nothing."""
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    if packages := _missing():
        report(f"installing {' '.join(packages)}")
        _apt_get("update")
        _apt_get("install", "--yes", "--no-install-recommends", *packages)


def missing() -> str:
    """Return a line that names the missing packages and how to install them, or ""."""
    if not sys.platform.startswith("linux"):
        return "the window tests run on Linux only (they bring their own X display)"
    packages = " ".join(_missing())
    if not packages:
        return ""
    return f"some tests need: sudo apt-get install {packages} (or, as root, tools/test.py --install-display)"


def _missing() -> list[str]:
    if shutil.which("dpkg-query"):
        others = {package for package, program in _ALTERNATIVES.items() if shutil.which(program)}
        return [package for package in PACKAGES if package not in others and not _installed(package)]
    return [program for program in PROGRAMS if shutil.which(program) is None]


def _installed(package: str) -> bool:
    query = ["dpkg-query", "--show", "--showformat=${db:Status-Status}", package]
    # A package installed for several architectures prints one word for each.
    return "installed" in subprocess.run(query, capture_output=True, text=True).stdout.replace("not-installed", "")


def _apt_get(*arguments: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "--quiet", "--quiet", *arguments], env=environment, stdout=subprocess.DEVNULL)
