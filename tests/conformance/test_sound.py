"""The bell and the key click, compared with an emulated sound chip with the same registers."""

import sys
import wave
from array import array

import pytest

from gemport.hosts.chip import BELL, CLICK, RATE, Tone
from tests.hosts.waves import begun, cents, fallen, frequency

from .reference import REFERENCE, require


@pytest.mark.parametrize(("name", "tone"), [("bell", BELL), ("key_click", CLICK)])
def test_a_tone_is_as_high_and_dies_away_as_that_of_the_machine(name: str, tone: Tone) -> None:
    with wave.open(str(require(REFERENCE / "sound" / f"{name}.wav"))) as reader:
        assert (reader.getframerate(), reader.getnchannels(), reader.getsampwidth()) == (RATE, 1, 2)
        samples = array("h", reader.readframes(reader.getnframes()))
    if sys.byteorder == "big":
        samples.byteswap()
    theirs, ours = begun(samples), tone.samples()
    loud = int(tone.duration * RATE / 2)
    assert cents(frequency(ours[:loud]), frequency(theirs[:loud])) <= 10
    for part in (0.5, 0.1, 0.01):
        assert fallen(ours, part) == pytest.approx(fallen(theirs, part), rel=0.1)
