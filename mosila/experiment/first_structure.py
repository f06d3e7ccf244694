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


def first_situation(program: Program) -> tuple[Program, tuple[Machine, ...], Situation]:
    """The charts of a program and where they are after their first step; their guards and actions are compiled for it.

    The program is the given one, with room for the dynamic objects that the step creates.
    """
    if not program.tree.machines and not program.tree.conditionals:
        return program, (), Situation((), Structure())
    execution = Execution(CompiledModel(program, Stopwatch()), SimulationOptions())
    execution.begin_structure()
    return execution.model.program, execution.charts.machines, Situation.of(execution.state)
