"""Start values that must hold, against those that the initial instant found."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mosila.compiler import CompiledStructure
from mosila.diagnostics import MosilaError
from mosila.diagnostics.runtime import VALUES_DO_NOT_FIT
from mosila.flat.program import Program
from mosila.instance.plan import CELLS

FIT = 1e-6


def check_fixed(program: Program, compiled: CompiledStructure, wanted: NDArray[np.float64]) -> None:
    """Raise where an active variable with `fixed = true` does not have its start value (`wanted`, by position)."""
    layout, values = compiled.code.layout, compiled.simulation.values
    faults = []
    for position, span in program.fixed.items():
        place, sign = layout.place(CELLS * position)
        if not compiled.active[position] or place < 0:
            continue
        found, value = float(sign * values[place]), float(wanted[position])
        if abs(found - value) > FIT * max(abs(found), abs(value), float(program.attributes.nominal[position])):
            name = program.tree.variable_name(position)
            faults.append(VALUES_DO_NOT_FIT.at(span, name=name, wanted=f"{value:.10g}", found=f"{found:.10g}"))
    if faults:
        raise MosilaError(*faults)
