"""RC ladders as flat models of any length, built as arrays: components with pins, connections, balances."""

from __future__ import annotations

import numpy as np

from mosila.flat.flat import Equal, EquationGroup, FlatModel, Sum
from mosila.instance.plan import CELLS, DERIVATIVE, RESERVED, Link, Template
from mosila.source import Span
from mosila.symbolic import apply, constant, slot
from tests.dae.models import Model

SPAN = Span("ladder.mo", 1, 1, 1, 9)
PV, PI, NV, NI, V, CURRENT, P = range(1, 8)  # places in an object; 0 is unused


def component_ladder(stages: int) -> FlatModel:
    """A source, `stages` times a resistor and a capacitor, and a ground; each component has pins, v, i and a parameter."""
    model = Model("ladder.mo")
    for number in range(2 * stages + 1):
        name = f"{'RC'[number % 2]}{number // 2}" if number < 2 * stages else "S"
        model.real(f"{name}.unused", variability=0)
        for pin in ("p", "n"):
            model.real(f"{name}.{pin}.v", in_connector=True)
            model.real(f"{name}.{pin}.i", in_connector=True, link=Link.FLOW)
        model.real(f"{name}.v", f"{name}.i")
        model.parameter(f"{name}.P")
    model.real("G.p.v", in_connector=True)
    model.real("G.p.i", in_connector=True, link=Link.FLOW)
    flat = model.flat()
    resistors, capacitors = RESERVED + 16 * np.arange(stages), RESERVED + 8 + 16 * np.arange(stages)
    source = np.array([RESERVED + 16 * stages])
    ground = RESERVED + 16 * stages + 8
    every = np.concatenate((resistors, capacitors, source))
    a, b, c = slot(0), slot(1), slot(2)
    zero = constant(0.0)

    def group(template: Template, starts: np.ndarray, *places: tuple[int, int]) -> EquationGroup:
        cells = np.stack([(starts + place) * CELLS + kind for place, kind in places], axis=1).astype(np.int32)
        return EquationGroup(template, cells, (SPAN,) * len(starts), starts.astype(np.int32))

    equations = (
        group(Template(a, apply("-", b, c)), every, (V, 0), (PV, 0), (NV, 0)),
        group(Template(zero, apply("+", a, b)), every, (PI, 0), (NI, 0)),
        group(Template(a, b), every, (CURRENT, 0), (PI, 0)),
        group(Template(a, apply("*", b, c)), resistors, (V, 0), (P, 0), (CURRENT, 0)),
        group(Template(apply("*", a, b), c), capacitors, (P, 0), (V, DERIVATIVE), (CURRENT, 0)),
        group(Template(a, b), source, (V, 0), (P, 0)),
        EquationGroup(Template(a, zero), np.array([[ground * CELLS]], dtype=np.int32), (SPAN,), np.array([ground], dtype=np.int32)),
    )
    equalities, sums = [], []

    def node(pins: list[tuple[int, int]]) -> None:
        """Connects pins given by the positions of v and i."""
        equalities.extend(Equal(pins[0][0], pin[0], SPAN) for pin in pins[1:])
        sums.append(Sum(tuple(pin[1] for pin in pins), (1.0,) * len(pins), SPAN, "balance of connected flows"))

    s = int(source[0])
    open_node = [(s + PV, s + PI)]
    for r, k in zip(resistors.tolist(), capacitors.tolist(), strict=True):
        node([*open_node, (r + PV, r + PI)])
        open_node = [(r + NV, r + NI), (k + PV, k + PI)]
    node(open_node)
    node([(s + NV, s + NI), *((k + NV, k + NI) for k in capacitors.tolist()), (ground, ground + 1)])
    return FlatModel(
        tree=flat.tree,
        structure=flat.structure,
        attributes=flat.attributes,
        active=flat.active,
        equations=equations,
        equalities=tuple(equalities),
        sums=tuple(sums),
        zero_sums=(),
        relations=(),
        reinits=(),
        weak={},
    )
