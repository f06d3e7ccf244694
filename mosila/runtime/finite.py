"""Values of actions that are no finite numbers, told with what they were made of."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mosila.diagnostics import MosilaError
from mosila.diagnostics.runtime import NOT_FINITE
from mosila.flat.describe import cell_name
from mosila.flat.program import Program
from mosila.instance.plan import TIME_CELL
from mosila.source import Span

LISTED = 6


def not_finite(program: Program, cells: NDArray[np.float64], read: Iterable[int], start: int, span: Span, quantity: str) -> MosilaError:
    """What is wrong with a value that the object at a position computes from the cells `read`."""
    named = [each for each in dict.fromkeys(read) if each not in program.attributes.literal]
    texts = [f"{cell_name(program.tree, program.attributes, each)} = {cells[each]:.6g}" for each in named[:LISTED]]
    detail = ", ".join(texts) or "it reads no variable"
    path = program.tree.object_path(start)
    return MosilaError(NOT_FINITE.at(span, path, time=f"{cells[TIME_CELL]:.10g}", quantity=quantity, detail=detail))
