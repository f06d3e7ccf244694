"""Functions that are inlined once equations are differentiated: a flat model -> the same without their calls."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from mosila.flat.flat import EquationGroup, FlatModel
from mosila.functions.inline import without_late_calls
from mosila.instance.plan import Template
from mosila.symbolic import canonical, slots_of


def inline_late_calls(flat: FlatModel) -> FlatModel:
    """The equations with what such functions compute in place of their calls."""
    groups = tuple(_inlined_group(group) for group in flat.equations)
    return flat if all(new is old for new, old in zip(groups, flat.equations, strict=True)) else replace(flat, equations=groups)


@lru_cache(maxsize=10_000)
def slots_after_inlining(template: Template) -> frozenset[int]:
    """The slots that count once such calls are replaced; the others are arguments that no output is made of."""
    left, right = without_late_calls((template.left, template.right))
    return frozenset((*slots_of(left), *slots_of(right)))


@lru_cache(maxsize=10_000)
def _inlined(template: Template) -> tuple[Template, tuple[int, ...]] | None:
    sides = without_late_calls((template.left, template.right))
    if sides == (template.left, template.right):
        return None
    (left, right), slots = canonical(sides)
    return Template(left, right), slots


def _inlined_group(group: EquationGroup) -> EquationGroup:
    found = _inlined(group.template)
    return group if found is None else replace(group, template=found[0], cells=group.cells[:, list(found[1])])
