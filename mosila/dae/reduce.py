"""Index reduction: equations that restrict states -> the same with their derivatives, and a choice of states.

Pantelides' algorithm says what is differentiated; what is no state any more is a dummy, an unknown like any other. Every
derivative in an equation that was differentiated is a variable with a position of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from mosila.dae.aliases import FoundAliases
from mosila.dae.choose_held import Rank, Ranking
from mosila.dae.differentiated import Differentiation
from mosila.dae.explain_imbalance import Explainer
from mosila.dae.incidence import Numbering, row_cells
from mosila.dae.matching import Matching, match
from mosila.dae.pantelides import NONE, Reduction, reduce_index
from mosila.dae.pivots import Choice, PivotSet, choose_by_form, state_orders
from mosila.dae.rows import SUM, Row
from mosila.dae.solutions import slope
from mosila.dae.system import Aliases, Reduced
from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.flat.flat import FlatModel, Sum
from mosila.flat.program import ROLES
from mosila.instance.plan import CELLS, DERIVATIVE, VALUE, Role, StateSelect, Variability
from mosila.source import NOWHERE
from mosila.symbolic import evaluate, slots_of

SMALL = 60
"""Rows of a set of linear constraints whose rank is looked at."""
_SELECT, _FIXED, _DIFFERENTIATED, _STARTED, _AS_DERIVATIVE = 16, 8, 4, 2, -24


@dataclass(frozen=True, slots=True, eq=False)
class ReducedModel:
    """The flat model with derivatives, its aliases, and what has been decided about it."""

    flat: FlatModel
    found: FoundAliases
    reduced: Reduced


@dataclass(frozen=True, slots=True, eq=False)
class Unreduced:
    """A system whose rows are too many for the highest derivatives but not for the variables.

    `incidence` numbers the values of states as `column_or_state_of_cell` does; `loose` matches rows with variables, whatever derivative.
    """

    numbering: Numbering
    found: FoundAliases
    rows: Sequence[Row]
    incidence: Sequence[Sequence[int]]
    loose: Matching
    ranking: Ranking


def reduce(system: Unreduced) -> ReducedModel:
    """Differentiates what must be differentiated and chooses states."""
    return _Reducer(system).model()


class _Reducer:
    """One reduction. Variables are numbered as columns of the numbering, `count` of them."""

    def __init__(self, system: Unreduced) -> None:
        numbering, ranking = system.numbering, system.ranking
        self.numbering, self.found = numbering, system.found
        self.flat, self.aliases = numbering.flat, numbering.aliases
        self.count = len(numbering.positions)
        self.positions = numbering.positions.tolist()
        self.is_state = numbering.is_state.tolist()
        self.rows = list(system.rows)
        self.wishes, self.selects = _wishes(numbering)
        free = system.loose.free_columns
        self.zero = [column for column in free if ranking.ranks[column] == Rank.ZERO_SUM]
        self.held = [column for column in free if ranking.ranks[column] != Rank.ZERO_SUM]
        known = {*self.held, *(self.count + column for column in self.held)}
        self.incidence = [tuple(column for column in row if column not in known) for row in system.incidence]

    def model(self) -> ReducedModel:
        """All steps in their order."""
        self.incidence += [(column,) for column in self.zero]
        self.reduction = self._differentiations()
        self.orders = [self.reduction.orders[column + self.count * state] for column, state in enumerate(self.is_state)]
        self.chained = [row for row, level in enumerate(self.reduction.levels) if level > 0]
        self._refuse_delays()
        self.touched = sorted({column % self.count for row in self.chained for column in self.incidence[row]})
        work = Differentiation(self.flat, self.aliases, (self.positions[column] for column in self.touched))
        self.rows += [work.add_sum(Sum((self.positions[column],), (1.0,), NOWHERE, "sum of nothing")) for column in self.zero]
        chains = self._chains(work)
        top = [self._top_columns(row) for row in self.chained]
        levels = [self.reduction.levels[row] for row in self.chained]
        orders = [self.orders[column] for column in range(self.count)]
        choice = choose_by_form(top, levels, orders, self.wish)
        sets, choice = self._sets(top, levels, choice)
        self._check_selects(choice)
        for column in self.touched:
            work.chain(self.positions[column], self.orders[column])
        flat, aliases = work.finished()
        used = dict(self.found.used)
        used[SUM] = np.concatenate((used[SUM], np.zeros(len(flat.sums) - len(used[SUM]), dtype=np.bool_)))
        found = replace(self.found, aliases=aliases, used=used)
        return ReducedModel(flat, found, self._reduced(aliases, chains, choice, sets))

    def _differentiations(self) -> Reduction:
        derivative_of = [NONE] * self.count + [column if state else NONE for column, state in enumerate(self.is_state)]
        return reduce_index(self.incidence, derivative_of)

    def _refuse_delays(self) -> None:
        """Constraints whose derivatives are not known."""
        delayed = self.flat.attributes.role == ROLES.index(Role.DELAY)
        if delayed.any():
            explain = Explainer(self.numbering, self.rows)
            reads = ((row, row_cells(self.flat, self.rows[row]) // CELLS) for row in self.chained if row < len(self.rows))
            found = [(row, positions[delayed[positions]].tolist()) for row, positions in reads]
            if faults := [explain.not_differentiable(row, positions) for row, positions in found if positions]:
                raise MosilaError(*faults)

    def _check_selects(self, choice: Choice) -> None:
        """Variables that must be states and are not, or the other way round."""
        left = state_orders(choice, self.orders)
        explain = Explainer(self.numbering, self.rows)
        wrong = {True: _SELECT * StateSelect.NEVER, False: _SELECT * StateSelect.ALWAYS}
        faults = [explain.state_select(self.positions[c], left[c] > 0) for c in self.touched if self.selects[c] == wrong[left[c] > 0]]
        if faults:
            raise MosilaError(*faults)

    def _chains(self, work: Differentiation) -> dict[int, list[Row]]:
        """For each row that is differentiated: the row, its derivative, and so on."""
        chains = {row: [self.rows[row]] for row in self.chained}
        for level in range(1, max(self.reduction.levels, default=0) + 1):
            wanted = [row for row in self.chained if self.reduction.levels[row] >= level]
            for row, made in zip(wanted, work.differentiate([chains[row][-1] for row in wanted]), strict=True):
                chains[row].append(made)
        return chains

    def _order_of(self, column: int) -> int:
        """Whether a column of the incidence is a variable (0) or its derivative (1)."""
        return int(column < self.count and self.is_state[column])

    def _top_columns(self, row: int) -> tuple[int, ...]:
        """The variables whose highest derivatives stand in the last derivative of a row."""
        level = self.reduction.levels[row]
        found = {c % self.count for c in self.incidence[row] if self._order_of(c) + level == self.orders[c % self.count]}
        return tuple(sorted(found))

    def wish(self, column: int, order: int) -> int:
        """How much a variable (order 0) or a derivative is wanted as a state."""
        return self.wishes[column] if order == 0 else _AS_DERIVATIVE - order

    def select(self, column: int, order: int) -> int:
        """The part of the wish that holds while the model runs."""
        return self.selects[column] if order == 0 else _AS_DERIVATIVE

    def _sets(self, top: Sequence[Sequence[int]], levels: Sequence[int], choice: Choice) -> tuple[list[_Set], Choice]:
        """The connected sets of constraints in which the numbers decide, and the choice, right for the others."""
        sets: list[_Set] = []
        self.dummies = [set(stage) for stage in choice]
        for rows in _connected(top):
            columns = sorted({column for row in rows for column in top[row]})
            if _leaves_no_choice([levels[row] for row in rows], [self.orders[column] for column in columns]):
                continue
            factors = [{column: self._factor(self.chained[row], column) for column in top[row]} for row in rows]
            is_constant = all(factor is not None for line in factors for factor in line.values())
            if is_constant and len(rows) > SMALL:
                continue
            part = self._set(rows, columns, [levels[row] for row in rows], factors)
            if is_constant:
                choice = _with_numbers(part, factors, choice)
            else:
                sets.append(part)
        return sets, choice

    def _set(self, rows: list[int], columns: list[int], levels: list[int], factors: Sequence[dict[int, float | None]]) -> _Set:
        orders = [self.orders[column] for column in columns]
        place = {column: number for number, column in enumerate(columns)}
        local = [{place[column]: factor for column, factor in line.items()} for line in factors]
        pivots = PivotSet(
            rows=tuple(self.rows[self.chained[row]] for row in rows),
            levels=tuple(levels),
            columns=tuple(self.positions[column] for column in columns),
            orders=tuple(orders),
            wishes=tuple(tuple(self.wish(c, order) for order in range(self.orders[c])) for c in columns),
            selects=tuple(tuple(self.select(c, order) for order in range(self.orders[c])) for c in columns),
            settled=_settled(local, levels, orders, [self.is_state[c] or self.selects[c] > 0 for c in columns]),
            choice=tuple(tuple(place[c] for c in columns if c in stage) for stage in self.dummies[: max(levels)]),
        )
        return _Set([self.chained[row] for row in rows], columns, pivots)

    def _factor(self, row: int, column: int) -> float | None:
        """The factor of the highest derivative of a variable: a number, a made-up one for parameters; None if it varies."""
        source, position = self.rows[row], self.positions[column]
        if source.group == SUM:
            if source.index >= len(self.flat.sums):
                return 1.0
            balance = self.flat.sums[source.index]
            terms = zip(balance.positions, balance.coefficients, strict=True)
            return float(sum(c * self.aliases.sign[p] for p, c in terms if self.aliases.representative[p] == position))
        group = self.flat.equations[source.group]
        cells = group.cells[source.index]
        kind = DERIVATIVE if self.orders[column] > self.reduction.levels[row] else VALUE
        hits = np.flatnonzero((self.aliases.representative[cells // CELLS] == position) & (cells % CELLS == kind)).tolist()
        total = 0.0
        for hit in hits:
            expression = slope(group.template, hit)
            values = [0.0] * len(cells)
            for index in slots_of(expression):
                number = self._number(int(cells[index]))
                if number is None:
                    return None
                values[index] = number
            total += evaluate(expression, values) * float(self.aliases.sign[cells[hit] // CELLS])
        return total

    def _number(self, cell: int) -> float | None:
        """What stands for the value of a literal or parameter; None for what varies."""
        attributes = self.flat.attributes
        if cell in attributes.literal:
            return attributes.literal[cell]
        known = cell % CELLS == VALUE and attributes.variability[cell // CELLS] <= Variability.PARAMETER
        return 1.0 + ((cell * 2654435761) % 1000003) / 1000003 if known else None

    def _reduced(self, aliases: Aliases, chains: dict[int, list[Row]], choice: Choice, sets: Sequence[_Set]) -> Reduced:
        chosen = {column for part in sets for column in part.columns}
        left = state_orders(choice, self.orders)
        derivative = aliases.derivative.tolist()
        fixed = [p for c in self.touched if c not in chosen for p in _chain(derivative, self.positions[c], left[c])]
        free_rows: set[Row] = set()
        free_positions: set[int] = set()
        for part in sets:
            lower, variables = part.undecided()
            free_rows |= {chains[row][level] for row, level in lower}
            free_positions |= {_chain(derivative, self.positions[c], order + 1)[-1] for c, order in variables}
        pivots = tuple(part.pivots for part in sets)
        level = max(self.reduction.levels, default=0)
        held = tuple(self.positions[column] for column in self.held)
        made = Reduced(
            fixed_states=tuple(fixed),
            held=held,
            base=self.flat.tree.size,
            level=level,
            pivots=pivots,
            chained_rows=frozenset(row for chain in chains.values() for row in chain),
            free_rows=frozenset(free_rows),
            free_positions=frozenset(free_positions),
        )
        return with_choices(made, aliases, tuple(part.choice for part in pivots))


@dataclass(frozen=True, slots=True, eq=False)
class _Set:
    """A set of constraints as rows and columns of the reducer."""

    rows: list[int]
    columns: list[int]
    pivots: PivotSet

    def undecided(self) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
        """(row, level) and (column, order) that belong to each other in different ways with different choices."""
        levels, orders = self.pivots.levels, self.pivots.orders
        rows = {(row, level) for row, most in zip(self.rows, levels, strict=True) for level in range(most)}
        columns = {(column, order) for column, most in zip(self.columns, orders, strict=True) for order in range(most)}
        for row, column in self.pivots.settled:
            shift = orders[column] - levels[row]
            rows -= {(self.rows[row], level) for level in range(levels[row])}
            columns -= {(self.columns[column], shift + level) for level in range(levels[row])}
        return rows, columns


def with_choices(reduced: Reduced, aliases: Aliases, choices: Sequence[Choice]) -> Reduced:
    """The reduction with another choice of states in each set."""
    derivative = aliases.derivative.tolist()
    states = list(reduced.fixed_states)
    parts: list[PivotSet] = []
    for part, choice in zip(reduced.pivots, choices, strict=True):
        for column, count in zip(part.columns, state_orders(choice, part.orders), strict=True):
            states += _chain(derivative, column, count)
        parts.append(replace(part, choice=choice))
    return replace(reduced, states=tuple(sorted(states)), pivots=tuple(parts))


def _chain(derivative: Sequence[int], position: int, count: int) -> list[int]:
    """The positions of a variable and its derivatives, `count` of them."""
    found: list[int] = []
    for _ in range(count):
        found.append(position)
        position = derivative[position]
    return found


def _wishes(numbering: Numbering) -> tuple[list[int], list[int]]:
    """By column: how much the variable is wanted as a state at the start, and by `stateSelect` alone."""
    flat, aliases = numbering.flat, numbering.aliases
    attributes, count = flat.attributes, len(numbering.positions)
    columns = numbering.variable_of_cell[VALUE::CELLS]
    members = np.flatnonzero(columns >= 0)
    select = np.full(count, int(StateSelect.NEVER), dtype=np.int64)
    np.maximum.at(select, columns[members], attributes.state_select[members].astype(np.int64))
    for reinit in flat.reinits:
        if columns[reinit.state] >= 0:
            select[columns[reinit.state]] = max(int(select[columns[reinit.state]]), int(StateSelect.PREFER))
    fixed = np.zeros(count, dtype=np.bool_)
    fixed[columns[members[attributes.fixed[members]]]] = True
    started = np.zeros(count, dtype=np.bool_)
    started[columns[members[attributes.has_start[members]]]] = True
    differentiated = aliases.differentiated[numbering.positions]
    wishes = _SELECT * select + _FIXED * fixed + _DIFFERENTIATED * differentiated + _STARTED * started
    return wishes.tolist(), (_SELECT * select).tolist()


def _connected(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """The rows that are joined by common columns."""
    touching: dict[int, list[int]] = {}
    for row, columns in enumerate(rows):
        for column in columns:
            touching.setdefault(column, []).append(row)
    seen: set[int] = set()
    found: list[list[int]] = []
    for start in range(len(rows)):
        if start in seen:
            continue
        seen.add(start)
        part = [start]
        for row in part:
            for column in rows[row]:
                fresh = [other for other in touching.pop(column, ()) if other not in seen]
                seen.update(fresh)
                part.extend(fresh)
        found.append(sorted(part))
    return found


def _leaves_no_choice(levels: Sequence[int], orders: Sequence[int]) -> bool:
    """Whether in every stage all candidates are dummies."""
    stages = range(max(levels))
    return all(sum(level > stage for level in levels) == sum(order > stage for order in orders) for stage in stages)


def _settled(
    factors: Sequence[dict[int, float | None]], levels: Sequence[int], orders: Sequence[int], wanted: Sequence[bool]
) -> tuple[tuple[int, int], ...]:
    """Rows that give, by known factors, what nobody wants as states: derivatives, and variables that are not differentiated."""
    candidates = [
        [c for c, factor in line.items() if (orders[c] > level or not wanted[c]) and factor is not None and factor != 0.0]
        for line, level in zip(factors, levels, strict=True)
    ]
    matching = match(candidates, len(orders))
    return tuple((row, column) for row, column in enumerate(matching.column_of_row) if column >= 0)


def _with_numbers(part: _Set, factors: Sequence[dict[int, float | None]], choice: Choice) -> Choice:
    """The choice of a set of constant constraints, by numbers where the form alone would choose what depends on each other."""
    matrix = [[line.get(column) or 0.0 for column in part.columns] for line in factors]
    if part.pivots.growth(matrix, part.pivots.choice) < float("inf"):
        return choice
    better = part.pivots.choose(matrix, running=False)
    own = set(part.columns)
    return tuple(
        tuple(sorted({*(c for c in stage if c not in own), *(part.columns[c] for c in better[number])})) if number < len(better) else stage
        for number, stage in enumerate(choice)
    )
