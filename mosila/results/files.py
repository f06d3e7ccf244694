"""Result files: the format by the end of the name, written and read with the same content in each."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.experiment import UNREADABLE_RESULT
from mosila.diagnostics.internal import CANNOT_READ, UNKNOWN_FORMAT
from mosila.results.csv_file import read_csv, write_csv
from mosila.results.hdf5_file import read_hdf5, require_hdf5, write_hdf5
from mosila.results.mat_file import read_mat, write_mat
from mosila.results.parquet_file import read_parquet, require_parquet, write_parquet
from mosila.results.replace_file import check_writable
from mosila.results.result import Result


class Format(NamedTuple):
    """How a format is written and read, and what must be there for it."""

    write: Callable[[Result, str | Path, Sequence[str] | None], None]
    read: Callable[[str | Path], Result]
    require: Callable[[], object] = lambda: None


FORMATS = {
    ".csv": Format(write_csv, read_csv),
    ".mat": Format(write_mat, read_mat),
    ".parquet": Format(write_parquet, read_parquet, require_parquet),
    ".h5": Format(write_hdf5, read_hdf5, require_hdf5),
}


def find_format(path: str | Path) -> Format:
    """The format that the end of a name stands for; what is written to a device is CSV."""
    found = FORMATS.get(".csv" if str(path).startswith("/dev/") else Path(path).suffix.lower())
    if found is None:
        raise MosilaError(UNKNOWN_FORMAT.at(file=path, formats=", ".join(f"*{ending}" for ending in FORMATS)))
    return found


def check_result_file(path: str | Path) -> None:
    """Raise now, before a long run, what is wrong with a result file to be written."""
    find_format(path).require()
    check_writable(path)


def write_result(result: Result, path: str | Path, names: Sequence[str] | None = None) -> None:
    """Write all variables, or these, to a file that appears under its name when it is complete."""
    find_format(path).write(result, path, names)


def read_result(path: str | Path) -> Result:
    """The result in a file: .csv, .mat, .parquet or .h5, of mosila, and CSV and MATLAB 4 of other programs too."""
    if not Path(path).exists():
        raise MosilaError(CANNOT_READ.at(file=path, reason=os.strerror(errno.ENOENT).lower()))
    format_ = find_format(path)
    format_.require()
    try:
        return format_.read(path)
    except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
        raise MosilaError(CANNOT_READ.at(file=path, reason=(error.strerror or str(error)).lower())) from error
    except KeyError as error:
        raise MosilaError(UNREADABLE_RESULT.at(file=path, reason=f"its description has no {error}")) from error
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise MosilaError(UNREADABLE_RESULT.at(file=path, reason=reason)) from error
