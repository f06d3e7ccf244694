"""Errors are data: a `Code` is a kind of mistake, a `Diagnostic` is one instance of it.

A stage's codes stand in the module of its letter beside this one (`parse.py`, `names.py`, ...):

    UNKNOWN_NAME = Code("N001", "unknown name",
        message="there is no `{name}` in {scope}",
        help="declare it, or check the spelling{suggestion}",
        explanation="...several sentences for `mosila explain N001`...")

    raise MosilaError(UNKNOWN_NAME.at(span, path=("body", "p"), name="q", scope="Body", suggestion=""))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from enum import Enum
from importlib import import_module

from mosila.dataclass import dataclass
from mosila.source import NOWHERE, Span

ObjectPath = tuple[str, ...]


class Severity(Enum):
    """How bad it is."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of diagnostic; `{...}` in message and help are filled in by `at`."""

    code: str
    title: str
    message: str
    help: str = ""
    explanation: str = ""
    severity: Severity = Severity.ERROR

    def at(
        self,
        span: Span = NOWHERE,
        path: ObjectPath = (),
        *,
        related: Iterable[tuple[Span, str]] = (),
        **values: object,
    ) -> Diagnostic:
        """The diagnostic of this kind at a place, its text filled in."""
        return Diagnostic(
            code=self.code,
            severity=self.severity,
            message=self.message.format(**values),
            help=self.help.format(**values),
            span=span,
            path=path,
            related=tuple(related),
        )


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: what, where in the text, in which object, and what to do."""

    code: str
    severity: Severity
    message: str
    help: str = ""
    span: Span = NOWHERE
    path: ObjectPath = ()
    related: tuple[tuple[Span, str], ...] = field(default=())


class MosilaError(Exception):
    """The model, its files or its run are at fault; carries one or more diagnostics."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        self.diagnostics = diagnostics
        super().__init__("\n".join(f"{_place(d.span)}{d.severity.value}[{d.code}] {d.message}" for d in diagnostics))

    def __reduce__(self) -> tuple[Callable[..., MosilaError], tuple[object, ...]]:
        """Errors come out of other processes as they are, whatever their class is made from."""
        return _restore_error, (type(self), self.args, vars(self))

    def _render_traceback_(self) -> list[str]:
        """What IPython and Jupyter show in place of a traceback: the text with a caret below what is wrong."""
        render = import_module("mosila.diagnostics.render")
        text: str = render.render(self.diagnostics, render.OutputFormat.FULL, render.PLAIN)
        return text.splitlines()


def _restore_error(kind: type[MosilaError], arguments: tuple[object, ...], content: dict[str, object]) -> MosilaError:
    error = kind.__new__(kind, *arguments)
    vars(error).update(content)
    return error


def _place(span: Span) -> str:
    return "" if span is NOWHERE else f"{span}: "
