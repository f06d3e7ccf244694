"""A model ready to run: loaded and compiled once, simulated as often as wanted, with other parameters each time."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from os import PathLike
from pathlib import Path
from threading import RLock
from types import NoneType
from typing import Any, Unpack

from mosila.compiler import CompiledModel, instantiate
from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.experiment import NOT_SETTABLE
from mosila.diagnostics.internal import NO_SUCH_MODEL
from mosila.experiment.annotation import annotation_diagnostics, experiment_options
from mosila.experiment.build_result import KINDS, build_result, is_shown
from mosila.experiment.compile_ahead import CompileAhead
from mosila.experiment.declarations import find_bound, why_not_settable
from mosila.experiment.explore import explore
from mosila.experiment.inputs import Schedule, Source, find_feeds, find_inputs, input_equations
from mosila.experiment.linearize import Linearization
from mosila.experiment.load import Loaded, load_model
from mosila.experiment.package import SUFFIX, Package, VariantKey, load_compiled, pack, read_package, unpack
from mosila.experiment.settings import Places
from mosila.experiment.simulator import Simulator
from mosila.experiment.variants import extended_model, modified_model
from mosila.flat.program import Program
from mosila.instance.plan import CELLS, RowKind, Variability
from mosila.options import Settings, SimulationOptions, check_is, make_options, takes_settings
from mosila.results import Kind, Result, SimulationFailedError
from mosila.runtime.execute import Execution, Observer
from mosila.runtime.initial_values import initial_cells
from mosila.runtime.spool import Spool
from mosila.runtime.stepwise import Stepper
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import scalar_kind
from mosila.solvers.compile_runtime import begin_to_compile
from mosila.solvers.drivers import SolverSettings
from mosila.timings import Stopwatch

VARIANTS_KEPT = 32

Watcher = Callable[[Execution], None]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a model: its value unless another is given (of a String: nan), its unit and bounds."""

    name: str
    value: float
    kind: Kind
    unit: str
    description: str
    minimum: float | None
    maximum: float | None
    settable: bool


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """The model with certain values of parameters that decide its structure."""

    program: Program
    compiled: CompiledModel
    places: Places


@dataclass(frozen=True, slots=True)
class SteadyState:
    """A point at which everything rests; `simulator` stands there."""

    simulator: Simulator

    def __getitem__(self, name: str) -> float:
        """The value of a variable."""
        return self.simulator[name]

    @property
    def states(self) -> dict[str, float]:
        """The values of the states."""
        return {name: self.simulator[name] for name in self.simulator.structure.states}


class FedExecution(Stepper):
    """A run whose inputs change on the way as a schedule says."""

    def __init__(self, *arguments: Any, schedule: Schedule) -> None:
        super().__init__(*arguments)
        self._schedule = schedule

    def _run(self) -> None:
        self.begin()
        self._schedule.run(self, self.options.stop)


@dataclass(frozen=True, slots=True)
class CompiledAhead:
    """How many structures were compiled, and whether these are all that can be reached."""

    count: int
    is_complete: bool


