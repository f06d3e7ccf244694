"""Expressions as C: compiled and run, against the value that Python finds."""

from __future__ import annotations

import ctypes
import ctypes.util
import hashlib
import math
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mosila.codegen.c_expressions import PRELUDE, c_comment, c_function
from mosila.codegen.c_formulas import c_literal
from mosila.symbolic import Expr, apply, constant, differentiate, evaluate, slot
from tests.symbolic.trees import SLOTS, Tree, points, to_expression, trees

X, Y, Z = slot(0), slot(1), slot(2)
ZERO, ONE, TWO = constant(0), constant(1), constant(2)

Run = Callable[[Sequence[Expr], Sequence[Sequence[float]]], list[list[float]]]

COMPILER = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or "cc"


def compiled(text: str, folder: Path) -> ctypes.CDLL:
    """The library of a C text, without any warning."""
    source = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.c"
    source.write_text(text)
    library = source.with_suffix(".so")
    flags = ["-std=c11", "-O1", "-Wall", "-Werror", "-ffp-contract=off", "-shared", "-fPIC"]
    subprocess.run([COMPILER, *flags, "-o", library, source, "-lm"], check=True, capture_output=True, text=True)
    return ctypes.CDLL(str(library))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Computes expressions in C, one row of values for each instance."""
    folder = tmp_path_factory.mktemp("c")

    def rows(expressions: Sequence[Expr], values: Sequence[Sequence[float]]) -> list[list[float]]:
        width = len(values[0])
        library = compiled(PRELUDE + c_function("shape", expressions, width, [repr(e)[:100] for e in expressions]), folder)
        flat = [value for row in values for value in row]
        indices = (ctypes.c_int32 * len(flat))(*range(len(flat)))
        out = (ctypes.c_double * (len(values) * len(expressions)))()
        library.shape(ctypes.c_int32(len(values)), indices, (ctypes.c_double * len(flat))(*flat), out)
        return [list(out[k * len(expressions) : (k + 1) * len(expressions)]) for k in range(len(values))]

    return rows


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(trees, min_size=5, max_size=15), st.lists(points, min_size=1, max_size=5))
def test_values_are_those_of_python(run: Run, formulas: list[Tree], rows: list[list[float]]) -> None:
    expressions = [to_expression(tree) for tree in formulas]
    expressions += [differentiate(expression, 0) for expression in expressions]
    for values, results in zip(rows, run(expressions, rows), strict=True):
        for expression, result in zip(expressions, results, strict=True):
            try:
                expected = evaluate(expression, values)
            except (ZeroDivisionError, ValueError):
                continue
            assert result == pytest.approx(expected, rel=1e-12, abs=1e-300), expression


def test_every_operator(run: Run) -> None:
    binary = ["+", "*", "-", "/", "^", "min", "max", "atan2", "div", "mod", "rem", "<", "<=", ">", ">=", "==", "<>"]
    unary = ["neg", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "exp", "abs", "sign", "floor", "ceil", "integer", "not"]
    positive = ["log", "log10", "sqrt"]
    expressions = [apply(operator, X, Y) for operator in binary] + [apply(operator, X) for operator in unary]
    expressions += [apply(operator, apply("abs", X)) for operator in positive]
    expressions += [apply(operator, apply("/", X, constant(100))) for operator in ("asin", "acos")]
    expressions += [apply(operator, apply("<", X, Y), apply(">", X, ONE)) for operator in ("and", "or")]
    expressions += [apply("^", X, constant(exponent)) for exponent in (2, 3, 4, -1, -2)]
    rows = [[-7.5, 3.0], [7.5, -3.0], [2.0, 2.0], [-1.0, 0.25 * 8], [6.0, 1.5]]
    for values, results in zip(rows, run(expressions, rows), strict=True):
        for expression, result in zip(expressions, results, strict=True):
            try:
                expected = evaluate(expression, values)
            except ValueError:
                assert math.isnan(result)
                continue
            assert result == pytest.approx(expected, rel=1e-14), (expression, values)


def test_literals_are_exact_doubles(run: Run) -> None:
    numbers = [0.1, 1 / 3, 1e300, 5e-324, -2.5e-7, 123456789012345680.0, 3.0, math.inf, -math.inf]
    assert run([constant(number) for number in numbers], [[0.0]]) == [numbers]
    assert c_literal(3.0) == "3.0"
    assert c_literal(0.1) == "0.1"


def _exceptions_raised(action: Callable[[], object]) -> int:
    """IEEE exceptions (division by zero, invalid) that the action leaves behind."""
    mathematics = ctypes.CDLL(ctypes.util.find_library("m"))
    mathematics.feclearexcept(0x3F)
    action()
    return int(mathematics.fetestexcept(0x05))


def test_what_a_condition_guards_is_not_computed(run: Run, tmp_path: Path) -> None:
    inverse = apply("/", ONE, X)
    heavy = apply("exp", apply("*", inverse, inverse))
    branch = apply("if", apply("<>", X, ZERO), apply("+", apply("*", heavy, heavy), apply("log", X)), Y)
    both = apply("and", apply("<>", X, ZERO), apply(">", apply("+", inverse, apply("sin", inverse)), ZERO))
    library = compiled(PRELUDE + c_function("shape", [branch, both], 2, []), tmp_path)
    indices, values, out = (ctypes.c_int32 * 2)(0, 1), (ctypes.c_double * 2)(0.0, 4.0), (ctypes.c_double * 2)()
    assert _exceptions_raised(lambda: library.shape(ctypes.c_int32(1), indices, values, out)) == 0
    assert list(out) == [4.0, 0.0]
    assert run([branch], [[2.0, 4.0]])[0][0] == pytest.approx(math.exp(0.25) ** 2 + math.log(2))


def test_a_shared_part_is_computed_once() -> None:
    shared = apply("exp", X)
    assert c_function("f", [apply("*", shared, apply("sin", shared))], 1, []).count("exp(") == 1
    other_branch = apply("if", apply(">", X, Y), shared, apply("neg", shared))
    assert c_function("f", [other_branch], 2, []).count("exp(") == 1
    one_branch = c_function("f", [apply("if", apply(">", X, Y), apply("*", shared, shared), Y)], 2, [])
    assert one_branch.index("if (") < one_branch.index("exp(")
    assert one_branch.count("exp(") == 1


def test_no_formula_explodes(run: Run) -> None:
    doubled, in_branches = apply("sin", X), apply("sqrt", X)
    for index in range(40):
        doubled = apply("+", doubled, apply("sin", doubled))
        in_branches = apply("if", apply(">", Y, constant(index)), apply("+", in_branches, apply("sqrt", in_branches)), in_branches)
    assert len(c_function("f", [doubled, in_branches], 2, [])) < 20_000
    values = [2.0, 30.5]
    assert run([doubled, in_branches], [values])[0] == pytest.approx([evaluate(doubled, values), evaluate(in_branches, values)])


@pytest.mark.parametrize("operator", ["-", "/", "max", "if"])
def test_deep_formulas(run: Run, operator: str) -> None:
    deep = X
    for index in range(1_000):
        if operator == "if":
            deep = apply("if", apply("<", Y, constant(index)), apply("+", X, constant(index)), deep)
        else:
            deep = apply(operator, deep, slot(1 + index % 2))
    values = [1.5, 1.0, 1.0]
    assert run([deep], [values])[0][0] == pytest.approx(evaluate(deep, values))


def test_the_equation_stands_above_its_line() -> None:
    text = c_function("ohm", [apply("-", X, apply("*", Y, Z))], 3, ["v = R*i"])
    assert text == (
        "void ohm(int32_t n, const int32_t *ix, const double *w, double *out)\n"
        "{\n"
        "    for (int32_t k = 0; k < n; k++, ix += 3, out += 1) {\n"
        "        /* v = R*i */\n"
        "        out[0] = w[ix[0]] - w[ix[1]] * w[ix[2]];\n"
        "    }\n"
        "}\n"
    )


def test_comments_cannot_be_left() -> None:
    assert c_comment("a */ b /* c\n*//") == "/* a * / b / * c * // */"
    assert c_comment("**//").count("*/") == 1
    assert "\n" not in c_comment("a\r\nb\\\n")


def test_the_text_does_not_depend_on_what_was_built_before() -> None:
    def build(base: int) -> str:
        shared = apply("cos", apply("+", slot(0), constant(base)))
        return c_function("f", [apply("*", shared, apply("sin", shared)), shared], SLOTS, [])

    first = build(5)
    for index in range(100):
        apply("sin", apply("cos", constant(index)))
    assert build(5) == first
    assert build(6) == first.replace("5.0", "6.0")


def test_slots_beyond_the_row_are_refused() -> None:
    with pytest.raises(ValueError, match="beyond"):
        c_function("f", [Z], 2, [])
