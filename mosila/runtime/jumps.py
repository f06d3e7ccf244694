"""What has jumped before charts are asked: actions read it as it was, guards as it is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mosila.instance.plan import CELLS, IntArray
from mosila.runtime.run_state import RunState


class Jumps:
    """Cells of continuous variables whose left limits of a round are not their present values; the left limits are shown."""

    def __init__(self, state: RunState, cells: IntArray, present: NDArray[np.float64]) -> None:
        self._state = state
        self._cells, self._hidden = cells.copy(), present.copy()
        self._shown = state.cells[self._cells]
        self._is_present = False

    def show(self, present: bool) -> None:
        """Present values or left limits into the cells, but where an action has put something else."""
        if present == self._is_present:
            return
        cells, assigned = self._state.cells, self._state.assigned
        stays = cells[self._cells] == self._shown
        if assigned:
            stays &= ~np.isin(self._cells // CELLS, list(assigned))
        cells[self._cells[stays]] = self._hidden[stays]
        self._shown, self._hidden, self._is_present = self._hidden, self._shown, present
