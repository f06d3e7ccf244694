"""The DAE of one structure on integers: unknown columns, equation rows, which occurs where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mosila.dae.pivots import PivotSet
from mosila.dae.rows import SUM, Row
from mosila.flat.flat import FlatModel
from mosila.instance.plan import CELLS, IntArray
from mosila.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, eq=False)
class Aliases:
    """By position: the variable that stands for it, and the sign; a variable that is no alias stands for itself."""

    representative: IntArray
    sign: NDArray[np.int8]
    differentiated: NDArray[np.bool_]
    """By position: a representative whose class has a derivative in the equations, a state."""
    derivative: IntArray
    """By position: of a representative whose derivative is a variable of its own, the position of that one; else -1."""
    with_own_limits: bool = False
    """Values before the event belong to each variable, not to its representative."""


@dataclass(frozen=True, slots=True, eq=False)
class Reduced:
    """What index reduction has decided: variables whose derivatives are variables of their own, and which of them are states."""

    states: tuple[int, ...] = ()
    """Representatives that are integrated; their derivatives are unknowns of their own."""
    fixed_states: tuple[int, ...] = ()
    """Those of the states that are so with every choice."""
    held: tuple[int, ...] = ()
    """Representatives that no equation determines."""
    base: int = 0
    """How many positions the program itself has; those behind them are derivatives."""
    level: int = 0
    """How often rows were differentiated at most."""
    pivots: tuple[PivotSet, ...] = ()
    """Sets of constraints for which the numbers say what is a state."""
    chained_rows: frozenset[Row] = frozenset()
    """Rows that were differentiated, and their derivatives."""
    free_rows: frozenset[Row] = frozenset()
    """Rows that are solved for different variables with another choice of states, and so are left to the solver."""
    free_positions: frozenset[int] = frozenset()
    """The variables they are solved for, some of which are states."""


NOT_REDUCED = Reduced()


@dataclass(frozen=True, slots=True, eq=False)
class DaeSystem:
    """Continuous and discrete equations with their unknowns; columns are numbers of `columns`, which lists cells."""

    flat: FlatModel
    aliases: Aliases
    columns: tuple[int, ...]
    """Cells of the continuous unknowns: the highest derivative of each variable."""
    column_levels: tuple[int, ...]
    """How often the variable of each column is differentiated in it."""
    rows: tuple[Row, ...]
    incidence: tuple[tuple[int, ...], ...]
    discrete_columns: tuple[int, ...]
    discrete_rows: tuple[Row, ...]
    discrete_incidence: tuple[tuple[int, ...], ...]
    row_of_column: tuple[int, ...] = ()
    """The row that each column is solved from; -1: it is held at its value (a state: its derivative is 0)."""
    reduced: Reduced = NOT_REDUCED
    row_of_discrete_column: tuple[int, ...] = ()
    """The discrete row that each discrete column is solved from; -1: only actions set it."""

    @property
    def held(self) -> tuple[int, ...]:
        """Positions (representatives) that the equations leave undetermined and that keep their declared values."""
        return tuple(c // CELLS for c, row in zip(self.columns, self.row_of_column, strict=True) if row < 0)

    @property
    def base_size(self) -> int:
        """How many positions the program has, without those of derivatives."""
        return self.reduced.base or self.flat.tree.size

    def row_span(self, row: Row) -> Span:
        """Where an equation is written."""
        if row.group == SUM:
            return self.flat.sums[row.index].span
        return self.flat.equations[row.group].spans[row.index] if row.group >= 0 else NOWHERE


class Assignment(NamedTuple):
    """An equation solved for one variable: `position` (a representative) is computed from the row."""

    row: Row
    position: int
    level: int
    """Longest chain of assignments that it depends on."""
    is_static: bool
    """Depends on parameters and discrete variables alone."""
    is_derivative: bool = False
    """Computes the derivative of the position instead of its value."""


@dataclass(frozen=True, slots=True, eq=False)
class SortedSystem:
    """What the solver integrates and in which order the rest is computed. Positions are representatives."""

    dae: DaeSystem
    states: tuple[int, ...]
    algebraic: tuple[int, ...]
    """Unknowns of loops, left to the solver."""
    assignments: tuple[Assignment, ...]
    """In an order in which each can be computed."""
    explicit_derivatives: tuple[tuple[Row | None, int], ...]
    """(row solved for the derivative, state); row None: an assignment computes the derivative, since others read it."""
    implicit: tuple[Row, ...]
    """Rows that the solver gets as they are."""
    implicit_blocks: tuple[tuple[int, int], ...]
    """For each of them the block that it belongs to, in the order of solution, and the cell that it is matched with."""
    held: tuple[int, ...]
    """Keep their values; a held variable that is differentiated has the derivative 0 and is not among the states."""
    discrete: tuple[Assignment, ...]
    discrete_held: tuple[int, ...]
    index: int
