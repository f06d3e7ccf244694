"""Warnings about units of whole models: T050 to T056, each at its place, once, with the object's path."""

from __future__ import annotations

from pathlib import Path

import pytest

import mosila.flat.check_units as check_units
from mosila.compiler import instantiate
from mosila.diagnostics import Diagnostic, Severity
from mosila.experiment.load import load_model
from mosila.flat.check_units import unit_warnings
from mosila.flat.flatten import flatten
from mosila.instance.structure import Structure


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def warnings_of(text: str, folder: Path, suffix: str = ".mo") -> tuple[Diagnostic, ...]:
    """The warnings about the model M of a text, or its only one, in its structure without behaviour objects."""
    path = folder / f"model{suffix}"
    path.write_text(text, encoding="utf-8")
    loaded = load_model(path, "M" if "model M" in text else None)
    program = instantiate(loaded.table, loaded.model)
    found = unit_warnings(program, flatten(program, Structure()))
    assert all(each.severity is Severity.WARNING for each in found)
    assert all(each.help for each in found)
    return found


def of_equations(equations: str, folder: Path) -> list[str]:
    """Code and message of each warning about these equations between variables of many units."""
    declarations = """
      Real v(unit = "V"), i(unit = "A"), R(unit = "Ohm"), P(unit = "W"), x(unit = "m"), d(unit = "km"), free;
      Real T(unit = "K"), t(unit = "degC"), phi(unit = "rad"), a(unit = "deg"), w(unit = "rad/s"), tau(unit = "N.m");
      Real E(unit = "J"), h(unit = "h"), p(unit = "%");
      discrete Real n(unit = "V"), q(unit = "A");
      parameter Integer k = 3;"""
    return [f"{each.code} {each.message}" for each in warnings_of(f"model M {declarations} equation {equations} end M;", folder)]


@pytest.mark.parametrize(
    ("equation", "warning"),
    [
        ("v = R*i + P;", "T052 `R*i + P` adds V and W"),
        ("v = R*i - P;", "T052 `R*i - P` subtracts W from V"),
        ("v = R*P;", "T053 `v = R*P`: the left side is in V, the right side in V2"),
        ("v = if x > 1 then 1 else i;", "T053 `v = if ... then 1 else i`: the left side is in V, the right side in A"),
        ("v = if x > 1 then v else i;", "T052 `if ... then v else i` is in V or in A"),
        ("free = if x > i then 1 else 2;", "T052 `x > i` compares m with A"),
        ("free = max(x, i);", "T052 `max(x, i)` takes the larger of m and A"),
        ("free = exp(x);", "T055 `exp` needs a number without a unit, but `x` is in m"),
        ("free = sin(a);", "T055 `sin` needs an angle in rad, but `a` is in deg"),
        ("free = 2^x;", "T055 an exponent needs a number without a unit, but `x` is in m"),
        ("der(x) = x;", "T053 `der(x) = x`: the left side is in m/s, the right side in m"),
        ("x = time;", "T053 `x = time`: the left side is in m, the right side in s"),
        ("x = d;", "T054 `x = d`: `x` is in m, `d` in km"),
        ("T = t;", "T054 `T = t`: `T` is in K, `t` in degC"),
        ("phi = a;", "T054 `phi = a`: `phi` is in rad, `a` in deg"),
        ("h = time;", "T054 `h = time`: `h` is in h, `time` in s"),
        ("free = phi + p;", "T054 `phi + p`: `phi` is in rad, `p` in %"),
        ("v = k*i;", "T053 `v = k*i`: the left side is in V, the right side in A"),
        ("E = tau*w;", "T053 `E = tau*w`: the left side is in J, the right side in W"),
        ("if time > 1 then v = i; else x = 1; end if;", "T053 `v = i`: the left side is in V, the right side in A"),
        ("when time > 1 then n = i; end when;", "T053 `n = i`: the left side is in V, the right side in A"),
        ("when time > 1 then n = pre(q); end when;", "T053 `n = pre(q)`: the left side is in V, the right side in A"),
        ("der(v) = 1; when v > 1 then reinit(v, i); end when;", "T053 `v` is in V, but the value `i` given to it in A"),
        ("v = delay(i, 0.1);", "T053 `v = ...`: the left side is in V, the right side in A"),
    ],
)
def test_wrong_equations(equation: str, warning: str, folder: Path) -> None:
    assert of_equations(equation, folder) == [warning]


