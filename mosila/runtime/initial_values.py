"""The cells of a run before its first instant: literals, parameters, start values; one more cell at the end is scratch."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mosila.compiler import CompiledModel
from mosila.diagnostics import MosilaError
from mosila.diagnostics.runtime import NOT_FINITE
from mosila.flat.program import ValueGroup
from mosila.instance.plan import CELLS, DERIVATIVE, PRE, TIME_CELL


def initial_cells(model: CompiledModel, start: float) -> NDArray[np.float64]:
    """Values of all cells at the start; `pre` of every variable is its start value."""
    cells = np.zeros(CELLS * model.program.tree.size + 1)
    for cell, value in model.program.attributes.literal.items():
        cells[cell] = value
    cells[TIME_CELL], cells[TIME_CELL + DERIVATIVE] = start, 1.0
    for values in (model.code.parameters, model.code.starts):
        prepared = model.runtime.prepare(values.groups, model.kernels.address)
        if prepared(cells, values.targets):
            _refuse_not_finite(model, (*model.program.parameters, *model.program.starts), cells, start)
    cells[PRE::CELLS] = cells[:-1:CELLS]
    return cells


def _refuse_not_finite(model: CompiledModel, groups: tuple[ValueGroup, ...], cells: NDArray[np.float64], start: float) -> None:
    faults = []
    for group in groups:
        for place in np.flatnonzero(~np.isfinite(cells[group.targets * CELLS])).tolist():
            name = model.program.tree.variable_name(int(group.targets[place]))
            faults.append(
                NOT_FINITE.at(group.spans[place], time=f"{start:g}", quantity=f"`{name}`", detail="it is computed before the run")
            )
    raise MosilaError(*faults)
