"""A result held in memory: what the runtime's reader does, from plain columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from mosila.results import Counts, Event, Kind, Result, Segment, StructureChange, Variable
from mosila.timings import Timings


class ColumnReader:
    """Columns by name; counts how many numbers were asked for at once."""

    def __init__(self, time: npt.ArrayLike, columns: Mapping[str, npt.ArrayLike]) -> None:
        self.time = np.asarray(time, dtype=float)
        self.columns = {name: np.asarray(values, dtype=float) for name, values in columns.items()}
        self.largest_request = 0

    @property
    def names(self) -> Collection[str]:
        return self.columns.keys()

    def times(self, first: int, last: int) -> npt.NDArray[np.float64]:
        return self.time[first:last]

    def read(self, names: Sequence[str], first: int, last: int) -> npt.NDArray[np.float64]:
        self.largest_request = max(self.largest_request, len(names) * (last - first))
        return np.column_stack([self.columns[name][first:last] for name in names])

    def identities(self, names: Sequence[str]) -> list[tuple[int, int]]:
        return [(place, 1) for place in range(len(names))]


def segment(structure: int, time: Sequence[float], kinds: Sequence[int] | None = None, **columns: npt.ArrayLike) -> Segment:
    """A segment of these columns; `__` in a keyword stands for a dot."""
    reader = ColumnReader(time, {name.replace("__", "."): values for name, values in columns.items()})
    return Segment(structure, np.asarray(kinds or [0] * len(time), dtype=np.uint8), reader)


def two_structures() -> Result:
    """A body that is joined by a booster at t = 1; `n` counts, `on` switches, `body.v` jumps."""
    return Result(
        model="Demo.System",
        variables=(
            Variable("body.s", unit="m", is_state=True),
            Variable("body.v", unit="m/s", is_state=True),
            Variable("n", Kind.INTEGER),
            Variable("on", Kind.BOOLEAN),
            Variable("boost.m", unit="kg"),
        ),
        segments=(
            segment(1, [0.0, 0.5, 1.0], [0, 0, 1], body__s=[1.0, 0.1 + 0.2, 0.0], body__v=[0, -1, -2], n=[0, 0, 0], on=[0, 0, 0]),
            segment(2, [1.0, 2.0], [2, 0], body__s=[0.0, 1e-300], body__v=[2, 1], n=[1, 1], on=[1, 1], boost__m=[100, 1 / 3]),
        ),
        events=(Event(1.0, ("body.s < 0",)),),
        structures=(
            StructureChange(time=0.0, structure=1, states=2, compile_seconds=0.05),
            StructureChange(time=1.0, structure=2, transitions=("fall -> fly",), added=("boost",), states=3, cache_hit=True),
        ),
        timings=Timings(parse=0.25, compile=0.5),
        counts=Counts(steps=12, events=1, structures=2, variables=5, states=3),
    )
