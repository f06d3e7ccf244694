"""A structural change as it stands in the log: what moved, what came and went, and with which values it goes on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mosila.charts.chart import Configuration
from mosila.charts.step import Machine, Taken
from mosila.compiler import CompiledStructure
from mosila.dataclass import dataclass
from mosila.instance.plan import CELLS
from mosila.instance.tree import InstanceTree
from mosila.runtime.actions import FindClass
from mosila.runtime.hand_over import HandOver, Positions, disagree
from mosila.runtime.logs import LateNames, NamedValues, StructureChange
from mosila.runtime.variable_classes import find_variable_class

Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class HandedOver:
    """The way from a structure (None: the start) to another: it depends on no values, so that it is planned once."""

    old: CompiledStructure | None
    new: CompiledStructure
    hand_over: HandOver

    @cached_property
    def find_class(self) -> FindClass:
        """Which variables an action sets in the new structure."""
        return find_variable_class(self.new.system)

    @cached_property
    def free_states(self) -> frozenset[int]:
        """States that begin with no value of before and none that an action gave."""
        return frozenset(self.hand_over.targets[~self.hand_over.is_carried & self.is_state].tolist())

    @cached_property
    def _rivals(self) -> tuple[Positions, Positions, Values, Values]:
        """Cells of variables that become one, in pairs, with the sign between them and the nominal value."""
        first, second, signs = zip(*self.hand_over.rivals, strict=True)
        positions = np.array(first)
        return positions * CELLS, np.array(second) * CELLS, np.array(signs), self.new.system.dae.flat.attributes.nominal[positions]

    def fits(self, cells: Values, relative: float, absolute: float) -> bool:
        """Whether the values in the cells go on as they are: nothing is tied by constraints, and what becomes one is equal."""
        if self.hand_over.tied_sources or not self.hand_over.rivals:
            return not self.hand_over.tied_sources
        first, second, signs, nominal = self._rivals
        return not disagree(cells[first], signs * cells[second], nominal, relative, absolute).any()

    @cached_property
    def held_cells(self) -> Positions:
        """Cells of what the new structure holds."""
        return np.array(sorted(self.new.system.held), dtype=np.int64) * CELLS

    @cached_property
    def solved_places(self) -> Positions:
        """Places of the algebraic unknowns in the values of the new structure."""
        return self.new.code.layout.index[np.array(self.new.system.algebraic, dtype=np.int64) * CELLS].astype(np.int64)

    @cached_property
    def is_state(self) -> NDArray[np.bool_]:
        """Which targets are states."""
        is_held = np.zeros(len(self.new.active), dtype=np.bool_)
        is_held[list(self.new.system.held)] = True
        found: NDArray[np.bool_] = ~is_held[self.hand_over.targets] & ~self.hand_over.is_tied
        return found

    @cached_property
    def told(self) -> Told:
        """What the log says of it."""
        targets, is_carried, is_state = self.hand_over.targets, self.hand_over.is_carried, self.is_state
        before = self.old.system.dae.flat.structure.active if self.old is not None else frozenset()
        after = self.new.system.dae.flat.structure.active
        return Told(
            np.flatnonzero(is_carried & is_state),
            np.flatnonzero(~is_carried & is_state),
            targets,
            self.held_cells // CELLS,
            np.array(self.new.system.algebraic, dtype=np.int64),
            tuple(sorted(after - before)),
            tuple(sorted(before - after)),
        )


class Told(NamedTuple):
    """What the log says of a change: places of states among the targets of the hand-over, and positions."""

    carried: Positions
    initialised: Positions
    targets: Positions
    held: Positions
    solved: Positions
    added: tuple[int, ...]
    removed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Visit:
    """What the log keeps of a structure."""

    number: int
    states: int
    index: int
    growth: tuple[int, ...]
    cache_hit: bool
    compile_seconds: float


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One change; `values` are those of the targets of the hand-over, of what is held and of what was solved."""

    time: float
    told: Told
    visit: Visit
    values: tuple[Values, Values, Values]
    impulses: NamedValues
    is_known: bool


def describe_structure(change: Change, tree: InstanceTree) -> StructureChange:
    """The entry of the structure log, but for what the charts did; the tree knows what dynamic objects were called."""
    told, visit, (targets, held, solved) = change.told, change.visit, change.values

    def named(places: Positions) -> NamedValues:
        return LateNames(tree.variable_name, told.targets[places].tolist(), targets[places].tolist())

    return StructureChange(
        time=change.time,
        structure=visit.number,
        added=object_names(tree, told.added),
        removed=object_names(tree, told.removed),
        states=visit.states,
        index=visit.index,
        carried=named(told.carried),
        initialised=named(told.initialised),
        held=LateNames(tree.variable_name, told.held.tolist(), held.tolist()),
        solved=LateNames(tree.variable_name, told.solved.tolist(), solved.tolist()),
        impulses=change.impulses,
        known=change.is_known,
        cache_hit=visit.cache_hit,
        compile_seconds=0.0 if change.is_known else visit.compile_seconds,
    )


def object_names(tree: InstanceTree, objects: Iterable[int]) -> tuple[str, ...]:
    """The paths of objects, in the order of the tree."""
    return tuple(tree.part_name(position) for position in sorted(objects) if position not in tree.switches)


def transition_names(machines: Iterable[Machine], taken: Iterable[Taken]) -> tuple[str, ...]:
    """The transitions that were taken, by object and composite."""
    by_object = {machine.object: machine for machine in machines}
    return tuple(".".join((*by_object[t.object].path, by_object[t.object].chart.label(t.transition))) for t in taken)


def active_states(machines: Iterable[Machine], configurations: Iterable[Configuration]) -> tuple[str, ...]:
    """The paths of the innermost active states of all charts."""
    return tuple(
        ".".join((*machine.path, *machine.chart.states[number].path))
        for machine, configuration in zip(machines, configurations, strict=True)
        for number in configuration.active
        if not machine.chart.states[number].children
    )
