"""Pictures: jumps are not joined, structures are shaded, files are what their names say."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mosila.diagnostics.diagnostic import MosilaError
from mosila.results import Kind, Result, Variable
from mosila.results.picture import broken_curve, default_variables, state_spans
from mosila.results.plot import draw, write_plot
from mosila.runtime.logs import ChartStep, StructureChange
from tests.results.fakes import segment, two_structures


def test_jumps_are_not_joined() -> None:
    times, values = broken_curve(two_structures(), "body.v")
    assert np.isnan(values).tolist() == [False, False, False, True, False, False]
    assert np.isnan(times).tolist() == np.isnan(values).tolist()


def test_an_event_within_a_segment_breaks_the_curve_too() -> None:
    one = segment(1, [0, 1, 1, 2], [0, 1, 2, 0], x=[0, 1, -1, 0])
    _, values = broken_curve(Result(model="M", variables=(Variable("x"),), segments=(one,)), "x")
    assert np.isnan(values).tolist() == [False, False, True, False, False]


def test_states_are_drawn_with_units_and_shaded_structures() -> None:
    figure = draw(two_structures())
    assert [axis.get_ylabel() for axis in figure.axes] == ["body.s [m]", "body.v [m/s]"]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["structure 1", "structure 2"]


def test_the_states_of_a_chart_are_shown_from_the_start() -> None:
    result = replace(
        two_structures(),
        structures=(StructureChange(time=0.0, structure=1, active_states=("C.off",)),),
        chart_steps=(ChartStep(0.5, ("C.on_",), ("C.on",)), ChartStep(1.5, ("C.off_",), ("C.off",))),
    )
    assert state_spans(result) == {"C.off": [(0.0, 0.5), (1.5, 2.0)], "C.on": [(0.5, 1.5)]}


def test_without_states_the_first_real_variables_are_drawn() -> None:
    variables = (Variable("b", Kind.BOOLEAN), *(Variable(f"x{k}") for k in range(9)))
    chosen = default_variables(Result(model="M", variables=variables, segments=()))
    assert [variable.name for variable in chosen] == [f"x{k}" for k in range(6)]


@pytest.mark.parametrize(("ending", "magic"), [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")])
def test_the_ending_says_the_format(tmp_path: Path, ending: str, magic: bytes) -> None:
    write_plot(two_structures(), tmp_path / f"out{ending}", ["boost.m", "on"])
    assert (tmp_path / f"out{ending}").read_bytes().startswith(magic)
    assert len(list(tmp_path.iterdir())) == 1


def test_an_unknown_ending_and_a_missing_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MosilaError, match=r"X109.*out\.gif"):
        write_plot(two_structures(), tmp_path / "out.gif")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MosilaError, match=r"X104.*mosila\[plot\]"):
        write_plot(two_structures(), tmp_path / "out.png")
