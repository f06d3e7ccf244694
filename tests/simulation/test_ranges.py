"""Indices, literals and Integers that leave their range while a model runs: an error at the place and the event, never a value."""

from __future__ import annotations

import numpy as np
import pytest

from mosila.diagnostics import MosilaError
from tests.running import run_text

WRONG = {
    "a declaration": (
        "Real v[3] = {10, 20, 30}; Integer i = integer(1 + 4 * time); Real a = v[i];",
        "0.75 the index of `v` is 4, not one of 1 to 3",
    ),
    "an algorithm": (
        "Real v[3] = {10, 20, 30}; Integer i = integer(1 + 4 * time); Real a; algorithm a := v[i];",
        "0.75 the index of `v` is 4, not one of 1 to 3",
    ),
    "a row": (
        "Real v[2, 2] = [1, 2; 3, 4]; Integer i = integer(1 + 4 * time); Real a = v[i, 1];",
        "0.5 the index of `v` is 3, not one of 1 to 2",
    ),
    "a column": (
        "Real v[2, 2] = [1, 2; 3, 4]; Integer i = integer(1 + 4 * time); Real a = v[1, i];",
        "0.5 the index of `v` is 3, not one of 1 to 2",
    ),
    "a slice": ("Real v[2, 2] = [1, 2; 3, 4]; Integer i = integer(1 + 4 * time); Real a = sum(v[i, :]);", "0.5 the index of `v` is 3"),
    "a vector of indices": ("Real v[2] = {1, 2}; Integer i = integer(1 + 4 * time); Real a[2] = v[{1, i}];", "0.5 the index of `v` is 3"),
    "below": ("Real v[2] = {1, 2}; Integer i = integer(2.5 - 4 * time); Real a = v[i];", "0.375 the index of `v` is 0, not one of 1 to 2"),
    "a rate": (
        """Real v[3] = {10, 20, 30}; Integer i(start = 1, fixed = true); Real x(start = 0, fixed = true);
        equation der(x) = v[i]; when sample(0.25, 0.25) then i = pre(i) + 1; end when;""",
        "0.75 the index of `v` is 4",
    ),
    "a truth value": (
        """Boolean b[3] = {true, true, false}; Integer i = integer(1 + 4 * time); Real x(start = 0, fixed = true);
        equation der(x) = if b[i] then 1.0 else 2.0;""",
        "0.75 the index of `b` is 4",
    ),
    "a comparison": (
        """Real v[3] = {1, 2, 3}; Integer i = integer(1 + 4 * time); Real x(start = 0, fixed = true);
        equation der(x) = if noEvent(v[i] > 2) then 1.0 else 2.0;""",
        "0.75 the index of `v` is 4",
    ),
    "a column in a function": (
        """function f input Integer i; output Real y; protected Real w[2, 2] = [1, 2; 3, 4]; algorithm y := w[1, i]; end f;
        Real a = f(integer(1 + 4 * time));""",
        "0.5 the index of `w` is 3, not one of 1 to 2",
    ),
    "a column that a function assigns": (
        """function f input Integer i; output Real y; protected Real w[2, 2]; algorithm w[1, i] := 9; y := w[2, 1]; end f;
        Real a = f(integer(1 + 4 * time));""",
        "0.5 the index of `w` is 3, not one of 1 to 2",
    ),
    "a literal": ("type E = enumeration(a, b, c); E e = E(integer(1 + 4 * time));", "0.75 `M.E` has no literal 4, only 1 to 3"),
    "a large Integer": (
        "Integer n(start = 0, fixed = true); equation when sample(0.25, 0.25) then n = integer(1e16 * time); end when;",
        "at time 1 `integer(1e16*time)` gives 1e+16, which is too large for an Integer",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_leaves_its_range_is_told(name: str) -> None:
    body, message = WRONG[name]
    with pytest.raises(MosilaError) as caught:
        run_text(f"model M\n{body}\nend M;", suffix=".mo", stop=1.0)
    (told,) = caught.value.diagnostics
    assert told.code == ("R097" if "Integer" in name else "R096")
    assert message in told.message
    assert told.span.line >= 2


def test_an_index_set_by_a_chart_is_checked() -> None:
    text = """
    model T
      discrete Real v[3] = {1, 2, 3};
      Real y = v[k];
      discrete Integer k = 1;
    statechart
      state S extends State;
        State i(isInitial = true), j;
        transition i -> j event after(0.5) action k := 9; end transition;
      end S;
    end T;
    """
    with pytest.raises(MosilaError, match="at time 0.5 the index of `v` is 9, not one of 1 to 3"):
        run_text(text, stop=1.0)


def test_an_index_in_a_branch_that_is_not_taken_may_be_anything() -> None:
    text = """
    model M
      Real v[3] = {10, 20, 30};
      Integer i = integer(1 + 4 * time), k(start = 0, fixed = true);
      discrete Integer m;
      Real a = if i <= 3 then v[i] else 0, b = if i > 3 then -1 else v[i] * time, c = v[m];
      Real x(start = 0, fixed = true);
    equation
      der(x) = if k >= 1 and k <= 3 then v[k] else 0;
      when initial() then
        m = 2;
      end when;
      when sample(0.2, 0.2) then
        k = pre(k) + 1;
      end when;
    end M;
    """
    result = run_text(text, suffix=".mo", stop=1.2)
    assert [result.at("a", time) for time in (0.1, 0.3, 0.6, 0.9)] == [10, 20, 30, 0]
    assert result.at("b", 0.6) == pytest.approx(18)
    assert (result["c"] == 20).all()
    assert result["x"][-1] == pytest.approx(0.2 * (10 + 20 + 30))


def test_what_compares_with_its_own_value_before_takes_one_step_at_a_time() -> None:
    """In the round after its step the comparison is decided anew first: else the number would be 4 for a moment at 0.5."""
    text = """
    model M
      function f input Integer i; output Real y; algorithm assert(i <= 3, "beyond"); y := i; end f;
      Real x(start = 0, fixed = true);
      Integer i = integer(1 + 4 * time);
    equation
      der(x) = f(i);
    end M;
    """
    assert run_text(text, suffix=".mo", stop=0.74)["x"][-1] == pytest.approx(0.25 * (1 + 2) + 0.24 * 3)


def test_a_chosen_element_in_equations_that_are_solved_together() -> None:
    text = """
    model M
      Real v[3] = {1 + u, 2 * u, u - 3}, x(start = 1, fixed = true), u;
      Integer i = integer(1 + 3 * time);
    equation
      der(x) = -v[i] * x;
      v[i] + 2 * u ^ 3 = 20 + x;
    end M;
    """
    result = run_text(text, suffix=".mo", stop=0.99)
    u, i = result["u"], result["i"].astype(int)
    chosen = np.choose(i - 1, (1 + u, 2 * u, u - 3))
    assert chosen + 2 * u**3 == pytest.approx(20 + result["x"], abs=1e-4)
