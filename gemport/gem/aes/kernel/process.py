"""What runs: a coroutine with its queues, and what it waits for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import Any, NamedTuple, Protocol

from gemport.gem.aes.kernel.message import Message


class Press(NamedTuple):
    """A press of the mouse's buttons: which are down, how often it was clicked, and where, in pixels."""

    buttons: int
    clicks: int
    x: int
    y: int


class Wait(Protocol):
    """What a process waits for."""

    latches: bool
    """Whether a change of the buttons ends the waiting even if the process can only go on later."""

    def poll(self) -> object | None:
        """The answer, if the time has come, else None."""

    def deadline(self) -> int | None:
        """When time alone will end the waiting, in milliseconds of the Gem's clock; None: never."""


class Suspend:
    """Await this to wait for something: the dispatcher resumes the process with the answer."""

    def __init__(self, wait: Wait) -> None:
        self.wait = wait

    def __await__(self) -> Generator[Wait, Any, Any]:
        return (yield self.wait)


class Process:
    """A coroutine, made by ``run`` when the process starts, with its queues of messages and keys.

    ``system``: the screen manager, which goes on before all others and gets no keys.
    """

    def __init__(self, name: str, run: Callable[[], Coroutine[Any, Any, Any]], system: bool = False) -> None:
        self.name = name
        self.run = run
        self.system = system
        self.coroutine: Coroutine[Any, Any, Any] | None = None
        self.wait: Wait | None = None
        self.answer: object | None = None
        """What ended the waiting, when the process could not go on at that moment."""
        self.messages: deque[Message] = deque()
        self.keys: deque[int] = deque()
        self.press: Press | None = None
        """A press while it was busy: one is kept until it asks for the buttons."""
        self.done = False
        self.result: Any = None
        self.error: Exception | None = None
        """What it raised."""
