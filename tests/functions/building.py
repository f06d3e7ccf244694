"""Short ways to write functions and to run what is made of them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

import numpy as np

from mosila.codegen.shapes import Kernels, Shape
from mosila.functions.definition import Body, Definition
from mosila.functions.external import External
from mosila.functions.function import Function
from mosila.functions.signature import Signature
from mosila.source import Span
from mosila.symbolic import Expr, apply, call, constant, output, slot

X, Y, Z = slot(0), slot(1), slot(2)


def number(value: float) -> Expr:
    """A literal."""
    return constant(value)


def add(*operands: Expr | float) -> Expr:
    """A sum."""
    return apply("+", *map(_expr, operands))


def subtract(left: Expr | float, right: Expr | float) -> Expr:
    """A difference."""
    return apply("-", _expr(left), _expr(right))


def multiply(*operands: Expr | float) -> Expr:
    """A product."""
    return apply("*", *map(_expr, operands))


def divide(left: Expr | float, right: Expr | float) -> Expr:
    """A quotient."""
    return apply("/", _expr(left), _expr(right))


def compare(left: Expr | float, relation: str, right: Expr | float) -> Expr:
    """A relation."""
    return apply(relation, _expr(left), _expr(right))


def _expr(value: Expr | float) -> Expr:
    return value if isinstance(value, Expr) else constant(value)


def line(number_: int, path: str = "Test.mo") -> Span:
    """A place in a file."""
    return Span(path, number_, 1, number_, 9)


def function(
    name: str,
    inputs: int,
    outputs: int,
    slots: int,
    body: Body | Callable[[], Body],
    *,
    discrete: Sequence[int] = (),
    external: External | None = None,
    texts: int = 0,
    is_pure: bool = True,
) -> Function:
    """A function with these statements."""
    visible = frozenset(index for index in discrete if index < inputs + outputs)
    signature = Signature(name, inputs, outputs, texts, visible, is_pure, line(1))

    def define() -> Definition:
        return Definition(slots, body() if callable(body) else body, external, frozenset(discrete))

    return Function(signature, define)


def first(function_: Function, *operands: Expr | float) -> Expr:
    """The first output of a call."""
    return output(call(function_, tuple(map(_expr, operands))), 0)


def run_shape(kernels: Kernels, exprs: Sequence[Expr], rows: Sequence[Sequence[float]]) -> list[list[float]]:
    """The expressions in C, one row of values for each instance."""
    width = len(rows[0])
    shape = Shape(tuple(exprs), width)
    kernels.require((shape,))
    native = ctypes.CFUNCTYPE(None, ctypes.c_int32, *[ctypes.c_void_p] * 3)(kernels.address(shape.name))
    values = np.array(rows, dtype=np.float64).ravel()
    indices = np.arange(len(values), dtype=np.int32)
    out = np.zeros(len(rows) * len(exprs))
    native(len(rows), indices.ctypes.data, values.ctypes.data, out.ctypes.data)
    found: list[list[float]] = out.reshape(len(rows), len(exprs)).tolist()
    return found


def run_function(kernels: Kernels, function_: Function, rows: Sequence[Sequence[float]]) -> list[list[float]]:
    """All outputs of a function in C for each row of arguments."""
    called = call(function_, [slot(index) for index in range(function_.inputs)])
    width = [list(row) + [0.0] * (1 - len(row)) for row in rows]
    return run_shape(kernels, [output(called, index) for index in range(function_.outputs)], width)
