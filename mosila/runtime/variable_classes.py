"""Which variables an action's assignment sets in a structure: all that are equal to the one named."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from mosila.dae.system import SortedSystem
from mosila.instance.cells import positions_with
from mosila.instance.plan import DERIVATIVE, Variability
from mosila.runtime.actions import FindClass, VariableClass


def find_variable_class(system: SortedSystem) -> FindClass:
    """The function that finds the class of a variable, or says why no action can assign to it."""
    flat, aliases = system.dae.flat, system.dae.aliases

    @cache
    def held() -> set[int]:
        return {*system.held, *system.discrete_held}

    @cache
    def differentiated() -> NDArray[np.bool_]:
        found = np.zeros(len(flat.active), dtype=np.bool_)
        for group in flat.equations:
            found[positions_with(group.cells, DERIVATIVE)] = True
        found[0] = False
        return found

    @cache
    def find(position: int) -> VariableClass | str:
        if position >= len(flat.active) or not flat.active[position]:
            return VariableClass((position,), (1.0,))
        representative = int(aliases.representative[position])
        if not differentiated()[position] and representative not in held():
            kind = "equation" if flat.attributes.variability[position] == Variability.CONTINUOUS else "discrete equation"
            return f"is determined by an active {kind}"
        members = np.flatnonzero((aliases.representative == representative) & flat.active)
        signs = aliases.sign[members] * aliases.sign[position]
        return VariableClass(tuple(members.tolist()), tuple(float(s) for s in signs))

    return find
