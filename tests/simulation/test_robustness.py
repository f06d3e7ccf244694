"""What goes wrong while a model runs is told with its place, and what was computed until then is kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mosila
from mosila.results import SimulationFailedError
from tests.running import run_text

BALL = """
model Ball
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -0.5 * pre(v));
  end when;
end Ball;

model Room
  Ball ball;
end Room;
"""

RELAY = """
model Relay
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real u = if x + v > 0 then -1 else 1;
equation
  der(x) = v;
  der(v) = u;
end Relay;
"""

POLE = """
model Pole
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = x ^ 2;
  der(y) = 1;
end Pole;
"""

LOGARITHM = """
model Logarithm
  Real x(start = 1, fixed = true);
  Real y = log(x);
equation
  der(x) = -1;
end Logarithm;
"""

DIVISION = """
model Division
  Real x(start = 1, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = -1;
  der(z) = 1 / (x - 0.5);
end Division;
"""

ROOT = """
model Root
  Real x(start = 1, fixed = true);
equation
  der(x) = -sqrt(x) - 0.1;
end Root;
"""

ENDLESS = """
model Endless
  Boolean a(start = false, fixed = true);
equation
  a = not pre(a);
end Endless;
"""


def failure(text: str, model: str | None = None, **options: object) -> SimulationFailedError:
    with pytest.raises(SimulationFailedError) as told:
        run_text(text, model, suffix=".mo", **options)
    return told.value


def test_zeno_names_object_relation_and_the_time_where_events_pile_up() -> None:
    first = np.sqrt(2 / 9.81)
    told = failure(BALL, "Room", stop=5.0)
    (diagnostic,) = told.diagnostics
    assert diagnostic.code == "R007"
    assert diagnostic.path == ("ball",)
    assert "`ball.h <= 0`" in diagnostic.message
    assert float(diagnostic.message.rsplit(" ", 1)[1]) == pytest.approx(3 * first, rel=1e-4)
    assert 1.3 < told.result.time[-1] <= 3 * first


def test_zeno_can_be_the_end() -> None:
    result = run_text(BALL, "Room", suffix=".mo", stop=5.0, zeno="stop")
    assert "pile up" in result.stop_reason
    assert result["ball.h"].min() > -1e-6


@pytest.mark.parametrize("zeno", ["error", "stop"])
def test_chattering_is_told_apart(zeno: str) -> None:
    told = failure(RELAY, stop=5.0, zeno=zeno)
    assert [each.code for each in told.diagnostics] == ["R070"]
    assert "`x + v > 0`" in told.diagnostics[0].message
    assert told.result.time[-1] == pytest.approx(np.sqrt(3) - 1, abs=1e-4)


@pytest.mark.parametrize("solver", ["ida", "dopri", "trapezoid"])
def test_a_pole_names_what_grows_and_the_last_steps(solver: str) -> None:
    told = failure(POLE, stop=5.0, solver=solver)
    (diagnostic,) = told.diagnostics
    assert diagnostic.code in ("R001", "R002")
    assert diagnostic.span.line == 3 or diagnostic.code == "R001"
    assert told.result.time[-1] < 1.001
    assert told.result["x"][:40] == pytest.approx(1 / (1 - told.result.time[:40]), rel=1e-3)
    if solver == "ida":
        assert "last steps" in diagnostic.message
        assert "`x`" in diagnostic.help


@pytest.mark.parametrize("solver", ["ida", "euler"])
@pytest.mark.parametrize(
    ("text", "line", "stop"), [(LOGARITHM, 4, 1.0), (DIVISION, 6, 0.5), (ROOT, 5, 2.0)], ids=["log", "division", "root"]
)
def test_no_finite_value(text: str, line: int, stop: float, solver: str) -> None:
    told = failure(text, stop=5.0, solver=solver)
    (diagnostic,) = told.diagnostics
    assert diagnostic.code in ("R001", "R002")
    if diagnostic.code == "R001":
        assert diagnostic.span.line == line
    assert told.result.time[-1] <= stop + 0.02
    assert told.result["x"][0] == 1.0


def test_an_instant_without_end_is_told() -> None:
    with pytest.raises(Exception, match="R004"):
        run_text(ENDLESS, suffix=".mo", stop=1.0)


@pytest.mark.parametrize("rate", ["sqrt(max(h, 0))", "sqrt(noEvent(max(h, 0)))", "max(h, 0)^0.5"])
def test_a_tank_that_runs_empty_stays_empty(rate: str) -> None:
    result = run_text(f"model Tank Real h(start = 2, fixed = true); equation der(h) = -0.05*{rate}; end Tank;", stop=100.0)
    exact = np.where(result.time < 2 * np.sqrt(2) / 0.05, (np.sqrt(2) - 0.025 * result.time) ** 2, 0.0)
    assert np.allclose(result["h"], exact, atol=2e-5)


def test_what_a_run_recorded_stays_when_others_follow(tmp_path: Path) -> None:
    text = "model Decay\n  parameter Real k = 1;\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -k * x;\nend Decay;\n"
    (tmp_path / "Decay.mo").write_text(text, encoding="utf-8")
    model = mosila.load(tmp_path / "Decay.mo")
    results = {k: model.simulate(stop=1.0, parameters={"k": k}, tolerance=1e-8) for k in (1.0, 2.0, 3.0)}
    for k, result in results.items():
        assert result["x"] == pytest.approx(np.exp(-k * result.time), rel=1e-6)
