"""Derivation of the DAE: flat model -> unknowns, equations, and which equation determines which unknown.

find_aliases     variables that are equal become one
Numbering        unknowns get columns, the highest derivative of each
match_by_rank    equations determine unknowns; what is left keeps its declared value, or is zero
"""

from __future__ import annotations

from collections.abc import Sequence

from mosila.dae.aliases import FoundAliases, find_aliases
from mosila.dae.choose_held import Rank, Ranking, ambiguous_choices, match_by_rank, rank_columns
from mosila.dae.decomposition import overdetermined, underdetermined
from mosila.dae.explain_imbalance import Explainer
from mosila.dae.incidence import Numbering, continuous_incidence, continuous_rows, discrete_rows
from mosila.dae.match_discrete import match_discrete
from mosila.dae.matching import Matching
from mosila.dae.pantelides import NONE, differentiations
from mosila.dae.system import ZERO, DaeSystem, Row
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
    of_discrete, discrete_incidence = discrete_rows(numbering)
    candidates, discrete_matching = match_discrete(numbering, of_discrete)
    faults = [
        *_faults(numbering, found, rows, incidence, matching, ranking),
        *_discrete_faults(numbering, of_discrete, candidates, discrete_matching),
    ]
    if faults:
        raise MosilaError(*faults)
    row_of_column = matching.row_of_column
    for column in matching.free_columns:
        if ranking.ranks[column] == Rank.ZERO_SUM:
            row_of_column[column] = len(rows)
            rows.append(Row(ZERO, int(numbering.positions[column])))
            incidence.append((column,))
    return DaeSystem(
        flat=flat,
        aliases=found.aliases,
        columns=tuple(numbering.cells.tolist()),
        column_levels=tuple(numbering.is_state.astype(int).tolist()),
        rows=tuple(rows),
        row_levels=(0,) * len(rows),
        incidence=tuple(incidence),
        discrete_columns=tuple((numbering.discrete_positions * CELLS).tolist()),
        discrete_rows=tuple(of_discrete),
        discrete_incidence=tuple(discrete_incidence),
        row_of_column=tuple(row_of_column),
        row_of_discrete_column=tuple(discrete_matching.row_of_column),
    )


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
    if matching.free_rows:
        faults += _surplus(explain, found, incidence, matching, ranking)
    else:
        needed = [column for column in matching.free_columns if ranking.ranks[column] == Rank.NEEDED]
        faults += [explain.too_few(part) for part in underdetermined(incidence, matching, needed)] if needed else []
    for column, weak in ranking.declared.items():
        if weak.strict and matching.row_of_column[column] >= 0:
            faults.append(explain.declared_and_determined(weak, matching.row_of_column[column]))
    if faults:
        return faults
    choices = ambiguous_choices(incidence, matching, ranking)
    return [explain.ambiguous(count, columns, ranking.declared) for count, columns in choices]


def _surplus(
    explain: Explainer, found: FoundAliases, incidence: Sequence[Sequence[int]], matching: Matching, ranking: Ranking
) -> list[Diagnostic]:
    """Rows without an unknown of their own: a constraint between states, or one equation too many."""
    count = len(ranking.ranks)
    with_states = continuous_incidence(explain.numbering, found, explain.numbering.column_or_state_of_cell)
    variables = [sorted({column % count for column in row}) for row in with_states]
    loose = match_by_rank(variables, ranking)
    needed = [column for column in loose.free_columns if ranking.ranks[column] == Rank.NEEDED]
    under = underdetermined(variables, loose, needed) if needed else []
    derivative_of = [NONE] * count + [column if state else NONE for column, state in enumerate(explain.numbering.is_state.tolist())]
    if differentiations(with_states, derivative_of) is not None:
        tied = [explain.high_index(part.rows) for part in overdetermined(incidence, matching)]
        return tied + [explain.too_few(part) for part in under]
    over = overdetermined(variables, loose)
    if len(over) == len(under) == 1 and over[0].excess == under[0].excess:
        return [explain.singular(over[0], under[0])]
    return [explain.too_many(part) for part in over] + [explain.too_few(part) for part in under]


def _discrete_faults(numbering: Numbering, rows: Sequence[Row], incidence: Sequence[Sequence[int]], matching: Matching) -> list[Diagnostic]:
    """Discrete equations without a variable of their own."""
    explain = Explainer(numbering, rows, discrete=True)
    return [explain.too_many(part) for part in overdetermined(incidence, matching)] if matching.free_rows else []
