"""`inStream` and `actualStream`: expressions that read what comes in with the flow of a connector."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.connect import NOT_A_STREAM
from mosila.diagnostics.types import NOT_PARAMETER, WRONG_ARGUMENTS
from mosila.instance.context import Context
from mosila.instance.plan import Component, Link, Plan, Stream, Variability, Variable, cell
from mosila.instance.references import DynamicSubscriptError, Found
from mosila.instance.values import Value
from mosila.semantics.symbols import Builtin
from mosila.symbolic.expression import ZERO, Expr, apply
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder


def stream_value(builder: PlanBuilder, call: ast.Call, name: str, context: Context) -> Value:
    """The value of `inStream(v)` or `actualStream(v)`, element by element."""
    if len(call.arguments) != 1 or call.named or call.iterators:
        raise MosilaError(WRONG_ARGUMENTS.at(call.span, function=name, expected="1 argument", found=len(call.arguments) + len(call.named)))
    found = _find_stream(builder, call.arguments[0], name, context)
    if context.structural:
        raise MosilaError(NOT_PARAMETER.at(call.span, what=context.structural, text=expression_text(call)))
    read = builder.rows.read
    elements: list[Expr] = []
    for position in found.positions:
        stream, start = _stream_at(builder.components, position)
        incoming = read(cell(start + stream.incoming))
        if name == "actualStream":
            flow = read(cell(start + stream.flow))
            comes_in = builder.scope.relation(">", flow, ZERO, call.span) if context.events else apply(">", flow, ZERO)
            incoming = apply("if", comes_in, incoming, read(cell(position)))
        elements.append(incoming)
    return Value(Builtin.REAL, Variability.CONTINUOUS, found.shape, tuple(elements))


def _find_stream(builder: PlanBuilder, argument: ast.Expression, name: str, context: Context) -> Found:
    def refuse(what: str) -> MosilaError:
        return MosilaError(NOT_A_STREAM.at(argument.span, function=name, text=expression_text(argument), what=what))

    if not isinstance(argument, ast.Reference):
        raise refuse("an expression")
    if not builder.scope.is_member(argument, context):
        raise builder.scope.unknown(argument, 0, context)
    try:
        found = builder.scope.find(argument, context)
    except DynamicSubscriptError:
        raise MosilaError(NOT_PARAMETER.at(argument.span, what=f"a subscript in `{name}`", text=expression_text(argument))) from None
    content = found.component.content
    if isinstance(content, Plan):
        raise refuse("a connector" if content.is_connector else "an object")
    if content.link is not Link.STREAM:
        raise refuse({Link.FLOW: "a flow variable"}.get(content.link, "not one"))
    return found


def _stream_at(components: dict[str, Component], position: int) -> tuple[Stream, int]:
    """The stream variable at a position, and where its connector starts."""
    start = 0
    found: tuple[Stream, int] | None = None
    while True:
        component = next(
            each for each in components.values() if 0 <= position - start - each.offset < each.count * each.stride and each.condition
        )
        if isinstance(component.content, Variable):
            assert found is not None, "stream variables stand in connectors"
            return found
        plan = component.content
        start += component.offset + (position - start - component.offset) // component.stride * component.stride
        components = plan.components
        for stream in plan.streams:
            if stream.position == position - start:
                found = (stream, start)
