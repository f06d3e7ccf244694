"""Algebra on expressions over numbered slots; nothing here knows of models."""

from mosila.symbolic.differentiate import differentiate, differentiate_in_time
from mosila.symbolic.evaluate import evaluate
from mosila.symbolic.expression import (
    Callee,
    Expr,
    apply,
    call,
    constant,
    element,
    is_constant,
    output,
    postorder,
    slot,
    slot_index,
    slots_of,
)
from mosila.symbolic.rewrite import canonical, lift_constants, rebuild, substitute
from mosila.symbolic.solve import Solution, is_linear_in, linear_parts, solve_for
from mosila.symbolic.text import expression_text

__all__ = [
    "Callee",
    "Expr",
    "Solution",
    "apply",
    "call",
    "canonical",
    "constant",
    "differentiate",
    "differentiate_in_time",
    "element",
    "evaluate",
    "expression_text",
    "is_constant",
    "is_linear_in",
    "lift_constants",
    "linear_parts",
    "output",
    "postorder",
    "rebuild",
    "slot",
    "slot_index",
    "slots_of",
    "solve_for",
    "substitute",
]
