"""Result <-> CSV: names in row 1, `time` first, numbers that read back to the same bits, nothing while absent.

Units, descriptions and the logs stand in a JSON file beside it, `NAME.csv.json`.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TextIO

import numpy as np

from mosila.results.metadata import write_metadata
from mosila.results.replace_file import is_special, replacing
from mosila.results.result import Result
from mosila.results.segment import Kind, Values, Variable
from mosila.results.stored import make_result

Formatter = Callable[[float], str]

_FORMAT: dict[Kind, Formatter] = {
    Kind.REAL: repr,
    Kind.INTEGER: lambda value: str(int(value)),
    Kind.BOOLEAN: lambda value: "true" if value else "false",
}
_WORDS = {"": "nan", "true": "1", "false": "0"}
_ROWS_AT_ONCE = 10_000


def write_csv(result: Result, path: str | Path, names: Sequence[str] | None = None) -> None:
    """Write all variables, or these, to a file that appears under its name when it is complete."""
    chosen = result.names if names is None else names
    with replacing(path) as stream:
        write_rows(result, stream, chosen)
    if not is_special(path):
        with replacing(companion(path)) as stream:
            write_metadata(result, [result.variable(name) for name in chosen], stream)


def companion(path: str | Path) -> Path:
    """The JSON file beside a CSV file."""
    return Path(f"{path}.json")


def write_rows(result: Result, stream: TextIO, names: Sequence[str]) -> None:
    """Write the header and the rows to an open stream, block by block."""
    csv.writer(stream, lineterminator="\n").writerow(["time", *names])
    formatters = [_FORMAT[result.variable(name).kind] for name in names]
    for times, values in result.blocks(names):
        columns = [_cells(values[:, k].tolist(), formatter) for k, formatter in enumerate(formatters)]
        rows = zip(map(repr, times.tolist()), *columns, strict=True)
        stream.writelines(chain.from_iterable((",".join(row), "\n") for row in rows))


def _cells(column: list[float], formatter: Formatter) -> list[str]:
    return ["" if value != value else formatter(value) for value in column]


class CsvColumns:
    """The columns of a CSV file, in memory."""

    def __init__(self, names: Sequence[str], values: Values) -> None:
        self._columns = {name: values[:, place] for place, name in enumerate(names)}
        self.time: Values = values[:, 0]

    def column(self, name: str) -> Values:
        """A variable over the time axis."""
        return self._columns[name]


def read_csv(path: str | Path) -> Result:
    """The result in a CSV file, of mosila or another program; the first column is the time."""
    with open(path, encoding="utf-8-sig", newline="") as stream:
        rows = csv.reader(stream)
        names = next(rows, [])
        if not names:
            raise ValueError("it is empty")
        blocks = [np.empty((0, len(names)))]
        while block := list(islice(rows, _ROWS_AT_ONCE)):
            blocks.append(np.array([[_WORDS.get(cell, cell) for cell in row] for row in block if row], dtype=np.float64))
    values = np.concatenate(blocks)
    try:
        data = json.loads(companion(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        data = None
    return make_result(CsvColumns(names, values), [Variable(name) for name in names[1:]], Path(path).stem, data)
