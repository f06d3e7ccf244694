"""The pipeline on one page: a file -> a model that can run, and the equations of each structure it takes on the way.

    parse_source     SourceFile -> ast.StoredDefinition     mosila/syntax      grammar/ says what can be written
    Library          full name -> ast.ClassDefinition       mosila/library     MODELICAPATH, package.mo, trees kept on disk
    ClassTable       definitions -> classes by name         mosila/semantics   lookup, extends, modifiers
    elaborate        class -> InstanceTree                  mosila/instance    one plan for all objects that are alike
    build_program    InstanceTree -> Program                mosila/flat        parameters, start values, attributes
    flatten          Program, Structure -> FlatModel        mosila/flat        connections and attachments become equations
    derive           FlatModel -> DaeSystem                 mosila/dae         aliases, matching, what is held
    sort             DaeSystem -> SortedSystem              mosila/dae         blocks, what is explicit, what the solver gets
    generate         SortedSystem -> StructureCode          mosila/codegen     shapes as C, index tables, Jacobian
    Simulation       StructureCode -> runs                  mosila/solvers     the C runtime on IDA and KLU

Everything down to `build_program` happens once. The rest happens once for each structure: charts (mosila/charts) change
the structure while the model runs (mosila/runtime), and a structure that was met before is looked up.
"""

from __future__ import annotations

import copy
import gc
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from threading import RLock
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.program_code import ProgramCode, Values, formula_groups, program_code
from mosila.codegen.shapes import Compilation, Kernels, Shape
from mosila.codegen.structure import StructureCode, generate
from mosila.dae.derive import derive, rechoose
from mosila.dae.impulse import ImpulseSystem, impulse_system
from mosila.dae.initial import InitialSystem, entry_system, initial_system, needs_initial_system
from mosila.dae.pivots import Choice
from mosila.dae.sort import sort
from mosila.dae.switches import structural_switches
from mosila.dae.system import SortedSystem
from mosila.dataclass import dataclass
from mosila.flat.delays import with_delays
from mosila.flat.flatten import flatten
from mosila.flat.program import Program, build_program
from mosila.instance.elaborate import elaborate
from mosila.instance.plan import Formula
from mosila.instance.space import AddressSpace
from mosila.instance.structure import Structure
from mosila.instance.tree import InstanceTree
from mosila.kept import Kept
from mosila.semantics.lookup import ClassTable
from mosila.semantics.symbols import ClassSymbol
from mosila.solvers.binding import PreparedFormulas, PreparedGroups, Runtime, Simulation
from mosila.solvers.drivers import DEFAULT, SolverSettings, find_driver
from mosila.timings import Stopwatch

STRUCTURES_KEPT, VALUES_KEPT = 256, 500_000
"""Of what is derived of structures, and of structures made ready: how many, and how many values they may have in all."""
_Initial = tuple[InitialSystem, StructureCode]


@contextmanager
def without_collection() -> Iterator[None]:
    """No search for garbage in between: thousands of small objects are made that all stay."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def instantiate(table: ClassTable, model: ClassSymbol) -> Program:
    """All objects of a model, their parameters and start values."""
    space = AddressSpace()
    class_ = table.find_class(model.path)
    assert class_ is not None, "the model is a class of the table"
    return build_program(elaborate(table, class_, space))


def derive_structure(program: Program, structure: Structure, stopwatch: Stopwatch) -> SortedSystem:
    """The equations of one structure, in the order in which they are solved."""
    with stopwatch.stage("flatten"):
        flat = with_delays(flatten(program, structure))
    with stopwatch.stage("analyse"):
        return sort(derive(flat))


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class CompiledStructure:
    """One structure made ready to run; `number` counts structures in the order of their first visit, from 1."""

    number: int
    system: SortedSystem
    code: StructureCode
    simulation: Simulation
    compilation: Compilation
    root: StructureCode
    """The code with the states that the form of the equations has chosen."""

    @property
    def active(self) -> NDArray[np.bool_]:
        """By position: whether its object is active."""
        return self.system.dae.flat.active

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Which derivatives are dummies, in each set of constraints where numbers choose the states."""
        return tuple(part.choice for part in self.system.dae.reduced.pivots)


@dataclass(frozen=True, slots=True, eq=False)
class CompiledInitial:
    """The equations of the initial instant, made ready to be solved."""

    initial: InitialSystem
    code: StructureCode
    simulation: Simulation


@dataclass(frozen=True, slots=True, eq=False)
class CompiledImpulses:
    """The equations of a change of structure with impulses, made ready to be solved."""

    impulses: ImpulseSystem
    code: StructureCode
    simulation: Simulation


