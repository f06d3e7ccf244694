"""What one structure recorded without interruption, and how any variable is read from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mosila.compiler import CompiledStructure
from mosila.instance.plan import CELLS
from mosila.runtime.spool import StoredRows

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """Rows (time, recorded cells) with their flags; `base` is the structure's array of values when they began."""

    compiled: CompiledStructure
    rows: StoredRows
    flags: NDArray[np.uint8]
    base: Values
    cells: Values
    """The cells of the run when the rows began: for variables that no equation of the structure reads."""
    is_continued: bool = False
    """Goes on where the recording before ended."""

    def __len__(self) -> int:
        return len(self.flags)

    def times(self, first: int, last: int) -> Values:
        """The times of rows [first, last)."""
        return self.rows.read(first, last)[:, 0]

    def read(self, positions: Sequence[int], first: int, last: int) -> Values:
        """Variables, by position, in rows [first, last), one column each."""
        layout = self.compiled.code.layout
        cells = np.asarray(positions, dtype=np.int64) * CELLS
        places = layout.index[cells]
        block = np.tile(self.cells[cells], (last - first, 1))
        known = np.flatnonzero(places >= 0)
        if len(known) and last > first:
            values = self.compiled.simulation.observe(self.rows.read(first, last), places[known], self.base)
            block[:, known] = values * layout.sign[cells[known]]
        return block
