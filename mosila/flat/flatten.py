"""Flattening: a program and one structure -> the equations that hold in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mosila.diagnostics import Diagnostic, MosilaError
from mosila.flat.connect import join
from mosila.flat.flat import (
    ActiveAssertion,
    ActiveEffect,
    ActiveReinit,
    ActiveTermination,
    EquationGroup,
    FlatModel,
    RelationGroup,
    TimedGroup,
)
from mosila.flat.links import Links, empty_behind, structure_links
from mosila.flat.program import Program, bind_cells
from mosila.flat.reductions import reduce_collections
from mosila.instance.plan import Formula, IntArray, Plan, RowKind, Rows, Variability
from mosila.instance.structure import Structure


def flatten(program: Program, structure: Structure) -> FlatModel:
    """Bind the templates of all active objects to their cells, and join what is connected and attached."""
    active = active_positions(program, structure)
    links = structure_links(program.tree, structure, active) if program.tree.follows_structure else None
    if links is not None:
        program = replace(program, tree=program.tree.resolved_by(links.targets))
    equations: list[EquationGroup] = []
    relations: list[RelationGroup] = []
    reinits: list[ActiveReinit] = []
    initial: list[EquationGroup] = []
    timed: dict[RowKind, list[TimedGroup]] = {RowKind.SAMPLE: [], RowKind.DELAY: []}
    assertions: list[ActiveAssertion] = []
    effects: list[ActiveEffect] = []
    terminations: list[ActiveTermination] = []
    for plan, all_starts in program.tree.instances.items():
        starts = all_starts[active[all_starts]] if plan.size else all_starts
        if not len(starts):
            continue
        if links is not None:
            for position, condition in plan.conditional:
                active[starts[~links.holds(plan, starts, condition)] + position] = False
        everywhere = starts
        for rows in plan.rows:
            starts = everywhere if rows.condition is None or links is None else everywhere[links.holds(plan, everywhere, rows.condition)]
            if not len(starts):
                continue
            if rows.kind in (RowKind.EQUATION, RowKind.DISCRETE):
                equations.extend(_equations(program, rows, starts, active))
            elif rows.kind is RowKind.RELATION:
                cells, _ = bind_cells(program.tree, rows, starts)
                targets = (rows.targets[None, :] + starts[:, None]).reshape(-1)
                relations.append(RelationGroup(rows.template, cells, targets, rows.spans * len(starts)))
            elif rows.kind is RowKind.INITIAL:
                cells, owners = bind_cells(program.tree, rows, starts)
                discrete = rows.variability <= Variability.DISCRETE
                initial.append(EquationGroup(rows.template, cells, rows.spans * len(starts), owners, discrete))
            elif rows.kind in timed:
                cells, _ = bind_cells(program.tree, rows, starts)
                targets = (rows.targets[None, :] + starts[:, None]).reshape(-1)
                timed[rows.kind].append(TimedGroup(rows.template, cells, targets, rows.spans * len(starts)))
        starts = everywhere
        for reinit in plan.reinits:
            for start in starts.tolist():
                if not active[reinit.value + start]:
                    continue
                state = program.tree.resolve_position(reinit.state + start)
                reinits.append(ActiveReinit(reinit.condition + start, state, reinit.value + start, reinit.span))
        for assertion in plan.assertions:
            assertions.extend(ActiveAssertion(start, assertion) for start in _where(links, plan, starts, assertion.only_if))
        for effect in plan.effects:
            effects.extend(ActiveEffect(start, effect) for start in _where(links, plan, starts, effect.only_if))
        if plan.terminations:
            terminations.extend(
                ActiveTermination(start, each) for start in starts.tolist() for each in plan.terminations if active[start + each.condition]
            )
    equations.extend(_binding_equations(program, active))
    if links is not None:
        _refuse_empty(links, (*equations, *relations, *initial, *timed[RowKind.SAMPLE], *timed[RowKind.DELAY]))
    joined = join(program, structure, active)
    if links is not None:
        reduced = reduce_collections(links)
        active[reduced.positions] = True
        equations.extend(reduced.equations)
        joined.sums.extend(reduced.sums)
        joined.equalities.extend(reduced.equalities)
    return FlatModel(
        tree=program.tree,
        structure=structure,
        attributes=program.attributes,
        active=active,
        equations=(*equations, *joined.equations),
        equalities=tuple(joined.equalities),
        sums=tuple(joined.sums),
        zero_sums=tuple(joined.zero_sums),
        relations=tuple(relations),
        reinits=tuple(reinits),
        weak=program.weak,
        initial_equations=tuple(initial),
        samples=tuple(timed[RowKind.SAMPLE]),
        delays=tuple(timed[RowKind.DELAY]),
        assertions=(*assertions, *joined.assertions),
        terminations=tuple(terminations),
        effects=tuple(effects),
        open_signals=tuple(joined.open_signals),
    )


def _where(links: Links | None, plan: Plan, starts: IntArray, only_if: Formula | None) -> list[int]:
    """The objects in which a condition over indicators holds."""
    there = starts if only_if is None or links is None else starts[links.holds(plan, starts, only_if)]
    return [int(start) for start in there]


def _refuse_empty(links: Links, groups: Iterable[EquationGroup | RelationGroup | TimedGroup]) -> None:
    """Complain of empty references that equations would read, each once."""
    faults: dict[Diagnostic, None] = {}
    for group in groups:
        places = group.owners if isinstance(group, EquationGroup) else group.targets
        for row in np.flatnonzero((group.cells < 0).any(axis=1)).tolist():
            faults[empty_behind(links, int(places[row]), group.spans[row])] = None
    if faults:
        raise MosilaError(*faults)


def _equations(program: Program, rows: Rows, starts: IntArray, active: NDArray[np.bool_]) -> Iterator[EquationGroup]:
    """The equations of these rows that hold: those of active branches, and those that join branches that have one form."""
    cells, owners = bind_cells(program.tree, rows, starts)
    spans, discrete = rows.spans * len(starts), rows.kind is RowKind.DISCRETE
    if rows.branches is None and rows.switches is None:
        yield EquationGroup(rows.template, cells, spans, owners, discrete)
        return
    holds, switches = np.ones(len(owners), dtype=np.bool_), np.full(len(owners), -1, dtype=np.int32)
    if rows.branches is not None:
        holds &= np.where(rows.branches >= 0, active[starts[:, None] + rows.branches], True).ravel()
    if rows.switches is not None:
        switches = np.where(rows.switches >= 0, starts[:, None] + rows.switches, -1).ravel()
        holds &= ~np.where(switches >= 0, active[switches], False)
    if holds.any():
        kept = tuple(span for span, keep in zip(spans, holds, strict=True) if keep)
        yield EquationGroup(rows.template, cells[holds], kept, owners[holds], discrete, switches[holds])


def active_positions(program: Program, structure: Structure) -> NDArray[np.bool_]:
    """By position: whether it belongs to no inactive behaviour object."""
    tree = program.tree
    active = np.ones(tree.size, dtype=np.bool_)
    is_added = np.zeros(tree.size, dtype=np.bool_)
    is_added[np.fromiter(structure.active, dtype=np.int64, count=len(structure.active))] = True
    for block in tree.blocks:
        slots = active[block.start : block.end].reshape(block.count, block.plan.size)
        slots[:] = is_added[block.start : block.end : block.plan.size, None]
    for first, size in tree.behaviours_in_objects.items():
        if not is_added[first]:
            active[first : first + size] = False
    active[tree.references[0]] = False
    return active


def _binding_equations(program: Program, active: NDArray[np.bool_]) -> list[EquationGroup]:
    """Declared values that vary with time, of active variables."""
    found: list[EquationGroup] = []
    for group in program.bindings:
        discrete = program.attributes.variability[group.targets] == Variability.DISCRETE
        for is_discrete in (False, True):
            mask = active[group.targets] & (discrete == is_discrete)
            if mask.any():
                chosen = group.chosen(mask)
                found.append(EquationGroup(chosen.template, program.tree.resolve(chosen.cells), chosen.spans, chosen.targets, is_discrete))
    return found
