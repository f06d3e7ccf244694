"""What to say of equations that do not fit their unknowns: rows and columns at fault -> diagnostics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Final

from mosila.dae.aliases import Repetition
from mosila.dae.decomposition import Part
from mosila.dae.incidence import Numbering, row_cells
from mosila.dae.local_balance import local_surplus
from mosila.dae.rows import SUM, Row
from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic
from mosila.diagnostics.attachment import AMBIGUOUS_HOLD
from mosila.diagnostics.balance import (
    DECLARED_AND_DETERMINED,
    DISCRETE_LOOP,
    NOT_DIFFERENTIABLE,
    OVER_DETERMINED,
    REPEATED,
    SINGULAR,
    STATE_SELECT,
    UNDER_DETERMINED,
    UNDER_DETERMINED_START,
)
from mosila.diagnostics.connect import INPUT_DETERMINED
from mosila.flat.flat import Weak
from mosila.instance.plan import CELLS, Variability
from mosila.source import NOWHERE, Span

_SHOWN: Final = 8
_SMALL: Final = 3
_REMOVE: Final = "remove one of the equations shown, or turn a parameter into a variable"
_INACTIVE: Final = "`{name}` belongs to an inactive object: write the equation as a modifier of the object"


@dataclass(frozen=True, eq=False)
class Explainer:
    """Speaks of rows and columns by the names and places that the modeller knows."""

    numbering: Numbering
    rows: Sequence[Row]
    discrete: bool = False

    def too_few(self, part: Part) -> Diagnostic:
        """More unknowns than equations."""
        part, positions = self._narrowed(part, -1)
        span, path = self._place(positions)
        span = span if span != NOWHERE else next((self.span(self.rows[row]) for row in part.rows), NOWHERE)
        return UNDER_DETERMINED.at(
            span, path, related=self._shown(part.rows), names=self._names(positions), count=_count(part.excess, "equation")
        )

    def too_few_at_start(self, part: Part) -> Diagnostic:
        """More unknowns than equations in the initial instant."""
        positions = self._positions(part.columns)
        span, path = self._place(positions)
        return UNDER_DETERMINED_START.at(
            span, path, related=self._shown(part.rows), names=self._names(positions), count=_count(part.excess, "initial equation")
        )

    def too_many(self, part: Part) -> Diagnostic:
        """More equations than unknowns; the last equation is the one pointed at."""
        part, positions = self._narrowed(part, 1)
        *others, last = part.rows
        names = self._names(positions) if positions else "no variable"
        declared, path = self._place(positions or self._known_in(last))
        advice = self._advice(part.rows) or _REMOVE
        span = self.span(self.rows[last])
        span = span if span != NOWHERE else declared
        return OVER_DETERMINED.at(
            span, path, related=self._shown(others), names=names, count=_count(part.excess, "equation"), advice=advice
        )

    def singular(self, over: Part, under: Part) -> Diagnostic:
        """Too many equations in one place, too few in another."""
        *others, last = over.rows
        names = self._names(self._positions(over.columns)) if over.columns else "no variable"
        free = self._names(self._positions(under.columns))
        declared, path = self._place(self._positions(under.columns))
        shown = self._shown([*others, *under.rows])
        span = self.span(self.rows[last])
        span = span if span != NOWHERE else declared
        return SINGULAR.at(span, path, related=shown, names=names, free=free)

    def not_differentiable(self, row: int, positions: Sequence[int]) -> Diagnostic:
        """A constraint with values whose derivatives are not known."""
        return NOT_DIFFERENTIABLE.at(self.span(self.rows[row]), self._place(positions)[1], names=self._names(positions))

    def state_select(self, position: int, is_state: bool) -> Diagnostic:
        """A variable that is a state though it must not be, or the other way round."""
        span, path = self._place((position,))
        name = self._names((position,))
        what = f"{name} must {'never' if is_state else 'always'} be a state"
        return STATE_SELECT.at(span, path, what=what, why="need it as one" if is_state else "determine it from other states")

    def declared_and_determined(self, weak: Weak, row: int) -> Diagnostic:
        """A declared value that is an equation, and another one."""
        tree = self.numbering.flat.tree
        related = [(self.span(self.rows[row]), "this equation determines it")]
        path = tree.variable_path(weak.position)[:-1]
        code = INPUT_DETERMINED if weak.is_input else DECLARED_AND_DETERMINED
        return code.at(weak.span, path, related=related, name=tree.variable_name(weak.position))

    def ambiguous(self, count: int, columns: Sequence[int], declared: dict[int, Weak]) -> Diagnostic:
        """Candidates for holding without a preference."""
        positions = self._positions(columns)
        related = [(declared[column].span, "declared here") for column in columns if column in declared]
        span, path = related[0][0] if related else NOWHERE, self._place(positions)[1]
        return AMBIGUOUS_HOLD.at(span, path, related=related[1:], count=count, names=self._names(positions))

    def repeated(self, repetition: Repetition) -> Diagnostic:
        """An equation between variables that are one already."""
        tree, signs = self.numbering.flat.tree, self.numbering.aliases.sign
        first, second = repetition.first, repetition.second
        sign = " up to the sign" if signs[first] != signs[second] else ""
        path = tree.variable_path(first)[:-1]
        return REPEATED.at(repetition.span, path, first=tree.variable_name(first), second=tree.variable_name(second), sign=sign)

    def discrete_loop(self, rows: Sequence[int], positions: Sequence[int]) -> Diagnostic:
        """Discrete rows that need each other's results."""
        span, path = self.span(self.rows[rows[0]]), self._place(positions)[1]
        return DISCRETE_LOOP.at(span, path, related=self._shown(rows[1:]), names=self._names(positions))

    def span(self, row: Row) -> Span:
        """Where a row is written."""
        flat = self.numbering.flat
        if row.group == SUM:
            return flat.sums[row.index].span
        return flat.equations[row.group].spans[row.index] if row.group >= 0 else NOWHERE

    def _narrowed(self, part: Part, sign: int) -> tuple[Part, list[int]]:
        """A part and its variables; if objects that have too few (-1) or too many equations explain it all, what lies in these."""
        if self.discrete or len(part.columns) <= _SMALL:
            return part, self._positions(part.columns)
        tree = self.numbering.flat.tree
        chosen = set(part.columns)
        columns = self.numbering.variable_of_cell[::CELLS].tolist()
        paths = {p: tree.variable_path(p)[:-1] for p, column in enumerate(columns) if column in chosen}
        owners = {row: self._owner(self.rows[row]) for row in part.rows}
        touched = {*paths.values(), *owners.values()}
        guilty = {path: count for path, count in self._surplus.items() if count * sign > 0 and path in touched}
        rows = tuple(row for row, owner in owners.items() if owner in guilty)
        positions = [position for position, path in paths.items() if path in guilty]
        if abs(sum(guilty.values())) != part.excess or not positions or not rows:
            return part, self._positions(part.columns)
        return Part(rows, part.columns, part.excess), positions

    @cached_property
    def _surplus(self) -> dict[tuple[str, ...], int]:
        return local_surplus(self.numbering.flat)

    def _owner(self, row: Row) -> tuple[str, ...] | None:
        """The object that an equation belongs to; None for balances."""
        if row.group < 0:
            return None
        flat = self.numbering.flat
        return flat.tree.object_path(int(flat.equations[row.group].owners[row.index]))

    @cached_property
    def _declarations(self) -> dict[int, Span]:
        return {position: variable.span for _, position, variable in self.numbering.flat.tree.variables()}

    def _positions(self, columns: Iterable[int]) -> list[int]:
        positions = self.numbering.discrete_positions if self.discrete else self.numbering.positions
        return [int(positions[column]) for column in columns]

    def _place(self, positions: Sequence[int]) -> tuple[Span, tuple[str, ...]]:
        """Where the first of the variables is declared, and the object that contains all of them."""
        tree = self.numbering.flat.tree
        paths = [tree.variable_path(position)[:-1] for position in positions[:_SHOWN]]
        shared = tuple(parts[0] for parts in takewhile(lambda parts: len(set(parts)) == 1, zip(*paths, strict=False)))
        spans = (self._declarations.get(position, NOWHERE) for position in positions)
        return next((span for span in spans if span != NOWHERE), NOWHERE), shared

    def _names(self, positions: Sequence[int]) -> str:
        shown = [f"`{self.numbering.flat.tree.variable_name(position)}`" for position in positions[:_SHOWN]]
        return ", ".join(shown) + (f" and {len(positions) - _SHOWN} more" if len(positions) > _SHOWN else "")

    def _shown(self, rows: Iterable[int]) -> list[tuple[Span, str]]:
        """The rows with what they are; equal ones once."""
        found: dict[tuple[Span, str], None] = {}
        for row in rows:
            what = self._what(self.rows[row])
            found[(self.span(self.rows[row]), what)] = None
            if len(found) == _SHOWN:
                break
        return list(found)

    def _what(self, row: Row) -> str:
        """The kind of a row, and the variables in it."""
        flat = self.numbering.flat
        kind = flat.sums[row.index].what if row.group == SUM else "equation"
        positions = list(dict.fromkeys((row_cells(flat, row) // CELLS).tolist()))
        varying = [p for p in positions if p and flat.attributes.variability[p] > Variability.PARAMETER]
        return f"{kind} with {self._names(varying)}" if varying else f"{kind} without variables"

    def _known_in(self, row: int) -> list[int]:
        flat = self.numbering.flat
        positions = dict.fromkeys((row_cells(flat, self.rows[row]) // CELLS).tolist())
        return [position for position in positions if position and flat.attributes.role[position] >= 0]

    def _advice(self, rows: Sequence[int]) -> str:
        """What to do about an equation that is left with inactive variables only."""
        flat = self.numbering.flat
        for row in rows:
            for position in self._known_in(row):
                if not flat.active[position]:
                    return _INACTIVE.format(name=flat.tree.variable_name(position))
        return ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
