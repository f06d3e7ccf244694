"""Annotations of functions: derivatives, and whether a call may be left out or repeated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mosila.functions.definition import Derivative
from mosila.instance.calls import Argument
from mosila.instance.values import Value
from mosila.semantics.classes import Class
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import RecordType, Type
from mosila.symbolic.expression import TEXTS
from mosila.syntax import ast

if TYPE_CHECKING:
    from mosila.instance.function_body import Storage
    from mosila.instance.specialise import Specialiser


def is_impure(class_: Class) -> bool:
    """Whether a function may give other outputs for the same inputs, or does something else besides."""
    if class_.symbol.definition.purity == "impure":
        return True
    return any(base.symbol.definition.purity == "impure" for base, _, _ in class_.bases)


def is_inlined_late(class_: Class) -> bool:
    """Whether the body of a function is to stand in place of its calls, once equations are differentiated."""
    composition = class_.symbol.composition
    annotation = composition.annotation if composition is not None else None
    for argument in annotation.arguments if annotation is not None else ():
        if isinstance(argument, ast.ElementModification) and argument.name.parts in (("InlineAfterIndexReduction",), ("LateInline",)):
            value = argument.modification.value if argument.modification is not None else None
            return isinstance(value, ast.Literal) and value.value is True
    return False


def derivatives_of(specialiser: Specialiser, class_: Class, given: dict[str, Argument], storage: Storage) -> tuple[Derivative, ...]:
    """The functions that the annotation `derivative` of a function names, for the same arguments."""
    found: list[Derivative] = []
    for argument in _derivative_annotations(class_):
        made = _derivative(specialiser, class_, argument, given, storage)
        if made is not None:
            found.append(made)
    return tuple(found)


def _derivative_annotations(class_: Class) -> Iterator[ast.ElementModification]:
    composition = class_.symbol.composition
    annotation = composition.annotation if composition is not None else None
    external = composition.external if composition is not None else None
    for each in (annotation, external.annotation if external is not None else None):
        for argument in each.arguments if each is not None else ():
            if isinstance(argument, ast.ElementModification) and argument.name.parts == ("derivative",):
                yield argument


def _derivative(
    specialiser: Specialiser, class_: Class, annotation: ast.ElementModification, given: dict[str, Argument], storage: Storage
) -> Derivative | None:
    modification = annotation.modification
    if modification is None or not isinstance(modification.value, ast.Reference):
        return None
    options = modification.arguments.arguments if modification.arguments is not None else ()
    order = 1
    without: set[str] = set()
    zero: set[str] = set()
    for option in options:
        if not isinstance(option, ast.ElementModification) or option.modification is None:
            continue
        value = option.modification.value
        name = option.name.parts[0]
        if name == "order":
            if not isinstance(value, ast.Literal):
                return None
            order = int(value.value)
        if isinstance(value, ast.Reference) and name in ("noDerivative", "zeroDerivative"):
            (without if name == "noDerivative" else zero).add(value.parts[0].name)
    parts = tuple(part.name for part in modification.value.parts)
    target = class_.find_class(ast.Name(parts, span=modification.value.span))
    if not isinstance(target, Class):
        return None
    moving = [n for n, a in given.items() if a.value is not None and _is_real(a.value.type) and n not in without and n not in zero]
    inputs = list(specialiser.calls.inputs(target))
    if order > 1:  # the function has the rates of its first inputs among its inputs, behind them
        moving = moving[len(moving) - (len(inputs) - len(given)) :]
    needed = dict(given)
    for rate_name, source in zip(inputs[len(given) :], moving, strict=False):
        needed[rate_name] = given[source]
    if len(needed) != len(inputs) or len(moving) != len(inputs) - len(given):
        return None
    written = ast.Call(modification.value, span=annotation.span)
    made = specialiser.specialise(target, needed, specialiser.structural_inputs(target), written)
    places = _places(given, storage)
    rates = tuple(place for n in moving for place in places[n])
    results = tuple(range(made.function.outputs))
    if len(results) != storage.outputs:
        return None
    still = tuple(place for n in (*without, *zero) if n in places for place in places[n])
    ignored = tuple(place for n in given if n in places and n not in moving and n not in zero for place in places[n])
    return Derivative(made.function, rates, results, still if zero else (), () if zero else ignored, order)


def _places(given: dict[str, Argument], storage: Storage) -> dict[str, list[int]]:
    """The input slots of each argument."""
    found: dict[str, list[int]] = {}
    for name, argument in given.items():
        value = storage.values.get(name)
        if argument.value is not None and isinstance(value, Value):
            found[name] = [int(e.value) for e in value.elements if e.operator not in TEXTS and e.operator == "slot"]
    return found


def _is_real(type_: Type) -> bool:
    if isinstance(type_, RecordType):
        return any(_is_real(each.type) for each in type_.fields)
    return type_ is Builtin.REAL
