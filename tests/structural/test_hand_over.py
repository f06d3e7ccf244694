"""Values across a change: who keeps, who takes up, who starts anew; both limits at the change itself."""

from __future__ import annotations

import numpy as np
import pytest

from mosila.diagnostics import MosilaError
from tests.running import limits, run_text

RETURNING = """
model Clock
  Real c(start = 2, fixed = true);
equation
  der(c) = 1;
end Clock;

model System
  Clock clock;
  Real seen;
  event discrete Integer phase = 0;
equation
  phase = if time < 1 then 0 elseif time < 3 then 1 elseif time < 4 then 2 else 3;
  seen = clock.c;
statechart
  state Chart extends State;
    State begin(isInitial = true), on, off, again;
    transition begin -> on action add(clock); end transition;
    transition on -> off event phase guard phase == 1 action remove(clock); end transition;
    transition off -> again event phase guard phase == 2 action add(clock); end transition;
  end Chart;
end System;
"""

ASSIGNED = """
model System
  Real x(start = 1, fixed = true);
  Real y;
  Real kept = 7;
  discrete Integer count(start = 0);
  event discrete Boolean late = false;
equation
  der(x) = 1;
  y = -x;
  late = time >= 2;
statechart
  state Chart extends State;
    State before(isInitial = true), after;
    transition before -> after event late action
      x := 10 * x;
      kept := kept + y;
      count := count + 1;
    end transition;
  end Chart;
end System;
"""

DETERMINED = ASSIGNED.replace("x := 10 * x;", "y := 3;")

DEEPER = """
connector Port
  Real x;
end Port;

partial model Depth
  Port p;
end Depth;

model Plant
  extends Depth;
end Plant;

model Curve
  extends Depth;
  outer discrete Real u;
equation
  p.x = 2 * u;
end Curve;

model Lag
  extends Depth;
  outer discrete Real u;
equation
  der(p.x) = 2 * u - p.x;
end Lag;

model System
  inner discrete Real u(start = 1, fixed = true);
  event discrete Boolean moved = false;
  Plant plant;
  Curve curve;
  Lag lag;
equation
  when time >= 1 then
    u = 3;
  end when;
  moved = u > 2;
statechart
  state Chart extends State;
    State begin(isInitial = true), still, moving;
    transition begin -> still action plant.add(curve); end transition;
    transition still -> moving event moved action plant.remove(curve); plant.add(lag); end transition;
  end Chart;
end System;
"""

DOCKING = """
connector Shaft
  Real w;
end Shaft;

partial model Part
  Shaft s;
end Part;

model Wheel
  extends Part;
  parameter Real w0 = 1;
  parameter Real a = 1;
  Real w(start = w0, fixed = true);
equation
  der(w) = a;
  s.w = w;
end Wheel;

model Follower
  extends Part;
  Real angle(start = 3, fixed = true);
equation
  der(angle) = s.w;
end Follower;

model System
  Wheel wheel(w0 = 4, a = 0.5);
  Follower follower;
  event discrete Boolean late = false;
equation
  late = time >= 2;
statechart
  state Chart extends State;
    State before(isInitial = true), after;
    transition before -> after event late action wheel.add(follower); end transition;
  end Chart;
end System;
"""

GUARDED = """
model System
  Real x(start = 0, fixed = true);
  discrete Integer laps(start = 0);
equation
  der(x) = 1;
statechart
  state Chart extends State;
    State running(isInitial = true), turning;
    transition running -> turning guard x >= 1 action
      x := x - 1;
      laps := laps + 1;
    end transition;
    transition turning -> running end transition;
  end Chart;
end System;
"""


def test_a_returning_object_goes_on_from_its_last_values() -> None:
    result = run_text(RETURNING, "System", stop=5.0, tolerance=1e-9)
    assert limits(result, "clock.c", 1.0) == pytest.approx((3.0, np.nan), nan_ok=True)
    assert limits(result, "clock.c", 3.0) == pytest.approx((np.nan, 3.0), nan_ok=True)
    assert result["clock.c"][-1] == pytest.approx(5.0)
    assert limits(result, "seen", 1.0) == pytest.approx((3.0, 3.0))
    assert limits(result, "seen", 3.0) == pytest.approx((3.0, 3.0))
    away = (result.time > 1.0) & (result.time < 3.0)
    assert result["seen"][away] == pytest.approx(3.0)
    assert [change.states for change in result.structures] == [1, 0, 1]
    assert [change.known for change in result.structures] == [False, False, True]


