"""Rows of a run: in memory as long as they are few, then in a file without a name, which is gone with the process."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from mosila.diagnostics import MosilaError
from mosila.diagnostics.internal import CANNOT_WRITE

Values = NDArray[np.float64]

IN_MEMORY: Final = 1 << 26
"""Bytes of rows that stay in memory."""


@dataclass(frozen=True, slots=True, eq=False)
class StoredRows:
    """Rows of equal width, here or in a file."""

    count: int
    width: int
    rows: Values | None
    file: BinaryIO | None = None
    offset: int = 0

    def __len__(self) -> int:
        return self.count

    def read(self, first: int, last: int) -> Values:
        """Rows [first, last)."""
        if self.rows is not None:
            return self.rows[first:last]
        assert self.file is not None
        size = 8 * self.width
        content = os.pread(self.file.fileno(), (last - first) * size, self.offset + first * size)
        return np.frombuffer(content, np.float64).reshape(last - first, self.width)


class Spool:
    """Keeps the rows of one run; `folder` is where the file goes if it is needed, else the system's for such files."""

    def __init__(self, folder: str | Path | None = None, in_memory: int = IN_MEMORY) -> None:
        self._folder = folder
        self._left = in_memory
        self._file: BinaryIO | None = None
        self._end = 0

    def keep(self, rows: Values) -> StoredRows:
        """Rows that can be read again at any time."""
        count, width = rows.shape
        self._left -= rows.nbytes
        if self._left >= 0:
            return StoredRows(count, width, rows)
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115
            _write_all(self._file.fileno(), np.ascontiguousarray(rows).data.cast("B"), self._end)
        except OSError as error:
            where = self._folder or tempfile.gettempdir()
            reason = (error.strerror or str(error)).lower()
            raise MosilaError(CANNOT_WRITE.at(file=f"the rows of the run to {where}", reason=reason)) from error
        self._end += rows.nbytes
        return StoredRows(count, width, None, self._file, self._end - rows.nbytes)


def _write_all(descriptor: int, content: memoryview, offset: int) -> None:
    while content:
        written = os.pwrite(descriptor, content, offset)
        content, offset = content[written:], offset + written
