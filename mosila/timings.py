"""Seconds spent in each stage of a run; a `Stopwatch` adds them up, `Timings` is what it shows."""

from __future__ import annotations

import time
from dataclasses import fields

from mosila.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds by stage, in the order of the pipeline; stages do not overlap."""

    parse: float = 0.0
    flatten: float = 0.0
    analyse: float = 0.0
    emit: float = 0.0
    compile: float = 0.0
    initialise: float = 0.0
    integrate: float = 0.0
    write: float = 0.0

    @property
    def total(self) -> float:
        """The sum of all stages."""
        return sum(self.as_dictionary().values())

    def as_dictionary(self) -> dict[str, float]:
        """Seconds by stage name, in the order of the pipeline."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


class Stage:
    """A stage of a stopwatch for the time of a `with` block."""

    __slots__ = ("_name", "_stopwatch")

    def __init__(self, stopwatch: Stopwatch, name: str) -> None:
        self._stopwatch, self._name = stopwatch, name

    def __enter__(self) -> None:
        self._stopwatch.begin(self._name)

    def __exit__(self, *_: object) -> None:
        self._stopwatch.end()


class Stopwatch:
    """Adds up seconds by stage; a stage begun inside another stops the outer one's clock."""

    def __init__(self) -> None:
        self._seconds = {each.name: 0.0 for each in fields(Timings)}
        self._running: list[str] = []
        self._since = 0.0

    def stage(self, name: str) -> Stage:
        """Count the time of the `with` block to a stage of `Timings`."""
        if name not in self._seconds:
            raise ValueError(f"no stage {name!r}")
        return Stage(self, name)

    def begin(self, name: str) -> None:
        """A stage begins."""
        self._switch()
        self._running.append(name)

    def end(self) -> None:
        """The stage that was begun last ends."""
        self._switch()
        self._running.pop()

    def _switch(self) -> None:
        now = time.perf_counter()
        if self._running:
            self._seconds[self._running[-1]] += now - self._since
        self._since = now

    def read(self) -> Timings:
        """The seconds so far."""
        self._switch()
        return Timings(**self._seconds)
