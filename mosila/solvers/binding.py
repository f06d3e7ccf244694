"""The C runtime from Python: compiled once, then `Run` and `Simulation` call it, function by function of mosila.h."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.tables import Group, Integers, Reals, Tables
from mosila.codegen.toolchain import CompiledLibrary, compile_shared
from mosila.diagnostics.codegen import UNFIT_LIBRARY
from mosila.diagnostics.diagnostic import MosilaError
from mosila.solvers.interface import SOURCES, interface
from mosila.solvers.native_tables import Address, NativeTables, native_groups, native_tables
from mosila.solvers.sundials import SUNDIALS_COMMAND, SolverLibraries, find_solver_libraries, load_addresses

RUNTIME_TEXT: Final = '#include "mosila.c"\n'
RUNTIME_FLAGS: Final = ("-fvisibility=hidden",)
ROW_NUMBERS: Final = 1 << 18


class Outcome(IntEnum):
    """What a call of the runtime comes back with."""

    GO_ON = 0
    END = 1
    FULL = 2
    INTERRUPTED = 3
    CHART = 4
    ERROR = 5


class FailureKind(IntEnum):
    """Why a call came back with `Outcome.ERROR`."""

    NO_ERROR = 0
    NOT_FINITE = 1
    SINGULAR = 2
    NO_CONVERGENCE = 3
    ROUNDS = 4
    ZENO = 5
    SOLVER = 6
    MEMORY = 7


class EquationList(IntEnum):
    """The list of groups that a failure points into; of UNKNOWN, `instance` is an index into y."""

    NONE = -1
    ASSIGN = 0
    RESIDUAL = 1
    RELATION = 2
    DISCRETE = 3
    UNKNOWN = 4


class RowFlag(IntFlag):
    """What a recorded row is."""

    GRID = 1
    LEFT = 2
    RIGHT = 4
    START = 8
    FINISH = 16


@dataclass(frozen=True, slots=True)
class Failure:
    """`mos_failure`: what went wrong, in numbers of the tables."""

    kind: FailureKind
    flag: int
    list: EquationList
    group: int
    instance: int
    indices: tuple[int, ...]
    values: tuple[float, ...]
    time: float
    step: float
    limit_time: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a run has cost so far."""

    steps: int
    events: int
    restarts: int
    residuals: int
    jacobians: int


def load_kernel(path: Path) -> Address:
    """Loads a compiled library; the function returned finds the address of a symbol in it."""
    library = ctypes.CDLL(str(path), mode=ctypes.RTLD_LOCAL)

    def address(name: str) -> int:
        return ctypes.cast(library[name], ctypes.c_void_p).value or 0

    return address


class Runtime:
    """The compiled runtime, joined to SUNDIALS and KLU."""

    def __init__(self, flags: tuple[str, ...] = ()) -> None:
        self.compiled: CompiledLibrary = compile_shared(RUNTIME_TEXT, (*RUNTIME_FLAGS, *flags), (SOURCES,))
        self.ffi: Any = interface()
        self.functions: Any = self.ffi.dlopen(str(self.compiled.path))
        self.libraries: SolverLibraries = find_solver_libraries()
        self.library: Any = self.ffi.new("struct mos_library *")
        fields = self.ffi.typeof("struct mos_library").fields
        names = [name for name, field in fields if field.type.kind != "primitive"]
        for name, address in load_addresses(self.libraries, names).items():
            setattr(self.library, name, self.ffi.cast(dict(fields)[name].type, address))
        if missing := self.functions.mos_probe(self.library):
            reason = f"its linear solvers are laid out in an unknown way ({missing})"
            raise MosilaError(UNFIT_LIBRARY.at(library=self.libraries.sundials[-1].name, reason=reason, command=SUNDIALS_COMMAND))

    def evaluate(self, groups: tuple[Group, ...], address: Address, array: Reals, targets: Integers | None = None) -> int:
        """Evaluates groups in order on `array`, in place: 0, or 1 + the index of the first group that is not finite."""
        return self.prepare(groups, address)(array, targets)

    def prepare(self, groups: tuple[Group, ...], address: Address) -> PreparedGroups:
        """Groups made ready to be evaluated many times."""
        return PreparedGroups(self, groups, address)


