"""Start values that must hold, against those that the initial instant found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.structure import StructureCode
from mosila.compiler import CompiledStructure
from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.experiment import NOT_SETTABLE
from mosila.diagnostics.runtime import VALUES_DO_NOT_FIT
from mosila.flat.program import Program
from mosila.instance.plan import CELLS, Variability
from mosila.source import Span

FIT = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class _Checks:
    """Which variables must have their start values, and why; where they stand in the values of a simulation."""

    told: dict[int, tuple[Span, str]]
    positions: NDArray[np.int64]
    places: NDArray[np.int64]
    signs: NDArray[np.float64]
    nominal: NDArray[np.float64]


_CHECKS: Final[WeakKeyDictionary[StructureCode, _Checks]] = WeakKeyDictionary()


def check_fixed(program: Program, compiled: CompiledStructure, wanted: NDArray[np.float64]) -> None:
    """Raise where an active variable with `fixed = true` does not have its start value (`wanted`, by position)."""
    compiled.simulation.assign()
    checks = _CHECKS.get(compiled.code)
    if checks is None:
        checks = _CHECKS[compiled.code] = _plan(program, compiled)
    told, positions = checks.told, checks.positions
    found = checks.signs * compiled.simulation.values[checks.places]
    size = np.maximum(np.maximum(np.abs(found), np.abs(wanted[positions])), checks.nominal)
    faults: list[Diagnostic] = []
    for place in np.flatnonzero(np.abs(found - wanted[positions]) > FIT * size).tolist():
        position = int(positions[place])
        span, why = told[position]
        name, value = program.tree.variable_name(position), float(wanted[position])
        faults.append(VALUES_DO_NOT_FIT.at(span, name=name, wanted=f"{value:.10g}", found=f"{found[place]:.10g}", why=why))
    if faults:
        raise MosilaError(*faults)


def check_given(program: Program, compiled: CompiledStructure, given: Iterable[int]) -> None:
    """Raise where a start value from outside is that of an active variable that equations determine."""
    system = compiled.system
    free = {*system.states, *system.held}
    faults = []
    for position in given:
        is_continuous = program.attributes.variability[position] == Variability.CONTINUOUS
        if is_continuous and compiled.active[position] and int(system.dae.aliases.representative[position]) not in free:
            name = program.tree.variable_name(position)
            faults.append(NOT_SETTABLE.at(name=name, why="equations determine it from the start", help="set what it follows from"))
    if faults:
        raise MosilaError(*faults)


def _plan(program: Program, compiled: CompiledStructure) -> _Checks:
    layout, told = compiled.code.layout, _wanted(program, compiled)
    positions = np.fromiter(told, dtype=np.int64, count=len(told))
    positions = positions[compiled.active[positions] & (layout.index[CELLS * positions] >= 0)]
    places = layout.index[CELLS * positions].astype(np.int64)
    return _Checks(told, positions, places, layout.sign[CELLS * positions].astype(np.float64), program.attributes.nominal[positions])


def _wanted(program: Program, compiled: CompiledStructure) -> dict[int, tuple[Span, str]]:
    """The variables that must have their start values: fixed ones, and declared values of what constraints tie."""
    dae = compiled.system.dae
    tied = np.flatnonzero(dae.aliases.differentiated & (dae.aliases.derivative >= 0)).tolist()
    tied_classes = set(tied) - set(compiled.system.states)
    found = {p: (weak.span, "declared value") for p, weak in dae.flat.weak.items() if int(dae.aliases.representative[p]) in tied_classes}
    return found | {position: (span, "fixed = true") for position, span in program.fixed.items()}
