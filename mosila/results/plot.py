"""Picture -> file: matplotlib for .png, .svg and .pdf, plotly for pages that can be zoomed (.html)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.internal import UNKNOWN_FORMAT
from mosila.results.optional import require
from mosila.results.picture import Curve, Picture, is_page, make_picture, shade
from mosila.results.replace_file import check_writable, replacing, replacing_path
from mosila.results.result import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS: Final = (".png", ".svg", ".pdf", ".html")
INK: Final = "#1f4e79"


def check_picture(path: str | Path) -> None:
    """Raise the errors of a picture now, before a long run: an unknown ending, a missing package, a file in the way."""
    if Path(path).suffix.lower() not in FORMATS:
        raise MosilaError(UNKNOWN_FORMAT.at(file=path, formats=", ".join(f"*{ending}" for ending in FORMATS)))
    if is_page(path):
        require("plotly.graph_objects", "a page with curves", "html")
    else:
        _new_figure()
    check_writable(path)


def write_plot(result: Result, path: str | Path, names: Sequence[str] | None = None) -> None:
    """Draw these variables, or the most telling ones, into a file whose ending says the format."""
    check_picture(path)
    if is_page(path):
        with replacing(path) as stream:
            stream.write(draw_page(make_picture(result, names)).to_html(include_plotlyjs=True))
        return
    figure = draw(result, names)
    with replacing_path(path) as temporary:
        figure.savefig(temporary, dpi=120)


def draw(result: Result, names: Sequence[str] | None = None) -> Figure:
    """A figure with one axis for each variable, and one for the states of charts if there are any."""
    return draw_figure(make_picture(result, names))


def draw_figure(picture: Picture) -> Figure:
    """The figure of a picture."""
    figure = _new_figure()
    rows, timeline = max(1, len(picture.curves)), 0.5 + 0.22 * len(picture.states) if picture.states else 0.0
    figure.set_size_inches(9.0, 1.2 + 1.9 * rows + timeline)
    heights = [1.9] * rows + ([timeline] if picture.states else [])
    axes = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0]
    figure.suptitle(picture.title)
    for axis, curve in zip(axes, picture.curves, strict=False):
        _draw_curve(axis, curve)
    for axis in axes[:rows]:
        _shade_structures(axis, picture)
        axis.grid(alpha=0.3)
    if picture.states:
        _draw_states(axes[-1], picture)
    for axis in axes:
        axis.margins(x=0.0)
    axes[-1].set_xlabel("time [s]")
    if picture.structures:
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=min(len(handles), 5), frameon=False)
    return figure


def _draw_curve(axis: Axes, curve: Curve) -> None:
    axis.plot(curve.times, curve.values, color=INK, linewidth=1.2, drawstyle="steps-post" if curve.is_stepped else "default")
    axis.set_ylabel(curve.label)


def _shade_structures(axis: Axes, picture: Picture) -> None:
    for number, spans in picture.structures.items():
        ranges = [(start, stop - start) for start, stop in spans]
        transform = axis.get_xaxis_transform()
        axis.broken_barh(ranges, (0.0, 1.0), transform=transform, color=shade(number), linewidth=0, zorder=0, label=f"structure {number}")


def _draw_states(axis: Axes, picture: Picture) -> None:
    for row, spans in enumerate(picture.states.values()):
        axis.broken_barh([(start, stop - start) for start, stop in spans], (row - 0.35, 0.7), color=INK, linewidth=0)
    axis.set_yticks(range(len(picture.states)), list(picture.states), fontsize="small")
    axis.set_ylim(len(picture.states) - 0.5, -0.5)
    axis.grid(axis="x", alpha=0.3)


def _new_figure() -> Figure:
    figure: Figure = require("matplotlib.figure", "a picture", "plot").Figure(layout="constrained")
    return figure


def draw_page(picture: Picture) -> Any:
    """The plotly figure of a picture, axes and colours as in `draw_figure`."""
    graphs = require("plotly.graph_objects", "a page with curves", "html")
    subplots = require("plotly.subplots", "a page with curves", "html")
    rows = max(1, len(picture.curves))
    heights = [1.9] * rows + ([0.5 + 0.22 * len(picture.states)] if picture.states else [])
    page = subplots.make_subplots(rows=len(heights), cols=1, shared_xaxes=True, row_heights=heights, vertical_spacing=0.02)
    for row, curve in enumerate(picture.curves, start=1):
        line = {"color": INK, "width": 1.5, "shape": "hv" if curve.is_stepped else "linear"}
        values = graphs.Scatter(
            x=curve.times, y=curve.values, name=curve.label, mode="lines", line=line, connectgaps=False, showlegend=False
        )
        page.add_trace(values, row=row, col=1)
        page.update_yaxes(title_text=curve.label, row=row, col=1)
    shapes = [
        {
            "type": "rect",
            "xref": "x",
            "yref": f"y{row if row > 1 else ''} domain",
            "x0": start,
            "x1": stop,
            "y0": 0,
            "y1": 1,
            "fillcolor": shade(number),
            "line": {"width": 0},
            "layer": "below",
        }
        for row in range(1, rows + 1)
        for number, spans in picture.structures.items()
        for start, stop in spans
    ]
    for number in picture.structures:
        key = graphs.Scatter(x=[None], y=[None], mode="markers", name=f"structure {number}", marker={"color": shade(number), "size": 12})
        page.add_trace(key, row=1, col=1)
    for name, spans in picture.states.items():
        bars = graphs.Bar(
            x=[stop - start for start, stop in spans],
            base=[start for start, _ in spans],
            y=[name] * len(spans),
            orientation="h",
            marker={"color": INK},
            name=name,
            showlegend=False,
        )
        page.add_trace(bars, row=len(heights), col=1)
    page.update_xaxes(title_text="time [s]", row=len(heights), col=1)
    height = int(100 * sum(heights)) + 120
    page.update_layout(title=picture.title, shapes=shapes, template="simple_white", height=height, barmode="overlay")
    return page
