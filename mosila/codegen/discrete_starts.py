"""Initial equations between discrete variables -> values in an order in which each finds what it reads, as groups on the cells of G."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import numpy as np

from mosila.codegen.shapes import Shape, make_shape
from mosila.codegen.tables import Group
from mosila.dae.initial import lone_discrete
from mosila.dae.system import DaeSystem
from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.initialisation import DISCRETE_START
from mosila.instance.plan import CELLS, Variability


@dataclass(frozen=True, slots=True, eq=False)
class DiscreteStart:
    """A discrete variable, or its value before the first event, and the value that an initial equation gives it."""

    position: int
    shape: Shape
    group: Group


def discrete_starts(dae: DaeSystem) -> tuple[DiscreteStart, ...]:
    """The values from which the first event goes on; what is not written for one variable is an error."""
    found: list[DiscreteStart] = []
    for group in dae.flat.initial_equations:
        for index, row in enumerate(group.cells.tolist() if group.discrete else ()):
            sides = lone_discrete(dae.flat, group.template, row)
            if sides is None:
                raise MosilaError(DISCRETE_START.at(group.spans[index], dae.flat.tree.object_path(int(group.owners[index]))))
            shape, slots = make_shape((sides[1],))
            cells = group.cells[index][list(slots)].astype(np.int32)
            found.append(DiscreteStart(sides[0] // CELLS, shape, Group(shape.name, 1, 0, cells, width=shape.width)))
    return _ordered(dae, found)


def _ordered(dae: DaeSystem, starts: list[DiscreteStart]) -> tuple[DiscreteStart, ...]:
    """Each behind those that it reads; as they stand if they read one another."""
    representative = dae.aliases.representative
    is_discrete = dae.flat.attributes.variability == Variability.DISCRETE
    by_position = {int(representative[start.position]): number for number, start in enumerate(starts)}
    graph: dict[int, list[int]] = {}
    for number, start in enumerate(starts):
        read = np.unique(start.group.ix) // CELLS
        before = (by_position.get(position) for position in representative[read[is_discrete[read]]].tolist())
        graph[number] = [other for other in before if other is not None and other != number]
    try:
        return tuple(starts[number] for number in TopologicalSorter(graph).static_order())
    except CycleError:
        return tuple(starts)
