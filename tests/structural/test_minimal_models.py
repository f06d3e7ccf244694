"""One state less, one state more: the smallest models whose structure changes, written with behaviour objects."""

from __future__ import annotations

import numpy as np
import pytest

from tests.running import limits, run_text

SOLVERS = pytest.mark.parametrize("solver", ["ida", "scikits"])

INTERFACE = """
connector Port
  Real x;
end Port;

partial model Part
  Port p;
end Part;
"""

ONE_LESS = (
    INTERFACE
    + """
model Body
  extends Part;
end Body;

model Grows
  extends Part;
equation
  der(p.x) = 10;
end Grows;

model Rests
  extends Part;
equation
  p.x = -5;
end Rests;

model System
  Body body;
  Grows grows;
  Rests rests;
  event discrete Boolean late = false;
equation
  late = time >= 0.5;
statechart
  state Chart extends State;
    State before(isInitial = true), after, begin;
    transition before -> begin action body.add(grows); end transition;
    transition begin -> after event late action
      body.remove(grows);
      body.add(rests);
    end transition;
  end Chart;
end System;
"""
)

ONE_MORE = (
    INTERFACE
    + """
model Body
  extends Part;
end Body;

model Follows
  extends Part;
  Real a;
equation
  p.x = a;
end Follows;

model Falls
  extends Part;
equation
  der(p.x) = -1;
end Falls;

model System
  Real a(start = 1, fixed = true);
  Body b;
  Follows follows(a = a);
  Falls falls;
  event discrete Boolean late = false;
equation
  der(a) = 1;
  late = time >= 3;
statechart
  state Chart extends State;
    State start(isInitial = true), first, second;
    transition start -> first action b.add(follows); end transition;
    transition first -> second event late action
      b.remove(follows);
      b.add(falls);
    end transition;
  end Chart;
end System;
"""
)


@SOLVERS
def test_one_state_less(solver: str) -> None:
    result = run_text(ONE_LESS, "System", stop=1.0, tolerance=1e-8, solver=solver)
    assert limits(result, "body.p.x", 0.5) == pytest.approx((5.0, -5.0), rel=1e-7)
    assert [change.states for change in result.structures] == [1, 0]
    assert result.structures[1].time == 0.5
    assert result["body.p.x"][-1] == -5.0
    grid = (result.time > 0.0) & (result.time < 0.5)
    assert result["body.p.x"][grid] == pytest.approx(10.0 * result.time[grid], rel=1e-7)


@SOLVERS
def test_one_state_more(solver: str) -> None:
    result = run_text(ONE_MORE, "System", stop=4.0, tolerance=1e-8, solver=solver)
    assert limits(result, "b.p.x", 3.0) == pytest.approx((4.0, 4.0), rel=1e-7)
    assert result["b.p.x"][-1] == pytest.approx(3.0, rel=1e-7)
    assert result["a"][-1] == pytest.approx(5.0, rel=1e-7)
    assert [change.states for change in result.structures] == [1, 2]
    assert np.isnan(result["follows.p.x"][-1])
