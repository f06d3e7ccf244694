"""Which variables an action's assignment sets in a structure: all that are equal to the one named."""

from __future__ import annotations

import numpy as np

from mosila.dae.system import SortedSystem
from mosila.instance.plan import Variability
from mosila.runtime.chart_context import FindClass, VariableClass


def find_variable_class(system: SortedSystem) -> FindClass:
    """The function that finds the class of a variable, or says why no action can assign to it."""
    flat, aliases = system.dae.flat, system.dae.aliases
    free = {*system.states, *system.held, *system.discrete_held}

    def find(position: int) -> VariableClass | str:
        if not flat.active[position]:
            return VariableClass((position,), (1.0,))
        representative = int(aliases.representative[position])
        if representative not in free:
            kind = "equation" if flat.attributes.variability[position] == Variability.CONTINUOUS else "discrete equation"
            return f"an active {kind} determines"
        members = np.flatnonzero((aliases.representative == representative) & flat.active)
        signs = aliases.sign[members] * aliases.sign[position]
        return VariableClass(tuple(members.tolist()), tuple(float(s) for s in signs))

    return find
