"""Hand-written C on the same SUNDIALS and KLU, as the floor of all measurements: name of a problem -> seconds and values.

The programs are called in this process, since the wheel's KLU is part of a Python extension.
"""

from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from mosila.codegen.toolchain import compile_shared
from mosila.solvers.sundials import find_solver_libraries

PROBLEMS: Final = {"robertson": 3, "ball": 3, "rc_ladder": 100}
_SOURCES: Final = Path(__file__).resolve().parent / "floor"
_AT_LEAST: Final = 0.05


@dataclass(frozen=True, slots=True)
class Floor:
    """Seconds of the integration loop, best and median of several runs, and the solution at the end."""

    seconds: float
    median: float
    values: tuple[float, ...]


def run_floor(name: str) -> Floor:
    """Builds and runs the program of a problem, often enough to be measured."""
    library = compile_shared((_SOURCES / f"{name}.c").read_text(encoding="utf-8"), include=(_SOURCES,))
    function = ctypes.CDLL(str(library.path)).run_floor
    libraries = find_solver_libraries()
    paths = [str(path).encode() for path in (*libraries.sundials, libraries.klu)]
    first = _call(function, paths, 3, PROBLEMS[name])
    repeats = max(3, round(_AT_LEAST / first.seconds) + 1)
    return _call(function, paths, repeats, PROBLEMS[name])


def _call(function: ctypes._NamedFuncPointer, paths: list[bytes], repeats: int, count: int) -> Floor:
    seconds, values = (ctypes.c_double * repeats)(), (ctypes.c_double * count)()
    flag = function((ctypes.c_char_p * len(paths))(*paths), len(paths), repeats, seconds, values)
    if flag:
        raise RuntimeError(f"the hand-written program ended with {flag}")
    return Floor(min(seconds), median(seconds), tuple(values))


if __name__ == "__main__":
    for problem in sys.argv[1:] or PROBLEMS:
        floor = run_floor(problem)
        print(f"{problem}: best {floor.seconds * 1e3:.3f} ms, median {floor.median * 1e3:.3f} ms, ends at {floor.values[:3]}")
