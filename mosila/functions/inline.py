"""Calls replaced by what they compute: an expression -> the same without the calls of functions that ask for it.

A function whose body is a row of assignments says for each output what it is made of; an equation that calls it seems to
read all its arguments, the expression reads those that count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from mosila.functions.definition import Assign
from mosila.functions.signature import Defined
from mosila.symbolic import substitute
from mosila.symbolic.expression import ELEMENT, OUTPUT, TEXT_INPUT, ZERO, Expr, callee_of, postorder, remake, slot


def without_late_calls(expressions: Sequence[Expr]) -> tuple[Expr, ...]:
    """The expressions with the outputs of functions that are inlined late in place of their calls."""
    built: dict[Expr, Expr] = {}
    for node in postorder(expressions):
        operands = [built[operand] for operand in node.operands]
        changed = any(new is not old for new, old in zip(operands, node.operands, strict=True))
        built[node] = remake(node, operands) if changed else node
        if node.operator == OUTPUT and (outputs := outputs_of(cast(Defined, callee_of(operands[0])))) is not None:
            replacements = dict(enumerate(operands[0].operands))
            (built[node],) = without_late_calls((substitute(outputs[int(node.value)], replacements),))
    return tuple(built[expression] for expression in expressions)


def outputs_of(function: Defined) -> tuple[Expr, ...] | None:
    """The outputs over the inputs of a function that is inlined late; None for others, and where it does more than assign."""
    definition = function.definition
    if not definition.is_inlined_late or definition.external is not None:
        return None
    values: dict[int, Expr] = {index: slot(index) for index in range(function.inputs)}
    values.update(dict.fromkeys(range(function.inputs, definition.slots), ZERO))
    for statement in definition.body:
        if not isinstance(statement, Assign):
            return None
        if any(node.operator in (ELEMENT, TEXT_INPUT) for node in postorder((statement.value,))):
            return None
        values[statement.slot] = substitute(statement.value, values)
    return tuple(values[function.inputs + index] for index in range(function.outputs))
