"""What can be written: the grammar of Modelica 3.6, rule by rule, and what MOSILA adds; each text prints and parses back."""

from __future__ import annotations

import pytest

from mosila.syntax import ast
from mosila.syntax.format import expression_text
from tests.syntax.texts import body, only_class, parse, printed, value

CLASSES = """\
within A.B;
encapsulated package P "text" + "more"
  partial model M
  end M;
  operator record R "a record"
    operator 'constructor'
      function fromReal
        input Real re;
        output R r(re = re);
      algorithm
      end fromReal;
    end 'constructor';
    operator function '+'
      input R a;
      input R b;
      output R c;
    algorithm
      c := R(a.re + b.re);
    end '+';
    Real re;
  end R;
  expandable connector Bus
  end Bus;
  pure function f
    input Real x[:, size(x, 1)];
    input Integer n = 3;
    output Real y;
    external "FORTRAN 77" y = g(x, size(x, 1), n) annotation(Library = {"a", "b"}, Include = "#include <a.h>");
    annotation(derivative(order = 2, noDerivative = n) = df);
  end f;
  impure function g
    external;
  end g;
  impure operator function h
    external "C" h();
  end h;
  type T = enumeration(a "first", b annotation(x = 1), c) "text";
  type U = enumeration(:);
  type V = input Real[3, n](each unit = "m") "text" annotation(x = 1);
  function df = der(f, x, y) "partial derivative";
  class extends Q(a = 1) "text"
    Real x;
  end Q;
  replaceable model X = Y(z = 1) constrainedby Z(w = 2) "text" annotation(choicesAllMatching = true);
  redeclare final inner outer replaceable model X2 = Y;
  redeclare model extends X3
  end X3;
  import A;
  import A.B "text";
  import C = A.B.C;
  import A.*;
  import A.{b, c, d} annotation(x = 1);
  extends A.B(x = 1, redeclare Real y, break z, break connect(a.b, c[1].d)) annotation(x = 1);
  annotation(version = "1.0", uses(Modelica(version = "4.0.0")));
end P;
final model Last
end Last;
"""

COMPONENTS = """\
model M
  Real a, b[3], c[:, n + 1](each start = 1, each fixed = true) = d "text" annotation(x = 1);
  parameter Integer n(final min = 1) = 3;
  constant Boolean yes = true, no = false;
  input Real u;
  output Real y = u;
  flow Real i;
  stream Real h;
  discrete Real z;
  final parameter Real p = 1 if yes;
  inner outer A.B w;
  replaceable Real r constrainedby Real;
  redeclare replaceable Real s = 2 constrainedby Real(min = 0) "text";
  .A.B g(each final x.y(min = 1) = 2, redeclare each final replaceable model X = Y constrainedby Z, replaceable Real q);
  Real t(redeclare each Real v[2] = {1, 2} "text", each other = 1);
  Real undone(start = break) = break;
  Real assigned := 3;
protected
  Real hidden;
public
  Real shown;
end M;
"""

EQUATIONS = """\
model M
initial equation
  x = 0;
initial algorithm
  y := 0;
equation
  der(x) = -x "text" annotation(x = 1);
  (a, , b) = f(x);
  connect(a.p[1], b.n) annotation(Line(points = {{-1, 2}, {3, 4}}));
  assert(x > 0, "message", AssertionLevel.warning);
  if x > 1 then
    y = 1;
  elseif x > 0 then
    y = 2;
  else
    y = 3;
  end if "text";
  if x > 1 then
  end if;
  for i in 1:3, j loop
    z[i, j] = i*j;
  end for;
  for i loop
    v[i] = 1;
  end for;
  when {initial(), sample(0, 1)} then
    k = pre(k) + 1;
    reinit(x, 0);
  elsewhen x > 3 then
    terminate("done");
  end when;
  a.b[1].c[i, :] = {{1, 2}, {3, 4}};
  0 = if a then b else if c then d else e;
algorithm
  x := 1;
  a.b[1] := 2 "text";
  (a, , b[2].c) := f(x, n = 3);
  f(x);
  while x < 3 loop
    x := x + 1;
    break;
  end while;
  for i in {1, 2} loop
    return;
  end for;
  if x then
    y := 1;
  elseif z then
    y := 2;
  else
    y := 3;
  end if;
  when x then
    y := 1;
  elsewhen z then
    y := 2;
  end when;
end M;
"""

CHARTS = """\
connector Port
  sum Real F = 0;
  Real m = 0;
end Port;

model Ship extends Hull(p.m = 7);
  Real a = 0, v = 0, s = 50;
equation
  der(v) = a;
  der(s) = v;
  a = p.F/p.m;
end Ship;

model Harbour
  Ship ship;
  dynamic Tug tug;
  dynamic Tug tugs[:];
  event discrete Integer order = 0;
  event discrete Boolean moored = false;
equation
  order = if ship.v < -5 then 1 else if ship.v >= 0 then 0 else pre(order);
  moored = (ship.s <= 0); // = if ship.s <= 0 then true else false;
  pull = sum(t.F for t in tugs) + (if in(sailing.towed) then 1 else 0);
statechart
  state Control extends State(history = true) "text";
    parameter Real wait = 3;
    discrete Integer count = 0;
    state Sailing extends XorState;
      state Towed extends AndState;
        entry action
          count := count + 1;
        end entry;
        exit action
          ship.remove(tug);
        end exit;
      end Towed;

      State free, start(isInitial = true), lost(isFinal = true);
      Towed towed;

      transition start -> free end transition;
      transition pick : free -> towed event order, ship.moved guard order == 1 and not lost priority 2 action
        ship.add(tug, reset = true);
        tug := new Tug(mass = 3, crew(n = 2));
        tugs.add(new Tug);
        for t in tugs loop
          t.F := 0;
        end for;
        if active(tug) then
          connect(a.p, b.p);
        else
          disconnect(a.p, b.p);
        end if;
      end transition;
      transition towed -> free event after(wait) guard order == 0 end transition "text" annotation(x = 1);
    end Sailing;

    Sailing sailing;
    State stop, start(isInitial = true);
    transition start -> sailing action
      add(wind);
    end transition;
    transition t4 : sailing -> stop
      event moored action
        remove(wind);
    end transition;
  end Control;

  state Second extends AndState;
  end Second;
end Harbour;
"""


