"""The DAE of one structure on integers: unknown columns, equation rows, which occurs where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from mosila.dae.pivots import PivotSet
from mosila.dae.rows import SUM, Incidence, Numbers, Row, Rows
from mosila.dataclass import dataclass
from mosila.flat.flat import FlatModel
from mosila.instance.plan import CELLS, DERIVATIVE, IntArray
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
    columns: IntArray
    """Cells of the continuous unknowns: the highest derivative of each variable."""
    column_levels: NDArray[np.int8]
    """How often the variable of each column is differentiated in it."""
    rows: Rows
    incidence: Incidence
    discrete_columns: IntArray
    discrete_rows: Rows
    discrete_incidence: Incidence
    row_of_column: Numbers
    """The row that each column is solved from; -1: it is held at its value (a state: its derivative is 0)."""
    row_of_discrete_column: Numbers
    """The discrete row that each discrete column is solved from; -1: only actions set it."""
    reduced: Reduced = NOT_REDUCED

    @property
    def held(self) -> tuple[int, ...]:
        """Positions (representatives) that the equations leave undetermined and that keep their declared values."""
        return tuple((self.columns[self.row_of_column < 0] // CELLS).tolist())

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


@dataclass(frozen=True, eq=False)
class Assignments(Sequence[Assignment]):
    """Assignments by place, as arrays of their parts."""

    rows: Rows
    positions: Numbers
    levels: Numbers
    are_static: NDArray[np.bool_]
    are_derivatives: NDArray[np.bool_]

    @staticmethod
    def of(assignments: Sequence[Assignment]) -> Assignments:
        """The same assignments as arrays."""
        return Assignments(
            Rows.of(each.row for each in assignments),
            np.array([each.position for each in assignments], dtype=np.int64),
            np.array([each.level for each in assignments], dtype=np.int64),
            np.array([each.is_static for each in assignments], dtype=np.bool_),
            np.array([each.is_derivative for each in assignments], dtype=np.bool_),
        )

    @cached_property
    def listed(self) -> tuple[Assignment, ...]:
        """All of them."""
        parts = (self.positions, self.levels, self.are_static, self.are_derivatives)
        return tuple(map(Assignment, self.rows, *(part.tolist() for part in parts)))

    @property
    def cells(self) -> Numbers:
        """The cells that they compute."""
        return CELLS * self.positions + np.where(self.are_derivatives, DERIVATIVE, 0)

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[Assignment]:
        return iter(self.listed)

    @overload
    def __getitem__(self, place: int) -> Assignment: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Assignment, ...]: ...
    def __getitem__(self, place: int | slice) -> Assignment | tuple[Assignment, ...]:
        return self.listed[place]


@dataclass(frozen=True, slots=True, eq=False)
class SortedSystem:
    """What the solver integrates and in which order the rest is computed. Positions are representatives."""

    dae: DaeSystem
    states: tuple[int, ...]
    algebraic: tuple[int, ...]
    """Unknowns of loops, left to the solver."""
    assignments: Assignments
    """In an order in which each can be computed."""
    derivative_states: Numbers
    """States whose derivatives are explicit, in order."""
    derivative_rows: Rows
    """For each of them the row that is solved for the derivative; COMPUTED: an assignment computes it, since others read it."""
    implicit: tuple[Row, ...]
    """Rows that the solver gets as they are."""
    implicit_blocks: tuple[tuple[int, int], ...]
    """For each of them the block that it belongs to, in the order of solution, and the cell that it is matched with."""
    held: tuple[int, ...]
    """Keep their values; a held variable that is differentiated has the derivative 0 and is not among the states."""
    discrete: Assignments
    discrete_held: tuple[int, ...]
    index: int
