"""Derivation of the DAE: flat model -> unknowns, equations, and which equation determines which unknown.

find_aliases     variables that are equal become one
Numbering        unknowns get columns, the highest derivative of each
match_by_rank    equations determine unknowns; what is left keeps its declared value, or is zero
reduce           equations that restrict states are differentiated, and states chosen
inline_late_calls  functions that ask for it are replaced by what they compute
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from mosila.dae.aliases import FoundAliases, find_aliases
from mosila.dae.choose_held import Rank, Ranking, ambiguous_choices, match_by_rank, rank_columns
from mosila.dae.decomposition import overdetermined, underdetermined
from mosila.dae.explain_imbalance import Explainer
from mosila.dae.incidence import Numbering, continuous_incidence, continuous_rows, discrete_rows, incidence_of
from mosila.dae.late_calls import inline_late_calls
from mosila.dae.match_discrete import match_discrete
from mosila.dae.matching import Matching, match_columns
from mosila.dae.pivots import Choice
from mosila.dae.reduce import Unreduced, reduce, with_choices
from mosila.dae.rows import ZERO, Incidence, Row, Rows
from mosila.dae.system import DaeSystem
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.flat.flat import FlatModel
from mosila.instance.plan import CELLS


def derive(flat: FlatModel) -> DaeSystem:
    """The equations of a structure with their unknowns, matched; an error names what is at fault if they do not fit."""
    found = find_aliases(flat)
    numbering = Numbering(flat, found.aliases)
    rows, incidence = continuous_rows(numbering, found)
    ranking = rank_columns(numbering)
    matching = match_by_rank(incidence, ranking)
    lacks = _lacks(matching, ranking)
    unreduced = _unreduced(numbering, found, rows, ranking) if matching.free_rows or lacks else None
    if unreduced is not None and not matching.free_rows and len(_lacks(unreduced.loose, ranking)) == len(lacks):
        unreduced = None
    of_discrete, discrete_incidence = discrete_rows(numbering)
    candidates, discrete_matching = match_discrete(numbering, of_discrete)
    if unreduced is None:
        faults = _faults(numbering, found, rows, incidence, matching, ranking)
    else:
        faults = _faults(numbering, found, rows, _variables(unreduced), unreduced.loose, ranking)
    faults += _discrete_faults(numbering, of_discrete, candidates, discrete_matching)
    if faults:
        raise MosilaError(*faults)
    system = DaeSystem(
        flat=flat,
        aliases=found.aliases,
        columns=numbering.cells,
        column_levels=numbering.is_state.astype(np.int8),
        rows=rows,
        incidence=incidence,
        discrete_columns=numbering.discrete_positions * CELLS,
        discrete_rows=of_discrete,
        discrete_incidence=discrete_incidence,
        row_of_column=matching.row_of_column,
        row_of_discrete_column=discrete_matching.row_of_column,
    )
    if unreduced is not None:
        return _reduced(system, unreduced)
    return replace(_with_zeros(system, ranking), flat=inline_late_calls(flat))


def rechoose(system: DaeSystem, choices: Sequence[Choice]) -> DaeSystem:
    """The same equations with other states in the sets of constraints where the numbers decide."""
    return _matched(replace(system, reduced=with_choices(system.reduced, system.aliases, choices)))


def _with_zeros(system: DaeSystem, ranking: Ranking) -> DaeSystem:
    """`sum` variables that nothing determines are zero."""
    is_zero = (system.row_of_column < 0) & (ranking.ranks == Rank.ZERO_SUM)
    if not is_zero.any():
        return system
    columns = np.flatnonzero(is_zero)
    rows, row_of_column = system.rows, system.row_of_column.copy()
    row_of_column[columns] = len(rows) + np.arange(len(columns))
    groups = np.concatenate((rows.groups, np.full(len(columns), ZERO, dtype=np.int64)))
    indices = np.concatenate((rows.indices, (system.columns[columns] // CELLS).astype(np.int64)))
    own = (np.ones(len(columns), dtype=np.int64), columns)
    incidence = Incidence.joined(((system.incidence.lengths, system.incidence.columns), own))
    return replace(system, rows=Rows(groups, indices), incidence=incidence, row_of_column=row_of_column)


def _reduced(system: DaeSystem, unreduced: Unreduced) -> DaeSystem:
    """The system with differentiated equations."""
    model = reduce(unreduced)
    flat = inline_late_calls(model.flat)
    rows, _ = continuous_rows(Numbering(flat, model.found.aliases), model.found)
    return _matched(replace(system, flat=flat, aliases=model.found.aliases, rows=rows, reduced=model.reduced))


def _matched(system: DaeSystem) -> DaeSystem:
    """Matches the rows of a reduced system; what belongs together whatever is chosen is matched in the same way for every choice."""
    reduced = system.reduced
    numbering = Numbering(system.flat, system.aliases, reduced.states)
    incidence = incidence_of(numbering, system.rows)
    positions = numbering.positions.tolist()
    own = [[] if row in reduced.free_rows else list(columns) for row, columns in zip(system.rows, incidence, strict=True)]
    unsettled = {*reduced.free_positions, *reduced.held}
    settled = [column for column, position in enumerate(positions) if position not in unsettled]
    matching = match_columns(own, len(positions), settled)
    free_rows = [row for row in matching.free_rows if system.rows[row] in reduced.free_rows]
    if len(free_rows) < len(matching.free_rows):
        explain = Explainer(numbering, system.rows)
        raise MosilaError(*(explain.too_many(part) for part in overdetermined(own, matching)))
    free_columns = [column for column, position in enumerate(positions) if position in reduced.free_positions]
    for row, column in zip(free_rows, free_columns, strict=True):
        matching.row_of_column[column] = row
    return replace(
        system,
        columns=numbering.cells,
        column_levels=numbering.is_state.astype(np.int8),
        incidence=incidence,
        row_of_column=matching.row_of_column,
    )


def _unreduced(numbering: Numbering, found: FoundAliases, rows: Sequence[Row], ranking: Ranking) -> Unreduced:
    """Rows that have no unknown of their own among the highest derivatives, matched with variables of whatever derivative."""
    incidence = continuous_incidence(numbering, found, numbering.column_or_state_of_cell)
    count = len(ranking.ranks)
    variables = [sorted({column % count for column in row}) for row in incidence]
    return Unreduced(numbering, found, rows, incidence, match_by_rank(Incidence.of(variables), ranking), ranking)


def _lacks(matching: Matching, ranking: Ranking) -> list[int]:
    """Unknowns that need an equation and have none; a value that others keep may give one, if equations are differentiated."""
    lacking: list[int] = np.flatnonzero((matching.row_of_column < 0) & (ranking.ranks == Rank.NEEDED)).tolist()
    return lacking


def _variables(system: Unreduced) -> list[list[int]]:
    count = len(system.ranking.ranks)
    return [sorted({column % count for column in row}) for row in system.incidence]


def _faults(
    numbering: Numbering,
    found: FoundAliases,
    rows: Sequence[Row],
    incidence: Sequence[Sequence[int]],
    matching: Matching,
    ranking: Ranking,
) -> list[Diagnostic]:
    """All that is wrong with the continuous equations."""
    explain = Explainer(numbering, rows)
    faults = [explain.repeated(repetition) for repetition in found.repetitions]
    needed = _lacks(matching, ranking)
    under = underdetermined(incidence, matching, needed) if needed else []
    over = overdetermined(incidence, matching) if matching.free_rows else []
    if len(over) == len(under) == 1 and over[0].excess == under[0].excess:
        faults.append(explain.singular(over[0], under[0]))
    else:
        faults += [explain.too_many(part) for part in over] + [explain.too_few(part) for part in under]
    for column, weak in ranking.declared.items():
        row = int(matching.row_of_column[column])
        if weak.strict and row >= 0 and not (weak.is_input and explain.span(rows[row]).is_generated):
            faults.append(explain.declared_and_determined(weak, row))
    if faults:
        return faults
    choices = ambiguous_choices(incidence, matching, ranking)
    return [explain.ambiguous(count, columns, ranking.declared) for count, columns in choices]


def _discrete_faults(numbering: Numbering, rows: Sequence[Row], incidence: Sequence[Sequence[int]], matching: Matching) -> list[Diagnostic]:
    """Discrete equations without a variable of their own."""
    explain = Explainer(numbering, rows, discrete=True)
    return [explain.too_many(part) for part in overdetermined(incidence, matching)] if matching.free_rows else []
