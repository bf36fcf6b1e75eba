from __future__ import annotations

import itertools
import sys

import pytest

from gemport.gem.host.sound import DURATION, FREQUENCY, RATE, Bell, bell_samples


def test_the_bell_is_the_square_wave_of_the_sound_chip() -> None:
    samples = bell_samples()
    changes = sum(1 for a, b in itertools.pairwise(samples) if (a < 0) is not (b < 0))
    assert pytest.approx(2403.8, abs=0.1) == FREQUENCY
    assert pytest.approx(FREQUENCY, rel=0.001) == changes / 2 / DURATION


def test_the_bell_decays_in_32_steps_and_half_a_second() -> None:
    samples = bell_samples()
    assert pytest.approx(0.524, abs=0.001) == DURATION
    assert len(samples) == int(DURATION * RATE)
    levels = [abs(sample) for sample in samples]
    steps = sorted(set(levels), reverse=True)
    assert levels == sorted(levels, reverse=True)
    assert len(steps) == 32
    assert steps[10] / steps[9] == pytest.approx(0.84, abs=0.01)


def test_a_bell_without_a_sound_system_stays_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyglet.media", None)
    bell = Bell()
    bell.ring()
    bell.ring()


def test_a_muted_bell_does_not_even_load_the_sound_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemport.gem.host.sound.bell_samples", lambda: pytest.fail("the tone was made"))
    Bell(mute=True).ring()
