"""The `experiment` annotation of a class -> options of a run."""

from __future__ import annotations

from typing import Any, Final

from mosila.diagnostics import Diagnostic, MosilaError, Severity
from mosila.diagnostics.annotation import EMPTY_EXPERIMENT
from mosila.experiment.check_annotation import check_settings, setting_number
from mosila.semantics.symbols import ClassSymbol
from mosila.syntax import ast

FIELDS: Final = {"StartTime": "start", "StopTime": "stop", "Tolerance": "tolerance", "NumberOfIntervals": "intervals"}


def experiment_options(model: ClassSymbol) -> dict[str, Any]:
    """What the annotation sets, by name of the option."""
    found = _numbers(_argument(_annotation(model), "experiment"))
    options: dict[str, Any] = {FIELDS[name]: value for name, value in found.items() if name in FIELDS}
    if "intervals" in options:
        options["intervals"] = int(options["intervals"])
    elif found.get("Interval", 0.0) > 0:
        options["interval"] = found["Interval"]
    return options


def has_experiment(model: ClassSymbol) -> bool:
    """Whether the class says how it is to be run."""
    return _argument(_annotation(model), "experiment") is not None


def _annotation(model: ClassSymbol) -> ast.ClassModification | None:
    body = model.definition.body
    return body.annotation if isinstance(body, ast.Composition) else None


def _argument(modification: ast.ClassModification | None, name: str) -> ast.ClassModification | None:
    for argument in modification.arguments if modification is not None else ():
        if isinstance(argument, ast.ElementModification) and argument.name.parts == (name,) and argument.modification is not None:
            return argument.modification.arguments
    return None


def _numbers(modification: ast.ClassModification | None) -> dict[str, float]:
    """The settings by name; those that are no numbers or out of range are errors."""
    diagnostics = check_settings(modification)
    if any(each.severity is Severity.ERROR for each in diagnostics):
        raise MosilaError(*diagnostics)
    found: dict[str, float] = {}
    for argument in modification.arguments if modification is not None else ():
        if isinstance(argument, ast.ElementModification) and (number := setting_number(argument)) is not None:
            found[".".join(argument.name.parts)] = number
    return found


def annotation_diagnostics(model: ClassSymbol) -> tuple[Diagnostic, ...]:
    """What is wrong with the `experiment` annotation of a class; `experiment_options` raises those that are errors."""
    body = model.definition.body
    annotation = body.annotation if isinstance(body, ast.Composition) else None
    for argument in annotation.arguments if annotation is not None else ():
        if isinstance(argument, ast.ElementModification) and argument.name.parts == ("experiment",):
            modification = argument.modification
            if modification is None or modification.arguments is None:
                return (EMPTY_EXPERIMENT.at(argument.span),)
            return check_settings(modification.arguments)
    return ()
