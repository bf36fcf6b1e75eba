"""The voice of a system: its texts, without waiting; a fake program speaks."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from gemport.hosts.desktop.voice import Voice, VoiceError
from tests.hosts.speaker import Speaker
from tests.hosts.xvfb import wait_for


@pytest.fixture
def speaker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Speaker:
    if os.name == "nt":
        pytest.skip("Windows starts no scripts")
    made = Speaker(tmp_path / "speaker")
    monkeypatch.setenv("PATH", made.path)
    return made


def test_waiting_sentences_are_spoken_together(speaker: Speaker) -> None:
    voice = Voice("en")
    speaker.slow()
    voice.speak("first")
    speaker.wait_for_texts("first")
    voice.speak("second")
    voice.speak("third")
    speaker.quick()
    speaker.wait_for_texts("first", "second. third")
    voice.close()
    assert speaker.calls[0] == ["--wait", "--language", "en", "--", "first"]


def test_an_empty_sentence_stops_the_speech_and_the_queue(speaker: Speaker) -> None:
    voice = Voice("en")
    speaker.slow()
    voice.speak("long")
    speaker.wait_for_texts("long")
    voice.speak("waits")
    voice.speak("")
    speaker.quick()
    voice.speak("new")
    speaker.wait_for_texts("long", "new")
    assert [call for call in speaker.calls if len(call) == 1] == [["--cancel"]]
    voice.close()


def test_the_end_cuts_short_and_nobody_waits(speaker: Speaker) -> None:
    voice = Voice("en")
    speaker.slow()
    voice.speak("long")
    speaker.wait_for_texts("long")
    assert speaker.running()
    voice.close()
    wait_for(lambda: not speaker.running(), "it goes on")
    wait_for(lambda: speaker.calls[-1] == ["--cancel"], "it went on")


@pytest.mark.parametrize(
    ("platform", "missing"), [("linux", "the program spd-say"), ("darwin", "the program say"), ("win32", "PowerShell")]
)
def test_what_is_missing_is_named(platform: str, missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    # From Python 3.12 the real function asks Windows.
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(VoiceError, match=f"{missing} is missing"):
        Voice("en")


@pytest.mark.parametrize(("platform", "name"), [("darwin", "say"), ("win32", "powershell")])
def test_other_systems_speak_what_they_read(
    platform: str, name: str, speaker: Speaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    (speaker.folder / "spd-say").rename(speaker.folder / name)
    monkeypatch.setattr(sys, "platform", platform)
    # On Windows program names have an extension.
    monkeypatch.setattr(shutil, "which", lambda program: program)
    voice = Voice("de")
    voice.speak("Großfamilien")
    wait_for(lambda: bool(speaker.read), "it was not spoken")
    voice.close()
    assert speaker.read == ["Großfamilien"]
