"""Work in forked processes: what was loaded before is there, a crash or an endless loop costs one piece of work."""

from __future__ import annotations

import os
import pickle
import resource
import selectors
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")
MEMORY = 6 * 2**30


@dataclass(frozen=True, slots=True)
class Lost:
    """No answer came back: a time-out, or how the process ended."""

    why: str


@dataclass(slots=True)
class _Child(Generic[Item]):
    """A running process, what it works on, and what it has sent so far."""

    item: Item
    process: int
    pipe: int
    deadline: float
    received: bytearray = field(default_factory=bytearray)


def work_forked(work: Callable[[Item], Answer], items: Sequence[Item], jobs: int, timeout: float) -> Iterator[tuple[Item, Answer | Lost]]:
    """The answers as they come, each from a process of its own; at most `jobs` at a time, each `timeout` seconds at most."""
    waiting = list(reversed(items))
    with selectors.DefaultSelector() as selector:
        running: dict[int, _Child[Item]] = {}
        while waiting or running:
            while waiting and len(running) < jobs:
                child = _start(work, waiting.pop(), timeout)
                running[child.pipe] = child
                selector.register(child.pipe, selectors.EVENT_READ)
            next_deadline = min(child.deadline for child in running.values())
            ready = {key.fd for key, _ in selector.select(max(0.0, next_deadline - time.monotonic()))}
            for pipe, child in list(running.items()):
                is_late = time.monotonic() > child.deadline
                if pipe in ready and (received := os.read(pipe, 1 << 20)):
                    child.received += received
                elif pipe in ready or is_late:
                    selector.unregister(pipe)
                    del running[pipe]
                    yield child.item, _finish(child, is_late and pipe not in ready)


def _start(work: Callable[[Item], Answer], item: Item, timeout: float) -> _Child[Item]:
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        status = 1
        try:
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            with os.fdopen(writing, "wb") as stream:
                pickle.dump(work(item), stream)
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    return _Child(item, process, reading, time.monotonic() + timeout)


def _finish(child: _Child[Item], is_late: bool) -> Answer | Lost:
    if is_late:
        os.kill(child.process, signal.SIGKILL)
    os.close(child.pipe)
    _, status = os.waitpid(child.process, 0)
    if is_late:
        return Lost("time-out")
    if status:
        ended = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else f"exit code {os.waitstatus_to_exitcode(status)}"
        return Lost(f"crash: {ended}")
    answer: Answer = pickle.loads(child.received)
    return answer
