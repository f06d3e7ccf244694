"""Unit checking: a program and the flat model of one structure -> warnings where units do not fit.

Equations that share a template and whose variables have the same units are checked once, so the work grows with the
number of different equations and not with that of objects. Each place in the text gets one warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.flat.describe_units import Names, Row, conflict_warning, connection_warning, unit_problems
from mosila.flat.flat import Attributes, FlatModel
from mosila.flat.flatten import flatten
from mosila.flat.program import TYPES, Program
from mosila.flat.unit_rules import NUMBER, UNKNOWN, Conflict, Measure, find_conflict, literal_measure
from mosila.instance.plan import CELLS, DERIVATIVE, PRE, TIME_CELL, VALUE, IntArray, Template
from mosila.instance.structure import Structure
from mosila.instance.tree import Path
from mosila.semantics.symbols import Builtin
from mosila.source import Span
from mosila.symbolic import slot, slot_index
from mosila.symbolic.expression import SLOT
from mosila.units import SECOND, Unit, divide, parse_unit

_UNKNOWN, _NUMBER, _SECOND = range(3)
_EQUAL = Template(slot(0), slot(1))


def unit_warnings(program: Program, flat: FlatModel) -> tuple[Diagnostic, ...]:
    """What is wrong with units, in the order of the text; objects that are not active yet are looked at too."""
    if not program.attributes.unit:
        return ()
    checker = _Checker(program, flat)
    checker.check_texts()
    for values in (*program.parameters, *program.starts, *program.bindings):
        checker.check_rows(values.template, values.cells, values.spans, values.targets, is_value=True)
    for model in (flat, *_with_everything(program, flat)):
        for equations in (*model.equations, *model.initial_equations):
            checker.check_rows(equations.template, equations.cells, equations.spans, equations.owners)
        for relations in model.relations:
            checker.check_rows(relations.template, relations.cells, relations.spans, relations.targets)
    checker.check_joined((equal.first, equal.second, equal.span) for equal in flat.equalities)
    checker.check_joined((each.positions[0], other, each.span) for each in flat.sums for other in each.positions[1:])
    return tuple(sorted(checker.found.values(), key=lambda diagnostic: diagnostic.span))


def _with_everything(program: Program, flat: FlatModel) -> Iterator[FlatModel]:
    """The structure with all behaviour objects active, unless it is the given one."""
    if not flat.active.all():
        with suppress(MosilaError):  # dynamic objects whose references are all empty
            yield flatten(program, Structure(frozenset(program.tree.behaviours)))


@dataclass(slots=True)
class UnitTable:
    """The measure of every cell: `codes` by cell are places in `measures`."""

    codes: NDArray[np.int32]
    measures: list[Measure]


def unit_table(attributes: Attributes) -> UnitTable:
    """Measures from declared units, with derivatives per second; time is in seconds, Integers are numbers."""
    by_position = np.zeros((len(attributes.type), CELLS), dtype=np.int32)
    measures = [UNKNOWN, NUMBER, Measure(SECOND, "s")]
    by_position[attributes.type == TYPES.index(Builtin.INTEGER)] = _NUMBER
    for text, groups in attributes.unit.items():
        unit = parse_unit(text)
        if isinstance(unit, Unit):
            measures += [Measure(unit, text, is_point=True), _rate(unit, text)]
            for positions in groups:
                by_position[positions, VALUE] = by_position[positions, PRE] = len(measures) - 2
                by_position[positions, DERIVATIVE] = len(measures) - 1
    codes = by_position.reshape(-1)
    codes[TIME_CELL] = _SECOND
    for cell, value in attributes.literal.items():
        codes[cell] = _NUMBER if literal_measure(value) is NUMBER else _UNKNOWN
    return UnitTable(codes, measures)


def _rate(unit: Unit, text: str) -> Measure:
    return Measure(divide(unit, SECOND), "" if "/" in text else f"{text}/s")


@dataclass(slots=True)
class _Checker:
    program: Program
    flat: FlatModel
    table: UnitTable = field(init=False)
    names: Names = field(init=False)
    found: dict[Span, Diagnostic] = field(default_factory=dict)
    conflicts: dict[tuple[Template, bytes], Conflict | None] = field(default_factory=dict)
    at_fault: set[Path] = field(default_factory=set)
    """Connectors of which a variable was named already."""

    def __post_init__(self) -> None:
        self.table = unit_table(self.program.attributes)
        stands_for = {reinit.value: reinit.state for reinit in self.flat.reinits}
        for value, state in stands_for.items():
            self.table.codes[value * CELLS] = self.table.codes[state * CELLS]
        for delay in self.flat.delays:
            if delay.template.left.operator == SLOT:
                self.table.codes[delay.targets * CELLS] = self.table.codes[delay.cells[:, slot_index(delay.template.left)]]
        self.names = Names(self.program.tree, self.program.attributes, stands_for)

    def check_texts(self) -> None:
        """Texts that are no units."""
        for diagnostic in unit_problems(self.program.tree, self.program.attributes.unit):
            self.found.setdefault(diagnostic.span, diagnostic)

    def check_rows(self, template: Template, cells: IntArray, spans: Sequence[Span], owners: IntArray, is_value: bool = False) -> None:
        """Rows of one template, each different mix of units once."""
        codes = self.table.codes[cells]
        rows = np.flatnonzero((codes > _NUMBER).any(axis=1))
        if not len(rows):
            return
        mixes, mix_of_row = np.unique(codes[rows], axis=0, return_inverse=True)
        conflicts = [self.conflict(template, mix) for mix in mixes]
        if not any(conflicts):
            return
        for row, mix in zip(rows.tolist(), mix_of_row.reshape(-1).tolist(), strict=True):
            conflict = conflicts[mix]
            if conflict is not None and spans[row] not in self.found:
                at = Row(template, cells[row].tolist(), spans[row], int(owners[row]), is_value)
                self.found[spans[row]] = conflict_warning(conflict, at, self.names)

    def conflict(self, template: Template, mix: NDArray[np.int32]) -> Conflict | None:
        """The conflict in a template with these units in its slots, looked for once."""
        key = (template, mix.tobytes())
        if key not in self.conflicts:
            self.conflicts[key] = find_conflict(template, [self.table.measures[code] for code in mix.tolist()])
        return self.conflicts[key]

    def check_joined(self, pairs: Iterable[tuple[int, int, Span]]) -> None:
        """Variables that connections and attachments join; of two connectors that do not fit one pair is named."""
        codes = self.table.codes[VALUE::CELLS]
        for first, second, span in pairs:
            conflict = self.conflict(_EQUAL, codes[[first, second]]) if codes[first] != codes[second] else None
            if conflict is not None and span not in self.found:
                connectors = {self.program.tree.object_path(position) for position in (first, second)}
                if connectors.isdisjoint(self.at_fault):
                    self.at_fault |= connectors
                    self.found[span] = connection_warning(conflict, self.names, first, second, span)
