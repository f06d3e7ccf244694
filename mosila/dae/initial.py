"""The system of the initial instant: a sorted system and what is said about its start -> a system without states.

All values and derivatives are unknowns. Beside the equations and their derivatives there are initial equations, fixed start
values, and the bindings of parameters that depend on what is computed. What is still free takes its start value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mosila.dae.differentiated import Differentiation
from mosila.dae.explain_imbalance import Explainer
from mosila.dae.rows import Row
from mosila.dae.stateless import make_stateless, with_all_derivatives
from mosila.dae.system import DaeSystem, SortedSystem
from mosila.diagnostics import MosilaError
from mosila.flat.flat import EquationGroup
from mosila.flat.program import ROLES, Program, ValueGroup
from mosila.instance.plan import CELLS, Role, Template, Variability
from mosila.symbolic import constant, slot


@dataclass(frozen=True, slots=True, eq=False)
class InitialSystem:
    """A system without states, the states that take their start values unasked, and rows that must hold but determine nothing."""

    system: SortedSystem
    defaulted: tuple[int, ...]
    checked: tuple[Row, ...]


def needs_initial_system(program: Program, system: SortedSystem) -> bool:
    """Whether start values of the states alone do not give the initial values."""
    flat = system.dae.flat
    if any(not group.discrete for group in flat.initial_equations) or computed_parameters(program, system).any():
        return True
    given = {*system.states, *system.held}
    representative = system.dae.aliases.representative
    return any(flat.active[position] and int(representative[position]) not in given for position in program.fixed)


def computed_parameters(program: Program, system: SortedSystem) -> NDArray[np.bool_]:
    """By position of the program: a parameter whose value is found at initialisation."""
    attributes = program.attributes
    is_own = (attributes.variability == Variability.PARAMETER) & (attributes.role == ROLES.index(Role.VARIABLE))
    found: NDArray[np.bool_] = is_own & ~attributes.fixed & system.dae.flat.active[: program.tree.size]
    return found


def initial_system(program: Program, system: SortedSystem, fixed_first: bool = False) -> InitialSystem:
    """The equations of the initial instant, matched and sorted.

    Where more is said than can be chosen freely, the last of the fixed starts determine nothing; with `fixed_first` all of them
    do, and what they make superfluous are constraints. Either way the run begins with a check that they fit.
    """
    return _Builder(program, system).build(fixed_first)


class _Builder:
    """Grows the flat model of a structure by what holds at the start only."""

    def __init__(self, program: Program, system: SortedSystem) -> None:
        self.program, self.main, self.dae = program, system, system.dae
        self.computed = computed_parameters(program, system)
        self.rows: list[Row] = list(self.dae.rows)
        self.groups: list[EquationGroup] = list(self.dae.flat.equations)

    def build(self, fixed_first: bool) -> InitialSystem:
        """All rows, then who determines what."""
        dependent = self._add_dependent_parameters()
        self._add(group for group in self.dae.flat.initial_equations if not group.discrete)
        said = range(len(self.dae.flat.equations), len(self.groups))
        others = len(self.rows)
        self._add(self._fixed_starts())
        if fixed_first:
            self.rows = self.rows[others:] + self.rows[:others]
        dae = replace(self._grown(dependent), rows=tuple(self.rows))
        found = make_stateless(dae, self.main.held, self._keepers())
        if found.undetermined:
            explain = Explainer(found.numbering, dae.rows)
            raise MosilaError(*(explain.too_few_at_start(part) for part in found.undetermined))
        checked = tuple(dae.rows[row] for row in found.surplus if dae.rows[row].group in said)
        return InitialSystem(found.system, found.kept, checked)

    def _add(self, groups: Iterable[EquationGroup]) -> None:
        """More equations, group by group."""
        for group in groups:
            self.rows += [Row(len(self.groups), index) for index in range(len(group))]
            self.groups.append(group)

    def _add_dependent_parameters(self) -> NDArray[np.bool_]:
        """The bindings of parameters that depend on computed ones; by position: such a parameter."""
        unknown = self.computed.copy()
        found = np.zeros_like(unknown)
        groups = self.program.parameters
        masks = [np.zeros(len(group.targets), dtype=np.bool_) for group in groups]
        grows = bool(unknown.any())
        while grows:
            grows = False
            for group, mask in zip(groups, masks, strict=True):
                reads = unknown[group.cells // CELLS].any(axis=1) if group.cells.size else np.zeros(len(mask), dtype=np.bool_)
                fresh = reads & ~mask & ~self.computed[group.targets]
                if fresh.any():
                    mask |= fresh
                    unknown[group.targets[fresh]] = found[group.targets[fresh]] = grows = True
        self._add(_equations(group.chosen(mask)) for group, mask in zip(groups, masks, strict=True) if mask.any())
        return found

    def _fixed_starts(self) -> list[EquationGroup]:
        """Start values that must hold; of several for one variable the last."""
        wanted = np.zeros(self.program.tree.size, dtype=np.bool_)
        wanted[[position for position in self.program.fixed if self.dae.flat.active[position]]] = True
        wanted[list(self.main.held)] = False
        groups: list[EquationGroup] = []
        for group in reversed(self.program.starts):
            mask = wanted[group.targets]
            if mask.any():
                groups.append(_equations(group.chosen(mask)))
                wanted[group.targets] = False
        without = np.flatnonzero(wanted).astype(np.int32)
        if len(without):
            spans = tuple(self.program.fixed[position] for position in without.tolist())
            groups.append(EquationGroup(Template(slot(0), constant(0.0)), (without * CELLS)[:, None], spans, without))
        return groups

    def _grown(self, dependent: NDArray[np.bool_]) -> DaeSystem:
        """The system in which all derivatives are variables, and computed parameters are unknowns."""
        grown = with_all_derivatives(self.main, Differentiation(self.dae.flat, self.dae.aliases, ()))
        variability = grown.flat.attributes.variability.copy()
        variability[: len(dependent)][dependent | self.computed] = Variability.CONTINUOUS
        attributes = replace(grown.flat.attributes, variability=variability)
        return replace(grown, flat=replace(grown.flat, attributes=attributes, equations=tuple(self.groups)))

    def _keepers(self) -> list[int]:
        """The states, those with a start value last."""
        flat, representative = self.dae.flat, self.dae.aliases.representative
        started = set(representative[flat.attributes.has_start & flat.active].tolist())
        return sorted(self.main.states, key=lambda position: position in started)


def _equations(group: ValueGroup) -> EquationGroup:
    """Values as equations: each target equals its expression."""
    return EquationGroup(group.template, group.cells, group.spans, group.targets)
