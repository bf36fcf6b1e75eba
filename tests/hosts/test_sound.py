"""The sound chip's samples from its registers, and their way to the loudspeaker."""

from __future__ import annotations

import os
from array import array
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from itertools import pairwise
from math import inf, sqrt
from operator import itemgetter
from queue import Empty, SimpleQueue
from types import SimpleNamespace
from typing import Any

import pyglet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.hosts.chip import _VOLUMES, BELL, CLICK, RATE, Chip, Tone
from gemport.hosts.desktop import sound, speaker
from gemport.hosts.desktop.sound import Sound
from gemport.hosts.desktop.speaker import SoundError
from gemport.settings import BellMode


def test_loudness_scales_a_tone_down_to_silence() -> None:
    assert max(BELL.samples(50)) == pytest.approx(max(BELL.samples()) / 2, abs=1)
    assert not any(BELL.samples(0))
    with pytest.raises(ValueError, match=r"is not in 0\.\.100"):
        BELL.samples(101)


QUIET = {7: 0x3F, 8: 0, 9: 0, 10: 0}
TONE = {**QUIET, 0: 284 & 0xFF, 1: 284 >> 8, 7: 0x3E, 8: 15}
"""440.1 Hz."""


def chip(registers: Mapping[int, int]) -> Chip:
    made = Chip()
    for register, value in registers.items():
        made.write(register, value)
    return made


FALL = [level for volume, below in pairwise((*_VOLUMES, 0)) for level in (volume, sqrt(volume * below))]
SHAPES = ["\\_"] * 4 + ["/_"] * 4 + ["\\", "\\_", "\\/", "\\-", "/", "/-", "/\\", "/_"]
"""The envelope of each shape: falling, rising, silent and loud periods; the last continues, or all are repeated."""


def envelope(shape: int, step: int) -> float:
    """Return the envelope's level at a step since its start."""
    (period, at), drawing = divmod(step, 32), SHAPES[shape]
    kind = drawing[min(period, 1)] if drawing[-1] in "_-" else drawing[period % len(drawing)]
    return {"_": 0, "-": 1, "\\": FALL[at], "/": FALL[31 - at]}[kind]


def high_samples(end: int, half: float) -> float:
    """Return the number of high samples, with fractions, among the first ``end`` of a square wave."""
    waves, rest = divmod(end, 2 * half)
    return waves * half + min(rest, half)


@given(
    st.fixed_dictionaries(
        {
            **{register: st.integers(0, 255) for register in (0, 2, 4, 6, 7, 11)},
            **{register: st.integers(0, 3) for register in (1, 3, 5, 12)},
            **{register: st.integers(0, 0x1F) for register in (8, 9, 10)},
            13: st.integers(0, 15),
        }
    ),
    st.lists(st.tuples(st.integers(0, 200), st.sampled_from([8, 9, 10, 13]), st.integers(0, 15)), max_size=3),
    st.integers(0, 100),
)
def test_samples_are_the_mean_of_waves_noise_and_envelope_without_the_constant_part(
    registers: dict[int, int], writes: list[tuple[int, int, int]], loudness: int
) -> None:
    """Volumes and shapes change between pieces; fewer than 441 samples, where periods end within samples."""
    playing, samples, noise = chip(registers), array("h"), [1, *[0] * 16]
    while len(noise) < 3000:
        noise.append(noise[-17] ^ noise[-14])
    expected, restart, total, coupled = list[int](), 0, 0.0, 0.0
    for count, register, value in [*writes, (440, 8, 0)]:
        samples += playing.samples(min(count, 440 - len(samples)), loudness)
        for at in range(len(expected), len(samples)):
            before, total = total, 0.0
            for channel in range(3):
                period = registers[2 * channel] + 256 * (registers[2 * channel + 1] & 15) or 1
                half, volume = period * 0.1764, registers[8 + channel]
                level = _VOLUMES[15 - (volume & 15)] if volume & 15 else 0
                if volume & 16:
                    step = int((at - restart) / 0.1764 / (registers[11] + 256 * registers[12] or 1))
                    level = envelope(registers[13], step)
                if not registers[7] >> channel & 1:
                    level *= 0.5 if half < 1 else high_samples(at + 1, half) - high_samples(at, half)
                if not registers[7] >> channel & 8:
                    level *= noise[int(at / (0.3528 * (registers[6] & 31 or 1))) + 1]
                total += level
            coupled = 0.998 * (coupled + total - before)
            expected.append(max(-32767, min(round(163.835 * loudness * coupled), 32767)))
        playing.write(register, value)
        registers[register] = value
        restart = len(samples) if register == 13 else restart
    assert max(abs(one - other) for one, other in zip(samples, expected, strict=True)) <= 1


