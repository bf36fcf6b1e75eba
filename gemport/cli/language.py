"""The language to speak: German where the system does, else English."""

from __future__ import annotations

import locale
from collections.abc import Mapping

LANGUAGES = ("de", "en")
_FALLBACK = "en"
_PLAIN = ("C", "POSIX")


def system_language(environment: Mapping[str, str]) -> str:
    """``de`` or ``en``, as LANGUAGE (several, the first known one counts), LC_ALL, LC_MESSAGES and LANG say.

    As everywhere on such systems, LANGUAGE counts only if the others name a language at all.
    """
    named = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), None)
    if named is None:
        # Elsewhere the system is asked in its own way.
        named = locale.getlocale()[0] or ""
    plain = named.partition(".")[0] in ("", *_PLAIN)
    wanted = [] if plain else [*environment.get("LANGUAGE", "").split(":"), named]
    return next((language for name in wanted if (language := _language(name)) is not None), _FALLBACK)


def _language(name: str) -> str | None:
    """The language of a locale's name: ``de_AT.UTF-8``, and ``German_Germany`` as Windows has it."""
    word = name.lower().replace("german", "de", 1).replace("english", "en", 1)[:3].rstrip("_-.@")
    return word if word in LANGUAGES else None
