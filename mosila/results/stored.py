"""Columns of a file -> a `Result`: with the description the file carries, or with what can be told from the columns."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol

import numpy as np

from mosila.dataclass import dataclass
from mosila.results.metadata import from_metadata, is_metadata, row_kinds
from mosila.results.result import Result
from mosila.results.segment import RowKind, RowKinds, Segment, Values, Variable


class Columns(Protocol):
    """The columns of a result file."""

    @property
    def time(self) -> Values:
        """The time axis."""
        ...

    def column(self, name: str) -> Values:
        """A variable over the time axis; NaN where it is absent."""
        ...


@dataclass(frozen=True, slots=True)
class StoredReader:
    """Reads rows from `first` on of a file's columns."""

    columns: Columns
    names: Collection[str]
    first: int

    def times(self, first: int, last: int) -> Values:
        """The times of rows [first, last)."""
        return self.columns.time[self.first + first : self.first + last]

    def read(self, names: Sequence[str], first: int, last: int) -> Values:
        """Values in rows [first, last), one column for each name."""
        return np.column_stack([self.columns.column(name)[self.first + first : self.first + last] for name in names])

    def identities(self, names: Sequence[str]) -> list[tuple[int, int]]:
        """What is known to be equal: nothing."""
        return [(place, 1) for place in range(len(names))]


def described_result(columns: Columns, data: dict[str, Any]) -> Result:
    """The result of a file with a description."""
    known = from_metadata(data)
    names = frozenset(variable.name for variable in known["variables"])
    kinds, first, segments = row_kinds(data), 0, []
    for each in data["segments"]:
        segments.append(Segment(each["structure"], kinds[first : first + each["rows"]], StoredReader(columns, names, first)))
        first += each["rows"]
    return Result(**known, segments=tuple(segments))


def plain_result(columns: Columns, variables: Sequence[Variable], model: str) -> Result:
    """The result of a file of another program: one segment; rows of equal time are the limits of an event."""
    reader = StoredReader(columns, frozenset(variable.name for variable in variables), 0)
    return Result(
        model=model,
        variables=tuple(variables),
        segments=(Segment(1, _guessed_kinds(columns.time), reader),),
        stop_reason="read from a file",
    )


def make_result(columns: Columns, variables: Sequence[Variable], model: str, data: object) -> Result:
    """The result of a file, described or not; a description that does not fit its columns is passed over."""
    _check_times(columns.time)
    if is_metadata(data) and isinstance(data, dict):
        names = [each["name"] for each in data["variables"]]
        if data["rows"] == len(columns.time) and names == [variable.name for variable in variables]:
            return described_result(columns, data)
    return plain_result(columns, variables, model)


def _check_times(time: Values) -> None:
    """Times that are there and do not fall: without them nothing can be said of a curve."""
    if not np.isfinite(time).all():
        raise ValueError(f"row {int(np.argmin(np.isfinite(time))) + 1} has no time")
    falls = np.flatnonzero(np.diff(time) < 0)
    if len(falls):
        before, after = time[falls[0]], time[falls[0] + 1]
        raise ValueError(f"its times must not fall, but row {falls[0] + 2} has time {after:.10g} after {before:.10g}")


def _guessed_kinds(time: Values) -> RowKinds:
    kinds = np.full(len(time), RowKind.GRID, dtype=np.uint8)
    again = np.flatnonzero(np.diff(time) == 0)
    kinds[again] = RowKind.LEFT
    kinds[again + 1] = RowKind.RIGHT
    return kinds
