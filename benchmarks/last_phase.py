"""The last phase of a run whose structure changed, beside a static model that starts from its values."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import mosila
from mosila.results import Result

Values = NDArray[np.float64]


def read_columns(result: Result, names: Sequence[str], last: bool) -> Values:
    """The values of variables in the first or the last row of the last phase."""
    segment = result.segments[-1] if last else next(each for each in result.segments if each.start >= begin_of_phase(result))
    row = len(segment) - 1 if last else 0
    found: Values = segment.read_block(list(names), row, row + 1)[0]
    return found


def begin_of_phase(result: Result) -> float:
    """When the structure changed last; steps of charts in the same structure belong to the phase."""
    return result.structures[-1].time


def distance(result: Result, names: Sequence[str], text: Callable[[Values], str], statics: Sequence[str], tolerance: float) -> float:
    """The largest difference at the end, in tolerances: `names` in the run, `statics` in the model `Static` of a text.

    `text` writes that model for the values with which the phase begins; its time begins at 0.
    """
    duration = result.segments[-1].stop - begin_of_phase(result)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "Static.mo"
        path.write_text(text(read_columns(result, names, last=False)), encoding="utf-8")
        static = mosila.load(path, "Static").simulate(stop=duration, tolerance=tolerance, intervals=1)
    found = read_columns(result, names, last=True)
    expected = np.array([static[name][-1] for name in statics])
    return float(np.max(np.abs(found - expected) / (tolerance * (1 + np.abs(expected)))))
