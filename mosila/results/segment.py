"""The rows of a result between two structural changes, and how values are read from them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum, IntEnum
from typing import Protocol

import numpy as np
import numpy.typing as npt

from mosila.dataclass import dataclass

Values = npt.NDArray[np.float64]
RowKinds = npt.NDArray[np.uint8]


class Kind(Enum):
    """The type of a variable, which decides how its values are written."""

    REAL = "Real"
    INTEGER = "Integer"
    BOOLEAN = "Boolean"
    STRING = "String"


class RowKind(IntEnum):
    """Why a row was stored: an output time, or the limit from before or after an event."""

    GRID = 0
    LEFT = 1
    RIGHT = 2


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the result: its full name, and what is known about it."""

    name: str
    kind: Kind = Kind.REAL
    unit: str = ""
    description: str = ""
    is_state: bool = False
    variability: str = "continuous"
    """One of `constant`, `parameter`, `discrete`, `continuous`."""


class SegmentReader(Protocol):
    """Gives any variable of a segment from its stored rows; aliases and explicit variables are computed when asked for."""

    @property
    def names(self) -> Collection[str]:
        """The variables that are present in this segment, those of active objects."""
        ...

    def times(self, first: int, last: int) -> Values:
        """The times of rows [first, last)."""
        ...

    def read(self, names: Sequence[str], first: int, last: int) -> Values:
        """Values of present variables in rows [first, last): one row of the matrix a time, one column a name."""
        ...

    def identities(self, names: Sequence[str]) -> Sequence[tuple[int, int]]:
        """For each name what it is read from, as a number, and with which sign; equal ones have equal values."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class Segment:
    """A stretch of the run in one structure: why each of its rows was stored, and their reader."""

    structure: int
    kinds: RowKinds
    reader: SegmentReader

    def __len__(self) -> int:
        return len(self.kinds)

    def __repr__(self) -> str:
        extent = f"time {self.start:.10g} to {self.stop:.10g}" if len(self) else "no rows"
        return f"<segment in structure {self.structure}: {extent}, {len(self)} rows>"

    @property
    def time(self) -> Values:
        """The times of all rows."""
        return self.reader.times(0, len(self))

    @property
    def start(self) -> float:
        """The time of the first row."""
        return float(self.reader.times(0, 1)[0])

    @property
    def stop(self) -> float:
        """The time of the last row."""
        return float(self.reader.times(len(self) - 1, len(self))[0])

    def read(self, name: str) -> Values:
        """One variable over this segment, NaN if its object is inactive in it."""
        return self.read_block((name,), 0, len(self))[:, 0]

    def read_block(self, names: Sequence[str], first: int, last: int) -> Values:
        """Several variables in rows [first, last), one column each; NaN where an object is inactive."""
        present = self.reader.names
        columns = [column for column, name in enumerate(names) if name in present]
        block = np.full((last - first, len(names)), np.nan)
        if columns and last > first:
            block[:, columns] = self.reader.read([names[column] for column in columns], first, last)
        return block
