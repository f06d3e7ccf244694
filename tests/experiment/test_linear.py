"""Inputs from outside, linear models around a point, and points of rest; against closed forms."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import scipy.integrate

import mosila

PLANT = """\
model Plant
  input Real u;
  input Boolean on;
  output Real y;
  parameter Real k = 2;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k * x + u;
  y = (if on then 2 else 1) * x + 0.5 * u;
end Plant;
"""

PENDULUM = """\
model Pendulum
  input Real tau;
  output Real height;
  output Real force;
  parameter Real g = 9.81, L = 2, m = 3, d = 0.4;
  Real phi(start = 0.3, fixed = true), w(start = 0, fixed = true);
equation
  der(phi) = w;
  m * L ^ 2 * der(w) = -m * g * L * sin(phi) - d * w + tau;
  height = -L * cos(phi);
  force ^ 3 + force = m * L * w ^ 2 + m * g * cos(phi) - 9;
end Pendulum;
"""


@pytest.fixture(scope="module")
def plant(tmp_path_factory: pytest.TempPathFactory) -> mosila.Model:
    path = tmp_path_factory.mktemp("plant") / "Plant.mo"
    path.write_text(PLANT, encoding="utf-8")
    return mosila.load(path)


@pytest.fixture(scope="module")
def pendulum(tmp_path_factory: pytest.TempPathFactory) -> mosila.Model:
    path = tmp_path_factory.mktemp("pendulum") / "Pendulum.mo"
    path.write_text(PENDULUM, encoding="utf-8")
    return mosila.load(path)


def test_inputs_and_outputs_are_known(plant: mosila.Model) -> None:
    assert (plant.inputs, plant.outputs) == (("u", "on"), ("y",))
    assert plant.variables == ("u", "on", "y", "k", "x")
    assert plant.simulate().names == plant.variables


def test_without_a_word_inputs_are_zero(plant: mosila.Model) -> None:
    assert plant.simulate(tolerance=1e-9)["x"][-1] == pytest.approx(math.exp(-2.0), rel=1e-7)


def test_a_function_of_time(plant: mosila.Model) -> None:
    result = plant.simulate(tolerance=1e-9, stop=3.0, inputs={"u": lambda t: math.sin(5 * t)})
    time, k, w = result.time, 2.0, 5.0
    exact = (1 + w / (k * k + w * w)) * np.exp(-k * time) + (k * np.sin(w * time) - w * np.cos(w * time)) / (k * k + w * w)
    assert np.abs(result["u"] - np.sin(5 * time)).max() < 1e-8
    assert np.abs(result["x"] - exact).max() < 1e-7


def test_a_function_with_a_jump(plant: mosila.Model) -> None:
    result = plant.simulate(tolerance=1e-8, stop=2.0, inputs={"u": lambda t: 1.0 if t >= 0.7 else 0.0})
    assert result["x"][-1] == pytest.approx(math.exp(-4) + 0.5 * (1 - math.exp(-2.6)), abs=1e-4)


def test_a_table_with_a_kink_and_a_jump(plant: mosila.Model) -> None:
    table = ([0.0, 1.0, 1.0, 2.0], [0.0, 1.0, 5.0, 5.0])
    result = plant.simulate(tolerance=1e-9, stop=3.0, inputs={"u": table})
    assert (result.at("u", 0.5), result.at("u", 1.0, side="left"), result.at("u", 1.0), result.at("u", 2.7)) == pytest.approx(
        (0.5, 1, 5, 5)
    )

    def slope(t: float, x: np.ndarray) -> np.ndarray:
        return -2 * x + (t if t < 1 else 5.0)

    first = scipy.integrate.solve_ivp(slope, (0, 1 - 1e-12), [1.0], rtol=1e-11, atol=1e-12).y[:, -1]
    second = scipy.integrate.solve_ivp(slope, (1, 3), first, rtol=1e-11, atol=1e-12).y[:, -1]
    assert result["x"][-1] == pytest.approx(float(second[0]), rel=1e-7)
    pairs = plant.simulate(tolerance=1e-9, stop=3.0, inputs={"u": np.column_stack(table)})
    assert np.array_equal(pairs["x"], result["x"])


def test_a_table_file_and_a_start_within_the_table(plant: mosila.Model, tmp_path: Path) -> None:
    (tmp_path / "drive.csv").write_text("time,u,on\n0,0,false\n2,4,true\n")
    result = plant.simulate(start=1.0, stop=3.0, inputs=dict.fromkeys(("u", "on"), tmp_path / "drive.csv"))
    assert (result.at("u", 1.0), result.at("u", 1.5), result.at("u", 2.5)) == pytest.approx((2.0, 3.0, 4.0))
    assert (result.at("on", 1.9), result.at("on", 2.1)) == (0.0, 1.0)


def test_the_script_feeds_between_steps(plant: mosila.Model) -> None:
    simulator = plant.simulator(inputs={"u": 1.0}, tolerance=1e-9)
    assert simulator["u"] == 1.0
    simulator.advance(0.5)
    simulator["u"] = 2.0
    simulator["on"] = True
    simulator.advance(1.0)
    at_half = 0.5 + 0.5 * math.exp(-1)
    assert simulator["x"] == pytest.approx(1 + (at_half - 1) * math.exp(-1), rel=1e-7)
    assert simulator["y"] == pytest.approx(2 * simulator["x"] + 1)


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({"v": 1.0}, "no such input; it has u, on"),
        ({"u": [1.0, 2.0, 3.0]}, "neither two rows"),
        ({"u": ([1.0, 0.0], [1.0, 2.0])}, "do not grow"),
        ({"u": lambda t: math.nan}, "the function gives nan"),
    ],
)
def test_wrong_inputs(plant: mosila.Model, inputs: dict[str, object], words: str) -> None:
    with pytest.raises(mosila.MosilaError, match=f"X137.*{words}"):
        plant.simulate(inputs=inputs)  # type: ignore[arg-type]


def test_the_pendulum_linearised_at_rest(pendulum: mosila.Model) -> None:
    rest = pendulum.steady_state(inputs={"tau": 10.0})
    phi = math.asin(10.0 / (3 * 9.81 * 2))
    assert rest.states == pytest.approx({"phi": phi, "w": 0.0}, abs=1e-7)
    linear = pendulum.linearize(rest)
    A, B, C, D = linear.A, linear.B, linear.C, linear.D
    assert A.sel(derivative="phi").values == pytest.approx([0, 1])
    assert A.sel(derivative="w", state="phi").item() == pytest.approx(-9.81 / 2 * math.cos(phi), rel=1e-6)
    assert A.sel(derivative="w", state="w").item() == pytest.approx(-0.4 / 12)
    assert B.sel(derivative="w", input="tau").item() == pytest.approx(1 / 12)
    assert C.sel(output="height", state="phi").item() == pytest.approx(2 * math.sin(phi), rel=1e-6)
    force = rest["force"]
    assert C.sel(output="force", state="phi").item() == pytest.approx(-3 * 9.81 * math.sin(phi) / (3 * force**2 + 1), rel=1e-5)
    assert D.values == pytest.approx(np.zeros((2, 1)), abs=1e-9)
    a, d = 9.81 / 2 * math.cos(phi), 0.4 / 12
    assert linear.eigenvalues[0] == pytest.approx(complex(-d / 2, math.sqrt(a - d * d / 4)))
    assert linear.is_stable


def test_linearised_at_a_time_and_where_a_simulator_stands(pendulum: mosila.Model) -> None:
    simulator = pendulum.simulator(tolerance=1e-9)
    simulator.advance(1.3)
    here, there = pendulum.linearize(simulator, outputs=["w"]), pendulum.linearize(1.3, outputs=["w"], tolerance=1e-9)
    assert here.matrices[0][1, 0] == pytest.approx(-9.81 / 2 * math.cos(simulator["phi"]), rel=1e-6)
    assert here.C.values == pytest.approx(np.array([[0.0, 1.0]]))
    assert there.matrices[0] == pytest.approx(here.matrices[0])
    simulator.advance(2.0)


def test_no_steady_state(tmp_path: Path) -> None:
    (tmp_path / "Fall.mo").write_text("model Fall\n  Real v(start = 0);\nequation\n  der(v) = -9.81;\nend Fall;\n")
    with pytest.raises(mosila.MosilaError, match=r"R051.*`v`"):
        mosila.load(tmp_path / "Fall.mo").steady_state()