@pytest.mark.parametrize(
    "equation",
    [
        "v = R*i;",
        "P = v*i + R*i^2 + v^2/R;",
        "v = 3;",
        "v = free*i;",
        "v = 9.81*x;",
        "v = i*1e-3;",
        "x = 0.5*x + 3;",
        "d = x/1000;",
        "h = time/3600;",
        "t = T - 273.15;",
        "free = sin(phi) + exp(-v/(R*i)) + log10(x/x);",
        "tau = E;",
        "w = der(phi);",
        "P = tau*w;",
        "w = 2*w + 1;",
        "if time > 1 then v = 0; else i = 0; end if;",
        "0 = if time > 1 then v else i;",
        "if time > 1 then if v > 2 then v = 0; else i = 0; end if; else P = 1; end if;",
        "when v > 3 then n = v; end when;",
        "when sample(0, 0.1) then n = pre(n) + 1; end when;",
        "der(x) = 1; when x > 2 then reinit(x, -0.7*x); end when;",
        "v = delay(v, 0.1);",
        "free = sqrt(R*P);",
        "v = sqrt(R*P);",
        "v*der(v) = P*R/time;",
        "free = x + free + x;",
    ],
)
def test_right_equations(equation: str, folder: Path) -> None:
    assert of_equations(equation, folder) == []


def test_help_says_how_to_convert(folder: Path) -> None:
    helps = [each.help for each in warnings_of('model M Real x(unit = "km"), y(unit = "m"); equation x = y; y = 1; end M;', folder)]
    assert helps == ["numbers are not converted by themselves: 1 km = 1000 m"]
    helps = [each.help for each in warnings_of('model M Real x(unit = "degF"), y(unit = "K"); equation x = y; y = 1; end M;', folder)]
    assert helps == ["numbers are not converted by themselves: 0 degF = 255.372 K"]
    helps = [each.help for each in warnings_of('model M Real x(unit = "deg"), y; equation x = 1; y = cos(x); end M;', folder)]
    assert helps == ["convert it: 1 deg = 0.0174533 rad"]


def test_values_and_start_values(folder: Path) -> None:
    text = """
    model Part
      parameter Real R(unit = "Ohm") = 1;
      Real v(unit = "V", start = R);
    equation
      der(v) = 1;
    end Part;
    model M
      parameter Real U(unit = "V") = 1;
      parameter Real L(unit = "m") = 2 * U;
      Part one(R = U), two(v(start = U));
      Real y(unit = "W") = U * one.v;
    end M;
    """
    found = [(each.code, each.message, each.span.line, each.path) for each in warnings_of(text, folder)]
    assert found == [
        ("T053", "`v` is in V, but the value `R` given to it in Ohm", 4, ("one",)),
        ("T053", "`L` is in m, but the value `2*U` given to it in V", 10, ()),
        ("T053", "`one.R` is in Ohm, but the value `U` given to it in V", 11, ()),
        ("T053", "`y` is in W, but the value `U*one.v` given to it in V2", 12, ()),
    ]


def test_initial_equations(folder: Path) -> None:
    text = 'model M Real x(unit = "m"), y(unit = "s"); initial equation x = y; equation der(x) = 1; y = time; end M;'
    assert [each.code for each in warnings_of(text, folder)] == ["T053"]


