"""`cardinality`: how often a connector is connected in the whole model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.connect import NOT_A_CONNECTOR
from mosila.diagnostics.types import WRONG_ARGUMENTS
from mosila.instance.connections import is_connector
from mosila.instance.context import Context, unsupported
from mosila.instance.tree import path_within
from mosila.instance.values import Value, integer
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder


def cardinality(builder: PlanBuilder, call: ast.Call, context: Context) -> Value:
    """The number of connections of a connector, from inside its object and from around it."""
    if len(call.arguments) != 1 or call.named or call.iterators:
        found = len(call.arguments) + len(call.named)
        raise MosilaError(WRONG_ARGUMENTS.at(call.span, function="cardinality", expected="1 argument", found=found))
    (argument,) = call.arguments
    if not isinstance(argument, ast.Reference) or not builder.scope.is_member(argument, context):
        raise MosilaError(NOT_A_CONNECTOR.at(argument.span, name=expression_text(argument)))
    named = builder.scope.find(argument, context)
    if not is_connector(named.component):
        raise MosilaError(NOT_A_CONNECTOR.at(argument.span, name=expression_text(argument)))
    if len(named.positions) != 1:
        raise unsupported(argument.span, "`cardinality` of an array", "ask for one element")
    count = builder.surroundings.ask_wiring("cardinality", path_within(builder.components, named.positions[0], named.component))
    assert isinstance(count, int), "the outermost surroundings know the wiring"
    return integer(count)
