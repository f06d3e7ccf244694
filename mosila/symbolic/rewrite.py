"""Expressions rebuilt with other leaves: slots replaced, literals lifted to slots, slots numbered anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from mosila.symbolic.expression import CONSTANT, SLOT, Expr, apply, postorder, remake, slot, slot_index

# Literals that are part of a shape: compilers do better with them, and formulas mean them.
KEPT_LITERALS: Final = frozenset({0.0, 1.0, -1.0, 2.0, 0.5})


def substitute(expression: Expr, replacements: Mapping[int, Expr]) -> Expr:
    """The expression with all given slots replaced at once."""
    return rebuild((expression,), _replacer(replacements))[0]


def rebuild(expressions: Sequence[Expr], leaf: Callable[[Expr], Expr]) -> tuple[Expr, ...]:
    """The expressions with every literal and slot replaced by what `leaf` makes of it."""
    built: dict[Expr, Expr] = {}
    for node in postorder(expressions):
        if node.operands:
            operands = [built[operand] for operand in node.operands]
            changed = any(new is not old for new, old in zip(operands, node.operands, strict=True))
            built[node] = remake(node, operands) if changed else node
        else:
            built[node] = leaf(node) if node.operator in (CONSTANT, SLOT) else node
    return tuple(built[expression] for expression in expressions)


def canonical(expressions: Sequence[Expr]) -> tuple[tuple[Expr, ...], tuple[int, ...]]:
    """The shape of the expressions: slots numbered by first occurrence, and which old slot each new one is."""
    old = tuple(dict.fromkeys(slot_index(node) for node in postorder(expressions) if node.operator == SLOT))
    if old == tuple(range(len(old))):
        return tuple(expressions), old
    return rebuild(expressions, _replacer({index: slot(new) for new, index in enumerate(old)})), old


def lift_constants(expressions: Sequence[Expr], first_free_slot: int) -> tuple[tuple[Expr, ...], tuple[float, ...]]:
    """The expressions with literals as slots from `first_free_slot` on, and the numbers that belong there.

    Each place where a literal stands gets a slot of its own, so `3*x + 3*y` and `3*x + 4*y` have one shape. Exponents
    and the literals of formulas (0, 1, -1, 2, 0.5) stay.
    """
    values: list[float] = []

    def lift(operands: Iterable[Expr]) -> list[Expr]:
        lifted = []
        for operand in operands:
            if operand.operator == CONSTANT and operand.value not in KEPT_LITERALS:
                lifted.append(slot(first_free_slot + len(values)))
                values.append(operand.value)
            else:
                lifted.append(built[operand])
        return lifted

    built: dict[Expr, Expr] = {}
    for node in postorder(expressions):
        if node.operator == "^" and node.operands[1].operator == CONSTANT:
            built[node] = apply("^", *lift(node.operands[:1]), node.operands[1])
        else:
            built[node] = remake(node, lift(node.operands)) if node.operands else node
    return tuple(lift(expressions)), tuple(values)


def _replacer(replacements: Mapping[int, Expr]) -> Callable[[Expr], Expr]:
    def replace(leaf: Expr) -> Expr:
        return replacements.get(slot_index(leaf), leaf) if leaf.operator == SLOT else leaf

    return replace
