"""Actions whose values are no finite numbers: what is said, and where."""

from __future__ import annotations

import math

import pytest

from mosila.diagnostics import Diagnostic
from mosila.results import SimulationFailedError
from tests.running import run_text

PARTS = """
function root input Real x; output Real y; algorithm assert(x >= 0, "no root of " + String(x)); y := sqrt(x); end root;
function both input Real x; output Real y; output Real z; algorithm y := x; z := 1 / x; end both;
model C parameter Real m = 1; parameter Real w = 1 / m; Real x(start = 0, fixed = true); equation der(x) = m; end C;
model P
  discrete Integer n(start = 0); discrete Real v(start = 1), u(start = 1), a[2]; Real z(start = 1, fixed = true); dynamic C c;
  dynamic C cs[:];
equation
  der(z) = 1;
statechart
  state S extends State;
    State i(isInitial = true), j;
    transition i -> j event after(0.5) action
      {action}
    end transition;
  end S;
end P;
model T P p; end T;
"""


def fault(action: str) -> Diagnostic:
    with pytest.raises(SimulationFailedError) as caught:
        run_text(PARTS.replace("{action}", action), "T", stop=1.0)
    (found,) = caught.value.diagnostics
    assert caught.value.result.time[-1] == 0.5
    return found


@pytest.mark.parametrize(
    ("action", "column", "what"),
    [
        ("n := 0; v := 1 / n; z := v;", 15, "`v` is not a finite number (p.n = 0)"),
        ("n := div(3, n);", 7, "`n` is not a finite number (p.n = 0)"),
        ("n := mod(3, n);", 7, "`n` is not a finite number (p.n = 0)"),
        ("z := sqrt(-z);", 7, "`z` is not a finite number (p.z = 1.5)"),
        ("z := exp(800 * v);", 7, "`z` is not a finite number (p.v = 1)"),
        ("(u, v) := both(n);", 7, "`v` is not a finite number (p.n = 0)"),
        ("c := new C(m = 1 / n);", 12, "`m` of the new object is not a finite number (p.n = 0)"),
        ("cs.add(new C(m = 1 / n));", 14, "`m` of the new object is not a finite number (p.n = 0)"),
        ("c := new C(m = n);", 12, "`new C.w` is not a finite number (new C.m = 0)"),
        ("for k in 1 : div(1, n) loop v := k; end for;", 7, "a bound of the loop is not a finite number (p.n = 0)"),
        ("a[div(1, n)] := 1;", 7, "an index of `a[div(1, n)]` is not a finite number (p.n = 0)"),
    ],
)
def test_an_action_that_computes_no_number_is_named(action: str, column: int, what: str) -> None:
    found = fault(action)
    assert found.code == "R001"
    assert found.message == f"at time 0.5 {what}"
    assert (found.span.line, found.span.column) == (14, column)


def test_a_function_that_asserts_in_an_action_says_so() -> None:
    found = fault("v := root(n - z);")
    assert found.code == "R090"
    assert found.message == "at time 0.5 an assertion in the function `root` does not hold: no root of -1.5"


def test_infinity_on_the_way_to_a_number_is_none_of_it() -> None:
    result = run_text(PARTS.replace("{action}", "v := atan(1 / n); u := if n > 0 then 1 / n else 3;"), "T", stop=1.0)
    assert result["p.v"][-1] == pytest.approx(math.pi / 2)
    assert result["p.u"][-1] == 3
