"""Derivation of models from their text, through the front end: circuits, and what is said of wrong ones."""

from __future__ import annotations

import pytest

from mosila.compiler import instantiate
from mosila.dae.derive import derive
from mosila.dae.sort import sort
from mosila.dae.system import SortedSystem
from mosila.diagnostics import MosilaError
from mosila.flat.flatten import flatten
from mosila.instance.structure import Structure
from mosila.semantics.lookup import ClassTable
from mosila.source import SourceFile
from mosila.syntax.parse import parse_source

CIRCUITS = """
connector Pin Real v; flow Real i; end Pin;
partial model OnePort
  Pin p, n; Real v, i;
equation
  v = p.v - n.v; 0 = p.i + n.i; i = p.i;
end OnePort;
model R extends OnePort; parameter Real R = 1; equation v = R*i; end R;
model C extends OnePort; parameter Real C = 1; equation C*der(v) = i; end C;
model L extends OnePort; parameter Real L = 1; equation L*der(i) = v; end L;
model S extends OnePort; equation v = sin(time); end S;
model G Pin p; equation p.v = 0; end G;
model M
"""


def sorted_system(text: str, path: str = "model.mo") -> SortedSystem:
    table = ClassTable([parse_source(SourceFile(path, text))])
    model = table.find_path(("M",))
    assert model is not None
    return sort(derive(flatten(instantiate(table, model), Structure())))


def circuit(parts: str, *connections: str) -> SortedSystem:
    joined = " ".join(f"connect({pair});" for pair in connections)
    return sorted_system(f"{CIRCUITS} {parts} equation {joined} end M;")


def codes(caught: pytest.ExceptionInfo[MosilaError]) -> list[str]:
    return [fault.code for fault in caught.value.diagnostics]


def names(system: SortedSystem, positions: tuple[int, ...]) -> list[str]:
    return [system.dae.flat.tree.variable_name(position) for position in positions]


def test_a_series_circuit_is_solved_by_assignments() -> None:
    system = circuit("R r; C c; L l; S s; G g;", "s.p, r.p", "r.n, l.p", "l.n, c.p", "c.n, s.n", "s.n, g.p")
    assert names(system, system.states) == ["c.v", "l.i"]
    assert (system.algebraic, system.implicit) == ((), ())


def test_resistors_in_a_bridge_are_a_loop() -> None:
    system = circuit(
        "R a, b, c, d, e; S s; G g;",
        *("s.p, a.p", "s.p, b.p", "a.n, c.p", "b.n, d.p", "c.n, g.p", "d.n, g.p", "s.n, g.p", "a.n, e.p", "b.n, e.n"),
    )
    assert system.states == ()
    assert len(system.algebraic) == len(system.implicit) > 1


def test_a_circuit_without_ground_is_told_what_nothing_determines() -> None:
    with pytest.raises(MosilaError) as caught:
        circuit("R r; S s;", "s.p, r.p", "r.n, s.n")
    assert codes(caught) == ["B007", "B001"]
    assert "`r.p.v`" in caught.value.diagnostics[1].message


@pytest.mark.parametrize(
    ("equations", "code", "named"),
    [("Real w; equation w = 2*v;", "B001", ["`odd.v`", "`odd.i`", "`odd.w`"]), ("equation v = 2; i = 3;", "B002", ["`odd.v`", "`odd.i`"])],
)
def test_the_object_that_lacks_an_equation_is_named_and_no_other(equations: str, code: str, named: list[str]) -> None:
    odd = f"model Odd extends OnePort; {equations} end Odd;\nmodel M\n"
    parts = "R r; C c; L l; R d; S s; G g; Odd odd;" if code == "B001" else "R r; C c; R l; R d; S s; G g; Odd odd;"
    pairs = ("s.p, r.p", "r.n, l.p", "l.n, odd.p", "odd.n, d.p", "d.n, c.p", "c.n, s.n", "s.n, g.p")
    joined = " ".join(f"connect({pair});" for pair in pairs)
    with pytest.raises(MosilaError) as caught:
        sorted_system(f"{CIRCUITS.replace('model M', odd)} {parts} equation {joined} end M;")
    (fault,) = caught.value.diagnostics
    assert fault.code == code
    assert fault.path == ("odd",)
    assert all(name in fault.message for name in named)
    assert fault.message.count("`") == 2 * len(named)


@pytest.mark.parametrize(
    ("parts", "connections", "states"),
    [
        ("C a, b; R r; S s; G g;", ("s.p, r.p", "r.n, a.p", "a.p, b.p", "a.n, g.p", "b.n, g.p", "s.n, g.p"), ["a.v"]),
        ("C a; S s; G g;", ("s.p, a.p", "a.n, g.p", "s.n, g.p"), []),
    ],
)
def test_capacitors_without_a_resistor_between_are_tied(parts: str, connections: tuple[str, ...], states: list[str]) -> None:
    system = circuit(parts, *connections)
    assert names(system, system.states) == states
    assert system.index == 2


def test_inductors_in_series_become_one_state() -> None:
    system = circuit("L a, b; S s; G g;", "s.p, a.p", "a.n, b.p", "b.n, g.p", "s.n, g.p")
    assert len(system.states) == 1


@pytest.mark.parametrize(
    ("text", "expected", "line"),
    [
        ("model M\n Real x, y;\nequation\n x*y = time;\nend M;", "B001", 2),
        ("model M\n Real x;\nequation\n x = time;\n x = time*time;\nend M;", "B002", 5),
        ("model M\n Real x, y, z;\nequation\n x = time;\n x = time*time;\n y*z = time;\nend M;", "B003", 5),
        ("model M\n Real x = 1;\nequation\n der(x) = -x;\nend M;", "B005", 2),
        ("model M\n discrete Integer a, b;\nequation\n a = b + 1;\n b = 2*a;\nend M;", "B006", 4),
        ("model M\n Real a, b;\nequation\n a = b;\n b = a;\n a = time;\nend M;", "B007", 5),
    ],
)
def test_a_fault_is_located(text: str, expected: str, line: int) -> None:
    with pytest.raises(MosilaError) as caught:
        sorted_system(text)
    assert [(fault.code, fault.span.line) for fault in caught.value.diagnostics] == [(expected, line)]


def test_declared_values_that_could_be_held_either_way() -> None:
    with pytest.raises(MosilaError) as caught:
        sorted_system("model M\n Real a = 1, b = 2;\nequation\n a*b = time + 1;\nend M;", "model.mosila")
    assert codes(caught) == ["S057"]
