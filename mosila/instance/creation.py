"""`new C(mods)`: the kind of object it makes, and the values its modifiers give, as formulas of the object that creates it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.dynamic import BAD_DYNAMIC
from mosila.diagnostics.instantiation import BAD_MODIFIER
from mosila.diagnostics.names import UNKNOWN_MODIFIER
from mosila.diagnostics.types import WRONG_TYPE
from mosila.instance.apply_modifiers import refuse_redeclarations
from mosila.instance.context import Context
from mosila.instance.lower import lower
from mosila.instance.plan import Component, Create, Formula, Plan, Variable
from mosila.instance.references import record_leaves, record_type
from mosila.instance.surroundings import Surroundings
from mosila.instance.tree import path_within
from mosila.instance.values import Value, arranged, assignable, type_phrase, wrong_size
from mosila.semantics.classes import Class
from mosila.semantics.modifiers import Modifier, from_arguments
from mosila.semantics.suggest import suggestion
from mosila.semantics.symbols import Builtin
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder

Values = list[tuple[tuple[str, ...], Formula]]


def lower_new(builder: PlanBuilder, written: ast.New, context: Context) -> tuple[Create, Class]:
    """`new C(mods)` in an action."""
    name = ".".join(written.name.parts)
    class_ = context.scope.find_class(written.name)
    if not isinstance(class_, Class) or class_.restriction not in ("model", "block", "class"):
        raise MosilaError(BAD_DYNAMIC.at(written.name.span, name=f"new {name}", why="its type is no model class"))
    modifier = from_arguments(written.modification, context.scope)
    refuse_redeclarations(class_, modifier)
    type_ = class_.specialise(modifier)
    around = Surroundings(modifier, builder, (), builder.surroundings, f"new {name}")
    kind = builder.factory.creation(type_, around, written.span)
    probe = type(builder)(builder.factory, type_, around)
    values: Values = []
    for each, inner in modifier.nested.items():
        if inner.redeclaration is None or inner.has_value:
            _collect(builder, probe, (ast.Part(each, span=inner.named),), inner, context, values)
    return Create(kind, tuple(values), written.span), class_


def _collect(
    builder: PlanBuilder, probe: PlanBuilder, parts: tuple[ast.Part, ...], modifier: Modifier, context: Context, values: Values
) -> None:
    """The values that a modifier gives to a variable of the new object, and to what is in it."""
    if parts[0].name not in probe.members:
        advice = suggestion(parts[0].name, probe.members)
        raise MosilaError(UNKNOWN_MODIFIER.at(modifier.named, scope=probe.class_.name, name=parts[0].name, suggestion=advice))
    reference = ast.Reference(parts, span=modifier.named)
    found = probe.scope.find(reference, Context(probe.class_))
    component = found.component
    if component.refers is not None:
        what = f"`{expression_text(reference)}` is a reference, which modifiers cannot set"
        raise MosilaError(BAD_MODIFIER.at(modifier.named, what=what, advice="assign to it after `new`"))
    if modifier.value is not None:
        _give(builder, probe, component, found.positions, found.shape, modifier, context, values)
    for name, inner in modifier.nested.items():
        if isinstance(component.content, Plan):
            _collect(builder, probe, (*parts, ast.Part(name, span=inner.named)), inner, context, values)
        elif name == "start" and inner.value is not None:
            _give(builder, probe, component, found.positions, found.shape, inner, context, values)
        else:
            what = f"`{name}` cannot be given to a new object"
            raise MosilaError(BAD_MODIFIER.at(inner.named, what=what, advice="give it in the class"))


def _give(
    builder: PlanBuilder,
    probe: PlanBuilder,
    component: Component,
    positions: tuple[int, ...],
    shape: tuple[int, ...],
    modifier: Modifier,
    context: Context,
    values: Values,
) -> None:
    """One value, scalar by scalar."""
    assert modifier.value is not None
    value = lower(modifier.value, builder.scope, replace(context, scope=modifier.scope or context.scope))
    content = component.content
    type_ = content.type if isinstance(content, Variable) else record_type(content)
    what = f"`{component.name}`"
    if not assignable(type_, value.type):
        raise MosilaError(
            WRONG_TYPE.at(
                modifier.value.span,
                what=what,
                expected=type_phrase(type_),
                text=expression_text(modifier.value),
                found=type_phrase(value.type),
                advice=f"write {type_phrase(type_)} here",
            )
        )
    if modifier.each and shape and not value.shape:
        value = Value(value.type, value.variability, shape, value.elements * len(positions))
    if value.shape != shape:
        raise wrong_size(modifier.value.span, what, shape, value.shape)
    leaves = [((), content)] if isinstance(content, Variable) else [(_leaf_path(content, o), v) for o, v in record_leaves(content)]
    elements = iter(arranged(type_, value).elements)
    for position in positions:
        path = path_within(probe.components, position, component)
        for inner, leaf in leaves:
            element = next(elements)
            if leaf.type is Builtin.STRING:
                continue  # its plan asked for it already
            values.append(((*path, *inner), builder.rows.formula(element, Builtin.REAL)))


def _leaf_path(plan: Plan, offset: int) -> tuple[str, ...]:
    """The path of a scalar of a record."""
    for component in plan.components.values():
        if component.offset <= offset < component.offset + component.count * component.stride:
            number = (offset - component.offset) // component.stride
            name = component.element_name(number)
            if isinstance(component.content, Variable):
                return (name,)
            return (name, *_leaf_path(component.content, offset - component.offset - number * component.stride))
    raise AssertionError("a leaf of the record")
