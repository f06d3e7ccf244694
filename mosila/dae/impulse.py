"""Impulses at a change of structure: a sorted system and what has left limits -> a system without states for the right limits.

The limit h -> 0 of one implicit Euler step from the left limits. Highest derivatives are jumps over h, and what they are in
balance with, forces and currents, are impulses over h; so of an equation that was not differentiated there remains the sum of its
partial derivatives times jumps and impulses, their coefficients the mean of both limits. An equation that was differentiated
holds at the right limit, and so do all its derivatives. What is neither jump nor impulse follows from the equations as they are.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mosila.dae.differentiated import Differentiation
from mosila.dae.rows import ZERO, Row, Rows
from mosila.dae.solutions import slope
from mosila.dae.stateless import Stateless, make_stateless, with_all_derivatives
from mosila.dae.system import SortedSystem
from mosila.dataclass import dataclass
from mosila.flat.flat import EquationGroup, Sum
from mosila.instance.plan import CELLS, DERIVATIVE, PRE, VALUE, Template, Variability
from mosila.source import NOWHERE
from mosila.symbolic import Expr, apply, canonical, constant, slot, slots_of, substitute

_PLAIN, _COEFFICIENT, _JUMP, _IMPULSE = range(4)
"""What a slot is: constant between the limits, a value with two limits, a derivative that is a jump, a value that has an impulse."""
Kinds = tuple[tuple[int, bool], ...]
"""By slot: what it is, and whether it has a left limit."""


@dataclass(frozen=True, slots=True, eq=False)
class ImpulseSystem:
    """A system without states; `impulses` are pairs (variable, position of its impulse), `limits` the positions whose left limits it reads.

    Left limits stand in the cells of `pre`.
    """

    found: Stateless
    impulses: tuple[tuple[int, int], ...]
    limits: NDArray[np.bool_]
    rows: tuple[tuple[Row, Row], ...]
    """(equation, what remains of it), for equations that are no sums."""


def impulse_system(system: SortedSystem, was_active: NDArray[np.bool_]) -> ImpulseSystem:
    """The system for the right limits; `was_active` says by position of the program what has a left limit."""
    return _Builder(system, was_active).build()


class _Builder:
    """Grows a flat model by impulses and by what remains of its equations."""

    def __init__(self, system: SortedSystem, was_active: NDArray[np.bool_]) -> None:
        self.system, self.dae = system, system.dae
        self.flat, self.aliases = self.dae.flat, self.dae.aliases
        size = len(self.aliases.representative)
        self.limits = np.zeros(size, dtype=np.bool_)
        self.limits[: self.dae.base_size] = was_active[: self.dae.base_size]
        self.orders = self._orders()
        self.is_unknown = self.flat.active & (self.flat.attributes.variability == Variability.CONTINUOUS)
        self.is_unknown[0] = False
        held = np.zeros(size, dtype=np.bool_)
        held[list(system.held)] = True
        self.is_unknown &= ~held[self.aliases.representative]
        self.work = Differentiation(self.flat, self.aliases, ())
        self.groups: list[EquationGroup] = []
        self.pairs: list[tuple[Row, Row]] = []

    def build(self) -> ImpulseSystem:
        """Impulse rows beside all others."""
        determined = (self.dae.columns[self.dae.row_of_column >= 0] // CELLS).tolist()
        with_impulse = [p for p in determined if p < self.dae.base_size and self.orders[p] == 0]
        impulses = tuple((position, self.work.derivative(position)) for position in with_impulse)
        plain = [row for row in self.dae.rows if row not in self.dae.reduced.chained_rows]
        sums = [self._sum(row) for row in plain if row.group < 0]
        made = [self.work.add_sum(balance) for balance in sums]
        rows = [*self._templates([row for row in plain if row.group >= 0]), *made]
        grown = with_all_derivatives(self.system, self.work)
        flat = replace(grown.flat, equations=(*grown.flat.equations, *self.groups))
        aliases = replace(grown.aliases, with_own_limits=True)
        every = Rows.of((*self.dae.rows, *rows))
        found = make_stateless(replace(grown, flat=flat, aliases=aliases, rows=every), self.system.held, self._keepers())
        return ImpulseSystem(found, impulses, self.limits, tuple(self.pairs))

    def _orders(self) -> NDArray[np.int64]:
        """By position: how often its representative is differentiated."""
        derivative = self.aliases.derivative
        orders = np.zeros(len(derivative), dtype=np.int64)
        for position in range(len(derivative) - 1, -1, -1):
            if derivative[position] >= 0:
                orders[position] = orders[derivative[position]] + 1
        plain = [position for position in self.system.states if derivative[position] < 0]
        orders[plain] = 1
        found: NDArray[np.int64] = orders[self.aliases.representative]
        return found

    def _keepers(self) -> list[int]:
        """States that do not jump: those whose derivative is no highest one."""
        return [position for position in self.system.states if self.orders[position] > 1]

    def _sum(self, row: Row) -> Sum:
        """What remains of a balance."""
        if row.group == ZERO:
            return Sum((self.work.derivative(row.index),), (1.0,), NOWHERE, "impulse of nothing")
        balance = self.flat.sums[row.index]
        terms = [(p, c) for p, c in zip(balance.positions, balance.coefficients, strict=True) if self._kind(CELLS * p) == _IMPULSE]
        return Sum(tuple(self.work.derivative(p) for p, _ in terms), tuple(c for _, c in terms), balance.span, balance.what)

    def _kind(self, cell: int) -> int:
        position, kind = cell // CELLS, cell % CELLS
        if kind == PRE or not self.is_unknown[position]:
            return _PLAIN
        order = int(self.orders[position])
        if kind == VALUE:
            return _IMPULSE if order == 0 else _COEFFICIENT
        return _JUMP if order == 1 else _COEFFICIENT

    def _templates(self, rows: list[Row]) -> list[Row]:
        """What remains of equations, in groups of equal ones."""
        found: dict[tuple[int, Template], list[tuple[Row, list[int]]]] = {}
        for row in rows:
            group = self.flat.equations[row.group]
            cells = group.cells[row.index].tolist()
            kinds = tuple((self._kind(cell), bool(self.limits[cell // CELLS])) for cell in cells)
            template, slots = impulse_template(group.template, kinds)
            known = [self._cell(cells[place % len(cells)], place // len(cells)) for place in slots]
            found.setdefault((row.group, template), []).append((row, known))
        made: list[Row] = []
        first = len(self.flat.equations)
        for (number, template), members in found.items():
            group = self.flat.equations[number]
            places = [row.index for row, _ in members]
            cells = np.array([known for _, known in members], dtype=np.int32).reshape(len(members), -1)
            spans = tuple(group.spans[place] for place in places)
            self.groups.append(EquationGroup(template, cells, spans, group.owners[places]))
            new = [Row(first + len(self.groups) - 1, place) for place in range(len(members))]
            self.pairs += zip((row for row, _ in members), new, strict=True)
            made += new
        return made

    def _cell(self, cell: int, part: int) -> int:
        """The cell of a new slot: the right limit, the left limit, or the impulse of what stood in an old one."""
        position = cell // CELLS
        if part == 0:
            return CELLS * position + VALUE if self._kind(cell) == _JUMP else cell
        return CELLS * position + (PRE if part == 1 else DERIVATIVE)


@lru_cache(maxsize=10_000)
def impulse_template(template: Template, kinds: Kinds) -> tuple[Template, tuple[int, ...]]:
    """What remains of a template, and for each of its slots s the old slot s, or width + s its left limit, or 2 width + s its impulse."""
    width = len(kinds)
    half = constant(0.5)
    means: dict[int, Expr] = {}
    for index, (kind, has_limit) in enumerate(kinds):
        if kind in (_COEFFICIENT, _IMPULSE) and has_limit:
            means[index] = apply("*", half, apply("+", slot(index), slot(width + index)))
    terms: list[Expr] = []
    for index, (kind, has_limit) in enumerate(kinds):
        if kind == _JUMP and has_limit:
            terms.append(apply("*", substitute(slope(template, index), means), apply("-", slot(index), slot(width + index))))
        elif kind == _IMPULSE:
            terms.append(apply("*", substitute(slope(template, index), means), slot(2 * width + index)))
    total = apply("+", *terms) if terms else constant(0.0)
    numbered, old = canonical((total, constant(0.0)))
    return Template(numbered[0], numbered[1]), old


def has_no_limit(template: Template, impulsive: frozenset[int]) -> bool:
    """Whether an equation is not linear in what jumps or has an impulse."""
    return any(not impulsive.isdisjoint(slots_of(slope(template, index))) for index in impulsive)
