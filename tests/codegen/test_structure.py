"""Tables of small systems: the compiled functions, the Jacobian program and the hand-over against independent computations."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from mosila.codegen.program_code import program_code
from mosila.codegen.shapes import Kernels
from mosila.codegen.structure import ASSIGN, RESIDUAL, StructureCode, generate
from mosila.codegen.tables import GE, LT, Group
from mosila.instance.plan import CELLS, DERIVATIVE, PRE
from tests.codegen.models import Interpreter, Vector, cells_of, group_partials, group_values, program_of, system_of

BALL = """
model Ball
  parameter Real g = 9.81; parameter Real e = 0.9;
  Real h(start = 1, nominal = 5); Real v(start = 0.5); discrete Integer n(start = 0); Real down; Real up;
equation
  der(h) = v;
  der(v) = -g;
  down = -v;
  up = 2 * down;
  when h < 0 then
    reinit(v, -e * pre(v));
    n = pre(n) + 1;
  end when;
end Ball;
"""
LOOP = """
model Loop
  parameter Real k = 2;
  Real x(start = 0.3); Real y(start = 0.7); Real a; Real b; Real z(start = 0.1); Real u; Real q;
equation
  a = k * x + sin(time);
  b = a * y + x;
  u = -b;
  z + z ^ 3 = u + a * x;
  der(x) = b - z + q;
  q = der(y) * x;
  der(y) = exp(-a) - x;
end Loop;
"""
CIRCUIT = """
connector Pin Real v; flow Real i; end Pin;
partial model TwoPin Pin p; Pin n; Real v; Real i; equation v = p.v - n.v; p.i + n.i = 0; i = p.i; end TwoPin;
model Resistor extends TwoPin; parameter Real R = 1; equation v = R * i; end Resistor;
model Capacitor extends TwoPin; parameter Real C = 1; equation C * der(v) = i; end Capacitor;
model Source extends TwoPin; equation v = 1 + 0.5 * sin(time); end Source;
model Ground Pin p; equation p.v = 0; end Ground;
model Circuit
  Source s; Resistor r[4](R = {1, 2, 3, 4}); Resistor shunt(R = 5); Capacitor c[3](each C = 0.1); Ground g;
equation
  connect(s.p, r[1].p);
  for k in 1:3 loop connect(r[k].n, r[k + 1].p); connect(r[k].n, c[k].p); connect(c[k].n, g.p); end for;
  connect(r[4].n, shunt.p); connect(shunt.n, g.p); connect(s.n, g.p);
end Circuit;
"""
TIMED = """
model Timed
  parameter Real p = 3; discrete Real next(start = 1); Real s; Real x(start = 1); Real r; Boolean a; Boolean b; Boolean c; Boolean d;
equation
  s = sin(time); r = 2 * time + p; der(x) = -x;
  when time >= pre(next) then next = pre(next) + 1; end when;
  a = s > 0.5; b = r < p; c = x * time > 2; d = noEvent(if time > 1 then time else 2) > 3;
