from __future__ import annotations

import itertools

import pytest

from gemport.gem.host.sound.tone import DURATION, FREQUENCY, RATE, bell_samples


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


def test_loudness_scales_the_tone_down_to_silence() -> None:
    assert max(bell_samples(50)) == pytest.approx(max(bell_samples()) / 2, abs=1)
    assert not any(bell_samples(0))


@pytest.mark.parametrize("loudness", [-1, 101])
def test_a_loudness_out_of_range_is_refused(loudness: int) -> None:
    with pytest.raises(ValueError, match=r"is not in 0\.\.100"):
        bell_samples(loudness)
