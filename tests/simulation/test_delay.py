"""`delay` against closed forms: fixed, varying, shorter than a step, none; jumps come out as jumps, with both limits."""

from __future__ import annotations

import numpy as np
import pytest

from mosila.diagnostics import MosilaError
from tests.running import event_times, limits, run_text

STEPS = """
model Steps "x'(t) = -x(t - 1), x = 1 until 0: polynomials of one degree more in each interval"
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);
end Steps;
"""

SINE = """
model Sine
  parameter Real T = 0.7;
  Real s = sin(time);
  Real d = delay(s, T);
  Real moving = delay(s, 0.5 + 0.3 * cos(2 * time), 1);
end Sine;
"""

JUMP = """
model Jump
  parameter Real T = 0.25;
  Real u = if time < 0.3 then 1 + time else 5 - time;
  Real d = delay(u, T);
  Real x(start = 0, fixed = true);
  Integer seen(start = 0, fixed = true);
equation
  der(x) = d;
  when d > 3 then
    seen = pre(seen) + 1;
  end when;
end Jump;
"""

LOOP = """
model Loop "an echo: y is what was said before, half as loud; it starts at the loudness that it can keep"
  Real u = if time < 1 then 1 else 0;
  Real y;
equation
  y = u + 0.5 * delay(y, 0.4);
end Loop;
"""

SHORT = """
model Short
  parameter Real T = 1e-7;
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, T);
end Short;
"""

SWITCHED = """
model Switched
  Real s = time;
  discrete Real T(start = 0.2, fixed = true);
  Real d = delay(s, T, 2);
equation
  when time >= 1 then
    T = 0.5;
  end when;
end Switched;
"""


def test_method_of_steps() -> None:
    result = run_text(STEPS, suffix=".mo", stop=4.0, tolerance=1e-8, intervals=400)
    for t, expected in ((0.5, 0.5), (1.0, 0.0), (2.0, -0.5), (3.0, -1 / 6), (4.0, 5 / 24)):
        row = int(np.argmin(np.abs(result.time - t)))
        assert result["x"][row] == pytest.approx(expected, abs=2e-7)


def test_smooth_values_are_smooth() -> None:
    result = run_text(SINE, suffix=".mo", stop=10.0, tolerance=1e-8)
    past = result.time - 0.7
    assert np.abs(result["d"] - np.sin(np.maximum(past, 0))).max() < 1e-7
    moving = result.time - (0.5 + 0.3 * np.cos(2 * result.time))
    assert np.abs(result["moving"] - np.sin(np.maximum(moving, 0))).max() < 1e-7


@pytest.mark.parametrize("delay", [0.25, 1.1])
def test_a_jump_comes_out_as_a_jump(delay: float) -> None:
    result = run_text(JUMP.replace("0.25", str(delay)), suffix=".mo", stop=2.0, tolerance=1e-8)
    assert np.abs(event_times(result) - (0.3 + delay)).min() < 1e-12
    assert limits(result, "d", 0.3 + delay) == pytest.approx((1.3, 4.7), abs=1e-9)
    assert result["seen"][-1] == 1
    left = delay + 0.3 + 0.3**2 / 2
    rest = 2.0 - delay - 0.3
    assert result["x"][-1] == pytest.approx(left + 4.7 * rest - rest**2 / 2, rel=1e-7)


def test_an_algebraic_echo() -> None:
    result = run_text(LOOP, suffix=".mo", stop=3.0, tolerance=1e-8)
    assert result["y"][0] == pytest.approx(2.0)
    assert limits(result, "y", 1.0) == pytest.approx((2.0, 1.0))
    assert limits(result, "y", 1.4) == pytest.approx((1.0, 0.5))
    assert limits(result, "y", 2.6) == pytest.approx((0.125, 0.0625))


def test_a_delay_much_shorter_than_a_step_and_none() -> None:
    for text in (SHORT, SHORT.replace("1e-7", "0")):
        result = run_text(text, suffix=".mo", stop=2.0, tolerance=1e-8)
        assert result["x"][-1] == pytest.approx(np.exp(-2.0), rel=1e-6)
        assert result.counts.steps < 500


def test_another_delay_time_reads_another_past() -> None:
    result = run_text(SWITCHED, suffix=".mo", stop=2.0)
    assert limits(result, "d", 1.0) == pytest.approx((0.8, 0.5))
    assert result["d"][-1] == pytest.approx(1.5)


def test_a_negative_delay_time_has_no_value() -> None:
    with pytest.raises(MosilaError, match="R001"):
        run_text(SHORT.replace("1e-7", "-1"), suffix=".mo", stop=2.0)
