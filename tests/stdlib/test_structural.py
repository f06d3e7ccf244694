"""The patterns for changes of structure against closed forms."""

from __future__ import annotations

from math import exp, sin, sqrt

import pytest

from tests.running import limits, run_text
from tests.stdlib.examples import compare, run_example


def test_behaviours_are_attached_in_turn() -> None:
    """Pushed, braked, stopped at once, pushed again."""
    name = "body.port.across"
    compare("Structural.Examples.Behaviours", [(name, 0.5, 0.25), (name, 1.5, exp(-0.5)), (name, 2.5, 0.0), (name, 4.0, 7.0)])
    result = run_example("Structural.Examples.Behaviours")
    assert limits(result, name, 2.0) == pytest.approx((exp(-1.0), 0.0), abs=1e-7)
    assert [change.states for change in result.structures] == [1, 1, 0, 1]


def test_depth_goes_on_from_where_the_other_model_was() -> None:
    """After each change of the input the lag begins where the simple model was; in between there is no state."""
    lag = exp(-0.5 / 0.2)
    name = "process.y[1]"
    compare("Structural.Examples.Depth", [(name, 0.5, 0.0), (name, 1.5, 1 - lag), (name, 2.7, 1.0), (name, 3.5, lag), (name, 5.5, 1 - lag)])
    result = run_example("Structural.Examples.Depth")
    assert [change.time for change in result.structures] == pytest.approx([0.0, 0.9, 2.4, 2.9, 4.4, 4.9], abs=1e-12)
    assert [change.states for change in result.structures] == [0, 1, 0, 1, 0, 1]


def test_contact_takes_the_speed_and_lets_go() -> None:
    """The body stays on the floor until it is lifted."""
    result = run_example("Structural.Examples.Landing")
    touches = sqrt(0.2)
    assert [change.time for change in result.structures] == pytest.approx([0.0, touches, 2.0], abs=1e-7)
    assert limits(result, "v", touches) == pytest.approx((-10 * touches, 0.0), abs=1e-6)
    assert abs(dict(result.structures[1].impulses)["through"]) == pytest.approx(20 * touches, rel=1e-6)
    compare(
        "Structural.Examples.Landing", [("s", 1.5, 0.0), ("through", 1.5, 10.0), ("s", 3.0, 10 / 6), ("v", 3.0, 5.0), ("impacts", 3.0, 1.0)]
    )


WITHOUT_INERTIA = """
model WithoutInertia
  import Mosila.Rotational.Components.*;
  DogClutch clutch(engaged=time > 1);
  Inertia inertia(J=1, phi(start=0, fixed=true), w(start=1, fixed=true));
  Spring spring(c=1);
  Fixed wall;
equation
  connect(inertia.flange_b, clutch.flange_a);
  connect(clutch.flange_b, spring.flange_a);
  connect(spring.flange_b, wall.flange);
end WithoutInertia;
"""


def test_an_open_port_restricts_a_side_without_inertia() -> None:
    """The torque of the open clutch is zero, so that the spring behind it stands still: a constraint that must be differentiated."""
    result = run_text(WITHOUT_INERTIA, suffix=".mo", stop=3.0, tolerance=1e-9)
    assert float(result.at("clutch.phi_rel", 0.5)) == pytest.approx(-0.5, abs=1e-9)
    assert float(result.at("inertia.phi", 3.0)) == pytest.approx(1 + sin(2.0), abs=1e-7)
    assert [change.states for change in result.structures] == [2, 3]
