"""Code of a program, the same in every structure: parameters, start values, guards and actions -> groups on the cells of G.

Groups are evaluated by `mos_evaluate` with G in place of w; output m of a list goes to cell `targets[m]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from mosila.codegen.chart_formulas import chart_formulas, hidden_formulas
from mosila.codegen.instances import Numbers, distinct
from mosila.codegen.shapes import Shape, make_shape
from mosila.codegen.tables import Group, Integers
from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.program import PARAMETER_CYCLE
from mosila.flat.program import Program, ValueGroup
from mosila.instance.plan import CELLS, Formula
from mosila.instance.tree import InstanceTree
from mosila.symbolic import Expr


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Values:
    """Groups on G in order, where their outputs go, and for each group the value group and rows that it comes from."""

    groups: tuple[Group, ...]
    targets: Integers
    origins: tuple[tuple[ValueGroup, Numbers], ...]


@dataclass(frozen=True, slots=True, eq=False)
class ProgramCode:
    """Parameters, each after those that it depends on; start values; and the shapes of these and of all charts' formulas."""

    parameters: Values
    starts: Values
    shapes: tuple[Shape, ...]


def program_code(program: Program) -> ProgramCode:
    """The groups and shapes of a program."""
    size = CELLS * program.tree.size
    parameters = _values(program.parameters, _levels(program, size))
    starts = _values(program.starts, [np.full(len(group.targets), place) for place, group in enumerate(program.starts)])
    expressions = [group.template.right for group in (*program.parameters, *program.starts)]
    for plan in program.tree.instances:
        if plan.chart is not None:
            expressions += [formula.expression for formula in (*chart_formulas(plan.chart), *hidden_formulas(plan))]
        expressions += [each.formula.expression for each in plan.conditionals]
    shapes = {shape.name: shape for shape, _ in map(_shape, expressions)}
    return ProgramCode(parameters, starts, tuple(shapes[name] for name in sorted(shapes)))


def formula_group(tree: InstanceTree, formula: Formula, start: int) -> Group:
    """A formula for the object at `start`, as a group on G with one output."""
    shape, slots = _shape(formula.expression)
    cells = tree.resolve(formula.cells + CELLS * start * formula.relative)
    return Group(shape.name, 1, 0, cells[list(slots)].astype(np.int32), width=shape.width)


def formula_groups(tree: InstanceTree, formulas: Sequence[Formula], start: int) -> tuple[Group, ...]:
    """Formulas for the object at `start`, as groups on G with one output each, in order; neighbours of one shape are one group."""
    made: list[Group] = []
    for number, formula in enumerate(formulas):
        group = formula_group(tree, formula, start)
        if made and made[-1].value == group.value:
            last = made.pop()
            made.append(replace(last, n=last.n + 1, ix=np.concatenate((last.ix, group.ix))))
        else:
            made.append(replace(group, first=number))
    return tuple(made)


@lru_cache(maxsize=20_000)
def _shape(expression: Expr) -> tuple[Shape, tuple[int, ...]]:
    return make_shape((expression,))


def _values(groups: Sequence[ValueGroup], levels: Sequence[Numbers]) -> Values:
    """Groups of equal rows of one level, lower levels first."""
    portions: list[tuple[int, int, Numbers]] = []
    for place, level in enumerate(levels):
        for number in distinct(level).tolist():
            portions.append((number, place, np.flatnonzero(level == number)))
    portions.sort(key=lambda portion: portion[:2])
    made: list[Group] = []
    targets = [np.zeros(0, dtype=np.int32)]
    first = 0
    for _, place, rows in portions:
        group = groups[place]
        shape, slots = _shape(group.template.right)
        ix = group.cells[rows][:, list(slots)].astype(np.int32)
        made.append(Group(shape.name, len(rows), first, ix, width=shape.width))
        targets.append((CELLS * group.targets[rows]).astype(np.int32))
        first += len(rows)
    return Values(tuple(made), np.concatenate(targets), tuple((groups[place], rows) for _, place, rows in portions))


def _levels(program: Program, size: int) -> list[Numbers]:
    """By value group of the parameters and row: how many parameters have to be computed before, one after the other."""
    groups = program.parameters
    counts = [len(group.targets) for group in groups]
    total = sum(counts)
    producer = np.full(size, -1, dtype=np.int64)
    nothing = np.zeros(0, dtype=np.int64)
    targets = np.concatenate([nothing, *(group.targets.astype(np.int64) for group in groups)])
    producer[CELLS * targets] = np.arange(total)
    consumers, sources = [nothing], [nothing]
    first = 0
    for group, count in zip(groups, counts, strict=True):
        read = producer[group.cells[:, list(_shape(group.template.right)[1])]]
        rows, columns = np.nonzero(read >= 0)
        consumers.append(first + rows)
        sources.append(read[rows, columns])
        first += count
    level, left = _chain_lengths(total, np.concatenate(consumers), np.concatenate(sources))
    if left:
        raise _cycle(program, left, np.concatenate(consumers), np.concatenate(sources), targets)
    return np.split(level, np.cumsum(counts)[:-1]) if counts else []


def _chain_lengths(count: int, consumers: Numbers, sources: Numbers) -> tuple[Numbers, list[int]]:
    """The longest chain of sources before each of `count` nodes, and the nodes on or after a cycle."""
    order = np.argsort(sources, kind="stable")
    used_by = consumers[order].tolist()
    begin = np.searchsorted(sources[order], np.arange(count + 1)).tolist()
    waiting = np.bincount(consumers, minlength=count).tolist()
    level = [0] * count
    ready = [node for node in range(count) if not waiting[node]]
    for node in ready:
        for consumer in used_by[begin[node] : begin[node + 1]]:
            level[consumer] = max(level[consumer], level[node] + 1)
            waiting[consumer] -= 1
            if not waiting[consumer]:
                ready.append(consumer)
    left = [] if len(ready) == count else [node for node in range(count) if waiting[node]]
    return np.array(level, dtype=np.int64), left


def _cycle(program: Program, left: list[int], consumers: Numbers, sources: Numbers, targets: Numbers) -> MosilaError:
    """The error for nodes that wait for each other: one cycle among them, from its first parameter."""
    stuck = set(left)
    needs = {c: s for c, s in zip(consumers.tolist()[::-1], sources.tolist()[::-1], strict=True) if c in stuck and s in stuck}
    node, path = left[0], list[int]()
    while node not in path:
        path.append(node)
        node = needs[node]
    cycle = path[path.index(node) :]
    start = cycle.index(min(cycle))
    cycle = [*cycle[start:], *cycle[: start + 1]]
    names = [program.tree.variable_name(int(targets[node])) for node in cycle]
    spans = [span for group in program.parameters for span in group.spans]
    return MosilaError(PARAMETER_CYCLE.at(spans[cycle[0]], name=names[0], cycle=" <- ".join(names)))
