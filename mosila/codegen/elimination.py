"""The Jacobian by elimination of explicit variables: groups with partials -> a program of multiply-adds and a pattern.

Forward accumulation of gradients (A. Griewank, A. Walther, Evaluating Derivatives, 2008, chapter 3), level by level: the
gradient of an explicit variable has one place for each unknown that it depends on.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mosila.codegen.instances import Numbers
from mosila.codegen.layout import Layout
from mosila.codegen.tables import Group, Integers
from mosila.dataclass import dataclass

ALGEBRAIC_COLUMN, STATE_COLUMN, RATE_COLUMN = range(3)


@dataclass(frozen=True, slots=True, eq=False)
class Elimination:
    """The program and the pattern, as in `mos_tables`."""

    n_gradient: int
    step_dst: Integers
    step_par: Integers
    step_src: Integers
    entry_nz: Integers
    entry_pos: Integers
    entry_kind: Integers
    colptr: Integers
    rowidx: Integers


class _Gradients:
    """Gradients made so far: for each explicit variable, a stretch of columns; a column's place counts from 1."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.count = 0
        self.columns = np.zeros(1024, dtype=np.int64)
        self.begin = np.zeros(layout.nw - layout.w_explicit, dtype=np.int64)
        self.length = np.zeros(layout.nw - layout.w_explicit, dtype=np.int64)
        self.steps: list[tuple[Numbers, Numbers, Numbers]] = []

    def accumulate(self, edges: tuple[Numbers, Numbers, Numbers]) -> Numbers:
        """Adds gradients of outputs from edges (output, cell read, partial); keys output * 2 ny + column, sorted."""
        outputs, cells, partials = edges
        layout = self.layout
        columns = cells - 1
        columns = np.where(cells >= layout.w_yp, cells - layout.w_yp + layout.ny, columns)
        direct = (cells > 0) & (cells < layout.w_discrete)
        through = np.flatnonzero(cells >= layout.w_explicit)
        variables = cells[through] - layout.w_explicit
        lengths = self.length[variables]
        ends = np.cumsum(lengths)
        places = np.repeat(self.begin[variables] - (ends - lengths), lengths) + np.arange(ends[-1] if len(ends) else 0)
        through = np.repeat(through, lengths)
        column = np.concatenate((columns[direct], self.columns[places]))
        output = np.concatenate((outputs[direct], outputs[through]))
        partial = np.concatenate((partials[direct], partials[through]))
        source = np.concatenate((np.zeros(int(direct.sum()), dtype=np.int64), places + 1))
        keys, inverse = np.unique(output * (2 * layout.ny) + column, return_inverse=True)
        self.steps.append((1 + self.count + inverse.ravel(), partial, source))
        return keys

    def store(self, keys: Numbers) -> None:
        """Keeps the gradients of explicit variables just accumulated."""
        width = 2 * self.layout.ny
        end = self.count + len(keys)
        if end > len(self.columns):
            self.columns = np.concatenate((self.columns, np.zeros(max(end, len(self.columns)), dtype=np.int64)))
        self.columns[self.count : end] = keys % width
        variables, begin, length = np.unique(keys // width, return_index=True, return_counts=True)
        self.begin[variables] = self.count + begin
        self.length[variables] = length
        self.count = end


def eliminate(assign: Sequence[tuple[int, Group]], residual: Sequence[Group], layout: Layout) -> Elimination:
    """The program for assignments (level, group) that the residual needs, in order, and the residual."""
    gradients = _Gradients(layout)
    begin = 0
    while begin < len(assign):
        end = begin
        while end < len(assign) and assign[end][0] == assign[begin][0]:
            end += 1
        batch = [group for _, group in assign[begin:end]]
        gradients.store(gradients.accumulate(_edges(batch, layout.w_explicit)))
        begin = end
    keys = gradients.accumulate(_edges(residual, 0))
    width = max(2 * layout.ny, 1)
    rows, columns = keys // width, keys % width
    kind = np.where(columns >= layout.ny, RATE_COLUMN, np.where(columns < layout.nx, STATE_COLUMN, ALGEBRAIC_COLUMN))
    unknowns = columns % max(layout.ny, 1)
    entries, nz = np.unique(unknowns * max(layout.ny, 1) + rows, return_inverse=True)
    counts = np.bincount(entries // max(layout.ny, 1), minlength=layout.ny)
    steps = [np.concatenate([step[part] for step in gradients.steps]) for part in range(3)]
    return Elimination(
        n_gradient=1 + gradients.count + len(keys),
        step_dst=steps[0].astype(np.int32),
        step_par=steps[1].astype(np.int32),
        step_src=steps[2].astype(np.int32),
        entry_nz=nz.ravel().astype(np.int32),
        entry_pos=(1 + gradients.count + np.arange(len(keys))).astype(np.int32),
        entry_kind=kind.astype(np.int32),
        colptr=np.concatenate(([0], np.cumsum(counts))).astype(np.int32),
        rowidx=(entries % max(layout.ny, 1)).astype(np.int32),
    )


def _edges(groups: Sequence[Group], first: int) -> tuple[Numbers, Numbers, Numbers]:
    """(output counted from `first`, cell read, place of the partial) for all partials of the groups."""
    return group_edges(groups, [group.first - first + np.arange(group.n, dtype=np.int64) for group in groups])


def group_edges(groups: Sequence[Group], numbers: Sequence[Numbers]) -> tuple[Numbers, Numbers, Numbers]:
    """(number of the instance, cell read, place of the partial) for all partials of groups with one output."""
    nothing = np.zeros(0, dtype=np.int64)
    outputs, cells, partials = [nothing], [nothing], [nothing]
    for group, rows in zip(groups, numbers, strict=True):
        if group.value:
            outputs.append(np.repeat(rows, len(group.active)))
            cells.append(group.ix.reshape(group.n, group.width)[:, group.active].astype(np.int64).ravel())
        else:
            outputs.append(np.repeat(rows, np.diff(group.rowptr)))
            cells.append(group.ix.astype(np.int64))
        partials.append(group.partial_first + np.arange(group.partials, dtype=np.int64))
    return np.concatenate(outputs), np.concatenate(cells), np.concatenate(partials)
