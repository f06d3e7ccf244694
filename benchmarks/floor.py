"""The floor: hand-written C programs on the same SUNDIALS and KLU -> the time of their integration loops, and their solutions.

    python -m benchmarks.floor [problem ...]

The time runs from consistent initial values to the last output; loading and setting up the solver is left out, so no driver can
be faster. A program is C text in `floor/` with a function `run_floor`; the number of its unknowns is given when it is compiled.
"""

from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mosila.codegen.toolchain import compile_shared
from mosila.solvers.sundials import find_solver_libraries

PROBLEMS: Final = {"robertson": 3, "van_der_pol": 2, "ball": 3, "heat": 1000, "rc_ladder": 100, "samples": 4, "pendulum": 5}
"""How many numbers each tells at its end; of chains also how many unknowns they have."""
CHAINS: Final = frozenset({"heat", "rc_ladder"})
_SOURCES: Final = Path(__file__).resolve().parent / "floor"


@dataclass(frozen=True, slots=True)
class Floor:
    """Seconds of the integration loop, the best of several runs, and the solution at the end."""

    seconds: float
    values: tuple[float, ...]


class Program:
    """The compiled program of a problem."""

    def __init__(self, name: str, count: int | None = None) -> None:
        self.count = PROBLEMS[name] if count is None else count
        text = (_SOURCES / f"{name}.c").read_text(encoding="utf-8")
        size = f"#define N {self.count}\n" if name in CHAINS else ""
        library = compile_shared(size + text, include=(_SOURCES,))
        self._function = ctypes.CDLL(str(library.path)).run_floor
        libraries = find_solver_libraries()
        self._paths = [str(path).encode() for path in (*libraries.sundials, libraries.klu)]

    def run(self, repeats: int = 3) -> Floor:
        """Runs it several times."""
        seconds, values = (ctypes.c_double * repeats)(), (ctypes.c_double * self.count)()
        paths = (ctypes.c_char_p * len(self._paths))(*self._paths)
        flag = self._function(paths, len(self._paths), repeats, seconds, values)
        if flag:
            raise RuntimeError(f"the hand-written program ended with {flag}")
        return Floor(min(seconds), tuple(values))


if __name__ == "__main__":
    for problem in sys.argv[1:] or PROBLEMS:
        floor = Program(problem).run()
        print(f"{problem}: {floor.seconds * 1e3:.3f} ms, ends at {floor.values[:3]}")
