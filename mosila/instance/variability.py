"""Variability: what is given to a variable must not change more often than the variable does."""

from __future__ import annotations

from mosila.diagnostics import MosilaError
from mosila.diagnostics.variability import NOT_DISCRETE, TOO_VARIABLE
from mosila.instance.plan import Variability, Variable
from mosila.instance.values import Value
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import RecordType
from mosila.syntax import ast
from mosila.syntax.format import expression_text

_WORDS = {
    Variability.CONSTANT: ("constant", "a constant", "use constants only, or declare it `parameter`"),
    Variability.PARAMETER: ("parameter", "a parameter", "use constants and parameters only, or leave `parameter` out"),
    Variability.DISCRETE: ("discrete variable", "discrete", ""),
    Variability.CONTINUOUS: ("variable", "varying with time", ""),
}


def refuse_variability(name: str, variable: Variable, value: Value, written: ast.Expression) -> None:
    """Refuse a declared value that changes more often than the variable."""
    if value.variability <= variable.variability:
        return
    text = expression_text(written)
    if variable.variability <= Variability.PARAMETER:
        noun, _, advice = _WORDS[variable.variability]
        found = _WORDS[value.variability][1]
        raise MosilaError(TOO_VARIABLE.at(written.span, name=f"`{name}`", variability=noun, text=text, found=found, advice=advice))
    refuse_continuous(f"`{name}`", value, written)


def refuse_continuous(what: str, value: Value, written: ast.Expression) -> None:
    """Refuse a value that is no Real and varies without events."""
    if value.variability is Variability.CONTINUOUS and value.type is not Builtin.REAL and not isinstance(value.type, RecordType):
        advice = "leave `noEvent` out, or take the value in a when-clause"
        raise MosilaError(NOT_DISCRETE.at(written.span, what=what, text=expression_text(written), advice=advice))
