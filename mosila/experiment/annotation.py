"""The `experiment` annotation of a class -> options of a run."""

from __future__ import annotations

from typing import Any, Final

from mosila.semantics.symbols import ClassSymbol
from mosila.syntax import ast

FIELDS: Final = {"StartTime": "start", "StopTime": "stop", "Tolerance": "tolerance", "NumberOfIntervals": "intervals"}


def experiment_options(model: ClassSymbol) -> dict[str, Any]:
    """What the annotation sets, by name of the option; an `Interval` becomes a number of intervals."""
    body = model.definition.body
    annotation = body.annotation if isinstance(body, ast.Composition) else None
    found = _numbers(_argument(annotation, "experiment"))
    options: dict[str, Any] = {FIELDS[name]: value for name, value in found.items() if name in FIELDS}
    if "intervals" in options:
        options["intervals"] = int(options["intervals"])
    elif found.get("Interval", 0.0) > 0:
        span = options.get("stop", 1.0) - options.get("start", 0.0)
        options["intervals"] = max(1, round(span / found["Interval"]))
    return options


def _argument(modification: ast.ClassModification | None, name: str) -> ast.ClassModification | None:
    for argument in modification.arguments if modification is not None else ():
        if isinstance(argument, ast.ElementModification) and argument.name.parts == (name,) and argument.modification is not None:
            return argument.modification.arguments
    return None


def _numbers(modification: ast.ClassModification | None) -> dict[str, float]:
    found: dict[str, float] = {}
    for argument in modification.arguments if modification is not None else ():
        if isinstance(argument, ast.ElementModification) and argument.modification is not None:
            match argument.modification.value:
                case ast.Literal(value=int() | float() as number):
                    found[argument.name.parts[0]] = float(number)
                case ast.Unary(operator="-", operand=ast.Literal(value=int() | float() as number)):
                    found[argument.name.parts[0]] = -float(number)
    return found
