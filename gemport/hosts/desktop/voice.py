"""A voice that speaks sentences with speech-dispatcher's spd-say, macOS' say or Windows' voice."""

import shutil
import subprocess
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import NamedTuple

from gemport.gem import GemportError

_END_SECONDS = 2.0  # maximum time for a program to end
_NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""Flag for Windows, where a console program would otherwise open a window."""
_SAPI = """Add-Type -AssemblyName System.Speech
$text = New-Object IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8)
$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer
try { $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, '%s') } catch { }
$voice.Speak($text.ReadToEnd())"""


class VoiceError(GemportError):
    """The system has no voice; the message names the missing program."""


class _Program(NamedTuple):
    """A program that speaks the text in its last argument or standard input, and then ends."""

    command: tuple[str, ...]
    takes_input: bool
    silence: tuple[str, ...] = ()  # the command that silences the speech server when the program has been killed


def _speaker(language: str) -> _Program:
    """Return the speaker of this system. Raises VoiceError."""
    if sys.platform == "win32":
        program, missing = "powershell", "PowerShell is missing"
        speaker = _Program((program, "-NoProfile", "-NonInteractive", "-Command", _SAPI % language), True)
    elif sys.platform == "darwin":
        program, missing = "say", "the program say is missing"
        speaker = _Program((program, "-f", "-"), True)
    else:
        program, missing = "spd-say", "the program spd-say is missing (package speech-dispatcher)"
        speaker = _Program((program, "--wait", "--language", language, "--"), False, (program, "--cancel"))
    if shutil.which(program) is None:
        raise VoiceError(f"{missing}; nothing will be spoken")
    return speaker


class Voice:
    """A voice that speaks queued sentences in a separate thread, so that the machine does not wait."""

    def __init__(self, language: str) -> None:
        """``language`` is de or en. Raises VoiceError."""
        self._speaker = _speaker(language)
        self._sentences: SimpleQueue[tuple[int, str]] = SimpleQueue()
        """Sentences with their turns; an empty sentence ends the thread."""
        self._turn = 0  # number of interruptions; sentences of earlier turns are dropped
        self._thread: Thread | None = None
        self._lock = Lock()
        self._running: subprocess.Popen[bytes] | None = None

    def speak(self, sentence: str) -> None:
        """Queue a sentence; "" stops the speech and clears the queue. Does not wait."""
        if not sentence:
            with self._lock:
                self._turn += 1
                if self._running is not None:
                    self._running.kill()
            return
        if self._thread is None:
            self._thread = Thread(target=self._run, name="voice", daemon=True)
            self._thread.start()
        self._sentences.put((self._turn, sentence))

    def close(self) -> None:
        self.speak("")
        if self._thread is not None:
            self._sentences.put((self._turn, ""))
            self._thread.join(_END_SECONDS)

    def _run(self) -> None:
        """Speak the queue; sentences that arrived during the last one are spoken together."""
        while True:
            sentences = [self._sentences.get()]
            while not self._sentences.empty():
                sentences.append(self._sentences.get())
            turn, last = sentences[-1]
            if not last:
                return
            with suppress(OSError, subprocess.SubprocessError):
                self._speak_text(turn, ". ".join(sentence for said_in, sentence in sentences if said_in == turn))

    def _speak_text(self, turn: int, text: str) -> None:
        speaker, quiet = self._speaker, subprocess.DEVNULL
        command = speaker.command if speaker.takes_input else (*speaker.command, text)
        taken = subprocess.PIPE if speaker.takes_input else quiet
        with self._lock:
            if turn != self._turn:
                return
            running = self._running = subprocess.Popen(
                command, stdin=taken, stdout=quiet, stderr=quiet, creationflags=_NO_CONSOLE
            )
        running.communicate(text.encode() if speaker.takes_input else None)
        with self._lock:
            self._running = None
        if turn != self._turn and speaker.silence:
            # The server would continue with the text it has.
            subprocess.run(speaker.silence, stdin=quiet, stdout=quiet, stderr=quiet, timeout=_END_SECONDS, check=False)
