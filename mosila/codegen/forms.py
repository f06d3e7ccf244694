"""Forms of templates: a template and how its slots are bound -> a shape, made once.

A pattern tells of each slot of a template whether it is what the equation is solved for, whether an alias brings a minus
sign, and whether its value varies continuously.
"""

from __future__ import annotations

from functools import lru_cache

from mosila.codegen.shapes import Shape, make_shape
from mosila.dae.solutions import solution
from mosila.dataclass import dataclass
from mosila.instance.plan import Template
from mosila.symbolic import Expr, apply, differentiate, is_constant, linear_parts, slot, slots_of, solve_for, substitute

Bits = tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A shape, the template's slot of each of its slots, and the slots by which its partials are taken."""

    shape: Shape
    slots: tuple[int, ...]
    active: tuple[int, ...]

    @property
    def partial(self) -> Shape:
        """The shape of its partials."""
        return _partial(self.shape, self.active)


@lru_cache(maxsize=20_000)
def _partial(shape: Shape, active: tuple[int, ...]) -> Shape:
    return shape.partial(active)


@lru_cache(maxsize=20_000)
def solved_form(template: Template, target: Bits, negative: Bits, varying: Bits, as_residual: bool = False) -> Form:
    """The template solved for the variable in the target slots; as a residual: that minus the variable."""
    chosen = target.index(True)
    replaced = {index: slot(chosen) for index, hit in enumerate(target) if hit and index != chosen}
    replaced |= {index: apply("neg", slot(chosen if target[index] else index)) for index, minus in enumerate(negative) if minus}
    if replaced:
        found = solve_for(substitute(template.left, replaced), substitute(template.right, replaced), chosen)
    else:
        found = solution(template, chosen)
    if found is None:
        raise ValueError(f"cannot be solved for slot {chosen}: {template}")
    expression = apply("-", found.expression, slot(chosen)) if as_residual else found.expression
    return _form((expression,), varying)


@lru_cache(maxsize=20_000)
def residual_form(template: Template, negative: Bits, varying: Bits) -> Form:
    """The template as left minus right."""
    left, right = _signed(template, negative)
    return _form((apply("-", left, right),), varying)


@lru_cache(maxsize=20_000)
def sides_form(template: Template, negative: Bits, varying: Bits) -> Form:
    """Both sides of a relation."""
    return _form(_signed(template, negative), varying)


@lru_cache(maxsize=20_000)
def formula_form(expression: Expr, negative: Bits) -> Form:
    """An expression by itself, without partials."""
    replaced = {index: apply("neg", slot(index)) for index, minus in enumerate(negative) if minus}
    return _form((substitute(expression, replaced),), (False,) * len(negative))


@lru_cache(maxsize=20_000)
def is_affine(form: Form, slots: frozenset[int]) -> bool:
    """Whether all expressions are sums of multiples of these slots with factors free of them."""
    for expression in form.shape.exprs:
        rest = expression
        for index in sorted(slots):
            parts = linear_parts(rest, index)
            if parts is None or not slots.isdisjoint(slots_of(parts[0])):
                return False
            rest = parts[1]
    return True


def _signed(template: Template, negative: Bits) -> tuple[Expr, Expr]:
    replaced = {index: apply("neg", slot(index)) for index, minus in enumerate(negative) if minus}
    return substitute(template.left, replaced), substitute(template.right, replaced)


def _form(exprs: tuple[Expr, ...], varying: Bits) -> Form:
    shape, slots = make_shape(exprs)
    active = tuple(
        new
        for new, old in enumerate(slots)
        if varying[old] and not all(is_constant(differentiate(expression, new), 0.0) for expression in shape.exprs)
    )
    return Form(shape, slots, active)
