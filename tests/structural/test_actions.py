"""Actions: all statements of algorithms, connections made and undone, objects that return or are restarted, timers that wait."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.running import event_times, limits, run_text

STATEMENTS = """
function split
  input Real x;
  output Real whole;
  output Real rest;
algorithm
  whole := floor(x);
  rest := x - whole;
end split;

model System
  parameter Integer n = 4;
  discrete Real x[n];
  discrete Integer k(start = 1), total(start = 0), loops(start = 0);
  discrete Real a, b, f;
  discrete Real m[2, 2];
statechart
  state Chart extends State;
    State one(isInitial = true), two, three;
    transition one -> two event after(1) action
      for i in 1:n loop
        x[i] := i * i;
      end for;
      while k < 100 loop
        k := 2 * k;
        loops := loops + 1;
        if loops > 4 then break; end if;
      end while;
      for j in 1:k loop
        total := total + j;
        if j == 10 then break; end if;
      end for;
      (a, b) := split(3.25);
      f := split(7.5);
      m := {{1, 2}, {3, 4}};
      m[1 + 1, integer(a) - 2] := 30;
      if a > 2 then return; end if;
      f := -1;
    end transition;
    transition two -> three event after(1) action
      x := 2 * x;
      x[k - 30] := 99;
    end transition;
  end Chart;
end System;
"""

CIRCUIT = """
connector Pin
  Real v;
  flow Real i;
end Pin;

partial model TwoPin
  Pin p, n;
  Real v;
equation
  v = p.v - n.v;
  p.i + n.i = 0;
end TwoPin;

model Capacitor
  extends TwoPin(v(start = 1, fixed = true));
equation
  der(v) = p.i;
end Capacitor;

model Resistor
  extends TwoPin;
equation
  v = p.i;
end Resistor;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model System
  Capacitor c;
  Resistor r;
  Ground g;
equation
  connect(c.n, g.p);
  connect(r.n, g.p);
statechart
  state Switch extends State;
    State open(isInitial = true), closed, again;
    transition open -> closed event after(1) action connect(c.p, r.p); end transition;
    transition closed -> again event after(1) action disconnect(r.p, c.p); end transition;
  end Switch;
end System;
"""

GUEST = """
model Guest
  Real x(start = 1, fixed = true);
  discrete Integer beats(start = 0);
equation
  der(x) = 1;
statechart
  state Heart extends State;
    State a(isInitial = true), b;
    transition a -> b event after(0.5) action beats := beats + 1; end transition;
    transition b -> a event after(0.5) action beats := beats + 1; end transition;
  end Heart;
end Guest;

model System
  Guest guest;
  Real presence(start = 0, fixed = true);
  Boolean beating = in(guest.Heart.b);
equation
  der(presence) = if active(guest) then 1 else 0;
statechart
  state Host extends State;
    State s0(isInitial = true), s1, s2, s3, s4, s5;
    transition s0 -> s1 event after(1) action add(guest); end transition;
    transition s1 -> s2 event after(0.75) action remove(guest); end transition;
    transition s2 -> s3 event after(1) action add(guest); end transition;
    transition s3 -> s4 event after(0.5) guard active(guest) action remove(guest); end transition;
    transition s4 -> s5 event after(0.75) guard not active(guest) action add(guest, reset = true); end transition;
  end Host;
end System;
"""

STAGES = """
connector Port
  Real h;
  sum Real F;
end Port;

partial model Part
  Port p;
end Part;

model Body
  extends Part;
  Real v(start = 0, fixed = true);
equation
  der(p.h) = v;
  der(v) = p.F;
end Body;

model Engine
  extends Part;
  parameter Real F = 1;
equation
  p.F = F;
end Engine;

model System
  Body body(p(h(start = 0, fixed = true)));
  Engine engine[3](F = {1, 2, 3});
  discrete Integer k(start = 0);
  Boolean third = attached(body, engine[3]);
statechart
  state Chart extends State;
    State burning(isInitial = true);
    transition burning -> burning event after(1) guard k < 3 action
      if k > 0 then body.remove(engine[k]); end if;
      k := k + 1;
      body.add(engine[k]);
    end transition;
  end Chart;
