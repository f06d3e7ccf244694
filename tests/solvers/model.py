"""A small model, written by hand as formulas -> tables and a compiled kernel, without any front end.

Formulas are text over the names of the model; `der_x` is the derivative of the state x, `pre_x` the pre-value of x, and
relations are named when they are declared. Every name has a cell of the run, given out by the caller's dictionary.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np
import sympy

from mosila.codegen.tables import GE, GT, LE, LT, REINIT, RELATION, WATCH, Group, Tables, integers
from mosila.codegen.toolchain import compile_shared
from mosila.solvers.binding import Run, Runtime, Simulation, load_kernel

OPERATORS = {"<": LT, "<=": LE, ">": GT, ">=": GE}
STAGES = ("static", "residual", "root", "event", "result")


@dataclass
class Model:
    """Names with their start values, and equations; `explicit` and `discrete` are (name, formula) in order."""

    states: dict[str, float] = field(default_factory=dict)
    algebraic: dict[str, float] = field(default_factory=dict)
    static: dict[str, float] = field(default_factory=dict)
    residual: list[str] = field(default_factory=list)
    explicit: list[tuple[str, str, str]] = field(default_factory=list)  # stage, name, formula
    discrete: list[tuple[str, str, float]] = field(default_factory=list)  # name, formula, start
    relations: list[tuple[str, str, str, str]] = field(default_factory=list)  # name, left, operator, right
    time_only: dict[str, int] = field(default_factory=dict)
    reinit: list[tuple[str, str, str]] = field(default_factory=list)  # condition, state, value
    watch: list[tuple[int, str]] = field(default_factory=list)
    pre: list[str] = field(default_factory=list)
    initial: str = ""
    record: list[str] = field(default_factory=list)
    explicit_derivatives: bool = False


@dataclass
class Built:
    """A model made ready: its tables, its simulation, where its names are in w and in the cells."""

    tables: Tables
    simulation: Simulation
    index: dict[str, int]
    cells: dict[str, int]
    start: dict[str, float]

    def run(self, **options: Any) -> Run:
        """A run with the start values in its cells."""
        values = np.zeros(1 + max(self.cells.values(), default=0))
        for name, value in self.start.items():
            values[self.cells[name]] = value
        return Run(self.simulation.runtime, values, **options)

    def column(self, rows: np.ndarray, name: str) -> np.ndarray:
        """The recorded values of a name."""
        return rows[:, 1 + list(self.tables.record).index(self.index[name])]


class _Shapes:
    def __init__(self, index: dict[str, int], active: set[int]) -> None:
        self.index, self.active, self.text, self.number = index, active, ["#include <math.h>\n#include <stdint.h>\n"], count()
        self.symbols = {name: sympy.Symbol(name) for name in index}

    def group(self, formulas: list[str], first: int, partial_first: int = 0) -> Group:
        """One instance of the shape of these formulas."""
        terms = [sympy.sympify(formula, locals=self.symbols) for formula in formulas]
        names = sorted({symbol.name for term in terms for symbol in term.free_symbols})
        slots = {self.symbols[name]: sympy.Symbol(f"w[ix[{k}]]") for k, name in enumerate(names)}
        active = [k for k, name in enumerate(names) if self.index[name] in self.active]
        values = [sympy.ccode(term.xreplace(slots)) for term in terms]
        partials = [sympy.ccode(sympy.diff(term, self.symbols[names[k]]).xreplace(slots)) for term in terms for k in active]
        n = next(self.number)
        for kind, outputs in (("f", values), ("g", partials)):
            body = " ".join(f"out[{k}] = {output};" for k, output in enumerate(outputs))
            self.text.append(f"void {kind}{n}(int32_t n, const int32_t *ix, const double *w, double *out) {{ {body} }}\n")
        ix = integers(*(self.index[name] for name in names))
        return Group(f"f{n}", 1, first, ix, len(names), len(terms), f"g{n}", integers(*active), partial_first=partial_first)


def jacobian_tables(tables: dict[str, Any], assign: list[Group], n_static: int, n_residual: int, residual: list[Group]) -> dict[str, Any]:
    """The elimination of explicit variables as lists of steps, for groups of any kind."""
    nx, nz, w_y, w_yp = (tables[name] for name in ("nx", "nz", "w_y", "w_yp"))
    ny = nx + nz
    unknown = {w_y + i: (i, 1 if i < nx else 0) for i in range(ny)} | {w_yp + i: (i, 2) for i in range(nx)}
    position = count(1)
    gradient: dict[int, dict[int, int]] = {}  # cell -> unknown cell -> place
    steps: list[tuple[int, int, int]] = []
    rows: dict[int, dict[int, int]] = {}

    def differentiate(group: Group, target: dict[int, dict[int, int]]) -> None:
        for k in range(group.n):
            slots = group.active if group.value else range(group.rowptr[k], group.rowptr[k + 1])
            for j in range(group.outputs if group.value else 1):
                row = target.setdefault(group.first + (k * group.outputs + j if group.value else k), {})
                for a, slot in enumerate(slots):
                    cell = int(group.ix[k * group.width + slot] if group.value else group.ix[slot])
                    par = group.partial_first + ((k * group.outputs + j) * len(group.active) + a if group.value else slot)
                    sources = {cell: 0} if cell in unknown else gradient.get(cell, {})
                    for column, source in sources.items():
                        if column not in row:
                            row[column] = next(position)
                        steps.append((row[column], par, source))

    for group in assign[n_static:n_residual]:
        differentiate(group, gradient)
    for group in residual:
        differentiate(group, rows)
    entries = sorted({(unknown[cell][0], row) for row, columns in rows.items() for cell in columns})
    place = {entry: k for k, entry in enumerate(entries)}
    filled = [(place[unknown[cell][0], row], pos, unknown[cell][1]) for row, columns in rows.items() for cell, pos in columns.items()]
    colptr = [sum(1 for column, _ in entries if column < j) for j in range(ny + 1)]
    step_columns = np.array(steps, dtype=np.int32).reshape(-1, 3).T
    entry_columns = np.array(filled, dtype=np.int32).reshape(-1, 3).T
    names = dict(zip(("step_dst", "step_par", "step_src"), step_columns, strict=True))
    names |= dict(zip(("entry_nz", "entry_pos", "entry_kind"), entry_columns, strict=True))
    partials = sum(group.partials for group in (*assign[:n_residual], *residual))
    colptr_array = np.array(colptr, dtype=np.int32)
    return names | {
        "colptr": colptr_array,
        "rowidx": np.array([row for _, row in entries], dtype=np.int32),
        "n_gradient": next(position),
        "n_partials": partials,
    }


def build(runtime: Runtime, model: Model, cells: dict[str, int] | None = None, flags: tuple[str, ...] = ()) -> Built:
    """Numbers the names, writes and compiles the shapes, fills the tables."""
    nx, nz, nd, nr = len(model.states), len(model.algebraic), len(model.discrete), len(model.relations)
    pre_names = [f"pre_{name}" for name in model.pre]
    explicit = [entry for stage in STAGES for entry in model.explicit if entry[0] == stage]
    names = [
        "time",
        *model.states,
        *model.algebraic,
        *(f"der_{name}" for name in model.states),
        *(f"der_{name}" for name in model.algebraic),
    ]
    names += [name for name, _, _ in model.discrete] + [relation[0] for relation in model.relations]
    names += [*model.static, *pre_names, *(name for _, name, _ in explicit)]
    index = {name: k for k, name in enumerate(names)}
    cells = {} if cells is None else cells
    cells.setdefault("time", 0)
    for name in names:
        cells.setdefault(name, len(cells))
    ny = nx + nz
    w_discrete, w_relation = 1 + 2 * ny, 1 + 2 * ny + nd
    w_static = w_relation + nr
    w_explicit = w_static + len(model.static) + len(pre_names)
    boundaries = np.cumsum([sum(1 for stage, _, _ in explicit if stage == wanted) for wanted in STAGES])
    active = set(range(1 + ny + nx)) | set(range(w_explicit + int(boundaries[0]), len(names)))
    shapes = _Shapes(index, active)
    partial_first = 0
    assign: list[Group] = []
    for k, (_, name, formula) in enumerate(explicit):
        group = shapes.group([formula], index[name], partial_first)
        assign.append(group)
        partial_first += group.partials if k < boundaries[1] else 0
    residual: list[Group] = []
    for row, formula in enumerate(model.residual):
        residual.append(shapes.group([formula], row, partial_first))
        partial_first += residual[-1].partials
    relation = [shapes.group([left, right], 2 * i) for i, (_, left, _, right) in enumerate(model.relations)]
    discrete = [shapes.group([formula], index[name]) for name, formula, _ in model.discrete]
    layout: dict[str, Any] = {"nx": nx, "nz": nz, "w_y": 1, "w_yp": 1 + ny}
    everything = np.arange(len(names), dtype=np.int32)
    own_cells = np.array([cells[name] for name in names], dtype=np.int32)
    tables = Tables(
        nw=len(names), nd=nd, nr=nr, w_discrete=w_discrete, w_relation=w_relation, w_static=w_static, w_explicit=w_explicit,
        w_initial=index[model.initial] if model.initial else 0,
        assign=tuple(assign),
        n_static=int(boundaries[0]), n_residual=int(boundaries[1]), n_root=int(boundaries[2]), n_event=int(boundaries[3]),
        residual=tuple(residual), relation=tuple(relation), discrete=tuple(discrete),
        relations=np.array([(OPERATORS[op], model.time_only.get(name, 0), 1.0) for name, _, op, _ in model.relations], RELATION),
        reinit=np.array([(index[c], index[f"pre_{c}"], index[x] - 1, index[v], 1.0) for c, x, v in model.reinit], REINIT),
        pre_cells=np.array([(index[f"pre_{name}"], index[name]) for name in model.pre], dtype=np.int32).reshape(-1),
        watch=np.array([(kind, index[name], index.get(f"pre_{name}", 0)) for kind, name in model.watch], WATCH),
        derivatives_explicit=model.explicit_derivatives, nominal=np.ones(ny),
        gather_w=everything[1:], gather_cell=own_cells[1:], gather_sign=np.ones(len(names) - 1),
        scatter_w=everything, scatter_cell=own_cells, scatter_sign=np.ones(len(names)),
        relation_cell=own_cells[w_relation:w_static],
        record=np.array([index[name] for name in model.record or (*model.states, *model.algebraic)], dtype=np.int32),
        **layout, **jacobian_tables(layout, assign, int(boundaries[0]), int(boundaries[1]), residual),
    )  # fmt: skip
    library = compile_shared("".join(shapes.text), flags)
    start = {**model.states, **model.algebraic, **model.static, **{name: value for name, _, value in model.discrete}}
    start |= {f"pre_{name}": start[name] for name in model.pre if name in start and f"pre_{name}" not in start}
    return Built(tables, Simulation(runtime, tables, load_kernel(library.path)), index, cells, start)