class Model:
    """A model of a file; made by `mosila.load`. May be used by several threads at once."""

    def __init__(self, source: Loaded | Package, stopwatch: Stopwatch | None = None) -> None:
        self._loaded = source if isinstance(source, Loaded) else None
        self._lock = RLock()
        self._variants: OrderedDict[VariantKey, Variant] = OrderedDict()
        self._first: Stopwatch | None = stopwatch or Stopwatch()
        self.name = source.name
        """The full name of the class."""
        if isinstance(source, Loaded):
            self._annotation = experiment_options(source.model)
            self._warnings = annotation_diagnostics(source.model)
            self._variant({})
        else:
            self._annotation = source.options
            self._warnings = ()
            for key, compiled in load_compiled(source).items():
                self._variants[key] = Variant(compiled.program, compiled, Places(self.name, compiled.program))

    def __repr__(self) -> str:
        return f"<mosila model {self.name}>"

    def __reduce__(self) -> tuple[Callable[[bytes], Model], tuple[bytes]]:
        """A pickle holds the model as `pack` has it: compiled, for other values of what decides its structure it is loaded anew."""
        return Model.unpack, (self.pack(),)

    @cached_property
    def parameters(self) -> Mapping[str, Parameter]:
        """The parameters by name, in the order of their declaration."""
        variant = self._variant({})
        cells = initial_cells(variant.compiled, 0.0, {})
        program, found = variant.program, {}
        for path, position, variable in program.tree.variables():
            if variable.variability is Variability.PARAMETER:
                found[".".join(path)] = Parameter(
                    name=".".join(path),
                    value=math.nan if variable.type is Builtin.STRING else float(cells[CELLS * position]),
                    kind=KINDS.get(scalar_kind(variable.type), Kind.REAL),
                    unit=variable.unit,
                    description=variable.description,
                    minimum=find_bound(program, position, RowKind.MINIMUM),
                    maximum=find_bound(program, position, RowKind.MAXIMUM),
                    settable=not why_not_settable(program, path, variable),
                )
        return found

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """The names of all variables that results have, parameters included, in the order of their declaration."""
        return tuple(".".join(path) for path, _, variable in self._variant({}).program.tree.variables() if is_shown(path, variable))

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """The inputs of the model."""
        return tuple(find_feeds(self._variant({}).program))

    @cached_property
    def outputs(self) -> tuple[str, ...]:
        """The outputs of the model."""
        variables = self._variant({}).program.tree.variables()
        return tuple(path[0] for path, _, variable in variables if len(path) == 1 and variable.causality == "output")

    @cached_property
    def digest(self) -> str:
        """A number that is another one when a class of the model was changed."""
        texts = sorted(repr(plan.symbol.definition) for plan in self._variant({}).program.tree.instances)
        return sha256("\n".join(texts).encode()).hexdigest()[:16]

    def options(self, **settings: Unpack[Settings]) -> SimulationOptions:
        """The options of a run: these, then those of the `experiment` annotation, then the defaults."""
        return self.complete(make_options(**settings))

    def complete(self, options: SimulationOptions) -> SimulationOptions:
        """Options with what the `experiment` annotation sets and they do not."""
        return options.with_annotation(self._annotation)

    @takes_settings
    def simulate(
        self,
        *,
        parameters: Mapping[str, object] | None = None,
        inputs: Mapping[str, Source] | None = None,
        observe: Sequence[str] | str | None = None,
        on_structure_change: Observer | None = None,
        **settings: Unpack[Settings],
    ) -> Result:
        """Run the model from start to stop; settings that are left out come from its `experiment` annotation.

        `parameters` gives values of parameters and start values of variables by their paths. `inputs` feeds the inputs of the
        model: a number, a function of time, two rows (times, values) or a table file for each. `observe` keeps only the
        variables that fit one of these patterns. A run that fails raises `SimulationFailedError`, whose `result` ends there.
        """
        options = self.options(**settings)
        return self.run(options, parameters or {}, inputs=inputs, observe=observe, observer=on_structure_change)

    @takes_settings
    def simulator(
        self,
        *,
        parameters: Mapping[str, object] | None = None,
        inputs: Mapping[str, Source] | None = None,
        on_structure_change: Observer | None = None,
        **settings: Unpack[Settings],
    ) -> Simulator:
        """A run in steps, at its start; `stop` and the intervals up to it say at which times values are recorded.

        Of `inputs` the values at the start are taken; what follows is the script's.
        """
        options = self.options(**settings)
        variant, given = self.settle(parameters or {})
        if inputs:
            check_is("inputs", inputs, Mapping, "values, functions or tables by name")
            given |= Schedule(find_feeds(variant.program), inputs, options.start, options.start, options.tolerance).first
        compiled = self._fork(variant, options)

        def make_stepper(observer: Observer) -> Stepper:
            stepper = Stepper(compiled, options, observer, given)
            stepper.follower = CompileAhead(compiled)
            return stepper

        simulator = Simulator(self.name, variant.places, make_stepper)
        if on_structure_change is not None:
            simulator.on_structure_change(on_structure_change)
        return simulator

    def run(
        self,
        options: SimulationOptions,
        parameters: Mapping[str, object],
        *,
        inputs: Mapping[str, Source] | None = None,
        observe: Sequence[str] | str | None = None,
        observer: Observer | None = None,
        spool: Spool | None = None,
        watcher: Watcher | None = None,
    ) -> Result:
        """`simulate` with options in one piece; `watcher` is given the execution before it begins."""
        check_is("observe", observe, (str, Sequence, NoneType), "a pattern or a sequence of them")
        execution = self.execution(options, parameters, observer, spool, inputs)
        patterns = [observe] if isinstance(observe, str) else observe
        is_known = patterns and not execution.model.program.tree.pools  # else names are known when the run is over
        chosen = self._result(execution).choose(patterns) if is_known and patterns else None
        if watcher is not None:
            watcher(execution)
        names = None if chosen is None else chosen.names
        try:
            execution.finish()
        except MosilaError as error:
            if not execution.log.recordings:
                raise
            raise SimulationFailedError(*error.diagnostics, result=self._result(execution, names)) from None
        finally:
            if execution.follower is not None:
                execution.follower.close()
        result = self._result(execution, names)
        return result.choose(patterns) if patterns and chosen is None else result

    def execution(
        self,
        options: SimulationOptions,
        parameters: Mapping[str, object],
        observer: Observer | None = None,
        spool: Spool | None = None,
        inputs: Mapping[str, Source] | None = None,
    ) -> Execution:
        """A run that has not begun."""
        variant, given = self.settle(parameters)
        execution: Execution
        if inputs:
            check_is("inputs", inputs, Mapping, "values, functions or tables by name")
            schedule = Schedule(find_feeds(variant.program), inputs, options.start, options.stop, options.tolerance)
            execution = FedExecution(self._fork(variant, options), options, observer, {**given, **schedule.first}, spool, schedule=schedule)
        else:
            execution = Execution(self._fork(variant, options), options, observer, given, spool)
        execution.warnings |= dict.fromkeys(self._warnings)
        execution.follower = CompileAhead(execution.model)
        return execution

    def linearize(
        self,
        at: float | Simulator | SteadyState | None = None,
        *,
        outputs: Sequence[str] | None = None,
        parameters: Mapping[str, object] | None = None,
        inputs: Mapping[str, Source] | None = None,
        tolerance: float | None = None,
    ) -> Linearization:
        """The model linearised at its start, at a time of a run, in a steady state, or where a simulator stands."""
        if isinstance(at, SteadyState):
            simulator = at.simulator
        elif isinstance(at, Simulator):
            simulator = at
        else:
            simulator = self.simulator(parameters=parameters, inputs=inputs, tolerance=tolerance)
            if at is not None:
                simulator.advance(at)
        return simulator.linearize(self.outputs if outputs is None else outputs)

    def steady_state(
        self,
        *,
        parameters: Mapping[str, object] | None = None,
        inputs: Mapping[str, Source] | None = None,
        tolerance: float | None = None,
    ) -> SteadyState:
        """A point at which everything rests, searched from the start values."""
        simulator = self.simulator(parameters=parameters, inputs=inputs, tolerance=tolerance)
        simulator.rest()
        return SteadyState(simulator)

    def _fork(self, variant: Variant, options: SimulationOptions) -> CompiledModel:
        """What a run needs of its own; the times of the first one include those of loading."""
        with self._lock:
            first, self._first = self._first, None
            compiled = variant.compiled.fork(first or Stopwatch(), options.solver, SolverSettings(options.step))
            compiled.cache_hit = variant.compiled.cache_hit if first else True
            return compiled

    def settle(self, parameters: Mapping[str, object]) -> tuple[Variant, dict[int, float]]:
        """The variant that these values ask for, and the values that remain to be set in it, by position."""
        base = self._variant({})
        structural: dict[str, float | str] = {}
        check_is("parameters", parameters, Mapping, "values by name")
        for name, value in parameters.items():
            check_is("the name of a parameter", name, str, "a text")
            places = base.places.find(name)
            if len(places) == 1 and places[0].name == name and places[0].decides_structure:
                structural[name] = base.places.structural(places[0], value)
        variant = self._variant(structural)
        return variant, variant.places.numbers({name: value for name, value in parameters.items() if name not in structural})

    def _variant(self, structural: Mapping[str, float | str]) -> Variant:
        key = tuple(sorted(structural.items()))
        with self._lock:
            if key not in self._variants:
                self._variants[key] = self._build(structural)
                if self._loaded is not None and len(self._variants) > VARIANTS_KEPT:
                    self._variants.pop(next(each for each in self._variants if each and each != key))
            return self._variants[key]

    def _build(self, structural: Mapping[str, float | str]) -> Variant:
        stopwatch = self._first or Stopwatch()
        if self._loaded is None:
            help = "load the model from its source for other values"
            why = "it may decide the structure of the model, and this one is compiled"
            raise MosilaError(*(NOT_SETTABLE.at(name=name, why=why, help=help) for name in structural))
        symbol = self._loaded.model
        if structural:
            places = self._variant({}).places
            types = {name: places.find(name)[0].variable.type for name in structural}
            typed = {name: bool(value) if types[name] is Builtin.BOOLEAN else value for name, value in structural.items()}
            symbol = modified_model(self._loaded, typed)
        with stopwatch.stage("flatten"):
            program = instantiate(self._loaded.table, symbol)
            if inputs := find_inputs(program):
                fed = extended_model(replace(self._loaded, model=symbol), "", input_equations(inputs))
                program = instantiate(self._loaded.table, fed)
        return Variant(program, CompiledModel(program, stopwatch), Places(self.name, program))

    def _result(self, execution: Execution, names: Sequence[str] | None = None) -> Result:
        result = build_result(self.name, execution.model, execution, execution.model.stopwatch.read())
        return result if names is None else result.only(names)

    def compile_ahead(self, most: int) -> CompiledAhead:
        """Derive and compile up to so many structures that can be reached; one without a solution is left for the run to tell."""
        compiled = self._variant({}).compiled
        exploration, count = explore(compiled, most), 0
        for structure in exploration.structures:
            try:
                compiled.structure(structure)
                count += 1
            except MosilaError:
                continue
        compiled.forget_runs()
        return CompiledAhead(count, exploration.is_complete)

    def pack(self) -> bytes:
        """The model with all that was derived and compiled of it so far: the content of a `.mosimo` file."""
        with self._lock:
            return pack(self.name, self._annotation, {key: each.compiled for key, each in self._variants.items()})

    @classmethod
    def unpack(cls, content: bytes, file: str = "the compiled model") -> Model:
        """The model that `pack` made these bytes of."""
        return cls(unpack(content, file))


def load(path: str | Path, model: str | None = None) -> Model:
    """Load a model of a file and compile it; without a name, the one model that no other class of the file uses.

    A `.mosimo` file, made by `mosila compile`, has one model, compiled already.
    """
    stopwatch = Stopwatch()
    check_is("path", path, (str, PathLike), "the path of a file or the name of a class")
    check_is("model", model, (str, NoneType), "the name of a class")
    if Path(path).suffix == SUFFIX:
        package = read_package(path)
        if model is not None and model != package.name and not package.name.endswith(f".{model}"):
            raise MosilaError(NO_SUCH_MODEL.at(file=path, model=model, suggestion="", candidates=package.name))
        return Model(package, stopwatch)
    begin_to_compile()
    with stopwatch.stage("parse"):
        loaded = load_model(path, model)
    return Model(loaded, stopwatch)
