"""Running models in tests: a file or a text and options -> a result."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mosila.experiment import simulate_model
from mosila.options import make_options
from mosila.results import Result, RowKind

EXAMPLES = Path(__file__).parents[1] / "examples"


def run_file(path: Path, model: str | None = None, **options: Any) -> Result:
    """Run a model of a file."""
    return simulate_model(path, model, make_options(**options))


def run_text(text: str, model: str | None = None, suffix: str = ".mosila", **options: Any) -> Result:
    """Run a model of a text, as if it stood in a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{hashlib.blake2b(text.encode(), digest_size=6).hexdigest()}{suffix}"
        path.write_text(text, encoding="utf-8")
        return run_file(path, model, **options)


def limits(result: Result, name: str, time: float) -> tuple[float, float]:
    """The left and right limit of a variable at the event nearest to a time."""
    lefts = np.flatnonzero(result.row_kinds == RowKind.LEFT)
    row = int(lefts[np.argmin(np.abs(result.time[lefts] - time))])
    values = result[name]
    assert result.row_kinds[row + 1] == RowKind.RIGHT
    return float(values[row]), float(values[row + 1])


def event_times(result: Result) -> NDArray[np.float64]:
    """The times of all events."""
    return result.time[result.row_kinds == RowKind.LEFT]
