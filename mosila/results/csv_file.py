"""Result -> CSV: names in row 1, `time` first, numbers that read back to the same bits, nothing while absent."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import TextIO

from mosila.results.replace_file import replacing
from mosila.results.result import Result
from mosila.results.segment import Kind

Formatter = Callable[[float], str]

_FORMAT: dict[Kind, Formatter] = {
    Kind.REAL: repr,
    Kind.INTEGER: lambda value: str(int(value)),
    Kind.BOOLEAN: lambda value: "true" if value else "false",
}


def write_csv(result: Result, path: str | Path, names: Sequence[str] | None = None) -> None:
    """Write all variables, or these, to a file that appears under its name when it is complete."""
    with replacing(path) as stream:
        write_rows(result, stream, result.names if names is None else names)


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