class PreparedGroups:
    """Groups as C structs: called with an array, they are evaluated on it."""

    def __init__(self, runtime: Runtime, groups: tuple[Group, ...], address: Address) -> None:
        self._runtime, self._address = runtime, address
        self._native, self._count = native_groups(runtime.ffi, groups, address), len(groups)

    def __call__(self, array: Reals, targets: Integers | None = None) -> int:
        """Output m goes to array[targets[m]], or to array[m]."""
        ffi = self._runtime.ffi
        indices = ffi.NULL if targets is None else ffi.from_buffer("mos_int[]", np.ascontiguousarray(targets, dtype=np.int32))
        pointer = ffi.from_buffer("double[]", array, require_writable=True)
        return int(self._runtime.functions.mos_evaluate(self._native.pointer, self._count, pointer, indices))


class Run:
    """`mos_run`: the cells of a program and what is carried from one simulation to the next.

    `native` gives the fields of the struct; `cells` and `flags` are the arrays beside it.
    """

    def __init__(
        self,
        runtime: Runtime,
        cells: Reals,
        *,
        start: float = 0.0,
        stop: float = 1.0,
        intervals: int = 500,
        rtol: float = 1e-6,
        atol: float | None = None,
        max_step: float = 0.0,
        limit: int = 0,
        row_numbers: int = ROW_NUMBERS,
    ) -> None:
        self._ffi = runtime.ffi
        self.native: Any = self._ffi.new("mos_run *")
        self._row_numbers = row_numbers
        self._buffer: Reals = np.empty(0)
        self._row_flags: NDArray[np.uint8] = np.empty(0, np.uint8)
        self.set_cells(cells)
        self.native.start, self.native.stop, self.native.intervals = start, stop, intervals
        self.native.rtol, self.native.atol = rtol, rtol if atol is None else atol
        self.native.max_step, self.native.limit = max_step, limit
        self.native.time = start

    def set_cells(self, cells: Reals) -> None:
        """Another array of cells, longer where objects were created; flags of the cells that stay are kept."""
        flags = np.zeros(max(len(cells), 1), np.uint8)
        if self.native.n_cells:
            flags[: min(len(cells), len(self.flags))] = self.flags[: len(cells)]
        self.cells: Reals = np.ascontiguousarray(cells, dtype=np.float64)
        self.flags: NDArray[np.uint8] = flags
        self.native.cells = self._ffi.cast("double *", self.cells.ctypes.data)
        self.native.flags = self._ffi.cast("uint8_t *", self.flags.ctypes.data)
        self.native.n_cells = len(cells)

    @property
    def time(self) -> float:
        """Everything up to here is done."""
        return float(self.native.time)

    @property
    def statistics(self) -> Statistics:
        """Counts of the whole run so far."""
        n = self.native
        return Statistics(n.steps, n.events, n.restarts, n.residuals, n.jacobians)

    def interrupt(self, wanted: bool = True) -> None:
        """Asks a simulation in progress, in another thread, to come back; or takes the wish back."""
        self.native.interrupt = wanted

    def make_room(self, width: int) -> None:
        """Lays the buffer out in rows of this width; rows that are still in it are lost."""
        capacity = max(self._row_numbers // width, 1)
        if self.native.capacity != capacity or len(self._buffer) < capacity * width:
            if len(self._buffer) < capacity * width:
                self._buffer = np.empty(capacity * width)
            if len(self._row_flags) < capacity:
                self._row_flags = np.empty(capacity, np.uint8)
            self.native.rows = self._ffi.cast("double *", self._buffer.ctypes.data)
            self.native.row_flags = self._ffi.cast("uint8_t *", self._row_flags.ctypes.data)
            self.native.capacity, self.native.count = capacity, 0

    def take_rows(self, width: int) -> tuple[Reals, NDArray[np.uint8]]:
        """A copy of the rows recorded since the last call, and their flags; the buffer is empty afterwards."""
        count = int(self.native.count)
        self.native.count = 0
        return self._buffer[: count * width].reshape(count, width).copy(), self._row_flags[:count].copy()


def _destroyer(runtime: Runtime, native: NativeTables) -> Callable[[Any], None]:
    """Destroys a simulation while what it points into, held here, is still there."""

    def destroy(pointer: Any, _keep: NativeTables = native) -> None:
        runtime.functions.mos_destroy(pointer)

    return destroy


class Simulation:
    """`mos_simulation`: one structure made ready to run."""

    def __init__(self, runtime: Runtime, tables: Tables, address: Address) -> None:
        self._functions, self._ffi, self._address = runtime.functions, runtime.ffi, address
        self._native = native_tables(runtime.ffi, tables, address)
        pointer = self._functions.mos_create(self._native.pointer, runtime.library)
        if pointer == self._ffi.NULL:
            raise MemoryError("no memory for a simulation")
        self.tables, self.runtime = tables, runtime
        self.pointer: Any = self._ffi.gc(pointer, _destroyer(runtime, self._native))
        self.width: int = 1 + len(tables.record)
        self.values: Reals = np.frombuffer(self._ffi.buffer(self._functions.mos_values(pointer), 8 * tables.nw), np.float64)

    def gather(self, run: Run) -> None:
        """Values from the cells of the run."""
        self._functions.mos_gather(self.pointer, run.native)

    def scatter(self, run: Run) -> None:
        """Values to the cells of the run."""
        self._functions.mos_scatter(self.pointer, run.native)

    def initialise(self, run: Run) -> Outcome:
        """Gathers, then settles the initial instant."""
        return Outcome(self._functions.mos_initialise(self.pointer, run.native))

    def resume(self, run: Run, changed: bool = False) -> Outcome:
        """Goes on in an instant that a chart interrupted; `changed` says that an action wrote to the cells."""
        return Outcome(self._functions.mos_resume(self.pointer, run.native, changed))

    def leave(self, run: Run) -> None:
        """Ends this structure's part in an instant; another structure enters."""
        self._functions.mos_leave(self.pointer, run.native)

    def enter(self, run: Run) -> Outcome:
        """Gathers and goes on in the middle of the same instant."""
        return Outcome(self._functions.mos_enter(self.pointer, run.native))

    def simulate(self, run: Run) -> Outcome:
        """Runs until the buffer is full, the end is reached, a chart is concerned, an interrupt or an error."""
        run.make_room(self.width)
        return Outcome(self._functions.mos_simulate(self.pointer, run.native))

    def take_rows(self, run: Run) -> tuple[Reals, NDArray[np.uint8]]:
        """Rows of time and the record cells since the last call, with their flags."""
        return run.take_rows(self.width)

    def fired(self) -> tuple[bool, ...]:
        """Which watches made the last `Outcome.CHART`."""
        pointer = self._functions.mos_fired(self.pointer)
        return tuple(bool(pointer[k]) for k in range(len(self.tables.watch)))

    def failure(self) -> Failure:
        """Why the last call came back with `Outcome.ERROR`."""
        f = self._functions.mos_error(self.pointer)
        return Failure(
            kind=FailureKind(f.kind),
            flag=f.flag,
            list=EquationList(f.list),
            group=f.group,
            instance=f.instance,
            indices=tuple(f.index[k] for k in range(f.count)),
            values=tuple(f.value[k] for k in range(f.count)),
            time=f.time,
            step=f.step,
            limit_time=f.limit_time,
        )

    def observe(self, rows: Reals, wanted: Sequence[int] | Integers, base: Reals | None = None) -> Reals:
        """Cells of w at recorded rows, one column each; `base` gives what is not recorded."""
        cells = np.ascontiguousarray(wanted, dtype=np.int32)
        rows = np.ascontiguousarray(rows, dtype=np.float64)
        out = np.empty((len(rows), len(cells)))
        origin = self._ffi.NULL if base is None else self._reals(np.ascontiguousarray(base, dtype=np.float64))
        indices = self._ffi.cast("const mos_int *", cells.ctypes.data)
        if self._functions.mos_observe(
            self.pointer, origin, self._reals(rows), len(rows), indices, len(cells), self._ffi.cast("double *", out.ctypes.data)
        ):
            raise MemoryError("no memory to compute results")
        return out

    def _reals(self, array: Reals) -> Any:
        return self._ffi.from_buffer("double[]", array)
