"""Arrays of cells: which one of its position each is."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mosila.instance.plan import CELLS

_Integer = TypeVar("_Integer", bound=np.integer[Any])


def kinds_of(cells: NDArray[_Integer]) -> NDArray[_Integer]:
    """For each cell which one of its position it is; numpy divides quicker than it takes remainders."""
    found: NDArray[_Integer] = cells - CELLS * (cells // CELLS)
    return found


def positions_with(cells: NDArray[_Integer], kind: int) -> NDArray[_Integer]:
    """The positions of the cells of a kind."""
    positions = cells // CELLS
    found: NDArray[_Integer] = positions[cells - CELLS * positions == kind]
    return found
