"""States by numbers: where constraints could determine one variable or another, the values of the moment choose."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

import numpy as np

from mosila.compiler import CompiledModel, CompiledStructure
from mosila.dae.pivots import LIMIT, Choice
from mosila.solvers.binding import Outcome, Run


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
    chosen = best_choice(compiled, running=True)
    found = model.rechosen(compiled, chosen.choices)
    found.simulation.set_pivot_limit(_limit(chosen.growth))
    if found is compiled:
        return compiled, Outcome.GO_ON
    _copy_values(compiled, found)
    return found, found.simulation.go_on_from(compiled.simulation, run)


def _limit(growth: float) -> float:
    return max(LIMIT, 2.0 * growth)


def _copy_values(old: CompiledStructure, new: CompiledStructure) -> None:
    """Everything by cell; the layouts differ in which of the same variables are states."""
    cells = new.code.layout.cell
    places = np.flatnonzero(cells >= 0)
    sources = old.code.layout.index[cells[places]]
    known = sources >= 0
    new.simulation.values[places[known]] = old.simulation.values[sources[known]] * old.code.layout.sign[cells[places[known]]]
