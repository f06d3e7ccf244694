"""Which variables an action's assignment sets in a structure: all that are equal to the one named."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mosila.dae.system import SortedSystem
from mosila.instance.cells import positions_with
from mosila.instance.plan import DERIVATIVE, Variability
from mosila.runtime.actions import FindClass, VariableClass


def find_variable_class(system: SortedSystem) -> FindClass:
    """The function that finds the class of a variable, or says why no action can assign to it."""
    return _Finder(system).find


class _Finder:
    """Looks at the equations when it is asked for the first time: most runs never ask."""

    def __init__(self, system: SortedSystem) -> None:
        self._system = system
        self._found: dict[int, VariableClass | str] = {}

    def find(self, position: int) -> VariableClass | str:
        """The variables that are set with one, or why it cannot be set."""
        if position not in self._found:
            self._found[position] = self._look(position)
        return self._found[position]

    def _look(self, position: int) -> VariableClass | str:
        flat, aliases = self._system.dae.flat, self._system.dae.aliases
        if position >= len(flat.active) or not flat.active[position]:
            return VariableClass((position,), (1.0,))
        representative = int(aliases.representative[position])
        if not self._differentiated[position] and representative not in self._held:
            kind = "equation" if flat.attributes.variability[position] == Variability.CONTINUOUS else "discrete equation"
            return f"is determined by an active {kind}"
        members = np.flatnonzero((aliases.representative == representative) & flat.active)
        signs = aliases.sign[members] * aliases.sign[position]
        return VariableClass(tuple(members.tolist()), tuple(float(s) for s in signs))

    @cached_property
    def _held(self) -> frozenset[int]:
        return frozenset((*self._system.held, *self._system.discrete_held))

    @cached_property
    def _differentiated(self) -> NDArray[np.bool_]:
        flat = self._system.dae.flat
        found = np.zeros(len(flat.active), dtype=np.bool_)
        for group in flat.equations:
            found[positions_with(group.cells, DERIVATIVE)] = True
        found[0] = False
        return found