def test_actions_assign_states_held_and_discrete_variables() -> None:
    result = run_text(ASSIGNED, "System", stop=3.0, tolerance=1e-9)
    assert limits(result, "x", 2.0) == pytest.approx((3.0, 30.0))
    assert limits(result, "y", 2.0) == pytest.approx((-3.0, -30.0))
    assert limits(result, "kept", 2.0) == pytest.approx((7.0, 7.0 - 30.0))
    assert limits(result, "count", 2.0) == (0.0, 1.0)
    assert result["x"][-1] == pytest.approx(31.0)


def test_an_action_cannot_assign_what_an_equation_determines() -> None:
    with pytest.raises(MosilaError, match="S054"):
        run_text(DETERMINED, "System", stop=3.0)


def test_an_entering_object_takes_up_the_values_of_what_it_joins() -> None:
    result = run_text(DOCKING, "System", stop=4.0, tolerance=1e-9)
    assert limits(result, "follower.s.w", 2.0)[1] == pytest.approx(5.0)
    assert limits(result, "follower.angle", 2.0)[1] == pytest.approx(3.0)
    assert result["follower.angle"][-1] == pytest.approx(3.0 + 2 * 5.0 + 0.5 * 2**2 / 2)
    assert [change.states for change in result.structures] == [1, 2]


def test_a_guard_over_a_continuous_variable_is_located() -> None:
    result = run_text(GUARDED, "System", stop=3.5, tolerance=1e-9)
    assert limits(result, "x", 1.0) == pytest.approx((1.0, 0.0), abs=1e-8)
    assert result["laps"][-1] == 3
    assert result["x"][-1] == pytest.approx(0.5, abs=1e-8)


@pytest.mark.parametrize("order", ["Boost boost; Body body;", "Body body; Boost boost;"])
def test_the_left_limit_of_a_variable_is_that_of_what_it_is_joined_to(order: str):
    """What a change of structure leaves as it was has no jump, whichever of the joined variables stands for all."""
    text = f"""
connector Port
  Real m = 0;
end Port;

partial model Joined
  Port p;
end Joined;

model Body
  extends Joined(p.m=100);
end Body;

model Boost
  extends Joined;
equation
  der(p.m) = -10;
end Boost;

model Mass
  {order}
  Port meter;
  discrete Integer changes = 0;
  discrete Real jump(start=7, fixed=true), doubled(start=7, fixed=true);
  Real twice = 2*meter.m;
equation
  connect(meter, body.p);
  when change(changes) then
    jump = meter.m - pre(meter.m);
    doubled = twice - pre(twice);
  end when;
statechart
  state SC extends State;
    State rest(isInitial=true), flight, coasting;
    transition rest -> flight event after(1) action
      body.add(boost);
      changes := changes + 1;
    end transition;
    transition flight -> coasting event after(1) action
      body.remove(boost);
      changes := changes + 1;
    end transition;
  end SC;
end Mass;
"""
    result = run_text(text, "Mass", stop=3.0, tolerance=1e-8)
    assert limits(result, "jump", 1.0) == (7.0, 0.0)
    assert limits(result, "doubled", 1.0) == (7.0, 0.0)
    assert abs(limits(result, "jump", 2.0)[1]) < 1e-9
    assert abs(result["body.p.m"][-1] - 90.0) < 1e-6


@pytest.mark.parametrize("solver", ["ida", "scikits"])
def test_what_was_algebraic_enters_with_its_value_before_the_jump(solver: str) -> None:
    result = run_text(DEEPER, "System", stop=3.0, tolerance=1e-8, solver=solver)
    assert limits(result, "plant.p.x", 1.0) == (2.0, pytest.approx(2.0, abs=1e-9))
    after = result.time > 1.0
    assert np.allclose(result["plant.p.x"][after], 6.0 - 4.0 * np.exp(1.0 - result.time[after]), atol=1e-6)
    assert [value for _, value in result.structures[1].carried] == [2.0]
