"""Plain Modelica's share: if-equations whose branches are different structures, components whose condition varies; no statechart."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import brentq

from mosila.cli.main import main
from mosila.diagnostics import MosilaError
from mosila.results import Result
from mosila.results.structure_log import describe_change
from tests.running import event_times, limits, run_text

SOLVERS = pytest.mark.parametrize("solver", ["ida", "scikits"])


def run(text: str, model: str, stop: float, solver: str = "ida") -> Result:
    return run_text(text, model, ".mo", stop=stop, tolerance=1e-8, solver=solver)


FIRST = """
model First
  Real x(start = 0, fixed = true);
equation
  if time < 0.5 then
    der(x) = 10;
  else
    x = -5;
  end if;
end First;
"""


@SOLVERS
def test_one_state_less(solver: str) -> None:
    result = run(FIRST, "First", 1.0, solver)
    assert limits(result, "x", 0.5) == pytest.approx((5.0, -5.0), rel=1e-7)
    assert [change.states for change in result.structures] == [1, 0]
    assert [(change.added, change.removed) for change in result.structures] == [
        (("if time < 0.5",), ()),
        (("else of if time < 0.5",), ("if time < 0.5",)),
    ]


SECOND = """
model Second
  Real a(start = 1, fixed = true), b;
equation
  der(a) = 1;
  if time <= 3 then
    b = a;
  else
    der(b) = -1;
  end if;
end Second;
"""


@SOLVERS
def test_one_state_more(solver: str) -> None:
    result = run(SECOND, "Second", 4.0, solver)
    assert limits(result, "b", 3.0) == pytest.approx((4.0, 4.0), rel=1e-7)
    assert result["b"][-1] == pytest.approx(3.0, rel=1e-7)
    assert [change.states for change in result.structures] == [1, 2]


CLUTCH = """
model Clutch
  parameter Real j1 = 1, j2 = 2, k1 = 0.01, k2 = 0.0125;
  Real w1(start = 1, fixed = true), w2(start = 1.5, fixed = true);
  Real tau;
  Real Q(start = 0, fixed = true) "heat";
  Boolean engaged = time > 5 and time < 7;
equation
  j1 * der(w1) = -k1 * w1 + tau;
  j2 * der(w2) = -k2 * w2 - tau;
  der(Q) = tau * (w2 - w1);
  if engaged then
    w1 = w2;
  else
    tau = 0;
  end if;
end Clutch;
"""


@SOLVERS
def test_a_clutch_closes_with_an_impulse_and_opens(solver: str) -> None:
    result = run(CLUTCH, "Clutch", 10.0, solver)
    assert limits(result, "w1", 5.0) == pytest.approx((0.951229425, 1.286309709), rel=1e-6)
    assert limits(result, "w2", 5.0) == pytest.approx((1.453849852, 1.286309709), rel=1e-6)
    assert limits(result, "w2", 7.0) == pytest.approx((1.267159053, 1.267159053), rel=1e-6)
    assert (result["w1"][-1], result["w2"][-1]) == pytest.approx((1.229708843, 1.243621178), rel=1e-6)
    assert dict(result.structures[1].impulses) == pytest.approx({"tau": 0.335080285}, rel=1e-6)
    assert limits(result, "Q", 5.0) == pytest.approx((0.0, 0.084209098), rel=1e-6)
    assert [change.index for change in result.structures] == [1, 2, 1]


PENDULUM = """
model Pendulum
  constant Real pi = 3.141592653589793;
  parameter Real L = 1, g = 9.81, phi0 = pi / 4;
  Real x(start = L * sin(phi0), fixed = true), y(start = -L * cos(phi0));
  Real vx(start = 0, fixed = true), vy(start = 0);
  Real F;
equation
  der(x) = vx;
  der(y) = vy;
  if time < 5 then
    der(vx) = -F * x;
    der(vy) = -F * y - g;
    x ^ 2 + y ^ 2 = L ^ 2;
  else
    der(vx) = 0;
    der(vy) = -g;
    F = 0;
  end if;
end Pendulum;
"""


@SOLVERS
def test_a_pendulum_breaks(solver: str) -> None:
    result = run(PENDULUM, "Pendulum", 6.0, solver)
    for name, value in {"x": -0.587962650, "y": -0.808888078, "vx": -1.143067627, "vy": 0.830870289}.items():
        assert limits(result, name, 5.0) == pytest.approx((value, value), rel=1e-6)
    for name, value in {"x": -1.731030277, "y": -4.883017788, "vy": -8.979129711}.items():
        assert result[name][-1] == pytest.approx(value, rel=1e-6)
    assert [(change.states, change.index) for change in result.structures] == [(2, 3), (4, 1)]


RECTIFIER = """
model Rectifier
  parameter Real C = 0.1, R = 10;
  Real vs = sin(time), vd, i, vc(start = 0, fixed = true);
  Boolean on(start = false, fixed = true);
equation
  vs = vd + vc;
  C * der(vc) = i - vc / R;
  if on then
    vd = 0;
  else
    i = 0;
  end if;
  on = if pre(on) then i >= 0 else vd > 0;
