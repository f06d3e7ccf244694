"""Constraints between states: pendulums in all quadrants, drive trains, published end values of mechanical and electrical problems."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mosila.results import Result
from tests.running import run_text

PENDULUM = """
model Pendulum
  Real x(start = {x}), y(start = {y}), u(start = {u}), v(start = {v}), force;
  parameter Real g = 9.81;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -force * x;
  der(v) = -force * y - g;
  x * x + y * y = 1;
end Pendulum;
"""

CAR_AXIS = """
model CarAxis
  parameter Real L = 1, L0 = 0.5, eps = 1e-2, M = 10, h = 0.1, w = 10, K = eps^2 * M / 2;
  Real xl(start = 0), yl(start = 0.5), xr(start = 1), yr(start = 0.5);
  Real ul(start = -0.5), vl(start = 0), ur(start = -0.5), vr(start = 0), l1, l2, xb, yb, Ll, Lr;
equation
  yb = h * sin(w * time);
  xb = sqrt(L^2 - yb^2);
  Ll = sqrt(xl^2 + yl^2);
  Lr = sqrt((xr - xb)^2 + (yr - yb)^2);
  der(xl) = ul;
  der(yl) = vl;
  der(xr) = ur;
  der(yr) = vr;
  K * der(ul) = (L0 - Ll) * xl / Ll + l1 * xb + 2 * l2 * (xl - xr);
  K * der(vl) = (L0 - Ll) * yl / Ll + l1 * yb + 2 * l2 * (yl - yr) - K;
  K * der(ur) = (L0 - Lr) * (xr - xb) / Lr - 2 * l2 * (xl - xr);
  K * der(vr) = (L0 - Lr) * (yr - yb) / Lr - 2 * l2 * (yl - yr) - K;
  0 = xl * xb + yl * yb;
  0 = (xl - xr)^2 + (yl - yr)^2 - L^2;
end CarAxis;
"""
CAR_AXIS_END = {
    "xl": 0.493455784275402809e-1,
    "yl": 0.496989460230171154,
    "xr": 1.041742524885421517,
    "yr": 0.373911027265361257,
    "ul": -0.770583684040972358e-1,
    "vl": 0.744686658723778553e-2,
    "ur": 0.175568157537232222e-1,
    "vr": 0.770341043779251976,
    "l1": -0.473688659084893325e-2,
    "l2": -0.110468033125734369e-2,
}

AMPLIFIER = """
model Amplifier
  parameter Real Ub = 6, UF = 0.026, a = 0.99, b = 1e-6, R0 = 1000, R = 9000;
  Real y1, y2(start = 3), y3(start = 3), y4(start = 6), y5(start = 3), y6(start = 3), y7(start = 6), y8;
  Real v1(start = -3), v3(start = 3), v5(start = 6), g1, g2, Ue;
equation
  v1 = y1 - y2;
  v3 = y4 - y5;
  v5 = y7 - y8;
  g1 = b * (exp((y2 - y3) / UF) - 1);
  g2 = b * (exp((y5 - y6) / UF) - 1);
  Ue = 0.1 * sin(200 * 3.14159265358979323846 * time);
  1e-6 * der(v1) = Ue / R0 - y1 / R0;
  1e-6 * der(v1) = -Ub / R + y2 * 2 / R - (a - 1) * g1;
  -2e-6 * der(y3) = -g1 + y3 / R;
  -3e-6 * der(v3) = -Ub / R + y4 / R + a * g1;
  3e-6 * der(v3) = -Ub / R + y5 * 2 / R - (a - 1) * g2;
  -4e-6 * der(y6) = -g2 + y6 / R;
  -5e-6 * der(v5) = -Ub / R + y7 / R + a * g2;
  5e-6 * der(v5) = y8 / R;
