"""What one structure recorded without interruption, and how any variable is read from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from mosila.compiler import CompiledStructure
from mosila.dataclass import dataclass
from mosila.instance.plan import CELLS
from mosila.runtime.population import Chronicle, Life
from mosila.runtime.spool import StoredRows

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """Rows (time, recorded cells) with their flags; `base` is the structure's array of values when they began."""

    number: int
    """The number of the structure."""
    open: Callable[[], CompiledStructure]
    """Finds the structure, which may have to be derived again."""
    rows: StoredRows
    flags: NDArray[np.uint8]
    base: Values
    cells: Values
    """The cells of the run when the rows began: for variables that no equation of the structure reads."""
    is_continued: bool = False
    """Goes on where the recording before ended."""
    change: int = 0
    """The structural change, counted from 1, that it follows."""
    chronicle: Chronicle = field(default_factory=Chronicle)

    @property
    def compiled(self) -> CompiledStructure:
        """The structure, ready to compute what was not recorded."""
        return self.open()

    @property
    def lives(self) -> list[Life]:
        """The dynamic objects that there were."""
        return self.chronicle.after(self.change)

    def __len__(self) -> int:
        return len(self.flags)

    def times(self, first: int, last: int) -> Values:
        """The times of rows [first, last)."""
        return self.rows.read(first, last)[:, 0]

    def _unread(self, cells: NDArray[np.int64]) -> Values:
        """Cells as they were when the rows began; of dynamic objects as when they were new, since others may be in their places now."""
        values: Values = self.cells[np.minimum(cells, len(self.cells) - 1)]
        lives = self.lives if len(self.chronicle.lives) else ()
        if lives:
            starts = np.array([CELLS * life.start for life in lives], dtype=np.int64)
            order = np.argsort(starts)
            places = np.searchsorted(starts[order], cells, side="right") - 1
            for column in np.flatnonzero(places >= 0).tolist():
                life = lives[int(order[places[column]])]
                offset = int(cells[column]) - CELLS * life.start
                if offset < len(life.cells):
                    values[column] = life.cells[offset]
        return values

    def read(self, positions: Sequence[int], first: int, last: int) -> Values:
        """Variables, by position, in rows [first, last), one column each."""
        compiled = self.compiled
        layout = compiled.code.layout
        cells = np.asarray(positions, dtype=np.int64) * CELLS
        places = layout.index[cells]
        block = np.tile(self._unread(cells), (last - first, 1))
        known = np.flatnonzero(places >= 0)
        if len(known) and last > first:
            values = compiled.simulation.observe(self.rows.read(first, last), places[known], self.base)
            block[:, known] = values * layout.sign[cells[known]]
        return block
