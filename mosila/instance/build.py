"""Plan building: a class, in the light of what is around it -> its `Plan`."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from typing import ParamSpec

import numpy as np

from mosila.charts.chart import Chart
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.connect import GRAPH_NOT_SUPPORTED
from mosila.diagnostics.instantiation import NO_INNER, NOT_SUPPORTED, OBSOLETE, PARTIAL_MODEL
from mosila.diagnostics.names import CYCLIC_COMPONENT
from mosila.diagnostics.program import PARAMETER_CYCLE
from mosila.diagnostics.types import NO_VALUE, NOT_PARAMETER
from mosila.diagnostics.variability import CONSTANT_WITHOUT_VALUE
from mosila.instance.apply_modifiers import ModifierWriter, refuse_redeclarations
from mosila.instance.bus import bus_component, bus_dimensions, bus_elements, is_potential
from mosila.instance.cardinality import cardinality
from mosila.instance.chart_plan import plan_chart, read_chart, state_variables
from mosila.instance.connectors import check_connector, connector_streams
from mosila.instance.context import UNKNOWN_SIZE, Context, unsupported
from mosila.instance.declare import declare_variable, prefixes_inside
from mosila.instance.dynamic import DynamicScope, reference_component
from mosila.instance.effects import Effects
from mosila.instance.equations import lower_equations
from mosila.instance.lower import lower, lower_structural
from mosila.instance.names import Constants, ElementType, dimension, element_type
from mosila.instance.outer import added_inner, added_warning, outer_component, with_inner_classes
from mosila.instance.plan import (
    Branch,
    Component,
    Indicator,
    Plan,
    Role,
    Stream,
    Variability,
    Variable,
    inner_name,
)
from mosila.instance.prefixes import check_prefixes
from mosila.instance.references import PlanScope
from mosila.instance.resources import load_resource
from mosila.instance.rows import RowCollector
from mosila.instance.space import AddressSpace
from mosila.instance.specialise import Specialiser
from mosila.instance.streams import stream_value
from mosila.instance.structural_operators import lower_active, lower_attached, lower_in_state, lower_is_empty
from mosila.instance.surroundings import Prefixes, Surroundings
from mosila.instance.values import Value, arranged, assignable, check_extent, stack, string
from mosila.instance.varying import is_there, lower_condition
from mosila.instance.when_targets import when_targets
from mosila.instance.wiring import Wiring
from mosila.semantics.check_class import ClassChecker
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.constraints import check_redeclarations
from mosila.semantics.lookup import ClassTable
from mosila.semantics.modifiers import EMPTY, Modifier, final_parts, merge
from mosila.semantics.symbols import Builtin, ClassSymbol
from mosila.semantics.types import Shape
from mosila.source import Span
from mosila.symbolic.expression import ZERO, Expr
from mosila.syntax import ast
from mosila.syntax.annotations import class_text
from mosila.syntax.format import expression_text

Step = ParamSpec("Step")
MOST_KINDS = 200
"""How many different `new` a program may have; more come from objects that create ever other ones."""


class PlanFactory:
    """Builds plans of a program's classes and keeps those already built."""

    def __init__(self, table: ClassTable, space: AddressSpace, wiring: Wiring, takes_partial: bool = False) -> None:
        self.takes_partial = takes_partial  # of a partial class that is only looked at
        self.table = table
        self.space = space
        self.wiring = wiring
        self.specialiser = Specialiser(table.find_resource)
        self.specialiser.check = self.check
        self.calls = self.specialiser.calls
        self.effects = Effects(self.calls)
        self.constants = Constants(self.calls.call)
        self.calls.constants = self.constants
        self.errors: dict[Diagnostic, None] = {}
        self.checker = ClassChecker()
        self.missing_inners: dict[str, list[ComponentElement]] = {}
        self.added_inners: dict[str, ComponentElement] = {}
        self.told: set[int] = set()
        """Elements without a value that were complained of already."""
        self._plans: dict[tuple[Class, Prefixes], list[tuple[dict[tuple[str, tuple[str, ...]], object], Plan]]] = {}
        self.evaluated: set[tuple[str, str]] = set()
        """Parameters, as (class, name), that had to be known on the way."""
        self._open: list[Class] = []
        self.referred: dict[ClassSymbol, Class] = {}
        """The classes of `dynamic` references."""
        self.wired: set[tuple[tuple[str, ...], str]] = set()
        """References and collections, as (class that declares it, name), that equations use."""
        self._creations: list[tuple[Class, Surroundings, Span]] = []
        self._probes: dict[ClassSymbol, PlanBuilder] = {}
        self.kinds: tuple[Plan, ...] = ()
        """What each `new` of the program makes, by its number."""

    def creation(self, class_: Class, surroundings: Surroundings, span: Span) -> int:
        """The number of a `new`; its plan is built when those around it are, since a class may create objects of its own."""
        self._creations.append((class_, surroundings, span))
        return len(self._creations) - 1

    def probe(self, symbol: ClassSymbol) -> PlanBuilder:
        """The class of a reference as a plan that is only looked at: components are laid out one by one, when they are asked for."""
        if symbol not in self._probes:
            self._probes[symbol] = PlanBuilder(self, self.referred[symbol], Surroundings(EMPTY, None))
        return self._probes[symbol]

    def lineage(self, symbol: ClassSymbol) -> Container[ClassSymbol]:
        """A class and those that it extends, by their definitions."""
        class_ = self.table.find_class(symbol.path)
        return class_.elements.lineage if class_ is not None else (symbol,)

    def _created_plans(self) -> Iterator[Plan]:
        """The plans of all objects that actions create; building one may find more."""
        for number, (class_, surroundings, span) in enumerate(self._creations):
            if number > MOST_KINDS:
                raise MosilaError(CYCLIC_COMPONENT.at(span, name=class_.name))
            yield self.plan(class_, surroundings, span)

    def root_plan(self, class_: Class) -> Plan | None:
        """The plan of the model that is simulated; None: it could not be built. What is wrong is kept in `errors`."""
        while True:
            plan: Plan | None = None
            try:
                plan = self.plan(class_, Surroundings(EMPTY, None, wiring=self.wiring), class_.symbol.span)
                self.kinds = tuple(self._created_plans())
            except MosilaError as error:
                self.errors.update(dict.fromkeys(error.diagnostics))
            if not self._add_inners():
                break
        for function in self.specialiser.functions():
            self.guard(function.check)
        return plan

    def raise_errors(self) -> None:
        """Raise all errors found on the way together; what is wrong goes before what is not supported."""
        if self.errors:
            wrong = [each for each in self.errors if each.code != GRAPH_NOT_SUPPORTED.code]
            raise MosilaError(*sorted(wrong or self.errors, key=lambda each: (each.span, each.code, each.message)))

    def _add_inners(self) -> bool:
        """Add inner components to the model where outer ones have none; whether there are new ones."""
        added = {name: new for name, missing in self.missing_inners.items() if (new := added_inner(missing)) is not None}
        if not added.keys() - self.added_inners.keys():
            return False
        self.added_inners.update(added)
        gone = {each.span for name in added for each in self.missing_inners[name]}
        self.errors = {each: None for each in self.errors if each.code != NO_INNER.code or each.span not in gone}
        self.missing_inners.clear()
        self._plans.clear()
        self._creations.clear()
        return True

    def plan(self, class_: Class, surroundings: Surroundings, span: Span) -> Plan:
        """The plan of a class in its surroundings: one that was built for the same answers, or a new one."""
        class_ = with_inner_classes(class_, surroundings)
        kept = self._plans.setdefault((class_, surroundings.prefixes), [])
        for asked, plan in kept:
            if all(surroundings.answer(question) == answer for question, answer in asked.items()):
                return plan
        if any(each is class_ or (each.symbol is class_.symbol and len(self._open) > 100) for each in self._open):
            raise MosilaError(CYCLIC_COMPONENT.at(span, name=class_.name))
        if class_.is_partial and not self.takes_partial:
            raise MosilaError(PARTIAL_MODEL.at(span, name=class_.name))
        self._open.append(class_)
        if class_.is_record:
            self.constants.class_of.setdefault(class_.symbol, class_)
        try:
            surroundings.asked.clear()
            self.check(class_)
            builder = PlanBuilder(self, class_, surroundings)
            plan = builder.build()
        finally:
            self._open.pop()
        if plan.is_expandable:
            self.wiring.classes[plan] = class_
        if not builder.is_private:
            kept.append((dict(surroundings.asked), plan))
        return plan

    def check(self, class_: Class) -> None:
        """See whether the text of a class keeps the rules, once."""
        self.errors.update(dict.fromkeys((*self.checker.check(class_), *class_.elements.faults, *check_redeclarations(class_))))

    def guard(self, step: Callable[Step, None], *arguments: Step.args, **named: Step.kwargs) -> None:
        """Do a step; what is wrong with it is kept for the end, so that one run finds all mistakes."""
        try:
            step(*arguments, **named)
        except MosilaError as error:
            self.errors.update(dict.fromkeys(error.diagnostics))

    def overload(self, symbol: str, operands: tuple[Value, ...], span: Span, scope: PlanScope, context: Context) -> Value | None:
        """What an operator of operator records gives."""
        return self.calls.overload(symbol, operands, span, scope, context)


