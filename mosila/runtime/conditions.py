"""Conditions that add and remove: components declared with a condition that varies, and branches of if-equations.

Where the branches of an if-equation cannot share one form, its switch is active, and one of its branches with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from mosila.compiler import CompiledModel, CompiledStructure
from mosila.instance.conditional import Conditional
from mosila.instance.plan import CELLS
from mosila.instance.structure import Structure
from mosila.instance.tree import InstanceTree
from mosila.runtime.dynamic_objects import EvaluateFormula
from mosila.runtime.run_state import RunState

MOST_FLIPPED = 3
"""How many conditions are answered otherwise at once where a structure has no solution."""


def takes_part(tree: InstanceTree, structure: Structure, start: int, each: Conditional) -> bool:
    """Whether a condition counts: its object is active, and so is its switch, if it has one."""
    if not all(around in structure.active for around in tree.behaviours_around(start)):
        return False
    return each.switch is None or start + each.switch in structure.active


def alternatives(tree: InstanceTree, structure: Structure) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """What else each condition could choose: what goes, and what comes in its place."""
    active: dict[int, frozenset[int]] = {}
    for start, each in tree.conditionals:
        parts = frozenset(start + offset for offset, _ in each.parts)
        if each.switch is not None and parts <= structure.active:
            active[start + each.switch] = parts
    for start, each in tree.conditionals:
        if takes_part(tree, structure, start, each):
            parts = frozenset(start + offset for offset, _ in each.parts)
            is_there = parts <= structure.active
            if each.switch is None:
                yield (parts, frozenset()) if is_there else (frozenset(), parts)
            elif not is_there:
                yield active.get(start + each.switch, frozenset()), parts


class Conditions:
    """The conditions of one run."""

    def __init__(self, model: CompiledModel, state: RunState, evaluate: EvaluateFormula) -> None:
        self._model, self._state, self._evaluate = model, state, evaluate

    @property
    def _tree(self) -> InstanceTree:
        return self._model.program.tree

    def follow(self, before: CompiledStructure | None) -> bool:
        """Let the structure follow the conditions; says whether it changed."""
        wanted = self.wanted(before)
        has_changed = wanted != self._state.structure
        self._state.structure = wanted
        return has_changed

    def wanted(self, before: CompiledStructure | None) -> Structure:
        """The structure that conditions ask for; where they were not computed before, start values answer."""
        structure = self._state.structure
        while self._tree.conditionals:
            chosen = structure
            for start, each in self._tree.conditionals:
                if takes_part(self._tree, chosen, start, each):
                    parts = frozenset(start + offset for offset, _ in each.parts)
                    chosen = chosen.with_parts(parts, self._holds(start, each, before))
            structure = chosen.with_parts(self._model.switches(chosen), True)
            if structure == chosen:
                break
        return structure

    def alternatives(self, structure: Structure) -> Iterator[Structure]:
        """Structures with other answers of the conditions, those with the fewest first."""
        options = [*alternatives(self._tree, structure)]
        for count in range(1, min(len(options), MOST_FLIPPED) + 1):
            for chosen in combinations(options, count):
                other = structure
                for removed, added in chosen:
                    other = other.with_parts(removed, False).with_parts(added, True)
                yield other

    def _holds(self, start: int, each: Conditional, before: CompiledStructure | None) -> bool:
        """The condition as the last instant found it; of what was not there, or was reset, as the values of the moment say."""
        is_computed = before is not None and bool(before.active[start] and (each.switch is None or before.active[start + each.switch]))
        if is_computed and not any(first <= start < first + self._tree.behaviours[first] for first in self._state.restarted):
            return bool(self._state.cells[CELLS * (start + each.condition)] > 0.5)
        return self._evaluate(each.formula, start) > 0.5
