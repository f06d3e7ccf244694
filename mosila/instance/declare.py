"""Declarations of variables: prefixes and attributes that do not depend on the object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.connect import UNBALANCED_CONNECTOR
from mosila.instance.context import Context
from mosila.instance.lower import lower_structural
from mosila.instance.names import ElementType, element_type
from mosila.instance.plan import Link, Variability, Variable
from mosila.instance.prefixes import is_expandable
from mosila.instance.surroundings import Prefixes
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.modifiers import Modifier
from mosila.semantics.symbols import Builtin
from mosila.syntax import ast

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder

_VARIABILITY = {
    "": Variability.CONTINUOUS,
    "parameter": Variability.PARAMETER,
    "constant": Variability.CONSTANT,
    "discrete": Variability.DISCRETE,
}
_LINK = {"flow": Link.FLOW, "sum": Link.SUM, "stream": Link.STREAM}


def prefixes_inside(builder: PlanBuilder, element: ComponentElement) -> Prefixes:
    """What the prefixes of a component and of those around it mean for what is in it."""
    around, clause = builder.surroundings.prefixes, element.clause
    causality = clause.causality or element_type(element).causality
    in_connector = around.in_connector or builder.class_.restriction.endswith("connector")
    return Prefixes(
        variability=min(around.variability, _VARIABILITY[clause.variability]),
        link=_LINK.get(clause.connection, around.link) if in_connector or clause.connection != "flow" else None,
        causality=causality or around.causality,
        is_final=around.is_final or element.prefixes.final,
        in_connector=in_connector,
    )


def declare_variable(builder: PlanBuilder, element: ComponentElement, declared: ElementType, modifier: Modifier) -> Variable:
    """The variable that a component of a predefined type is."""
    assert not isinstance(declared.type, Class)
    inside = prefixes_inside(builder, element)
    variability = inside.variability
    if variability is Variability.CONTINUOUS and (declared.type is not Builtin.REAL or element.name in builder.when_targets):
        variability = Variability.DISCRETE
    is_connector = declared.is_connector or is_expandable(builder.class_)
    if declared.is_connector and not inside.causality and not inside.in_connector and not element.protected and _is_strict(element):
        raise MosilaError(UNBALANCED_CONNECTOR.at(element.span, name=element.name, potentials="1 potential", flows="no flow variable"))
    description = element.declaration.description
    return Variable(
        type=declared.type,
        variability=variability,
        span=element.span,
        link=inside.link or Link.POTENTIAL,
        is_event=element.clause.event,
        unit=_text(builder, element, modifier.inner("unit")),
        description="".join(description.strings) if description is not None else "",
        protected=element.protected,
        causality=inside.causality,
        in_connector=is_connector,
        on_bus=is_expandable(builder.class_),
        is_final=inside.is_final,
        is_evaluated=variability is Variability.PARAMETER and _is_evaluated(description),
    )


def _is_evaluated(description: ast.Description | None) -> bool:
    """Whether a declaration says that its value may be taken for good: `annotation(Evaluate = true)`."""
    annotation = description.annotation if description is not None else None
    for argument in annotation.arguments if annotation is not None else ():
        if isinstance(argument, ast.ElementModification) and argument.name.parts == ("Evaluate",) and argument.modification is not None:
            value = argument.modification.value
            return isinstance(value, ast.Literal) and value.value is True
    return False


def _is_strict(element: ComponentElement) -> bool:
    """Whether a declaration stands in plain Modelica, where connectors are balanced."""
    return not element.span.path.endswith(".mosila")


def _text(builder: PlanBuilder, element: ComponentElement, modifier: Modifier) -> str:
    if modifier.value is None:
        return ""
    value = lower_structural(modifier.value, builder.scope, Context(modifier.scope or element.owner), "`unit`")
    return value.string if value.type is Builtin.STRING and len(value.elements) == 1 else ""