class PlanBuilder:
    """One plan under construction: layout first, then values, equations and the chart."""

    def __init__(self, factory: PlanFactory, class_: Class, surroundings: Surroundings) -> None:
        self.factory = factory
        self.class_ = class_
        self.surroundings = surroundings
        elements = class_.elements
        self.lineage = elements.lineage
        self.members = {name: each for name, each in elements.named.items() if isinstance(each, ComponentElement)}
        if surroundings.builder is None:
            self.members.update(factory.added_inners)
        self._part_inner_from_outer()
        self.components: dict[str, Component] = {}
        self.rows = RowCollector(factory.space)
        self.scope = PlanScope(self)
        self.when_targets = frozenset(when_targets(elements))
        self.size = 1  # position 0 is the object itself, so that no two objects start at one position
        self.is_private = False
        self.on_bus = bus_elements(self)
        self.sized_outside: set[str] = set()
        """Components whose size comes from a value that is given from outside, in place of the one declared."""
        self._sizing: dict[str, list[int]] = {}
        """The sizes known so far of components that are being sized: `A[:, size(A, 1)]` asks for its own."""
        self.chart: Chart | None = None
        self.state_positions: tuple[int, ...] = ()
        self.indicators: list[Indicator] = []
        self.warnings: list[Diagnostic] = []
        self.dynamic = DynamicScope(self)
        self.branches: list[Branch] = []
        self._laying_out: list[str] = []
        self._evaluating: list[str] = []
        self._broken: set[str] = set()
        self._varying: list[str] = []
        """Components whose condition varies while the model runs."""
        self._inner_plans: dict[str, list[Plan]] = {}

    def _part_inner_from_outer(self) -> None:
        """Make two components of one that is both: the class itself reads the outer one, its parts the inner one."""
        for name, element in tuple(self.members.items()):
            if element.prefixes.inner and element.prefixes.outer:
                self.members[name] = replace(element, prefixes=replace(element.prefixes, inner=False), modifier=EMPTY)
                inside = replace(element, name=inner_name(name), prefixes=replace(element.prefixes, outer=False))
                self.members[inner_name(name)] = inside

    def build(self) -> Plan:
        """Lay out the components, then lower everything written in the class."""
        guard = self.factory.guard
        guard(self._read_chart)
        for name in self.members:
            guard(self._lay_out, name)
        self.components = {name: self.components[name] for name in self.members if name in self.components}
        for name, added in self.on_bus.items():
            if name not in self.members and added.content is not None:
                self.components[name] = component = bus_component(self, added)
                self.size += component.count * component.stride
        self.rows.next_position = self.size
        states = self.chart.states if self.chart is not None else ()
        self.state_positions = tuple(
            self.rows.new_position(Role.STATE, Builtin.BOOLEAN, Variability.DISCRETE, state.span) for state in states
        )
        streams: list[Stream] = []
        guard(self._finish_connector, streams)
        writer = ModifierWriter(self)
        for name, component in self.components.items():
            if name in self.members and component.refers is None:
                guard(writer.write, component, self.members[name])
        for name in self._varying:
            guard(lower_condition, self, name)
        connections, augmentations = lower_equations(self)
        chart = plan_chart(self)
        return Plan(
            symbol=self.class_.symbol,
            size=self.rows.next_position,
            components=self.components,
            auxiliaries=tuple(self.rows.auxiliaries),
            rows=self.rows.finish(),
            reinits=tuple(self.rows.reinits),
            connections=tuple(connections),
            augmentations=tuple(augmentations),
            assertions=tuple(self.rows.assertions),
            terminations=tuple(self.rows.terminations),
            effects=tuple(self.rows.effects),
            chart=chart.plan if chart is not None else None,
            behaviours=chart.behaviours if chart is not None else (),
            broken=frozenset(self._broken),
            inners=tuple(name for name, each in self.members.items() if name in self.components and each.prefixes.inner),
            streams=tuple(streams),
            conditionals=tuple(self.rows.conditionals),
            switches=tuple(self.rows.switches),
            warnings=(*self.warnings, *self._added_warnings()),
            wires=chart.wires if chart is not None else (),
            indicators=tuple(self.indicators),
            stand_ins=tuple(self.dynamic.stand_ins),
            reductions=tuple(self.dynamic.reductions),
            branches=tuple(self.branches),
            conditional=self.rows.conditional(),
        )

    def _added_warnings(self) -> Iterator[Diagnostic]:
        if self.surroundings.builder is None:
            yield from (added_warning(each) for each in self.factory.added_inners.values())

    def _read_chart(self) -> None:
        """The chart, whose states' variables are components too."""
        self.chart = read_chart(self.class_)
        if self.chart is not None:
            self.members |= state_variables(self.chart, self.class_)

    def _finish_connector(self, streams: list[Stream]) -> None:
        streams.extend(connector_streams(self))
        check_connector(self)

    # --- layout ---------------------------------------------------------------------------------------------------

    def component(self, name: str) -> Component | None:
        """A component, laid out now if it has not been; None: there is none of that name."""
        if name in self._broken:
            raise MosilaError
        if name not in self.components and name in self.members:
            self._lay_out(name)
        return self.components.get(name)

    def has_inner(self, name: str) -> bool:
        """Whether this object offers an `inner` component of that name."""
        return inner_name(name) in self.members or (name in self.members and self.members[name].prefixes.inner)

    def inner_component(self, name: str) -> Component | None:
        """The `inner` component of that name."""
        return self.component(inner_name(name) if inner_name(name) in self.members else name)

    def _lay_out(self, name: str) -> None:
        if name in self.components or name in self._broken:
            return
        element = self.members[name]
        if name in self._laying_out:
            cycle = " <- ".join([*self._laying_out[self._laying_out.index(name) :], name])
            raise MosilaError(PARAMETER_CYCLE.at(element.span, name=name, cycle=cycle))
        self._laying_out.append(name)
        try:
            component = self._declared(element)
        except MosilaError:
            self._broken.add(name)
            raise
        finally:
            self._laying_out.pop()
        self.components[name] = component
        self.size += component.count * component.stride

    def _declared(self, element: ComponentElement) -> Component:
        """A component with its dimensions and content, placed behind what is laid out already."""
        if element.clause.dynamic:
            return reference_component(self, element)
        declared = element_type(element)
        check_prefixes(element, declared, self.class_)
        is_potential_only = is_potential(self, element, declared.type) and element.name not in self.on_bus
        if is_potential_only or not is_there(self, element, self._varying):
            placeholder = Variable(type=Builtin.REAL, variability=self.surroundings.prefixes.variability, span=element.span)
            return Component(element.name, self.size, (0,), placeholder, element.owner.symbol, element.span, condition=False)
        if element.prefixes.outer:
            return outer_component(self, element)
        dimensions = self._dimensions(element, declared)
        content: Plan | Variable
        if isinstance(declared.type, Class):
            content = self._object_plan(element, declared.type, dimensions)
            check_extent((*dimensions, content.size), element.span)
        else:
            content = declare_variable(self, element, declared, merge(element.modifier, declared.modifier))
        return Component(
            name=element.name,
            offset=self.size,
            dimensions=dimensions,
            content=content,
            declared_in=element.owner.symbol,
            span=element.span,
            protected=element.protected,
            is_final=element.prefixes.final or element.modifier.final,
            finals=tuple(final_parts(merge(element.modifier, declared.modifier))),
            is_conditional=element.declaration.condition is not None,
        )

    def _dimensions(self, element: ComponentElement, declared: ElementType) -> Shape:
        sizes = self._sizing[element.name] = []
        connected = bus_dimensions(self.on_bus, element.name, len(declared.subscripts))
        try:
            for axis, (subscript, owner) in enumerate(declared.subscripts):
                if isinstance(subscript, ast.Colon):
                    sizes.append(connected[axis] if connected is not None else self._size_from_value(element, axis))
                else:
                    sizes.append(dimension(subscript, self.scope, Context(owner)))
        finally:
            del self._sizing[element.name]
        return check_extent(tuple(sizes), element.span)

    def _size_from_value(self, element: ComponentElement, axis: int) -> int:
        known = self.surroundings.ask_shape((element.name,))
        modifier = element.modifier
        if known is None and modifier.value is not None:
            shape = self._shape_of_value(modifier, element)
            return shape[axis] if axis < len(shape) else 0
        self.sized_outside.add(element.name)
        if known is None:
            raise MosilaError(NO_VALUE.at(element.span, what="the dimension `:`", name=element.name))
        return known[axis] if axis < len(known) else 0

    def _shape_of_value(self, modifier: Modifier, element: ComponentElement) -> Shape:
        assert modifier.value is not None
        context = Context(modifier.scope or element.owner)
        return lower(modifier.value, self.scope, context.without_events()).shape

    def _object_plan(self, element: ComponentElement, class_: Class, dimensions: Shape) -> Plan:
        refuse_redeclarations(class_, element.modifier)
        type_ = class_.specialise(element.modifier)
        if (text := class_text(class_.symbol.definition, "obsolete")) is not None:
            self.warnings.append(OBSOLETE.at(element.span, name=element.name, type=class_.name, text=text))
        inside = prefixes_inside(self, element)
        plans: list[Plan] = []
        for index in np.ndindex(*dimensions):
            around = Surroundings(element.modifier, self, index, self.surroundings, element.name, inside)
            plans.append(self.factory.plan(type_, around, element.span))
            if not around.asked:
                break
        if not plans:
            around = Surroundings(element.modifier, self, (), self.surroundings, element.name, inside)
            plans.append(self.factory.plan(type_, around, element.span))
        if any(plan is not plans[0] for plan in plans):
            construct = "an array whose elements differ in structure"
            raise MosilaError(NOT_SUPPORTED.at(element.span, construct=construct, advice="declare the elements one by one"))
        return plans[0]

    # --- values known before the run ------------------------------------------------------------------------------

    def keep_apart(self) -> None:
        """No other object can share this plan, nor those of the objects around."""
        here: PlanBuilder | None = self
        while here is not None:
            here.is_private = True
            here = here.surroundings.builder

    def around(self, context: Context) -> PlanBuilder | None:
        """The object around this one in whose text a context stands."""
        here = self.surroundings.builder
        while here is not None:
            if context.scope.symbol in here.lineage:
                return here
            here = here.surroundings.builder
        return None

    def structural_value(self, reference: ast.Reference, context: Context) -> Value:
        """The value of a parameter that must be known now."""
        parts = reference.parts
        name = parts[0].name
        self.factory.evaluated.add((self.class_.symbol.name, name))
        element = self.members[name]
        declared = element_type(element)
        if isinstance(declared.type, Class) and not declared.type.is_record:
            return self._inner_value(element, declared.type, reference, context)
        return self.scope.structural_selection(self._member_value(element, declared, reference, context), reference, context)

    def _inner_value(self, element: ComponentElement, class_: Class, reference: ast.Reference, context: Context) -> Value:
        """The value of a parameter of an object in this one."""
        if len(reference.parts) == 1:
            raise MosilaError(NOT_PARAMETER.at(reference.span, what=context.structural, text=expression_text(reference)))
        if element.prefixes.outer:
            found = self.surroundings.ask_inner(element.name)
            if found is None:
                raise unsupported(reference.span, f"`{expression_text(reference)}` without an `inner` component")
            self.keep_apart()
            return found[0].structural_value(reference, context)
        index = self._index(reference.parts[0], context)
        type_ = class_.specialise(element.modifier)
        inside = prefixes_inside(self, element)
        around = Surroundings(element.modifier, self, index, self.surroundings, element.name, inside)
        probe = PlanBuilder(self.factory, type_, around)
        rest = ast.Reference(reference.parts[1:], span=reference.span)
        if rest.parts[0].name not in probe.members:
            return probe.scope.find_constant(rest, Context(type_, structural=context.structural))
        return probe.structural_value(rest, Context(type_, structural=context.structural))

    def _index(self, part: ast.Part, context: Context) -> tuple[int, ...]:
        index: list[int] = []
        for subscript in part.subscripts:
            value = lower_structural(subscript, self.scope, context, "a subscript")
            if value.shape:
                raise unsupported(subscript.span, "a slice of objects where a value must be known", "name one object")
            index.append(int(value.number) - 1)
        return tuple(index)

    def _member_value(self, element: ComponentElement, declared: ElementType, reference: ast.Reference, context: Context) -> Value:
        name, what = element.name, context.structural
        varies = element.clause.variability not in ("parameter", "constant") and self.surroundings.prefixes.variability > 1
        if varies and declared.type is not Builtin.STRING:
            raise MosilaError(NOT_PARAMETER.at(reference.span, what=what, text=expression_text(reference)))
        if name in self._evaluating:
            cycle = " <- ".join([*self._evaluating[self._evaluating.index(name) :], name])
            raise MosilaError(PARAMETER_CYCLE.at(element.span, name=name, cycle=cycle))
        given = self.surroundings.ask((name,), what)
        if given is not None:
            return given
        self._evaluating.append(name)
        try:
            return self._own_value(element, declared, reference, context)
        finally:
            self._evaluating.pop()

    def _own_value(self, element: ComponentElement, declared: ElementType, reference: ast.Reference, context: Context) -> Value:
        modifier, what = element.modifier, context.structural
        if modifier.value is not None:
            value = lower_structural(modifier.value, self.scope, Context(modifier.scope or element.owner), what)
            type_ = self.factory.constants.type_of(declared.type, element.span)
            return arranged(type_, value) if assignable(type_, value.type) else value
        if isinstance(declared.type, Class):
            return self._record_value(element, declared, declared.type, context)
        start = merge(modifier, declared.modifier).inner("start")
        if start.value is not None:
            return lower_structural(start.value, self.scope, Context(start.scope or element.owner), what)
        if id(element) in self.factory.told:
            raise MosilaError
        self.factory.told.add(id(element))
        if element.is_constant:
            raise MosilaError(CONSTANT_WITHOUT_VALUE.at(element.span, name=element.name))
        raise MosilaError(NO_VALUE.at(reference.span, what=what, name=element.name))

    def _record_value(self, element: ComponentElement, declared: ElementType, class_: Class, context: Context) -> Value:
        """A record from the values of its fields."""
        type_ = class_.specialise(element.modifier)
        inside = prefixes_inside(self, element)
        shape = self._dimensions(element, declared)
        records: list[Value] = []
        record = self.factory.constants.record_type(type_)
        for index in np.ndindex(*shape):
            around = Surroundings(element.modifier, self, index, self.surroundings, element.name, inside)
            probe = PlanBuilder(self.factory, type_, around)
            inner = Context(type_, structural=context.structural)
            values = [probe.structural_value(ast.Reference((ast.Part(f.name),), span=element.span), inner) for f in record.fields]
            elements: tuple[Expr, ...] = tuple(e for value in values for e in value.elements)
            records.append(Value(record, values[0].variability, (), elements) if values else Value(record, Variability.CONSTANT, (), ()))
        return stack(records, record).reshaped(shape) if shape else records[0]

    def start_values(self, name: str, value: Value) -> tuple[Expr, ...]:
        """The start values of a variable of this object, an expression for each scalar in it."""
        element = self.members[name]
        declared = element_type(element)
        if isinstance(declared.type, Class):
            return (ZERO,) * len(value.elements)
        start = self.surroundings.ask((name, "start"), "a start value")
        written = merge(element.modifier, declared.modifier).inner("start")
        if start is None and written.value is not None:
            start = lower_structural(written.value, self.scope, Context(written.scope or element.owner), "a start value")
        if start is None:
            return (ZERO,) * len(value.elements)
        return start.elements if start.shape else (start.scalar,) * len(value.elements)

    def shape_of(self, reference: ast.Reference, context: Context) -> Shape | None:
        """The dimensions of a component that may not be laid out yet."""
        element = self.members[reference.parts[0].name]
        if reference.parts[0].subscripts:
            return None
        if element.name in self.components:
            return self.components[element.name].dimensions
        if element.name in self._sizing:
            known = self._sizing[element.name]
            return (*known, *(UNKNOWN_SIZE for _ in range(element.written_dimensions - len(known))))
        return self._dimensions(element, element_type(element))

    def instance_path(self) -> tuple[str, ...]:
        """The names of the objects around this one and its own, from the model on."""
        around = self.surroundings
        if around.builder is None:
            return (self.class_.symbol.definition.name,)
        index = f"[{','.join(str(place + 1) for place in around.index)}]" if around.index else ""
        return (*around.builder.instance_path(), around.name + index)

    def special(self, call: ast.Call, name: str, context: Context) -> Value:
        """Operators that need to know what is connected or active."""
        if name in ("inStream", "actualStream"):
            return stream_value(self, call, name, context)
        if name == "getInstanceName":
            self.keep_apart()
            return string(".".join(self.instance_path()))
        if name in _STRUCTURAL:
            return _STRUCTURAL[name](self, call, context)
        raise unsupported(call.span, f"`{name}`", "leave it out")


_STRUCTURAL: dict[str, Callable[[PlanBuilder, ast.Call, Context], Value]] = {
    "cardinality": cardinality,
    "loadResource": load_resource,
    "in": lower_in_state,
    "active": lower_active,
    "attached": lower_attached,
    "isEmpty": lower_is_empty,
}
