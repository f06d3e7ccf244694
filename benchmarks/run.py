"""`make bench`: models run by mosila against hand-written C on the same solver, in one run; figures go to figures.json.

The floor is the C program of the same name in floor/. Both integrate the same problem at a relative tolerance of 1e-6 with 500
output intervals, turn by turn; the best turn of each is compared. What is compared is `initialise` and `integrate`, the time
from parameters to the last output row. From file to result, with empty and with full caches, stands beside it.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from benchmarks.floor import Program
from mosila.experiment import simulate_model
from mosila.options import make_options
from mosila.results import Result

HERE = Path(__file__).parent
MODELS = HERE / "models"
ROUNDS = 5
MORE_ROUNDS, SMALL = 25, 5e-3


@dataclass(frozen=True)
class Problem:
    """A model and its stop time, the program that is its floor, what must agree at the end, and what is wanted."""

    name: str
    floor: str
    count: int | None
    file: str
    model: str
    stop: float
    variables: tuple[str, ...]
    factor: float
    extra: float = 0.0
    agreement: float = 1e-3
    seconds_from_file: float = 1.5


def chain(name: str, floor: str, count: int, file: str, model: str, stop: float, variable: str, factor: float, seconds: float) -> Problem:
    """A chain of so many unknowns."""
    variables = tuple(variable.replace("#", str(k + 1)) for k in range(count))
    return Problem(name, floor, count, file, model, stop, variables, factor, seconds_from_file=seconds)


PROBLEMS = (
    Problem("Robertson", "robertson", None, "Robertson.mo", "Robertson", 1e5, ("y1", "y2", "y3"), 2, 2e-3),
    Problem("Van der Pol", "van_der_pol", None, "VanDerPol.mo", "VanDerPol", 3000.0, ("x",), 2, 2e-3, 1e-2),
    Problem("ball, 1,000 bounces", "ball", None, "ElasticBall.mo", "ElasticBall", 903.2, ("h", "v", "impacts"), 2.5, 0, 1e-1),
    Problem("pendulum", "pendulum", None, "Pendulum.mo", "Pendulum", 10.0, ("x", "y", "vx", "vy"), 3, 2e-3),
    Problem("10,000 samples", "samples", None, "Samples.mo", "Samples", 10.0, ("x", "v", "total", "ticks"), 2.5),
    chain("heat, N = 1,000", "heat", 1000, "Heat.mo", "Heat.Rod1000", 0.1, "u[#]", 2, 6),
    chain("heat, N = 5,000", "heat", 5000, "Heat.mo", "Heat.Rod5000", 0.1, "u[#]", 2, 30),
    chain("RC ladder, N = 100", "rc_ladder", 100, "Ladders.mo", "Ladders.Ladder100", 100.0, "capacitor[#].v", 3, 1.5),
    chain("RC ladder, N = 1,000", "rc_ladder", 1000, "Ladders.mo", "Ladders.Ladder1000", 100.0, "capacitor[#].v", 3, 6),
    chain("RC ladder, N = 10,000", "rc_ladder", 10_000, "Ladders.mo", "Ladders.Ladder10000", 100.0, "capacitor[#].v", 3, 60),
)


@dataclass(frozen=True)
class Figure:
    """Seconds of one problem, and what the limits are."""

    problem: str
    floor: float
    mosila: float
    initialise: float
    ratio: float
    wanted: float
    holds: bool
    cold: float
    warm: float
    cold_wanted: float
    megabytes: float


def run(problem: Problem) -> Result:
    """One run of a problem."""
    return simulate_model(MODELS / problem.file, problem.model, make_options(intervals=500, stop=problem.stop, tolerance=1e-6))


def from_file(problem: Problem) -> tuple[float, float, float]:
    """Seconds of a whole process with an empty and with a full cache, and its memory in megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"XDG_CACHE_HOME": folder, "MOSILA_CACHE": folder}
        command = [sys.executable, "-m", "mosila", "simulate", str(MODELS / problem.file), problem.model]
        command += ["--stop", str(problem.stop), "--tol", "1e-6", "-q"]
        seconds = []
        for _ in range(2):
            begin = time.perf_counter()
            subprocess.run(command, check=True, env=environment)
            seconds.append(time.perf_counter() - begin)
    return seconds[0], seconds[1], resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def check(problem: Problem, result: Result, expected: tuple[float, ...]) -> None:
    """Raise where the end values are not those of the floor."""
    found = np.array([result[name][-1] for name in problem.variables])
    wanted = np.array(expected[: len(found)])
    scale = np.abs(wanted).max()
    if not np.allclose(found, wanted, rtol=problem.agreement, atol=problem.agreement * scale):
        raise SystemExit(f"{problem.name}: ends at {found[:4]}, the floor at {wanted[:4]}")


def measure(problem: Problem) -> Figure:
    """The best of several turns, after one that warms the caches."""
    program = Program(problem.floor, problem.count)
    check(problem, run(problem), program.run(1).values)
    floors, runs = [], []
    for _ in range(MORE_ROUNDS if program.run(1).seconds < SMALL else ROUNDS):
        floors.append(program.run(3).seconds)
        timings = run(problem).timings
        runs.append((timings.initialise + timings.integrate, timings.initialise))
    (seconds, initialise), floor = min(runs), min(floors)
    wanted = problem.factor * floor + problem.extra
    cold, warm, megabytes = from_file(problem)
    return Figure(
        problem.name,
        floor,
        seconds,
        initialise,
        seconds / floor,
        wanted,
        seconds <= wanted,
        cold,
        warm,
        problem.seconds_from_file,
        megabytes,
    )


def main(names: list[str]) -> int:
    """Measure the problems whose names begin with one of these, or all; print the table, write the figures."""
    chosen = [problem for problem in PROBLEMS if not names or any(problem.name.startswith(name) for name in names)]
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    heads = f"{'problem':<22} {'floor ms':>9} {'mosila ms':>10} {'of it start':>11} {'ratio':>6} {'wanted ms':>9}"
    print(f"{heads}  {'cold s':>7} {'warm s':>7} {'MB':>6}")
    figures = []
    for problem in chosen:
        figure = measure(problem)
        figures.append(figure)
        print(
            f"{figure.problem:<22} {1e3 * figure.floor:>9.3f} {1e3 * figure.mosila:>10.3f} {1e3 * figure.initialise:>11.3f} "
            f"{figure.ratio:>6.2f} {1e3 * figure.wanted:>9.3f}  {figure.cold:>7.2f} {figure.warm:>7.2f} {figure.megabytes:>6.0f}"
            f"{'' if figure.holds else '  over'}",
            flush=True,
        )
    if not names:
        (HERE / "figures.json").write_text(json.dumps([asdict(figure) for figure in figures], indent=2) + "\n", encoding="utf-8")
    return 0 if all(figure.holds for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
