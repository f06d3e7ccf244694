"""Delays as equations: flat model -> the same with an equation `target = delay(expression, delay time)` for each delay.

The equation reads two cells more: time, and the pre-value of its target, which holds the number of the delay in the run.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mosila.flat.flat import Attributes, EquationGroup, FlatModel, TimedGroup
from mosila.flat.program import ROLES
from mosila.instance.plan import CELLS, PRE, TIME_CELL, Role, Template
from mosila.symbolic import apply, slot


def delay_positions(attributes: Attributes) -> NDArray[np.int64]:
    """The positions of all delays of a program; the place of one in it is its number."""
    return np.flatnonzero(attributes.role == ROLES.index(Role.DELAY))


def with_delays(flat: FlatModel) -> FlatModel:
    """The flat model with the equations of its delays."""
    return replace(flat, equations=(*flat.equations, *map(_equations, flat.delays))) if flat.delays else flat


def _equations(group: TimedGroup) -> EquationGroup:
    width = group.cells.shape[1]
    target, number, time = slot(width), slot(width + 1), slot(width + 2)
    template = Template(target, apply("delay", group.template.left, group.template.right, number, time))
    values = CELLS * group.targets[:, None].astype(np.int32)
    times = np.full((len(group.targets), 1), TIME_CELL, dtype=np.int32)
    cells = np.concatenate((group.cells, values, values + PRE, times), axis=1).astype(np.int32)
    return EquationGroup(template, cells, group.spans, group.targets)
