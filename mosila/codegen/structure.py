"""Code of one structure: a sorted system -> the tables of the C runtime, and the shapes that they call.

`generate` is pure: equal systems give equal tables. No parameter value is in them, and none is in the shapes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mosila.codegen.calm import calm_last
from mosila.codegen.chart_formulas import chart_formulas
from mosila.codegen.collect import collect_assertions, collect_assignments, collect_effects, collect_residuals, collect_sides
from mosila.codegen.discrete_starts import DiscreteStart, discrete_starts
from mosila.codegen.elimination import eliminate
from mosila.codegen.handover import (
    Watch,
    chart_watches,
    event_cells,
    gather,
    pre_pairs,
    record,
    reinit_records,
    scatter,
    static_cells,
    termination_records,
    watch_records,
)
from mosila.codegen.instances import Instances, Numbers, Portion, distinct
from mosila.codegen.layout import STILL, Layout, Order, Roles, find_roles, make_layout
from mosila.codegen.pivot_tables import collect_pivots, pivot_tables
from mosila.codegen.schedule import (
    CHECKED_RANGE,
    EVENT_RANGE,
    FIXED,
    FREE,
    RESIDUAL_RANGE,
    ROOT_RANGE,
    STATIC_RANGE,
    TIMED,
    Schedule,
    cell_motion,
    levels,
    make_schedule,
    portion_motion,
    producers,
)
from mosila.codegen.shapes import Shape, shape_functions
from mosila.codegen.tables import GE, GT, LE, LT, RELATION, Group, Integers, Reals, Records, Tables
from mosila.dae.rows import COMPUTED, Row
from mosila.dae.system import SortedSystem
from mosila.dataclass import dataclass
from mosila.flat.delays import delay_positions
from mosila.flat.flat import FlatModel, RelationGroup, TimedGroup
from mosila.functions.signature import Defined
from mosila.instance.cells import kinds_of
from mosila.instance.plan import CELLS, HOMOTOPY, INITIAL, PRE, TERMINAL, IntArray
from mosila.source import Span
from mosila.symbolic import slots_of

_OPERATORS = {"<": LT, "<=": LE, ">": GT, ">=": GE}
ASSIGN, RESIDUAL, RELATION_LIST, DISCRETE, SAMPLE, DELAY, ASSERTION, EFFECT = range(8)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class StructureCode:
    """Tables of a structure, the shapes they call, where everything is, and which equation each instance is."""

    tables: Tables
    shapes: tuple[Shape, ...]
    layout: Layout
    watches: tuple[Watch, ...]
    """Parallel to `tables.watch`."""
    system: SortedSystem
    numbers: tuple[tuple[Numbers, ...], ...]
    """For each list of groups (assign, residual, ..., assertion, effect) and group, the numbers of its instances."""

    starts: tuple[DiscreteStart, ...] = ()
    """Values of discrete variables from which the first event goes on."""

    def function(self, key: str) -> Defined | None:
        """The function that has this name in C, if a shape calls it."""
        return next((function for function in shape_functions(self.shapes) if function.key == key), None)

    def row(self, kind: int, group: int, instance: int) -> Row | None:
        """The equation that an instance comes from, for the lists ASSIGN, RESIDUAL and DISCRETE."""
        number = int(self.numbers[kind][group][instance])
        if kind == RESIDUAL:
            explicit = self.system.derivative_rows
            if number >= len(explicit):
                return self.system.implicit[number - len(explicit)]
            return explicit[number] if explicit.groups[number] != COMPUTED else None
        return (self.system.assignments if kind == ASSIGN else self.system.discrete)[number].row

    def span(self, kind: int, group: int, instance: int) -> Span | None:
        """Where the equation or relation of an instance is written."""
        flat, number = self.system.dae.flat, int(self.numbers[kind][group][instance])
        if kind == EFFECT:
            return flat.effects[number].effect.span
        if kind in (RELATION_LIST, SAMPLE):
            groups: Sequence[RelationGroup | TimedGroup] = flat.relations if kind == RELATION_LIST else flat.samples
            for rows in groups:
                if number < len(rows.spans):
                    return rows.spans[number]
                number -= len(rows.spans)
        row = self.row(kind, group, instance)
        return self.system.dae.row_span(row) if row is not None else None


@dataclass(frozen=True, slots=True, eq=False)
class _Equations:
    """All equations of a structure as instances."""

    assign: Instances
    residual: Instances
    relation: Instances
    discrete: Instances
    sample: Instances
    delay: Instances
    assertion: Instances
    effect: Instances
    pivot: Instances

    @property
    def lists(self) -> tuple[Instances, ...]:
        """All of them."""
        events = (self.discrete, self.sample, self.delay, self.assertion, self.effect)
        return (self.assign, self.residual, self.relation, *events, self.pivot)


@dataclass(frozen=True, slots=True, eq=False)
class _Portions:
    """All equations of a structure in the order of their groups."""

    assign: list[Portion]
    residual: list[Portion]
    relation: list[Portion]
    discrete: list[Portion]
    sample: list[Portion]
    delay: list[Portion]
    assertion: list[Portion]
    effect: list[Portion]
    pivot: list[Portion]

    @property
    def lists(self) -> tuple[list[Portion], ...]:
        """All of them, in the order of their numbers above."""
        events = (self.discrete, self.sample, self.delay, self.assertion, self.effect)
        return (self.assign, self.residual, self.relation, *events, self.pivot)


def generate(system: SortedSystem, watches: Sequence[Watch] | None = None) -> StructureCode:
    """The tables of a structure; `watches` None: all that its active charts may wait for."""
    flat = system.dae.flat
    roles = find_roles(system)
    watched = chart_watches(flat) if watches is None else tuple(watches)
    equations = _Equations(
        collect_assignments(system, roles, system.assignments, with_partials=True),
        collect_residuals(system, roles),
        collect_sides(flat.relations, roles),
        collect_assignments(system, roles, system.discrete, with_partials=False),
        collect_sides(flat.samples, roles),
        collect_sides(flat.delays, roles),
        collect_assertions(flat, roles),
        collect_effects(flat, roles),
        collect_pivots(system, roles),
    )
    reads = _reads(flat, roles, equations, watched)
    targets = system.assignments.cells
    needed = (
        (RESIDUAL_RANGE, np.concatenate((equations.residual.reads()[1], equations.pivot.reads()[1]))),
        (ROOT_RANGE, equations.relation.reads()[1]),
        (EVENT_RANGE, np.concatenate((*(each.reads()[1] for each in _at_events(equations)), reads.at_events))),
        (CHECKED_RANGE, _doubtful(equations.assign, targets)),
    )
    schedule = make_schedule(equations.assign, roles, targets, needed)
    portions = _order(system, roles, equations, schedule)
    layout = make_layout(roles, _cell_order(system, roles, portions, targets, reads.everywhere))
    motion = cell_motion(equations.assign, targets, schedule)
    return _tables(system, roles, layout, portions, motion, watched)


def _at_events(equations: _Equations) -> tuple[Instances, ...]:
    return (equations.discrete, equations.sample, equations.delay, equations.assertion, equations.effect)


def _doubtful(assignments: Instances, targets: Numbers) -> Numbers:
    """The cells of assignments that may have no finite value, such as quotients."""
    doubtful = [p.numbers for p in assignments.portions() if p.form is not None and not all(e.total for e in p.form.shape.exprs)]
    cells: Numbers = targets[np.concatenate([np.zeros(0, dtype=np.int64), *doubtful])]
    return cells


@dataclass(frozen=True, slots=True, eq=False)
class _Reads:
    at_events: Numbers
    everywhere: Numbers


def _reads(flat: FlatModel, roles: Roles, equations: _Equations, watches: Sequence[Watch]) -> _Reads:
    """Standing cells that events read beside the discrete equations, and all that are read."""
    chart_cells = [np.zeros(0, dtype=np.int64)]
    for machine in flat.tree.machines:
        if machine.plan.chart is not None:
            for formula in chart_formulas(machine.plan.chart):
                cells = flat.tree.resolve(formula.cells + CELLS * machine.position * formula.relative)
                chart_cells.append(cells[(kinds_of(cells) == PRE) & (cells >= 0)].astype(np.int64))
    own = roles.cell[event_cells(flat, watches, np.concatenate(chart_cells))]
    read = np.concatenate([own, *(instances.reads()[1] for instances in equations.lists)])
    before = distinct(read[(kinds_of(read) == PRE) & (read < roles.size)])
    before = before[flat.active[before // CELLS]]
    return _Reads(np.concatenate((own, before - PRE)), np.concatenate((read, before - PRE)))


def _order(system: SortedSystem, roles: Roles, equations: _Equations, schedule: Schedule) -> _Portions:
    """The groups of each list: assignments by range and level, discrete equations by level."""
    is_implicit = np.arange(len(system.derivative_rows) + len(system.implicit)) >= len(system.derivative_rows)
    producer = producers(roles, system.discrete.cells)
    numbers, cells = equations.discrete.reads()
    source = producer[cells]
    forward = (source >= 0) & (source < numbers)
    level = levels(len(system.discrete), numbers[forward], source[forward])
    return _Portions(
        equations.assign.grouped(schedule.range, schedule.level),
        equations.residual.grouped(is_implicit.astype(np.int64)),
        equations.relation.grouped(),
        equations.discrete.grouped(level),
        equations.sample.grouped(),
        equations.delay.grouped(),
        equations.assertion.grouped(),
        equations.effect.grouped(),
        equations.pivot.grouped(),
    )


def _cell_order(system: SortedSystem, roles: Roles, portions: _Portions, targets: Numbers, read: Numbers) -> Order:
    """The order of cells in w: each list as its groups write it."""
    flat = system.dae.flat
    derivatives = np.searchsorted(np.array(system.states, dtype=np.int64), system.derivative_states)
    rows = _numbers(portions.residual)
    explicit = derivatives[rows[rows < len(derivatives)]]
    is_implicit = np.ones(len(system.states), dtype=np.bool_)
    is_implicit[explicit] = False
    held = CELLS * np.array((*system.held, *system.discrete_held), dtype=np.int64)
    return Order(
        states=np.concatenate((explicit, np.flatnonzero(is_implicit))),
        algebraic=CELLS * np.array(system.algebraic, dtype=np.int64),
        discrete=system.discrete.cells[_numbers(portions.discrete)],
        relations=_target_cells(flat.relations)[_numbers(portions.relation)],
        clocks=_target_cells(flat.samples)[_numbers(portions.sample)],
        static=static_cells(roles, np.concatenate((read, held))),
        explicit=targets[_numbers(portions.assign)],
        with_still=bool((roles.role[read] == STILL).any()),
    )


def _target_cells(groups: Sequence[RelationGroup | TimedGroup]) -> Numbers:
    return np.concatenate([np.zeros(0, dtype=np.int64), *(CELLS * group.targets.astype(np.int64) for group in groups)])


def _numbers(portions: Sequence[Portion]) -> Numbers:
    return np.concatenate([np.zeros(0, dtype=np.int64), *(portion.numbers for portion in portions)])


def _groups(portions: Sequence[Portion], index: IntArray, first: int, partial_first: int = 0) -> list[Group]:
    """The groups one after the other, their partials too; assignments that no root needs have none."""
    found: list[Group] = []
    for portion in portions:
        is_assignment = len(portion.key) == 2
        with_partials = not is_assignment or STATIC_RANGE < portion.key[0] <= ROOT_RANGE
        group = portion.group(index, first, partial_first, with_partials)
        found.append(group)
        first += group.n * group.outputs
        partial_first += group.partials
    return found


def _tables(
    system: SortedSystem, roles: Roles, layout: Layout, portions: _Portions, motion: Numbers, watches: tuple[Watch, ...]
) -> StructureCode:
    flat, index = system.dae.flat, layout.index
    assign = _groups(portions.assign, index, layout.w_explicit)
    ends = [sum(portion.key[0] <= last for portion in portions.assign) for last in range(CHECKED_RANGE + 1)]
    n_static, n_residual, n_root, n_event, n_checked = ends
    n_assign_partials = sum(group.partials for group in assign[:n_residual])
    residual = _groups(portions.residual, index, 0, n_assign_partials)
    relation = _groups(portions.relation, index, 0)
    discrete = _groups(portions.discrete, index, layout.w_discrete)
    sample = _groups(portions.sample, index, 0)
    delay = _groups(portions.delay, index, 0)
    assertion = _groups(portions.assertion, index, 0)
    effect = _groups(portions.effect, index, 0)
    delayed = _target_cells(flat.delays)[_numbers(portions.delay)]
    needed = [(portion.key[1], group) for portion, group in zip(portions.assign, assign, strict=True)][n_static:n_residual]
    elimination = eliminate(needed, residual, layout)
    nominal = _nominals(system)
    pivots = pivot_tables(system, roles, layout, portions.pivot, nominal)
    blocks = _blocks(system, layout, portions.residual)
    gather_w, gather_cell = gather(layout, system.dae)
    scatter_w, scatter_cell, scatter_sign, n_limited = scatter(layout, system.dae)
    clauses = [
        (None if portion.form is None else portion.form.shape, group) for portion, group in zip(portions.discrete, discrete, strict=True)
    ]
    pre_cells, n_calm = calm_last(pre_pairs(layout, flat), clauses, (*assign, *residual, *relation, *sample, *delay, *pivots.groups))
    tables = Tables(
        nw=layout.nw,
        nx=layout.nx,
        nz=layout.nz,
        nd=layout.nd,
        nr=layout.nr,
        ns=layout.ns,
        nh=len(delayed),
        w_yp=layout.w_yp,
        w_discrete=layout.w_discrete,
        w_relation=layout.w_relation,
        w_static=layout.w_static,
        w_explicit=layout.w_explicit,
        w_initial=max(int(layout.index[CELLS * INITIAL]), 0),
        w_terminal=max(int(layout.index[CELLS * TERMINAL]), 0),
        assign=tuple(assign),
        n_static=n_static,
        n_residual=n_residual,
        n_root=n_root,
        n_event=n_event,
        n_checked=n_checked,
        residual=tuple(residual),
        relation=tuple(relation),
        relations=_relation_records(flat, roles, portions.relation, motion),
        discrete=tuple(discrete),
        sample=tuple(sample),
        delay=tuple(delay),
        delay_number=np.searchsorted(delay_positions(flat.attributes), delayed // CELLS).astype(np.int32),
        delay_fixed=_fixed_delays(portions.delay, motion),
        delay_place=index[delayed],
        delay_sign=layout.sign[delayed].astype(np.float64),
        assertion=tuple(assertion),
        effect=tuple(effect),
        termination=termination_records(flat, layout),
        reinit=reinit_records(flat, layout),
        pre_cells=pre_cells,
        n_calm=0 if watches else n_calm,
        watch=watch_records(watches, layout),
        n_partials=n_assign_partials + sum(group.partials for group in residual),
        n_gradient=elimination.n_gradient,
        step_dst=elimination.step_dst,
        step_par=elimination.step_par,
        step_src=elimination.step_src,
        entry_nz=elimination.entry_nz,
        entry_pos=elimination.entry_pos,
        entry_kind=elimination.entry_kind,
        colptr=elimination.colptr,
        rowidx=elimination.rowidx,
        derivatives_explicit=_derivatives_explicit(system, layout, assign[:n_residual], residual),
        nominal=nominal[layout.unknowns],
        gather_w=gather_w,
        gather_cell=gather_cell,
        gather_sign=np.ones(len(gather_w)),
        scatter_w=scatter_w,
        scatter_cell=scatter_cell,
        scatter_sign=scatter_sign,
        n_limited=n_limited,
        relation_cell=layout.cell[layout.w_relation : layout.w_sample],
        record=record(layout, (*system.held, *system.discrete_held), index[delayed], assign),
        block_first=blocks[0],
        block_row=blocks[1],
        block_unknown=blocks[2],
        w_homotopy=max(int(index[CELLS * HOMOTOPY]), 0),
        pivot=pivots.groups,
        n_pivot_partials=pivots.n_partials,
        n_pivot_values=pivots.n_values,
        n_pivot_checks=pivots.n_checks,
        n_pivot_work=pivots.n_work,
        pivot_from=pivots.entry_from,
        pivot_to=pivots.entry_to,
        pivot_factor=pivots.factor,
        pivot_check=pivots.check,
    )
    numbers = tuple(tuple(portion.numbers for portion in chosen) for chosen in portions.lists)
    shapes = _shapes(portions, (assign, residual, relation, discrete, sample, delay, assertion, effect, pivots.groups))
    starts = discrete_starts(system.dae)
    own = {shape.name for shape in shapes}
    shapes += tuple({start.shape.name: start.shape for start in starts if start.shape.name not in own}.values())
    return StructureCode(tables, shapes, layout, watches, system, numbers, starts)


def _shapes(portions: _Portions, groups: Sequence[Sequence[Group]]) -> tuple[Shape, ...]:
    """The shapes of values and partials that the groups call, by name."""
    found: dict[str, Shape] = {}
    for chosen, made in zip(portions.lists, groups, strict=True):
        for portion, group in zip(chosen, made, strict=True):
            if portion.form is not None:
                found[group.value] = portion.form.shape
                if group.partial:
                    found[group.partial] = portion.form.partial
    return tuple(found[name] for name in sorted(found))


def _derivatives_explicit(system: SortedSystem, layout: Layout, assign: Sequence[Group], residual: Sequence[Group]) -> bool:
    """Whether each residual is f - yp of its own state, with f free of yp."""
    if layout.nz or system.implicit:
        return False
    return _rates(layout, residual) == layout.nx and not _rates(layout, assign)


def _rates(layout: Layout, groups: Sequence[Group]) -> int:
    """How often derivatives of unknowns are read."""
    return sum(int(((group.ix >= layout.w_yp) & (group.ix < layout.w_discrete)).sum()) for group in groups)


def _blocks(system: SortedSystem, layout: Layout, portions: Sequence[Portion]) -> tuple[Integers, Integers, Integers]:
    """Blocks of implicit rows in the order of solution: where each begins, the residuals and the unknowns."""
    explicit = len(system.derivative_rows)
    numbers = _numbers(portions)
    row_of = np.empty(len(numbers), dtype=np.int64)
    row_of[numbers] = np.arange(len(numbers))
    order = sorted(range(len(system.implicit)), key=lambda number: system.implicit_blocks[number][0])
    keys = np.array([system.implicit_blocks[number][0] for number in order], dtype=np.int64)
    places = layout.index[[system.implicit_blocks[number][1] for number in order]]
    unknowns = np.where(places >= layout.w_yp, places - layout.w_yp, places - 1)
    first = np.append(np.flatnonzero(np.diff(keys, prepend=-1)), len(keys))
    return first.astype(np.int32), row_of[np.array(order, dtype=np.int64) + explicit].astype(np.int32), unknowns.astype(np.int32)


def _relation_records(flat: FlatModel, roles: Roles, portions: Sequence[Portion], motion: Numbers) -> Records:
    operators = np.concatenate([np.zeros(0, np.int64), *(np.full(len(g.cells), _OPERATORS[g.template.operator]) for g in flat.relations)])
    found = np.zeros(len(operators), RELATION)
    found["op"] = operators[_numbers(portions)]
    nominal = np.append(np.repeat(flat.attributes.nominal, CELLS), np.ones(len(roles.yp_cells)))
    first = 0
    for portion in portions:
        rows = slice(first, first + len(portion.numbers))
        moves = portion_motion(portion, motion)
        found["time_only"][rows] = np.where(moves == FREE, 0, np.where(moves == TIMED, 1, 2))
        sizes = np.where(motion[portion.cells] == FREE, nominal[portion.cells], 0.0).max(axis=1, initial=0.0)
        found["nominal"][rows] = np.where(sizes > 0, sizes, 1.0)
        first += len(portion.numbers)
    return found


def _fixed_delays(portions: Sequence[Portion], motion: Numbers) -> Integers:
    """By delay: whether its delay time stands still between events."""
    found = [np.zeros(0, dtype=np.int32)]
    for portion in portions:
        assert portion.form is not None
        slots = list(slots_of(portion.form.shape.exprs[1]))
        found.append((motion[portion.cells[:, slots]] == FIXED).all(axis=1).astype(np.int32))
    return np.concatenate(found)


def _nominals(system: SortedSystem) -> Reals:
    """By position: its nominal value, or that of an alias which has another than the usual."""
    nominal = system.dae.flat.attributes.nominal.copy()
    representative = system.dae.aliases.representative
    telling = np.flatnonzero((nominal != 1.0) & (nominal[representative] == 1.0))[::-1]
    nominal[representative[telling]] = nominal[telling]
    return nominal
