"""The servo drive against a solution by matrix exponentials, the robot against what it must keep."""

from __future__ import annotations

import math
from types import ModuleType

import numpy as np
import pytest
from scipy.linalg import expm

from mosila.results import Result
from tests.examples.scripts import load_script

R, L, K, V, RATIO = 0.6, 0.5e-3, 0.06, 24.0, 100.0
INERTIA = 1.2e-4 + 0.16 / RATIO**2
SAMPLE, COUNT = 1e-3, 2 * math.pi / 8000


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return load_script("ServoDrive")


@pytest.fixture(scope="module")
def axis(script: ModuleType) -> Result:
    result: Result = script.averaged()
    return result


@pytest.fixture(scope="module")
def robot(script: ModuleType) -> Result:
    result: Result = script.robot()
    return result


class Controller:
    """The control law, sample by sample."""

    def __init__(self) -> None:
        self.count, self.sum, self.free = 0, 0.0, 0.0

    def step(self, angle: float, wanted: float, first: bool) -> float:
        """The duty for the next millisecond."""
        count = math.floor(angle / COUNT)
        speed = 0.0 if first else COUNT * (count - self.count) / SAMPLE
        asked = max(-300.0, min(300.0, 25.0 * (wanted - COUNT * count)))
        if abs(self.free) <= 1.0:
            self.sum += 0.4 * SAMPLE * (asked - speed)
        self.count, self.free = count, 0.02 * (asked - speed) + self.sum
        return max(-1.0, min(1.0, self.free))


def independent(samples: int) -> np.ndarray:
    """Current, speed and angle of the motor at the samples."""
    matrix = np.zeros((4, 4))
    matrix[0, :2] = -R / L, -K / L
    matrix[0, 3] = 1 / L
    matrix[1, 0] = K / INERTIA
    matrix[2, 1] = 1.0
    step, controller, state, found = expm(matrix * SAMPLE), Controller(), np.zeros(4), []
    for number in range(samples):
        found.append(state[:3].copy())
        state[3] = V * controller.step(state[2], 10.0, number == 0)
        state = step @ state
    return np.array(found)


def test_the_axis_follows_a_solution_by_matrix_exponentials(script: ModuleType, axis: Result) -> None:
    for number, (current, speed, angle) in enumerate(independent(300)):
        time = number * SAMPLE
        assert axis.at(script.ANGLE, time) == pytest.approx(angle, abs=1e-5)
        assert axis.at("drive.motor.w", time) == pytest.approx(speed, abs=1e-3)
        assert axis.at(script.CURRENT, time) == pytest.approx(current, abs=1e-3)


@pytest.mark.parametrize("frequency", [10e3, 20e3])
def test_averaged_and_switched_bridge_agree_but_for_the_ripple(script: ModuleType, axis: Result, frequency: float) -> None:
    pulsed = script.switched(frequency)
    assert script.difference(axis, pulsed) < 1e-4
    assert set(np.unique(pulsed["drive.bridge.p.v"])) == {0.0, V}
    # Two pulses are at most V / (4 f L) peak to peak at half the duty, so the current is at most half of that off its mean.
    ripple = script.difference(axis, pulsed, script.CURRENT)
    assert 0.7 < ripple / (V / (8 * frequency * L)) < 1.1
    assert len(pulsed.events) > 1.5 * 0.6 * frequency


def test_the_axis_arrives_without_going_far_beyond(script: ModuleType, axis: Result) -> None:
    angle = axis[script.ANGLE]
    assert angle[-1] == pytest.approx(10.0, abs=2 * COUNT)
    assert angle.max() < 10.01


def test_the_limp_robot_keeps_energy_and_angular_momentum(script: ModuleType) -> None:
    result = script.limp()
    for name in ("energy", "momentum"):
        values = result[name]
        assert np.ptp(values) < 1e-6 * abs(values[0])
    assert np.ptp(result["first.q"]) > 1.0
    assert result.structures[0].states == 6


def test_the_robot_keeps_to_its_line(robot: Result) -> None:
    assert [robot[f"hand[{k}]"][0] for k in (1, 2, 3)] == pytest.approx([0.5, -0.3, 0.4], abs=1e-9)
    assert [robot[f"hand[{k}]"][-1] for k in (1, 2, 3)] == pytest.approx([0.2, 0.4, 0.8], abs=1e-4)
    assert robot["off"].max() < 1e-3


def test_the_robot_at_rest_bears_its_weight(robot: Result) -> None:
    """The joint of the first arm holds both arms and the load: current times constant times gear is their moment."""
    radii = [(3.0, robot["first.link.x"][-1]), (3.0, robot["second.link.x"][-1]), (1.0, robot["load.a.x"][-1])]
    late = robot.time > 2.4
    current = np.trapezoid(robot["first.drive.motor.i"][late], robot.time[late]) / np.ptp(robot.time[late])
    assert current * K * RATIO == pytest.approx(sum(m * 9.81 * r for m, r in radii), rel=5e-3)