end Amplifier;
"""
AMPLIFIER_END = {
    "y1": -0.5562145012262709e-2,
    "y2": 3.006522471903042,
    "y3": 2.849958788608128,
    "y4": 2.926422536206241,
    "y5": 2.704617865010554,
    "y6": 2.761837778393145,
    "y7": 4.770927631616772,
    "y8": 1.236995868091548,
}


def pendulum(angle: float, rate: float, stop: float) -> Result:
    """A pendulum of length 1 from an angle against the vertical."""
    s, c = math.sin(angle), math.cos(angle)
    return run_text(PENDULUM.format(x=s, y=-c, u=c * rate, v=s * rate), suffix=".mo", stop=stop, tolerance=1e-9)


def angle_at(angle: float, rate: float, stop: float) -> float:
    """The same pendulum in its angle, by another solver."""
    found = solve_ivp(lambda t, y: [y[1], -9.81 * np.sin(y[0])], (0, stop), [angle, rate], rtol=1e-12, atol=1e-12, method="DOP853")
    return float(found.y[0, -1])


@pytest.mark.parametrize(
    ("angle", "rate", "quadrants"),
    [(0.7, 0.0, False), (0.0, 3.0, False), (math.pi / 2, 0.0, True), (0.0, 8.0, True), (-math.pi / 2, -9.0, True)],
)
def test_a_pendulum_swings_through_all_quadrants(angle: float, rate: float, quadrants: bool) -> None:
    """From the side or from below the constraint determines only one of the two coordinates."""
    result = pendulum(angle, rate, 5.0)
    exact = angle_at(angle, rate, 5.0)
    assert result["x"][-1] == pytest.approx(math.sin(exact), abs=2e-5)
    assert result["y"][-1] == pytest.approx(-math.cos(exact), abs=2e-5)
    assert np.abs(result["x"] ** 2 + result["y"] ** 2 - 1).max() < 1e-7
    assert (len(result.segments) > 1) == quadrants
    assert len({change.structure for change in result.structures}) == 1
    assert result.structures[0].index == 3
    assert result.structures[0].states == 2


def test_another_choice_of_states_is_no_event() -> None:
    result = pendulum(math.pi / 2, 0.0, 5.0)
    assert result.counts.events == 0
    assert len(result.time) == 501
    assert (np.diff(result.time) > 0).all()


@pytest.mark.parametrize(("text", "stop", "end"), [(CAR_AXIS, 3.0, CAR_AXIS_END), (AMPLIFIER, 0.2, AMPLIFIER_END)])
def test_end_values_of_the_ivp_test_set(text: str, stop: float, end: dict[str, float]) -> None:
    result = run_text(text, suffix=".mo", stop=stop, tolerance=1e-8)
    for name, value in end.items():
        assert result[name][-1] == pytest.approx(value, rel=1e-4), name


def test_shafts_that_are_joined_rigidly_are_one_state() -> None:
    """Two inertias on one shaft, a third behind a gear: the rate is that of all inertias together."""
    text = """
    model Drive
      parameter Real ratio = 3;
      Real phi(start = 0), w1(start = 2), w2, phi3, w3;
      Real tau1, tau3;
    equation
      w1 = der(phi);
      w2 = der(phi);
      phi = ratio * phi3;
      w3 = der(phi3);
      1.0 * der(w1) = 7 - tau1;
      2.0 * der(w2) = tau1 - tau3;
      9.0 * der(w3) = ratio * tau3;
    end Drive;
    """
    result = run_text(text, suffix=".mo", stop=2.0, tolerance=1e-9)
    rate = 7 / (1 + 2 + 9 / 9)
    assert result["w2"][-1] == pytest.approx(2 + 2 * rate, rel=1e-8)
    assert result["phi3"][-1] == pytest.approx((4 + 2 * rate) / 3, rel=1e-8)
    assert result["tau1"][-1] == pytest.approx(7 - rate, rel=1e-8)
    assert result.structures[0].states == 2


def test_a_prescribed_motion_has_no_states() -> None:
    text = "model M Real x, v, a, f; equation x = sin(2 * time); v = der(x); a = der(v); f = 3 * a; end M;"
    result = run_text(text, suffix=".mo", stop=1.0)
    assert result["f"][-1] == pytest.approx(-12 * math.sin(2.0), rel=1e-12)
    assert result.structures[0].states == 0


def test_capacitors_in_parallel_are_one_state() -> None:
    text = """
    model M
      Real u1(start = 1), u2, i1, i2, i;
    equation
      2 * der(u1) = i1;
      3 * der(u2) = i2;
      u1 = u2 + 0 * i;
      i1 + i2 = i;
      i = 10 - u1;
    end M;
    """
    result = run_text(text, suffix=".mo", stop=5.0, tolerance=1e-9)
    assert result["u2"][-1] == pytest.approx(10 - 9 * math.exp(-1), rel=1e-7)


HANDED_OVER = """
package HandedOver
  function value
    input Real u[3];
    input Real t;
    output Real s;
  algorithm
    s := u[1];
    annotation (derivative(noDerivative = u) = rate{late});
  end value;
  function rate
    input Real u[3];
    input Real t;
    input Real der_t;
    output Real s;
  algorithm
    s := u[2];
    annotation (derivative(noDerivative = u, order = 2) = acceleration{late});
  end rate;
  function acceleration
    input Real u[3];
    input Real t;
    input Real der_t;
    input Real der_2_t;
    output Real s;
  algorithm
    s := u[3];
    annotation (Inline = true{late});
  end acceleration;

  model Capacities "share a temperature"
    Real T(start = 1, fixed = true), other, slope, heat;
  equation
    der(T) = 8 * cos(time) - heat;
    slope = der(T);
    other = value({{T, slope, 0}}, time);
    3 * der(other) = heat;
  end Capacities;
  model Masses "share a position"
    Real s(start = 1, fixed = true), v(start = 0, fixed = true), other, otherSpeed, a, force;
  equation
    der(s) = v;
    a = der(v);
    a = 8 * cos(time) - force;
    other = value({{s, v, a}}, time);
    otherSpeed = der(other);
    3 * der(otherSpeed) = force;
  end Masses;
  model Given "an acceleration that is told apart from the true one by a factor 10"
    Real s = time^3, v = 3 * time^2, a = 60 * time, other, speed, force;
  equation
    other = value({{s, v, a}}, time);
    speed = der(other);
    2 * der(speed) = force;
  end Given;
