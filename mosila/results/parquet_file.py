"""Result <-> Parquet by pyarrow: a column for each variable with its unit as metadata, written in groups of rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from mosila.results.metadata import to_metadata
from mosila.results.optional import require
from mosila.results.replace_file import replacing_path
from mosila.results.result import Result
from mosila.results.segment import Kind, Values, Variable
from mosila.results.stored import make_result

KEY: Final = b"mosila"
NUMBERS_AT_ONCE: Final = 1 << 21


def require_parquet() -> tuple[Any, Any]:
    """pyarrow and its module for Parquet."""
    return require("pyarrow", "a .parquet file", "parquet"), require("pyarrow.parquet", "a .parquet file", "parquet")


def write_parquet(result: Result, path: str | Path, names: Sequence[str] | None = None) -> None:
    """Write all variables, or these, to a file that appears under its name when it is complete."""
    arrow, parquet = require_parquet()
    variables = [result.variable(name) for name in (result.names if names is None else names)]
    types = {Kind.REAL: arrow.float64(), Kind.INTEGER: arrow.int64(), Kind.BOOLEAN: arrow.bool_()}
    time = arrow.field("time", arrow.float64(), metadata={"unit": "s"})
    columns = [arrow.field(each.name, types[each.kind], metadata=_facts(each)) for each in variables]
    schema = arrow.schema([time, *columns], metadata={KEY: json.dumps(to_metadata(result, variables))})
    with replacing_path(path) as temporary, parquet.ParquetWriter(str(temporary), schema) as writer:
        waiting: list[Any] = []
        for times, values in result.blocks([each.name for each in variables], NUMBERS_AT_ONCE):
            arrays = [arrow.array(times)]
            arrays += [_array(arrow, values[:, place], each.kind) for place, each in enumerate(variables)]
            waiting.append(arrow.Table.from_arrays(arrays, schema=schema))
            if sum(table.num_rows for table in waiting) * (1 + len(variables)) >= NUMBERS_AT_ONCE:
                writer.write_table(arrow.concat_tables(waiting))
                waiting = []
        if waiting:
            writer.write_table(arrow.concat_tables(waiting))


def _array(arrow: Any, column: Values, kind: Kind) -> Any:
    absent = np.isnan(column)
    if kind is Kind.REAL:
        return arrow.array(column, mask=absent)
    present = np.where(absent, 0.0, column)
    return arrow.array(present.astype(np.bool_ if kind is Kind.BOOLEAN else np.int64), mask=absent)


def _facts(variable: Variable) -> dict[str, str]:
    known = {"unit": variable.unit, "description": variable.description}
    return {key: value for key, value in known.items() if value}


class ParquetColumns:
    """The columns of a Parquet file, read when they are asked for."""

    def __init__(self, path: str | Path) -> None:
        arrow, parquet = require_parquet()
        try:
            self._file = parquet.ParquetFile(str(path))
        except arrow.ArrowInvalid as error:
            raise ValueError(str(error)) from None
        self.schema: Any = self._file.schema_arrow
        self._cache: dict[str, Values] = {}

    @cached_property
    def time(self) -> Values:
        """The time axis, the first column."""
        return self._read(self.schema.names[0])

    def column(self, name: str) -> Values:
        """A variable over the time axis."""
        if name not in self._cache:
            self._cache[name] = self._read(name)
        return self._cache[name]

    def _read(self, name: str) -> Values:
        column = self._file.reader.read_all(column_indices=[self.schema.get_field_index(name)]).column(0)
        if str(column.type) == "bool":
            column = column.cast("int8")
        return np.asarray(column.cast("float64", safe=False).to_numpy(), dtype=np.float64)


def read_parquet(path: str | Path) -> Result:
    """The result in a Parquet file whose first column is the time."""
    columns = ParquetColumns(path)
    variables = []
    for field in list(columns.schema)[1:]:
        facts = {key.decode(): value.decode() for key, value in (field.metadata or {}).items()}
        variables.append(Variable(field.name, unit=facts.get("unit", ""), description=facts.get("description", "")))
    text = (columns.schema.metadata or {}).get(KEY)
    return make_result(columns, variables, Path(path).stem, json.loads(text) if text else None)
