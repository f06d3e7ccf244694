"""What calls of the C runtime come back with: outcomes, failures, rows, counts, in the numbers of mosila.h."""

from __future__ import annotations

from enum import IntEnum, IntFlag

from mosila.dataclass import dataclass


class Outcome(IntEnum):
    """What a call of the runtime comes back with."""

    GO_ON = 0
    END = 1
    FULL = 2
    INTERRUPTED = 3
    CHART = 4
    ERROR = 5
    ASSERT = 6
    PAUSED = 7
    PIVOT = 9


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
    BAD_CLOCK = 8
    DENSE = 9


class EquationList(IntEnum):
    """The list of groups that a failure points into; of UNKNOWN, `instance` is an index into y."""

    NONE = -1
    ASSIGN = 0
    RESIDUAL = 1
    RELATION = 2
    DISCRETE = 3
    UNKNOWN = 4
    EFFECT = 5


COUNTS_AS_EQUAL = 2
"""Bit of `Run.flags`: the sides of the relation are nearer than the band, and stay so."""


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
    recent_steps: tuple[float, ...] = ()
    """Sizes of the last steps, the last one first."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a run has cost so far."""

    steps: int
    events: int
    restarts: int
    residuals: int
    jacobians: int
