"""Result <-> CSV: names in row 1, `time` first, numbers that read back to the same bits, nothing while absent.

What is read must have as many cells in each row as there are names, all of them numbers; a last line without an end
is told. Units, descriptions and the logs stand in a JSON file beside it, `NAME.csv.json`.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import TextIO

import numpy as np

from mosila.diagnostics.experiment import CUT_LINE
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
_LONGEST = 40


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
    try:
        with open(path, encoding="utf-8-sig", newline="") as stream:
            names, values, is_whole = _read_table(stream)
    except UnicodeDecodeError:
        raise ValueError("it is no text in UTF-8") from None
    except csv.Error as error:
        raise ValueError(f"it is no CSV: {error}") from None
    try:
        data = json.loads(companion(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        data = None
    result = make_result(CsvColumns(names, values), [Variable(name) for name in names[1:]], Path(path).stem, data)
    return result if is_whole else replace(result, warnings=(*result.warnings, CUT_LINE.at(file=path)))


def _read_table(stream: TextIO) -> tuple[list[str], Values, bool]:
    """The names of the columns, the rows, and whether the last line ends as lines do."""
    last = ""

    def lines() -> Iterator[str]:
        nonlocal last
        for line in stream:
            last = line
            yield line

    rows = csv.reader(lines())
    names = next(rows, [])
    if not names:
        raise ValueError("it is empty")
    again = [name for name, count in Counter(names).items() if count > 1]
    if again:
        raise ValueError(f"line 1 names the column `{again[0]}` more than once")
    blocks = [np.empty((0, len(names)))]
    while block := [(rows.line_num, row) for row in islice(rows, _ROWS_AT_ONCE)]:
        for line, row in block:
            if row and len(row) != len(names):
                raise ValueError(f"line {line} has {len(row)} cells, but line 1 names {len(names)} columns")
        try:
            found = [[_WORDS.get(cell, cell) for cell in row] for _, row in block if row]
            blocks.append(np.array(found, dtype=np.float64).reshape(len(found), len(names)))
        except ValueError:
            raise ValueError(_wrong_cell(block)) from None
    return names, np.concatenate(blocks), last.endswith(("\n", "\r"))


def _wrong_cell(block: Sequence[tuple[int, Sequence[str]]]) -> str:
    """Which cell is no number."""
    for line, row in block:
        for cell in row:
            try:
                np.float64(_WORDS.get(cell, cell))
            except ValueError:
                return f"line {line}: `{cell[:_LONGEST]}` is no number"
    raise AssertionError("one of them is no number")
