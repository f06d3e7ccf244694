"""Row collection: equations and values of one plan, gathered by template."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import field, replace

import numpy as np

from mosila.dataclass import dataclass
from mosila.instance.checks import Assertion, Effect, Termination
from mosila.instance.conditional import Conditional
from mosila.instance.plan import (
    CELLS,
    DERIVATIVE,
    PRE,
    Formula,
    IntArray,
    Reinit,
    Role,
    RowKind,
    Rows,
    Template,
    Variability,
    Variable,
    cell,
)
from mosila.instance.space import AddressSpace
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import Type
from mosila.source import Span
from mosila.symbolic import canonical, lift_constants, substitute
from mosila.symbolic.expression import CONSTANT, ONE, Expr, apply, output, slot

_Key = tuple[RowKind, Template, tuple[bool, ...], Variability, Expr | None]

Output = tuple[int, Variability, Span]
"""A variable that a call computes: its position, how often it changes, and where it is assigned."""


@dataclass(slots=True)
class _Bucket:
    cells: list[tuple[int, ...]] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    branches: list[int] = field(default_factory=list)
    switches: list[int] = field(default_factory=list)


class RowCollector:
    """Collects the rows of a plan; expressions given to it are over its own slots, made by `read`."""

    def __init__(self, space: AddressSpace) -> None:
        self.next_position = 0
        self.auxiliaries: list[tuple[int, Variable]] = []
        self.reinits: list[Reinit] = []
        self.assertions: list[Assertion] = []
        self.conditionals: list[Conditional] = []
        self.switches: list[int] = []
        self.terminations: list[Termination] = []
        self.effects: list[Effect] = []
        self.condition: Expr | None = None
        """What is added now is there only where this holds, an expression over indicators."""
        self._conditional: list[tuple[int, Expr]] = []
        self._space = space
        self._slots: list[tuple[int, bool]] = []
        self._slot_of: dict[tuple[int, bool], int] = {}
        self._buckets: dict[_Key, _Bucket] = {}

    def read(self, cell_number: int, relative: bool = True) -> Expr:
        """The expression that reads a cell, counted from the object's start unless it is absolute."""
        key = (cell_number, relative)
        if key not in self._slot_of:
            self._slot_of[key] = len(self._slots)
            self._slots.append(key)
        return slot(self._slot_of[key])

    def slot_cell(self, index: int) -> tuple[int, bool]:
        """The cell that a slot reads, and whether it is counted from the object's start."""
        return self._slots[index]

    def rate_slot(self, index: int) -> Expr:
        """The slot of the derivative of what a slot reads."""
        number, relative = self._slots[index]
        return self.read(number - number % CELLS + DERIVATIVE, relative)

    def new_position(self, role: Role, type_: Type, variability: Variability, span: Span) -> int:
        """A position of the plan for something the modeller did not declare."""
        position = self.next_position
        self.next_position += 1
        if self.condition is not None:
            self._conditional.append((position, self.condition))
        self.auxiliaries.append((position, Variable(type_, variability, span, role=role)))
        return position

    def silent_position(self, count: int = 1) -> int:
        """The first of some positions that hold no unknown of any kind."""
        position = self.next_position
        self.next_position += count
        return position

    @contextmanager
    def only_if(self, condition: Expr) -> Iterator[None]:
        """What is added inside is there only in structures in which a condition over indicators holds."""
        before = self.condition
        self.condition = condition if before is None else apply("and", before, condition)
        assertions, effects = len(self.assertions), len(self.effects)
        try:
            yield
        finally:
            only_if = self.formula(self.condition, Builtin.BOOLEAN)
            self.assertions[assertions:] = [replace(each, only_if=each.only_if or only_if) for each in self.assertions[assertions:]]
            self.effects[effects:] = [replace(each, only_if=each.only_if or only_if) for each in self.effects[effects:]]
            self.condition = before

    def add_equation(self, left: Expr, right: Expr, span: Span, discrete: bool, branch: int = -1, switch: int = -1) -> None:
        """An equation between two scalars; of a branch, or one that joins the branches of a switch."""
        kind = RowKind.DISCRETE if discrete else RowKind.EQUATION
        variability = Variability.DISCRETE if discrete else Variability.CONTINUOUS
        bucket = self._add(kind, left, right, "=", -1, span, variability)
        bucket.branches[-1], bucket.switches[-1] = branch, switch

    def add_outputs(self, called: Expr, outputs: Iterable[Output], initial: bool) -> None:
        """An equation for each output of a call of slots, in order; what the call reads is bound once for all of them."""
        (shaped,), cells, relative = self._bind((called,))
        moved = substitute(shaped, {k: slot(k + 1) for k in range(len(cells))})
        for number, (position, own_variability, span) in enumerate(outputs):
            variability = Variability.DISCRETE if own_variability is Variability.DISCRETE else Variability.CONTINUOUS
            kind = RowKind.INITIAL if initial else RowKind.DISCRETE if variability is Variability.DISCRETE else RowKind.EQUATION
            own = cell(position)
            if own in cells or not cells:
                self._add(kind, self.read(own), output(called, number), "=", -1, span, variability)
            else:
                self._enter(kind, (slot(0), output(moved, number)), (own, *cells), (True, *relative), "=", -1, span, variability)

    def add_value(self, kind: RowKind, target: int, value: Expr, span: Span, variability: Variability) -> None:
        """A value for a variable or one of its attributes."""
        if value.operator == CONSTANT:  # values of parameters never become part of a template
            value = self.read(self._space.literal_cell(value.value), relative=False)
        self._add(kind, self.read(cell(target)), value, "=", target, span, variability)

    def add_condition(self, value: Expr, span: Span, at_start: bool) -> int:
        """A condition of a when-clause and the equation for it."""
        position = self.new_condition(span, at_start)
        self.add_equation(self.read(cell(position)), value, span, discrete=True)
        return position

    def new_condition(self, span: Span, at_start: bool) -> int:
        """The position of a condition; one that is true at the start has not risen there, unless that is what it says."""
        position = self.new_position(Role.CONDITION, Builtin.BOOLEAN, Variability.DISCRETE, span)
        if not at_start:
            self.add_value(RowKind.START, position, ONE, span, Variability.CONSTANT)
        return position

    def latch(self, value: Expr, span: Span) -> Expr:
        """Whether something has been true in a round of an instant."""
        position = self.new_condition(span, at_start=True)
        held = apply("or", self.read(cell(position, PRE)), value)
        self.add_equation(self.read(cell(position)), held, span, discrete=True)
        return self.read(cell(position))

    def rise(self, position: int) -> Expr:
        """Whether a condition has just become true."""
        return apply("and", self.read(cell(position)), apply("not", self.read(cell(position, PRE))))

    def add_relation(self, operator: str, left: Expr, right: Expr, span: Span) -> Expr:
        """A relation that makes events; the expression that reads its value."""
        position = self.new_position(Role.RELATION, Builtin.BOOLEAN, Variability.DISCRETE, span)
        self._add(RowKind.RELATION, left, right, operator, position, span, Variability.CONTINUOUS)
        return self.read(cell(position))

    def add_initial(self, left: Expr, right: Expr, span: Span, variability: Variability) -> None:
        """An equation that holds at the start only."""
        self._add(RowKind.INITIAL, left, right, "=", -1, span, variability)

    def add_effect(self, moment: Expr, called: Expr, span: Span) -> None:
        """A call that is made in each instant at which its moment comes."""
        self.effects.append(Effect(self.formula(apply("if", moment, called, ONE), Builtin.BOOLEAN), span, self.condition_formula()))

    def add_timed(self, kind: RowKind, left: Expr, right: Expr, span: Span) -> Expr:
        """A `sample` or `delay`; the expression that reads its value."""
        is_sample = kind is RowKind.SAMPLE
        role, type_ = (Role.SAMPLE, Builtin.BOOLEAN) if is_sample else (Role.DELAY, Builtin.REAL)
        position = self.new_position(role, type_, Variability.DISCRETE if is_sample else Variability.CONTINUOUS, span)
        self._add(kind, left, right, ",", position, span, Variability.CONTINUOUS)
        return self.read(cell(position))

    def formula(self, expression: Expr, type_: Type) -> Formula:
        """An expression to be evaluated by itself."""
        (expression,), cells, relative = self._bind((expression,))
        return Formula(expression, np.array(cells, dtype=np.int32), np.array(relative, dtype=np.bool_), type_)

    def finish(self) -> tuple[Rows, ...]:
        """All rows, those of one template together, in the order in which the templates first appeared."""
        formulas: dict[Expr | None, Formula | None] = {None: None}
        return tuple(
            Rows(
                kind,
                template,
                np.array(bucket.cells, dtype=np.int32).reshape(len(bucket.targets), len(relative)),
                np.array(relative, dtype=np.bool_),
                np.array(bucket.targets, dtype=np.int32),
                tuple(bucket.spans),
                variability,
                self._condition_formula(condition, formulas),
                _places(bucket.branches),
                _places(bucket.switches),
            )
            for (kind, template, relative, variability, condition), bucket in self._buckets.items()
        )

    def condition_formula(self) -> Formula | None:
        """The condition under which what is added now is there."""
        return None if self.condition is None else self.formula(self.condition, Builtin.BOOLEAN)

    def conditional(self) -> tuple[tuple[int, Formula], ...]:
        """The positions that are there only where a condition holds."""
        return tuple((position, self.formula(condition, Builtin.BOOLEAN)) for position, condition in self._conditional)

    def _condition_formula(self, condition: Expr | None, known: dict[Expr | None, Formula | None]) -> Formula | None:
        if condition is not None and condition not in known:
            known[condition] = self.formula(condition, Builtin.BOOLEAN)
        return known[condition]

    def _add(self, kind: RowKind, left: Expr, right: Expr, operator: str, target: int, span: Span, variability: Variability) -> _Bucket:
        sides, cells, relative = self._bind((left, right))
        return self._enter(kind, sides, cells, relative, operator, target, span, variability)

    def _enter(
        self,
        kind: RowKind,
        sides: tuple[Expr, ...],
        cells: tuple[int, ...],
        relative: tuple[bool, ...],
        operator: str,
        target: int,
        span: Span,
        variability: Variability,
    ) -> _Bucket:
        """A row whose sides are over slots 0, 1, ... that read these cells."""
        left, right = sides
        bucket = self._buckets.setdefault((kind, Template(left, right, operator), relative, variability, self.condition), _Bucket())
        bucket.cells.append(cells)
        bucket.targets.append(target)
        bucket.spans.append(span)
        bucket.branches.append(-1)
        bucket.switches.append(-1)
        return bucket

    def _bind(self, expressions: tuple[Expr, ...]) -> tuple[tuple[Expr, ...], tuple[int, ...], tuple[bool, ...]]:
        """The expressions over slots 0, 1, ... in order of appearance, and the cell of each; literals become cells too."""
        lifted, values = lift_constants(expressions, len(self._slots))
        fresh = [(self._space.literal_cell(value), False) for value in values]
        shaped, order = canonical(lifted)
        known = len(self._slots)
        bound = [self._slots[old] if old < known else fresh[old - known] for old in order]
        return shaped, tuple(c for c, _ in bound), tuple(r for _, r in bound)


def _places(places: list[int]) -> IntArray | None:
    return np.array(places, dtype=np.int32) if any(place >= 0 for place in places) else None
