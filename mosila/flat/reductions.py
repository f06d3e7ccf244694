"""Reductions over collections: one equation for each term, and a sum (or a chain of two at a time) over them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.flat.flat import Equal, EquationGroup, Sum
from mosila.flat.links import Links
from mosila.instance.plan import CELLS, VALUE, IntArray, Plan, Reduction, Template
from mosila.instance.pools import DISCRETE_FOLDED, DISCRETE_TERM, FOLDED, TERM
from mosila.instance.tree import InstanceTree
from mosila.symbolic.expression import SLOT, apply, constant, slot

INFINITY = 1e60
"""What stands for infinity, as for `min` and `max` of empty arrays."""
NEUTRAL = {"sum": 0.0, "product": 1.0, "max": -INFINITY, "min": INFINITY}
FOLDS = {"sum": "+", "product": "*", "max": "max", "min": "min"}


@dataclass(slots=True)
class Reduced:
    """The equations of reductions, and the positions of their terms."""

    equations: list[EquationGroup] = field(default_factory=list)
    sums: list[Sum] = field(default_factory=list)
    equalities: list[Equal] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)


def count_terms(links: Links) -> int:
    """How many terms a structure needs that are no variables by themselves."""
    return sum(
        len(links.members.get(int(links.targets[start + each.collection]), ()))
        for plan, start, each in _reductions(links)
        if _plain_member(plan, each) is None
    )


def reduce_collections(links: Links) -> Reduced:
    """The equations of all reductions of active objects."""
    found = Reduced()
    slots = iter(_term_slots(links.tree))
    for plan, start, each in _reductions(links):
        members = np.array(sorted(links.members.get(int(links.targets[start + each.collection]), ())), dtype=np.int32)
        _reduce(links, plan, start, each, members, slots, found)
    return found


def _reductions(links: Links) -> Iterator[tuple[Plan, int, Reduction]]:
    for plan, all_starts in links.tree.instances.items():
        for each in plan.reductions:
            if each.in_action:
                continue
            starts = all_starts[links.active[all_starts]]
            if each.only_if is not None and len(starts):
                starts = starts[links.holds(plan, starts, each.only_if)]
            yield from ((plan, start, each) for start in starts.tolist())


def _term_slots(tree: InstanceTree) -> Iterator[int]:
    for block in tree.blocks:
        if block.pool == len(tree.pools) - 1:
            yield from block.starts


def _plain_member(plan: Plan, reduction: Reduction) -> int | None:
    """Of a sum whose term is a variable of the member: the place of its stand-in."""
    term = reduction.term
    if reduction.operator != "sum" or reduction.is_discrete or term.expression.operator != SLOT or int(term.cells[0]) % CELLS != VALUE:
        return None
    position = int(term.cells[0]) // CELLS
    places = (n for n, s in enumerate(plan.stand_ins) if s.position == position and s.reference == reduction.variable)
    return next(places, None) if bool(term.relative[0]) else None


def _reduce(links: Links, plan: Plan, start: int, each: Reduction, members: IntArray, slots: Iterator[int], found: Reduced) -> None:
    result = start + each.position
    if (not len(members) and each.operator != "sum") or (not len(members) and each.is_discrete):
        found.equations.append(_equation(Template(slot(0), constant(NEUTRAL[each.operator])), [[result * CELLS]], each, start))
        return
    plain = _plain_member(plan, each)
    if plain is not None:
        terms = links.positions(members, plan.stand_ins[plain].path)
        found.sums.append(_sum(result, terms, each))
        return
    made = np.array([next(slots) for _ in members], dtype=np.int32)
    terms = made + (DISCRETE_TERM if each.is_discrete else TERM)
    found.positions.extend(terms.tolist())
    cells = _term_cells(links, plan, start, each, members)
    width = cells.shape[1]
    template = Template(slot(width), each.term.expression)
    found.equations.append(_equation(template, np.column_stack((cells, terms * CELLS)), each, start))
    if each.operator == "sum" and not each.is_discrete:
        found.sums.append(_sum(result, terms, each))
        return
    folded = made + (DISCRETE_FOLDED if each.is_discrete else FOLDED)
    folded[0] = terms[0]
    found.positions.extend(folded[1:].tolist())
    if len(members) > 1:
        template = Template(slot(0), apply(FOLDS[each.operator], slot(1), slot(2)))
        found.equations.append(_equation(template, np.column_stack((folded[1:], folded[:-1], terms[1:])) * CELLS, each, start))
    if each.is_discrete:
        found.equations.append(_equation(Template(slot(0), slot(1)), [[result * CELLS, int(folded[-1]) * CELLS]], each, start))
    else:
        found.equalities.append(Equal(result, int(folded[-1]), each.span))


def _term_cells(links: Links, plan: Plan, start: int, each: Reduction, members: IntArray) -> IntArray:
    """The cells of a term for every member; what is read through the loop's variable is the member's."""
    own: dict[int, IntArray] = {}
    for stand_in in plan.stand_ins:
        if stand_in.reference == each.variable:
            own[stand_in.position] = links.positions(members, stand_in.path)
        elif stand_in.reference in own:
            own[stand_in.position] = links.behind(own[stand_in.reference], stand_in)
    columns: list[NDArray[np.int64]] = []
    for cell, relative in zip(each.term.cells.tolist(), each.term.relative.tolist(), strict=True):
        position, kind = divmod(cell, CELLS)
        if relative and position in own:
            columns.append(own[position].astype(np.int64) * CELLS + kind)
        else:
            place = int(links.targets[start + position]) if relative else position
            columns.append(np.full(len(members), place * CELLS + kind, dtype=np.int64))
    return np.column_stack(columns).astype(np.int32) if columns else np.zeros((len(members), 0), dtype=np.int32)


def _sum(result: int, terms: IntArray, each: Reduction) -> Sum:
    coefficients = (-1.0, *(1.0 for _ in terms))
    return Sum((result, *terms.tolist()), coefficients, each.span, "sum over a collection")


def _equation(template: Template, cells: object, each: Reduction, start: int) -> EquationGroup:
    table = np.array(cells, dtype=np.int32)
    owners = np.full(len(table), start, dtype=np.int32)
    return EquationGroup(template, table, (each.span,) * len(table), owners, each.is_discrete)


def fold(operator: str, values: list[float]) -> float:
    """The result of a reduction over numbers."""
    match operator:
        case "sum":
            return float(sum(values))
        case "product":
            return float(np.prod(values)) if values else 1.0
    return float({"max": max, "min": min}[operator](values, default=NEUTRAL[operator]))
