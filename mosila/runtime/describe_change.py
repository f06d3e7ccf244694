"""A structural change as it stands in the log: what moved, what came and went, and with which values it goes on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from mosila.charts.step import Outcome
from mosila.compiler import CompiledStructure
from mosila.flat.program import Program
from mosila.instance.plan import CELLS
from mosila.runtime.chart_context import ChartContext, object_names
from mosila.runtime.hand_over import HandOver
from mosila.runtime.logs import NamedValues, StructureChange
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


def describe_structure(program: Program, charts: ChartContext, state: RunState, change: Change) -> StructureChange:
    """The entry of the structure log."""
    new, hand_over = change.new, change.hand_over
    before = change.old.system.dae.flat.structure.active if change.old is not None else frozenset()
    after = new.system.dae.flat.structure.active
    machines = {machine.object: machine for machine in charts.machines}
    held = set(new.system.held)
    is_state = np.array([position not in held for position in hand_over.targets.tolist()], dtype=np.bool_)

    def named(positions: Iterable[int]) -> NamedValues:
        return tuple((program.tree.variable_name(p), float(state.cells[p * CELLS])) for p in positions)

    return StructureChange(
        time=change.time,
        structure=new.number,
        transitions=tuple(".".join((*machines[t.object].path, machines[t.object].chart.label(t.transition))) for t in change.moved.taken),
        added=object_names(program, after - before),
        removed=object_names(program, before - after),
        active_states=tuple(
            ".".join((*machine.path, *machine.chart.states[number].path))
            for machine, configuration in zip(charts.machines, state.configurations, strict=True)
            for number in configuration.active
            if not machine.chart.states[number].children
        ),
        states=len(new.system.states),
        index=new.system.index,
        carried=named(hand_over.targets[hand_over.is_carried & is_state].tolist()),
        initialised=named(hand_over.targets[~hand_over.is_carried & is_state].tolist()),
        held=named(sorted(held)),
        solved=_solved(program, new),
        known=change.is_known,
        cache_hit=new.compilation.cache_hit,
        compile_seconds=0.0 if change.is_known else new.compilation.seconds,
    )


def _solved(program: Program, new: CompiledStructure) -> NamedValues:
    """The algebraic unknowns that the solver found."""
    values = new.simulation.values
    layout = new.code.layout
    names = (program.tree.variable_name(p) for p in new.system.algebraic)
    return tuple((name, float(values[layout.index[p * CELLS]])) for name, p in zip(names, new.system.algebraic, strict=True))
