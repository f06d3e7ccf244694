"""One run: file, model, options -> result."""

from __future__ import annotations

from pathlib import Path

from mosila.compiler import CompiledModel, instantiate
from mosila.diagnostics import MosilaError
from mosila.experiment.annotation import experiment_options
from mosila.experiment.build_result import build_result
from mosila.experiment.load import load_model
from mosila.options import SimulationOptions
from mosila.results import Result, SimulationFailedError
from mosila.runtime.execute import Execution, Observer
from mosila.timings import Stopwatch


def simulate_model(path: str | Path, model: str | None, options: SimulationOptions, observer: Observer | None = None) -> Result:
    """Compile and run a model; if the run fails on its way, the error carries what was computed until then."""
    stopwatch = Stopwatch()
    with stopwatch.stage("parse"):
        loaded = load_model(path, model)
    with stopwatch.stage("flatten"):
        program = instantiate(loaded.table, loaded.model)
    compiled = CompiledModel(program, stopwatch)
    execution = Execution(compiled, options.with_annotation(experiment_options(loaded.model)), observer)
    try:
        execution.finish()
    except MosilaError as error:
        if not execution.recordings:
            raise
        raise SimulationFailedError(*error.diagnostics, result=build_result(loaded.name, compiled, execution, stopwatch.read())) from None
    return build_result(loaded.name, compiled, execution, stopwatch.read())
