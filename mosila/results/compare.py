"""Two results -> how far apart they are: a tube around each curve of the first, in which that of the second should lie.

The tube is as high as the tolerance times the range of the curve, at least a tenth of its largest value, and it allows for
half the tolerance times the length of the run in time: near a jump or a steep slope it is enough that the other curve has
the value a little earlier or later.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mosila.dataclass import dataclass
from mosila.results.result import Result
from mosila.results.segment import Values


@dataclass(frozen=True, slots=True)
class Difference:
    """One variable: the largest excess over the tube, in units of its width (above 1 is outside), and where it is."""

    name: str
    excess: float
    time: float
    first: float
    second: float
    is_covered: bool = True
    """Whether both results cover the same stretch of time; if not, nothing was compared."""

    @property
    def is_outside(self) -> bool:
        """Whether the second curve leaves the tube around the first."""
        return not self.excess <= 1.0


def common_names(first: Result, second: Result) -> list[str]:
    """The variables that both results have, in the order of the first."""
    return [name for name in first.names if name in second]


def compare_results(first: Result, second: Result, names: Sequence[str], rtol: float, atol: float) -> list[Difference]:
    """The differences of these variables, the worst first."""
    found = [_compare(first, second, name, rtol, atol) for name in names]
    return sorted(found, key=lambda each: (-each.excess if each.excess == each.excess else -np.inf, each.name))


def _compare(first: Result, second: Result, name: str, rtol: float, atol: float) -> Difference:
    time, values, other_time, other = first.time, first[name], second.time, second[name]
    if not len(time) or not len(other_time):
        return Difference(name, float("inf"), float("nan"), float("nan"), float("nan"), is_covered=False)
    finite = values[np.isfinite(values)]
    span = float(time[-1] - time[0])
    scale = max(float(finite.max() - finite.min()), 0.1 * float(np.abs(finite).max())) if len(finite) else 0.0
    height, width = max(rtol * scale, atol), 0.5 * rtol * span
    inside = (other_time >= time[0]) & (other_time <= time[-1])
    lower, upper, may_be_absent = _tube(time, values, other_time[inside], width)
    wanted = other[inside]
    beyond = np.maximum(lower - wanted, wanted - upper)
    beyond = beyond / height if height > 0 else np.where(beyond > 0, np.inf, beyond)
    beyond = np.where(np.isnan(beyond), np.inf, beyond)
    beyond = np.where(np.isnan(wanted), np.where(may_be_absent, -np.inf, np.inf), beyond)
    if abs(other_time[-1] - time[-1]) > width or abs(other_time[0] - time[0]) > width:
        return Difference(name, float("inf"), float(other_time[-1]), float("nan"), float(other[-1]), is_covered=False)
    if not len(beyond):
        return Difference(name, float("inf"), float(time[0]), float(values[0]), float("nan"))
    worst = int(np.argmax(beyond))
    at = float(other_time[inside][worst])
    nearest = float(np.clip(wanted[worst], lower[worst], upper[worst]))
    return Difference(name, max(float(beyond[worst]), 0.0), at, nearest, float(wanted[worst]))


def _tube(time: Values, values: Values, at: Values, width: float) -> tuple[Values, Values, np.ndarray]:
    """The smallest and largest value of a curve within `width` of each time, and whether it is absent anywhere there."""
    begin = np.searchsorted(time, at - width, side="left")
    end = np.searchsorted(time, at + width, side="right")
    lower, upper = np.full(len(at), np.inf), np.full(len(at), -np.inf)
    absent = np.zeros(len(at), dtype=np.bool_)
    for edge in (at - width, at, at + width):
        value = _interpolate(time, values, edge)
        absent |= np.isnan(value)
        lower, upper = np.fmin(lower, value), np.fmax(upper, value)
    smallest, largest = _sliding(values, begin, end)
    lower, upper = np.fmin(lower, smallest), np.fmax(upper, largest)
    absent |= _sliding(np.isnan(values).astype(np.float64), begin, end)[1] > 0
    empty = lower > upper
    lower[empty] = upper[empty] = np.nan
    return lower, upper, absent


def _interpolate(time: Values, values: Values, at: Values) -> Values:
    """Linear between rows; NaN where a neighbour is absent and the time is not its own."""
    right = np.clip(np.searchsorted(time, at, side="right"), 1, max(len(time) - 1, 1))
    if len(time) == 1:
        return np.full(len(at), values[0])
    left = right - 1
    step = time[right] - time[left]
    part = np.clip(np.divide(at - time[left], step, out=np.zeros(len(at)), where=step > 0), 0.0, 1.0)
    return np.where(part == 0, values[left], np.where(part == 1, values[right], values[left] + part * (values[right] - values[left])))


def _sliding(values: Values, begin: np.ndarray, end: np.ndarray) -> tuple[Values, Values]:
    """Smallest and largest of values[begin:end], absent ones passed over, for windows in order."""
    lower, upper = np.full(len(begin), np.inf), np.full(len(begin), -np.inf)
    filled = np.flatnonzero(end > begin)
    if len(filled):
        low = np.append(np.where(np.isnan(values), np.inf, values), np.inf)
        high = np.append(np.where(np.isnan(values), -np.inf, values), -np.inf)
        bounds = np.column_stack((begin[filled], end[filled])).ravel()
        lower[filled] = np.minimum.reduceat(low, bounds)[::2]
        upper[filled] = np.maximum.reduceat(high, bounds)[::2]
    return lower, upper
