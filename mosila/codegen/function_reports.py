"""Reports of functions in C -> diagnostics with the place in the modeller's text."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import islice
from typing import Final

from mosila.codegen.support import Report, Trouble
from mosila.diagnostics.diagnostic import Code, Diagnostic
from mosila.diagnostics.runtime import FOREIGN_ERROR, FUNCTION_ASSERTION, FUNCTION_ENDLESS, FUNCTION_INDEX, FUNCTION_WARNING
from mosila.functions.definition import Check, Statement, statements
from mosila.functions.signature import Defined
from mosila.source import NOWHERE, Span

_CODES: Final[dict[Trouble, Code]] = {
    Trouble.ASSERTION: FUNCTION_ASSERTION,
    Trouble.INDEX: FUNCTION_INDEX,
    Trouble.ENDLESS: FUNCTION_ENDLESS,
    Trouble.FOREIGN: FOREIGN_ERROR,
    Trouble.WARNING: FUNCTION_WARNING,
}


def describe_report(report: Report, find: Callable[[str], Defined | None], time: float = math.nan) -> Diagnostic:
    """The diagnostic of a report; `find` knows functions by their names in C; `time` where the report knows of none."""
    function = find(report.function)
    known = time if math.isnan(report.time) else report.time
    when = "" if math.isnan(known) else f"at time {known:.10g} "
    name = function.name if function is not None else "?"
    span = report_span(function, report.place) if function is not None else NOWHERE
    statement = _statement(function, report.place) if function is not None else None
    code = statement.code if isinstance(statement, Check) and statement.is_error else _CODES[report.kind]
    return code.at(span, when=when, function=name, message=report.message.strip(), reason=report.message.strip())


def report_span(function: Defined, place: int) -> Span:
    """Where the statement of this number stands, or the foreign call, or else the function."""
    definition = function.definition
    statement = _statement(function, place)
    if statement is not None and statement.span != NOWHERE:
        return statement.span
    if definition.external is not None and definition.external.span != NOWHERE:
        return definition.external.span
    return function.signature.span


def _statement(function: Defined, place: int) -> Statement | None:
    """The statement of this number."""
    return next(islice(statements(function.definition.body), place, None), None) if place >= 0 else None
