"""What the stages make of a model, as text: `mosila emit`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from mosila.charts.describe import chart_data, mermaid
from mosila.charts.step import Machine
from mosila.codegen.program_code import program_code
from mosila.codegen.shapes import c_text
from mosila.codegen.structure import generate
from mosila.compiler import derive_structure, instantiate
from mosila.experiment.check_structures import CheckedStructures, check_structures
from mosila.experiment.first_structure import first_situation
from mosila.experiment.load import load_model
from mosila.flat.describe import flat_text
from mosila.flat.flatten import flatten
from mosila.flat.program import Program
from mosila.instance.structure import Structure
from mosila.runtime.describe_change import active_states
from mosila.timings import Stopwatch


def emit_flat(path: str | Path, model: str | None) -> str:
    """The flat model of the first structure."""
    program, structure = _first(path, model)
    return flat_text(program, flatten(program, structure))


def emit_c(path: str | Path, model: str | None) -> str:
    """The C text of the model's formulas and of the shapes of its first structure."""
    program, structure = _first(path, model)
    return c_text((*program_code(program).shapes, *generate(derive_structure(program, structure, Stopwatch())).shapes))


def emit_chart(path: str | Path, model: str | None, as_json: bool = False) -> str:
    """The charts of a model's classes as Mermaid diagrams, or as JSON."""
    loaded = load_model(path, model)
    tree = instantiate(loaded.table, loaded.model).tree
    charts = {plan.symbol.name: plan.chart.chart for plan in tree.instances if plan.chart is not None}
    if as_json:
        return json.dumps({name: chart_data(chart) for name, chart in charts.items()}, indent=2) + "\n"
    return "\n".join(f"%% {name}\n{mermaid(chart)}" for name, chart in charts.items())


def emit_structures(path: str | Path, model: str | None, as_json: bool = False) -> str:
    """The structures that a model may come to: what is active, attached and connected, and how many equations there are."""
    loaded = load_model(path, model)
    program = instantiate(loaded.table, loaded.model)
    program, machines, first = first_situation(program)
    checked = check_structures(program, machines, first, None, partial(flatten, program))
    found = [
        _structure_data(program, machines, checked, structure, number) for number, structure in enumerate(checked.explored.structures, 1)
    ]
    if as_json:
        return json.dumps({"complete": checked.explored.is_complete, "structures": found}, indent=2) + "\n"
    lines = [_structure_line(each) for each in found]
    count = f"{len(found)} structures" if len(found) != 1 else "1 structure"
    bound = "all that can be reached" if checked.explored.is_complete else "there may be more"
    return "\n".join((*lines, f"{count}, {bound}; {checked.explored.pairs} situations seen")) + "\n"


def _structure_data(
    program: Program, machines: Sequence[Machine], checked: CheckedStructures, structure: Structure, number: int
) -> dict[str, Any]:
    names = {life.start: life.path for life in checked.explored.structures[structure].population.lives.values()}
    name = program.tree.called(names).object_path
    wires = [(owner, program.tree.object_at(owner).wires[wire]) for owner, wire in sorted(structure.wires)]
    system = checked.systems.get(structure)
    return {
        "number": number,
        "way": list(checked.explored.ways[structure]),
        "states": list(active_states(machines, checked.explored.structures[structure].configurations)),
        "active": [program.tree.part_name(each) for each in sorted(structure.active - program.tree.switches)],
        "attached": [[".".join(name(base)), ".".join(name(each))] for base, each in sorted(structure.attachments)],
        "connected": [[".".join((*name(owner), *w.left_path)), ".".join((*name(owner), *w.right_path))] for owner, w in wires],
        "differentiated": len(system.states) if system is not None else None,
        "index": system.index if system is not None else None,
    }


def _structure_line(found: dict[str, Any]) -> str:
    attached = {each: base for base, each in found["attached"]}
    active = [f"{each} on {attached[each]}" if each in attached else each for each in found["active"]]
    objects = ", ".join((*active, *(f"{left} - {right}" for left, right in found["connected"]))) or "nothing added"
    index = f", index {found['index']}" if found["index"] is not None and found["index"] > 1 else ""
    count = found["differentiated"]
    size = "cannot be solved" if count is None else f"{count} state variable{'' if count == 1 else 's'}{index}"
    way = f" by {found['way'][-1]}" if found["way"] else " at the start"
    return f"{found['number']}: {objects}; {size}; in {', '.join(found['states']) or 'no state'}{way}"


def _first(path: str | Path, model: str | None) -> tuple[Program, Structure]:
    """A program and the structure that its charts start with."""
    loaded = load_model(path, model)
    program, _, first = first_situation(instantiate(loaded.table, loaded.model))
    return program, first.structure
