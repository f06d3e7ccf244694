"""The result of a run: segments -> one time axis and any variable over it, with the logs, counts and timings."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mosila.dataclass import dataclass
from mosila.diagnostics.diagnostic import Diagnostic, MosilaError
from mosila.diagnostics.experiment import NOTHING_MATCHES, OUTSIDE_RESULT
from mosila.options import SimulationOptions, finite_number
from mosila.results.optional import require
from mosila.results.patterns import match_names
from mosila.results.segment import RowKinds, Segment, Values, Variable
from mosila.runtime.logs import ChartStep, Event, StructureChange
from mosila.timings import Timings

if TYPE_CHECKING:
    import pandas
    import xarray
    from matplotlib.figure import Figure


class UnknownVariableError(MosilaError, KeyError):
    """A result or a model has no variable of this name; says which one may have been meant."""

    def __init__(self, name: str, names: Sequence[str], owner: str = "the result") -> None:
        self.name = name
        self.owner = owner
        self.suggestion = closest(name, names)
        super().__init__(NOTHING_MATCHES.at(where=owner, pattern=name, suggestion=self.suggestion))

    def __str__(self) -> str:
        return f"{self.owner} has no variable {self.name!r}{self.suggestion}"


def closest(name: str, names: Sequence[str]) -> str:
    """`; did you mean 'x'?`, or nothing if no name is near."""
    near = difflib.get_close_matches(str(name), names, n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much work a run was; `variables` and `states` are the largest numbers in any of its structures."""

    steps: int = 0
    events: int = 0
    structures: int = 0
    variables: int = 0
    states: int = 0


@dataclass(frozen=True, kw_only=True, repr=False)
class Result:
    """Values over one time axis, both limits at every event; a variable is NaN while its object is inactive."""

    model: str
    variables: tuple[Variable, ...]
    segments: Sequence[Segment]
    events: Sequence[Event] = ()
    structures: Sequence[StructureChange] = ()
    chart_steps: Sequence[ChartStep] = ()
    warnings: tuple[Diagnostic, ...] = ()
    timings: Timings = field(default_factory=Timings)
    counts: Counts = field(default_factory=Counts)
    options: SimulationOptions = field(default_factory=SimulationOptions)
    cache_hit: bool = False
    stop_reason: str = "stop time reached"

    def __repr__(self) -> str:
        extent = f"time {self.time[0]:.10g} to {self.time[-1]:.10g}" if len(self.time) else "no rows"
        return f"<result of {self.model}: {extent}, {len(self.variables)} variables, {len(self.time)} rows, {self.stop_reason}>"

    def __reduce__(self) -> Any:
        """A pickle holds the values of all variables: what they were read from stays with the run."""
        return import_module("mosila.results.pickled").reduce_result(self)

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
                yield segment.reader.times(first, last), segment.read_block(names, first, last)

    def at(self, name: str, time: float, side: str = "right") -> float:
        """A variable's value at a time, linear between stored rows; at an event the right limit, or the left one."""
        moment = finite_number("time", time)
        rows = np.searchsorted(self.time, moment, side="right" if side == "right" else "left")
        return self._value_before(name, moment, int(rows)) if side == "right" else self._value_after(name, moment, int(rows))

    def _value_before(self, name: str, time: float, rows: int) -> float:
        axis, values = self.time, self[name]
        if rows == 0 or time > axis[-1]:
            raise self._outside(time)
        if rows == len(axis) or axis[rows - 1] == time:
            return float(values[rows - 1])
        return float(np.interp(time, axis[rows - 1 : rows + 1], values[rows - 1 : rows + 1]))

    def _value_after(self, name: str, time: float, rows: int) -> float:
        axis, values = self.time, self[name]
        if rows == len(axis) or time < axis[0]:
            raise self._outside(time)
        if rows == 0 or axis[rows] == time:
            return float(values[rows])
        return float(np.interp(time, axis[rows - 1 : rows + 1], values[rows - 1 : rows + 1]))

    def _outside(self, time: float) -> MosilaError:
        extent = f"from {self.time[0]:.10g} to {self.time[-1]:.10g}" if len(self.time) else "over no time at all"
        return MosilaError(OUTSIDE_RESULT.at(time=f"{time:.10g}", extent=extent))

    def only(self, names: Iterable[str]) -> Result:
        """The same result with these variables alone."""
        wanted = frozenset(names)
        return replace(self, variables=tuple(variable for variable in self.variables if variable.name in wanted))

    def choose(self, patterns: Iterable[str]) -> Result:
        """The same result with the variables that fit one of these patterns (`*` any text, `?` one character)."""
        return self.only(match_names(patterns, self.names, self.model))

    def to_pandas(self, names: Sequence[str] | None = None) -> pandas.DataFrame:
        """A data frame over time; units and descriptions are in `attrs`."""
        package = require("pandas", "a data frame", "pandas")
        chosen = [self.variable(name) for name in (self.names if names is None else names)]
        frame: pandas.DataFrame = package.DataFrame(
            {each.name: self[each.name] for each in chosen}, index=package.Index(self.time, name="time")
        )
        frame.attrs = {
            "model": self.model,
            "units": {"time": "s", **{each.name: each.unit for each in chosen if each.unit}},
            "descriptions": {each.name: each.description for each in chosen if each.description},
        }
        return frame

    def to_xarray(self, names: Sequence[str] | None = None) -> xarray.Dataset:
        """A dataset over the dimension time, units and descriptions as attributes of its variables."""
        package = require("xarray", "a dataset", "xarray")
        chosen = [self.variable(name) for name in (self.names if names is None else names)]
        data = {each.name: ("time", self[each.name], _attributes(each)) for each in chosen}
        axis = {"time": ("time", self.time, {"units": "s"})}
        dataset: xarray.Dataset = package.Dataset(data, coords=axis, attrs={"model": self.model})
        return dataset

    def plot(self, *names: str) -> Figure:
        """A figure of these variables, or of the most telling ones, one above the other."""
        drawing = import_module("mosila.results.plot")
        figure: Figure = drawing.draw(self, list(names) or None)
        return figure

    def save(self, path: str | Path, names: Sequence[str] | None = None) -> None:
        """Write the result to a file: .csv, .mat, .parquet or .h5, by the end of its name."""
        import_module("mosila.results.files").write_result(self, path, names)

    def with_timings(self, timings: Timings) -> Result:
        """The same result with other timings, once writing it has taken its time too."""
        return replace(self, timings=timings)


def _attributes(variable: Variable) -> dict[str, str]:
    known = {"units": variable.unit, "long_name": variable.description}
    return {key: value for key, value in known.items() if value}


class SimulationFailedError(MosilaError):
    """A run that could not go on; `result` has what was computed until then."""

    def __init__(self, *diagnostics: Diagnostic, result: Result) -> None:
        self.result = result
        super().__init__(*diagnostics)
