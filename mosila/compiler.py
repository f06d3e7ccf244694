"""The pipeline on one page: a file -> a model that can run, and the equations of each structure it takes on the way.

    parse_source     SourceFile -> ast.StoredDefinition     mosila/syntax      grammar/ says what can be written
    ClassTable       definitions -> classes by name         mosila/semantics   lookup, extends, modifiers
    PlanFactory      class -> Plan                          mosila/instance    one plan for all objects that are alike
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

from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.program_code import ProgramCode, formula_group, program_code
from mosila.codegen.shapes import Compilation, Kernels, Shape
from mosila.codegen.structure import StructureCode, generate
from mosila.dae.derive import derive
from mosila.dae.sort import sort
from mosila.dae.system import SortedSystem
from mosila.flat.flatten import flatten
from mosila.flat.program import Program, build_program
from mosila.instance.build import PlanFactory
from mosila.instance.plan import CELLS, Formula
from mosila.instance.space import AddressSpace
from mosila.instance.structure import Structure
from mosila.instance.tree import InstanceTree
from mosila.semantics.lookup import ClassTable
from mosila.semantics.symbols import ClassSymbol
from mosila.solvers.binding import PreparedGroups, Runtime, Simulation
from mosila.timings import Stopwatch

STRUCTURES_KEPT = 256


def instantiate(table: ClassTable, model: ClassSymbol) -> Program:
    """All objects of a model, their parameters and start values."""
    space = AddressSpace()
    root = PlanFactory(table, space).root_plan(model)
    start = space.allocate(root.size)
    return build_program(InstanceTree(root, start, space.size, space.literals))


def derive_structure(program: Program, structure: Structure, stopwatch: Stopwatch) -> SortedSystem:
    """The equations of one structure, in the order in which they are solved."""
    with stopwatch.stage("flatten"):
        flat = flatten(program, structure)
    with stopwatch.stage("analyse"):
        return sort(derive(flat))


@dataclass(frozen=True, slots=True, eq=False)
class CompiledStructure:
    """One structure made ready to run; `number` counts structures in the order of their first visit, from 1."""

    number: int
    system: SortedSystem
    code: StructureCode
    simulation: Simulation
    compilation: Compilation

    @property
    def active(self) -> NDArray[np.bool_]:
        """By position: whether its object is active."""
        return self.system.dae.flat.active


class CompiledModel:
    """A program with the machine code of its formulas and of the structures it has been in."""

    def __init__(self, program: Program, stopwatch: Stopwatch) -> None:
        self.program = program
        self.stopwatch = stopwatch
        self.kernels = Kernels()
        self.cache_hit = True
        self.visited: dict[Structure, int] = {}
        self._structures: OrderedDict[Structure, CompiledStructure] = OrderedDict()
        self._formulas: dict[tuple[int, int], PreparedGroups] = {}
        self._scratch = np.array([CELLS * program.tree.size], dtype=np.int32)
        with stopwatch.stage("emit"):
            self.code: ProgramCode = program_code(program)
        self._generated: dict[Structure, StructureCode] = {}
        shapes = list(self.code.shapes)
        if not program.tree.machines:  # the only structure: its kernel and the program's are compiled as one
            shapes += self._generate(Structure()).shapes
        self._load(shapes)

    @cached_property
    def runtime(self) -> Runtime:
        """The C runtime."""
        with self.stopwatch.stage("compile"):
            return Runtime()

    def structure(self, structure: Structure) -> CompiledStructure:
        """A structure ready to run, derived and compiled when it is new."""
        found = self._structures.get(structure)
        if found is None:
            code = self._generate(structure)
            self._generated.clear()
            compilation = self._load(code.shapes)
            with self.stopwatch.stage("initialise"):
                simulation = Simulation(self.runtime, code.tables, self.kernels.address)
            number = self.visited.setdefault(structure, len(self.visited) + 1)
            found = CompiledStructure(number, code.system, code, simulation, compilation)
            self._structures[structure] = found
            if len(self._structures) > STRUCTURES_KEPT:
                self._structures.popitem(last=False)
        self._structures.move_to_end(structure)
        return found

    def evaluate(self, formula: Formula, start: int, cells: NDArray[np.float64]) -> float:
        """The value of a guard or of the right side of an assignment, for the object at a position; the last cell is scratch."""
        key = (id(formula), start)
        prepared = self._formulas.get(key)
        if prepared is None:
            prepared = self._formulas[key] = self.runtime.prepare((formula_group(formula, start),), self.kernels.address)
        prepared(cells, self._scratch)
        return float(cells[-1])

    def _generate(self, structure: Structure) -> StructureCode:
        if structure not in self._generated:
            system = derive_structure(self.program, structure, self.stopwatch)
            with self.stopwatch.stage("emit"):
                self._generated[structure] = generate(system)
        return self._generated[structure]

    def _load(self, shapes: list[Shape] | tuple[Shape, ...]) -> Compilation:
        with self.stopwatch.stage("compile"):
            compilation = self.kernels.require(shapes)
        self.cache_hit = self.cache_hit and compilation.cache_hit
        return compilation
