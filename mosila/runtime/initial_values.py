"""The cells of a run before its first instant: literals, parameters, start values; one more cell at the end is scratch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.function_reports import describe_report
from mosila.codegen.program_code import Values
from mosila.codegen.support import support_if_loaded
from mosila.compiler import CompiledModel
from mosila.diagnostics import MosilaError
from mosila.diagnostics.runtime import NOT_FINITE
from mosila.flat.delays import delay_positions
from mosila.flat.program import ValueGroup
from mosila.instance.plan import CELLS, DERIVATIVE, HOMOTOPY, PRE, TIME_CELL, Variability

_LITERALS: Final[WeakKeyDictionary[Values, NDArray[np.float64]]] = WeakKeyDictionary()


def initial_cells(model: CompiledModel, start: float, given: Mapping[int, float]) -> NDArray[np.float64]:
    """Values of all cells at the start; `pre` of every variable is its start value.

    `given` are values from outside, by position: parameters and start values in place of those of the model.
    """
    cells = _literal_cells(model).copy()
    cells[TIME_CELL] = start
    _compute(model, (model.code.parameters, model.code.starts), cells, given)
    cells[PRE::CELLS] = cells[:-1:CELLS]
    if len(delays := delay_positions(model.program.attributes)):
        cells[CELLS * delays + PRE] = np.arange(len(delays))
    return cells


def _literal_cells(model: CompiledModel) -> NDArray[np.float64]:
    """Cells with all that is the same in every run."""
    size = CELLS * model.program.tree.size + 1
    found = _LITERALS.get(model.code.parameters)
    if found is None or len(found) != size:
        found = np.zeros(size)
        literal = model.program.attributes.literal
        found[list(literal)] = list(literal.values())
        found[TIME_CELL + DERIVATIVE] = 1.0
        found[CELLS * HOMOTOPY] = 1.0
        _LITERALS[model.code.parameters] = found
    return found


def compute_parameters(model: CompiledModel, cells: NDArray[np.float64], given: Mapping[int, float]) -> None:
    """Parameters anew, in place: those that are given, and what depends on them."""
    fixed = {
        position: value for position, value in given.items() if model.program.attributes.variability[position] <= Variability.PARAMETER
    }
    blocks = model.program.tree.blocks
    first = blocks[0].start if blocks else model.program.tree.size  # dynamic objects keep what they were created with
    _compute(model, (model.code.parameters,), cells, fixed, CELLS * first)


def compute_marked(model: CompiledModel, cells: NDArray[np.float64], moved: NDArray[np.bool_]) -> NDArray[np.float64]:
    """By position: values of parameters and start values anew where they are marked. The cells stay as they are."""
    found = cells.copy()
    _compute(model, (model.code.parameters, model.code.starts), found, {}, left=CELLS * np.flatnonzero(~moved))
    return found[:-1:CELLS]


def _compute(
    model: CompiledModel,
    lists: tuple[Values, ...],
    cells: NDArray[np.float64],
    given: Mapping[int, float],
    end: int | None = None,
    left: NDArray[np.int64] | None = None,
) -> None:
    """Compute values in place; those that are given, those in cells `left` and those from cell `end` on stay as they are."""
    given_cells = np.array(list(given), dtype=np.int64) * CELLS
    cells[given_cells] = list(given.values())
    if left is not None:
        given_cells = np.append(given_cells, left)
    leaves_some = len(given_cells) > 0 or end is not None
    scratch = len(cells) - 1
    library = support_if_loaded()
    if library is not None:
        library.forget()
    start = float(cells[TIME_CELL])
    for values in lists:
        prepared = model.prepared(values)
        with model.kernels.objects.making():
            targets = values.targets
            if leaves_some:
                is_kept = np.isin(targets, given_cells) | (targets >= (len(cells) if end is None else end))
                targets = np.where(is_kept, scratch, targets)
            is_refused = prepared(cells, targets) != 0
        if is_refused:
            if library is not None and (trouble := library.trouble()) is not None:
                raise MosilaError(describe_report(trouble, model.kernels.function, start))
            _refuse_not_finite(model, (*model.program.parameters, *model.program.starts), cells, start)


def _refuse_not_finite(model: CompiledModel, groups: tuple[ValueGroup, ...], cells: NDArray[np.float64], start: float) -> None:
    faults = []
    for group in groups:
        for place in np.flatnonzero(~np.isfinite(cells[group.targets * CELLS])).tolist():
            name = model.program.tree.variable_name(int(group.targets[place]))
            faults.append(
                NOT_FINITE.at(group.spans[place], time=f"{start:g}", quantity=f"`{name}`", detail="it is computed before the run")
            )
    raise MosilaError(*faults)
