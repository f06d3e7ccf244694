"""Result -> picture: one curve an axis over a common time, structures shaded, jumps not joined."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.internal import MISSING_PACKAGE, UNKNOWN_FORMAT
from mosila.results.replace_file import replacing_path
from mosila.results.result import Result
from mosila.results.segment import Kind, RowKind, Values, Variable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = (".png", ".svg", ".pdf")
MOST_CURVES = 6
SHADES = ("#dbe9f6", "#fde0c5", "#d9f0d3", "#f6d5e5", "#e5e0f3", "#fff2b8", "#d5efec", "#e9e1d8")


def check_picture(path: str | Path) -> None:
    """Raise the errors of a picture now, before a long run: an unknown ending, no matplotlib."""
    if Path(path).suffix.lower() not in FORMATS:
        raise MosilaError(UNKNOWN_FORMAT.at(file=path, formats=", ".join(f"*{ending}" for ending in FORMATS)))
    _new_figure()


def write_plot(result: Result, path: str | Path, names: Sequence[str] | None = None) -> None:
    """Draw these variables, or the most telling ones, into a file whose ending says the format."""
    check_picture(path)
    figure = draw(result, names)
    with replacing_path(path) as temporary:
        figure.savefig(temporary, dpi=120)


def draw(result: Result, names: Sequence[str] | None = None) -> Figure:
    """A figure with one axis for each variable."""
    variables = [result.variable(name) for name in names] if names else default_variables(result)
    figure = _new_figure()
    figure.set_size_inches(9.0, 1.2 + 1.9 * max(1, len(variables)))
    axes = figure.subplots(max(1, len(variables)), 1, sharex=True, squeeze=False)[:, 0]
    figure.suptitle(result.model)
    for axis, variable in zip(axes, variables, strict=False):
        _draw_variable(result, axis, variable)
    for axis in axes:
        _shade_structures(result, axis)
        axis.margins(x=0.0)
        axis.grid(alpha=0.3)
    axes[-1].set_xlabel("time [s]")
    numbers = sorted({segment.structure for segment in result.segments})
    if len(numbers) > 1:
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=min(len(handles), 5), frameon=False)
    return figure


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


def _draw_variable(result: Result, axis: Axes, variable: Variable) -> None:
    times, values = broken_curve(result, variable.name)
    axis.plot(times, values, color="#1f4e79", linewidth=1.2, drawstyle="default" if variable.kind is Kind.REAL else "steps-post")
    axis.set_ylabel(f"{variable.name} [{variable.unit}]" if variable.unit else variable.name)


def _shade_structures(result: Result, axis: Axes) -> None:
    spans: dict[int, list[tuple[float, float]]] = {}
    for segment in result.segments:
        if len(segment):
            spans.setdefault(segment.structure, []).append((segment.time[0], segment.time[-1] - segment.time[0]))
    if len(spans) < 2:
        return
    for number, ranges in sorted(spans.items()):
        shade = SHADES[(number - 1) % len(SHADES)]
        axis.broken_barh(
            ranges, (0.0, 1.0), transform=axis.get_xaxis_transform(), color=shade, linewidth=0, zorder=0, label=f"structure {number}"
        )


def _new_figure() -> Figure:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        command = "python -m pip install 'mosila[plot]'"
        raise MosilaError(MISSING_PACKAGE.at(purpose="a picture", package="matplotlib", command=command)) from None
    return Figure(layout="constrained")
