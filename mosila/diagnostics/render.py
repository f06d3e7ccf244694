"""Diagnostics -> text: one line each, the same with the source and a caret under it, or JSON; and the exit code."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from enum import Enum
from functools import cache
from typing import TextIO

from mosila.dataclass import dataclass
from mosila.diagnostics.diagnostic import Diagnostic, Severity
from mosila.source import Span, read_source

WIDEST_LINE = 160


class OutputFormat(Enum):
    """How diagnostics are shown."""

    FULL = "full"
    CONCISE = "concise"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Palette:
    """The terminal's codes for the parts of a message; empty without colour."""

    bold: str = ""
    error: str = ""
    warning: str = ""
    quiet: str = ""
    help: str = ""
    end: str = ""


PLAIN = Palette()
COLOURED = Palette("\033[1m", "\033[1;31m", "\033[1;33m", "\033[34m", "\033[32m", "\033[0m")


def wants_colour(stream: TextIO) -> bool:
    """Whether a stream is a terminal whose user has not asked for plain text (NO_COLOR)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def default_format(stream: TextIO) -> OutputFormat:
    """With snippets for people at a terminal, one line each for everything else."""
    return OutputFormat.FULL if stream.isatty() else OutputFormat.CONCISE


def render(diagnostics: Sequence[Diagnostic], style: OutputFormat, palette: Palette = PLAIN) -> str:
    """The text of these diagnostics, without a line end after the last."""
    match style:
        case OutputFormat.JSON:
            return json.dumps([as_dictionary(each) for each in diagnostics], indent=2, ensure_ascii=False)
        case OutputFormat.CONCISE:
            return "\n".join(render_concise(each, palette) for each in diagnostics)
        case OutputFormat.FULL:
            return "\n\n".join(render_full(each, palette) for each in diagnostics)


def render_concise(diagnostic: Diagnostic, palette: Palette = PLAIN) -> str:
    """`path:line:col: error[B003] message (in object)`."""
    colour = palette.error if diagnostic.severity is Severity.ERROR else palette.warning
    label = f"{colour}{diagnostic.severity.value}[{diagnostic.code}]{palette.end}"
    inside = f" (in {'.'.join(diagnostic.path)})" if diagnostic.path else ""
    return f"{palette.bold}{_place(diagnostic.span)}:{palette.end} {label} {diagnostic.message}{inside}"


def render_full(diagnostic: Diagnostic, palette: Palette = PLAIN) -> str:
    """The concise line, the source with a caret, related places and what to do."""
    colour = palette.error if diagnostic.severity is Severity.ERROR else palette.warning
    lines = [render_concise(diagnostic, palette), *_snippet(diagnostic.span, colour, palette)]
    for span, text in diagnostic.related:
        lines += [f"{palette.bold}{_place(span)}:{palette.end} note: {text}", *_snippet(span, palette.quiet, palette)]
    if diagnostic.help:
        first, *rest = diagnostic.help.splitlines()
        lines += [f"  {palette.help}help:{palette.end} {first}", *(f"        {line}" for line in rest)]
    return "\n".join(lines)


def as_dictionary(diagnostic: Diagnostic) -> dict[str, object]:
    """A diagnostic as JSON has it; lines and columns count from 1, the end is exclusive."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "help": diagnostic.help,
        **_span_dictionary(diagnostic.span),
        "object": ".".join(diagnostic.path),
        "related": [{"message": text, **_span_dictionary(span)} for span, text in diagnostic.related],
    }


def exit_code(diagnostics: Sequence[Diagnostic]) -> int:
    """0 if there is no error, 1 if the model is wrong, 2 for usage and internal errors, 3 if it could not be run or the run failed."""
    letters = {each.code[0] for each in diagnostics if each.severity is Severity.ERROR}
    if not letters:
        return 0
    return 2 if "X" in letters else 3 if letters <= {"G", "R"} else 1


def _place(span: Span) -> str:
    if not span.path:
        return "mosila"
    return str(span) if span.line else span.path


def _span_dictionary(span: Span) -> dict[str, object]:
    return {
        "file": span.path,
        "start": {"line": span.line, "column": span.column},
        "end": {"line": span.end_line, "column": span.end_column},
    }


@cache
def _source_lines(path: str) -> tuple[str, ...]:
    try:
        return tuple(read_source(path).text.split("\n"))
    except (OSError, UnicodeDecodeError, ValueError):
        return ()


def _snippet(span: Span, colour: str, palette: Palette) -> list[str]:
    lines = _source_lines(os.path.abspath(span.path)) if span.path else ()
    if not 0 < span.line <= len(lines):
        return []
    text = lines[span.line - 1]
    start = min(max(span.column - 1, 0), len(text))
    end = span.end_column - 1 if span.end_line == span.line else len(text.rstrip())
    end = max(start + 1, min(end, max(len(text), start + 1)))
    text, start, end = _window(text, start, end)
    lead = "".join("\t" if character == "\t" else " " for character in text[:start])
    more = "" if span.end_line <= span.line else f"  (to line {span.end_line})"
    number = str(span.line)
    bar, blank = f"{palette.quiet}{number:>4} |{palette.end}", f"{palette.quiet}{'':>{max(4, len(number))}} |{palette.end}"
    return [f"{bar} {text}", f"{blank} {lead}{colour}{'^' * (end - start)}{palette.end}{more}"]


def _window(text: str, start: int, end: int) -> tuple[str, int, int]:
    """Of a very long line only what is near the place."""
    if len(text) <= WIDEST_LINE:
        return text, start, end
    first = max(0, start - WIDEST_LINE // 4)
    last = min(len(text), first + WIDEST_LINE)
    head, tail = "..." if first else "", "..." if last < len(text) else ""
    shift = len(head) - first
    return f"{head}{text[first:last]}{tail}", start + shift, min(end, last) + shift
