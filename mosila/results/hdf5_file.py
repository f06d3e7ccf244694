"""Result <-> HDF5 by h5py: `time`, and in the group `variables` a dataset for each variable, with its unit as attribute."""

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
from mosila.results.segment import Values, Variable
from mosila.results.stored import make_result

KEY: Final = "mosila"
GROUP: Final = "variables"
NUMBERS_AT_ONCE: Final = 1 << 21


def require_hdf5() -> Any:
    """h5py."""
    return require("h5py", "an .h5 file", "hdf5")


def write_hdf5(result: Result, path: str | Path, names: Sequence[str] | None = None) -> None:
    """Write all variables, or these, to a file that appears under its name when it is complete."""
    h5py = require_hdf5()
    variables = [result.variable(name) for name in (result.names if names is None else names)]
    count = sum(len(segment) for segment in result.segments)
    with replacing_path(path) as temporary, h5py.File(temporary, "w") as file:
        file.attrs["model"] = result.model
        file.create_dataset(KEY, data=json.dumps(to_metadata(result, variables)))
        time = file.create_dataset("time", (count,), "f8")
        time.attrs["unit"] = "s"
        group = file.create_group(GROUP)
        columns = [group.create_dataset(_key(each.name), (count,), "f8", fillvalue=np.nan) for each in variables]
        for column, variable in zip(columns, variables, strict=True):
            column.attrs.update({"name": variable.name, "unit": variable.unit, "description": variable.description})
        first = 0
        for times, values in result.blocks([each.name for each in variables], NUMBERS_AT_ONCE):
            last = first + len(times)
            time[first:last] = times
            for place, column in enumerate(columns):
                column[first:last] = values[:, place]
            first = last


def _key(name: str) -> str:
    """The name of a dataset; a slash would be a group."""
    return name.replace("%", "%25").replace("/", "%2F")


class Hdf5Columns:
    """The columns of an HDF5 file, read when they are asked for."""

    def __init__(self, path: str | Path) -> None:
        self._file = require_hdf5().File(path, "r")
        if "time" not in self._file or GROUP not in self._file:
            raise ValueError(f"it has no `time` or no group `{GROUP}`")

    @cached_property
    def time(self) -> Values:
        """The time axis."""
        return np.array(self._file["time"], dtype=np.float64)

    def column(self, name: str) -> Values:
        """A variable over the time axis."""
        return np.array(self._file[GROUP][_key(name)], dtype=np.float64)

    def variables(self) -> list[Variable]:
        """The variables as their attributes describe them, in order of their names."""
        described = (dataset.attrs for dataset in self._file[GROUP].values())
        return [Variable(str(each["name"]), unit=str(each["unit"]), description=str(each["description"])) for each in described]

    def metadata(self) -> Any:
        """The description that mosila wrote."""
        return json.loads(self._file[KEY][()]) if KEY in self._file else None


def read_hdf5(path: str | Path) -> Result:
    """The result in an HDF5 file."""
    columns = Hdf5Columns(path)
    data, variables = columns.metadata(), columns.variables()
    if data is not None:
        place = {each["name"]: number for number, each in enumerate(data["variables"])}
        variables.sort(key=lambda variable: place.get(variable.name, len(place)))
    return make_result(columns, variables, Path(path).stem, data)
