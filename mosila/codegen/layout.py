"""The layout of a structure's values: roles of cells -> places in w, with signs.

`w` is time | y: states, algebraic unknowns | yp | discrete | relations | clocks | static | explicit, as mosila.h has it.
Beside the cells of the address space there is one more for each state, `yp_cells`: its derivative as the solver has it,
for where the cell of the derivative is computed by an assignment.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.instances import Numbers
from mosila.dae.system import Aliases, SortedSystem
from mosila.dataclass import dataclass
from mosila.instance.plan import CELLS, DERIVATIVE, PRE, IntArray, Variability

ROLES: Final = range(10)
STATIC, TIME, STATE, ALGEBRAIC, RATE, DISCRETE, RELATION, CLOCK, EXPLICIT, STILL = ROLES
UNKNOWN: Final = (STATE, ALGEBRAIC, RATE)


@dataclass(frozen=True, slots=True, eq=False)
class Roles:
    """By cell: the cell that stands for it, the sign, whether it varies continuously; by standing cell: its role."""

    cell: Numbers
    sign: NDArray[np.int8]
    varying: NDArray[np.bool_]
    role: NDArray[np.int8]
    state_cells: Numbers
    """By place in `SortedSystem.states`: the cell of the value."""
    yp_cells: Numbers
    """By place in `SortedSystem.states`: the cell beside the address space."""

    @property
    def size(self) -> int:
        """How many cells the address space has, without those of `yp_cells`."""
        return len(self.cell) - len(self.yp_cells)


def find_roles(system: SortedSystem) -> Roles:
    """What each cell is in a structure."""
    flat, aliases = system.dae.flat, system.dae.aliases
    size, states = CELLS * flat.tree.size, np.array(system.states, dtype=np.int64)
    cell, sign = _standing(aliases)
    yp_cells = size + np.arange(len(states))
    role = np.full(size + len(states), STATIC, dtype=np.int8)
    held = np.array(system.held, dtype=np.int64)
    role[CELLS * held + DERIVATIVE] = STILL
    role[CELLS * np.array(system.discrete_held, dtype=np.int64) + DERIVATIVE] = STILL
    role[0] = TIME
    role[CELLS * states] = STATE
    role[CELLS * states + DERIVATIVE] = RATE
    role[yp_cells] = RATE
    role[CELLS * np.array(system.algebraic, dtype=np.int64)] = ALGEBRAIC
    role[CELLS * system.discrete.positions] = DISCRETE
    for group in flat.relations:
        role[CELLS * group.targets.astype(np.int64)] = RELATION
    for clocks in flat.samples:
        role[CELLS * clocks.targets.astype(np.int64)] = CLOCK
    role[system.assignments.cells] = EXPLICIT
    continuous = flat.attributes.variability == Variability.CONTINUOUS
    varying = np.stack([continuous, continuous, np.zeros_like(continuous)], axis=1).ravel()
    extra = np.ones(len(states), dtype=np.bool_)
    return Roles(
        cell=np.concatenate((cell, yp_cells)),
        sign=np.concatenate((sign, extra.astype(np.int8))),
        varying=np.concatenate((varying, extra)),
        role=role,
        state_cells=CELLS * states,
        yp_cells=yp_cells,
    )


def _standing(aliases: Aliases) -> tuple[Numbers, NDArray[np.int8]]:
    kinds = np.arange(CELLS)
    cells = CELLS * aliases.representative.astype(np.int64)[:, None] + kinds[None, :]
    derivative = aliases.derivative[aliases.representative].astype(np.int64)
    cells[:, DERIVATIVE] = np.where(derivative >= 0, CELLS * derivative, cells[:, DERIVATIVE])
    signs = np.repeat(aliases.sign.astype(np.int8)[:, None], CELLS, axis=1)
    if aliases.with_own_limits:
        cells[:, PRE] = CELLS * np.arange(len(cells)) + PRE
        signs[:, PRE] = 1
    return cells.ravel(), signs.ravel()


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Where everything of a structure is. `index` and `sign` are by cell (`index` -1: not in w), `cell` is by place in w."""

    index: IntArray
    sign: NDArray[np.int8]
    cell: IntArray
    nx: int
    nz: int
    nd: int
    nr: int
    ns: int
    w_yp: int
    w_discrete: int
    w_relation: int
    w_sample: int
    w_static: int
    w_explicit: int
    nw: int

    @property
    def ny(self) -> int:
        """Unknowns of the solver."""
        return self.nx + self.nz

    @property
    def unknowns(self) -> IntArray:
        """Positions of the solver's unknowns in the order of y: states, then algebraic ones."""
        return self.cell[1 : 1 + self.ny] // CELLS

    @property
    def discrete(self) -> IntArray:
        """Positions of the discrete variables."""
        return self.cell[self.w_discrete : self.w_relation] // CELLS

    @property
    def relations(self) -> IntArray:
        """Positions of the relations' values."""
        return self.cell[self.w_relation : self.w_sample] // CELLS

    def place(self, cell: int) -> tuple[int, int]:
        """(place in w, sign) of a cell; place -1: not in w."""
        return int(self.index[cell]), int(self.sign[cell])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Order:
    """Cells in the order in which they stand in w; `states` are places in `SortedSystem.states`."""

    states: Numbers
    algebraic: Numbers
    discrete: Numbers
    relations: Numbers
    clocks: Numbers
    static: Numbers
    explicit: Numbers
    with_still: bool
    """One more static cell that stays zero: derivatives of what is held."""


def make_layout(roles: Roles, order: Order) -> Layout:
    """The layout with cells in this order."""
    states = roles.state_cells[order.states]
    still = np.full(int(order.with_still), -1)
    unused = np.full(len(order.algebraic), -1)
    time = np.zeros(1, dtype=np.int64)
    rates = roles.yp_cells[order.states]
    switches = (order.discrete, order.relations, order.clocks)
    parts = (time, states, order.algebraic, rates, unused, *switches, order.static, still, order.explicit)
    first = np.cumsum([0, *(len(part) for part in parts)]).tolist()
    owner = np.concatenate(parts)
    index = np.full(len(roles.cell), -1, dtype=np.int32)
    index[owner[owner >= 0]] = np.flatnonzero(owner >= 0)
    if order.with_still:
        index[roles.role == STILL] = first[9]
    solved = np.flatnonzero(roles.role[states + DERIVATIVE] == RATE)
    index[states[solved] + DERIVATIVE] = first[3] + solved
    owner[first[3] : first[4]] = states + DERIVATIVE
    return Layout(
        index=index[roles.cell],
        sign=roles.sign,
        cell=owner.astype(np.int32),
        nx=len(states),
        nz=len(order.algebraic),
        nd=len(order.discrete),
        nr=len(order.relations),
        ns=len(order.clocks),
        w_yp=first[3],
        w_discrete=first[5],
        w_relation=first[6],
        w_sample=first[7],
        w_static=first[8],
        w_explicit=first[10],
        nw=first[11],
    )
