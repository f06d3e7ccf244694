"""Equations whose matrix is singular -> the block of them that is at fault: all equations that its unknowns are solved from."""

from __future__ import annotations

from collections.abc import Collection

from mosila.dae.rows import SUM, Row
from mosila.dae.system import DaeSystem, SortedSystem
from mosila.instance.plan import CELLS


def singular_rows(system: SortedSystem, cell: int | None) -> list[Row]:
    """The equations of the block that is solved for a cell, iterated ones first; those of all blocks where it is not known."""
    blocks = {block for block, matched in system.implicit_blocks if matched == cell} or {block for block, _ in system.implicit_blocks}
    members = [number for number, (block, _) in enumerate(system.implicit_blocks) if block in blocks]
    rows = [system.implicit[number] for number in members]
    follows = {_own(system.dae, system.implicit_blocks[number][1]) for number in members}
    computed = [(_own(system.dae, int(each)), one.row) for each, one in zip(system.assignments.cells, system.assignments, strict=True)]
    for target, row in computed:
        if follows & (_read(system.dae, row) - {target}):
            follows.add(target)
    needed = set().union(*(_read(system.dae, row) for row in rows))
    for target, row in reversed(computed):
        if target in follows and target in needed and row not in rows:
            rows.append(row)
            needed |= _read(system.dae, row)
    return rows


def _read(dae: DaeSystem, row: Row) -> set[int]:
    """The cells of an equation."""
    cells: Collection[int] = ()
    if row.group == SUM:
        cells = [CELLS * position for position in dae.flat.sums[row.index].positions]
    elif row.group >= 0:
        cells = dae.flat.equations[row.group].cells[row.index].tolist()
    return {_own(dae, cell) for cell in cells}


def _own(dae: DaeSystem, cell: int) -> int:
    """The cell of the variable that stands for all that are equal to one."""
    return CELLS * int(dae.aliases.representative[cell // CELLS]) + cell % CELLS
