"""The file of a run: what does not stay in memory goes to a file without a name, which is gone with the process."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.internal import CANNOT_WRITE

Values = NDArray[np.float64]

IN_MEMORY: Final = 1 << 26
"""Bytes of rows that stay in memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Stored:
    """Bytes in the file."""

    file: BinaryIO
    offset: int
    size: int

    def read(self, first: int = 0, last: int | None = None) -> bytes:
        """Bytes [first, last)."""
        return os.pread(self.file.fileno(), (self.size if last is None else last) - first, self.offset + first)


@dataclass(frozen=True, slots=True, eq=False)
class StoredRows:
    """Rows of equal width, here or in a file."""

    count: int
    width: int
    rows: Values | Stored

    def __len__(self) -> int:
        return self.count

    def read(self, first: int, last: int) -> Values:
        """Rows [first, last)."""
        if not isinstance(self.rows, Stored):
            return self.rows[first:last]
        size = 8 * self.width
        return np.frombuffer(self.rows.read(first * size, last * size), np.float64).reshape(last - first, self.width)


class Spool:
    """Keeps the rows and logs of one run; `folder` is where the file goes if it is needed, else the system's for such files."""

    def __init__(self, folder: str | Path | None = None, in_memory: int = IN_MEMORY) -> None:
        self._folder = folder
        self._left = in_memory
        self._file: BinaryIO | None = None
        self._end = 0

    def keep(self, rows: Values) -> Values | int:
        """Rows that are kept: themselves, or where in the file they are."""
        self._left -= rows.nbytes
        return rows if self._left >= 0 else self.write(np.ascontiguousarray(rows).data.cast("B")).offset

    def rows(self, count: int, width: int, kept: Values | int) -> StoredRows:
        """Rows that were kept."""
        if not isinstance(kept, int):
            return StoredRows(count, width, kept)
        assert self._file is not None
        return StoredRows(count, width, Stored(self._file, kept, 8 * count * width))

    def write(self, content: bytes | memoryview) -> Stored:
        """Put bytes behind what is in the file."""
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115
            _write_all(self._file.fileno(), memoryview(content), self._end)
        except OSError as error:
            where = self._folder or tempfile.gettempdir()
            reason = (error.strerror or str(error)).lower()
            raise MosilaError(CANNOT_WRITE.at(file=f"the rows of the run to {where}", reason=reason)) from error
        self._end += len(content)
        return Stored(self._file, self._end - len(content), len(content))


def _write_all(descriptor: int, content: memoryview, offset: int) -> None:
    while content:
        written = os.pwrite(descriptor, content, offset)
        content, offset = content[written:], offset + written