def _kept_structures() -> Kept[Any, CompiledStructure]:
    return Kept(STRUCTURES_KEPT, VALUES_KEPT, lambda compiled: compiled.code.tables.nw)


def _kept_codes(codes: Mapping[Structure, StructureCode]) -> Kept[Structure, StructureCode]:
    kept: Kept[Structure, StructureCode] = Kept(STRUCTURES_KEPT, VALUES_KEPT, lambda code: code.tables.nw)
    for structure, code in codes.items():
        kept.put(structure, code)
    return kept


class CompiledModel:
    """A program with the machine code of its formulas and of the structures it has been in."""

    def __init__(
        self,
        program: Program,
        stopwatch: Stopwatch,
        solver: str = DEFAULT,
        settings: SolverSettings | None = None,
        derived: Mapping[Structure, StructureCode] | None = None,
        kernels: Kernels | None = None,
    ) -> None:
        """`derived` and `kernels` are what was made of the program before, elsewhere."""
        self._attach, self._settings = find_driver(solver), settings or SolverSettings()
        self.program = program
        """As large as the present run has made it."""
        self._programs: dict[tuple[int, ...], Program] = {(): program}
        self.stopwatch = stopwatch
        self.kernels = kernels or Kernels()
        self.cache_hit = True
        self.visited: dict[bytes, int] = {}
        """Numbers of structures by their digests."""
        self._structures: Kept[Structure, CompiledStructure] = _kept_structures()
        self._rechosen: Kept[tuple[int, tuple[Choice, ...]], CompiledStructure] = _kept_structures()
        self._formulas: dict[tuple[int, int], PreparedFormulas] = {}
        self._values: WeakKeyDictionary[Values, PreparedGroups] = WeakKeyDictionary()
        self._entries: WeakKeyDictionary[StructureCode, dict[tuple[bytes, frozenset[int]], _Initial]] = WeakKeyDictionary()
        self._initials: WeakKeyDictionary[StructureCode, dict[tuple[bool, frozenset[int]], _Initial | None]] = WeakKeyDictionary()
        self._choices: WeakKeyDictionary[StructureCode, dict[tuple[Choice, ...], StructureCode]] = WeakKeyDictionary()
        with stopwatch.stage("emit"):
            self.code: ProgramCode = program_code(program)
        self._generated = _kept_codes(derived or {})
        self._loaded: WeakSet[StructureCode] = WeakSet()
        self._switches: OrderedDict[Structure, frozenset[int]] = OrderedDict()
        self._lock = RLock()
        shapes = list(self.code.shapes)
        if (
            not program.tree.machines and not program.tree.conditionals
        ):  # the only structure: its kernel and the program's are compiled as one
            code = self._generate(Structure())
            shapes += code.shapes
            if (first := self._initial(code)) is not None:
                shapes += first[1].shapes
        self._load(shapes)

    @cached_property
    def runtime(self) -> Runtime:
        """The C runtime."""
        with self.stopwatch.stage("compile"):
            return Runtime()

    def begin_run(self) -> None:
        """The program as it is before objects are created, with names for dynamic objects that belong to one run."""
        base = self._programs[()]
        self.program = replace(base, tree=base.tree.called({})) if base.tree.pools else base

    def program_of(self, growth: tuple[int, ...]) -> Program:
        """The program whose pools of dynamic objects have grown so, one after the other."""
        with self._lock:
            if growth not in self._programs:
                before = self.program_of(growth[:-1])
                with self.stopwatch.stage("flatten"):
                    self._programs[growth] = build_program(before.tree.grown(growth[-1]))
            return self._programs[growth]

    def grow(self, growth: tuple[int, ...]) -> Program:
        """The program of the present run, larger."""
        larger = self.program_of(growth)
        self.program = replace(larger, tree=larger.tree.called(self.program.tree.names))
        return self.program

    def fork(self, stopwatch: Stopwatch, solver: str = DEFAULT, settings: SolverSettings | None = None) -> CompiledModel:
        """The same model for another run: what is derived and compiled is shared, also between threads; values are not."""
        assert self.runtime is not None
        other = copy.copy(self)
        other.stopwatch, other.cache_hit = stopwatch, True
        other._attach, other._settings = find_driver(solver), settings or SolverSettings()
        other.visited, other._structures, other._rechosen, other._formulas = {}, _kept_structures(), _kept_structures(), {}
        return other

    def forget_runs(self) -> None:
        """Structures are made ready anew from their tables, so that nothing depends on earlier steps of the solver."""
        self._structures.clear()
        self._rechosen.clear()

    @property
    def derived(self) -> dict[Structure, StructureCode]:
        """The structures that have been derived, the latest ones."""
        with self._lock:
            return dict(self._generated.items())

    def adopt(self, derived: Mapping[Structure, StructureCode]) -> None:
        """Take over structures that were derived elsewhere, for this run alone."""
        with self._lock:
            self._generated = _kept_codes({**dict(self._generated.items()), **derived})

    def structure(self, structure: Structure) -> CompiledStructure:
        """A structure ready to run, derived and compiled when it is new."""
        found = self._structures.get(structure)
        if found is None:
            with self._lock:
                code = self._generate(structure)
                compilation = self._load_code(code)
            with self.stopwatch.stage("initialise"):
                simulation = Simulation(self.runtime, code.tables, self.kernels.address)
                self._attach(simulation, self._settings)
            number = self.visited.setdefault(structure.digest, len(self.visited) + 1)
            found = CompiledStructure(number, code.system, code, simulation, compilation, code)
            self._structures.put(structure, found)
        return found

    def reopen(self, structure: Structure, choices: tuple[Choice, ...]) -> CompiledStructure:
        """A structure that the run was in; one that is not kept any more is derived again, with the same result."""
        with self._lock:
            return self.rechosen(self.structure(structure), choices)

    def compile_ahead(self, program: Program, structure: Structure) -> None:
        """Derive and compile a structure that the run may come to; may be called from another thread at any time.

        The lock is held for moments only. Who comes to the structure meanwhile waits for the same compiler, or is quicker.
        """
        with self._lock:
            if structure in self._generated:
                return
        system = derive_structure(program, structure, Stopwatch())
        code = generate(system)
        self.kernels.require(code.shapes)
        with self._lock:
            if structure not in self._generated and not program.tree.pools:  # dynamic objects have names that the run gives
                self._generated.put(structure, code)

    def tree_of(self, growth: tuple[int, ...]) -> InstanceTree:
        """The objects that there are in structures with this growth."""
        return self.program_of(growth).tree

    def switches(self, structure: Structure) -> frozenset[int]:
        """The if-equations, joined in a structure, whose branches cannot share one form."""
        if not self.program.tree.switches:
            return frozenset()
        with self._lock:
            if structure not in self._switches:
                with self.stopwatch.stage("analyse"):
                    self._switches[structure] = structural_switches(with_delays(flatten(self.program, structure)))
                if len(self._switches) > STRUCTURES_KEPT:
                    self._switches.popitem(last=False)
            return self._switches[structure]

    def rechosen(self, compiled: CompiledStructure, choices: tuple[Choice, ...]) -> CompiledStructure:
        """The same structure with other states, where numbers choose them: other tables, the same machine code."""
        if choices == compiled.choices:
            return compiled
        key = (compiled.number, choices)
        if (own := (compiled.number, compiled.choices)) not in self._rechosen:
            self._rechosen.put(own, compiled)
        found = self._rechosen.get(key)
        if found is None:
            code = self._choose(compiled.root, choices)
            compilation = self._load_code(code)
            simulation = Simulation(self.runtime, code.tables, self.kernels.address)
            self._attach(simulation, self._settings)
            found = CompiledStructure(compiled.number, code.system, code, simulation, compilation, compiled.root)
            self._rechosen.put(key, found)
        return found

    def other_choices(self, compiled: CompiledStructure) -> tuple[CompiledStructure, ...]:
        """The same structure with all other states that the run has had in it."""
        return tuple(other for (number, _), other in self._rechosen.items() if number == compiled.number and other is not compiled)

    def initial(
        self, compiled: CompiledStructure, fixed_first: bool = False, given: frozenset[int] = frozenset()
    ) -> CompiledInitial | None:
        """The equations of the initial instant in a structure; None if the states begin with their start values and that is all.

        `given` are variables whose start values are given from outside.
        """
        found = self._initial(compiled.code, fixed_first, given)
        if found is None:
            return None
        self._load_code(found[1])
        return CompiledInitial(*found, Simulation(self.runtime, found[1].tables, self.kernels.address))

    def entry(self, compiled: CompiledStructure, begins: NDArray[np.bool_], free: frozenset[int]) -> CompiledInitial:
        """The initial equations of objects that begin in a structure, made once for the same objects."""
        with self._lock:
            known = self._entries.setdefault(compiled.code, {})
            key = begins.tobytes(), free
            if key not in known:
                with self.stopwatch.stage("analyse"):
                    initial = entry_system(self.program, compiled.system, begins, free)
                with self.stopwatch.stage("emit"):
                    known[key] = initial, generate(initial.system, watches=())
            found = known[key]
        self._load(found[1].shapes)
        return CompiledInitial(*found, Simulation(self.runtime, found[1].tables, self.kernels.address))

    def impulses(self, compiled: CompiledStructure, was_active: NDArray[np.bool_]) -> CompiledImpulses:
        """The equations of the impulses with which a structure begins."""
        with self.stopwatch.stage("analyse"):
            impulses = impulse_system(compiled.system, was_active)
        with self.stopwatch.stage("emit"):
            code = generate(impulses.found.system, watches=())
        self._load_code(code)
        return CompiledImpulses(impulses, code, Simulation(self.runtime, code.tables, self.kernels.address))

    def evaluate(self, formula: Formula, start: int, cells: NDArray[np.float64]) -> float:
        """The value of a guard or of the right side of an assignment, for the object at a position."""
        prepared = self._formulas.get((id(formula), start))
        return (prepared or self._prepare_formulas(formula, (formula,), start)).value(cells)

    def evaluate_all(self, formulas: tuple[Formula, ...], start: int, cells: NDArray[np.float64]) -> NDArray[np.float64]:
        """The values of formulas, for the object at a position; the next call may overwrite them."""
        prepared = self._formulas.get((id(formulas), start))
        return (prepared or self._prepare_formulas(formulas, formulas, start)).values(cells)

    def _prepare_formulas(self, key: object, formulas: tuple[Formula, ...], start: int) -> PreparedFormulas:
        prepared = self.runtime.prepare_formulas(formula_groups(self.program.tree, formulas, start), self.kernels.address)
        self._formulas[id(key), start] = prepared
        return prepared

    def prepared(self, values: Values) -> PreparedGroups:
        """The formulas of parameters or start values, made ready once."""
        found = self._values.get(values)
        if found is None:
            found = self._values[values] = self.runtime.prepare(values.groups, self.kernels.address)
        return found

    def _generate(self, structure: Structure) -> StructureCode:
        found = self._generated.get(structure)
        if found is None:
            with without_collection():
                system = derive_structure(self._program_for(structure), structure, self.stopwatch)
                with self.stopwatch.stage("emit"):
                    found = generate(system)
            self._generated.put(structure, found)
        return found

    def _program_for(self, structure: Structure) -> Program:
        """The program of the present run, or the one that another run would have there."""
        is_present = self.program.tree.size == self.program_of(structure.growth).tree.size
        return self.program if is_present else self.program_of(structure.growth)

    def _choose(self, root: StructureCode, choices: tuple[Choice, ...]) -> StructureCode:
        """The code of a structure with other states, made once."""
        with self._lock:
            known = self._choices.setdefault(root, {})
            if choices not in known:
                with self.stopwatch.stage("analyse"):
                    system = sort(rechoose(root.system.dae, choices))
                with self.stopwatch.stage("emit"):
                    known[choices] = generate(system)
                if len(known) > STRUCTURES_KEPT:
                    del known[next(iter(known))]
            return known[choices]

    def _initial(self, code: StructureCode, fixed_first: bool = False, given: frozenset[int] = frozenset()) -> _Initial | None:
        """The equations of the initial instant of a structure, made once."""
        with self._lock:
            known = self._initials.setdefault(code, {})
            key = fixed_first, given
            if key not in known:
                known[key] = self._derive_initial(code.system, fixed_first, given)
            return known[key]

    def _derive_initial(self, system: SortedSystem, fixed_first: bool, given: frozenset[int]) -> _Initial | None:
        if not needs_initial_system(self.program, system):
            return None
        with self.stopwatch.stage("analyse"):
            initial = initial_system(self.program, system, fixed_first, given)
        with self.stopwatch.stage("emit"):
            return initial, generate(initial.system, watches=())

    def _load_code(self, code: StructureCode) -> Compilation:
        """The shapes of a structure, looked for once."""
        with self._lock:
            if code in self._loaded:
                return Compilation()
            compilation = self._load(code.shapes)
            self._loaded.add(code)
            return compilation

    def _load(self, shapes: list[Shape] | tuple[Shape, ...]) -> Compilation:
        with self._lock, self.stopwatch.stage("compile"):
            compilation = self.kernels.require(shapes)
        self.cache_hit = self.cache_hit and compilation.cache_hit
        return compilation
