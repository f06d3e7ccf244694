"""Random formulas as plain tuples, and what they mean to the product, to sympy and to plain floats."""

from __future__ import annotations

import math
from typing import Any

import sympy
from hypothesis import strategies as st

from mosila.symbolic import Expr, apply, constant, slot, slot_index

SLOTS = 3
SYMBOLS = sympy.symbols(f"s:{SLOTS}", real=True)

Tree = tuple[Any, ...]

_LEAVES = st.one_of(
    st.integers(0, SLOTS - 1).map(lambda index: ("slot", index)),
    st.sampled_from([0.0, 1.0, -1.0, 2.0, 0.5, 3.0, -0.75]).map(lambda value: ("constant", value)),
)
_SMOOTH = ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt", "abs", "neg")


def _grow(child: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    relation = st.tuples(st.sampled_from(["<", "<=", ">", ">="]), child, child)
    return st.one_of(
        st.lists(child, min_size=2, max_size=4).map(lambda operands: ("+", *operands)),
        st.lists(child, min_size=2, max_size=4).map(lambda operands: ("*", *operands)),
        st.tuples(st.sampled_from(["-", "/", "min", "max", "atan2"]), child, child),
        st.tuples(st.just("^"), child, st.sampled_from([-1.0, 0.0, 1.0, 2.0, 3.0, 0.5]).map(lambda value: ("constant", value))),
        st.tuples(st.just("^"), child, child),
        st.tuples(st.sampled_from(_SMOOTH), child),
        st.tuples(st.just("if"), relation, child, child),
    )


def _grow_any(child: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    truth = st.one_of(
        st.tuples(st.sampled_from(["<", "<=", ">", ">=", "==", "<>"]), child, child),
        st.tuples(st.sampled_from(["and", "or"]), *[st.tuples(st.sampled_from(["<", ">="]), child, child)] * 2),
        st.tuples(st.just("not"), st.tuples(st.just("<"), child, child)),
    )
    return st.one_of(
        _grow(child),
        st.tuples(st.sampled_from(["floor", "ceil", "integer", "sign"]), child),
        st.tuples(st.sampled_from(["div", "mod", "rem"]), child, child),
        st.tuples(st.just("if"), truth, child, child),
    )


smooth_trees = st.recursive(_LEAVES, _grow, max_leaves=8)
trees = st.recursive(_LEAVES, _grow_any, max_leaves=12)
_FREE = st.recursive(
    st.one_of(
        st.integers(1, SLOTS - 1).map(lambda index: ("slot", index)),
        st.sampled_from([2.0, 0.5, 3.0, -0.75]).map(lambda value: ("constant", value)),
    ),
    lambda child: st.one_of(st.tuples(st.sampled_from("+-*/"), child, child), st.tuples(st.sampled_from(["sin", "exp"]), child)),
    max_leaves=3,
)


def _grow_linear(child: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.one_of(
        st.tuples(st.sampled_from("+-"), child, child),
        st.tuples(st.sampled_from("+-*"), child, _FREE),
        st.tuples(st.sampled_from("+-*"), _FREE, child),
        st.tuples(st.just("/"), child, _FREE),
        st.tuples(st.just("neg"), child),
        st.tuples(st.just("if"), st.tuples(st.just("<"), _FREE, _FREE), child, child),
    )


linear_trees = st.recursive(st.just(("slot", 0)), _grow_linear, max_leaves=5)
free_trees = _FREE
points = st.lists(st.integers(-30, 30).map(lambda n: n / 8), min_size=SLOTS, max_size=SLOTS)


def to_expression(tree: Tree) -> Expr:
    """The product's expression."""
    if tree[0] == "slot":
        return slot(tree[1])
    if tree[0] == "constant":
        return constant(tree[1])
    return apply(tree[0], *[to_expression(operand) for operand in tree[1:]])


def to_tree(expression: Expr) -> Tree:
    """The tuples of an expression, for the functions below."""
    if expression.operator == "slot":
        return ("slot", slot_index(expression))
    if expression.operator == "constant":
        return ("constant", expression.value)
    return (expression.operator, *map(to_tree, expression.operands))


def to_sympy(tree: Tree) -> Any:
    """The formula as sympy understands it, numbers exact."""
    if tree[0] == "slot":
        return SYMBOLS[tree[1]]
    if tree[0] == "constant":
        return sympy.nsimplify(tree[1]) if abs(tree[1]) < 1e3 and (tree[1] * 16).is_integer() else sympy.Float(tree[1], 40)
    return _SYMPY[tree[0]](*map(to_sympy, tree[1:]))


_SYMPY: dict[str, Any] = {
    "+": lambda *terms: sympy.Add(*terms),
    "*": lambda *factors: sympy.Mul(*factors),
    "-": lambda a, b: a - b,
    "/": lambda a, b: a / b,
    "^": lambda a, b: a**b,
    "neg": lambda a: -a,
    "min": lambda a, b: sympy.Piecewise((a, a < b), (b, True)),
    "max": lambda a, b: sympy.Piecewise((a, a > b), (b, True)),
    "if": lambda c, a, b: sympy.Piecewise((a, c), (b, True)),
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: sympy.Eq(a, b),
    "log10": lambda a: sympy.log(a) / sympy.log(10),
    "abs": sympy.Abs,
    "sign": sympy.sign,
    **{name: getattr(sympy, name) for name in ("sin", "cos", "tan", "asin", "acos", "atan", "atan2")},
    **{name: getattr(sympy, name) for name in ("sinh", "cosh", "tanh", "exp", "log", "sqrt")},
}


def number(tree: Tree, values: list[float]) -> float:
    """The value by plain recursion: nothing folded, nothing shared."""
    head, *operands = tree
    if head == "slot":
        return values[operands[0]]
    if head == "constant":
        return float(operands[0])
    if head == "if":
        return number(operands[1] if number(operands[0], values) else operands[2], values)
    if head in ("and", "or"):
        first = number(operands[0], values)
        return number(operands[1], values) if bool(first) == (head == "and") else first
    return float(_PLAIN[head](*[number(operand, values) for operand in operands]))


def _product(*factors: float) -> float:
    result = factors[0]
    for factor in factors[1:]:
        result *= factor
    return result


def _total(*terms: float) -> float:
    result = terms[0]
    for term in terms[1:]:
        result += term
    return result


_PLAIN: dict[str, Any] = {
    "+": _total,
    "*": _product,
    "-": lambda a, b: a - b,
    "/": lambda a, b: a / b,
    "^": math.pow,
    "neg": lambda a: -a,
    "not": lambda a: not a,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "<>": lambda a, b: a != b,
    "min": min,
    "max": max,
    "abs": abs,
    "sign": lambda a: (a > 0) - (a < 0),
    "floor": math.floor,
    "integer": math.floor,
    "ceil": math.ceil,
    "div": lambda a, b: math.trunc(a / b),
    "mod": lambda a, b: a - math.floor(a / b) * b,
    "rem": lambda a, b: a - math.trunc(a / b) * b,
    **{name: getattr(math, name) for name in ("sin", "cos", "tan", "asin", "acos", "atan", "atan2")},
    **{name: getattr(math, name) for name in ("sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt")},
}