end Timed;
"""


def built(text: str) -> tuple[StructureCode, Interpreter]:
    program = program_of(text)
    code = generate(system_of(program))
    return code, Interpreter(code, cells_of(program, program_code(program)))


def called(kernels: Kernels, name: str, group: Group, w: Vector, outputs: int) -> Vector:
    """A compiled function on an array."""
    function = ctypes.CFUNCTYPE(None, ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(kernels.address(name))
    ix, out = np.ascontiguousarray(group.ix, dtype=np.int32), np.full(group.n * outputs, np.nan)
    function(group.n, ix.ctypes.data, w.ctypes.data, out.ctypes.data)
    return out


@pytest.mark.parametrize("text", [BALL, LOOP, CIRCUIT, TIMED])
def test_compiled_functions_agree_with_the_evaluator(text: str) -> None:
    code, interpreter = built(text)
    kernels = Kernels()
    kernels.require(code.shapes)
    interpreter.w[:] = np.random.default_rng(1).uniform(0.2, 1.5, len(interpreter.w))
    tables = code.tables
    for group in (*tables.assign, *tables.residual, *tables.relation, *tables.discrete):
        if group.value:
            expected = group_values(group, interpreter.shapes, interpreter.w)
            np.testing.assert_allclose(called(kernels, group.value, group, interpreter.w, group.outputs), expected, rtol=1e-14)
        if group.partial:
            expected = group_partials(group, interpreter.shapes, interpreter.w)
            found = called(kernels, group.partial, group, interpreter.w, group.outputs * len(group.active))
            np.testing.assert_allclose(found, expected, rtol=1e-14)


@pytest.mark.parametrize("text", [BALL, LOOP, CIRCUIT, TIMED])
@pytest.mark.parametrize(("alpha", "beta"), [(1.0, 3.0), (0.0, 1.0)])
def test_jacobian_program_agrees_with_differences(text: str, alpha: float, beta: float) -> None:
    code, interpreter = built(text)
    n, nx = code.tables.ny, code.tables.nx
    random = np.random.default_rng(2)
    y, yp, step = random.uniform(0.2, 1.5, n), random.uniform(-1, 1, n), 1e-6
    expected = np.zeros((n, n))
    for column in range(n):
        unit = np.eye(n)[column] * step
        dy, dyp = (alpha * unit, beta * unit) if column < nx else (unit, 0 * unit)
        difference = interpreter.residual(0.4, y + dy, yp + dyp) - interpreter.residual(0.4, y - dy, yp - dyp)
        expected[:, column] = difference / (2 * step)
    np.testing.assert_allclose(interpreter.jacobian(0.4, y, yp, alpha, beta), expected, rtol=1e-7, atol=1e-8)
    assert np.linalg.matrix_rank(expected) == n


def test_circuit_follows_its_equations() -> None:
    code, interpreter = built(CIRCUIT)
    names = {name: position for path, position, _ in code.system.dae.flat.tree.variables() if (name := ".".join(path))}
    n = code.tables.ny
    matrix = interpreter.jacobian(0.4, np.zeros(n), np.zeros(n), 0.0, 1.0)
    start = np.zeros(n)
    states = {int(p): k for k, p in enumerate(code.layout.unknowns[: code.tables.nx])}
    assert len(states) == 3
    voltage = 1 + 0.5 * np.sin(0.4)
    correction = np.linalg.solve(matrix, -interpreter.residual(0.4, start, np.zeros(n)))
    y, yp = start.copy(), np.zeros(n)
    yp[: code.tables.nx], y[code.tables.nx :] = correction[: code.tables.nx], correction[code.tables.nx :]
    np.testing.assert_allclose(interpreter.residual(0.4, y, yp), 0.0, atol=1e-12)

    def value(name: str, kind: int = 0) -> float:
        place, sign = code.layout.place(CELLS * names[name] + kind)
        return float(sign * interpreter.w[place])

    assert value("s.p.v") == pytest.approx(voltage)
    assert value("r[1].i") == pytest.approx(voltage)
    assert value("s.i") == pytest.approx(-voltage)
    assert value("r[1].n.i") == pytest.approx(-voltage)
    assert value("c[1].v", DERIVATIVE) == pytest.approx(voltage / 0.1)
    assert value("c[2].v", DERIVATIVE) == pytest.approx(0.0, abs=1e-12)
    assert value("shunt.v") == pytest.approx(0.0, abs=1e-12)


def test_ball_has_explicit_derivatives_reinit_and_pre_values() -> None:
    code, _ = built(BALL)
    tables, layout = code.tables, code.layout
    tree = code.system.dae.flat.tree
    place = {".".join(path): CELLS * position for path, position, _ in tree.variables()}
    assert tables.derivatives_explicit
    assert (tables.nx, tables.nz, tables.nd, tables.nr) == (2, 0, 2, 1)
    h, v = int(layout.index[place["h"]]), int(layout.index[place["v"]])
    assert tables.nominal[h - 1] == 5
    reinit = tables.reinit[0]
    assert reinit["state"] == v - 1
    pairs = {(int(a), int(b)) for a, b in tables.pre_cells}
    assert (int(layout.index[place["v"] + PRE]), v) in pairs
    assert (int(layout.index[place["n"] + PRE]), int(layout.index[place["n"]])) in pairs
    assert (int(reinit["pre_condition"]), int(reinit["condition"])) in pairs
    assert tables.relations["op"].tolist() == [LT]
    assert tables.relations["nominal"].tolist() == [5]
    places = zip(tables.scatter_w.tolist(), tables.scatter_sign.tolist(), strict=True)
    written = dict(zip(tables.scatter_cell.tolist(), places, strict=True))
    assert written[place["down"]] == (v, -1.0)
    assert written[place["down"] + DERIVATIVE] == (layout.w_yp + v - 1, -1.0)
    assert written[place["v"] + PRE] == (int(layout.index[place["v"] + PRE]), 1.0)
    assert v in tables.record.tolist()
    assert int(layout.index[place["up"]]) not in tables.record.tolist()


def test_results_alone_come_last_and_have_no_partials() -> None:
    code, _ = built(BALL)
    tables = code.tables
    tree = code.system.dae.flat.tree
    up = next(position for path, position, _ in tree.variables() if path == ("up",))
    place = int(code.layout.index[CELLS * up])
    last = tables.assign[tables.n_event :]
    assert [group.first for group in last if group.first <= place < group.first + group.n]
    assert all(not group.partial for group in last)


def test_relations_of_time_alone_are_told_apart() -> None:
    code, _ = built(TIMED)
    tables = code.tables
    flat = code.system.dae.flat
    found = {}
    for number, position in enumerate(code.layout.relations.tolist()):
        group = next(group for group in flat.relations if position in group.targets)
        span = group.spans[group.targets.tolist().index(position)]
        found[TIMED.splitlines()[span.line - 1][span.column - 1 : span.end_column - 1]] = int(tables.relations["time_only"][number])
    assert {text: kind for text, kind in found.items() if "next" not in text} == {
        "s > 0.5": 1,
        "r < p": 2,
        "x * time > 2": 0,
        "noEvent(if time > 1 then time else 2) > 3": 1,
    }
    assert [kind for text, kind in found.items() if "next" in text] == [2]
    assert GE in tables.relations["op"]


def test_every_place_of_w_is_gathered_or_computed() -> None:
    for text in (BALL, LOOP, CIRCUIT, TIMED):
        code, _ = built(text)
        tables = code.tables
        known = np.zeros(tables.nw, dtype=int)
        known[0] = 1
        known[tables.w_y + tables.nx + tables.ny : tables.w_discrete] = 1
        known[tables.gather_w] += 1
        for group in tables.assign:
            assert (known[group.ix] > 0).all()
            known[group.first : group.first + group.n] += 1
        assert (known == 1).all()


def test_instances_know_their_equations() -> None:
    code, _ = built(LOOP)
    lines = LOOP.splitlines()
    spans = {code.span(ASSIGN, g, k) for g, group in enumerate(code.tables.assign) for k in range(group.n)}
    spans |= {code.span(RESIDUAL, g, k) for g, group in enumerate(code.tables.residual) for k in range(group.n)}
    texts = {lines[span.line - 1].strip() for span in spans if span is not None}
    assert {"b = a * y + x;", "z + z ^ 3 = u + a * x;", "der(x) = b - z + q;"} <= texts
