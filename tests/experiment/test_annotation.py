"""The `experiment` annotation: what it sets, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mosila.diagnostics import MosilaError
from mosila.experiment.annotation import annotation_diagnostics, experiment_options
from mosila.experiment.load import load_model
from mosila.semantics.symbols import ClassSymbol
from tests.running import run_text


def model_with(annotation: str, folder: Path) -> ClassSymbol:
    path = folder / "model.mo"
    path.write_text(f"model M\n  Real x = time;\n  annotation({annotation});\nend M;\n", encoding="utf-8")
    return load_model(path, None).model


@pytest.mark.parametrize(
    ("settings", "options"),
    [
        ("StopTime = 10", {"stop": 10.0}),
        ("StartTime = -2, StopTime = 5 * 60, Tolerance = 1e-8", {"start": -2.0, "stop": 300.0, "tolerance": 1e-8}),
        ("StopTime = (2 + 3)^2 / 5 - 1", {"stop": 4.0}),
        ("StopTime = 1, NumberOfIntervals = 20", {"stop": 1.0, "intervals": 20}),
        ('StopTime = +3, __Other_Algorithm = "dassl"', {"stop": 3.0}),
        ("", {}),
    ],
)
def test_settings(settings: str, options: dict[str, Any], tmp_path: Path) -> None:
    model = model_with(f"experiment({settings})", tmp_path)
    assert experiment_options(model) == options
    assert annotation_diagnostics(model) == ()


def test_other_annotations_are_no_experiment(tmp_path: Path) -> None:
    model = model_with('Icon(stopTime = 3), Documentation(info = "experiment")', tmp_path)
    assert annotation_diagnostics(model) == ()
    assert experiment_options(model) == {}


@pytest.mark.parametrize(
    ("settings", "code", "part"),
    [
        ("stopTime = 3", "I090", "did you mean `StopTime`?"),
        ("StopTme = 3", "I090", "did you mean `StopTime`?"),
        ("tolerance = 1e-3", "I090", "did you mean `Tolerance`?"),
        ("Solver = 1", "I090", "the settings are StartTime"),
        ("StopTime.unit = 1", "I090", "StopTime"),
        ("StopTime = x", "I091", "`x` is not one"),
        ('StopTime = "3"', "I091", '`"3"` is not one'),
        ("StopTime = true", "I091", "`true` is not one"),
        ("StopTime = {1, 2}", "I091", "`{1, 2}` is not one"),
        ("StopTime = 1 / 0", "I091", "`1/0` is not one"),
        ("StopTime = -x", "I091", "`-x` is not one"),
        ("StopTime", "I091", "has none"),
        ("StopTime(unit = 1) = 3", "I091", "has modifiers"),
        ("StopTime = -1", "I092", "the run starts at 0"),
        ("StartTime = 2, StopTime = 1", "I092", "the run starts at 2 write for example `StopTime = 12`"),
        ("Tolerance = 0", "I092", "between 1e-14 and 1"),
        ("Tolerance = 1", "I092", "between 1e-14 and 1"),
        ("Interval = 0", "I092", "must be positive"),
        ("NumberOfIntervals = 2.5", "I092", "whole number"),
        ("NumberOfIntervals = 0", "I092", "whole number"),
        ("StopTime = 1e999", "I092", "finite"),
        ("StopTime = 1, StopTime = 1", "I093", "keep one"),
    ],
)
def test_mistakes(settings: str, code: str, part: str, tmp_path: Path) -> None:
    model = model_with(f"experiment({settings})", tmp_path)
    (found,) = annotation_diagnostics(model)
    assert found.code == code
    assert part in f"{found.message} {found.help}"
    assert found.span.line == 3
    if code == "I090":
        assert experiment_options(model) == {}
    else:
        with pytest.raises(MosilaError, match=code):
            experiment_options(model)


@pytest.mark.parametrize("annotation", ["experiment", "experiment = 3"])
def test_an_experiment_without_settings(annotation: str, tmp_path: Path) -> None:
    (found,) = annotation_diagnostics(model_with(annotation, tmp_path))
    assert found.code == "I094"


def test_all_mistakes_are_told_in_one_run(tmp_path: Path) -> None:
    model = model_with('experiment(Interval = -1, stopTime = 2, Tolerance = "fine")', tmp_path)
    with pytest.raises(MosilaError) as caught:
        experiment_options(model)
    assert [each.code for each in caught.value.diagnostics] == ["I092", "I090", "I091"]


def test_a_run_carries_the_warning() -> None:
    result = run_text("model M Real x = time; annotation(experiment(stopTime = 3, StopTime = 2)); end M;", suffix=".mo")
    assert result.time[-1] == 2.0
    assert [each.code for each in result.warnings] == ["I090"]
