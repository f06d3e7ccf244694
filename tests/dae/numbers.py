"""A sorted system computed in numbers: assignments in their order, the solver's rows by a root finder."""

from __future__ import annotations

import numpy as np
from scipy.optimize import root

from mosila.dae.rows import COMPUTED, SUM, Row
from mosila.dae.solutions import solution
from mosila.dae.system import SortedSystem
from mosila.flat.flat import FlatModel
from mosila.instance.plan import CELLS, DERIVATIVE, VALUE
from mosila.symbolic import evaluate

GARBAGE = 123.4


class Numbers:
    """Values by cell, through the aliases; what is computed holds garbage before."""

    def __init__(self, system: SortedSystem, known: dict[str, float], time: float = 0.0) -> None:
        self.system = system
        self.flat = system.dae.flat
        self.values = GARBAGE * np.repeat(system.dae.aliases.sign, CELLS)
        self.values[VALUE] = time
        for position in range(1, self.flat.tree.size):
            name = self.flat.tree.variable_name(position)
            if name in known:
                self.write(position, VALUE, known[name])
        for position in system.held:
            self.write(position, DERIVATIVE, 0.0)

    def write(self, position: int, kind: int, value: float) -> None:
        """Set a representative and all its aliases."""
        aliases = self.system.dae.aliases
        value *= float(aliases.sign[position])
        members = np.flatnonzero(aliases.representative == aliases.representative[position])
        self.values[members * CELLS + kind] = value * aliases.sign[members]

    def solve(self) -> Numbers:
        """Compute everything: the solver's unknowns so that the implicit rows vanish."""
        unknowns = [(position, VALUE) for position in self.system.algebraic]
        explicit = set(self.system.derivative_states.tolist())
        unknowns += [(position, DERIVATIVE) for position in self.system.states if position not in explicit]
        assert len(unknowns) == len(self.system.implicit)

        def residuals(trial: np.ndarray) -> list[float]:
            for (position, kind), value in zip(unknowns, trial, strict=True):
                self.write(position, kind, float(value))
            self.assign()
            return [row_residual(self.flat, row, self.values) for row in self.system.implicit]

        if unknowns:
            found = root(residuals, np.full(len(unknowns), 0.7), tol=1e-12)
            assert np.abs(residuals(found.x)).max() < 1e-9, found.message
        else:
            self.assign()
        return self

    def assign(self) -> None:
        """One pass over the assignments and the explicit derivatives."""
        for assignment in self.system.assignments:
            self.write(assignment.position, DERIVATIVE if assignment.is_derivative else VALUE, GARBAGE)
        for assignment in self.system.assignments:
            kind = DERIVATIVE if assignment.is_derivative else VALUE
            self.write(assignment.position, kind, self.solved(assignment.row, assignment.position, kind))
        for row, position in zip(self.system.derivative_rows, self.system.derivative_states.tolist(), strict=True):
            if row.group != COMPUTED:
                self.write(position, DERIVATIVE, self.solved(row, position, DERIVATIVE))
        for assignment in self.system.discrete:
            self.write(assignment.position, VALUE, self.solved(assignment.row, assignment.position, VALUE))

    def solved(self, row: Row, position: int, kind: int) -> float:
        """A row solved for one cell, as the value of the representative."""
        aliases = self.system.dae.aliases
        if row.group == SUM:
            balance = self.flat.sums[row.index]
            own = [place for place, p in enumerate(balance.positions) if aliases.representative[p] == position]
            terms = zip(balance.positions, balance.coefficients, strict=True)
            rest = sum(c * self.values[p * CELLS] for place, (p, c) in enumerate(terms) if place not in own)
            (place,) = own
            return float(-rest / balance.coefficients[place] * aliases.sign[balance.positions[place]])
        if row.group < 0:
            return 0.0
        group = self.flat.equations[row.group]
        cells = group.cells[row.index]
        hits = [s for s, c in enumerate(cells) if c % CELLS == kind and aliases.representative[c // CELLS] == position]
        (slot,) = hits
        found = solution(group.template, slot)
        assert found is not None
        return float(evaluate(found.expression, self.values[cells].tolist())) * float(aliases.sign[cells[slot] // CELLS])

    def value(self, name: str, kind: int = VALUE) -> float:
        """The number in a cell, by the name of its variable."""
        names = [self.flat.tree.variable_name(position) for position in range(self.flat.tree.size)]
        return float(self.values[names.index(name) * CELLS + kind])


def row_residual(flat: FlatModel, row: Row, values: np.ndarray) -> float:
    """Left minus right of a row."""
    if row.group == SUM:
        balance = flat.sums[row.index]
        return float(np.dot(balance.coefficients, values[np.array(balance.positions) * CELLS]))
    group = flat.equations[row.group]
    slots = values[group.cells[row.index]].tolist()
    return float(evaluate(group.template.left, slots)) - float(evaluate(group.template.right, slots))


def all_residuals(numbers: Numbers) -> np.ndarray:
    """How far every equation, balance and connection of the flat model is from holding."""
    flat, values = numbers.flat, numbers.values
    found = [row_residual(flat, Row(n, k), values) for n, group in enumerate(flat.equations) for k in range(len(group))]
    found += [row_residual(flat, Row(SUM, k), values) for k in range(len(flat.sums))]
    found += [values[equal.first * CELLS] - values[equal.second * CELLS] for equal in flat.equalities]
    return np.array(found)
