"""A structural change as it stands in the log: what moved, what came and went, and with which values it goes on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from mosila.charts.chart import Configuration
from mosila.charts.step import Machine, Outcome
from mosila.compiler import CompiledStructure
from mosila.flat.program import Program
from mosila.instance.plan import CELLS
from mosila.runtime.chart_context import ChartContext, object_names
from mosila.runtime.hand_over import HandOver
from mosila.runtime.logs import LateNames, NamedValues, StructureChange
from mosila.runtime.run_state import RunState


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One change: when, from which structure (None: the start) to which, by which moves of the charts."""

    time: float
    old: CompiledStructure | None
    new: CompiledStructure
    moved: Outcome
    hand_over: HandOver
    is_known: bool
    impulses: NamedValues = ()


def describe_structure(program: Program, charts: ChartContext, state: RunState, change: Change) -> StructureChange:
    """The entry of the structure log."""
    new, hand_over = change.new, change.hand_over
    before = change.old.system.dae.flat.structure.active if change.old is not None else frozenset()
    after = new.system.dae.flat.structure.active
    held = set(new.system.held)
    is_state = np.array([position not in held for position in hand_over.targets.tolist()], dtype=np.bool_) & ~hand_over.is_tied

    def named(positions: list[int]) -> NamedValues:
        return LateNames(program.tree.variable_name, positions, state.cells[np.array(positions, dtype=np.int64) * CELLS].tolist())

    return StructureChange(
        time=change.time,
        structure=new.number,
        transitions=transition_names(charts, change.moved),
        added=object_names(program, after - before),
        removed=object_names(program, before - after),
        active_states=active_states(charts.machines, state.configurations),
        states=len(new.system.states),
        index=new.system.index,
        carried=named(hand_over.targets[hand_over.is_carried & is_state].tolist()),
        initialised=named(hand_over.targets[~hand_over.is_carried & is_state].tolist()),
        held=named(sorted(held)),
        solved=_solved(new),
        impulses=change.impulses,
        known=change.is_known,
        cache_hit=new.compilation.cache_hit,
        compile_seconds=0.0 if change.is_known else new.compilation.seconds,
    )


def transition_names(charts: ChartContext, moved: Outcome) -> tuple[str, ...]:
    """The transitions that were taken, by object and composite."""
    machines = {machine.object: machine for machine in charts.machines}
    return tuple(".".join((*machines[t.object].path, machines[t.object].chart.label(t.transition))) for t in moved.taken)


def active_states(machines: Iterable[Machine], configurations: Iterable[Configuration]) -> tuple[str, ...]:
    """The paths of the innermost active states of all charts."""
    return tuple(
        ".".join((*machine.path, *machine.chart.states[number].path))
        for machine, configuration in zip(machines, configurations, strict=True)
        for number in configuration.active
        if not machine.chart.states[number].children
    )


def _solved(new: CompiledStructure) -> NamedValues:
    """The algebraic unknowns that the solver found."""
    values = new.simulation.values
    layout = new.code.layout
    places = layout.index[np.array(new.system.algebraic, dtype=np.int64) * CELLS]
    return LateNames(new.system.dae.flat.tree.variable_name, new.system.algebraic, values[places].tolist())