end System;
"""


def test_all_statements_of_algorithms() -> None:
    result = run_text(STATEMENTS, "System", stop=3.0)

    def after(time: float, name: str) -> float:
        return limits(result, name, time)[1]

    assert [after(1.0, f"x[{i}]") for i in range(1, 5)] == [1, 4, 9, 16]
    assert (after(1.0, "k"), after(1.0, "loops"), after(1.0, "total")) == (32, 5, 55)
    assert (after(1.0, "a"), after(1.0, "b"), after(1.0, "f")) == (3, 0.25, 7)
    assert [after(1.0, f"m[{i},{j}]") for i in (1, 2) for j in (1, 2)] == [1, 2, 30, 4]
    assert [after(2.0, f"x[{i}]") for i in range(1, 5)] == [2, 99, 18, 32]


def test_connections_made_and_undone() -> None:
    result = run_text(CIRCUIT, "System", stop=3.0, tolerance=1e-8)
    assert limits(result, "r.p.i", 1.0) == pytest.approx((0.0, 1.0), abs=1e-12)
    assert limits(result, "c.v", 2.0) == pytest.approx((math.exp(-1.0),) * 2, rel=1e-6)
    assert limits(result, "r.p.i", 2.0) == pytest.approx((math.exp(-1.0), 0.0), rel=1e-6, abs=1e-12)
    assert result["c.v"][-1] == pytest.approx(math.exp(-1.0), rel=1e-6)
    assert [change.known for change in result.structures] == [False, False, True]


def test_a_returning_object_goes_on_and_a_reset_one_starts_afresh() -> None:
    result = run_text(GUEST, "System", stop=6.0, tolerance=1e-8)
    # 0.75 s there, 1 s away, 0.5 s there: the timer of the guest waits while it is away.
    for time, before, after in (
        (1.0, math.nan, 1.0),
        (1.75, 1.75, math.nan),
        (2.75, math.nan, 1.75),
        (3.25, 2.25, math.nan),
        (4.0, math.nan, 1.0),
    ):
        assert limits(result, "guest.x", time) == pytest.approx((before, after), rel=1e-7, nan_ok=True)
    assert limits(result, "guest.beats", 3.0) == (1, 2)
    assert limits(result, "guest.beats", 4.0)[1] == 0
    assert limits(result, "guest.beats", 4.5) == (0, 1)
    assert limits(result, "presence", 4.0)[1] == pytest.approx(1.25, rel=1e-7)
    assert limits(result, "beating", 2.75)[1] == 1
    assert limits(result, "beating", 4.0) == (0, 0)
    assert event_times(result).tolist() == pytest.approx([1, 1.5, 1.75, 2.75, 3, 3.25, 4, 4.5, 5, 5.5, 6], rel=1e-15)


def test_objects_are_chosen_while_the_model_runs() -> None:
    result = run_text(STAGES, "System", stop=5.0, tolerance=1e-8)
    assert [change.added for change in result.structures] == [(), ("engine[1]",), ("engine[2]",), ("engine[3]",)]
    assert [limits(result, "body.v", float(t))[0] for t in (2, 3)] == pytest.approx([1.0, 3.0], rel=1e-7)
    assert result["body.v"][-1] == pytest.approx(9.0, rel=1e-7)
    assert limits(result, "third", 3.0) == (0, 1)
    assert np.isnan(limits(result, "engine[2].p.F", 3.0)[1])


def test_names_in_an_inherited_chart_are_those_of_the_class_that_wrote_it():
    text = """
package Library
  constant Real limit = 2;
  type Level = Integer(min = 0);
  function twice
    input Real x;
    output Real y;
  algorithm
    y := 2*x;
  end twice;
  model Counting
    discrete Real seen = 0;
    Real x = time;
  statechart
    state Watch extends State;
      discrete Level level = 3;
      State low(isInitial=true), high;
      transition low -> high guard x > twice(limit) - 3 action
        seen := twice(level);
      end transition;
    end Watch;
  end Counting;
end Library;

model Outside
  extends Library.Counting;
end Outside;
"""
    result = run_text(text, "Outside", stop=2.0)
    assert limits(result, "seen", 1.0) == (0.0, 6.0)


def test_what_a_statement_took_off_can_be_given_values_by_the_next():
    """It is inactive from then on: neither its equations nor what it was joined to are concerned."""
    text = """
connector Port
  Real m;
end Port;

partial model Joined
  Port p;
end Joined;

model Body
  extends Joined(p.m=100);
end Body;

model Boost
  extends Joined;
  Boolean low;
equation
  der(p.m) = -10;
  low = p.m < 95;
end Boost;

model System
  Body body;
  Boost boost;
  Boolean seen = boost.low;
statechart
  state SC extends State;
    State idle(isInitial=true), burning, done;
    transition idle -> burning action
      body.add(boost);
    end transition;
    transition burning -> done event after(1) action
      body.remove(boost);
      boost.low := false;
      boost.p.m := 7;
    end transition;
  end SC;
end System;
"""
    result = run_text(text, "System", stop=2.0, tolerance=1e-8)
    assert limits(result, "seen", 1.0) == (1.0, 0.0)
    left, right = limits(result, "body.p.m", 1.0)
    assert abs(left - 90.0) < 1e-6
    assert right == left


JOINED = """
connector Port
  Real v;
end Port;

partial model Face
  Port p;
end Face;

model Body
  extends Face(p(v = 1));
end Body;

model Tank
  extends Face;
  Real h;
equation
  der(h) = 0;
  p.v = h;
end Tank;

model M
  Body body;
  Tank tank;
  event discrete Integer tick(start = 0, fixed = true);
equation
  when sample(1, 2) then
    tick = pre(tick) + 1;
  end when;
statechart
  state Both extends AndState;
    state Setting extends State;
      State here(isInitial = true);
      transition here -> here event tick action tank.h := 10*time; end transition;
    end Setting;
    state Joining extends State;
      State apart(isInitial = true), joined;
      transition apart -> joined event after(2) action body.add(tank); end transition;
      transition joined -> apart event after(2) action body.remove(tank); end transition;
    end Joining;
    Setting setting;
    Joining joining;
  end Both;
end M;
"""


def test_one_assignment_sets_what_is_equal_in_each_structure_that_it_runs_in() -> None:
    result = run_text(JOINED, "M", stop=8.0)
    assert [result.at("body.p.v", time) for time in (0.5, 1.5, 2.5, 3.5, 5.5, 6.5, 7.5)] == pytest.approx([1, 1, 1, 30, 30, 30, 70])
    assert [result.at("tank.h", time) for time in (2.5, 3.5, 6.5, 7.5)] == pytest.approx([1, 30, 30, 70])
