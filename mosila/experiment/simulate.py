"""One run: file, model, options -> result."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mosila.experiment.model import load
from mosila.options import SimulationOptions
from mosila.results import Result
from mosila.runtime.execute import Observer


def simulate_model(
    path: str | Path,
    model: str | None,
    options: SimulationOptions,
    observer: Observer | None = None,
    parameters: Mapping[str, object] | None = None,
) -> Result:
    """Compile and run a model; if the run fails on its way, the error carries what was computed until then."""
    loaded = load(path, model)
    return loaded.run(loaded.complete(options), parameters or {}, observer=observer)
