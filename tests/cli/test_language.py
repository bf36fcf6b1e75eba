"""Which language is spoken: German where the system says so, else English."""

from __future__ import annotations

import locale

import pytest

from gemport.cli.arguments import system_language


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de.UTF-8"}, "de"),
        ({"LANG": "DE"}, "de"),
        # Neither German nor English: English.
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "den_CA"}, "en"),
        ({"LANG": "C"}, "en"),
        # What is named later counts only where what is named first says nothing.
        ({"LANG": "de_DE", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "en_US", "LC_ALL": "de_DE"}, "de"),
        ({"LANG": "en_US", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LC_MESSAGES": "en_US", "LC_ALL": "de_DE"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "de"),
        # LANGUAGE is a list; the first one that is known counts.
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "de"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en_GB:en"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "fr:de:en"}, "de"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:it"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": ""}, "de"),
        # It is not heard where the system is to speak no language at all.
        ({"LANG": "C", "LANGUAGE": "de"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE", "LANGUAGE": "de"}, "en"),
    ],
    ids=lambda value: " ".join(f"{name}={word}" for name, word in value.items()) if isinstance(value, dict) else value,
)
def test_the_systems_language_is_german_where_it_says_so(settings: dict[str, str], language: str) -> None:
    assert system_language(settings) == language


@pytest.mark.parametrize(
    ("known", "settings", "language"),
    [
        ("German_Germany", {}, "de"),
        ("German_Austria", {"LANGUAGE": "en"}, "en"),
        ("en_US", {"LANG": ""}, "en"),
        (None, {}, "en"),
        (None, {"LANGUAGE": "de"}, "en"),
    ],
)
def test_without_settings_the_system_itself_is_asked(
    known: str | None, settings: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locale, "getlocale", lambda: (known, None))
    assert system_language(settings) == language
