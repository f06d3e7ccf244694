"""Models as text -> programs, sorted systems and their code; and what the tables mean, computed slowly in Python."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.program_code import ProgramCode
from mosila.codegen.shapes import Shape
from mosila.codegen.structure import StructureCode
from mosila.codegen.tables import Group
from mosila.compiler import derive_structure, instantiate
from mosila.dae.system import SortedSystem
from mosila.flat.program import Program
from mosila.instance.structure import Structure
from mosila.semantics.lookup import ClassTable
from mosila.source import SourceFile
from mosila.symbolic import evaluate
from mosila.syntax.parse import parse_source
from mosila.timings import Stopwatch

Vector = NDArray[np.float64]


def program_of(text: str) -> Program:
    """The program of the last class in a text."""
    definition = parse_source(SourceFile("test.mo", text))
    table = ClassTable([definition])
    return instantiate(table, table.roots[-1])


def system_of(program: Program) -> SortedSystem:
    """The sorted system of a program without charts."""
    return derive_structure(program, Structure(), Stopwatch())


def cells_of(program: Program, code: ProgramCode) -> Vector:
    """G after parameters and start values, evaluated in Python."""
    cells = np.zeros(3 * program.tree.size)
    for cell, value in program.attributes.literal.items():
        cells[cell] = value
    shapes = {shape.name: shape for shape in code.shapes}
    for values in (code.parameters, code.starts):
        for group in values.groups:
            out = group_values(group, shapes, cells)
            cells[values.targets[group.first : group.first + len(out)]] = out
    return cells


def group_values(group: Group, shapes: dict[str, Shape], w: Vector, name: str | None = None) -> Vector:
    """What a group's function gives, by the evaluator of expressions."""
    if not group.value:
        bounds = zip(group.rowptr[:-1], group.rowptr[1:], strict=True)
        return np.array([float(group.coef[a:b] @ w[group.ix[a:b]]) for a, b in bounds])
    shape = shapes[group.value if name is None else name]
    rows = group.ix.reshape(group.n, group.width)
    return np.array([evaluate(expression, w[row].tolist()) for row in rows for expression in shape.exprs])


def group_partials(group: Group, shapes: dict[str, Shape], w: Vector) -> Vector:
    """The partials of a group."""
    if not group.value:
        return group.coef
    return group_values(group, shapes, w, group.partial) if group.partial else np.zeros(0)


class Interpreter:
    """The functions of the runtime that need no solver, in Python on the tables of one structure."""

    def __init__(self, code: StructureCode, cells: Vector) -> None:
        self.code, self.tables = code, code.tables
        self.shapes = {shape.name: shape for shape in code.shapes}
        self.w = np.zeros(code.tables.nw)
        self.w[self.tables.gather_w] = self.tables.gather_sign * cells[self.tables.gather_cell]

    def assign(self, groups: Sequence[Group]) -> None:
        """Evaluates assignments in order."""
        for group in groups:
            out = group_values(group, self.shapes, self.w)
            self.w[group.first : group.first + len(out)] = out

    def residual(self, t: float, y: Vector, yp: Vector) -> Vector:
        """F(t, y, yp), all assignments evaluated."""
        tables = self.tables
        self.w[0] = t
        self.w[1 : 1 + tables.ny] = y
        self.w[tables.w_yp : tables.w_yp + tables.ny] = yp
        self.assign(tables.assign)
        out = np.full(tables.ny, np.nan)
        for group in tables.residual:
            values = group_values(group, self.shapes, self.w)
            out[group.first : group.first + len(values)] = values
        return out

    def jacobian(self, t: float, y: Vector, yp: Vector, alpha: float, beta: float) -> Vector:
        """The matrix that the elimination program makes, dense."""
        tables = self.tables
        self.residual(t, y, yp)
        partials = np.full(tables.n_partials, np.nan)
        for group in (*tables.assign[: tables.n_residual], *tables.residual):
            values = group_partials(group, self.shapes, self.w)
            partials[group.partial_first : group.partial_first + len(values)] = values
        gradient = np.zeros(tables.n_gradient)
        gradient[0] = 1.0
        for destination, partial, source in zip(tables.step_dst, tables.step_par, tables.step_src, strict=True):
            gradient[destination] += partials[partial] * gradient[source]
        weight = np.array([1.0, alpha, beta])
        values = np.zeros(len(tables.rowidx))
        for place, position, kind in zip(tables.entry_nz, tables.entry_pos, tables.entry_kind, strict=True):
            values[place] += gradient[position] * weight[kind]
        dense = np.zeros((tables.ny, tables.ny))
        for column in range(tables.ny):
            stretch = slice(tables.colptr[column], tables.colptr[column + 1])
            assert list(tables.rowidx[stretch]) == sorted(set(tables.rowidx[stretch]))
            dense[tables.rowidx[stretch], column] = values[stretch]
        return dense
