"""When relations change: what leaves zero from rest, and what comes and goes within one step of the solver."""

from __future__ import annotations

import math

import pytest

from tests.running import event_times, run_text

CONTACT = """
model Contact "a mass that is let go just above a stiff spring"
  parameter Real k = 1e6;
  Real x(start = 0, fixed = true), v(start = 0, fixed = true), deepest(start = 0, fixed = true);
  Boolean touches = x < 0;
equation
  der(x) = v;
  der(v) = -9.81 - (if touches then k * x else 0);
  der(deepest) = 0;
  when v > 0 then
    reinit(deepest, x);
  end when;
end Contact;
"""

SLIDE = """
model Slide "a force that grows beyond friction; that the body moves is noted"
  Real v(start = 0, fixed = true), began(start = 0, fixed = true);
  Boolean slides(start = false, fixed = true);
equation
  slides = pre(slides) or time > 1;
  der(v) = if slides then time - 1 else 0;
  der(began) = 0;
  when v > 0 then
    reinit(began, time);
  end when;
end Slide;
"""

LIGHT = """
model Light "is on for a short while in each second, whatever the unknowns of the solver do"
  Real x(start = 1, fixed = true), share(start = 0, fixed = true);
  Boolean on = sin({mixed}6.283185307179586 * time) > 0.99;
equation
  der(x) = -50 * x;
  der(share) = if on then 1 else 0;
end Light;
"""


def test_a_body_at_rest_on_a_contact_touches_at_once() -> None:
    """Its rate vanishes like its distance; where it goes is told by the second derivative."""
    period, depth = 2 * math.pi / 1e3, 2 * 9.81 / 1e6
    result = run_text(CONTACT, stop=period)
    assert result.at("v", period / 4) == pytest.approx(-9.81e-3, rel=3e-3)
    assert result.at("deepest", period) == pytest.approx(-depth, rel=3e-3)


def test_what_begins_to_slide_does_so_at_once() -> None:
    result = run_text(SLIDE, stop=2.0)
    assert result.at("began", 2.0) == pytest.approx(1.0, abs=1e-6)
    assert result.at("v", 2.0) == pytest.approx(0.5, rel=1e-5)


@pytest.mark.parametrize("mixed", ["", "1e-9 * x + "])
def test_what_depends_on_time_is_not_stepped_over(mixed: str) -> None:
    """The unknowns have come to rest, and the steps are longer than the light is on."""
    result = run_text(LIGHT.format(mixed=mixed), stop=20.0)
    assert result.at("share", 20.0) == pytest.approx(20 * math.acos(0.99) / math.pi, rel=1e-6)
    assert len(event_times(result)) == 40
