"""States by numbers: where constraints could determine one variable or another, the values of the moment choose."""

from __future__ import annotations

from itertools import zip_longest
from math import isfinite
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.structure import StructureCode
from mosila.compiler import CompiledModel, CompiledStructure
from mosila.dae.pivots import LIMIT, Choice
from mosila.dataclass import dataclass
from mosila.solvers.binding import Run
from mosila.solvers.outcomes import Outcome

GOOD: Final = 1.5
"""The growth at which states that are known already are taken again."""
_Plan = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]
_COPIES: Final[WeakKeyDictionary[StructureCode, WeakKeyDictionary[StructureCode, _Plan]]] = WeakKeyDictionary()
"""How values are copied from one choice to another: places, sources, signs."""
_WISHES: Final[WeakKeyDictionary[StructureCode, bool]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice for each set of constraints, and by how much states move dummies at most."""

    choices: tuple[Choice, ...]
    growth: float


def best_choice(compiled: CompiledStructure, running: bool) -> Chosen:
    """The choice that the present values of the simulation speak for."""
    values = compiled.simulation.pivot_values().tolist()
    choices: list[Choice] = []
    growth, first = 0.0, 0
    for part in compiled.system.dae.reduced.pivots:
        width = len(part.columns)
        matrix = [values[first + row * width : first + (row + 1) * width] for row in range(len(part.rows))]
        first += len(part.rows) * width
        better = part.choose(matrix, running) if all(isfinite(number) for line in matrix for number in line) else ()
        choices.append(better or part.choice)
        growth = max(growth, part.growth(matrix, choices[-1])) if better else float("inf")
    return Chosen(tuple(choices), growth)


def choose_at_start(model: CompiledModel, compiled: CompiledStructure, run: Run) -> CompiledStructure:
    """The structure with the states that the values in the cells of the run speak for."""
    if not compiled.choices:
        return compiled
    compiled.simulation.evaluate(run)
    chosen = best_choice(compiled, running=False)
    found = model.rechosen(compiled, chosen.choices)
    found.simulation.set_pivot_limit(_limit(chosen.growth))
    return found


def choose_again(model: CompiledModel, compiled: CompiledStructure, run: Run) -> tuple[CompiledStructure, Outcome]:
    """Other states in the middle of a run; without better ones the run goes on with those it has."""
    found = _known_choice(model, compiled)
    if found is None:
        chosen = best_choice(compiled, running=True)
        found = model.rechosen(compiled, chosen.choices)
        found.simulation.set_pivot_limit(_limit(chosen.growth))
        if found is compiled:
            return compiled, Outcome.GO_ON
        _copy_values(compiled, found)
    return found, found.simulation.go_on_from(compiled.simulation, run)


def _known_choice(model: CompiledModel, compiled: CompiledStructure) -> CompiledStructure | None:
    """States that the run has had before and that fit well here, where nobody wants others: found without a choice."""
    if _has_wishes(compiled.code):
        return None
    for other in model.other_choices(compiled):
        _copy_values(compiled, other)
        growth = other.simulation.pivot_growth()
        if growth <= GOOD:
            other.simulation.set_pivot_limit(_limit(growth))
            return other
    return None


def _has_wishes(code: StructureCode) -> bool:
    """Whether some derivatives are wanted more as states than others of the same order."""
    found = _WISHES.get(code)
    if found is None:
        wishes = [set(zip_longest(*part.selects, fillvalue=None)) for part in code.system.dae.reduced.pivots]
        found = any(len({wish for wish in by_column if wish is not None}) > 1 for part in wishes for by_column in part)
        _WISHES[code] = found
    return found


def _limit(growth: float) -> float:
    return max(LIMIT, 2.0 * growth)


def _copy_values(old: CompiledStructure, new: CompiledStructure) -> None:
    """Everything by cell; the layouts differ in which of the same variables are states."""
    plans = _COPIES.setdefault(old.code, WeakKeyDictionary())
    plan = plans.get(new.code)
    if plan is None:
        cells = new.code.layout.cell
        places = np.flatnonzero(cells >= 0)
        sources = old.code.layout.index[cells[places]]
        known = sources >= 0
        plan = plans[new.code] = (places[known], sources[known], old.code.layout.sign[cells[places[known]]].astype(np.float64))
    targets, origins, signs = plan
    new.simulation.values[targets] = old.simulation.values[origins] * signs
