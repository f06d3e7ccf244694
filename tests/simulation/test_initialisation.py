"""Initial values: initial equations, fixed starts, computed parameters, homotopy, and what is said when there are none."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import mosila
from mosila.diagnostics import MosilaError
from mosila.results import Result
from tests.running import run_text


def run(body: str, stop: float = 1.0) -> Result:
    return run_text(f"model M\n{body}\nend M;", suffix=".mo", stop=stop, tolerance=1e-9)


def codes(body: str) -> list[str]:
    with pytest.raises(MosilaError) as caught:
        run(body)
    return [fault.code for fault in caught.value.diagnostics]


def test_a_model_starts_in_its_steady_state() -> None:
    result = run("Real x(start = 1), y; parameter Real a = 6; initial equation der(x) = 0; equation der(x) = a - x + y; y = -x;")
    assert result["x"] == pytest.approx([3.0] * len(result.time), rel=1e-9)
    assert result.warnings == ()


def test_a_fixed_value_is_solved_backwards_for_the_state() -> None:
    result = run("Real x(start = 1); Real y(start = 4, fixed = true); equation der(x) = -x; y = x^2;")
    assert result["x"][0] == pytest.approx(2.0, rel=1e-9)
    assert result["x"][-1] == pytest.approx(2 * math.exp(-1), rel=1e-7)


def test_the_start_value_chooses_the_branch() -> None:
    result = run("Real x(start = -1); Real y(start = 4, fixed = true); equation der(x) = -x; y = x^2;")
    assert result["x"][0] == pytest.approx(-2.0, rel=1e-9)


def test_a_parameter_is_found_with_those_that_depend_on_it() -> None:
    result = run(
        "parameter Real k(fixed = false, start = 1); parameter Real double = 2 * k; Real x(start = 1, fixed = true);"
        "initial equation der(x) = -3; equation der(x) = -double * x;"
    )
    assert result["k"][0] == pytest.approx(1.5, rel=1e-9)
    assert result["x"][-1] == pytest.approx(math.exp(-3), rel=1e-7)


def test_what_is_left_free_takes_its_start_value_and_is_named() -> None:
    result = run("Real x(start = 1), v(start = 3), y; initial equation y = 4; equation der(x) = v; der(v) = -x; y = x^2 + v;")
    (warning,) = result.warnings
    assert warning.code == "R022"
    assert "`v`" in warning.message
    assert (result["x"][0], result["v"][0]) == pytest.approx((1.0, 3.0))


def test_values_beyond_the_degrees_of_freedom_must_fit() -> None:
    equations = "equation der(x) = -x; y = 2 * x;"
    assert run(f"Real x(start = 2, fixed = true), y; initial equation y = 4; {equations}")["y"][0] == pytest.approx(4.0)
    assert codes(f"Real x(start = 2, fixed = true), y; initial equation y = 5; {equations}") == ["R008"]
    assert codes(f"Real x, y; initial equation x = 2; y = 5; {equations}") == ["R021"]


@pytest.mark.parametrize(("x", "y"), [(0.6, -0.8), (1.0, 0.0), (0.0, -1.0)])
def test_a_pendulum_starts_from_what_is_fixed(x: float, y: float) -> None:
    """The other coordinate follows from the constraint, its rate from the derivative of the constraint."""
    motion = """
      der(x) = u; der(y) = v; der(u) = -force * x; der(v) = -force * y - 9.81; x * x + y * y = 1;
    """
    of_x = f"Real x(start = {x}, fixed = true), y(start = {y - 0.1}), u(start = 1, fixed = true), v, force;"
    of_y = f"Real x(start = {x + 0.1}), y(start = {y}, fixed = true), u, v(start = 1, fixed = true), force;"
    result = run(f"{of_y if y == 0 else of_x} equation {motion}", stop=0.1)
    assert (result["x"][0], result["y"][0]) == pytest.approx((x, y), abs=1e-9)
    assert result["x"][0] * result["u"][0] + result["y"][0] * result["v"][0] == pytest.approx(0.0, abs=1e-9)


def test_initial_equations_for_an_angle_start_a_pendulum() -> None:
    result = run(
        "Real x, y(start = -1), u, v, phi, w, force; initial equation phi = 0.5; w = 0;"
        "equation x = sin(phi); w = der(phi); der(x) = u; der(y) = v;"
        "der(u) = -force * x; der(v) = -force * y - 9.81; x * x + y * y = 1;"
    )
    assert (result["x"][0], result["y"][0]) == pytest.approx((math.sin(0.5), -math.cos(0.5)), rel=1e-8)
    assert result["x"][-1] == pytest.approx(-0.478685752, abs=1e-6)


def test_homotopy_leads_to_the_solution_that_newton_does_not_find() -> None:
    equation = "Real x(start = 0); equation 0 = {};"
    flat = "tanh(10 * (x - 5))"
    assert codes(equation.format(flat)) == ["R020"]
    assert run(equation.format(f"homotopy({flat}, x - 4.9)"))["x"][-1] == pytest.approx(5.0, rel=1e-6)


@pytest.mark.parametrize(
    "limits",
    ["noEvent(if 3 * x > 1 then 1 else if 3 * x < -1 then -1 else 3 * x)", "if 3 * x > 1 then 1 else if 3 * x < -1 then -1 else 3 * x"],
)
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_homotopy_says_which_solution_is_meant(limits: str, side: float) -> None:
    """The start value 0 is a solution too; the one that is meant lies where relations have other values."""
    result = run(f"Real x(start = 0), y(start = 0, fixed = true); equation x = homotopy({limits}, {side}); der(y) = x;", stop=2.0)
    assert (result["x"][0], result["y"][-1]) == pytest.approx((side, 2 * side))


SEGMENTS = """
package Segments
  function slope "of a segment; there is none before the first one"
    input Integer number;
    output Real y;
  algorithm
    assert(number >= 1 and number <= 4, "there is no such segment");
    y := number;
  end slope;
  model Curve
    Real x(start = 0, fixed = true), y = slope(number);
    Integer number(start = 0, fixed = true);
  equation
    when {initial(), time >= pre(number)} then
      number = pre(number) + 1;
    end when;
    der(x) = y;
  end Curve;
