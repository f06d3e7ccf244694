"""Tables of the sets of constraints where numbers choose the states: a reduced system -> partials and checks for the runtime."""

from __future__ import annotations

import numpy as np

from mosila.codegen.collect import collect_rows
from mosila.codegen.elimination import group_edges
from mosila.codegen.instances import Instances, Portion
from mosila.codegen.layout import Layout, Roles
from mosila.codegen.tables import Group, Integers, Reals
from mosila.dae.pivots import PivotSet
from mosila.dae.system import SortedSystem
from mosila.dataclass import dataclass
from mosila.instance.plan import CELLS, DERIVATIVE


@dataclass(frozen=True, slots=True, eq=False)
class PivotTables:
    """The part of `Tables` that belongs to choices of states."""

    groups: tuple[Group, ...]
    n_partials: int
    n_values: int
    n_checks: int
    n_work: int
    entry_from: Integers
    entry_to: Integers
    factor: Reals
    check: Integers


def collect_pivots(system: SortedSystem, roles: Roles) -> Instances:
    """The constraints of all sets, numbered set by set."""
    instances = Instances()
    rows = [row for part in system.dae.reduced.pivots for row in part.rows]
    collect_rows(system.dae.flat, roles, rows, instances)
    return instances


def pivot_tables(system: SortedSystem, roles: Roles, layout: Layout, portions: list[Portion], nominal: Reals) -> PivotTables:
    """Where the partials of the constraints go, and what is checked for the present choice."""
    groups: list[Group] = []
    partials = 0
    for portion in portions:
        groups.append(portion.group(layout.index, 0, partials))
        partials += groups[-1].partials
    numbers = [portion.numbers for portion in portions]
    edges = group_edges(groups, numbers)
    wanted, size = _places(system, roles, layout)
    pairs = ((wanted.get((row, cell), -1), place) for row, cell, place in zip(*(edge.tolist() for edge in edges), strict=True))
    found = [(place, target) for target, place in pairs if target >= 0]
    check: list[int] = []
    count = work = offset = 0
    for part in system.dae.reduced.pivots:
        for stage in _checks(part, offset):
            check += stage
            count += 1
            work = max(work, stage[2] * (stage[2] + stage[3]))
        offset += len(part.rows) * len(part.columns)
    columns = np.array([column for part in system.dae.reduced.pivots for _ in part.rows for column in part.columns], dtype=np.int64)
    targets = np.array([target for _, target in found], dtype=np.int32)
    return PivotTables(
        groups=tuple(groups),
        n_partials=partials,
        n_values=size,
        n_checks=count,
        n_work=work,
        entry_from=np.array([place for place, _ in found], dtype=np.int32),
        entry_to=targets,
        factor=nominal[columns[targets]],
        check=np.array(check, dtype=np.int32),
    )


def _places(system: SortedSystem, roles: Roles, layout: Layout) -> tuple[dict[tuple[int, int], int], int]:
    """(row, place in w of what it is differentiated by) -> place in the matrices; and how many numbers these have."""
    wanted: dict[tuple[int, int], int] = {}
    first = offset = 0
    for part in system.dae.reduced.pivots:
        for row, level in enumerate(part.levels):
            for column, order in enumerate(part.orders):
                if order - level in (0, 1):
                    cell = CELLS * part.columns[column] + (DERIVATIVE if order > level else 0)
                    wanted[(first + row, int(layout.index[cell]))] = offset + row * len(part.columns) + column
        first += len(part.rows)
        offset += len(part.rows) * len(part.columns)
    return wanted, offset


def _checks(part: PivotSet, offset: int) -> list[list[int]]:
    """For each stage: offset, columns, k, m, rows, dummies, others."""
    found: list[list[int]] = []
    previous = tuple(range(len(part.columns)))
    for stage, dummies in enumerate(part.choice):
        rows = [row for row, level in enumerate(part.levels) if level > stage]
        others = [column for column in previous if column not in dummies and part.orders[column] > stage]
        found.append([offset, len(part.columns), len(rows), len(others), *rows, *dummies, *others])
        previous = dummies
    return found
