"""Result -> what a picture of it shows, whatever draws it: curves, stretches of time by structure and by state."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from mosila.dataclass import dataclass
from mosila.results.result import Result
from mosila.results.segment import Kind, RowKind, Values, Variable

MOST_CURVES: Final = 6
SHADES: Final = ("#dbe9f6", "#fde0c5", "#d9f0d3", "#f6d5e5", "#e5e0f3", "#fff2b8", "#d5efec", "#e9e1d8")

Spans = list[tuple[float, float]]


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """One variable: times and values with a NaN wherever the curve is not to be joined."""

    label: str
    times: Values
    values: Values
    is_stepped: bool


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """Curves one above the other, the structures behind them, and below them the states of the charts."""

    title: str
    curves: tuple[Curve, ...]
    structures: dict[int, Spans]
    """By number of the structure: (start, stop) of each stay in it; empty if there is only one."""
    states: dict[str, Spans]
    """By state: (start, stop) of each stay in it, in the order of the first."""


def make_picture(result: Result, names: Sequence[str] | None = None) -> Picture:
    """The picture of these variables, or of the most telling ones."""
    variables = [result.variable(name) for name in names] if names else default_variables(result)
    structures = structure_spans(result)
    return Picture(
        title=result.model,
        curves=tuple(_curve(result, variable) for variable in variables),
        structures=structures if len(structures) > 1 else {},
        states=state_spans(result),
    )


def default_variables(result: Result) -> list[Variable]:
    """The states, a few of them; without states the first variables."""
    states = [variable for variable in result.variables if variable.is_state]
    reals = [variable for variable in result.variables if variable.kind is Kind.REAL]
    return (states or reals or list(result.variables))[:MOST_CURVES]


def broken_curve(result: Result, name: str) -> tuple[Values, Values]:
    """Times and values with a NaN before every right limit and every new segment, so that no jump is joined."""
    starts = np.cumsum([len(segment) for segment in result.segments])[:-1]
    breaks = np.union1d(np.flatnonzero(result.row_kinds == RowKind.RIGHT), starts).astype(np.intp)
    return np.insert(result.time, breaks, np.nan), np.insert(result[name], breaks, np.nan)


def structure_spans(result: Result) -> dict[int, Spans]:
    """When the run was in which structure; stretches that touch are one."""
    found: dict[int, Spans] = {}
    for segment in result.segments:
        if len(segment):
            _extend(found.setdefault(segment.structure, []), segment.start, segment.stop)
    return dict(sorted(found.items()))


def state_spans(result: Result) -> dict[str, Spans]:
    """When each innermost state of the charts was active."""
    starts = [(first.time, first.active_states) for first in result.structures[:1]]
    starts += [(step.time, step.active_states) for step in result.chart_steps]
    if not starts or not len(result.time):
        return {}
    found: dict[str, Spans] = {}
    ends = [*(time for time, _ in starts[1:]), max(float(result.time[-1]), starts[-1][0])]
    for (start, names), end in zip(starts, ends, strict=True):
        for name in names:
            _extend(found.setdefault(name, []), start, end)
    return found


def _extend(spans: Spans, start: float, stop: float) -> None:
    if spans and spans[-1][1] >= start:
        spans[-1] = (spans[-1][0], stop)
    else:
        spans.append((start, stop))


def _curve(result: Result, variable: Variable) -> Curve:
    label = f"{variable.name} [{variable.unit}]" if variable.unit else variable.name
    times, values = broken_curve(result, variable.name)
    return Curve(label, times, values, is_stepped=variable.kind is not Kind.REAL or variable.variability == "discrete")


def shade(number: int) -> str:
    """The colour behind a structure."""
    return SHADES[(number - 1) % len(SHADES)]


def is_page(path: str | Path) -> bool:
    """Whether a picture's file is a page for the browser."""
    return Path(path).suffix.lower() == ".html"
