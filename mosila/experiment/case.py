"""One case of a study: parameters -> values of the wanted variables at the output times, or what went wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.experiment.model import Model
from mosila.options import SimulationOptions
from mosila.results import Result, SimulationFailedError


@dataclass(frozen=True, slots=True, eq=False)
class CaseResult:
    """Values by variable and output time, NaN where there are none; `message` says why a case failed."""

    values: NDArray[np.float64]
    message: str = ""
    end: float = float("nan")
    events: int = 0
    structures: int = 0


@dataclass(frozen=True, slots=True)
class Task:
    """What all cases of a study have in common."""

    options: SimulationOptions
    names: tuple[str, ...]
    parameters: Mapping[str, object] = field(default_factory=dict)
    """Values that are the same in all cases."""


def run_case(model: Model, task: Task, parameters: Mapping[str, object]) -> CaseResult:
    """Run one case; a model that is wrong for these values is a failed case like a run that fails."""
    try:
        return _sampled(model.run(task.options, {**task.parameters, **parameters}), task, "")
    except SimulationFailedError as failure:
        return _sampled(failure.result, task, _message(failure))
    except MosilaError as error:
        return CaseResult(np.full((len(task.names), len(task.options.grid())), np.nan), _message(error))


def run_packed_case(content: bytes, task: Task, parameters: Mapping[str, object]) -> CaseResult:
    """Run one case of a packed model; it is unpacked once in a process."""
    return run_case(_unpacked(sha256(content).digest(), _Bytes(content)), task, parameters)


class _Bytes:
    """Bytes that are no part of a cache's key."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Bytes)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=4)
def _unpacked(key: bytes, content: _Bytes) -> Model:
    return Model.unpack(content.content)


def _message(error: MosilaError) -> str:
    return "; ".join(f"{each.code} {each.message}" for each in error.diagnostics)


def _sampled(result: Result, task: Task, message: str) -> CaseResult:
    """The right limits at the output times."""
    grid, time = np.array(task.options.grid()), result.time
    rows = np.searchsorted(time, grid, side="right") - 1
    is_there = (rows >= 0) & (grid <= (time[-1] if len(time) else -np.inf))
    values = np.full((len(task.names), len(grid)), np.nan)
    for place, name in enumerate(task.names):
        if name in result:
            values[place, is_there] = result[name][rows[is_there]]
    end = float(time[-1]) if len(time) else float("nan")
    return CaseResult(values, message, end, result.counts.events, result.counts.structures)


def default_names(result: Result) -> Sequence[str]:
    """The states of the first structures; without any, all real variables."""
    states = [each.name for each in result.variables if each.is_state]
    return states or [each.name for each in result.variables if each.variability == "continuous"]
