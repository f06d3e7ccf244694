"""Linear occurrences: an equation and one of its slots -> that slot as an expression of the others."""

from __future__ import annotations

from collections.abc import Sequence

from mosila.dataclass import dataclass
from mosila.symbolic.expression import ONE, SLOT, ZERO, Expr, apply, is_constant, postorder, slot_index

Parts = tuple[Expr, Expr]


@dataclass(frozen=True, slots=True)
class Solution:
    """`slot = expression`, valid where `coefficient`, the slope of left - right by the slot, is not zero."""

    expression: Expr
    coefficient: Expr


def linear_parts(expression: Expr, slot: int) -> Parts | None:
    """(coefficient, rest), both free of the slot, with expression = coefficient * slot + rest; None if not linear."""
    known: dict[Expr, Parts] = {}  # what is free of the slot is left out
    for node in postorder((expression,)):
        if node.operator == SLOT and slot_index(node) == slot:
            known[node] = ONE, ZERO
        elif any(operand in known for operand in node.operands):
            parts = _combine(node, known)
            if parts is None:
                return None
            known[node] = parts
    return known.get(expression, (ZERO, expression))


def is_linear_in(expression: Expr, slot: int) -> bool:
    """Whether the expression is coefficient * slot + rest, with both free of the slot."""
    return linear_parts(expression, slot) is not None


def solve_for(left: Expr, right: Expr, slot: int) -> Solution | None:
    """The equation left = right solved for a slot; None if it is not linear in it, or does not fix it in every branch."""
    difference = apply("-", left, right)
    parts = linear_parts(difference, slot)
    if parts is None or _vanishes(parts[0]):
        return None
    holders = _holders((left, right), slot)
    if left in holders and right in holders:
        return Solution(_divide_out(difference, ZERO, slot), parts[0])
    side, other = (left, right) if left in holders else (right, left)
    return Solution(_isolate(side, other, slot, holders), parts[0])


def _combine(node: Expr, known: dict[Expr, Parts]) -> Parts | None:
    parts = [known.get(operand) for operand in node.operands]
    coefficients = [part[0] if part else ZERO for part in parts]
    rests = [part[1] if part else operand for part, operand in zip(parts, node.operands, strict=True)]
    match node.operator:
        case "+" | "-" | "neg":
            return apply(node.operator, *coefficients), apply(node.operator, *rests)
        case "*" if sum(part is not None for part in parts) == 1:
            factors = [part[0] if part else operand for part, operand in zip(parts, node.operands, strict=True)]
            return apply("*", *factors), _product(rests)
        case "/" if parts[1] is None:
            return apply("/", coefficients[0], node.operands[1]), _quotient(rests[0], node.operands[1])
        case "if" if parts[0] is None:
            condition = node.operands[0]
            return apply("if", condition, *coefficients[1:]), apply("if", condition, *rests[1:])
    return None


def _product(factors: Sequence[Expr]) -> Expr:
    """The rest of a product; where the slot's factor has none, so has the product (the other part keeps what may trap)."""
    return ZERO if ZERO in factors else apply("*", *factors)


def _quotient(numerator: Expr, denominator: Expr) -> Expr:
    return ZERO if numerator is ZERO else apply("/", numerator, denominator)


def _vanishes(coefficient: Expr) -> bool:
    """Whether the coefficient is zero, at least in one branch."""
    stack = [coefficient]
    seen: set[Expr] = set()
    while stack:
        node = stack.pop()
        if is_constant(node, 0.0):
            return True
        if node.operator == "if" and node not in seen:
            seen.add(node)
            stack.extend(node.operands[1:])
    return False


def _holders(expressions: Sequence[Expr], slot: int) -> set[Expr]:
    """The nodes in which the slot occurs."""
    found: set[Expr] = set()
    for node in postorder(expressions):
        if (node.operator == SLOT and slot_index(node) == slot) or not found.isdisjoint(node.operands):
            found.add(node)
    return found


def _isolate(side: Expr, other: Expr, slot: int, holders: set[Expr]) -> Expr:
    """Moves what surrounds the slot to the other side, one operation at a time."""
    while side.operator != SLOT:
        places = [place for place, operand in enumerate(side.operands) if operand in holders]
        if len(places) != 1 or side.operator == "if":
            return _divide_out(side, other, slot)
        inner = side.operands[places[0]]
        rest = [operand for place, operand in enumerate(side.operands) if place != places[0]]
        match side.operator:
            case "+":
                other = apply("-", other, apply("+", *rest))
            case "-" if places[0] == 0:
                other = apply("+", other, *rest)
            case "-":
                other = apply("-", *rest, other)
            case "neg":
                other = apply("neg", other)
            case "*":
                other = apply("/", other, apply("*", *rest))
            case "/":
                other = apply("*", other, *rest)
        side = inner
    return other


def _divide_out(side: Expr, other: Expr, slot: int) -> Expr:
    """(other - rest) / coefficient, for each branch of an `if` on its own."""
    if side.operator == "if":
        condition, *branches = side.operands
        return apply("if", condition, *[_divided(branch, other, slot) for branch in branches])
    return _divided(side, other, slot)


def _divided(side: Expr, other: Expr, slot: int) -> Expr:
    parts = linear_parts(side, slot)
    if parts is None:
        raise ValueError("not linear")
    coefficient, rest = parts
    if coefficient.operator == "neg":
        return apply("/", apply("-", rest, other), coefficient.operands[0])
    return apply("/", apply("-", other, rest), coefficient)
