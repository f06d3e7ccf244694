"""A compiled model -> structures it can reach, found without running it: charts move, guards and events taken as free."""

from __future__ import annotations

from mosila.compiler import CompiledModel
from mosila.dataclass import dataclass
from mosila.experiment.reachable import Situation, reach
from mosila.instance.structure import Structure
from mosila.options import SimulationOptions
from mosila.runtime.execute import Execution
from mosila.timings import Stopwatch


@dataclass(frozen=True, slots=True)
class Exploration:
    """The structures in the order in which they were found, and whether there may be more beyond the bound."""

    structures: tuple[Structure, ...]
    is_complete: bool


def explore(model: CompiledModel, most: int) -> Exploration:
    """Follow every transition from every configuration, one at a time, until `most` structures are found."""
    if not model.program.tree.machines and not model.program.tree.conditionals:
        return Exploration((Structure(),), True)
    execution = Execution(model.fork(Stopwatch()), SimulationOptions())
    execution.begin_structure()
    first = Situation.of(execution.state)
    reached = reach(execution.model.program, execution.charts.machines, first, most)
    return Exploration(tuple(reached.structures), reached.is_complete)