end HandedOver;
"""
LATE = ", InlineAfterIndexReduction = true"


def test_functions_hand_over_states_with_their_derivatives() -> None:
    """One body of four units, though the equations between its parts name a derivative that they do not depend on."""
    text = HANDED_OVER.format(late=LATE)
    heated = run_text(text, "HandedOver.Capacities", stop=1)
    assert heated.at("other", 1) == pytest.approx(1 + 2 * math.sin(1), rel=1e-5)
    assert heated.at("heat", 1) == pytest.approx(6 * math.cos(1), rel=1e-5)
    moved = run_text(text, "HandedOver.Masses", stop=1)
    assert moved.at("other", 1) == pytest.approx(1 + 2 * (1 - math.cos(1)), rel=1e-5)
    assert moved.at("otherSpeed", 1) == pytest.approx(2 * math.sin(1), rel=1e-5)
    assert moved.at("force", 1) == pytest.approx(6 * math.cos(1), rel=1e-5)


@pytest.mark.parametrize("late", [LATE, ""])
def test_derivatives_that_are_handed_over_are_taken(late: str) -> None:
    """The annotation of second order too goes before the derivative of what the function does."""
    result = run_text(HANDED_OVER.format(late=late), "HandedOver.Given", stop=2)
    assert result.at("speed", 2) == pytest.approx(12)
    assert result.at("force", 2) == pytest.approx(240)