end Segments;
"""


def test_a_function_is_not_called_before_its_discrete_arguments_are_known() -> None:
    result = run_text(SEGMENTS, "Segments.Curve", stop=3.5)
    assert result["y"][0] == 1
    assert result.at("x", 3.5) == pytest.approx(1 + 2 + 3 + 4 * 0.5)


def test_a_value_before_the_first_event_may_depend_on_time() -> None:
    """It determines nothing else, and no when-clause acts because of it."""
    result = run(
        "discrete Real last; Boolean on = time >= 0; Boolean changed = change(on); Integer count(start = 0, fixed = true);"
        "initial equation pre(on) = false; pre(last) = time - 1;"
        "equation when changed then count = pre(count) + 1; end when; when time > 1 then last = time + pre(last); end when;",
        stop=2.0,
    )
    assert (result["count"][0], result["last"][0], result["last"][-1]) == pytest.approx((0, -1, 0))


def test_blocks_are_solved_one_after_the_other() -> None:
    """At the start values the second block has no value; the first one gives it a better place."""
    result = run("Real x(start = 0.5), y, z; equation x^3 + x = 10; y = sqrt(x - 1); z^3 + z = y + 9;")
    assert (result["x"][-1], result["z"][-1]) == pytest.approx((2.0, 2.0), rel=1e-8)


def test_a_failure_shows_the_iteration() -> None:
    with pytest.raises(MosilaError) as caught:
        run("Real x(start = 1), z; Real y(start = -4, fixed = true); equation der(x) = -x; y = x^2 + z^2; z = x;")
    (fault,) = caught.value.diagnostics
    assert fault.code == "R020"
    table = fault.message.splitlines()
    assert table[1].split() == ["variable", "start", "last", "value", "residual"]
    assert any(line.split()[0] in ("x", "z") for line in table[2:])


def test_a_discrete_variable_begins_with_what_an_initial_equation_says() -> None:
    result = run(
        "Integer n; Boolean b; Real x(start = 1, fixed = true); initial equation pre(n) = 3; pre(b) = true;"
        "equation der(x) = -x; when x < 0.5 then n = pre(n) + 1; b = not pre(b); end when;"
    )
    assert (result["n"][0], result["n"][-1]) == (3.0, 4.0)
    assert (result["b"][0], result["b"][-1]) == (1.0, 0.0)


def test_a_discrete_variable_begins_with_what_varies() -> None:
    result = run(
        "discrete Real high, low; Real x, y; initial equation x = 2; high = y; low = high - x; equation y = 3 * x; der(x) = -x;"
        "when y < 3 then high = y; low = pre(low) + 1; end when;"
    )
    assert (result["high"][0], result["low"][0]) == pytest.approx((6.0, 4.0))
    assert (result["high"][-1], result["low"][-1]) == pytest.approx((3.0, 5.0), rel=1e-5)


def test_foreign_code_gives_discrete_variables_their_first_values() -> None:
    result = run_text(
        """
        model M
          function next
            input Integer state;
            output Integer following;
          external "C" following = next_state(state) annotation(Include = "static int next_state(int s) { return 5 * s + 1; }");
          end next;
          parameter Integer seed(fixed = false);
          Integer state, drawn;
        initial equation
          drawn = next(pre(state));
          pre(state) = next(seed);
          seed = 1;
        equation
          when time >= 0.5 then
            state = next(pre(state));
            drawn = state;
          end when;
        end M;
        """,
        stop=1.0,
    )
    assert (result["state"][0], result["drawn"][0]) == (6, 31)
    assert (result["state"][-1], result["drawn"][-1]) == (31, 31)


def test_a_when_clause_for_the_start_reads_what_initial_equations_give() -> None:
    result = run(
        "discrete Real d; Real x; initial equation x = 2; equation der(x) = -x;when {initial(), x < 0.9} then d = 2 * x; end when;"
    )
    assert (result["d"][0], result["d"][-1]) == pytest.approx((4.0, 1.8), rel=1e-6)


def test_declared_values_of_a_mass_on_a_rod_must_fit() -> None:
    text = """
    model M
      Real x = {}, y = -0.8, u = 0, v = 0, force;
    equation
      der(x) = u; der(y) = v; der(u) = -force * x; der(v) = -force * y - 9.81; x * x + y * y = 1;
    end M;
    """
    assert run_text(text.format(0.6), stop=0.1)["x"][0] == pytest.approx(0.6)
    with pytest.raises(MosilaError) as caught:
        run_text(text.format(0.7), stop=0.1)
    assert [fault.code for fault in caught.value.diagnostics] == ["R008"]


@pytest.mark.parametrize(("x", "y"), [(1.0, 0.0), (-1.0, 0.0), (0.0, -1.0)])
def test_a_pendulum_may_begin_where_its_constraint_says_nothing_about_one_of_its_coordinates(x: float, y: float) -> None:
    text = f"""
    model M
      Real x(start = {x}, fixed = true), y(start = {y}, fixed = true), u(start = 0, fixed = true), v(start = 0, fixed = true), force;
    equation
      der(x) = u; der(y) = v; der(u) = -force * x; der(v) = -force * y - 9.81; x * x + y * y = 1;
    end M;
    """
    result = run_text(text, "M", suffix=".mo", stop=0.5, tolerance=1e-9)
    assert (result["x"][0], result["y"][0]) == (x, y)
    energy = (result["u"] ** 2 + result["v"] ** 2) / 2 + 9.81 * result["y"]
    assert energy == pytest.approx(9.81 * y, abs=1e-6)
    assert result["v"][1] == pytest.approx(-9.81 * result.time[1] * abs(x), rel=1e-3)


def test_a_start_that_does_not_fit_a_level_pendulum_is_named() -> None:
    text = """
    model M
      Real x(start = 1.1, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true), v(start = 0, fixed = true), force;
    equation
      der(x) = u; der(y) = v; der(u) = -force * x; der(v) = -force * y - 9.81; x * x + y * y = 1;
    end M;
    """
    with pytest.raises(MosilaError) as caught:
        run_text(text, "M", suffix=".mo", stop=0.1)
    assert [fault.code for fault in caught.value.diagnostics] == ["R008"]


COMPUTED = "parameter Real q(fixed = false); parameter Real z = q + 1;"


def test_a_discrete_variable_starts_at_what_a_computed_parameter_says() -> None:
    body = "discrete Real x(start = 2 + q, fixed = true); Real y(start = 0, fixed = true); initial equation q = 6;"
    result = run(f"{COMPUTED} {body} equation der(y) = x; when time > 0.5 then x = pre(x) + 1; end when;")
    assert result["x"][0] == 8.0
    assert result["x"][-1] == 9.0
    assert result["y"][-1] == pytest.approx(8.5, rel=1e-9)


@pytest.mark.parametrize(("start", "value"), [("q", 6.0), ("2 + q", 8.0), ("z", 7.0), ("2 * z + q", 20.0)])
def test_a_state_starts_at_what_a_computed_parameter_says(start: str, value: float) -> None:
    for fixed, warnings in ((", fixed = true", 0), ("", 1)):
        result = run(f"{COMPUTED} Real x(start = {start}{fixed}); initial equation q = 6; equation der(x) = -x;")
        assert result["x"][0] == pytest.approx(value, rel=1e-9)
        assert result["x"][-1] == pytest.approx(value * math.exp(-1), rel=1e-7)
        assert len(result.warnings) == warnings


def test_a_start_value_and_the_parameter_it_depends_on_are_found_together() -> None:
    """der(x) = 3 q - x = 1 with x = q: q = 1/2."""
    result = run("parameter Real q(fixed = false); Real x(start = q); initial equation der(x) = 1; equation der(x) = 3 * q - x;")
    assert (result["q"][0], result["x"][0]) == pytest.approx((0.5, 0.5), rel=1e-9)


def test_a_discrete_start_value_and_the_parameter_it_depends_on_are_found_together() -> None:
    """q = x / 2 + 1 with x = 2 + q: q = 4."""
    body = "discrete Real x(start = 2 + q, fixed = true); Real y(start = 0, fixed = true); initial equation q = x / 2 + 1;"
    result = run(f"parameter Real q(fixed = false); {body} equation der(y) = x; when time > 0.5 then x = pre(x) + 1; end when;")
    assert (result["q"][0], result["x"][0]) == pytest.approx((4.0, 6.0), rel=1e-7)


def test_what_is_given_from_outside_goes_before_a_start_value_that_is_computed(tmp_path: Path) -> None:
    path = tmp_path / "M.mo"
    path.write_text(f"model M {COMPUTED} Real x(start = 2 + q); initial equation q = 6; equation der(x) = 0; end M;", encoding="utf-8")
    model = mosila.load(path)
    assert model.simulate(stop=1.0, parameters={"x": 3.0})["x"][0] == 3.0
    assert model.simulate(stop=1.0)["x"][0] == 8.0


def test_a_reset_goes_back_to_a_start_value_that_was_computed() -> None:
    text = """model A parameter Real q; Real x(start = q + 2, fixed = true); equation der(x) = 1; end A;
    model T parameter Real q(fixed = false); A a(q = q);
    initial equation q = 6;
    statechart state S extends State; State i(isInitial = true), j, k;
      transition i -> j event after(0.25) action add(a); end transition;
      transition j -> k event after(0.5) action remove(a); add(a, reset = true); end transition;
    end S; end T;"""
    result = run_text(text, "T", stop=1.0, tolerance=1e-9)
    assert result.at("a.x", 0.5) == pytest.approx(8.25, rel=1e-7)
    assert result["a.x"][-1] == pytest.approx(8.25, rel=1e-7)


def test_equations_of_a_singular_block_are_named() -> None:
    """At x = -1 the block of y and z says 1 = 1; the block of a, b and c has nothing to do with it."""
    body = """
  Real x(start = -1, fixed = true), y, z, a, b, c;
equation
  der(x) = 1;
  a * a + b = 2;
  a - b = c;
  c = 0.5 * a;
  x * y + z = 1;
  y - z = x;
"""
    with pytest.raises(MosilaError) as failure:
        run(body)
    (told,) = failure.value.diagnostics
    lines = ["model M", *body.split("\n")]
    named = [told.span, *(span for span, note in told.related if note == "belongs to it")]
    written = sorted(lines[span.line - 1][span.column - 1 : span.end_column - 1] for span in named)
    assert (told.code, written) == ("R020", ["x * y + z = 1", "y - z = x"])
