"""Shapes: their names and text depend on them alone, and what is loaded is not compiled again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mosila.codegen.shapes import Kernels, Shape, c_text, make_shape, shape_text
from mosila.codegen.structure import generate
from mosila.symbolic import apply, constant, slot
from tests.codegen.models import program_of, system_of
from tests.codegen.test_structure import CIRCUIT, LOOP

DUMP = """
from mosila.codegen.program_code import program_code
from mosila.codegen.shapes import c_text
from mosila.codegen.structure import generate
from tests.codegen.models import program_of, system_of
from tests.codegen.test_structure import BALL, CIRCUIT, LOOP, TIMED
for text in (BALL, CIRCUIT, LOOP, TIMED):
    program = program_of(text)
    code = generate(system_of(program))
    print(c_text((*code.shapes, *program_code(program).shapes)))
    for group in (*code.tables.assign, *code.tables.residual, *code.tables.relation, *code.tables.discrete):
        print(group.value, group.partial, group.first, group.partial_first, group.ix.tolist(), group.coef.tolist())
    for name in ("step_dst", "step_par", "step_src", "entry_nz", "rowidx", "gather_cell", "scatter_cell", "record"):
        print(name, getattr(code.tables, name).tolist())
"""
ROOT = Path(__file__).parents[2]


def test_equal_shapes_share_a_name_whatever_their_slots_were() -> None:
    product = make_shape((apply("*", slot(4), apply("sin", slot(2))),))
    same = make_shape((apply("*", slot(0), apply("sin", slot(7))),))
    assert product[0] == same[0]
    assert product[0].name == same[0].name
    assert (product[1], same[1]) == ((4, 2), (0, 7))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (Shape((slot(0),), 1), Shape((slot(0),), 2)),
        (Shape((slot(0), slot(1)), 2), Shape((slot(1), slot(0)), 2)),
        (Shape((apply("-", slot(0), slot(1)),), 2), Shape((apply("-", slot(1), slot(0)),), 2)),
        (Shape((constant(0.1),), 0), Shape((constant(0.1 + 1e-17 * 2),), 0)),
    ],
)
def test_names_tell_shapes_apart(left: Shape, right: Shape) -> None:
    assert (left == right) == (left.name == right.name)
    assert (left == right) == (shape_text(left) == shape_text(right))


def test_partials_are_by_output_then_slot() -> None:
    shape = Shape((apply("*", slot(0), slot(1)), apply("+", slot(0), slot(1))), 2)
    assert shape.partial((1, 0)).exprs == (slot(0), slot(1), constant(1.0), constant(1.0))


def test_what_is_loaded_is_not_compiled_again() -> None:
    shapes = generate(system_of(program_of(LOOP))).shapes
    kernels = Kernels()
    assert kernels.require(shapes).shapes == len(shapes)
    address = kernels.address(shapes[0].name)
    assert kernels.require(reversed(shapes)).shapes == 0
    more = make_shape((apply("tan", apply("+", slot(0), slot(1))),))[0]
    assert kernels.require((*shapes, more)).shapes == 1
    assert kernels.address(shapes[0].name) == address


def test_a_larger_model_of_the_same_classes_needs_no_new_shapes() -> None:
    small = generate(system_of(program_of(CIRCUIT))).shapes
    larger = CIRCUIT.replace("r[4](R = {1, 2, 3, 4})", "r[9](each R = 7)").replace("c[3]", "c[8]")
    larger = larger.replace("1:3", "1:8").replace("r[4].n", "r[9].n")
    assert c_text(generate(system_of(program_of(larger))).shapes) == c_text(small)


def test_no_parameter_value_is_in_the_text() -> None:
    text = c_text(generate(system_of(program_of(LOOP))).shapes)
    assert text == c_text(generate(system_of(program_of(LOOP.replace("k = 2", "k = 31.5")))).shapes)


def test_text_and_tables_do_not_depend_on_the_hash_seed() -> None:
    outputs = set()
    for seed in ("1", "2", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        answer = subprocess.run([sys.executable, "-c", DUMP], capture_output=True, text=True, check=True, env=environment, cwd=ROOT)
        outputs.add(answer.stdout)
    assert len(outputs) == 1
    assert len(outputs.pop()) > 1000
