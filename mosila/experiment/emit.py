"""What the stages make of a model, as text: `mosila emit`."""

from __future__ import annotations

from pathlib import Path

from mosila.codegen.program_code import program_code
from mosila.codegen.shapes import c_text
from mosila.codegen.structure import generate
from mosila.compiler import CompiledModel, derive_structure, instantiate
from mosila.experiment.load import load_model
from mosila.flat.describe import flat_text
from mosila.flat.flatten import flatten
from mosila.flat.program import Program
from mosila.instance.structure import Structure
from mosila.options import SimulationOptions
from mosila.runtime.execute import Execution
from mosila.timings import Stopwatch


def emit_flat(path: str | Path, model: str | None) -> str:
    """The flat model of the first structure."""
    program, structure = _first(path, model)
    return flat_text(program, flatten(program, structure))


def emit_c(path: str | Path, model: str | None) -> str:
    """The C text of the model's formulas and of the shapes of its first structure."""
    program, structure = _first(path, model)
    return c_text((*program_code(program).shapes, *generate(derive_structure(program, structure, Stopwatch())).shapes))


def _first(path: str | Path, model: str | None) -> tuple[Program, Structure]:
    """A program and the structure that its charts start with."""
    loaded = load_model(path, model)
    program = instantiate(loaded.table, loaded.model)
    if not program.tree.machines:
        return program, Structure()
    execution = Execution(CompiledModel(program, Stopwatch()), SimulationOptions())
    execution.charts.start()
    return program, execution.state.structure