def test_one_warning_for_each_place_however_many_objects(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[object] = []
    find = check_units.find_conflict

    def counted(template: check_units.Template, slots: list[check_units.Measure]) -> object:
        searches.append(template)
        return find(template, slots)

    monkeypatch.setattr(check_units, "find_conflict", counted)
    text = """
    model Part
      Real x(unit = "m"), y(unit = "s");
    equation
      x = time;
      y = time;
    end Part;
    model M
      Part part[%d];
    end M;
    """
    few = warnings_of(text % 2, folder)
    searched = len(searches)
    many = warnings_of(text % 500, folder)
    assert few == many
    assert [(each.span.line, each.path) for each in many] == [(5, ("part[1]",))]
    assert len(searches) == 2 * searched


def test_one_template_with_different_units(folder: Path) -> None:
    text = """
    model M
      Real a(unit = "V"), b(unit = "V"), c(unit = "A"), d;
    equation
      a = 1;
      b = a;
      c = a;
      d = a;
    end M;
    """
    assert [each.span.line for each in warnings_of(text, folder)] == [7]


CONNECTORS = """
connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;
connector Port
  Real v(unit = "K");
  flow Real i(unit = "W");
end Port;
"""


def test_connections(folder: Path) -> None:
    text = f"""{CONNECTORS}
    model M
      Pin a, b;
      Port c;
    equation
      connect(a, b);
      connect(a, c);
    end M;
    """
    found = warnings_of(text, folder)
    assert [(each.code, each.message) for each in found] == [
        ("T056", "`a.v` is in V, but `c.v`, which is joined to it, in K"),
    ]
    assert found[0].span.line == 16


ATTACHED = """
connector Port
  Real x(unit = "m");
end Port;
partial model Part
  Port p;
end Part;
model Body
  extends Part;
end Body;
model Force
  extends Part;
  Real v(unit = "m/s");
equation
  v = %s;
  der(p.x) = v;
end Force;
model M
  Body body;
  Force force;
statechart
  state Chart extends State;
    State before(isInitial = true), after;
    transition before -> after action body.add(force); end transition;
  end Chart;
end M;
"""


def test_objects_are_checked_before_they_are_attached(folder: Path) -> None:
    assert warnings_of(ATTACHED % "1", folder, ".mosila") == ()
    (found,) = warnings_of(ATTACHED % "p.x", folder, ".mosila")
    assert (found.code, found.message, found.path) == ("T053", "`v = p.x`: the left side is in m/s, the right side in m", ("force",))


@pytest.mark.parametrize(
    ("unit", "code", "message", "advice"),
    [
        ("N*m", "T050", "`N*m`, the unit of `x`, is not the text of a unit: it cannot go on with `*m`", "dot"),
        ("W/m2/K", "T050", "`W/m2/K`, the unit of `x`, is not the text of a unit: it cannot go on with `/K`", "parentheses"),
        ("Nm", "T051", "`Nm`, the unit of `x`: there is no unit `Nm`", "did you mean `N.m`?"),
        ("kg/furlong", "T051", "`kg/furlong`, the unit of `x`: there is no unit `furlong`", "unit of the SI"),
    ],
)
def test_texts_that_are_no_units(unit: str, code: str, message: str, advice: str, folder: Path) -> None:
    (found,) = warnings_of(f'model M\n  Real x(unit = "{unit}"), y(unit = "m");\nequation\n  x = y;\n  y = 1;\nend M;', folder)
    assert (found.code, found.message, found.span.line) == (code, message, 2)
    assert advice in found.help


def test_a_wrong_text_is_told_once_with_its_other_places(folder: Path) -> None:
    text = 'type Odd = Real(unit = "zz");\nmodel Part\n  Odd x = 1;\nend Part;\nmodel M\n  Part a[3];\n  Odd y = 2;\nend M;'
    (found,) = warnings_of(text, folder)
    assert (found.code, found.span.line, found.path) == ("T051", 3, ("a[1]",))
    assert [(span.line, note) for span, note in found.related] == [(7, "`y` has it too")]


def test_the_documented_example(folder: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "units.md").read_text(encoding="utf-8")
    model = page.split("```modelica\n")[1].split("```")[0]
    shown = page.split("$ mosila check battery.mo\n")[1].split("\n\n")[0]
    said = [f"battery.mo:{each.span.line}:{each.span.column}: warning[{each.code}] {each.message}" for each in warnings_of(model, folder)]
    assert [line.strip() for line in shown.splitlines()][: len(said)] == said
    assert len(said) == 3


def test_without_units_there_is_nothing_to_do(folder: Path) -> None:
    assert warnings_of("model M Real x; equation x = time; end M;", folder) == ()
