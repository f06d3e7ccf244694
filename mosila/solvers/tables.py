"""The tables of one structure, as the C runtime takes them: what the backend fills in -> `mos_tables` of mosila.h.

Field for field the structs of `runtime/c/mosila.h`, which says what each means. Functions are named by their symbol in
the kernel library. Arrays are made contiguous and of the right type here, so any integer or float array will do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

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

RELATION: Final = np.dtype([("op", np.int32), ("time_only", np.int32), ("nominal", np.float64)])
REINIT: Final = np.dtype(
    [("condition", np.int32), ("pre_condition", np.int32), ("state", np.int32), ("value", np.int32), ("sign", np.float64)]
)
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


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Tables:
    """One structure: field for field `mos_tables`, the counts of arrays left to their lengths."""

    nw: int
    nx: int
    nz: int = 0
    nd: int = 0
    nr: int = 0
    w_y: int = 1
    w_yp: int
    w_discrete: int
    w_relation: int
    w_static: int
    w_explicit: int
    w_initial: int = 0

    assign: tuple[Group, ...] = ()
    n_static: int = 0
    n_residual: int = 0
    n_root: int = 0
    n_event: int = 0

    residual: tuple[Group, ...] = ()
    relation: tuple[Group, ...] = ()
    relations: Records = field(default_factory=lambda: np.zeros(0, RELATION))
    discrete: tuple[Group, ...] = ()
    reinit: Records = field(default_factory=lambda: np.zeros(0, REINIT))
    pre_cells: Integers = field(default_factory=_no_integers)  # pairs (pre, variable), flat or of shape (n, 2)
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
    relation_cell: Integers = field(default_factory=_no_integers)
    record: Integers = field(default_factory=_no_integers)

    @property
    def ny(self) -> int:
        """Unknowns of the solver: states, then algebraic ones."""
        return self.nx + self.nz


@dataclass(frozen=True, slots=True, eq=False)
class NativeTables:
    """A `mos_tables *` and the buffers it points into, which live as long as this object."""

    pointer: Any
    keep: tuple[Any, ...]


class _Buffers:
    """Hands out pointers into arrays and keeps the arrays alive."""

    def __init__(self, ffi: Any) -> None:
        self.ffi = ffi
        self.keep: list[Any] = []

    def pointer(self, ctype: str, values: NDArray[Any], dtype: Any) -> Any:
        array = np.ascontiguousarray(values, dtype=dtype)
        self.keep.append(array)
        return self.ffi.cast(ctype, array.__array_interface__["data"][0]) if array.size else self.ffi.NULL

    def integers(self, values: Integers) -> Any:
        return self.pointer("const mos_int *", values, np.int32)

    def reals(self, values: Reals) -> Any:
        return self.pointer("const double *", values, np.float64)


Address = Callable[[str], int]


def native_groups(ffi: Any, groups: tuple[Group, ...], address: Address) -> NativeTables:
    """A `mos_group[]` of these groups; `address` finds a function of the kernel by name."""
    buffers = _Buffers(ffi)
    return NativeTables(_groups(buffers, groups, address), tuple(buffers.keep))


def native_tables(ffi: Any, tables: Tables, address: Address) -> NativeTables:
    """The C struct of a structure's tables; `address` finds a function of the kernel by name."""
    buffers = _Buffers(ffi)
    native = ffi.new("mos_tables *")
    buffers.keep.append(native)
    for name in _NUMBERS:
        setattr(native, name, int(getattr(tables, name)))
    for name in _INTEGERS:
        setattr(native, name, buffers.integers(getattr(tables, name)))
    for name in ("nominal", "gather_sign", "scatter_sign"):
        setattr(native, name, buffers.reals(getattr(tables, name)))
    for name in ("assign", "residual", "relation", "discrete"):
        setattr(native, name, _groups(buffers, getattr(tables, name), address))
    native.relations = buffers.pointer("const mos_relation *", tables.relations, RELATION)
    native.reinit = buffers.pointer("const mos_reinit *", tables.reinit, REINIT)
    native.watch = buffers.pointer("const mos_watch *", tables.watch, WATCH)
    native.n_assign = len(tables.assign)
    native.n_residual_groups = len(tables.residual)
    native.n_relation_groups = len(tables.relation)
    native.n_discrete_groups = len(tables.discrete)
    native.n_reinit, native.n_watch = len(tables.reinit), len(tables.watch)
    native.n_pre = tables.pre_cells.size // 2
    native.n_steps, native.n_entries, native.nnz = len(tables.step_dst), len(tables.entry_nz), len(tables.rowidx)
    native.n_gather, native.n_scatter, native.n_record = len(tables.gather_w), len(tables.scatter_w), len(tables.record)
    return NativeTables(native, tuple(buffers.keep))


_NUMBERS: Final = (
    *("nw", "nx", "nz", "nd", "nr", "w_y", "w_yp", "w_discrete", "w_relation", "w_static", "w_explicit", "w_initial"),
    *("n_static", "n_residual", "n_root", "n_event", "n_partials", "n_gradient", "derivatives_explicit"),
)
_INTEGERS: Final = (
    *("pre_cells", "step_dst", "step_par", "step_src", "entry_nz", "entry_pos", "entry_kind", "colptr", "rowidx"),
    *("gather_w", "gather_cell", "scatter_w", "scatter_cell", "relation_cell", "record"),
)


def _groups(buffers: _Buffers, groups: tuple[Group, ...], address: Address) -> Any:
    ffi = buffers.ffi
    array = ffi.new("mos_group[]", max(len(groups), 1))
    buffers.keep.append(array)
    found: dict[str, Any] = {"": ffi.NULL}
    for native, group in zip(array, groups, strict=False):
        for name in (group.value, group.partial):
            if name not in found:
                found[name] = ffi.cast("mos_shape", address(name))
        native.value, native.partial = found[group.value], found[group.partial]
        native.n, native.width, native.outputs, native.first = group.n, group.width, group.outputs, group.first
        native.nactive, native.partial_first = len(group.active), group.partial_first
        native.active, native.ix = buffers.integers(group.active), buffers.integers(group.ix)
        native.rowptr, native.coef = buffers.integers(group.rowptr), buffers.reals(group.coef)
    return array
