"""Modifiers as rows: what a class says of the values and attributes of its components and of what is in them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.connect import BUS_VALUE
from mosila.diagnostics.instantiation import BAD_MODIFIER
from mosila.diagnostics.modifiers import FINAL_MODIFIED
from mosila.diagnostics.names import UNKNOWN_MODIFIER
from mosila.diagnostics.scoping import PROTECTED_MODIFIED
from mosila.diagnostics.types import WRONG_TYPE
from mosila.instance.context import Context
from mosila.instance.lower import lower, lower_structural
from mosila.instance.names import element_type
from mosila.instance.plan import Component, Plan, RowKind, Variability, Variable, inner_name
from mosila.instance.references import record_leaves, record_type
from mosila.instance.values import BOOLEAN, Value, arranged, assignable, expect, type_phrase, wrong_size
from mosila.instance.variability import refuse_variability
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.modifiers import EMPTY, Modifier, merge
from mosila.semantics.suggest import suggestion
from mosila.semantics.symbols import ATTRIBUTES, Builtin
from mosila.semantics.types import STATE_SELECT, Shape, Type, scalar_kind, type_name
from mosila.symbolic.expression import Expr, apply, constant
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder

Index = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """Which element of a component on the way is modified, and how many it has."""

    index: Index
    dimensions: Shape


Levels = tuple[Level, ...]

_NUMBERS = {"start": RowKind.START, "nominal": RowKind.NOMINAL, "min": RowKind.MINIMUM, "max": RowKind.MAXIMUM}


def refuse_redeclarations(class_: Class, modifier: Modifier) -> None:
    """Refuse redeclarations of what a class does not have, or does not show."""
    for name, inner in modifier.nested.items():
        if inner.redeclaration is None:
            continue
        element = class_.elements.named.get(name)
        if element is None:
            advice = suggestion(name, class_.elements.named)
            raise MosilaError(UNKNOWN_MODIFIER.at(inner.named, scope=class_.name, name=name, suggestion=advice))
        if element.protected:
            raise MosilaError(PROTECTED_MODIFIED.at(inner.named, name=name, scope=class_.name))


class ModifierWriter:
    """Writes the rows of a plan's modifiers."""

    def __init__(self, builder: PlanBuilder) -> None:
        self.builder = builder
        self._lowered: dict[int, tuple[Modifier, Value]] = {}

    def write(self, component: Component, element: ComponentElement) -> None:
        """The rows of what a class says of one of its components."""
        if not component.condition:
            return
        modifier = element.modifier
        if not component.is_reference and isinstance(component.content, Variable):
            declared = element_type(element)
            if not isinstance(declared.type, Class):
                modifier = merge(modifier, declared.modifier)
        if component.is_reference:
            if modifier.value is not None or modifier.nested:
                what = f"`{component.name}` is outer and cannot be modified here"
                raise MosilaError(BAD_MODIFIER.at(element.span, what=what, advice="modify the inner component"))
            return
        if component.name in self.builder.sized_outside:
            modifier = replace(modifier, value=None)
        self._apply(component, 0, (), modifier, element.owner, own=True)

    def _apply(self, component: Component, base: int, levels: Levels, modifier: Modifier, owner: Class, own: bool = False) -> None:
        """The rows of a modifier for a component that starts `base` after this plan's own start."""
        if modifier is EMPTY or not component.condition:
            return
        if component.is_final and not own and (modifier.has_value or modifier.nested):
            raise MosilaError(
                FINAL_MODIFIED.at(modifier.named, name=f"`{component.name}`", related=[(component.span, "declared final here")])
            )
        if not own:
            self._refuse_finals(component, modifier)
        content = component.content
        if isinstance(content, Variable):
            self._apply_to_variable(component, content, base, modifier, owner, levels)
            return
        if modifier.value is not None:
            self._apply_to_record(component, content, base, modifier, owner, levels)
        for name, inner in modifier.nested.items():
            if name not in content.components:
                if inner.redeclaration is not None or name in content.broken:
                    continue
                advice = suggestion(name, content.components)
                raise MosilaError(UNKNOWN_MODIFIER.at(inner.named, scope=content.symbol.name, name=name, suggestion=advice))
            part = content.components.get(inner_name(name)) or content.components[name]
            if part.protected and not part.is_reference:
                raise MosilaError(PROTECTED_MODIFIED.at(inner.named, name=name, scope=content.symbol.name))
            if content.is_expandable and inner.value is not None and not _is_parameter(part):
                raise MosilaError(BUS_VALUE.at(inner.named, name=name, type=content.symbol.name))
            for element in np.ndindex(*component.dimensions):
                number = int(np.ravel_multi_index(element, component.dimensions)) if element else 0
                start = base + component.offset + number * content.size
                self._apply(part, start, (*levels, Level(element, component.dimensions)), inner, owner)

    def _refuse_finals(self, component: Component, modifier: Modifier) -> None:
        """Refuse modifiers of what the component's declaration made final."""
        if component.is_reference:
            what = f"`{component.name}` is outer and cannot be modified here"
            raise MosilaError(BAD_MODIFIER.at(modifier.named, what=what, advice="modify the inner component"))
        for path in component.finals:
            here = modifier
            for name in path:
                here = here.inner(name)
            if here.has_value or here.nested:
                name = ".".join((component.name, *path))
                raise MosilaError(FINAL_MODIFIED.at(here.named, name=f"`{name}`", related=[(component.span, "made final here")]))

    def _apply_to_record(self, component: Component, plan: Plan, base: int, modifier: Modifier, owner: Class, levels: Levels) -> None:
        """A value for a whole record: one row for each scalar in it."""
        assert modifier.value is not None
        if not plan.is_record:
            what = f"`{component.name}` is an object and cannot be set to a value"
            raise MosilaError(BAD_MODIFIER.at(modifier.span, what=what, advice="modify its variables: `(x = ...)`"))
        value = self._fitted(component, record_type(plan), modifier, owner, levels)
        leaves = record_leaves(plan)
        for number in range(component.count):
            first = base + component.offset + number * component.stride
            item = value.item(number) if value.shape else value
            for (offset, variable), element in zip(leaves, item.elements, strict=True):
                refuse_variability(component.name, variable, value, self._expression(modifier))
                if variable.type is not Builtin.STRING:
                    self.builder.rows.add_value(RowKind.BINDING, first + offset, element, modifier.span, value.variability)

    def _apply_to_variable(
        self, component: Component, variable: Variable, base: int, modifier: Modifier, owner: Class, levels: Levels
    ) -> None:
        first = base + component.offset
        kind = scalar_kind(variable.type)
        for name, inner in modifier.nested.items():
            if name not in ATTRIBUTES[kind]:
                advice = suggestion(name, ATTRIBUTES[kind])
                scope = f"{type_name(variable.type)} `{component.name}`"
                raise MosilaError(UNKNOWN_MODIFIER.at(inner.named, scope=scope, name=name, suggestion=advice))
            if inner.value is not None:
                self._attribute(name, component, variable, first, inner, owner, levels)
        if modifier.value is not None:
            value = self._fitted(component, variable.type, modifier, owner, levels)
            refuse_variability(component.name, variable, value, self._expression(modifier))
            if variable.type is not Builtin.STRING:
                self._rows(RowKind.BINDING, component, first, value, modifier)

    def _attribute(
        self, name: str, component: Component, variable: Variable, first: int, modifier: Modifier, owner: Class, levels: Levels
    ) -> None:
        _refuse_each(name, modifier, (*levels, Level((), component.dimensions)))
        if name in _NUMBERS:
            what = f"`{name}` of `{component.name}`"
            value = self._fitted(component, variable.type, modifier, owner, levels, what)
            if variable.type is not Builtin.STRING:
                self._rows(_NUMBERS[name], component, first, value, modifier)
        elif name == "fixed":
            value = self._known(modifier, owner, "`fixed`")
            expect(value, BOOLEAN, "`fixed`", self._expression(modifier))
            self._rows(RowKind.FIXED, component, first, self._element(value, component, modifier, levels, True), modifier)
        elif name == "stateSelect":
            value = self._known(modifier, owner, "`stateSelect`")
            expect(value, (STATE_SELECT,), "`stateSelect`", self._expression(modifier))
            shifted = tuple(apply("-", element, constant(3.0)) for element in value.elements)
            value = Value(Builtin.INTEGER, value.variability, value.shape, shifted)
            self._rows(RowKind.STATE_SELECT, component, first, self._element(value, component, modifier, levels, True), modifier)
        else:
            wanted = BOOLEAN if name == "unbounded" else (Builtin.STRING,)
            expect(self._known(modifier, owner, f"`{name}`"), wanted, f"`{name}`", self._expression(modifier))

    def _expression(self, modifier: Modifier) -> ast.Expression:
        assert modifier.value is not None
        return modifier.value

    def _value(self, modifier: Modifier, type_: Type, owner: Class, pure: bool) -> Value:
        """The value of a modifier, translated once for all elements of an array."""
        if id(modifier) not in self._lowered:
            context = Context(modifier.scope or owner, expected=type_, pure=pure, once=not pure)
            self._lowered[id(modifier)] = modifier, lower(self._expression(modifier), self.builder.scope, context)
        return self._lowered[id(modifier)][1]

    def _known(self, modifier: Modifier, owner: Class, what: str) -> Value:
        return lower_structural(self._expression(modifier), self.builder.scope, Context(modifier.scope or owner), what)

    def _element(self, value: Value, component: Component, modifier: Modifier, levels: Levels, attribute: bool) -> Value:
        """Of an array of values the part that belongs to this element of an array of components.

        A single attribute may be meant for all elements; a single value is not, unless `each` says so.
        """
        depth = modifier.each
        if attribute and depth is not None:
            depth -= 1  # the elements of the variable itself are between
        kept = levels if depth is None else levels[len(levels) - depth :] if depth > 0 else ()
        around: Shape = tuple(size for level in kept for size in level.dimensions)
        if not around or (attribute and len(value.shape) < len(around) + len(component.dimensions)):
            return value
        if len(value.shape) < len(around) + len(component.dimensions):
            what = f"`{component.name}` (write `each` where all get the same value)"
            raise wrong_size(modifier.span, what, (*around, *component.dimensions), value.shape)
        if value.shape[: len(around)] != around:
            raise wrong_size(modifier.span, f"`{component.name}`", (*around, *component.dimensions), value.shape)
        return value.at(tuple(place for level in kept for place in level.index))

    def _fitted(self, component: Component, type_: Type, modifier: Modifier, owner: Class, levels: Levels, attribute: str = "") -> Value:
        """The value of a modifier, checked against what it is for."""
        expression = self._expression(modifier)
        what = attribute or f"`{component.name}`"
        value = self._value(modifier, type_, owner, pure=not attribute and not _is_parameter(component))
        if not assignable(type_, value.type) and not (value.shape and value.count == 0):
            raise MosilaError(
                WRONG_TYPE.at(
                    expression.span,
                    what=what,
                    expected=type_phrase(type_),
                    text=expression_text(expression),
                    found=type_phrase(value.type),
                    advice=f"write {type_phrase(type_)} here",
                )
            )
        if not attribute:
            _refuse_each(component.name, modifier, levels)
        value = self._element(value, component, modifier, levels, bool(attribute))
        value = arranged(type_, value) if value.count else value
        if value.shape and value.shape != component.dimensions:
            raise wrong_size(modifier.span, what, component.dimensions, value.shape)
        if not value.shape and component.dimensions and not attribute:
            raise wrong_size(modifier.span, f"{what} (write a value for each element)", component.dimensions, ())
        return value

    def _rows(self, kind: RowKind, component: Component, first: int, value: Value, modifier: Modifier) -> None:
        variability: Variability = value.variability
        for number in range(component.count):
            element: Expr = value.elements[number] if value.shape else value.scalar
            self.builder.rows.add_value(kind, first + number, element, modifier.span, variability)


def _is_parameter(component: Component) -> bool:
    content = component.content
    variables = [content] if isinstance(content, Variable) else [variable for _, variable in record_leaves(content)]
    return all(variable.variability <= Variability.PARAMETER or variable.type is Builtin.EXTERNAL for variable in variables)


def _refuse_each(name: str, modifier: Modifier, levels: Levels) -> None:
    """Refuse `each` where nothing is an array."""
    if modifier.each == 0 and not any(level.dimensions for level in levels):
        what = f"`each` stands before `{name}`, but nothing here is an array"
        raise MosilaError(BAD_MODIFIER.at(modifier.named, what=what, advice="leave `each` out"))