# ---- the way to the loudspeaker


class Studio:
    """The sound's thread on a clock that moves only while it waits, and a loudspeaker that plays all samples."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.acts, self.fails = 0.0, deque[Any](), False
        self.script: list[tuple[float, Callable[[], None]]] = []
        self.heard, self.opened, self.closed = array("h"), list[float](), list[float]()
        self.flashes, self.opening = list[float](), 0.0
        thread = SimpleNamespace(start=lambda: None, join=lambda _seconds: None)
        event = SimpleNamespace(wait=self.drain, set=lambda: None)
        stand_ins: dict[str, Any] = {
            "Thread": lambda **_: thread,
            "SimpleQueue": lambda: self,
            "open_speaker": self.open,
        }
        stand_ins |= {"Event": lambda: event, "time": SimpleNamespace(monotonic=lambda: self.now)}
        for name, stand_in in stand_ins.items():
            monkeypatch.setattr(sound, name, stand_in)
        self.playing = Sound(self.flash)

    def flash(self) -> None:
        self.flashes.append(round(self.now, 2))

    def at(self, seconds: float, act: Callable[..., None], *values: Any) -> None:
        self.script.append((seconds, partial(act, *values)))

    def run(self) -> None:
        """Play the script to its end."""
        self.script.sort(key=lambda step: step[0])
        self.playing._play()

    def drain(self, _seconds: float) -> None:
        while self.acts:
            self.acts.popleft()()

    @property
    def sample(self) -> int:
        return int(self.now * RATE)

    def put(self, act: Any) -> None:
        self.acts.append(act)

    def get(self, timeout: float | None = None) -> Any:
        until = inf if timeout is None else self.now + timeout
        while not self.acts:
            if not self._act(until):
                if timeout is None:
                    return None
                raise Empty
        return self.acts.popleft()

    def _act(self, until: float) -> bool:
        """Make the next act of the script, or wait until a time if no act is due earlier."""
        if self.script and self.script[0][0] <= until:
            at, act = self.script.pop(0)
            self.now = max(self.now, at)
            act()
            return True
        self.now = self.now if until == inf else until
        return False

    def open(self) -> Studio:
        self.opened.append(self.now)
        until = self.now + self.opening
        while self._act(until):
            pass
        return self

    def add(self, samples: array[int]) -> None:
        if self.fails:
            raise SoundError("unplugged")
        late = self.sample - len(self.heard)
        assert late <= 0 or len(self.opened) > len(self.closed), "a gap"
        self.heard += array("h", bytes(2 * max(late, 0))) + samples

    def flush(self) -> None:
        del self.heard[self.sample :]

    def stop(self) -> None:
        assert not any(self.heard[self.sample :])
        self.closed.append(self.now)

    def write(self, seconds: float, ms: int, registers: Mapping[int, int]) -> None:
        for register, value in registers.items():
            self.at(seconds, self.playing.write, ms, register, value)


@pytest.fixture
def studio(monkeypatch: pytest.MonkeyPatch) -> Studio:
    return Studio(monkeypatch)


TONES = st.lists(st.tuples(st.integers(0, 80), st.sampled_from([BELL, CLICK])), max_size=3)


@settings(max_examples=12)
@given(TONES, st.lists(st.tuples(st.integers(20, 400), st.integers(40, 500)), max_size=4), TONES)
def test_tones_start_at_once_and_the_chip_keeps_its_intervals(
    before: list[tuple[int, Tone]], notes: list[tuple[int, int]], over: list[tuple[int, Tone]]
) -> None:
    """A tone sounds alone, cut off by the next; over the chip it is added to the next samples."""
    with pytest.MonkeyPatch.context() as patch:
        studio = Studio(patch)
        calls = {BELL: studio.playing.ring, CLICK: studio.playing.click}
        starts: list[tuple[int, Tone]] = []
        for hundredths, tone in sorted(before, key=itemgetter(0)):
            studio.at(hundredths / 100 + 1e-6, calls[tone])
            starts.append((hundredths * 441, tone))
        # The machine's time is 7 s; every write arrives 50 ms before its time.
        start, ms, writes = 2 * RATE, 7000, [(2 * RATE + sound._LEAD_SAMPLES, TONE)]
        studio.write(2 + 1e-6, ms, TONE)
        for wait, period in [*notes, (300, 0)]:
            ms += wait
            registers = {0: period & 0xFF, 1: period >> 8} if period else {8: 0}
            studio.write(2 + max(ms - 7050, 0) / 1000 + 1e-6, ms, registers)
            writes.append((start + sound._LEAD_SAMPLES + ms * RATE // 1000 - 7 * RATE, registers))
        for hundredths, tone in sorted(over, key=itemgetter(0)) if notes else ():
            studio.at(2.01 + hundredths / 300, calls[tone])
            lead = int((2.01 + hundredths / 300) * RATE) + sound._LEAD_SAMPLES - start
            starts.append((start + lead // 882 * 882 + 882, tone))
        studio.run()
        wave, tones = Chip(), array("h", bytes(2 * len(studio.heard)))
        for (at, tone), (end, _) in pairwise([*starts, (len(tones), BELL)]):
            part = tone.samples()[: max(end - at, 0)]
            tones[at : at + len(part)] = part
        expected = array("h", bytes(2 * writes[0][0]))
        for (at, registers), (end, _) in pairwise([*writes, (len(tones), {})]):
            assert at == len(expected)
            for register, value in registers.items():
                wave.write(register, value)
            expected += wave.samples(end - at)
        both = [max(-32768, min(one + other, 32767)) for one, other in zip(expected, tones, strict=True)]
        assert studio.heard == array("h", both)
        assert len(studio.opened) == len(studio.closed) == (2 if before else 1)
        assert not studio.flashes


def test_only_the_bell_flashes_if_it_is_not_heard(studio: Studio) -> None:
    """It flashes after its failure, then immediately, and once more with the first audible tone."""
    ring, click = studio.playing.ring, studio.playing.click
    studio.at(0, ring)
    studio.at(1.5, setattr, studio, "fails", True)
    for seconds, act in ((2, click), (3, ring), (4, click), (5, ring), (7, ring), (8, ring)):
        studio.at(seconds, act)
    studio.at(6, setattr, studio, "fails", False)
    studio.run()
    assert studio.flashes == [3, 5, 7]
    assert [round(seconds) for seconds in studio.opened] == [0, 2, 3, 4, 5, 7]
    assert (studio.heard[: len(BELL.samples())], studio.heard[8 * RATE : 8 * RATE + 100]) == (
        BELL.samples(),
        BELL.samples()[:100],
    )


def test_rings_while_the_sound_system_hangs_are_dropped(studio: Studio) -> None:
    studio.opening, studio.fails = 3, True
    for number in range(6):
        studio.at(number / 10, studio.playing.ring)
    studio.at(3.5, setattr, studio, "fails", False)
    studio.at(3.5, studio.playing.ring)
    studio.run()
    assert (len(studio.opened), len(studio.flashes)) == (2, 2)


def test_a_bell_can_be_changed_at_any_time(studio: Studio) -> None:
    """The current tone stops; a quieter tone is a new tone."""
    playing = studio.playing
    for seconds, act in ((0, playing.ring), (1, playing.ring), (1.5, playing.click), (2.5, playing.ring)):
        studio.at(seconds, act)
    for seconds, mode, loudness in ((0.25, BellMode.FLASH, 100), (2, BellMode.TONE, 25), (2.75, BellMode.OFF, 25)):
        studio.at(seconds, playing.set, mode, loudness)
    studio.at(5, playing.ring)
    studio.run()
    one, other = BELL.samples()[: RATE // 4], BELL.samples(25)[: RATE // 4]
    assert studio.heard == one + array("h", bytes(2 * (5 * RATE // 2 - len(one)))) + other
    assert (studio.flashes, studio.opened) == ([1], [0, 2.5])


def test_it_reports_whether_a_loudspeaker_works(studio: Studio) -> None:
    for fails in (False, True, False):
        studio.fails = fails
        assert studio.playing.works() is not fails
    assert (len(studio.opened), len(studio.closed)) == (3, 2)


def test_a_thread_plays_until_the_sound_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: SimpleQueue[str] = SimpleQueue()
    loudspeaker = SimpleNamespace(add=lambda _samples: calls.put("add"), stop=lambda: calls.put("stop"))
    monkeypatch.setattr(sound, "open_speaker", lambda: loudspeaker)
    playing = Sound(lambda: None)
    playing.ring()
    assert calls.get(timeout=20) == "add"
    playing.close()
    playing.ring()
    assert (calls.get(timeout=20), calls.empty()) == ("stop", True)


@pytest.mark.skipif(os.name == "nt", reason="Windows always has a library that sounds")
def test_every_failure_of_a_library_is_an_error_of_the_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("Critical Error:")

    media, mediaspeaker = player_modules(monkeypatch)
    monkeypatch.setattr(media, "get_audio_driver", object)
    monkeypatch.setattr(media, "Player", broken)
    with pytest.raises(SoundError, match="Critical"):
        mediaspeaker.MediaSpeaker().add(array("h", [1]))
    monkeypatch.setattr(media, "get_audio_driver", lambda: object.__new__(mediaspeaker.SilentDriver))
    with pytest.raises(SoundError, match="no sound device"):
        mediaspeaker.MediaSpeaker()
    monkeypatch.setattr(speaker, "CDLL", lambda _name: (_ for _ in ()).throw(OSError("no such library")))
    with pytest.raises(SoundError, match="no PulseAudio"):
        sound.open_speaker()


def player_modules(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """Import pyglet's media and its speaker, without using this computer's sound systems or opening a window."""
    monkeypatch.setattr(pyglet.options, "audio", ("silent",))
    monkeypatch.setattr(pyglet.options, "shadow_window", False)
    return import_module("pyglet.media"), import_module("gemport.hosts.desktop.mediaspeaker")


def loud_seconds(studio: Studio) -> float:
    loud = [at for at, sample in enumerate(studio.heard) if abs(sample) > 2000]
    return (loud[-1] - loud[0]) / RATE


def test_a_write_far_ahead_of_the_host_sounds_immediately(studio: Studio) -> None:
    studio.write(0, 5_000, TONE)
    studio.write(0.1, 60_000, {0: 142, 1: 0})
    studio.write(0.1, 60_300, {8: 0})
    studio.run()
    assert loud_seconds(studio) == pytest.approx(0.4, abs=0.03)


def test_without_sound_the_chip_is_tried_again_after_silence(studio: Studio) -> None:
    studio.fails = True
    studio.write(0, 0, TONE)
    studio.at(0.2, setattr, studio, "fails", False)
    studio.write(0.5, 500, {8: 0})
    studio.write(3, 3000, TONE)
    studio.write(3.2, 3200, {8: 0})
    studio.run()
    assert (len(studio.opened), loud_seconds(studio)) == (2, pytest.approx(0.2, abs=0.03))
    assert not studio.flashes, "only a bell flashes"


class Pulse:
    """The library of PulseAudio: its answers, and the calls with their values."""

    def __init__(self, stream: int | None = 7, fails: str = "") -> None:
        self.calls: list[tuple[object, ...]] = []
        self.stream, self.fails = stream, fails
        self.pa_strerror = lambda _error: b"refused"

    def __getattr__(self, name: str) -> Callable[..., object]:
        def plain(value: Any) -> object:
            fields = getattr(getattr(value, "_obj", None), "_fields_", ())
            return [getattr(value._obj, field) for field, _ in fields] or getattr(value, "value", value)

        def call(*values: Any) -> object:
            # The last value is the place for an error.
            self.calls.append((name.removeprefix("pa_simple_"), *map(plain, values if "free" in name else values[:-1])))
            return self.stream if name == "pa_simple_new" else -1 if name == self.fails else 0

        return call


def test_a_pulse_stream_lasts_as_long_as_its_sounds(monkeypatch: pytest.MonkeyPatch) -> None:
    pulse = Pulse()
    monkeypatch.setattr(speaker, "CDLL", lambda _name: pulse)
    made = speaker.PulseSpeaker()
    made.flush()
    made.stop()
    assert pulse.calls == []
    for samples in ((1, -1), (2,)):
        made.add(array("h", samples))
    made.flush()
    made.stop()
    made.stop()
    # Mono, 16 bits; the sound starts after a click's length, and the buffer holds twice a bell's length.
    sample, buffer = [3, 44100, 1], [0xFFFFFFFF, 92484, 4334, 0xFFFFFFFF, 0xFFFFFFFF]
    assert pulse.calls == [
        ("new", None, b"gemport", 1, None, b"bell", sample, None, buffer),
        ("write", 7, b"\1\0\xff\xff", 4),
        ("write", 7, b"\2\0", 2),
        ("flush", 7),
        ("free", 7),
    ]


class Player:
    """pyglet's player: its sources and its end."""

    def __init__(self) -> None:
        self.log: list[Any] = []
        self.queue, self.play, self.delete = self.log.append, lambda: self.log.append(1), lambda: self.log.append(0)


