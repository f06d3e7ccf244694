"""Solvers by name: each against closed forms, their orders, and what they refuse."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

import numpy as np
import pytest

from mosila.diagnostics import MosilaError
from mosila.solvers import scikits
from mosila.solvers.drivers import GROUP, find_driver
from tests.running import EXAMPLES, event_times, run_file, run_text

OSCILLATOR = """
model Oscillator
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Oscillator;
"""

STIFF = """
model Stiff "a fast and a slow part, joined by an equation that no formula solves"
  Real x(start = 1, fixed = true), y(start = 0), slow(start = 1, fixed = true);
equation
  y ^ 3 + y = x;
  der(x) = -1000 * (x - cos(time));
  der(slow) = -slow + y;
end Stiff;
"""

BUILT_IN = ("ida", "euler", "trapezoid", "dopri")


def test_all_are_entry_points() -> None:
    assert {*BUILT_IN, "scikits"} <= {each.name for each in entry_points(group=GROUP)}


@pytest.mark.parametrize(("solver", "bound"), [("ida", 1e-5), ("euler", 5e-2), ("trapezoid", 2e-3), ("dopri", 1e-5)])
def test_an_oscillator(solver: str, bound: float) -> None:
    result = run_text(OSCILLATOR, suffix=".mo", stop=10.0, tolerance=1e-7, solver=solver)
    assert np.abs(result["x"] - np.cos(result.time)).max() < bound
    assert np.abs(result["v"] + np.sin(result.time)).max() < bound


@pytest.mark.parametrize("solver", BUILT_IN)
def test_events_are_found(solver: str) -> None:
    result = run_file(EXAMPLES / "BouncingBall" / "BouncingBall.mo", stop=2.0, tolerance=1e-8, solver=solver)
    first = np.sqrt(2 / 9.81)
    assert event_times(result)[:2] == pytest.approx([first, first * 2.9], rel=2e-4 if solver == "euler" else 1e-6)


@pytest.mark.parametrize(("solver", "order"), [("euler", 1), ("trapezoid", 2)])
def test_the_order_of_fixed_steps(solver: str, order: int) -> None:
    errors = []
    for step in (0.02, 0.01, 0.005):
        result = run_text(OSCILLATOR, suffix=".mo", stop=1.0, solver=solver, step=step)
        assert result.counts.steps == round(1 / step)
        errors.append(abs(result["x"][-1] - np.cos(1.0)))
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.1)
    assert np.log2(errors[1] / errors[2]) == pytest.approx(order, abs=0.1)


@pytest.mark.parametrize("solver", ["euler", "trapezoid"])
def test_stiff_equations_that_are_solved_together(solver: str) -> None:
    expected = run_text(STIFF, suffix=".mo", stop=3.0, tolerance=1e-9)
    result = run_text(STIFF, suffix=".mo", stop=3.0, tolerance=1e-6, solver=solver)
    assert result.counts.steps < 20_000
    for name in ("x", "y", "slow"):
        assert result[name][-1] == pytest.approx(expected[name][-1], abs=2e-3)


def test_interpolation_of_runge_kutta_is_as_good_as_its_steps() -> None:
    result = run_text(OSCILLATOR, suffix=".mo", stop=10.0, tolerance=1e-9, intervals=5000, solver="dopri")
    assert np.abs(result["x"] - np.cos(result.time)).max() < 1e-7


def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> Any:
        if name.startswith(scikits.PACKAGE):
            raise ImportError(f"No module named {name!r}")
        return import_module(name)

    monkeypatch.setattr(scikits, "import_module", refuse)
    with pytest.raises(MosilaError, match="X141"):
        run_text(OSCILLATOR, suffix=".mo", solver="scikits")


@pytest.mark.parametrize("solver", ["ida", "dopri"])
def test_a_fixed_step_is_for_those_that_take_it(solver: str) -> None:
    with pytest.raises(MosilaError, match="X142"):
        run_text(OSCILLATOR, suffix=".mo", solver=solver, step=0.1)


def test_a_fault_in_a_solver_written_in_python_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def start(self, *_: object) -> int:
            raise ZeroDivisionError("broken")

        step = interpolate = start

    monkeypatch.setattr("mosila.compiler.find_driver", lambda name: lambda simulation, settings: simulation.use_solver(Broken()))
    with pytest.raises(ZeroDivisionError, match="broken"):
        run_text(OSCILLATOR, suffix=".mo")
    assert find_driver("ida") is not None
