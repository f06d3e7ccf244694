"""`external "C"`: the call of foreign code that a function consists of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.functions import BAD_FUNCTION
from mosila.functions.external import (
    ArrayArgument,
    External,
    ExternalArgument,
    ExternalResult,
    Kind,
    Origin,
    OutputArgument,
    TextArgument,
    ValueArgument,
)
from mosila.instance.calls import FindResource, FunctionCalls
from mosila.instance.context import Context
from mosila.instance.lower import lower
from mosila.instance.values import Value
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import Type
from mosila.symbolic.expression import SLOT, slot_index
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.function_body import Storage
    from mosila.instance.statements import StatementScope

LANGUAGES = ("C", "FORTRAN 77")


def builtin_call(calls: FunctionCalls, class_: Class, external: ast.External) -> tuple[ast.Call, ast.Reference]:
    """`external "builtin" y = f(x)`: the call of a built-in function, and the output that it gives."""
    outputs = list(calls.outputs(class_))
    if external.result is None and len(outputs) != 1:
        what = f"the built-in function behind {class_.name} gives one output, not {len(outputs)}"
        raise MosilaError(BAD_FUNCTION.at(external.span, what=what, advice="write `y = f(x)` in the external clause"))
    name = external.function or class_.symbol.definition.name
    arguments = external.arguments if external.function is not None else tuple(_named(each, external) for each in calls.inputs(class_))
    call = ast.Call(ast.Reference((ast.Part(name),), is_global=True, span=external.span), arguments, span=external.span)
    return call, external.result or _named(outputs[0], external)


def _named(name: str, external: ast.External) -> ast.Reference:
    return ast.Reference((ast.Part(name, span=external.span),), span=external.span)


def lower_external(
    calls: FunctionCalls, class_: Class, storage: Storage, clause: tuple[ast.External, Class], scope: StatementScope
) -> External:
    """The foreign call of a function."""
    external, owner = clause
    context = Context(owner, events=False)
    language = external.language or "C"
    if language not in LANGUAGES:
        what = f'the language "{language}" of an external function is not known'
        raise MosilaError(BAD_FUNCTION.at(external.span, what=what, advice='write `external "C"`'))
    outputs = calls.outputs(class_)
    if external.function is None:
        arguments = [_named(name, external) for name in calls.inputs(class_)]
        single = len(outputs) == 1 and not next(iter(storage.shapes[n] for n in outputs))
        result = next(iter(outputs)) if single else None
        arguments += [_named(name, external) for name in outputs if name != result]
        made = [_argument(argument, storage, scope, context, outputs) for argument in arguments]
        returned = storage.values[result] if result is not None else None
    else:
        made = [_argument(argument, storage, scope, context, outputs) for argument in external.arguments]
        returned = lower(external.result, scope, context) if external.result is not None else None
    return External(
        c_name=external.function or class_.symbol.definition.name,
        arguments=tuple(made),
        result=ExternalResult(_kind(returned.type), slot_index(returned.scalar)) if returned is not None else None,
        origin=_origin(external.annotation, owner.symbol.path[0], calls.find_resource),
        language=language,
        span=external.span,
    )


def _argument(
    written: ast.Expression, storage: Storage, scope: StatementScope, context: Context, outputs: dict[str, ComponentElement]
) -> ExternalArgument:
    value = lower(written, scope, context)
    is_output = isinstance(written, ast.Reference) and written.parts[0].name in outputs
    if value.type is Builtin.STRING:
        return TextArgument(value.scalar)
    if value.shape:
        first = _first_slot(value, written)
        return ArrayArgument(_kind(value.type), first, len(value.elements), is_output)
    if is_output:
        return OutputArgument(_kind(value.type), slot_index(value.scalar))
    is_size = isinstance(written, ast.Call) and expression_text(written.function) == "size"
    return ValueArgument(Kind.SIZE if is_size else _kind(value.type), value.scalar)


def _first_slot(value: Value, written: ast.Expression) -> int:
    if not value.elements:
        return 0
    first = slot_index(value.elements[0])
    if any(e.operator != SLOT or slot_index(e) != first + k for k, e in enumerate(value.elements)):
        what = f"`{expression_text(written)}` is no array in one piece"
        raise MosilaError(BAD_FUNCTION.at(written.span, what=what, advice="pass a whole array to foreign code"))
    return first


def _kind(type_: Type) -> Kind:
    if type_ is Builtin.REAL:
        return Kind.REAL
    return Kind.OBJECT if type_ is Builtin.EXTERNAL else Kind.INTEGER


def _origin(annotation: ast.ClassModification | None, library: str, find_resource: FindResource) -> Origin:
    """Where foreign code comes from; folders that are not named are those that the specification names."""

    def folders(name: str, default: str) -> tuple[str, ...]:
        named = [*_texts(annotation, name)]
        found = [(address, find_resource(address)) for address in named or [f"modelica://{library}/Resources/{default}"]]
        return tuple(str(path or address) for address, path in found if path is not None or named)

    return Origin(
        includes=tuple(_texts(annotation, "Include")),
        libraries=tuple(_texts(annotation, "Library")),
        include_directories=folders("IncludeDirectory", "Include"),
        library_directories=folders("LibraryDirectory", "Library"),
    )


def _texts(annotation: ast.ClassModification | None, name: str) -> Iterator[str]:
    for argument in annotation.arguments if annotation is not None else ():
        if isinstance(argument, ast.ElementModification) and argument.name.parts == (name,) and argument.modification is not None:
            match argument.modification.value:
                case ast.Literal(value=str(text)):
                    yield text
                case ast.ArrayConstructor(elements=elements):
                    yield from (each.value for each in elements if isinstance(each, ast.Literal) and isinstance(each.value, str))
