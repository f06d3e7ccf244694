"""Names of functions: `f`, `P.f` through packages, `c.f` through a component."""

from __future__ import annotations

from mosila.diagnostics import MosilaError
from mosila.diagnostics.functions import NOT_CALLABLE, UNKNOWN_FUNCTION
from mosila.diagnostics.names import PROTECTED_ACCESS
from mosila.diagnostics.scoping import FUNCTION_IN_COMPONENT
from mosila.instance.builtins import BUILTIN_FUNCTIONS
from mosila.instance.context import Context
from mosila.instance.names import element_type
from mosila.semantics.access import refuse_access, refuse_partial
from mosila.semantics.classes import Class, ClassElement, ComponentElement, as_class
from mosila.semantics.suggest import suggestion
from mosila.syntax import ast
from mosila.syntax.format import expression_text


def find_function(function: ast.Reference, context: Context) -> Class:
    """The class that is called."""
    first = function.parts[0].name
    found: object = context.scope.root(first) if function.is_global else context.scope.lookup(first)
    if found is None:
        raise _unknown(function, context, suggestion(first, [*BUILTIN_FUNCTIONS, *context.scope.visible_names()]))
    component: ComponentElement | None = None
    for before, part in zip(function.parts, function.parts[1:], strict=False):
        if isinstance(found, ComponentElement):
            _refuse_component(found, component, function, before)
            component = found
            type_ = element_type(found).type
            scope = type_ if isinstance(type_, Class) else None
        else:
            scope = as_class(found)
        following = scope.member(part.name) if scope is not None else None
        if scope is None or following is None:
            raise _unknown(function, context, "")
        if component is None:
            refuse_access(scope, following, part.span)
            refuse_partial(scope, found, following.name, context.scope, part.span)
        else:
            _refuse_in_component(scope, following, component, function, part)
        found = following
    class_ = as_class(found)
    if class_ is None:
        what = "a variable" if isinstance(found, ComponentElement) else "a type"
        raise MosilaError(NOT_CALLABLE.at(function.span, name=expression_text(function), what=what))
    return class_


def _unknown(function: ast.Reference, context: Context, advice: str) -> MosilaError:
    name = expression_text(function)
    if function.parts[-1].name in ("add", "remove") and not advice:
        advice = "; objects are added and removed by actions, in the transitions of a statechart"
    return MosilaError(UNKNOWN_FUNCTION.at(function.span, name=name, scope=context.scope.name, suggestion=advice))


def _refuse_component(found: ComponentElement, earlier: ComponentElement | None, function: ast.Reference, part: ast.Part) -> None:
    """Refuse a component that no function can be called through."""
    why = ""
    if found.declaration.condition is not None:
        why = "it is a conditional component"
    elif element_type(found).subscripts:
        why = "it is an array"
    elif earlier is not None and found.owner.symbol is not _class_of(earlier):
        why = "it belongs to a class, not to an object"
    if why:
        raise MosilaError(FUNCTION_IN_COMPONENT.at(part.span, name=expression_text(function), component=found.name, why=why))


def _class_of(component: ComponentElement) -> object:
    type_ = element_type(component).type
    return type_.symbol if isinstance(type_, Class) else None


def _refuse_in_component(
    scope: Class, found: ClassElement | ComponentElement, component: ComponentElement, function: ast.Reference, part: ast.Part
) -> None:
    """Refuse what a component does not give to others."""
    if found.protected:
        raise MosilaError(PROTECTED_ACCESS.at(part.span, name=found.name, scope=scope.name))
    kinds = (scope.restriction, found.symbol.definition.restriction if isinstance(found, ClassElement) else "")
    if kinds[0] == "operator" or kinds[1] in ("operator", "operator function"):
        why = "it is an operator"
        raise MosilaError(FUNCTION_IN_COMPONENT.at(part.span, name=expression_text(function), component=component.name, why=why))
