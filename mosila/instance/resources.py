"""`loadResource`: the file that an address means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.types import WRONG_ARGUMENTS
from mosila.instance.context import Context
from mosila.instance.lower import lower_structural
from mosila.instance.values import Value, expect, string
from mosila.semantics.symbols import Builtin
from mosila.syntax import ast

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder


def load_resource(builder: PlanBuilder, call: ast.Call, context: Context) -> Value:
    """The path of the file that an address `modelica://Library/file` means; any other path as it is."""
    if len(call.arguments) != 1 or call.named or call.iterators:
        found = len(call.arguments) + len(call.named)
        raise MosilaError(WRONG_ARGUMENTS.at(call.span, function="loadResource", expected="1 argument", found=found))
    (argument,) = call.arguments
    address = lower_structural(argument, builder.scope, context, "the address of a file")
    expect(address, (Builtin.STRING,), "the address of a file", argument)
    if not address.string.startswith("modelica://"):
        return address
    return string(str(builder.factory.table.resource(address.string, argument.span).absolute()))
