"""A failure of the C runtime, in numbers of its tables -> a sentence about the model."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

import numpy as np

from mosila.codegen.function_reports import describe_report
from mosila.codegen.shapes import shape_functions
from mosila.codegen.structure import ASSIGN, DISCRETE, EFFECT, RELATION_LIST, RESIDUAL, SAMPLE
from mosila.codegen.tables import Group
from mosila.compiler import CompiledStructure
from mosila.diagnostics import Diagnostic, ObjectPath
from mosila.diagnostics.events import BAD_CLOCK, CHATTERING, DENSE_EVENTS
from mosila.diagnostics.experiment import STOPPED_AT_ACCUMULATION
from mosila.diagnostics.runtime import ENDLESS_EVENTS, NO_INITIAL_VALUES, NOT_FINITE, OUT_OF_MEMORY, SINGULAR, SOLVER_FAILED, ZENO
from mosila.flat.describe import cell_name
from mosila.flat.flat import RelationGroup
from mosila.flat.program import ROLES
from mosila.instance.plan import CELLS, LARGEST_STEPPED, PRE, Role
from mosila.solvers.outcomes import EquationList, Failure, FailureKind
from mosila.source import NOWHERE, Span, source_text
from mosila.symbolic import expression_text

LISTED = 6
RECENT = 1e-6
"""The part of a run within which two times belong together."""
REASONS = {
    -1000: "its steps have become too small to get anywhere",
    -1: "it took too many steps between two output times",
    -3: "no step, however small, meets the tolerance",
    -4: "the equations for the next values were not solved, however small the step",
    -6: "the matrix of the equations is singular",
    -9: "an equation has no finite value",
    -10: "an equation has no finite value, however small the step",
}


def explain_failure(compiled: CompiledStructure) -> Diagnostic:
    """What went wrong, where in the model, and with which values."""
    return _Explanation(compiled, compiled.simulation.failure()).diagnostic()


def stopped_at_accumulation(compiled: CompiledStructure) -> Diagnostic:
    """The warning of a run that was asked to stop where events pile up."""
    failure = compiled.simulation.failure()
    text, span = _Explanation(compiled, failure).relation(failure.indices[0])
    return STOPPED_AT_ACCUMULATION.at(span, relation=text, time=f"{failure.time:.10g}", limit=f"{failure.limit_time:.10g}")


class _Explanation:
    def __init__(self, compiled: CompiledStructure, failure: Failure) -> None:
        self.compiled = compiled
        self.failure = failure
        self.tree = compiled.system.dae.flat.tree
        self.attributes = compiled.system.dae.flat.attributes
        self.time = f"{failure.time:.10g}"

    def diagnostic(self) -> Diagnostic:
        match self.failure.kind:
            case FailureKind.NOT_FINITE:
                return self.not_finite()
            case FailureKind.SINGULAR:
                spans = self.implicit_spans()
                return SINGULAR.at(
                    spans[0] if spans else NOWHERE,
                    time=self.time,
                    variables=self.unknowns(range(self.compiled.code.layout.nx, self.compiled.code.layout.ny)),
                    related=[(span, "belongs to it") for span in spans[1:LISTED]],
                )
            case FailureKind.NO_CONVERGENCE:
                variables = self.unknowns(self.failure.indices)
                spans = self.implicit_spans()
                where = spans[0] if spans else NOWHERE
                return self.with_trouble(
                    NO_INITIAL_VALUES.at(where, time=self.time, equations=f"the equations for {variables}", variables=variables)
                )
            case FailureKind.ROUNDS:
                return self.endless_events()
            case FailureKind.ZENO:
                return self.crowded_events()
            case FailureKind.SOLVER:
                return self.solver_failed()
            case FailureKind.BAD_CLOCK:
                start, interval = (f"{value:.10g}" for value in self.failure.values)
                return BAD_CLOCK.at(self.clock_span(self.failure.indices[0]), start=start, interval=interval)
            case FailureKind.DENSE:
                return self.dense_events()
            case _:
                return OUT_OF_MEMORY.at(time=self.time)

    def solver_failed(self) -> Diagnostic:
        """The solver gave up; an equation without a finite value is named if it met one."""
        if (told := self.function_trouble() or self.recent_trouble()) is not None:
            return told
        if self.failure.list is not EquationList.NONE and self.failure.flag in (-9, -10):
            return self.not_finite()
        reason = REASONS.get(self.failure.flag, f"it reports {self.failure.flag}")
        variables = self.unknowns(self.failure.indices) or "the equations that vary fastest"
        span, path = self.declaration(1 + index for index in self.failure.indices if index >= 0)
        sizes = ", ".join(f"{size:.0e}" for size in (*self.failure.recent_steps[::-1], self.failure.step) if size > 0)
        steps = f" (its last steps, in seconds: {sizes})" if sizes else ""
        return self.with_trouble(SOLVER_FAILED.at(span, path, time=self.time, reason=reason, variables=variables, steps=steps))

    def crowded_events(self) -> Diagnostic:
        """Events that pile up at a time, or that switch a relation back and forth."""
        text, span = self.relation(self.failure.indices[0])
        path = self.tree.variable_path(int(self.compiled.code.layout.relations[self.failure.indices[0]]))[:-1]
        if math.isnan(self.failure.limit_time):
            return CHATTERING.at(span, path, time=self.time, relation=text)
        return ZENO.at(span, path, relation=text, limit=f"{self.failure.limit_time:.10g}")

    def dense_events(self) -> Diagnostic:
        """More events than the run can get through."""
        within, count = self.failure.values
        layout, number = self.compiled.code.layout, self.failure.indices[0]
        path = self.tree.variable_path(int(layout.cell[layout.w_relation + number]) // CELLS)[:-1]
        if number < len(layout.relations):
            text, span = self.relation(number)
        else:
            span = self.clock_span(number - len(layout.relations))
            text = source_text(span) or "sample"
        why = f"{count:.0f} of them came within {within:.3g} s"
        return DENSE_EVENTS.at(span, path, time=self.time, expression=text.strip("`"), why=why)

    def no_steps(self, place: int) -> Diagnostic | None:
        """What follows a value in steps of one, where numbers have no such steps."""
        cell = int(self.compiled.code.layout.cell[place])
        if cell < 0 or self.attributes.role[cell // CELLS] != ROLES.index(Role.AUXILIARY):
            return None
        before, _ = self.compiled.code.layout.place(cell - cell % CELLS + PRE)
        value = abs(self.compiled.simulation.values[before]) if before >= 0 else 0.0
        if value < LARGEST_STEPPED:
            return None
        span, path = self.declaration((place,))
        why = f"at {value:.3g} steps of one cannot be told apart"
        return DENSE_EVENTS.at(span, path, time=self.time, expression=self.name(place), why=why)

    def endless_events(self) -> Diagnostic:
        """An instant without end: what still changes, conditions and relations by their text."""
        span, path = self.declaration(self.failure.indices)
        return ENDLESS_EVENTS.at(span, path, time=self.time, cycle=f"{self.names(self.failure.indices)} changes again and again")

    def declaration(self, places: Iterable[int]) -> tuple[Span, ObjectPath]:
        """Where the first of these variables is declared or written, and in which object."""
        positions = [int(self.compiled.code.layout.cell[place]) // CELLS for place in places]
        return (self.spans.get(positions[0], NOWHERE), self.tree.variable_path(positions[0])[:-1]) if positions else (NOWHERE, ())

    @cached_property
    def spans(self) -> dict[int, Span]:
        """Where variables are declared, and relations and conditions written."""
        found = {position: variable.span for _, position, variable in self.tree.variables()}
        for plan, starts in self.tree.instances.items():
            found.update((start + offset, variable.span) for offset, variable in plan.auxiliaries for start in starts.tolist())
        return found

    def not_finite(self) -> Diagnostic:
        """An equation gave infinity or no number."""
        failure, code = self.failure, self.compiled.code
        if failure.list is EquationList.NONE:
            return NOT_FINITE.at(time=self.time, quantity="a value", detail="no equation could be named")
        if failure.list is EquationList.UNKNOWN:
            return NOT_FINITE.at(time=self.time, quantity=self.unknowns((failure.instance,)), detail="it grew beyond all numbers")
        number, group = self.failed_group()
        if (told := self.function_trouble()) is not None:
            return told
        if group.value:
            read = group.ix.reshape(-1)[failure.instance * group.width : (failure.instance + 1) * group.width]
        else:
            read = group.ix[group.rowptr[failure.instance] : group.rowptr[failure.instance + 1]]
        span = code.span(number, failure.group, failure.instance) or NOWHERE
        quantity = "a side of this relation" if number == RELATION_LIST else "this equation"
        if number == DISCRETE and (dense := self.no_steps(group.first + failure.instance)) is not None:
            return dense
        if number in (ASSIGN, DISCRETE):
            quantity = self.names((group.first + failure.instance,))
        return NOT_FINITE.at(span, time=self.time, quantity=quantity, detail=self.values(read.tolist()))

    def failed_group(self) -> tuple[int, Group]:
        """The list and the group of the equation that has no finite value."""
        tables = self.compiled.code.tables
        lists = {
            EquationList.ASSIGN: (ASSIGN, tables.assign),
            EquationList.RESIDUAL: (RESIDUAL, tables.residual),
            EquationList.RELATION: (RELATION_LIST, tables.relation),
            EquationList.DISCRETE: (DISCRETE, tables.discrete),
            EquationList.EFFECT: (EFFECT, tables.effect),
        }
        number, groups = lists[self.failure.list]
        return number, groups[self.failure.group]

    def function_trouble(self) -> Diagnostic | None:
        """What a function said that the equation calls; the solver's values may be others by now, so its last word counts too."""
        if self.failure.list in (EquationList.NONE, EquationList.UNKNOWN):
            return None
        simulation, code = self.compiled.simulation, self.compiled.code
        _, group = self.failed_group()
        called = {function.key for function in shape_functions(shape for shape in code.shapes if shape.name == group.value)}
        if not called:
            return None
        report = (
            simulation.trouble if self.failure.list is EquationList.EFFECT else simulation.trouble_with(group.only(self.failure.instance))
        )
        if report is None and self.failure.kind is FailureKind.SOLVER:
            report = simulation.trouble
        return describe_report(report, code.function, self.failure.time) if report is not None and report.function in called else None

    def recent_trouble(self) -> Diagnostic | None:
        """What a function said just where the solver could not go on, perhaps of a slope."""
        report = self.compiled.simulation.trouble
        if report is None or not abs(report.time - self.failure.time) <= RECENT * self.compiled.simulation.duration:
            return None
        return describe_report(report, self.compiled.code.function)

    def with_trouble(self, told: Diagnostic) -> Diagnostic:
        """Beside a failure that may have another cause: what a function said last."""
        report = self.compiled.simulation.trouble
        if report is None:
            return told
        said = describe_report(report, self.compiled.code.function)
        return replace(told, related=(*told.related, (said.span, said.message)))

    def values(self, places: Iterable[int]) -> str:
        """`x = 1, y = 2` of what an equation reads; literals have no name and are left out."""
        cells = self.compiled.code.layout.cell
        literal = self.attributes.literal
        array = self.compiled.simulation.values
        named = [p for p in dict.fromkeys(places) if cells[p] >= 0 and int(cells[p]) not in literal]
        return ", ".join(f"{self.name(p)} = {array[p]:.6g}" for p in named[:LISTED]) or "it reads no variable"

    def unknowns(self, indices: Iterable[int]) -> str:
        """The names of unknowns by their place in y."""
        return self.names(1 + index for index in indices if index >= 0)

    def names(self, places: Iterable[int]) -> str:
        """The names of places in w, the first few."""
        chosen = list(dict.fromkeys(self.name(place) for place in places))
        return ", ".join(f"`{name}`" for name in chosen[:LISTED]) + (f" and {len(chosen) - LISTED} more" if len(chosen) > LISTED else "")

    def name(self, place: int) -> str:
        """The name of what stands at a place in w."""
        cell = int(self.compiled.code.layout.cell[place])
        if cell < 0:
            return "a derivative"
        for group in self.compiled.system.dae.flat.relations:
            for row in np.flatnonzero(group.targets == cell // CELLS).tolist():
                return self.relation_text(group, row)
        if self.attributes.role[cell // CELLS] in (ROLES.index(Role.CONDITION), ROLES.index(Role.GUARD)):
            return f"the condition in line {self.spans[cell // CELLS].line}"
        return self.cell_text(cell)

    def cell_text(self, cell: int) -> str:
        """The name of a cell; what has none, as the value of a `floor`, is called as it is written."""
        position = cell // CELLS
        if cell not in self.attributes.literal and self.attributes.role[position] == ROLES.index(Role.AUXILIARY):
            text = source_text(self.spans.get(position, NOWHERE))
            if text:
                return f"pre({text})" if cell % CELLS == PRE else text
        return cell_name(self.tree, self.attributes, cell)

    def clock_span(self, index: int) -> Span:
        """Where a `sample` is written."""
        for number, group in enumerate(self.compiled.code.tables.sample):
            if index < group.n:
                return self.compiled.code.span(SAMPLE, number, index) or NOWHERE
            index -= group.n
        return NOWHERE

    def implicit_spans(self) -> list[Span]:
        """Where the equations that are solved together stand."""
        dae = self.compiled.system.dae
        return [span for span in dict.fromkeys(dae.row_span(row) for row in self.compiled.system.implicit) if span != NOWHERE]

    def relation(self, index: int) -> tuple[str, Span]:
        """A relation as text and where it is written."""
        position = int(self.compiled.code.layout.relations[index])
        for group in self.compiled.system.dae.flat.relations:
            for row in np.flatnonzero(group.targets == position).tolist():
                return f"`{self.relation_text(group, row)}`", group.spans[row]
        return "a relation", NOWHERE

    def relation_text(self, group: RelationGroup, row: int) -> str:
        """The text `h <= 0`, with the names of its variables."""
        names = [self.cell_text(int(c)) for c in group.cells[row]]
        template = group.template
        return f"{expression_text(template.left, names)} {template.operator} {expression_text(template.right, names)}"
