"""Result <-> MATLAB 4 file as Dymola and OpenModelica write it (DSresult 1.1, `binTrans`), read by DyMat and OMEdit.

Parameters stand in `data_1` with two columns, all else in `data_2` with a column for each row of the result; variables that
are equal in every structure, up to the sign, share a row. A last matrix, which other programs pass over, has the rest.
"""

from __future__ import annotations

import json
import os
import re
import struct
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np

from mosila.dataclass import dataclass
from mosila.results.metadata import to_metadata
from mosila.results.replace_file import replacing_path
from mosila.results.result import Result
from mosila.results.segment import Values, Variable
from mosila.results.stored import make_result

DOUBLE: Final = 0
INTEGER: Final = 20
TEXT: Final = 51
CLASS: Final = ("Atrajectory", "1.1", "", "binTrans")
DESCRIPTION: Final = "mosila"
_TYPES: Final[dict[int, np.dtype[Any]]] = {
    0: np.dtype("<f8"),
    1: np.dtype("<f4"),
    2: np.dtype("<i4"),
    3: np.dtype("<i2"),
    4: np.dtype("<u2"),
    5: np.dtype("u1"),
}
_UNIT: Final = re.compile(r"\s*\[([^\]]*)\]\s*$")


@dataclass(frozen=True, slots=True)
class _Places:
    """Where each variable stands: the matrix (1 or 2) and its row there, counted from 1, negative if the sign is turned."""

    info: list[tuple[int, int]]
    constants: list[str]
    varying: list[str]


def write_mat(result: Result, path: str | Path, names: Sequence[str] | None = None) -> None:
    """Write all variables, or these, to a file that appears under its name when it is complete."""
    variables = [result.variable(name) for name in (result.names if names is None else names)]
    places = _find_places(result, [variable.name for variable in variables])
    with replacing_path(path) as temporary, open(temporary, "wb") as stream:
        _write_text(stream, "Aclass", CLASS, by_column=False)
        _write_text(stream, "name", ["time", *(variable.name for variable in variables)])
        _write_text(stream, "description", ["Time in [s]", *map(_described, variables)])
        info = np.array([(0, 1, 0, -1), *((matrix, row, 0, -1) for matrix, row in places.info)], dtype="<i4")
        _write_header(stream, INTEGER, "dataInfo", 4, len(info))
        stream.write(info.tobytes())
        _write_constants(stream, result, places.constants)
        count = sum(len(segment) for segment in result.segments)
        _write_header(stream, DOUBLE, "data_2", 1 + len(places.varying), count)
        for times, values in result.blocks(places.varying):
            stream.write(np.ascontiguousarray(np.column_stack((times, values)), dtype="<f8").data)
        text = json.dumps(to_metadata(result, variables)).encode()
        _write_header(stream, TEXT, DESCRIPTION, 1, len(text))
        stream.write(text)
        stream.flush()


def _find_places(result: Result, names: list[str]) -> _Places:
    constants, varying = _constant_names(result, names), list[str]()
    rows = {name: row for row, name in enumerate(constants, start=2)}
    info: list[tuple[int, int]] = []
    seen: dict[tuple[tuple[int, int], ...], int] = {}
    for name, identity in zip(names, _identities(result, names), strict=True):
        if name in rows:
            info.append((1, rows[name]))
            continue
        turned = tuple((place, -sign) for place, sign in identity)
        sign = -1 if turned in seen else 1
        key = turned if sign < 0 else identity
        if key not in seen:
            varying.append(name)
            seen[key] = 1 + len(varying)
        info.append((2, sign * seen[key]))
    return _Places(info, constants, varying)


def _identities(result: Result, names: list[str]) -> list[tuple[tuple[int, int], ...]]:
    """For each name, in each structure: (what it reads, with which sign); equal ones are equal variables."""
    structures = {segment.structure: segment for segment in result.segments}
    columns = []
    for segment in structures.values():
        present = segment.reader.names
        inside = [name for name in names if name in present]
        known = dict(zip(inside, segment.reader.identities(inside), strict=True))
        columns.append([known.get(name, (-1, 1)) for name in names])
    return list(zip(*columns, strict=True)) if columns else [((place, 1),) for place in range(len(names))]


def _constant_names(result: Result, names: list[str]) -> list[str]:
    """Parameters that are present all the time and keep one value."""
    chosen = [name for name in names if result.variable(name).variability in ("parameter", "constant")]
    filled = [segment for segment in result.segments if len(segment)]
    if not chosen or not filled:
        return []
    firsts = np.concatenate([segment.read_block(chosen, 0, 1) for segment in filled])
    return [name for name, column in zip(chosen, firsts.T, strict=True) if (column == column[0]).all()]