def test_pyglets_player_gets_the_samples_then_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    media, mediaspeaker = player_modules(monkeypatch)
    players: list[Player] = []

    def player() -> Player:
        players.append(Player())
        return players[-1]

    monkeypatch.setattr(media, "get_audio_driver", object)
    monkeypatch.setattr(media, "Player", player)
    made = mediaspeaker.MediaSpeaker()
    made.stop()
    for samples in ((1, 2), (3,)):
        made.add(array("h", samples))
    stream, *acts = players[0].log
    assert acts == [1]
    heard = [stream.get_audio_data(size) for size in (4, 100, 6, 1_000_000)]
    assert [(piece.data, piece.length) for piece in heard] == [
        (b"\1\0\2\0", 4),
        (b"\3\0", 2),
        (bytes(6), 6),
        (bytes(3528), 3528),
    ]
    assert (stream.audio_format.channels, stream.audio_format.sample_size) == (1, 16)
    made.add(array("h", [4]))
    made.flush()
    made.add(array("h", [5]))
    assert (len(players), acts, players[0].log[2:]) == (2, [1], [0])
    assert players[1].log[0].get_audio_data(100).data == b"\5\0"


@pytest.mark.parametrize(("stream", "fails"), [(None, ""), (7, "pa_simple_write"), (7, "pa_simple_flush")])
def test_a_failure_of_pulse_closes_its_stream(monkeypatch: pytest.MonkeyPatch, stream: int | None, fails: str) -> None:
    pulse = Pulse(stream, fails)
    monkeypatch.setattr(speaker, "CDLL", lambda _name: pulse)
    made = speaker.PulseSpeaker()
    add = partial(made.add, array("h", [1]))
    if fails == "pa_simple_flush":
        add()
    with pytest.raises(SoundError, match=r"^PulseAudio: refused$"):
        (made.flush if fails == "pa_simple_flush" else add)()
    assert (pulse.calls[-1] == ("free", 7)) is (stream is not None)
    assert made._stream is None
