"""MOSILA: a compiler and simulator for Modelica models whose structure may change while they run.

import mosila

model = mosila.load("examples/LandingDevice/LandingDevice.mosila", "System")
result = model.simulate(stop=25.0, parameters={"gr.g": 9.81})
result["body.v"], result.time, result.at("body.v", 3.0)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mosila.diagnostics.diagnostic import MosilaError as MosilaError
    from mosila.experiment.magic import load_text as load_text
    from mosila.experiment.model import Model as Model
    from mosila.experiment.model import Parameter as Parameter
    from mosila.experiment.model import load as load
    from mosila.experiment.sampling import LogUniform as LogUniform
    from mosila.experiment.sampling import Normal as Normal
    from mosila.experiment.sampling import Uniform as Uniform
    from mosila.experiment.sampling import linspace as linspace
    from mosila.experiment.sampling import logspace as logspace
    from mosila.experiment.simulator import Simulator as Simulator
    from mosila.experiment.study import Study as Study
    from mosila.results.files import read_result as read_result
    from mosila.results.result import Result as Result
    from mosila.results.result import SimulationFailedError as SimulationFailedError
    from mosila.results.segment import Kind as Kind
    from mosila.runtime.execute import StopSimulation as StopSimulation
    from mosila.runtime.logs import StructureChange as StructureChange

__version__ = "0.1.0"

_HOMES = {
    "MosilaError": "mosila.diagnostics.diagnostic",
    "Model": "mosila.experiment.model",
    "Parameter": "mosila.experiment.model",
    "load": "mosila.experiment.model",
    "load_text": "mosila.experiment.magic",
    "Study": "mosila.experiment.study",
    "Uniform": "mosila.experiment.sampling",
    "LogUniform": "mosila.experiment.sampling",
    "Normal": "mosila.experiment.sampling",
    "linspace": "mosila.experiment.sampling",
    "logspace": "mosila.experiment.sampling",
    "Simulator": "mosila.experiment.simulator",
    "StopSimulation": "mosila.runtime.execute",
    "Kind": "mosila.results.segment",
    "StructureChange": "mosila.runtime.logs",
    "read_result": "mosila.results.files",
    "Result": "mosila.results.result",
    "SimulationFailedError": "mosila.results.result",
}

__all__ = [
    "Kind",
    "LogUniform",
    "Model",
    "MosilaError",
    "Normal",
    "Parameter",
    "Result",
    "SimulationFailedError",
    "Simulator",
    "StopSimulation",
    "StructureChange",
    "Study",
    "Uniform",
    "__version__",
    "linspace",
    "load",
    "load_text",
    "logspace",
    "read_result",
]


def __getattr__(name: str) -> object:
    """Names are imported when they are first used, so that importing the package takes no time."""
    if name not in _HOMES:
        raise AttributeError(f"module 'mosila' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def load_ipython_extension(shell: object) -> None:
    """`%load_ext mosila`: the cell magic `%%mosila`."""
    import_module("mosila.experiment.magic").register(shell)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
