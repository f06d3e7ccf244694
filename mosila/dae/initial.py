"""The system of the initial instant: a sorted system and what is said about its start -> a system without states.

All values and derivatives are unknowns. Beside the equations and their derivatives there are initial equations, fixed start
values, and the bindings of parameters that depend on what is computed. What is still free takes its start value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mosila.dae.differentiated import Differentiation
from mosila.dae.explain_imbalance import Explainer
from mosila.dae.incidence import Numbering, group_incidence
from mosila.dae.rows import Incidence, Row, Rows
from mosila.dae.stateless import Stateless, make_stateless, with_all_derivatives
from mosila.dae.system import DaeSystem, SortedSystem
from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.flat.flat import EquationGroup, FlatModel
from mosila.flat.program import ROLES, Program, ValueGroup
from mosila.instance.plan import CELLS, DERIVATIVE, VALUE, Role, Template, Variability
from mosila.symbolic import Expr, constant, slot, slot_index
from mosila.symbolic.expression import SLOT


@dataclass(frozen=True, slots=True, eq=False)
class InitialSystem:
    """A system without states, the states that take their start values unasked, and rows that must hold but determine nothing."""

    system: SortedSystem
    defaulted: tuple[int, ...]
    checked: tuple[Row, ...]
    discrete: tuple[int, ...] = ()
    """Discrete variables that initial equations compute from what varies; the first event goes on from these values."""
    moved: NDArray[np.bool_] | None = None
    """By position: what follows from parameters that are computed here: start values, and parameters of objects that are not active.
    None if no parameter is computed."""


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


def initial_system(program: Program, system: SortedSystem, fixed_first: bool = False, given: frozenset[int] = frozenset()) -> InitialSystem:
    """The equations of the initial instant, matched and sorted.

    States that nothing determines begin with their start values; those that depend on computed parameters are equations, except
    where the start value is `given` from outside.

    Where more is said than can be chosen freely, the last of the fixed starts determine nothing; with `fixed_first` all of them
    do, and what they make superfluous are constraints. Either way the run begins with a check that they fit.
    """
    return _Builder(program, system).build(fixed_first, given)


def entry_system(program: Program, system: SortedSystem, begins: NDArray[np.bool_], free: frozenset[int]) -> InitialSystem:
    """The equations of an instant in which objects begin, those at the positions `begins`: their initial equations hold and determine
    states that are `free`; all other states keep their values."""
    return _Builder(program, system).enter(begins, free)


def lone_discrete(flat: FlatModel, template: Template, cells: Sequence[int]) -> tuple[int, Expr] | None:
    """The cell of a discrete variable, or of its value before the event, that stands alone on one side, and the other side."""
    for side, other in ((template.left, template.right), (template.right, template.left)):
        if side.operator == SLOT:
            cell = cells[slot_index(side)]
            if cell % CELLS != DERIVATIVE and flat.attributes.variability[cell // CELLS] == Variability.DISCRETE:
                return cell, other
    return None


def _determined(dae: DaeSystem, known: Sequence[int], keepers: Sequence[int], said: range) -> tuple[Stateless, tuple[Row, ...]]:
    """The system that finds all that is not known, and those rows of the groups `said` that it does not need."""
    found = make_stateless(dae, known, keepers)
    if found.undetermined:
        explain = Explainer(found.numbering, dae.rows)
        raise MosilaError(*(explain.too_few_at_start(part) for part in found.undetermined))
    return found, tuple(dae.rows[row] for row in found.surplus if dae.rows[row].group in said)


class _Builder:
    """Grows the flat model of a structure by what holds at the start only."""

    def __init__(self, program: Program, system: SortedSystem) -> None:
        self.program, self.main, self.dae = program, system, system.dae
        self.computed = computed_parameters(program, system)
        self.rows: list[Row] = list(self.dae.rows)
        self.groups: list[EquationGroup] = list(self.dae.flat.equations)
        self.discrete: dict[int, Row] = {}
        """By representative: the initial equation that gives a discrete variable its value."""

    def build(self, fixed_first: bool, given: frozenset[int]) -> InitialSystem:
        """All rows, then who determines what."""
        follows = self._follow_computed()
        dependent = follows & self.dae.flat.active[: len(follows)]
        self._add_parameters(dependent)
        moved = self._moved(follows)
        self._add(part for group in self.dae.flat.initial_equations if not group.discrete for part in self._continuous_part(group))
        said = range(len(self.dae.flat.equations), len(self.groups))
        others = len(self.rows)
        self._add(self._fixed_starts())
        if fixed_first:
            self.rows = self.rows[others:] + self.rows[:others]
        found, checked = self._found(dependent, said)
        kept = found.kept
        if moved is not None and (starts := self._starts_of(kept, moved, given)):
            self._add(starts)
            found, checked = self._found(dependent, said)
        return InitialSystem(found.system, kept, checked, tuple(sorted(self.discrete)), moved)

    def _found(self, dependent: NDArray[np.bool_], said: range) -> tuple[Stateless, tuple[Row, ...]]:
        dae = self._with_discrete(replace(self._grown(dependent), rows=Rows.of(self.rows)))
        return _determined(dae, self.main.held, self._keepers(), said)

    def enter(self, begins: NDArray[np.bool_], free: frozenset[int]) -> InitialSystem:
        """All rows of the structure and the initial equations of what begins."""
        self.computed = np.zeros_like(self.computed)
        said = [group.chosen(begins[group.owners]) for group in self.dae.flat.initial_equations if not group.discrete]
        self._add(part for group in said if len(group) for part in self._continuous_part(group))
        added = range(len(self.dae.flat.equations), len(self.groups))
        dae = replace(self._grown(self.computed), rows=Rows.of(self.rows))
        known = [*self.main.held, *(state for state in self.main.states if state not in free)]
        found, checked = _determined(dae, known, [state for state in self._keepers() if state in free], added)
        return InitialSystem(found.system, (), checked)

    def _add(self, groups: Iterable[EquationGroup]) -> None:
        """More equations, group by group."""
        for group in groups:
            self.rows += [Row(len(self.groups), index) for index in range(len(group))]
            self.groups.append(group)

    def _continuous_part(self, group: EquationGroup) -> Iterator[EquationGroup]:
        """The equations of a group that determine no discrete variable; those that do are kept apart."""
        apart = np.zeros(len(group), dtype=np.bool_)
        for index, row in enumerate(group.cells.tolist()):
            found = lone_discrete(self.dae.flat, group.template, row)
            if found is not None and found[0] % CELLS == VALUE:
                apart[index] = True
                self.discrete[int(self.dae.aliases.representative[found[0] // CELLS])] = Row(len(self.groups), int(apart.sum()) - 1)
        if apart.any():
            self.groups.append(replace(group.chosen(apart), discrete=True))
        if not apart.all():
            yield group.chosen(~apart)

    def _with_discrete(self, dae: DaeSystem) -> DaeSystem:
        """The system in which initial equations determine discrete variables, in place of their own equations."""
        rows, incidence = list(dae.discrete_rows), list(dae.discrete_incidence)
        row_of_column = dae.row_of_discrete_column.tolist()
        numbering = Numbering(dae.flat, dae.aliases)
        for position, row in self.discrete.items():
            column = int(np.flatnonzero(dae.discrete_columns == CELLS * position)[0])
            group = dae.flat.equations[row.group]
            _, columns = group_incidence(group, np.array([row.index]), numbering.discrete_column_of_cell, dae.aliases)
            reads = tuple(columns.tolist())
            if row_of_column[column] >= 0:
                rows[row_of_column[column]], incidence[row_of_column[column]] = row, reads
            else:
                row_of_column[column] = len(rows)
                rows.append(row)
                incidence.append(reads)
        return replace(
            dae,
            discrete_rows=Rows.of(rows),
            discrete_incidence=Incidence.of(incidence),
            row_of_discrete_column=np.array(row_of_column, dtype=np.int64),
        )

    def _follow_computed(self) -> NDArray[np.bool_]:
        """By position: a parameter whose binding depends on computed ones."""
        unknown = self.computed.copy()
        grows = bool(unknown.any())
        while grows:
            grows = False
            for group in self.program.parameters:
                fresh = _reads(group, unknown) & ~unknown[group.targets]
                unknown[group.targets[fresh]] = True
                grows = grows or bool(fresh.any())
        return unknown & ~self.computed

    def _add_parameters(self, wanted: NDArray[np.bool_]) -> None:
        """The bindings of these parameters as equations."""
        masks = [(group, wanted[group.targets]) for group in self.program.parameters]
        self._add(_equations(group.chosen(mask)) for group, mask in masks if mask.any())

    def _fixed_starts(self) -> list[EquationGroup]:
        """Start values that must hold; of several for one variable the last."""
        wanted = np.zeros(self.program.tree.size, dtype=np.bool_)
        wanted[[position for position in self.program.fixed if self.dae.flat.active[position]]] = True
        wanted[list(self.main.held)] = False
        groups = self._take_starts(wanted)
        without = np.flatnonzero(wanted).astype(np.int32)
        if len(without):
            spans = tuple(self.program.fixed[position] for position in without.tolist())
            groups.append(EquationGroup(Template(slot(0), constant(0.0)), (without * CELLS)[:, None], spans, without))
        return groups

    def _take_starts(self, wanted: NDArray[np.bool_]) -> list[EquationGroup]:
        """The start values of variables as equations; those that have one are `wanted` no more."""
        groups: list[EquationGroup] = []
        for group in reversed(self.program.starts):
            mask = wanted[group.targets]
            if mask.any():
                groups.append(_equations(group.chosen(mask)))
                wanted[group.targets] = False
        return groups

    def _moved(self, follows: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
        """By position: what is not known before and found after the solution of the system."""
        unknown = self.computed | follows
        if not unknown.any():
            return None
        found: NDArray[np.bool_] = follows & ~self.dae.flat.active[: len(follows)]
        for group in self.program.starts:
            found[group.targets] = _reads(group, unknown)
        return found

    def _starts_of(self, kept: Iterable[int], moved: NDArray[np.bool_], given: frozenset[int]) -> list[EquationGroup]:
        """Equations for those of the states that begin with start values which are not known before."""
        flat, representative = self.dae.flat, self.dae.aliases.representative
        wanted = np.zeros_like(moved)
        size = self.program.tree.size
        for state in kept:
            members = np.flatnonzero((representative[:size] == state) & (flat.attributes.has_start & flat.active)[:size])
            if len(members) and given.isdisjoint(members.tolist()):
                chosen = state if state in members else int(members[0])
                wanted[chosen] = moved[chosen]
        return self._take_starts(wanted)

    def _grown(self, dependent: NDArray[np.bool_]) -> DaeSystem:
        """The system in which all derivatives are variables, and computed parameters are unknowns."""
        grown = with_all_derivatives(self.main, Differentiation(self.dae.flat, self.dae.aliases, ()))
        variability = grown.flat.attributes.variability.copy()
        variability[: len(dependent)][dependent | self.computed] = Variability.CONTINUOUS
        attributes = replace(grown.flat.attributes, variability=variability)
        flat = replace(grown.flat, attributes=attributes, equations=tuple(self.groups), initial_equations=())
        return replace(grown, flat=flat)

    def _keepers(self) -> list[int]:
        """The states, those with a start value last."""
        flat, representative = self.dae.flat, self.dae.aliases.representative
        started = set(representative[flat.attributes.has_start & flat.active].tolist())
        return sorted(self.main.states, key=lambda position: position in started)


def _reads(group: ValueGroup, marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """By row: whether a value is made of marked ones."""
    found: NDArray[np.bool_] = np.any(marked[group.cells // CELLS], axis=1)
    return found


def _equations(group: ValueGroup) -> EquationGroup:
    """Values as equations: each target equals its expression."""
    return EquationGroup(group.template, group.cells, group.spans, group.targets)