end Rectifier;
"""


@SOLVERS
def test_a_rectifier_with_an_ideal_diode(solver: str) -> None:
    """On, the capacitor has the voltage of the source and is no state; off at tan t = -RC = -1, on where exp meets sin."""
    result = run(RECTIFIER, "Rectifier", 10.0, solver)
    off = 0.75 * math.pi
    meets = float(brentq(lambda t: math.exp(off - t) * math.sin(off) - math.sin(t), 6.0, 7.0, xtol=1e-13))
    assert event_times(result).tolist() == pytest.approx([off, meets, off + 2 * math.pi], rel=1e-7)
    assert limits(result, "vc", off) == pytest.approx((math.sqrt(0.5),) * 2, rel=1e-7)
    on = (result.time < off) | ((result.time > meets) & (result.time < off + 2 * math.pi))
    assert result["vc"][on] == pytest.approx(np.sin(result.time[on]), abs=1e-7)
    assert result["i"][on] == pytest.approx(0.1 * (np.cos(result.time[on]) + np.sin(result.time[on])), abs=1e-6)


LARGER = """
model Larger "the larger of two sources, through ideal diodes"
  Real v1 = 2 + sin(time), v2 = 2 + cos(time);
  Real vd1, vd2, i1, i2, v{start};
  Boolean on1(start = false, fixed = true), on2(start = true, fixed = true);
equation
  v1 = vd1 + v;
  v2 = vd2 + v;
  i1 + i2 = {load};
  if on1 then vd1 = 0; else i1 = 0; end if;
  if on2 then vd2 = 0; else i2 = 0; end if;
  on1 = if pre(on1) then i1 > 0 else vd1 > 0;
  on2 = if pre(on2) then i2 > 0 else vd2 > 0;
end Larger;
"""


@pytest.mark.parametrize(("start", "load"), [("", "v"), ("(start = 3)", "0.01 * der(v) + v")])
def test_structures_without_a_solution_are_passed_over(start: str, load: str) -> None:
    """Where one diode takes over from the other, both together would join two sources; with the capacitor they are structures."""
    result = run(LARGER.format(start=start, load=load), "Larger", 10.0)
    assert result["v"] == pytest.approx(np.maximum(2 + np.sin(result.time), 2 + np.cos(result.time)), abs=1e-6)
    assert len(result.structures) == (1 if load == "v" else 4)


def test_branches_that_share_one_form_are_no_structures() -> None:
    text = """
model Joined
  Real x(start = 1, fixed = true), u, y;
equation
  der(x) = y;
  u + y = 3 - x;
  if x < 2 then
    u = 0;
  else
    y = 0;
  end if;
end Joined;
"""
    result = run(text, "Joined", 2.0)
    assert len(result.structures) == 1
    assert result["x"][-1] == pytest.approx(2.0, rel=1e-7)
    assert event_times(result).tolist() == pytest.approx([math.log(2.0)], rel=1e-6)


CONDITIONAL = """
connector Pin
  Real v;
  flow Real i;
end Pin;

model Capacitor
  Pin p;
  Real v(start = 1, fixed = true);
equation
  v = p.v;
  der(v) = p.i;
end Capacitor;

model Resistor
  Pin p;
  parameter Real R = 1;
  Real heat(start = 0, fixed = true);
equation
  p.v = R * p.i;
  der(heat) = p.v * p.i;
end Resistor;

model Circuit
  Capacitor c;
  Resistor r(R = 2) if closed;
  Boolean closed = time > 1 and time < 3 or c.v < 0.5 and time > 4;
equation
  connect(c.p, r.p);
end Circuit;
"""


@SOLVERS
def test_a_component_whose_condition_varies_comes_and_goes(solver: str) -> None:
    result = run(CONDITIONAL, "Circuit", 6.0, solver)
    assert [(change.time, change.added, change.removed) for change in result.structures] == [
        (0.0, (), ()),
        (1.0, ("r",), ()),
        (3.0, (), ("r",)),
        (4.0, ("r",), ()),
    ]
    assert limits(result, "c.v", 3.0) == pytest.approx((math.exp(-1.0),) * 2, rel=1e-7)
    assert result["c.v"][-1] == pytest.approx(math.exp(-2.0), rel=1e-7)
    assert limits(result, "r.heat", 1.0) == pytest.approx((math.nan, 0.0), nan_ok=True)
    lost = 0.5 * (1 - math.exp(-2.0))
    assert limits(result, "r.heat", 4.0) == pytest.approx((math.nan, lost), rel=1e-6, nan_ok=True)


def test_conditions_at_any_depth_and_charts_in_what_they_bring() -> None:
    text = """
model Counter
  discrete Integer count(start = 0);
statechart
  state C extends State;
    State a(isInitial = true);
    transition a -> a event after(0.25) action count := count + 1; end transition;
  end C;
end Counter;

model Box
  parameter Real from = 1;
  Counter counter if time > from;
end Box;

model Two
  Box one, two(from = 1.5);
end Two;
"""
    result = run_text(text, "Two", stop=2.1)
    assert [change.added for change in result.structures] == [(), ("one.counter",), ("two.counter",)]
    assert (result["one.counter.count"][-1], result["two.counter.count"][-1]) == (4, 2)


def test_a_branch_without_a_solution_is_told_when_it_is_reached() -> None:
    text = """
model Wrong
  Real x(start = 1, fixed = true), y;
equation
  if time < 1 then
    der(x) = -x;
    y = x;
  else
    x = 2;
    x = 3 + time;
  end if;
end Wrong;
"""
    with pytest.raises(MosilaError, match=r"at time 1: .*`y`"):
        run(text, "Wrong", 2.0)


def test_check_looks_at_all_branches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "Clutch.mo"
    path.write_text(CLUTCH.replace("w1 = w2;", "w1 = 2; "), encoding="utf-8")
    assert main(["emit", "structures", str(path)]) == 0
    assert "2 structures, all that can be reached" in capsys.readouterr().out


def test_the_log_names_the_relation_that_crossed() -> None:
    result = run(RECTIFIER, "Rectifier", 7.0)
    (cause,) = result.structures[-1].causes
    assert cause.startswith("vd > 0 became true (")
    assert "vd > 0 became true" in describe_change(result.structures[-1])
