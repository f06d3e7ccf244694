"""Models of the literature whose structure changes, to the digits of their closed forms: ball, rocket, bungee, two modes."""

from __future__ import annotations

import re

import numpy as np
import pytest

from mosila.results import SimulationFailedError
from tests.running import event_times, limits, run_text

SOLVERS = pytest.mark.parametrize("solver", ["ida", "scikits"])

BALL = """
model Ball
  parameter Real e = 0.7;
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
statechart
  state Chart extends State;
    State flying(isInitial = true);
    transition bounce : flying -> flying guard h < 0 and v < 0 action v := -e * v; end transition;
  end Chart;
end Ball;
"""

TWO_MODES = """
model System
  Real x(start = 1, fixed = true);
equation
  der(x) = if in(first) then 2 * x + 1 else x - 1;
statechart
  state Chart extends State;
    State first(isInitial = true), second;
    transition first -> second event after(0.7) end transition;
  end Chart;
end System;
"""

ROCKET = """
connector Flange
  Real y;
  flow Real f;
end Flange;

model Stage
  Flange bottom, top;
  parameter Real m = 100, y0 = 1, length = 2, g = 9.81;
  Real y(start = y0, fixed = true), v(start = 0, fixed = true), thrust;
equation
  der(y) = v;
  m * der(v) = thrust - m * g + bottom.f + top.f;
  bottom.y = y - length / 2;
  top.y = y + length / 2;
end Stage;

model Joint
  Flange a, b;
equation
  a.y = b.y;
  a.f + b.f = 0;
end Joint;

model System
  Stage first(thrust = if time < 5 then 1e4 * (1 - time / 5) else 0);
  Stage second(y0 = 2.5, length = 1, thrust = if time < 5 then 0 elseif time < 15 then 2000 * (1 - (time - 5) / 10) else 0);
  Joint joint;
equation
  connect(first.top, joint.a);
  connect(second.bottom, joint.b);
statechart
  state Flight extends State;
    State ready(isInitial = true), together, apart, alone;
    transition ready -> together action add(joint); add(first); end transition;
    transition together -> apart event after(5) action remove(joint); end transition;
    transition apart -> alone event after(5) action remove(first); end transition;
  end Flight;
end System;
"""

BUNGEE = """
connector Port
  Real s;
  sum Real F;
end Port;

partial model Part
  Port p;
end Part;

model Jumper
  extends Part;
  parameter Real m = 75, g = 9.8;
  Real s(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  p.s = s;
  der(s) = v;
  m * der(v) = m * g + p.F;
end Jumper;

model Rope
  extends Part;
  parameter Real L = 25, k = 40;
  Real stretch;
equation
  stretch = p.s - L;
  p.F = -k * stretch;
end Rope;

model System
  Jumper jumper;
  Rope rope;
  discrete Real lowest(start = 0), moment(start = 0);
equation
  when jumper.v < 0 then
    lowest = jumper.s - rope.L;
    moment = time;
  end when;
statechart
  state Jump extends State;
    State falling(isInitial = true), hanging;
    transition falling -> hanging guard jumper.s > rope.L action jumper.add(rope); end transition;
    transition hanging -> falling guard jumper.s < rope.L action jumper.remove(rope); end transition;
  end Jump;
end System;
"""


@SOLVERS
def test_a_bouncing_ball_ends_where_its_bounces_pile_up(solver: str) -> None:
    with pytest.raises(SimulationFailedError) as caught:
        run_text(BALL, "Ball", stop=5.0, tolerance=1e-8, solver=solver)
    result = caught.value.result
    times = event_times(result)
    assert times[0] == pytest.approx(0.451523641, rel=1e-6)
    before, after = limits(result, "v", times[0])
    assert after == pytest.approx(-0.7 * before, rel=1e-12)
    assert caught.value.diagnostics[0].code == "R007"
    limit = re.search(r"pile up at time ([0-9.]+)", caught.value.diagnostics[0].message)
    assert limit is not None
    assert float(limit[1]) == pytest.approx(2.558633966, rel=1e-6)
    assert result["h"].min() > -1e-6


@SOLVERS
def test_two_modes(solver: str) -> None:
    result = run_text(TWO_MODES, "System", stop=1.0, tolerance=1e-8, solver=solver)
    assert limits(result, "x", 0.7) == pytest.approx((5.582799950,) * 2, rel=1e-6)
    assert result["x"][-1] == pytest.approx(7.186132880, rel=1e-6)
    assert event_times(result).tolist() == [0.7]
    assert result.counts.structures == 1


@SOLVERS
def test_a_rocket_drops_its_first_stage(solver: str) -> None:
    result = run_text(ROCKET, "System", stop=15.0, tolerance=1e-8, solver=solver)
    assert limits(result, "second.v", 5.0) == pytest.approx((75.95, 75.95), rel=1e-6)
    assert limits(result, "second.y", 5.0) == pytest.approx((296.541666667,) * 2, rel=1e-6)
    assert limits(result, "first.v", 5.0) == pytest.approx((75.95, 75.95), rel=1e-6)
    last, gone = limits(result, "first.y", 10.0)
    assert last == pytest.approx(552.166666667, rel=1e-6)
    assert np.isnan(gone)
    assert (result["second.y"][-1], result["second.v"][-1]) == pytest.approx((1232.208333333, 77.85), rel=1e-6)
    assert [change.states for change in result.structures] == [2, 4, 2]
    assert [change.time for change in result.structures] == [0.0, 5.0, 10.0]


@SOLVERS
def test_a_bungee_jump(solver: str) -> None:
    result = run_text(BUNGEE, "System", stop=9.0, tolerance=1e-8, solver=solver)
    taut, slack = result.structures[1:3]
    assert taut.time == pytest.approx(2.258769757, rel=1e-6)
    assert limits(result, "jumper.v", taut.time) == pytest.approx((22.135943621,) * 2, rel=1e-6)
    assert slack.time == pytest.approx(8.053058741, rel=1e-6)
    assert limits(result, "jumper.v", slack.time) == pytest.approx((-22.135943621,) * 2, rel=1e-6)
    assert limits(result, "rope.stretch", slack.time) == pytest.approx((0.0, np.nan), abs=1e-6, nan_ok=True)
    assert result["moment"][-1] == pytest.approx(5.155914249, rel=1e-6)
    assert result["lowest"][-1] == pytest.approx(53.820600926, rel=1e-6)
    assert [(change.added, change.removed) for change in result.structures[1:]] == [(("rope",), ()), ((), ("rope",))]
