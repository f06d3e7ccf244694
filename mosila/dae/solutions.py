"""Solved forms of templates: (template, slot, slots that hold parameters) -> the slot as an expression, made once.

Sorting asks whether there is one, code generation writes it down; both get the same.
"""

from __future__ import annotations

from functools import lru_cache

from mosila.instance.plan import Template
from mosila.symbolic import Expr, Solution, apply, constant, differentiate, is_constant, linear_parts, slots_of, solve_for, substitute
from mosila.symbolic import slot as slot_expression


@lru_cache(maxsize=10_000)
def solution(template: Template, slot: int, known_slots: frozenset[int] | None = None) -> Solution | None:
    """The template solved for a slot; None if it is not linear in it, or its coefficient is not made of known slots alone.

    With `known_slots` None the coefficient may be anything.
    """
    found = solve_for(template.left, template.right, slot)
    if found is None or (known_slots is not None and not known_slots.issuperset(slots_of(found.coefficient))):
        return None
    return found


@lru_cache(maxsize=10_000)
def cancels(template: Template, slots: tuple[int, ...], signs: tuple[int, ...]) -> bool:
    """Whether a variable that stands, up to signs, in all these slots drops out of the equation."""
    parts = linear_parts(_merged(template, slots, signs), slots[0])
    return parts is not None and is_constant(parts[0], 0.0)


@lru_cache(maxsize=10_000)
def without_cancelled(template: Template, slots: tuple[int, ...], signs: tuple[int, ...]) -> Template:
    """The equation without the variable of these slots, which drops out of it."""
    parts = linear_parts(_merged(template, slots, signs), slots[0])
    assert parts is not None, "the variable drops out"
    return Template(parts[1], constant(0.0))


def _merged(template: Template, slots: tuple[int, ...], signs: tuple[int, ...]) -> Expr:
    """Left minus right with one slot in the place of all these."""
    first = slot_expression(slots[0])
    merged = {slot: first if sign == signs[0] else apply("neg", first) for slot, sign in zip(slots, signs, strict=True)}
    return apply("-", substitute(template.left, merged), substitute(template.right, merged))


@lru_cache(maxsize=10_000)
def alias_slots(template: Template) -> tuple[int, int, int] | None:
    """The two slots and the sign of an equation that says `a = b` or `a = -b`, however it is written."""
    slots = sorted({*slots_of(template.left), *slots_of(template.right)})
    if len(slots) != 2:
        return None
    first, second = slots
    difference = apply("-", template.left, template.right)
    of_first = linear_parts(difference, first)
    of_second = linear_parts(of_first[1], second) if of_first is not None else None
    if of_first is None or of_second is None or not is_constant(of_second[1], 0.0):
        return None
    left, right = of_first[0], of_second[0]
    if not (is_constant(left) and is_constant(right)) or left.value == 0 or abs(left.value) != abs(right.value):
        return None
    return first, second, -1 if left.value == right.value else 1


@lru_cache(maxsize=10_000)
def slope(template: Template, slot: int) -> Expr:
    """The derivative of left - right by a slot."""
    return differentiate(apply("-", template.left, template.right), slot)


def template_slots(template: Template) -> frozenset[int]:
    """The slots that occur in a template."""
    return frozenset((*slots_of(template.left), *slots_of(template.right)))
