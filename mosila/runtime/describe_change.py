"""A structural change as it stands in the log: what moved, what came and went, and with which values it goes on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mosila.charts.chart import Configuration
from mosila.charts.step import Machine, Taken
from mosila.compiler import CompiledStructure
from mosila.instance.plan import CELLS
from mosila.instance.tree import InstanceTree, Path
from mosila.runtime.actions import FindClass
from mosila.runtime.hand_over import HandOver, Positions
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
        held = set(self.new.system.held)
        return np.array([position not in held for position in self.hand_over.targets.tolist()], dtype=np.bool_) & ~self.hand_over.is_tied


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One change; `values` are those of the targets of the hand-over, of what is held and of what was solved."""

    time: float
    way: HandedOver
    values: tuple[Values, Values, Values]
    impulses: NamedValues
    is_known: bool
    names: dict[int, Path]
    """What dynamic objects are called."""


def describe_structure(change: Change) -> StructureChange:
    """The entry of the structure log, but for what the charts did."""
    way, (targets, held, solved) = change.way, change.values
    new, hand_over = way.new, way.hand_over
    flat = new.system.dae.flat
    tree = flat.tree.called(change.names) if change.names else flat.tree
    before = way.old.system.dae.flat.structure.active if way.old is not None else frozenset()
    after = flat.structure.active

    def named(mask: NDArray[np.bool_]) -> NamedValues:
        return LateNames(tree.variable_name, hand_over.targets[mask].tolist(), targets[mask].tolist())

    return StructureChange(
        time=change.time,
        structure=new.number,
        added=object_names(tree, after - before),
        removed=object_names(tree, before - after),
        states=len(new.system.states),
        index=new.system.index,
        carried=named(hand_over.is_carried & way.is_state),
        initialised=named(~hand_over.is_carried & way.is_state),
        held=LateNames(tree.variable_name, sorted(new.system.held), held.tolist()),
        solved=LateNames(tree.variable_name, new.system.algebraic, solved.tolist()),
        impulses=change.impulses,
        known=change.is_known,
        cache_hit=new.compilation.cache_hit,
        compile_seconds=0.0 if change.is_known else new.compilation.seconds,
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
