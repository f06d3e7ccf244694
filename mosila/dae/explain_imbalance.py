"""What to say of equations that do not fit their unknowns: rows and columns at fault -> diagnostics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Final

from mosila.dae.aliases import Repetition
from mosila.dae.decomposition import Part
from mosila.dae.incidence import NO_COLUMN, Numbering, row_cells
from mosila.dae.system import SUM, Row
from mosila.diagnostics import Diagnostic
from mosila.diagnostics.attachment import AMBIGUOUS_HOLD
from mosila.diagnostics.balance import (
    DECLARED_AND_DETERMINED,
    DISCRETE_LOOP,
    HIGH_INDEX,
    OVER_DETERMINED,
    REPEATED,
    SINGULAR,
    UNDER_DETERMINED,
)
from mosila.flat.flat import Weak
from mosila.instance.plan import CELLS, Variability
from mosila.source import NOWHERE, Span

_SHOWN: Final = 8
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
        span, path = self._place(self._positions(part.columns))
        names = self._names(self._positions(part.columns))
        span = span if span != NOWHERE else next((self.span(self.rows[row]) for row in part.rows), NOWHERE)
        return UNDER_DETERMINED.at(span, path, related=self._shown(part.rows), names=names, count=part.excess)

    def too_many(self, part: Part) -> Diagnostic:
        """More equations than unknowns; the last equation is the one pointed at."""
        *others, last = part.rows
        names = self._names(self._positions(part.columns)) if part.columns else "no variable"
        path = self._place(self._positions(part.columns) or self._known_in(last))[1]
        advice = self._advice(part.rows) or _REMOVE
        span = self.span(self.rows[last])
        return OVER_DETERMINED.at(span, path, related=self._shown(others), names=names, count=part.excess, advice=advice)

    def singular(self, over: Part, under: Part) -> Diagnostic:
        """Too many equations in one place, too few in another."""
        *others, last = over.rows
        names = self._names(self._positions(over.columns)) if over.columns else "no variable"
        free = self._names(self._positions(under.columns))
        path = self._place(self._positions(under.columns))[1]
        shown = self._shown([*others, *under.rows])
        return SINGULAR.at(self.span(self.rows[last]), path, related=shown, names=names, free=free)

    def high_index(self, rows: Sequence[int]) -> Diagnostic:
        """Rows that tie states; one with most states is pointed at."""
        states = {row: self._states_in(row) for row in rows}
        first, *others = sorted(rows, key=lambda row: -len(states[row]))
        positions = self._positions(sorted(set().union(*states.values())))
        path = self._place(positions)[1]
        return HIGH_INDEX.at(self.span(self.rows[first]), path, related=self._shown(others), names=self._names(positions))

    def declared_and_determined(self, weak: Weak, row: int) -> Diagnostic:
        """A declared value that is an equation, and another one."""
        tree = self.numbering.flat.tree
        related = [(self.span(self.rows[row]), "this equation determines it")]
        path = tree.variable_path(weak.position)[:-1]
        return DECLARED_AND_DETERMINED.at(weak.span, path, related=related, name=tree.variable_name(weak.position))

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

    def _states_in(self, row: int) -> set[int]:
        """The columns of the states whose values or derivatives a row reads."""
        variables = set(self.numbering.variable_of_cell[row_cells(self.numbering.flat, self.rows[row])].tolist())
        return {variable for variable in variables - {NO_COLUMN} if self.numbering.is_state[variable]}

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
