"""Parameters, start values and formulas of a program on the global cells."""

from __future__ import annotations

import numpy as np
import pytest

from mosila.codegen.chart_formulas import chart_formulas
from mosila.codegen.handover import chart_watches
from mosila.codegen.program_code import formula_group, formula_groups, program_code
from mosila.codegen.structure import generate
from mosila.codegen.tables import HOLDS, RISES
from mosila.compiler import derive_structure
from mosila.diagnostics import MosilaError
from mosila.instance.plan import CELLS
from mosila.instance.structure import Structure
from mosila.timings import Stopwatch
from tests.codegen.models import cells_of, group_values, program_of, system_of

PARAMETERS = """
model Part parameter Real a = 1; parameter Real b = 2 * a; Real x(start = b + 1); equation der(x) = -a * x; end Part;
model Whole
  parameter Real scale = third / 2; parameter Real third = first + 3; parameter Real first = 5;
  Part part[3](each a = scale); Part other(b = 7);
equation
end Whole;
"""
CHART = """
model Switch
  Real x(start = 1); discrete Real n(start = 0); Boolean low; discrete Real limit(start = 0.25);
equation
  der(x) = -x;
  low = x < 0.5;
statechart
  state All extends State;
    State s; State r; State q; State i(isInitial = true);
    transition i -> s end transition;
    transition s -> r event low guard n < 2 action n := n + 10 * pre(n) + 1; end transition;
    transition r -> q guard x < limit end transition;
  end All;
end Switch;
"""


def value_of(text: str) -> dict[str, float]:
    program = program_of(text)
    cells = cells_of(program, program_code(program))
    return {".".join(path): float(cells[CELLS * position]) for path, position, _ in program.tree.variables()}


def test_parameters_come_after_those_they_depend_on() -> None:
    found = value_of(PARAMETERS)
    assert (found["first"], found["third"], found["scale"]) == (5, 8, 4)
    assert (found["part[2].a"], found["part[2].b"], found["part[2].x"]) == (4, 8, 9)
    assert (found["other.a"], found["other.b"], found["other.x"]) == (1, 7, 8)


def test_parameters_of_equal_parts_are_one_group() -> None:
    code = program_code(program_of(PARAMETERS.replace("part[3]", "part[300]")))
    assert max(group.n for group in code.parameters.groups) == 300
    assert len(code.parameters.groups) < 10


def test_parameters_that_depend_on_each_other_are_refused() -> None:
    with pytest.raises(MosilaError) as caught:
        program_code(program_of("model M parameter Real a = 1 + b; parameter Real b = 2 * c; parameter Real c = a; end M;"))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "I010"
    assert diagnostic.message == "the value of `a` depends on itself: a <- b <- c <- a"


def test_formulas_read_the_cells_of_their_object() -> None:
    program = program_of(CHART)
    code = program_code(program)
    shapes = {shape.name: shape for shape in code.shapes}
    (machine,) = program.tree.machines
    assert machine.plan.chart is not None
    names = {".".join(path): position for path, position, _ in program.tree.variables()}
    cells = cells_of(program, code)
    cells[CELLS * names["n"]], cells[CELLS * names["n"] + 2] = 4.0, 3.0
    formulas = list(chart_formulas(machine.plan.chart))
    values = [float(group_values(formula_group(program.tree, formula, machine.position), shapes, cells)[0]) for formula in formulas]
    assert 4 + 10 * 3 + 1 in values
    assert formula_group(program.tree, formulas[0], machine.position).value in shapes
    groups = formula_groups(program.tree, [*formulas, *formulas[-1:]], machine.position)
    together = [float(value) for group in groups for value in group_values(group, shapes, cells)]
    assert together == [*values, values[-1]]
    assert groups[-1].n >= 2
    assert [group.first for group in groups] == [0, *np.cumsum([group.n for group in groups])[:-1]]


def test_events_and_guards_of_eventless_transitions_are_watched() -> None:
    program = program_of(CHART)
    system = derive_structure(program, Structure(), Stopwatch())
    code = generate(system)
    names = {".".join(path): position for path, position, _ in program.tree.variables()}
    event, guard = chart_watches(system.dae.flat)
    assert (event.kind, event.position, guard.kind) == (RISES, names["low"], HOLDS)
    rises, holds = code.tables.watch
    assert rises["cell"] == code.layout.index[CELLS * names["low"]]
    assert code.layout.cell[rises["pre"]] == CELLS * names["low"] + 2
    assert holds["cell"] == code.layout.index[CELLS * guard.position]
    before = CELLS * names["n"] + 2
    assert code.layout.index[before] >= 0, "an action reads pre(n)"
    assert before in code.tables.scatter_cell


def test_held_variables_stay_and_have_no_derivative() -> None:
    program = program_of(CHART)
    code = generate(system_of(program))
    names = {".".join(path): position for path, position, _ in program.tree.variables()}
    place = int(code.layout.index[CELLS * names["limit"]])
    assert code.layout.w_static <= place < code.layout.w_explicit
    assert place in code.tables.record
    assert np.count_nonzero(code.tables.scatter_cell == CELLS * names["limit"]) == 1
