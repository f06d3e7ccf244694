"""Values of parameters for the cases of a study: full factorial, Latin hypercube, Monte Carlo."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import Protocol

import numpy as np

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.experiment import BAD_STUDY


class Distribution(Protocol):
    """How a parameter varies, for studies that draw its values."""

    def value(self, share: float) -> float:
        """The value below which this share of all values lies (0 < share < 1)."""


@dataclass(frozen=True, slots=True)
class Uniform:
    """Any value between two bounds, with equal chance."""

    low: float
    high: float

    def value(self, share: float) -> float:
        """The value at this share of the way."""
        return self.low + share * (self.high - self.low)


@dataclass(frozen=True, slots=True)
class LogUniform:
    """Any order of magnitude between two positive bounds, with equal chance."""

    low: float
    high: float

    def value(self, share: float) -> float:
        """The value at this share of the orders of magnitude."""
        return math.exp(math.log(self.low) + share * math.log(self.high / self.low))


@dataclass(frozen=True, slots=True)
class Normal:
    """The normal distribution."""

    mean: float
    deviation: float

    def value(self, share: float) -> float:
        """The value below which this share lies."""
        return NormalDist(self.mean, self.deviation).inv_cdf(share)


def linspace(start: float, stop: float, count: int) -> tuple[float, ...]:
    """So many values at equal distances, both ends included."""
    return tuple(np.linspace(start, stop, count).tolist())


def logspace(start: float, stop: float, count: int) -> tuple[float, ...]:
    """So many values in equal proportions, both ends included."""
    return tuple(np.geomspace(start, stop, count).tolist())


Range = Sequence[object] | Distribution
Cases = list[dict[str, object]]


def factorial(ranges: Mapping[str, Range]) -> Cases:
    """Every combination of the values listed for each parameter, the last parameter varying fastest."""
    lists = [_listed(name, values) for name, values in ranges.items()]
    return [dict(zip(ranges, values, strict=True)) for values in itertools.product(*lists)]


def latin_hypercube(ranges: Mapping[str, Range], samples: int, seed: int) -> Cases:
    """As many cases, in which every parameter takes one value from each of as many parts of equal chance."""
    generator = np.random.default_rng(seed)
    columns = [(generator.permutation(samples) + generator.random(samples)) / samples for _ in ranges]
    return _drawn(ranges, columns, samples)


def monte_carlo(ranges: Mapping[str, Range], samples: int, seed: int) -> Cases:
    """As many cases drawn one by one."""
    generator = np.random.default_rng(seed)
    return _drawn(ranges, [generator.random(samples) for _ in ranges], samples)


def _drawn(ranges: Mapping[str, Range], columns: Sequence[np.ndarray], samples: int) -> Cases:
    if samples < 1:
        raise MosilaError(BAD_STUDY.at(why=f"{samples} samples are none"))
    shares = {name: np.clip(column, 1e-12, 1 - 1e-12) for name, column in zip(ranges, columns, strict=True)}
    return [{name: _value(ranges[name], float(share[k])) for name, share in shares.items()} for k in range(samples)]


def _value(values: Range, share: float) -> object:
    if isinstance(values, (Sequence, np.ndarray)):
        return values[min(int(share * len(values)), len(values) - 1)]
    return values.value(share)


def _listed(name: str, values: Range) -> list[object]:
    if isinstance(values, np.ndarray):
        values = values.tolist()
    if not isinstance(values, Sequence) or isinstance(values, str) or not values:
        raise MosilaError(BAD_STUDY.at(why=f"`{name}` has no list of values to combine"))
    return list(values)