def _write_constants(stream: BinaryIO, result: Result, names: list[str]) -> None:
    filled = [segment for segment in result.segments if len(segment)]
    ends = (filled[0].start, filled[-1].stop) if filled else (0.0, 0.0)
    values = filled[0].read_block(names, 0, 1)[0] if filled and names else np.empty(0)
    _write_header(stream, DOUBLE, "data_1", 1 + len(names), 2)
    for end in ends:
        stream.write(np.concatenate(([end], values)).astype("<f8").tobytes())


def _described(variable: Variable) -> str:
    return f"{variable.description} [{variable.unit}]".strip() if variable.unit else variable.description


def _write_header(stream: BinaryIO, kind: int, name: str, rows: int, columns: int) -> None:
    stream.write(struct.pack("<5i", kind, rows, columns, 0, len(name) + 1))
    stream.write(name.encode() + b"\0")


def _write_text(stream: BinaryIO, name: str, lines: Sequence[str], by_column: bool = True) -> None:
    encoded = [line.encode() for line in lines]
    width = max(1, *map(len, encoded))
    matrix = np.array([list(line.ljust(width, b" " if not by_column else b"\0")) for line in encoded], dtype=np.uint8)
    _write_header(stream, TEXT, name, *((width, len(lines)) if by_column else (len(lines), width)))
    stream.write((matrix if by_column else np.ascontiguousarray(matrix.T)).tobytes())


class MatColumns:
    """The columns of a MATLAB 4 result, mapped from the file."""

    def __init__(self, path: str | Path) -> None:
        self._matrices = _map_matrices(Path(path))
        missing = {"Aclass", "name", "description", "dataInfo", "data_2"} - self._matrices.keys()
        if missing:
            raise ValueError(f"it has no matrix {min(missing)}")
        self._transposed = _lines(self._matrix("Aclass"), by_row=True)[3:4] == ["binTrans"]
        info = self._matrix("dataInfo")
        self._info: Any = info.T if self._transposed else info
        names = _lines(self._matrix("name"), by_row=not self._transposed)
        self.names = names[1:]
        self.descriptions = _lines(self._matrix("description"), by_row=not self._transposed)[1:]
        self._place = {name: place for place, name in enumerate(names)}

    def _matrix(self, name: str) -> Any:
        return self._matrices[name]

    def _rows(self, name: str) -> Any:
        return self._matrices[name] if self._transposed else self._matrices[name].T

    @cached_property
    def time(self) -> Values:
        """The time axis."""
        return np.array(self._rows("data_2")[0], dtype=np.float64)

    def column(self, name: str) -> Values:
        """A variable over the time axis."""
        matrix, row = (int(number) for number in self._info[self._place[name]][:2])
        values = np.asarray(self._rows(f"data_{matrix}")[abs(row) - 1], dtype=np.float64) * (1 if row > 0 else -1)
        return np.full(len(self.time), values[0]) if matrix == 1 else values

    def metadata(self) -> object:
        """The description that mosila wrote, if it did."""
        if DESCRIPTION not in self._matrices:
            return None
        try:
            return json.loads(self._matrices[DESCRIPTION].tobytes())
        except ValueError:
            return None


def read_mat(path: str | Path) -> Result:
    """The result in a MATLAB 4 file of mosila, OpenModelica or Dymola."""
    columns = MatColumns(path)
    variables = []
    for name, text in zip(columns.names, columns.descriptions, strict=True):
        unit = _UNIT.search(text)
        variables.append(Variable(name, unit=unit[1] if unit else "", description=text[: unit.start()] if unit else text))
    return make_result(columns, variables, Path(path).stem, columns.metadata())


def _map_matrices(path: Path) -> dict[str, Any]:
    """The matrices of a file by name, not read before they are used."""
    found: dict[str, Any] = {}
    size, offset = os.path.getsize(path), 0
    with open(path, "rb") as stream:
        while offset < size:
            stream.seek(offset)
            head = stream.read(20)
            if len(head) < 20:
                raise ValueError("it ends in the middle of a matrix")
            kind, rows, columns, imaginary, length = struct.unpack("<5i", head)
            dtype = _TYPES.get(kind // 10 % 10)
            if dtype is None or kind // 100 or imaginary or min(rows, columns) < 0 or not 0 < length < 256:
                raise ValueError("it is no MATLAB 4 file of little-endian numbers")
            name = stream.read(length).rstrip(b"\0").decode("ascii", "replace")
            begin = offset + 20 + length
            offset = begin + rows * columns * dtype.itemsize
            if offset > size:
                raise ValueError("it ends in the middle of a matrix")
            shape = (rows, columns)
            empty = rows * columns == 0
            found[name] = np.empty(shape, dtype) if empty else np.memmap(path, dtype, "r", begin, shape, order="F")
    return found


def _lines(matrix: Any, by_row: bool) -> list[str]:
    rows = matrix if by_row else matrix.T
    return [np.asarray(row, dtype=np.uint8).tobytes().rstrip(b"\0 ").decode("utf-8", "replace") for row in rows]
