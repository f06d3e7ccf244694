"""Systems without states: rows and which variables may keep their values -> all others determined, in order of solution.

The initial instant and the impulses at a change of structure are such systems.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from mosila.dae.decomposition import Part, underdetermined
from mosila.dae.differentiated import Differentiation
from mosila.dae.incidence import Numbering, incidence_of
from mosila.dae.matching import match, match_columns
from mosila.dae.rows import Incidence
from mosila.dae.sort import TORN_WITHOUT_STATES, sort
from mosila.dae.system import DaeSystem, Reduced, SortedSystem
from mosila.dataclass import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Stateless:
    """The system, the variables that keep their values, places of rows without an unknown, and what nothing determines."""

    system: SortedSystem
    kept: tuple[int, ...]
    surplus: tuple[int, ...]
    undetermined: tuple[Part, ...]
    numbering: Numbering


def with_all_derivatives(system: SortedSystem, work: Differentiation) -> DaeSystem:
    """The system in which the derivative of every state is a variable; it has no reinits, assertions, effects and terminations."""
    for position in system.states:
        if system.dae.aliases.derivative[position] < 0:
            work.derivative(position)
    grown, aliases = work.finished()
    flat = replace(grown, reinits=(), assertions=(), effects=(), terminations=())
    return replace(system.dae, flat=flat, aliases=aliases, reduced=Reduced(held=system.held, base=system.dae.base_size))


def make_stateless(dae: DaeSystem, held: Iterable[int], keepers: Sequence[int]) -> Stateless:
    """Matches rows, earlier ones first, with variables; of those that may keep their values the last ones do."""
    numbering = Numbering(dae.flat, dae.aliases)
    incidence = incidence_of(numbering, dae.rows)
    column_of = {int(position): column for column, position in enumerate(numbering.positions)}
    known = {column_of[position] for position in held if position in column_of}
    last = [column_of[position] for position in keepers if position in column_of]
    own = [[column for column in columns if column not in known] for columns in incidence]
    by_row = match(own, len(column_of), range(len(own))).column_of_row.tolist()
    covered = [row for row, column in enumerate(by_row) if column >= 0]
    chosen = [own[row] for row in covered]
    may_keep = set(last)
    priority = [column for column in range(len(column_of)) if column not in known and column not in may_keep] + last
    matching = match_columns(chosen, len(column_of), priority)
    needed = [column for column in matching.free_columns if column not in known and column not in may_keep]
    parts = underdetermined(chosen, matching, needed) if needed else []
    is_covered = set(covered)
    found = replace(
        dae,
        columns=numbering.cells,
        column_levels=np.zeros(len(column_of), dtype=np.int8),
        incidence=Incidence.of([columns if row in is_covered else () for row, columns in enumerate(incidence)]),
        row_of_column=np.array([*covered, -1], dtype=np.int64)[matching.row_of_column],
    )
    kept = tuple(int(numbering.positions[column]) for column in matching.free_columns if column not in known)
    surplus = tuple(row for row in range(len(own)) if row not in is_covered)
    located = tuple(Part(tuple(covered[row] for row in part.rows), part.columns, part.excess) for part in parts)
    return Stateless(sort(found, TORN_WITHOUT_STATES), kept, surplus, located, numbering)
