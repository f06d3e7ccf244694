"""The C runtime from Python: compiled once, then `Run` and `Simulation` call it, function by function of mosila.h."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Protocol
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.support import Report, support_if_loaded
from mosila.codegen.tables import Group, Integers, Reals, Tables
from mosila.codegen.toolchain import CompiledLibrary
from mosila.diagnostics.codegen import UNFIT_LIBRARY
from mosila.diagnostics.diagnostic import MosilaError
from mosila.solvers.compile_runtime import compile_runtime
from mosila.solvers.interface import interface
from mosila.solvers.native_tables import Address, NativeTables, native_groups, native_tables
from mosila.solvers.outcomes import EquationList, Failure, FailureKind, Outcome, Statistics
from mosila.solvers.sundials import SUNDIALS_COMMAND, SolverLibraries, find_solver_libraries, load_addresses

ROW_NUMBERS: Final = 1 << 18
ROOMS_KEPT: Final = 2
_HOLDS_NOT: Final = 1
_MUTED: Final = 2
_START: Final = "int(void *, double, const double *, const double *, double)"
_STEP: Final = "int(void *, double, double *, double *, double *)"
_INTERPOLATE: Final = "int(void *, double, mos_int, double *)"


_OUTCOMES: Final = {each.value: each for each in Outcome}


def load_kernel(path: Path) -> Address:
    """Loads a compiled library; the function returned finds the address of a symbol in it."""
    library = ctypes.CDLL(str(path), mode=ctypes.RTLD_LOCAL)

    def address(name: str) -> int:
        return ctypes.cast(library[name], ctypes.c_void_p).value or 0

    return address


class Runtime:
    """The compiled runtime, joined to SUNDIALS and KLU."""

    def __init__(self, flags: tuple[str, ...] = ()) -> None:
        self.compiled: CompiledLibrary = compile_runtime(flags)
        self.ffi: Any = interface()
        self.functions: Any = self.ffi.dlopen(str(self.compiled.path))
        self.libraries: SolverLibraries = find_solver_libraries()
        self.library: Any = self.ffi.new("struct mos_library *")
        self.rooms: list[_Room] = []
        self._native: WeakKeyDictionary[Tables, NativeTables] = WeakKeyDictionary()
        fields = self.ffi.typeof("struct mos_library").fields
        names = [name for name, field in fields if field.type.kind != "primitive"]
        for name, address in load_addresses(self.libraries, names).items():
            setattr(self.library, name, self.ffi.cast(dict(fields)[name].type, address))
        if missing := self.functions.mos_probe(self.library):
            reason = f"its linear solvers are laid out in an unknown way ({missing})"
            raise MosilaError(UNFIT_LIBRARY.at(library=self.libraries.sundials[-1].name, reason=reason, command=SUNDIALS_COMMAND))

    def native(self, tables: Tables, address: Address) -> NativeTables:
        """The tables of a structure as C has them; they are only read, so all its simulations share them."""
        found = self._native.get(tables)
        if found is None:
            found = self._native[tables] = native_tables(self.ffi, tables, address)
        return found

    def evaluate(self, groups: tuple[Group, ...], address: Address, array: Reals, targets: Integers | None = None) -> int:
        """Evaluates groups in order on `array`, in place: 0, or 1 + the index of the first group that is not finite."""
        return self.prepare(groups, address)(array, targets)

    def prepare_formulas(self, groups: tuple[Group, ...], address: Address) -> PreparedFormulas:
        """Formulas made ready to be evaluated many times."""
        return PreparedFormulas(self, groups, address)

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


class _Room:
    """Where rows are recorded; what one run leaves, the next takes."""

    def __init__(self) -> None:
        self.rows: Reals = np.empty(0)
        self.flags: NDArray[np.uint8] = np.empty(0, np.uint8)


def _liberator(runtime: Runtime, room: _Room) -> Callable[[Any], None]:
    """Frees what a run holds; its room is for another one."""

    def free(run: Any) -> None:
        runtime.functions.mos_free_histories(run)
        if len(runtime.rooms) < ROOMS_KEPT:
            runtime.rooms.append(room)

    return free


class PreparedFormulas:
    """Formulas as C structs with an array for their values, which the next call overwrites."""

    def __init__(self, runtime: Runtime, groups: tuple[Group, ...], address: Address) -> None:
        self._ffi, self._evaluate = runtime.ffi, runtime.functions.mos_outputs
        self._native, self._count = native_groups(runtime.ffi, groups, address), len(groups)
        self._values: Reals = np.zeros(sum(group.n * group.outputs for group in groups))
        self._out = runtime.ffi.from_buffer("double[]", self._values)
        self._groups = self._native.pointer
        self._cells: Reals | None = None
        self._in: Any = None

    def values(self, cells: Reals) -> Reals:
        """The values of all."""
        if cells is not self._cells:
            self._cells, self._in = cells, self._ffi.from_buffer("double[]", cells)
        self._evaluate(self._groups, self._count, self._in, self._out)
        return self._values

    def value(self, cells: Reals) -> float:
        """The value of the first."""
        self.values(cells)
        value: float = self._out[0]
        return value


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
        histories: int = 0,
        row_numbers: int = ROW_NUMBERS,
        slice_seconds: float = 0.0,
    ) -> None:
        self._ffi = runtime.ffi
        self._room = runtime.rooms.pop() if runtime.rooms else _Room()
        self.native: Any = self._ffi.gc(self._ffi.new("mos_run *"), _liberator(runtime, self._room))
        if runtime.functions.mos_make_histories(self.native, histories):
            raise MemoryError("no memory for a run")
        self._row_numbers = row_numbers
        self.is_simulating = False
        self.set_cells(cells)
        self.native.start, self.native.stop, self.native.intervals = start, stop, intervals
        self.native.rtol, self.native.atol = rtol, rtol if atol is None else atol
        self.native.max_step, self.native.limit = max_step, limit
        self.native.time = start
        self.native.pause = float("inf")
        self.native.slice = slice_seconds

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
    def termination(self) -> int | None:
        """The termination, of the simulation that ran last, that has ended the run."""
        return int(self.native.terminated) - 1 if self.native.terminated else None

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
        if self.native.capacity != capacity or len(self._room.rows) < capacity * width:
            if len(self._room.rows) < capacity * width:
                self._room.rows = np.empty(capacity * width)
            if len(self._room.flags) < capacity:
                self._room.flags = np.empty(capacity, np.uint8)
            self.native.rows = self._ffi.cast("double *", self._room.rows.ctypes.data)
            self.native.row_flags = self._ffi.cast("uint8_t *", self._room.flags.ctypes.data)
            self.native.capacity, self.native.count = capacity, 0

    def take_rows(self, width: int) -> tuple[Reals, NDArray[np.uint8]]:
        """A copy of the rows recorded since the last call, and their flags; the buffer is empty afterwards."""
        count = int(self.native.count)
        self.native.count = 0
        return self._room.rows[: count * width].reshape(count, width).copy(), self._room.flags[:count].copy()


class Solver(Protocol):
    """A solver written in Python; all functions answer 0, or a negative number that says what went wrong."""

    def start(self, time: float, y: Reals, yp: Reals, first_step: float) -> int:
        """Begin here, at the start of a run and after events; `first_step` 0 leaves its size to the solver."""
        ...

    def step(self, stop: float, y: Reals, yp: Reals) -> tuple[int, float]:
        """One internal step, never beyond `stop`; fills y and yp and answers with the flag and the time reached."""
        ...

    def interpolate(self, time: float, order: int, out: Reals) -> int:
        """The solution (order 0) or its derivative (1) within the last step."""
        ...


def _destroyer(runtime: Runtime, native: NativeTables) -> Callable[[Any], None]:
    """Destroys a simulation while what it points into, held here, is still there."""

    def destroy(pointer: Any, _keep: NativeTables = native) -> None:
        runtime.functions.mos_destroy(pointer)

    return destroy


class Simulation:
    """`mos_simulation`: one structure made ready to run."""

    def __init__(self, runtime: Runtime, tables: Tables, address: Address) -> None:
        self._functions, self._ffi, self._address = runtime.functions, runtime.ffi, address
        self._native = runtime.native(tables, address)
        pointer = self._functions.mos_create(self._native.pointer, runtime.library)
        if pointer == self._ffi.NULL:
            raise MemoryError("no memory for a simulation")
        self.tables, self.runtime = tables, runtime
        self.run: Run
        """Of the last call of `simulate`."""
        self.pointer: Any = self._ffi.gc(pointer, _destroyer(runtime, self._native))
        self.width: int = 1 + len(tables.record)
        self.trouble: Report | None = None
        """The last trouble of a function in the last call."""
        self.duration: float = 0.0
        """From start to stop of the run."""
        self._warnings: list[Report] = []
        self._callbacks: tuple[Any, ...] = ()
        self._fault: BaseException | None = None
        self._jumps: tuple[Integers, Reals] | None = None
        self.values: Reals = np.frombuffer(self._ffi.buffer(self._functions.mos_values(pointer), 8 * tables.nw), np.float64)
        self._clock: int = self.values.ctypes.data

    def use_implicit(self, order: int, step: float) -> None:
        """Implicit Euler (order 1) or the trapezoidal rule (2), with this step, or 0: chosen by the error."""
        if self._functions.mos_use_implicit(self.pointer, order, step):
            raise MemoryError("no memory for a solver")

    def use_runge_kutta(self) -> bool:
        """The explicit Runge-Kutta method; says whether it fits the equations."""
        flag = self._functions.mos_use_runge_kutta(self.pointer)
        if flag < 0:
            raise MemoryError("no memory for a solver")
        return bool(flag == 0)

    def use_solver(self, solver: Solver) -> None:
        """A solver written in Python."""
        ffi, count = self._ffi, self.tables.ny

        def view(pointer: Any) -> Reals:
            return np.frombuffer(ffi.buffer(pointer, 8 * count), np.float64)

        def step(_: Any, stop: float, time: Any, y: Any, yp: Any) -> int:
            flag, time[0] = solver.step(stop, view(y), view(yp))
            return flag

        callbacks = (
            ffi.callback(_START, lambda _, t, y, yp, first: solver.start(t, view(y), view(yp), first), error=-1, onerror=self._note_fault),
            ffi.callback(_STEP, step, error=-1, onerror=self._note_fault),
            ffi.callback(
                _INTERPOLATE, lambda _, t, order, out: solver.interpolate(t, order, view(out)), error=-1, onerror=self._note_fault
            ),
        )
        self._callbacks = callbacks
        native = ffi.new("mos_solver *")
        native.start, native.step, native.interpolate = callbacks
        self._functions.mos_set_solver(self.pointer, native[0])

    def _note_fault(self, kind: Any, value: BaseException, trace: Any) -> None:
        self._fault = value

    def residual(self, time: float, y: Reals, yp: Reals, out: Reals) -> int:
        """The residual of the equations; not 0 if the step should be tried smaller."""
        return int(
            self._functions.mos_residual(
                self.pointer, self.run.native, time, self._reals(y), self._reals(yp), self._ffi.from_buffer("double[]", out)
            )
        )

    def jacobian(self, time: float, y: Reals, yp: Reals, factor: float) -> Reals:
        """The matrix dF/dy + factor * dF/dyp."""
        dense = np.empty((self.tables.ny, self.tables.ny))
        self._functions.mos_jacobian(
            self.pointer, self.run.native, time, self._reals(y), self._reals(yp), 1.0, factor, self._ffi.from_buffer("double[]", dense)
        )
        return dense

    def gather(self, run: Run) -> None:
        """Values from the cells of the run."""
        self._functions.mos_gather(self.pointer, run.native)

    def scatter(self, run: Run) -> None:
        """Values to the cells of the run."""
        self._functions.mos_scatter(self.pointer, run.native)

    def initialise(self, run: Run) -> Outcome:
        """Gathers, then settles the initial instant."""
        return self._call(self._functions.mos_initialise, run.native)

    def resume(self, run: Run, changed: bool = False, moved: bool = False) -> Outcome:
        """Goes on in an instant that a chart interrupted; `changed` says that an action wrote to the cells, `moved` that charts did."""
        return self._call(self._functions.mos_resume, run.native, changed, moved)

    def leave(self, run: Run) -> None:
        """Ends this structure's part in an instant; another structure enters."""
        self._functions.mos_leave(self.pointer, run.native)

    def enter(self, run: Run) -> Outcome:
        """Gathers and goes on in the middle of the same instant."""
        return self._call(self._functions.mos_enter, run.native)

    def simulate(self, run: Run) -> Outcome:
        """Runs until the buffer is full, the end is reached, a chart is concerned, an interrupt or an error."""
        run.make_room(self.width)
        self.run = run
        run.is_simulating = True
        try:
            return self._without_fault(self._call(self._functions.mos_simulate, run.native))
        finally:
            run.is_simulating = False

    def _without_fault(self, outcome: Outcome) -> Outcome:
        """What a call came back with, unless a solver written in Python has raised an exception in it."""
        if self._fault is not None:
            fault, self._fault = self._fault, None
            raise fault
        return outcome

    def _call(self, function: Any, run: Any, *arguments: Any) -> Outcome:
        """A call of the runtime, and what the functions of the model report of it in this thread."""
        library = support_if_loaded()
        if library is None:
            return _OUTCOMES[function(self.pointer, run, *arguments)]
        library.forget()
        library.set_clock(self._clock)
        outcome = _OUTCOMES[function(self.pointer, run, *arguments)]
        library.set_clock(None)
        self.duration = run.stop - run.start
        self.trouble = library.trouble()
        self._warnings += library.warnings()
        return outcome

    def take_warnings(self) -> tuple[Report, ...]:
        """The warnings of functions since the last call of this."""
        found, self._warnings = tuple(self._warnings), []
        return found

    def trouble_with(self, group: Group) -> Report | None:
        """What a function reports when the group is evaluated on the present values."""
        library = support_if_loaded()
        if library is None:
            return None
        library.forget()
        out = np.arange(len(self.values), len(self.values) + group.n * group.outputs, dtype=np.int32)
        front = np.frombuffer(self._ffi.buffer(self._functions.mos_values(self.pointer) - 1, 8), np.float64)
        array = np.concatenate((front, self.values, np.zeros(len(out))))[1:]
        self.runtime.evaluate((replace(group, first=0),), self._address, array, out)
        return library.trouble()

    def intervene(self, run: Run) -> Outcome:
        """Makes an instant of the moment at which the run is paused or ended; `resume` goes on from there."""
        run.make_room(self.width)
        return self._call(self._functions.mos_intervene, run.native)

    def extend(self, run: Run, stop: float, intervals: int) -> Outcome:
        """Lets the run go on to a later stop."""
        return self._call(self._functions.mos_extend, run.native, stop, intervals)

    def residuals(self) -> Reals:
        """What the equations of the last iteration in an instant left over."""
        pointer = self._functions.mos_residuals(self.pointer)
        count = self.tables.ny
        return np.frombuffer(self._ffi.buffer(pointer, 8 * count), np.float64).copy() if count else np.zeros(0)

    def evaluate(self, run: Run) -> None:
        """Gathers and computes all assignments, without solving anything."""
        self._functions.mos_gather(self.pointer, run.native)
        self._functions.mos_assign(self.pointer)

    def solve(self, run: Run) -> Outcome:
        """Gathers and solves for the unknowns, with all that is discrete as it is."""
        return Outcome(self._functions.mos_solve(self.pointer, run.native))

    def assign(self) -> None:
        """Computes all assignments at the present values."""
        self._functions.mos_assign(self.pointer)

    def show_left(self, run: Run) -> tuple[Integers, Reals]:
        """After `scatter`, left limits to the cells where they are others: of the instant, in its later rounds those of the round.

        Returns these cells and their present values.
        """
        if self._jumps is None:
            self._jumps = np.empty(self.tables.n_limited, np.int32), np.empty(self.tables.n_limited)
        cells, now = self._jumps
        pointers = self._ffi.from_buffer("mos_int[]", cells), self._ffi.from_buffer("double[]", now)
        count = self._functions.mos_show_left(self.pointer, run.native, *pointers)
        return cells[:count], now[:count]

    def pivot_values(self) -> Reals:
        """The matrices of the sets of constraints at the present values, one after the other."""
        self._functions.mos_pivot_matrix(self.pointer)
        count = self.tables.n_pivot_values
        pointer = self._functions.mos_pivot_values(self.pointer)
        return np.frombuffer(self._ffi.buffer(pointer, 8 * count), np.float64).copy() if count else np.zeros(0)

    def pivot_growth(self) -> float:
        """By how much, at most, dummies move where states move by one, at the present values."""
        return float(self._functions.mos_pivot_growth(self.pointer))

    def set_pivot_limit(self, limit: float) -> None:
        """The growth beyond which `simulate` asks for other states."""
        self._functions.mos_set_pivot_limit(self.pointer, limit)

    def go_on_from(self, other: Simulation, run: Run) -> Outcome:
        """Goes on in the place of another simulation of the same structure; the values have been copied."""
        self.run = run
        return self._without_fault(Outcome(self._functions.mos_continue(self.pointer, other.pointer, run.native)))

    def take_rows(self, run: Run) -> tuple[Reals, NDArray[np.uint8]]:
        """Rows of time and the record cells since the last call, with their flags."""
        return run.take_rows(self.width)

    def fired(self) -> tuple[int, ...]:
        """The numbers of the watches that made the last `Outcome.CHART`."""
        count = len(self.tables.watch)
        marks = bytes(self._ffi.buffer(self._functions.mos_fired(self.pointer), count)) if count else b""
        return tuple([number for number, mark in enumerate(marks) if mark])

    def crossings(self) -> list[tuple[int, tuple[float, float]]]:
        """The relations whose crossing the present event is, with the values of their sides."""
        marks = bytes(self._ffi.buffer(self._functions.mos_crossing(self.pointer), self.tables.nr)) if self.tables.nr else b""
        if not any(marks):
            return []
        sides = self._functions.mos_sides(self.pointer)
        return [(k, (sides[2 * k], sides[2 * k + 1])) for k, mark in enumerate(marks) if mark]

    def take_assertions(self) -> tuple[int, ...]:
        """The assertions that made the last `Outcome.ASSERT`; they are silent from now on."""
        marks = np.frombuffer(self._ffi.buffer(self._functions.mos_asserted(self.pointer), self.tables.n_assertion), np.uint8)
        new = np.flatnonzero(marks == _HOLDS_NOT)
        marks[new] |= _MUTED
        return tuple(new.tolist())

    def pending(self) -> tuple[int, ...]:
        """The re-initialisations of this round, which wait for the macrostep."""
        count = len(self.tables.reinit)
        if not count:
            return ()
        marks = np.frombuffer(self._ffi.buffer(self._functions.mos_pending(self.pointer), count), np.uint8)
        return tuple(np.flatnonzero(marks).tolist())

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
            recent_steps=tuple(size for size in f.recent if size > 0),
        )

    def matrix(self, run: Run, time: float, y: Reals, yp: Reals, alpha: float, beta: float) -> Reals:
        """alpha F_x + beta F_xp | F_z at a point, all rows and columns."""
        dense = np.zeros((self.tables.ny, self.tables.ny))
        point = self._reals(np.ascontiguousarray(y)), self._reals(np.ascontiguousarray(yp))
        self._functions.mos_jacobian(self.pointer, run.native, time, *point, alpha, beta, self._ffi.from_buffer("double[]", dense))
        return dense

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
