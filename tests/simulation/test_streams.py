"""Stream connectors against closed forms: mixing, reversal, small flows, and a junction whose branches come and go."""

from __future__ import annotations

import numpy as np
import pytest

from tests.running import limits, run_text

PORT = """
connector Port
  Real p;
  flow Real m;
  stream Real h;
  stream Real x[2];
end Port;

model Feed
  parameter Real h = 1;
  parameter Real x[2] = {1, 0};
  input Real rate;
  Port a(h = h, x = x);
equation
  a.m = -rate;
end Feed;

model Sink
  Port a(p = 1, h = -7, x = {-1, -2});
  Real h = inStream(a.h);
  Real x[2] = inStream(a.x);
  Real carried = actualStream(a.h);
end Sink;
"""


def test_a_junction_mixes_what_flows_in() -> None:
    model = """
    model Plant
      Feed one(rate = 1 + sin(time), h = 10, x = {0.25, 0.75});
      Feed two(rate = 3 + cos(2 * time), h = 50, x = {0.5, 0.5});
      Feed three(rate = 2, h = -20);
      Sink sink;
    equation
      connect(one.a, sink.a);
      connect(two.a, sink.a);
      connect(three.a, one.a);
    end Plant;
    """
    result = run_text(PORT + model, "Plant", suffix=".mo", stop=4.0, tolerance=1e-8)
    t = result.time
    one, two, three = 1 + np.sin(t), 3 + np.cos(2 * t), 2.0
    whole = one + two + three
    assert result["sink.a.m"] == pytest.approx(whole, rel=1e-9)
    assert result["sink.h"] == pytest.approx((10 * one + 50 * two - 20 * three) / whole, rel=1e-9)
    assert result["sink.x[1]"] == pytest.approx((0.25 * one + 0.5 * two + three) / whole, rel=1e-9)
    assert result["sink.x[2]"] == pytest.approx((0.75 * one + 0.5 * two) / whole, rel=1e-9)


def test_a_flow_that_turns_brings_what_is_at_the_other_end() -> None:
    model = """
    model Plant
      Feed one(rate = cos(time), h = 10);
      Sink sink;
      Real from_sink = inStream(one.a.h);
    equation
      connect(one.a, sink.a);
    end Plant;
    """
    result = run_text(PORT + model, "Plant", suffix=".mo", stop=3.0, tolerance=1e-8)
    assert np.all(result["from_sink"] == -7)
    assert limits(result, "sink.carried", np.pi / 2) == (10, -7)


def test_a_vessel_fills_with_a_mixture() -> None:
    model = """
    model Vessel
      Port a(p = 1);
      Real mass(start = 1, fixed = true);
      Real energy(start = 5, fixed = true);
    equation
      der(mass) = a.m;
      der(energy) = a.m * actualStream(a.h);
      a.h = energy / mass;
      a.x = {1, 0};
    end Vessel;

    model Plant
      Feed one(rate = 1, h = 10);
      Feed two(rate = 2, h = 40);
      Vessel vessel;
    equation
      connect(one.a, vessel.a);
      connect(two.a, vessel.a);
    end Plant;
    """
    result = run_text(PORT + model, "Plant", suffix=".mo", stop=2.0, tolerance=1e-8)
    assert result["vessel.a.h"] == pytest.approx((5 + 90 * result.time) / (1 + 3 * result.time), rel=1e-6)


def test_at_rest_each_port_sees_the_mean_of_the_others() -> None:
    model = """
    model Plant
      Feed one(rate = 0, h = 10);
      Feed two(rate = 0, h = 30);
      Sink sink;
      Real into_one = inStream(one.a.h);
    equation
      connect(one.a, sink.a);
      connect(two.a, sink.a);
    end Plant;
    """
    result = run_text(PORT + model, "Plant", suffix=".mo", stop=1.0)
    assert result["sink.h"][-1] == pytest.approx(20)
    assert result["into_one"][-1] == pytest.approx((30 - 7) / 2)


def test_a_port_that_only_takes_sends_nothing() -> None:
    model = """
    model Plant
      Feed one(rate = 0, h = 10);
      Feed two(rate = 0, h = 30);
      Sink sink(a(m(min = 0)));
      Real into_one = inStream(one.a.h);
    equation
      connect(one.a, sink.a);
      connect(two.a, sink.a);
    end Plant;
    """
    result = run_text(PORT + model, "Plant", suffix=".mo", stop=1.0)
    assert result["into_one"][-1] == 30
    assert result["sink.h"][-1] == pytest.approx(20)


def test_ports_of_classes_mix_through_all_levels() -> None:
    model = """
    model Pair
      parameter Real first = 10;
      parameter Real second = 30;
      Port a;
      Feed one(rate = 1, h = first);
      Feed two(rate = 3, h = second);
    equation
      connect(one.a, a);
      connect(two.a, a);
    end Pair;

    model Pipe
      Port a;
      Port b;
    equation
      connect(a, b);
    end Pipe;

    model Plant
      Pair left;
      Pair right(first = -10, second = 50);
      Pipe pipe;
      Sink sink;
    equation
      connect(left.a, pipe.a);
      connect(pipe.b, sink.a);
      connect(right.a, sink.a);
    end Plant;
    """
    result = run_text(PORT + model, "Plant", suffix=".mo", stop=1.0)
    assert result["left.a.h"][-1] == pytest.approx(25)
    assert result["right.a.h"][-1] == pytest.approx(35)
    assert result["left.a.m"][-1] == -4
    assert result["sink.h"][-1] == pytest.approx(30)


def test_ports_in_arrays() -> None:
    model = """
    model Plant
      parameter Integer n = 4;
      Feed feeds[n](rate = 1:n, h = 10 * (1:n));
      Sink sink;
    equation
      for k in 1:n loop
        connect(feeds[k].a, sink.a);
      end for;
    end Plant;
    """
    result = run_text(PORT + model, "Plant", suffix=".mo", stop=1.0)
    assert result["sink.h"][-1] == pytest.approx(10 * (1 + 4 + 9 + 16) / 10)


def test_branches_that_come_and_go_are_mixed_while_they_are_there() -> None:
    text = """
    connector Port
      Real p;
      flow Real m;
      stream Real h;
    end Port;

    partial model Joint
      Port a;
    end Joint;

    model Feed
      extends Joint;
      parameter Real rate = 1;
      parameter Real h = 1;
    equation
      a.m = -rate;
      a.h = h;
    end Feed;

    model Sink
      extends Joint;
      Real h = inStream(a.h);
    equation
      a.p = 1;
      a.h = 0;
    end Sink;

    model Plant
      Sink sink;
      Feed one(rate = 1, h = 10);
      Feed two(rate = 3, h = 50);
      event discrete Boolean late = time > 1;
      event discrete Boolean later = time > 2;
    statechart
      state Run extends State;
        State start(isInitial = true);
        State single;
        State both;
        State last;
        transition start -> single action
          sink.add(one);
        end transition;
        transition single -> both event late action
          sink.add(two);
        end transition;
        transition both -> last event later action
          sink.remove(one);
        end transition;
      end Run;
    end Plant;
    """
    result = run_text(text, "Plant", stop=3.0)
    assert limits(result, "sink.h", 1.0) == pytest.approx((10, 40))
    assert limits(result, "sink.h", 2.0) == pytest.approx((40, 50))
    assert limits(result, "sink.a.m", 1.0) == pytest.approx((1, 4))
