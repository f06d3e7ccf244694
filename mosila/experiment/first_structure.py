"""A program -> where its charts and its structure are after the first step."""

from __future__ import annotations

from mosila.charts.step import Machine
from mosila.compiler import CompiledModel
from mosila.experiment.reachable import Situation
from mosila.flat.program import Program
from mosila.instance.structure import Structure
from mosila.options import SimulationOptions
from mosila.runtime.execute import Execution
from mosila.timings import Stopwatch


def first_situation(program: Program) -> tuple[tuple[Machine, ...], Situation]:
    """The charts of a program and where they are after their first step; their guards and actions are compiled for it."""
    if not program.tree.machines:
        return (), Situation((), Structure())
    execution = Execution(CompiledModel(program, Stopwatch()), SimulationOptions())
    execution.charts.start()
    return execution.charts.machines, Situation(execution.state.configurations, execution.state.structure)


def first_structure(program: Program) -> Structure:
    """What is active and attached after the first step of all charts."""
    return first_situation(program)[1].structure
