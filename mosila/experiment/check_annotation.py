"""The settings in an `experiment` annotation -> what is wrong with them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from mosila.diagnostics import Diagnostic
from mosila.diagnostics.annotation import SETTING_NOT_A_NUMBER, SETTING_OUT_OF_RANGE, SETTING_TWICE, UNKNOWN_SETTING
from mosila.options import FINEST_TOLERANCE
from mosila.symbolic.arithmetic import ARITHMETIC
from mosila.syntax import ast
from mosila.syntax.format import expression_text

EXAMPLES: Final = {"StartTime": "0", "StopTime": "10", "Tolerance": "1e-6", "Interval": "0.02", "NumberOfIntervals": "500"}


def check_settings(modification: ast.ClassModification | None) -> tuple[Diagnostic, ...]:
    """Unknown names as warnings; what is no number, set twice or out of range as errors."""
    found: list[Diagnostic] = []
    first: dict[str, ast.ElementModification] = {}
    for argument in modification.arguments if modification is not None else ():
        if not isinstance(argument, ast.ElementModification):
            continue
        name = ".".join(argument.name.parts)
        if name.startswith("__"):
            continue
        if name not in EXAMPLES:
            found.append(UNKNOWN_SETTING.at(argument.name.span, name=name, settings=", ".join(EXAMPLES), suggestion=_nearest(name)))
        elif name in first:
            found.append(SETTING_TWICE.at(argument.span, related=[(first[name].span, "first set here")], name=name))
        else:
            first[name] = argument
    numbers = {name: setting_number(argument) for name, argument in first.items()}
    found += [_no_number(name, first[name]) for name, value in numbers.items() if value is None]
    found += _out_of_range({name: value for name, value in numbers.items() if value is not None}, first)
    return tuple(sorted(found, key=lambda diagnostic: diagnostic.span))


def _nearest(name: str) -> str:
    by_letters = {each.lower(): each for each in EXAMPLES}
    near = get_close_matches(name.lower(), by_letters, n=1)
    return f": did you mean `{by_letters[near[0]]}`?" if near else ""


def setting_number(argument: ast.ElementModification) -> float | None:
    """The number that a setting has, if it has one and nothing else."""
    modification = argument.modification
    if modification is None or modification.value is None or modification.arguments is not None:
        return None
    return literal_number(modification.value)


def literal_number(expression: ast.Expression) -> float | None:
    """The value of a number or of a formula of numbers."""
    match expression:
        case ast.Literal(value=int() | float() as number) if not isinstance(number, bool):
            return float(number)
        case ast.Parenthesis(inner=inner):
            return literal_number(inner)
        case ast.Unary(operator="-" | "+" as sign, operand=operand):
            value = literal_number(operand)
            return -value if value is not None and sign == "-" else value
        case ast.Binary(operator="^", left=left, right=right):
            return _combined("^", literal_number(left), literal_number(right))
        case ast.Chain(first=first, rest=rest):
            total = literal_number(first)
            for operator, operand in rest:
                total = _combined(operator, total, literal_number(operand))
            return total
        case _:
            return None


def _combined(operator: str, left: float | None, right: float | None) -> float | None:
    if left is None or right is None or operator not in ("+", "-", "*", "/", "^"):
        return None
    try:
        return float(ARITHMETIC[operator](left, right))
    except (ZeroDivisionError, ValueError):
        return None


def _no_number(name: str, argument: ast.ElementModification) -> Diagnostic:
    modification = argument.modification
    if modification is None or modification.value is None:
        found = "has none"
    elif modification.arguments is not None:
        found = "has modifiers"
    else:
        found = f"`{expression_text(modification.value)}` is not one"
    return SETTING_NOT_A_NUMBER.at(argument.span, name=name, found=found, example=EXAMPLES[name])


def _out_of_range(numbers: dict[str, float], arguments: dict[str, ast.ElementModification]) -> Iterator[Diagnostic]:
    start = numbers.get("StartTime", 0.0)
    rules = {
        "StopTime": (lambda value: value >= start, f"the run starts at {start:.10g}"),
        "Tolerance": (lambda value: FINEST_TOLERANCE <= value < 1, f"it must lie between {FINEST_TOLERANCE:g} and 1"),
        "Interval": (lambda value: value > 0, "it must be positive"),
        "NumberOfIntervals": (lambda value: value >= 1 and value.is_integer(), "it must be a whole number, at least 1"),
    }
    for name, value in numbers.items():
        holds, rule = rules.get(name, (lambda _: True, ""))
        if not math.isfinite(value):
            rule = "it must be a finite number"
        elif holds(value):
            continue
        example = f"{start + 10:.10g}" if name == "StopTime" else EXAMPLES[name]
        yield SETTING_OUT_OF_RANGE.at(arguments[name].span, name=name, value=f"{value:.10g}", rule=rule, example=example)
