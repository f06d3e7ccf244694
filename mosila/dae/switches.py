"""If-equations whose branches cannot share one choice of states and one matching: flat model -> their switches.

The branches of an if-equation are joined into one equation with an if-expression, as Modelica does. That is right as long as
every branch, put in its place, leaves the equations solvable for the same unknowns. Where it does not, as where one branch has
a derivative or a constraint that the others have not, the branches are different structures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mosila.dae.derive import derive
from mosila.dae.incidence import Numbering
from mosila.dae.system import DaeSystem
from mosila.diagnostics import MosilaError
from mosila.flat.flat import FlatModel
from mosila.instance.plan import Template
from mosila.symbolic import Expr, slots_of


def structural_switches(flat: FlatModel) -> frozenset[int]:
    """The switches of joined equations whose branches do not fit together; all of them if the equations have no solution as they are."""
    joined = frozenset(int(s) for group in flat.equations if group.switches is not None for s in group.switches.tolist() if s >= 0)
    if not joined:
        return joined
    try:
        system = derive(flat)
    except MosilaError:
        return joined
    return frozenset(_misfits(system))


def _misfits(system: DaeSystem) -> Iterator[int]:
    numbering = Numbering(system.flat, system.aliases, system.reduced.states)
    column_of_row = {row: column for column, row in enumerate(system.row_of_column.tolist()) if row >= 0}
    for number, row in enumerate(system.rows):
        group = system.flat.equations[row.group] if row.group >= 0 else None
        if group is None or group.switches is None or group.switches[row.index] < 0:
            continue
        if row in system.reduced.chained_rows or number not in column_of_row:
            yield int(group.switches[row.index])
            continue
        columns = numbering.column_of_cell[group.cells[row.index]].tolist()
        for slots in branch_slots(group.template):
            own = {columns[slot] for slot in slots} & set(system.incidence[number])
            if not _can_match(system, number, own, column_of_row):
                yield int(group.switches[row.index])
                break


def branch_slots(template: Template) -> Iterator[frozenset[int]]:
    """For every branch of the if-expression on the right the slots in which the equation reads something with it."""
    common = frozenset(slots_of(template.left))
    waiting: list[Expr] = [template.right]
    while waiting:
        here = waiting.pop()
        if here.operator == "if":
            waiting.extend(here.operands[1:])
        else:
            yield common | frozenset(slots_of(here))


def _can_match(system: DaeSystem, row: int, own: set[int], column_of_row: dict[int, int]) -> bool:
    """Whether all rows still have columns of their own if one reads these columns only: an alternating path to its column."""
    wanted = column_of_row[row]
    seen, waiting = set(own), list(own)
    while waiting:
        column = waiting.pop()
        if column == wanted:
            return True
        following: Sequence[int] = system.incidence[system.row_of_column[column]] if system.row_of_column[column] >= 0 else ()
        for each in following:
            if each not in seen and system.row_of_column[column] != row:
                seen.add(each)
                waiting.append(each)
    return False
