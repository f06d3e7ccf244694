"""The result of a run: segments -> one time axis and any variable over it, with the logs, counts and timings."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from mosila.diagnostics.diagnostic import Diagnostic, MosilaError
from mosila.options import SimulationOptions
from mosila.results.segment import RowKinds, Segment, Values, Variable
from mosila.runtime.logs import Event, StructureChange
from mosila.timings import Timings


class UnknownVariableError(KeyError):
    """No structure of the run has this variable; says which one may have been meant."""

    def __init__(self, name: str, names: Sequence[str]) -> None:
        self.name = name
        self.suggestion = closest(name, names)
        super().__init__(name)

    def __str__(self) -> str:
        return f"the result has no variable {self.name!r}{self.suggestion}"


def closest(name: str, names: Sequence[str]) -> str:
    """`; did you mean 'x'?`, or nothing if no name is near."""
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much work a run was; `variables` and `states` are the largest numbers in any of its structures."""

    steps: int = 0
    events: int = 0
    structures: int = 0
    variables: int = 0
    states: int = 0


@dataclass(frozen=True, kw_only=True)
class Result:
    """Values over one time axis, both limits at every event; a variable is NaN while its object is inactive."""

    model: str
    variables: tuple[Variable, ...]
    segments: tuple[Segment, ...]
    events: tuple[Event, ...] = ()
    structures: tuple[StructureChange, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    timings: Timings = field(default_factory=Timings)
    counts: Counts = field(default_factory=Counts)
    options: SimulationOptions = field(default_factory=SimulationOptions)
    cache_hit: bool = False
    stop_reason: str = "stop time reached"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All variables, in the order of their declaration."""
        return tuple(variable.name for variable in self.variables)

    @cached_property
    def time(self) -> Values:
        """The time axis over all segments; an event's time stands in it twice."""
        return np.concatenate([segment.time for segment in self.segments]) if self.segments else np.empty(0)

    @cached_property
    def row_kinds(self) -> RowKinds:
        """Why each row was stored, as numbers of `RowKind`."""
        return np.concatenate([segment.kinds for segment in self.segments]) if self.segments else np.empty(0, np.uint8)

    @cached_property
    def _by_name(self) -> dict[str, Variable]:
        return {variable.name: variable for variable in self.variables}

    def variable(self, name: str) -> Variable:
        """What is known about a variable."""
        if name not in self._by_name:
            raise UnknownVariableError(name, self.names)
        return self._by_name[name]

    def __getitem__(self, name: str) -> Values:
        """A variable's values at `time`; truth values are 0 and 1."""
        if name == "time" and name not in self._by_name:
            return self.time
        self.variable(name)
        return np.concatenate([segment.read(name) for segment in self.segments]) if self.segments else np.empty(0)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def blocks(self, names: Sequence[str], cells: int = 1 << 18) -> Iterator[tuple[Values, Values]]:
        """Times and values of these variables in pieces of about so many numbers, in order; memory stays bounded."""
        height = max(1, cells // (len(names) + 1))
        for segment in self.segments:
            for first in range(0, len(segment), height):
                last = min(first + height, len(segment))
                yield segment.time[first:last], segment.read_block(names, first, last)

    def with_timings(self, timings: Timings) -> Result:
        """The same result with other timings, once writing it has taken its time too."""
        return replace(self, timings=timings)


class SimulationFailedError(MosilaError):
    """A run that could not go on; `result` has what was computed until then."""

    def __init__(self, *diagnostics: Diagnostic, result: Result) -> None:
        self.result = result
        super().__init__(*diagnostics)
