"""The tables of one structure, as the C runtime takes them: what the backend fills in -> `mos_tables` of mosila.h.

Field for field the structs of `runtime/c/mosila.h`, which says what each means. Functions are named by their symbol in
the kernel library. Arrays are made contiguous and of the right type here, so any integer or float array will do.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass

Integers = NDArray[np.int32]
Reals = NDArray[np.float64]
Records = NDArray[np.void]

LT: Final = 0
LE: Final = 1
GT: Final = 2
GE: Final = 3
RISES: Final = 0
CHANGES: Final = 1
HOLDS: Final = 2
FAILS: Final = 3

RELATION: Final = np.dtype([("op", np.int32), ("time_only", np.int32), ("nominal", np.float64)])
REINIT: Final = np.dtype(
    [("condition", np.int32), ("pre_condition", np.int32), ("state", np.int32), ("value", np.int32), ("sign", np.float64)]
)
TERMINATION: Final = np.dtype([("condition", np.int32), ("pre_condition", np.int32)])
WATCH: Final = np.dtype([("kind", np.int32), ("cell", np.int32), ("pre", np.int32)])


def integers(*values: int) -> Integers:
    """An index array of these numbers."""
    return np.array(values, dtype=np.int32)


def _no_integers() -> Integers:
    return np.zeros(0, dtype=np.int32)


def _no_reals() -> Reals:
    return np.zeros(0, dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """`n` equations of one shape, or, with an empty `value`, `n` sums of any length (`rowptr`, `ix`, `coef`).

    `ix` is row-major, `n` rows of `width`; partials are out[(k*outputs + j)*len(active) + a].
    """

    value: str
    n: int
    first: int
    ix: Integers
    width: int = 0
    outputs: int = 1
    partial: str = ""
    active: Integers = field(default_factory=_no_integers)
    rowptr: Integers = field(default_factory=_no_integers)
    coef: Reals = field(default_factory=_no_reals)
    partial_first: int = 0

    @property
    def partials(self) -> int:
        """How many numbers the partials of this group take."""
        return self.n * self.outputs * len(self.active) if self.value else len(self.coef)

    def only(self, instance: int) -> Group:
        """The group of one of its equations; it is of a shape."""
        return replace(self, n=1, ix=self.ix.reshape(-1)[instance * self.width : (instance + 1) * self.width])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, weakref_slot=True)
class Tables:
    """One structure: field for field `mos_tables`, the counts of arrays left to their lengths."""

    nw: int
    nx: int
    nz: int = 0
    nd: int = 0
    nr: int = 0
    ns: int = 0
    nh: int = 0
    w_y: int = 1
    w_yp: int
    w_discrete: int
    w_relation: int
    w_static: int
    w_explicit: int
    w_initial: int = 0
    w_terminal: int = 0

    assign: tuple[Group, ...] = ()
    n_static: int = 0
    n_residual: int = 0
    n_root: int = 0
    n_event: int = 0
    n_checked: int = 0

    residual: tuple[Group, ...] = ()
    relation: tuple[Group, ...] = ()
    relations: Records = field(default_factory=lambda: np.zeros(0, RELATION))
    discrete: tuple[Group, ...] = ()
    sample: tuple[Group, ...] = ()
    delay: tuple[Group, ...] = ()
    delay_number: Integers = field(default_factory=_no_integers)
    delay_fixed: Integers = field(default_factory=_no_integers)
    delay_place: Integers = field(default_factory=_no_integers)
    delay_sign: Reals = field(default_factory=_no_reals)
    assertion: tuple[Group, ...] = ()
    effect: tuple[Group, ...] = ()
    termination: Records = field(default_factory=lambda: np.zeros(0, TERMINATION))
    reinit: Records = field(default_factory=lambda: np.zeros(0, REINIT))
    pre_cells: Integers = field(default_factory=_no_integers)  # pairs (pre, variable), flat or of shape (n, 2)
    n_calm: int = 0
    watch: Records = field(default_factory=lambda: np.zeros(0, WATCH))

    n_partials: int = 0
    n_gradient: int = 1
    step_dst: Integers = field(default_factory=_no_integers)
    step_par: Integers = field(default_factory=_no_integers)
    step_src: Integers = field(default_factory=_no_integers)
    entry_nz: Integers = field(default_factory=_no_integers)
    entry_pos: Integers = field(default_factory=_no_integers)
    entry_kind: Integers = field(default_factory=_no_integers)
    colptr: Integers = field(default_factory=lambda: integers(0))
    rowidx: Integers = field(default_factory=_no_integers)

    derivatives_explicit: bool = False
    nominal: Reals = field(default_factory=_no_reals)

    gather_w: Integers = field(default_factory=_no_integers)
    gather_cell: Integers = field(default_factory=_no_integers)
    gather_sign: Reals = field(default_factory=_no_reals)
    scatter_w: Integers = field(default_factory=_no_integers)
    scatter_cell: Integers = field(default_factory=_no_integers)
    scatter_sign: Reals = field(default_factory=_no_reals)
    n_limited: int = 0
    relation_cell: Integers = field(default_factory=_no_integers)
    record: Integers = field(default_factory=_no_integers)

    block_first: Integers = field(default_factory=lambda: integers(0))
    block_row: Integers = field(default_factory=_no_integers)
    block_unknown: Integers = field(default_factory=_no_integers)
    w_homotopy: int = 0

    pivot: tuple[Group, ...] = ()
    n_pivot_partials: int = 0
    n_pivot_values: int = 0
    n_pivot_checks: int = 0
    n_pivot_work: int = 0
    pivot_from: Integers = field(default_factory=_no_integers)
    pivot_to: Integers = field(default_factory=_no_integers)
    pivot_factor: Reals = field(default_factory=_no_reals)
    pivot_check: Integers = field(default_factory=_no_integers)

    @property
    def ny(self) -> int:
        """Unknowns of the solver: states, then algebraic ones."""
        return self.nx + self.nz

    @property
    def n_assertion(self) -> int:
        """How many assertions there are."""
        return sum(group.n for group in self.assertion)

    @property
    def n_effect(self) -> int:
        """How many calls for their effect there are."""
        return sum(group.n for group in self.effect)
