"""Smooth problems against closed forms and published values."""

import numpy as np
import pytest
from scipy.linalg import expm

from mosila.solvers.binding import Runtime
from mosila.solvers.outcomes import Outcome, RowFlag
from tests.solvers.model import Model, build


@pytest.mark.parametrize("explicit", [True, False])
def test_exponential_decay(runtime: Runtime, explicit: bool) -> None:
    model = Model(states={"x": 2.0}, static={"k": 3.0}, residual=["-k*x - der_x"], explicit_derivatives=explicit)
    built = build(runtime, model)
    run = built.run(stop=2.0, rtol=1e-9, atol=1e-12, intervals=40)
    assert built.simulation.initialise(run) is Outcome.GO_ON
    assert built.simulation.simulate(run) is Outcome.END
    rows, flags = built.simulation.take_rows(run)
    assert len(rows) == 41
    assert flags[0] == RowFlag.START | RowFlag.GRID
    assert flags[-1] == RowFlag.FINISH | RowFlag.GRID
    assert np.allclose(rows[:, 0], np.linspace(0, 2, 41), rtol=1e-15)
    assert np.allclose(rows[:, 1], 2 * np.exp(-3 * rows[:, 0]), rtol=1e-7, atol=0)
    assert run.time == 2.0


def test_stiff_linear_dae_through_explicit_variables(runtime: Runtime) -> None:
    """x' = -1000 (x - z) + u, y' = -y, z = (x + y)/2 as a loop with an explicit variable, u = 5 sin t."""
    model = Model(
        states={"x": 1.0, "y": 2.0},
        algebraic={"z": 0.0},
        explicit=[("residual", "u", "5*sin(time)"), ("residual", "m", "x + y - z"), ("result", "twice", "2*u")],
        residual=["der_x + 1000*(x - z) - u", "der_y + y", "m - z"],
        record=["x", "y", "z", "twice", "der_x"],
    )
    built = build(runtime, model)
    run = built.run(stop=3.0, rtol=1e-9, atol=1e-10, intervals=30)
    assert built.simulation.initialise(run) is Outcome.GO_ON
    assert built.simulation.simulate(run) is Outcome.END
    rows, _ = built.simulation.take_rows(run)
    # The same as a linear system in (x, y, s, c) with s = sin t, c = cos t.
    matrix = np.array([[-500.0, 500, 5, 0], [0, -1, 0, 0], [0, 0, 0, 1], [0, 0, -1, 0]])
    exact = np.array([expm(matrix * t) @ [1, 2, 0, 1] for t in rows[:, 0]])
    assert np.allclose(built.column(rows, "x"), exact[:, 0], rtol=1e-7)
    assert np.allclose(built.column(rows, "z"), (exact[:, 0] + exact[:, 1]) / 2, rtol=1e-7)
    assert np.allclose(built.column(rows, "twice"), 10 * np.sin(rows[:, 0]), rtol=1e-12)
    assert np.allclose(built.column(rows, "der_x")[-1], (matrix @ exact[-1])[0], rtol=1e-4)


def test_robertson_at_1e5(runtime: Runtime) -> None:
    """Published in the description of the test problem set for initial value problems and in SUNDIALS' own example."""
    model = Model(
        states={"a": 1.0, "b": 0.0},
        algebraic={"c": 0.0},
        residual=["-0.04*a + 1e4*b*c - der_a", "0.04*a - 1e4*b*c - 3e7*b*b - der_b", "a + b + c - 1"],
    )
    built = build(runtime, model)
    run = built.run(stop=4e5, rtol=1e-8, atol=1e-12, intervals=4)
    assert built.simulation.initialise(run) is Outcome.GO_ON
    assert built.simulation.simulate(run) is Outcome.END
    rows, _ = built.simulation.take_rows(run)
    assert np.allclose(rows[1, 1:], robertson_reference(1e5), rtol=1e-5)
    assert np.allclose(rows[-1, 1:], [4.9387e-3, 1.9849e-8, 9.9506e-1], rtol=2e-4)


def robertson_reference(stop: float) -> np.ndarray:
    """An independent solver of high order at a fine tolerance."""
    from scipy.integrate import solve_ivp

    def slopes(_: float, y: np.ndarray) -> list[float]:
        return [-0.04 * y[0] + 1e4 * y[1] * y[2], 0.04 * y[0] - 1e4 * y[1] * y[2] - 3e7 * y[1] ** 2, 3e7 * y[1] ** 2]

    return solve_ivp(slopes, (0, stop), [1, 0, 0], method="Radau", rtol=1e-9, atol=1e-14).y[:, -1]
