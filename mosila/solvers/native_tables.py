"""Tables of a structure -> the C structs of the runtime, with the buffers they point into."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.tables import REINIT, RELATION, TERMINATION, WATCH, Group, Integers, Reals, Tables
from mosila.dataclass import dataclass


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
    for name in ("nominal", "gather_sign", "scatter_sign", "delay_sign", "pivot_factor"):
        setattr(native, name, buffers.reals(getattr(tables, name)))
    for name in ("assign", "residual", "relation", "discrete", "sample", "delay", "assertion", "effect", "pivot"):
        setattr(native, name, _groups(buffers, getattr(tables, name), address))
    native.relations = buffers.pointer("const mos_relation *", tables.relations, RELATION)
    native.reinit = buffers.pointer("const mos_reinit *", tables.reinit, REINIT)
    native.termination = buffers.pointer("const mos_termination *", tables.termination, TERMINATION)
    native.watch = buffers.pointer("const mos_watch *", tables.watch, WATCH)
    native.n_assign = len(tables.assign)
    native.n_residual_groups = len(tables.residual)
    native.n_relation_groups = len(tables.relation)
    native.n_discrete_groups = len(tables.discrete)
    native.n_sample_groups, native.n_delay_groups, native.n_assertion_groups = (
        len(tables.sample),
        len(tables.delay),
        len(tables.assertion),
    )
    native.n_effect_groups, native.n_effect = len(tables.effect), tables.n_effect
    native.n_assertion, native.n_termination = tables.n_assertion, len(tables.termination)
    native.n_blocks = len(tables.block_first) - 1
    native.n_pivot_groups, native.n_pivot_entries = len(tables.pivot), len(tables.pivot_from)
    native.n_reinit, native.n_watch = len(tables.reinit), len(tables.watch)
    native.n_pre = tables.pre_cells.size // 2
    native.n_steps, native.n_entries, native.nnz = len(tables.step_dst), len(tables.entry_nz), len(tables.rowidx)
    native.n_gather, native.n_scatter, native.n_record = len(tables.gather_w), len(tables.scatter_w), len(tables.record)
    return NativeTables(native, tuple(buffers.keep))


_NUMBERS: Final = (
    *("nw", "nx", "nz", "nd", "nr", "ns", "nh", "w_y", "w_yp", "w_discrete", "w_relation", "w_static", "w_explicit"),
    *("w_initial", "w_terminal", "n_calm"),
    *("n_static", "n_residual", "n_root", "n_event", "n_checked", "n_partials", "n_gradient", "derivatives_explicit"),
    *("n_pivot_partials", "n_pivot_values", "n_pivot_checks", "n_pivot_work", "w_homotopy", "n_limited"),
)
_INTEGERS: Final = (
    *("pre_cells", "step_dst", "step_par", "step_src", "entry_nz", "entry_pos", "entry_kind", "colptr", "rowidx"),
    *("gather_w", "gather_cell", "scatter_w", "scatter_cell", "relation_cell", "record"),
    *("delay_number", "delay_fixed", "delay_place"),
    *("pivot_from", "pivot_to", "pivot_check", "block_first", "block_row", "block_unknown"),
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
