"""Changes of structure with impulses: clutches, joined capacitors, strings that become taut; and changes of index without any."""

from __future__ import annotations

import math

import pytest

from mosila.diagnostics import MosilaError
from mosila.results import Result
from tests.running import limits, run_text

SOLVERS = pytest.mark.parametrize("solver", ["ida", "scikits"])

CLUTCH = """
connector Flange
  Real w;
  flow Real tau;
end Flange;

model Inertia
  Flange f;
  parameter Real j = 1;
  parameter Real k = 0.01;
  parameter Real w0 = 1;
  Real w(start = w0, fixed = true);
equation
  j * der(w) = -k * w + f.tau;
  f.w = w;
end Inertia;

model Clutch
  Flange a, b;
  parameter Real ratio = 1;
equation
  {joint}
  ratio * a.tau + b.tau = 0;
end Clutch;

model System
  Inertia s1;
  Inertia s2(j = 2, k = 0.0125, w0 = 1.5);
  Clutch clutch{modifier};
  Real Q(start = 0, fixed = true);
  {declaration}
  event discrete Integer phase = 0;
equation
  connect(s1.f, clutch.a);
  connect(s2.f, clutch.b);
  phase = if time < 5 then 0 elseif time < 7 then 1 else 2;
  der(Q) = s1.f.tau * (s2.w - s1.w);
  {equation}
statechart
  state Chart extends State;
    State open(isInitial = true), engaged, again;
    transition open -> engaged event phase guard phase == 1 action add(clutch); end transition;
    transition engaged -> again event phase guard phase == 2 action remove(clutch); end transition;
  end Chart;
end System;
"""

STRING = """
connector Port
  Real x;
  Real y;
  sum Real fx = 0;
  sum Real fy = 0;
end Port;

partial model Element
  Port p;
end Element;

model Mass
  extends Element;
  parameter Real m = 2;
  parameter Real x0 = 0, y0 = 0, u0 = 0, v0 = 0;
  Real x(start = x0, fixed = true), y(start = y0, fixed = true), u(start = u0, fixed = true), v(start = v0, fixed = true);
equation
  der(x) = u;
  der(y) = v;
  m * der(u) = p.fx;
  m * der(v) = p.fy - m * 9.81;
  p.x = x;
  p.y = y;
end Mass;

model Rod
  extends Element;
  Real force;
equation
  p.x^2 + p.y^2 = 1;
  p.fx = -force * p.x;
  p.fy = -force * p.y;
end Rod;

model System
  Mass mass({start});
  Rod rod;
  event discrete Integer phase = 0;
equation
  phase = {phase};
statechart
  state Chart extends State;
    State free(isInitial = true), tied, broken;
    transition free -> tied {first} action mass.add(rod); end transition;
    transition tied -> broken event phase guard phase == 2 action mass.remove(rod); end transition;
  end Chart;
end System;
"""


def clutch(joint: str = "a.w = b.w;", modifier: str = "", declaration: str = "", equation: str = "", solver: str = "ida") -> Result:
    text = CLUTCH.format(joint=joint, modifier=modifier, declaration=declaration, equation=equation)
    return run_text(text, "System", stop=10.0, tolerance=1e-9, solver=solver)


def string(start: str, phase: str, first: str = "event phase guard phase == 1", stop: float = 1.0, solver: str = "ida") -> Result:
    return run_text(STRING.format(start=start, phase=phase, first=first), "System", stop=stop, tolerance=1e-9, solver=solver)


@SOLVERS
def test_a_closing_clutch_keeps_momentum_and_books_the_energy_it_loses(solver: str) -> None:
    result = clutch(solver=solver)
    before, after = limits(result, "s1.w", 5.0)
    assert before == pytest.approx(0.951229425, abs=1e-8)
    assert after == pytest.approx(1.286309709, abs=1e-8)
    assert limits(result, "s2.w", 5.0) == pytest.approx((1.453849852, 1.286309709), abs=1e-8)
    w1, w2 = limits(result, "s1.w", 5.0), limits(result, "s2.w", 5.0)
    lost = (w1[0] ** 2 - w1[1] ** 2) / 2 + w2[0] ** 2 - w2[1] ** 2
    assert limits(result, "Q", 5.0)[1] == pytest.approx(lost, rel=1e-6)
    assert limits(result, "Q", 5.0)[1] == pytest.approx(0.084209098, rel=1e-6)
    assert limits(result, "s1.w", 7.0)[0] == pytest.approx(1.267159053, abs=1e-8)
    assert (result["s1.w"][-1], result["s2.w"][-1]) == pytest.approx((1.229708843, 1.243621178), abs=1e-8)
    engaged = result.structures[1]
    assert dict(engaged.impulses)["s1.f.tau"] == pytest.approx(0.335080285, abs=1e-8)
    assert [change.states for change in result.structures] == [3, 2, 3]


