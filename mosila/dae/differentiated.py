"""Differentiated equations: rows of a flat model -> the flat model with derivatives as variables, and with their equations.

A variable whose derivative index reduction needs gets a position of its own for each of its derivatives, behind the address
space. A template is differentiated once for all equations of its group that have the same varying slots.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mosila.dae.derivative_names import with_derivatives
from mosila.dae.rows import SUM, Row
from mosila.dae.system import Aliases
from mosila.flat.flat import Attributes, EquationGroup, FlatModel, Sum
from mosila.flat.program import ROLES
from mosila.instance.plan import CELLS, DERIVATIVE, TIME_CELL, VALUE, Role, Template, Variability
from mosila.symbolic import canonical, differentiate_in_time, slot, substitute

Bits = tuple[bool, ...]


class Differentiation:
    """A flat model as it grows by positions and rows; `varying` has the representatives whose derivatives exist."""

    def __init__(self, flat: FlatModel, aliases: Aliases, varying: Iterable[int]) -> None:
        self.flat, self.aliases = flat, aliases
        self.varying = set(varying)
        self.origins: list[int] = []
        self.equations: list[EquationGroup] = []
        self.sums: list[Sum] = []
        self._representative = aliases.representative.tolist()
        self._sign = aliases.sign.tolist()
        made = np.flatnonzero(aliases.derivative >= 0).tolist()
        self._derivative: dict[int, int] = {position: int(aliases.derivative[position]) for position in made}

    def derivative(self, position: int) -> int:
        """The position of a variable's derivative: made when it is asked for, that of an alias as an alias."""
        found = self._derivative.get(position)
        if found is None:
            stands = self._representative[position]
            of_representative = self.derivative(stands) if stands != position else -1
            found = self._derivative[position] = len(self._representative)
            self.origins.append(position)
            self._representative.append(found if of_representative < 0 else of_representative)
            self._sign.append(self._sign[position] if of_representative >= 0 else 1)
        return found

    def chain(self, position: int, order: int) -> int:
        """The position of a derivative of any order; order 0 is the variable itself."""
        for _ in range(order):
            position = self.derivative(position)
        return position

    def add_sum(self, balance: Sum) -> Row:
        """One more sum that is zero."""
        self.sums.append(balance)
        return Row(SUM, len(self.flat.sums) + len(self.sums) - 1)

    def differentiate(self, rows: Sequence[Row]) -> list[Row]:
        """The derivatives of rows, in their order."""
        found: dict[Row, Row] = {}
        by_group: dict[int, list[int]] = {}
        for row in rows:
            by_group.setdefault(row.group, []).append(row.index)
        for number, indices in by_group.items():
            if number == SUM:
                found.update((Row(SUM, index), self.add_sum(self._differentiated_sum(self._sum(index)))) for index in indices)
            else:
                self._differentiate_group(number, np.array(indices, dtype=np.int64), found)
        return [found[row] for row in rows]

    def _sum(self, index: int) -> Sum:
        own = len(self.flat.sums)
        return self.flat.sums[index] if index < own else self.sums[index - own]

    def _group(self, number: int) -> EquationGroup:
        own = len(self.flat.equations)
        return self.flat.equations[number] if number < own else self.equations[number - own]

    def _differentiated_sum(self, balance: Sum) -> Sum:
        terms = [(p, c) for p, c in zip(balance.positions, balance.coefficients, strict=True) if self._varies(p)]
        positions = tuple(self.derivative(position) for position, _ in terms)
        return Sum(positions, tuple(c for _, c in terms), balance.span, balance.what)

    def _varies(self, position: int) -> bool:
        return position >= self.flat.tree.size or self._representative[position] in self.varying

    def _differentiate_group(self, number: int, indices: NDArray[np.int64], found: dict[Row, Row]) -> None:
        group = self._group(number)
        cells = group.cells[indices]
        distinct, places = np.unique(cells, return_inverse=True)
        moving = np.array([cell % CELLS in (VALUE, DERIVATIVE) and self._varies(cell // CELLS) for cell in distinct.tolist()], np.bool_)
        rates = np.array([self._rate(cell) if m else 0 for cell, m in zip(distinct.tolist(), moving.tolist(), strict=True)], np.int32)
        places = places.reshape(cells.shape)
        timed = cells == TIME_CELL
        patterns, kinds = np.unique(np.concatenate((moving[places], timed), axis=1), axis=0, return_inverse=True)
        for kind, pattern in enumerate(patterns):
            rows = np.flatnonzero(kinds.reshape(-1) == kind)
            bits = tuple(bool(bit) for bit in pattern)
            template, slots = differentiated_template(group.template, bits[: cells.shape[1]], bits[cells.shape[1] :])
            joined = np.concatenate((cells[rows], rates[places[rows]]), axis=1)[:, list(slots)].astype(np.int32)
            spans = tuple(group.spans[index] for index in indices[rows].tolist())
            self.equations.append(EquationGroup(template, joined, spans, group.owners[indices[rows]]))
            made = len(self.flat.equations) + len(self.equations) - 1
            found.update((Row(number, int(indices[row])), Row(made, place)) for place, row in enumerate(rows.tolist()))

    def _rate(self, cell: int) -> int:
        """The cell of the derivative of what a cell holds."""
        position = cell // CELLS
        if cell % CELLS == VALUE:
            self.derivative(self._representative[position])
        return CELLS * (position if cell % CELLS == VALUE else self.derivative(position)) + DERIVATIVE

    def finished(self) -> tuple[FlatModel, Aliases]:
        """The flat model with all that has been added."""
        size = self.flat.tree.size + len(self.origins)
        derivative = np.full(size, -1, dtype=np.int32)
        for position, made in self._derivative.items():
            if self._representative[position] == position:
                derivative[position] = made
        differentiated = np.zeros(size, dtype=np.bool_)
        differentiated[: self.flat.tree.size] = self.aliases.differentiated
        aliases = Aliases(np.array(self._representative, dtype=np.int32), np.array(self._sign, dtype=np.int8), differentiated, derivative)
        flat = replace(
            self.flat,
            tree=with_derivatives(self.flat.tree, self.origins),
            attributes=_grown(self.flat.attributes, self.origins),
            active=np.concatenate((self.flat.active, np.ones(len(self.origins), dtype=np.bool_))),
            equations=(*self.flat.equations, *self.equations),
            sums=(*self.flat.sums, *self.sums),
        )
        return flat, aliases


@lru_cache(maxsize=10_000)
def differentiated_template(template: Template, moving: Bits, timed: Bits) -> tuple[Template, tuple[int, ...]]:
    """The derivative of a template, and for each of its slots the old one, or width + s for the derivative of slot s."""
    width = len(moving)
    slots = {index: width + index for index in range(width) if moving[index]}
    times = [index for index in range(width) if timed[index]]
    same = {index: slot(times[0]) for index in times[1:]}
    first = times[0] if times else None
    sides = [differentiate_in_time(substitute(side, same), slots, first) for side in (template.left, template.right)]
    numbered, old = canonical(sides)
    return Template(numbered[0], numbered[1]), old


def _grown(attributes: Attributes, origins: Sequence[int]) -> Attributes:
    """Facts about derivatives: continuous, of the nominal value of what they are derivatives of."""
    count = len(origins)
    further: dict[str, Any] = {
        "variability": Variability.CONTINUOUS,
        "role": ROLES.index(Role.AUXILIARY),
    }
    grown: dict[str, Any] = {}
    for each in fields(attributes):
        values = getattr(attributes, each.name)
        if isinstance(values, np.ndarray) and each.name != "nominal":
            grown[each.name] = np.concatenate((values, np.full(count, further.get(each.name, 0), dtype=values.dtype)))
    nominal = attributes.nominal.tolist()
    for origin in origins:
        nominal.append(nominal[origin])
    return replace(attributes, nominal=np.array(nominal), **grown)
