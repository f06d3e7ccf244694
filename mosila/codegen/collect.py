"""The equations of a sorted system as instances of forms: rows of flat equations -> shapes and the cells they read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from mosila.codegen.forms import formula_form, residual_form, sides_form, solved_form
from mosila.codegen.instances import Instances, Numbers, Sums, add_by_pattern
from mosila.codegen.layout import Roles
from mosila.dae.incidence import balances
from mosila.dae.patterns import with_repetitions
from mosila.dae.rows import COMPUTED, SUM, ZERO, Row, Rows
from mosila.dae.solutions import cancels, template_slots, without_cancelled
from mosila.dae.system import Assignments, SortedSystem
from mosila.flat.flat import EquationGroup, FlatModel, RelationGroup, TimedGroup
from mosila.instance.plan import CELLS, DERIVATIVE, Formula, IntArray, Template


def collect_assignments(system: SortedSystem, roles: Roles, assignments: Assignments, with_partials: bool) -> Instances:
    """Solved equations, numbered as given."""
    flat, instances = system.dae.flat, Instances()
    targets = assignments.cells
    for kind, numbers, places in assignments.rows.by_group():
        if kind == SUM:
            instances.add_sums(numbers, _solved_sums(_sums(flat, roles, places), targets[numbers]))
        elif kind == ZERO:
            instances.add_sums(numbers, Sums(np.zeros(len(numbers) + 1, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0)))
        else:
            _add_solved(instances, flat, roles, kind, numbers, places, targets[numbers], with_partials=with_partials, as_residual=False)
    return instances


def collect_residuals(system: SortedSystem, roles: Roles) -> Instances:
    """Residuals: the explicit derivatives in their order, then the implicit rows."""
    flat, instances = system.dae.flat, Instances()
    derivatives = CELLS * system.derivative_states + DERIVATIVE
    is_computed = system.derivative_rows.groups == COMPUTED
    solved = np.flatnonzero(~is_computed)
    for kind, chosen, places in system.derivative_rows.chosen(solved).by_group():
        numbers = solved[chosen]
        _add_solved(instances, flat, roles, kind, numbers, places, derivatives[numbers], with_partials=True, as_residual=True)
    computed = np.flatnonzero(is_computed)
    solver_rates = roles.yp_cells[np.searchsorted(np.array(system.states, dtype=np.int64), system.derivative_states[computed])]
    pairs = np.stack((roles.cell[derivatives[computed]], solver_rates), axis=1).ravel()
    instances.add_sums(computed, Sums(2 * np.arange(len(computed) + 1), pairs, np.tile((1.0, -1.0), len(computed))))
    collect_rows(flat, roles, system.implicit, instances, len(derivatives))
    return instances


def collect_rows(flat: FlatModel, roles: Roles, rows: Sequence[Row], instances: Instances, first: int = 0) -> None:
    """Rows as left minus right, numbered from `first` on."""
    for kind, chosen, places in Rows.of(rows).by_group():
        numbers = chosen + first
        if kind == SUM:
            instances.add_sums(numbers, _sums(flat, roles, places))
        elif kind == ZERO:
            zeros = CELLS * places
            instances.add_sums(numbers, Sums(np.arange(len(numbers) + 1), roles.cell[zeros], roles.sign[zeros].astype(np.float64)))
        else:
            for template, chosen, cells in _templates(flat.equations[kind], places, roles):
                bits = (roles.sign[cells] < 0, roles.varying[cells])
                add_by_pattern(instances, numbers[chosen], roles.cell[cells], bits, partial(residual_form, template))


def collect_sides(groups: Sequence[RelationGroup | TimedGroup], roles: Roles) -> Instances:
    """Both sides of relations, clocks or delays, numbered group by group."""
    instances, first = Instances(), 0
    for group in groups:
        numbers = first + np.arange(len(group.cells))
        first += len(group.cells)
        bits = (roles.sign[group.cells] < 0, roles.varying[group.cells])
        add_by_pattern(instances, numbers, roles.cell[group.cells], bits, partial(sides_form, group.template))
    return instances


def collect_assertions(flat: FlatModel, roles: Roles) -> Instances:
    """The conditions of all assertions, in their order."""
    return _collect_formulas(flat, roles, [(each.owner, each.assertion.condition) for each in flat.assertions])


def collect_effects(flat: FlatModel, roles: Roles) -> Instances:
    """The formulas of all effects, in their order."""
    return _collect_formulas(flat, roles, [(each.owner, each.effect.formula) for each in flat.effects])


def _collect_formulas(flat: FlatModel, roles: Roles, formulas: Sequence[tuple[int, Formula]]) -> Instances:
    """Formulas of objects, numbered as given."""
    instances = Instances()
    alike: dict[int, list[int]] = {}
    for number, (_, formula) in enumerate(formulas):
        alike.setdefault(id(formula), []).append(number)
    for numbers in alike.values():
        formula = formulas[numbers[0]][1]
        starts = np.array([formulas[number][0] for number in numbers], dtype=np.int64)
        cells = flat.tree.resolve(formula.cells[None, :] + CELLS * starts[:, None] * formula.relative[None, :])
        bits = (roles.sign[cells] < 0,)
        add_by_pattern(instances, np.array(numbers, dtype=np.int64), roles.cell[cells], bits, partial(formula_form, formula.expression))
    return instances


def _add_solved(
    instances: Instances,
    flat: FlatModel,
    roles: Roles,
    kind: int,
    numbers: Numbers,
    places: Numbers,
    targets: Numbers,
    *,
    with_partials: bool,
    as_residual: bool,
) -> None:
    for template, chosen, cells in _templates(flat.equations[kind], places, roles):
        standing = roles.cell[cells]
        varying = roles.varying[cells] if with_partials else np.zeros(cells.shape, dtype=np.bool_)
        bits = (standing == targets[chosen, None], roles.sign[cells] < 0, varying)
        add_by_pattern(instances, numbers[chosen], standing, bits, partial(solved_form, template, as_residual=as_residual))


def _templates(group: EquationGroup, places: Numbers, roles: Roles) -> Iterator[tuple[Template, Numbers, IntArray]]:
    """(template, which of the places, their cells): what aliases cancel in an equation is not in its template."""
    cells = group.cells[places]
    slots = sorted(template_slots(group.template))
    standing = np.where(roles.varying[cells], roles.cell[cells], -1 - np.arange(cells.shape[1]))[:, slots]
    found: dict[Template, list[int]] = {}
    for row in np.flatnonzero(with_repetitions(standing)).tolist():
        template = _without_cancelled(group.template, slots, standing[row].tolist(), roles.sign[cells[row]].tolist())
        if template is not group.template:
            found.setdefault(template, []).append(row)
    if not found:
        yield group.template, np.arange(len(places)), cells
        return
    is_whole = np.ones(len(places), dtype=np.bool_)
    for template, rows in found.items():
        is_whole[rows] = False
        yield template, np.array(rows, dtype=np.int64), cells[rows]
    yield group.template, np.flatnonzero(is_whole), cells[is_whole]


def _without_cancelled(template: Template, slots: Sequence[int], standing: Sequence[int], signs: Sequence[int]) -> Template:
    places: dict[int, list[int]] = {}
    for slot, cell in zip(slots, standing, strict=True):
        places.setdefault(cell, []).append(slot)
    for members in places.values():
        its_signs = tuple(signs[slot] for slot in members)
        if len(members) > 1 and cancels(template, tuple(members), its_signs):
            template = without_cancelled(template, tuple(members), its_signs)
    return template


def _sums(flat: FlatModel, roles: Roles, places: Numbers) -> Sums:
    begin, positions, coefficients = balances(flat, places)
    cells = CELLS * positions
    return _without_zeros(Sums(begin, roles.cell[cells], coefficients * roles.sign[cells]))


def _without_zeros(sums: Sums) -> Sums:
    """The sums without the cells whose coefficients add up to zero in them."""
    count = len(sums.rowptr) - 1
    rows = np.repeat(np.arange(count), np.diff(sums.rowptr))
    _, inverse = np.unique(rows * (sums.cells.max(initial=0) + 1) + sums.cells, return_inverse=True)
    kept = np.bincount(inverse, weights=sums.coef)[inverse] != 0.0 if len(rows) else np.ones(0, dtype=np.bool_)
    lengths = np.bincount(rows[kept], minlength=count)
    return Sums(np.concatenate(([0], np.cumsum(lengths))), sums.cells[kept], sums.coef[kept])


def _solved_sums(sums: Sums, targets: Numbers) -> Sums:
    """The sums solved for one cell each, which may stand in them more than once."""
    count = len(targets)
    rows = np.repeat(np.arange(count), np.diff(sums.rowptr))
    is_target = sums.cells == targets[rows]
    total = np.bincount(rows, weights=np.where(is_target, sums.coef, 0.0), minlength=count)
    rest = ~is_target
    lengths = np.bincount(rows[rest], minlength=count)
    coef = 0.0 - sums.coef[rest] / total[rows[rest]]
    return Sums(np.concatenate(([0], np.cumsum(lengths))), sums.cells[rest], coef)