def test_a_gear_that_engages_differentiates_its_constraint() -> None:
    """With the ratio 3 momentum is kept in the coordinate of the first shaft: j1 + j2 / 9."""
    result = clutch(joint="a.w = ratio * b.w;", modifier="(ratio = 3)")
    w1, w2 = limits(result, "s1.w", 5.0)[0], limits(result, "s2.w", 5.0)[0]
    after = (w1 + 2 * w2 / 3) / (1 + 2 / 9)
    assert limits(result, "s1.w", 5.0)[1] == pytest.approx(after, rel=1e-8)
    assert limits(result, "s2.w", 5.0)[1] == pytest.approx(after / 3, rel=1e-8)
    assert result.structures[1].index == 2
    assert dict(result.structures[1].impulses)["s1.f.tau"] == pytest.approx(after - w1, rel=1e-7)


def test_joined_capacitors_share_their_charge() -> None:
    text = """
    connector Pin Real v; flow Real i; end Pin;
    model Capacitor
      Pin p;
      parameter Real c = 1;
      parameter Real v0 = 0;
      Real v(start = v0, fixed = true);
    equation
      v = p.v;
      c * der(v) = p.i;
    end Capacitor;
    model Leak
      Pin p;
    equation
      p.v = 10 * p.i;
    end Leak;
    model Wire
      Pin a, b;
    equation
      a.v = b.v + 0 * time;
      a.i + b.i = 0;
    end Wire;
    model System
      Capacitor one(c = 1, v0 = 6), two(c = 3, v0 = 2);
      Leak leak;
      Wire wire;
      event discrete Boolean late = false;
    equation
      connect(one.p, leak.p);
      connect(one.p, wire.a);
      connect(two.p, wire.b);
      late = time >= 1;
    statechart
      state Chart extends State;
        State apart(isInitial = true), joined;
        transition apart -> joined event late action add(wire); end transition;
      end Chart;
    end System;
    """
    result = run_text(text, "System", stop=3.0, tolerance=1e-9)
    first = 6 * math.exp(-0.1)
    assert limits(result, "one.v", 1.0) == pytest.approx((first, (first + 6) / 4), rel=1e-8)
    assert limits(result, "two.v", 1.0) == pytest.approx((2.0, (first + 6) / 4), rel=1e-8)
    assert result["two.v"][-1] == pytest.approx((first + 6) / 4 * math.exp(-2 / 40), rel=1e-7)


@SOLVERS
def test_a_string_that_becomes_taut_takes_the_radial_velocity(solver: str) -> None:
    """The mass flies along y = -0.6 and meets the circle at x = 0.8; its radial velocity is lost, its impulse on the string known."""
    result = string("x0 = 0, y0 = -0.6, u0 = 2, v0 = 1.962", "if time < 0.4 then 0 else 1", solver=solver)
    x, y, u, v = (limits(result, f"mass.{name}", 0.4) for name in "xyuv")
    assert (x[0], y[0]) == pytest.approx((0.8, -0.6), abs=1e-8)
    assert (x[1], y[1]) == pytest.approx((x[0], y[0]), abs=1e-8)
    radial = u[0] * 0.8 - v[0] * 0.6
    assert (u[1], v[1]) == pytest.approx((u[0] - radial * 0.8, v[0] + radial * 0.6), abs=1e-7)
    assert dict(result.structures[1].impulses)["rod.force"] == pytest.approx(2 * radial, rel=1e-7)
    assert max(abs(result["mass.x"][-200:] ** 2 + result["mass.y"][-200:] ** 2 - 1)) < 1e-6


@SOLVERS
def test_a_pendulum_whose_rod_breaks_goes_on_in_free_fall(solver: str) -> None:
    s = math.sin(math.pi / 4)
    result = string(f"x0 = {s}, y0 = {-s}", "if time < 5 then 0 else 2", first="", stop=6.0, solver=solver)
    at_five = {name: limits(result, f"mass.{name}", 5.0) for name in "xyuv"}
    for name, value in {"x": -0.587962650, "y": -0.808888078, "u": -1.143067627, "v": 0.830870289}.items():
        assert at_five[name] == pytest.approx((value, value), abs=2e-6)
    ends = (result["mass.x"][-1], result["mass.y"][-1], result["mass.v"][-1])
    assert ends == pytest.approx((-1.731030277, -4.883017788, -8.979129711), abs=5e-6)
    assert [change.index for change in result.structures] == [3, 1]
    assert [change.states for change in result.structures] == [2, 4]
    assert result.structures[1].impulses == ()


def test_a_rod_is_attached_where_it_fits_only() -> None:
    with pytest.raises(MosilaError) as caught:
        string("x0 = 0, y0 = -0.7, u0 = 2", "if time < 0.4 then 0 else 1")
    assert {fault.code for fault in caught.value.diagnostics} == {"R023"}


def test_what_is_not_linear_in_an_impulse_has_no_limit() -> None:
    with pytest.raises(MosilaError) as caught:
        clutch(declaration="Real P(start = 0, fixed = true);", equation="der(P) = s1.f.tau^2;")
    (fault,) = caught.value.diagnostics
    assert fault.code == "R025"
    assert "`s1.f.tau`" in fault.message