@pytest.mark.parametrize("text", [CLASSES, COMPONENTS, EQUATIONS, CHARTS], ids=["classes", "components", "equations", "charts"])
def test_everything_parses_and_prints_back(text: str) -> None:
    printed(text)
    without_comments = (line.split(" //")[0] for line in text.splitlines())
    printed(" ".join(" ".join(without_comments).split()))


@pytest.mark.parametrize(
    "text",
    [
        "-a + b - c",
        "a*b/c .* d ./ e",
        "-a^b",
        "a .^ 2",
        "not a and b or not (c or d)",
        "a < b",
        "a + 1 <> b*2",
        "1:n",
        "1:2:n",
        "a[end, :, 1:end - 1].b[c[end]]",
        "{1, {2, 3}, {i*j for i in 1:3, j in 1:2}}",
        "[1, 2; 3, 4]",
        "f()",
        "f(a, b, c=1, d=function g(h=1))",
        "f(function A.g(), function g(a=1, b=2))",
        "f(a for i)",
        "max(i^2 for i in {3, 7, 6})",
        "der(x)",
        "initial() and pure(f(x)) > 0",
        ".A.b(1)",
        "(a, b)[1]",
        "(a).b",
        "(f(x))[1, 2]",
        "(if a then b else c) + 1",
        "if a then b elseif c then d else e",
        '"text" + "more"',
        "true and false",
        "in(moving.fast)",
        "new C",
        "new A.C(a=1, b(c=2))",
        "'a b'.'c d'[1]",
        "a .+ b",
        "a .- b",
        "1.5e-3 + 2. + .5",
    ],
)
def test_expressions_print_as_they_are_written(text: str) -> None:
    assert expression_text(value(text)) == text


@pytest.mark.parametrize("first", ["+", "-", "*", "/", "^", ".+", ".-", ".*", "./", ".^", "<", "==", "and", "or"])
@pytest.mark.parametrize("second", ["+", "-", "*", "/", "^", "<", "and", "or"])
def test_parentheses_stay_where_they_are_needed(first: str, second: str) -> None:
    for text in (f"(a {first} b) {second} c", f"a {first} (b {second} c)", f"-(a {first} b) {second} c", f"not (a {first} b)"):
        expression = value(text)
        assert value(expression_text(expression)) == expression


def test_trees() -> None:
    assert expression_text(value("a-b-c")) == "a - b - c"
    chain = value("a - b + c")
    assert isinstance(chain, ast.Chain)
    assert [operator for operator, _ in chain.rest] == ["-", "+"]
    power = value("-a ^ b")
    assert isinstance(power, ast.Unary)
    assert isinstance(power.operand, ast.Binary)
    relation = value("not a < b")
    assert isinstance(relation, ast.Unary)
    assert isinstance(relation.operand, ast.Binary)


def test_prefixes_of_classes() -> None:
    for text, restriction in (
        ("model A end A;", "model"),
        ("operator record A end A;", "operator record"),
        ("operator function A end A;", "operator function"),
        ("expandable connector A end A;", "connector"),
        ("impure function A end A;", "function"),
    ):
        assert only_class(text).restriction == restriction
    found = only_class("encapsulated partial pure operator function f end f;")
    assert (found.encapsulated, found.partial, found.purity, found.restriction) == (True, True, "pure", "operator function")


def test_sections_keep_their_order_and_visibility() -> None:
    found = body("model A Real a; protected Real b; equation a = 1; public Real c; algorithm b := 2; protected Real d; end A;")
    assert [element.protected for element in found.elements] == [False, True, False, True]
    assert [type(section) for section in found.sections] == [ast.EquationSection, ast.AlgorithmSection]


def test_the_header_form_of_extends() -> None:
    assert body("model A extends B(x = 1); Real y; end A;").header_extends is not None
    assert body("model A\n  extends B(x = 1); Real y; end A;").header_extends is None


def test_comments_keep_their_places() -> None:
    text = """\
// before
within A; // the package
/* of the class */
model A // behind the name
  "text"
  // of x
  Real x // no semicolon yet
    ; // behind x

  /* several
     lines */
  Real y(start = /* inside */ 1, // between
    fixed = true);
equation // section
  x = 1 /* one */ + 2;
  // last
end A; // behind the end
// after
"""
    found = printed(text)
    assert [each.text for each in parse(found).comments] == [each.text for each in parse(text).comments]
    assert found.startswith("// before\nwithin A; // the package\n/* of the class */\nmodel A // behind the name\n")
    assert found.endswith("  // last\nend A; // behind the end\n// after\n")
