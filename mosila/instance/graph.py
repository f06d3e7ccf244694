"""Operators of overconstrained connection graphs: `Connections.root` and the like, checked and then refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.connect import BAD_GRAPH_CALL, GRAPH_NOT_SUPPORTED
from mosila.instance.context import Context
from mosila.instance.plan import Plan
from mosila.source import Span
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder

_FUNCTIONS = ("branch", "root", "potentialRoot", "isRoot", "rooted", "uniqueRoot", "uniqueRootIndices")


def graph_operator(call: ast.Call) -> str:
    """The name of a graph operator that is called, or nothing."""
    names = [part.name for part in call.function.parts]
    return ".".join(names) if len(names) == 2 and names[0] == "Connections" and names[1] in _FUNCTIONS else ""


def misplaced(call: ast.Call, where: str) -> MosilaError:
    """The error of a graph operator where connections cannot be described."""
    return MosilaError(BAD_GRAPH_CALL.at(call.span, name=graph_operator(call), why=f"stands in {where}"))


def not_supported(name: str, span: Span) -> MosilaError:
    """The refusal of an overconstrained connection graph."""
    return MosilaError(GRAPH_NOT_SUPPORTED.at(span, name=name))


def refuse_graph(builder: PlanBuilder, call: ast.Call, context: Context) -> MosilaError:
    """What is wrong with a graph operator among the equations; if nothing is, that it is not supported."""
    name = graph_operator(call)
    for argument in call.arguments[: 2 if name.endswith("branch") else 1]:
        why = f"takes a variable of a connector, and `{expression_text(argument)}` is none"
        if not isinstance(argument, ast.Reference) or len(argument.parts) < 2:
            return MosilaError(BAD_GRAPH_CALL.at(argument.span, name=name, why=why))
        owner = builder.scope.find(ast.Reference(argument.parts[:-1], span=argument.span), context).component.content
        builder.scope.find(argument, context)
        if not isinstance(owner, Plan) or not owner.is_connector:
            return MosilaError(BAD_GRAPH_CALL.at(argument.span, name=name, why=why))
    return not_supported(name, call.span)
