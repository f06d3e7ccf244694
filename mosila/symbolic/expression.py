"""Expressions over numbered slots: one hash-consed graph, so equal expressions are the same object.

A slot is a place for a number: an unknown, a derivative, a parameter, `pre(x)`, the value of a relation, time. Which
number stands there is the business of an index table, never of the expression. Truth values are 0 and 1.
"""

from __future__ import annotations

from typing import Final

CONSTANT: Final = "constant"
SLOT: Final = "slot"

# n-ary `+` and `*`; the rest have the number of operands of their name. `if` is (condition, then, else).
OPERATORS: Final = frozenset({"+", "*", "-", "/", "^", "neg", "if", "and", "or", "not", "<", "<=", ">", ">=", "==", "<>"})
FUNCTIONS: Final = frozenset(
    {
        *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt"),
        *("abs", "sign", "min", "max", "floor", "ceil", "integer", "div", "mod", "rem"),
    }
)


class Expr:
    """A node of the graph; make one with the functions below, compare with `is`."""

    __slots__ = ("operator", "operands", "value", "number")

    operator: str
    operands: tuple[Expr, ...]
    value: float
    number: int

    def __repr__(self) -> str:
        if self.operator == CONSTANT:
            return f"{self.value:.17g}"
        if self.operator == SLOT:
            return f"${int(self.value)}"
        return f"{self.operator}({', '.join(map(repr, self.operands))})"


_interned: dict[tuple[str, float, tuple[int, ...]], Expr] = {}


def _intern(operator: str, operands: tuple[Expr, ...], value: float = 0.0) -> Expr:
    key = (operator, value, tuple(e.number for e in operands))
    found = _interned.get(key)
    if found is None:
        found = Expr()
        found.operator, found.operands, found.value, found.number = operator, operands, value, len(_interned)
        _interned[key] = found
    return found


def constant(value: float) -> Expr:
    """A literal number."""
    return _intern(CONSTANT, (), float(value))


def slot(index: int) -> Expr:
    """The number that the index table names in column `index`."""
    return _intern(SLOT, (), float(index))


def apply(operator: str, *operands: Expr) -> Expr:
    """An operator or function applied to operands, with constants folded and the neutral elements dropped."""
    raise NotImplementedError
